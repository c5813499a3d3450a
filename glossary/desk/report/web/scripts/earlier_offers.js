// Offers: decisions from pages of earlier builds are taken over, looked at, exported or dismissed; never unasked.

import { askedRenderings, findingById } from "./data.js";
import { writeOut } from "./decision_files.js";
import { fitted } from "./decision_parts.js";
import { bare, HOME, onDecided, take } from "./decisions.js";
import { hasEarlier, offers, passOn, recallEarlier, unexported } from "./earlier_decisions.js";
import { clip, element, fill, link, make } from "./elements.js";
import { langIndex, LANGS, onSay, phrase, say, SAYS } from "./phrases.js";
import { written } from "./texts.js";
import { lacksSomeFindings, readAllFindings } from "./volumes.js";

const offering = element("offering"), outcome = element("offered");
const LISTED = 100; // decisions that are shown of each kind
let offeredAs = ""; // what is offered now

function showOffers(force = false) {
  const all = offers(), asOf = JSON.stringify(all.map(offer => [offer.build, offer.still.length, offer.others.length]));
  if (asOf === offeredAs && !force) return; // else what is unfolded would fold
  offeredAs = asOf;
  offering.replaceChildren(...all.map(offerOf));
}

/** @param {Offer} offer */
function offerOf({ build, when, still, others }) {
  /** @param {Phrase} words @param {Record<string, string | number>} values @param {() => void} act @param {string} name */
  const press = (words, values, act, name) => {
    const button = make("button", { type: "button", "data-offer": name }, phrase(words, values));
    button.addEventListener("click", act);
    return button;
  };
  const all = [...still, ...others];
  return make("div", { class: "note", "data-build": build },
    make("p", {}, phrase(say.earlier.not_exported, { n: all.length, build, day: dayOf(when) })),
    others.length > 0 && make("p", {}, phrase(say.earlier.others, { n: others.length })),
    make("p", {},
      still.length > 0 && press(say.earlier.take, { n: still.length }, () => takeOver(still), "take"),
      others.length > 0 && press(say.earlier.export, { n: others.length, build }, () => exportOthers(build, others), "export"),
      press(say.earlier.dismiss, {}, () => dismiss(build, all), "dismiss")),
    make("details", {}, make("summary", {}, say.earlier.look), listed(still), others.length > 0 && [make("p", {}, say.earlier.not_here), listed(others)]));
}

/** @param {Decided[]} all */
const listed = all => make("ul", { class: "list" }, all.slice(0, LISTED).map(([id, { action, words, why, about }]) => {
  const finding = findingById.get(id), askedRendering = askedRenderings().get(id);
  return make("li", {}, make("b", {}, say.acted[action]), " ",
    finding ? make("a", { href: link("findings", { words: id, state: "all" }) }, written(about ?? ""))
      : askedRendering ? make("a", { href: link("concepts", { id: askedRendering.concept }) }, written(about ?? "")) : written(about || id),
    words && [" → ", written(clip(words, 60))], why && [" ", make("q", {}, written(clip(why, 200)))]);
}), all.length > LISTED && make("li", {}, phrase(say.earlier.more, { n: all.length - LISTED })));

// The day of a time as people speak of it: yesterday, or a date.
/** @param {string} moment */
function dayOf(moment) {
  /** @param {Date} time */
  const midnight = time => new Date(time.getFullYear(), time.getMonth(), time.getDate()).getTime(), lang = SAYS[LANGS[langIndex]];
  const days = Math.round((midnight(new Date()) - midnight(new Date(moment))) / 86_400_000);
  return days >= 0 && days < 7
    ? new Intl.RelativeTimeFormat(lang, { numeric: "auto" }).format(-days, "day")
    : new Intl.DateTimeFormat(lang, { dateStyle: "medium" }).format(new Date(moment));
}

// They keep their times; one step takes them back.
/** @param {Decided[]} still */
function takeOver(still) {
  take(still.map(([id, decision]) => [id, fitted(findingById.get(id), /** @type {Decision} */ (bare(decision)))]));
  tellOffered(phrase(say.earlier.taken, { n: still.length }));
}

/** @param {string} build @param {Decided[]} others */
function exportOthers(build, others) {
  const name = writeOut(build, others);
  if (!name) return;
  passOn(build, others.map(([id]) => id));
  showOffers();
  tellOffered(fill(say.handing.exported, { name }));
}

/** @param {string} build @param {Decided[]} all */
function dismiss(build, all) {
  passOn(build, all.map(([id]) => id));
  showOffers();
  tellOffered(phrase(say.earlier.dismissed, { n: all.length, build }));
}

/** @param {string} message */
function tellOffered(message) {
  outcome.textContent = message;
  outcome.focus();
}

// Another page of this browser decided, or what it decided when it was left arrives only now.
let recalling = false;

// Decisions may be on findings that lie beside the page: where there are any, these are read first.
async function offerEarlier() {
  if (lacksSomeFindings() && hasEarlier()) await readAllFindings();
  unexported.clear();
  recallEarlier();
  showOffers();
}

export function startEarlierOffers() {
  addEventListener("storage", ({ key }) => {
    if (recalling || !key?.startsWith("taiyaku") || key.startsWith(HOME)) return;
    recalling = true;
    setTimeout(() => {
      recalling = false;
      offerEarlier();
    }, 50);
  });

  onDecided.push(() => showOffers());
  onSay.push(() => showOffers(true));
  offerEarlier();
}
