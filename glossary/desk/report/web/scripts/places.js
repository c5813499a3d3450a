// A place: the words in their sentence, and where that is.

import { data, sources } from "./data.js";
import { clip, link, make } from "./elements.js";
import { escaped } from "./finding_card.js";
import { say } from "./phrases.js";
import { sourceTool } from "./source_links.js";
import { slice, written } from "./texts.js";

const LONGEST = 240;

/** @param {PlaceRow} row @returns {Place} */
export const readPlace = ([document, start, end, from, to, cut, line, column]) =>
  ({ source: sources[document], start, end, from, to, cut, line, column });

/** @param {LineOfSource} place */
export function where(place) {
  const { source, line, column } = place;
  return `${source.path}:${source.extracted ? "~" : ""}${line}:${column}`;
}

const SHORT = 40; // characters of a place as a card says it

// The end of a long path says which file it is.
/** @param {string} text */
function brief(text) {
  const from = text.length > SHORT ? text.indexOf("/", text.length - SHORT) : -1;
  return from < 0 ? text : `…${text.slice(from)}`;
}

/** @param {Finding} finding @param {number} placeIndex */
export function placeLink(finding, placeIndex) {
  const place = readPlace(finding.places[placeIndex]), address = where(place);
  return [make("a", { href: link("document", { id: place.source.id, finding: finding.id, place: placeIndex }), title: address }, brief(address)), " ",
    sourceTool(place, { class: "lookup" }, "↗\ufe0e")];
}

export const doubtful = new Set(data.doubtful);
/** @param {Finding} finding @param {number} placeIndex */
export const hasOriginal = (finding, placeIndex) => data.originals[finding.originals[placeIndex]] !== undefined && !doubtful.has(finding.originals[placeIndex]);

// Where a term of the original has no counterpart, the place is the whole sentence: what is expected belongs into it, not in its stead.
/** @param {Finding} finding */
export function lacksTerm({ places, suggestion, expected, surface }) {
  const [, start, end, from, to, cut] = places[0] ?? [];
  return !suggestion && expected.length > 0 && start === from && end === to && !cut && surface.length > 2 * Math.max(...expected.map(form => form.length));
}

// How the other translations say the sentence that the place stands in.
/** @param {Finding} finding @param {number} placeIndex */
export const inOtherLanguages = (finding, placeIndex) => (data.elsewhere[finding.originals[placeIndex]] ?? [])
  .map(([tag, text]) => make("p", { class: "original elsewhere", lang: tag, title: say.elsewhere }, written(text)));

/** @param {string} text @param {string} words @returns {[number, number] | null} */
function wholeWords(text, words) {
  const match = new RegExp(`(?<![A-Za-z0-9_])${escaped(words)}(?![A-Za-z0-9_])`, "i").exec(text);
  return match && [match.index, match.index + words.length];
}

// The English words that a finding is about: as terms are aligned, or else those that it names itself.
/** @param {Finding} finding @param {number} placeIndex @param {string} english @returns {[start: number, end: number, omitted?: boolean] | null} */
function englishWords(finding, placeIndex, english) {
  const forms = [finding.surface, ...finding.expected].filter(form => /^[\x20-\x7e]{2,60}$/.test(form) && form.length < english.length);
  return finding.english[placeIndex] || forms.map(form => wholeWords(english, form)).find(Boolean) || null;
}

/** @param {Finding} finding @param {number} placeIndex @param {string} english */
function markedEnglish(finding, placeIndex, english) {
  const [start, end, omitted] = englishWords(finding, placeIndex, english) ?? [0, 0];
  if (!end) return written(english);
  const mark = make("mark", omitted ? { class: "omitted", title: say.relations.omitted } : {}, written(english.slice(start, end)));
  return [written(english.slice(0, start)), mark, written(english.slice(end))];
}

// What the place is aligned with in English, as far as that is known.
/** @param {Finding} finding @param {number} placeIndex */
export function original(finding, placeIndex) {
  const english = data.originals[finding.originals[placeIndex]];
  if (!english || hasOriginal(finding, placeIndex)) return english && make("p", { class: "original", lang: "en", title: say.original }, markedEnglish(finding, placeIndex, english));
  return make("p", { class: "original doubtful" }, make("b", {}, say.perhaps), " ", make("span", { lang: "en" }, written(english)));
}

const AFTER_GAP = 120; // characters of what follows sentences that are lacking

// Where sentences are lacking after the place: the gap, and what the text goes on with.
/** @param {Finding} finding @param {number} placeIndex */
function gapAfter(finding, placeIndex) {
  const { source, to } = readPlace(finding.places[placeIndex]), [, , isLacking] = finding.english[placeIndex] || [];
  if (finding.rule !== "T505" || !isLacking) return null;
  const following = slice(source.number, to, to + AFTER_GAP).trim();
  return [make("span", { class: "gap", title: say.relations.omitted }, "⋯"), following ? [written(following), "…"] : null];
}

/** @param {Finding} finding @param {number} placeIndex */
export function inContext(finding, placeIndex) {
  const { source, start, end, from, to, cut } = readPlace(finding.places[placeIndex]);
  /** @param {number} a @param {number} b */
  const part = (a, b) => written(slice(source.number, a, b));
  const words = slice(source.number, start, end);
  return make("div", { class: "context", lang: source.tag },
    cut & 1 ? "…" : "", part(from, start), make("mark", {}, written(clip(words, LONGEST))), part(end, to), cut & 2 ? "…" : "", gapAfter(finding, placeIndex));
}
