"""`[site] text_attributes`: checks, builds, editors and assistants judge the attributes that the settings name."""

from __future__ import annotations

from pathlib import Path

import pytest

from corpus.records import Finding
from corpus.text.segments import segment
from flows.assistants.entry_proposals import check_translation, given_document
from flows.checking.check_request import CheckRequest, request_of
from flows.checking.page_check import check_sources
from flows.editing.judged_page import PageJudge
from flows.options.effective_options import build_options, check_options
from flows.options.flow_parameters import BuildOptions
from flows.options.settings import Settings, load
from flows.pipeline import planning
from tests.flows.plain import write

ENGLISH = '# Library\n\n<Widget blurb="TorchVision is a library of models with 8 layers." />\n'
CHINESE = '# 库\n\n<Widget blurb="TorchVision 是一个含有 4 层模型的图书馆。" />\n'
FOUND = {"T101", "T303"}  # the wrong word, and the number that the original has not


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return write(tmp_path, {"docs/en/a.mdx": ENGLISH, "docs/zh/a.mdx": CHINESE})


def settings(*names: str) -> Settings:
    Path("taiyaku.toml").write_text(f"[site]\ntext_attributes = {list(names)}\n", encoding="utf-8")
    return load()


def request(folder: Path, *names: str) -> CheckRequest:
    return request_of(check_options(settings(*names), folder, sources=(folder / "docs",), select=("T101", "T303")))


def rules(findings: list[Finding]) -> set[str]:
    return {finding.rule for finding in findings}


def checked(request: CheckRequest) -> set[str]:
    return rules([finding for page in check_sources(request) for finding in page.findings])


def test_check_judges_them_and_keeps_results_apart(folder: Path):
    assert checked(request(folder)) == set()
    assert checked(request(folder, "blurb")) == FOUND
    assert checked(request(folder)) == set()  # what was kept with the setting is not taken


def test_editor_judges_them_in_page_and_original(folder: Path):
    file = folder / "docs/zh/a.mdx"
    judge, other = PageJudge(request(folder, "blurb")), PageJudge(request(folder))
    judged, unnamed = judge.judged(file, CHINESE), other.judged(file, CHINESE)
    assert judged and unnamed
    assert (rules([*judged.findings]), rules([*unnamed.findings])) == (FOUND, set())


def test_assistants_judge_them(folder: Path):
    def found(request: CheckRequest, page: str, english: str) -> set[str]:
        documents = given_document(request, page, "zh", folder), given_document(request, english, "en", folder)
        return {row["rule"] for row in check_translation(request, *documents).findings}

    for page, english in ((CHINESE, ENGLISH), ("docs/zh/a.mdx", "docs/en/a.mdx")):
        assert found(request(folder, "blurb"), page, english) == FOUND
        assert found(request(folder), page, english) == set()


def test_build_reads_them_and_has_an_id_of_its_own(folder: Path):
    def plan(*names: str) -> planning.BuildPlan:
        options: BuildOptions = build_options(settings(*names), folder, sources=(folder / "docs",))
        return planning.plan(options)

    plans = [plan(), plan("blurb"), plan("tip"), plan("tip", "blurb"), plan("blurb", "tip", "blurb")]
    assert len({plan.build_id for plan in plans}) == 4 and plans[3].build_id == plans[4].build_id
    texts = {part.text for page in plans[1].documents for part in segment(page) if part.kind == "paragraph"}
    assert texts == {
        "TorchVision is a library of models with 8 layers.",
        "TorchVision 是一个含有 4 层模型的图书馆。",
    }
