// The data of the page. Texts and concordances stand in blocks of their own, read when they are asked for.

import { element } from "./elements.js";

/** @param {string} id @returns {any} */
export const block = id => JSON.parse(element(id).textContent);
/** @type {PageData} */
export const data = block("data");
/** @type {Source[]} */
export const sources = [];
/** @type {Map<Key, Source>} */
export const sourceById = new Map();
/** @type {Finding[]} */
export const findings = []; // in the order of their ranks
/** @type {Map<Key, Finding>} */
export const findingById = new Map();
/** @type {Map<Key, Concept>} */
export const concepts = new Map(data.concepts.map(concept => [concept.id, concept]));
/** @type {Set<State>} */
export const STANDING = new Set(data.standing);

/** @template T @param {() => T} make */
export const once = make => {
  /** @type {T | undefined} */
  let value;
  return () => value ??= make();
};

/** @template K, V @param {Map<K, V>} map @param {K} key @param {() => V} make @returns {V} */
export function kept(map, key, make) {
  const value = map.get(key) ?? make();
  if (!map.has(key)) map.set(key, value);
  return value;
}

// More than the page holds may come later.
/** @type {(() => void)[]} */
export const onMore = [];
export const more = () => onMore.forEach(call => call());

// What is worked out once, and again when there is more.
/** @template T @param {() => T} make */
export const untilMore = make => {
  /** @type {T | undefined} */
  let value;
  onMore.unshift(() => { value = undefined; });
  return () => value ??= make();
};

/** @param {DocumentRow[]} rows */
export function addSources(rows) {
  for (const [id, work, path, title, lang, tag, extracted, origin, address, volume, others] of rows) {
    const source = { number: sources.length, id, work, path, title, lang, tag, extracted, origin, address, volume, others };
    sources.push(source);
    sourceById.set(id, source);
  }
}

/** @param {unknown[][]} rows @param {number[]} [ranks] */
export function addRows(rows, ranks) {
  for (const [number, row] of rows.entries()) {
    const finding = { rank: ranks?.[number] ?? number, .../** @type {any} */ (Object.fromEntries(data.columns.map((name, column) => [name, row[column]]))) };
    findings.push(finding);
    findingById.set(finding.id, finding);
  }
}

/** @type {() => Lines} */
export const lines = once(() => block("lines"));
export const askedCount = data.concepts.reduce((count, concept) => count + concept.asked, 0);

// The renderings that a reviewer is asked of, by id, in the order of the concepts: the glossary lacks them.
export const askedRenderings = once(() => new Map(data.concepts.filter(concept => concept.asked).flatMap(concept =>
  Object.entries(lines()[concept.id] ?? {}).flatMap(([lang, all]) => (all ?? []).filter(row => row[5])
    .map(([surface, , , , , id]) => [id, { id, surface, lang, concept: concept.id }])))));

export function startData() {
  addSources(data.documents);
  addRows(data.findings);
}
