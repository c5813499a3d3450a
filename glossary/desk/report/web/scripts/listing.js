// Listing: the cards of the queue, a stretch of it at a time, and which of them the reviewer is at.

const PORTION = 30, NEAR = 150; // cards that are added at once; findings that are listed up to, rather than restarted at
let first = 0, shownEnd = 0; // the queue shows found[first:shownEnd]
/** @type {Finding | null} */
let current = null; // the finding that the reviewer is at

const earlier = make("button", { type: "button" }), later = make("button", { type: "button" });
const nearing = new IntersectionObserver(entries => entries.some(entry => entry.isIntersecting) && forward(), { rootMargin: "600px" });
earlier.addEventListener("click", backward);
later.addEventListener("click", forward);

// It begins where there is something to decide.
function list() {
  const queueIndex = Math.max(0, queued.findIndex(isOpen));
  reopened = null;
  later.textContent = say.more;
  if (queued.length) listFrom(queueIndex < PORTION ? 0 : queueIndex);
  else queue.replaceChildren(make("p", {}, say.none_fits));
  mark(queued[queueIndex] ?? null);
}

/** @param {Finding} finding */
const isOpen = finding => isDecidable(finding) && !isDecided(finding);

/** @param {number} queueIndex */
function listFrom(queueIndex) {
  first = shownEnd = queueIndex;
  queue.replaceChildren(earlier, later);
  forward();
}

function forward() {
  if (shownEnd >= queued.length && lacksSomeFindings()) return goOn();
  const added = queued.slice(shownEnd, shownEnd + PORTION);
  shownEnd += added.length;
  later.before(...added.map(finding => findingCard(finding)));
  edges();
}

// Those after the last one that is here.
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
  earlier.after(...added.map(finding => findingCard(finding)));
  edges();
}

function edges() {
  earlier.hidden = !first;
  earlier.textContent = phrase(say.deciding.earlier, { n: first });
  later.hidden = shownEnd >= queued.length && !lacksSomeFindings();
  nearing.disconnect();
  if (!later.hidden) nearing.observe(later); // again: it tells only of changes, and the end may still be in view
}

/** @param {number} queueIndex */
const cardAt = queueIndex => first <= queueIndex && queueIndex < shownEnd ? /** @type {HTMLElement} */ (queue.children[1 + queueIndex - first]) : null;
/** @param {Finding | null} finding */
const cardOf = finding => finding && cardAt(queued.indexOf(finding));

/** @param {number} queueIndex */
function reach(queueIndex) {
  if (queueIndex < first - NEAR || queueIndex >= shownEnd + NEAR) listFrom(queueIndex);
  while (queueIndex < first) backward();
  while (queueIndex >= shownEnd) forward();
}

/** @param {Finding | null} finding */
function mark(finding) {
  queue.querySelector("[data-current]")?.removeAttribute("data-current");
  current = finding;
  cardOf(current)?.setAttribute("data-current", "");
}

/** @param {Finding} finding */
function moveToFinding(finding, middle = true) {
  const queueIndex = queued.indexOf(finding);
  if (queueIndex < 0) return;
  reach(queueIndex);
  mark(finding);
  const card = /** @type {HTMLElement} */ (cardAt(queueIndex));
  card.focus({ preventScroll: true });
  if (NARROW.matches) bringDown(card);
  else land(card, null, middle);
}

// What one looks at and presses stays at the same height of the window: the middle, or on a phone its end, where the
// buttons are and the thumb is.
const NARROW = matchMedia("(max-width: 44rem)");
/** @param {HTMLElement} card */
function bringDown(card, frames = 3) {
  card.scrollIntoView({ block: card.offsetHeight > innerHeight * .8 ? "start" : "end" });
  if (frames && card.isConnected) landing = requestAnimationFrame(() => bringDown(card, frames - 1)); // cards above get their heights
}

// On to the next finding that is not decided; from the end to those that were passed over.
/** @param {Finding} finding */
function moveOn(finding) {
  if (isReading()) return workOn(finding);
  const queueIndex = queued.indexOf(finding);
  const next = queued.slice(queueIndex + 1).find(isOpen) ?? queued.find(isOpen);
  if (next) return moveToFinding(next);
  cardOf(finding)?.focus({ preventScroll: true });
  last.append(" · ", say.deciding.none_left);
}

const isReading = () => !reader.closest("section")?.hidden;

queue.addEventListener("focusin", event => {
  const card = targetOf(event)?.closest(".finding");
  if (card) mark(findingOf(card));
});
