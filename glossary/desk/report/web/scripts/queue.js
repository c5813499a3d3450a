// The queue: its cards, a stretch of it at a time, and which of them the reviewer is at.

import { cardState, isDecidable } from "./card_controls.js";
import { onDecided } from "./decisions.js";
import { workOn } from "./document_work.js";
import { descendant, element, make, targetOf } from "./elements.js";
import { count, queue, queued } from "./filters.js";
import { findingCard, findingOf } from "./finding_card.js";
import { remember, remembered } from "./memory.js";
import { phrase, say } from "./phrases.js";
import { isDecided, last } from "./progress.js";
import { reader } from "./reader.js";
import { bringDown, land, NARROW } from "./views.js";
import { lacksSomeFindings, readAllFindings } from "./volumes.js";

const PORTION = 30, NEAR = 150; // cards that are added at once; findings that are listed up to, rather than restarted at
let first = 0, shownEnd = 0; // the queue shows found[first:shownEnd]
/** @type {Finding | null} */
export let current = null; // the finding that the reviewer is at

const earlier = make("button", { type: "button" }), later = make("button", { type: "button" });
const nearing = new IntersectionObserver(entries => entries.some(entry => entry.isIntersecting) && forward(), { rootMargin: "600px" });

// It begins where there is something to decide.
export function list() {
  const queueIndex = Math.max(0, queued.findIndex(isOpen));
  cardState.reopened = null;
  later.textContent = say.more;
  if (queued.length) listFrom(queueIndex < PORTION ? 0 : queueIndex);
  else queue.replaceChildren(make("p", {}, say.none_fits));
  mark(queued[queueIndex] ?? null);
}

/** @param {Finding} finding */
export const isOpen = finding => isDecidable(finding) && !isDecided(finding);

/** @param {number} queueIndex */
function listFrom(queueIndex) {
  first = shownEnd = queueIndex;
  queue.replaceChildren(earlier, later);
  forward();
}

function forward() {
  if (shownEnd >= queued.length && lacksSomeFindings()) return goOn();
  const added = queued.slice(shownEnd, shownEnd + PORTION);
  shownEnd += added.length;
  later.before(...added.map(finding => findingCard(finding)));
  edges();
}

// Those after the last one that is here.
function goOn() {
  nearing.disconnect();
  readAllFindings().then(() => {
    count();
    forward();
  });
}

function backward() {
  const added = queued.slice(Math.max(0, first - PORTION), first);
  first -= added.length;
  earlier.after(...added.map(finding => findingCard(finding)));
  edges();
}

function edges() {
  earlier.hidden = !first;
  earlier.textContent = phrase(say.deciding.earlier, { n: first });
  later.hidden = shownEnd >= queued.length && !lacksSomeFindings();
  nearing.disconnect();
  if (!later.hidden) nearing.observe(later); // again: it tells only of changes, and the end may still be in view
}

/** @param {number} queueIndex */
const cardAt = queueIndex => first <= queueIndex && queueIndex < shownEnd ? /** @type {HTMLElement} */ (queue.children[1 + queueIndex - first]) : null;
/** @param {Finding | null} finding */
export const cardOf = finding => finding && cardAt(queued.indexOf(finding));

/** @param {number} queueIndex */
function reach(queueIndex) {
  if (queueIndex < first - NEAR || queueIndex >= shownEnd + NEAR) listFrom(queueIndex);
  while (queueIndex < first) backward();
  while (queueIndex >= shownEnd) forward();
}

/** @param {Finding | null} finding */
function mark(finding) {
  queue.querySelector("[data-current]")?.removeAttribute("data-current");
  current = finding;
  cardOf(current)?.setAttribute("data-current", "");
}

/** @param {Finding} finding */
export function moveToFinding(finding, middle = true) {
  const queueIndex = queued.indexOf(finding);
  if (queueIndex < 0) return;
  reach(queueIndex);
  mark(finding);
  const card = /** @type {HTMLElement} */ (cardAt(queueIndex));
  card.focus({ preventScroll: true });
  if (NARROW.matches) bringDown(card);
  else land(card, null, middle);
}

// On to the next finding that is not decided; from the end to those that were passed over.
/** @param {Finding} finding */
export function moveOn(finding) {
  if (isReading()) return workOn(finding);
  const queueIndex = queued.indexOf(finding);
  const next = queued.slice(queueIndex + 1).find(isOpen) ?? queued.find(isOpen);
  if (next) return moveToFinding(next);
  cardOf(finding)?.focus({ preventScroll: true });
  last.append(" · ", say.deciding.none_left);
}

export const isReading = () => !reader.closest("section")?.hidden;

export function startQueue() {
  earlier.addEventListener("click", backward);
  later.addEventListener("click", forward);

  queue.addEventListener("focusin", event => {
    const card = targetOf(event)?.closest(".finding");
    if (card) mark(findingOf(card));
  });
}

// --- the pane: on a wide screen a dense list of a line each, and beside it the finding that the reviewer is at

const denseButton = element("dense", HTMLButtonElement), paceBar = descendant(document, "#findings-title ~ .pace");

// Below the bar that stays in view, wherever that is.
function placePane() {
  queue.style.setProperty("--pane", `${Math.max(8, paceBar.getBoundingClientRect().bottom + 8)}px`);
}

/** @param {boolean} isDense */
function setDense(isDense) {
  queue.classList.toggle("dense", isDense);
  denseButton.setAttribute("aria-pressed", `${isDense}`);
  placePane();
}

export function startPane() {
  denseButton.addEventListener("click", () => {
    setDense(!queue.classList.contains("dense"));
    remember("dense", queue.classList.contains("dense") ? "1" : "");
    if (current) moveToFinding(current);
  });
  for (const name of ["scroll", "resize"]) addEventListener(name, placePane, { passive: true });
  onDecided.push(placePane);
  setDense(remembered("dense") === "1");
}
