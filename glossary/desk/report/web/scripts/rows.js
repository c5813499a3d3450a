// Rows of a document: its lines, or sentences beside those of the original that they are aligned with.

import { data, sources } from "./data.js";
import { make } from "./elements.js";
import { countOf, marked } from "./marks.js";
import { many, say } from "./phrases.js";
import { slice, textOf } from "./texts.js";

const RUN = 4; // rows without a counterpart that are folded together

// A stretch of a text; the white space at its ends is not shown.
/** @param {Source} source @param {number} from @param {number} to @param {(offset: number) => number} line */
function row(source, from, to, line) {
  const text = slice(source.number, from, to), last = from + text.trimEnd().length;
  const blank = last > from ? (/^\s*[\r\n]/.exec(text)?.[0] ?? "").length : 0;
  return make("div", { class: "row", "data-line": line(from + blank), "data-from": from, "data-to": to, lang: source.tag },
    from + blank < last ? marked(source, from + blank, last) : null);
}

// The number of the line that an offset stands in.
/** @param {Source} source @returns {(offset: number) => number} */
function lineFinder(source) {
  /** @type {[offset: number, line: number, ends: number[]][]} */
  const begins = textOf(source.number).pieces.map(([offset, first, text]) =>
    [offset, first, [...text.matchAll(/\r\n?|\n/g)].map(match => offset + match.index + match[0].length)]);
  return position => {
    const [, first, ends] = begins.findLast(([offset]) => offset <= position) ?? begins[0];
    return first + countOf(ends, end => end <= position);
  };
}

/** @param {Source} source @returns {Generator<HTMLElement, void>} */
export function* lineRows(source) {
  const line = lineFinder(source), pieces = textOf(source.number).pieces, until = headEnd(source);
  const head = /** @type {HTMLElement[]} */ ([]);
  for (const [number, [offset, , text]] of pieces.entries()) {
    if (number) yield make("div", { class: "gap", "aria-hidden": "true" }, "…");
    let begin = 0, fence = "";
    for (const match of [...text.matchAll(/\r\n?|\n/g), { index: text.length, 0: "" }]) {
      const end = match.index + match[0].length, [, marker = ""] = FENCE.exec(text.slice(begin, end)) ?? [];
      const rowElement = reachable(row(source, offset + begin, offset + end, line));
      rowElement.classList.toggle("code", Boolean(fence || marker));
      if (!fence) fence = marker;
      else if (marker.startsWith(fence)) fence = "";
      if (offset + begin < until) head.push(rowElement);
      else yield* head.length ? [foldedHead(head.splice(0)), rowElement] : [rowElement];
      begin = end;
    }
  }
}

