"""The Prefect flow `check` finds what the command finds, with all that a project has set."""

from __future__ import annotations

import asyncio
import json
import logging
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from flows.command_line.cli import main
from flows.options.effective_options import build_options, check_options
from flows.options.flow_parameters import CheckOptions
from flows.options.options import AlarmLevel
from flows.options.settings import load
from flows.pipeline.lifecycle import publish
from tests.flows.command import called
from tests.flows.plain import rows_of, write

pytestmark = pytest.mark.slow

WRONG = "TorchVision 图书馆提供了预训练模型。\n"
SETTINGS = """
[source]
exclude = ["drafts/*"]
max_mib = 0.001

[[works]]
en = "english/**"
zh = "chinese/**"

[glossary]
dirs = ["terms"]

[align]
lexicons = ["words"]

[check]
baseline = "baseline.json"

[check.per_folder."docs/chinese/blog/*"]
ignore = ["T101"]
"""
ENTRY = """
[[concept]]
id = "widget-press"
domain = "kitchen"
definition = "A press for widgets."
en.preferred = "widget press"
zh = { preferred = "部件压机", wrong = ["零件榨机"] }
ja.preferred = "部品プレス"
"""
FILES = {
    "taiyaku.toml": SETTINGS,
    "terms/press.toml": ENTRY,
    "words/en-zh.tsv": "# Word pairs of en and zh.\nwidget\t部件\t5\n",
    "docs/english/guide.md": "# Guide\n\nThe library presses widgets. The press is a tool that is 300 years old.\n",
    "docs/chinese/guide.md": f"# 指南\n\n{WRONG}\n零件榨机是一种有三千年历史的工具。\n",
    "docs/chinese/decided.md": f"# 已定\n\n{WRONG}",
    "docs/chinese/known.md": f"# 已知\n\n{WRONG}",
    "docs/chinese/blog/post.md": f"# 文章\n\n{WRONG}",
    "docs/chinese/large.md": WRONG * 100,
    "docs/drafts/draft.zh.md": WRONG,
}


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Path:
    """A project that sets whatever can be set, with one finding that a reviewer rejected and one that is baselined."""
    monkeypatch.chdir(write(tmp_path, {**FILES, "baseline.json": ""}))
    (tmp_path / "baseline.json").unlink()
    ran = called(capfd, "check", "docs/chinese/known.md", "--update-baseline")
    assert ran.status == 0, ran.err
    build = publish(build_options(load(), tmp_path, sources=(tmp_path / "docs",)))
    reject(build, "chinese/decided.md")
    return tmp_path


def reject(build: Path, path: str) -> None:
    """Let a reviewer reject what T101 found on a page."""
    (doc_id,) = [row["doc_id"] for row in rows_of(build, "documents") if row["path"].endswith(path)]
    (finding,) = [row for row in rows_of(build, "findings") if (row["doc_id"], row["rule"]) == (doc_id, "T101")]
    answer = {"finding": finding["finding_id"], "action": "reject", "why": "a building", "words": ""}
    answers = {"format": "taiyaku-decisions", "version": 1, "build": build.name, "decisions": [answer]}
    Path("mei.json").write_text(json.dumps(answers), encoding="utf-8")
    assert main(["review", "apply", "mei.json", "--by", "Mei"]) == 0


def findings_of(command_json: str) -> list[dict[str, Any]]:
    """The findings that the command reports, as it reports them."""
    rows: list[dict[str, Any]] = json.loads(command_json)["findings"]
    return rows


