// A table of findings: the findings that the filters show, as a file for spreadsheets.

import { data, sources } from "./data.js";
import { saveFile } from "./decision_files.js";
import { element } from "./elements.js";
import { count, queued } from "./filters.js";
import { langIndex, phrase, say } from "./phrases.js";
import { readPlace, where } from "./places.js";
import { decisionOn, isDecided } from "./progress.js";
import { lacksSomeFindings, readAllFindings } from "./volumes.js";

const tabling = element("tabling", HTMLButtonElement), packing = element("packing");
const TABLE_COLUMNS = ["finding_id", "rule", "severity", "confidence", "language", "path", "line", "column", "words", "expected", "message", "occurrences", "places", "decision"];

// What a spreadsheet would take for a formula, a number or a day: texts alone are asked. Some take wide signs for signs.
const RECKONED = /^[=+\-@＝＋－＠\t\r\n]|^\d[\d.,:/-]*(?:e\d+)?$/i;

// Such texts begin with an apostrophe, so that they stay as they are: "2.10", or an id that is all digits.
/** @param {string | number} value */
function cell(value) {
  const text = typeof value === "string" && RECKONED.test(value) ? `'${value}` : `${value}`;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

// A finding is a row: where its first place is, and all places that the page holds (those of many are in the build's tables).
/** @param {Finding} finding */
function tableRow(finding) {
  const { id, rule, severity, certainty, document: docNumber, surface, expected, occurrences, says: messages } = finding;
  const places = finding.places.map(readPlace), place = places[0], { path, lang } = place?.source ?? sources[docNumber];
  return [id, rule, severity, certainty, lang, path, place?.line ?? "", place?.column ?? "", surface, expected.join(" | "), messages[langIndex],
    occurrences, places.map(where).join(" | "), isDecided(finding) ? decisionOn(finding).action : ""];
}

/** @param {Finding[]} all */
const asTable = all => `\ufeff${[TABLE_COLUMNS, ...all.map(tableRow)].map(row => row.map(cell).join()).join("\r\n")}\r\n`;

export function showTabling() {
  tabling.textContent = phrase(say.tabling.save, { n: queued.length });
  tabling.disabled = !queued.length;
  packing.textContent = "";
}

async function saveTable() {
  if (lacksSomeFindings()) await readAllFindings().then(count); // without filters those that are not here yet are shown, too
  const name = `taiyaku-findings-${data.build}.csv`;
  saveFile(name, asTable(queued), "text/csv");
  packing.textContent = phrase(say.tabling.saved, { n: queued.length, name });
}

export function startFindingsTable() {
  tabling.addEventListener("click", saveTable);
}
