"""Corpus usages: the ways in which the pages of a site render each English term and label, the most frequent first."""

from __future__ import annotations

import unicodedata
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import fsum

from glossary.bitext.rendering_words import commonest
from glossary.rules.digest import Digest, PageUsage
from glossary.rules.rule import DocumentSpan
from glossary.rules.shared.form_similarity import is_one_rendering


@dataclass(frozen=True, slots=True)
class CorpusUsage:
    """One rendering of an English term or label over the pages of one site and language."""

    kind: str  # term or label
    concept_id: str
    english: str
    lang: str
    rendering: str
    relation: str
    uses: int
    pages: int
    places: tuple[DocumentSpan, ...]
    confidence: float
    capitals: int
    alone: int
    coded: int
    cut: int


@dataclass(frozen=True, slots=True)
class TermUsages:
    """All renderings of one term or label, the most frequent first."""

    usages: tuple[CorpusUsage, ...]

    @property
    def total(self) -> int:
        """The number of uses of the term."""
        return sum(usage.uses for usage in self.usages)


_Rendering = list[tuple[str, PageUsage]]  # with the documents


def corpus_usages(site: Sequence[Digest], is_wanted: Callable[[PageUsage], bool] | None = None) -> Iterator[TermUsages]:
    """Yield the usages of each wanted term and label of the pages of one site and language, in order of the terms."""
    by_term: defaultdict[tuple[str, str, str], _Rendering] = defaultdict(list)
    for page in site:
        for usage in filter(is_wanted, page.usages) if is_wanted else page.usages:
            by_term[usage.kind, usage.concept_id, "" if usage.concept_id else usage.term].append((page.doc_id, usage))
    for key in sorted(by_term):
        lang = site[0].lang
        groups = _groups(by_term[key], lang)
        yield TermUsages(tuple(_usage(group, lang) for group in groups))


def _groups(rows: _Rendering, lang: str) -> list[_Rendering]:
    """Return the rows grouped by rendering as a reader sees it, most frequent first; labels must match exactly."""
    by_words: defaultdict[str, _Rendering] = defaultdict(list)
    for row in rows:
        usage = row[1]
        by_words[letters(usage.surface) if usage.kind == "label" else _words(usage)].append(row)
    groups: list[_Rendering] = []
    for _, own in sorted(by_words.items(), key=lambda item: (-_count(item[1]), item[0])):
        group = next((group for group in groups if _is_same(group[0][1], own[0][1], lang)), None)
        if group is None:
            groups.append(list(own))
        else:
            group.extend(own)
    return sorted(groups, key=lambda group: (-_count(group), _words(group[0][1])))


def _is_same(usage: PageUsage, other: PageUsage, lang: str) -> bool:
    return usage.kind == "term" and is_one_rendering(_words(usage), _words(other), lang)


def letters(words: str) -> str:
    """Return only the letters and digits of a label, case-folded and width-normalised, to compare labels."""
    return "".join(filter(str.isalnum, unicodedata.normalize("NFKC", words).casefold()))


def _words(usage: PageUsage) -> str:
    return " ".join(usage.surface.split())


def _count(group: _Rendering) -> int:
    return sum(len(usage.places) for _, usage in group)


def _usage(group: _Rendering, lang: str) -> CorpusUsage:
    rows = [usage for _, usage in group]
    relations, surfaces, names = Counter[str](), Counter[str](), Counter[str]()
    for row in rows:
        relations[row.relation] += len(row.places)
        surfaces[_words(row)] += len(row.places)
        names[row.english] += len(row.places)
    uses = _count(group)
    return CorpusUsage(
        kind=rows[0].kind,
        concept_id=rows[0].concept_id,
        english=commonest(names),
        lang=lang,
        rendering=commonest(surfaces),
        relation=commonest(relations),
        uses=uses,
        pages=len({doc_id for doc_id, _ in group}),
        places=tuple(DocumentSpan(start, end, doc_id) for doc_id, row in group for start, end in row.places),
        confidence=fsum(row.confidence * len(row.places) for row in rows) / uses,
        capitals=sum(row.capitals for row in rows),
        alone=sum(row.alone for row in rows),
        coded=sum(row.coded for row in rows),
        cut=sum(row.cut for row in rows),
    )
