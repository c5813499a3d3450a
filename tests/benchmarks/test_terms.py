"""How well and how fast terms are found, beside two naive ways; writes RESULTS.md and the table of the site."""

from __future__ import annotations

import platform
import runpy
import time
from collections.abc import Callable, Iterator, Sequence
from operator import itemgetter
from pathlib import Path
from typing import Any, TypeVar

import pytest

from corpus.languages import KNOWN
from corpus.records import Segment
from corpus.sources.discovery import find
from corpus.sources.documents import read
from corpus.storage.signature import signature
from corpus.text.segments import own_spans, segment
from corpus.tokenizers import tokenizer
from corpus.tokenizers.zh import is_word
from flows.options.flow_parameters import BuildOptions
from flows.pipeline.lifecycle import publish
from glossary.loading import load
from glossary.matching import Matcher, Text, han_conversion
from glossary.matching.index import index
from glossary.termbase.termbase import Termbase
from tests.benchmarks import baselines, glossaries, results
from tests.shared import SHARED, needs_shared

QUALITY, SPEED = "Finding terms: how well", "Finding terms: how fast"
DOCS = SHARED / "data/hf-course/docs"

Result = TypeVar("Result")
Score = dict[str, Any]
Texts = list[tuple[str, list[Text]]]  # what Matcher.find_all is given: a page's language and segments


# --- how well


@pytest.mark.bench
@needs_shared
def test_terms_are_found_better_than_naively(tmp_path: Path):
    score, gold = scorer()
    termbase = load()
    built_here = publish(BuildOptions(sources=(SHARED / "articles",), out=tmp_path / "outputs"))
    builds = {"taiyaku": built_here}
    for number, (name, pattern) in enumerate(baselines.PATTERNS.items()):
        builds[f"{name} search"] = baselines.write(built_here, tmp_path / f"naive-{number}", termbase, pattern)
    whole = {name: score(build, gold)[0] for name, build in builds.items()}
    single = {
        name: score(baselines.without_nested(build, tmp_path / f"longest-{number}"), gold)[0]
        for number, (name, build) in enumerate(builds.items())
    }
    parts = [
        [name, article, *_figures(score(build, _only(gold, article))[0])]
        for article in gold["extent"]
        for name, build in builds.items()
    ]
    small = results.table(_SMALL, [[name, *_figures(scores, single[name])] for name, scores in whole.items()])
    body = "\n".join(
        [
            f"`{signature(glossary=termbase.fingerprint, scripts=han_conversion.VERSION)}`\n",
            small,
            _explained(gold),
            _at_hand(gold, termbase),
            "Counted:\n",
            results.table(_COUNTED, [[name, *_counts(scores)] for name, scores in whole.items()]),
            _NESTED,
            results.table(_HEAD, [[name, *_figures(scores)] for name, scores in single.items()]),
            "By article, all mentions:\n",
            results.table([_HEAD[0], "article", *_HEAD[1:]], parts),
        ]
    )
    results.record(QUALITY, body)
    results.show("measured", small)
    print(f"\n{body}")
    ours_whole, *naive = [(scores["mentions"]["recall"], scores["traps"]["passed"]) for scores in whole.values()]
    assert all(ours > other for pair in naive for ours, other in zip(ours_whole, pair, strict=True))
    ours_single, *naive_single = [scores["mentions"] for scores in single.values()]
    as_complete = [scores for scores in naive_single if scores["recall"] > 0.5]  # `\b` search finds half
    assert as_complete and all(ours_single["precision"] > scores["precision"] for scores in as_complete)


_COUNTED = ["system", "true", "false", "not judged", "gold", "traps"]
_NESTED = (
    "Gold seldom lists a term inside a longer one (训练 in 分布式训练), so whoever reports it is counted false: precision then\n"
    "tells how many such terms a system reports. Without the mentions that lie inside a longer one, the same for all three:\n"
)
_HEAD = ["system", "precision", "recall", "recall, known concepts", "traps passed"]
_SMALL = [*_HEAD[:2], "precision, longest hits alone", *_HEAD[2:]]


def scorer() -> tuple[Callable[..., tuple[Score, list[Any]]], dict[str, Any]]:
    """The shared scorer and the gold it judges by; run by path, so that nothing is written beside it."""
    names = runpy.run_path(str(SHARED / "gold/score_terms.py"))
    return names["score"], names["load"](SHARED / "gold")


def _only(gold: dict[str, Any], article: str) -> dict[str, Any]:
    """Gold of one article."""
    rows = {name: [row for row in gold[name] if row["article"] == article] for name in ("mentions", "traps")}
    return {**gold, **rows, "extent": {article: gold["extent"][article]}}


def _figures(score: Score, longest: Score | None = None) -> list[str]:
    """The figures of a row; with those of the longest hits alone, their precision too."""
    mentions = score["mentions"]
    values = [mentions["precision"], mentions["recall"], mentions["recall_known"], score["traps"]["passed"]]
    if longest:
        values.insert(1, longest["mentions"]["precision"])
    return [f"{value:.3f}" for value in values]


def _counts(score: Score) -> list[str]:
    counts = [score["mentions"][name] for name in ("true", "false", "not_judged", "gold")]
    return [*map(str, counts), str(score["traps"]["of"])]


