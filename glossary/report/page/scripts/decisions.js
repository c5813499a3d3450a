// Decisions: what the reviewer says of each finding, stored as it is said, in steps that can be undone. No elements here.

const ACTIONS = ["accept", "reject", "admit", "prefer", "exclude", "discuss"];
// Each decision is an entry of its own: a key press writes one, and two windows never write over each other.
const HOME = `taiyaku/${data.build}/`;
const decisions = new Map(); // finding id → { action, when, words, why }
const steps = []; // what was done in this window, each a list of [id, before, after]
const unsafe = new Set(); // decided, and neither stored nor exported
const onDecided = [], onRefused = []; // called with the ids that changed; called when the browser stores nothing

const now = () => new Date().toISOString().replace(/\.\d+/, "");
const isSame = (one, other) => ["action", "words", "why"].every(part => one?.[part] === other?.[part]);

// What is kept of a decision, or null where it is none.
function decisionOf({ action, when, words = "", why = "" }) {
  const said = ACTIONS.includes(action) && [words, why].every(one => typeof one === "string");
  return said && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(when) ? { action, when, words, why } : null;
}

function take(changes) {
  steps.push(changes.map(([id, after]) => [id, decisions.get(id), after]));
  change(changes);
}

// What was changed elsewhere since stays. What comes back is said anew: it is the latest word on its finding.
function undo() {
  const step = steps.pop() ?? [];
  const own = step.filter(([id, , after]) => isSame(decisions.get(id), after));
  change(own.map(([id, before]) => [id, before && { ...before, when: now() }]));
  return own;
}

function change(changes) {
  for (const [id, after] of changes) {
    if (after) decisions.set(id, after);
    else decisions.delete(id);
    toKeep.add(id);
  }
  keepSome();
  told(new Set(changes.map(([id]) => id)));
}

const told = ids => onDecided.forEach(tell => tell(ids));

// Thousands are stored a slice at a time: the page must not stand still for them.
const SLICE = 500, toKeep = new Set();
function keepSome(most = SLICE) {
  for (const id of [...toKeep].slice(0, most)) {
    toKeep.delete(id);
    keep(id, decisions.get(id));
  }
  if (toKeep.size) setTimeout(keepSome);
}

addEventListener("pagehide", () => keepSome(Infinity));

function keep(id, decision) {
  try {
    if (decision) localStorage.setItem(HOME + id, JSON.stringify([decision.action, decision.when, decision.words, decision.why]));
    else localStorage.removeItem(HOME + id);
    unsafe.delete(id);
  } catch {
    if (decision) unsafe.add(id);
    else unsafe.delete(id);
    onRefused.forEach(tell => tell());
  }
}

function recalled(text) {
  try {
    const [action, when, words, why] = JSON.parse(text);
    return decisionOf({ action, when, words, why });
  } catch {
    return null; // not ours
  }
}

// What this browser has stored of this build.
function recall() {
  try {
    for (const key of Object.keys(localStorage).filter(one => one.startsWith(HOME))) {
      const decision = recalled(localStorage.getItem(key));
      if (decision) decisions.set(key.slice(HOME.length), decision);
    }
  } catch {
    onRefused.forEach(tell => tell());
  }
}

// Another window of this browser decided.
const elsewhere = new Set();
addEventListener("storage", ({ key, newValue }) => {
  if (!key?.startsWith(HOME)) return;
  const id = key.slice(HOME.length), decision = newValue && recalled(newValue);
  if (decision) decisions.set(id, decision);
  else if (newValue === null) decisions.delete(id);
  if (!elsewhere.size) setTimeout(() => { told(new Set(elsewhere)); elsewhere.clear(); }, 50);
  elsewhere.add(id);
});
