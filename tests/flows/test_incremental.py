"""Builds that use what earlier ones have found out, byte for byte as if there had been none."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from corpus.records import Finding
from corpus.storage.cache_files import ResultStore, cache_folder
from flows.checking import page_check
from flows.checking.check_request import request_of
from flows.checking.page_check import check_sources
from flows.options import earlier_results, termbase_cache
from flows.options.flow_parameters import BuildOptions, CheckOptions
from flows.pipeline import steps, work_steps
from flows.pipeline.frozen_lexicon import FOLDER
from flows.pipeline.lifecycle import publish
from glossary.annotation.annotate import rows_of
from glossary.bitext import comparable
from glossary.decisions.decision import Decision, Question
from glossary.decisions.files import ledger_text
from glossary.findings import engine
from glossary.findings.engine import raised_across
from glossary.findings.fingerprints import mark
from glossary.findings.raised_page import RaisedPage, raised_page
from glossary.loading import fingerprint, load
from glossary.rules.context import RuleContext
from glossary.rules.usages import usage_file
from glossary.termbase.termbase import Concept, Form, Termbase
from tests.flows.edited_project import EditedProject, LoadedGlossary
from tests.flows.plain import numbered_works, write

PAGES = numbered_works(4, "en", "zh")
MOMENT = "2026-11-22T14:05:00Z"


@pytest.fixture(autouse=True)
def fresh_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TAIYAKU_CACHE", str(tmp_path / "cache"))
    return cache_folder("results")


@pytest.fixture
def analysed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The works that were analysed."""
    names: list[str] = []

    def noted(documents, *args):
        names.append(documents[0].work)
        return rows_of(documents, *args)

    monkeypatch.setattr(work_steps, "rows_of", noted)
    return names


@pytest.fixture
def options(tmp_path: Path) -> BuildOptions:
    return BuildOptions(sources=(write(tmp_path / "articles", PAGES),), out=tmp_path / "out")


