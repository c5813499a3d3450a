"""Exports: what each format holds, what is left out and counted, and that a folder is written whole or not at all."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from lxml import etree
from translate.storage.tmx import tmxfile

from flows.exporting import export_units
from flows.exporting.export_units import ExportError, whole_folder
from flows.options.flow_parameters import BuildOptions
from flows.options.options import OriginOptions
from flows.pipeline.lifecycle import publish
from glossary.bitext.translation_units import split_of
from tests.flows.command import called
from tests.flows.plain import rows_of, without_column, write

SENTENCES = {
    "en": [
        "A tensor is an array of any number of dimensions.",
        "Operators run on the GPU.",
        "Write to mei@nova-labs.org.",
    ],
    "zh": ["张量是任意维数的数组。", "算子在 GPU 上运行。", "请写信给 mei@nova-labs.org。"],
    "ja": [
        "テンソルは任意の次元数の配列です。",
        "演算子は GPU 上で動きます。",
        "mei@nova-labs.org までご連絡ください。",
    ],
}
MORE = {
    "en": "The **compiler** of [work {0}](https://nova-labs.org/tensor) fuses the operators of its graph into kernels.",
    "zh": "[作品 {0}](https://nova-labs.org/tensor) 的**编译器**把图中的算子融合成内核。",
    "ja": "[作品 {0}](https://nova-labs.org/tensor) の**コンパイラ**はグラフの演算子をカーネルに融合します。",
}
HEADS = {"en": "Guide {0}", "zh": "指南 {0}", "ja": "ガイド {0}"}


def page(number: int, lang: str) -> str:
    name = "alpha beta gamma delta epsilon zeta eta theta iota kappa".split()[number]  # noqa: SIM905
    parts = [f"# {HEADS[lang].format(name)}", *SENTENCES[lang], MORE[lang].format(name)]
    return "\n\n".join(parts) + "\n"


@pytest.fixture(scope="module")
def build(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Ten works in three languages, but for one that has no Japanese; the first four have a licence."""
    folder = tmp_path_factory.mktemp("export")
    pages: dict[str, str | bytes] = {
        f"work-{number}/{lang}.md": page(number, lang)
        for number in range(10)
        for lang in SENTENCES
        if (number, lang) != (9, "ja")
    }
    origins = tuple(
        OriginOptions(path=f"work-{number}/*", license="CC-BY-4.0", attribution="Mei") for number in range(4)
    )
    return publish(BuildOptions(sources=(write(folder / "site", pages),), out=folder / "out", origins=origins))


def lines(folder: Path, name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / name).read_text(encoding="utf-8").split("\n")[:-1]]


def all_lines(folder: Path) -> list[dict[str, Any]]:
    return [row for file in sorted(folder.glob("*.jsonl")) for row in lines(folder, file.name)]


def test_json_lines_have_both_texts_and_the_places_of_terms(build: Path, tmp_path: Path, capfd: Any):
    assert called(capfd, "export", tmp_path / "x", "--build", build, "--langs", "zh-en").status == 0
    rows = all_lines(tmp_path / "x")
    row = next(row for row in rows if row["source"] == "张量是任意维数的数组。")
    assert row["target"] == "A tensor is an array of any number of dimensions."
    assert (row["source_lang"], row["target_lang"]) == ("zh", "en")
    tensor = next(term for term in row["terms"] if term["concept"] == "tensor")
    assert tensor == {
        "concept": "tensor", "source": "张量", "target": "tensor",
        "source_places": [{"start": 0, "end": 2, "text": "张量", "status": "preferred"}],
        "target_places": [{"start": 2, "end": 8, "text": "tensor", "status": "preferred"}],
    }  # fmt: skip
    assert ["张量", "tensor"] in row["constraints"]
    places = [
        (row[side][place["start"] : place["end"]], place["text"])
        for row in rows for term in row["terms"] for side in ("source", "target") for place in term[f"{side}_places"]
    ]  # fmt: skip
    assert len(places) > 50 and all(text == place for text, place in places)


