"""What is decided in a real browser goes back into the project, also when it was decided on an earlier build's page."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from flows.files.review_folder import decisions_in
from glossary.loading import load
from tests.browser.chromium import browsed, ready
from tests.flows.plain import rows_of, write
from tests.flows.test_review import EPOCHS, PAGES, Project, asked

pytestmark = pytest.mark.slow


def test_what_a_reviewer_decides_in_chromium_reaches_texts_and_build(tmp_path: Path):
    ready()  # before anything is built
    project = Project(write(tmp_path, PAGES))
    first = project.build()
    assert project.run("packet", "--for", "zh", "--format", "html") == 0
    ids = asked(project)
    operators, real = ids["T101", "操作员", "a/zh.md"], ids["T101", "PyTorch 图书馆", "b/zh.md"]
    packet = project.folder / "out" / "packets" / "zh-0001"
    (packet / "keys.json").write_text(json.dumps({operators: "a", real: "r"}), encoding="utf-8")
    browsed("round", packet)
    assert project.run("apply", packet / "mei.json") == 0
    patch = project.folder / "review" / "proposals" / "texts.patch"
    subprocess.run(["git", "apply", patch], cwd=project.folder, check=True)
    states = {finding["finding_id"]: finding["state"] for finding in rows_of(project.build(since=first), "findings")}
    assert (states[operators], states[real]) == ("fixed", "suppressed")


def test_what_was_decided_last_night_is_taken_over_today_and_applied(tmp_path: Path):
    ready()  # before anything is built
    project = Project(write(tmp_path, PAGES))
    first = project.build()
    page = project.folder / "docs" / "b" / "zh.md"
    page.write_text(page.read_text(encoding="utf-8").replace("在三楼", "在五楼") + "\n新的一段。\n", encoding="utf-8")
    second = project.build(since=first)
    ids = {(finding["surface"], finding["doc_id"]): finding["finding_id"] for finding in rows_of(first, "findings")}
    operators, real = (next(ids[key] for key in ids if key[0] == words) for words in ("操作员", "PyTorch 图书馆"))
    nights = {"first": first.name, "second": second.name, "keys": {operators: "a", real: "r"}}
    out = project.folder / "out"
    (out / "nights.json").write_text(json.dumps(nights), encoding="utf-8")
    browsed("nights", out)
    assert project.run("apply", out / "today.json") == 0
    assert project.run("apply", out / "last-night.json") == 0
    assert {decision.question.finding_id: decision.action for decision in decisions_in(project.folder / "review")} == {
        operators: "accept",
        real: "reject",
    }


@pytest.mark.parametrize(("key", "action", "status"), [("a", "admit", "admitted"), ("w", "wrong", "wrong")])
def test_rendering_that_is_decided_in_chromium_reaches_the_glossary(tmp_path: Path, key: str, action: str, status: str):
    ready()  # before anything is built
    project = Project(write(tmp_path, EPOCHS))
    report = project.build() / "report"
    (report / "key.json").write_text(json.dumps({"key": key, "surface": "周期"}), encoding="utf-8")
    browsed("rendering-round", report)
    assert project.run("apply", report / "mei.json") == 0
    (decision,) = decisions_in(project.folder / "review")
    assert (decision.action, decision.who, decision.question.concept_id, decision.question.surface) == (
        action,
        "Mei",
        "epoch",
        "周期",
    )
    assert decision.question.is_rendering
    patch = project.folder / "review" / "proposals" / "glossary.patch"
    subprocess.run(["git", "apply", patch], cwd=project.folder, check=True)
    epoch = load([project.folder / "terms"]).by_id["epoch"]
    assert [form.status for form in epoch.in_language("zh") if form.form == "周期"] == [status]
