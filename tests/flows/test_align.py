"""`taiyaku align` and `taiyaku lexicon train` on the command line."""

from __future__ import annotations

import csv
import io
import xml.etree.ElementTree as ET
from collections.abc import Callable
from pathlib import Path

import pytest

from corpus.alignment.lexicon import parse_lexicon
from tests.flows.command import SAMPLES, Ran, called
from tests.flows.plain import write

pytestmark = pytest.mark.slow
Run = Callable[..., Ran]

ZH, EN = SAMPLES / "indexing-and-views" / "zh.md", SAMPLES / "indexing-and-views" / "en.md"


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("align")


@pytest.fixture
def run(home: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Calls the command line in this process, in the folder of these tests."""
    monkeypatch.chdir(home)
    return lambda *arguments: called(capfd, *arguments)


def test_text_shows_each_bead_with_language_and_line(run: Run):
    out = run("align", ZH, EN).out.splitlines()
    line_number = out.index("  zh     7  索引与视图")
    assert out[line_number - 1] == "1-1  1.00" and out[line_number + 1] == "  en     7  Indexing and views"
    assert out[-1].endswith("segments alone")


def test_tsv_has_spans_of_both_files(run: Run):
    rows = list(
        csv.DictReader(io.StringIO(run("align", ZH, EN, "--format", "tsv").out), delimiter="\t", quoting=csv.QUOTE_NONE)
    )
    texts = {"source": ZH.read_text(encoding="utf-8"), "target": EN.read_text(encoding="utf-8")}
    aligned_rows = [row for row in rows if row["source_spans"] and row["target_spans"]]
    assert len(aligned_rows) > 30 and {row["relation"] for row in aligned_rows} <= {"translation", "copy", "code"}
    assert all(0 <= float(row["score"]) <= 1 for row in rows)
    (heading,) = [row for row in aligned_rows if row["source"] == "基本索引"]
    assert heading["target"] == "Basic indexing" and heading["kind"] == "1-1"
    for name, text in texts.items():
        start, end = map(int, heading[f"{name}_spans"].split("-"))
        assert text[start:end].lstrip("# ") == heading[name]


def test_tmx_is_well_formed_and_holds_translations_alone(run: Run):
    root = ET.fromstring(run("align", ZH, EN, "--format", "tmx").out)
    assert root.tag == "tmx" and root.get("version") == "1.4"
    units = root.findall("./body/tu")
    lang = "{http://www.w3.org/XML/1998/namespace}lang"
    assert len(units) > 30 and all([tuv.get(lang) for tuv in unit.findall("tuv")] == ["zh", "en"] for unit in units)
    assert all(seg.text for unit in units for seg in unit.iter("seg"))
    assert ["基本索引", "Basic indexing"] in [[seg.text for seg in unit.iter("seg")] for unit in units]
    assert {prop.text for prop in units[0].findall("prop[@type='x-document']")} == {
        "indexing-and-views/zh.md",
        "indexing-and-views/en.md",
    }


def test_file_and_itself(run: Run):
    out = run("align", EN, EN).out
    assert "0 segments alone" not in out.splitlines()[0] and "translation" not in out


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("empty.zh.md", "", "empty file"),
        ("none.zh.md", None, "no such file or folder; check the path"),
        ("picture.png", b"\x89PNG", "format: .png is not one of .txt .md"),
    ],
)
def test_bad_file_is_named_in_one_line(run: Run, home: Path, name: str, content: str | bytes | None, message: str):
    if content is not None:
        write(home, {name: content})
    result = run("align", name, EN)
    assert (result.status, result.out) == (2, "") and len(result.err.splitlines()) == 1
    assert name in result.err and message in result.err


def test_lexicon_is_trained_from_works_in_several_languages(run: Run, home: Path):
    result = run("lexicon", "train", SAMPLES, "--out", home / "lexicons", "--note", "Ours.")
    assert result.status == 0, result.err
    files = {path.name: path.read_text(encoding="utf-8") for path in (home / "lexicons").iterdir()}
    assert set(files) == {"en-zh.tsv", "en-ja.tsv", "zh-ja.tsv"}
    assert "# Ours.\n# 8 works\n" in files["en-zh.tsv"]
    assert ("tensor", "张量") in parse_lexicon(files["en-zh.tsv"], "en-zh.tsv").pairs


def test_lexicon_of_one_language_is_refused(run: Run, home: Path):
    write(home, {"alone/zh.md": "张量是数组。\n"})
    result = run("lexicon", "train", home / "alone", "--out", home / "nothing")
    assert result.status == 2
    assert result.err.strip() == (
        "taiyaku: no work in two languages among the sources; give a folder with translations"
    )


def test_terms_stand_below_their_sentences(run: Run):
    out = run("align", ZH, EN, "--terms").out.splitlines()
    line_number = next(
        number for number, line in enumerate(out) if line.endswith("It always returns a view and copies no data.")
    )
    assert [line.split("  ")[0] for line in map(str.strip, out[line_number + 1 : line_number + 5])] == [
        "returns → 返回",
        "view → 视图",
        "copies → 复制",
        "data → 数据",
    ]


@pytest.mark.parametrize("files", [(ZH, EN), (EN, ZH)], ids=["zh first", "en first"])
def test_terms_as_tsv_have_their_places(run: Run, files: tuple[Path, Path]):
    out = run("align", *files, "--terms", "--format", "tsv").out
    rows = list(csv.DictReader(io.StringIO(out), delimiter="\t", quoting=csv.QUOTE_NONE))
    zh, en = ZH.read_text(encoding="utf-8"), EN.read_text(encoding="utf-8")
    assert len(rows) > 100
    for row in rows:
        assert en[int(row["source_start"]) : int(row["source_end"])].split() == row["source_surface"].split()
        assert not row["surface"] or zh[int(row["start"]) : int(row["end"])].split() == row["surface"].split()


def test_terms_are_refused_where_they_cannot_be_shown(run: Run):
    tmx = run("align", ZH, EN, "--terms", "--format", "tmx")
    assert (tmx.status, tmx.err) == (2, "taiyaku: --terms: TMX has no place for terms; use --format text or tsv\n")
    same = run("align", ZH, ZH, "--terms")
    assert (same.status, same.out) == (2, "") and "aligned with English, and these files are in zh and zh" in same.err
