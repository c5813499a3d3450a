"""How right findings are, and what checking costs: writes RESULTS.md. The gold is that of tests/gold/README.md."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from typing import Any

import pytest

from corpus.alignment.lexicon import lexicons
from corpus.languages import TARGETS
from corpus.records import Document, Mention, Segment
from corpus.sources.discovery import find
from corpus.sources.documents import read, without_duplicates
from corpus.tokenizers import en_fast, tokenizer
from flows.options.flow_parameters import BuildOptions
from flows.pipeline.lifecycle import publish
from glossary.annotation.annotate import rows_of
from glossary.annotation.pipeline import matcher
from glossary.bitext.works import works
from glossary.findings.contexts import SourcePage, original_with, pages_of
from glossary.findings.engine import check
from glossary.loading import load
from glossary.rules.calibration import judged_counts
from glossary.rules.context import RuleContext
from glossary.rules.registry import BY_CODE, RULES
from glossary.rules.rule import POINTS, Rule
from tests.benchmarks import results
from tests.benchmarks.test_terms import scorer
from tests.gold import replay
from tests.gold.judged import rows_in
from tests.shared import SHARED, needs_shared

QUALITY, COST = "Findings: how right", "Checking: how fast"
FILES, QUEUES = replay.files(["findings"]), replay.files(["queue"])  # of the latter, the first 50 of each language
DOCS = SHARED / "data/hf-course/docs"
ARTICLE = SHARED / "articles/pytorch-1.6/ja.txt"


@pytest.mark.bench
@needs_shared
def test_findings_are_right(tmp_path: Path):
    score, gold = scorer()
    findings = score(publish(BuildOptions(sources=(SHARED / "articles",), out=tmp_path / "out")), gold)[0]["findings"]
    body = "\n".join(
        [
            results.table(
                ["gold of the articles", "findings", "of them right", "recall", "tempting spans touched"],
                [[
                    "minor or above, confidence 0.5 or above",
                    str(findings["raised"]),
                    f"{findings['precision']:.3f}",
                    f"{findings['recall']:.3f}",
                    f"{findings['tempted']} of {findings['tempting']}",
                ]],
            ),
            "Right of those raised, by rule: " + ", ".join(f"{code} {share}" for code, share in findings["by_rule"].items()) + ".\n",
            _judged(),
        ]
    )  # fmt: skip
    results.record(QUALITY, body)
    print(f"\n{body}")
    assert findings["recall"] >= 0.70 and findings["precision"] >= 0.85 and findings["tempted"] <= 2


def head_of_the_queue() -> list[dict[str, Any]]:
    """The first fifty of both languages together, in the order of a reviewer's queue."""
    rows = [row for file in QUEUES for row in rows_in(file)]
    return sorted(rows, key=lambda row: (-round(POINTS[row["severity"]] * row["confidence"], 6), -row["occurrences"]))[
        :50
    ]


def _judged() -> str:
    """Findings that were drawn and judged by hand: certain ones, the first of the queue, and by rule."""
    rows = [
        ["certain ones of hf-course, at random", *_shares(FILES)],
        ["the first 50 of the queue, hf-course", *_shares(QUEUES)],
    ]
    return "\n".join(
        [
            "True of those that readers judged (`tests/gold/README.md`), by language:\n",
            results.table(["drawn", *TARGETS], rows),
            f"Of the first 50 of both languages together {_share(head_of_the_queue())}.\n",
            "By rule, whatever their confidence, of documentation, articles and a handbook, drawn at random:\n",
            results.table(["rule", *(f"true, {lang}" for lang in TARGETS), "prior", "confidence"], _by_rule()),
        ]
    )


def _shares(files: Sequence[Path]) -> list[str]:
    """The share of true ones in each language."""
    rows = [row for file in files for row in rows_in(file)]
    return [_share([row for row in rows if row["lang"] == lang]) for lang in TARGETS]


def _share(rows: Sequence[dict[str, Any]]) -> str:
    true = sum(row["true_or_false"] == "true" for row in rows)
    return f"{true} of {len(rows)} ({true / len(rows):.2f})" if rows else "–"