const FENCE = /^ {0,3}(`{3,}|~{3,})/; // what a block of code begins and ends with

/** @param {HTMLElement} node */
const reachable = node => {
  node.tabIndex = -1;
  node.setAttribute("role", "group");
  return node;
};

// Where the stretches of each row begin and end: each goes as far as the next one of any row.
/** @param {Begins[]} begins @param {number} length @returns {Stretch[][]} */
export function stretches(begins, length) {
  const starts = [...new Set(begins.flat().filter(start => start >= 0))].sort((a, b) => a - b);
  const ends = new Map(starts.map((start, index) => [start, starts[index + 1] ?? length]));
  return begins.map(begin => [begin].flat().filter(start => start >= 0).map(start => [start, ends.get(start) ?? length]));
}

/** @param {Source} source @param {Beside} beside @returns {Generator<HTMLElement, void>} */
export function* pairRows(source, beside) {
  const { english, rows: [ownBegins, theirs, relations] } = beside, other = sources[english], pair = pairer(source, other);
  const [left, right] = [stretches(ownBegins, lengthOf(source)), stretches(theirs, lengthOf(other))], head = headRows(source, beside, left);
  /** @param {number} from @param {number} to */
  const makePairs = (from, to) => relations.slice(from, to).map((_, number) => pair(left[from + number], right[from + number], relationAt(beside, from + number)));
  if (head) yield foldedHead(makePairs(0, head));
  for (let rowNumber = head, end; rowNumber < relations.length; rowNumber = end) {
    end = rowNumber + 1;
    while (end < relations.length && !left[rowNumber].length && !left[end].length) end += 1;
    if (end - rowNumber < RUN) yield* makePairs(rowNumber, end);
    else yield folded(end - rowNumber, () => makePairs(rowNumber, end));
  }
}

// Many sentences that were not translated, one below the other: made when they are opened.
/** @param {number} count @param {() => HTMLElement[]} makeRows */
function folded(count, makeRows) {
  const details = make("details", { class: "run" }, make("summary", {}, many(say.untranslated_run, count)));
  details.addEventListener("toggle", () => details.append(...makeRows()), { once: true });
  return details;
}

/** @param {Source} source @param {Source} other @returns {(own: Stretch[], theirs: Stretch[], found: string) => HTMLElement} */
function pairer(source, other) {
  const [ownLine, otherLine] = [lineFinder(source), lineFinder(other)];
  /** @param {string} kind @param {Stretch[]} spans @param {Source} from @param {(offset: number) => number} line @param {string} none @param {Child[]} more */
  const side = (kind, spans, from, line, none, ...more) => make("div", { class: kind },
    spans.length ? spans.map(([start, end]) => row(from, start, end, line)) : make("div", { class: "row none" }, none), ...more);
  /** @param {Stretch[]} spans @param {Source} from */
  const isSaid = (spans, from) => spans.some(([start, end]) => /[\p{L}\p{N}]/u.test(slice(from.number, start, end)));
  return (ownSpans, theirs, alignedAs) => {
    const relation = isSaid(ownSpans, source) || isSaid(theirs, other) ? alignedAs : "mark"; // what is never translated
    const [ownNote, otherNote] = relation === "mark" || relation === "head" ? ["", ""] : relation === "unsure" ? [say.not_found, say.not_found] : [say.not_translated, say.no_original];
    return reachable(make("div", { class: `pair ${relation}` },
      side("own", ownSpans, source, ownLine, ownNote, say.relations[relation] && make("p", { class: "relation" }, say.relations[relation])),
      side("english", theirs, other, otherLine, otherNote)));
  };
}

/** @param {Source} source */
export const lengthOf = source => textOf(source.number).pieces.reduce((_, [offset, , text]) => offset + text.length, 0);

// --- the head: what stands before the title of a document and is the same in its original, such as comments, settings,
// licences and their code. It is folded, in both texts at once.

const TITLE = /^\s*#{1,6}\s/;
/** @param {Beside} beside @param {number} rowNumber */
export const relationAt = ({ rows: [, , relations] }, rowNumber) => data.relations[relations[rowNumber]];

// How many rows the head has. What is left in English counts only where a title follows: else it may be the text itself.
/** @param {Source} source @param {Beside} beside @param {Stretch[][]} stretchRows */
function headRows(source, beside, stretchRows) {
  const isTitle = /** @param {number} rowNumber */ rowNumber => stretchRows[rowNumber].some(([start, end]) => TITLE.test(slice(source.number, start, end)));
  let settings = 0, end = 0;
  while (end < stretchRows.length && relationAt(beside, end) === "head") settings = end += 1;
  while (end < stretchRows.length && /^(code|copy)$/.test(relationAt(beside, end)) && !isTitle(end)) end += 1;
  return end < stretchRows.length && isTitle(end) ? end : settings;
}

// Where the head ends in the text of a document that is read alone.
/** @param {Source} source */
function headEnd(source) {
  const { beside } = textOf(source.number);
  if (!beside) return 0;
  const stretchRows = stretches(beside.rows[0], lengthOf(source));
  return stretchRows[headRows(source, beside, stretchRows)]?.[0]?.[0] ?? 0;
}

/** @param {HTMLElement[]} rows */
const foldedHead = rows => make("details", { class: "head" }, make("summary", {}, say.head), rows);
