"""Time: how long a reviewer takes over a decision, and which decisions a packet of so many minutes asks for.

What repairs most in a second comes first. No rule takes more than a quarter of the time while another has something
worth asking: many different decisions show what a corpus suffers from.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from corpus import lazy_re as re
from corpus.languages.scripts import WIDE
from glossary.decisions.decision import Question
from glossary.findings.ranking import QueueRow, interleaved, row_worth

# Seconds. People read about 290 characters of Chinese or Japanese a minute, and about 990 of English (the mean of
# languages in texts made for measuring it); what the rest takes was set by hand, so that a sentence of 40 characters
# with its English takes about half a minute: 200 findings were what somebody did in two hours.
_DECIDING = 10.0
_WIDE_CHARACTER = 60 / 290
_OTHER_CHARACTER = 60 / 990
_FURTHER_PLACE, _FURTHER_PLACES = 1.0, 30.0  # one more of a list, and the whole list, which is looked over
_LONGEST = 320  # characters of a text that are read

_MOST_OF_A_RULE = 0.25  # of the time
_WIDE_CHARACTERS = re.compile(f"[{WIDE}]")


def seconds(row: QueueRow, question: Question) -> float:
    """How long a decision takes: to read the sentence of its first finding, which `question` asks about, and its
    English, to decide, and to look over the other places.
    """
    reading = _reading(question.target[:_LONGEST]) + _reading(question.source[:_LONGEST])
    return _DECIDING + reading + min(_FURTHER_PLACES, _FURTHER_PLACE * max(0, row.places - 1))


def _reading(text: str) -> float:
    wide = len(_WIDE_CHARACTERS.findall(text))
    return wide * _WIDE_CHARACTER + (len(text) - wide) * _OTHER_CHARACTER


def by_second(rows: Sequence[QueueRow], questions: Mapping[str, Question]) -> list[QueueRow]:
    """Decisions in the order in which they repair most in a second; `questions` by finding."""

    def value(row: QueueRow) -> float:
        worth, time = row_worth(row), seconds(row, questions[row.findings[0].finding_id])
        return worth / time if worth > 0 else worth * time

    return interleaved(sorted(rows, key=lambda row: (-round(value(row), 9), -row.places)), value)


def within(rows: Sequence[QueueRow], questions: Mapping[str, Question], budget: float) -> list[QueueRow]:
    """Of decisions in order those that there is time for, in seconds; one at least, if there is any.

    What costs more than it brings, and what is for the terminologist, comes in where nothing else is left.
    """
    times = [seconds(row, questions[row.findings[0].finding_id]) for row in rows]
    worthwhile = [number for number, row in enumerate(rows) if _is_worthwhile(row)]
    chosen = set(_filled(rows, times, worthwhile, budget, budget * _MOST_OF_A_RULE))
    for numbers in (worthwhile, range(len(rows))):
        left = budget - sum(times[number] for number in chosen)
        chosen.update(_filled(rows, times, [number for number in numbers if number not in chosen], left, left))
    return [rows[number] for number in sorted(chosen)] or list(rows[:1])


def _filled(
    rows: Sequence[QueueRow], times: Sequence[float], numbers: Sequence[int], budget: float, of_a_rule: float
) -> Iterator[int]:
    """The numbers of the rows that time is left for, the first first."""
    spent: defaultdict[str, float] = defaultdict(float)
    for number in numbers:
        rule = rows[number].findings[0].rule
        if times[number] <= budget and spent[rule] + times[number] <= of_a_rule:
            spent[rule] += times[number]
            budget -= times[number]
            yield number


def _is_worthwhile(row: QueueRow) -> bool:
    """Whether a decision brings more than it costs; neutral findings are for the terminologist."""
    return row.findings[0].severity != "neutral" and row_worth(row) > 0
