// A finding as a reviewer sees it: what stands there, what to write instead, why, and the words in their sentence.

import { alikeList, alikeTo } from "./alike_findings.js";
import { button, deciding, takenOver } from "./card_controls.js";
import { concepts, data, findingById, findings, sources, untilMore } from "./data.js";
import { clip, fill, langOf, link, make, percent } from "./elements.js";
import { langIndex, LANGS, many, phrase, say, SAYS } from "./phrases.js";
import { placing } from "./place_ticks.js";
import { hasOriginal, inContext, inOtherLanguages, lacksTerm, original, placeLink } from "./places.js";
import { isDecided } from "./progress.js";
import { isBeside, reading } from "./reader.js";
import { written } from "./texts.js";

/** @param {string} word */
export const escaped = word => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

// The words that a message quotes are in the language of the document, whatever the message is in.
/** @param {Finding} finding @param {Source} source */
function message(finding, source) {
  const quoted = [finding.surface, ...finding.expected].filter(form => form.length < 200 && /[^\x00-\x7f]/.test(form));
  quoted.sort((a, b) => b.length - a.length);
  const text = finding.says[langIndex];
  const parts = quoted.length ? text.split(new RegExp(`(${quoted.map(escaped).join("|")})`)) : [text];
  return make("p", { class: `says says-${source.lang}`, lang: SAYS[LANGS[langIndex]] },
    parts.map((part, index) => index % 2 ? make("span", { lang: source.tag }, written(part)) : written(part)));
}

/** @param {Finding} finding @param {Source} source */
export const instead = (finding, source) => lacksTerm(finding) ? null : arrowTo([...new Set([finding.suggestion, ...finding.expected])].filter(Boolean), source);

// What is offered at a place, where it is not the same at all places of a finding.
/** @param {Finding} finding @param {number} placeIndex */
export const insteadAt = (finding, placeIndex) => arrowTo([finding.remedies[placeIndex]].filter(Boolean), sources[finding.places[placeIndex][0]]);

/** @param {string[]} words @param {Source} source */
function arrowTo(words, source) {
  if (!words.length) return null;
  return [make("span", { class: "arrow", "aria-label": say.write }, " → "),
    words.map((form, index) => [index ? make("span", { class: "arrow" }, " / ") : null,
      make("span", { class: "instead", lang: langOf(form, source.tag) }, written(clip(form, 60)))])];
}

/** @param {Finding} finding @param {number} placeIndex */
function about(finding, placeIndex) {
  const { places, rule } = finding, [name] = data.rules[rule];
  return make("p", { class: "about" },
    make("span", {}, places.length ? placeLink(finding, placeIndex) : [sources[finding.document].path, " ", say.gone]),
    make("a", { href: link("findings", { rule }) }, `${rule} ${name}`),
    concepts.has(finding.concept) && make("a", { href: link("concepts", { id: finding.concept }) }, finding.concept),
    howSure(finding),
    alikeTo(finding).length ? null : alike(finding), // else they are folded in its card
    marks(finding));
}

// How often the rule was right, where that was judged: it says more than a share.
/** @param {Finding} finding */
function howSure({ rule, document, certainty }) {
  const [n, right] = data.rules[rule][3][sources[document].lang] ?? [0, 0], sure = fill(say.sure, { percent: percent(certainty) });
  return n ? make("span", { title: sure }, phrase(say.judged_so_far, { n, right })) : make("span", {}, sure);
}

// The findings that are the same decision elsewhere: a term in all documents, headings that were left in English.
/** @param {Finding} finding */
function alike({ alike, alikes }) {
  return alikes > 1 ? make("a", { href: link("findings", { alike: `${alike}` }) }, many(say.alike, alikes - 1)) : null;
}

/** @param {Finding} finding */
function marks(finding) {
  const badges = [finding.inherited && make("span", { class: "badge" }, say.inherited), stateMark(finding)].filter(Boolean);
  return badges.length ? make("span", {}, badges.map(mark => [mark, " "])) : null;
}

/** @param {Finding} finding */
export const isCertain = finding => finding.certainty >= data.certain;
/** @param {Finding} finding */
export const headBadges = finding => [say.severities[finding.severity], !isCertain(finding) && (finding.certainty < data.likely ? say.doubtful : say.uncertain)].filter(Boolean)
  .map(label => [make("span", { class: "badge" }, label), " "]);
export const everyNew = untilMore(() => data.volumes?.all_new ?? findings.every(finding => finding.state === "new"));
/** @param {Finding} finding */
const stateMark = finding => !everyNew() && make("span", { class: `badge ${finding.state}` }, say.states[finding.state]);

// The unit of the corpus that is most like this one, in English and as it was translated; words that this one has not
// are marked.
/** @param {Finding} finding @param {Source} source */
function similar(finding, source) {
  if (!finding.similar.length) return null;
  const [english, translation, likeness] = finding.similar;
  return make("p", { class: "similar" }, make("b", {}, fill(say.similar, { percent: percent(likeness) })), " ",
    make("span", { lang: "en" }, english.map((piece, index) => index % 2 ? make("em", {}, written(piece)) : written(piece))), make("span", { class: "arrow" }, " → "),
    make("span", { lang: source.tag }, written(translation)));
}

// What assistants suggest; where they agree, a key takes it over as the reviewer's decision.
/** @param {Finding} finding */
function assistants(finding) {
  const { tag } = sources[finding.document];
  return finding.opinions.map(({ judge, verdict, words, reason, precision }, index) => make("p", { class: "assistants" },
    make("b", {}, fill(say.assistants.said, { judge })), " ", say.actions[verdict],
    words && [" ", make("span", { class: "instead", lang: langOf(words, tag) }, written(words))],
    reason && [": ", make("q", {}, written(reason))], " ",
    make("small", {}, precision === null ? say.assistants.unmeasured : fill(say.assistants.right, { percent: percent(precision) })), " ",
    !index && !isDecided(finding) && takenOver(finding) && button("take", say.assistants.take, "t")));
}

// `at`: which of its places is shown; `around`: with the text around it, which may be in view anyway.
/** @param {HTMLElement} card */
export const findingOf = card => /** @type {Finding} */ (findingById.get(card.dataset.id));

/** @param {Finding} finding */
export function findingCard(finding, placeIndex = 0, around = true) {
  const source = sources[finding.document], words = clip(finding.surface, 60);
  return make("article", { class: `finding ${finding.severity}`, "data-id": finding.id, "data-at": placeIndex, "data-decided": isDecided(finding), "data-row": `${finding.rule} · ${source.path}`, tabindex: -1, "aria-label": `${say.severities[finding.severity]} ${words}` },
    make("h3", {}, headBadges(finding),
      make("span", { lang: langOf(finding.surface, source.tag) }, written(words)), instead(finding, source)),
    make("div", { class: "detail" },
      message(finding, source),
      around && finding.places.length ? inContext(finding, placeIndex) : null,
      around || !hasOriginal(finding, placeIndex) || !reading || !isBeside(reading) ? original(finding, placeIndex) : null,
      inOtherLanguages(finding, placeIndex),
      similar(finding, source),
      assistants(finding),
      about(finding, placeIndex),
      finding.reason ? make("p", { class: "dim" }, fill(say.because, { reason: finding.reason })) : null,
      placing(finding, placeIndex),
      around ? alikeList(finding) : null,
      deciding(finding)));
}
