// Ticks at places: which places of a finding the next decision is about, and what accepting writes at each of them.

import { changing, drafts, isDecidable, offered, wordsOf } from "./card_controls.js";
import { once } from "./data.js";
import {
  allKeys, joined, lacksPlaces, openKeys, partOn, partsWithout, placeCount, placeKeys, REST,
} from "./decision_parts.js";
import { decisions, timestamp } from "./decisions.js";
import { clip, make, number } from "./elements.js";
import { findingOf, insteadAt } from "./finding_card.js";
import { many, phrase, say } from "./phrases.js";
import { inContext, original, placeLink, readPlace, where } from "./places.js";
import { isDecided } from "./progress.js";
import { flat, slice, written } from "./texts.js";

/** @param {Finding} finding @param {number} placeIndex */
const remedyAt = (finding, placeIndex) => finding.remedies[placeIndex] ?? offered(finding);
/** @param {Finding} finding @param {number} placeIndex */
export function surfaceAt(finding, placeIndex) {
  const { source, start, end } = readPlace(finding.places[placeIndex]);
  return slice(source.number, start, end);
}

// A decision that leaves no place open is followed by one that may be about all of them.
/** @param {Finding} finding */
export const isRedone = finding => changing.has(finding.id) || isDecided(finding);
/** @param {Finding} finding */
const offeredKeys = finding => isRedone(finding) ? allKeys(finding) : openKeys(finding);
/** @param {Finding} finding @param {string} key */
const placeOf = (finding, key) => placeKeys(finding).indexOf(key);
/** @param {Finding} finding */
const isEdited = finding => wordsOf(finding) !== firstRemedy(finding);

// The first place that is to be decided, and what is offered there.
/** @param {Finding} finding */
export const firstAt = finding => Math.max(0, placeOf(finding, offeredKeys(finding)[0] ?? ""));
/** @param {Finding} finding */
export const firstRemedy = finding => finding.places.length ? remedyAt(finding, firstAt(finding)) : offered(finding);

// Ticked are, until the reviewer says otherwise, all places that are open: one key finishes a card.
/** @param {Finding} finding */
function ticked(finding) {
  const tickedKeys = drafts.get(finding.id)?.ticked, keys = offeredKeys(finding);
  if (tickedKeys) return keys.filter(key => tickedKeys.includes(key));
  const before = isRedone(finding) ? decisions.get(finding.id) : undefined;
  return before ? keys.filter(key => partOn(before, key)?.when === before.when) : keys;
}

// Whether words that the reviewer wrote are meant for a place: it reads like the first, or was ticked by hand.
/** @param {Finding} finding @param {number} placeIndex */
const isMeant = (finding, placeIndex) => Boolean(drafts.get(finding.id)?.ticked) || surfaceAt(finding, placeIndex) === surfaceAt(finding, firstAt(finding));

// What accepting writes at a place: what the reviewer wrote, or else what is offered there; nothing where that is to be
// worded by others.
/** @param {Finding} finding @param {number} placeIndex */
function writtenAt(finding, placeIndex) {
  const words = wordsOf(finding).trim();
  return isEdited(finding) && (!words || isMeant(finding, placeIndex)) ? words : remedyAt(finding, placeIndex).trim();
}

// The parts that a decision on the ticked places is: an accept is one for each of the words that it writes.
/** @param {Finding} finding @param {Action} action @param {string} words @param {string} why @returns {Decision | undefined} */
export function decisionOnTicked(finding, action, words, why) {
  const before = decisions.get(finding.id), keys = ticked(finding), when = timestamp(), all = allKeys(finding);
  const decision = { action, when, words, why }, whole = keys.length === all.length;
  if (!all.length || (whole && (action !== "accept" || (all.length === 1 && words)))) return decision;
  if (!keys.length) return undefined;
  /** @type {Map<string, string[]>} */
  const byWords = new Map();
  for (const key of keys) {
    const placeIndex = placeOf(finding, key);
    const placeWords = action === "accept" && words && placeIndex >= 0 ? writtenAt(finding, placeIndex) : words;
    byWords.set(placeWords, [...byWords.get(placeWords) ?? [], key]);
  }
  return joined([...[...byWords].map(([placeWords, wordKeys]) => ({ ...decision, words: placeWords, at: wordKeys })), ...partsWithout(finding, before, keys)]);
}

// The places of a finding, each with its words, what is offered there and a tick; and what accepting would write.
/** @param {Finding} finding @param {number} shownAt the place whose sentence the card has already */
export function placing(finding, shownAt) {
  if (!finding.places.length) return null;
  const open = isDecidable(finding) && (!isDecided(finding) || changing.has(finding.id));
  return make("div", { class: "placing" }, placeList(finding, shownAt), open && writes(finding));
}

const FEW = 3; // places that are listed unasked

/** @param {Finding} finding @param {number} shownAt */
function placeList(finding, shownAt) {
  if (finding.occurrences < 2) return null;
  const unlike = new Set(finding.places.map((_, placeIndex) => `${surfaceAt(finding, placeIndex)}\n${remedyAt(finding, placeIndex)}`)).size > 1;
  const summary = make("summary", {}), details = make("details", { open: unlike && finding.places.length <= FEW }, summary);
  const fillIn = once(() => (details.append(make("ol", { class: "places" }, ...finding.places.map((_, placeIndex) => placeRow(finding, placeIndex, placeIndex === shownAt)),
    lacksPlaces(finding) ? restRow(finding) : null)), true));
  details.addEventListener("toggle", () => details.open && fillIn());
  if (details.open) fillIn();
  sayTicked(finding, summary);
  return details;
}

