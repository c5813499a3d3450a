"""A corpus that has collapsed is not published unasked: `latest` stays, and the call says what was lost."""

from __future__ import annotations

import json
import os
import re
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from corpus.storage import store
from flows.options import termbase_cache
from flows.options.flow_parameters import BuildOptions
from flows.pipeline import planning, publishing
from flows.pipeline.lifecycle import publish, run_steps
from flows.pipeline.losses import LossError
from tests.flows.command import Ran, called
from tests.flows.plain import rows_of, write
from tests.glossary.small import TENSOR

pytestmark = pytest.mark.slow

PAGES = {f"{number}/{lang}.md": text for number in range(8) for lang, text in (("zh", f"第{number}页。张量是多维数组。\n"), ("ja", f"{number} ページ。テンソルは多次元配列です。\n"))}  # fmt: skip
LONG = "张量是多维数组。\n\n" * 2_000


@pytest.fixture
def order(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> BuildOptions:
    """An order to build sixteen pages, which has been built."""
    write(tmp_path, {"terms/terms.toml": TENSOR, **{f"docs/{name}": text for name, text in PAGES.items()}})
    write(tmp_path, {"docs/long.zh.md": LONG})
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("flows.prefect_flows.server.is_configured", lambda: False)
    termbase_cache.glossary.cache_clear()
    order = BuildOptions(sources=(Path("docs"),), out=Path("out"), glossary=(Path("terms"),), glossary_only=True)
    publish(order)
    return order


def latest() -> str:
    return Path(os.readlink("out/latest")).name


def remove(*patterns: str) -> None:
    for pattern in patterns:
        for path in Path("docs").glob(pattern):
            path.unlink() if path.is_file() else shutil.rmtree(path)


def move(folder: str) -> None:
    paths = list(Path("docs").glob("[0-7]"))
    Path("docs", folder).mkdir()
    for path in paths:
        path.rename(Path("docs", folder, path.name))


def empty(pattern: str) -> None:
    for path in Path("docs").glob(pattern):
        path.write_text("")


COLLAPSED: list[tuple[str, Callable[[], object], str]] = [
    ("folders are gone", lambda: remove("[1-7]"), r"3 documents are left of the 17 in build (\w+) of the same sources, more than \[build\] max_lost = 0\.3 lets go: 1/ja\.md, 1/zh\.md, 2/ja\.md and 11 more"),
    ("a language is gone", lambda: remove("[0-4]/ja.md"), r"3 Japanese documents are left of the 8 in build (\w+) of the same sources, more than \[build\] max_lost = 0\.3 lets go: 0/ja\.md, 1/ja\.md, 2/ja\.md and 2 more"),
    ("files are empty", lambda: empty("[0-7]/zh.md"), r"9 documents are left of the 17 in build (\w+) of the same sources, more than \[build\] max_lost = 0\.3 lets go: 0/zh\.md, 1/zh\.md, 2/zh\.md and 5 more"),
    ("a page says nothing any more", lambda: write(Path("docs"), {"long.zh.md": "404 张量\n"}), r"271 characters of text are left of the 20,264 in build (\w+) of the same sources, more than \[build\] max_lost = 0\.3 lets go: long\.zh\.md"),
]  # fmt: skip


@pytest.mark.parametrize(("fact", "lose", "message"), COLLAPSED, ids=[case[0] for case in COLLAPSED])
def test_collapsed_corpus_is_not_published(fact: str, lose: Callable[[], object], message: str, order: BuildOptions):
    before = latest()
    lose()
    with pytest.raises(LossError) as error:
        publish(order)
    expected = (
        rf"out: not published, and latest stays: {message}; fix the sources, or publish all the same with --allow-loss"
    )
    match = re.fullmatch(expected, str(error.value))
    assert match and match[1] == before, str(error.value)
    assert (latest(), len(list(Path("out/builds").iterdir()))) == (before, 1)


BEARABLE: list[tuple[str, Callable[[], object]]] = [
    ("a few pages are gone", lambda: remove("[0-1]")),
    ("all pages have moved", lambda: move("new")),
    ("pages were added", lambda: write(Path("docs"), {f"more/{number}/zh.md": "张量。\n" for number in range(9)})),
]  # fmt: skip


@pytest.mark.parametrize(("fact", "change"), BEARABLE, ids=[case[0] for case in BEARABLE])
def test_what_may_well_be_meant_is_published(fact: str, change: Callable[[], object], order: BuildOptions):
    before = latest()
    change()
    publish(order)
    assert latest() != before


def test_build_of_other_sources_is_no_collapse(order: BuildOptions):
    publish(replace(order, sources=(Path("docs/0"),)))
    assert len(rows_of(Path("out/latest"), "documents")) == 2


def test_build_below_another_root_is_no_collapse(order: BuildOptions):
    remove("[1-7]")
    publish(replace(order, root=Path()))
    assert len(rows_of(Path("out/latest"), "documents")) == 3


def test_earlier_build_does_not_become_the_latest_again_unasked(order: BuildOptions):
    copy = shutil.copytree("docs", "kept")
    remove("[1-7]")
    small = publish(replace(order, max_lost=1))
    shutil.copytree(copy, "docs", dirs_exist_ok=True)
    whole = latest_after(order)
    remove("[1-7]")
    with pytest.raises(LossError):
        publish(order)
    assert (small.name != whole, latest()) == (True, whole)


def latest_after(order: BuildOptions) -> str:
    publish(order)
    return latest()


def test_manifest_names_no_folder_of_this_machine(order: BuildOptions, tmp_path: Path):
    manifest = Path("out/latest/manifest.json").read_text(encoding="utf-8")
    assert str(tmp_path) not in manifest
    assert re.fullmatch("[0-9a-f]{12}", json.loads(manifest)["sources"])


# --- the command


ONLY = ("--glossary", "terms", "--glossary-only")


def built(capfd: pytest.CaptureFixture[str], *arguments: str) -> Ran:
    return called(capfd, "build", "docs", "--out", "out", *ONLY, *arguments)


def test_command_fails_with_one_line_and_publishes_on_demand(order: BuildOptions, capfd: pytest.CaptureFixture[str]):
    before = latest()
    remove("[1-7]")
    ran = built(capfd, "--quiet")
    assert (ran.status, ran.out, len(ran.err.splitlines())) == (2, "", 1)
    assert ran.err.startswith("taiyaku: out: not published, and latest stays: 3 documents are left of the 17")
    assert latest() == before
    assert built(capfd, "--quiet", "--allow-loss").status == 0
    assert len(rows_of(Path("out/latest"), "documents")) == 3


@pytest.mark.parametrize(("bound", "status"), [("0", 2), ("0.1", 2), ("0.2", 0), ("1", 0)])
def test_setting_says_how_much_may_go(bound: str, status: int, order: BuildOptions, capfd: pytest.CaptureFixture[str]):
    write(Path(), {"taiyaku.toml": f"[build]\nmax_lost = {bound}\n"})
    remove("0", "1/zh.md")  # three of seventeen
    assert built(capfd).status == status


@pytest.mark.parametrize("bound", ["-0.1", "1.1", "nan", '"half"'])
def test_setting_is_a_share(bound: str, order: BuildOptions, capfd: pytest.CaptureFixture[str]):
    write(Path(), {"taiyaku.toml": f"[build]\nmax_lost = {bound}\n"})
    ran = built(capfd)
    assert (ran.status, ran.err.startswith("taiyaku: taiyaku.toml: build.max_lost: should be ")) == (2, True), ran.err


# --- sources that vanish under way


def test_what_was_planned_is_built_whatever_becomes_of_the_sources(order: BuildOptions):
    plan = planning.plan(order)
    shutil.rmtree("docs")
    with store.fresh_build_folder(order.out) as folder:
        build = planning.stage(plan, order, folder)
        publishing.publish(build, *run_steps(build))
    assert len(rows_of(Path("out/latest"), "documents")) == 17
