"""T104 translated-name: a name that the language keeps in English was translated.

Why: A name is how readers find the project, its documentation and its code; 火炬脚本 finds none of them.
Bad: 用火炬脚本导出模型。
Good: 用 TorchScript 导出模型。
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from corpus import lazy_re as re
from glossary.matching.spellings import plurals
from glossary.rules.calibration import LIKELY
from glossary.rules.context import RuleContext
from glossary.rules.rule import Rule, Violation
from glossary.rules.terms._unwanted_forms import (
    UnwantedOccurrence,
    aligned_occurrences,
    keeps_english_name,
    likely_occurrences,
    unwanted,
    unwanted_violation,
)
from glossary.termbase.termbase import ALLOWED

_BESIDE_NAME = LIKELY
_UNRELATED = re.compile(
    "関係(?:の|は|が)?(?:な|あり(?:ませ|ま))|無関係|とは別|とは違|とは異|无关|無關|没有关系|不是一回事|并非"
)


def find(page: RuleContext) -> Iterator[Violation]:
    """Yield every use of an unwanted form of a concept for which the language has no word of its own."""
    for occurrence in (*unwanted(page), *likely_occurrences(page), *aligned_occurrences(page)):
        if keeps_english_name(page.termbase.by_id[occurrence.concept_id], page.lang):
            violation = unwanted_violation(page, occurrence, "minor" if occurrence.status == "deprecated" else "")
            if sure := _by_name(page, occurrence):
                yield replace(_in_number_of_original(page, violation), sure=violation.sure * sure)


def _in_number_of_original(page: RuleContext, violation: Violation) -> Violation:
    """Return a violation whose remedy is the plural if the original has it there: Transformers, the library."""
    place, name = violation.places[0], (*violation.expected, "")[0]
    there = next((row.source_surface for row in page.terms if (row.start, row.end) == (place.start, place.end)), "")
    if there not in plurals(name):
        return violation
    suggestion = there if violation.suggestion == name else violation.suggestion
    return replace(violation, expected=(there, *violation.expected[1:]), suggestion=suggestion)


def _by_name(page: RuleContext, occurrence: UnwantedOccurrence) -> float:
    """Return how likely an ordinary word still is the name where its sentence has the name itself, too."""
    segment = page.segment_at(occurrence.start)
    if segment is None or occurrence.form is None or not occurrence.form.only_near:
        return 1.0
    if not any(use.concept_id == occurrence.concept_id and use.status in ALLOWED for use in page.mentions_in(segment)):
        return 1.0
    return 0.0 if _UNRELATED.search(segment.text) else _BESIDE_NAME


RULE = Rule("T104", "translated-name", "accuracy/do-not-translate", "major", 0.9, "segment", find, fixable=True)
