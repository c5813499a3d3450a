// Decisions: what the reviewer says of each finding, stored as it is said, in steps that can be undone. No elements here.

import { askedRenderings, data, findingById, sources } from "./data.js";
import { joined, partsOf, storedParts, withParts } from "./decision_parts.js";
import { rememberPlace } from "./earlier_decisions.js";
import { clip } from "./elements.js";

/** @type {Action[]} */
export const ACTIONS = ["accept", "reject", "admit", "prefer", "wrong", "exclude", "discuss"];
// Each decision is an entry of its own: a key press writes one, and two windows never write over each other.
export const HOME = `taiyaku/${data.build}/`;
/** @type {Map<string, Decision>} */
export const decisions = new Map(); // finding id → { action, when, words, why }, and once kept `marks`, `about`, `handed`
/** @type {Step[]} */
export const steps = []; // what was done in this window, each a list of [id, before, after]
/** @type {((ids: Set<Key>) => void)[]} */
export const onDecided = []; // called with the ids that changed
/** @type {(() => void)[]} */
export const onRefused = []; // called when the browser stores nothing

export const timestamp = () => new Date().toISOString().replace(/\.\d+/, "");
/** @param {Decision | undefined} decision @param {Decision | undefined} other */
const isSame = (decision, other) => JSON.stringify(decision && sayings(decision)) === JSON.stringify(other && sayings(other));
/** @param {Decision} decision */
const sayings = decision => partsOf(decision).map(({ action, words, why, at: keys }) => [action, words, why, keys]);
// A decision without what is kept beside it.
/** @param {Decision | undefined} decision */
export const bare = decision => decision && joined(partsOf(decision).map(({ action, when, words, why, at: keys }) => ({ action, when, words, why, ...keys ? { at: keys } : {} })));

// What is kept of a decision, or null where it is none.
/** @param {any} said @returns {Decision | null} */
export function decisionOf({ action, when, words = "", why = "" }) {
  const isValid = ACTIONS.includes(action) && [words, why].every(value => typeof value === "string");
  return isValid && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(when) ? { action, when, words, why } : null;
}

/** @param {Change[]} changes */
export function take(changes) {
  steps.push(changes.map(([id, after]) => [id, decisions.get(id), after]));
  keepStep(steps.length - 1);
  change(changes);
}

// What was changed elsewhere since stays. What comes back is announced again: it is the latest word on its finding.
export function undo() {
  const step = steps.pop() ?? [];
  keepStep(steps.length);
  const undone = step.filter(([id, , after]) => isSame(decisions.get(id), after));
  const moment = timestamp();
  change(undone.map(([id, before]) => [id, before && { ...before, ...joined(partsOf(before).map(part => ({ ...part, when: moment }))), handed: false }]));
  return undone;
}

/** @param {string} id @param {Decision | undefined} decision */
function hold(id, decision) {
  if (decision) decisions.set(id, decision);
  else decisions.delete(id);
}

/** @param {Change[]} changes */
function change(changes) {
  for (const [id, after] of changes) {
    hold(id, after);
    toKeep.add(id);
  }
  keepSome();
  informAll(new Set(changes.map(([id]) => id)));
}

/** @param {Set<Key>} ids */
const informAll = ids => onDecided.forEach(tell => tell(ids));

// Thousands are stored a slice at a time: the page must not stand still for them.
const SLICE = 500;
/** @type {Set<string>} */
export const toKeep = new Set();
export function keepSome(most = SLICE) {
  for (const id of [...toKeep].slice(0, most)) {
    toKeep.delete(id);
    keep(id, decisions.get(id));
  }
  if (toKeep.size) setTimeout(keepSome);
}

/** @param {string} id @param {Decision | undefined} decision */
function keep(id, decision) {
  try {
    if (decision) localStorage.setItem(HOME + id, entry({ ...findingIdentity(findingById.get(id)) ?? renderingIdentity(id), ...decision }));
    else localStorage.removeItem(HOME + id);
    rememberPlace();
  } catch {
    refused();
  }
}

let isRefused = false; // the browser keeps nothing, or has no room for more: what is said stands in this window alone
function refused() {
  isRefused = true;
  onRefused.forEach(tell => tell());
}

