// A place: the words in their sentence, and where that is.

const LONGEST = 240;

/** @param {PlaceRow} row @returns {Place} */
const readPlace = ([document, start, end, from, to, cut, line, column]) =>
  ({ source: sources[document], start, end, from, to, cut, line, column });

/** @param {LineOfSource} place */
function where(place) {
  const { source, line, column } = place;
  return `${source.path}:${source.extracted ? "~" : ""}${line}:${column}`;
}

/** @param {Finding} finding @param {number} at */
function placeLink(finding, at) {
  const place = readPlace(finding.places[at]);
  return [make("a", { href: link("document", { id: place.source.id, finding: finding.id, place: at }) }, where(place)), " ",
    sourceTool(place, { class: "lookup" }, "↗\ufe0e")];
}

const doubtful = new Set(data.doubtful);
/** @param {Finding} finding @param {number} at */
const hasOriginal = (finding, at) => data.originals[finding.originals[at]] !== undefined && !doubtful.has(finding.originals[at]);

// What the place is aligned with in English, as far as that is known.
/** @param {Finding} finding @param {number} at */
function original(finding, at) {
  const said = data.originals[finding.originals[at]];
  if (!said || hasOriginal(finding, at)) return said && make("p", { class: "original", lang: "en", title: say.original }, written(said));
  return make("p", { class: "original doubtful" }, make("b", {}, say.perhaps), " ", make("span", { lang: "en" }, written(said)));
}

/** @param {Finding} finding @param {number} at */
function inContext(finding, at) {
  const { source, start, end, from, to, cut } = readPlace(finding.places[at]);
  /** @param {number} a @param {number} b */
  const part = (a, b) => written(slice(source.number, a, b));
  const words = slice(source.number, start, end);
  return make("div", { class: "context", lang: source.tag },
    cut & 1 ? "…" : "", part(from, start), make("mark", {}, written(clip(words, LONGEST))), part(end, to), cut & 2 ? "…" : "");
}
