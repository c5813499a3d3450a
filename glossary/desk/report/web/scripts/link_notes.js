// Notes of links: the words under the pointer or the focus, with those that they stand for, and a note that says so.

import { data, sources } from "./data.js";
import { element, fill, make, percent } from "./elements.js";
import { linksOf } from "./links.js";
import { say } from "./phrases.js";
import { besideOf, reader, reading } from "./reader.js";
import { meet, unitOf } from "./row_navigation.js";
import { flat, slice } from "./texts.js";

export const linkNote = element("link-note");
/** @type {HTMLElement | null} */
let pointed = null; // the words that the note stands at

// The words that an element is, or shows: what a finding marks may be a term as well.
/** @param {Element | null} node */
const linkedWords = node => node?.closest(".link") ?? node?.querySelector(":scope > mark > .link") ?? null;

// The words that the focus is on keep their note while the pointer passes over others.
/** @param {Element} node */
export function meetLink(node) {
  const words = linkedWords(node) ?? linkedWords(reader.contains(document.activeElement) ? document.activeElement : null);
  if (words !== pointed) showLinks(words);
  return words;
}

/** @param {HTMLElement | null} words */
export function showLinks(words) {
  pointed?.removeAttribute("aria-describedby");
  pointed?.closest("a")?.removeAttribute("aria-describedby");
  for (const element of reader.querySelectorAll(".linked")) element.classList.remove("linked", "unsure");
  pointed = words;
  linkNote.hidden = !words;
  if (!words || !reading) return;
  const links = linksAt(words), all = linksOf(reading);
  for (const element of /** @type {NodeListOf<HTMLElement>} */ (unitOf(words)?.querySelectorAll(".link") ?? [])) {
    const linkNumbers = numbersAt(element).filter(number => links.includes(all[number]));
    element.classList.toggle("linked", linkNumbers.length > 0);
    element.classList.toggle("unsure", linkNumbers.length > 0 && linkNumbers.every(number => !isSure(all[number])));
  }
  linkNote.replaceChildren(...links.map(linkLine));
  (words.closest("a") ?? words).setAttribute("aria-describedby", linkNote.id);
  placeNote(words);
}

/** @param {HTMLElement} words */
const numbersAt = words => `${words.dataset.links}`.split(" ").map(Number);
/** @param {HTMLElement} words */
const linksAt = words => numbersAt(words).map(number => linksOf(/** @type {Source} */ (reading))[number]);
/** @param {Link} one */
const isSure = ({ relation, sure }) => relation === "omitted" || sure >= data.certain;

// The term, what stands for it, what that is to the glossary, and how sure it is.
/** @param {Link} one */
function linkLine({ original, own: ownSpan, relation, sure }) {
  const source = /** @type {Source} */ (reading), english = sources[besideOf(source).english];
  return make("div", {},
    make("p", {}, make("b", { lang: english.tag }, flat(slice(english.number, ...original))),
      make("span", { class: "arrow", "aria-hidden": "true" }, " → "), make("span", { class: "away" }, `${say.linking.by} `),
      ownSpan ? make("b", { lang: source.tag }, flat(slice(source.number, ...ownSpan))) : "–"),
    make("p", { class: "dim" }, `${say.linking[relation]} · ${fill(say.sure, { percent: percent(sure) })}`));
}

// Below the words, or above them where the window ends; never beyond its sides. On a narrow screen, where the counterpart
// stands below the words, at the end of the window that is further away.
/** @param {HTMLElement} words */
function placeNote(words) {
  const [first] = words.getClientRects(), around = linkNote.offsetParent?.getBoundingClientRect();
  linkNote.classList.toggle("atop", first?.top > innerHeight / 2);
  if (!first || !around) return;
  const { left, top, width } = around;
  const above = first.bottom + linkNote.offsetHeight > innerHeight && first.top > linkNote.offsetHeight;
  linkNote.style.left = `${Math.max(0, Math.min(first.left - left, width - linkNote.offsetWidth))}px`;
  linkNote.style.top = `${(above ? first.top - linkNote.offsetHeight : first.bottom) - top}px`;
}

// What can be read out with the arrow keys in a row: words of links, each once, and findings that hold some.
/** @param {Element} unit */
function linkStops(unit) {
  const stops = /** @type {HTMLElement[]} */ ([...unit.querySelectorAll(".link[tabindex], a.at:has(.link)")]);
  /** @param {HTMLElement} stop */
  const numbers = stop => linkedWords(stop)?.dataset.links;
  return stops.filter((stop, index) => !index || numbers(stop) !== numbers(stops[index - 1]) || stop.closest(".row") !== stops[index - 1].closest(".row"));
}

/** @param {Element} node @param {number} by */
export function stepLink(node, by) {
  const unit = unitOf(node), stops = unit ? linkStops(unit) : [], position = stops.indexOf(/** @type {HTMLElement} */ (node));
  const next = position < 0 && by < 0 ? null : stops[position + by];
  next?.focus({ preventScroll: true });
  next?.scrollIntoView({ block: "nearest" });
  return Boolean(next);
}

export function startLinkNotes() {
  addEventListener("keydown", event => {
    if (event.key !== "Escape" || !pointed) return;
    showLinks(null);
    event.stopPropagation();
  }, true);
  reader.addEventListener("focusout", () => showLinks(null));
  linkNote.addEventListener("mouseleave", () => meet(reader));
}
