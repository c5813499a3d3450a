"""Renderings: how a page writes each concept, and the digest that rules comparing pages need."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace
from math import fsum

from corpus.records import Mention
from glossary.matching.context_words import VERBAL
from glossary.rules.calibration import LIKELY, RATHER, sign
from glossary.rules.consistency._evidence_uses import status, telling_uses
from glossary.rules.context import RuleContext, page_fact
from glossary.rules.digest import Digest, PageRendering, PageUnit
from glossary.rules.shared.form_similarity import bare, is_latin, is_same_rendering, is_shortening
from glossary.rules.shared.internal_links import lost_anchors, page_links
from glossary.rules.shared.linked_terms import source_words_at
from glossary.rules.shared.unit_pairs import unit_pairs
from glossary.rules.usages.page_usages import page_usages
from glossary.termbase.termbase import ALLOWED, NOUN, STATUSES, VERB

# Each of the doubts keeps a finding below 0.8, so that it fails nothing, however sure the rule is.
_FOLDED = 0.9  # a match that is less sure for its spacing alone is as good here
_SHORT = sign("drift.short", RATHER)  # 大模型 for 大语言模型: short for it rather than another rendering
_VERB = sign("drift.verb", RATHER)  # one is a verb wherever it stands, the other is not
_COMPOUND = sign(
    "drift.compound", LIKELY
)  # one is in compounds alone, which custom may have fixed: 重み, but ウェイト減衰
_NAME = sign("drift.name", LIKELY)  # a name in its own script and in the reader's: Google, 谷歌
_AGAINST = sign("drift.against-glossary", LIKELY)  # the glossary prefers the rarer one: both ways to agree are open
_LABEL = sign("drift.label", LIKELY)  # headings keep a label, such as [Beta], that the text translates


def drift_confidence(leading: RenderingGroup, minor: RenderingGroup, lang: str) -> float:
    """Return how sure it is, from 0 to 1, that a translator would unify two ways of writing a concept."""
    sure = min(1.0, fsum(rendering.sure * rendering.count for rendering in minor) / count(minor) / _FOLDED)
    if all(is_shortening(rendering.form, leading[0].form, lang) for rendering in minor):
        sure *= _SHORT
    if _always_verb(leading) != _always_verb(minor):
        sure *= _VERB
    if _always_inside(leading) != _always_inside(minor):
        sure *= _COMPOUND
    if _is_name(leading) != _is_name(minor):
        sure *= _NAME
    if is_preferred(minor) and not is_preferred(leading):
        sure *= _AGAINST
    return sure * _LABEL if are_kept_apart(leading, minor) else sure


def are_kept_apart(leading: RenderingGroup, minor: RenderingGroup) -> bool:
    """Return whether only headings have the English word and only the text has a translation, or vice versa."""
    latin = {is_latin(rendering.form) for rendering in leading}, {is_latin(rendering.form) for rendering in minor}
    places = _in_headings(leading), _in_headings(minor)
    return latin in (({True}, {False}), ({False}, {True})) and places in ((True, False), (False, True))


def is_preferred(group: RenderingGroup) -> bool:
    """Return whether a group has the form that the glossary prefers."""
    return any(rendering.status == "preferred" for rendering in group)


def _is_name(group: RenderingGroup) -> bool:
    return all(is_latin(rendering.form) and any(map(str.isupper, rendering.form)) for rendering in group)


def _in_headings(group: RenderingGroup) -> bool | None:
    """Return whether a way of writing occurs in headings only; None if it occurs in both."""
    headings = sum(rendering.headings for rendering in group)
    return None if 0 < headings < count(group) else headings > 0


def _always_verb(group: RenderingGroup) -> bool:
    return all(rendering.verbs == rendering.count for rendering in group)


def _always_inside(group: RenderingGroup) -> bool:
    return all(rendering.compounds == rendering.count for rendering in group)


_SHARED = 0.25  # of the places of the leading way; by hand

RenderingGroup = tuple[PageRendering, ...]  # renderings that a reader takes for one, the one to show first


@page_fact  # one rule judges them, and the digest of the page is made of them
def renderings(page: RuleContext) -> tuple[PageRendering, ...]:
    """Return how a page writes each concept, by concept, in forms that the glossary allows or deprecates."""
    uses_by_form: dict[tuple[str, str], list[Mention]] = defaultdict(list)
    for use in telling_uses(page):
        uses_by_form[use.concept_id, bare(use.form, page.lang)].append(use)
    page_renderings = [_rendering(page, uses) for uses in uses_by_form.values()]
    return tuple(sorted(page_renderings, key=lambda rendering: (rendering.concept_id, *_rank(rendering))))


def digest(page: RuleContext) -> Digest:
    """Return the digest of a page for the rules that compare pages."""
    document = page.document
    short = (replace(rendering, places=rendering.places[:1]) for rendering in renderings(page))
    return Digest(
        document.doc_id, document.work, document.lang, document.locale, document.path, tuple(short), page_usages(page),
        page_links(page),
        tuple(PageUnit(unit.source, unit.text, unit.context, unit.start, unit.end) for unit in unit_pairs(page)),
        lost_anchors(page),
    )  # fmt: skip


def rendering_groups(concept_renderings: Iterable[PageRendering], lang: str) -> list[RenderingGroup]:
    """Return the renderings of one concept, grouped as a reader would; the leading, allowed group first."""
    groups: list[list[PageRendering]] = []
    for rendering in sorted(concept_renderings, key=_rank):
        joined = [
            group for group in groups if all(is_same_rendering(rendering.form, other.form, lang) for other in group)
        ]
        groups = [group for group in groups if group not in joined]
        groups.append([other for group in joined for other in group] + [rendering])
    return sorted((tuple(sorted(group, key=_rank)) for group in groups), key=_group_rank)


def say_the_same(group: RenderingGroup, other: RenderingGroup) -> bool:
    """Return whether two ways of writing translate one English name, in full or in short (repo), as far as known. A
    good part of the places of the first must have a name of the other: 图像增强 is image augmentation, not data
    augmentation just because of one place.
    """
    if {group[0].part_of_speech, other[0].part_of_speech} == {NOUN, VERB}:
        return False
    names, other_names = ([" ".join(name) for way in ways for name in way.english] for ways in (group, other))
    known = set(other_names)
    shared = sum(any(_is_same_name(name, other) for other in known) for name in names)
    return not (names and known) or shared >= _SHARED * len(names)


def is_said_alike(group: RenderingGroup, other: RenderingGroup) -> bool:
    """Return whether the odd way has a place whose English is known and is that of the leading way. Where it is
    unknown or another word, 2 of 10 findings were true, else 13 of 25.
    """
    names, other_names = ([" ".join(name) for way in ways for name in way.english] for ways in (group, other))
    return any(_is_same_name(name, other) for name in names for other in other_names)


def _is_same_name(name: str, other: str) -> bool:
    """Return whether two names are one, or single words of which one shortens the other: repo for repository."""
    if name == other:
        return True
    return " " not in name + other and (name.startswith(other) or other.startswith(name))


def count(group: Iterable[PageRendering]) -> int:
    """Count the uses of a group of renderings."""
    return sum(rendering.count for rendering in group)


def _rank(rendering: PageRendering) -> tuple[bool, int, int, str]:
    """Return the sort key of renderings: allowed first, then most frequent, then preferred."""
    return rendering.status not in ALLOWED, -rendering.count, STATUSES.index(rendering.status), rendering.form


def _group_rank(group: RenderingGroup) -> tuple[bool, int, int, str]:
    best = min(STATUSES.index(rendering.status) for rendering in group)
    return group[0].status not in ALLOWED, -count(group), best, group[0].form


def _rendering(page: RuleContext, uses: Sequence[Mention]) -> PageRendering:
    forms = Counter(use.form for use in uses)
    statuses = {use.form: status(page, use) for use in uses}
    verbal = VERBAL.get(page.lang)
    form = min(forms, key=lambda candidate: (-forms[candidate], STATUSES.index(statuses[candidate]), candidate))
    counted = Counter(" ".join(use.surface.split()) for use in uses)
    return PageRendering(
        concept_id=uses[0].concept_id,
        form=form,
        status=statuses[form],
        surface=min(counted, key=lambda surface: (-counted[surface], surface)),
        places=tuple(sorted((use.start, use.end) for use in uses)),
        count=len(uses),
        headings=sum(use.zone == "heading" for use in uses),
        verbs=sum(verbal.match(page.text, use.end) is not None for use in uses) if verbal else 0,
        compounds=sum(use.nested for use in uses),
        sure=fsum(use.confidence for use in uses) / len(uses),
        part_of_speech=page.termbase.part_of_speech(uses[0].concept_id, page.lang, form),
        is_compared=bool(page.terms),
        english=tuple(words for use in uses if (words := source_words_at(page, use))),
    )
