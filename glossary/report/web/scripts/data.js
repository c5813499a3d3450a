// The data of the page. Texts and concordances stand in blocks of their own, read when somebody asks for them.

const block = id => JSON.parse(document.getElementById(id).textContent);
const data = block("data");
const sources = data.documents.map(([id, work, path, title, lang, tag, extracted, origin, address], number) =>
  ({ number, id, work, path, title, lang, tag, extracted, origin, address }));
const findings = data.findings.map((row, rank) => ({ rank, ...Object.fromEntries(data.columns.map((name, at) => [name, row[at]])) }));
const findingById = new Map(findings.map(one => [one.id, one]));
const sourceById = new Map(sources.map(one => [one.id, one]));
const concepts = new Map(data.concepts.map(one => [one.id, one]));
const STANDING = new Set(["new", "open", "accepted"]);

const once = make => {
  let made;
  return () => made ??= make();
};
const lines = once(() => block("lines"));
