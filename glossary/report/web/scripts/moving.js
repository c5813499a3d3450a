// Moving through a document: row by row with the arrow keys; what the pointer or the focus is in shows where it comes from.

const unitOf = node => node.closest(".pair") ?? node.closest(".row");

reader.addEventListener("keydown", event => {
  const step = { ArrowDown: "nextElementSibling", ArrowUp: "previousElementSibling" }[event.key];
  if (!step || event.target !== unitOf(event.target)) return;
  let next = event.target[step];
  while (next && !next.matches(".pair, .row")) next = next[step];
  if (!next) return;
  event.preventDefault();
  next.focus({ preventScroll: true });
  next.scrollIntoView({ block: "nearest" });
});

// One row is reached with the Tab key: the one that was left last.
reader.addEventListener("focusin", event => {
  const unit = unitOf(event.target);
  if (!unit) return;
  for (const one of reader.querySelectorAll(":is(.pair, .row)[tabindex='0']")) one.tabIndex = -1;
  unit.tabIndex = 0;
  meet(event.target);
});
reader.addEventListener("mouseover", event => meet(event.target));
reader.addEventListener("mouseleave", () => meet(reader));

// The row that is met shows its tool; a term that is met marks its counterparts in the other language.
function meet(node) {
  const row = node.closest(".row[data-from]") ?? (node.matches(".pair") ? node.querySelector(".own .row[data-from]") : null);
  for (const one of reader.querySelectorAll(".tool")) {
    if (one.parentNode !== row && one !== document.activeElement) one.remove();
  }
  if (row && !row.querySelector(".tool")) {
    row.prepend(sourceTool({ source: sourceOf(row), line: Number(row.dataset.line), column: 1 }, { class: "tool", "data-line": row.dataset.line }));
  }
  const term = node.closest(".term") ?? node.querySelector?.(":scope > mark > .term");
  reader.querySelectorAll(".same").forEach(one => one.classList.remove("same"));
  for (const one of term?.closest(".pair")?.querySelectorAll(".term") ?? []) one.classList.toggle("same", one !== term && one.dataset.concept === term.dataset.concept);
}

const sourceOf = row => row.closest(".english") ? sources[textOf(reading.number).beside.english] : reading;
