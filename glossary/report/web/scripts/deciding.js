// Deciding: what a card offers until its finding is decided, and what it says afterwards.

const drafts = new Map(); // finding id → what stands in its fields and was not said yet
const changing = new Set(); // findings that are decided, and offer their controls again

let reopened = null; // the one of them, by its id, that the reviewer has not left since

const isDecidable = finding => finding.state !== "fixed";
const offered = finding => finding.suggestion || finding.expected[0] || "";
const alternatives = finding => [...new Set([offered(finding), ...finding.expected])].filter(one => one && one !== wordsOf(finding)).slice(0, 3);
const isAwaited = finding => !isDecided(finding) || finding.id === reopened; // its next key is its decision
const draftOf = (finding, name) => drafts.get(finding.id)?.[name];

function wordsOf(finding) {
  const before = decisions.get(finding.id);
  return draftOf(finding, "words") ?? (before?.action === "accept" ? before.words : offered(finding));
}

const whyOf = finding => draftOf(finding, "why") ?? decisions.get(finding.id)?.why ?? "";

function deciding(finding) {
  const decision = decisions.get(finding.id);
  return isDecidable(finding) && make("div", { class: "deciding", role: "group", "aria-label": say.deciding.decide },
    decision && decided(finding, decision),
    (!decision || changing.has(finding.id)) && controls(finding));
}

function decided(finding, { action, words, why }) {
  const { tag } = sources[finding.document];
  return make("p", { class: `decided ${action}` },
    make("b", {}, say.acted[action]), " ",
    words && [make("span", { class: "instead", lang: langOf(words, tag) }, written(words)), " "],
    why && [make("q", { class: "why" }, written(why)), " "],
    button("change", say.deciding.change), button("clear", say.deciding.clear));
}

const button = (name, said, key, attributes) => make("button", { type: "button", "data-do": name, "aria-keyshortcuts": key, ...attributes },
  said, key && make("kbd", { "aria-hidden": "true" }, key));

function controls(finding) {
  const action = (name, key) => button(name, say.actions[name], key, { title: say.meant[name] });
  return [
    make("div", { class: "bar" },
      make("span", { class: "accepting" }, action("accept", "a"), field(finding, "words", wordsOf(finding), say.deciding.replacement)),
      others(finding),
      action("reject", "r"),
      button("comment", say.deciding.comment, "c"),
      button("more", say.deciding.more, null, { "aria-expanded": "false" }),
      make("span", { class: "further" }, finding.concept && ["admit", "prefer", "exclude"].map(name => action(name)), action("discuss"))),
    make("p", { class: "field", "data-field": "within", hidden: true },
      make("label", {}, fill(say.deciding.within, { words: clip(finding.surface, 20) }), " ",
        field(finding, "within", draftOf(finding, "within") ?? finding.surface)), " ",
      button("exclude-within", say.deciding.exclude), make("output", { class: "problem" })),
    make("p", { class: "field", "data-field": "why", hidden: !whyOf(finding) },
      make("label", {}, say.deciding.comment, make("textarea", { name: "why", rows: 2, lang: "" }, whyOf(finding))),
      make("small", {}, say.deciding.comment_about)),
  ];
}

// What else may stand here, to be put in the field.
function others(finding) {
  const all = alternatives(finding);
  return all.length > 0 && make("span", { class: "others" }, all.map(words => other(finding, words)));
}

function other(finding, words) {
  const lang = langOf(words, sources[finding.document].tag);
  return button("use", written(clip(words, 30)), null, { "data-words": words, lang, title: say.deciding.use });
}

function field(finding, name, value, label) {
  return make("input", { name, value, lang: langOf(value, sources[finding.document].tag), "aria-label": label, placeholder: label,
    autocomplete: "off", autocapitalize: "off", spellcheck: "false" });
}

function redraw(card) {
  const finding = findingById.get(card.dataset.id), decision = decisions.get(finding.id);
  card.toggleAttribute("data-decided", Boolean(decision));
  card.classList.remove("unfolded");
  const old = card.querySelector(".deciding"), made = deciding(finding);
  if (old && made) old.replaceWith(made);
  else if (made) card.append(made);
}

addEventListener("focusin", ({ target }) => {
  const card = target.closest?.(".finding");
  if (card && card.dataset.id !== reopened) reopened = null;
});

onDecided.push(ids => {
  for (const card of document.querySelectorAll(".finding[data-id]")) if (ids.has(card.dataset.id)) redraw(card);
});
