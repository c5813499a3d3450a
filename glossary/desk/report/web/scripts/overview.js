// The overview: the figures over the builds up to this one, where the history of builds lies beside it.

import { data } from "./data.js";
import { descendant, element, fill, make, number, targetOf } from "./elements.js";
import { onSay, say, wordsAt } from "./phrases.js";
import { showMinutes } from "./review_time.js";
import { historyAddress, readVolume } from "./volumes.js";

const trendPlace = document.getElementById("trend"); // not there in pages that may load nothing
/** @type {TrendRow[]} */
let trendRows = [];
/** @type {string[]} */
let trendDays = [];

const TREND = ["documents", "findings", "findings.critical", "findings.major"];
const SINCE = ["findings", "penalty_per_1000"]; // of languages, shown in a sentence
const TREND_OF_LANGUAGE = ["findings", "success", "accuracy", "consistency", "penalty_per_1000"];

export function showTrend() {
  showMinutes();
  if (trendPlace && historyAddress) readVolume("history", addTrend);
  return null;
}

/** @param {BuildFigures} value */
function addTrend({ builds, figures }) {
  const last = builds.map(([build]) => build).lastIndexOf(data.build);
  if (!trendPlace || last < 1) return;
  trendDays = builds.slice(0, last + 1).map(([, day]) => day);
  const names = [...TREND, ...data.checked.flatMap(lang => TREND_OF_LANGUAGE.map(name => `${name}.${lang}`))];
  trendRows = names.map(name => ({ name, values: figures[name]?.slice(0, last + 1) ?? [] })).filter(({ values }) => values.at(-1) != null);
  sayTrend();
  trendPlace.hidden = false;
}

function sayTrend() {
  if (!trendPlace || !trendRows.length) return;
  descendant(trendPlace, "p").textContent = fill(say.trend.builds, { n: trendDays.length, first: trendDays[0], last: `${trendDays.at(-1)}` });
  descendant(trendPlace, "tbody").replaceChildren(...trendRows.map(trendRow));
  saySince();
}

// What became of each language since the build before.
function saySince() {
  for (const place of document.querySelectorAll(".since")) {
    const changes = SINCE.flatMap(name => {
      const values = trendRows.find(row => row.name === `${name}.${place.dataset.lang}`)?.values ?? [], [before, current] = values.slice(-2);
      return before == null || current == null ? [] : [changed(name, before, current)];
    }), sentences = changes.filter(Boolean).join(say.verdict.and);
    place.textContent = sentences ? fill(say.verdict.since, { changes: sentences }) : changes.length ? say.verdict.unchanged : "";
  }
}

// Nothing where both read alike; else they differ by what a reader reckons from the two.
/** @param {string} name @param {number} before @param {number} current */
function changed(name, before, current) {
  if (trendNumber(name, before) === trendNumber(name, current)) return "";
  const by = Number(current.toFixed(2)) - Number(before.toFixed(2)), figure = wordsAt(name === "findings" ? name : "penalty"), sign = by > 0 ? "+" : "−";
  return fill(say.verdict.change, { figure, before: trendNumber(name, before), now: trendNumber(name, current), by: sign + trendNumber(name, Math.abs(by)) });
}

/** @param {TrendRow} row */
function trendRow({ name, values }) {
  const cells = { first: values.find(value => value != null), before: values.at(-2), now: values.at(-1) };
  return make("tr", {}, make("th", { scope: "row" }, trendLabel(name)), make("td", { class: "drawn" }, trendLine(name, values)),
    Object.entries(cells).map(([key, value]) => make("td", { class: "number", "data-head": say.trend[key], "data-say-data-head": `trend.${key}` }, trendNumber(name, value))));
}

// Words of a figure: `findings.major`, `success.zh`.
/** @param {string} name */
function trendLabel(name) {
  const [figure, part] = name.split("."), words = wordsAt(figure === "penalty_per_1000" ? "penalty" : figure);
  if (!part) return words;
  return part in say.severities ? `${words} · ${wordsAt(`severities.${part}`)}` : [make("span", { lang: data.tags[part] }, data.names[part]), ` · ${words}`];
}

/** @param {string} name @param {number | null | undefined} value */
function trendNumber(name, value) {
  if (value == null) return "–";
  if (/^(?:success|accuracy|consistency)/.test(name)) return `${(100 * value).toFixed(2)}%`;
  return name.startsWith("penalty") ? value.toFixed(2) : number(value);
}

const WIDE = 140, HIGH = 24; // as the template has them

/** @param {string} name @param {(number | null)[]} values */
function trendLine(name, values) {
  const present = values.flatMap((value, index) => value == null ? [] : [{ value, at: index }]), all = present.map(point => point.value);
  const low = Math.min(...all), high = Math.max(...all), steps = values.length - 1;
  const points = present.map(({ value, at: index }) => [3 + index * (WIDE - 6) / steps, high === low ? HIGH / 2 : 3 + (high - value) * (HIGH - 6) / (high - low)].map(coordinate => coordinate.toFixed(1)));
  const about = fill(say.trend.range, { low: trendNumber(name, low), high: trendNumber(name, high) });
  const line = /** @type {Element} */ (element("course", HTMLTemplateElement).content.firstElementChild?.cloneNode(true));
  const [path, end] = line.children, [x, y] = points[points.length - 1];
  line.setAttribute("aria-label", about);
  path.setAttribute("points", points.map(point => point.join()).join(" "));
  end.setAttribute("cx", x);
  end.setAttribute("cy", y);
  return line;
}

// --- pictures of the overview: what is pressed in one opens what the table below it links to

export function startOverview() {
  onSay.push(sayTrend);

  for (const picture of document.querySelectorAll(".picture")) {
    const rows = /** @type {NodeListOf<HTMLTableRowElement>} */ (picture.querySelectorAll("details tbody tr"));
    picture.addEventListener("click", event => {
      const pressed = targetOf(event)?.closest("svg [data-row]");
      if (pressed) rows[Number(pressed.getAttribute("data-row"))].querySelector("a")?.click();
    });
  }
}
