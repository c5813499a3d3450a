// Effects on rules: what the decisions do to the confidence of the rules, before they are handed over.

import { data, findingById, kept, sources } from "./data.js";
import { partsOf } from "./decision_parts.js";
import { decisions } from "./decisions.js";
import { element, fill } from "./elements.js";
import { onSay, phrase, say } from "./phrases.js";

const effectsPlace = element("effects");
/** @type {Set<Action>} */
const IS_FALSE = new Set(["reject", "admit", "prefer", "exclude"]); // the rule was not right, or the glossary was not
const MOST_EFFECTS = 3;

// Whether a decision judges the rule: who discusses, or leaves the words to others, proves nothing.
/** @param {Decision} decision */
const isVote = ({ action, words, at: keys }) => action !== "discuss" && !(action === "accept" && keys && !words);

// What is decided in one step with a folded card is one vote, however many findings and places go along.
/** @returns {Map<string, Vote>} */
function votes() {
  const all = new Map();
  for (const [id, decision] of decisions) {
    const finding = findingById.get(id), judged = new Set();
    if (!finding) continue;
    for (const part of partsOf(decision).filter(isVote)) {
      const isFalse = IS_FALSE.has(part.action), key = [finding.rule, finding.alike, part.when, part.action].join(" ");
      if (judged.has(isFalse)) continue;
      judged.add(isFalse);
      const sure = Math.min(1, finding.certainty / data.rules[finding.rule][4]), lang = sources[finding.document].lang;
      all.set(key, { rule: finding.rule, lang, isFalse, sure: Math.max(sure, all.get(key)?.sure ?? 0) });
    }
  }
  return all;
}

// How sure each rule will be in each language that decisions were made in.
/** @returns {Effect[]} */
function effects() {
  /** @type {Map<string, Vote[]>} */
  const byRule = new Map();
  for (const vote of votes().values()) kept(byRule, `${vote.rule} ${vote.lang}`, () => []).push(vote);
  return [...byRule.values()].flatMap(all => {
    const { rule, lang } = all[0], [base, right, expected] = data.rules[rule][5][lang] ?? [0, 0, 0];
    /** @param {number} more @param {number} of */
    const share = (more, of) => Math.min(0.99, Math.max(0.01, (right + more + data.prior * base) / (expected + of + data.prior)));
    const before = share(0, 0), after = share(all.filter(vote => !vote.isFalse).length, all.reduce((sum, vote) => sum + vote.sure, 0));
    return base && before.toFixed(2) !== after.toFixed(2) ? [{ rule, lang, before, after }] : [];
  }).sort((effect, other) => Math.abs(other.after - other.before) - Math.abs(effect.after - effect.before));
}

export function showEffects() {
  const all = effects(), ruleLines = all.slice(0, MOST_EFFECTS).map(({ rule, lang, before, after }) =>
    fill(after < before ? say.handing.lowers : say.handing.raises, { rule, language: data.names[lang], sure: after.toFixed(2) }));
  effectsPlace.textContent = [...ruleLines, ...all.length > ruleLines.length ? [phrase(say.handing.more_rules, { n: all.length - ruleLines.length })] : []].join(say.verdict.and);
  effectsPlace.hidden = !all.length;
}

export function startRuleEffects() {
  onSay.push(showEffects);
}
