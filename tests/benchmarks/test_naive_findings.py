"""How right findings of unwanted forms and of English are, beside two naive ways of finding them; writes RESULTS.md."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from corpus.records import Document, Finding, Location, Segment
from corpus.schema import from_table, to_table
from corpus.storage import parquet
from corpus.text.segments import segment
from corpus.vocabularies import FindingState
from flows.options.flow_parameters import BuildOptions
from flows.pipeline.lifecycle import publish
from glossary.findings.from_table import finding_of
from glossary.rules.registry import BY_CODE
from glossary.rules.rule import fold_surface
from glossary.termbase.termbase import UNWANTED, Concept, Form, Termbase
from tests.benchmarks import baselines, results
from tests.benchmarks.test_terms import scorer
from tests.planting.bases import LANGUAGES, Base, clean_samples, course_pages, own_pages
from tests.planting.edits import Error
from tests.planting.ground import document, termbase
from tests.planting.judged import findings, loud, rate
from tests.planting.kinds import pages
from tests.planting.negatives import negatives
from tests.shared import SHARED, needs_shared

NAIVE = "Findings: beside naive ways"
FORMS = ("T101", "T102", "T103", "T104")  # rules that look for what naive ways find too
EVERY = 6  # of the course's pages every sixth is planted in


@dataclass(frozen=True)
class Text:
    """A page or a text, and what was planted in it."""

    base: Base
    text: str
    errors: tuple[Error, ...] = ()


Finder = Callable[[Text], Sequence[Finding]]


@cache
def _forms_only(text: Text) -> tuple[Finding, ...]:
    return tuple(loud(findings(text.base, text.text, [BY_CODE[code] for code in FORMS])))


@pytest.mark.bench
@needs_shared
def test_findings_are_better_than_naive_ones(tmp_path: Path):
    finders: dict[str, Finder] = {"taiyaku": _forms_only}
    finders |= {f"{name} search": _naively(pattern) for name, pattern in baselines.PATTERNS.items()}
    gold = dict(zip(finders, _on_gold(tmp_path), strict=True))
    rows = [[name, *gold[name], *_on_planted(find), *_on_clean(find)] for name, find in finders.items()]
    head = ["unwanted forms and English", "of those raised right", "gold recall", "tempting spans touched"]
    head += ["planted T101", "T102", "T103", "alarms on clean pages", "on hard negatives"]
    body = results.table(head, rows) + _EXPLAINED
    results.record(NAIVE, body)
    print(f"\n{body}")
    ours, *others = [list(map(float, (row[1], row[7], row[8]))) for row in rows]
    assert all(ours[0] > other[0] and ours[1] < other[1] and ours[2] < other[2] for other in others)


_EXPLAINED = """
Naive ways look for the form of every entry that is listed as wrong or deprecated, and for the English forms of concepts
that the language does not keep, and flag every hit; they know no company, no longer term, no name of code, no quotation.
We grant them the segments that we search, casing as the entry says, the English forms that the language admits, and one
finding for what is one decision. Of taiyaku only the rules that look for the same count here: T101 to T104.
Gold: `../shared/gold/score_terms.py` on the articles' annotated parts. Planted: `tests/planting/`, share found. Alarms:
findings for 10,000 characters of the clean samples, and of the texts in `tests/gold/hard-negatives/`.
"""


def _naively(pattern: str) -> Finder:
    def find(text: Text) -> list[Finding]:
        page = document(text.text, text.base.lang)
        return naive(page, segment(page), termbase(), pattern)

    return find


def naive(page: Document, segments: Sequence[Segment], glossary: Termbase, pattern: str) -> list[Finding]:
    """The decisions of a naive way on a page: rule, concept and words, with every place."""
    places_by_key: dict[tuple[str, str, str], list[Location]] = {}
    folded_page = page.text.casefold()
    searches = [search for search in _searches(glossary, page.lang, pattern) if search[2] in folded_page]
    for searched in segments:
        if searched.kind not in baselines.UNSEARCHED:
            for rule, concept, start, end in sorted(set(_hits(searched.text, searches))):
                key = rule, concept, fold_surface(searched.text[start:end])
                places_by_key.setdefault(key, []).append(
                    Location(page.doc_id, searched.start + start, searched.start + end)
                )
    return [_finding(page, *key, places) for key, places in sorted(places_by_key.items())]


Search = tuple[str, str, str, re.Pattern[str]]  # the rule that is played, concept, form in small letters, pattern


def _hits(text: str, searches: Sequence[Search]) -> Iterator[tuple[str, str, int, int]]:
    for rule, concept_id, _, search in searches:
        yield from ((rule, concept_id, *match.span()) for match in search.finditer(text))


@cache
def _searches(glossary: Termbase, lang: str, pattern: str) -> list[Search]:
    return [
        (rule, concept.id, form.form.casefold(), re.compile(pattern.format(re.escape(form.form)), _flags(form)))
        for concept in glossary.concepts
        for rule, form in _unwanted(concept, lang)
    ]


def _flags(form: Form) -> re.RegexFlag:
    return re.IGNORECASE if form.case == "any" else re.NOFLAG


def _unwanted(concept: Concept, lang: str) -> Iterator[tuple[str, Form]]:
    """The forms that a naive way flags, each with the rule that it plays."""
    forms = concept.in_language(lang)
    admitted = {form.form.casefold() for form in forms}
    yield from (
        ({"wrong": "T101", "deprecated": "T102"}[form.status], form) for form in forms if form.status in UNWANTED
    )
    if lang not in concept.keep:
        yield from (("T103", form) for form in concept.in_language("en") if form.form.casefold() not in admitted)


def _finding(page: Document, rule: str, concept_id: str, words: str, places: list[Location]) -> Finding:
    first = places[0]
    return Finding(
        finding_id=f"{page.doc_id}-{rule}-{concept_id}-{words}",
        rule=rule,
        name=BY_CODE[rule].name,
        category=BY_CODE[rule].category,
        severity="major",
        confidence=1.0,
        scope="segment",
        doc_id=page.doc_id,
        work=page.work,
        lang=page.lang,
        segment_id=None,
        start=first.start,
        end=first.end,
        surface=words,
        concept_id=concept_id,
        message="",
        message_zh="",
        message_ja="",
        expected=[],
        suggestion=None,
        occurrences=len(places),
        locations=places,
        inherited=False,
        state=FindingState.NEW,
    )


def _on_gold(folder: Path) -> list[list[str]]:
    """For each way its share of right findings, recall and tempting spans touched, on the articles."""
    score, gold = scorer()
    build = publish(BuildOptions(sources=(SHARED / "articles",), out=folder / "articles"))
    rows_told = parquet.read_table(build, "findings").to_pylist()
    findings_by_finder = [[finding for finding in map(finding_of, rows_told) if finding.rule in FORMS]]
    documents = [
        document for document in from_table(parquet.read_table(build, "documents")) if document.lang in LANGUAGES
    ]
    for pattern in baselines.PATTERNS.values():
        findings_by_finder.append(
            [finding for page in documents for finding in naive(page, segment(page), termbase(), pattern)]
        )
    rows = []
    for number, raised in enumerate(findings_by_finder):
        scores = score(_with(build, folder / str(number), raised), gold)[0]["findings"]
        rows.append(
            [f"{scores['precision']:.3f}", f"{scores['recall']:.3f}", f"{scores['tempted']} of {scores['tempting']}"]
        )
    return rows


def _with(build: Path, folder: Path, findings: Sequence[Finding]) -> Path:
    """A build like another with other findings."""
    folder.mkdir()
    for table in ("documents", "concepts", "segments", "mentions"):
        (folder / table).symlink_to(build / table)
    parquet.write_part(folder, "findings", 0, to_table("findings", findings), "")
    return folder


def _on_planted(find: Finder) -> list[str]:
    """The share of planted errors that are found, by rule."""
    shares = []
    for rule in ("T101", "T102", "T103"):
        texts = [Text(page.base, page.text, page.errors) for page in pages(rule, _bases())]
        touched = [_touched(error, find(text)) for text in texts for error in text.errors]
        shares.append(f"{sum(touched) / len(touched):.2f}")
    return shares


def _touched(error: Error, findings: Sequence[Finding]) -> bool:
    return any(
        location.start < error.end and error.start < location.end
        for finding in findings
        for location in finding.locations
    )


def _bases() -> list[Base]:
    return [*own_pages(), *clean_samples(), *course_pages()[::EVERY]]


def _on_clean(find: Finder) -> list[str]:
    """Alarms for 10,000 characters of clean samples, and of hard negatives."""
    clean = [Text(base, base.text) for base in clean_samples()]
    hard = [Text(base, base.text) for lang in LANGUAGES for negative in negatives(lang) for base in negative.bases]
    return [f"{rate([find(text) for text in texts], [text.text for text in texts]):.1f}" for texts in (clean, hard)]
