// The time of a review: how long decisions take a reviewer, by what there is to read of each; in minutes, of what is left.

import { data, findings, kept, onMore, sources, untilMore } from "./data.js";
import { element } from "./elements.js";
import { queued } from "./filters.js";
import { phrase, say } from "./phrases.js";
import { readPlace } from "./places.js";
import { standing } from "./progress.js";
import { isOpen } from "./queue.js";
import { slice } from "./texts.js";
import { lacksSomeFindings } from "./volumes.js";

const WIDE_CHARACTERS = new RegExp(`[${data.pace.wide}]`, "gu");
/** @type {Map<number, number>} */
const paces = new Map(); // number of a decision → seconds

/** @param {string} text */
function readingSeconds(text) {
  const read = text.slice(0, data.pace.longest), wide = read.match(WIDE_CHARACTERS)?.length ?? 0;
  return wide * data.pace.wide_character + (read.length - wide) * data.pace.other_character;
}

const decisionPlaces = untilMore(() => {
  /** @type {Map<number, number>} */
  const counts = new Map();
  for (const { alike, occurrences } of findings) counts.set(alike, (counts.get(alike) ?? 0) + occurrences);
  return counts;
});

// A sentence is read with its English; the other places of the decision are looked over.
/** @param {Finding} finding */
function secondsOf(finding) {
  return kept(paces, finding.alike, () => {
    const { source, from, to } = finding.places.length ? readPlace(finding.places[0]) : { source: sources[finding.document], from: 0, to: 0 };
    const texts = [slice(source.number, from, to), data.originals[finding.originals[0]] ?? ""], further = (decisionPlaces().get(finding.alike) ?? 1) - 1;
    return data.pace.deciding + texts.reduce((sum, text) => sum + readingSeconds(text), 0) + Math.min(data.pace.further_places, data.pace.further_place * further);
  });
}

// What is doubtful or neutral costs more than it brings.
/** @param {Finding} finding */
const isWorthwhile = finding => finding.severity !== "neutral" && finding.certainty >= data.likely;

/** @param {Finding[]} ofFindings */
function minutesLeft(ofFindings) {
  const left = new Map(ofFindings.filter(finding => isWorthwhile(finding) && isOpen(finding)).map(finding => [finding.alike, finding]));
  return Math.ceil([...left.values()].reduce((sum, finding) => sum + secondsOf(finding), 0) / 60);
}

// Of pages that hold only a part of the findings, nothing is known.
export function showMinutes() {
  const minutes = minutesLeft(queued);
  element("minutes").textContent = minutes ? phrase(say.deciding.minutes, { n: minutes }) : "";
  for (const place of document.querySelectorAll(".minutes")) {
    const n = minutesLeft(standing().filter(({ document }) => sources[document].lang === place.dataset.lang));
    place.textContent = lacksSomeFindings() ? "" : n ? phrase(say.verdict.minutes, { n }) : say.verdict.reviewed;
  }
}

export function startReviewTime() {
  onMore.push(showMinutes);
}
