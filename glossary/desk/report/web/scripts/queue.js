// The queue: all findings that fit the filters, the most severe first.

const filters = /** @type {FilterForm} */ (element("filters", HTMLFormElement)), queue = element("queue");
/** @type {Filter[]} */
const FILTERS = ["words", "severity", "certainty", "rule", "lang", "document", "concept", "state", "decision", "alike", "sure", "grave", "folder"];
/** @type {Partial<Record<Filter, string>>} */
let wanted = {}; // filter → value; what is not there does not filter
/** @type {Finding[]} */
let found = []; // the findings that fit, in the order of the queue

/** @type {Map<Finding, string>} */
const searched = new Map();

/** @param {Finding} finding */
function searchText(finding) {
  const { surface, expected, says: said, rule, concept, id } = finding;
  return kept(searched, finding, () => fold([surface, ...expected, ...said, rule, data.rules[rule][0], concept, id,
    sources[finding.document].path].join("\n")));
}

// The sentences that a finding stands in, with what they are aligned with: a word may be sought there too.
/** @type {Map<Finding, string>} */
const searchedSentences = new Map();
/** @param {Finding} finding */
function sentenceText(finding) {
  return kept(searchedSentences, finding, () => fold(finding.places.flatMap((row, at) => {
    const { source, from, to } = readPlace(row);
    return [slice(source.number, from, to), data.originals[finding.originals[at]] ?? ""];
  }).join("\n")));
}
onMore.push(() => searchedSentences.clear()); // passages may have come

/** @param {Finding} finding @param {string} word */
const hasWord = (finding, word) => searchText(finding).includes(word) || sentenceText(finding).includes(word);

// Whether a document lies in a folder of works or below it; right in it, where the folder ends in a dot.
/** @param {Source} source @param {string} folder */
function liesIn({ work }, folder) {
  const [names, numbers] = data.folders, own = names[numbers[work]];
  return folder.endsWith("/.") ? own === folder.slice(0, -1) : own.startsWith(folder);
}

// What figures count is certain enough to fail a check or uncertain; else it is doubtful: rather false than true.
/** @param {Finding} finding */
const certaintiesOf = finding => finding.certainty < data.likely ? ["doubtful"] : ["counted", isCertain(finding) ? "certain" : "uncertain"];

// The step of certainty that a finding is counted in, in percent.
/** @param {Finding} finding */
const stepOf = ({ certainty }) => Math.min(100 - data.step, Math.floor(Number((100 * certainty).toFixed(2)) / data.step) * data.step);

/** @type {Record<Filter, (finding: Finding, value: string) => boolean>} */
const fits = {
  words: (finding, words) => fold(words).split(/\s+/).every(word => hasWord(finding, word)),
  severity: (finding, severity) => finding.severity === severity,
  certainty: (finding, certainty) => certaintiesOf(finding).includes(certainty),
  rule: (finding, rule) => finding.rule === rule,
  lang: (finding, lang) => lang === "all" || sources[finding.document].lang === lang,
  document: (finding, id) => sources[finding.document].id === id,
  state: (finding, state) => state === "all" || finding.state === state,
  concept: (finding, concept) => finding.concept === concept,
  decision: (finding, decision) => decisionsOf(finding).includes(decision),
  alike: (finding, number) => finding.alike === Number(number),
  sure: (finding, low) => stepOf(finding) === Number(low),
  grave: (finding, when) => isCertain(finding) && data.grave.includes(finding.severity) && (finding.state === "new") === (when === "new"),
  folder: (finding, folder) => liesIn(sources[finding.document], folder),
};

// The reviewer's own languages count until one is asked for.
const readsOwn = () => readsSome() && !wanted.lang;

// `except`: a filter that is left out, to count what its other values would show.
/** @param {Filter} [except] */
function fitting(except) {
  const asked = FILTERS.filter(name => wanted[name] && name !== except);
  const here = lacksSomeFindings() ? data.findings.length : Infinity; // of the others some have come, which stand apart
  const ofSome = readsOwn() && except !== "lang";
  return findings.filter(finding => finding.rank < here && (!ofSome || isReviewed(finding)) &&
    (wanted.state || STANDING.has(finding.state)) && asked.every(name => fits[name](finding, wanted[name] ?? "")));
}

// What the filter calls the decision on a finding.
/** @param {Finding} finding @returns {string[]} */
const decisionsOf = finding => [isDecided(finding) ? "decided" : "undecided",
  ...decisions.has(finding.id) ? new Set(partsOf(decisionOn(finding)).map(part => part.action)) : []];

