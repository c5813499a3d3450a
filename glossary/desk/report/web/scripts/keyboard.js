// Keyboard: a key for each thing that a reviewer does often; none while the reviewer writes.

import { closeBulk, confirming } from "./bulk_decisions.js";
import { act } from "./card_actions.js";
import { cardState, draftOf, isAwaited, isOfTerm } from "./card_controls.js";
import { askedCount } from "./data.js";
import { nextDocument, openedCard, stepWork } from "./document_work.js";
import { descendant, element, targetOf } from "./elements.js";
import { queue, queued } from "./filters.js";
import { findingOf } from "./finding_card.js";
import { takeBack, tellDecided } from "./progress.js";
import { cardOf, current, isReading, moveToFinding } from "./queue.js";
import { reader } from "./reader.js";
import { ASKING_KEYS, isAsking } from "./rendering_questions.js";

const FIELD = "input:not([type=checkbox], [type=file]), textarea, select";
/** @type {Record<string, (shifted: boolean) => void>} */
const KEYS = {
  j: () => step(1), k: () => step(-1), u: () => takeBack(), n: () => isReading() && nextDocument.click(), "?": showKeys, "？": showKeys,
  ...Object.fromEntries(Object.entries({ a: "accept-by-key", r: "reject", t: "take", c: "comment", e: "edit", d: "discuss", m: "admit", p: "prefer", x: "exclude" })
    .map(([key, name]) => [key, shifted => onCard(name, key, shifted)])),
};
const ANYWHERE = new Set(["?", "？"]), AGAIN = new Set(["j", "k"]); // keys of every view; those that may be held down
const OF_TERMS = new Set(["admit", "prefer", "exclude"]); // what is said of a term of the glossary
const keysDialog = element("keys", HTMLDialogElement);

const isQueue = () => !queue.closest("section")?.hidden;

/** @param {HTMLElement} card */
export function isInView(card) {
  const { top, bottom } = card.getBoundingClientRect();
  return bottom > 96 && top < innerHeight - 48; // more than its edge
}

// The card that a key speaks of: nothing is decided that is out of sight.
export function shownCard() {
  const opened = [...reader.querySelectorAll(".opened .finding")];
  const card = isReading() ? document.activeElement?.closest(".finding") ?? (opened.length === 1 ? opened[0] : null) : cardOf(current);
  return card && isInView(card) ? card : null;
}

const firstInView = () => [...queue.querySelectorAll(".finding")].find(isInView);

// What is decided stays so by a key that was meant for the next card: Shift says that it is meant for this one.
/** @param {string} name @param {string} key @param {boolean} shifted */
function onCard(name, key, shifted) {
  const card = shownCard(), instead = isQueue() && !card && firstInView();
  if (card && OF_TERMS.has(name) && !isOfTerm(findingOf(card))) return;
  if (card) isAwaited(findingOf(card)) || shifted ? act(name, card) : tellDecided(findingOf(card), key);
  else if (instead) moveToFinding(findingOf(instead), false);
  else if (isReading() && !openedCard()) stepWork(0);
}

/** @param {number} by */
function step(by) {
  if (isReading()) return stepWork(by);
  if (!isQueue()) return;
  const from = shownCard(), card = from ?? firstInView(), queueIndex = card ? queued.indexOf(findingOf(card)) : -1;
  const next = queued[from ? queueIndex + by : queueIndex];
  if (next) moveToFinding(next);
}

export function showKeys() {
  keysDialog.showModal();
}

// Enter says what a field of a card holds; Escape leaves any field.
/** @param {KeyboardEvent} event @param {HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement} field */
function inField(event, field) {
  const card = field.closest(".finding");
  if (card && event.key === "a" && field.name === "words" && cardState.wordless === card.dataset.id && draftOf(findingOf(card), "words") === undefined) {
    event.preventDefault();
    hushed = event.timeStamp;
    return act("accept", card);
  }
  const enter = event.key === "Enter" && !event.shiftKey && card;
  if (event.key !== "Escape" && !enter) return;
  event.preventDefault();
  if (enter && field.name !== "why") act(field.name === "words" ? "accept" : "exclude-within", card);
  else if (card ?? cardOf(current)) (card ?? cardOf(current))?.focus({ preventScroll: true });
  else field.blur();
}

// Who goes on writing a word that begins with an a decides nothing with its other letters.
const PAUSE = 300;
let hushed = -PAUSE;
/** @param {KeyboardEvent} event @param {string} key */
function isHushed(event, key) {
  if (key === "a" || key.length > 1 || event.timeStamp - hushed >= PAUSE) return false;
  hushed = event.timeStamp;
  return true;
}

export function startKeyboard() {
  addEventListener("keydown", event => {
    if (event.isComposing || event.keyCode === 229 || event.ctrlKey || event.metaKey || event.altKey || keysDialog.open) return;
    const field = /** @type {HTMLInputElement | null | undefined} */ (targetOf(event)?.closest(FIELD)), key = event.key.toLowerCase();
    if (isHushed(event, key)) return;
    if (field) inField(event, field);
    else if (!confirming.hidden) event.key === "Escape" && closeBulk();
    else if (isAsking() && askedCount) {
      if (!Object.hasOwn(ASKING_KEYS, key) || (event.repeat && !AGAIN.has(key))) return;
      event.preventDefault();
      ASKING_KEYS[key](event.shiftKey);
    } else if (Object.hasOwn(KEYS, key) && (ANYWHERE.has(key) || isQueue() || isReading()) && (!event.repeat || AGAIN.has(key))) {
      event.preventDefault();
      KEYS[key](event.shiftKey);
    }
  });

  // Whoever clicks a card at the edge means that one: it comes into view, so that the next key decides it.
  queue.addEventListener("click", event => {
    const card = targetOf(event)?.closest(".finding");
    if (card && !isInView(card)) card.scrollIntoView({ block: "nearest" });
  });

  element("help").addEventListener("click", showKeys);
  descendant(keysDialog, "button").addEventListener("click", () => keysDialog.close());
}
