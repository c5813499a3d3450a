// Parts of decisions: a decision on some places of a finding, and what the same reviewer decided of its other places. No elements here.

import { kept } from "./data.js";
import { decisionOf, decisions } from "./decisions.js";

export const REST = "*"; // stands for the places that the page has no room for

/** @param {string} marks @returns {string[]} */
export const marksOfPlaces = marks => marks.match(/.{8}/g) ?? [];

/** @type {Map<Finding, string[]>} */
const keysByFinding = new Map();
// What each place that is shown is known by: the same where the words and what surrounds them are.
/** @param {Finding} finding */
export const placeKeys = finding => kept(keysByFinding, finding, () => marksOfPlaces(finding.marks).slice(0, finding.places.length));
/** @param {Finding} finding */
export const lacksPlaces = finding => finding.occurrences > finding.places.length && finding.places.length > 0;
/** @param {Finding} finding */
export const allKeys = finding => [...new Set(placeKeys(finding)), ...lacksPlaces(finding) ? [REST] : []];

/** @param {Decision} decision @returns {Decision[]} */
export const partsOf = decision => [decision, ...decision.others ?? []];
/** @param {Decision | undefined} decision @param {string} key */
export const partOn = (decision, key) => decision && partsOf(decision).find(({ at: keys }) => !keys || keys.includes(key));

// The places that nothing is decided of.
/** @param {Finding} finding */
export function openKeys(finding) {
  const decision = decisions.get(finding.id);
  return decision && !decision.at ? [] : allKeys(finding).filter(key => !partOn(decision, key));
}

// How many places keys stand for, those that the page does not hold as well.
/** @param {Finding} finding @param {string[]} keys */
export const placeCount = (finding, keys) => placeKeys(finding).filter(key => keys.includes(key)).length
  + (keys.includes(REST) ? finding.occurrences - finding.places.length : 0);

// Parts as one decision, the first of them in front; nothing where there are none.
/** @param {Decision[]} parts @returns {Decision | undefined} */
export function joined([first, ...others]) {
  if (!first) return undefined;
  const { others: _, ...main } = first;
  return others.length ? { ...main, others: others.map(({ others: _, ...part }) => part) } : main;
}

// What is left of a decision for other places than these.
/** @param {Finding} finding @param {Decision | undefined} decision @param {string[]} keys @returns {Decision[]} */
export const partsWithout = (finding, decision, keys) => (decision ? partsOf(decision) : [])
  .map(part => ({ ...part, at: (part.at ?? allKeys(finding)).filter(key => !keys.includes(key)) })).filter(({ at: left }) => left.length);

// What an earlier page decided, for the places that are on this one.
/** @param {Finding | undefined} finding @param {Decision} decision */
export function fitted(finding, decision) {
  if (!finding || !decision.at) return joined(partsOf(decision));
  const keys = new Set(allKeys(finding));
  return joined(partsOf(decision).map(part => ({ ...part, at: part.at?.filter(key => keys.has(key)) })).filter(({ at: left }) => left?.length));
}

/** @param {unknown} keys @returns {keys is string[]} */
export const areKeys = keys => Array.isArray(keys) && keys.length > 0 && keys.every(key => key === REST || typeof key === "string" && /^[0-9a-f]{8}$/.test(key));

// Parts as they are stored after a decision, and back; what is not theirs is passed over.
/** @param {Decision} decision */
export const storedParts = ({ at: keys, others = [] }) => [keys, ...others.map(other => [other.action, other.when, other.words, other.why, other.at])];
/** @param {Decision} decision @param {any} stored @returns {Decision} */
export function withParts(decision, stored) {
  if (!Array.isArray(stored) || !areKeys(stored[0])) return decision;
  const others = stored.slice(1).flatMap(([action, when, words, why, keys]) => {
    const part = decisionOf({ action, when, words, why });
    return part && areKeys(keys) ? [{ ...part, at: keys }] : [];
  });
  return { ...decision, at: stored[0], ...others.length ? { others } : {} };
}

// As a file says them: the places of each, and for those that are not on the page one more about all that no other names.
/** @param {Decided} decided */
export const exportedParts = ([finding, decision]) => partsOf(decision).flatMap(({ action, when, why, words, at: keys }) => {
  const record = { finding, action, when, why, words }, places = keys?.filter(key => key !== REST) ?? [];
  const isRest = !keys || keys.includes(REST);
  return [...places.length && (action === "accept" || !isRest) ? [{ ...record, places }] : [], ...isRest ? [record] : []];
});

// What a file says of one finding: decisions on places, and at most one about all that these leave.
/** @param {Finding | undefined} finding @param {Decision[]} fromFile the latest last */
export function combined(finding, fromFile) {
  const latest = fromFile[fromFile.length - 1];
  if (!finding || fromFile.every(({ at: keys }) => !keys)) return latest;
  const parts = /** @type {Decision[]} */ ([]), rest = fromFile.filter(({ at: keys }) => !keys).pop();
  for (const decision of fromFile.filter(({ at: keys }) => keys)) {
    parts.splice(0, parts.length, decision, ...parts.flatMap(part => partsWithout(finding, part, decision.at ?? [])));
  }
  const left = allKeys(finding).filter(key => !parts.some(({ at: keys }) => keys?.includes(key)));
  const same = rest && parts.find(part => isSaid(part, rest));
  if (same) same.at = [...same.at ?? [], ...left];
  return fitted(finding, /** @type {Decision} */ (joined(rest && !same && left.length ? [...parts, { ...rest, at: left }] : parts)));
}

/** @param {Decision} part @param {Decision} other */
const isSaid = (part, other) => part.action === other.action && part.words === other.words && part.why === other.why;
