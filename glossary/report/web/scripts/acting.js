// Acting: what a button, a key or a field of a card does.

function decide(finding, action, words = "") {
  const why = whyOf(finding).trim();
  settle(finding, { action, when: now(), words, why });
  announce(finding);
  moveOn(finding);
}

function settle(finding, decision) {
  drafts.delete(finding.id);
  changing.delete(finding.id);
  reopened = null;
  settledAt = performance.now();
  take([[finding.id, decision]]);
}

// A comment alone asks for a talk; with a decision it is the reason for it.
function comment(finding, why) {
  const before = decisions.get(finding.id);
  if (why === (before?.why ?? "")) return;
  settle(finding, { action: before?.action ?? "discuss", words: before?.words ?? "", why, when: now() });
  if (!before) reopened = finding.id; // until the reviewer goes on, what comes next is the decision that it is the reason for
  announce(finding);
}

// Words within which the rule is wrong hold the words that it found, and more.
function exclude(finding, card) {
  const words = card.querySelector("[name=within]").value.trim();
  if (fold(words).includes(fold(finding.surface)) && words.length > finding.surface.length) decide(finding, "exclude", words);
  else card.querySelector(".problem").textContent = fill(say.deciding.not_within, { words: clip(finding.surface, 20) });
}

// The controls of what is decided, for a change of mind.
function reopen(finding, card) {
  changing.add(finding.id);
  reopened = finding.id;
  redraw(card);
}

function openField(finding, card, name) {
  if (!card.querySelector(".bar")) reopen(finding, card);
  card.querySelector(`[data-field=${name}]`)?.removeAttribute("hidden");
  const made = card.querySelector(`[name=${name}]`);
  made.focus();
  made.setSelectionRange(made.value.length, made.value.length);
}

const DO = {
  accept: finding => decide(finding, "accept", wordsOf(finding).trim()),
  reject: finding => decide(finding, "reject"),
  admit: finding => decide(finding, "admit"),
  prefer: finding => decide(finding, "prefer"),
  discuss: finding => decide(finding, "discuss"),
  exclude: (finding, card) => openField(finding, card, "within"),
  "exclude-within": exclude,
  comment: (finding, card) => openField(finding, card, "why"),
  edit: (finding, card) => openField(finding, card, "words"),
  use: (finding, card, pressed) => {
    drafts.set(finding.id, { ...drafts.get(finding.id), words: pressed.dataset.words });
    card.querySelector("[name=words]").value = pressed.dataset.words;
    card.querySelector(".others").replaceChildren(...alternatives(finding).map(words => other(finding, words)));
    card.querySelector("[data-do=accept]").focus();
  },
  more: (finding, card) => card.querySelector("[data-do=more]").setAttribute("aria-expanded", card.classList.toggle("unfolded")),
  change: (finding, card) => {
    reopen(finding, card);
    card.querySelector("[data-do=accept]").focus();
  },
  clear: (finding, card) => {
    settle(finding, undefined);
    card.focus({ preventScroll: true });
  },
};

// The second click of a double one must not decide what came up beneath it.
const HASTE = 250;
let settledAt = -HASTE;

function act(name, card, pressed, clicked) {
  const finding = findingById.get(card.dataset.id);
  if (isDecidable(finding) && !(clicked && performance.now() - settledAt < HASTE)) DO[name](finding, card, pressed);
}

let pressing = null; // the button that a pointer is on: what takes the focus from a field must not replace it
addEventListener("pointerdown", event => { pressing = event.target.closest?.("[data-do]"); }, true);
addEventListener("click", event => {
  const card = event.target.closest?.(".finding"), pressed = event.target.closest?.("[data-do]");
  pressing = null;
  if (card && pressed) act(pressed.dataset.do, card, pressed, event.detail > 0);
});

addEventListener("input", ({ target }) => {
  const card = target.closest(".deciding") && target.closest(".finding");
  if (card) drafts.set(card.dataset.id, { ...drafts.get(card.dataset.id), [target.name]: target.value });
});

// A comment is taken when the reviewer is done with its field, with the card, or with the page.
function takeComment(id) {
  const finding = findingById.get(id);
  if (finding && draftOf(finding, "why") !== undefined) comment(finding, whyOf(finding).trim());
}

addEventListener("focusout", ({ target, relatedTarget }) => {
  const card = target.closest?.(".finding");
  const stays = [relatedTarget, pressing].some(one => one && one !== card && card?.contains(one));
  if (card && !stays && document.hasFocus()) takeComment(card.dataset.id); // else another window has the focus
});
addEventListener("pagehide", () => [...drafts.keys()].forEach(takeComment));
