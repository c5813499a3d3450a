"""Time: how long a reviewer takes for a decision, and which decisions fit into a packet of so many minutes.

What repairs most per second comes first. No rule takes more than a quarter of the time while another has something
worth asking: many different decisions show what a corpus suffers from. Half of the decisions, and more than half of
the time, go to terms and meaning, as long as these have something worth asking. Each place is asked about once.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from statistics import fmean

from corpus import lazy_re as re
from corpus.languages.scripts import WIDE
from corpus.records import Finding
from glossary.decisions.decision import Question
from glossary.findings.review_queue import PACE, QueueRow, interleaved, row_worth

_MOST_OF_A_RULE = 0.25  # of the time
# Of the time, to terms, labels and meaning. Half made 45 to 53 % of the decisions of five corpora that had enough of
# them; this makes 54 to 60 %, with as many decisions.
_TO_WORDS = 0.6
_MEANING = ("T501", "T507", "T508")
# Share of a packet's decisions that are to be right, as far as their confidence tells, and of the time that these take.
# On kept pages of tf-docs and llm-docs 148 of 156 that were 0.8 sure or more were right, of the others 38 of 61.
_TRUE, _LEAST = 0.9, 0.5
_WIDE_CHARACTERS = re.compile(f"[{WIDE}]")


def seconds(row: QueueRow, question: Question) -> float:
    """Return how long a decision takes, in seconds: to read `question`, to decide, and to look over other places."""
    reading = _reading(question.target[: PACE.longest]) + _reading(question.source[: PACE.longest])
    return PACE.deciding + reading + min(PACE.further_places, PACE.further_place * max(0, row.places - 1))


def _reading(text: str) -> float:
    wide = len(_WIDE_CHARACTERS.findall(text))
    return wide * PACE.wide_character + (len(text) - wide) * PACE.other_character


def by_second(rows: Sequence[QueueRow], questions: Mapping[str, Question]) -> list[QueueRow]:
    """Return decisions sorted by what they repair per second; `questions` are by finding."""

    def value(row: QueueRow) -> float:
        worth, time = row_worth(row), seconds(row, questions[row.findings[0].finding_id])
        return worth / time if worth > 0 else worth * time

    return interleaved(sorted(rows, key=lambda row: (-round(value(row), 9), -row.places)), value)


def within(rows: Sequence[QueueRow], questions: Mapping[str, Question], budget: float) -> list[QueueRow]:
    """Return the decisions that fit into a budget in seconds, in order; at least one, if there is any.

    Those that cost more than they bring, and those for the terminologist, come in only if nothing else is left.
    The least sure are left out until most of a packet is true, as long as half of the time is filled.
    """
    times = [seconds(row, questions[row.findings[0].finding_id]) for row in rows]
    chosen, left_out = _chosen(rows, times, budget, set()), set[int]()
    least = _LEAST * budget
    while any(_sureness(numbered) >= _TRUE for numbered in chosen) and fmean(map(_sureness, chosen)) < _TRUE:
        least_sure = min(chosen, key=lambda numbered: (_sureness(numbered), -numbered[0]))
        # With it those that were not chosen and would come in for it, only to be left out later.
        no_surer = {numbered[0] for numbered in enumerate(rows) if _sureness(numbered) <= _sureness(least_sure)}
        left_out |= {least_sure[0], *(no_surer - dict(chosen).keys())}
        fewer = _chosen(rows, times, budget, left_out)
        if sum(times[number] for number, _ in fewer) < least:
            break
        chosen = fewer
    return [row for _, row in sorted(chosen)] or list(rows[:1])


_Numbered = tuple[int, QueueRow]


def _sureness(numbered: _Numbered) -> float:
    return numbered[1].findings[0].confidence


def _chosen(
    rows: Sequence[QueueRow], times: Sequence[float], budget: float, left_out: Collection[int]
) -> list[_Numbered]:
    """Return the rows that fit into the time, with their numbers; with any left out, only worthwhile ones."""
    numbered = list(enumerate(rows))
    worthwhile = [
        (number, row)
        for number, row in numbered
        if row.findings[0].severity != "neutral" and row_worth(row) > 0 and number not in left_out
    ]
    chosen: dict[int, QueueRow] = {}
    of_words = [(number, row) for number, row in worthwhile if _is_of_words(row.findings[0])]
    _fill(chosen, of_words, times, budget * _TO_WORDS, _MOST_OF_A_RULE / _TO_WORDS)
    passes = [(worthwhile, _MOST_OF_A_RULE), (worthwhile, 1.0), *([] if left_out else [(numbered, 1.0)])]
    for candidates, share in passes:
        _fill(chosen, candidates, times, budget - sum(times[number] for number in chosen), share)
    return list(chosen.items())


def _is_of_words(finding: Finding) -> bool:
    """Return whether a finding is about a term, a label or the meaning of a sentence."""
    return finding.rule[:2] in ("T1", "T2") or finding.rule in _MEANING


def _fill(
    chosen: dict[int, QueueRow], candidates: Iterable[_Numbered], times: Sequence[float], budget: float, share: float
) -> None:
    """Add the rows that fit into the time, in order, unless a chosen row already asks about their place."""
    spent, most = defaultdict[str, float](float), budget * share
    places = defaultdict[str, list[Finding]](list)
    for row in chosen.values():
        places[row.findings[0].doc_id].append(row.findings[0])
    for number, row in candidates:
        first, time = row.findings[0], times[number]
        if number in chosen or time > budget or spent[first.rule] + time > most:
            continue
        if not any(_is_at_one_place(first, other) for other in places[first.doc_id]):
            spent[first.rule] += time
            budget -= time
            chosen[number] = row
            places[first.doc_id].append(first)


def _is_at_one_place(finding: Finding, other: Finding) -> bool:
    """Return whether two findings of a page overlap."""
    if finding.start is None or other.start is None:
        return False
    return finding.start < (other.end or 0) and other.start < (finding.end or 0)
