"""T202 drift-across-corpus: documents of one site and language write a concept in different ways.

Why: who follows a link from a page on 仓库 to a page on 存储库 has to find out that both are the same thing.
Bad: 教程一：克隆仓库。 教程二：推送到仓库。 教程三：新建存储库。
Good: 教程一：克隆仓库。 教程二：推送到仓库。 教程三：新建仓库。
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from math import fsum
from typing import NamedTuple

from glossary.rules.consistency._document_groups import sites
from glossary.rules.consistency._natural_variation import drift_confidence
from glossary.rules.consistency.renderings import RenderingGroup, count, rendering_groups, say_the_same
from glossary.rules.digest import Digest, PageRendering
from glossary.rules.rule import DocumentSpan, Rule, Violation
from glossary.rules.shared.form_similarity import bare
from glossary.termbase.termbase import ALLOWED, STATUSES, Termbase

_FEWEST = 3  # documents that write a concept: of two that differ, neither drifts
_CLEAR = 0.7  # share of the documents that write it in the leading way; below, there is no custom yet
_NO_CUSTOM = 0.6
_AGAINST = 0.75


class _LeadingGroup(NamedTuple):
    """A way of writing a concept, and where it first stands in each document in which it leads."""

    group: RenderingGroup  # counted over all documents
    places: tuple[DocumentSpan, ...]


def across(digests: Sequence[Digest], termbase: Termbase) -> Iterator[Violation]:
    """For each concept and each way of writing it that leads in a minority of a site's documents, one report."""
    for site in sites(digests).values():
        for concept_id, pages in _by_concept(site).items():
            if len(pages) >= _FEWEST and termbase.by_id[concept_id].choose != "free":
                yield from _drift_violations(concept_id, pages, site[0].lang)


def _by_concept(site: Sequence[Digest]) -> dict[str, dict[str, list[PageRendering]]]:
    """By concept and document, how it is written; deprecated forms have a rule of their own."""
    by_concept: dict[str, dict[str, list[PageRendering]]] = defaultdict(lambda: defaultdict(list))
    for page in site:
        for rendering in page.renderings:
            if rendering.status in ALLOWED:
                by_concept[rendering.concept_id][page.doc_id].append(rendering)
    return dict(sorted(by_concept.items()))


def _drift_violations(concept_id: str, pages: Mapping[str, Sequence[PageRendering]], lang: str) -> Iterator[Violation]:
    leading, *others = _leading_groups(pages, lang) or [_LeadingGroup((), ())]
    others = [other for other in others if say_the_same(leading.group, other.group)]
    documents = len(leading.places) + sum(len(other.places) for other in others)
    for other in others if documents >= _FEWEST else ():
        against = _is_preferred(other.group) and not _is_preferred(leading.group)  # the glossary is, of the many
        yield Violation(
            other.places,
            concept_id,
            message_id="prefers" if against else "",
            words={
                "leading": leading.group[0].form,
                "most": str(len(leading.places)),
                "other": other.group[0].form,
                "count": str(len(other.places)),
                "documents": str(documents),
            },
            expected=(other.group[0].form, leading.group[0].form) if against else (leading.group[0].form,),
            sure=drift_confidence(leading.group, other.group, lang)
            * _custom_factor(len(leading.places) / documents, against),
            key=min(bare(rendering.form, lang) for rendering in other.group),
        )


def _custom_factor(share: float, against: bool) -> float:
    return (1.0 if share >= _CLEAR else _NO_CUSTOM) * (_AGAINST if against else 1.0)


def _is_preferred(group: RenderingGroup) -> bool:
    return any(rendering.status == "preferred" for rendering in group)


def _leading_groups(pages: Mapping[str, Sequence[PageRendering]], lang: str) -> list[_LeadingGroup]:
    """The ways that lead in some document, that of most documents first. A document in which two tie has no vote."""
    groups = rendering_groups(
        _merge_renderings([rendering for renderings in pages.values() for rendering in renderings], lang), lang
    )
    number = {bare(rendering.form, lang): index for index, group in enumerate(groups) for rendering in group}
    places: dict[int, list[DocumentSpan]] = defaultdict(list)
    for doc_id, renderings in pages.items():
        counted: Counter[int] = Counter()
        for rendering in renderings:
            counted[number[bare(rendering.form, lang)]] += rendering.count
        first, *rest = counted.most_common(2)
        if not rest or first[1] > rest[0][1]:
            places[first[0]].append(
                _first(
                    doc_id, (rendering for rendering in renderings if number[bare(rendering.form, lang)] == first[0])
                )
            )
    led = [_LeadingGroup(groups[index], tuple(spans)) for index, spans in sorted(places.items())]
    return sorted(led, key=lambda lead: (-len(lead.places), STATUSES.index(lead.group[0].status)))


def _first(doc_id: str, renderings: Iterable[PageRendering]) -> DocumentSpan:
    start, end = min(rendering.places[0] for rendering in renderings)
    return DocumentSpan(start, end, doc_id)


def _merge_renderings(renderings: Sequence[PageRendering], lang: str) -> list[PageRendering]:
    """What the documents write, counted over all of them."""
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
