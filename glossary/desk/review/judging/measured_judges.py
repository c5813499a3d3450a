"""Measured judges: how often assistants agreed with people's earlier decisions, and what their verdicts are worth."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from corpus.grouping import grouped
from glossary.decisions.adjudication import Adjudication
from glossary.decisions.decision import FALSE, TRUE, Decision, Question
from glossary.desk.review.judging.suggestions import Suggestion
from glossary.desk.review.packets.row import Opinion, Packet

# Controls of a language that stand beside those of a rule, and how many rejections of a judge must have been controlled
# before they change what people are asked. Both were set by hand.
_PRIOR_CONTROLS, _LEAST = 5, 5


def standing_decision(question: Question, settlement: Adjudication) -> Decision | None:
    """Return the first decision on a question's places if all are decided, and agree on its rule; else None."""
    decisions = [settlement.of(question.path, question.rule, question.concept_id, mark) for mark in question.marks]
    known_decisions = [decision for decision in decisions if decision and not decision.is_without_words]
    if not known_decisions or len(known_decisions) < len(decisions):
        return None
    return known_decisions[0] if len({decision.action in TRUE for decision in known_decisions}) == 1 else None


def agrees(suggestion: Suggestion, decision: Decision) -> bool:
    """Return whether a suggestion and a decision agree on whether the rule is right."""
    return suggestion.verdict in (TRUE if decision.action in TRUE else FALSE)


def by_judge(suggestions: Iterable[Suggestion]) -> dict[str, list[Suggestion]]:
    """Return the suggestions of each judge, by name."""
    return dict(sorted(grouped(suggestions, lambda suggestion: suggestion.judge).items()))


@dataclass(frozen=True, slots=True)
class ControlCounts:
    """How many verdicts of a kind were checked against people, and how many were right."""

    count: int = 0
    right: int = 0

    def __add__(self, other: ControlCounts) -> ControlCounts:
        return ControlCounts(self.count + other.count, self.right + other.right)


@dataclass(frozen=True, slots=True)
class MeasuredJudge:
    """How good a judge's verdicts are, both those that a rule is right and those that it is wrong."""

    name: str
    # By language, rule, and whether the verdict says that it is right.
    controls: Mapping[tuple[str, str, bool], ControlCounts]

    def total(self, lang: str, says_right: bool, rule: str = "") -> ControlCounts:
        """Return the counts of a rule in a language, or of all rules together."""
        counts = (
            counts
            for key, counts in self.controls.items()
            if key[0] == lang and key[2] == says_right and rule in ("", key[1])
        )
        return sum(counts, ControlCounts())

    def precision(self, lang: str, rule: str, verdict: str) -> float | None:
        """Return how often such a verdict is right, as measured in its language; None if it was not measured.

        For a rule with few controls, the judge's verdicts on other rules weigh in.
        """
        says_right = verdict in TRUE
        overall, of_rule = self.total(lang, says_right), self.total(lang, says_right, rule)
        if not overall.count or verdict not in TRUE | FALSE:
            return None
        share = overall.right / overall.count
        return (of_rule.right + _PRIOR_CONTROLS * share) / (of_rule.count + _PRIOR_CONTROLS)


def measure(suggestions: Iterable[Suggestion], settlement: Adjudication) -> dict[str, MeasuredJudge]:
    """Return the measured judges by name, from their suggestions on what people had decided before.

    Later decisions measure nothing, as people may have seen the suggestion.
    """
    return {
        name: MeasuredJudge(name, _control_counts(own_suggestions, settlement))
        for name, own_suggestions in by_judge(suggestions).items()
    }


def _control_counts(
    suggestions: Iterable[Suggestion], settlement: Adjudication
) -> dict[tuple[str, str, bool], ControlCounts]:
    counts: defaultdict[tuple[str, str, bool], ControlCounts] = defaultdict(ControlCounts)
    for suggestion in suggestions:
        decision = standing_decision(suggestion.question, settlement)
        if decision and decision.when < suggestion.when and suggestion.verdict in TRUE | FALSE:
            key = (suggestion.question.lang, suggestion.question.rule, suggestion.verdict in TRUE)
            counts[key] += ControlCounts(1, agrees(suggestion, decision))
    return dict(counts)


def above_bar(
    suggestions: Iterable[Suggestion], judges: Mapping[str, MeasuredJudge], bar: float
) -> Iterator[tuple[Suggestion, float | None]]:
    """Yield the suggestions that people may see, with the precision of such verdicts; None: not measured."""
    for suggestion in suggestions:
        question = suggestion.question
        precision = judges[suggestion.judge].precision(question.lang, question.rule, suggestion.verdict)
        if precision is None or precision >= bar:
            yield suggestion, precision


