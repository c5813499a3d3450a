"""The queue: findings as rows for the page, and how much of the text around their places is shown."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from corpus.languages import TARGETS
from corpus.records import Finding, Location
from glossary.desk.report.web.source_sentences import OriginalNumbers, SourceSentence, SourceWords, originals
from glossary.desk.report.web.tables import ReportTables, ShownDocument, TextPassage, frame
from glossary.findings.fingerprints import mark
from glossary.findings.review_queue import lacks_sentences
from glossary.rules.calibration import JudgedCounts, confidence, judged_counts, pooled
from glossary.rules.registry import BY_CODE

_AROUND = 90  # characters of the sentence on either side of the words
_PASSAGE, _LONGEST = 200, 2_000  # characters on either side of a place where a text is not whole; of the place itself
_LINE = 30  # characters on either side in a line of a concordance

Sentences = tuple[Sequence[int], Sequence[int]]  # where the segments of a document begin and where they end


def sentences(build: ReportTables, doc_ids: Collection[str]) -> dict[str, Sentences]:
    """Return where the segments of these documents begin and end."""
    rows = frame(build.rows("segments", doc_ids), ["doc_id", "start", "end"])
    return {str(doc_id): (group["start"].tolist(), group["end"].tolist()) for doc_id, group in rows.groupby("doc_id")}


def place(source: ShownDocument, start: int, end: int, segments: Sentences) -> list[int]:
    """Return a place: document, words, shown context, whether that is cut (1 before, 2 after), line, column."""
    first, last = _sentence(source, start, end, segments)
    begin, stop = max(first, start - _AROUND), min(last, end + _AROUND)
    cut = (begin > first) + 2 * (stop < last)
    offsets = [source.units(offset) for offset in (start, end, begin, stop)]
    return [source.number, *offsets, cut, *source.lines.position(start)]


def spot(source: ShownDocument, start: int, end: int) -> list[int]:
    """Return a place for a concordance: document, words, shown context, line, column."""
    offsets = [source.units(offset) for offset in (start, end, *snippet_bounds(source, start, end))]
    return [source.number, *offsets, *source.lines.position(start)]


def snippet_bounds(source: ShownDocument, start: int, end: int, room: int = _LINE) -> tuple[int, int]:
    """Return the bounds of the text around a place that a line of a concordance shows."""
    return max(0, start - room), min(len(source.text), end + room)


def passage_bounds(source: ShownDocument, start: int, end: int) -> tuple[int, int]:
    """Return the bounds of the passage kept around a place of a document that is not shown whole."""
    return snippet_bounds(source, start, min(end, start + _LONGEST), _PASSAGE)


def _sentence(source: ShownDocument, start: int, end: int, segments: Sentences) -> tuple[int, int]:
    """Return the bounds of the segment that a place begins in, or of its line if no segment holds it."""
    starts, ends = segments
    number = bisect_right(starts, start) - 1
    if number >= 0 and start < ends[number]:
        return starts[number], max(end, ends[number])
    first, last = source.lines.bounds(start)
    return first, max(end, last)


COLUMNS = (
    "id", "rule", "severity", "certainty", "document", "surface", "concept", "says", "expected", "suggestion",
    "occurrences", "places", "remedies", "originals", "english", "inherited", "state", "reason", "similar",
    "marks", "alike", "alikes", "opinions",
)  # fmt: skip


def document_ids(findings: Iterable[Finding]) -> dict[str, None]:
    """Return the ids of the documents that findings mention, in order."""
    return dict.fromkeys(
        doc_id
        for finding in findings
        for doc_id in (finding.doc_id, *(location.doc_id for location in finding.locations))
    )


class PlaceOnPage(NamedTuple):
    """A place of a finding as a page shows it."""

    row: list[int]  # as `place` gives it
    mark: str  # its fingerprint
    original: SourceSentence
    source_words: SourceWords | None  # those of the original that the finding is about
    passage: TextPassage  # what is shown around it


@dataclass(frozen=True, slots=True)
class QueueNumbers:
    """What rows refer to: documents and decisions by number, similar units, opinions."""

    documents: Mapping[str, int]
    decisions: Mapping[str, tuple[int, int]]  # of each finding, and how many findings it is about
    similar: Mapping[str, tuple[Sequence[str], str, float]]  # as the build has it
    opinions: Mapping[str, Sequence[Mapping[str, Any]]]  # of assistants, as the packet has them


PlacesByFinding = Mapping[str, Mapping[int, PlaceOnPage]]  # finding → number of its location → the place


def places(shards: Iterable[ReportTables], findings: Iterable[Finding], numbers: Mapping[str, int]) -> PlacesByFinding:
    """Return the places of findings in these shards; `numbers` gives the page's number of each document."""
    uses: defaultdict[str, list[tuple[Finding, int, Location]]] = defaultdict(list)
    for finding in findings:
        for number, location in enumerate(() if finding.state.is_fixed else finding.locations):
            uses[location.doc_id].append((finding, number, location))
    places_by_finding: defaultdict[str, dict[int, PlaceOnPage]] = defaultdict(dict)
    for shard in shards:
        sources = shard.sources({doc_id: numbers[doc_id] for doc_id in shard.doc_ids if doc_id in uses})
        sentences_by_doc, english = sentences(shard, sources), originals(shard, sources)
        for doc_id, source in sources.items():
            segments = sentences_by_doc.get(doc_id, ((), ()))
            for finding, number, location in uses[doc_id]:
                lacks = lacks_sentences(finding)
                words = english.lacking_at(location) if lacks else english.words_at(location, finding.concept_id)
                start, end = location.start, location.end
                places_by_finding[finding.finding_id][number] = PlaceOnPage(
                    place(source, start, end, segments),
                    mark(source.text, start, end)[:8],
                    english.at(location, lacks),
                    words,
                    source.passage(*passage_bounds(source, start, end)),
                )
    return {finding_id: dict(sorted(by_number.items())) for finding_id, by_number in places_by_finding.items()}


