// Files of decisions: they leave the page as a file, and come back from one.

import { askedRenderings, data, findingById, kept } from "./data.js";
import { areKeys, combined, exportedParts, partsOf } from "./decision_parts.js";
import {
  decisionOf, decisions, keepSome, onRefused, recall, recallSteps, take, timestamp, toKeep,
} from "./decisions.js";
import { isLater, passOn, unexported } from "./earlier_decisions.js";
import { element, fill, make, number } from "./elements.js";
import { phrase, say } from "./phrases.js";
import { last } from "./progress.js";
import { askName, nameField, rename } from "./reviewer.js";
import { showEffects } from "./rule_effects.js";
import { readAllFindings } from "./volumes.js";

const exporting = element("export", HTMLButtonElement), loading = element("load", HTMLInputElement);
export const handed = element("handed"); // what came of it
const finishing = element("finish", HTMLButtonElement); // exports too, beside the counter

export function showHanding() {
  exporting.textContent = phrase(say.handing.export, { n: decisions.size });
  exporting.disabled = !decisions.size;
  finishing.textContent = exporting.textContent;
  finishing.hidden = !decisions.size;
  showEffects();
}

/** @param {Decided} one @param {Decided} other */
const byId = ([a], [b]) => a < b ? -1 : 1;

/** @param {string} build @param {Iterable<Decided>} all */
function exported(build, all) {
  const rows = [...all].sort(byId).flatMap(exportedParts);
  return { format: "taiyaku-decisions", version: 1, build, who: nameField.value.trim(), exported: timestamp(), decisions: rows };
}

/** @param {string} name @param {string} text @param {string} type */
export function saveFile(name, text, type) {
  const href = URL.createObjectURL(new Blob([text], { type }));
  make("a", { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
}

// Writes decisions on findings of a build into a file, whose name is returned; nothing without a name to do it under.
/** @param {string} build @param {Iterable<Decided>} all */
export function writeOut(build, all) {
  if (!nameField.value.trim()) {
    askName();
    return null;
  }
  /** @type {any} */
  const file = exported(build, all), name = `taiyaku-decisions-${file.build}-${file.who.replace(/[^\p{L}\p{M}\p{N}._-]+/gu, "_")}.json`;
  saveFile(name, `${JSON.stringify(file, null, 1)}\n`, "application/json");
  handed.textContent = fill(say.handing.exported, { name });
  return name;
}

export function handOver() {
  if (!writeOut(data.build, decisions)) return;
  const left = [...decisions].filter(([, decision]) => !decision.handed);
  for (const [id, decision] of left) {
    decisions.set(id, { ...decision, handed: true });
    toKeep.add(id);
  }
  keepSome();
  for (const build of unexported.keys()) passOn(build, [...decisions.keys()]); // what they say of these is handed over, or was replaced
}

// The chosen file; an error says what is wrong with it.
/** @param {string} text */
function readFile(text) {
  let file;
  try { file = JSON.parse(text); } catch { throw new Error(say.handing.not_ours); }
  if (file?.format !== "taiyaku-decisions" || !Array.isArray(file.decisions)) throw new Error(say.handing.not_ours);
  if (file.version !== 1) throw new Error(fill(say.handing.other_version, { version: file.version }));
  const ownName = nameField.value.trim(), theirs = typeof file.who === "string" ? file.who.trim() : "";
  if (ownName && theirs && ownName !== theirs) throw new Error(fill(say.handing.other_name, { theirs, own: ownName }));
  return { who: theirs, build: file.build, rows: file.decisions.map(readDecision) };
}

/** @param {any} row @param {number} rowNumber @returns {Decided} */
function readDecision(row, rowNumber) {
  const decision = typeof row?.finding === "string" && decisionOf(row);
  if (!decision) throw new Error(fill(say.handing.bad_decision, { n: number(rowNumber + 1) }));
  return [row.finding, "places" in row ? { ...decision, at: placesRead(row.places, rowNumber) } : decision];
}

/** @param {any} places @param {number} rowNumber */
function placesRead(places, rowNumber) {
  const keys = Array.isArray(places) ? places.map(place => `${place}`.slice(0, 8)) : null;
  if (!areKeys(keys)) throw new Error(fill(say.handing.bad_decision, { n: number(rowNumber + 1) }));
  return keys;
}

// The later word on a finding holds. Findings of another build are the same where their ids are.
/** @param {{ build: unknown, rows: Decided[] }} file */
function merge({ build, rows }) {
  /** @type {Map<string, Decision>} */
  const newer = new Map(), byFinding = /** @type {Map<string, Decision[]>} */ (new Map());
  for (const [id, decision] of rows) kept(byFinding, id, () => []).push(decision);
  for (const [id, all] of byFinding) {
    const decision = combined(findingById.get(id), all.reverse().sort((decision, other) => decision.when < other.when ? -1 : 1));
    if (decision && (build === data.build || findingById.has(id) || askedRenderings().has(id)) && !isLater(decisions.get(id), decision)) newer.set(id, decision);
  }
  if (newer.size) take([...newer]);
  return [...newer.values()].flatMap(partsOf).length;
}

/** @param {File} file */
async function load(file) {
  try {
    const read = readFile(await file.text());
    await readAllFindings(); // it may speak of those that lie beside the page
    const n = merge(read);
    if (!nameField.value.trim() && read.who) rename(read.who);
    handed.textContent = fill(say.handing.loaded, { n: number(n), of: number(read.rows.length) });
  } catch (error) {
    handed.textContent = `${file.name}: ${/** @type {Error} */ (error).message}`;
  }
}

export function startDecisionFiles() {
  exporting.addEventListener("click", handOver);
  finishing.addEventListener("click", () => {
    handOver();
    last.textContent = handed.textContent;
  });
  loading.addEventListener("change", async () => {
    if (loading.files?.length) await load(loading.files[0]);
    loading.value = ""; // the same file may be chosen again
  });
  // Decisions that were not handed over yet are the reviewer's work alone: stored or not, the tab asks before it takes them away.
  addEventListener("beforeunload", event => {
    if ([...decisions.values()].every(decision => decision.handed)) return;
    event.preventDefault();
    event.returnValue = true; // as older browsers want it
  });
  onRefused.push(() => { element("refused").hidden = false; });
  recall();
  recallSteps();
}
