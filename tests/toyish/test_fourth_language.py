"""A fourth language: a pack and a file of phrases are all that it needs to be read, matched, checked and reported."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from corpus.languages import KNOWN, Language, parse_tag, register, unregister
from corpus.languages.detection import detect, segment_language
from corpus.records import LANGUAGE_COLUMNS, Document, Mention, Segment
from corpus.sources.discovery import find
from corpus.sources.documents import read
from flows.options.flow_parameters import BuildOptions
from flows.pipeline.lifecycle import publish
from glossary.annotation.annotate import annotated
from glossary.annotation.pipeline import find_terms, matcher
from glossary.desk.report.check_report import CheckedPage, Report
from glossary.desk.report.text import text as text_report
from glossary.exchange import html, tbx
from glossary.findings.engine import check
from glossary.loading import load
from glossary.rules.context import RuleContext
from glossary.rules.messages import message
from glossary.termbase.termbase import GlossaryError, Termbase
from tests.flows.command import called
from tests.flows.plain import rows_of, write
from tests.toyish.language import PACK

ENTRIES = """
[[concept]]
id = "tensor"
domain = "tensors"
definition = "An array of numbers."
en.preferred = "tensor"
zh.preferred = "张量"
ja.preferred = "テンソル"
[concept.xt]
preferred = "ᛏᛖᚾᛋᛟᚱ"
wrong = [{ form = "ᛏᛖᚾᛞᛟᚱ", why = "a wagon that carries coal" }]
[concept.examples]
xt.match = ["ᚨ ᛏᛖᚾᛋᛟᚱ᛭"]
xt.no_match = ["ᛏᛖᚾᛋᛟᚱᛁᚨᛚ"]
xt.wrong = ["ᚨ ᛏᛖᚾᛞᛟᚱ᛭"]

[[concept]]
id = "model"
domain = "tensors"
definition = "What is trained."
en.preferred = "model"
zh.preferred = "模型"
ja.preferred = "モデル"
xt.preferred = "ᛗᛟᛞᛖᛚ"

[[concept]]
id = "gradient"
domain = "tensors"
definition = "The direction of steepest ascent."
en.preferred = "gradient"
zh.preferred = "梯度"
ja.preferred = "勾配"
"""
ARTICLE = """# ᚦᛖ ᛏᛖᚾᛋᛟᚱ

ᚹᛖ ᛚᛟᚨᛞ ᚦᛖ model ᚨᚾᛞ ᚨ ᛏᛖᚾᛋᛟᚱ᛭ ᚦᛖ ᛏᛖᚾᛞᛟᚱ ᚺᛟᛚᛞᛋ ᚠᛟᚢᚱ gradient᛭ `torch.Tensor` ᛁᛋ ᛁᛏᛋ ᚾᚨᛗᛖ᛭

This sentence was left in English by mistake.
"""
ENGLISH = """# The tensor

We load the model and a tensor. The tensor holds four gradients. `torch.Tensor` is its name.

This sentence was left in English by mistake.
"""


RUNES = "ᚹᛖ ᛚᛟᚨᛞ ᚨ ᛏᛖᚾᛋᛟᚱ᛭"


@pytest.fixture
def toyish() -> Iterator[None]:
    """Toyish is known while a test runs."""
    register(PACK)
    yield
    unregister(PACK.code)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, toyish: None) -> Path:
    """A folder with an article in English, Chinese and Toyish, and a glossary."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TAIYAKU_CACHE", str(tmp_path / "cache"))
    articles = {"docs/xt/guide.md": ARTICLE, "docs/en/guide.md": ENGLISH, "docs/zh/guide.md": "# 张量\n\n模型。\n"}
    return write(tmp_path, {**articles, "entries/tensors.toml": ENTRIES})


@pytest.fixture
def termbase(folder: Path) -> Termbase:
    """The glossary with Toyish forms."""
    return load([folder / "entries"], only=True)


def article(folder: Path) -> Document:
    """The Toyish article, as it is found and read."""
    (file,) = find([folder / "docs" / "xt"]).files
    return read(file, 1 << 20)


def annotation(folder: Path, termbase: Termbase) -> tuple[Document, list[Segment], list[Mention]]:
    """The article, its segments and its mentions."""
    document = article(folder)
    return document, *annotated(document, matcher(termbase))


# --- the language


