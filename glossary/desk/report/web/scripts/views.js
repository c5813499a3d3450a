// Views: one section at a time, named by the address, so that a place can be sent to a colleague.

import { showConcepts } from "./concepts.js";
import { data } from "./data.js";
import { showDocuments } from "./document_table.js";
import { descendant, element } from "./elements.js";
import { showQueue } from "./filters.js";
import { remember, remembered } from "./memory.js";
import { showTrend } from "./overview.js";
import { langIndex, LANGS, say, speak } from "./phrases.js";
import { isDecided, standingHere } from "./progress.js";
import { isOpen } from "./queue.js";
import { showDocument } from "./reader.js";
import { seat } from "./reviewer.js";

/** @type {Record<string, (values: URLSearchParams) => Shown | Promise<unknown>>} */
const views = {
  overview: () => showTrend(), findings: values => showQueue(values), concepts: values => showConcepts(values),
  documents: values => showDocuments(values), document: values => showDocument(values), "left-out": () => null,
};
/** @type {Record<string, string>} */
const under = { document: "documents" }; // the entry of the menu that a view without one belongs to
/** @type {Map<string, number>} */
export const scrolled = new Map(); // address → how far down it was left
const firstView = data.packet && data.findings.length ? "findings" : "overview"; // a packet is there to be decided
/** @type {string | null} */
let shownHash = null;

export function noteAddress() {
  shownHash = location.hash;
}

// The browser must not scroll to a section by itself: here an address names a view, not a place on the page.
const sections = [...document.querySelectorAll("main > section")];

export function go() {
  const [viewName, values] = location.hash.slice(1).split("?"), view = Object.hasOwn(views, viewName) ? viewName : firstView;
  for (const section of sections) section.hidden = section.dataset.view !== view;
  document.body.dataset.view = view;
  seat();
  for (const entry of /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll("nav a"))) {
    if (entry.hash === `#${under[view] ?? view}`) entry.setAttribute("aria-current", "page");
    else entry.removeAttribute("aria-current");
  }
  const ready = views[view](new URLSearchParams(values)), hash = location.hash;
  if (!(ready instanceof Promise)) return arrive(view, ready);
  element("main").setAttribute("aria-busy", "true");
  ready.then(later => location.hash === hash && arrive(view, /** @type {Shown} */ (later)));
}

/** @param {string} view @param {Shown} place */
function arrive(view, place) {
  const [words, card] = place || [], title = element(`${view}-title`);
  element("main").removeAttribute("aria-busy");
  if (shownHash !== null) (words?.matches("a") ? words : title).focus({ preventScroll: true });
  const elsewhere = shownHash?.split("&")[0] !== location.hash.split("&")[0];
  noteAddress();
  entitle(view, title);
  if (words) land(words, card, elsewhere);
  else scrollTo(0, scrolled.get(location.hash) ?? 0);
}

// Bookmarks and the history tell one view from another.
/** @param {string} view @param {HTMLElement} title */
function entitle(view, title) {
  const page = `${say.title} · ${data.packet || data.build}`;
  document.title = view === "overview" ? page : `${title.textContent} · ${page}`;
}

// Lines have their height only once they are in view, which moves what is below them: it is scrolled to again until it
// stays where it is, or the reader moves on.
let landing = 0;
/** @param {HTMLElement} words @param {HTMLElement | null | undefined} card @param {boolean} elsewhere */
export function land(words, card, elsewhere, still = 0, frames = 60) {
  if (elsewhere) words.scrollIntoView({ block: "center" });
  card?.scrollIntoView({ block: "nearest" });
  words.scrollIntoView({ block: "nearest" }); // above all
  const before = words.getBoundingClientRect().top;
  landing = requestAnimationFrame(() => {
    const stays = Math.abs(words.getBoundingClientRect().top - before) < 1 ? still + 1 : 0;
    if (words.isConnected && stays < 3 && frames) land(words, card, elsewhere, stays, frames - 1);
  });
}

// What one looks at and presses stays at the same height of the window: the middle, or on a phone its end, where the
// buttons are and the thumb is.
export const NARROW = matchMedia("(max-width: 44rem)");
/** @param {HTMLElement} card */
export function bringDown(card, frames = 3) {
  card.scrollIntoView({ block: card.offsetHeight > innerHeight * .8 ? "start" : "end" });
  if (frames && card.isConnected) landing = requestAnimationFrame(() => bringDown(card, frames - 1)); // cards above get their heights
}

const chosen = element("says", HTMLSelectElement);

export function startViews() {
  for (const section of sections) {
    section.dataset.view = section.id;
    section.removeAttribute("id");
  }

  for (const moves of ["wheel", "touchstart", "pointerdown", "keydown", "hashchange"]) {
    addEventListener(moves, () => cancelAnimationFrame(landing), { passive: true, capture: true });
  }

  addEventListener("scroll", () => shownHash === location.hash && scrolled.set(shownHash, scrollY), { passive: true });
  addEventListener("hashchange", go);
  chosen.addEventListener("change", () => {
    remember("language", chosen.value);
    speak(chosen.value);
    go();
    chosen.focus({ preventScroll: true });
  });

  descendant(document, ".skip").addEventListener("click", event => {
    event.preventDefault();
    sections.find(section => !section.hidden)?.querySelector("h2")?.focus();
  });

  history.scrollRestoration = "manual";
  for (const element of document.querySelectorAll(".messages, .filters, #kwic")) element.hidden = false;
  speak(remembered("language") ?? navigator.language.slice(0, 2));
  chosen.value = LANGS[langIndex];
  // Whoever has begun to decide goes on where there is something left.
  if (!location.hash && standingHere().some(isDecided) && standingHere().some(isOpen)) history.replaceState(null, "", "#findings");
  go();
}
