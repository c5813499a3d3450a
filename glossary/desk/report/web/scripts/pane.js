// The pane: on a wide screen, findings as a dense list of a line each, and beside it the one that the reviewer is at.

const denseButton = element("dense", HTMLButtonElement), paceBar = descendant(document, "#findings-title ~ .pace");

// Below the bar that stays in view, wherever that is.
function placePane() {
  queue.style.setProperty("--pane", `${Math.max(8, paceBar.getBoundingClientRect().bottom + 8)}px`);
}

/** @param {boolean} isDense */
function setDense(isDense) {
  queue.classList.toggle("dense", isDense);
  denseButton.setAttribute("aria-pressed", `${isDense}`);
  placePane();
}

denseButton.addEventListener("click", () => {
  setDense(!queue.classList.contains("dense"));
  remember("dense", queue.classList.contains("dense") ? "1" : "");
  if (current) moveToFinding(current);
});
for (const name of ["scroll", "resize"]) addEventListener(name, placePane, { passive: true });
onDecided.push(placePane);
setDense(remembered("dense") === "1");
