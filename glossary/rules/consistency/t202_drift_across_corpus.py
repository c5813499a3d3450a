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
from glossary.rules.consistency._natural_variation import doubted
from glossary.rules.consistency.renderings import Way, count, ways
from glossary.rules.digest import Digest, Rendering
from glossary.rules.rule import DocumentSpan, Rule, Violation
from glossary.rules.shared.form_similarity import bare
from glossary.termbase.termbase import ALLOWED, STATUSES, Termbase

_FEWEST = 3  # documents that write a concept: of two that differ, neither drifts
_CLEAR = 0.7  # share of the documents that write it in the leading way; below, there is no custom yet
_NO_CUSTOM = 0.6
_AGAINST = 0.75


class _Led(NamedTuple):
    """A way of writing a concept, and where it first stands in each document in which it leads."""

    way: Way  # counted over all documents
    places: tuple[DocumentSpan, ...]


def across(digests: Sequence[Digest], termbase: Termbase) -> Iterator[Violation]:
    """For each concept and each way of writing it that leads in a minority of a site's documents, one report."""
    for site in sites(digests).values():
        for concept_id, pages in _by_concept(site).items():
            if len(pages) >= _FEWEST and termbase.by_id[concept_id].choose != "free":
                yield from _drift(concept_id, pages, site[0].lang)


def _by_concept(site: Sequence[Digest]) -> dict[str, dict[str, list[Rendering]]]:
    """By concept and document, how it is written; deprecated forms have a rule of their own."""
    found: dict[str, dict[str, list[Rendering]]] = defaultdict(lambda: defaultdict(list))
    for page in site:
        for one in page.renderings:
            if one.status in ALLOWED:
                found[one.concept_id][page.doc_id].append(one)
    return dict(sorted(found.items()))


def _drift(concept_id: str, pages: Mapping[str, Sequence[Rendering]], lang: str) -> Iterator[Violation]:
    leading, *others = _led(pages, lang) or [_Led((), ())]
    documents = len(leading.places) + sum(len(one.places) for one in others)
    for one in others if documents >= _FEWEST else ():
        against = _is_preferred(one.way) and not _is_preferred(leading.way)  # the glossary is, of the many
        yield Violation(
            one.places,
            concept_id,
            says="prefers" if against else "",
            words={
                "leading": leading.way[0].form,
                "most": str(len(leading.places)),
                "other": one.way[0].form,
                "count": str(len(one.places)),
                "documents": str(documents),
            },
            expected=(one.way[0].form, leading.way[0].form) if against else (leading.way[0].form,),
            sure=doubted(leading.way, one.way, lang) * _by_custom(len(leading.places) / documents, against),
            key=min(bare(each.form, lang) for each in one.way),
        )


def _by_custom(share: float, against: bool) -> float:
    return (1.0 if share >= _CLEAR else _NO_CUSTOM) * (_AGAINST if against else 1.0)


def _is_preferred(way: Way) -> bool:
    return any(one.status == "preferred" for one in way)


def _led(pages: Mapping[str, Sequence[Rendering]], lang: str) -> list[_Led]:
    """The ways that lead in some document, that of most documents first. A document in which two tie has no vote."""
    every = ways(_together([one for own in pages.values() for one in own], lang), lang)
    number = {bare(one.form, lang): at for at, way in enumerate(every) for one in way}
    places: dict[int, list[DocumentSpan]] = defaultdict(list)
    for doc_id, own in pages.items():
        counted: Counter[int] = Counter()
        for one in own:
            counted[number[bare(one.form, lang)]] += one.count
        first, *rest = counted.most_common(2)
        if not rest or first[1] > rest[0][1]:
            places[first[0]].append(_first(doc_id, (one for one in own if number[bare(one.form, lang)] == first[0])))
    led = [_Led(every[at], tuple(own)) for at, own in sorted(places.items())]
    return sorted(led, key=lambda one: (-len(one.places), STATUSES.index(one.way[0].status)))


def _first(doc_id: str, own: Iterable[Rendering]) -> DocumentSpan:
    start, end = min(one.places[0] for one in own)
    return DocumentSpan(start, end, doc_id)


def _together(found: Sequence[Rendering], lang: str) -> list[Rendering]:
    """What the documents write, counted over all of them."""
    by_form: dict[str, list[Rendering]] = defaultdict(list)
    for one in found:
        by_form[bare(one.form, lang)].append(one)
    return [_sum(own) for _, own in sorted(by_form.items())]


def _sum(own: Sequence[Rendering]) -> Rendering:
    total = count(own)
    forms: Counter[str] = Counter()
    for one in own:
        forms[one.form] += one.count
    return replace(
        min(own, key=lambda one: (-forms[one.form], STATUSES.index(one.status), one.form)),
        count=total,
        headings=sum(one.headings for one in own),
        verbs=sum(one.verbs for one in own),
        compounds=sum(one.compounds for one in own),
        sure=fsum(one.sure * one.count for one in own) / total,
    )


RULE = Rule("T202", "drift-across-corpus", "terminology/inconsistent-use", "minor", 0.8, "corpus", across=across)