def _by_rule() -> list[list[str]]:
    return [
        [
            f"{code} {BY_CODE[code].name}",
            *(
                f"{counts_by_lang[lang].true} of {counts_by_lang[lang].findings}" if lang in counts_by_lang else "–"
                for lang in TARGETS
            ),
            f"{BY_CODE[code].prior:.2f}",
            f"{BY_CODE[code].confidence:.2f}",
        ]
        for code, counts_by_lang in sorted(judged_counts().items())
    ]


@pytest.mark.bench
@needs_shared
def test_checking_costs_little_beside_finding_terms(tmp_path: Path):
    documents = without_duplicates([read(file, 16 << 20) for file in find([DOCS]).files])
    translations = [document for document in documents if document.lang in TARGETS]
    term_matcher = matcher(load())
    rows_of(documents[:2], term_matcher)  # dictionaries are loaded
    rows, analysed = timed(lambda: rows_of(translations, term_matcher))
    pages = _with_originals(translations, documents, rows)
    aligned = timed(lambda: [page.pairs for page in pages])[1]
    spent = {rule.code: timed(partial(_judge, pages, [rule]))[1] for rule in RULES if rule.find}
    whole = timed(partial(_judge, pages, RULES))[1]
    article = min(called(ARTICLE) for _ in range(3))
    folders = min(called(DOCS) for _ in range(2))
    size = sum(len(document.text.encode()) for document in translations) / 2**20
    body = "\n".join(
        [
            results.table(
                ["hf-course zh and ja", "CPU s", "share of finding terms"],
                [
                    ["reading words, finding terms", f"{analysed:.2f}", "1.00"],
                    ["aligning with the originals", f"{aligned:.2f}", f"{aligned / analysed:.2f}"],
                    ["all rules", f"{whole:.2f}", f"{whole / analysed:.2f}"],
                    *([code, f"{cost:.2f}", f"{cost / analysed:.2f}"] for code, cost in sorted(spent.items(), key=lambda x: -x[1])[:6]),
                ],
            ),
            f"{len(translations)} pages, {size:.1f} MiB, one process.\n",
            results.table(
                ["`taiyaku check` from the shell", "seconds"],
                [["one article, pytorch-1.6, with its original", f"{article:.2f}"], [f"hf-course zh and ja, {len(translations)} pages, with their originals", f"{folders:.2f}"]],
            ),
        ]
    )  # fmt: skip
    results.record(COST, body)
    print(f"\n{body}")
    assert article < 3 and folders < 30


def _with_originals(
    translations: Sequence[Document], documents: Sequence[Document], rows: dict[str, list[Any]]
) -> list[RuleContext]:
    """The pages as `check` makes them: aligned with their original once a rule asks."""
    english = {document.work: document for document in documents if document.lang == "en"}
    pages = list(pages_of(works(rows["documents"], rows["segments"], rows["mentions"]), (), load()))
    cached_lexicons = cache(lexicons)
    return [
        replace(
            page,
            original=original_with(
                page.document,
                SourcePage(
                    english[page.document.work],
                    lambda: matcher(load()),
                    lambda lang: en_fast.cut if lang == "en" else tokenizer(lang),
                ),
                partial(_segments_and_mentions, page),
                cached_lexicons,
            ),
        )
        for page in pages
    ]


def _segments_and_mentions(page: RuleContext) -> tuple[Sequence[Segment], Sequence[Mention]]:
    return page.segments, page.mentions


def _judge(pages: Sequence[RuleContext], rules: Sequence[Rule]) -> None:
    for page in pages:
        check(page, rules)


def timed(work: Callable[[], Any]) -> tuple[Any, float]:
    """What some work gives, and its seconds of CPU."""
    began = time.process_time()
    return work(), time.process_time() - began


def called(*sources: Path) -> float:
    """Seconds of a call from the shell, the start of Python included."""
    command = [sys.executable, "-m", "flows.command_line.cli", "check", *map(str, sources), "--format", "json"]
    began = time.monotonic()
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    spent = time.monotonic() - began
    assert ran.returncode in (0, 1) and json.loads(ran.stdout)["findings"]
    return spent