def test_term_after_a_link_that_names_it_has_its_own_place(build: Path, tmp_path: Path, capfd: Any):
    called(capfd, "export", tmp_path / "x", "--build", build, "--langs", "en-zh", "--format", "jsonl")
    row = next(row for row in all_lines(tmp_path / "x") if "fuses" in row["source"])
    compiler = next(term for term in row["terms"] if term["concept"] == "compiler")
    assert [place["text"] for place in compiler["source_places"]] == ["compiler"]
    assert "tensor" not in {term["concept"] for term in row["terms"]}  # of the link's target nothing is to be seen


def test_moses_files_have_a_line_for_each_pair_of_the_json_lines(build: Path, tmp_path: Path, capfd: Any):
    called(capfd, "export", tmp_path / "j", "--build", build)
    called(capfd, "export", tmp_path / "m", "--build", build, "--format", "moses")
    names = {file.name.removesuffix(".jsonl") for file in (tmp_path / "j").glob("*.jsonl")}
    assert {name.split(".")[1] for name in names} == {"en-zh", "en-ja", "zh-ja"}
    for name in names:
        source, target = name.split(".")[1].split("-")
        texts = [(tmp_path / "m" / f"{name}.{lang}").read_text(encoding="utf-8") for lang in (source, target)]
        expected = [(row["source"], row["target"]) for row in lines(tmp_path / "j", f"{name}.jsonl")]
        assert list(zip(texts[0].split("\n")[:-1], texts[1].split("\n")[:-1], strict=True)) == expected


def test_memories_are_read_by_others(build: Path, tmp_path: Path, capfd: Any):
    called(capfd, "export", tmp_path / "j", "--build", build, "--langs", "zh-en")
    called(capfd, "export", tmp_path / "t", "--build", build, "--langs", "zh-en", "--format", "tmx")
    files = sorted((tmp_path / "t").glob("*.tmx"))
    assert [file.stem for file in files] == [file.stem for file in sorted((tmp_path / "j").glob("*.jsonl"))]
    for file in files:
        memory = tmxfile.parsefile(str(file))
        expected = [(row["source"], row["target"]) for row in lines(tmp_path / "j", f"{file.stem}.jsonl")]
        assert [(unit.source, unit.target) for unit in memory.units] == expected
        top = etree.parse(str(file)).getroot()
        assert top.get("version") == "1.4" and [head.get("srclang") for head in top.iter("header")] == ["zh"]


def test_what_is_left_out_is_counted_by_reason(build: Path, tmp_path: Path, capfd: Any):
    ran = called(capfd, "export", tmp_path / "x", "--build", build, "--langs", "en-ja")
    units = rows_of(build, "parallel")
    summary = json.loads((tmp_path / "x" / "export.json").read_text(encoding="utf-8"))["pairs"]["en-ja"]
    assert sum(summary["exported"].values()) + sum(summary["left_out"].values()) == len(units)
    assert sum(summary["exported"].values()) == len(all_lines(tmp_path / "x"))
    assert summary["left_out"]["not in both languages"] == sum(not (unit["en"] and unit["ja"]) for unit in units)
    assert summary["left_out"]["flagged duplicate"] > 10 and summary["left_out"]["flagged personal-data"] == 1
    assert ran.out == ""
    assert ran.err.splitlines()[0] == f"wrote {tmp_path / 'x'}: build {build.name} as jsonl"
    assert f"{summary['left_out']['flagged duplicate']:,} flagged duplicate" in ran.err.splitlines()[1]


def test_no_pair_stands_twice_and_no_work_in_two_splits(build: Path, tmp_path: Path, capfd: Any):
    called(capfd, "export", tmp_path / "x", "--build", build)
    rows = all_lines(tmp_path / "x")
    texts = [(row["source"], row["target"]) for row in rows]
    assert len(set(texts)) == len(texts)
    assert len({(row["work"], row["split"]) for row in rows}) == len({row["work"] for row in rows})
    assert not any("mei@" in text for pair in texts for text in pair)


def test_near_copy_of_a_document_of_another_split_is_left_out(build: Path, tmp_path: Path, capfd: Any):
    called(capfd, "export", tmp_path / "x", "--build", build)
    documents = {row["doc_id"]: row for row in rows_of(build, "documents")}
    leaking = {
        doc_id
        for doc_id, row in documents.items()
        if row["duplicate_of"] and split_of(row["work"]) != split_of(documents[row["duplicate_of"]]["work"])
    }
    assert leaking
    rows = all_lines(tmp_path / "x")
    assert not any({row["source_document"], row["target_document"]} & leaking for row in rows)
    options = ("--langs", "en-zh", "--exclude-flags", "unaligned")
    called(capfd, "export", tmp_path / "y", "--build", build, *options)
    assert any(row["source_document"] in leaking for row in all_lines(tmp_path / "y"))


