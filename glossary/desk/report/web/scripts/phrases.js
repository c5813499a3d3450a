// What the page says itself: a table of texts for each language, changed while it is open.

import { data } from "./data.js";
import { fill, number } from "./elements.js";

/** @type {Record<Lang, string>} */
export const SAYS = { en: "en", zh: "zh-Hans", ja: "ja" }; // language → value of `lang`
export const LANGS = /** @type {Lang[]} */ (Object.keys(SAYS)); // in the order of a finding's messages
export let langIndex = 0; // the number of the language
export let say = data.words.en;
/** @type {(() => void)[]} */
export const onSay = []; // what is to be done when the language changes, before the view is shown again

/** @param {string | null | undefined} key @returns {any} */
export const wordsAt = key => `${key}`.split(".").reduce((table, part) => table[part], /** @type {any} */ (say));

// A text with its values; where it has two forms, the first is for one.
/** @param {Phrase} words @param {Record<string, string | number>} [values] */
export function phrase(words, values = {}) {
  const strings = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, typeof value === "number" ? number(value) : value]));
  return fill(Array.isArray(words) ? words[values.n === 1 ? 0 : words.length - 1] : words, strings);
}

/** @param {Phrase} words @param {number} n */
export const many = (words, n) => phrase(words, { n });

const SAID = ["aria-label", "placeholder", "data-head"]; // attributes that hold texts

// The texts of the template name their keys.
export function sayAnew() {
  for (const element of document.querySelectorAll("[data-say]")) {
    element.textContent = phrase(wordsAt(element.dataset.say), element.dataset.with && JSON.parse(element.dataset.with));
  }
  for (const name of SAID) {
    for (const element of document.querySelectorAll(`[data-say-${name}]`)) element.setAttribute(name, wordsAt(element.getAttribute(`data-say-${name}`)));
  }
}

/** @param {string} lang */
export function speak(lang) {
  const before = langIndex;
  langIndex = Math.max(0, LANGS.indexOf(/** @type {Lang} */ (lang)));
  if (langIndex === before) return;
  say = data.words[LANGS[langIndex]];
  document.documentElement.lang = SAYS[LANGS[langIndex]];
  sayAnew();
  for (const listener of onSay) listener();
}
