// What the page says itself: a table of texts for each language, changed while it is open.

/** @type {Record<Lang, string>} */
const SAYS = { en: "en", zh: "zh-Hans", ja: "ja" }; // language → value of `lang`
const LANGS = /** @type {Lang[]} */ (Object.keys(SAYS)); // in the order of a finding's messages
let langIndex = 0; // the number of the language
let say = data.words.en;
/** @type {(() => void)[]} */
const onSay = []; // what is to be done when the language changes, before the view is shown again

/** @param {string | null | undefined} key @returns {any} */
const wordsAt = key => `${key}`.split(".").reduce((table, part) => table[part], /** @type {any} */ (say));

// A text with its values; where it has two forms, the first is for one.
/** @param {Phrase} words @param {Record<string, string | number>} [values] */
function phrase(words, values = {}) {
  const strings = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, typeof value === "number" ? number(value) : value]));
  return fill(Array.isArray(words) ? words[values.n === 1 ? 0 : words.length - 1] : words, strings);
}

const SAID = ["aria-label", "placeholder", "data-head"]; // attributes that hold texts

// The texts of the template name their keys.
function sayAnew() {
  for (const element of document.querySelectorAll("[data-say]")) {
    element.textContent = phrase(wordsAt(element.dataset.say), element.dataset.with && JSON.parse(element.dataset.with));
  }
  for (const name of SAID) {
    for (const element of document.querySelectorAll(`[data-say-${name}]`)) element.setAttribute(name, wordsAt(element.getAttribute(`data-say-${name}`)));
  }
}

/** @param {string} lang */
function speak(lang) {
  const before = langIndex;
  langIndex = Math.max(0, LANGS.indexOf(/** @type {Lang} */ (lang)));
  if (langIndex === before) return;
  say = data.words[LANGS[langIndex]];
  document.documentElement.lang = SAYS[LANGS[langIndex]];
  sayAnew();
  for (const listener of onSay) listener();
}
