// The table of documents: sorted by its columns, narrowed by words. Of a large build the page lists some, a volume the others.

import { data, once, sourceById, sources } from "./data.js";
import { markDone } from "./document_work.js";
import { descendant, element, fill, fold, link, make, number } from "./elements.js";
import { liesIn } from "./filters.js";
import { langIndex, many, onSay, say, sayAnew, wordsAt } from "./phrases.js";
import { beside, firstPassage, foldedText, hasAll, volumesUnread } from "./text_search.js";
import { written } from "./texts.js";
import { go } from "./views.js";
import { lacksDocuments, readDocuments } from "./volumes.js";

const TABLED = 2000; // rows that are there at once
export const documentTable = element("document-table", HTMLTableElement), documentWords = element("document-words", HTMLInputElement);
const documentHeads = [...documentTable.rows[0].cells];
/** @type {DocumentEntry[]} */
const documentEntries = [...documentTable.tBodies[0].rows].map(row => ({
  values: [...row.cells].map(cell => cell.dataset.value === undefined ? `${cell.textContent}` : Number(cell.dataset.value)), row: () => row,
  id: new URLSearchParams(descendant(row, "a", HTMLAnchorElement).hash.split("?")[1]).get("id"),
}));
const documentCount = element("document-count");
/** @type {string | null} */
let folder = null; // whose documents alone are listed

/** @param {URLSearchParams} values */
export function showDocuments(values) {
  const before = folder;
  markDone();
  folder = values.get("folder");
  if (lacksDocuments()) return readDocuments().then(() => listDocuments());
  if (folder !== before) listDocuments();
  return null;
}

// What a volume tells of documents that the page does not list.
/** @param {Record<string, DocumentFigures>} figures */
export function addEntries(figures) {
  for (const [number, figureRow] of Object.entries(figures)) {
    const source = sources[Number(number)], [chars, judged, terms, success, accuracy, severityCounts, points] = figureRow;
    const total = severityCounts.reduce((sum, count) => sum + count, 0);
    documentEntries.push({
      values: [`${source.path}${source.title}`, data.names[source.lang], chars, judged ?? -1, terms, success ?? -1, accuracy ?? -1, total, points ?? -1],
      row: once(() => documentRow(source, figureRow)),
      id: source.id,
    });
  }
}

/** @param {Source} source @param {DocumentFigures} figures */
function documentRow(source, [chars, judged, terms, success, accuracy, severityCounts, points]) {
  const severities = severityCounts.map((n, index) => n ? [make("span", { class: `badge ${data.severities[index]}` }, sayingNumber(`counted.${data.severities[index]}`, n)), " "] : null);
  const cells = [number(chars), tenths(judged), number(terms), tenths(success), tenths(accuracy),
    severityCounts.some(Boolean) ? severities : data.checked.includes(source.lang) ? "0" : "–", points === null ? "–" : points.toFixed(2)];
  return make("tr", {},
    make("td", {}, make("a", { href: link("document", { id: source.id }) }, source.path),
      source.title && [make("br"), make("span", { class: "dim", lang: source.tag }, written(source.title))]),
    make("td", { lang: source.tag }, data.names[source.lang]),
    cells.map((value, index) => {
      const key = descendant(documentHeads[index + 2], "[data-say]").dataset.say;
      return make("td", { class: "number", "data-head": wordsAt(key), "data-say-data-head": key }, value);
    }));
}

/** @param {number | null} part */
const tenths = part => part === null ? "–" : `${(100 * part).toFixed(1)}%`; // as the page has them

/** @param {string} key @param {number} n */
const sayingNumber = (key, n) => make("span", { "data-say": key, "data-with": JSON.stringify({ n }) }, many(wordsAt(key), n));

/** @param {string | number} a @param {string | number} b */
const compare = (a, b) => typeof a === "number" ? a - Number(b) : a.localeCompare(`${b}`, "en");

/** @param {HTMLTableCellElement} head */
function sortBy(head) {
  const before = head.getAttribute("aria-sort");
  const downward = before ? before === "ascending" : head.classList.contains("number");
  for (const other of documentHeads) other.removeAttribute("aria-sort");
  head.setAttribute("aria-sort", downward ? "descending" : "ascending");
  const sign = downward ? -1 : 1, column = head.cellIndex;
  documentEntries.sort((a, b) => sign * compare(a.values[column], b.values[column]));
  listDocuments();
}

/** @param {DocumentEntry} entry */
const entrySource = ({ id }) => /** @type {Source} */ (sourceById.get(id));

// At once by their names, a moment later by their texts too, which takes longer.
export function listDocuments(inTexts = true) {
  const words = fold(documentWords.value).split(/\s+/).filter(Boolean);
  const among = documentEntries.filter(entry => !folder || liesIn(entrySource(entry), folder));
  /** @param {DocumentEntry} entry */
  const isNamed = entry => hasAll(fold(`${entry.values[0]}`), words);
  const fitting = among.filter(entry => isNamed(entry) || inTexts && hasAll(foldedText(entrySource(entry)), words));
  const rows = fitting.slice(0, TABLED).map(entry => {
    const row = entry.row(), passage = !isNamed(entry) && firstPassage(entrySource(entry), words[0]);
    row.querySelector(".passage")?.remove();
    if (passage) row.cells[0].append(passage);
    return row;
  });
  documentTable.tBodies[0].replaceChildren(...rows);
  const unread = words.length ? volumesUnread().length : 0, narrowed = words.length || folder;
  documentCount.textContent = narrowed ? fill(say.shown_documents, { shown: number(fitting.length), all: number(documentEntries.length) }) : "";
  beside.hidden = !unread;
  beside.textContent = many(say.search_beside, unread);
  descendant(/** @type {HTMLFormElement} */ (documentWords.form), "[type=reset]").hidden = !narrowed;
  if (rows.some(row => Number(row.dataset.says ?? 0) !== langIndex)) sayAnew(); // rows that were not there when the language changed
  for (const row of rows) row.dataset.says = `${langIndex}`;
  markDone();
}

/** @type {number | undefined} */
let toList;

export function startDocumentTable() {
  for (const head of documentHeads) {
    const button = make("button", { type: "button" }, ...head.childNodes);
    button.addEventListener("click", () => sortBy(head));
    head.replaceChildren(button);
  }
  documentWords.addEventListener("input", () => {
    listDocuments(false);
    clearTimeout(toList);
    toList = setTimeout(() => listDocuments(), 150);
  });
  documentWords.form?.addEventListener("submit", event => event.preventDefault());
  documentWords.form?.addEventListener("reset", () => {
    history.pushState(null, "", "#documents");
    setTimeout(() => { go(); listDocuments(); }); // once the field is empty
  });
  onSay.push(() => documentWords.value && listDocuments());
}