/** @type {Record<Choice, () => [value: string, said: string][]>} */
const choices = {
  severity: () => Object.entries(say.severities),
  certainty: () => [["counted", say.counted_only], ["certain", say.certain_only], ["uncertain", say.uncertain_only], ["doubtful", say.doubtful_only]],
  rule: () => Object.entries(data.rules).map(([code, [name]]) => [code, `${code} ${name}`]),
  lang: () => Object.keys(data.names).map(lang => [lang, data.names[lang]]),
  document: () => sources.map(source => [source.id, source.path]),
  concept: () => data.concepts.map(concept => [concept.id, concept.names.en]),
  state: () => Object.entries(say.states),
  decision: () => [["undecided", say.deciding.undecided], ["decided", say.deciding.decided], ...ACTIONS.map(action => /** @type {[string, string]} */ ([action, say.acted[action]]))],
};
const CHOICES = /** @type {Choice[]} */ (Object.keys(choices));
/** @type {Record<Choice, (finding: Finding) => string | string[]>} */
const valuesOf = {
  severity: finding => finding.severity, certainty: certaintiesOf, rule: finding => finding.rule, lang: finding => sources[finding.document].lang,
  document: finding => sources[finding.document].id, concept: finding => finding.concept, state: finding => finding.state, decision: decisionsOf,
};
/** @type {() => Record<Choice, string>} */
const everything = () => ({
  severity: say.all_severities, certainty: say.all_certainties, rule: say.all_rules,
  lang: readsSome() ? ownLanguages.map(lang => data.names[lang]).join(" · ") : say.all_languages,
  document: say.all_documents, concept: say.deciding.all_concepts,
  state: say.standing, decision: say.deciding.all_decisions,
});
/** @type {() => Partial<Record<Choice, string>>} */
const furtherOnes = () => ({ ...readsSome() && { lang: say.all_languages }, state: say.all_states });

/** @param {Choice} name */
function offer(name) {
  const counts = new Map(), further = furtherOnes()[name];
  for (const one of name === "state" ? findings : fitting(name)) {
    for (const value of [valuesOf[name](one)].flat()) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  /** @param {string} value @param {string} said */
  const option = (value, said) => make("option", { value, selected: wanted[name] === value }, said);
  const offered = choices[name]().filter(([value]) => counts.has(value) || wanted[name] === value);
  filters.elements[name].replaceChildren(option("", everything()[name]),
    ...offered.map(([value, said]) => option(value, `${said} (${number(counts.get(value) ?? 0)})`)),
    ...further ? [option("all", further)] : []);
  if (name === "state") filters.elements[name].hidden = everyNew();
}

function explain() {
  const place = element("explained");
  const rule = wanted.rule ?? "", [, bad, good] = data.rules[rule] ?? [], title = bad && say.rules[rule];
  /** @param {string} head @param {string | undefined} said */
  const part = (head, said) => said ? [make("dt", {}, head), make("dd", {}, make("pre", { class: "sample", lang: sampleLang(said) }, said))] : null;
  place.replaceChildren(...title ? [make("div", { class: "note" }, make("strong", {}, title),
    make("details", {}, make("summary", {}, say.why), make("dl", {}, make("dd", {}, say.whys[rule]), part(say.bad, bad), part(say.good, good))))] : []);
}

/** @param {string} text */
const sampleLang = text => /[\u3041-\u30fa]/.test(text) ? "ja" : langOf(text, "zh-Hans");

/** @type {string | null} */
let listedAs = null; // the filters and the language that the queue was listed with
onSay.push(() => { listedAs = null; });

/** @param {URLSearchParams} values @returns {Promise<unknown> | void} */
function showQueue(values) {
  wanted = Object.fromEntries(FILTERS.filter(name => values.get(name)).map(name => [name, values.get(name)]));
  filters.elements.words.value = wanted.words ?? "";
  if (listedAs !== link("findings", wanted)) return refreshed(); // else it is as it was left
}

// Filters are asked of all findings, the queue begins with those that are here.
function refreshed() {
  if (!lacksSomeFindings() || !(Object.keys(wanted).length || readsOwn())) return refresh();
  const asked = wanted;
  listedAs = null;
  found = [];
  queue.replaceChildren();
  showProgress();
  element("count").textContent = say.reading;
  return readAllFindings().then(() => asked === wanted && refresh());
}

function refresh() {
  listedAs = link("findings", wanted);
  count();
  descendant(filters, "[type=reset]").hidden = !Object.keys(wanted).length;
  explain();
  list();
}

// Which findings fit, and what else could be chosen.
function count() {
  CHOICES.forEach(offer);
  found = fitting();
  const n = found.length, all = standingCount(), absent = [...missing].map(volumeAddress);
  element("count").textContent = n === all ? many(say.all_shown, all) : fill(say.shown_of, { shown: number(n), all: number(all) });
  const others = readsOwn() ? fitting("lang").length - n : 0;
  if (others) element("count").append(" · ", make("a", { href: link("findings", { ...wanted, lang: "all" }) }, many(say.reviewer.others, others)));
  if (absent.length) element("count").append(` · ${fill(say.missing, { files: absent.join(", ") })}`);
  showProgress();
}

function asked() {
  wanted = Object.fromEntries([...new FormData(filters)].filter(([, value]) => value));
  history.replaceState(null, "", Object.keys(wanted).length ? link("findings", wanted) : "#findings");
  shown = location.hash;
  refreshed();
}

/** @type {number | undefined} */
let waiting;
filters.addEventListener("input", () => {
  clearTimeout(waiting);
  waiting = setTimeout(asked, 120);
});
// What is chosen among is all that there is.
filters.addEventListener("focusin", () => { if (lacksSomeFindings()) readAllFindings().then(count); }, { once: true });
filters.addEventListener("submit", event => event.preventDefault());
filters.addEventListener("reset", event => {
  event.preventDefault();
  clearTimeout(waiting);
  history.pushState(null, "", "#findings");
  go();
});
