// Concepts: what the glossary says, how often, and every rendering in lines of the texts it stands in.

import { concordance } from "./concordance.js";
import { concepts, data, lines } from "./data.js";
import { element, ELSEWHERE, fill, fold, langOf, link, make, number, percent, share } from "./elements.js";
import { many, say } from "./phrases.js";
import { choice, showAsked } from "./rendering_questions.js";
import { written } from "./texts.js";

export const conceptWords = element("concept-words", HTMLInputElement), conceptList = element("concept-list");
const onlyAsked = element("only-asked", HTMLInputElement);
/** @type {Concept[]} */
export let listedConcepts = []; // those that the words fit

/** @param {Concept} concept */
function conceptText(concept) {
  const forms = Object.values(concept.languages).flatMap(usage => usage.forms.map(([form]) => form));
  return fold([concept.id, concept.domain, ...Object.values(concept.names), ...forms].join("\n"));
}

/** @param {Concept} concept */
function conceptEntry(concept, opened = false) {
  /** @param {Lang} lang */
  const name = lang => make("span", { lang: data.tags[lang] }, concept.names[lang]);
  const details = make("details", { class: "concept", "data-id": concept.id },
    make("summary", {}, make("b", {}, concept.names.en), name("zh"), name("ja"),
      make("small", {}, many(say.mention, concept.mentions), concept.findings ? ` · ${many(say.finding, concept.findings)}` : "",
        concept.asked ? ` · ${many(say.asking.asked, concept.asked)}` : "")));
  details.addEventListener("toggle", () => fillConcept(details));
  details.open = opened;
  if (opened) fillConcept(details); // `toggle` comes later, a key perhaps before it
  return details;
}

// What it holds is made when it is opened first.
/** @param {HTMLElement} details */
export function fillConcept(details) {
  const concept = concepts.get(details.dataset.id);
  if (concept && details.children.length < 2) details.append(conceptBody(concept));
}

/** @param {Concept} concept */
function conceptBody(concept) {
  const renderings = lines()[concept.id] ?? {};
  return make("div", {},
    make("p", { class: "about" }, `${concept.id} · ${concept.domain}`,
      concept.findings ? [" · ", make("a", { href: link("findings", { concept: concept.id }) }, many(say.finding, concept.findings))] : null),
    noted(concept),
    make("div", { class: "languages" }, Object.entries(concept.languages).map(([lang, usage]) => inLanguage(lang, usage, renderings[lang] ?? []))));
}

// What the glossary says of it, in English.
/** @param {Concept} concept */
function noted({ definition, reference }) {
  const source = /^https?:/.test(reference) ? make("a", { href: reference, ...ELSEWHERE }, reference) : reference;
  return [definition && make("p", { class: "definition", lang: "en" }, definition),
    reference && make("p", { class: "dim" }, `${say.reference} `, make("span", { lang: "en" }, source))];
}

/** @param {string} lang @param {ConceptInLanguage} usage @param {Rendering[]} renderings */
function inLanguage(lang, usage, renderings) {
  const tag = data.tags[lang];
  const figures = usage.mentions
    ? [many(say.mention, usage.mentions), many(say.document, usage.documents), `${say.success} ${share(usage.success)}`, `${say.consistency} ${share(usage.consistency)}`]
    : [say.not_met];
  return make("section", {},
    make("h3", {}, make("span", { lang: tag }, data.names[lang]), " ", make("small", {}, figures.map((figure, index) => [index ? " · " : null, make("span", { class: "figure" }, figure)]))),
    make("ul", { class: "forms", "aria-label": say.forms },
      usage.forms.map(([form, status, count]) => make("li", {}, make("span", { class: status, lang: langOf(form, tag) }, form), " ", make("small", {}, `${say.statuses[status]} ${number(count)}`)))),
    renderings.map(row => rendering(row, tag)));
}

/** @param {Rendering} rendering @param {string} tag */
function rendering([surface, status, count, places, part, id], tag) {
  const lang = langOf(surface, tag);
  const partly = places.length < count ? ` · ${fill(say.lines_shown, { shown: places.length, all: number(count) })}` : "";
  const aligned = part === null ? "" : ` · ${fill(say.asking.share, { percent: percent(part) })}`;
  return make("div", id ? { class: "asked", "data-id": id, tabindex: -1, role: "group", "aria-label": surface } : {},
    make("p", { class: "rendering" }, make("span", { class: status, lang }, written(surface)), " ", make("small", {}, `${say.statuses[status]} · ${number(count)}${partly}${aligned}`),
      id && [" ", choice(id)]),
    concordance(places, tag, status));
}

// A long list is shown in portions: the next one when its end comes into view, or the button is pressed.
/** @template T @param {HTMLElement} place @param {T[]} items @param {(item: T) => HTMLElement} show */
function inPortions(place, items, show, size = 50) {
  const button = make("button", { type: "button" }, say.more);
  const observer = new IntersectionObserver(entries => entries.some(entry => entry.isIntersecting) && portion(), { rootMargin: "600px" });
  button.addEventListener("click", portion);
  let drawnCount = 0;
  function portion() {
    button.before(...items.slice(drawnCount, drawnCount + size).map(show));
    drawnCount += size;
    observer.disconnect();
    if (drawnCount < items.length) observer.observe(button); // again: it tells only of changes, and the end may still be in view
    else button.remove();
  }
  place.replaceChildren(button);
  portion();
}

/** @param {URLSearchParams} values */
export function showConcepts(values) {
  const id = values.get("id");
  conceptWords.value = id ?? "";
  listConcepts(id);
}

/** @param {string | null} [id] */
function listConcepts(id) {
  const words = fold(conceptWords.value).split(/\s+/).filter(Boolean);
  const linkedConcept = concepts.get(id);
  listedConcepts = linkedConcept ? [linkedConcept]
    : data.concepts.filter(concept => (concept.asked || !onlyAsked.checked) && words.every(word => conceptText(concept).includes(word)));
  element("concept-count").textContent = many(say.concept, listedConcepts.length);
  inPortions(conceptList, listedConcepts, concept => conceptEntry(concept, listedConcepts.length === 1), 100);
  showAsked();
}

export function startConcepts() {
  conceptWords.addEventListener("input", () => listConcepts());
  onlyAsked.addEventListener("change", () => listConcepts());
  conceptWords.form?.addEventListener("submit", event => event.preventDefault());
}
