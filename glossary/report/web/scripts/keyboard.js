// Keyboard: a key for each thing that a reviewer does often; none while somebody writes.

const FIELD = "input:not([type=checkbox], [type=file]), textarea, select";
const KEYS = {
  j: () => step(1), k: () => step(-1), u: takeBack, "?": showKeys, "？": showKeys,
  ...Object.fromEntries(Object.entries({ a: "accept", r: "reject", c: "comment", e: "edit" })
    .map(([key, name]) => [key, shifted => onCard(name, key, shifted)])),
};
const ANYWHERE = new Set(["?", "？"]), AGAIN = new Set(["j", "k"]); // keys of every view; those that may be held down
const keysDialog = document.getElementById("keys");

const isQueue = () => !queue.closest("section").hidden;

function isInView(card) {
  const { top, bottom } = card.getBoundingClientRect();
  return bottom > 96 && top < innerHeight - 48; // more than its edge
}

// The card that a key speaks of: nobody decides what is out of sight.
function shownCard() {
  const opened = [...reader.querySelectorAll(".opened .finding")];
  const card = isReading() ? document.activeElement.closest(".finding") ?? (opened.length === 1 ? opened[0] : null) : cardOf(current);
  return card && isInView(card) ? card : null;
}

const firstInView = () => [...queue.querySelectorAll(".finding")].find(isInView);

// What is decided stays so by a key that was meant for the next card: Shift says that it is meant for this one.
function onCard(name, key, shifted) {
  const card = shownCard(), finding = findingById.get(card?.dataset.id), instead = isQueue() && !card && firstInView();
  if (card) isAwaited(finding) || shifted ? act(name, card) : tellDecided(finding, key);
  else if (instead) moveTo(findingById.get(instead.dataset.id), false);
}

function step(by) {
  if (!isQueue()) return;
  const from = shownCard(), at = found.indexOf(findingById.get((from ?? firstInView())?.dataset.id));
  const next = found[from ? at + by : at];
  if (next) moveTo(next);
}

function showKeys() {
  keysDialog.showModal();
}

// Enter says what a field of a card holds; Escape leaves any field.
function inField(event, field) {
  const card = field.closest(".finding"), enter = event.key === "Enter" && !event.shiftKey && card;
  if (event.key !== "Escape" && !enter) return;
  event.preventDefault();
  if (enter && field.name !== "why") act(field.name === "words" ? "accept" : "exclude-within", card);
  else if (card ?? cardOf(current)) (card ?? cardOf(current)).focus({ preventScroll: true });
  else field.blur();
}

addEventListener("keydown", event => {
  if (event.isComposing || event.keyCode === 229 || event.ctrlKey || event.metaKey || event.altKey || keysDialog.open) return;
  const field = event.target.closest?.(FIELD), key = event.key.toLowerCase();
  if (field) inField(event, field);
  else if (!confirming.hidden) event.key === "Escape" && closeBulk();
  else if (Object.hasOwn(KEYS, key) && (ANYWHERE.has(key) || isQueue() || isReading()) && (!event.repeat || AGAIN.has(key))) {
    event.preventDefault();
    KEYS[key](event.shiftKey);
  }
});

// Whoever clicks a card at the edge means that one: it comes into view, so that the next key decides it.
queue.addEventListener("click", event => {
  const card = event.target.closest(".finding");
  if (card && !isInView(card)) card.scrollIntoView({ block: "nearest" });
});

document.getElementById("help").addEventListener("click", showKeys);
keysDialog.querySelector("button").addEventListener("click", () => keysDialog.close());
