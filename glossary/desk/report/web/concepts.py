"""Concepts: what the glossary says, and every rendering that occurs, with its count and lines from the texts."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Any, NamedTuple

import pyarrow as pa

from corpus.records import LANGUAGE_COLUMNS, Finding
from glossary.bitext.rendering_words import folded
from glossary.desk.report.web.pairs import pairs
from glossary.desk.report.web.queue import passage_bounds, snippet_bounds, spot
from glossary.desk.report.web.statistics import BuildStatistics
from glossary.desk.report.web.tables import (
    FOREIGN,
    ReportTables,
    ShownDocument,
    TextPassage,
    frame,
    id_array,
    of_documents,
)
from glossary.desk.report.wording import flat
from glossary.findings.fingerprints import rendering_id
from glossary.rules.shared.english_words import is_everyday

_LINES = 20  # uses that are shown of one rendering
_SURE = 0.8  # mean confidence of the links of words that are shown as standing for a concept
# Share of the uses. Of ninety renderings in tf-docs 24 were worth entering, of the 53 that are left with this 19.
_OFTEN = 0.25
_KINDS = ["concept_id", "lang", "surface", "status"]


class ShownUse(NamedTuple):
    """A place where a concept is mentioned."""

    doc_id: str
    start: int
    end: int


@dataclass(slots=True)
class ConceptRendering:
    """One rendering of a concept in a language, regardless of casing and spacing."""

    counts: Counter[tuple[str, str]] = field(default_factory=Counter)  # surface and status
    uses: list[ShownUse] = field(default_factory=list)  # those that are shown, in table order
    share: float | None = None  # of the uses of its concept that are aligned; None where none is
    question_id: str = ""  # by which a reviewer's decision names it; empty where there is nothing to decide

    @property
    def count(self) -> int:
        """The number of times it occurs."""
        return self.counts.total()

    @property
    def leading(self) -> tuple[str, str]:
        """Its most frequent surface, with its status."""
        return min(self.counts, key=lambda pair: (-self.counts[pair], pair))


RenderingsByConcept = dict[str, dict[str, list[ConceptRendering]]]


def concepts(build: ReportTables, figures: BuildStatistics, renderings: RenderingsByConcept) -> list[dict[str, Any]]:
    """Return the concepts that occur, those with the most findings first, then those mentioned most often."""
    finding_counts = Counter(finding.concept_id for finding in figures.standing)
    rows = [
        {
            **_concept_row(concept, finding_counts[concept["concept_id"]], build, figures),
            "asked": sum(
                bool(rendering.question_id)
                for group in renderings.get(concept["concept_id"], {}).values()
                for rendering in group
            ),
        }
        for concept in build.concepts
    ]
    return sorted(rows, key=lambda row: (-row["findings"], -row["mentions"], row["id"]))


def _concept_row(
    concept: Mapping[str, Any], findings: int, build: ReportTables, figures: BuildStatistics
) -> dict[str, Any]:
    definition, reference = build.notes.get(concept["concept_id"], ("", ""))
    return {
        "id": concept["concept_id"],
        "domain": concept["domain"],
        "names": {lang: concept[lang] for lang in LANGUAGE_COLUMNS},
        "findings": findings,
        "mentions": sum(concept.get(f"{lang}_mentions", 0) for lang in build.languages),
        "definition": definition,
        "reference": reference,
        "languages": {lang: _in_language(concept, lang, figures) for lang in build.languages},
    }


def _in_language(concept: Mapping[str, Any], lang: str, figures: BuildStatistics) -> dict[str, Any]:
    score = figures.concept(concept["concept_id"], lang)
    return {
        "mentions": concept.get(f"{lang}_mentions", 0),
        "documents": concept.get(f"{lang}_documents", 0),
        "success": _round_share(score.success if score else None),
        "consistency": _round_share(score.consistency if score else None),
        "forms": [[form["form"], form["status"], form["count"]] for form in concept["forms"] if form["lang"] == lang],
    }


def _round_share(share: float | None) -> float | None:
    return None if share is None else round(share, 3)


def collect_renderings(build: ReportTables, sources: Mapping[str, ShownDocument]) -> RenderingsByConcept:
    """Return visible renderings by concept and language, most frequent first, with uses in these documents."""
    renderings: defaultdict[tuple[str, str, str], ConceptRendering] = defaultdict(ConceptRendering)
    for terms in build.terms():
        for row in terms.group_by(_KINDS).aggregate([([], "count_all")]).to_pylist():
            renderings[_key(row)].counts[flat(row["surface"]), row["status"]] += row["count_all"]
    _add_aligned(build.renderings.to_pylist(), renderings)
    ids = id_array(sources)
    for terms in chain(build.terms(), build.foreign()):
        rows = frame(of_documents(terms, ids), [*_KINDS, "doc_id", "start", "end"])
        for row in rows.groupby(_KINDS).head(_LINES).to_dict("records"):
            if (key := _key(row)) in renderings and len(renderings[key].uses) < _LINES:
                renderings[key].uses.append(ShownUse(row["doc_id"], row["start"], row["end"]))
    ordered: RenderingsByConcept = {}
    for (concept_id, lang, _), rendering in sorted(
        renderings.items(), key=lambda item: (item[0][:2], -item[1].count, item[0][2])
    ):
        ordered.setdefault(concept_id, {}).setdefault(lang, []).append(rendering)
    return ordered


def _add_aligned(
    rows: Iterable[Mapping[Hashable, Any]], renderings: defaultdict[tuple[str, str, str], ConceptRendering]
) -> None:
    """Add what the term alignment shows: shares, and the renderings that concepts' entries lack."""
    for row in rows:
        key = _key({**row, "surface": row["rendering"]})
        if key not in renderings and row["relation"] in FOREIGN and row["confidence"] >= _SURE:
            renderings[key].counts[flat(row["rendering"]), row["relation"]] = row["uses"]
            if row["relation"] == "unlisted" and _is_worth_asking(row):
                renderings[key].question_id = rendering_id(*key)
        if key in renderings:
            renderings[key].share = (renderings[key].share or 0) + row["share"]


