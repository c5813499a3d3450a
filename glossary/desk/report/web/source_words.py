"""Source words: which words of the English of a place the finding is about, as the alignment of terms has it."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from corpus.records import Location
from glossary.desk.report.web.links import worth_showing
from glossary.desk.report.web.tables import ReportTables

_COLUMNS = ("doc_id", "source_doc_id", "concept_id", "source_start", "source_end", "start", "end")
_WIDER = 2  # how many times as long as the words that stand for a term a place may be that is about them


class SourceTermLink(NamedTuple):
    """A use of a term in an English document, and the words of a translation that stand for it."""

    source_doc_id: str
    concept_id: str | None
    source_start: int
    source_end: int
    start: int | None  # None: nothing stands for it
    end: int | None

    @property
    def is_omitted(self) -> bool:
        """Return whether nothing stands for it."""
        return self.start is None

    def is_at(self, place: Location) -> bool:
        """Return whether the words at a place stand for it, and for little else."""
        if self.start is None or self.end is None or not (self.start < place.end and place.start < self.end):
            return False
        return place.end - place.start <= _WIDER * (self.end - self.start)


LinksByDocument = Mapping[str, Sequence[SourceTermLink]]  # in the order of the original


def term_links(build: ReportTables, doc_ids: Collection[str]) -> LinksByDocument:
    """Return the links of these documents that are rather right than wrong."""
    rows = worth_showing(build.rows("term_alignments", doc_ids)).select(_COLUMNS)
    links: defaultdict[str, list[SourceTermLink]] = defaultdict(list)
    for doc_id, *fields in zip(*(column.to_pylist() for column in rows.columns), strict=True):
        links[doc_id].append(SourceTermLink(*fields))
    return {doc_id: sorted(group, key=lambda link: link.source_start) for doc_id, group in links.items()}


def within(links: Sequence[SourceTermLink], start: int, end: int) -> Sequence[SourceTermLink]:
    """Return those whose term stands in a stretch of the original."""
    first, last = (bisect_left(links, offset, key=lambda link: link.source_start) for offset in (start, end))
    return links[first:last]


def meant_by(place: Location, concept_id: str | None, links: Iterable[SourceTermLink]) -> SourceTermLink | None:
    """Return the term that a finding is about at a place: that of its concept, or one of which nothing is known better.

    `links` are those of the English that the place is aligned with.
    """
    near = list(links)
    at_place = [link for link in near if link.is_at(place)]
    of_concept = [link for link in at_place if concept_id and link.concept_id == concept_id]
    omitted = [link for link in near if link.is_omitted and concept_id and link.concept_id == concept_id]
    return next(iter([*of_concept, *omitted, *at_place]), None)
