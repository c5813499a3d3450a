// Actions on a card: what a button, a key or a field of a card does.

import { goingAlong } from "./alike_findings.js";
import {
  alternatives, cardState, changing, draftOf, drafts, isDecidable, needsWords, other, redraw, takenOver, whyOf, wordsOf,
} from "./card_controls.js";
import { findingById } from "./data.js";
import { bare, decisions, take, timestamp } from "./decisions.js";
import { clip, descendant, fill, fold, targetOf } from "./elements.js";
import { findingOf } from "./finding_card.js";
import { say } from "./phrases.js";
import { decisionOnTicked, firstAt, showTicked, surfaceAt } from "./place_ticks.js";
import { lacksTerm } from "./places.js";
import { announce, isDecided, lastHere } from "./progress.js";
import { moveOn } from "./queue.js";

/** @param {Finding} finding @param {Action} action */
function decide(finding, action, words = "") {
  const decision = decisionOnTicked(finding, action, words, whyOf(finding).trim());
  if (!decision) return lastHere().replaceChildren(say.deciding.none_ticked);
  settle(finding, decision);
  announce(finding);
  if (isDecided(finding)) moveOn(finding);
  else cardsOf(finding).forEach(card => card.closest("section:not([hidden])") && card.focus({ preventScroll: true })); // there are other places yet
}

/** @param {Finding} finding */
const cardsOf = finding => /** @type {HTMLElement[]} */ ([...document.querySelectorAll(`.finding[data-id="${CSS.escape(finding.id)}"]`)]);

/** @param {Finding} finding @param {Decision | undefined} decision */
function settle(finding, decision) {
  drafts.delete(finding.id);
  changing.delete(finding.id);
  cardState.reopened = null;
  settledAt = performance.now();
  take([[finding.id, decision], ...goingAlong(finding, decision)]);
}

// A comment alone asks for a talk; with a decision it is the reason for it.
/** @param {Finding} finding @param {string} why */
function comment(finding, why) {
  const before = decisions.get(finding.id);
  if (why === (before?.why ?? "")) return;
  settle(finding, { ...bare(before), action: before?.action ?? "discuss", words: before?.words ?? "", why, when: timestamp() });
  if (!before) cardState.reopened = finding.id; // until the reviewer goes on, what comes next is the decision that it is the reason for
  announce(finding);
}

// Words within which the rule is wrong hold the words that it found, and more.
/** @param {Finding} finding @param {HTMLElement} card */
function exclude(finding, card) {
  const words = descendant(card, "[name=within]", HTMLInputElement).value.trim();
  if (fold(words).includes(fold(finding.surface)) && words.length > finding.surface.length) decide(finding, "exclude", words);
  else descendant(card, ".problem").textContent = fill(say.deciding.not_within, { words: clip(finding.surface, 20) });
}

// The controls of what is decided, for a change of mind.
/** @param {Finding} finding @param {HTMLElement} card */
function reopen(finding, card) {
  changing.add(finding.id);
  cardState.reopened = finding.id;
  redraw(card);
}

/** @param {Finding} finding @param {HTMLElement} card @param {FieldName} name */
function openField(finding, card, name) {
  if (!card.querySelector(".bar")) reopen(finding, card);
  card.querySelector(`[data-field=${name}]`)?.removeAttribute("hidden");
  /** @type {HTMLInputElement | HTMLTextAreaElement} */
  const field = descendant(card, `[name=${name}]`);
  if (name === "words" && !field.value && lacksTerm(finding)) field.value = surfaceAt(finding, firstAt(finding)); // to put the term into
  field.focus();
  field.setSelectionRange(name === "words" && !lacksTerm(finding) ? 0 : field.value.length, field.value.length); // others replace them
}