@pytest.mark.slow
def test_edits_make_the_build_that_is_made_from_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Two edits; `make drills` makes many."""
    project, history = EditedProject(tmp_path, monkeypatch, seed=2, works=2), ["nothing"]
    for _ in range(3):
        incremental, whole = project.builds()
        assert [name for name in whole if incremental.get(name) != whole[name]] == [], history
        history.append(project.edit())


@pytest.mark.slow
def test_decisions_make_the_build_that_is_made_from_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    project = EditedProject(tmp_path, monkeypatch, seed=2, works=2)
    undecided, _ = project.builds()
    decisions = [project.decide() for _ in range(4)]
    incremental, whole = project.builds()
    assert [name for name in whole if incremental.get(name) != whole[name]] == [], decisions
    findings = "findings/part-00000.parquet"
    assert incremental[findings] != undecided[findings]


def test_what_did_not_change_is_not_analysed_again(options: BuildOptions, tmp_path: Path, analysed: list[str]):
    publish(options)
    assert sorted(analysed) == [f"work-{number:02d}" for number in range(4)]
    analysed.clear()
    publish(replace(options, out=tmp_path / "elsewhere"))
    assert analysed == []
    page = options.sources[0] / "work-02" / "zh.md"
    page.write_text(page.read_text(encoding="utf-8") + "\n内核更快。\n", encoding="utf-8")
    publish(options)
    assert set(analysed) >= {"work-02"}
    assert analysed[0] == "work-02" and analysed.count("work-02") == 1


def test_decision_lets_no_pages_be_compared_again(
    options: BuildOptions, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    compared = []

    def noted(digests, *arguments):
        compared.append(len(digests))
        return raised_across(digests, *arguments)

    monkeypatch.setattr(engine, "raised_across", noted)
    publish(options)
    question = Question("0" * 16, "T202", "", "zh", "work-00000/zh.md", "张量", ("0" * 16,), 1.0)
    write(tmp_path, {"review/decisions/mei.jsonl": ledger_text([Decision(question, "reject", "Mei", MOMENT)])})
    decided = replace(options, review=tmp_path / "review")
    publish(decided)
    assert compared == [4]
    page = next((tmp_path / "articles").rglob("zh.md"))
    page.write_text(page.read_text(encoding="utf-8") + "\n再来一个张量。\n", encoding="utf-8")
    publish(decided)
    assert compared == [4, 4]


@pytest.fixture
def with_one_entry_edited(monkeypatch: pytest.MonkeyPatch) -> None:
    """The glossary with a wrong form more, which stands on no page."""
    termbase = load()
    concept = termbase.by_id["beam-search"]
    edited = {concept.id: replace(concept, forms=(*concept.forms, Form("zh", "光束查找", "wrong", "any")))}
    concepts = tuple(edited.get(entry.id, entry) for entry in termbase.concepts)
    glossary = LoadedGlossary(Termbase(concepts, fingerprint(concepts)))
    monkeypatch.setattr(termbase_cache, "glossary", glossary)


def calls_of(monkeypatch: pytest.MonkeyPatch, module: Any, name: str) -> list[Any]:
    """The first arguments that a function is called with from now on."""
    function, arguments = getattr(module, name), []

    def noted(*args: Any) -> Any:
        arguments.append(args[0])
        return function(*args)

    monkeypatch.setattr(module, name, noted)
    return arguments


def test_entry_that_changes_no_row_leaves_counts_as_they_are(
    options: BuildOptions, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
):
    first = publish(options)
    request.getfixturevalue("with_one_entry_edited")
    compared, counted, used = (
        calls_of(monkeypatch, *place)
        for place in ((comparable, "comparable_rows"), (steps, "rendering_rows"), (usage_file, "usage_lines"))
    )
    edited = publish(options)
    assert edited != first and (compared, counted, used) == ([], [], [])
    assert_made_as_from_nothing(edited, options)
    assert len(compared) == len(counted) == len(used) == 1


def assert_made_as_from_nothing(build: Path, options: BuildOptions) -> None:
    """Build all again, in another folder with the same lexicon, and compare what is made of the whole corpus."""
    elsewhere = options.out.with_name("elsewhere")
    shutil.copytree(options.out / FOLDER, elsewhere / FOLDER, symlinks=True)
    whole = publish(replace(options, full=True, out=elsewhere))
    for name in (
        usage_file.FILE,
        *(f"{table}/part-00000.parquet" for table in ("comparable", "renderings", "concepts")),
    ):
        assert (build / name).read_bytes() == (whole / name).read_bytes(), name


def test_edited_page_is_counted_again(options: BuildOptions):
    publish(options)
    page = options.sources[0] / "work-02" / "zh.md"
    page.write_text(page.read_text(encoding="utf-8") + "\n内核更快，张量更大。\n", encoding="utf-8")
    assert_made_as_from_nothing(publish(options), options)


def test_work_is_searched_once_for_an_edited_entry(
    options: BuildOptions, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest, analysed: list[str]
):
    publish(options)
    analysed.clear()
    request.getfixturevalue("with_one_entry_edited")
    searched = calls_of(monkeypatch, earlier_results, "searched")
    read = calls_of(monkeypatch, earlier_results, "from_json")
    publish(options)
    assert analysed == [] and len(searched) == 4
    assert read.count(Concept) == 1  # of the entries before, the one that differs


def test_full_build_uses_nothing(options: BuildOptions, analysed: list[str]):
    publish(options)
    analysed.clear()
    publish(replace(options, full=True, source_link="https://example.org/{path}"))
    assert len(analysed) == 4


def test_damaged_results_are_made_again(options: BuildOptions, tmp_path: Path, fresh_cache: Path, analysed: list[str]):
    first = publish(options)
    for file in fresh_cache.rglob("*.bin"):
        file.write_bytes(file.read_bytes()[:-1])
    analysed.clear()
    repeated = publish(replace(options, out=tmp_path / "elsewhere"))
    assert len(analysed) == 4
    assert (first / "findings" / "part-00000.parquet").read_bytes() == (
        repeated / "findings" / "part-00000.parquet"
    ).read_bytes()


def test_store_keeps_what_was_used_last(tmp_path: Path):
    results = ResultStore(tmp_path)
    for number in range(5):
        results.write(f"key{number}", b"x" * 68)  # a hundred with its digest
    assert results.prune(most=250) == 3
    assert sum(bool(results.variants(f"key{number}")) for number in range(5)) == 2


def found(sources: Path, **options: Any) -> list[tuple[str, list[Finding]]]:
    request = request_of(CheckOptions(sources=(sources,), base=sources, **options))
    return [(page.shown_path, list(page.findings)) for page in check_sources(request)]


@pytest.fixture
def flawed(tmp_path: Path) -> Path:
    """Pages of one work with an original, with a wrong number and a wrong term."""
    pages: dict[str, str | bytes] = {
        "guide/en.md": "# Tensors\n\nA tensor has 3 dimensions. Operators run on 8 GPUs.\n",
        "guide/zh.md": "# 张量\n\n张量有 3 个维度。运算符在 4 个 GPU 上运行，Pytorch 很快。\n",
    }
    return write(tmp_path / "flawed", pages)


@pytest.fixture
def judged(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The pages that were judged."""
    names: list[str] = []

    def noted(page: RuleContext, *args: Any) -> RaisedPage:
        names.append(page.document.path)
        return raised_page(page, *args)

    monkeypatch.setattr(page_check, "raised_page", noted)
    return names