def test_flow_finds_what_the_command_finds(project: Path, capfd: pytest.CaptureFixture[str]):
    from flows.prefect_flows.check_flow import check, check_pages
    from flows.prefect_flows.deployment_plan import as_parameters

    reported = findings_of(called(capfd, "check", "docs", "--format", "json").out)
    options = check_options(load(), project, sources=(Path("docs"),), fail_on="never")
    values = check.validate_parameters(json.loads(json.dumps(as_parameters(options))))
    pages = check_pages.fn(CheckOptions(**values))
    page_findings = [(page.document.path, finding) for page in pages for finding in page.findings]
    assert sorted((row["finding_id"], row["state"], row["confidence"]) for row in reported) == sorted(
        (finding.finding_id, finding.state, round(finding.confidence, 3)) for _, finding in page_findings
    )
    states = {(path, finding.rule): finding.state for path, finding in page_findings}
    assert states["docs/chinese/guide.md", "T101"] == "new"
    assert states["docs/chinese/known.md", "T101"] == "open"
    assert states["docs/chinese/decided.md", "T101"] not in ("new", "open")
    assert ("docs/chinese/blog/post.md", "T101") not in states
    assert {page.document.path: page.document.status for page in pages}["docs/chinese/large.md"] == "quarantined"
    assert not any(path.startswith("docs/drafts") for path, _ in page_findings)
    assert ("docs/chinese/guide.md", "T303") in states  # 三千 for 300: aligned with the English that works name


def checked_quietly(monkeypatch: pytest.MonkeyPatch, options: CheckOptions, on_new: AlarmLevel) -> tuple[str, str]:
    """How the check of an edited glossary ends without Prefect's server: the name of its state and its message."""
    from flows.prefect_flows import check_flow

    async def nothing(*_: object, **__: object) -> None:
        pass

    for name in ("lint_glossary", "check_pages"):
        monkeypatch.setattr(check_flow, name, getattr(check_flow, name).fn)
    monkeypatch.setattr(check_flow, "_artifacts", nothing)
    monkeypatch.setattr(check_flow, "get_run_logger", logging.getLogger)
    state = asyncio.run(check_flow.run_check(options, on_new))
    return str(state.name), str(state.message)


@pytest.mark.parametrize(
    ("fail_on", "on_new", "end"),
    [
        ("major", "off", "Completed"),
        ("major", "warn", "Warned"),
        ("major", "fail", "Failed"),
        ("critical", "fail", "Completed"),
        ("never", "fail", "Completed"),
    ],
)
def test_new_findings_of_an_edited_glossary_are_reported_from_the_severity_that_fails_a_check(
    project: Path, monkeypatch: pytest.MonkeyPatch, fail_on: Any, on_new: AlarmLevel, end: str
):
    options = check_options(load(), project, sources=(project / "docs",), baseline=None, fail_on=fail_on)
    options = replace(options, build=project / "outputs" / "latest", min_confidence=0.5)
    with monkeypatch.context() as patch:
        assert checked_quietly(patch, options, on_new)[0] == "Completed"
    write(project, {"terms/press.toml": ENTRY.replace('wrong = ["零件榨机"]', 'wrong = ["零件榨机", "三千年历史"]')})
    name, message = checked_quietly(monkeypatch, options, on_new)
    assert name == end
    reason = "that the latest build does not have, such as docs/chinese/guide.md: T101 "
    assert (reason in message) == (end != "Completed")


def test_findings_of_the_build_are_not_new_to_a_check_whose_paths_count_from_elsewhere(project: Path):
    from flows.checking.page_check import located, new_findings
    from flows.prefect_flows.check_flow import check_pages, read_findings

    options = check_options(load(), project, sources=(Path("docs"),), fail_on="never")
    before = [
        page_finding
        for page_finding in located(read_findings.fn(Path("outputs/latest")))
        if page_finding.finding.rule == "T101"
    ]
    paths = {page.document.path for page, _ in before}
    assert "chinese/guide.md" in paths and not new_findings(before, before)
    write(project, {"docs/chinese/later.md": f"# 文章\n\n{WRONG}"})
    found_now = [
        page_finding for page_finding in located(check_pages.fn(options)) if page_finding.finding.rule == "T101"
    ]
    assert {page.document.path for page, _ in found_now} == {
        "docs/chinese/decided.md",
        "docs/chinese/guide.md",
        "docs/chinese/known.md",
        "docs/chinese/later.md",
    }
    assert [page.document.path for page, _ in new_findings(found_now, before)] == ["docs/chinese/later.md"]
