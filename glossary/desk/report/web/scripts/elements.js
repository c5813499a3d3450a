// Elements are made from names and texts alone: no text is ever taken for markup.

// What is to be there, out of the lists that it stands in.
/** @param {Child[]} children */
const nodes = (...children) => /** @type {(Node | string)[]} */ (children.flat(/** @type {1} */ (Infinity)).filter(Boolean));

/** @template {keyof HTMLElementTagNameMap} K @param {K} name @param {Attributes} [attributes] @param {Child[]} children */
function make(name, attributes, ...children) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes ?? {})) {
    if (value === true) node.setAttribute(key, "");
    else if (value !== false && value != null) node.setAttribute(key, `${value}`);
  }
  node.append(...nodes(children));
  return node;
}

// Links that leave the page open another tab: the reviewer's place and work stay in this one.
const ELSEWHERE = { target: "_blank", rel: "noreferrer" };

// An element that has to be there: by its id, or by a selector within another.
/** @template {HTMLElement} E @param {string} id @param {new () => E} [kind] */
function element(id, kind) {
  return descendant(document, `#${id}`, kind);
}

/** @template {HTMLElement} E @param {ParentNode} node @param {string} selector @param {new () => E} [kind] @returns {E} */
function descendant(node, selector, kind) {
  const match = node.querySelector(selector);
  if (match instanceof (kind ?? HTMLElement)) return /** @type {E} */ (match);
  throw new TypeError(`no ${selector}`);
}

/** @param {Event} event */
const targetOf = ({ target }) => target instanceof Element ? target : null; // else the window or the document

/** @param {number} value */
const number = value => value.toLocaleString("en");
/** @param {number} share */
const percent = share => share.toLocaleString("en", { style: "percent", maximumFractionDigits: 1 });
/** @param {number | null} part */
const share = part => part == null ? "–" : percent(part);
/** @param {string} words @param {Record<string, string | number>} values */
const fill = (words, values) => words.replace(/\{(\w+)\}/g, (_, name) => `${values[name]}`);
/** @param {Phrase} words @param {number} n */
const many = (words, n) => phrase(words, { n });
/** @param {string} text */
const fold = text => text.normalize("NFKC").toLowerCase();
/** @param {string} text @param {number} most */
const clip = (text, most) => [...text].length > most ? [...text].slice(0, most).join("") + "…" : text;
/** @param {string} view @param {Record<string, string | number>} values */
const link = (view, values) => `#${view}?${new URLSearchParams(/** @type {Record<string, string>} */ (values))}`;
/** @param {string} text @param {string} tag */
const langOf = (text, tag) => /[^\x00-\x7f]/.test(text) ? tag : "en";

// What cannot be seen, or turns the text around, is spelled out. Joiners stay: scripts and emoji need them.
const UNSEEN = /([\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\xad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}])/u;
/** @param {string} char */
const spelled = char => make("span", { class: "unseen", title: say.invisible },
  `U+${Number(char.codePointAt(0)).toString(16).toUpperCase().padStart(4, "0")}`);
/** @param {string} text @returns {Child} */
const written = text => UNSEEN.test(text)
  ? text.split(UNSEEN).map((part, index) => index % 2 ? spelled(part) : part)
  : text;

// A long list is shown in portions: the next one when its end comes into view, or the button is pressed.
/** @template T @param {HTMLElement} place @param {T[]} items @param {(item: T) => HTMLElement} show */
function inPortions(place, items, show, size = 50) {
  const button = make("button", { type: "button" }, say.more);
  const observer = new IntersectionObserver(entries => entries.some(entry => entry.isIntersecting) && portion(), { rootMargin: "600px" });
  button.addEventListener("click", portion);
  let drawnCount = 0;
  function portion() {
    button.before(...items.slice(drawnCount, drawnCount + size).map(show));
    drawnCount += size;
    observer.disconnect();
    if (drawnCount < items.length) observer.observe(button); // again: it tells only of changes, and the end may still be in view
    else button.remove();
  }
  place.replaceChildren(button);
  portion();
}
