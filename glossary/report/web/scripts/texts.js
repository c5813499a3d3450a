// Texts of documents. Offsets count UTF-16 units of the whole text, which may be here in pieces: [offset, line, text].

/** @type {Map<number, DocumentText>} */
const texts = new Map();

/** @param {number} at @returns {DocumentText} */
function textOf(at) {
  return kept(texts, at, () => block(`text-${at}`));
}

/** @param {number} at @param {number} start @param {number} end */
function slice(at, start, end) {
  const piece = textOf(at).pieces.findLast(([offset]) => offset <= start);
  return piece ? piece[2].slice(start - piece[0], end - piece[0]) : "";
}
