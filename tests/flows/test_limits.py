"""Pages that cost more than they may: builds quarantine them with the reason, `check` tells it, and the rest is done."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, NoReturn

import pytest

from flows.checking.check_request import request_of
from flows.checking.page_check import check_sources
from flows.options import termbase_cache
from flows.options.flow_parameters import BuildOptions, CheckOptions
from flows.pipeline import planning, work_steps
from flows.pipeline.lifecycle import publish
from glossary.annotation import annotate
from glossary.bitext import works
from tests.flows.plain import rows_of, write
from tests.glossary.small import TENSOR

pytestmark = pytest.mark.slow

PAGES: dict[str, str | bytes] = {
    "good/zh.md": "张量是多维数组。\n",
    "good/en.md": "A tensor is an array.\n",
    "heavy/zh.md": "重页。张量是多维数组。\n\n第二段。\n\n第三段。\n",
    "heavy/ja.md": "テンソルは多次元配列です。\n",
    "heavy/en.md": "A heavy page.\n",
}
REASON = "takes longer than 2 s of processor time (max_seconds); shorten it or leave it out"
HEAVY = hashlib.sha256(b"heavy/zh.md").hexdigest()[:16]  # its doc_id
NO_ROOM = "takes more memory than there is; shorten it or leave it out"


@pytest.fixture
def order(tmp_path: Path) -> BuildOptions:
    folder = write(tmp_path, {"terms/terms.toml": TENSOR, **{f"docs/{name}": text for name, text in PAGES.items()}})
    termbase_cache.glossary.cache_clear()
    planning.warm(("en", "zh", "ja"))
    return BuildOptions(
        sources=(folder / "docs",), out=folder / "out", glossary=(folder / "terms",), glossary_only=True
    )


def busy() -> NoReturn:
    """Never comes to an end."""
    while True:
        time.sleep(0)


def hungry() -> NoReturn:
    raise MemoryError


def costly(monkeypatch: pytest.MonkeyPatch, module: Any, name: str, cost: Callable[[], NoReturn]) -> None:
    """Make a function cost too much of the heavy page in Chinese."""
    real = getattr(module, name)

    def function(first: Any, *rest: Any) -> Any:
        if getattr(first, "document", first).doc_id == HEAVY:
            cost()
        return real(first, *rest)

    monkeypatch.setattr(module, name, function)


STEPS: list[tuple[str, Any, str]] = [
    ("cut and matched", annotate, "annotated"),
    ("aligned", works, "alignments"),
    ("judged", work_steps, "raised_page"),
]


@pytest.mark.parametrize(("cost", "reason"), [(busy, REASON), (hungry, NO_ROOM)], ids=["time", "memory"])
@pytest.mark.parametrize(("step", "module", "name"), STEPS, ids=[case[0] for case in STEPS])
def test_page_that_costs_too_much_is_quarantined_and_the_rest_is_built(
    step: str, module: Any, name: str, cost: Any, reason: str, order: BuildOptions, monkeypatch: pytest.MonkeyPatch
):
    costly(monkeypatch, module, name, cost)
    build = publish(replace(order, max_seconds=2))
    rows = {row["path"]: (row["status"], row["reason"], row["text"]) for row in rows_of(build, "documents")}
    assert rows.pop("heavy/zh.md") == ("quarantined", reason, "")
    assert {status for status, _, _ in rows.values()} == {"ok"}
    for table in ("segments", "mentions", "findings"):
        assert HEAVY not in {row["doc_id"] for row in rows_of(build, table)}
    units = [row for row in rows_of(build, "parallel") if row["work"] == "heavy"]
    assert (all(not row["zh"] for row in units), any(row["ja"] for row in units)) == (True, True)
    assert [row["zh"] for row in rows_of(build, "parallel") if row["work"] == "good"] == ["张量是多维数组。"]


def test_check_says_which_page_costs_too_much_and_goes_on(order: BuildOptions, monkeypatch: pytest.MonkeyPatch):
    import flows.checking.page_check

    costly(monkeypatch, flows.checking.page_check, "raised_page", busy)
    base = order.sources[0]
    options = CheckOptions(sources=(base,), base=base, glossary=order.glossary, glossary_only=True, max_seconds=2)
    pages = check_sources(request_of(options))
    reasons_by_path = {page.document.path: page.document.reason for page in pages}
    assert reasons_by_path == {"good/zh.md": None, "heavy/ja.md": None, "heavy/zh.md": REASON}


def test_another_limit_makes_another_build(order: BuildOptions):
    assert publish(order) != publish(replace(order, max_seconds=60))
