"""T202 drift-across-corpus: documents of one site and language write a concept in different ways.

Why: A reader who follows a link from 仓库 to 存储库 has to find out that both are the same thing.
Bad: 教程一：克隆仓库。 教程二：推送到仓库。 教程三：新建存储库。
Good: 教程一：克隆仓库。 教程二：推送到仓库。 教程三：新建仓库。
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from math import fsum
from typing import NamedTuple

from glossary.rules.calibration import MOST, PERHAPS, RATHER, UNPROVEN, sign
from glossary.rules.consistency.renderings import (
    RenderingGroup,
    count,
    drift_confidence,
    is_preferred,
    is_said_alike,
    rendering_groups,
    say_the_same,
)
from glossary.rules.digest import Digest, PageRendering, sites
from glossary.rules.rule import DocumentSpan, Rule, Violation
from glossary.rules.shared.form_similarity import bare
from glossary.termbase.termbase import ALLOWED, STATUSES, Termbase

_FEWEST = 3  # documents that write a concept: of two that differ, neither drifts
_CLEAR = 0.7  # share of the documents that write it in the leading way; below, there is no custom yet
_NO_CUSTOM = sign("T202.no-custom", PERHAPS)
_AGAINST = sign("T202.against-glossary", RATHER)
_UNLINKED = sign("T202.unlinked", PERHAPS)  # no original shows what the odd way stands for


class _LeadingGroup(NamedTuple):
    """A way of writing a concept, with its first place in each document where it leads."""

    group: RenderingGroup  # counted over all documents
    uses: tuple[_DocumentUse, ...]


class _DocumentUse(NamedTuple):
    """The leading way of writing a concept in a document, with its first place."""

    place: DocumentSpan
    group: RenderingGroup


def across(digests: Sequence[Digest], termbase: Termbase) -> Iterator[Violation]:
    """Report each way of writing a concept that leads only in a minority of a site's documents."""
    for site in sites(digests).values():
        for concept_id, pages in _by_concept(site).items():
            concept = termbase.by_id[concept_id]
            if len(pages) >= _FEWEST and concept.choose != "free" and not concept.is_custom_decided:
                yield from _drift_violations(concept_id, pages, site[0].lang)


def _by_concept(site: Sequence[Digest]) -> dict[str, dict[str, list[PageRendering]]]:
    """Return the renderings by concept and document; deprecated forms have a rule of their own."""
    by_concept: dict[str, dict[str, list[PageRendering]]] = defaultdict(lambda: defaultdict(list))
    for page in site:
        for rendering in page.renderings:
            if rendering.status in ALLOWED:
                by_concept[rendering.concept_id][page.doc_id].append(rendering)
    return dict(sorted(by_concept.items()))


def _drift_violations(concept_id: str, pages: Mapping[str, Sequence[PageRendering]], lang: str) -> Iterator[Violation]:
    leading, *others = _leading_groups(pages, lang) or [_LeadingGroup((), ())]
    others = [same for other in others if (same := _of_the_same(leading, other)).uses]
    documents = len(leading.uses) + sum(len(other.uses) for other in others)
    for other in others if documents >= _FEWEST else ():
        against = is_preferred(other.group) and not is_preferred(leading.group)  # the glossary is, of the many
        yield Violation(
            tuple(use.place for use in other.uses),
            concept_id,
            message_id="prefers" if against else "",
            words={
                "leading": leading.group[0].form,
                "most": str(len(leading.uses)),
                "other": other.group[0].form,
                "count": str(len(other.uses)),
                "documents": str(documents),
            },
            expected=(other.group[0].form, leading.group[0].form) if against else (leading.group[0].form,),
            severity="neutral" if against else "",
            sure=drift_confidence(leading.group, other.group, lang)
            * _custom_factor(len(leading.uses) / documents, against)
            * _linked_factor(other),
            key=min(bare(rendering.form, lang) for rendering in other.group),
            most=MOST if all(_is_known(leading.group, use.group) for use in other.uses) else UNPROVEN,
        )


