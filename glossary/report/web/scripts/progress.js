// Progress: how much is decided, and what was done last.

const done = document.getElementById("done"), last = document.getElementById("last"), undoing = document.getElementById("undo");
const isDecided = finding => decisions.has(finding.id);
const standing = findings.filter(one => STANDING.has(one.state));

function showProgress() {
  const shown = found.filter(isDecided).length, all = standing.filter(isDecided).length;
  const bar = document.getElementById("progress");
  bar.max = Math.max(found.length, 1);
  bar.value = shown;
  const said = fill(say.deciding.done, { n: number(shown), of: number(found.length) });
  done.textContent = found.length === standing.length && shown === all
    ? said : `${said} · ${fill(say.deciding.done_all, { n: number(all), of: number(standing.length) })}`;
  undoing.disabled = !steps.length;
  showBulk();
  showHanding();
}

function announce(finding) {
  const { action, words } = decisions.get(finding.id);
  last.replaceChildren(say.acted[action], " ", written(clip(finding.surface, 20)), ...words ? [" → ", written(clip(words, 20))] : []);
}

function tellDecided(finding, key) {
  const values = { words: clip(finding.surface, 20), action: say.acted[decisions.get(finding.id).action], key: key.toUpperCase() };
  last.replaceChildren(written(fill(say.deciding.already, values)));
}

function takeBack() {
  const step = undo(), [id] = step[0] ?? [];
  if (!step.length) return;
  last.textContent = phrase(say.deciding.undone, { n: step.length });
  const card = shownCard();
  if (findingById.has(id)) moveTo(findingById.get(id));
  else card?.focus();
}

undoing.addEventListener("click", takeBack);
for (const one of document.querySelectorAll(".desk, .pace")) one.hidden = !findings.length;

// On a narrow screen the first finding comes before what is seldom used.
for (const fold of document.querySelectorAll(".folds button")) {
  const place = document.getElementById(fold.getAttribute("aria-controls"));
  fold.addEventListener("click", () => fold.setAttribute("aria-expanded", place.classList.toggle("unfolded")));
}

let counting = 0;
onDecided.push(() => {
  showProgress();
  clearTimeout(counting);
  counting = setTimeout(() => document.activeElement !== filters.elements.decision && offer("decision"), 300);
});
