// The data of the page. Texts and concordances stand in blocks of their own, read when somebody asks for them.

/** @param {string} id @returns {any} */
const block = id => JSON.parse(element(id).textContent);
/** @type {PageData} */
const data = block("data");
const sources = data.documents.map(([id, work, path, title, lang, tag, extracted, origin, address], number) =>
  ({ number, id, work, path, title, lang, tag, extracted, origin, address }));
/** @type {Finding[]} */
const findings = data.findings.map((row, rank) => ({ rank, .../** @type {any} */ (Object.fromEntries(data.columns.map((name, at) => [name, row[at]]))) }));
/** @type {Map<Key, Finding>} */
const findingById = new Map(findings.map(one => [one.id, one]));
/** @type {Map<Key, Source>} */
const sourceById = new Map(sources.map(one => [one.id, one]));
/** @type {Map<Key, Concept>} */
const concepts = new Map(data.concepts.map(one => [one.id, one]));
/** @type {Set<State>} */
const STANDING = new Set(data.standing);

/** @template T @param {() => T} make */
const once = make => {
  /** @type {T | undefined} */
  let made;
  return () => made ??= make();
};

/** @template K, V @param {Map<K, V>} map @param {K} key @param {() => V} make @returns {V} */
function kept(map, key, make) {
  const value = map.get(key) ?? make();
  if (!map.has(key)) map.set(key, value);
  return value;
}

/** @type {() => Lines} */
const lines = once(() => block("lines"));
const askedCount = data.concepts.reduce((count, one) => count + one.asked, 0);

// The renderings that a reviewer is asked of, by id, in the order of the concepts: the glossary lacks them.
const askedRenderings = once(() => new Map(data.concepts.filter(one => one.asked).flatMap(one =>
  Object.entries(lines()[one.id] ?? {}).flatMap(([lang, all]) => (all ?? []).filter(own => own[5])
    .map(([surface, , , , , id]) => [id, { id, surface, lang, concept: one.id }])))));
