// Heads: what stands before the title of a document and is the same in its original, such as comments, settings, licences
// and their code. It is folded, in both texts at once.

const TITLE = /^\s*#{1,6}\s/;
/** @param {Beside} beside @param {number} rowNumber */
const relationAt = ({ rows: [, , relations] }, rowNumber) => data.relations[relations[rowNumber]];

// How many rows the head has. What is left in English counts only where a title follows: else it may be the text itself.
/** @param {Source} source @param {Beside} beside @param {Stretch[][]} stretchRows */
function headRows(source, beside, stretchRows) {
  const isTitle = /** @param {number} rowNumber */ rowNumber => stretchRows[rowNumber].some(([start, end]) => TITLE.test(slice(source.number, start, end)));
  let settings = 0, end = 0;
  while (end < stretchRows.length && relationAt(beside, end) === "head") settings = end += 1;
  while (end < stretchRows.length && /^(code|copy)$/.test(relationAt(beside, end)) && !isTitle(end)) end += 1;
  return end < stretchRows.length && isTitle(end) ? end : settings;
}

// Where the head ends in the text of a document that is read alone.
/** @param {Source} source */
function headEnd(source) {
  const { beside } = textOf(source.number);
  if (!beside) return 0;
  const stretchRows = stretches(beside.rows[0], lengthOf(source));
  return stretchRows[headRows(source, beside, stretchRows)]?.[0]?.[0] ?? 0;
}

/** @param {HTMLElement[]} rows */
const foldedHead = rows => make("details", { class: "head" }, make("summary", {}, say.head), rows);
