// Texts of documents. Offsets count UTF-16 units of the whole text, which may be here in pieces: [offset, line, text].

const texts = new Map();

function textOf(at) {
  if (!texts.has(at)) texts.set(at, block(`text-${at}`));
  return texts.get(at);
}

function slice(at, start, end) {
  const piece = textOf(at).pieces.findLast(([offset]) => offset <= start);
  return piece ? piece[2].slice(start - piece[0], end - piece[0]) : "";
}
