"""`taiyaku glossary lint`, `stats` and `diff`: what they print, and how they end."""

from __future__ import annotations

from pathlib import Path

import pytest

from flows.options.flow_parameters import BuildOptions
from flows.pipeline.lifecycle import publish
from glossary import load
from tests.flows.command import called
from tests.flows.plain import write
from tests.glossary.small import ARRAY, TENSOR

ONLY = "--glossary-only"


@pytest.fixture
def entries(tmp_path: Path) -> Path:
    return write(tmp_path / "entries", {"tensors.toml": TENSOR + ARRAY})


@pytest.fixture
def build(tmp_path: Path, entries: Path) -> Path:
    pages = write(tmp_path / "articles", {"a/zh.md": "新的张量，新的数组。\n" * 6, "a/ja.md": "テンソルの配列。\n"})
    return publish(BuildOptions(sources=(pages,), out=tmp_path / "out", glossary=(entries,), glossary_only=True))


def test_own_entries_have_nothing_to_fix(capfd):
    ran = called(capfd, "glossary", "lint")
    assert (ran.status, ran.out) == (0, "")
    assert ran.err.endswith(" concepts: nothing to fix\n")


def test_what_is_to_be_fixed_is_reported_with_file_concept_and_remedy(capfd, entries: Path):
    write(
        entries,
        {"wrong.toml": TENSOR.replace('"tensor"', '"library"').replace("张量", "库").replace("テンソル", "ライブラリ")},
    )
    ran = called(capfd, "glossary", "lint", "--glossary", entries, ONLY)
    assert (ran.status, ran.err) == (1, "3 concepts: 1 to fix, 0 hints\n")
    expected = "wrong.toml: 'library': T905 too-general (minor): zh '库' (preferred) is one character; give it only_near or not_in\n"
    assert ran.out == expected


def test_what_loading_refuses_is_reported_with_its_code(capfd, entries: Path):
    write(entries, {"more.toml": ARRAY.replace('"array"', '"list"')})
    ran = called(capfd, "glossary", "lint", "--glossary", entries, ONLY)
    assert (ran.status, ran.err) == (1, "2 to fix, 0 hints\n")
    assert ran.out.splitlines()[0] == (
        "T901 form-of-two-concepts (blocking): more.toml:7: zh '数组' belongs to both 'array' (tensors.toml) and 'list'; "
        "keep one, or give one of them only_near"
    )


def test_use_in_a_build_is_looked_at(capfd, entries: Path, build: Path):
    text = (entries / "tensors.toml").read_text(encoding="utf-8")
    write(
        entries,
        {"tensors.toml": text.replace('zh.preferred = "数组"', 'zh.preferred = "阵列"\nzh.admitted = ["数组"]')},
    )
    ran = called(capfd, "glossary", "lint", "--glossary", entries, ONLY, "--build", build)
    assert (ran.status, ran.err) == (0, "2 concepts: 0 to fix, 1 hint\n")
    assert ran.out.startswith(
        "tensors.toml: 'array': T904 unused-preferred (neutral): zh prefers '阵列', which is never used"
    )


def test_entries_are_counted_by_domain(capfd, entries: Path):
    ran = called(capfd, "glossary", "stats", "--glossary", entries, ONLY)
    assert ran.status == 0
    assert [line.split() for line in ran.out.splitlines()] == [
        ["domain", "concepts", "kept", "en", "zh", "ja", "unwanted", "examples"],
        ["tensors", "2", "0", "2", "2", "2", "0", "0"],
        ["tier", "core", "2", "0", "2", "2", "2", "0", "0"],
        *(["tier", tier, *"0000000"] for tier in ("ml", "software")),
        ["all", "2", "0", "2", "2", "2", "0", "0"],
    ]


def test_nothing_changes_with_the_entries_of_the_build(capfd, entries: Path, build: Path):
    ran = called(capfd, "glossary", "diff", build, "--glossary", entries, ONLY)
    assert (ran.status, ran.out, ran.err) == (0, "", "no change\n")


