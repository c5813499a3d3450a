// The reviewer: a name and the languages that are reviewed, at the desk; asked for when the first decision is made.

import { sources } from "./data.js";
import { handed } from "./decision_files.js";
import { decisions, onDecided } from "./decisions.js";
import { element } from "./elements.js";
import { relist } from "./filters.js";
import { remember, remembered } from "./memory.js";
import { say } from "./phrases.js";
import { cardOf, current } from "./queue.js";

export const reviewer = element("reviewer"), nameField = element("who", HTMLInputElement);
const LANGUAGES = "languages"; // what the reviewed ones are remembered under
const languageTicks = /** @type {HTMLInputElement[]} */ ([...reviewer.querySelectorAll("[type=checkbox]")]); // one a language; none where there is one

// Those that were chosen, of this page and of others.
const chosenLanguages = () => (remembered(LANGUAGES) ?? "").split(" ").filter(Boolean);

/** @param {string} name */
export function rename(name) {
  nameField.value = name;
  remember("who", name);
}

/** @type {Lang[]} */
export let ownLanguages = [];
function readLanguages() {
  ownLanguages = languageTicks.filter(tick => tick.checked).map(tick => /** @type {Lang} */ (tick.value));
}

// Whether findings of some languages are not for this reviewer.
export const readsSome = () => ownLanguages.length > 0 && ownLanguages.length < languageTicks.length;

/** @param {Finding} finding */
export const isReviewed = finding => ownLanguages.includes(sources[finding.document].lang);

// Languages that this page lacks stay as they were chosen.
function rememberLanguages() {
  const pageLanguages = languageTicks.map(tick => tick.value);
  remember(LANGUAGES, [...ownLanguages, ...chosenLanguages().filter(lang => !pageLanguages.includes(lang))].join(" "));
}

const isAsked = () => remembered("who") === null || (languageTicks.length > 0 && remembered(LANGUAGES) === null);

// It stands above the queue from the first decision on until it is answered, else at the desk.
export function seat() {
  const place = element(isAsked() && decisions.size ? "naming" : "desk");
  if (!place.contains(reviewer)) place.prepend(reviewer);
}

function rememberAnswers() {
  rename(nameField.value.trim());
  if (languageTicks.length) rememberLanguages();
}

// Goes where the name is written.
/** @returns {void} */
export function askName() {
  handed.textContent = say.handing.no_name;
  element("desk").hidden = false; // also on a page without findings
  element("desk").classList.add("unfolded");
  if (document.body.dataset.view === "findings") return nameField.focus();
  location.hash = "#findings";
  setTimeout(() => nameField.focus(), 50); // once the view is there
}

export function startReviewer() {
  nameField.value = remembered("who") ?? "";
  if (chosenLanguages().some(lang => languageTicks.some(tick => tick.value === lang))) {
    for (const tick of languageTicks) tick.checked = chosenLanguages().includes(tick.value);
  }
  readLanguages();

  nameField.addEventListener("input", () => rename(nameField.value));
  for (const tick of languageTicks) {
    tick.addEventListener("change", () => {
      readLanguages();
      rememberLanguages();
      relist();
    });
  }
  nameField.addEventListener("change", rememberAnswers);
  // It goes to the desk by Enter, with the next decision or another view: what is pressed on the way must not move.
  nameField.addEventListener("keydown", event => {
    if (event.key !== "Enter" || !element("naming").contains(reviewer)) return;
    rememberAnswers();
    seat();
    cardOf(current)?.focus({ preventScroll: true });
  });
  seat();
  onDecided.push(seat);
}
