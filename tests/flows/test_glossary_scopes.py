"""Scopes of the glossary: pages of one product go by its own entries, and no other page does."""

from __future__ import annotations

from pathlib import Path

import pytest

from flows.checking import page_check
from flows.checking.check_request import CheckRequest, request_of
from flows.checking.page_check import check_sources
from flows.checking.report_inputs import inputs_of
from flows.editing.judged_page import PageJudge
from flows.files.build_reader import built
from flows.options import termbase_cache
from flows.options.effective_options import build_options, check_options, options_of
from flows.options.flow_parameters import BuildOptions
from flows.options.options import GlossaryOptions
from flows.options.settings import load
from flows.pipeline import work_steps
from flows.pipeline.lifecycle import publish
from flows.reviewing.packets import PacketRequest, write_packet
from glossary.annotation.annotate import rows_of
from glossary.findings.raised_page import raised_page
from glossary.rules.context import RuleContext
from tests.flows.plain import rows_of as rows
from tests.flows.plain import write

ENTRY = """
[[concept]]
id = "{id}"
domain = "product"
en.preferred = "{english}"
zh.preferred = "{preferred}"
zh.admitted = {admitted}
zh.wrong = {wrong}
"""


def entry(english: str, preferred: str, wrong: str = "[]", admitted: str = "[]") -> str:
    """An entry of a product."""
    name = english.replace(" ", "-")
    return ENTRY.format(id=name, english=english, preferred=preferred, admitted=admitted, wrong=wrong)


SETTINGS = """
[glossary]
dirs = ["terms/all"]
only = true

[[glossary.scopes]]
folders = ["docs/robots"]
dirs = ["terms/robots"]

[[glossary.scopes]]
folders = ["docs/*/farms/**", "docs/farms"]
dirs = ["terms/farms"]
"""
PAGE = "# 步骤\n\n打开收获步，再看采集步。机械手停在夹爪旁边。\n"
FILES: dict[str, str | bytes] = {
    "taiyaku.toml": SETTINGS,
    "terms/all/a.toml": entry("harvest step", "采集步", '["收获步"]'),
    "terms/robots/a.toml": entry("harvest step", "收获步", '["采集步"]') + entry("gripper", "夹爪", '["机械手"]'),
    "terms/farms/a.toml": entry("harvest step", "采收步", '["收获步", "采集步"]'),
    "docs/robots/zh/a.md": PAGE,
    "docs/farms/zh/a.md": PAGE,
    "docs/other/zh/a.md": PAGE,
}
WANTED = {
    "docs/farms/zh/a.md": {"收获步", "采集步"},
    "docs/other/zh/a.md": {"收获步"},
    "docs/robots/zh/a.md": {"采集步", "机械手"},
}


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository with two products and pages of neither."""
    monkeypatch.setenv("TAIYAKU_CACHE", str(tmp_path / "cache"))
    monkeypatch.chdir(write(tmp_path / "project", FILES))
    termbase_cache.glossary.cache_clear()
    return tmp_path / "project"


def checking(project: Path) -> CheckRequest:
    """A check as the settings ask for it, of entries as they are now."""
    termbase_cache.glossary.cache_clear()
    return request_of(check_options(load(), project, sources=(project / "docs",), select=("T101", "T202")))


def building(project: Path) -> BuildOptions:
    """A build as the settings ask for it."""
    return build_options(load(), project, sources=(project / "docs",), out=project / "out", select=("T101", "T202"))


def checked(project: Path, rule: str = "T101") -> dict[str, set[str]]:
    """The words that a check reports, by page."""
    pages = check_sources(checking(project))
    return {page.document.path: {row.surface for row in page.findings if row.rule == rule} for page in pages}


def published(build: Path, rule: str = "T101") -> dict[str, set[str]]:
    """The words that a build reports, by page."""
    reported: dict[str, set[str]] = {}
    paths = {row["doc_id"]: f"docs/{row['path']}" for row in rows(build, "documents")}
    for row in rows(build, "findings"):
        if row["rule"] == rule:
            reported.setdefault(paths[row["doc_id"]], set()).add(row["surface"])
    return reported


@pytest.fixture
def judged(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The paths of pages that rules were asked about in checks, and that builds analysed."""
    paths: list[str] = []

    def noted(page: RuleContext, *args):
        paths.append(page.document.path)
        return raised_page(page, *args)

    def analysed(documents, *args):
        paths.extend(f"docs/{document.path}" for document in documents)
        return rows_of(documents, *args)

    monkeypatch.setattr(page_check, "raised_page", noted)
    monkeypatch.setattr(work_steps, "rows_of", analysed)
    return paths


