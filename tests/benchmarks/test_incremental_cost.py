"""What a build costs when little changed, as a share of the build that knows nothing."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from flows.options import BuildOptions
from flows.pipeline import planning, staged_build
from flows.pipeline.local import publish
from flows.pipeline.teaching import teaching
from glossary.loading import fingerprint, load
from glossary.termbase.termbase import Concept, Form, Termbase
from tests.benchmarks import results
from tests.flows.edited_project import LoadedGlossary
from tests.shared import DOCUMENTATION, needs_shared

TITLE = "A build when little changed"
_ENTRY = "beam-search"
_NOTE = """
hf-course with originals in one process, each build into a folder of its own, start-up taken off; what does not shrink with
the change is what reads and writes the whole corpus: its tables, counts, comparable segments and report.
"""


@pytest.mark.bench
@needs_shared
def test_build_when_little_changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("TAIYAKU_CACHE", str(tmp_path / "cache"))
    sources = shutil.copytree(DOCUMENTATION["hf-course"], tmp_path / "articles")
    termbase = load()

    def use(glossary: Termbase) -> None:
        for module in (planning, staged_build):
            monkeypatch.setattr(module, "glossary", LoadedGlossary(glossary))

    def nothing() -> None:
        use(termbase)

    def one_page() -> None:
        documents = planning.plan(BuildOptions(sources=(sources,), out=tmp_path / "none")).documents
        teachers = teaching(documents)
        page = next(sources / d.path for d in documents if d.lang == "ja" and d.work not in teachers)
        page.write_text(page.read_text(encoding="utf-8") + "\nテンソルを使います。\n", encoding="utf-8")

    def one_entry() -> None:
        changed = {_ENTRY: _with_wrong_form(termbase)}
        concepts = tuple(changed.get(concept.id, concept) for concept in termbase.concepts)
        use(Termbase(concepts, fingerprint(concepts)))

    edits: dict[str, Callable[[], None]] = {
        "nothing known": nothing,
        "nothing changed, published elsewhere": nothing,
        "one page": one_page,
        f"one entry ({_ENTRY})": one_entry,
    }
    spent: dict[str, float] = {}
    for number, (name, edit) in enumerate(edits.items()):
        edit()
        began = time.process_time()
        publish(BuildOptions(sources=(sources,), out=tmp_path / str(number)))
        spent[name] = time.process_time() - began
    whole = spent["nothing known"]
    rows = [[name, f"{seconds:.1f}", f"{seconds / whole:.0%}"] for name, seconds in spent.items()]
    body = results.table(["what changed", "CPU s", "of the whole"], rows) + _NOTE
    results.record(TITLE, body)
    print(f"\n{body}")
    assert spent["one page"] < 0.3 * whole


def _with_wrong_form(termbase: Termbase) -> Concept:
    concept = termbase.by_id[_ENTRY]
    return replace(concept, forms=(*concept.forms, Form("zh", "光束查找", "wrong", "any")))
