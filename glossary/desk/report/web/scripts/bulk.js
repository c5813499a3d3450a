// Bulk: one decision on all that the filters show, asked for twice and undone at once.

const confirming = element("confirm");
const bulkButtons = /** @type {HTMLButtonElement[]} */ ([...document.querySelectorAll("[data-bulk]")]);

// What is decided stays as it is, unless it is just that which is shown.
const inBulk = () => found.filter(!wanted.decision || wanted.decision === "undecided" ? isOpen : isDecidable);

function showBulk() {
  const n = inBulk().length;
  for (const one of bulkButtons) {
    one.textContent = phrase(say.bulk[`${one.dataset.bulk}${n === found.length ? "" : "_rest"}`], { n });
    one.disabled = !n;
  }
  confirming.hidden = true; // what it asked about is no more
}

/** @param {BulkAction} action */
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
  bulkButtons.find(one => one.dataset.bulk === confirming.dataset.of)?.focus();
}

// Of a finding that is decided in part, it is about the other places.
/** @param {Finding} finding @param {Decision} decision */
function onOpen(finding, decision) {
  const keys = decisions.has(finding.id) ? openKeys(finding) : [];
  return keys.length ? /** @type {Decision} */ (joined([{ ...decision, at: keys }, ...partsWithout(finding, decisions.get(finding.id), keys)])) : decision;
}

/** @param {BulkAction} action */
function decideAll(action) {
  // These replacements were not read one by one: only those that are safe, and those that were typed.
  const when = now();
  /** @param {Finding} one */
  const words = one => action === "accept" ? (draftOf(one, "words") ?? one.suggestion).trim() : "";
  /** @type {Decided[]} */
  const changes = inBulk().map(one => [one.id, onOpen(one, { action, when, words: words(one), why: whyOf(one).trim() })]);
  for (const [id] of changes) {
    drafts.delete(id);
    changing.delete(id);
  }
  take(changes);
  last.textContent = phrase(say.bulk.done, { n: changes.length, action: say.acted[action] });
  undoing.focus();
}

for (const one of bulkButtons) one.addEventListener("click", () => askBulk(/** @type {BulkAction} */ (one.dataset.bulk)));