def test_each_page_goes_by_the_entries_of_its_scope(project: Path):
    assert checked(project) == WANTED
    build = publish(building(project))
    assert published(build) == WANTED
    uses = {row["concept_id"]: row["zh_mentions"] for row in rows(build, "concepts")}
    assert uses["gripper"] == 2  # an entry of one scope is in the tables of all pages


def test_an_editor_and_packets_go_by_the_scope_too(project: Path):
    judge, packets = PageJudge(checking(project)), project / "packets"
    for path, words in WANTED.items():
        page = judge.judged(Path(path), PAGE)
        assert page and {finding.surface for finding in page.findings if finding.rule == "T101"} == words
    terms = options_of(GlossaryOptions, load())
    request = PacketRequest("zh", project / "review", packets, terms=terms)
    packet = write_packet(built(publish(building(project))), request).packet
    assert {row.question.surface for row in packet.rows} == {"收获步", "采集步", "机械手"}


@pytest.mark.parametrize("edited", ["robots", "farms"])
def test_an_edit_of_one_scope_judges_no_page_of_another(project: Path, judged: list[str], edited: str):
    """Though every page has the word that becomes a wrong one."""
    checked(project)
    publish(building(project))
    judged.clear()
    write(project, {f"terms/{edited}/b.toml": entry("edge", "边", '["旁边"]')})
    page = f"docs/{edited}/zh/a.md"
    after = {**WANTED, page: WANTED[page] | {"旁边"}}
    assert checked(project) == after
    assert judged == [page]
    assert published(publish(building(project))) == after
    assert set(judged) == {page}


def test_pages_of_one_scope_alone_are_compared_with_each_other(project: Path):
    words = {**{f"other/{number}": "采集步" for number in range(4)}, "farms/0": "收获步", "farms/1": "收获步"}
    pages = {f"docs/zh/{name}.md": f"# 步骤\n\n打开{word}。\n" for name, word in words.items()}
    write(project, {**pages, "terms/all/a.toml": entry("harvest step", "采集步", admitted='["收获步"]')})
    write(project, {"terms/farms/a.toml": entry("harvest step", "收获步", admitted='["采集步"]')})
    assert not any(checked(project, "T202").values())
    assert published(publish(building(project)), "T202") == {}
    write(project, {"taiyaku.toml": SETTINGS.partition("[[")[0]})
    assert any(checked(project, "T202").values())
    assert published(publish(building(project)), "T202") != {}


def test_what_is_wrong_with_the_entries_of_a_scope_is_reported_at_once(project: Path):
    write(project, {"terms/farms/a.toml": "[[concept]]\n"})
    with pytest.raises(ValueError, match=r"a\.toml"):
        checked(project)


def test_the_report_of_a_check_depends_on_the_entries_of_scopes(project: Path):
    places = set(inputs_of(checking(project), None, None))
    assert {("folder", "terms/farms"), ("file", "terms/farms/a.toml")} <= places


def test_scopes_are_parameters_of_flows(project: Path):
    options = building(project)
    assert [scope.folders for scope in options.scopes] == [("docs/robots",), ("docs/*/farms/**", "docs/farms")]
    assert BuildOptions.checked(options.as_json()).scopes == options.scopes
