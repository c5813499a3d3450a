// Terms and findings marked in the text of a document.

import { data, findings, kept, sources, STANDING, untilMore } from "./data.js";
import { fill, link, make } from "./elements.js";
import { linkMarks } from "./links.js";
import { say } from "./phrases.js";
import { slice, textOf, written } from "./texts.js";

const LONG = 2000; // marks that are longer are few, and looked at for every row
/** @type {() => Map<number, { long: Mark[], short: Mark[] }>} */
const marksByDocument = untilMore(() => new Map());

export const findingsByDocument = untilMore(() => {
  /** @type {FindingMark[][]} */
  const byDocument = sources.map(() => []);
  findings.forEach(finding => finding.places.forEach(([document, start, end], placeIndex) =>
    STANDING.has(finding.state) && byDocument[document].push({ start, end, finding, at: placeIndex })));
  return byDocument;
});

/** @param {Source} source */
function marksOf(source) {
  return kept(marksByDocument(), source.number, () => ordered(source));
}

/** @param {Source} source */
function ordered(source) {
  /** @type {TermMark[]} */
  const terms = textOf(source.number).terms.map(([start, end, concept, status]) => ({ start, end, concept: data.concepts[concept], status }));
  const all = [...findingsByDocument()[source.number], ...terms].filter(mark => mark.start < mark.end).sort(outerFirst);
  return { long: all.filter(mark => mark.end - mark.start > LONG), short: all.filter(mark => mark.end - mark.start <= LONG) };
}

/** @param {Mark} a @param {Mark} b */
export const outerFirst = (a, b) => a.start - b.start || b.end - a.end;

// How many of a sorted list come before: those of which `before` holds.
/** @template T @param {T[]} list @param {(item: T) => boolean} before */
export function countOf(list, before) {
  let low = 0, high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (before(list[middle])) low = middle + 1;
    else high = middle;
  }
  return low;
}

// The marks that a stretch of a text has a part in.
/** @param {Source} source @param {number} from @param {number} to */
function marksIn(source, from, to) {
  const { long, short } = marksOf(source), inside = long.filter(mark => mark.start < to && mark.end > from);
  return [...inside, ...shortIn(short, from, to), ...shortIn(linkMarks(source), from, to)].sort(outerFirst);
}

// Of short marks in order those that a stretch has a part in.
/** @template {Mark} M @param {M[]} short @param {number} from @param {number} to */
function shortIn(short, from, to) {
  const inside = /** @type {M[]} */ ([]);
  for (let index = countOf(short, mark => mark.start < from - LONG); index < short.length && short[index].start < to; index += 1) {
    if (short[index].end > from) inside.push(short[index]);
  }
  return inside;
}

// A stretch cut where marks begin and end, each part with what covers it.
/** @param {Source} source @param {number} from @param {number} to @returns {Child[]} */
export function marked(source, from, to) {
  const inside = marksIn(source, from, to), edges = new Set([from, to]);
  for (const mark of inside) [mark.start, mark.end].forEach(edge => from < edge && edge < to && edges.add(edge));
  const cuts = [...edges].sort((a, b) => a - b), parts = /** @type {Child[]} */ ([]);
  let next = 0, covers = /** @type {Mark[]} */ ([]);
  for (let index = 0; index + 1 < cuts.length; index += 1) {
    const [start, end] = [cuts[index], cuts[index + 1]];
    covers = covers.filter(cover => cover.end > start);
    while (next < inside.length && inside[next].start <= start) covers.push(inside[next++]);
    const text = slice(source.number, start, end);
    parts.push(covers.length ? part(source, written(text), covers, start) : withCode(text));
  }
  return parts;
}

// Words between backticks stand in the letters of code.
/** @param {string} text */
const withCode = text => text.split(/(`[^`\n]+`)/).map((part, index) => index % 2 ? make("code", {}, written(part)) : written(part));

/** @param {Source} source @param {Child} content @param {Mark[]} covers @param {number} from */
function part(source, content, covers, from) {
  const term = covers.find(cover => cover.concept !== undefined), covering = covers.filter(cover => cover.finding !== undefined);
  const links = covers.filter(cover => cover.link !== undefined).map(cover => cover.link);
  if (term || links.length) content = wordSpan(term, links, content, !covering.length);
  if (!covering.length) return content;
  const { finding, at: placeIndex } = covering.reduce((best, cover) => cover.finding.rank < best.finding.rank ? cover : best);
  return make("a", {
    class: `at ${finding.severity}`, "data-from": from, "data-findings": covering.map(cover => cover.finding.id).join(" "),
    href: link("document", { id: source.id, finding: finding.id, place: placeIndex }),
  }, make("mark", {}, content));
}

// A term of the glossary, words with a counterpart in the other language, or both. What is no link can be focused itself.
/** @param {TermMark | undefined} term @param {Link[]} links @param {Child} content @param {boolean} alone */
const wordSpan = (term, links, content, alone) => make("span", {
  class: [term && `term ${term.status}`, links.length && "link"].filter(Boolean).join(" "), "data-concept": term?.concept.id,
  "data-links": links.length ? links.map(link => link.number).join(" ") : null, tabindex: links.length && alone ? -1 : null,
  title: term && !links.length && fill(say.term, { concept: term.concept.names.en, status: say.statuses[term.status] }),
}, content);