// What a later build's page has to know of the finding: the fingerprints of its places, and words that name it.
/** @param {Finding | undefined} finding */
const findingIdentity = finding => finding && { marks: finding.marks, about: `${clip(finding.surface, 20)} · ${clip(sources[finding.document].path, 60)}` };
/** @param {string} id */
function renderingIdentity(id) {
  const askedRendering = askedRenderings().get(id);
  return askedRendering && { about: `${clip(askedRendering.surface, 20)} · ${clip(askedRendering.concept, 60)}` };
}

/** @param {Decision} decision */
export const entry = decision => {
  const { action, when, words, why, marks = "", about = "", handed, at: keys } = decision;
  return JSON.stringify([action, when, words, why, marks, about, ...keys ? [handed ? 1 : 0, storedParts(decision)] : handed ? [1] : []]);
};

/** @param {string} text @returns {Decision | null} */
export function recalled(text) {
  try {
    const [action, when, words, why, marks, about, handed, parts] = JSON.parse(text), decision = decisionOf({ action, when, words, why });
    return decision && { ...withParts(decision, parts), marks: `${marks ?? ""}`, about: `${about ?? ""}`, handed: handed === 1 };
  } catch {
    return null; // not ours
  }
}

// What this browser has stored of this build.
function storedDecisions() {
  /** @type {Map<string, Decision>} */
  const stored = new Map();
  for (const key of Object.keys(localStorage).filter(key_ => key_.startsWith(HOME))) {
    const decision = recalled(localStorage.getItem(key) ?? "");
    if (decision) stored.set(key.slice(HOME.length), decision);
  }
  return stored;
}

export function recall() {
  try {
    for (const [id, decision] of storedDecisions()) decisions.set(id, decision);
  } catch {
    refused();
  }
}

// Steps outlive a reload of their window: each is an entry of its own, under its number.
const STEPS = `taiyaku-steps/${data.build}/`;
let forgotten = 0; // steps of this window that are no longer kept

/** @param {number} index */
function keepStep(index) {
  try {
    if (index < steps.length) sessionStorage.setItem(STEPS + (forgotten + index), JSON.stringify(steps[index]));
    else sessionStorage.removeItem(STEPS + (forgotten + index));
  } catch {
    forgetSteps(); // without the last one the others would be taken back too early
  }
}

const keptSteps = () => Object.keys(sessionStorage).filter(key => key.startsWith(STEPS));

function forgetSteps() {
  try {
    for (const key of keptSteps()) sessionStorage.removeItem(key);
  } catch { /* none is kept */ }
}

export function recallSteps() {
  try {
    const numbers = keptSteps().map(key => Number(key.slice(STEPS.length))).sort((a, b) => a - b);
    forgotten = numbers[0] ?? 0;
    for (const number of numbers) steps.push(JSON.parse(sessionStorage.getItem(STEPS + number) ?? "").map(recalledChange));
  } catch {
    forgetSteps(); // not ours
  }
}

/** @param {any[]} change @returns {Step[number]} */
const recalledChange = ([id, before, after]) => [id, recalledDecision(before), recalledDecision(after)];
/** @param {any} stored */
function recalledDecision(stored) {
  const decision = stored && decisionOf(stored);
  return decision ? withParts(decision, storedParts(stored)) : undefined;
}

// Another window of this browser decided.
/** @type {Set<string>} */
const elsewhere = new Set();

// A window that slept, or came back by the history, was not notified. Where all is gone at once, it was the browser that
// lost it, and no reviewer: what stands here is the last that is left.
function catchUp() {
  if (isRefused || document.hidden) return;
  const stored = storedDecisions();
  if (!stored.size) return;
  const changed = [...new Set([...stored.keys(), ...decisions.keys()])].filter(id => !toKeep.has(id) && !isSame(stored.get(id), decisions.get(id)));
  for (const id of changed) hold(id, stored.get(id));
  if (changed.length) informAll(new Set(changed));
}

export function startDecisions() {
  addEventListener("pagehide", () => keepSome(Infinity));
  addEventListener("storage", ({ key, newValue }) => {
    if (!key?.startsWith(HOME)) return;
    const id = key.slice(HOME.length), decision = newValue && recalled(newValue);
    if (decision) decisions.set(id, decision);
    else if (newValue === null) decisions.delete(id);
    if (!elsewhere.size) setTimeout(() => { informAll(new Set(elsewhere)); elsewhere.clear(); }, 50);
    elsewhere.add(id);
  });
  for (const returns of ["pageshow", "focus"]) addEventListener(returns, catchUp);
  document.addEventListener("visibilitychange", catchUp);
}