def with_opinions(packet: Packet, shown: Iterable[tuple[Suggestion, float | None]]) -> Packet:
    """Return a packet in which each row has the suggestions of assistants that judged all its places."""
    by_finding: defaultdict[str, list[tuple[Suggestion, float | None]]] = defaultdict(list)
    for suggestion, precision in sorted(shown, key=lambda pair: (pair[0].judge, pair[0].when)):
        by_finding[suggestion.question.finding_id].append((suggestion, precision))

    def opinions(question: Question) -> tuple[Opinion, ...]:
        last = {
            suggestion.judge: Opinion(
                suggestion.judge, suggestion.verdict, suggestion.words, suggestion.reason, precision
            )
            for suggestion, precision in by_finding[question.finding_id]
            if {*question.marks} <= {*suggestion.question.marks}
        }
        return tuple(last.values())

    return replace(packet, rows=tuple(replace(row, opinions=opinions(row.question)) for row in packet.rows))


def rejected_places(
    shown: Iterable[tuple[Suggestion, float | None]], judges: Mapping[str, MeasuredJudge], least: int
) -> dict[str, frozenset[str]]:
    """Return, by finding, the places that at least `least` measured judges reject."""
    rejections: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
    for suggestion, precision in shown:
        question = suggestion.question
        controlled = judges[suggestion.judge].total(question.lang, says_right=False).count
        if precision is not None and suggestion.verdict in FALSE and controlled >= _LEAST:
            for mark in question.marks:
                rejections[question.finding_id, mark].add(suggestion.judge)
    places: defaultdict[str, frozenset[str]] = defaultdict(frozenset)
    for (finding_id, mark), names in rejections.items():
        if len(names) >= least:
            places[finding_id] |= {mark}
    return dict(places)


def agreement_lines(suggestions: Sequence[Suggestion], decisions: Sequence[Decision]) -> Iterator[str]:
    """Yield how much each assistant suggests, and how often it agrees with each person and other assistant."""
    verdicts: defaultdict[str, dict[str, bool]] = defaultdict(dict)  # by name and finding, whether the rule was right
    for decision in sorted(decisions, key=lambda decision: decision.when):
        verdicts[decision.who][decision.question.finding_id] = decision.action in TRUE
    people = sorted(verdicts)
    judges = by_judge(suggestions)
    for suggestion in suggestions:
        if suggestion.verdict in TRUE | FALSE:
            verdicts[suggestion.judge][suggestion.question.finding_id] = suggestion.verdict in TRUE
    for name, own_suggestions in judges.items():
        line = f"Assistant {name}: {len(own_suggestions):,} suggestion{'s' * (len(own_suggestions) != 1)}"
        for other in [*people, *(judge for judge in judges if judge > name)]:
            common = verdicts[name].keys() & verdicts[other].keys()
            same = sum(verdicts[name][finding_id] == verdicts[other][finding_id] for finding_id in common)
            line += f"; agrees with {other} on {same:,} of {len(common):,}" if common else ""
        yield line


def table_lines(judges: Sequence[MeasuredJudge], bar: float) -> Iterator[str]:
    """Yield the table of judges by language and rule; a rule without controls has no row."""
    yield f"{'judge':16} {'language':8} {'rule':5} {'accept right':>22} {'reject right':>22}"
    for judge in judges:
        keys = sorted({key[:2] for key in judge.controls})
        for lang in dict.fromkeys(lang for lang, _ in keys):
            yield _row(judge, lang, "", bar)
            yield from (_row(judge, lang, rule, bar) for key_lang, rule in keys if key_lang == lang)
        if not keys:
            yield f"{judge.name:16} not measured: no decision of a person was among its questions"


def _row(judge: MeasuredJudge, lang: str, rule: str, bar: float) -> str:
    cells: list[str] = []
    for verdict in ("accept", "reject"):
        counts, precision = judge.total(lang, verdict in TRUE, rule), judge.precision(lang, rule, verdict)
        hidden = ", not shown" if rule and precision is not None and precision < bar else ""
        cells.append(f"{counts.right} of {counts.count}{hidden}" if counts.count else "–")
    return f"{judge.name:16} {lang:8} {rule or 'all':5} {' '.join(f'{cell:>22}' for cell in cells)}"