def row(
    finding: Finding, places: Mapping[int, PlaceOnPage], numbers: QueueNumbers, originals: OriginalNumbers
) -> list[Any]:
    """Return a finding as the page embeds it, in the order of COLUMNS, with its places in readable documents."""
    offered = [finding.locations[number].offered for number in places]
    original_numbers = [originals.number(place.original) for place in places.values()]
    source_words = [place.source_words or 0 for place in places.values()]
    marks = "".join(place.mark for place in places.values())  # in 8 digits each, and the number of all if more
    return [
        finding.finding_id,
        finding.rule,
        finding.severity,
        round(finding.confidence, 4),
        numbers.documents[finding.doc_id],
        finding.surface,
        finding.concept_id or "",
        [finding.message, finding.message_zh, finding.message_ja],
        finding.expected,
        finding.suggestion or "",
        finding.occurrences,
        [place.row for place in places.values()],
        offered if len(set(offered)) > 1 else [],  # what is offered at all places the finding says already
        original_numbers if any(number >= 0 for number in original_numbers) else [],
        source_words if any(source_words) else [],
        finding.inherited,
        finding.state,
        finding.reason or "",
        list(numbers.similar.get(finding.finding_id, ())),
        marks + (f"{finding.occurrences:08x}" if finding.occurrences > len(places) > 0 else ""),
        *numbers.decisions[finding.finding_id],
        list(numbers.opinions.get(finding.finding_id, ())),
    ]


def rules(build: ReportTables) -> dict[str, list[Any]]:
    """Return by code what the page says of each rule that found something.

    These are its name, bad and good example; by language, how many findings readers judged and how many were
    right; its confidence; by language, the confidence before the project judged it, its right findings and those
    expected.
    """
    names = {finding.rule: finding.name for finding in build.findings}
    return {
        code: [
            name,
            *_rule_examples(code),
            {lang: [counts.findings, counts.true] for lang, counts in judged_counts().get(code, {}).items()},
            *_own_judgements(code, build.project_counts),
        ]
        for code, name in sorted(names.items())
    }


def _own_judgements(code: str, project_counts: Mapping[tuple[str, str], JudgedCounts]) -> list[Any]:
    rule = BY_CODE.get(code)
    if rule is None:
        return [1.0, {}]
    by_lang = {lang: project_counts.get((code, lang), JudgedCounts(0, 0, 0.0)) for lang in TARGETS}
    bases = {lang: confidence(code, rule.prior, lang=lang) for lang in TARGETS}
    whole = confidence(code, rule.prior, pooled(counts for counts in by_lang.values() if counts.findings))
    return [whole, {lang: [bases[lang], counts.true, counts.expected] for lang, counts in by_lang.items()}]


def _rule_examples(code: str) -> list[str]:
    """Return the bad and the good example of a rule; empty if this version does not have the rule."""
    if code not in BY_CODE:
        return ["", ""]
    docs = BY_CODE[code].description
    return [docs.bad, docs.good]