def test_page_that_did_not_change_is_not_judged_again(flawed: Path, judged: list[str]):
    first = found(flawed)
    assert first[0][1] and judged == ["guide/zh.md"]
    assert found(flawed) == first and judged == ["guide/zh.md"]
    original = flawed / "guide" / "en.md"
    original.write_text(original.read_text(encoding="utf-8").replace("8", "4"), encoding="utf-8")
    assert found(flawed) != first and judged == ["guide/zh.md"] * 2


def test_selections_are_applied_to_what_was_kept(flawed: Path, judged: list[str]):
    first = found(flawed)
    for options in ({"ignore": ("T3",)}, {"select": ("T303",)}, {"select": ("T4",)}):
        selected = found(flawed, **options)
        assert selected != first
        assert judged == ["guide/zh.md"]
        with cache_elsewhere(flawed):
            assert found(flawed, **options) == selected
        del judged[1:]


def test_rules_that_were_not_asked_yet_are_added(flawed: Path, judged: list[str]):
    found(flawed, select=("T105",))
    pages = found(flawed, select=("T105", "T303"))
    assert {finding.rule for finding in pages[0][1]} == {"T105", "T303"} and len(judged) == 2
    assert found(flawed, select=("T303",)) != pages and found(flawed, select=("T105", "T303")) == pages
    assert len(judged) == 2
    everything = found(flawed)
    with cache_elsewhere(flawed):
        assert found(flawed) == everything


def test_decision_is_applied_to_what_was_kept(flawed: Path, judged: list[str]):
    ((_, findings),) = found(flawed)
    finding = next(finding for finding in findings if finding.rule == "T105")
    places = tuple(mark(page_text(flawed), place.start, place.end) for place in finding.locations)
    question = Question(
        finding.finding_id, "T105", finding.concept_id or "", "zh", "guide/zh.md", finding.surface, places, 1.0
    )
    decision = Decision(question, "reject", "Mei", MOMENT)
    write(flawed.parent, {"review/decisions/mei.jsonl": ledger_text([decision])})
    ((_, decided),) = found(flawed, review=flawed.parent / "review")
    states = {finding.rule: finding.state.value for finding in decided}
    assert states["T105"] == "suppressed" and states["T303"] == "new" and judged == ["guide/zh.md"]


@contextmanager
def cache_elsewhere(folder: Path) -> Iterator[None]:
    """An empty cache while the block lasts."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TAIYAKU_CACHE", str(folder.parent / "other-cache"))
        yield


def page_text(flawed: Path) -> str:
    return (flawed / "guide" / "zh.md").read_text(encoding="utf-8")
