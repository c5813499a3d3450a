// Filters: the queue of all findings that fit the filters, the most severe first.

import { data, findings, kept, sources, STANDING, untilMore } from "./data.js";
import { partsOf } from "./decision_parts.js";
import { ACTIONS, decisions } from "./decisions.js";
import { descendant, element, fill, fold, langOf, link, make, number } from "./elements.js";
import { everyNew, isCertain } from "./finding_card.js";
import { many, onSay, say } from "./phrases.js";
import { readPlace } from "./places.js";
import { decisionOn, isDecided, showProgress, standingCount } from "./progress.js";
import { list } from "./queue.js";
import { isReviewed, ownLanguages, readsSome } from "./reviewer.js";
import { slice } from "./texts.js";
import { go, noteAddress } from "./views.js";
import { lacksSomeFindings, missing, readAllFindings, volumeAddress } from "./volumes.js";

export const filters = /** @type {FilterForm} */ (element("filters", HTMLFormElement)), queue = element("queue");
/** @type {Filter[]} */
const FILTERS = ["words", "severity", "certainty", "rule", "lang", "document", "concept", "state", "assistants", "decision", "alike", "sure", "grave", "folder"];
/** @type {Partial<Record<Filter, string>>} */
export let filterValues = {}; // filter → value; what is not there does not filter
/** @type {Finding[]} */
export let queued = []; // the findings that fit, in the order of the queue

/** @type {Map<Finding, string>} */
const searched = new Map();

/** @param {Finding} finding */
function searchText(finding) {
  const { surface, expected, says: messages, rule, concept, id } = finding;
  return kept(searched, finding, () => fold([surface, ...expected, ...messages, rule, data.rules[rule][0], concept, id,
    sources[finding.document].path].join("\n")));
}

// The sentences that a finding stands in, with what they are aligned with: a word may be sought there too.
/** @type {() => Map<Finding, string>} */
const searchedSentences = untilMore(() => new Map()); // passages may come
/** @param {Finding} finding */
function sentenceText(finding) {
  return kept(searchedSentences(), finding, () => fold(finding.places.flatMap((row, placeIndex) => {
    const { source, from, to } = readPlace(row);
    return [slice(source.number, from, to), data.originals[finding.originals[placeIndex]] ?? ""];
  }).join("\n")));
}

/** @param {Finding} finding @param {string} word */
const hasWord = (finding, word) => searchText(finding).includes(word) || sentenceText(finding).includes(word);

// The verdict that all assistants have of a finding.
/** @param {Finding} finding @returns {Action | "split" | "none"} */
export function agreementOn({ opinions }) {
  const verdicts = new Set(opinions.map(opinion => opinion.verdict));
  return verdicts.size > 1 ? "split" : opinions[0]?.verdict ?? "none";
}

// Whether a document lies in a folder of works or below it; right in it, where the folder ends in a dot.
/** @param {Source} source @param {string} folder */
export function liesIn({ work }, folder) {
  const [names, numbers] = data.folders, workFolder = names[numbers[work]];
  return folder.endsWith("/.") ? workFolder === folder.slice(0, -1) : workFolder.startsWith(folder);
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
  assistants: (finding, agreement) => agreementOn(finding) === agreement,
  decision: (finding, decision) => decisionsOf(finding).includes(decision),
  alike: (finding, number) => finding.alike === Number(number),
  sure: (finding, low) => stepOf(finding) === Number(low),
  grave: (finding, age) => isCertain(finding) && data.grave.includes(finding.severity) && (finding.state === "new") === (age === "new"),
  folder: (finding, folder) => liesIn(sources[finding.document], folder),
};

// The reviewer's own languages count until one is asked for.
export const readsOwn = () => readsSome() && !filterValues.lang;

// `except`: a filter that is left out, to count what its other values would show.
/** @param {Filter} [except] */
function fitting(except) {
  const active = FILTERS.filter(name => filterValues[name] && name !== except);
  const rankLimit = lacksSomeFindings() ? data.findings.length : Infinity; // of the others some have come, which stand apart
  const ofSome = readsOwn() && except !== "lang";
  return findings.filter(finding => finding.rank < rankLimit && (!ofSome || isReviewed(finding)) &&
    (filterValues.state || STANDING.has(finding.state)) && active.every(name => fits[name](finding, filterValues[name] ?? "")));
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
  assistants: () => [...ACTIONS.map(action => /** @type {[string, string]} */ ([action, fill(say.assistants.agree, { action: say.actions[action] })])), ["split", say.assistants.split], ["none", say.assistants.none]],
  decision: () => [["undecided", say.deciding.undecided], ["decided", say.deciding.decided], ...ACTIONS.map(action => /** @type {[string, string]} */ ([action, say.acted[action]]))],
};
const CHOICES = /** @type {Choice[]} */ (Object.keys(choices));
/** @type {Record<Choice, (finding: Finding) => string | string[]>} */
const valuesOf = {
  severity: finding => finding.severity, certainty: certaintiesOf, rule: finding => finding.rule, lang: finding => sources[finding.document].lang,
  document: finding => sources[finding.document].id, concept: finding => finding.concept, state: finding => finding.state, assistants: agreementOn, decision: decisionsOf,
};
/** @type {() => Record<Choice, string>} */
const everything = () => ({
  severity: say.all_severities, certainty: say.all_certainties, rule: say.all_rules,
  lang: readsSome() ? ownLanguages.map(lang => data.names[lang]).join(" · ") : say.all_languages,
  document: say.all_documents, concept: say.deciding.all_concepts,
  state: say.standing, assistants: say.assistants.all, decision: say.deciding.all_decisions,
});
/** @type {() => Partial<Record<Choice, string>>} */
const furtherOnes = () => ({ ...readsSome() && { lang: say.all_languages }, state: say.all_states });