def _explained(gold: dict[str, Any]) -> str:
    extent = ", ".join(f"{article} {start}–{end}" for article, (start, end) in gold["extent"].items())
    return (
        f"Judged by `../shared/gold/score_terms.py` on the annotated parts ({extent}). Recall: gold mentions of core and\n"
        "technical concepts met with the same span and concept; known: of concepts that the glossary has. Traps: places\n"
        "where a tokenizer or a substring goes wrong. Substring and `\\b` search look for every form of the same glossary,\n"
        "and every English form, in the same segments (`tests/benchmarks/baselines.py`).\n"
    )


def _at_hand(gold: dict[str, Any], termbase: Termbase) -> str:
    """How far the glossary knows the annotated parts: figures on them are no promise for other articles."""
    parts = [_text_of(article)[start:end] for article, (start, end) in gold["extent"].items()]
    texts = [example.text for concept in termbase.concepts for example in concept.examples if example.lang != "en"]
    quoted = sum(any(text in part for part in parts) for text in texts if len(text) > _CHANCE)
    return (
        f"These parts were at hand when the entries were written: {quoted} of their {len(texts)} Chinese and Japanese\n"
        "examples quote them. All three systems gain from that; ours alone from `only_near` and `not_in`.\n"
    )


_CHANCE = 6  # shorter examples may stand anywhere


def _text_of(article: str) -> str:
    """The text of a shared article, as gold counts it."""
    return (SHARED / "articles" / f"{article}.txt").read_bytes().decode("utf-8")


# --- how fast


@pytest.mark.bench
@needs_shared
def test_speed_hardly_depends_on_the_size_of_the_glossary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("TAIYAKU_CACHE", str(tmp_path / "cache"))
    texts = _texts()
    size = sum(len(text.text.encode()) for _, page in texts for text in page)
    count = sum(len(page) for _, page in texts)
    rows, speeds = [], []
    for termbase, loading, label in _sizes(tmp_path / "more"):
        spent, mention_count = _run(termbase, texts)
        speeds.append(size / spent / 1e6)
        figures = [f"{glossaries.forms(termbase):,}", f"{speeds[-1]:.2f}", f"{mention_count:,}"]
        rows.append([label, *figures, *loading])
    head = ["glossary", "forms", "MB/s", "mentions", "first loading, s", "loading again, s"]
    body = "\n".join(
        [
            f"`{signature(glossary=load().fingerprint, scripts=han_conversion.VERSION)}`\n",
            results.table(head, rows),
            f"`Matcher.find_all` over {count:,} Chinese and Japanese segments of hf-course, {size / 1e6:.2f} MB of UTF-8,\n"
            "words already cut; one core, CPU time, the best of five runs with the indexes built. First loading: reading the\n"
            "entries, checking them, building the indexes and running the examples; again: unchanged, from the cache, the best of three. Python "
            f"{platform.python_version()}, {platform.machine()}.",
        ]
    )
    results.record(SPEED, body)
    print(f"\n{body}")
    assert speeds[-1] > speeds[0] / 10


def _sizes(folder: Path) -> Iterator[tuple[Termbase, list[str], str]]:
    """Glossaries of growing size, the seconds that loading each took, and what they are."""
    real, loading = _loaded(())
    for size in (200, 2_000):
        yield glossaries.part(real, size), ["–", "–"], "part of ours"
    yield real, loading, "ours"
    yield *_loaded([glossaries.write_more(real, 2 * glossaries.forms(real), folder)]), "ours and compounds of its forms"


def _loaded(extra: Sequence[Path]) -> tuple[Termbase, list[str]]:
    """A glossary ready to be searched for in each language, and the seconds of that: at first, and when it is kept."""

    def ready() -> Termbase:
        termbase = load(extra)
        for lang in KNOWN:
            index(termbase, lang)
        return termbase

    first, later = _timed(ready), min((_timed(ready) for _ in range(3)), key=itemgetter(1))
    return later[0], [f"{seconds:.2f}" for _, seconds in (first, later)]


def _texts() -> Texts:
    pages = [read(file, 1 << 24) for file in find([DOCS]).files]
    return [
        (page.lang, [_text(piece) for piece in segment(page) if piece.kind not in ("code", "markup")])
        for page in pages
        if page.lang in ("zh", "ja")
    ]


def _text(piece: Segment) -> Text:
    borders = {0, len(piece.text), *(place for word in tokenizer(piece.text_lang)(piece.text) for place in word)}
    return Text(piece.text, own_spans(piece), piece.kind, piece.section or "", borders)


def _run(termbase: Termbase, texts: Texts) -> tuple[float, int]:
    """CPU seconds of one pass over the texts, and the mentions found."""
    matcher = Matcher(termbase, {"zh": is_word})
    for lang in ("zh", "ja"):
        matcher.find("", lang)  # builds the index
    passes = [
        _timed(lambda: sum(len(mentions) for lang, page in texts for mentions in matcher.find_all(page, lang)))
        for _ in range(5)
    ]
    return min(seconds for _, seconds in passes), passes[0][0]


def _timed(work: Callable[[], Result]) -> tuple[Result, float]:
    start = time.process_time()
    result = work()
    return result, time.process_time() - start


# --- what the site shows


def test_site_shows_the_measured_table():
    assert results.shown("measured") == results.first_table(results.section(QUALITY)), "run `make bench`"
