// Texts of documents. Offsets count UTF-16 units of the whole text, which may be here in pieces: [offset, line, text].

/** @type {Map<number, DocumentText>} */
const texts = new Map();

/** @param {number} at @returns {DocumentText} */
function textOf(at) {
  return kept(texts, at, () => document.getElementById(`text-${at}`) ? block(`text-${at}`) : { whole: false, pieces: [], terms: [], beside: null });
}

/** @param {Record<string, DocumentText>} whole */
function addTexts(whole) {
  for (const [at, text] of Object.entries(whole)) texts.set(Number(at), text);
}

// Passages of a text that is not here as a whole; those that touch become one.
/** @param {number} at @param {Piece[]} passages */
function addPassages(at, passages) {
  const text = textOf(at), joined = /** @type {Piece[]} */ ([]);
  if (text.whole) return;
  for (const [offset, line, said] of [...text.pieces, ...passages].sort((a, b) => a[0] - b[0])) {
    const before = joined.at(-1), end = before ? before[0] + before[2].length : -1;
    if (before && offset <= end) before[2] += said.slice(end - offset);
    else joined.push([offset, line, said]);
  }
  text.pieces = joined;
}

// Findings of a volume, with the originals and the passages of their places.
/** @param {FindingsVolume} volume */
function addFindings({ ranks, findings: rows, originals, doubtful: unsure, elsewhere, passages }) {
  const before = data.originals.length, column = data.columns.indexOf("originals");
  for (const row of rows) row[column] = /** @type {number[]} */ (row[column]).map(one => one < 0 ? one : one + before);
  data.originals.push(...originals);
  for (const one of unsure) doubtful.add(one + before);
  for (const [at, said] of Object.entries(elsewhere)) data.elsewhere[Number(at) + before] = said;
  for (const [at, own] of Object.entries(passages)) addPassages(Number(at), own);
  addRows(rows, ranks);
}

/** @param {number} at @param {number} start @param {number} end */
function slice(at, start, end) {
  const piece = textOf(at).pieces.findLast(([offset]) => offset <= start);
  return piece ? piece[2].slice(start - piece[0], end - piece[0]) : "";
}
