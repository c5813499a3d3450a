// Work in a document: keys lead from finding to finding, a decision leads on to the next that is open, and the last one to
// the next document.

import { findings, kept, sourceById, sources, STANDING, untilMore } from "./data.js";
import { onDecided, steps } from "./decisions.js";
import { documentTable } from "./document_table.js";
import { descendant, element, fill, link, make, nodes, number } from "./elements.js";
import { isInView, showKeys } from "./keyboard.js";
import { drawMap, pageMap } from "./page_map.js";
import { say } from "./phrases.js";
import { isDecided, takeBack } from "./progress.js";
import { isOpen, isReading } from "./queue.js";
import { openPlace, reader, reading } from "./reader.js";
import { land, noteAddress } from "./views.js";
import { lacksFindings } from "./volumes.js";

export const working = element("working"), workingDone = element("working-done"), workingLast = element("working-last");
export const workingUndo = element("working-undo", HTMLButtonElement), nextDocument = element("next-document", HTMLAnchorElement);

/** @type {() => Map<number, Work[]>} */
const workByDocument = untilMore(() => {
  /** @type {Map<number, Work[]>} */
  const byDocument = new Map();
  for (const finding of findings) {
    const placeIndex = finding.places.findIndex(([document]) => document === finding.document);
    if (placeIndex >= 0 && STANDING.has(finding.state)) kept(byDocument, finding.document, () => []).push({ finding, at: placeIndex, start: finding.places[placeIndex][1] });
  }
  for (const workList of byDocument.values()) workList.sort((a, b) => a.start - b.start); // those of one place stay in the order of the queue
  return byDocument;
});

// The findings of a document in the order of its text, each at its first place there.
/** @param {Source} source */
const workOf = source => workByDocument().get(source.number) ?? [];
/** @param {Work} work */
const isLeft = ({ finding }) => isOpen(finding);

// The card that is opened, if it is in view: that which has the focus, or the one that was asked for.
export function openedCard() {
  const card = document.activeElement?.closest(".opened .finding") ?? reader.querySelector(".opened .finding");
  return card && isInView(card) ? card : null;
}

// On by one from what is opened, else to what is in view.
/** @param {number} by */
export function stepWork(by) {
  const all = reading ? workOf(reading) : [], card = openedCard();
  const position = card ? all.findIndex(({ finding }) => finding.id === card.dataset.id) : -1, seenOffset = position < 0 ? seenFrom() : 0;
  const next = position >= 0 ? all[position + by] : by < 0 ? all.findLast(work => work.start < seenOffset) : all.find(work => work.start >= seenOffset);
  if (next) openWork(next);
  else if (all.length) workingLast.textContent = by < 0 ? say.working.first : say.working.last;
}

// Where the text begins that is in view.
function seenFrom() {
  const rows = [...reader.querySelectorAll(".row[data-from]:not(.english *)")];
  return Number(rows.find(row => row.getBoundingClientRect().bottom > 96)?.dataset.from ?? 0);
}

/** @param {Work} work */
function openWork({ finding, at: placeIndex }) {
  const source = sources[finding.document], address = link("document", { id: source.id, finding: finding.id, place: placeIndex });
  if (source !== reading) {
    location.hash = address;
    return;
  }
  history.replaceState(null, "", address); // one step of the history for a document: back leads to where it was opened
  noteAddress();
  const [words, card] = openPlace(source, new URLSearchParams(address.split("?")[1])) ?? [];
  card?.querySelector(".finding")?.focus({ preventScroll: true });
  if (words) land(words, card, true);
}

// On to the next finding that is open; from the end to those that were passed over.
/** @param {Finding} finding */
export function workOn(finding) {
  const all = reading ? workOf(reading) : [], position = all.findIndex(candidate => candidate.finding === finding);
  const next = all.slice(position + 1).find(isLeft) ?? all.find(isLeft);
  if (next) return openWork(next);
  reader.querySelector(`.finding[data-id="${CSS.escape(finding.id)}"]`)?.focus({ preventScroll: true });
  workingLast.append(" · ", nextDocument.hidden ? say.working.all_documents : say.working.all);
}

/** @param {Finding} finding */
export function openAgain(finding) {
  const work = workOf(sources[finding.document]).find(candidate => candidate.finding === finding);
  if (work) openWork(work);
}

// --- how far one is

/** @param {Source} source */
function doneOf(source) {
  const all = workOf(source);
  return { n: all.filter(({ finding }) => isDecided(finding)).length, of: all.length };
}

/** @param {Source} source */
function sayDone(source) {
  const { n, of } = doneOf(source);
  return [n === of && make("span", { class: "check", "aria-hidden": "true" }, "✓ "), fill(say.deciding.done, { n: number(n), of: number(of) })];
}

// What comes after a document and has something to decide, or may have: not all of its findings were read.
/** @param {Source} source */
function documentAfter(source) {
  const after = [...sources.slice(source.number + 1), ...sources.slice(0, source.number)];
  return after.find(other => other.others.some(lacksFindings) || workOf(other).some(isLeft));
}

export function showWork() {
  pageMap.hidden = true;
  working.hidden = !reading || !workOf(reading).length;
  if (working.hidden) workingDone.textContent = "";
  if (!reading) return;
  const next = documentAfter(reading), first = next && workOf(next).find(isLeft);
  if (!working.hidden) workingDone.replaceChildren(...nodes(sayDone(reading)));
  workingUndo.disabled = !steps.length;
  nextDocument.hidden = !next;
  if (next) {
    nextDocument.hash = link("document", { id: next.id, ...first && { finding: first.finding.id, place: first.at } });
    nextDocument.title = next.path;
  }
  drawMap(reading);
}

// In the table of documents each that was begun says how far it is.
export function markDone() {
  for (const row of documentTable.tBodies[0].rows) {
    const source = sourceById.get(new URLSearchParams(descendant(row, "a", HTMLAnchorElement).hash.split("?")[1]).get("id"));
    row.querySelector(".done")?.remove();
    if (source && doneOf(source).n && !source.others.some(lacksFindings)) row.cells[0].append(make("p", { class: "done" }, sayDone(source)));
  }
}

export function startDocumentWork() {
  for (const [name, act] of /** @type {[string, () => void][]} */ ([
    ["previous-finding", () => stepWork(-1)], ["next-finding", () => stepWork(1)], ["working-undo", takeBack], ["working-help", showKeys],
  ])) element(name).addEventListener("click", act);
  onDecided.push(() => isReading() && showWork());
}
