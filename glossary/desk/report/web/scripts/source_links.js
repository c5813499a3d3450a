// From a place to its source file: a link where the page knows an address, else what an editor opens, to be copied.

import { ELSEWHERE, make } from "./elements.js";
import { say } from "./phrases.js";
import { where } from "./places.js";

// `away`: what a link says; without, a row shows its line there.
/** @param {LineOfSource} place @param {Attributes} attributes @param {string | null} away */
export function sourceTool(place, attributes, away = null) {
  const { source, line } = place;
  if (source.address && !source.extracted) {
    return make("a", { ...attributes, href: addressOf(source, line), ...ELSEWHERE, "aria-label": say.open_source, title: say.open_source }, away);
  }
  const button = make("button", { ...attributes, type: "button", "aria-label": say.copy_place, title: `${say.copy_place}: ${where(place)}` });
  button.addEventListener("click", () => copied(button, where(place)));
  return button;
}

/** @param {Source} source @param {number} line */
export const addressOf = (source, line) => source.address.replaceAll("{line}", `${line}`);

/** @param {HTMLElement} button @param {string} text */
async function copied(button, text) {
  await (navigator.clipboard?.writeText(text) ?? Promise.reject()).catch(() => copiedByHand(text));
  button.classList.add("done");
  button.setAttribute("aria-label", say.copied);
  setTimeout(() => button.classList.remove("done"), 1500);
}

// Browsers that give a file no clipboard.
/** @param {string} text */
function copiedByHand(text) {
  const field = make("textarea", { class: "away", "aria-hidden": "true" });
  field.value = text;
  document.body.append(field);
  field.select();
  document.execCommand("copy");
  field.remove();
}