@pytest.mark.parametrize("tag", ["xt", "XT", "toy"])
def test_its_tags_are_read(toyish: None, tag: str):
    assert parse_tag(tag) == Language("xt", "xt")


def test_language_of_pages_and_sentences_is_detected_from_their_text(toyish: None):
    assert detect(ARTICLE) == Language("xt", "xt")
    assert segment_language("ᚦᛖ ᛏᛖᚾᛋᛟᚱ ᛁᛋ ᛋᛗᚨᛚᛚ", "en") == "xt"
    assert segment_language("This sentence is in English.", "xt") == "en"
    assert segment_language("PyTorch 2.0", "xt") == "xt"


def test_it_is_gone_when_it_is_taken_out():
    assert "xt" not in KNOWN and parse_tag("xt") is None and detect(RUNES) is None
    register(PACK)
    assert parse_tag("xt") and detect(RUNES)
    unregister("xt")
    assert "xt" not in KNOWN and parse_tag("xt") is None


# --- from the file to mentions


def test_a_folder_named_after_it_tells_work_and_language(folder: Path):
    files = {file.name: file for file in find([folder / "docs"]).files}
    assert files["xt/guide.md"].language == Language("xt", "xt")
    assert {file.work for file in files.values()} == {"guide"}


def test_its_article_is_cut_into_sentences_and_words(folder: Path, termbase: Termbase):
    _, segments, _ = annotation(folder, termbase)
    assert [(segment.text_lang, segment.text) for segment in segments] == [
        ("xt", "# ᚦᛖ ᛏᛖᚾᛋᛟᚱ"),
        ("xt", "ᚹᛖ ᛚᛟᚨᛞ ᚦᛖ model ᚨᚾᛞ ᚨ ᛏᛖᚾᛋᛟᚱ᛭"),
        ("xt", "ᚦᛖ ᛏᛖᚾᛞᛟᚱ ᚺᛟᛚᛞᛋ ᚠᛟᚢᚱ gradient᛭"),
        ("xt", "`torch.Tensor` ᛁᛋ ᛁᛏᛋ ᚾᚨᛗᛖ᛭"),
        ("en", "This sentence was left in English by mistake."),
    ]
    assert segments[2].tokens == ["ᚦᛖ", "ᛏᛖᚾᛞᛟᚱ", "ᚺᛟᛚᛞᛋ", "ᚠᛟᚢᚱ", "gradient", "᛭"]


def test_its_terms_are_found(folder: Path, termbase: Termbase):
    _, _, mentions = annotation(folder, termbase)
    assert [(mention.concept_id, mention.surface, mention.status) for mention in mentions] == [
        ("tensor", "ᛏᛖᚾᛋᛟᚱ", "preferred"),
        ("model", "model", "source"),
        ("tensor", "ᛏᛖᚾᛋᛟᚱ", "preferred"),
        ("tensor", "ᛏᛖᚾᛞᛟᚱ", "wrong"),
        ("gradient", "gradient", "source"),
    ]
    assert [use.status for use in find_terms("ᚨ ᛏᛖᚾᛞᛟᚱ᛭", "xt", termbase)] == ["wrong"]


# --- the glossary


def test_an_entry_needs_no_form_in_it_and_proves_those_that_it_has(termbase: Termbase):
    assert termbase.preferred("tensor", "xt") == "ᛏᛖᚾᛋᛟᚱ"
    assert termbase.preferred("gradient", "xt") == "gradient"
    with pytest.raises(GlossaryError, match="no preferred form in ja"):
        load_with(Path.cwd(), ENTRIES.replace('ja.preferred = "モデル"', "ja.admitted = ['モデル']"))
    with pytest.raises(GlossaryError, match="xt example 'ᛗᛟᛞᛖᛚ' must match"):
        load_with(Path.cwd(), ENTRIES + '[concept.examples]\nxt.match = ["ᛗᛟᛞᛖᛚ"]\n')


def load_with(folder: Path, entries: str) -> Termbase:
    """The glossary of these entries."""
    return load([write(folder / "other", {"tensors.toml": entries})], only=True)


def test_entries_in_it_are_refused_while_it_is_unknown(folder: Path):
    unregister("xt")
    with pytest.raises(GlossaryError, match="unknown key 'xt'"):
        load([folder / "entries"], only=True)


