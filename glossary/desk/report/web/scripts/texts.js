// Texts of documents, and how they are written. Offsets count UTF-16 units of the whole text, which may be here in
// pieces: [offset, line, text].

import { addRows, block, data, kept } from "./data.js";
import { make } from "./elements.js";
import { say } from "./phrases.js";
import { doubtful } from "./places.js";

/** @type {Map<number, DocumentText>} */
const texts = new Map();

/** @param {number} docNumber @returns {DocumentText} */
export function textOf(docNumber) {
  return kept(texts, docNumber, () => document.getElementById(`text-${docNumber}`) ? block(`text-${docNumber}`) : { whole: false, pieces: [], terms: [], beside: null });
}

/** @param {Record<string, DocumentText>} whole */
export function addTexts(whole) {
  for (const [docNumber, text] of Object.entries(whole)) texts.set(Number(docNumber), text);
}

// Passages of a text that is not here as a whole; those that touch become one.
/** @param {number} docNumber @param {Piece[]} passages */
function addPassages(docNumber, passages) {
  const text = textOf(docNumber), joined = /** @type {Piece[]} */ ([]);
  if (text.whole) return;
  for (const [offset, line, passage] of [...text.pieces, ...passages].sort((a, b) => a[0] - b[0])) {
    const before = joined.at(-1), end = before ? before[0] + before[2].length : -1;
    if (before && offset <= end) before[2] += passage.slice(end - offset);
    else joined.push([offset, line, passage]);
  }
  text.pieces = joined;
}

// Findings of a volume, with the originals and the passages of their places.
/** @param {FindingsVolume} volume */
export function addFindings({ ranks, findings: rows, originals, doubtful: unsure, elsewhere, passages }) {
  const before = data.originals.length, column = data.columns.indexOf("originals");
  for (const row of rows) row[column] = /** @type {number[]} */ (row[column]).map(originalNumber => originalNumber < 0 ? originalNumber : originalNumber + before);
  data.originals.push(...originals);
  for (const originalNumber of unsure) doubtful.add(originalNumber + before);
  for (const [originalNumber, translations] of Object.entries(elsewhere)) data.elsewhere[Number(originalNumber) + before] = translations;
  for (const [docNumber, pieces] of Object.entries(passages)) addPassages(Number(docNumber), pieces);
  addRows(rows, ranks);
}

/** @param {number} docNumber @param {number} start @param {number} end */
export function slice(docNumber, start, end) {
  const piece = textOf(docNumber).pieces.findLast(([offset]) => offset <= start);
  return piece ? piece[2].slice(start - piece[0], end - piece[0]) : "";
}

// What cannot be seen, or turns the text around, is spelled out. Joiners stay: scripts and emoji need them.
const UNSEEN = /([\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\xad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}])/u;
/** @param {string} char */
const spelled = char => make("span", { class: "unseen", title: say.invisible },
  `U+${Number(char.codePointAt(0)).toString(16).toUpperCase().padStart(4, "0")}`);
/** @param {string} text @returns {Child} */
export const written = text => UNSEEN.test(text)
  ? text.split(UNSEEN).map((part, index) => index % 2 ? spelled(part) : part)
  : text;
/** @param {string} text */
export const flat = text => written(text.replace(/\s+/g, " "));
