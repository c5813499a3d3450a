"""The queue: findings as rows for the page."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from corpus.languages import TARGETS
from corpus.records import Finding, Location
from glossary.desk.report.web.snippets import passage_bounds, place, sentences
from glossary.desk.report.web.source_sentences import (
    OriginalNumbers,
    SourceSentence,
    SourceWords,
    originals,
)
from glossary.desk.report.web.tables import ReportTables, TextPassage
from glossary.findings.fingerprints import mark
from glossary.findings.ranking import lacks_sentences
from glossary.rules.calibration import JudgedCounts, confidence, judged_counts, pooled
from glossary.rules.registry import BY_CODE

COLUMNS = (
    "id", "rule", "severity", "certainty", "document", "surface", "concept", "says", "expected", "suggestion",
    "occurrences", "places", "remedies", "originals", "english", "inherited", "state", "reason", "similar",
    "marks", "alike", "alikes", "opinions",
)  # fmt: skip


def document_ids(findings: Iterable[Finding]) -> dict[str, None]:
    """Return the documents that findings speak of, in order."""
    return dict.fromkeys(
        doc_id
        for finding in findings
        for doc_id in (finding.doc_id, *(location.doc_id for location in finding.locations))
    )


class PlaceOnPage(NamedTuple):
    """A place of a finding as a page shows it."""

    row: list[int]  # as `snippets.place` gives it
    mark: str  # its fingerprint
    original: SourceSentence
    source_words: SourceWords | None  # those of the original that the finding is about
    passage: TextPassage  # what is shown around it


@dataclass(frozen=True, slots=True)
class QueueNumbers:
    """How a page counts what its findings name."""

    documents: Mapping[str, int]
    decisions: Mapping[str, tuple[int, int]]  # of each finding, and how many findings it is about
    similar: Mapping[str, tuple[Sequence[str], str, float]]  # as the build has it
    opinions: Mapping[str, Sequence[Mapping[str, Any]]]  # of assistants, as the packet has them


PlacesByFinding = Mapping[str, Mapping[int, PlaceOnPage]]  # finding → number of its location → the place


def places(shards: Iterable[ReportTables], findings: Iterable[Finding], numbers: Mapping[str, int]) -> PlacesByFinding:
    """Return the places that findings have in some shards; `numbers` says how the page counts documents."""
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
    """Return a finding as the page embeds it, in the order of COLUMNS, with its places in documents that were read."""
    offered = [finding.locations[number].offered for number in places]
    original_numbers = [originals.number(place.original) for place in places.values()]
    source_words = [place.source_words or 0 for place in places.values()]
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
        _marks(finding, places.values()),
        *numbers.decisions[finding.finding_id],
        list(numbers.opinions.get(finding.finding_id, ())),
    ]


def _marks(finding: Finding, places: Collection[PlaceOnPage]) -> str:
    """Return the fingerprints of the places that are shown, in 8 digits each, and the number of all if more."""
    marks = "".join(place.mark for place in places)
    return marks + (f"{finding.occurrences:08x}" if finding.occurrences > len(places) > 0 else "")


def rules(build: ReportTables) -> dict[str, list[Any]]:
    """Return by code name, bad and good example, for the rules that found something; by language what was judged of
    each.

    That is how many of its findings readers judged, and how many of these were right. Then its confidence, and by
    language that before the project judged it, how often the project found it right and how often that was expected.
    """
    names = {finding.rule: finding.name for finding in build.findings}
    return {
        code: [name, *_rule_examples(code), _judged(code), *_own_judgements(code, build.project_counts)]
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


def _judged(code: str) -> dict[str, list[int]]:
    return {lang: [counts.findings, counts.true] for lang, counts in judged_counts().get(code, {}).items()}


def _rule_examples(code: str) -> list[str]:
    """Return examples of a rule; nothing where it is a rule of another version."""
    if code not in BY_CODE:
        return ["", ""]
    docs = BY_CODE[code].description
    return [docs.bad, docs.good]
