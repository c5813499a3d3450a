// Questions of renderings: words that stand for a concept and that its entry lacks are admitted, or called wrong, by a key.

import { conceptList, fillConcept, listedConcepts } from "./concepts.js";
import { askedCount, askedRenderings } from "./data.js";
import { handed, handOver } from "./decision_files.js";
import { decisions, onDecided, steps, take, timestamp, undo } from "./decisions.js";
import { clip, descendant, element, fill, make, nodes, number, targetOf } from "./elements.js";
import { isInView, showKeys } from "./keyboard.js";
import { phrase, say } from "./phrases.js";
import { askName, nameField } from "./reviewer.js";
import { written } from "./texts.js";
import { land } from "./views.js";

const ASKED_OF = /** @type {const} */ ({ admit: "a", wrong: "w" }); // what is offered, and its key
const askedDone = element("asked-done"), askedLast = element("asked-last"), askedUndo = element("asked-undo", HTMLButtonElement);
const askedExport = element("asked-export", HTMLButtonElement);
export const isAsking = () => !conceptList.closest("section")?.hidden;

// What a rendering offers until it is decided, and what it says afterwards.
/** @param {string} id */
export function choice(id) {
  const decision = decisions.get(id);
  /** @param {"admit" | "wrong"} action */
  const offer = action => make("button", { type: "button", "data-ask": action, "aria-keyshortcuts": ASKED_OF[action], title: say.meant[action] },
    say.asking[action], make("kbd", { "aria-hidden": "true" }, ASKED_OF[action]));
  return make("span", { class: `choosing ${decision ? `decided ${decision.action}` : ""}`, role: "group", "aria-label": say.deciding.decide },
    decision ? [make("b", {}, say.acted[decision.action]), " ", make("button", { type: "button", "data-ask": "clear" }, say.deciding.clear)]
      : [offer("admit"), " ", offer("wrong")]);
}

/** @param {string} id @param {Decision | undefined} decision */
function decideRendering(id, decision) {
  const askedRendering = askedRenderings().get(id);
  take([[id, decision]]);
  if (!askedRendering || !decision) return;
  askedLast.replaceChildren(...nodes(say.acted[decision.action], " ", written(clip(askedRendering.surface, 20))));
  const ids = listedAsked(), position = ids.indexOf(id), isLeft = /** @param {string} askedId */ askedId => !decisions.has(askedId);
  const next = ids.slice(position + 1).find(isLeft) ?? ids.find(isLeft);
  if (next) moveToRendering(next);
  else askedLast.append(" · ", say.deciding.none_left);
}

// The renderings of the concepts that are listed.
function listedAsked() {
  const listed = new Set(listedConcepts.map(concept => concept.id));
  return [...askedRenderings().values()].filter(rendering => listed.has(rendering.concept)).map(rendering => rendering.id);
}

// Its concept is opened, and listed where the list has not come to it.
/** @param {string} id */
function moveToRendering(id) {
  const askedRendering = askedRenderings().get(id), find = () => conceptList.querySelector(`[data-id="${CSS.escape(`${askedRendering?.concept}`)}"]`);
  while (!find() && conceptList.lastElementChild?.matches("button")) /** @type {HTMLElement} */ (conceptList.lastElementChild).click();
  const details = /** @type {HTMLDetailsElement | null} */ (find());
  if (!details) return;
  details.open = true;
  fillConcept(details);
  const row = descendant(details, `.asked[data-id="${CSS.escape(id)}"]`);
  markAsked(row);
  row.focus({ preventScroll: true });
  land(row, null, true);
}

/** @param {HTMLElement | null} row */
function markAsked(row) {
  conceptList.querySelector(".asked[data-current]")?.removeAttribute("data-current");
  row?.setAttribute("data-current", "");
}

// The rendering that a key speaks of: nothing is decided that is out of sight.
function currentAsked() {
  const row = conceptList.querySelector(".asked[data-current]");
  return row && isInView(row) ? row : null;
}

// What is decided stays so by a key that was meant for the next one: Shift says that it is meant for this one.
/** @param {Action} action @param {boolean} shifted */
function answer(action, shifted) {
  const row = currentAsked(), id = row?.dataset.id, before = decisions.get(`${id}`);
  if (!id) stepRendering(1);
  else if (!before || shifted) decideRendering(id, { action, when: timestamp(), words: "", why: "" });
  else askedLast.textContent = fill(say.deciding.already, {
    words: clip(askedRenderings().get(id)?.surface ?? "", 20), action: say.acted[before.action], key: action === "wrong" ? "W" : "A",
  });
}

// On by one; to the first in view where none was met yet, or else the first that is not decided.
/** @param {number} by */
function stepRendering(by) {
  const ids = listedAsked(), row = currentAsked();
  const inView = [...conceptList.querySelectorAll(".asked")].find(isInView)?.dataset.id;
  const next = row ? ids[ids.indexOf(`${row.dataset.id}`) + by] : inView ?? ids.find(id_ => !decisions.has(id_)) ?? ids[0];
  if (next) moveToRendering(next);
}

function takeBackAsked() {
  const step = undo(), [id] = step[0] ?? [];
  if (!step.length) return;
  if (id && askedRenderings().has(id)) moveToRendering(id);
  askedLast.textContent = phrase(say.deciding.undone, { n: step.length });
}

export function showAsked() {
  if (!askedCount) return;
  const all = [...askedRenderings().keys()];
  askedDone.textContent = fill(say.asking.done, { n: number(all.filter(id => decisions.has(id)).length), of: number(all.length) });
  askedUndo.disabled = !steps.length;
  askedExport.disabled = !decisions.size;
  askedExport.textContent = phrase(say.handing.export, { n: decisions.size });
}

// All decisions go into one file, those on findings as well; without a name to do it under, that is asked for first.
function exportHere() {
  if (nameField.value.trim()) {
    handOver();
    askedLast.textContent = handed.textContent;
    return;
  }
  askName();
}

/** @type {Record<string, (shifted: boolean) => void>} */
export const ASKING_KEYS = {
  a: shifted => answer("admit", shifted), w: shifted => answer("wrong", shifted),
  j: () => stepRendering(1), k: () => stepRendering(-1), u: takeBackAsked, "?": () => showKeys(), "？": () => showKeys(),
};

export function startRenderingQuestions() {
  conceptList.addEventListener("click", event => {
    const pressed = targetOf(event)?.closest("[data-ask]"), id = pressed?.closest(".asked")?.dataset.id;
    const action = /** @type {"admit" | "wrong" | "clear"} */ (pressed?.dataset.ask);
    if (id) decideRendering(id, action === "clear" ? undefined : { action, when: timestamp(), words: "", why: "" });
  });
  conceptList.addEventListener("focusin", event => {
    const row = targetOf(event)?.closest(".asked");
    if (row) markAsked(row);
  });
  askedUndo.addEventListener("click", takeBackAsked);
  askedExport.addEventListener("click", exportHere);
  element("asked-help").addEventListener("click", showKeys);
  onDecided.push(ids => {
    if (!isAsking()) return;
    for (const row of conceptList.querySelectorAll(".asked")) {
      const isFocused = row.contains(document.activeElement), id = `${row.dataset.id}`;
      if (!ids.has(id)) continue;
      row.querySelector(".choosing")?.replaceWith(choice(id));
      if (isFocused) row.focus({ preventScroll: true });
    }
    showAsked();
  });
  for (const element of document.querySelectorAll("#asking, #only-asked-label")) element.hidden = !askedCount;
}
