// Findings alike: in a packet, those that are one decision lie folded in the card of the first, and go along with it as far
// as they are ticked.

import { offered } from "./card_controls.js";
import { data, findings, sources } from "./data.js";
import { clip, langOf, make, targetOf } from "./elements.js";
import { instead } from "./finding_card.js";
import { many, say } from "./phrases.js";
import { inContext, original, placeLink } from "./places.js";
import { isDecided } from "./progress.js";
import { isOpen } from "./queue.js";
import { written } from "./texts.js";

/** @type {Set<Key>} */
const loose = new Set(); // ids of those whose tick is taken away
/** @type {Set<Action>} */
const ABOUT_WORDS = new Set(["admit", "prefer", "wrong", "exclude"]);

/** @param {Finding} finding @returns {Finding[]} */
export function alikeTo(finding) {
  if (!data.packet || finding.alikes < 2) return [];
  const [first, ...following] = findings.filter(other => other.alike === finding.alike);
  return first === finding ? following : [];
}

// As rows of a packet's spreadsheet: of words of a concept what suggests the same, of words themselves the same words.
/** @param {Finding} finding @param {Decision} decision @param {Finding} other @returns {Change[]} */
function along(finding, decision, other) {
  const { action, words } = decision, isOffered = action === "accept" && words === offered(finding);
  const isSame = other.surface === finding.surface, isOwn = action === "accept" && !isOffered;
  const isAlike = !other.concept || (isOffered && words === offered(other));
  if (action === "discuss" || (!isSame && (isOwn || ABOUT_WORDS.has(action) || !isAlike))) return [];
  const { when, why } = decision;
  return [[other.id, { action, when, why, words: isOffered ? offered(other) : words }]];
}

/** @param {Finding} finding @param {Decision | undefined} decision @returns {Change[]} */
export function goingAlong(finding, decision) {
  const open = decision ? alikeTo(finding).filter(other => isOpen(other) && !loose.has(other.id)) : [];
  return open.flatMap(other => decision ? along(finding, decision, other) : []);
}

/** @param {Finding} finding */
export function alikeList(finding) {
  const following = alikeTo(finding);
  if (!following.length) return null;
  const list = make("div", {}), details = make("details", { class: "alike" }, make("summary", {}, many(say.alike, following.length)), list);
  details.addEventListener("toggle", () => {
    if (details.open) list.replaceChildren(make("p", { class: "dim" }, say.alike_about), make("ol", { class: "places" }, following.map(alikeItem)));
  });
  return details;
}

/** @param {Finding} finding */
function alikeItem(finding) {
  const source = sources[finding.document];
  const tick = make("input", { type: "checkbox", value: finding.id, checked: !loose.has(finding.id), disabled: isDecided(finding) });
  return make("li", {}, make("label", {}, tick, " ", make("span", { lang: langOf(finding.surface, source.tag) }, written(clip(finding.surface, 60))), instead(finding, source)),
    make("p", { class: "about" }, finding.places.length ? placeLink(finding, 0) : source.path),
    finding.places.length ? [inContext(finding, 0), original(finding, 0)] : null);
}

export function startAlikeFindings() {
  addEventListener("change", event => {
    const tick = targetOf(event);
    if (!(tick instanceof HTMLInputElement) || !tick.closest(".alike")) return;
    if (tick.checked) loose.delete(tick.value);
    else loose.add(tick.value);
  });
}
