"""T104 translated-name: a name that the language keeps in English was translated.

Why: A name is how readers find the project, its documentation and its code; 火炬脚本 finds none of them.
Bad: 用火炬脚本导出模型。
Good: 用 TorchScript 导出模型。
"""

from __future__ import annotations

from dataclasses import replace

from corpus import lazy_re as re
from glossary.matching.spellings import plurals
from glossary.rules.calibration import LIKELY
from glossary.rules.context import RuleContext
from glossary.rules.rule import Rule, Violation
from glossary.rules.terms._unwanted_forms import UnwantedForms, UnwantedOccurrence, unwanted_violation
from glossary.termbase.termbase import ALLOWED

_BESIDE_NAME = LIKELY
_UNRELATED = re.compile(
    "関係(?:の|は|が)?(?:な|あり(?:ませ|ま))|無関係|とは別|とは違|とは異|无关|無關|没有关系|不是一回事|并非"
)


def _by_name(page: RuleContext, occurrence: UnwantedOccurrence) -> Violation | None:
    """Return the violation of a translated name, if it is one: an ordinary word beside the name itself is doubtful."""
    segment = page.segment_at(occurrence.start)
    violation = unwanted_violation(page, occurrence, "minor" if occurrence.status == "deprecated" else "")
    if segment and occurrence.form and occurrence.form.only_near:
        allowed_uses = (use for use in page.mentions_in(segment) if use.status in ALLOWED)
        if any(use.concept_id == occurrence.concept_id for use in allowed_uses):
            if _UNRELATED.search(segment.text):
                return None
            violation = replace(violation, sure=violation.sure * _BESIDE_NAME)
    return _in_number_of_original(page, violation)


def _in_number_of_original(page: RuleContext, violation: Violation) -> Violation:
    """Return a violation whose remedy is the plural if the original has it there: Transformers, the library."""
    place, name = violation.places[0], (*violation.expected, "")[0]
    source_surface = next(
        (row.source_surface for row in page.terms if (row.start, row.end) == (place.start, place.end)), ""
    )
    if source_surface not in plurals(name):
        return violation
    suggestion = source_surface if violation.suggestion == name else violation.suggestion
    return replace(violation, expected=(source_surface, *violation.expected[1:]), suggestion=suggestion)


RULE = Rule(
    "T104", "translated-name", "accuracy/do-not-translate", "major", 0.9, "segment",
    UnwantedForms("name", _by_name), fixable=True,
)  # fmt: skip
