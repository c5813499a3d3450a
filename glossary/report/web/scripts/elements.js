// Elements are made from names and texts alone: no text is ever taken for markup.

function make(name, attributes, ...children) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes ?? {})) {
    if (value === true) node.setAttribute(key, "");
    else if (value !== false && value != null) node.setAttribute(key, value);
  }
  node.append(...children.flat(Infinity).filter(one => one != null && one !== false && one !== ""));
  return node;
}

const number = value => value.toLocaleString("en");
const percent = share => share.toLocaleString("en", { style: "percent", maximumFractionDigits: 1 });
const share = part => part == null ? "–" : percent(part);
const fill = (words, values) => words.replace(/\{(\w+)\}/g, (_, name) => values[name]);
const many = (words, n) => phrase(words, { n });
const fold = text => text.normalize("NFKC").toLowerCase();
const clip = (text, most) => [...text].length > most ? [...text].slice(0, most).join("") + "…" : text;
const link = (view, values) => `#${view}?${new URLSearchParams(values)}`;
const langOf = (text, tag) => /[^\x00-\x7f]/.test(text) ? tag : "en";

// What cannot be seen, or turns the text around, is spelled out. Joiners stay: scripts and emoji need them.
const UNSEEN = /([\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\xad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}])/u;
const spelled = char => make("span", { class: "unseen", title: say.invisible },
  `U+${char.codePointAt(0).toString(16).toUpperCase().padStart(4, "0")}`);
const written = text => UNSEEN.test(text)
  ? text.split(UNSEEN).map((part, at) => at % 2 ? spelled(part) : part)
  : text;

// A long list is shown in portions: the next one when its end comes into view, or the button is pressed.
function inPortions(place, items, show, size = 50) {
  const button = make("button", { type: "button" }, say.more);
  const seen = new IntersectionObserver(met => met.some(one => one.isIntersecting) && portion(), { rootMargin: "600px" });
  button.addEventListener("click", portion);
  let shown = 0;
  function portion() {
    button.before(...items.slice(shown, shown + size).map(show));
    shown += size;
    seen.disconnect();
    if (shown < items.length) seen.observe(button); // anew: it tells only of changes, and the end may still be in view
    else button.remove();
  }
  place.replaceChildren(button);
  portion();
}
