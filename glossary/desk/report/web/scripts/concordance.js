// A concordance: a rendering in the lines it stands in, ordered by what comes before it, after it, or as in the texts.

import { sources } from "./data.js";
import { element, link, make } from "./elements.js";
import { where } from "./places.js";
import { flat, slice } from "./texts.js";

const kwic = /** @type {ConcordanceForm} */ (element("kwic", HTMLFormElement));
/** @param {string} text */
const near = text => text.replace(/\s+/g, " ").trim().toLowerCase();
/** @type {WeakMap<HTMLElement, ConcordancePlaces>} */
const placesOf = new WeakMap(); // box of lines → its places

// What a line is ordered by; before the word it is read from the word leftwards.
/** @type {Record<string, ((place: SpotRow) => string) | undefined>} */
const contexts = {
  left: ([docNumber, start, , from]) => [...near(slice(docNumber, from, start))].reverse().join(""),
  right: ([docNumber, , end, , to]) => near(slice(docNumber, end, to)),
};

/** @param {SpotRow[]} places @param {string} tag @param {string} status */
export function concordance(places, tag, status) {
  const box = make("div", { class: "lines", "data-status": status });
  placesOf.set(box, { places, tag });
  fillLines(box);
  return box;
}

/** @param {HTMLElement} box */
function fillLines(box) {
  const { places, tag } = /** @type {ConcordancePlaces} */ (placesOf.get(box)), context = contexts[kwic.elements.kwic.value];
  const { compare } = new Intl.Collator(tag), keys = new Map(context && places.map(place => [place, context(place)]));
  const ordered = context ? places.toSorted((a, b) => compare(keys.get(a) ?? "", keys.get(b) ?? "")) : places;
  box.replaceChildren(...ordered.flatMap(kwicLine));
}

/** @param {SpotRow} place */
function kwicLine([docNumber, start, end, from, to, line, column]) {
  const { tag: lang, id } = sources[docNumber], address = where({ source: sources[docNumber], line, column });
  return [
    make("span", { class: "before", lang }, make("span", {}, flat(slice(docNumber, from, start)))),
    make("a", { class: "word", href: link("document", { id, at: start }), title: address }, make("mark", { lang }, flat(slice(docNumber, start, end)))),
    make("span", { class: "after", lang }, flat(slice(docNumber, end, to))),
    make("span", { class: "where" }, make("bdi", {}, address)),
  ];
}

export function startConcordance() {
  kwic.addEventListener("change", () => document.querySelectorAll(".lines").forEach(fillLines));
}