/** @param {Choice} name */
export function offer(name) {
  const counts = new Map(), further = furtherOnes()[name];
  for (const finding of name === "state" ? findings : fitting(name)) {
    for (const value of [valuesOf[name](finding)].flat()) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  /** @param {string} value @param {string} text */
  const option = (value, text) => make("option", { value, selected: filterValues[name] === value }, text);
  const offered = choices[name]().filter(([value]) => counts.has(value) || filterValues[name] === value);
  filters.elements[name].replaceChildren(option("", everything()[name]),
    ...offered.map(([value, text]) => option(value, `${text} (${number(counts.get(value) ?? 0)})`)),
    ...further ? [option("all", further)] : []);
  if (name === "state") filters.elements[name].hidden = everyNew();
  if (name === "assistants") filters.elements[name].hidden = !findings.some(finding => finding.opinions.length);
}

// The filters that are on, each with a button that takes it off.
function showChips() {
  element("chips").replaceChildren(...FILTERS.filter(name => filterValues[name]).map(chip));
}

/** @param {Filter} name */
function chip(name) {
  const value = filterValues[name] ?? "", choice = Object.hasOwn(choices, name) ? choices[/** @type {Choice} */ (name)]().find(([chosen]) => chosen === value) : null;
  const label = choice?.[1] ?? (value === "all" ? furtherOnes()[/** @type {Choice} */ (name)] : value);
  const button = make("button", { type: "button", class: "chip", "aria-label": fill(say.deciding.take_off, { filter: `${label}` }) }, `${label} `, make("span", { "aria-hidden": "true" }, "×"));
  button.addEventListener("click", () => {
    const { [name]: _, ...others } = filterValues;
    location.hash = link("findings", others);
  });
  return button;
}

function explain() {
  const place = element("explained");
  const rule = filterValues.rule ?? "", [, bad, good] = data.rules[rule] ?? [], title = bad && say.rules[rule];
  /** @param {string} head @param {string | undefined} sample */
  const part = (head, sample) => sample ? [make("dt", {}, head), make("dd", {}, make("pre", { class: "sample", lang: sampleLang(sample) }, sample))] : null;
  place.replaceChildren(...title ? [make("div", { class: "note" }, make("strong", {}, title),
    make("details", {}, make("summary", {}, say.why), make("dl", {}, make("dd", {}, say.whys[rule]), part(say.bad, bad), part(say.good, good))))] : []);
}

/** @param {string} text */
const sampleLang = text => /[\u3041-\u30fa]/.test(text) ? "ja" : langOf(text, "zh-Hans");

/** @type {string | null} */
let listedAs = null; // the filters and the language that the queue was listed with

/** @param {URLSearchParams} values @returns {Promise<unknown> | void} */
export function showQueue(values) {
  filterValues = Object.fromEntries(FILTERS.filter(name => values.get(name)).map(name => [name, values.get(name)]));
  filters.elements.words.value = filterValues.words ?? "";
  if (listedAs !== link("findings", filterValues)) return refreshed(); // else it is as it was left
}

export function relist() {
  listedAs = null;
  if (document.body.dataset.view === "findings") refreshed();
}

// Filters are asked of all findings, the queue begins with those that are here.
function refreshed() {
  if (!lacksSomeFindings() || !(Object.keys(filterValues).length || readsOwn())) return refresh();
  const filtersBefore = filterValues;
  listedAs = null;
  queued = [];
  queue.replaceChildren();
  showProgress();
  element("count").textContent = say.reading;
  return readAllFindings().then(() => filtersBefore === filterValues && refresh());
}

function refresh() {
  listedAs = link("findings", filterValues);
  count();
  showChips();
  descendant(filters, "[type=reset]").hidden = !Object.keys(filterValues).length;
  explain();
  list();
}

// Which findings fit, and what else could be chosen.
export function count() {
  CHOICES.forEach(offer);
  queued = fitting();
  const n = queued.length, all = standingCount(), absent = [...missing].map(volumeAddress);
  element("count").textContent = n === all ? many(say.all_shown, all) : fill(say.shown_of, { shown: number(n), all: number(all) });
  const others = readsOwn() ? fitting("lang").length - n : 0;
  if (others) element("count").append(" · ", make("a", { href: link("findings", { ...filterValues, lang: "all" }) }, many(say.reviewer.others, others)));
  if (absent.length) element("count").append(` · ${fill(say.missing, { files: absent.join(", ") })}`);
  showProgress();
}

function asked() {
  filterValues = Object.fromEntries([...new FormData(filters)].filter(([, value]) => value));
  history.replaceState(null, "", Object.keys(filterValues).length ? link("findings", filterValues) : "#findings");
  noteAddress();
  refreshed();
}

/** @type {number | undefined} */
let waiting;

export function startFilters() {
  onSay.push(() => { listedAs = null; });
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
}
