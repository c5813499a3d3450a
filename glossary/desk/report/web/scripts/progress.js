// Progress: how much is decided, and what was done last.

import { showBulk } from "./bulk_decisions.js";
import { askedCount, data, findingById, findings, STANDING, untilMore } from "./data.js";
import { showHanding } from "./decision_files.js";
import { openKeys, placeCount } from "./decision_parts.js";
import { decisions, onDecided, steps, undo } from "./decisions.js";
import { openAgain, workingLast } from "./document_work.js";
import { clip, element, fill, nodes, number } from "./elements.js";
import { filters, offer, queued, readsOwn } from "./filters.js";
import { showTabling } from "./findings_table.js";
import { shownCard } from "./keyboard.js";
import { many, phrase, say } from "./phrases.js";
import { isReading, moveToFinding } from "./queue.js";
import { showMinutes } from "./review_time.js";
import { isReviewed } from "./reviewer.js";
import { written } from "./texts.js";

export const doneText = element("done"), last = element("last"), undoing = element("undo", HTMLButtonElement);
/** @param {Finding} finding */
export const isDecided = finding => decisions.has(finding.id) && !(decisionOn(finding).at && openKeys(finding).length);
/** @param {Finding} finding */
export const decisionOn = finding => /** @type {Decision} */ (decisions.get(finding.id)); // of one that is decided
export const standing = untilMore(() => findings.filter(finding => STANDING.has(finding.state)));
export const standingHere = () => readsOwn() ? standing().filter(isReviewed) : standing();
export const standingCount = () => readsOwn() ? standingHere().length : data.volumes?.standing ?? standing().length; // those that are not here yet as well

export function showProgress() {
  const decidedCount = queued.filter(isDecided).length, all = standingHere().filter(isDecided).length;
  const bar = element("progress", HTMLProgressElement);
  bar.max = Math.max(queued.length, 1);
  bar.value = decidedCount;
  const summary = fill(say.deciding.done, { n: number(decidedCount), of: number(queued.length) });
  doneText.textContent = queued.length === standingCount() && decidedCount === all
    ? summary : `${summary} · ${fill(say.deciding.done_all, { n: number(all), of: number(standingCount()) })}`;
  undoing.disabled = !steps.length;
  showMinutes();
  showBulk();
  showHanding();
  showTabling();
}

// What was done last is said where the reviewer is.
export const lastHere = () => isReading() ? workingLast : last;

/** @param {Finding} finding */
export function announce(finding) {
  const { action, words } = decisionOn(finding), left = placeCount(finding, openKeys(finding)), n = (steps.at(-1)?.length ?? 1) - 1;
  lastHere().replaceChildren(...nodes(say.acted[action], " ", written(clip(finding.surface, 20)), words && [" → ", written(clip(words, 20))],
    left > 0 && ` · ${phrase(say.deciding.left, { n: left })}`, n > 0 && [" · ", many(say.alike, n)]));
}

/** @param {Finding} finding @param {string} key */
export function tellDecided(finding, key) {
  const values = { words: clip(finding.surface, 20), action: say.acted[decisionOn(finding).action], key: key.toUpperCase() };
  lastHere().replaceChildren(...nodes(written(fill(say.deciding.already, values))));
}

export function takeBack() {
  const step = undo(), [id] = step[0] ?? [];
  if (!step.length) return;
  lastHere().textContent = phrase(say.deciding.undone, { n: step.length });
  const card = shownCard(), finding = findingById.get(id);
  if (finding) isReading() ? openAgain(finding) : moveToFinding(finding);
  else card?.focus();
}

let counting = 0;

export function startProgress() {
  undoing.addEventListener("click", takeBack);
  for (const element of document.querySelectorAll(".desk, #findings .pace")) element.hidden = !findings.length;
  element("desk").hidden = !(findings.length || askedCount);

  // The first finding comes before what is seldom used.
  for (const fold of document.querySelectorAll(".folds button")) {
    const place = element(`${fold.getAttribute("aria-controls")}`);
    fold.addEventListener("click", () => fold.setAttribute("aria-expanded", `${place.classList.toggle("unfolded")}`));
  }
  onDecided.push(() => {
    showProgress();
    clearTimeout(counting);
    counting = setTimeout(() => document.activeElement !== filters.elements.decision && offer("decision"), 300);
  });
}
