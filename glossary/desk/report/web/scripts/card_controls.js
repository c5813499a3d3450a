// Controls of a card: what a card offers until its finding is decided, and what it says afterwards.

import { sources } from "./data.js";
import { partsOf, placeCount } from "./decision_parts.js";
import { decisions, onDecided } from "./decisions.js";
import { clip, descendant, fill, langOf, make, targetOf } from "./elements.js";
import { agreementOn } from "./filters.js";
import { findingOf } from "./finding_card.js";
import { phrase, say } from "./phrases.js";
import { firstRemedy, isRedone, redrawPlaces } from "./place_ticks.js";
import { lacksTerm } from "./places.js";
import { isDecided } from "./progress.js";
import { written } from "./texts.js";

/** @type {Map<Key, Draft>} */
export const drafts = new Map(); // finding id → what stands in its fields and was not said yet
/** @type {Set<string>} */
export const changing = new Set(); // findings that are decided, and offer their controls again

// `reopened`: the one of them, by its id, that the reviewer has not left since; `wordless`: the finding that was accepted
// without words, which are asked for.
/** @type {Record<"reopened" | "wordless", string | null>} */
export const cardState = { reopened: null, wordless: null };

/** @param {Finding} finding */
export const isDecidable = finding => finding.state !== "fixed";
// Whether its words are a rendering of a term: that can be admitted, preferred and excluded.
/** @param {Finding} finding */
export const isOfTerm = finding => Boolean(finding.concept) && !lacksTerm(finding);
/** @param {Finding} finding */
export const offered = finding => finding.suggestion || (lacksTerm(finding) ? "" : finding.expected[0]) || "";
/** @param {Finding} finding */
export const alternatives = finding => [...new Set([firstRemedy(finding), ...lacksTerm(finding) ? [] : finding.expected])].filter(form => form && form !== wordsOf(finding)).slice(0, 3);
/** @param {Finding} finding */
export const isAwaited = finding => !isDecided(finding) || finding.id === cardState.reopened; // its next key is its decision
/** @param {Finding} finding @param {FieldName} name */
export const draftOf = (finding, name) => drafts.get(finding.id)?.[name];
// Whether accepting would write nothing: the reviewer is asked for words first.
/** @param {Finding} finding */
export const needsWords = finding => finding.places.length > 0 && !wordsOf(finding).trim();

/** @param {Finding} finding */
export function wordsOf(finding) {
  const before = isRedone(finding) ? decisions.get(finding.id) : undefined;
  return draftOf(finding, "words") ?? (before?.action === "accept" ? before.words : firstRemedy(finding));
}

// What assistants agree on, where it can be taken over: the verdict, and their words where these are the same.
/** @param {Finding} finding @returns {{ action: Action, words: string } | null} */
export function takenOver(finding) {
  const action = agreementOn(finding), words = new Set(finding.opinions.map(opinion => opinion.words).filter(Boolean));
  if (action === "none" || action === "split" || words.size > 1 || (action === "admit" && !isOfTerm(finding))) return null;
  return { action, words: [...words][0] ?? (action === "accept" ? wordsOf(finding).trim() : "") };
}

/** @param {Finding} finding */
export const whyOf = finding => draftOf(finding, "why") ?? decisions.get(finding.id)?.why ?? "";

/** @param {Finding} finding */
export function deciding(finding) {
  const decision = decisions.get(finding.id);
  return isDecidable(finding) && make("div", { class: "deciding", role: "group", "aria-label": say.deciding.decide },
    decision && partsOf(decision).map((part, index) => decided(finding, part, !index)),
    (!isDecided(finding) || changing.has(finding.id)) && controls(finding));
}

