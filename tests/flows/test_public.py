"""The public functions of Python: those that the page on Python names, as its table says."""

from __future__ import annotations

import inspect
import subprocess
import sys
from pathlib import Path

import pytest

import corpus
import flows
import glossary
from corpus.sources.discovery import SourceError
from tests.flows.command import PATIENCE, ROOT
from tests.flows.plain import rows_of, write

PACKAGES = (corpus, flows, glossary)


def test_page_names_every_public_function():
    text = (ROOT / "flows/docs/site/en/how-to/python.md").read_text(encoding="utf-8")
    for package in PACKAGES:
        for name in package.__all__:
            assert f"`{package.__name__}.{name}(" in text, name


@pytest.mark.parametrize("package", PACKAGES, ids=lambda package: package.__name__)
def test_public_functions_are_documented_and_typed(package):
    assert (Path(package.__file__).parent / "py.typed").exists()
    for name in package.__all__:
        function = getattr(package, name)
        assert inspect.getdoc(function)
        signature = inspect.signature(function)
        assert inspect.Signature.empty not in (
            signature.return_annotation,
            *(p.annotation for p in signature.parameters.values()),
        )


def test_importing_the_packages_loads_no_library():
    code = "import sys, corpus, glossary, flows; print([m for m in ('pyarrow', 'spacy', 'jieba', 'prefect', 'pandas') if m in sys.modules])"
    ran = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE)
    assert ran.stdout == "[]\n", ran.stderr


@pytest.mark.parametrize(
    ("name", "text", "lang", "expected"),
    [
        ("intro.ja.md", "# テンソル\n", "", ("ja", "intro")),
        ("intro.txt", "张量是多维数组，算子在张量上运行。\n", "", ("zh", "intro")),
        ("intro.txt", "tensor\n", "zh-TW", ("zh", "intro")),
    ],
)
def test_a_file_is_read_with_its_language_and_work(
    name: str, text: str, lang: str, expected: tuple[str, str], tmp_path: Path
):
    write(tmp_path, {name: text})
    document = corpus.read(tmp_path / name, lang)
    assert (document.status, document.text) == ("ok", text)
    assert (document.lang, document.work) == expected


def test_what_cannot_be_read_says_why(tmp_path: Path):
    write(tmp_path, {"empty.zh.md": ""})
    assert corpus.read(tmp_path / "empty.zh.md").reason == "empty file"
    with pytest.raises(SourceError, match="no such file"):
        corpus.read(tmp_path / "missing.md")
    write(tmp_path, {"other.zh.md": "张量"})
    with pytest.raises(SourceError, match="a folder; name a file in it"):
        corpus.read(tmp_path)
    with pytest.raises(SourceError, match="'de' is not a language tag of en, ja or zh"):
        corpus.read(tmp_path / "empty.zh.md", "de")


def test_segments_and_mentions_stand_where_they_say(tmp_path: Path):
    write(tmp_path, {"a.zh.md": "# 张量\n\n新的PyTorch库，张量是多维数组。\n"})
    document = corpus.read(tmp_path / "a.zh.md")
    assert [segment.text for segment in corpus.segment(document)] == ["# 张量", "新的PyTorch库，张量是多维数组。"]
    segments, mentions = glossary.annotate(document)
    assert "张量" in segments[1].tokens
    assert {"pytorch", "tensor"} <= {mention.concept_id for mention in mentions}
    assert all(document.text[mention.start : mention.end] == mention.surface for mention in mentions)


def test_terms_are_found_in_a_text_as_in_a_build():
    mentions = glossary.find("见 https://example.org/tensor 张量库", "zh")
    assert [(mention.surface, mention.concept_id) for mention in mentions] == [("张量", "tensor"), ("库", "library")]
    with pytest.raises(ValueError, match="'de' is no language of taiyaku; give one of en, zh, ja"):
        glossary.find("Tensor", "de")


@pytest.mark.slow
def test_own_entries_are_laid_over_the_glossary(tmp_path: Path):
    entry = '[[concept]]\nid = "own"\ndomain = "own"\ndefinition = "Ours."\nen.preferred = "frobnicator"\nzh.preferred = "摆弄器"\nja.preferred = "フロブ"\n'
    write(tmp_path, {"own.toml": entry})
    combined = glossary.load(tmp_path)
    assert [mention.concept_id for mention in glossary.find("这个摆弄器", "zh", combined)] == ["own"]
    assert [mention.concept_id for mention in glossary.find("张量", "zh", glossary.load([tmp_path], only=True))] == []


@pytest.mark.slow
def test_a_build_is_published_and_found_again(tmp_path: Path):
    write(tmp_path / "articles", {"a/zh.md": "张量\n"})
    build = flows.publish([tmp_path / "articles"], tmp_path / "out")
    assert (tmp_path / "out" / "latest").resolve() == build
    assert [row["path"] for row in rows_of(build, "documents")] == ["a/zh.md"]
    before = (build / "manifest.json").stat().st_mtime_ns
    assert flows.publish(str(tmp_path / "articles"), tmp_path / "out") == build  # one path is as good as a list
    assert (build / "manifest.json").stat().st_mtime_ns == before
