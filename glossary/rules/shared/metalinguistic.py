"""Metalinguistic sentences: they call a rendering bad or outdated, or say what a thing is called.

The phrases of each language are in `metalinguistic.toml`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from importlib.resources import files
from itertools import pairwise
from typing import Any

import tomli

from corpus import lazy_re as re
from corpus.records import Mention, Segment
from glossary.matching.han_conversion import simplified
from glossary.rules.context import RuleContext
from glossary.rules.shared.form_similarity import is_latin
from glossary.termbase.termbase import ALLOWED

_LONGEST = 300  # characters between two names side by side, the target of a link among them
_NEAR = 16  # characters read on either side
_RIGHT = (*ALLOWED, "variant")
_WINDOW = 32  # characters read on either side
_REACH = 120  # and for the right word beside a wrong one
_OPENS, _CLOSES = "“‘「『\"'`*", "”’」』\"'`*"


@cache
def _pattern(name: str) -> re.Pattern[str]:
    """Return a pattern by its name; one that never matches if a language has none."""
    tables = _tables()
    written = "".join(tables["verbose"].get(name) or tables["patterns"].get(name, "(?!)"))
    flags = re.VERBOSE if name in tables["verbose"] else 0
    return re.compile(re.sub(r"<(\w+)>", lambda part: "".join(tables["parts"][part[1]]), written), flags)


@cache
def _tables() -> dict[str, dict[str, Any]]:
    return tomli.loads((files("glossary.rules.shared") / "metalinguistic.toml").read_text(encoding="utf-8"))


def introduced(text: str, uses: Iterable[Mention]) -> set[str]:
    """Return the ids of the mentions that introduce a name: by the words around, or next to another name for it."""
    sorted_uses = sorted(uses, key=lambda use: (use.concept_id, use.start))
    return {use.mention_id for use in sorted_uses if _is_called_so(text, use)} | set(
        _contrasted_uses(text, sorted_uses)
    )


def _is_called_so(text: str, use: Mention) -> bool:
    before = text[max(0, use.start - _NEAR) : use.start]
    return (
        _pattern("named_before").search(before) is not None
        or _pattern("named_after").match(text, use.end, use.end + _NEAR) is not None
    )


def _contrasted_uses(text: str, uses: Iterable[Mention]) -> Iterator[str]:
    for use, other in pairwise(uses):
        means = is_latin(use.surface) != is_latin(other.surface)
        near = use.concept_id == other.concept_id and use.form != other.form and 0 <= other.start - use.end < _LONGEST
        if not near or use.segment_id != other.segment_id:
            continue
        if _pattern("between").fullmatch(text, use.end, other.start) or (
            means and _pattern("means").fullmatch(text, use.end, other.start)
        ):
            yield from (use.mention_id, other.mention_id)


def is_itself(text: str, start: int, end: int) -> bool:
    """Return whether the words of a place are in marks of their own and are mentioned, not used."""
    before, after = text[max(0, start - 1) : start], text[end : end + 1]
    if not (before and after) or _OPENS.find(before) < 0 or _OPENS.find(before) != _CLOSES.find(after):
        return False
    around = text[max(0, start - 1 - _WINDOW) : start - 1]
    return (
        _pattern("itself_after").match(text, end + 1) is not None
        or _pattern("itself_before").search(around) is not None
    )


def is_translated_here(text: str, start: int, end: int) -> bool:
    """Return whether a sentence says how Latin words are rendered: 把 library 译成, 「library」を「図書館」と訳す."""
    return is_itself(text, start, end) or _pattern("rendered").match(text, end) is not None


def is_mentioned_as_word(page: RuleContext, start: int, end: int, concept_id: str) -> bool:
    """Return whether words at this place are mentioned, as a mistake or a former name, and not used."""
    segment = page.segment_at(start)
    if segment is None:
        return False
    before, after = page.text[max(segment.start, start - _WINDOW) : start], page.text[end : end + _WINDOW]
    after = after[: max(0, segment.end - end)]
    if page.lang == "zh":
        before, after = simplified(before), simplified(after)
    if _pattern(f"before_{page.lang}").search(before) or _pattern(f"after_{page.lang}").match(after):
        return True
    if (_pattern("not_before").search(before) or _pattern("not_after").match(after)) and _has_right_form(
        page, segment, start, concept_id
    ):
        return True
    return segment.section is not None and _pattern("headed").search(segment.section) is not None


def _has_right_form(page: RuleContext, segment: Segment, place: int, concept_id: str) -> bool:
    """Return whether the same sentence has an allowed form of the concept nearby."""
    around = page.mentions_touching(max(segment.start, place - _REACH), min(segment.end, place + _REACH))
    return any(use.concept_id == concept_id and use.status in _RIGHT for use in around)