def _is_worth_asking(row: Mapping[Hashable, Any]) -> bool:
    """Return whether a rendering is worth adding; rare ones of an everyday English word are another sense."""
    term = row["term"].casefold()
    return row["share"] >= _OFTEN or " " in term or not is_everyday(term)


def _key(row: Mapping[Hashable, Any]) -> tuple[str, str, str]:
    return row["concept_id"], row["lang"], folded(row["surface"])


def lines(renderings: RenderingsByConcept, sources: Mapping[str, ShownDocument]) -> dict[str, dict[str, list[Any]]]:
    """Return [surface, status, count, places, share, question id] of each rendering, by concept and language."""
    return {
        concept_id: {
            lang: [
                [
                    *rendering.leading,
                    rendering.count,
                    [spot(sources[use.doc_id], use.start, use.end) for use in rendering.uses],
                    _round_share(rendering.share),
                    rendering.question_id,
                ]
                for rendering in group
            ]
            for lang, group in languages.items()
        }
        for concept_id, languages in renderings.items()
    }


ROOM = 5_000_000  # bytes of text that a page holds whole


def texts(
    build: ReportTables,
    sources: Mapping[str, ShownDocument],
    findings: Sequence[Finding],
    renderings: RenderingsByConcept,
    numbers: Mapping[str, int],
    room: int | None = ROOM,
) -> list[dict[str, Any]]:
    """Return the text of every document with its terms; `numbers` gives the page's number of each concept.

    If `room` is None, all texts are whole.
    """
    flagged_ids = {finding.doc_id for finding in findings}
    whole = set(sources) if room is None else _documents_in_full(sources, flagged_ids, room)
    stretches: defaultdict[str, list[tuple[int, int]]] = defaultdict(list)
    for location in (location for finding in findings for location in finding.locations if location.doc_id in sources):
        bounds = passage_bounds(sources[location.doc_id], location.start, location.end)
        stretches[location.doc_id].append(bounds)
    groups = (group for languages in renderings.values() for group in languages.values())
    for use in (use for group in groups for rendering in group for use in rendering.uses):
        stretches[use.doc_id].append(snippet_bounds(sources[use.doc_id], use.start, use.end))
    terms = _terms(build, {doc_id: sources[doc_id] for doc_id in whole}, numbers)
    beside = pairs(build, sources, whole)
    return [
        {
            "whole": doc_id in whole,
            "pieces": _pieces(source, [(0, len(source.text))] if doc_id in whole else stretches.get(doc_id, [])),
            "terms": terms.get(doc_id, []),
            "beside": beside.get(doc_id),
        }
        for doc_id, source in sources.items()
    ]


def _documents_in_full(sources: Mapping[str, ShownDocument], flagged_ids: set[str], room: int) -> set[str]:
    """Return the documents that fit whole: first those with findings, then the others of their works."""
    first = {source.work for source in sources.values() if source.doc_id in flagged_ids}
    chosen = set()
    for source in sorted(
        sources.values(), key=lambda source: (source.doc_id not in flagged_ids, source.work not in first, source.number)
    ):
        size = len(source.text.encode("utf-8", "surrogatepass"))
        if size <= room:
            chosen.add(source.doc_id)
            room -= size
    return chosen


def _pieces(source: ShownDocument, stretches: Iterable[tuple[int, int]]) -> list[TextPassage]:
    """Return the passages of these stretches; those that touch are merged."""
    joined: list[tuple[int, int]] = []
    for start, end in sorted(stretches):
        if joined and start <= joined[-1][1]:
            first, last = joined.pop()
            start, end = first, max(end, last)
        joined.append((start, end))
    return [source.passage(start, end) for start, end in joined]


def _terms(
    build: ReportTables, sources: Mapping[str, ShownDocument], numbers: Mapping[str, int]
) -> dict[str, list[list[Any]]]:
    """Return the places of terms by document: start, end, number of the concept, status."""
    terms: defaultdict[str, list[list[Any]]] = defaultdict(list)
    ids = id_array(sources)
    rows = pa.concat_tables(of_documents(part, ids) for part in build.terms())
    columns = (rows[name].to_pylist() for name in ("doc_id", "start", "end", "concept_id", "status"))
    for doc_id, start, end, concept_id, status in zip(*columns, strict=True):
        units = sources[doc_id].units
        if concept_id in numbers:
            terms[doc_id].append([units(start), units(end), numbers[concept_id], status])
    return terms