/** @param {Finding} finding @param {Decision} decision @param {boolean} isMain */
function decided(finding, { action, words, why, at: keys }, isMain) {
  const { tag } = sources[finding.document], n = placeCount(finding, keys ?? []);
  return make("p", { class: `decided ${action}` },
    make("b", {}, say.acted[action]), " ",
    words && [make("span", { class: "instead", lang: langOf(words, tag) }, written(words)), " "],
    why && [make("q", { class: "why" }, written(why)), " "],
    action === "accept" && keys && !words && [make("span", { class: "dim" }, say.deciding.by_hand), " "],
    keys && n < finding.occurrences && [make("span", { class: "dim" }, phrase(say.deciding.of_places, { n, of: finding.occurrences })), " "],
    isMain && [button("change", say.deciding.change), button("clear", say.deciding.clear)]);
}

/** @param {string} name @param {Child} text @param {string | null} [key] @param {Attributes} [attributes] */
export const button = (name, text, key, attributes) => make("button", { type: "button", "data-do": name, "aria-keyshortcuts": key, ...attributes },
  text, key && make("kbd", { "aria-hidden": "true" }, key));

/** @param {Finding} finding */
function controls(finding) {
  /** @param {Action} name @param {string} [key] */
  const action = (name, key) => button(name, say.actions[name], key, { title: say.meant[name] });
  return [
    make("div", { class: "bar" },
      make("span", { class: "accepting" }, action("accept", "a"), field(finding, "words", wordsOf(finding), say.deciding.replacement)),
      others(finding),
      action("reject", "r"),
      button("comment", say.deciding.comment, "c"),
      button("more", say.deciding.more, null, { "aria-expanded": "false" }),
      make("span", { class: "further" }, isOfTerm(finding) && [action("admit", "m"), action("prefer", "p"), action("exclude", "x")], action("discuss", "d"))),
    make("p", { class: "field hint", "data-field": "wanting", hidden: true }, say.deciding.wanting),
    make("p", { class: "field", "data-field": "within", hidden: true },
      make("label", {}, fill(say.deciding.within, { words: clip(finding.surface, 20) }), " ",
        field(finding, "within", draftOf(finding, "within") ?? finding.surface)), " ",
      button("exclude-within", say.deciding.exclude), make("output", { class: "problem" })),
    make("p", { class: "field", "data-field": "why", hidden: !whyOf(finding) },
      make("label", {}, say.deciding.comment, make("textarea", { name: "why", rows: 2, lang: "" }, whyOf(finding))),
      make("small", {}, say.deciding.comment_about)),
  ];
}

// What else may stand here, to be put in the field.
/** @param {Finding} finding */
function others(finding) {
  const all = alternatives(finding);
  return all.length > 0 && make("span", { class: "others" }, all.map(words => other(finding, words)));
}

/** @param {Finding} finding @param {string} words */
export function other(finding, words) {
  const lang = langOf(words, sources[finding.document].tag);
  return button("use", written(clip(words, 30)), null, { "data-words": words, lang, title: say.deciding.use });
}

/** @param {Finding} finding @param {string} name @param {string} value @param {string} [label] */
function field(finding, name, value, label) {
  return make("input", { name, value, lang: langOf(value, sources[finding.document].tag), "aria-label": label, placeholder: label,
    autocomplete: "off", autocapitalize: "off", spellcheck: "false" });
}

/** @param {HTMLElement} card */
export function redraw(card) {
  const finding = findingOf(card);
  card.toggleAttribute("data-decided", isDecided(finding));
  card.classList.remove("unfolded");
  const old = card.querySelector(".deciding"), redrawn = deciding(finding);
  if (old && redrawn) old.replaceWith(redrawn);
  else if (redrawn) descendant(card, ".detail").append(redrawn);
  redrawPlaces(finding, card);
}

export function startCardControls() {
  addEventListener("focusin", event => {
    const card = targetOf(event)?.closest(".finding");
    if (card && card.dataset.id !== cardState.reopened) cardState.reopened = null;
    if (card && card.dataset.id !== cardState.wordless) cardState.wordless = null;
  });

  onDecided.push(ids => {
    for (const card of document.querySelectorAll(".finding[data-id]")) if (ids.has(card.dataset.id)) redraw(card);
  });
}
