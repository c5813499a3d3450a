"""What a build costs when little changed, as a share of the build that knows nothing."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Literal

import pytest

from corpus.grouping import grouped
from corpus.storage import parquet
from flows.files.review_folder import DECISIONS
from flows.options import termbase_cache
from flows.options.flow_parameters import BuildOptions
from flows.pipeline import planning
from flows.pipeline.lifecycle import publish
from glossary.decisions import files
from glossary.decisions.decision import Decision, Question
from glossary.findings.edit_reach import EditReach, searched
from glossary.loading import fingerprint, load
from glossary.termbase.termbase import Form, Termbase
from tests.benchmarks import results
from tests.flows.edited_project import LoadedGlossary
from tests.shared import DOCUMENTATION, needs_shared

TITLE = "A build when little changed"
_ENTRY = "beam-search"
_HEAD = ["what changed", "Japanese alone, CPU s", "of the whole", "three languages, CPU s", "of the whole"]
_NOTE = """
hf-course in one process, one build after the other into the same folder, start-up taken off. The first one learns the
lexicon, the others read it. All but the first two rows are without the page of the report (`--report never`).
The wrong form that the entry gets can meet {met}. What does not shrink with the change
reads and writes the whole corpus: tables, counts, comparable segments and scores.
"""


@pytest.mark.bench
@needs_shared
def test_build_when_little_changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    alone, all_languages = (_spent(tmp_path / name, name, monkeypatch) for name in ("ja", "*"))
    rows = [
        [name, *(cell for spent in (alone, all_languages) for cell in _cells(spent, name))] for name in all_languages
    ]
    edit = EditReach(load(), _edited(load()))
    reach = " and ".join(_met(tmp_path / name / "articles", edit) for name in ("ja", "*"))
    body = results.table(_HEAD, rows) + _NOTE.format(met=reach)
    results.record_costs(TITLE, body)
    print(f"\n{body}")
    assert all_languages["one page"] < 0.15 * all_languages["nothing known"]
    assert all_languages["one decision"] < 0.1 * all_languages["nothing known"]


def _met(sources: Path, edit: EditReach) -> str:
    """How many of the pages may come out otherwise for an edit."""
    documents = planning.plan(BuildOptions(sources=(sources,), out=sources)).documents
    works = [list(work) for work in grouped(documents, lambda document: document.work).values()]
    reached = [work for work in works if edit.can_meet(searched(document.text for document in work))]
    return f"{sum(map(len, reached))} of {len(documents)} pages"


def _cells(spent: Mapping[str, float], name: str) -> list[str]:
    return [f"{spent[name]:.1f}", f"{spent[name] / spent['nothing known']:.0%}"]


def _spent(folder: Path, lang: str, patch: pytest.MonkeyPatch) -> dict[str, float]:
    """CPU seconds of builds of the pages in a language, or in all, one after the other."""
    patch.setenv("TAIYAKU_CACHE", str(folder / "cache"))
    termbase = load()
    sources = folder / "articles"
    documents = planning.plan(BuildOptions(sources=(DOCUMENTATION["hf-course"],), out=folder / "none")).documents
    for document in documents:
        if lang in ("*", document.lang):
            target = sources / document.path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes((DOCUMENTATION["hf-course"] / document.path).read_bytes())
    page = sources / next(document.path for document in documents if document.lang == "ja")

    def use(glossary: Termbase) -> None:
        patch.setattr(termbase_cache, "glossary", LoadedGlossary(glossary))

    review = folder / "review"

    def one_decision() -> None:
        build = folder / "out" / "latest"
        row = next(row for row in parquet.read_table(build, "findings").to_pylist() if row["scope"] == "segment")
        path = next(document.path for document in documents if document.doc_id == row["doc_id"])
        question = Question(row["finding_id"], row["rule"], "", row["lang"], path, row["surface"], ("0" * 16,), 1.0)
        (review / DECISIONS).mkdir(parents=True)
        decision = Decision(question, "reject", "Mei", "2026-11-22T10:00:00Z")
        (review / DECISIONS / "mei.jsonl").write_text(files.ledger_text([decision]), encoding="utf-8")

    def one_page() -> None:
        page.write_text(page.read_text(encoding="utf-8") + "\nテンソルを使います。\n", encoding="utf-8")

    def one_entry() -> None:
        use(_edited(termbase))

    edits: dict[str, Callable[[], None]] = {
        "nothing known": lambda: use(termbase),
        "one page, with the report": one_page,
        "the report left out": lambda: None,
        "one page": one_page,
        "one decision": one_decision,
        f"one entry ({_ENTRY})": one_entry,
    }
    spent: dict[str, float] = {}
    for number, (name, edit) in enumerate(edits.items()):
        edit()
        began = time.process_time()
        report: Literal["always", "never"] = "always" if number < 2 else "never"
        publish(BuildOptions(sources=(sources,), out=folder / "out", review=review, report=report))
        spent[name] = time.process_time() - began
    return spent


def _edited(termbase: Termbase) -> Termbase:
    concept = termbase.by_id[_ENTRY]
    changed = {_ENTRY: replace(concept, forms=(*concept.forms, Form("zh", "光束查找", "wrong", "any")))}
    concepts = tuple(changed.get(entry.id, entry) for entry in termbase.concepts)
    return Termbase(concepts, fingerprint(concepts))
