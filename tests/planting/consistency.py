"""Errors of consistency: a second rendering on a page that keeps to one, and pages that leave what the others do."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from glossary.termbase.termbase import CHOICES, Form
from tests.planting.bases import Base
from tests.planting.edits import Edit, Planted, made
from tests.planting.ground import Ground, Use, longest_at, meanings
from tests.planting.seen import is_seen_by
from tests.planting.terms import is_name

_LATIN = re.compile("[A-Za-z]")
_LEAST_USES, _LEAST_PAGES = 3, 6  # a few of so many pages are not the majority
_LEAST_ADDRESSES = 4  # places of one form of address: one of another is a slip then
_PRONOUNS = {"您": "你", "你": "您"}
_PRONOUN = re.compile("(?<![我迷])[您你](?![们好])")
_POLITE_ENDS = {"します。": "する。", "されます。": "される。", "できます。": "できる。", "なります。": "なる。"}


def mixed(ground: Ground) -> Iterator[Edit]:
    """One of three or more uses of a concept in another admitted rendering, where the glossary wants one an article."""
    for all_uses in ground.by_concept.values():
        uses = [use for use in all_uses if not _is_of_a_name(use)]
        written = {use.form.form for use in uses}
        if len(uses) >= _LEAST_USES and len(written) == 1:
            for form in _others(uses[0]):
                for use in uses[1:]:  # the first is where a page may say what else it is called
                    if _fits(form, use):
                        yield Edit(use.start, use.end, form.form, "second rendering", use.concept.id)


def _is_of_a_name(use: Use) -> bool:
    """Whether a Latin word is joined to the front of it: of GPUメモリ nothing says how the page writes "memory"."""
    before = use.start - use.segment.start
    return _LATIN.match(use.segment.text[max(0, before - 1) : before]) is not None


def _others(use: Use) -> list[Form]:
    """The admitted renderings that are another word: not a longer or shorter way to say the same."""
    if use.concept.choose != CHOICES[0] or use.concept.is_custom_decided:
        return []
    if is_name(use.concept, use.form.lang) or _LATIN.search(use.surface):
        return []
    return [
        form
        for form in use.concept.in_language(use.form.lang)
        if form.status in ("preferred", "admitted")
        and not _LATIN.search(form.form)
        and not (form.use or form.region or form.since or form.until or form.only_near or form.not_in)
        and len(meanings(form.form, form.lang)) == 1
        and not _is_same_word(form.form, use.form.form)
        and not is_seen_by("T201", form.form)
    ]


def _is_same_word(first: str, second: str) -> bool:
    """Whether one holds the other, or they differ in spelling alone (kana, ー, ・)."""
    plain, base = (re.sub("[ぁ-んー・ ]", "", word) for word in (first, second))
    return plain in base or base in plain


def _fits(form: Form, use: Use) -> bool:
    """Whether the other form stays a word of its own in the sentence, without a gloss behind it."""
    before, after = use.segment.text[: use.start - use.segment.start], use.segment.text[use.end - use.segment.start :]
    text = before + form.form + after
    return longest_at(text, len(before), form.lang) == len(before) + len(form.form) and not re.match(r"\s*[(（]", after)


def addressed(ground: Ground) -> Iterator[Edit]:
    """Readers addressed in another way than on the rest of the page: 你 for 您, or a plain end for a polite one."""
    pattern = _PRONOUN if ground.base.lang == "zh" else re.compile("|".join(_POLITE_ENDS))
    other = _PRONOUNS if ground.base.lang == "zh" else _POLITE_ENDS
    running = [segment for segment in ground.prose if segment.kind == "paragraph"]
    places = [match for segment in running for match in pattern.finditer(ground.masked, segment.start, segment.end)]
    forms = {match[0] for match in places}
    if len(places) >= _LEAST_ADDRESSES and (ground.base.lang == "ja" or len(forms) == 1):
        for match in places[1:]:
            yield Edit(*match.span(), other[match[0]], "other address", "address")


def drifting(bases: Sequence[Base]) -> list[list[Planted | Base]]:
    """Sets of pages of one site that all write a concept in one way, but for a few that write it in another."""
    grounds = [Ground(base) for base in bases]
    sets: list[list[Planted | Base]] = []
    for concept_id in sorted({key for ground in grounds for key in ground.by_concept}):
        having = [ground for ground in grounds if concept_id in ground.by_concept]
        written = Counter(use.form.form for ground in having for use in ground.by_concept[concept_id])
        if len(having) >= _LEAST_PAGES and len(written) == 1:
            for form in _others(having[0].by_concept[concept_id][0])[:1]:
                chosen = {id(drawn_ground) for drawn_ground in having[1 : 1 + len(having) // _LEAST_PAGES]}
                sets.append(
                    [
                        _other_way(ground, concept_id, form) if id(ground) in chosen else ground.base
                        for ground in grounds
                    ]
                )
    return sets


def _other_way(ground: Ground, concept_id: str, form: Form) -> Planted:
    """The page with every use of the concept in another form."""
    uses = ground.by_concept[concept_id]
    edits = [Edit(use.start, use.end, form.form, "other rendering", concept_id) for use in uses]
    return Planted("T202", ground.base, *made(ground.text, edits))


KINDS = {  # by the rule that is to find them
    "T201": mixed,
    "T407": addressed,
}
