// Earlier builds: what was decided on their pages in this browser, and never handed over. No elements here.

import { isDecidable } from "./card_controls.js";
import { askedRenderings, data, findingById, kept, once } from "./data.js";
import { marksOfPlaces } from "./decision_parts.js";
import { decisions, entry, HOME, recalled } from "./decisions.js";
import { remember, remembered } from "./memory.js";

// Pages of one project lie in one folder of builds and packets; a page that was copied elsewhere has none.
const PLACED = /^(.*)\/(?:(?:builds\/[0-9a-f]{12}|latest)\/report|packets\/[^/]+)\/[^/]*$/;
const place = PLACED.exec(location.href.split(/[?#]/)[0])?.[1] ?? "";
export const rememberPlace = once(() => place && remember(`place/${data.build}`, place) || true);

/** @type {Map<string, Map<string, Decision>>} */
export const unexported = new Map(); // build → finding id → decision

const DECIDED = /^taiyaku\/([0-9a-f]{12})\/(.+)$/; // the key of a decision: build, finding

export function hasEarlier() {
  try {
    return Object.keys(localStorage).some(key => DECIDED.test(key) && !key.startsWith(HOME));
  } catch {
    return false;
  }
}

export function recallEarlier() {
  try {
    for (const key of Object.keys(localStorage)) {
      const [, build, id] = DECIDED.exec(key) ?? [];
      const decision = build && build !== data.build && recalled(localStorage.getItem(key) ?? "");
      if (decision && !decision.handed) unexported.set(build, (unexported.get(build) ?? new Map()).set(id, decision));
    }
  } catch { /* the page says already that nothing is stored */ }
  for (const [build, decisionsOfBuild] of unexported) if (!isOfProject(build, decisionsOfBuild)) unexported.delete(build);
}

// Where either page lies elsewhere, the findings tell: those of most decisions are on this page, unchanged.
/** @param {string} build @param {Map<string, Decision>} decisionsOfBuild */
function isOfProject(build, decisionsOfBuild) {
  const theirs = remembered(`place/${build}`);
  if (place && theirs) return place === theirs;
  return 2 * [...decisionsOfBuild].filter(isStill).length > decisionsOfBuild.size;
}

// Whether the finding is on this page, with no place that its reviewer has not seen; or the rendering is.
/** @param {Decided} decided */
function isStill([id, { marks }]) {
  const finding = findingById.get(id), left = marksOfPlaces(marks ?? "");
  return askedRenderings().has(id) || Boolean(finding?.marks && isDecidable(finding) && marksOfPlaces(finding.marks).every(mark => {
    const position = left.indexOf(mark);
    return position >= 0 && left.splice(position, 1);
  }));
}

// Whether what was said before is the latest word.
/** @param {Decision | undefined} before @param {Decision} decision */
export const isLater = (before, decision) => before !== undefined && before.when >= decision.when;

// What can be taken over from each build and what cannot, the latest build first; of each finding the latest word.
/** @returns {Offer[]} */
export function offers() {
  /** @type {Map<string, { build: string, decision: Decision }>} */
  const latest = new Map();
  for (const [build, decisionsOfBuild] of unexported) {
    for (const [id, decision] of decisionsOfBuild) if (!decisions.has(id) && !isLater(latest.get(id)?.decision, decision)) latest.set(id, { build, decision });
  }
  /** @type {Map<string, Offer>} */
  const byBuild = new Map();
  for (const [id, { build, decision }] of latest) {
    const buildOffer = kept(byBuild, build, () => ({ build, when: "", still: [], others: [] }));
    buildOffer[isStill([id, decision]) ? "still" : "others"].push([id, decision]);
    buildOffer.when = buildOffer.when > decision.when ? buildOffer.when : decision.when;
  }
  return [...byBuild.values()].sort((a, b) => a.when < b.when ? 1 : -1);
}

// They are not offered again; on the page of their own build they stay.
/** @param {string} build @param {string[]} ids */
export function passOn(build, ids) {
  const decisionsOfBuild = unexported.get(build);
  for (const id of ids) {
    const decision = decisionsOfBuild?.get(id);
    decisionsOfBuild?.delete(id);
    try {
      if (decision) localStorage.setItem(`taiyaku/${build}/${id}`, entry({ ...decision, handed: true }));
    } catch { /* offered again on the next page */ }
  }
}
