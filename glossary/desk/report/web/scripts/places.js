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

const SHORT = 40; // characters of a place as a card says it

// The end of a long path says which file it is.
/** @param {string} text */
function brief(text) {
  const from = text.length > SHORT ? text.indexOf("/", text.length - SHORT) : -1;
  return from < 0 ? text : `…${text.slice(from)}`;
}

/** @param {Finding} finding @param {number} at */
function placeLink(finding, at) {
  const place = readPlace(finding.places[at]), said = where(place);
  return [make("a", { href: link("document", { id: place.source.id, finding: finding.id, place: at }), title: said }, brief(said)), " ",
    sourceTool(place, { class: "lookup" }, "↗\ufe0e")];
}

const doubtful = new Set(data.doubtful);
/** @param {Finding} finding @param {number} at */
const hasOriginal = (finding, at) => data.originals[finding.originals[at]] !== undefined && !doubtful.has(finding.originals[at]);

// Where a term of the original has no counterpart, the place is the whole sentence: what is expected belongs into it, not in its stead.
/** @param {Finding} finding */
function lacksTerm({ places, suggestion, expected, surface }) {
  const [, start, end, from, to, cut] = places[0] ?? [];
  return !suggestion && expected.length > 0 && start === from && end === to && !cut && surface.length > 2 * Math.max(...expected.map(form => form.length));
}

// How the other translations say the sentence that the place stands in.
/** @param {Finding} finding @param {number} at */
const inOtherLanguages = (finding, at) => (data.elsewhere[finding.originals[at]] ?? [])
  .map(([tag, text]) => make("p", { class: "original elsewhere", lang: tag, title: say.elsewhere }, written(text)));

/** @param {string} text @param {string} words @returns {[number, number] | null} */
function wholeWords(text, words) {
  const found = new RegExp(`(?<![A-Za-z0-9_])${escaped(words)}(?![A-Za-z0-9_])`, "i").exec(text);
  return found && [found.index, found.index + words.length];
}

// The English words that a finding is about: as terms are aligned, or else those that it names itself.
/** @param {Finding} finding @param {number} at @param {string} said @returns {[start: number, end: number, omitted?: boolean] | null} */
function englishWords(finding, at, said) {
  const named = [finding.surface, ...finding.expected].filter(form => /^[\x20-\x7e]{2,60}$/.test(form) && form.length < said.length);
  return finding.english[at] || named.map(form => wholeWords(said, form)).find(Boolean) || null;
}

/** @param {Finding} finding @param {number} at @param {string} said */
function markedEnglish(finding, at, said) {
  const [start, end, omitted] = englishWords(finding, at, said) ?? [0, 0];
  if (!end) return written(said);
  const mark = make("mark", omitted ? { class: "omitted", title: say.relations.omitted } : {}, written(said.slice(start, end)));
  return [written(said.slice(0, start)), mark, written(said.slice(end))];
}

// What the place is aligned with in English, as far as that is known.
/** @param {Finding} finding @param {number} at */
function original(finding, at) {
  const said = data.originals[finding.originals[at]];
  if (!said || hasOriginal(finding, at)) return said && make("p", { class: "original", lang: "en", title: say.original }, markedEnglish(finding, at, said));
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
