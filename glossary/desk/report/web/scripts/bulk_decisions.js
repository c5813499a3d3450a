// Bulk decisions: one decision on all that the filters show, asked for twice and undone at once.

import { changing, draftOf, drafts, isDecidable, whyOf } from "./card_controls.js";
import { joined, openKeys, partsWithout } from "./decision_parts.js";
import { decisions, take, timestamp } from "./decisions.js";
import { element, make } from "./elements.js";
import { filterValues, queued } from "./filters.js";
import { phrase, say } from "./phrases.js";
import { last, undoing } from "./progress.js";
import { isOpen } from "./queue.js";

export const confirming = element("confirm");
const bulkButtons = /** @type {HTMLButtonElement[]} */ ([...document.querySelectorAll("[data-bulk]")]);

// What is decided stays as it is, unless it is just that which is shown.
const inBulk = () => queued.filter(!filterValues.decision || filterValues.decision === "undecided" ? isOpen : isDecidable);

export function showBulk() {
  const n = inBulk().length;
  for (const button of bulkButtons) {
    button.textContent = phrase(say.bulk[`${button.dataset.bulk}${n === queued.length ? "" : "_rest"}`], { n });
    button.disabled = !n;
  }
  confirming.hidden = true; // what it asked about is no more
}

/** @param {BulkAction} action */
function askBulk(action) {
  const n = inBulk().length;
  const yes = make("button", { type: "button" }, phrase(say.bulk.yes, { action: say.actions[action], n }));
  const no = make("button", { type: "button" }, say.bulk.cancel);
  yes.addEventListener("click", () => decideAll(action));
  no.addEventListener("click", closeBulk);
  confirming.replaceChildren(make("p", {}, phrase(say.bulk[`${action}_about`], { n })), yes, " ", no);
  confirming.dataset.of = action;
  confirming.hidden = false;
  yes.focus();
}

export function closeBulk() {
  confirming.hidden = true;
  bulkButtons.find(button => button.dataset.bulk === confirming.dataset.of)?.focus();
}

// Of a finding that is decided in part, it is about the other places.
/** @param {Finding} finding @param {Decision} decision */
function onOpen(finding, decision) {
  const keys = decisions.has(finding.id) ? openKeys(finding) : [];
  return keys.length ? /** @type {Decision} */ (joined([{ ...decision, at: keys }, ...partsWithout(finding, decisions.get(finding.id), keys)])) : decision;
}

/** @param {BulkAction} action */
function decideAll(action) {
  // These replacements were not read one by one: only those that are safe, and those that were typed.
  const when = timestamp();
  /** @param {Finding} finding */
  const words = finding => action === "accept" ? (draftOf(finding, "words") ?? finding.suggestion).trim() : "";
  /** @type {Decided[]} */
  const changes = inBulk().map(finding => [finding.id, onOpen(finding, { action, when, words: words(finding), why: whyOf(finding).trim() })]);
  for (const [id] of changes) {
    drafts.delete(id);
    changing.delete(id);
  }
  take(changes);
  last.textContent = phrase(say.bulk.done, { n: changes.length, action: say.acted[action] });
  undoing.focus();
}

export function startBulkDecisions() {
  for (const button of bulkButtons) button.addEventListener("click", () => askBulk(/** @type {BulkAction} */ (button.dataset.bulk)));
}