def test_nothing_is_excluded_where_none_is_said(build: Path, tmp_path: Path, capfd: Any):
    options = ("--langs", "en-zh", "--exclude-flags", "none", "--min-quality", "0")
    called(capfd, "export", tmp_path / "x", "--build", build, *options)
    units = [unit for unit in rows_of(build, "parallel") if unit["en"] and unit["zh"]]
    assert sorted(row["id"] for row in all_lines(tmp_path / "x")) == sorted(unit["unit_id"] for unit in units)


def test_quality_below_the_minimum_is_left_out(build: Path, tmp_path: Path, capfd: Any):
    called(capfd, "export", tmp_path / "x", "--build", build, "--langs", "en-zh", "--min-quality", "0.99")
    assert all(row["quality"] >= 0.99 for row in all_lines(tmp_path / "x"))


def test_only_the_splits_that_are_asked_for_are_written(build: Path, tmp_path: Path, capfd: Any):
    ran = called(capfd, "export", tmp_path / "x", "--build", build, "--split", "train", "--langs", "en-zh")
    assert ran.status == 0
    assert [file.name for file in sorted((tmp_path / "x").iterdir())] == ["export.json", "train.en-zh.jsonl"]


@pytest.mark.parametrize(("name", "expected"), [("cc-by-4.0", {"CC-BY-4.0"}), ("not stated", {None})])
def test_only_the_licences_that_are_asked_for_are_taken(
    build: Path, tmp_path: Path, capfd: Any, name: str, expected: set[str | None]
):
    called(capfd, "export", tmp_path / "x", "--build", build, "--langs", "en-zh", "--license", name)
    rows = all_lines(tmp_path / "x")
    assert {row["source_license"] for row in rows} == {row["target_license"] for row in rows} == expected
    summary = json.loads((tmp_path / "x" / "export.json").read_text(encoding="utf-8"))
    assert [(source["license"], source["attribution"]) for source in summary["sources"]] == [
        (licence, ["Mei"] if licence else []) for licence in expected
    ]


def test_same_build_makes_the_same_bytes(build: Path, tmp_path: Path, capfd: Any):
    for name in ("a", "b"):
        called(capfd, "export", tmp_path / name, "--build", build)
    first, second = ({file.name: file.read_bytes() for file in (tmp_path / name).iterdir()} for name in ("a", "b"))
    assert first == second and len(first) > 3


def test_earlier_export_is_replaced(build: Path, tmp_path: Path, capfd: Any):
    called(capfd, "export", tmp_path / "x", "--build", build, "--format", "moses")
    called(capfd, "export", tmp_path / "x", "--build", build, "--format", "tmx")
    assert {file.suffix for file in (tmp_path / "x").iterdir()} == {".tmx", ".json"}
    assert [place.name for place in tmp_path.iterdir()] == ["x"]


def test_folder_with_other_files_is_left_alone(build: Path, tmp_path: Path, capfd: Any):
    write(tmp_path / "mine", {"thesis.txt": "Years of work."})
    ran = called(capfd, "export", tmp_path / "mine", "--build", build)
    assert (ran.status, ran.err) == (
        2, f"taiyaku: {tmp_path / 'mine'}: holds other files than an export of taiyaku; name another folder\n",
    )  # fmt: skip
    assert [file.name for file in (tmp_path / "mine").iterdir()] == ["thesis.txt"]


