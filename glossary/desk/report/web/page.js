"use strict";
var nodes = (...children) => children.flat(Infinity).filter(Boolean);
function make(name, attributes, ...children) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes ?? {})) {
    if (value === true) node.setAttribute(key, "");
    else if (value !== false && value != null) node.setAttribute(key, `${value}`);
  }
  node.append(...nodes(children));
  return node;
}
var ELSEWHERE = { target: "_blank", rel: "noreferrer" };
function element(id, kind) {
  return descendant(document, `#${id}`, kind);
}
function descendant(node, selector, kind) {
  const match = node.querySelector(selector);
  if (match instanceof (kind ?? HTMLElement)) return match;
  throw new TypeError(`no ${selector}`);
}
var targetOf = ({ target }) => target instanceof Element ? target : null;
var number = (value) => value.toLocaleString("en");
var percent = (share2) => share2.toLocaleString("en", { style: "percent", maximumFractionDigits: 1 });
var share = (part2) => part2 == null ? "–" : percent(part2);
var fill = (words, values) => words.replace(/\{(\w+)\}/g, (_, name) => `${values[name]}`);
var fold = (text) => text.normalize("NFKC").toLowerCase();
var clip = (text, most) => [...text].length > most ? [...text].slice(0, most).join("") + "…" : text;
var link = (view, values) => `#${view}?${new URLSearchParams(values)}`;
var langOf = (text, tag) => /[^\x00-\x7f]/.test(text) ? tag : "en";
var block = (id) => JSON.parse(element(id).textContent);
var data = block("data");
var sources = [];
var sourceById = /* @__PURE__ */ new Map();
var findings = [];
var findingById = /* @__PURE__ */ new Map();
var concepts = new Map(data.concepts.map((concept) => [concept.id, concept]));
var STANDING = new Set(data.standing);
var once = (make2) => {
  let value;
  return () => value ??= make2();
};
function kept(map, key, make2) {
  const value = map.get(key) ?? make2();
  if (!map.has(key)) map.set(key, value);
  return value;
}
var onMore = [];
var more = () => onMore.forEach((call) => call());
var untilMore = (make2) => {
  let value;
  onMore.unshift(() => {
    value = void 0;
  });
  return () => value ??= make2();
};
function addSources(rows) {
  for (const [id, work, path, title, lang, tag, extracted, origin, address, volume, others2] of rows) {
    const source = { number: sources.length, id, work, path, title, lang, tag, extracted, origin, address, volume, others: others2 };
    sources.push(source);
    sourceById.set(id, source);
  }
}
function addRows(rows, ranks) {
  for (const [number2, row2] of rows.entries()) {
    const finding = { rank: ranks?.[number2] ?? number2, ...Object.fromEntries(data.columns.map((name, column) => [name, row2[column]])) };
    findings.push(finding);
    findingById.set(finding.id, finding);
  }
}
var lines = once(() => block("lines"));
var askedCount = data.concepts.reduce((count2, concept) => count2 + concept.asked, 0);
var askedRenderings = once(() => new Map(data.concepts.filter((concept) => concept.asked).flatMap((concept) => Object.entries(lines()[concept.id] ?? {}).flatMap(([lang, all]) => (all ?? []).filter((row2) => row2[5]).map(([surface, , , , , id]) => [id, { id, surface, lang, concept: concept.id }])))));
function startData() {
  addSources(data.documents);
  addRows(data.findings);
}
function remembered(name) {
  try {
    return localStorage.getItem(`taiyaku-${name}`);
  } catch {
    return null;
  }
}
function remember(name, value) {
  try {
    localStorage.setItem(`taiyaku-${name}`, value);
  } catch {
  }
}
var PLACED = /^(.*)\/(?:(?:builds\/[0-9a-f]{12}|latest)\/report|packets\/[^/]+)\/[^/]*$/;
var place = PLACED.exec(location.href.split(/[?#]/)[0])?.[1] ?? "";
var rememberPlace = once(() => place && remember(`place/${data.build}`, place) || true);
var unexported = /* @__PURE__ */ new Map();
var DECIDED = /^taiyaku\/([0-9a-f]{12})\/(.+)$/;
function hasEarlier() {
  try {
    return Object.keys(localStorage).some((key) => DECIDED.test(key) && !key.startsWith(HOME));
  } catch {
    return false;
  }
}
function recallEarlier() {
  try {
    for (const key of Object.keys(localStorage)) {
      const [, build, id] = DECIDED.exec(key) ?? [];
      const decision = build && build !== data.build && recalled(localStorage.getItem(key) ?? "");
      if (decision && !decision.handed) unexported.set(build, (unexported.get(build) ?? /* @__PURE__ */ new Map()).set(id, decision));
    }
  } catch {
  }
  for (const [build, decisionsOfBuild] of unexported) if (!isOfProject(build, decisionsOfBuild)) unexported.delete(build);
}
function isOfProject(build, decisionsOfBuild) {
  const theirs = remembered(`place/${build}`);
  if (place && theirs) return place === theirs;
  return 2 * [...decisionsOfBuild].filter(isStill).length > decisionsOfBuild.size;
}
function isStill([id, { marks: marks2 }]) {
  const finding = findingById.get(id), left = marksOfPlaces(marks2 ?? "");
  return askedRenderings().has(id) || Boolean(finding?.marks && isDecidable(finding) && marksOfPlaces(finding.marks).every((mark2) => {
    const position = left.indexOf(mark2);
    return position >= 0 && left.splice(position, 1);
  }));
}
var isLater = (before, decision) => before !== void 0 && before.when >= decision.when;
function offers() {
  const latest = /* @__PURE__ */ new Map();
  for (const [build, decisionsOfBuild] of unexported) {
    for (const [id, decision] of decisionsOfBuild) if (!decisions.has(id) && !isLater(latest.get(id)?.decision, decision)) latest.set(id, { build, decision });
  }
  const byBuild = /* @__PURE__ */ new Map();
  for (const [id, { build, decision }] of latest) {
    const buildOffer = kept(byBuild, build, () => ({ build, when: "", still: [], others: [] }));
    buildOffer[isStill([id, decision]) ? "still" : "others"].push([id, decision]);
    buildOffer.when = buildOffer.when > decision.when ? buildOffer.when : decision.when;
  }
  return [...byBuild.values()].sort((a, b) => a.when < b.when ? 1 : -1);
}
function passOn(build, ids) {
  const decisionsOfBuild = unexported.get(build);
  for (const id of ids) {
    const decision = decisionsOfBuild?.get(id);
    decisionsOfBuild?.delete(id);
    try {
      if (decision) localStorage.setItem(`taiyaku/${build}/${id}`, entry({ ...decision, handed: true }));
    } catch {
    }
  }
}
var ACTIONS = ["accept", "reject", "admit", "prefer", "wrong", "exclude", "discuss"];
var HOME = `taiyaku/${data.build}/`;
var decisions = /* @__PURE__ */ new Map();
var steps = [];
var onDecided = [];
var onRefused = [];
var timestamp = () => (/* @__PURE__ */ new Date()).toISOString().replace(/\.\d+/, "");
var isSame = (decision, other2) => JSON.stringify(decision && sayings(decision)) === JSON.stringify(other2 && sayings(other2));
var sayings = (decision) => partsOf(decision).map(({ action, words, why, at: keys }) => [action, words, why, keys]);
var bare = (decision) => decision && joined(partsOf(decision).map(({ action, when, words, why, at: keys }) => ({ action, when, words, why, ...keys ? { at: keys } : {} })));
function decisionOf({ action, when, words = "", why = "" }) {
  const isValid = ACTIONS.includes(action) && [words, why].every((value) => typeof value === "string");
  return isValid && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(when) ? { action, when, words, why } : null;
}
function take(changes) {
  steps.push(changes.map(([id, after]) => [id, decisions.get(id), after]));
  keepStep(steps.length - 1);
  change(changes);
}
function undo() {
  const step2 = steps.pop() ?? [];
  keepStep(steps.length);
  const undone = step2.filter(([id, , after]) => isSame(decisions.get(id), after));
  const moment = timestamp();
  change(undone.map(([id, before]) => [id, before && { ...before, ...joined(partsOf(before).map((part2) => ({ ...part2, when: moment }))), handed: false }]));
  return undone;
}
function hold(id, decision) {
  if (decision) decisions.set(id, decision);
  else decisions.delete(id);
}
function change(changes) {
  for (const [id, after] of changes) {
    hold(id, after);
    toKeep.add(id);
  }
  keepSome();
  informAll(new Set(changes.map(([id]) => id)));
}
var informAll = (ids) => onDecided.forEach((tell) => tell(ids));
var SLICE = 500;
var toKeep = /* @__PURE__ */ new Set();
function keepSome(most = SLICE) {
  for (const id of [...toKeep].slice(0, most)) {
    toKeep.delete(id);
    keep(id, decisions.get(id));
  }
  if (toKeep.size) setTimeout(keepSome);
}
function keep(id, decision) {
  try {
    if (decision) localStorage.setItem(HOME + id, entry({ ...findingIdentity(findingById.get(id)) ?? renderingIdentity(id), ...decision }));
    else localStorage.removeItem(HOME + id);
    rememberPlace();
  } catch {
    refused();
  }
}
var isRefused = false;
function refused() {
  isRefused = true;
  onRefused.forEach((tell) => tell());
}
var findingIdentity = (finding) => finding && { marks: finding.marks, about: `${clip(finding.surface, 20)} · ${clip(sources[finding.document].path, 60)}` };
function renderingIdentity(id) {
  const askedRendering = askedRenderings().get(id);
  return askedRendering && { about: `${clip(askedRendering.surface, 20)} · ${clip(askedRendering.concept, 60)}` };
}
var entry = (decision) => {
  const { action, when, words, why, marks: marks2 = "", about: about2 = "", handed: handed2, at: keys } = decision;
  return JSON.stringify([action, when, words, why, marks2, about2, ...keys ? [handed2 ? 1 : 0, storedParts(decision)] : handed2 ? [1] : []]);
};
function recalled(text) {
  try {
    const [action, when, words, why, marks2, about2, handed2, parts] = JSON.parse(text), decision = decisionOf({ action, when, words, why });
    return decision && { ...withParts(decision, parts), marks: `${marks2 ?? ""}`, about: `${about2 ?? ""}`, handed: handed2 === 1 };
  } catch {
    return null;
  }
}
function storedDecisions() {
  const stored = /* @__PURE__ */ new Map();
  for (const key of Object.keys(localStorage).filter((key_) => key_.startsWith(HOME))) {
    const decision = recalled(localStorage.getItem(key) ?? "");
    if (decision) stored.set(key.slice(HOME.length), decision);
  }
  return stored;
}
function recall() {
  try {
    for (const [id, decision] of storedDecisions()) decisions.set(id, decision);
  } catch {
    refused();
  }
}
var STEPS = `taiyaku-steps/${data.build}/`;
var forgotten = 0;
function keepStep(index) {
  try {
    if (index < steps.length) sessionStorage.setItem(STEPS + (forgotten + index), JSON.stringify(steps[index]));
    else sessionStorage.removeItem(STEPS + (forgotten + index));
  } catch {
    forgetSteps();
  }
}
var keptSteps = () => Object.keys(sessionStorage).filter((key) => key.startsWith(STEPS));
function forgetSteps() {
  try {
    for (const key of keptSteps()) sessionStorage.removeItem(key);
  } catch {
  }
}
function recallSteps() {
  try {
    const numbers = keptSteps().map((key) => Number(key.slice(STEPS.length))).sort((a, b) => a - b);
    forgotten = numbers[0] ?? 0;
    for (const number2 of numbers) steps.push(JSON.parse(sessionStorage.getItem(STEPS + number2) ?? "").map(recalledChange));
  } catch {
    forgetSteps();
  }
}
var recalledChange = ([id, before, after]) => [id, recalledDecision(before), recalledDecision(after)];
function recalledDecision(stored) {
  const decision = stored && decisionOf(stored);
  return decision ? withParts(decision, storedParts(stored)) : void 0;
}
var elsewhere = /* @__PURE__ */ new Set();
function catchUp() {
  if (isRefused || document.hidden) return;
  const stored = storedDecisions();
  if (!stored.size) return;
  const changed2 = [.../* @__PURE__ */ new Set([...stored.keys(), ...decisions.keys()])].filter((id) => !toKeep.has(id) && !isSame(stored.get(id), decisions.get(id)));
  for (const id of changed2) hold(id, stored.get(id));
  if (changed2.length) informAll(new Set(changed2));
}
function startDecisions() {
  addEventListener("pagehide", () => keepSome(Infinity));
  addEventListener("storage", ({ key, newValue }) => {
    if (!key?.startsWith(HOME)) return;
    const id = key.slice(HOME.length), decision = newValue && recalled(newValue);
    if (decision) decisions.set(id, decision);
    else if (newValue === null) decisions.delete(id);
    if (!elsewhere.size) setTimeout(() => {
      informAll(new Set(elsewhere));
      elsewhere.clear();
    }, 50);
    elsewhere.add(id);
  });
  for (const returns of ["pageshow", "focus"]) addEventListener(returns, catchUp);
  document.addEventListener("visibilitychange", catchUp);
}
var REST = "*";
var marksOfPlaces = (marks2) => marks2.match(/.{8}/g) ?? [];
var keysByFinding = /* @__PURE__ */ new Map();
var placeKeys = (finding) => kept(keysByFinding, finding, () => marksOfPlaces(finding.marks).slice(0, finding.places.length));
var lacksPlaces = (finding) => finding.occurrences > finding.places.length && finding.places.length > 0;
var allKeys = (finding) => [...new Set(placeKeys(finding)), ...lacksPlaces(finding) ? [REST] : []];
var partsOf = (decision) => [decision, ...decision.others ?? []];
var partOn = (decision, key) => decision && partsOf(decision).find(({ at: keys }) => !keys || keys.includes(key));
function openKeys(finding) {
  const decision = decisions.get(finding.id);
  return decision && !decision.at ? [] : allKeys(finding).filter((key) => !partOn(decision, key));
}
var placeCount = (finding, keys) => placeKeys(finding).filter((key) => keys.includes(key)).length + (keys.includes(REST) ? finding.occurrences - finding.places.length : 0);
function joined([first2, ...others2]) {
  if (!first2) return void 0;
  const { others: _, ...main } = first2;
  return others2.length ? { ...main, others: others2.map(({ others: _2, ...part2 }) => part2) } : main;
}
var partsWithout = (finding, decision, keys) => (decision ? partsOf(decision) : []).map((part2) => ({ ...part2, at: (part2.at ?? allKeys(finding)).filter((key) => !keys.includes(key)) })).filter(({ at: left }) => left.length);
function fitted(finding, decision) {
  if (!finding || !decision.at) return joined(partsOf(decision));
  const keys = new Set(allKeys(finding));
  return joined(partsOf(decision).map((part2) => ({ ...part2, at: part2.at?.filter((key) => keys.has(key)) })).filter(({ at: left }) => left?.length));
}
var areKeys = (keys) => Array.isArray(keys) && keys.length > 0 && keys.every((key) => key === REST || typeof key === "string" && /^[0-9a-f]{8}$/.test(key));
var storedParts = ({ at: keys, others: others2 = [] }) => [keys, ...others2.map((other2) => [other2.action, other2.when, other2.words, other2.why, other2.at])];
function withParts(decision, stored) {
  if (!Array.isArray(stored) || !areKeys(stored[0])) return decision;
  const others2 = stored.slice(1).flatMap(([action, when, words, why, keys]) => {
    const part2 = decisionOf({ action, when, words, why });
    return part2 && areKeys(keys) ? [{ ...part2, at: keys }] : [];
  });
  return { ...decision, at: stored[0], ...others2.length ? { others: others2 } : {} };
}
var exportedParts = ([finding, decision]) => partsOf(decision).flatMap(({ action, when, why, words, at: keys }) => {
  const record = { finding, action, when, why, words }, places = keys?.filter((key) => key !== REST) ?? [];
  const isRest = !keys || keys.includes(REST);
  return [...places.length && (action === "accept" || !isRest) ? [{ ...record, places }] : [], ...isRest ? [record] : []];
});
function combined(finding, fromFile) {
  const latest = fromFile[fromFile.length - 1];
  if (!finding || fromFile.every(({ at: keys }) => !keys)) return latest;
  const parts = [], rest = fromFile.filter(({ at: keys }) => !keys).pop();
  for (const decision of fromFile.filter(({ at: keys }) => keys)) {
    parts.splice(0, parts.length, decision, ...parts.flatMap((part2) => partsWithout(finding, part2, decision.at ?? [])));
  }
  const left = allKeys(finding).filter((key) => !parts.some(({ at: keys }) => keys?.includes(key)));
  const same = rest && parts.find((part2) => isSaid(part2, rest));
  if (same) same.at = [...same.at ?? [], ...left];
  return fitted(finding, joined(rest && !same && left.length ? [...parts, { ...rest, at: left }] : parts));
}
var isSaid = (part2, other2) => part2.action === other2.action && part2.words === other2.words && part2.why === other2.why;
var SAYS = { en: "en", zh: "zh-Hans", ja: "ja" };
var LANGS = Object.keys(SAYS);
var langIndex = 0;
var say = data.words.en;
var onSay = [];
var wordsAt = (key) => `${key}`.split(".").reduce((table, part2) => table[part2], say);
function phrase(words, values = {}) {
  const strings = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, typeof value === "number" ? number(value) : value]));
  return fill(Array.isArray(words) ? words[values.n === 1 ? 0 : words.length - 1] : words, strings);
}
var many = (words, n) => phrase(words, { n });
var SAID = ["aria-label", "placeholder", "data-head"];
function sayAnew() {
  for (const element2 of document.querySelectorAll("[data-say]")) {
    element2.textContent = phrase(wordsAt(element2.dataset.say), element2.dataset.with && JSON.parse(element2.dataset.with));
  }
  for (const name of SAID) {
    for (const element2 of document.querySelectorAll(`[data-say-${name}]`)) element2.setAttribute(name, wordsAt(element2.getAttribute(`data-say-${name}`)));
  }
}
function speak(lang) {
  const before = langIndex;
  langIndex = Math.max(0, LANGS.indexOf(lang));
  if (langIndex === before) return;
  say = data.words[LANGS[langIndex]];
  document.documentElement.lang = SAYS[LANGS[langIndex]];
  sayAnew();
  for (const listener of onSay) listener();
}
function sourceTool(place2, attributes, away = null) {
  const { source, line } = place2;
  if (source.address && !source.extracted) {
    return make("a", { ...attributes, href: addressOf(source, line), ...ELSEWHERE, "aria-label": say.open_source, title: say.open_source }, away);
  }
  const button2 = make("button", { ...attributes, type: "button", "aria-label": say.copy_place, title: `${say.copy_place}: ${where(place2)}` });
  button2.addEventListener("click", () => copied(button2, where(place2)));
  return button2;
}
var addressOf = (source, line) => source.address.replaceAll("{line}", `${line}`);
async function copied(button2, text) {
  await (navigator.clipboard?.writeText(text) ?? Promise.reject()).catch(() => copiedByHand(text));
  button2.classList.add("done");
  button2.setAttribute("aria-label", say.copied);
  setTimeout(() => button2.classList.remove("done"), 1500);
}
function copiedByHand(text) {
  const field2 = make("textarea", { class: "away", "aria-hidden": "true" });
  field2.value = text;
  document.body.append(field2);
  field2.select();
  document.execCommand("copy");
  field2.remove();
}
var texts = /* @__PURE__ */ new Map();
function textOf(docNumber) {
  return kept(texts, docNumber, () => document.getElementById(`text-${docNumber}`) ? block(`text-${docNumber}`) : { whole: false, pieces: [], terms: [], beside: null });
}
function addTexts(whole) {
  for (const [docNumber, text] of Object.entries(whole)) texts.set(Number(docNumber), text);
}
function addPassages(docNumber, passages) {
  const text = textOf(docNumber), joined2 = [];
  if (text.whole) return;
  for (const [offset, line, passage] of [...text.pieces, ...passages].sort((a, b) => a[0] - b[0])) {
    const before = joined2.at(-1), end = before ? before[0] + before[2].length : -1;
    if (before && offset <= end) before[2] += passage.slice(end - offset);
    else joined2.push([offset, line, passage]);
  }
  text.pieces = joined2;
}
function addFindings({ ranks, findings: rows, originals, doubtful: unsure, elsewhere: elsewhere2, passages }) {
  const before = data.originals.length, column = data.columns.indexOf("originals");
  for (const row2 of rows) row2[column] = row2[column].map((originalNumber) => originalNumber < 0 ? originalNumber : originalNumber + before);
  data.originals.push(...originals);
  for (const originalNumber of unsure) doubtful.add(originalNumber + before);
  for (const [originalNumber, translations] of Object.entries(elsewhere2)) data.elsewhere[Number(originalNumber) + before] = translations;
  for (const [docNumber, pieces] of Object.entries(passages)) addPassages(Number(docNumber), pieces);
  addRows(rows, ranks);
}
function slice(docNumber, start, end) {
  const piece = textOf(docNumber).pieces.findLast(([offset]) => offset <= start);
  return piece ? piece[2].slice(start - piece[0], end - piece[0]) : "";
}
var UNSEEN = /([\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\xad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}])/u;
var spelled = (char) => make("span", { class: "unseen", title: say.invisible }, `U+${Number(char.codePointAt(0)).toString(16).toUpperCase().padStart(4, "0")}`);
var written = (text) => UNSEEN.test(text) ? text.split(UNSEEN).map((part2, index) => index % 2 ? spelled(part2) : part2) : text;
var flat = (text) => written(text.replace(/\s+/g, " "));
var LONGEST = 240;
var readPlace = ([document2, start, end, from, to, cut, line, column]) => ({ source: sources[document2], start, end, from, to, cut, line, column });
function where(place2) {
  const { source, line, column } = place2;
  return `${source.path}:${source.extracted ? "~" : ""}${line}:${column}`;
}
var SHORT = 40;
function brief(text) {
  const from = text.length > SHORT ? text.indexOf("/", text.length - SHORT) : -1;
  return from < 0 ? text : `…${text.slice(from)}`;
}
function placeLink(finding, placeIndex) {
  const place2 = readPlace(finding.places[placeIndex]), address = where(place2);
  return [make("a", { href: link("document", { id: place2.source.id, finding: finding.id, place: placeIndex }), title: address }, brief(address)), " ", sourceTool(place2, { class: "lookup" }, "↗︎")];
}
var doubtful = new Set(data.doubtful);
var hasOriginal = (finding, placeIndex) => data.originals[finding.originals[placeIndex]] !== void 0 && !doubtful.has(finding.originals[placeIndex]);
function lacksTerm({ places, suggestion, expected, surface }) {
  const [, start, end, from, to, cut] = places[0] ?? [];
  return !suggestion && expected.length > 0 && start === from && end === to && !cut && surface.length > 2 * Math.max(...expected.map((form) => form.length));
}
var inOtherLanguages = (finding, placeIndex) => (data.elsewhere[finding.originals[placeIndex]] ?? []).map(([tag, text]) => make("p", { class: "original elsewhere", lang: tag, title: say.elsewhere }, written(text)));
function wholeWords(text, words) {
  const match = new RegExp(`(?<![A-Za-z0-9_])${escaped(words)}(?![A-Za-z0-9_])`, "i").exec(text);
  return match && [match.index, match.index + words.length];
}
function englishWords(finding, placeIndex, english) {
  const forms = [finding.surface, ...finding.expected].filter((form) => /^[\x20-\x7e]{2,60}$/.test(form) && form.length < english.length);
  return finding.english[placeIndex] || forms.map((form) => wholeWords(english, form)).find(Boolean) || null;
}
function markedEnglish(finding, placeIndex, english) {
  const [start, end, omitted] = englishWords(finding, placeIndex, english) ?? [0, 0];
  if (!end) return written(english);
  const mark2 = make("mark", omitted ? { class: "omitted", title: say.relations.omitted } : {}, written(english.slice(start, end)));
  return [written(english.slice(0, start)), mark2, written(english.slice(end))];
}
function original(finding, placeIndex) {
  const english = data.originals[finding.originals[placeIndex]];
  if (!english || hasOriginal(finding, placeIndex)) return english && make("p", { class: "original", lang: "en", title: say.original }, markedEnglish(finding, placeIndex, english));
  return make("p", { class: "original doubtful" }, make("b", {}, say.perhaps), " ", make("span", { lang: "en" }, written(english)));
}
var AFTER_GAP = 120;
function gapAfter(finding, placeIndex) {
  const { source, to } = readPlace(finding.places[placeIndex]), [, , isLacking] = finding.english[placeIndex] || [];
  if (finding.rule !== "T505" || !isLacking) return null;
  const following = slice(source.number, to, to + AFTER_GAP).trim();
  return [make("span", { class: "gap", title: say.relations.omitted }, "⋯"), following ? [written(following), "…"] : null];
}
function inContext(finding, placeIndex) {
  const { source, start, end, from, to, cut } = readPlace(finding.places[placeIndex]);
  const part2 = (a, b) => written(slice(source.number, a, b));
  const words = slice(source.number, start, end);
  return make("div", { class: "context", lang: source.tag }, cut & 1 ? "…" : "", part2(from, start), make("mark", {}, written(clip(words, LONGEST))), part2(end, to), cut & 2 ? "…" : "", gapAfter(finding, placeIndex));
}
var awaited = /* @__PURE__ */ new Map();
var reads = /* @__PURE__ */ new Map();
var loaded = /* @__PURE__ */ new Set();
var missing = /* @__PURE__ */ new Set();
var [, among] = /\/(builds\/[^/]+|latest)\/report\/[^/]*$/.exec(location.pathname) ?? [];
var historyAddress = among === "latest" ? "../../history/history.js" : among === `builds/${data.build}` ? "../../../history/history.js" : "";
var VOLUME = /^(?:documents|(?:texts|findings)-\d+)$/;
var volumeAddress = (name) => name === "history" && historyAddress || `data/${VOLUME.test(name) ? name : ""}.js`;
var addresses = window.trustedTypes?.createPolicy("volumes", { createScriptURL: volumeAddress }) ?? { createScriptURL: volumeAddress };
function readVolume(name, take2) {
  return kept(reads, name, () => new Promise((resolve) => {
    const script = document.createElement("script");
    awaited.set(name, (value) => {
      take2(value);
      loaded.add(name);
    });
    for (const end of ["load", "error"]) {
      script.addEventListener(end, () => {
        if (!loaded.has(name) && name !== "history") missing.add(name);
        script.remove();
        resolve();
      });
    }
    script.src = addresses.createScriptURL(name);
    document.head.append(script);
  }));
}
var isAway = (name) => !loaded.has(name) && !missing.has(name);
var lacksDocuments = () => !!data.volumes && isAway("documents");
function readDocuments() {
  return lacksDocuments() ? readVolume("documents", (value) => {
    addSources(value.rows);
    addEntries(value.figures);
    more();
  }) : Promise.resolve();
}
var lacksFindings = (number2) => isAway(`findings-${number2}`);
var lacksSomeFindings = () => !!data.volumes?.findings.some(lacksFindings);
async function readFindings(numbers) {
  await readDocuments();
  if (missing.has("documents")) numbers.forEach((number2) => missing.add(`findings-${number2}`));
  await Promise.all(numbers.filter(lacksFindings).map((number2) => readVolume(`findings-${number2}`, addFindings)));
  findings.sort((a, b) => a.rank - b.rank);
  more();
}
var readAllFindings = () => readFindings(data.volumes?.findings ?? []);
var lacksText = (source) => !!source.volume && isAway(`texts-${source.volume}`);
var lacks = (source) => lacksText(source) || source.others.some(lacksFindings);
async function readSource(source) {
  await readFindings(source.others);
  if (missing.has("documents")) missing.add(`texts-${source.volume}`);
  if (lacksText(source)) await readVolume(`texts-${source.volume}`, addTexts);
  more();
}
var missingOf = ({ volume, others: others2 }) => [`texts-${volume}`, ...others2.map((number2) => `findings-${number2}`)].filter((name) => missing.has(name)).map(volumeAddress);
function startVolumes() {
  window.taiyaku = (build, name, value) => {
    if (build === data.build || build === "history") awaited.get(name)?.(value);
  };
}
var beside = element("search-beside", HTMLButtonElement);
var foldedTexts = /* @__PURE__ */ new Map();
function foldedText({ number: docNumber }) {
  return kept(foldedTexts, docNumber, () => fold(textOf(docNumber).pieces.map(([, , text]) => text).join("\n")));
}
var hasAll = (text, words) => words.every((word) => text.includes(word));
function firstPassage({ number: docNumber, tag }, word) {
  for (const [, , text] of textOf(docNumber).pieces) {
    const match = new RegExp(escaped(word), "i").exec(text);
    if (!match) continue;
    const end = match.index + match[0].length;
    return make("span", { class: "passage", lang: tag }, match.index > 30 ? "…" : "", written(text.slice(Math.max(0, match.index - 30), match.index)), make("mark", {}, written(match[0])), written(text.slice(end, end + 60)), end + 60 < text.length ? "…" : "");
  }
  return null;
}
var volumesUnread = () => [...new Set(sources.filter(lacksText).map((source) => source.volume))];
async function searchBeside() {
  await readDocuments();
  for (const number2 of volumesUnread()) {
    beside.disabled = true;
    await readVolume(`texts-${number2}`, addTexts);
    foldedTexts.clear();
    listDocuments();
  }
  beside.disabled = false;
  listDocuments();
}
function startTextSearch() {
  beside.addEventListener("click", searchBeside);
}
var kwic = element("kwic", HTMLFormElement);
var near = (text) => text.replace(/\s+/g, " ").trim().toLowerCase();
var placesOf = /* @__PURE__ */ new WeakMap();
var contexts = { left: ([docNumber, start, , from]) => [...near(slice(docNumber, from, start))].reverse().join(""), right: ([docNumber, , end, , to]) => near(slice(docNumber, end, to)) };
function concordance(places, tag, status) {
  const box = make("div", { class: "lines", "data-status": status });
  placesOf.set(box, { places, tag });
  fillLines(box);
  return box;
}
function fillLines(box) {
  const { places, tag } = placesOf.get(box), context = contexts[kwic.elements.kwic.value];
  const { compare: compare2 } = new Intl.Collator(tag), keys = new Map(context && places.map((place2) => [place2, context(place2)]));
  const ordered2 = context ? places.toSorted((a, b) => compare2(keys.get(a) ?? "", keys.get(b) ?? "")) : places;
  box.replaceChildren(...ordered2.flatMap(kwicLine));
}
function kwicLine([docNumber, start, end, from, to, line, column]) {
  const { tag: lang, id } = sources[docNumber], address = where({ source: sources[docNumber], line, column });
  return [make("span", { class: "before", lang }, make("span", {}, flat(slice(docNumber, from, start)))), make("a", { class: "word", href: link("document", { id, at: start }), title: address }, make("mark", { lang }, flat(slice(docNumber, start, end)))), make("span", { class: "after", lang }, flat(slice(docNumber, end, to))), make("span", { class: "where" }, make("bdi", {}, address))];
}
function startConcordance() {
  kwic.addEventListener("change", () => document.querySelectorAll(".lines").forEach(fillLines));
}
var reviewer = element("reviewer");
var nameField = element("who", HTMLInputElement);
var LANGUAGES = "languages";
var languageTicks = [...reviewer.querySelectorAll("[type=checkbox]")];
var chosenLanguages = () => (remembered(LANGUAGES) ?? "").split(" ").filter(Boolean);
function rename(name) {
  nameField.value = name;
  remember("who", name);
}
var ownLanguages = [];
function readLanguages() {
  ownLanguages = languageTicks.filter((tick2) => tick2.checked).map((tick2) => tick2.value);
}
var readsSome = () => ownLanguages.length > 0 && ownLanguages.length < languageTicks.length;
var isReviewed = (finding) => ownLanguages.includes(sources[finding.document].lang);
function rememberLanguages() {
  const pageLanguages = languageTicks.map((tick2) => tick2.value);
  remember(LANGUAGES, [...ownLanguages, ...chosenLanguages().filter((lang) => !pageLanguages.includes(lang))].join(" "));
}
var isAsked = () => remembered("who") === null || languageTicks.length > 0 && remembered(LANGUAGES) === null;
function seat() {
  const place2 = element(isAsked() && decisions.size ? "naming" : "desk");
  if (!place2.contains(reviewer)) place2.prepend(reviewer);
}
function rememberAnswers() {
  rename(nameField.value.trim());
  if (languageTicks.length) rememberLanguages();
}
function askName() {
  handed.textContent = say.handing.no_name;
  element("desk").hidden = false;
  element("desk").classList.add("unfolded");
  if (document.body.dataset.view === "findings") return nameField.focus();
  location.hash = "#findings";
  setTimeout(() => nameField.focus(), 50);
}
function startReviewer() {
  nameField.value = remembered("who") ?? "";
  if (chosenLanguages().some((lang) => languageTicks.some((tick2) => tick2.value === lang))) {
    for (const tick2 of languageTicks) tick2.checked = chosenLanguages().includes(tick2.value);
  }
  readLanguages();
  nameField.addEventListener("input", () => rename(nameField.value));
  for (const tick2 of languageTicks) {
    tick2.addEventListener("change", () => {
      readLanguages();
      rememberLanguages();
      relist();
    });
  }
  nameField.addEventListener("change", rememberAnswers);
  nameField.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !element("naming").contains(reviewer)) return;
    rememberAnswers();
    seat();
    cardOf(current)?.focus({ preventScroll: true });
  });
  seat();
  onDecided.push(seat);
}
var effectsPlace = element("effects");
var IS_FALSE = /* @__PURE__ */ new Set(["reject", "admit", "prefer", "exclude"]);
var MOST_EFFECTS = 3;
var isVote = ({ action, words, at: keys }) => action !== "discuss" && !(action === "accept" && keys && !words);
function votes() {
  const all = /* @__PURE__ */ new Map();
  for (const [id, decision] of decisions) {
    const finding = findingById.get(id), judged = /* @__PURE__ */ new Set();
    if (!finding) continue;
    for (const part2 of partsOf(decision).filter(isVote)) {
      const isFalse = IS_FALSE.has(part2.action), key = [finding.rule, finding.alike, part2.when, part2.action].join(" ");
      if (judged.has(isFalse)) continue;
      judged.add(isFalse);
      const sure = Math.min(1, finding.certainty / data.rules[finding.rule][4]), lang = sources[finding.document].lang;
      all.set(key, { rule: finding.rule, lang, isFalse, sure: Math.max(sure, all.get(key)?.sure ?? 0) });
    }
  }
  return all;
}
function effects() {
  const byRule = /* @__PURE__ */ new Map();
  for (const vote of votes().values()) kept(byRule, `${vote.rule} ${vote.lang}`, () => []).push(vote);
  return [...byRule.values()].flatMap((all) => {
    const { rule, lang } = all[0], [base, right, expected] = data.rules[rule][5][lang] ?? [0, 0, 0];
    const share2 = (more2, of) => Math.min(0.99, Math.max(0.01, (right + more2 + data.prior * base) / (expected + of + data.prior)));
    const before = share2(0, 0), after = share2(all.filter((vote) => !vote.isFalse).length, all.reduce((sum, vote) => sum + vote.sure, 0));
    return base && before.toFixed(2) !== after.toFixed(2) ? [{ rule, lang, before, after }] : [];
  }).sort((effect, other2) => Math.abs(other2.after - other2.before) - Math.abs(effect.after - effect.before));
}
function showEffects() {
  const all = effects(), ruleLines = all.slice(0, MOST_EFFECTS).map(({ rule, lang, before, after }) => fill(after < before ? say.handing.lowers : say.handing.raises, { rule, language: data.names[lang], sure: after.toFixed(2) }));
  effectsPlace.textContent = [...ruleLines, ...all.length > ruleLines.length ? [phrase(say.handing.more_rules, { n: all.length - ruleLines.length })] : []].join(say.verdict.and);
  effectsPlace.hidden = !all.length;
}
function startRuleEffects() {
  onSay.push(showEffects);
}
var exporting = element("export", HTMLButtonElement);
var loading = element("load", HTMLInputElement);
var handed = element("handed");
var finishing = element("finish", HTMLButtonElement);
function showHanding() {
  exporting.textContent = phrase(say.handing.export, { n: decisions.size });
  exporting.disabled = !decisions.size;
  finishing.textContent = exporting.textContent;
  finishing.hidden = !decisions.size;
  showEffects();
}
var byId = ([a], [b]) => a < b ? -1 : 1;
function exported(build, all) {
  const rows = [...all].sort(byId).flatMap(exportedParts);
  return { format: "taiyaku-decisions", version: 1, build, who: nameField.value.trim(), exported: timestamp(), decisions: rows };
}
function saveFile(name, text, type) {
  const href = URL.createObjectURL(new Blob([text], { type }));
  make("a", { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), 6e4);
}
function writeOut(build, all) {
  if (!nameField.value.trim()) {
    askName();
    return null;
  }
  const file = exported(build, all), name = `taiyaku-decisions-${file.build}-${file.who.replace(/[^\p{L}\p{M}\p{N}._-]+/gu, "_")}.json`;
  saveFile(name, `${JSON.stringify(file, null, 1)}
`, "application/json");
  handed.textContent = fill(say.handing.exported, { name });
  return name;
}
function handOver() {
  if (!writeOut(data.build, decisions)) return;
  const left = [...decisions].filter(([, decision]) => !decision.handed);
  for (const [id, decision] of left) {
    decisions.set(id, { ...decision, handed: true });
    toKeep.add(id);
  }
  keepSome();
  for (const build of unexported.keys()) passOn(build, [...decisions.keys()]);
}
function readFile(text) {
  let file;
  try {
    file = JSON.parse(text);
  } catch {
    throw new Error(say.handing.not_ours);
  }
  if (file?.format !== "taiyaku-decisions" || !Array.isArray(file.decisions)) throw new Error(say.handing.not_ours);
  if (file.version !== 1) throw new Error(fill(say.handing.other_version, { version: file.version }));
  const ownName = nameField.value.trim(), theirs = typeof file.who === "string" ? file.who.trim() : "";
  if (ownName && theirs && ownName !== theirs) throw new Error(fill(say.handing.other_name, { theirs, own: ownName }));
  return { who: theirs, build: file.build, rows: file.decisions.map(readDecision) };
}
function readDecision(row2, rowNumber) {
  const decision = typeof row2?.finding === "string" && decisionOf(row2);
  if (!decision) throw new Error(fill(say.handing.bad_decision, { n: number(rowNumber + 1) }));
  return [row2.finding, "places" in row2 ? { ...decision, at: placesRead(row2.places, rowNumber) } : decision];
}
function placesRead(places, rowNumber) {
  const keys = Array.isArray(places) ? places.map((place2) => `${place2}`.slice(0, 8)) : null;
  if (!areKeys(keys)) throw new Error(fill(say.handing.bad_decision, { n: number(rowNumber + 1) }));
  return keys;
}
function merge({ build, rows }) {
  const newer = /* @__PURE__ */ new Map(), byFinding = /* @__PURE__ */ new Map();
  for (const [id, decision] of rows) kept(byFinding, id, () => []).push(decision);
  for (const [id, all] of byFinding) {
    const decision = combined(findingById.get(id), all.reverse().sort((decision2, other2) => decision2.when < other2.when ? -1 : 1));
    if (decision && (build === data.build || findingById.has(id) || askedRenderings().has(id)) && !isLater(decisions.get(id), decision)) newer.set(id, decision);
  }
  if (newer.size) take([...newer]);
  return [...newer.values()].flatMap(partsOf).length;
}
async function load(file) {
  try {
    const read = readFile(await file.text());
    await readAllFindings();
    const n = merge(read);
    if (!nameField.value.trim() && read.who) rename(read.who);
    handed.textContent = fill(say.handing.loaded, { n: number(n), of: number(read.rows.length) });
  } catch (error) {
    handed.textContent = `${file.name}: ${error.message}`;
  }
}
function startDecisionFiles() {
  exporting.addEventListener("click", handOver);
  finishing.addEventListener("click", () => {
    handOver();
    last.textContent = handed.textContent;
  });
  loading.addEventListener("change", async () => {
    if (loading.files?.length) await load(loading.files[0]);
    loading.value = "";
  });
  addEventListener("beforeunload", (event) => {
    if ([...decisions.values()].every((decision) => decision.handed)) return;
    event.preventDefault();
    event.returnValue = true;
  });
  onRefused.push(() => {
    element("refused").hidden = false;
  });
  recall();
  recallSteps();
}
function decide(finding, action, words = "") {
  const decision = decisionOnTicked(finding, action, words, whyOf(finding).trim());
  if (!decision) return lastHere().replaceChildren(say.deciding.none_ticked);
  settle(finding, decision);
  announce(finding);
  if (isDecided(finding)) moveOn(finding);
  else cardsOf(finding).forEach((card) => card.closest("section:not([hidden])") && card.focus({ preventScroll: true }));
}
var cardsOf = (finding) => [...document.querySelectorAll(`.finding[data-id="${CSS.escape(finding.id)}"]`)];
function settle(finding, decision) {
  drafts.delete(finding.id);
  changing.delete(finding.id);
  cardState.reopened = null;
  settledAt = performance.now();
  take([[finding.id, decision], ...goingAlong(finding, decision)]);
}
function comment(finding, why) {
  const before = decisions.get(finding.id);
  if (why === (before?.why ?? "")) return;
  settle(finding, { ...bare(before), action: before?.action ?? "discuss", words: before?.words ?? "", why, when: timestamp() });
  if (!before) cardState.reopened = finding.id;
  announce(finding);
}
function exclude(finding, card) {
  const words = descendant(card, "[name=within]", HTMLInputElement).value.trim();
  if (fold(words).includes(fold(finding.surface)) && words.length > finding.surface.length) decide(finding, "exclude", words);
  else descendant(card, ".problem").textContent = fill(say.deciding.not_within, { words: clip(finding.surface, 20) });
}
function reopen(finding, card) {
  changing.add(finding.id);
  cardState.reopened = finding.id;
  redraw(card);
}
function openField(finding, card, name) {
  if (!card.querySelector(".bar")) reopen(finding, card);
  card.querySelector(`[data-field=${name}]`)?.removeAttribute("hidden");
  const field2 = descendant(card, `[name=${name}]`);
  if (name === "words" && !field2.value && lacksTerm(finding)) field2.value = surfaceAt(finding, firstAt(finding));
  field2.focus();
  field2.setSelectionRange(name === "words" && !lacksTerm(finding) ? 0 : field2.value.length, field2.value.length);
}
var DO = { accept: (finding) => decide(finding, "accept", wordsOf(finding).trim()), "accept-by-key": (finding, card) => {
  if (!needsWords(finding) || cardState.wordless === finding.id) return DO.accept(finding, card);
  openField(finding, card, "words");
  card.querySelector("[data-field=wanting]")?.removeAttribute("hidden");
  cardState.wordless = finding.id;
}, reject: (finding) => decide(finding, "reject"), take: (finding, card) => {
  const suggestion = takenOver(finding);
  if (!suggestion) return;
  if (suggestion.action === "accept" && !suggestion.words) return DO["accept-by-key"](finding, card);
  if (suggestion.action === "accept") drafts.set(finding.id, { ...drafts.get(finding.id), words: suggestion.words });
  decide(finding, suggestion.action, suggestion.words);
}, admit: (finding) => decide(finding, "admit"), prefer: (finding) => decide(finding, "prefer"), discuss: (finding) => decide(finding, "discuss"), exclude: (finding, card) => openField(finding, card, "within"), "exclude-within": exclude, comment: (finding, card) => openField(finding, card, "why"), edit: (finding, card) => openField(finding, card, "words"), use: (finding, card, pressed) => {
  const words = pressed?.dataset.words ?? "";
  drafts.set(finding.id, { ...drafts.get(finding.id), words });
  descendant(card, "[name=words]", HTMLInputElement).value = words;
  showTicked(finding, card);
  descendant(card, ".others").replaceChildren(...alternatives(finding).map((alternative) => other(finding, alternative)));
  descendant(card, "[data-do=accept]").focus();
}, more: (finding, card) => descendant(card, "[data-do=more]").setAttribute("aria-expanded", `${card.classList.toggle("unfolded")}`), change: (finding, card) => {
  reopen(finding, card);
  descendant(card, "[data-do=accept]").focus();
}, clear: (finding, card) => {
  settle(finding, void 0);
  card.focus({ preventScroll: true });
} };
var HASTE = 250;
var settledAt = -HASTE;
function act(name, card, pressed, clicked) {
  const finding = findingOf(card);
  if (isDecidable(finding) && !(clicked && performance.now() - settledAt < HASTE)) DO[name](finding, card, pressed);
}
var pressing = null;
function takeComment(id) {
  const finding = findingById.get(id);
  if (finding && draftOf(finding, "why") !== void 0) comment(finding, whyOf(finding).trim());
}
function startCardActions() {
  addEventListener("pointerdown", (event) => {
    pressing = targetOf(event)?.closest("[data-do]");
  }, true);
  addEventListener("click", (event) => {
    const card = targetOf(event)?.closest(".finding"), pressed = targetOf(event)?.closest("[data-do]");
    pressing = null;
    if (card && pressed?.dataset.do) act(pressed.dataset.do, card, pressed, event.detail > 0);
  });
  addEventListener("input", (event) => {
    const field2 = event.target;
    const card = field2.closest(".deciding") && field2.closest(".finding");
    if (!card) return;
    drafts.set(card.dataset.id, { ...drafts.get(card.dataset.id), [field2.name]: field2.value });
    if (field2.name === "words") showTicked(findingOf(card), card);
  });
  addEventListener("focusout", (event) => {
    const card = targetOf(event)?.closest(".finding");
    const stays = [event.relatedTarget, pressing].some((target) => target && target !== card && card?.contains(target));
    if (card && !stays && document.hasFocus()) takeComment(card.dataset.id);
  });
  addEventListener("pagehide", () => [...drafts.keys()].forEach(takeComment));
}
var DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
var KINDS = 16;
var DIGIT = new Map([...DIGITS].map((digit, value) => [digit, value]));
function unpacked(packed) {
  const numbers = [];
  let rest = 0, weight = 1;
  for (const digit of packed) {
    const value = DIGIT.get(digit) ?? 0;
    rest += (value & 31) * weight;
    weight *= 32;
    if (value & 32) continue;
    numbers.push(rest % 2 ? -(rest - 1) / 2 : rest / 2);
    [rest, weight] = [0, 1];
  }
  return numbers;
}
var linksByDocument = /* @__PURE__ */ new Map();
var linkMarksBySide = /* @__PURE__ */ new Map();
function linksOf(source) {
  return kept(linksByDocument, source.number, () => readLinks(unpacked(textOf(source.number).beside?.links ?? "")));
}
function readLinks(numbers) {
  const links = [];
  for (let position = 0, originalOffset = 0, ownOffset = 0; position < numbers.length; position += 5) {
    const [after, length, on, ownLength, kind] = numbers.slice(position, position + 5);
    originalOffset += after;
    ownOffset += on;
    links.push({ number: links.length, original: [originalOffset, originalOffset + length], own: ownLength ? [ownOffset, ownOffset + ownLength] : null, relation: data.link_relations[kind % KINDS], sure: 1 - Math.floor(kind / KINDS) / 100 });
  }
  return links;
}
function linkMarks(source) {
  if (!reading) return [];
  const document2 = reading, isOwn = source === reading;
  return kept(linkMarksBySide, `${document2.number} ${source.number}`, () => linksOf(document2).flatMap((link2) => {
    const [start, end] = (isOwn ? link2.own : link2.original) ?? [0, 0];
    return start < end ? [{ start, end, link: link2 }] : [];
  }).sort(outerFirst));
}
var LONG = 2e3;
var marksByDocument = untilMore(() => /* @__PURE__ */ new Map());
var findingsByDocument = untilMore(() => {
  const byDocument = sources.map(() => []);
  findings.forEach((finding) => finding.places.forEach(([document2, start, end], placeIndex) => STANDING.has(finding.state) && byDocument[document2].push({ start, end, finding, at: placeIndex })));
  return byDocument;
});
function marksOf(source) {
  return kept(marksByDocument(), source.number, () => ordered(source));
}
function ordered(source) {
  const terms = textOf(source.number).terms.map(([start, end, concept, status]) => ({ start, end, concept: data.concepts[concept], status }));
  const all = [...findingsByDocument()[source.number], ...terms].filter((mark2) => mark2.start < mark2.end).sort(outerFirst);
  return { long: all.filter((mark2) => mark2.end - mark2.start > LONG), short: all.filter((mark2) => mark2.end - mark2.start <= LONG) };
}
var outerFirst = (a, b) => a.start - b.start || b.end - a.end;
function countOf(list2, before) {
  let low = 0, high = list2.length;
  while (low < high) {
    const middle = low + high >> 1;
    if (before(list2[middle])) low = middle + 1;
    else high = middle;
  }
  return low;
}
function marksIn(source, from, to) {
  const { long, short } = marksOf(source), inside = long.filter((mark2) => mark2.start < to && mark2.end > from);
  return [...inside, ...shortIn(short, from, to), ...shortIn(linkMarks(source), from, to)].sort(outerFirst);
}
function shortIn(short, from, to) {
  const inside = [];
  for (let index = countOf(short, (mark2) => mark2.start < from - LONG); index < short.length && short[index].start < to; index += 1) {
    if (short[index].end > from) inside.push(short[index]);
  }
  return inside;
}
function marked(source, from, to) {
  const inside = marksIn(source, from, to), edges2 = /* @__PURE__ */ new Set([from, to]);
  for (const mark2 of inside) [mark2.start, mark2.end].forEach((edge) => from < edge && edge < to && edges2.add(edge));
  const cuts = [...edges2].sort((a, b) => a - b), parts = [];
  let next = 0, covers = [];
  for (let index = 0; index + 1 < cuts.length; index += 1) {
    const [start, end] = [cuts[index], cuts[index + 1]];
    covers = covers.filter((cover) => cover.end > start);
    while (next < inside.length && inside[next].start <= start) covers.push(inside[next++]);
    const text = slice(source.number, start, end);
    parts.push(covers.length ? part(source, written(text), covers, start) : withCode(text));
  }
  return parts;
}
var withCode = (text) => text.split(/(`[^`\n]+`)/).map((part2, index) => index % 2 ? make("code", {}, written(part2)) : written(part2));
function part(source, content, covers, from) {
  const term = covers.find((cover) => cover.concept !== void 0), covering = covers.filter((cover) => cover.finding !== void 0);
  const links = covers.filter((cover) => cover.link !== void 0).map((cover) => cover.link);
  if (term || links.length) content = wordSpan(term, links, content, !covering.length);
  if (!covering.length) return content;
  const { finding, at: placeIndex } = covering.reduce((best, cover) => cover.finding.rank < best.finding.rank ? cover : best);
  return make("a", { class: `at ${finding.severity}`, "data-from": from, "data-findings": covering.map((cover) => cover.finding.id).join(" "), href: link("document", { id: source.id, finding: finding.id, place: placeIndex }) }, make("mark", {}, content));
}
var wordSpan = (term, links, content, alone) => make("span", { class: [term && `term ${term.status}`, links.length && "link"].filter(Boolean).join(" "), "data-concept": term?.concept.id, "data-links": links.length ? links.map((link2) => link2.number).join(" ") : null, tabindex: links.length && alone ? -1 : null, title: term && !links.length && fill(say.term, { concept: term.concept.names.en, status: say.statuses[term.status] }) }, content);
var RUN = 4;
function row(source, from, to, line) {
  const text = slice(source.number, from, to), last2 = from + text.trimEnd().length;
  const blank = last2 > from ? (/^\s*[\r\n]/.exec(text)?.[0] ?? "").length : 0;
  return make("div", { class: "row", "data-line": line(from + blank), "data-from": from, "data-to": to, lang: source.tag }, from + blank < last2 ? marked(source, from + blank, last2) : null);
}
function lineFinder(source) {
  const begins = textOf(source.number).pieces.map(([offset, first2, text]) => [offset, first2, [...text.matchAll(/\r\n?|\n/g)].map((match) => offset + match.index + match[0].length)]);
  return (position) => {
    const [, first2, ends] = begins.findLast(([offset]) => offset <= position) ?? begins[0];
    return first2 + countOf(ends, (end) => end <= position);
  };
}
function* lineRows(source) {
  const line = lineFinder(source), pieces = textOf(source.number).pieces, until = headEnd(source);
  const head = [];
  for (const [number2, [offset, , text]] of pieces.entries()) {
    if (number2) yield make("div", { class: "gap", "aria-hidden": "true" }, "…");
    let begin = 0, fence = "";
    for (const match of [...text.matchAll(/\r\n?|\n/g), { index: text.length, 0: "" }]) {
      const end = match.index + match[0].length, [, marker = ""] = FENCE.exec(text.slice(begin, end)) ?? [];
      const rowElement = reachable(row(source, offset + begin, offset + end, line));
      rowElement.classList.toggle("code", Boolean(fence || marker));
      if (!fence) fence = marker;
      else if (marker.startsWith(fence)) fence = "";
      if (offset + begin < until) head.push(rowElement);
      else yield* head.length ? [foldedHead(head.splice(0)), rowElement] : [rowElement];
      begin = end;
    }
  }
}
var FENCE = /^ {0,3}(`{3,}|~{3,})/;
var reachable = (node) => {
  node.tabIndex = -1;
  node.setAttribute("role", "group");
  return node;
};
function stretches(begins, length) {
  const starts = [...new Set(begins.flat().filter((start) => start >= 0))].sort((a, b) => a - b);
  const ends = new Map(starts.map((start, index) => [start, starts[index + 1] ?? length]));
  return begins.map((begin) => [begin].flat().filter((start) => start >= 0).map((start) => [start, ends.get(start) ?? length]));
}
function* pairRows(source, beside2) {
  const { english, rows: [ownBegins, theirs, relations] } = beside2, other2 = sources[english], pair = pairer(source, other2);
  const [left, right] = [stretches(ownBegins, lengthOf(source)), stretches(theirs, lengthOf(other2))], head = headRows(source, beside2, left);
  const makePairs = (from, to) => relations.slice(from, to).map((_, number2) => pair(left[from + number2], right[from + number2], relationAt(beside2, from + number2)));
  if (head) yield foldedHead(makePairs(0, head));
  for (let rowNumber = head, end; rowNumber < relations.length; rowNumber = end) {
    end = rowNumber + 1;
    while (end < relations.length && !left[rowNumber].length && !left[end].length) end += 1;
    if (end - rowNumber < RUN) yield* makePairs(rowNumber, end);
    else yield folded(end - rowNumber, () => makePairs(rowNumber, end));
  }
}
function folded(count2, makeRows) {
  const details = make("details", { class: "run" }, make("summary", {}, many(say.untranslated_run, count2)));
  details.addEventListener("toggle", () => details.append(...makeRows()), { once: true });
  return details;
}
function pairer(source, other2) {
  const [ownLine, otherLine] = [lineFinder(source), lineFinder(other2)];
  const side = (kind, spans, from, line, none, ...more2) => make("div", { class: kind }, spans.length ? spans.map(([start, end]) => row(from, start, end, line)) : make("div", { class: "row none" }, none), ...more2);
  const isSaid2 = (spans, from) => spans.some(([start, end]) => /[\p{L}\p{N}]/u.test(slice(from.number, start, end)));
  return (ownSpans, theirs, alignedAs) => {
    const relation = isSaid2(ownSpans, source) || isSaid2(theirs, other2) ? alignedAs : "mark";
    const [ownNote, otherNote] = relation === "mark" || relation === "head" ? ["", ""] : relation === "unsure" ? [say.not_found, say.not_found] : [say.not_translated, say.no_original];
    return reachable(make("div", { class: `pair ${relation}` }, side("own", ownSpans, source, ownLine, ownNote, say.relations[relation] && make("p", { class: "relation" }, say.relations[relation])), side("english", theirs, other2, otherLine, otherNote)));
  };
}
var lengthOf = (source) => textOf(source.number).pieces.reduce((_, [offset, , text]) => offset + text.length, 0);
var TITLE = /^\s*#{1,6}\s/;
var relationAt = ({ rows: [, , relations] }, rowNumber) => data.relations[relations[rowNumber]];
function headRows(source, beside2, stretchRows) {
  const isTitle = (rowNumber) => stretchRows[rowNumber].some(([start, end2]) => TITLE.test(slice(source.number, start, end2)));
  let settings = 0, end = 0;
  while (end < stretchRows.length && relationAt(beside2, end) === "head") settings = end += 1;
  while (end < stretchRows.length && /^(code|copy)$/.test(relationAt(beside2, end)) && !isTitle(end)) end += 1;
  return end < stretchRows.length && isTitle(end) ? end : settings;
}
function headEnd(source) {
  const { beside: beside2 } = textOf(source.number);
  if (!beside2) return 0;
  const stretchRows = stretches(beside2.rows[0], lengthOf(source));
  return stretchRows[headRows(source, beside2, stretchRows)]?.[0]?.[0] ?? 0;
}
var foldedHead = (rows) => make("details", { class: "head" }, make("summary", {}, say.head), rows);
var pageMap = element("map");
var gapsByDocument = untilMore(() => /* @__PURE__ */ new Map());
var gapsOf = (source) => kept(gapsByDocument(), source.number, () => readGaps(source));
function readGaps(source) {
  const { beside: beside2 } = textOf(source.number), gaps = [];
  if (!beside2) return gaps;
  const other2 = sources[beside2.english], [left, right] = [stretches(beside2.rows[0], lengthOf(source)), stretches(beside2.rows[1], lengthOf(other2))];
  let offset = 0, isOpen2 = false;
  for (let rowNumber = 0; rowNumber < left.length; rowNumber += 1) {
    const isOwn = left[rowNumber].length > 0, [start, end] = isOwn ? [left[rowNumber][0][0], left[rowNumber][left[rowNumber].length - 1][1]] : [offset, offset];
    const words = (isOwn ? left : right)[rowNumber].map(([from, to]) => slice((isOwn ? source : other2).number, from, to)).join(" ").trim();
    offset = end;
    if (/^(none|unsure)$/.test(relationAt(beside2, rowNumber))) {
      if (!/[\p{L}\p{N}]/u.test(words)) continue;
      if (isOpen2) gaps[gaps.length - 1].end = end;
      else gaps.push({ start, end, words: clip(words.split("\n")[0], 60), tag: (isOwn ? source : other2).tag });
      isOpen2 = true;
    } else isOpen2 = false;
  }
  return gaps;
}
function drawMap(source) {
  const length = Math.max(1, lengthOf(source)), marks2 = findingsByDocument()[source.number];
  const drawn = (kind, start, end, address) => {
    const node = make("i", { class: kind, "data-to": address });
    node.style.top = `${100 * start / length}%`;
    node.style.height = `${100 * (end - start) / length}%`;
    return node;
  };
  const { id } = source;
  pageMap.replaceChildren(...gapsOf(source).map(({ start, end }) => drawn("gap", start, end, link("document", { id, at: start }))), ...marks2.map(({ start, end, finding, at: placeIndex }) => drawn(`${finding.severity} ${isOpen(finding) ? "" : "settled"}`, start, end, link("document", { id, finding: finding.id, place: placeIndex }))));
  pageMap.hidden = !pageMap.childElementCount;
}
function startPageMap() {
  pageMap.addEventListener("click", ({ clientY }) => {
    const away = (mark2) => {
      const { top, bottom } = mark2.getBoundingClientRect();
      return Math.max(top - clientY, clientY - bottom, 0);
    };
    const [nearest] = [...pageMap.querySelectorAll("i")].sort((a, b) => away(a) - away(b));
    if (nearest?.dataset.to) location.hash = nearest.dataset.to;
  });
}
function aboutDocument(source) {
  const documentFindings = findings.filter((finding) => sources[finding.document] === source && STANDING.has(finding.state)), text = textOf(source.number), gaps = gapsOf(source);
  return [pathAndOrigin(source), missingOf(source).length ? make("p", { class: "note" }, fill(say.missing, { files: missingOf(source).join(", ") })) : null, text.whole ? null : make("p", { class: "note" }, say.not_whole), make("details", {}, make("summary", {}, documentFindings.length ? many(say.finding, documentFindings.length) : say.no_findings), make("ul", { class: "list" }, documentFindings.map(briefly))), gaps.length ? make("details", {}, make("summary", {}, many(say.gaps, gaps.length)), make("ul", { class: "list" }, gaps.map(({ start, words, tag }) => make("li", {}, make("a", { href: link("document", { id: source.id, at: start }), lang: langOf(words, tag) }, written(words)))))) : null, make("div", { class: "choices" }, text.beside ? layouts() : null, text.terms.length ? termsBox() : null), text.beside?.links ? make("p", { class: "dim" }, say.linking.about) : null];
}
function termsBox() {
  const box = make("input", { type: "checkbox", checked: true });
  box.addEventListener("change", () => reader.classList.toggle("with-terms", box.checked));
  reader.classList.add("with-terms");
  return make("label", {}, box, " ", say.mark_terms);
}
function layouts() {
  const choice2 = (text, alone) => {
    const button2 = make("input", { type: "radio", name: "layout", checked: apart === alone });
    button2.addEventListener("change", () => layOut(alone));
    return make("label", {}, button2, " ", text);
  };
  return make("fieldset", { class: "choice" }, make("legend", { class: "away" }, say.layout), choice2(say.beside, false), choice2(say.alone, true));
}
function pathAndOrigin(source) {
  const { title, path, origin, address, work, number: number2 } = source;
  const file = address ? make("a", { href: addressOf(source, 1), ...ELSEWHERE }, title ? path : say.open_source) : title && path;
  const others2 = sources.filter((source2) => source2.work === work && source2.number !== number2).map((source2) => make("a", { href: link("document", { id: source2.id }), lang: source2.tag }, data.names[source2.lang]));
  const parts = [file, origin && make("a", { href: origin, ...ELSEWHERE }, say.origin), ...others2].filter(Boolean);
  return parts.length ? make("p", { class: "dim" }, parts.map((part2, index) => [index ? " · " : null, part2])) : null;
}
function briefly(finding) {
  const source = sources[finding.document];
  return make("li", { class: finding.severity }, headBadges(finding), make("span", { lang: langOf(finding.surface, source.tag) }, written(clip(finding.surface, 40))), instead(finding, source), " ", finding.places.length ? placeLink(finding, 0) : null);
}
var unitOf = (node) => node.closest(".pair") ?? node.closest(".row");
function meet(node) {
  const row2 = node.closest(".row[data-from]") ?? (node.matches(".pair") ? node.querySelector(".own .row[data-from]") : null);
  for (const element2 of reader.querySelectorAll(".tool")) {
    if (element2.parentNode !== row2 && element2 !== document.activeElement) element2.remove();
  }
  if (row2 && !row2.querySelector(".tool")) {
    row2.prepend(sourceTool({ source: sourceOf(row2), line: Number(row2.dataset.line), column: 1 }, { class: "tool", "data-line": row2.dataset.line }));
  }
  const term = meetLink(node) ? null : node.closest(".term") ?? node.querySelector(":scope > mark > .term");
  reader.querySelectorAll(".same").forEach((element2) => element2.classList.remove("same"));
  for (const element2 of term?.closest(".pair")?.querySelectorAll(".term") ?? []) element2.classList.toggle("same", element2 !== term && element2.dataset.concept === term?.dataset.concept);
}
function sourceOf(row2) {
  const source = reading;
  return row2.closest(".english") ? sources[besideOf(source).english] : source;
}
function startRowNavigation() {
  reader.addEventListener("keydown", (event) => {
    const steps2 = { ArrowDown: "nextElementSibling", ArrowUp: "previousElementSibling" };
    const step2 = steps2[event.key], node = targetOf(event);
    const across = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (across && node && stepLink(node, across)) event.preventDefault();
    const unit = node && unitOf(node);
    if (!step2 || !unit || node !== unit && !node.matches(".link")) return;
    let next = unit[step2];
    while (next && !next.matches(".pair, .row")) next = next[step2];
    if (!(next instanceof HTMLElement)) return;
    event.preventDefault();
    next.focus({ preventScroll: true });
    next.scrollIntoView({ block: "nearest" });
  });
  reader.addEventListener("focusin", (event) => {
    const node = targetOf(event), unit = node && unitOf(node);
    if (!unit) return;
    for (const element2 of reader.querySelectorAll(":is(.pair, .row)[tabindex='0']")) element2.tabIndex = -1;
    unit.tabIndex = 0;
    meet(node);
  });
  reader.addEventListener("mouseover", (event) => meet(targetOf(event) ?? reader));
  reader.addEventListener("mouseleave", (event) => event.relatedTarget instanceof Node && linkNote.contains(event.relatedTarget) || meet(reader));
}
var linkNote = element("link-note");
var pointed = null;
var linkedWords = (node) => node?.closest(".link") ?? node?.querySelector(":scope > mark > .link") ?? null;
function meetLink(node) {
  const words = linkedWords(node) ?? linkedWords(reader.contains(document.activeElement) ? document.activeElement : null);
  if (words !== pointed) showLinks(words);
  return words;
}
function showLinks(words) {
  pointed?.removeAttribute("aria-describedby");
  pointed?.closest("a")?.removeAttribute("aria-describedby");
  for (const element2 of reader.querySelectorAll(".linked")) element2.classList.remove("linked", "unsure");
  pointed = words;
  linkNote.hidden = !words;
  if (!words || !reading) return;
  const links = linksAt(words), all = linksOf(reading);
  for (const element2 of unitOf(words)?.querySelectorAll(".link") ?? []) {
    const linkNumbers = numbersAt(element2).filter((number2) => links.includes(all[number2]));
    element2.classList.toggle("linked", linkNumbers.length > 0);
    element2.classList.toggle("unsure", linkNumbers.length > 0 && linkNumbers.every((number2) => !isSure(all[number2])));
  }
  linkNote.replaceChildren(...links.map(linkLine));
  (words.closest("a") ?? words).setAttribute("aria-describedby", linkNote.id);
  placeNote(words);
}
var numbersAt = (words) => `${words.dataset.links}`.split(" ").map(Number);
var linksAt = (words) => numbersAt(words).map((number2) => linksOf(reading)[number2]);
var isSure = ({ relation, sure }) => relation === "omitted" || sure >= data.certain;
function linkLine({ original: original2, own: ownSpan, relation, sure }) {
  const source = reading, english = sources[besideOf(source).english];
  return make("div", {}, make("p", {}, make("b", { lang: english.tag }, flat(slice(english.number, ...original2))), make("span", { class: "arrow", "aria-hidden": "true" }, " → "), make("span", { class: "away" }, `${say.linking.by} `), ownSpan ? make("b", { lang: source.tag }, flat(slice(source.number, ...ownSpan))) : "–"), make("p", { class: "dim" }, `${say.linking[relation]} · ${fill(say.sure, { percent: percent(sure) })}`));
}
function placeNote(words) {
  const [first2] = words.getClientRects(), around = linkNote.offsetParent?.getBoundingClientRect();
  linkNote.classList.toggle("atop", first2?.top > innerHeight / 2);
  if (!first2 || !around) return;
  const { left, top, width } = around;
  const above = first2.bottom + linkNote.offsetHeight > innerHeight && first2.top > linkNote.offsetHeight;
  linkNote.style.left = `${Math.max(0, Math.min(first2.left - left, width - linkNote.offsetWidth))}px`;
  linkNote.style.top = `${(above ? first2.top - linkNote.offsetHeight : first2.bottom) - top}px`;
}
function linkStops(unit) {
  const stops = [...unit.querySelectorAll(".link[tabindex], a.at:has(.link)")];
  const numbers = (stop) => linkedWords(stop)?.dataset.links;
  return stops.filter((stop, index) => !index || numbers(stop) !== numbers(stops[index - 1]) || stop.closest(".row") !== stops[index - 1].closest(".row"));
}
function stepLink(node, by) {
  const unit = unitOf(node), stops = unit ? linkStops(unit) : [], position = stops.indexOf(node);
  const next = position < 0 && by < 0 ? null : stops[position + by];
  next?.focus({ preventScroll: true });
  next?.scrollIntoView({ block: "nearest" });
  return Boolean(next);
}
function startLinkNotes() {
  addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !pointed) return;
    showLinks(null);
    event.stopPropagation();
  }, true);
  reader.addEventListener("focusout", () => showLinks(null));
  linkNote.addEventListener("mouseleave", () => meet(reader));
}
var reader = element("document-text");
var AT_ONCE = 200;
var reading = null;
var growing = [].values();
var apart = remembered("layout") === "alone";
function showDocument(values) {
  const source = sourceById.get(values.get("id")), askedHash = location.hash;
  const later2 = () => location.hash === askedHash ? showDocument(values) : null;
  if (!source && lacksDocuments()) return readDocuments().then(later2);
  if (source && lacks(source)) return readSource(source).then(later2);
  const title = element("document-title");
  title.textContent = source ? source.title || source.path : say.no_document;
  title.lang = source ? source.title ? source.tag : "en" : "";
  if (!source) title.removeAttribute("lang");
  if (source !== reading) openDocument(source);
  if (scrolled.get(location.hash)) grow(() => false);
  return source ? openPlace(source, values) : [];
}
function openDocument(source) {
  reading = source;
  showLinks(null);
  reader.replaceChildren();
  reader.classList.toggle("beside", !!source && isBeside(source));
  element("document-about").replaceChildren(...nodes(source && aboutDocument(source)));
  growing = source ? isBeside(source) ? pairRows(source, besideOf(source)) : lineRows(source) : [].values();
  grow(AT_ONCE);
  reader.firstElementChild?.setAttribute("tabindex", "0");
  growOn(growing);
  workingLast.textContent = "";
  showWork();
}
var besideOf = (source) => textOf(source.number).beside;
var isBeside = (source) => !apart && !!textOf(source.number).beside;
function layOut(alone) {
  const topRow = [...reader.querySelectorAll(".row[data-from]:not(.english *)")].find((element2) => element2.getBoundingClientRect().bottom > 0);
  apart = alone;
  remember("layout", alone ? "alone" : "beside");
  openDocument(reading);
  if (reader.getBoundingClientRect().top < 0) rowAt(Number(topRow?.dataset.from))?.scrollIntoView({ block: "start" });
  descendant(document, "[name=layout]:checked").focus({ preventScroll: true });
}
function grow(enough) {
  const most = typeof enough === "number" ? enough : Infinity;
  for (let count2 = 0; count2 < most; count2 += 1) {
    const { value, done: isEnd } = growing.next();
    if (isEnd) return false;
    reader.append(value);
    if (typeof enough !== "number" && enough(value)) break;
  }
  return true;
}
var whenIdle = window.requestIdleCallback ?? ((todo) => setTimeout(todo, 30));
var growOn = (rows) => whenIdle(() => growing === rows && grow(AT_ONCE) && growOn(rows));
function openPlace(source, values) {
  reader.querySelectorAll(".opened").forEach((element2) => element2.remove());
  reader.querySelectorAll("[aria-current]").forEach((element2) => element2.removeAttribute("aria-current"));
  const finding = findingById.get(values.get("finding")), placeIndex = Number(values.get("place") ?? 0);
  const place2 = finding?.places[placeIndex], start = place2 ? place2[1] : Number(values.get("at") ?? NaN);
  const row2 = !place2 || sources[place2[0]] === source ? rowAt(start) : null;
  row2?.closest("details")?.setAttribute("open", "");
  if (!row2 || !finding) row2?.setAttribute("aria-current", "true");
  return row2 && finding ? openFinding(finding, placeIndex, row2) : [row2].filter(Boolean);
}
function openFinding(finding, placeIndex, row2) {
  const [, start, end] = finding.places[placeIndex];
  const placeMarks = [...reader.querySelectorAll("a.at:not(.english *)")].filter((element2) => start <= Number(element2.dataset.from) && Number(element2.dataset.from) < end);
  const ids = /* @__PURE__ */ new Set([finding.id, ...placeMarks.flatMap((element2) => `${element2.dataset.findings}`.split(" "))]);
  const card = make("div", { class: "opened" }, [...ids].map((id) => cardHere(findingById.get(id), id === finding.id ? placeIndex : null, row2)));
  placeMarks.forEach((element2) => element2.setAttribute("aria-current", "true"));
  unitOf(row2)?.after(card);
  return [placeMarks[0] ?? row2, card];
}
function cardHere(finding, placeIndex, row2) {
  const isInRow = ([document2, start, end]) => sources[document2] === reading && start < Number(row2.dataset.to) && end > Number(row2.dataset.from);
  return findingCard(finding, placeIndex ?? Math.max(0, finding.places.findIndex(isInRow)), false);
}
var holds = (row2, offset) => Number(row2.dataset.from) <= offset && offset < Number(row2.dataset.to);
var ownRows = (node) => node.matches(".row") ? [node] : [...node.querySelectorAll(".row[data-from]:not(.english *)")];
function rowAt(offset) {
  if (Number.isNaN(offset)) return null;
  for (const child of reader.children) {
    const row2 = ownRows(child).find((ownRow) => holds(ownRow, offset));
    if (row2) return row2;
  }
  let target = null;
  grow((child) => target = ownRows(child).find((ownRow) => holds(ownRow, offset)));
  return target;
}
function startReader() {
  onSay.push(() => {
    reading = null;
  });
  addEventListener("beforeprint", () => {
    grow(() => false);
    for (const element2 of reader.querySelectorAll("details:is(.run, .head)")) {
      element2.open = true;
      element2.dispatchEvent(new Event("toggle"));
    }
  });
}
var FIELD = "input:not([type=checkbox], [type=file]), textarea, select";
var KEYS = { j: () => step(1), k: () => step(-1), u: () => takeBack(), n: () => isReading() && nextDocument.click(), "?": showKeys, "？": showKeys, ...Object.fromEntries(Object.entries({ a: "accept-by-key", r: "reject", t: "take", c: "comment", e: "edit", d: "discuss", m: "admit", p: "prefer", x: "exclude" }).map(([key, name]) => [key, (shifted) => onCard(name, key, shifted)])) };
var ANYWHERE = /* @__PURE__ */ new Set(["?", "？"]);
var AGAIN = /* @__PURE__ */ new Set(["j", "k"]);
var OF_TERMS = /* @__PURE__ */ new Set(["admit", "prefer", "exclude"]);
var keysDialog = element("keys", HTMLDialogElement);
var isQueue = () => !queue.closest("section")?.hidden;
function isInView(card) {
  const { top, bottom } = card.getBoundingClientRect();
  return bottom > 96 && top < innerHeight - 48;
}
function shownCard() {
  const opened = [...reader.querySelectorAll(".opened .finding")];
  const card = isReading() ? document.activeElement?.closest(".finding") ?? (opened.length === 1 ? opened[0] : null) : cardOf(current);
  return card && isInView(card) ? card : null;
}
var firstInView = () => [...queue.querySelectorAll(".finding")].find(isInView);
function onCard(name, key, shifted) {
  const card = shownCard(), instead2 = isQueue() && !card && firstInView();
  if (card && OF_TERMS.has(name) && !isOfTerm(findingOf(card))) return;
  if (card) isAwaited(findingOf(card)) || shifted ? act(name, card) : tellDecided(findingOf(card), key);
  else if (instead2) moveToFinding(findingOf(instead2), false);
  else if (isReading() && !openedCard()) stepWork(0);
}
function step(by) {
  if (isReading()) return stepWork(by);
  if (!isQueue()) return;
  const from = shownCard(), card = from ?? firstInView(), queueIndex = card ? queued.indexOf(findingOf(card)) : -1;
  const next = queued[from ? queueIndex + by : queueIndex];
  if (next) moveToFinding(next);
}
function showKeys() {
  keysDialog.showModal();
}
function inField(event, field2) {
  const card = field2.closest(".finding");
  if (card && event.key === "a" && field2.name === "words" && cardState.wordless === card.dataset.id && draftOf(findingOf(card), "words") === void 0) {
    event.preventDefault();
    hushed = event.timeStamp;
    return act("accept", card);
  }
  const enter = event.key === "Enter" && !event.shiftKey && card;
  if (event.key !== "Escape" && !enter) return;
  event.preventDefault();
  if (enter && field2.name !== "why") act(field2.name === "words" ? "accept" : "exclude-within", card);
  else if (card ?? cardOf(current)) (card ?? cardOf(current))?.focus({ preventScroll: true });
  else field2.blur();
}
var PAUSE = 300;
var hushed = -PAUSE;
function isHushed(event, key) {
  if (key === "a" || key.length > 1 || event.timeStamp - hushed >= PAUSE) return false;
  hushed = event.timeStamp;
  return true;
}
function startKeyboard() {
  addEventListener("keydown", (event) => {
    if (event.isComposing || event.keyCode === 229 || event.ctrlKey || event.metaKey || event.altKey || keysDialog.open) return;
    const field2 = targetOf(event)?.closest(FIELD), key = event.key.toLowerCase();
    if (isHushed(event, key)) return;
    if (field2) inField(event, field2);
    else if (!confirming.hidden) event.key === "Escape" && closeBulk();
    else if (isAsking() && askedCount) {
      if (!Object.hasOwn(ASKING_KEYS, key) || event.repeat && !AGAIN.has(key)) return;
      event.preventDefault();
      ASKING_KEYS[key](event.shiftKey);
    } else if (Object.hasOwn(KEYS, key) && (ANYWHERE.has(key) || isQueue() || isReading()) && (!event.repeat || AGAIN.has(key))) {
      event.preventDefault();
      KEYS[key](event.shiftKey);
    }
  });
  queue.addEventListener("click", (event) => {
    const card = targetOf(event)?.closest(".finding");
    if (card && !isInView(card)) card.scrollIntoView({ block: "nearest" });
  });
  element("help").addEventListener("click", showKeys);
  descendant(keysDialog, "button").addEventListener("click", () => keysDialog.close());
}
var ASKED_OF = { admit: "a", wrong: "w" };
var askedDone = element("asked-done");
var askedLast = element("asked-last");
var askedUndo = element("asked-undo", HTMLButtonElement);
var askedExport = element("asked-export", HTMLButtonElement);
var isAsking = () => !conceptList.closest("section")?.hidden;
function choice(id) {
  const decision = decisions.get(id);
  const offer2 = (action) => make("button", { type: "button", "data-ask": action, "aria-keyshortcuts": ASKED_OF[action], title: say.meant[action] }, say.asking[action], make("kbd", { "aria-hidden": "true" }, ASKED_OF[action]));
  return make("span", { class: `choosing ${decision ? `decided ${decision.action}` : ""}`, role: "group", "aria-label": say.deciding.decide }, decision ? [make("b", {}, say.acted[decision.action]), " ", make("button", { type: "button", "data-ask": "clear" }, say.deciding.clear)] : [offer2("admit"), " ", offer2("wrong")]);
}
function decideRendering(id, decision) {
  const askedRendering = askedRenderings().get(id);
  take([[id, decision]]);
  if (!askedRendering || !decision) return;
  askedLast.replaceChildren(...nodes(say.acted[decision.action], " ", written(clip(askedRendering.surface, 20))));
  const ids = listedAsked(), position = ids.indexOf(id), isLeft2 = (askedId) => !decisions.has(askedId);
  const next = ids.slice(position + 1).find(isLeft2) ?? ids.find(isLeft2);
  if (next) moveToRendering(next);
  else askedLast.append(" · ", say.deciding.none_left);
}
function listedAsked() {
  const listed2 = new Set(listedConcepts.map((concept) => concept.id));
  return [...askedRenderings().values()].filter((rendering2) => listed2.has(rendering2.concept)).map((rendering2) => rendering2.id);
}
function moveToRendering(id) {
  const askedRendering = askedRenderings().get(id), find = () => conceptList.querySelector(`[data-id="${CSS.escape(`${askedRendering?.concept}`)}"]`);
  while (!find() && conceptList.lastElementChild?.matches("button")) conceptList.lastElementChild.click();
  const details = find();
  if (!details) return;
  details.open = true;
  fillConcept(details);
  const row2 = descendant(details, `.asked[data-id="${CSS.escape(id)}"]`);
  markAsked(row2);
  row2.focus({ preventScroll: true });
  land(row2, null, true);
}
function markAsked(row2) {
  conceptList.querySelector(".asked[data-current]")?.removeAttribute("data-current");
  row2?.setAttribute("data-current", "");
}
function currentAsked() {
  const row2 = conceptList.querySelector(".asked[data-current]");
  return row2 && isInView(row2) ? row2 : null;
}
function answer(action, shifted) {
  const row2 = currentAsked(), id = row2?.dataset.id, before = decisions.get(`${id}`);
  if (!id) stepRendering(1);
  else if (!before || shifted) decideRendering(id, { action, when: timestamp(), words: "", why: "" });
  else askedLast.textContent = fill(say.deciding.already, { words: clip(askedRenderings().get(id)?.surface ?? "", 20), action: say.acted[before.action], key: action === "wrong" ? "W" : "A" });
}
function stepRendering(by) {
  const ids = listedAsked(), row2 = currentAsked();
  const inView = [...conceptList.querySelectorAll(".asked")].find(isInView)?.dataset.id;
  const next = row2 ? ids[ids.indexOf(`${row2.dataset.id}`) + by] : inView ?? ids.find((id_) => !decisions.has(id_)) ?? ids[0];
  if (next) moveToRendering(next);
}
function takeBackAsked() {
  const step2 = undo(), [id] = step2[0] ?? [];
  if (!step2.length) return;
  if (id && askedRenderings().has(id)) moveToRendering(id);
  askedLast.textContent = phrase(say.deciding.undone, { n: step2.length });
}
function showAsked() {
  if (!askedCount) return;
  const all = [...askedRenderings().keys()];
  askedDone.textContent = fill(say.asking.done, { n: number(all.filter((id) => decisions.has(id)).length), of: number(all.length) });
  askedUndo.disabled = !steps.length;
  askedExport.disabled = !decisions.size;
  askedExport.textContent = phrase(say.handing.export, { n: decisions.size });
}
function exportHere() {
  if (nameField.value.trim()) {
    handOver();
    askedLast.textContent = handed.textContent;
    return;
  }
  askName();
}
var ASKING_KEYS = { a: (shifted) => answer("admit", shifted), w: (shifted) => answer("wrong", shifted), j: () => stepRendering(1), k: () => stepRendering(-1), u: takeBackAsked, "?": () => showKeys(), "？": () => showKeys() };
function startRenderingQuestions() {
  conceptList.addEventListener("click", (event) => {
    const pressed = targetOf(event)?.closest("[data-ask]"), id = pressed?.closest(".asked")?.dataset.id;
    const action = pressed?.dataset.ask;
    if (id) decideRendering(id, action === "clear" ? void 0 : { action, when: timestamp(), words: "", why: "" });
  });
  conceptList.addEventListener("focusin", (event) => {
    const row2 = targetOf(event)?.closest(".asked");
    if (row2) markAsked(row2);
  });
  askedUndo.addEventListener("click", takeBackAsked);
  askedExport.addEventListener("click", exportHere);
  element("asked-help").addEventListener("click", showKeys);
  onDecided.push((ids) => {
    if (!isAsking()) return;
    for (const row2 of conceptList.querySelectorAll(".asked")) {
      const isFocused = row2.contains(document.activeElement), id = `${row2.dataset.id}`;
      if (!ids.has(id)) continue;
      row2.querySelector(".choosing")?.replaceWith(choice(id));
      if (isFocused) row2.focus({ preventScroll: true });
    }
    showAsked();
  });
  for (const element2 of document.querySelectorAll("#asking, #only-asked-label")) element2.hidden = !askedCount;
}
var conceptWords = element("concept-words", HTMLInputElement);
var conceptList = element("concept-list");
var onlyAsked = element("only-asked", HTMLInputElement);
var listedConcepts = [];
function conceptText(concept) {
  const forms = Object.values(concept.languages).flatMap((usage) => usage.forms.map(([form]) => form));
  return fold([concept.id, concept.domain, ...Object.values(concept.names), ...forms].join("\n"));
}
function conceptEntry(concept, opened = false) {
  const name = (lang) => make("span", { lang: data.tags[lang] }, concept.names[lang]);
  const details = make("details", { class: "concept", "data-id": concept.id }, make("summary", {}, make("b", {}, concept.names.en), name("zh"), name("ja"), make("small", {}, many(say.mention, concept.mentions), concept.findings ? ` · ${many(say.finding, concept.findings)}` : "", concept.asked ? ` · ${many(say.asking.asked, concept.asked)}` : "")));
  details.addEventListener("toggle", () => fillConcept(details));
  details.open = opened;
  if (opened) fillConcept(details);
  return details;
}
function fillConcept(details) {
  const concept = concepts.get(details.dataset.id);
  if (concept && details.children.length < 2) details.append(conceptBody(concept));
}
function conceptBody(concept) {
  const renderings = lines()[concept.id] ?? {};
  return make("div", {}, make("p", { class: "about" }, `${concept.id} · ${concept.domain}`, concept.findings ? [" · ", make("a", { href: link("findings", { concept: concept.id }) }, many(say.finding, concept.findings))] : null), noted(concept), make("div", { class: "languages" }, Object.entries(concept.languages).map(([lang, usage]) => inLanguage(lang, usage, renderings[lang] ?? []))));
}
function noted({ definition, reference }) {
  const source = /^https?:/.test(reference) ? make("a", { href: reference, ...ELSEWHERE }, reference) : reference;
  return [definition && make("p", { class: "definition", lang: "en" }, definition), reference && make("p", { class: "dim" }, `${say.reference} `, make("span", { lang: "en" }, source))];
}
function inLanguage(lang, usage, renderings) {
  const tag = data.tags[lang];
  const figures = usage.mentions ? [many(say.mention, usage.mentions), many(say.document, usage.documents), `${say.success} ${share(usage.success)}`, `${say.consistency} ${share(usage.consistency)}`] : [say.not_met];
  return make("section", {}, make("h3", {}, make("span", { lang: tag }, data.names[lang]), " ", make("small", {}, figures.map((figure, index) => [index ? " · " : null, make("span", { class: "figure" }, figure)]))), make("ul", { class: "forms", "aria-label": say.forms }, usage.forms.map(([form, status, count2]) => make("li", {}, make("span", { class: status, lang: langOf(form, tag) }, form), " ", make("small", {}, `${say.statuses[status]} ${number(count2)}`)))), renderings.map((row2) => rendering(row2, tag)));
}
function rendering([surface, status, count2, places, part2, id], tag) {
  const lang = langOf(surface, tag);
  const partly = places.length < count2 ? ` · ${fill(say.lines_shown, { shown: places.length, all: number(count2) })}` : "";
  const aligned = part2 === null ? "" : ` · ${fill(say.asking.share, { percent: percent(part2) })}`;
  return make("div", id ? { class: "asked", "data-id": id, tabindex: -1, role: "group", "aria-label": surface } : {}, make("p", { class: "rendering" }, make("span", { class: status, lang }, written(surface)), " ", make("small", {}, `${say.statuses[status]} · ${number(count2)}${partly}${aligned}`), id && [" ", choice(id)]), concordance(places, tag, status));
}
function inPortions(place2, items, show, size = 50) {
  const button2 = make("button", { type: "button" }, say.more);
  const observer = new IntersectionObserver((entries) => entries.some((entry2) => entry2.isIntersecting) && portion(), { rootMargin: "600px" });
  button2.addEventListener("click", portion);
  let drawnCount = 0;
  function portion() {
    button2.before(...items.slice(drawnCount, drawnCount + size).map(show));
    drawnCount += size;
    observer.disconnect();
    if (drawnCount < items.length) observer.observe(button2);
    else button2.remove();
  }
  place2.replaceChildren(button2);
  portion();
}
function showConcepts(values) {
  const id = values.get("id");
  conceptWords.value = id ?? "";
  listConcepts(id);
}
function listConcepts(id) {
  const words = fold(conceptWords.value).split(/\s+/).filter(Boolean);
  const linkedConcept = concepts.get(id);
  listedConcepts = linkedConcept ? [linkedConcept] : data.concepts.filter((concept) => (concept.asked || !onlyAsked.checked) && words.every((word) => conceptText(concept).includes(word)));
  element("concept-count").textContent = many(say.concept, listedConcepts.length);
  inPortions(conceptList, listedConcepts, (concept) => conceptEntry(concept, listedConcepts.length === 1), 100);
  showAsked();
}
function startConcepts() {
  conceptWords.addEventListener("input", () => listConcepts());
  onlyAsked.addEventListener("change", () => listConcepts());
  conceptWords.form?.addEventListener("submit", (event) => event.preventDefault());
}
var WIDE_CHARACTERS = new RegExp(`[${data.pace.wide}]`, "gu");
var paces = /* @__PURE__ */ new Map();
function readingSeconds(text) {
  const read = text.slice(0, data.pace.longest), wide = read.match(WIDE_CHARACTERS)?.length ?? 0;
  return wide * data.pace.wide_character + (read.length - wide) * data.pace.other_character;
}
var decisionPlaces = untilMore(() => {
  const counts = /* @__PURE__ */ new Map();
  for (const { alike: alike2, occurrences } of findings) counts.set(alike2, (counts.get(alike2) ?? 0) + occurrences);
  return counts;
});
function secondsOf(finding) {
  return kept(paces, finding.alike, () => {
    const { source, from, to } = finding.places.length ? readPlace(finding.places[0]) : { source: sources[finding.document], from: 0, to: 0 };
    const texts2 = [slice(source.number, from, to), data.originals[finding.originals[0]] ?? ""], further = (decisionPlaces().get(finding.alike) ?? 1) - 1;
    return data.pace.deciding + texts2.reduce((sum, text) => sum + readingSeconds(text), 0) + Math.min(data.pace.further_places, data.pace.further_place * further);
  });
}
var isWorthwhile = (finding) => finding.severity !== "neutral" && finding.certainty >= data.likely;
function minutesLeft(ofFindings) {
  const left = new Map(ofFindings.filter((finding) => isWorthwhile(finding) && isOpen(finding)).map((finding) => [finding.alike, finding]));
  return Math.ceil([...left.values()].reduce((sum, finding) => sum + secondsOf(finding), 0) / 60);
}
function showMinutes() {
  const minutes = minutesLeft(queued);
  element("minutes").textContent = minutes ? phrase(say.deciding.minutes, { n: minutes }) : "";
  for (const place2 of document.querySelectorAll(".minutes")) {
    const n = minutesLeft(standing().filter(({ document: document2 }) => sources[document2].lang === place2.dataset.lang));
    place2.textContent = lacksSomeFindings() ? "" : n ? phrase(say.verdict.minutes, { n }) : say.verdict.reviewed;
  }
}
function startReviewTime() {
  onMore.push(showMinutes);
}
var trendPlace = document.getElementById("trend");
var trendRows = [];
var trendDays = [];
var TREND = ["documents", "findings", "findings.critical", "findings.major"];
var SINCE = ["findings", "penalty_per_1000"];
var TREND_OF_LANGUAGE = ["findings", "success", "accuracy", "consistency", "penalty_per_1000"];
function showTrend() {
  showMinutes();
  if (trendPlace && historyAddress) readVolume("history", addTrend);
  return null;
}
function addTrend({ builds, figures }) {
  const last2 = builds.map(([build]) => build).lastIndexOf(data.build);
  if (!trendPlace || last2 < 1) return;
  trendDays = builds.slice(0, last2 + 1).map(([, day]) => day);
  const names = [...TREND, ...data.checked.flatMap((lang) => TREND_OF_LANGUAGE.map((name) => `${name}.${lang}`))];
  trendRows = names.map((name) => ({ name, values: figures[name]?.slice(0, last2 + 1) ?? [] })).filter(({ values }) => values.at(-1) != null);
  sayTrend();
  trendPlace.hidden = false;
}
function sayTrend() {
  if (!trendPlace || !trendRows.length) return;
  descendant(trendPlace, "p").textContent = fill(say.trend.builds, { n: trendDays.length, first: trendDays[0], last: `${trendDays.at(-1)}` });
  descendant(trendPlace, "tbody").replaceChildren(...trendRows.map(trendRow));
  saySince();
}
function saySince() {
  for (const place2 of document.querySelectorAll(".since")) {
    const changes = SINCE.flatMap((name) => {
      const values = trendRows.find((row2) => row2.name === `${name}.${place2.dataset.lang}`)?.values ?? [], [before, current2] = values.slice(-2);
      return before == null || current2 == null ? [] : [changed(name, before, current2)];
    }), sentences = changes.filter(Boolean).join(say.verdict.and);
    place2.textContent = sentences ? fill(say.verdict.since, { changes: sentences }) : changes.length ? say.verdict.unchanged : "";
  }
}
function changed(name, before, current2) {
  if (trendNumber(name, before) === trendNumber(name, current2)) return "";
  const by = Number(current2.toFixed(2)) - Number(before.toFixed(2)), figure = wordsAt(name === "findings" ? name : "penalty"), sign = by > 0 ? "+" : "−";
  return fill(say.verdict.change, { figure, before: trendNumber(name, before), now: trendNumber(name, current2), by: sign + trendNumber(name, Math.abs(by)) });
}
function trendRow({ name, values }) {
  const cells = { first: values.find((value) => value != null), before: values.at(-2), now: values.at(-1) };
  return make("tr", {}, make("th", { scope: "row" }, trendLabel(name)), make("td", { class: "drawn" }, trendLine(name, values)), Object.entries(cells).map(([key, value]) => make("td", { class: "number", "data-head": say.trend[key], "data-say-data-head": `trend.${key}` }, trendNumber(name, value))));
}
function trendLabel(name) {
  const [figure, part2] = name.split("."), words = wordsAt(figure === "penalty_per_1000" ? "penalty" : figure);
  if (!part2) return words;
  return part2 in say.severities ? `${words} · ${wordsAt(`severities.${part2}`)}` : [make("span", { lang: data.tags[part2] }, data.names[part2]), ` · ${words}`];
}
function trendNumber(name, value) {
  if (value == null) return "–";
  if (/^(?:success|accuracy|consistency)/.test(name)) return `${(100 * value).toFixed(2)}%`;
  return name.startsWith("penalty") ? value.toFixed(2) : number(value);
}
var WIDE = 140;
var HIGH = 24;
function trendLine(name, values) {
  const present = values.flatMap((value, index) => value == null ? [] : [{ value, at: index }]), all = present.map((point) => point.value);
  const low = Math.min(...all), high = Math.max(...all), steps2 = values.length - 1;
  const points = present.map(({ value, at: index }) => [3 + index * (WIDE - 6) / steps2, high === low ? HIGH / 2 : 3 + (high - value) * (HIGH - 6) / (high - low)].map((coordinate) => coordinate.toFixed(1)));
  const about2 = fill(say.trend.range, { low: trendNumber(name, low), high: trendNumber(name, high) });
  const line = element("course", HTMLTemplateElement).content.firstElementChild?.cloneNode(true);
  const [path, end] = line.children, [x, y] = points[points.length - 1];
  line.setAttribute("aria-label", about2);
  path.setAttribute("points", points.map((point) => point.join()).join(" "));
  end.setAttribute("cx", x);
  end.setAttribute("cy", y);
  return line;
}
function startOverview() {
  onSay.push(sayTrend);
  for (const picture of document.querySelectorAll(".picture")) {
    const rows = picture.querySelectorAll("details tbody tr");
    picture.addEventListener("click", (event) => {
      const pressed = targetOf(event)?.closest("svg [data-row]");
      if (pressed) rows[Number(pressed.getAttribute("data-row"))].querySelector("a")?.click();
    });
  }
}
var views = { overview: () => showTrend(), findings: (values) => showQueue(values), concepts: (values) => showConcepts(values), documents: (values) => showDocuments(values), document: (values) => showDocument(values), "left-out": () => null };
var under = { document: "documents" };
var scrolled = /* @__PURE__ */ new Map();
var firstView = data.packet && data.findings.length ? "findings" : "overview";
var shownHash = null;
function noteAddress() {
  shownHash = location.hash;
}
var sections = [...document.querySelectorAll("main > section")];
function go() {
  const [viewName, values] = location.hash.slice(1).split("?"), view = Object.hasOwn(views, viewName) ? viewName : firstView;
  for (const section of sections) section.hidden = section.dataset.view !== view;
  document.body.dataset.view = view;
  seat();
  for (const entry2 of document.querySelectorAll("nav a")) {
    if (entry2.hash === `#${under[view] ?? view}`) entry2.setAttribute("aria-current", "page");
    else entry2.removeAttribute("aria-current");
  }
  const ready = views[view](new URLSearchParams(values)), hash = location.hash;
  if (!(ready instanceof Promise)) return arrive(view, ready);
  element("main").setAttribute("aria-busy", "true");
  ready.then((later2) => location.hash === hash && arrive(view, later2));
}
function arrive(view, place2) {
  const [words, card] = place2 || [], title = element(`${view}-title`);
  element("main").removeAttribute("aria-busy");
  if (shownHash !== null) (words?.matches("a") ? words : title).focus({ preventScroll: true });
  const elsewhere2 = shownHash?.split("&")[0] !== location.hash.split("&")[0];
  noteAddress();
  entitle(view, title);
  if (words) land(words, card, elsewhere2);
  else scrollTo(0, scrolled.get(location.hash) ?? 0);
}
function entitle(view, title) {
  const page = `${say.title} · ${data.packet || data.build}`;
  document.title = view === "overview" ? page : `${title.textContent} · ${page}`;
}
var landing = 0;
function land(words, card, elsewhere2, still = 0, frames = 60) {
  if (elsewhere2) words.scrollIntoView({ block: "center" });
  card?.scrollIntoView({ block: "nearest" });
  words.scrollIntoView({ block: "nearest" });
  const before = words.getBoundingClientRect().top;
  landing = requestAnimationFrame(() => {
    const stays = Math.abs(words.getBoundingClientRect().top - before) < 1 ? still + 1 : 0;
    if (words.isConnected && stays < 3 && frames) land(words, card, elsewhere2, stays, frames - 1);
  });
}
var NARROW = matchMedia("(max-width: 44rem)");
function bringDown(card, frames = 3) {
  card.scrollIntoView({ block: card.offsetHeight > innerHeight * 0.8 ? "start" : "end" });
  if (frames && card.isConnected) landing = requestAnimationFrame(() => bringDown(card, frames - 1));
}
var chosen = element("says", HTMLSelectElement);
function startViews() {
  for (const section of sections) {
    section.dataset.view = section.id;
    section.removeAttribute("id");
  }
  for (const moves of ["wheel", "touchstart", "pointerdown", "keydown", "hashchange"]) {
    addEventListener(moves, () => cancelAnimationFrame(landing), { passive: true, capture: true });
  }
  addEventListener("scroll", () => shownHash === location.hash && scrolled.set(shownHash, scrollY), { passive: true });
  addEventListener("hashchange", go);
  chosen.addEventListener("change", () => {
    remember("language", chosen.value);
    speak(chosen.value);
    go();
    chosen.focus({ preventScroll: true });
  });
  descendant(document, ".skip").addEventListener("click", (event) => {
    event.preventDefault();
    sections.find((section) => !section.hidden)?.querySelector("h2")?.focus();
  });
  history.scrollRestoration = "manual";
  for (const element2 of document.querySelectorAll(".messages, .filters, #kwic")) element2.hidden = false;
  speak(remembered("language") ?? navigator.language.slice(0, 2));
  chosen.value = LANGS[langIndex];
  if (!location.hash && standingHere().some(isDecided) && standingHere().some(isOpen)) history.replaceState(null, "", "#findings");
  go();
}
var TABLED = 2e3;
var documentTable = element("document-table", HTMLTableElement);
var documentWords = element("document-words", HTMLInputElement);
var documentHeads = [...documentTable.rows[0].cells];
var documentEntries = [...documentTable.tBodies[0].rows].map((row2) => ({ values: [...row2.cells].map((cell2) => cell2.dataset.value === void 0 ? `${cell2.textContent}` : Number(cell2.dataset.value)), row: () => row2, id: new URLSearchParams(descendant(row2, "a", HTMLAnchorElement).hash.split("?")[1]).get("id") }));
var documentCount = element("document-count");
var folder = null;
function showDocuments(values) {
  const before = folder;
  markDone();
  folder = values.get("folder");
  if (lacksDocuments()) return readDocuments().then(() => listDocuments());
  if (folder !== before) listDocuments();
  return null;
}
function addEntries(figures) {
  for (const [number2, figureRow] of Object.entries(figures)) {
    const source = sources[Number(number2)], [chars, judged, terms, success, accuracy, severityCounts, points] = figureRow;
    const total = severityCounts.reduce((sum, count2) => sum + count2, 0);
    documentEntries.push({ values: [`${source.path}${source.title}`, data.names[source.lang], chars, judged ?? -1, terms, success ?? -1, accuracy ?? -1, total, points ?? -1], row: once(() => documentRow(source, figureRow)), id: source.id });
  }
}
function documentRow(source, [chars, judged, terms, success, accuracy, severityCounts, points]) {
  const severities = severityCounts.map((n, index) => n ? [make("span", { class: `badge ${data.severities[index]}` }, sayingNumber(`counted.${data.severities[index]}`, n)), " "] : null);
  const cells = [number(chars), tenths(judged), number(terms), tenths(success), tenths(accuracy), severityCounts.some(Boolean) ? severities : data.checked.includes(source.lang) ? "0" : "–", points === null ? "–" : points.toFixed(2)];
  return make("tr", {}, make("td", {}, make("a", { href: link("document", { id: source.id }) }, source.path), source.title && [make("br"), make("span", { class: "dim", lang: source.tag }, written(source.title))]), make("td", { lang: source.tag }, data.names[source.lang]), cells.map((value, index) => {
    const key = descendant(documentHeads[index + 2], "[data-say]").dataset.say;
    return make("td", { class: "number", "data-head": wordsAt(key), "data-say-data-head": key }, value);
  }));
}
var tenths = (part2) => part2 === null ? "–" : `${(100 * part2).toFixed(1)}%`;
var sayingNumber = (key, n) => make("span", { "data-say": key, "data-with": JSON.stringify({ n }) }, many(wordsAt(key), n));
var compare = (a, b) => typeof a === "number" ? a - Number(b) : a.localeCompare(`${b}`, "en");
function sortBy(head) {
  const before = head.getAttribute("aria-sort");
  const downward = before ? before === "ascending" : head.classList.contains("number");
  for (const other2 of documentHeads) other2.removeAttribute("aria-sort");
  head.setAttribute("aria-sort", downward ? "descending" : "ascending");
  const sign = downward ? -1 : 1, column = head.cellIndex;
  documentEntries.sort((a, b) => sign * compare(a.values[column], b.values[column]));
  listDocuments();
}
var entrySource = ({ id }) => sourceById.get(id);
function listDocuments(inTexts = true) {
  const words = fold(documentWords.value).split(/\s+/).filter(Boolean);
  const among2 = documentEntries.filter((entry2) => !folder || liesIn(entrySource(entry2), folder));
  const isNamed = (entry2) => hasAll(fold(`${entry2.values[0]}`), words);
  const fitting2 = among2.filter((entry2) => isNamed(entry2) || inTexts && hasAll(foldedText(entrySource(entry2)), words));
  const rows = fitting2.slice(0, TABLED).map((entry2) => {
    const row2 = entry2.row(), passage = !isNamed(entry2) && firstPassage(entrySource(entry2), words[0]);
    row2.querySelector(".passage")?.remove();
    if (passage) row2.cells[0].append(passage);
    return row2;
  });
  documentTable.tBodies[0].replaceChildren(...rows);
  const unread = words.length ? volumesUnread().length : 0, narrowed = words.length || folder;
  documentCount.textContent = narrowed ? fill(say.shown_documents, { shown: number(fitting2.length), all: number(documentEntries.length) }) : "";
  beside.hidden = !unread;
  beside.textContent = many(say.search_beside, unread);
  descendant(documentWords.form, "[type=reset]").hidden = !narrowed;
  if (rows.some((row2) => Number(row2.dataset.says ?? 0) !== langIndex)) sayAnew();
  for (const row2 of rows) row2.dataset.says = `${langIndex}`;
  markDone();
}
var toList;
function startDocumentTable() {
  for (const head of documentHeads) {
    const button2 = make("button", { type: "button" }, ...head.childNodes);
    button2.addEventListener("click", () => sortBy(head));
    head.replaceChildren(button2);
  }
  documentWords.addEventListener("input", () => {
    listDocuments(false);
    clearTimeout(toList);
    toList = setTimeout(() => listDocuments(), 150);
  });
  documentWords.form?.addEventListener("submit", (event) => event.preventDefault());
  documentWords.form?.addEventListener("reset", () => {
    history.pushState(null, "", "#documents");
    setTimeout(() => {
      go();
      listDocuments();
    });
  });
  onSay.push(() => documentWords.value && listDocuments());
}
var working = element("working");
var workingDone = element("working-done");
var workingLast = element("working-last");
var workingUndo = element("working-undo", HTMLButtonElement);
var nextDocument = element("next-document", HTMLAnchorElement);
var workByDocument = untilMore(() => {
  const byDocument = /* @__PURE__ */ new Map();
  for (const finding of findings) {
    const placeIndex = finding.places.findIndex(([document2]) => document2 === finding.document);
    if (placeIndex >= 0 && STANDING.has(finding.state)) kept(byDocument, finding.document, () => []).push({ finding, at: placeIndex, start: finding.places[placeIndex][1] });
  }
  for (const workList of byDocument.values()) workList.sort((a, b) => a.start - b.start);
  return byDocument;
});
var workOf = (source) => workByDocument().get(source.number) ?? [];
var isLeft = ({ finding }) => isOpen(finding);
function openedCard() {
  const card = document.activeElement?.closest(".opened .finding") ?? reader.querySelector(".opened .finding");
  return card && isInView(card) ? card : null;
}
function stepWork(by) {
  const all = reading ? workOf(reading) : [], card = openedCard();
  const position = card ? all.findIndex(({ finding }) => finding.id === card.dataset.id) : -1, seenOffset = position < 0 ? seenFrom() : 0;
  const next = position >= 0 ? all[position + by] : by < 0 ? all.findLast((work) => work.start < seenOffset) : all.find((work) => work.start >= seenOffset);
  if (next) openWork(next);
  else if (all.length) workingLast.textContent = by < 0 ? say.working.first : say.working.last;
}
function seenFrom() {
  const rows = [...reader.querySelectorAll(".row[data-from]:not(.english *)")];
  return Number(rows.find((row2) => row2.getBoundingClientRect().bottom > 96)?.dataset.from ?? 0);
}
function openWork({ finding, at: placeIndex }) {
  const source = sources[finding.document], address = link("document", { id: source.id, finding: finding.id, place: placeIndex });
  if (source !== reading) {
    location.hash = address;
    return;
  }
  history.replaceState(null, "", address);
  noteAddress();
  const [words, card] = openPlace(source, new URLSearchParams(address.split("?")[1])) ?? [];
  card?.querySelector(".finding")?.focus({ preventScroll: true });
  if (words) land(words, card, true);
}
function workOn(finding) {
  const all = reading ? workOf(reading) : [], position = all.findIndex((candidate) => candidate.finding === finding);
  const next = all.slice(position + 1).find(isLeft) ?? all.find(isLeft);
  if (next) return openWork(next);
  reader.querySelector(`.finding[data-id="${CSS.escape(finding.id)}"]`)?.focus({ preventScroll: true });
  workingLast.append(" · ", nextDocument.hidden ? say.working.all_documents : say.working.all);
}
function openAgain(finding) {
  const work = workOf(sources[finding.document]).find((candidate) => candidate.finding === finding);
  if (work) openWork(work);
}
function doneOf(source) {
  const all = workOf(source);
  return { n: all.filter(({ finding }) => isDecided(finding)).length, of: all.length };
}
function sayDone(source) {
  const { n, of } = doneOf(source);
  return [n === of && make("span", { class: "check", "aria-hidden": "true" }, "✓ "), fill(say.deciding.done, { n: number(n), of: number(of) })];
}
function documentAfter(source) {
  const after = [...sources.slice(source.number + 1), ...sources.slice(0, source.number)];
  return after.find((other2) => other2.others.some(lacksFindings) || workOf(other2).some(isLeft));
}
function showWork() {
  pageMap.hidden = true;
  working.hidden = !reading || !workOf(reading).length;
  if (working.hidden) workingDone.textContent = "";
  if (!reading) return;
  const next = documentAfter(reading), first2 = next && workOf(next).find(isLeft);
  if (!working.hidden) workingDone.replaceChildren(...nodes(sayDone(reading)));
  workingUndo.disabled = !steps.length;
  nextDocument.hidden = !next;
  if (next) {
    nextDocument.hash = link("document", { id: next.id, ...first2 && { finding: first2.finding.id, place: first2.at } });
    nextDocument.title = next.path;
  }
  drawMap(reading);
}
function markDone() {
  for (const row2 of documentTable.tBodies[0].rows) {
    const source = sourceById.get(new URLSearchParams(descendant(row2, "a", HTMLAnchorElement).hash.split("?")[1]).get("id"));
    row2.querySelector(".done")?.remove();
    if (source && doneOf(source).n && !source.others.some(lacksFindings)) row2.cells[0].append(make("p", { class: "done" }, sayDone(source)));
  }
}
function startDocumentWork() {
  for (const [name, act2] of [["previous-finding", () => stepWork(-1)], ["next-finding", () => stepWork(1)], ["working-undo", takeBack], ["working-help", showKeys]]) element(name).addEventListener("click", act2);
  onDecided.push(() => isReading() && showWork());
}
var PORTION = 30;
var NEAR = 150;
var first = 0;
var shownEnd = 0;
var current = null;
var earlier = make("button", { type: "button" });
var later = make("button", { type: "button" });
var nearing = new IntersectionObserver((entries) => entries.some((entry2) => entry2.isIntersecting) && forward(), { rootMargin: "600px" });
function list() {
  const queueIndex = Math.max(0, queued.findIndex(isOpen));
  cardState.reopened = null;
  later.textContent = say.more;
  if (queued.length) listFrom(queueIndex < PORTION ? 0 : queueIndex);
  else queue.replaceChildren(make("p", {}, say.none_fits));
  mark(queued[queueIndex] ?? null);
}
var isOpen = (finding) => isDecidable(finding) && !isDecided(finding);
function listFrom(queueIndex) {
  first = shownEnd = queueIndex;
  queue.replaceChildren(earlier, later);
  forward();
}
function forward() {
  if (shownEnd >= queued.length && lacksSomeFindings()) return goOn();
  const added = queued.slice(shownEnd, shownEnd + PORTION);
  shownEnd += added.length;
  later.before(...added.map((finding) => findingCard(finding)));
  edges();
}
function goOn() {
  nearing.disconnect();
  readAllFindings().then(() => {
    count();
    forward();
  });
}
function backward() {
  const added = queued.slice(Math.max(0, first - PORTION), first);
  first -= added.length;
  earlier.after(...added.map((finding) => findingCard(finding)));
  edges();
}
function edges() {
  earlier.hidden = !first;
  earlier.textContent = phrase(say.deciding.earlier, { n: first });
  later.hidden = shownEnd >= queued.length && !lacksSomeFindings();
  nearing.disconnect();
  if (!later.hidden) nearing.observe(later);
}
var cardAt = (queueIndex) => first <= queueIndex && queueIndex < shownEnd ? queue.children[1 + queueIndex - first] : null;
var cardOf = (finding) => finding && cardAt(queued.indexOf(finding));
function reach(queueIndex) {
  if (queueIndex < first - NEAR || queueIndex >= shownEnd + NEAR) listFrom(queueIndex);
  while (queueIndex < first) backward();
  while (queueIndex >= shownEnd) forward();
}
function mark(finding) {
  queue.querySelector("[data-current]")?.removeAttribute("data-current");
  current = finding;
  cardOf(current)?.setAttribute("data-current", "");
}
function moveToFinding(finding, middle = true) {
  const queueIndex = queued.indexOf(finding);
  if (queueIndex < 0) return;
  reach(queueIndex);
  mark(finding);
  const card = cardAt(queueIndex);
  card.focus({ preventScroll: true });
  if (NARROW.matches) bringDown(card);
  else land(card, null, middle);
}
function moveOn(finding) {
  if (isReading()) return workOn(finding);
  const queueIndex = queued.indexOf(finding);
  const next = queued.slice(queueIndex + 1).find(isOpen) ?? queued.find(isOpen);
  if (next) return moveToFinding(next);
  cardOf(finding)?.focus({ preventScroll: true });
  last.append(" · ", say.deciding.none_left);
}
var isReading = () => !reader.closest("section")?.hidden;
function startQueue() {
  earlier.addEventListener("click", backward);
  later.addEventListener("click", forward);
  queue.addEventListener("focusin", (event) => {
    const card = targetOf(event)?.closest(".finding");
    if (card) mark(findingOf(card));
  });
}
var denseButton = element("dense", HTMLButtonElement);
var paceBar = descendant(document, "#findings-title ~ .pace");
function placePane() {
  queue.style.setProperty("--pane", `${Math.max(8, paceBar.getBoundingClientRect().bottom + 8)}px`);
}
function setDense(isDense) {
  queue.classList.toggle("dense", isDense);
  denseButton.setAttribute("aria-pressed", `${isDense}`);
  placePane();
}
function startPane() {
  denseButton.addEventListener("click", () => {
    setDense(!queue.classList.contains("dense"));
    remember("dense", queue.classList.contains("dense") ? "1" : "");
    if (current) moveToFinding(current);
  });
  for (const name of ["scroll", "resize"]) addEventListener(name, placePane, { passive: true });
  onDecided.push(placePane);
  setDense(remembered("dense") === "1");
}
var confirming = element("confirm");
var bulkButtons = [...document.querySelectorAll("[data-bulk]")];
var inBulk = () => queued.filter(!filterValues.decision || filterValues.decision === "undecided" ? isOpen : isDecidable);
function showBulk() {
  const n = inBulk().length;
  for (const button2 of bulkButtons) {
    button2.textContent = phrase(say.bulk[`${button2.dataset.bulk}${n === queued.length ? "" : "_rest"}`], { n });
    button2.disabled = !n;
  }
  confirming.hidden = true;
}
function askBulk(action) {
  const n = inBulk().length;
  const yes = make("button", { type: "button" }, phrase(say.bulk.yes, { action: say.actions[action], n }));
  const no = make("button", { type: "button" }, say.bulk.cancel);
  yes.addEventListener("click", () => decideAll(action));
  no.addEventListener("click", closeBulk);
  confirming.replaceChildren(make("p", {}, phrase(say.bulk[`${action}_about`], { n })), yes, " ", no);
  confirming.dataset.of = action;
  confirming.hidden = false;
  yes.focus();
}
function closeBulk() {
  confirming.hidden = true;
  bulkButtons.find((button2) => button2.dataset.bulk === confirming.dataset.of)?.focus();
}
function onOpen(finding, decision) {
  const keys = decisions.has(finding.id) ? openKeys(finding) : [];
  return keys.length ? joined([{ ...decision, at: keys }, ...partsWithout(finding, decisions.get(finding.id), keys)]) : decision;
}
function decideAll(action) {
  const when = timestamp();
  const words = (finding) => action === "accept" ? (draftOf(finding, "words") ?? finding.suggestion).trim() : "";
  const changes = inBulk().map((finding) => [finding.id, onOpen(finding, { action, when, words: words(finding), why: whyOf(finding).trim() })]);
  for (const [id] of changes) {
    drafts.delete(id);
    changing.delete(id);
  }
  take(changes);
  last.textContent = phrase(say.bulk.done, { n: changes.length, action: say.acted[action] });
  undoing.focus();
}
function startBulkDecisions() {
  for (const button2 of bulkButtons) button2.addEventListener("click", () => askBulk(button2.dataset.bulk));
}
var tabling = element("tabling", HTMLButtonElement);
var packing = element("packing");
var TABLE_COLUMNS = ["finding_id", "rule", "severity", "confidence", "language", "path", "line", "column", "words", "expected", "message", "occurrences", "places", "decision"];
var RECKONED = /^[=+\-@＝＋－＠\t\r\n]|^\d[\d.,:/-]*(?:e\d+)?$/i;
function cell(value) {
  const text = typeof value === "string" && RECKONED.test(value) ? `'${value}` : `${value}`;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
function tableRow(finding) {
  const { id, rule, severity, certainty, document: docNumber, surface, expected, occurrences, says: messages } = finding;
  const places = finding.places.map(readPlace), place2 = places[0], { path, lang } = place2?.source ?? sources[docNumber];
  return [id, rule, severity, certainty, lang, path, place2?.line ?? "", place2?.column ?? "", surface, expected.join(" | "), messages[langIndex], occurrences, places.map(where).join(" | "), isDecided(finding) ? decisionOn(finding).action : ""];
}
var asTable = (all) => `\uFEFF${[TABLE_COLUMNS, ...all.map(tableRow)].map((row2) => row2.map(cell).join()).join("\r\n")}\r
`;
function showTabling() {
  tabling.textContent = phrase(say.tabling.save, { n: queued.length });
  tabling.disabled = !queued.length;
  packing.textContent = "";
}
async function saveTable() {
  if (lacksSomeFindings()) await readAllFindings().then(count);
  const name = `taiyaku-findings-${data.build}.csv`;
  saveFile(name, asTable(queued), "text/csv");
  packing.textContent = phrase(say.tabling.saved, { n: queued.length, name });
}
function startFindingsTable() {
  tabling.addEventListener("click", saveTable);
}
var doneText = element("done");
var last = element("last");
var undoing = element("undo", HTMLButtonElement);
var isDecided = (finding) => decisions.has(finding.id) && !(decisionOn(finding).at && openKeys(finding).length);
var decisionOn = (finding) => decisions.get(finding.id);
var standing = untilMore(() => findings.filter((finding) => STANDING.has(finding.state)));
var standingHere = () => readsOwn() ? standing().filter(isReviewed) : standing();
var standingCount = () => readsOwn() ? standingHere().length : data.volumes?.standing ?? standing().length;
function showProgress() {
  const decidedCount = queued.filter(isDecided).length, all = standingHere().filter(isDecided).length;
  const bar = element("progress", HTMLProgressElement);
  bar.max = Math.max(queued.length, 1);
  bar.value = decidedCount;
  const summary = fill(say.deciding.done, { n: number(decidedCount), of: number(queued.length) });
  doneText.textContent = queued.length === standingCount() && decidedCount === all ? summary : `${summary} · ${fill(say.deciding.done_all, { n: number(all), of: number(standingCount()) })}`;
  undoing.disabled = !steps.length;
  showMinutes();
  showBulk();
  showHanding();
  showTabling();
}
var lastHere = () => isReading() ? workingLast : last;
function announce(finding) {
  const { action, words } = decisionOn(finding), left = placeCount(finding, openKeys(finding)), n = (steps.at(-1)?.length ?? 1) - 1;
  lastHere().replaceChildren(...nodes(say.acted[action], " ", written(clip(finding.surface, 20)), words && [" → ", written(clip(words, 20))], left > 0 && ` · ${phrase(say.deciding.left, { n: left })}`, n > 0 && [" · ", many(say.alike, n)]));
}
function tellDecided(finding, key) {
  const values = { words: clip(finding.surface, 20), action: say.acted[decisionOn(finding).action], key: key.toUpperCase() };
  lastHere().replaceChildren(...nodes(written(fill(say.deciding.already, values))));
}
function takeBack() {
  const step2 = undo(), [id] = step2[0] ?? [];
  if (!step2.length) return;
  lastHere().textContent = phrase(say.deciding.undone, { n: step2.length });
  const card = shownCard(), finding = findingById.get(id);
  if (finding) isReading() ? openAgain(finding) : moveToFinding(finding);
  else card?.focus();
}
var counting = 0;
function startProgress() {
  undoing.addEventListener("click", takeBack);
  for (const element2 of document.querySelectorAll(".desk, #findings .pace")) element2.hidden = !findings.length;
  element("desk").hidden = !(findings.length || askedCount);
  for (const fold2 of document.querySelectorAll(".folds button")) {
    const place2 = element(`${fold2.getAttribute("aria-controls")}`);
    fold2.addEventListener("click", () => fold2.setAttribute("aria-expanded", `${place2.classList.toggle("unfolded")}`));
  }
  onDecided.push(() => {
    showProgress();
    clearTimeout(counting);
    counting = setTimeout(() => document.activeElement !== filters.elements.decision && offer("decision"), 300);
  });
}
var remedyAt = (finding, placeIndex) => finding.remedies[placeIndex] ?? offered(finding);
function surfaceAt(finding, placeIndex) {
  const { source, start, end } = readPlace(finding.places[placeIndex]);
  return slice(source.number, start, end);
}
var isRedone = (finding) => changing.has(finding.id) || isDecided(finding);
var offeredKeys = (finding) => isRedone(finding) ? allKeys(finding) : openKeys(finding);
var placeOf = (finding, key) => placeKeys(finding).indexOf(key);
var isEdited = (finding) => wordsOf(finding) !== firstRemedy(finding);
var firstAt = (finding) => Math.max(0, placeOf(finding, offeredKeys(finding)[0] ?? ""));
var firstRemedy = (finding) => finding.places.length ? remedyAt(finding, firstAt(finding)) : offered(finding);
function ticked(finding) {
  const tickedKeys = drafts.get(finding.id)?.ticked, keys = offeredKeys(finding);
  if (tickedKeys) return keys.filter((key) => tickedKeys.includes(key));
  const before = isRedone(finding) ? decisions.get(finding.id) : void 0;
  return before ? keys.filter((key) => partOn(before, key)?.when === before.when) : keys;
}
var isMeant = (finding, placeIndex) => Boolean(drafts.get(finding.id)?.ticked) || surfaceAt(finding, placeIndex) === surfaceAt(finding, firstAt(finding));
function writtenAt(finding, placeIndex) {
  const words = wordsOf(finding).trim();
  return isEdited(finding) && (!words || isMeant(finding, placeIndex)) ? words : remedyAt(finding, placeIndex).trim();
}
function decisionOnTicked(finding, action, words, why) {
  const before = decisions.get(finding.id), keys = ticked(finding), when = timestamp(), all = allKeys(finding);
  const decision = { action, when, words, why }, whole = keys.length === all.length;
  if (!all.length || whole && (action !== "accept" || all.length === 1 && words)) return decision;
  if (!keys.length) return void 0;
  const byWords = /* @__PURE__ */ new Map();
  for (const key of keys) {
    const placeIndex = placeOf(finding, key);
    const placeWords = action === "accept" && words && placeIndex >= 0 ? writtenAt(finding, placeIndex) : words;
    byWords.set(placeWords, [...byWords.get(placeWords) ?? [], key]);
  }
  return joined([...[...byWords].map(([placeWords, wordKeys]) => ({ ...decision, words: placeWords, at: wordKeys })), ...partsWithout(finding, before, keys)]);
}
function placing(finding, shownAt) {
  if (!finding.places.length) return null;
  const open = isDecidable(finding) && (!isDecided(finding) || changing.has(finding.id));
  return make("div", { class: "placing" }, placeList(finding, shownAt), open && writes(finding));
}
var FEW = 3;
function placeList(finding, shownAt) {
  if (finding.occurrences < 2) return null;
  const unlike = new Set(finding.places.map((_, placeIndex) => `${surfaceAt(finding, placeIndex)}
${remedyAt(finding, placeIndex)}`)).size > 1;
  const summary = make("summary", {}), details = make("details", { open: unlike && finding.places.length <= FEW }, summary);
  const fillIn = once(() => (details.append(make("ol", { class: "places" }, ...finding.places.map((_, placeIndex) => placeRow(finding, placeIndex, placeIndex === shownAt)), lacksPlaces(finding) ? restRow(finding) : null)), true));
  details.addEventListener("toggle", () => details.open && fillIn());
  if (details.open) fillIn();
  sayTicked(finding, summary);
  return details;
}
function sayTicked(finding, summary) {
  const n = finding.occurrences, listed2 = placeCount(finding, ticked(finding));
  summary.textContent = !isDecided(finding) || changing.has(finding.id) ? phrase(say.deciding.ticked, { n, ticked: number(listed2) }) : many(say.deciding.places, n);
}
function tick(finding, key) {
  const part2 = changing.has(finding.id) ? void 0 : partOn(decisions.get(finding.id), key);
  if (!isDecidable(finding)) return null;
  return part2 ? make("b", { class: `badge ${part2.action}` }, say.acted[part2.action]) : make("input", { type: "checkbox", name: "place", value: key, checked: ticked(finding).includes(key), "aria-label": placeName(finding, key) });
}
var placeName = (finding, key) => key === REST ? "" : where(readPlace(finding.places[placeOf(finding, key)]));
function placeRow(finding, placeIndex, isShown) {
  return make("li", {}, make("p", { class: "about" }, tick(finding, placeKeys(finding)[placeIndex]), make("span", {}, placeLink(finding, placeIndex), insteadAt(finding, placeIndex))), !isShown && [inContext(finding, placeIndex), original(finding, placeIndex)]);
}
var restRow = (finding) => make("li", {}, make("label", {}, tick(finding, REST), " ", phrase(say.deciding.rest, { n: finding.occurrences - finding.places.length })));
var AROUND = 14;
var MOST_KINDS = 3;
function writes(finding) {
  const keys = ticked(finding), ats = keys.map((key) => placeOf(finding, key)).filter((placeIndex) => placeIndex >= 0);
  const kinds = /* @__PURE__ */ new Map();
  for (const placeIndex of ats) {
    const kind = `${surfaceAt(finding, placeIndex)}
${writtenAt(finding, placeIndex)}`;
    kinds.set(kind, [...kinds.get(kind) ?? [], placeIndex]);
  }
  const groups = [...kinds.values()], elsewhere2 = groups.length === 1 ? placeCount(finding, keys) - ats.length : 0;
  return make("div", { class: "writes", "aria-live": "off" }, groups.slice(0, MOST_KINDS).map((group) => changeLines(finding, group, group.length + elsewhere2)), groups.length > MOST_KINDS && make("p", { class: "dim" }, phrase(say.deciding.more_kinds, { n: groups.length - MOST_KINDS })));
}
function changeLines(finding, ats, n) {
  const { source, start, end, from, to } = readPlace(finding.places[ats[0]]), words = writtenAt(finding, ats[0]);
  const times = n > 1 && [" ", make("small", {}, `×${number(n)}`)];
  if (!words) return make("p", { class: "dim by-hand" }, say.deciding.by_hand, times);
  if (source.extracted) return make("p", { class: "dim by-hand" }, say.deciding.extracted, times);
  const before = slice(source.number, Math.max(from, start - AROUND), start), after = slice(source.number, end, Math.min(to, end + AROUND));
  const line = (name, sign, kind, text) => make("p", { class: name, lang: source.tag }, make("span", { class: "sign", "aria-hidden": "true" }, sign), " ", start - AROUND > from && "…", flat(before), make(kind, {}, written(clip(text, 60))), flat(after), end + AROUND < to && "…");
  return [line("minus", "−", "del", surfaceAt(finding, ats[0])), make("div", { class: "plus-line" }, line("plus", "+", "ins", words), times)];
}
function showTicked(finding, card) {
  const place2 = card.querySelector(".placing"), old = place2?.querySelector(".writes"), summary = place2?.querySelector("summary");
  if (!place2) return;
  if (summary) sayTicked(finding, summary);
  for (const box of place2.querySelectorAll("[name=place]")) box.checked = ticked(finding).includes(box.value);
  if (old) old.replaceWith(writes(finding));
}
function redrawPlaces(finding, card) {
  const old = card.querySelector(".placing"), wasOpen = old?.querySelector("details")?.open;
  const redrawn = old && placing(finding, Number(card.dataset.at));
  if (!old || !redrawn) return;
  const details = redrawn.querySelector("details");
  if (details && wasOpen) details.open = true;
  old.replaceWith(redrawn);
}
function startPlaceTicks() {
  addEventListener("change", (event) => {
    const box = event.target, card = box.name === "place" && box.closest(".finding");
    if (!card) return;
    const finding = findingOf(card), others2 = ticked(finding).filter((key) => key !== box.value);
    drafts.set(finding.id, { ...drafts.get(finding.id), ticked: box.checked ? [...others2, box.value] : others2 });
    showTicked(finding, card);
  });
}
var escaped = (word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
function message(finding, source) {
  const quoted = [finding.surface, ...finding.expected].filter((form) => form.length < 200 && /[^\x00-\x7f]/.test(form));
  quoted.sort((a, b) => b.length - a.length);
  const text = finding.says[langIndex];
  const parts = quoted.length ? text.split(new RegExp(`(${quoted.map(escaped).join("|")})`)) : [text];
  return make("p", { class: `says says-${source.lang}`, lang: SAYS[LANGS[langIndex]] }, parts.map((part2, index) => index % 2 ? make("span", { lang: source.tag }, written(part2)) : written(part2)));
}
var instead = (finding, source) => lacksTerm(finding) ? null : arrowTo([.../* @__PURE__ */ new Set([finding.suggestion, ...finding.expected])].filter(Boolean), source);
var insteadAt = (finding, placeIndex) => arrowTo([finding.remedies[placeIndex]].filter(Boolean), sources[finding.places[placeIndex][0]]);
function arrowTo(words, source) {
  if (!words.length) return null;
  return [make("span", { class: "arrow", "aria-label": say.write }, " → "), words.map((form, index) => [index ? make("span", { class: "arrow" }, " / ") : null, make("span", { class: "instead", lang: langOf(form, source.tag) }, written(clip(form, 60)))])];
}
function about(finding, placeIndex) {
  const { places, rule } = finding, [name] = data.rules[rule];
  return make("p", { class: "about" }, make("span", {}, places.length ? placeLink(finding, placeIndex) : [sources[finding.document].path, " ", say.gone]), make("a", { href: link("findings", { rule }) }, `${rule} ${name}`), concepts.has(finding.concept) && make("a", { href: link("concepts", { id: finding.concept }) }, finding.concept), howSure(finding), alikeTo(finding).length ? null : alike(finding), marks(finding));
}
function howSure({ rule, document: document2, certainty }) {
  const [n, right] = data.rules[rule][3][sources[document2].lang] ?? [0, 0], sure = fill(say.sure, { percent: percent(certainty) });
  return n ? make("span", { title: sure }, phrase(say.judged_so_far, { n, right })) : make("span", {}, sure);
}
function alike({ alike: alike2, alikes }) {
  return alikes > 1 ? make("a", { href: link("findings", { alike: `${alike2}` }) }, many(say.alike, alikes - 1)) : null;
}
function marks(finding) {
  const badges = [finding.inherited && make("span", { class: "badge" }, say.inherited), stateMark(finding)].filter(Boolean);
  return badges.length ? make("span", {}, badges.map((mark2) => [mark2, " "])) : null;
}
var isCertain = (finding) => finding.certainty >= data.certain;
var headBadges = (finding) => [say.severities[finding.severity], !isCertain(finding) && (finding.certainty < data.likely ? say.doubtful : say.uncertain)].filter(Boolean).map((label) => [make("span", { class: "badge" }, label), " "]);
var everyNew = untilMore(() => data.volumes?.all_new ?? findings.every((finding) => finding.state === "new"));
var stateMark = (finding) => !everyNew() && make("span", { class: `badge ${finding.state}` }, say.states[finding.state]);
function similar(finding, source) {
  if (!finding.similar.length) return null;
  const [english, translation, likeness] = finding.similar;
  return make("p", { class: "similar" }, make("b", {}, fill(say.similar, { percent: percent(likeness) })), " ", make("span", { lang: "en" }, english.map((piece, index) => index % 2 ? make("em", {}, written(piece)) : written(piece))), make("span", { class: "arrow" }, " → "), make("span", { lang: source.tag }, written(translation)));
}
function assistants(finding) {
  const { tag } = sources[finding.document];
  return finding.opinions.map(({ judge, verdict, words, reason, precision }, index) => make("p", { class: "assistants" }, make("b", {}, fill(say.assistants.said, { judge })), " ", say.actions[verdict], words && [" ", make("span", { class: "instead", lang: langOf(words, tag) }, written(words))], reason && [": ", make("q", {}, written(reason))], " ", make("small", {}, precision === null ? say.assistants.unmeasured : fill(say.assistants.right, { percent: percent(precision) })), " ", !index && !isDecided(finding) && takenOver(finding) && button("take", say.assistants.take, "t")));
}
var findingOf = (card) => findingById.get(card.dataset.id);
function findingCard(finding, placeIndex = 0, around = true) {
  const source = sources[finding.document], words = clip(finding.surface, 60);
  return make("article", { class: `finding ${finding.severity}`, "data-id": finding.id, "data-at": placeIndex, "data-decided": isDecided(finding), "data-row": `${finding.rule} · ${source.path}`, tabindex: -1, "aria-label": `${say.severities[finding.severity]} ${words}` }, make("h3", {}, headBadges(finding), make("span", { lang: langOf(finding.surface, source.tag) }, written(words)), instead(finding, source)), make("div", { class: "detail" }, message(finding, source), around && finding.places.length ? inContext(finding, placeIndex) : null, around || !hasOriginal(finding, placeIndex) || !reading || !isBeside(reading) ? original(finding, placeIndex) : null, inOtherLanguages(finding, placeIndex), similar(finding, source), assistants(finding), about(finding, placeIndex), finding.reason ? make("p", { class: "dim" }, fill(say.because, { reason: finding.reason })) : null, placing(finding, placeIndex), around ? alikeList(finding) : null, deciding(finding)));
}
var filters = element("filters", HTMLFormElement);
var queue = element("queue");
var FILTERS = ["words", "severity", "certainty", "rule", "lang", "document", "concept", "state", "assistants", "decision", "alike", "sure", "grave", "folder"];
var filterValues = {};
var queued = [];
var searched = /* @__PURE__ */ new Map();
function searchText(finding) {
  const { surface, expected, says: messages, rule, concept, id } = finding;
  return kept(searched, finding, () => fold([surface, ...expected, ...messages, rule, data.rules[rule][0], concept, id, sources[finding.document].path].join("\n")));
}
var searchedSentences = untilMore(() => /* @__PURE__ */ new Map());
function sentenceText(finding) {
  return kept(searchedSentences(), finding, () => fold(finding.places.flatMap((row2, placeIndex) => {
    const { source, from, to } = readPlace(row2);
    return [slice(source.number, from, to), data.originals[finding.originals[placeIndex]] ?? ""];
  }).join("\n")));
}
var hasWord = (finding, word) => searchText(finding).includes(word) || sentenceText(finding).includes(word);
function agreementOn({ opinions }) {
  const verdicts = new Set(opinions.map((opinion) => opinion.verdict));
  return verdicts.size > 1 ? "split" : opinions[0]?.verdict ?? "none";
}
function liesIn({ work }, folder2) {
  const [names, numbers] = data.folders, workFolder = names[numbers[work]];
  return folder2.endsWith("/.") ? workFolder === folder2.slice(0, -1) : workFolder.startsWith(folder2);
}
var certaintiesOf = (finding) => finding.certainty < data.likely ? ["doubtful"] : ["counted", isCertain(finding) ? "certain" : "uncertain"];
var stepOf = ({ certainty }) => Math.min(100 - data.step, Math.floor(Number((100 * certainty).toFixed(2)) / data.step) * data.step);
var fits = { words: (finding, words) => fold(words).split(/\s+/).every((word) => hasWord(finding, word)), severity: (finding, severity) => finding.severity === severity, certainty: (finding, certainty) => certaintiesOf(finding).includes(certainty), rule: (finding, rule) => finding.rule === rule, lang: (finding, lang) => lang === "all" || sources[finding.document].lang === lang, document: (finding, id) => sources[finding.document].id === id, state: (finding, state) => state === "all" || finding.state === state, concept: (finding, concept) => finding.concept === concept, assistants: (finding, agreement) => agreementOn(finding) === agreement, decision: (finding, decision) => decisionsOf(finding).includes(decision), alike: (finding, number2) => finding.alike === Number(number2), sure: (finding, low) => stepOf(finding) === Number(low), grave: (finding, age) => isCertain(finding) && data.grave.includes(finding.severity) && finding.state === "new" === (age === "new"), folder: (finding, folder2) => liesIn(sources[finding.document], folder2) };
var readsOwn = () => readsSome() && !filterValues.lang;
function fitting(except) {
  const active = FILTERS.filter((name) => filterValues[name] && name !== except);
  const rankLimit = lacksSomeFindings() ? data.findings.length : Infinity;
  const ofSome = readsOwn() && except !== "lang";
  return findings.filter((finding) => finding.rank < rankLimit && (!ofSome || isReviewed(finding)) && (filterValues.state || STANDING.has(finding.state)) && active.every((name) => fits[name](finding, filterValues[name] ?? "")));
}
var decisionsOf = (finding) => [isDecided(finding) ? "decided" : "undecided", ...decisions.has(finding.id) ? new Set(partsOf(decisionOn(finding)).map((part2) => part2.action)) : []];
var choices = { severity: () => Object.entries(say.severities), certainty: () => [["counted", say.counted_only], ["certain", say.certain_only], ["uncertain", say.uncertain_only], ["doubtful", say.doubtful_only]], rule: () => Object.entries(data.rules).map(([code, [name]]) => [code, `${code} ${name}`]), lang: () => Object.keys(data.names).map((lang) => [lang, data.names[lang]]), document: () => sources.map((source) => [source.id, source.path]), concept: () => data.concepts.map((concept) => [concept.id, concept.names.en]), state: () => Object.entries(say.states), assistants: () => [...ACTIONS.map((action) => [action, fill(say.assistants.agree, { action: say.actions[action] })]), ["split", say.assistants.split], ["none", say.assistants.none]], decision: () => [["undecided", say.deciding.undecided], ["decided", say.deciding.decided], ...ACTIONS.map((action) => [action, say.acted[action]])] };
var CHOICES = Object.keys(choices);
var valuesOf = { severity: (finding) => finding.severity, certainty: certaintiesOf, rule: (finding) => finding.rule, lang: (finding) => sources[finding.document].lang, document: (finding) => sources[finding.document].id, concept: (finding) => finding.concept, state: (finding) => finding.state, assistants: agreementOn, decision: decisionsOf };
var everything = () => ({ severity: say.all_severities, certainty: say.all_certainties, rule: say.all_rules, lang: readsSome() ? ownLanguages.map((lang) => data.names[lang]).join(" · ") : say.all_languages, document: say.all_documents, concept: say.deciding.all_concepts, state: say.standing, assistants: say.assistants.all, decision: say.deciding.all_decisions });
var furtherOnes = () => ({ ...readsSome() && { lang: say.all_languages }, state: say.all_states });
function offer(name) {
  const counts = /* @__PURE__ */ new Map(), further = furtherOnes()[name];
  for (const finding of name === "state" ? findings : fitting(name)) {
    for (const value of [valuesOf[name](finding)].flat()) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  const option = (value, text) => make("option", { value, selected: filterValues[name] === value }, text);
  const offered2 = choices[name]().filter(([value]) => counts.has(value) || filterValues[name] === value);
  filters.elements[name].replaceChildren(option("", everything()[name]), ...offered2.map(([value, text]) => option(value, `${text} (${number(counts.get(value) ?? 0)})`)), ...further ? [option("all", further)] : []);
  if (name === "state") filters.elements[name].hidden = everyNew();
  if (name === "assistants") filters.elements[name].hidden = !findings.some((finding) => finding.opinions.length);
}
function showChips() {
  element("chips").replaceChildren(...FILTERS.filter((name) => filterValues[name]).map(chip));
}
function chip(name) {
  const value = filterValues[name] ?? "", choice2 = Object.hasOwn(choices, name) ? choices[name]().find(([chosen2]) => chosen2 === value) : null;
  const label = choice2?.[1] ?? (value === "all" ? furtherOnes()[name] : value);
  const button2 = make("button", { type: "button", class: "chip", "aria-label": fill(say.deciding.take_off, { filter: `${label}` }) }, `${label} `, make("span", { "aria-hidden": "true" }, "×"));
  button2.addEventListener("click", () => {
    const { [name]: _, ...others2 } = filterValues;
    location.hash = link("findings", others2);
  });
  return button2;
}
function explain() {
  const place2 = element("explained");
  const rule = filterValues.rule ?? "", [, bad, good] = data.rules[rule] ?? [], title = bad && say.rules[rule];
  const part2 = (head, sample) => sample ? [make("dt", {}, head), make("dd", {}, make("pre", { class: "sample", lang: sampleLang(sample) }, sample))] : null;
  place2.replaceChildren(...title ? [make("div", { class: "note" }, make("strong", {}, title), make("details", {}, make("summary", {}, say.why), make("dl", {}, make("dd", {}, say.whys[rule]), part2(say.bad, bad), part2(say.good, good))))] : []);
}
var sampleLang = (text) => /[\u3041-\u30fa]/.test(text) ? "ja" : langOf(text, "zh-Hans");
var listedAs = null;
function showQueue(values) {
  filterValues = Object.fromEntries(FILTERS.filter((name) => values.get(name)).map((name) => [name, values.get(name)]));
  filters.elements.words.value = filterValues.words ?? "";
  if (listedAs !== link("findings", filterValues)) return refreshed();
}
function relist() {
  listedAs = null;
  if (document.body.dataset.view === "findings") refreshed();
}
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
function count() {
  CHOICES.forEach(offer);
  queued = fitting();
  const n = queued.length, all = standingCount(), absent = [...missing].map(volumeAddress);
  element("count").textContent = n === all ? many(say.all_shown, all) : fill(say.shown_of, { shown: number(n), all: number(all) });
  const others2 = readsOwn() ? fitting("lang").length - n : 0;
  if (others2) element("count").append(" · ", make("a", { href: link("findings", { ...filterValues, lang: "all" }) }, many(say.reviewer.others, others2)));
  if (absent.length) element("count").append(` · ${fill(say.missing, { files: absent.join(", ") })}`);
  showProgress();
}
function asked() {
  filterValues = Object.fromEntries([...new FormData(filters)].filter(([, value]) => value));
  history.replaceState(null, "", Object.keys(filterValues).length ? link("findings", filterValues) : "#findings");
  noteAddress();
  refreshed();
}
var waiting;
function startFilters() {
  onSay.push(() => {
    listedAs = null;
  });
  filters.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(asked, 120);
  });
  filters.addEventListener("focusin", () => {
    if (lacksSomeFindings()) readAllFindings().then(count);
  }, { once: true });
  filters.addEventListener("submit", (event) => event.preventDefault());
  filters.addEventListener("reset", (event) => {
    event.preventDefault();
    clearTimeout(waiting);
    history.pushState(null, "", "#findings");
    go();
  });
}
var drafts = /* @__PURE__ */ new Map();
var changing = /* @__PURE__ */ new Set();
var cardState = { reopened: null, wordless: null };
var isDecidable = (finding) => finding.state !== "fixed";
var isOfTerm = (finding) => Boolean(finding.concept) && !lacksTerm(finding);
var offered = (finding) => finding.suggestion || (lacksTerm(finding) ? "" : finding.expected[0]) || "";
var alternatives = (finding) => [.../* @__PURE__ */ new Set([firstRemedy(finding), ...lacksTerm(finding) ? [] : finding.expected])].filter((form) => form && form !== wordsOf(finding)).slice(0, 3);
var isAwaited = (finding) => !isDecided(finding) || finding.id === cardState.reopened;
var draftOf = (finding, name) => drafts.get(finding.id)?.[name];
var needsWords = (finding) => finding.places.length > 0 && !wordsOf(finding).trim();
function wordsOf(finding) {
  const before = isRedone(finding) ? decisions.get(finding.id) : void 0;
  return draftOf(finding, "words") ?? (before?.action === "accept" ? before.words : firstRemedy(finding));
}
function takenOver(finding) {
  const action = agreementOn(finding), words = new Set(finding.opinions.map((opinion) => opinion.words).filter(Boolean));
  if (action === "none" || action === "split" || words.size > 1 || action === "admit" && !isOfTerm(finding)) return null;
  return { action, words: [...words][0] ?? (action === "accept" ? wordsOf(finding).trim() : "") };
}
var whyOf = (finding) => draftOf(finding, "why") ?? decisions.get(finding.id)?.why ?? "";
function deciding(finding) {
  const decision = decisions.get(finding.id);
  return isDecidable(finding) && make("div", { class: "deciding", role: "group", "aria-label": say.deciding.decide }, decision && partsOf(decision).map((part2, index) => decided(finding, part2, !index)), (!isDecided(finding) || changing.has(finding.id)) && controls(finding));
}
function decided(finding, { action, words, why, at: keys }, isMain) {
  const { tag } = sources[finding.document], n = placeCount(finding, keys ?? []);
  return make("p", { class: `decided ${action}` }, make("b", {}, say.acted[action]), " ", words && [make("span", { class: "instead", lang: langOf(words, tag) }, written(words)), " "], why && [make("q", { class: "why" }, written(why)), " "], action === "accept" && keys && !words && [make("span", { class: "dim" }, say.deciding.by_hand), " "], keys && n < finding.occurrences && [make("span", { class: "dim" }, phrase(say.deciding.of_places, { n, of: finding.occurrences })), " "], isMain && [button("change", say.deciding.change), button("clear", say.deciding.clear)]);
}
var button = (name, text, key, attributes) => make("button", { type: "button", "data-do": name, "aria-keyshortcuts": key, ...attributes }, text, key && make("kbd", { "aria-hidden": "true" }, key));
function controls(finding) {
  const action = (name, key) => button(name, say.actions[name], key, { title: say.meant[name] });
  return [make("div", { class: "bar" }, make("span", { class: "accepting" }, action("accept", "a"), field(finding, "words", wordsOf(finding), say.deciding.replacement)), others(finding), action("reject", "r"), button("comment", say.deciding.comment, "c"), button("more", say.deciding.more, null, { "aria-expanded": "false" }), make("span", { class: "further" }, isOfTerm(finding) && [action("admit", "m"), action("prefer", "p"), action("exclude", "x")], action("discuss", "d"))), make("p", { class: "field hint", "data-field": "wanting", hidden: true }, say.deciding.wanting), make("p", { class: "field", "data-field": "within", hidden: true }, make("label", {}, fill(say.deciding.within, { words: clip(finding.surface, 20) }), " ", field(finding, "within", draftOf(finding, "within") ?? finding.surface)), " ", button("exclude-within", say.deciding.exclude), make("output", { class: "problem" })), make("p", { class: "field", "data-field": "why", hidden: !whyOf(finding) }, make("label", {}, say.deciding.comment, make("textarea", { name: "why", rows: 2, lang: "" }, whyOf(finding))), make("small", {}, say.deciding.comment_about))];
}
function others(finding) {
  const all = alternatives(finding);
  return all.length > 0 && make("span", { class: "others" }, all.map((words) => other(finding, words)));
}
function other(finding, words) {
  const lang = langOf(words, sources[finding.document].tag);
  return button("use", written(clip(words, 30)), null, { "data-words": words, lang, title: say.deciding.use });
}
function field(finding, name, value, label) {
  return make("input", { name, value, lang: langOf(value, sources[finding.document].tag), "aria-label": label, placeholder: label, autocomplete: "off", autocapitalize: "off", spellcheck: "false" });
}
function redraw(card) {
  const finding = findingOf(card);
  card.toggleAttribute("data-decided", isDecided(finding));
  card.classList.remove("unfolded");
  const old = card.querySelector(".deciding"), redrawn = deciding(finding);
  if (old && redrawn) old.replaceWith(redrawn);
  else if (redrawn) descendant(card, ".detail").append(redrawn);
  redrawPlaces(finding, card);
}
function startCardControls() {
  addEventListener("focusin", (event) => {
    const card = targetOf(event)?.closest(".finding");
    if (card && card.dataset.id !== cardState.reopened) cardState.reopened = null;
    if (card && card.dataset.id !== cardState.wordless) cardState.wordless = null;
  });
  onDecided.push((ids) => {
    for (const card of document.querySelectorAll(".finding[data-id]")) if (ids.has(card.dataset.id)) redraw(card);
  });
}
var loose = /* @__PURE__ */ new Set();
var ABOUT_WORDS = /* @__PURE__ */ new Set(["admit", "prefer", "wrong", "exclude"]);
function alikeTo(finding) {
  if (!data.packet || finding.alikes < 2) return [];
  const [first2, ...following] = findings.filter((other2) => other2.alike === finding.alike);
  return first2 === finding ? following : [];
}
function along(finding, decision, other2) {
  const { action, words } = decision, isOffered = action === "accept" && words === offered(finding);
  const isSame2 = other2.surface === finding.surface, isOwn = action === "accept" && !isOffered;
  const isAlike = !other2.concept || isOffered && words === offered(other2);
  if (action === "discuss" || !isSame2 && (isOwn || ABOUT_WORDS.has(action) || !isAlike)) return [];
  const { when, why } = decision;
  return [[other2.id, { action, when, why, words: isOffered ? offered(other2) : words }]];
}
function goingAlong(finding, decision) {
  const open = decision ? alikeTo(finding).filter((other2) => isOpen(other2) && !loose.has(other2.id)) : [];
  return open.flatMap((other2) => decision ? along(finding, decision, other2) : []);
}
function alikeList(finding) {
  const following = alikeTo(finding);
  if (!following.length) return null;
  const list2 = make("div", {}), details = make("details", { class: "alike" }, make("summary", {}, many(say.alike, following.length)), list2);
  details.addEventListener("toggle", () => {
    if (details.open) list2.replaceChildren(make("p", { class: "dim" }, say.alike_about), make("ol", { class: "places" }, following.map(alikeItem)));
  });
  return details;
}
function alikeItem(finding) {
  const source = sources[finding.document];
  const tick2 = make("input", { type: "checkbox", value: finding.id, checked: !loose.has(finding.id), disabled: isDecided(finding) });
  return make("li", {}, make("label", {}, tick2, " ", make("span", { lang: langOf(finding.surface, source.tag) }, written(clip(finding.surface, 60))), instead(finding, source)), make("p", { class: "about" }, finding.places.length ? placeLink(finding, 0) : source.path), finding.places.length ? [inContext(finding, 0), original(finding, 0)] : null);
}
function startAlikeFindings() {
  addEventListener("change", (event) => {
    const tick2 = targetOf(event);
    if (!(tick2 instanceof HTMLInputElement) || !tick2.closest(".alike")) return;
    if (tick2.checked) loose.delete(tick2.value);
    else loose.add(tick2.value);
  });
}
var offering = element("offering");
var outcome = element("offered");
var LISTED = 100;
var offeredAs = "";
function showOffers(force = false) {
  const all = offers(), asOf = JSON.stringify(all.map((offer2) => [offer2.build, offer2.still.length, offer2.others.length]));
  if (asOf === offeredAs && !force) return;
  offeredAs = asOf;
  offering.replaceChildren(...all.map(offerOf));
}
function offerOf({ build, when, still, others: others2 }) {
  const press = (words, values, act2, name) => {
    const button2 = make("button", { type: "button", "data-offer": name }, phrase(words, values));
    button2.addEventListener("click", act2);
    return button2;
  };
  const all = [...still, ...others2];
  return make("div", { class: "note", "data-build": build }, make("p", {}, phrase(say.earlier.not_exported, { n: all.length, build, day: dayOf(when) })), others2.length > 0 && make("p", {}, phrase(say.earlier.others, { n: others2.length })), make("p", {}, still.length > 0 && press(say.earlier.take, { n: still.length }, () => takeOver(still), "take"), others2.length > 0 && press(say.earlier.export, { n: others2.length, build }, () => exportOthers(build, others2), "export"), press(say.earlier.dismiss, {}, () => dismiss(build, all), "dismiss")), make("details", {}, make("summary", {}, say.earlier.look), listed(still), others2.length > 0 && [make("p", {}, say.earlier.not_here), listed(others2)]));
}
var listed = (all) => make("ul", { class: "list" }, all.slice(0, LISTED).map(([id, { action, words, why, about: about2 }]) => {
  const finding = findingById.get(id), askedRendering = askedRenderings().get(id);
  return make("li", {}, make("b", {}, say.acted[action]), " ", finding ? make("a", { href: link("findings", { words: id, state: "all" }) }, written(about2 ?? "")) : askedRendering ? make("a", { href: link("concepts", { id: askedRendering.concept }) }, written(about2 ?? "")) : written(about2 || id), words && [" → ", written(clip(words, 60))], why && [" ", make("q", {}, written(clip(why, 200)))]);
}), all.length > LISTED && make("li", {}, phrase(say.earlier.more, { n: all.length - LISTED })));
function dayOf(moment) {
  const midnight = (time) => new Date(time.getFullYear(), time.getMonth(), time.getDate()).getTime(), lang = SAYS[LANGS[langIndex]];
  const days = Math.round((midnight(/* @__PURE__ */ new Date()) - midnight(new Date(moment))) / 864e5);
  return days >= 0 && days < 7 ? new Intl.RelativeTimeFormat(lang, { numeric: "auto" }).format(-days, "day") : new Intl.DateTimeFormat(lang, { dateStyle: "medium" }).format(new Date(moment));
}
function takeOver(still) {
  take(still.map(([id, decision]) => [id, fitted(findingById.get(id), bare(decision))]));
  tellOffered(phrase(say.earlier.taken, { n: still.length }));
}
function exportOthers(build, others2) {
  const name = writeOut(build, others2);
  if (!name) return;
  passOn(build, others2.map(([id]) => id));
  showOffers();
  tellOffered(fill(say.handing.exported, { name }));
}
function dismiss(build, all) {
  passOn(build, all.map(([id]) => id));
  showOffers();
  tellOffered(phrase(say.earlier.dismissed, { n: all.length, build }));
}
function tellOffered(message2) {
  outcome.textContent = message2;
  outcome.focus();
}
var recalling = false;
async function offerEarlier() {
  if (lacksSomeFindings() && hasEarlier()) await readAllFindings();
  unexported.clear();
  recallEarlier();
  showOffers();
}
function startEarlierOffers() {
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
for (const start of [startData, startDecisions, startVolumes, startPlaceTicks, startCardControls, startAlikeFindings, startCardActions, startFilters, startQueue, startReviewTime, startProgress, startBulkDecisions, startReviewer, startRuleEffects, startDecisionFiles, startFindingsTable, startEarlierOffers, startKeyboard, startPane, startConcordance, startConcepts, startRenderingQuestions, startTextSearch, startDocumentTable, startOverview, startPageMap, startReader, startDocumentWork, startLinkNotes, startRowNavigation, startViews]) start();
