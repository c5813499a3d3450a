// A document to read: its text with terms and findings marked; a finding that is opened stands below its line.

const reader = document.getElementById("document-text");
let reading = null; // the source that is shown

const findingsByDocument = once(() => {
  const found = sources.map(() => []);
  findings.forEach(finding => finding.places.forEach(([document, start, end], at) =>
    STANDING.has(finding.state) && found[document].push({ start, end, finding, at })));
  return found.map(own => own.sort((a, b) => a.start - b.start || a.end - b.end));
});

function showDocument(values) {
  const source = sourceById.get(values.get("id"));
  document.getElementById("document-title").textContent = source ? source.title || source.path : say.no_document;
  if (source !== reading) {
    reading = source;
    reader.replaceChildren(...source ? rows(source) : []);
    document.getElementById("document-about").replaceChildren(...source ? aboutDocument(source) : []);
  }
  return source ? openPlace(source, values) : [];
}

function aboutDocument(source) {
  document.getElementById("document-title").lang = source.title ? source.tag : "en";
  const own = findings.filter(one => sources[one.document] === source && STANDING.has(one.state));
  const box = make("input", { type: "checkbox", checked: true });
  box.addEventListener("change", () => reader.classList.toggle("with-terms", box.checked));
  reader.classList.add("with-terms");
  return [
    pathAndOrigin(source),
    textOf(source.number).whole ? null : make("p", { class: "note" }, say.not_whole),
    make("details", {}, make("summary", {}, own.length ? many(say.finding, own.length) : say.no_findings),
      make("ul", { class: "list" }, own.map(briefly))),
    textOf(source.number).terms.length ? make("label", {}, box, " ", say.mark_terms) : null,
  ].filter(Boolean);
}

// The title is the path where there is no other.
function pathAndOrigin({ title, path, origin }) {
  const said = [title && path, origin && make("a", { href: origin, rel: "noreferrer" }, say.origin)].filter(Boolean);
  return said.length ? make("p", { class: "dim" }, said.map((one, at) => [at ? " · " : null, one])) : null;
}

function briefly(finding) {
  const source = sources[finding.document];
  return make("li", { class: finding.severity }, headBadges(finding),
    make("span", { lang: langOf(finding.surface, source.tag) }, written(clip(finding.surface, 40))), instead(finding, source), " ",
    finding.places.length ? placeLink(finding, 0) : null);
}

// All marks of a document in order: findings and terms.
function marksOf(source) {
  const terms = textOf(source.number).terms.map(([start, end, concept, status]) => ({ start, end, concept: data.concepts[concept], status }));
  return [...findingsByDocument()[source.number], ...terms].filter(one => one.start < one.end).sort((a, b) => a.start - b.start || b.end - a.end);
}

function rows(source) {
  const marks = marksOf(source), made = [];
  textOf(source.number).pieces.forEach(([offset, first, text], at) => {
    if (at) made.push(make("div", { class: "gap", "aria-hidden": "true" }, "…"));
    made.push(...rowsOf(source, offset, first, text, marks));
  });
  return made;
}

function rowsOf(source, offset, first, text, marks) {
  const made = [];
  let begin = 0, next = 0, active = [];
  for (const match of [...text.matchAll(/\r\n?|\n/g), { index: text.length, 0: "" }]) {
    const from = offset + begin, to = offset + match.index;
    active = active.filter(one => one.end > from);
    while (next < marks.length && marks[next].start < to) {
      if (marks[next].end > from) active.push(marks[next]);
      next += 1;
    }
    const row = make("div", { class: "row", "data-line": first + made.length, "data-from": from, "data-to": to + match[0].length, lang: source.tag });
    row.append(...marked(text, offset, from, to, active));
    made.push(row);
    begin = match.index + match[0].length;
  }
  return made;
}

// A line cut where marks begin and end, each part with what covers it.
function marked(text, offset, from, to, marks) {
  const edges = new Set([from, to]);
  for (const one of marks) [one.start, one.end].forEach(edge => from < edge && edge < to && edges.add(edge));
  const cuts = [...edges].sort((a, b) => a - b), parts = [];
  let next = 0, covers = [];
  for (let at = 0; at + 1 < cuts.length; at += 1) {
    const [start, end] = [cuts[at], cuts[at + 1]];
    covers = covers.filter(one => one.end > start);
    while (next < marks.length && marks[next].start <= start) covers.push(marks[next++]);
    parts.push(part(written(text.slice(start - offset, end - offset)), covers, start));
  }
  return parts.flat();
}

function part(said, covers, from) {
  const term = covers.find(one => one.concept), found = covers.filter(one => one.finding);
  if (term) said = make("span", { class: `term ${term.status}`, title: fill(say.term, { concept: term.concept.names.en, status: term.status }) }, said);
  if (!found.length) return said;
  const { finding, at } = found.reduce((best, one) => one.finding.rank < best.finding.rank ? one : best);
  return make("a", {
    class: `at ${finding.severity}`, "data-from": from, "data-findings": found.map(one => one.finding.id).join(" "),
    href: link("document", { id: reading.id, finding: finding.id, place: at }),
  }, make("mark", {}, said));
}

// What is to come into view: the words, and the finding that is asked for, opened below their line.
function openPlace(source, values) {
  reader.querySelectorAll(".opened").forEach(one => one.remove());
  reader.querySelectorAll("[aria-current]").forEach(one => one.removeAttribute("aria-current"));
  const finding = findingById.get(values.get("finding")), at = Number(values.get("place") ?? 0);
  const place = finding?.places[at], start = place ? place[1] : Number(values.get("at") ?? NaN);
  const row = !place || sources[place[0]] === source ? rowAt(start) : null;
  if (!row || !finding) row?.setAttribute("aria-current", "true");
  return row && finding ? openFinding(finding, at, row) : [row].filter(Boolean);
}

function openFinding(finding, at, row) {
  const [, start, end] = finding.places[at];
  const own = [...reader.querySelectorAll("a.at")].filter(one => start <= one.dataset.from && one.dataset.from < end);
  const ids = new Set([finding.id, ...own.flatMap(one => one.dataset.findings.split(" "))]);
  const card = make("div", { class: "opened" }, [...ids].map(id => cardHere(findingById.get(id), id === finding.id ? at : null, row)));
  own.forEach(one => one.setAttribute("aria-current", "true"));
  row.after(card);
  return [own[0] ?? row, card];
}

// A finding at the place that was asked for, or at its first one in the line.
function cardHere(finding, asked, row) {
  const here = ([document, start, end]) => sources[document] === reading && start < row.dataset.to && end > row.dataset.from;
  return findingCard(finding, asked ?? Math.max(0, finding.places.findIndex(here)), false);
}

function rowAt(offset) {
  return [...reader.querySelectorAll(".row")].find(row => row.dataset.from <= offset && offset < row.dataset.to) ?? null;
}