def test_nothing_is_written_where_no_pair_is_left(build: Path, tmp_path: Path, capfd: Any):
    ran = called(capfd, "export", tmp_path / "x", "--build", build, "--license", "MIT")
    assert ran.status == 2
    assert ran.err == (
        f"taiyaku: {build}: no pair is left; most are left out as flagged duplicate; ask for less with the options of "
        "export\n"
    )
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--langs", "zh-fr"], "'zh-fr' is not a pair of en, zh and ja; give one such as zh-en"),
        (["--langs", "zh-zh"], "'zh-zh' is not a pair of en, zh and ja; give one such as zh-en"),
        (["--exclude-flags", "bad"], "'bad' is no flag of units; give some of unaligned, other-language"),
        (["--min-quality", "2"], "'2' is not a quality; give one from 0 to 1"),
        (["--format", "csv"], "invalid choice: 'csv'"),
    ],
)
def test_slip_in_the_arguments_is_reported(tmp_path: Path, capfd: Any, arguments: list[str], message: str):
    ran = called(capfd, "export", tmp_path / "x", *arguments)
    assert ran.status == 2 and message in ran.err


def test_folder_without_a_build_is_reported(tmp_path: Path, capfd: Any):
    ran = called(capfd, "export", tmp_path / "x", "--build", tmp_path)
    assert (ran.status, ran.err) == (
        2, f"taiyaku: {tmp_path}: no build there; run `taiyaku build`, or name one with --build\n",
    )  # fmt: skip


def test_table_that_cannot_be_read_is_reported(build: Path, tmp_path: Path, capfd: Any):
    shutil.copytree(build, tmp_path / "broken")
    (tmp_path / "broken" / "parallel" / "part-00000.parquet").write_bytes(b"PAR1 no more")
    ran = called(capfd, "export", tmp_path / "x", "--build", tmp_path / "broken")
    assert ran.status == 2 and ran.err.startswith(f"taiyaku: {tmp_path / 'broken'}: parallel cannot be read: ")
    assert len(ran.err.splitlines()) == 1 and not (tmp_path / "x").exists()


def test_what_fails_on_the_way_leaves_the_earlier_export(
    build: Path, tmp_path: Path, capfd: Any, monkeypatch: pytest.MonkeyPatch
):
    called(capfd, "export", tmp_path / "x", "--build", build)
    before = {file.name: file.read_bytes() for file in (tmp_path / "x").iterdir()}

    def full(*_: object) -> str:
        raise OSError(28, "No space left on device", str(tmp_path / "x"))

    monkeypatch.setattr(export_units, "_summary", full)
    ran = called(capfd, "export", tmp_path / "x", "--build", build, "--format", "tmx")
    assert ran.status == 3 and "No space left on device; free some space and run it again" in ran.err
    assert {file.name: file.read_bytes() for file in (tmp_path / "x").iterdir()} == before
    assert [place.name for place in tmp_path.iterdir()] == ["x"]


def test_what_a_killed_export_left_goes_with_the_next(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    write(tmp_path, {".x.999999999.tmp/a.jsonl": "", ".x.1.tmp/a.jsonl": "", ".xy.999999999.tmp/a": ""})
    monkeypatch.setattr(export_units, "is_running", lambda process: process == 1)
    with whole_folder(tmp_path / "x") as folder:
        (folder / "a").write_text("a")
    assert sorted(place.name for place in tmp_path.iterdir()) == [".x.1.tmp", ".xy.999999999.tmp", "x"]


def test_build_from_before_near_copies_were_marked_is_exported_too(build: Path, tmp_path: Path, capfd: Any):
    shutil.copytree(build, tmp_path / "earlier")
    for name in ("emails", "phones", "keys", "duplicate_of"):
        without_column(tmp_path / "earlier", "documents", name)
    assert called(capfd, "export", tmp_path / "x", "--build", tmp_path / "earlier").status == 0
    assert len(all_lines(tmp_path / "x")) > 20


def test_damaged_documents_are_reported(build: Path, tmp_path: Path, capfd: Any):
    shutil.copytree(build, tmp_path / "broken")
    (tmp_path / "broken" / "documents" / "part-00000.parquet").write_bytes(b"PAR1 no more")
    ran = called(capfd, "export", tmp_path / "x", "--build", tmp_path / "broken")
    assert ran.status == 2 and ran.err.startswith(f"taiyaku: {tmp_path / 'broken'}: documents cannot be read: ")


def test_file_where_the_folder_is_to_be_is_left_alone(tmp_path: Path):
    (tmp_path / "x").write_text("a")
    with pytest.raises(ExportError, match="a file or link, where a folder is to be"), whole_folder(tmp_path / "x"):
        raise AssertionError("nothing is to be written")
    assert (tmp_path / "x").read_text() == "a"
