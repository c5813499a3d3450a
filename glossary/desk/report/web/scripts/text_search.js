// Search in texts: which documents have words in them, those on the page at once, those beside it on request.

import { kept, sources } from "./data.js";
import { listDocuments } from "./document_table.js";
import { element, fold, make } from "./elements.js";
import { escaped } from "./finding_card.js";
import { addTexts, textOf, written } from "./texts.js";
import { lacksText, readDocuments, readVolume } from "./volumes.js";

export const beside = element("search-beside", HTMLButtonElement);
/** @type {Map<number, string>} */
const foldedTexts = new Map(); // of documents whose text is here, as far as it is

/** @param {Source} source */
export function foldedText({ number: docNumber }) {
  return kept(foldedTexts, docNumber, () => fold(textOf(docNumber).pieces.map(([, , text]) => text).join("\n")));
}

/** @param {string} text @param {string[]} words */
export const hasAll = (text, words) => words.every(word => text.includes(word));

// The first place of a word with what stands around it; none where it is written otherwise.
/** @param {Source} source @param {string} word */
export function firstPassage({ number: docNumber, tag }, word) {
  for (const [, , text] of textOf(docNumber).pieces) {
    const match = new RegExp(escaped(word), "i").exec(text);
    if (!match) continue;
    const end = match.index + match[0].length;
    return make("span", { class: "passage", lang: tag }, match.index > 30 ? "…" : "", written(text.slice(Math.max(0, match.index - 30), match.index)),
      make("mark", {}, written(match[0])), written(text.slice(end, end + 60)), end + 60 < text.length ? "…" : "");
  }
  return null;
}

// Texts that lie beside the page and were not read yet, by the number of their volume.
export const volumesUnread = () => [...new Set(sources.filter(lacksText).map(source => source.volume))];

async function searchBeside() {
  await readDocuments();
  for (const number of volumesUnread()) {
    beside.disabled = true;
    await readVolume(`texts-${number}`, addTexts);
    foldedTexts.clear();
    listDocuments();
  }
  beside.disabled = false;
  listDocuments();
}

export function startTextSearch() {
  beside.addEventListener("click", searchBeside);
}