def test_the_glossary_is_exchanged_with_it(termbase: Termbase):
    assert 'lang="art-x-toyish"' in html.page(termbase)
    assert "ᛏᛖᚾᛋᛟᚱ".encode() in tbx.tbx_bytes(termbase, "xt")


# --- findings and reports


def test_rules_that_are_bound_to_no_language_judge_it(folder: Path, termbase: Termbase):
    document, segments, mentions = annotation(folder, termbase)
    findings = check(RuleContext(document, tuple(segments), tuple(mentions), termbase))
    by_rule = {finding.rule: finding for finding in findings}
    assert (by_rule["T101"].surface, by_rule["T101"].expected) == ("ᛏᛖᚾᛞᛟᚱ", ["ᛏᛖᚾᛋᛟᚱ"])
    assert by_rule["T101"].message.startswith("“ᛏᛖᚾᛞᛟᚱ” (a wagon that carries coal) is listed as wrong for tensor")
    assert by_rule["T103"].surface == "model"
    assert {"T303", "T401", "T402", "T403", "T404", "T405"}.isdisjoint(by_rule)


def test_a_message_that_is_not_translated_is_in_english():
    words = {"surface": "ᛏᛖᚾᛞᛟᚱ", "concept": "tensor", "expected": "ᛏᛖᚾᛋᛟᚱ"}
    assert message("T101", "", words, "xt") == message("T101", "", words, "en")


def test_its_pages_are_checked_on_the_command_line(folder: Path, capfd: pytest.CaptureFixture[str]):
    options = ("--glossary", "entries", "--glossary-only", "--jobs", "1")
    text_run = called(capfd, "check", "docs/xt/guide.md", *options)
    assert text_run.status == 1
    assert "docs/xt/guide.md:3:35 T101 “ᛏᛖᚾᛞᛟᚱ”" in text_run.out
    assert "ᚦᛖ ᛏᛖᚾᛞᛟᚱ ᚺᛟᛚᛞᛋ" in text_run.out and "ᛏᛖᚾᛋᛟᚱ" in text_run.out
    report = json.loads(called(capfd, "check", "docs", *options, "--format", "json").out)
    rows = {row["rule"]: row for row in report["findings"] if row["lang"] == "xt"}
    assert (rows["T101"]["path"], rows["T101"]["surface"], rows["T101"]["fails"]) == (
        "docs/xt/guide.md",
        "ᛏᛖᚾᛞᛟᚱ",
        True,
    )
    assert rows["T101"]["locations"][0]["line"] == 3


def test_a_report_speaks_it_as_far_as_its_phrases_go(folder: Path, termbase: Termbase):
    document, segments, mentions = annotation(folder, termbase)
    findings = check(RuleContext(document, tuple(segments), tuple(mentions), termbase))
    wrong = [finding for finding in findings if finding.rule == "T101"]
    report = text_report(Report([CheckedPage(document, "docs/xt/guide.md", wrong)], lang="xt"))
    assert "1 ᚠᚨᚢᛚᛏ in 1 ᚠᛁᛚᛖ" in report


# --- a build


@pytest.mark.slow
def test_a_build_holds_it_but_in_the_columns_of_three_languages(folder: Path):
    build = publish(
        BuildOptions(sources=(folder / "docs",), out=folder / "out", glossary=(folder / "entries",), glossary_only=True)
    )
    assert {row["lang"] for row in rows_of(build, "segments")} == {"en", "zh", "xt"}
    assert {row["surface"] for row in rows_of(build, "mentions") if row["lang"] == "xt"} >= {"ᛏᛖᚾᛋᛟᚱ", "ᛏᛖᚾᛞᛟᚱ"}
    assert ("T101", "ᛏᛖᚾᛞᛟᚱ") in {(row["rule"], row["surface"]) for row in rows_of(build, "findings")}
    beads = [row for row in rows_of(build, "alignments") if row["src_lang"] == "xt"]
    assert [row["kind"] for row in beads] == ["1-1"] * 5
    units = rows_of(build, "parallel")
    held = {segment_id for row in units for lang in LANGUAGE_COLUMNS for segment_id in row[f"{lang}_segments"]}
    langs = {row["segment_id"]: row["lang"] for row in rows_of(build, "segments")}
    assert {langs[segment_id] for segment_id in held} == {"en", "zh"}
    page = (build / "report" / "index.html").read_text("utf-8")
    assert "ᛏᛟᛁᛁᛋᚺ" in page and 'lang="art-x-toyish"' in page
