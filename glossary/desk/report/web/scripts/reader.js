// A document to read, alone or beside its English original; a finding that is opened stands below its row.

import { findingById, sourceById, sources } from "./data.js";
import { aboutDocument } from "./document_head.js";
import { showWork, workingLast } from "./document_work.js";
import { descendant, element, make, nodes } from "./elements.js";
import { findingCard } from "./finding_card.js";
import { showLinks } from "./link_notes.js";
import { remember, remembered } from "./memory.js";
import { onSay, say } from "./phrases.js";
import { unitOf } from "./row_navigation.js";
import { lineRows, pairRows } from "./rows.js";
import { textOf } from "./texts.js";
import { scrolled } from "./views.js";
import { lacks, lacksDocuments, readDocuments, readSource } from "./volumes.js";

export const reader = element("document-text");
const AT_ONCE = 200; // rows that are made before anything is shown, and each time that the browser is idle
/** @type {Source | null | undefined} */
export let reading = null; // the source that is shown
/** @type {Iterator<HTMLElement>} */
let growing = [].values(); // its rows, made one by one
export let apart = remembered("layout") === "alone";

/** @param {URLSearchParams} values @returns {Shown | Promise<Shown>} */
export function showDocument(values) {
  const source = sourceById.get(values.get("id")), askedHash = location.hash;
  const later = () => location.hash === askedHash ? showDocument(values) : null; // unless the reader has gone on
  if (!source && lacksDocuments()) return readDocuments().then(later);
  if (source && lacks(source)) return readSource(source).then(later);
  const title = element("document-title");
  title.textContent = source ? source.title || source.path : say.no_document;
  title.lang = source ? source.title ? source.tag : "en" : "";
  if (!source) title.removeAttribute("lang");
  if (source !== reading) openDocument(source);
  if (scrolled.get(location.hash)) grow(() => false);
  return source ? openPlace(source, values) : [];
}

/** @param {Source | null | undefined} source */
function openDocument(source) {
  reading = source;
  showLinks(null);
  reader.replaceChildren();
  reader.classList.toggle("beside", !!source && isBeside(source));
  element("document-about").replaceChildren(...nodes(source && aboutDocument(source)));
  growing = source ? isBeside(source) ? pairRows(source, besideOf(source)) : lineRows(source) : [].values();
  grow(AT_ONCE);
  reader.firstElementChild?.setAttribute("tabindex", "0");
  growOn(growing);
  workingLast.textContent = "";
  showWork();
}

/** @param {Source} source */
export const besideOf = source => /** @type {Beside} */ (textOf(source.number).beside);
/** @param {Source} source */
export const isBeside = source => !apart && !!textOf(source.number).beside;

// What is in view stays in view.
/** @param {boolean} alone */
export function layOut(alone) {
  const topRow = [...reader.querySelectorAll(".row[data-from]:not(.english *)")].find(element => element.getBoundingClientRect().bottom > 0);
  apart = alone;
  remember("layout", alone ? "alone" : "beside");
  openDocument(reading);
  if (reader.getBoundingClientRect().top < 0) rowAt(Number(topRow?.dataset.from))?.scrollIntoView({ block: "start" });
  descendant(document, "[name=layout]:checked").focus({ preventScroll: true });
}

// Rows are made until there are so many more, or one is enough.
/** @param {number | ((row: HTMLElement) => unknown)} enough */
function grow(enough) {
  const most = typeof enough === "number" ? enough : Infinity;
  for (let count = 0; count < most; count += 1) {
    const { value, done: isEnd } = growing.next();
    if (isEnd) return false;
    reader.append(value);
    if (typeof enough !== "number" && enough(value)) break;
  }
  return true;
}

const whenIdle = window.requestIdleCallback ?? (todo => setTimeout(todo, 30));
/** @param {Iterator<HTMLElement>} rows */
const growOn = rows => whenIdle(() => growing === rows && grow(AT_ONCE) && growOn(rows));

// What is to come into view: the words, and the finding that is asked for, opened below their row.
/** @param {Source} source @param {URLSearchParams} values */
export function openPlace(source, values) {
  reader.querySelectorAll(".opened").forEach(element => element.remove());
  reader.querySelectorAll("[aria-current]").forEach(element => element.removeAttribute("aria-current"));
  const finding = findingById.get(values.get("finding")), placeIndex = Number(values.get("place") ?? 0);
  const place = finding?.places[placeIndex], start = place ? place[1] : Number(values.get("at") ?? NaN);
  const row = !place || sources[place[0]] === source ? rowAt(start) : null;
  row?.closest("details")?.setAttribute("open", "");
  if (!row || !finding) row?.setAttribute("aria-current", "true");
  return row && finding ? openFinding(finding, placeIndex, row) : [row].filter(Boolean);
}

/** @param {Finding} finding @param {number} placeIndex @param {HTMLElement} row */
function openFinding(finding, placeIndex, row) {
  const [, start, end] = finding.places[placeIndex];
  const placeMarks = [...reader.querySelectorAll("a.at:not(.english *)")].filter(element => start <= Number(element.dataset.from) && Number(element.dataset.from) < end);
  const ids = new Set([finding.id, ...placeMarks.flatMap(element => `${element.dataset.findings}`.split(" "))]);
  const card = make("div", { class: "opened" }, [...ids].map(id => cardHere(/** @type {Finding} */ (findingById.get(id)), id === finding.id ? placeIndex : null, row)));
  placeMarks.forEach(element => element.setAttribute("aria-current", "true"));
  unitOf(row)?.after(card);
  return [placeMarks[0] ?? row, card];
}

// A finding at the place that was asked for, or at its first one in the row.
/** @param {Finding} finding @param {number | null} placeIndex @param {HTMLElement} row */
function cardHere(finding, placeIndex, row) {
  /** @param {PlaceRow} place */
  const isInRow = ([document, start, end]) => sources[document] === reading && start < Number(row.dataset.to) && end > Number(row.dataset.from);
  return findingCard(finding, placeIndex ?? Math.max(0, finding.places.findIndex(isInRow)), false);
}

/** @param {HTMLElement} row @param {number} offset */
const holds = (row, offset) => Number(row.dataset.from) <= offset && offset < Number(row.dataset.to);
/** @param {HTMLElement} node */
const ownRows = node => node.matches(".row") ? [node] : [...node.querySelectorAll(".row[data-from]:not(.english *)")];

// The row of an offset; rows are made as far as it.
/** @param {number} offset */
function rowAt(offset) {
  if (Number.isNaN(offset)) return null;
  for (const child of /** @type {Iterable<HTMLElement>} */ (reader.children)) {
    const row = ownRows(child).find(ownRow => holds(ownRow, offset));
    if (row) return row;
  }
  let target = /** @type {HTMLElement | null | undefined} */ (null);
  grow(child => target = ownRows(child).find(ownRow => holds(ownRow, offset)));
  return target;
}

export function startReader() {
  onSay.push(() => { reading = null; });
  addEventListener("beforeprint", () => {
    grow(() => false);
    for (const element of /** @type {NodeListOf<HTMLDetailsElement>} */ (reader.querySelectorAll("details:is(.run, .head)"))) {
      element.open = true;
      element.dispatchEvent(new Event("toggle")); // the browser's own would come too late
    }
  });
}