def _of_the_same(leading: _LeadingGroup, other: _LeadingGroup) -> _LeadingGroup:
    """Return the uses of a way of writing that translate the same English as the leading one, as far as known."""
    if not say_the_same(leading.group, other.group):
        return other._replace(uses=())
    return other._replace(uses=tuple(use for use in other.uses if say_the_same(leading.group, use.group)))


def _is_known(leading: RenderingGroup, group: RenderingGroup) -> bool:
    """Return whether the original of an odd way, if any, is known and has the English of the leading way."""
    return not any(rendering.is_compared for rendering in group) or is_said_alike(leading, group)


def _linked_factor(group: _LeadingGroup) -> float:
    """Return the factor on the confidence where there are originals, but none shows what the words translate."""
    renderings = [rendering for use in group.uses for rendering in use.group]
    is_unknown = any(rendering.is_compared for rendering in renderings) and not any(way.english for way in renderings)
    return _UNLINKED if is_unknown else 1.0


def _custom_factor(share: float, against: bool) -> float:
    return (1.0 if share >= _CLEAR else _NO_CUSTOM) * (_AGAINST if against else 1.0)


def _leading_groups(pages: Mapping[str, Sequence[PageRendering]], lang: str) -> list[_LeadingGroup]:
    """Return the ways that lead in some document, the most widespread first. Documents with a tie do not vote."""
    groups = rendering_groups(
        _merge_renderings([rendering for renderings in pages.values() for rendering in renderings], lang), lang
    )
    number = {bare(rendering.form, lang): index for index, group in enumerate(groups) for rendering in group}
    uses: dict[int, list[_DocumentUse]] = defaultdict(list)
    for doc_id, renderings in pages.items():
        counted: Counter[int] = Counter()
        for rendering in renderings:
            counted[number[bare(rendering.form, lang)]] += rendering.count
        first, *rest = counted.most_common(2)
        if not rest or first[1] > rest[0][1]:
            group = tuple(use for use in renderings if number[bare(use.form, lang)] == first[0])
            uses[first[0]].append(_DocumentUse(_first_place(doc_id, group), group))
    led = [_LeadingGroup(groups[index], tuple(document_uses)) for index, document_uses in sorted(uses.items())]
    return sorted(led, key=lambda lead: (-len(lead.uses), STATUSES.index(lead.group[0].status)))


def _first_place(doc_id: str, renderings: Iterable[PageRendering]) -> DocumentSpan:
    start, end = min(rendering.places[0] for rendering in renderings)
    return DocumentSpan(start, end, doc_id)


def _merge_renderings(renderings: Sequence[PageRendering], lang: str) -> list[PageRendering]:
    """Return the renderings of the documents, with their counts added up."""
    by_form: dict[str, list[PageRendering]] = defaultdict(list)
    for rendering in renderings:
        by_form[bare(rendering.form, lang)].append(rendering)
    return [_sum_group(group) for _, group in sorted(by_form.items())]


def _sum_group(group: Sequence[PageRendering]) -> PageRendering:
    total = count(group)
    forms: Counter[str] = Counter()
    for rendering in group:
        forms[rendering.form] += rendering.count
    return replace(
        min(group, key=lambda rendering: (-forms[rendering.form], STATUSES.index(rendering.status), rendering.form)),
        count=total,
        headings=sum(rendering.headings for rendering in group),
        verbs=sum(rendering.verbs for rendering in group),
        compounds=sum(rendering.compounds for rendering in group),
        sure=fsum(rendering.sure * rendering.count for rendering in group) / total,
        english=tuple(name for rendering in group for name in rendering.english),
    )


RULE = Rule("T202", "drift-across-corpus", "terminology/inconsistent-use", "minor", 0.8, "corpus", across=across)
