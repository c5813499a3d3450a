// Navigation in a document: row by row with the arrow keys, and in a row from term to term; what the pointer or the focus is
// in shows where it comes from.

import { sources } from "./data.js";
import { targetOf } from "./elements.js";
import { linkNote, meetLink, stepLink } from "./link_notes.js";
import { besideOf, reader, reading } from "./reader.js";
import { sourceTool } from "./source_links.js";

/** @param {Element} node */
export const unitOf = node => node.closest(".pair") ?? node.closest(".row");

// The row that is met shows its tool; words that are met mark those that they stand for, or a term the same one elsewhere.
/** @param {Element} node */
export function meet(node) {
  const row = node.closest(".row[data-from]") ?? (node.matches(".pair") ? node.querySelector(".own .row[data-from]") : null);
  for (const element of reader.querySelectorAll(".tool")) {
    if (element.parentNode !== row && element !== document.activeElement) element.remove();
  }
  if (row && !row.querySelector(".tool")) {
    row.prepend(sourceTool({ source: sourceOf(row), line: Number(row.dataset.line), column: 1 }, { class: "tool", "data-line": row.dataset.line }));
  }
  const term = meetLink(node) ? null : node.closest(".term") ?? node.querySelector(":scope > mark > .term");
  reader.querySelectorAll(".same").forEach(element => element.classList.remove("same"));
  for (const element of term?.closest(".pair")?.querySelectorAll(".term") ?? []) element.classList.toggle("same", element !== term && element.dataset.concept === term?.dataset.concept);
}

/** @param {HTMLElement} row */
function sourceOf(row) {
  const source = /** @type {Source} */ (reading);
  return row.closest(".english") ? sources[besideOf(source).english] : source;
}

export function startRowNavigation() {
  reader.addEventListener("keydown", event => {
    /** @type {Record<string, "nextElementSibling" | "previousElementSibling" | undefined>} */
    const steps = { ArrowDown: "nextElementSibling", ArrowUp: "previousElementSibling" };
    const step = steps[event.key], node = targetOf(event);
    const across = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (across && node && stepLink(node, across)) event.preventDefault();
    const unit = node && unitOf(node);
    if (!step || !unit || (node !== unit && !node.matches(".link"))) return;
    let next = unit[step];
    while (next && !next.matches(".pair, .row")) next = next[step];
    if (!(next instanceof HTMLElement)) return;
    event.preventDefault();
    next.focus({ preventScroll: true });
    next.scrollIntoView({ block: "nearest" });
  });

  // One row is reached with the Tab key: the one that was left last.
  reader.addEventListener("focusin", event => {
    const node = targetOf(event), unit = node && unitOf(node);
    if (!unit) return;
    for (const element of reader.querySelectorAll(":is(.pair, .row)[tabindex='0']")) element.tabIndex = -1;
    unit.tabIndex = 0;
    meet(node);
  });
  reader.addEventListener("mouseover", event => meet(targetOf(event) ?? reader));
  reader.addEventListener("mouseleave", event => event.relatedTarget instanceof Node && linkNote.contains(event.relatedTarget) || meet(reader));
}
