"""Pages as an editor has them judged: the same as `taiyaku check` says of the file, whatever was written before."""

from __future__ import annotations

import random
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from corpus.records import Finding
from flows.checking.check_request import CheckRequest, request_of
from flows.checking.page_check import check_sources
from flows.checking.project_baseline import read_baseline, with_states
from flows.editing.judged_page import JudgedPage, PageJudge
from flows.options.flow_parameters import CheckOptions
from glossary.findings import baseline
from glossary.findings.baseline import baseline_text
from tests.flows.command import SAMPLES
from tests.flows.plain import write

FLAWED = "release-notes-with-flaws"
PIECES = (
    "",
    "\n",
    "\n\n",
    "𠮷",
    "图书馆",
    "演算子",
    " tensor ",
    "`",
    "\r\n",
    "# ",
    "0.01",
    "（",
    "\u2028",
    "* ",
    "不",
    "```\n",
)


def _request(base: Path, *sources: Path, **more: object) -> CheckRequest:
    options = CheckOptions(sources=sources, base=base, **more)  # type: ignore[arg-type]
    return request_of(options)


def _checked(file: Path, request: CheckRequest) -> list[Finding]:
    """What `taiyaku check FILE` says of the file, with the project's baseline."""
    pages = check_sources(replace(request, options=replace(request.options, sources=(file,))))
    baseline_file = request.options.baseline
    pages = with_states(pages, read_baseline(baseline_file)) if baseline_file else pages
    return [finding for page in pages for finding in page.findings]


def _judged(judge: PageJudge, file: Path, text: str | None = None) -> JudgedPage:
    page = judge.judged(file, file.read_bytes().decode() if text is None else text)
    assert page is not None
    return page


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """The samples, to write in."""
    shutil.copytree(SAMPLES, tmp_path / "docs")
    return tmp_path


@pytest.mark.slow
def test_an_editor_says_what_check_says_of_every_sample(project: Path):
    judge, files = PageJudge(_request(project)), sorted(project.glob("docs/*/[jz]*.md"))
    for file in files:
        assert list(_judged(judge, file).findings) == _checked(file, judge.request), file
    assert len(files) == 16


def test_an_original_that_was_translated_itself_makes_its_page_less_sure(project: Path):
    folder = project / "docs" / FLAWED
    english, chinese = folder / "en.md", folder / "zh.md"
    judge = PageJudge(_request(project))
    before = {finding.finding_id: finding.confidence for finding in _judged(judge, chinese).findings}
    english.write_text(f"{english.read_text()}\n这里还有没有翻译的中文。\n")
    after = {finding.finding_id: finding.confidence for finding in _judged(judge, chinese).findings}
    assert list(_judged(judge, chinese).findings) == _checked(chinese, judge.request)
    assert any(after[name] < before[name] for name in after.keys() & before.keys())


def test_what_the_project_lives_with_or_reviewers_decided_is_so_in_the_editor(project: Path):
    file, baseline_file = project / "docs" / FLAWED / "zh.md", project / "terminology.json"
    findings = _checked(file, _request(project))
    document = _judged(PageJudge(_request(project)), file).document
    entries = baseline.entries(document.path, findings[:3], lambda _: document.text)
    baseline_file.write_text(baseline_text(entries))
    judge = PageJudge(_request(project, baseline=baseline_file))
    states = [finding.state for finding in _judged(judge, file).findings]
    assert states.count(findings[0].state) == len(findings) - 3
    assert list(_judged(judge, file).findings) == _checked(file, judge.request)
    baseline_file.unlink()
    assert list(_judged(judge, file).findings) == findings


@pytest.mark.slow
@pytest.mark.parametrize("lang", ["zh", "ja"])
def test_after_any_edits_a_page_is_judged_as_if_it_were_just_read(project: Path, lang: str):
    file = project / "docs" / FLAWED / f"{lang}.md"
    judge, draw, text = PageJudge(_request(project)), random.Random(lang), file.read_text()
    differing = set()
    for number in range(24):
        start = draw.randrange(len(text))
        end = min(len(text), start + draw.choice((0, 0, 1, 3, 40)))
        text = text[:start] + draw.choice(PIECES) + text[end:]
        if number % 8 == 5:  # the original is written in too
            english = file.with_name("en.md")
            english.write_text(english.read_text().replace("the", "The", number))
        file.write_bytes(text.encode())
        page = _judged(judge, file, text)
        assert list(page.findings) == _checked(file, judge.request), (number, start)
        differing.add(len(page.findings))
    assert len(differing) > 3  # the edits do something


@pytest.mark.parametrize("lang", ["zh", "ja"])
def test_findings_move_with_what_is_written_and_what_is_written_in_is_judged_alone(project: Path, lang: str):
    file = project / "docs" / FLAWED / f"{lang}.md"
    judge, draw, text = PageJudge(_request(project)), random.Random(7), file.read_text()
    judged = _judged(judge, file, text)
    for _ in range(60):
        start = draw.randrange(len(text))
        end = min(len(text), start + draw.choice((0, 0, 1, 3)))
        written = text[:start] + draw.choice(PIECES) + text[end:]
        page = judge.carried(judged, written, is_free=True)
        for finding in page.findings:
            for place in finding.locations:
                assert written[place.start : place.end] == place.surface
        for offset in range(0, len(written), 97):
            use = page.concept_at(offset)
            assert use is None or written[use[0].start : use[0].end] == use[0].surface


def test_a_wrong_word_is_reported_while_the_rest_of_the_page_waits(tmp_path: Path):
    write(tmp_path, {"zh/a.md": "# 张量\n\n这个库把每个算子注册一次。\n\n这个 PyTorch 图书很好。\n"})
    file, judge = tmp_path / "zh/a.md", PageJudge(_request(tmp_path))
    judged = _judged(judge, file)
    page = judge.carried(judged, judged.document.text.replace("图书", "图书馆"), is_free=True)
    assert [(finding.rule, finding.surface, finding.start) for finding in page.findings] == [
        (finding.rule, finding.surface, finding.start) for finding in _judged(judge, file, page.document.text).findings
    ]
    assert page.findings
    assert not judge.carried(judged, page.document.text, is_free=False).findings
