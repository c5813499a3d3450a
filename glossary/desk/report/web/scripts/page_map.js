// The map beside a document: where its findings stand, and what has no counterpart. A picture for the pointer, at the side of the
// window; lists above the text hold the same.

import { kept, sources, untilMore } from "./data.js";
import { clip, element, link, make } from "./elements.js";
import { findingsByDocument } from "./marks.js";
import { isOpen } from "./queue.js";
import { lengthOf, relationAt, stretches } from "./rows.js";
import { slice, textOf } from "./texts.js";

export const pageMap = element("map");

/** @type {() => Map<number, Gap[]>} */
const gapsByDocument = untilMore(() => new Map());

// The stretches of a document that have no counterpart, or none that was found, in it or in its original.
/** @param {Source} source */
export const gapsOf = source => kept(gapsByDocument(), source.number, () => readGaps(source));

/** @param {Source} source @returns {Gap[]} */
function readGaps(source) {
  const { beside } = textOf(source.number), gaps = /** @type {Gap[]} */ ([]);
  if (!beside) return gaps;
  const other = sources[beside.english], [left, right] = [stretches(beside.rows[0], lengthOf(source)), stretches(beside.rows[1], lengthOf(other))];
  let offset = 0, isOpen = false;
  for (let rowNumber = 0; rowNumber < left.length; rowNumber += 1) {
    const isOwn = left[rowNumber].length > 0, [start, end] = isOwn ? [left[rowNumber][0][0], left[rowNumber][left[rowNumber].length - 1][1]] : [offset, offset];
    const words = (isOwn ? left : right)[rowNumber].map(([from, to]) => slice((isOwn ? source : other).number, from, to)).join(" ").trim();
    offset = end;
    if (/^(none|unsure)$/.test(relationAt(beside, rowNumber))) {
      if (!/[\p{L}\p{N}]/u.test(words)) continue; // what is never translated
      if (isOpen) gaps[gaps.length - 1].end = end;
      else gaps.push({ start, end, words: clip(words.split("\n")[0], 60), tag: (isOwn ? source : other).tag });
      isOpen = true;
    } else isOpen = false;
  }
  return gaps;
}

/** @param {Source} source */
export function drawMap(source) {
  const length = Math.max(1, lengthOf(source)), marks = findingsByDocument()[source.number];
  /** @param {string} kind @param {number} start @param {number} end @param {string} address */
  const drawn = (kind, start, end, address) => {
    const node = make("i", { class: kind, "data-to": address });
    node.style.top = `${100 * start / length}%`;
    node.style.height = `${100 * (end - start) / length}%`;
    return node;
  };
  const { id } = source;
  pageMap.replaceChildren(
    ...gapsOf(source).map(({ start, end }) => drawn("gap", start, end, link("document", { id, at: start }))),
    ...marks.map(({ start, end, finding, at: placeIndex }) => drawn(`${finding.severity} ${isOpen(finding) ? "" : "settled"}`, start, end,
      link("document", { id, finding: finding.id, place: placeIndex }))));
  pageMap.hidden = !pageMap.childElementCount;
}

export function startPageMap() {
  // A mark is as high as a hair: the nearest one is meant.
  pageMap.addEventListener("click", ({ clientY }) => {
    /** @param {Element} mark */
    const away = mark => {
      const { top, bottom } = mark.getBoundingClientRect();
      return Math.max(top - clientY, clientY - bottom, 0);
    };
    const [nearest] = [...pageMap.querySelectorAll("i")].sort((a, b) => away(a) - away(b));
    if (nearest?.dataset.to) location.hash = nearest.dataset.to;
  });
}