def test_what_an_edit_would_change_is_shown_in_context(capfd, entries: Path, build: Path):
    text = (entries / "tensors.toml").read_text(encoding="utf-8")
    edited = text.replace('zh.preferred = "数组"', 'zh.preferred = "阵列"\nzh.wrong = ["数组"]').replace(
        "テンソル", "テンソール"
    )
    write(entries, {"tensors.toml": edited})
    ran = called(capfd, "glossary", "diff", build, "--glossary", entries, ONLY)
    assert (ran.status, ran.err) == (0, "6 preferred → wrong, 1 lost\n")
    assert [line.split() for line in ran.out.splitlines()] == [
        ["6", "preferred", "→", "wrong", "zh", "array", "数组", "a/zh.md:", "新的张量，新的[数组]。", "新的张量，新的数组。", "新的"],
        ["1", "lost", "ja", "tensor", "テンソル", "a/ja.md:", "[テンソル]の配列。"],
    ]  # fmt: skip


@pytest.mark.parametrize("arguments", [["diff", "nowhere"], ["lint", "--build", "nowhere"]])
def test_folder_that_is_no_build_ends_with_2(capfd, arguments: list[str]):
    ran = called(capfd, "glossary", *arguments)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err == "taiyaku: nowhere: no build found; run `taiyaku build`, or give a build folder\n"


def test_entries_are_written_in_the_short_form(capfd, entries: Path):
    change = '\n# Ours.\n[[change]]\nid = "gradient"\n\n[change.zh]\nwrong = ["渐变色"]  # a colour\n'
    write(entries, {"mine.toml": change})
    before = load([entries])
    call = ("glossary", "format", "--glossary", entries)
    ran = called(capfd, *call, "--check")
    assert (ran.status, ran.err) == (1, "2 files to format, 0 in the short form already\n")
    assert ran.out.splitlines() == [f"{entries}/mine.toml", f"{entries}/tensors.toml"]
    assert (entries / "mine.toml").read_text("utf-8") == change
    ran = called(capfd, *call)
    assert (ran.status, ran.err) == (0, "2 files formatted, 0 in the short form already\n")
    # The built-in entry for `tensor` has another English name in no case; an overlay writes its own all the same.
    assert (entries / "tensors.toml").read_text("utf-8").split("\n\n")[0].split("\n")[-4:] == [
        'definition = "A multi-dimensional array."', 'en = "tensor"', 'zh = "张量"', 'ja = "テンソル"',
    ]  # fmt: skip
    expected = '\n# Ours.\n[[change]]\nid = "gradient"\nzh.bad = ["渐变色"]  # a colour\n'
    assert (entries / "mine.toml").read_text("utf-8") == expected
    assert load([entries]).fingerprint == before.fingerprint
    ran = called(capfd, "glossary", "format", entries, entries / "mine.toml")
    assert (ran.status, ran.out, ran.err) == (0, "", "0 files formatted, 2 in the short form already\n")


def test_english_that_the_id_says_goes_where_nothing_is_replaced(capfd, tmp_path: Path):
    text = '[[concept]]\nid = "loom-count"\ndomain = "looms"\nen.preferred = "loom count"\nzh.preferred = "织机数"\n'
    write(tmp_path, {"terms/math.toml": text})
    called(capfd, "glossary", "format", tmp_path / "terms")
    expected = '[[concept]]\nid = "loom-count"\ndomain = "looms"\nzh = "织机数"\n'
    assert (tmp_path / "terms" / "math.toml").read_text("utf-8") == expected


REFUSED = [
    ((), "no entries to format; name files or folders of them, or [glossary] dirs"),
    (("terms/notes.md",), "terms/notes.md: no TOML file of entries; name one, or a folder of them"),
    (
        ("terms/slip.toml",),
        "terms/slip.toml:3: 'tensor' zh: preferred is a list; write one form, and the others as admitted",
    ),
    (("terms/list.toml",), "list.toml: its entry is written in an unusual way; edit it by hand"),
]


@pytest.mark.parametrize(("places", "line"), REFUSED)
def test_what_cannot_be_formatted_is_reported(capfd, tmp_path: Path, monkeypatch, places: tuple[str, ...], line: str):
    monkeypatch.chdir(tmp_path)
    table = '{ id = "loom", domain = "looms", zh = "织机", ja = "織機" }'
    write(tmp_path, {
        "terms/notes.md": "# Notes", "terms/slip.toml": TENSOR.replace('"张量"', '["张量"]'),
        "terms/list.toml": f"concept = [{table}]\n",
    })  # fmt: skip
    ran = called(capfd, "glossary", "format", *places)
    assert (ran.status, ran.out, ran.err) == (2, "", f"taiyaku: {line}\n")
