// A place: the words in their sentence, and where that is.

const LONGEST = 240;

const readPlace = ([document, start, end, from, to, cut, line, column]) =>
  ({ source: sources[document], start, end, from, to, cut, line, column });

function where(place) {
  const { source, line, column } = place;
  return `${source.path}:${source.extracted ? "~" : ""}${line}:${column}`;
}

function placeLink(finding, at) {
  const place = readPlace(finding.places[at]);
  return make("a", { href: link("document", { id: place.source.id, finding: finding.id, place: at }) }, where(place));
}

function inContext(finding, at) {
  const { source, start, end, from, to, cut } = readPlace(finding.places[at]);
  const part = (a, b) => written(slice(source.number, a, b));
  const words = slice(source.number, start, end);
  return make("div", { class: "context", lang: source.tag },
    cut & 1 ? "…" : "", part(from, start), make("mark", {}, written(clip(words, LONGEST))), part(end, to), cut & 2 ? "…" : "");
}