/** @param {Finding} finding @param {HTMLElement} summary */
function sayTicked(finding, summary) {
  const n = finding.occurrences, listed = placeCount(finding, ticked(finding));
  summary.textContent = !isDecided(finding) || changing.has(finding.id) ? phrase(say.deciding.ticked, { n, ticked: number(listed) }) : many(say.deciding.places, n);
}

/** @param {Finding} finding @param {string} key */
function tick(finding, key) {
  const part = changing.has(finding.id) ? undefined : partOn(decisions.get(finding.id), key);
  if (!isDecidable(finding)) return null;
  return part ? make("b", { class: `badge ${part.action}` }, say.acted[part.action])
    : make("input", { type: "checkbox", name: "place", value: key, checked: ticked(finding).includes(key), "aria-label": placeName(finding, key) });
}

/** @param {Finding} finding @param {string} key */
const placeName = (finding, key) => key === REST ? "" : where(readPlace(finding.places[placeOf(finding, key)]));

/** @param {Finding} finding @param {number} placeIndex @param {boolean} isShown */
function placeRow(finding, placeIndex, isShown) {
  return make("li", {}, make("p", { class: "about" }, tick(finding, placeKeys(finding)[placeIndex]), make("span", {}, placeLink(finding, placeIndex), insteadAt(finding, placeIndex))),
    !isShown && [inContext(finding, placeIndex), original(finding, placeIndex)]);
}

// Those beyond what a page holds are decided with a tick of their own: none is passed over in silence.
/** @param {Finding} finding */
const restRow = finding => make("li", {}, make("label", {}, tick(finding, REST), " ", phrase(say.deciding.rest, { n: finding.occurrences - finding.places.length })));

const AROUND = 14, MOST_KINDS = 3; // characters on either side; kinds of change that are shown

// What accepting writes, as lines with what goes and what comes; places that change alike are one.
/** @param {Finding} finding */
function writes(finding) {
  const keys = ticked(finding), ats = keys.map(key => placeOf(finding, key)).filter(placeIndex => placeIndex >= 0);
  /** @type {Map<string, number[]>} */
  const kinds = new Map();
  for (const placeIndex of ats) {
    const kind = `${surfaceAt(finding, placeIndex)}\n${writtenAt(finding, placeIndex)}`;
    kinds.set(kind, [...kinds.get(kind) ?? [], placeIndex]);
  }
  const groups = [...kinds.values()], elsewhere = groups.length === 1 ? placeCount(finding, keys) - ats.length : 0; // not on the page
  return make("div", { class: "writes", "aria-live": "off" },
    groups.slice(0, MOST_KINDS).map(group => changeLines(finding, group, group.length + elsewhere)),
    groups.length > MOST_KINDS && make("p", { class: "dim" }, phrase(say.deciding.more_kinds, { n: groups.length - MOST_KINDS })));
}

/** @param {Finding} finding @param {number[]} ats @param {number} n */
function changeLines(finding, ats, n) {
  const { source, start, end, from, to } = readPlace(finding.places[ats[0]]), words = writtenAt(finding, ats[0]);
  const times = n > 1 && [" ", make("small", {}, `×${number(n)}`)];
  if (!words) return make("p", { class: "dim by-hand" }, say.deciding.by_hand, times);
  if (source.extracted) return make("p", { class: "dim by-hand" }, say.deciding.extracted, times);
  const before = slice(source.number, Math.max(from, start - AROUND), start), after = slice(source.number, end, Math.min(to, end + AROUND));
  /** @param {string} name @param {string} sign @param {"del" | "ins"} kind @param {string} text */
  const line = (name, sign, kind, text) => make("p", { class: name, lang: source.tag },
    make("span", { class: "sign", "aria-hidden": "true" }, sign), " ", start - AROUND > from && "…", flat(before), make(kind, {}, written(clip(text, 60))), flat(after), end + AROUND < to && "…");
  return [line("minus", "−", "del", surfaceAt(finding, ats[0])), make("div", { class: "plus-line" }, line("plus", "+", "ins", words), times)];
}

// The card shows again what is ticked and what would be written; what is unfolded stays so.
/** @param {Finding} finding @param {HTMLElement} card */
export function showTicked(finding, card) {
  const place = card.querySelector(".placing"), old = place?.querySelector(".writes"), summary = place?.querySelector("summary");
  if (!place) return;
  if (summary) sayTicked(finding, summary);
  for (const box of /** @type {NodeListOf<HTMLInputElement>} */ (place.querySelectorAll("[name=place]"))) box.checked = ticked(finding).includes(box.value);
  if (old) old.replaceWith(writes(finding));
}

/** @param {Finding} finding @param {HTMLElement} card */
export function redrawPlaces(finding, card) {
  const old = card.querySelector(".placing"), wasOpen = old?.querySelector("details")?.open;
  const redrawn = old && placing(finding, Number(card.dataset.at));
  if (!old || !redrawn) return;
  const details = redrawn.querySelector("details");
  if (details && wasOpen) details.open = true;
  old.replaceWith(redrawn);
}

export function startPlaceTicks() {
  addEventListener("change", event => {
    const box = /** @type {HTMLInputElement} */ (event.target), card = box.name === "place" && box.closest(".finding");
    if (!card) return;
    const finding = findingOf(card), others = ticked(finding).filter(key => key !== box.value);
    drafts.set(finding.id, { ...drafts.get(finding.id), ticked: box.checked ? [...others, box.value] : others });
    showTicked(finding, card);
  });
}
