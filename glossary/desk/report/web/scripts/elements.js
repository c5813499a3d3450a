// Elements are made from names and texts alone: no text is ever taken for markup.

// What is to be there, out of the lists that it stands in.
/** @param {Child[]} children */
export const nodes = (...children) => /** @type {(Node | string)[]} */ (children.flat(/** @type {1} */ (Infinity)).filter(Boolean));

/** @template {keyof HTMLElementTagNameMap} K @param {K} name @param {Attributes} [attributes] @param {Child[]} children */
export function make(name, attributes, ...children) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes ?? {})) {
    if (value === true) node.setAttribute(key, "");
    else if (value !== false && value != null) node.setAttribute(key, `${value}`);
  }
  node.append(...nodes(children));
  return node;
}

// Links that leave the page open another tab: the reviewer's place and work stay in this one.
export const ELSEWHERE = { target: "_blank", rel: "noreferrer" };

// An element that has to be there: by its id, or by a selector within another.
/** @template {HTMLElement} E @param {string} id @param {new () => E} [kind] */
export function element(id, kind) {
  return descendant(document, `#${id}`, kind);
}

/** @template {HTMLElement} E @param {ParentNode} node @param {string} selector @param {new () => E} [kind] @returns {E} */
export function descendant(node, selector, kind) {
  const match = node.querySelector(selector);
  if (match instanceof (kind ?? HTMLElement)) return /** @type {E} */ (match);
  throw new TypeError(`no ${selector}`);
}

/** @param {Event} event */
export const targetOf = ({ target }) => target instanceof Element ? target : null; // else the window or the document

/** @param {number} value */
export const number = value => value.toLocaleString("en");
/** @param {number} share */
export const percent = share => share.toLocaleString("en", { style: "percent", maximumFractionDigits: 1 });
/** @param {number | null} part */
export const share = part => part == null ? "–" : percent(part);
/** @param {string} words @param {Record<string, string | number>} values */
export const fill = (words, values) => words.replace(/\{(\w+)\}/g, (_, name) => `${values[name]}`);
/** @param {string} text */
export const fold = text => text.normalize("NFKC").toLowerCase();
/** @param {string} text @param {number} most */
export const clip = (text, most) => [...text].length > most ? [...text].slice(0, most).join("") + "…" : text;
/** @param {string} view @param {Record<string, string | number>} values */
export const link = (view, values) => `#${view}?${new URLSearchParams(/** @type {Record<string, string>} */ (values))}`;
/** @param {string} text @param {string} tag */
export const langOf = (text, tag) => /[^\x00-\x7f]/.test(text) ? tag : "en";