/** @type {Record<string, (finding: Finding, card: HTMLElement, pressed?: HTMLElement) => void>} */
const DO = {
  accept: finding => decide(finding, "accept", wordsOf(finding).trim()),
  // By key, what needs words is asked for them first; once more leaves the translation to others.
  "accept-by-key": (finding, card) => {
    if (!needsWords(finding) || cardState.wordless === finding.id) return DO.accept(finding, card);
    openField(finding, card, "words");
    card.querySelector("[data-field=wanting]")?.removeAttribute("hidden");
    cardState.wordless = finding.id;
  },
  reject: finding => decide(finding, "reject"),
  take: (finding, card) => {
    const suggestion = takenOver(finding);
    if (!suggestion) return;
    if (suggestion.action === "accept" && !suggestion.words) return DO["accept-by-key"](finding, card);
    if (suggestion.action === "accept") drafts.set(finding.id, { ...drafts.get(finding.id), words: suggestion.words }); // for all its places
    decide(finding, suggestion.action, suggestion.words);
  },
  admit: finding => decide(finding, "admit"),
  prefer: finding => decide(finding, "prefer"),
  discuss: finding => decide(finding, "discuss"),
  exclude: (finding, card) => openField(finding, card, "within"),
  "exclude-within": exclude,
  comment: (finding, card) => openField(finding, card, "why"),
  edit: (finding, card) => openField(finding, card, "words"),
  use: (finding, card, pressed) => {
    const words = pressed?.dataset.words ?? "";
    drafts.set(finding.id, { ...drafts.get(finding.id), words });
    descendant(card, "[name=words]", HTMLInputElement).value = words;
    showTicked(finding, card);
    descendant(card, ".others").replaceChildren(...alternatives(finding).map(alternative => other(finding, alternative)));
    descendant(card, "[data-do=accept]").focus();
  },
  more: (finding, card) => descendant(card, "[data-do=more]").setAttribute("aria-expanded", `${card.classList.toggle("unfolded")}`),
  change: (finding, card) => {
    reopen(finding, card);
    descendant(card, "[data-do=accept]").focus();
  },
  clear: (finding, card) => {
    settle(finding, undefined);
    card.focus({ preventScroll: true });
  },
};

// The second click of a double one must not decide what came up beneath it.
const HASTE = 250;
let settledAt = -HASTE;

/** @param {string} name @param {HTMLElement} card @param {HTMLElement} [pressed] @param {boolean} [clicked] */
export function act(name, card, pressed, clicked) {
  const finding = findingOf(card);
  if (isDecidable(finding) && !(clicked && performance.now() - settledAt < HASTE)) DO[name](finding, card, pressed);
}

/** @type {HTMLElement | null | undefined} */
let pressing = null; // the button that a pointer is on: what takes the focus from a field must not replace it

// A comment is taken when the reviewer is done with its field, with the card, or with the page.
/** @param {Key} id */
function takeComment(id) {
  const finding = findingById.get(id);
  if (finding && draftOf(finding, "why") !== undefined) comment(finding, whyOf(finding).trim());
}

export function startCardActions() {
  addEventListener("pointerdown", event => { pressing = targetOf(event)?.closest("[data-do]"); }, true);
  addEventListener("click", event => {
    const card = targetOf(event)?.closest(".finding"), pressed = targetOf(event)?.closest("[data-do]");
    pressing = null;
    if (card && pressed?.dataset.do) act(pressed.dataset.do, card, pressed, event.detail > 0);
  });

  addEventListener("input", event => {
    const field = /** @type {HTMLInputElement | HTMLTextAreaElement} */ (event.target);
    const card = field.closest(".deciding") && field.closest(".finding");
    if (!card) return;
    drafts.set(card.dataset.id, { ...drafts.get(card.dataset.id), [field.name]: field.value });
    if (field.name === "words") showTicked(findingOf(card), card);
  });

  addEventListener("focusout", event => {
    const card = targetOf(event)?.closest(".finding");
    const stays = [/** @type {Element | null} */ (event.relatedTarget), pressing].some(target => target && target !== card && card?.contains(target));
    if (card && !stays && document.hasFocus()) takeComment(card.dataset.id); // else another window has the focus
  });
  addEventListener("pagehide", () => [...drafts.keys()].forEach(takeComment));
}
