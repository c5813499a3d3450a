"""A glossary that was loaded once is not read, checked and proved again while nothing changes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from corpus.storage.cache_files import cache_folder
from glossary import loading
from glossary.loading import cache as kept
from glossary.matching import Matcher
from glossary.termbase import termbase_facts
from glossary.termbase.termbase import GlossaryError, Termbase

ENTRY = """
[[concept]]
id = "tensor"
domain = "tensors"
definition = "An array of any number of dimensions."
en.preferred = "tensor"
zh.preferred = "张量"
ja.preferred = "テンソル"
examples.zh.match = ["新的张量库"]
"""


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TAIYAKU_CACHE", str(tmp_path / "cache"))
    return cache_folder("glossaries")


@pytest.fixture(autouse=True)
def nothing_held(monkeypatch: pytest.MonkeyPatch) -> None:
    """What each test has loaded is read from the folder when it is asked for again, as by the next command."""
    monkeypatch.setattr(kept, "_MOST_HELD", 0)


@pytest.fixture
def entries(tmp_path: Path) -> Path:
    folder = tmp_path / "entries"
    folder.mkdir()
    (folder / "tensors.toml").write_text(ENTRY, encoding="utf-8")
    return folder


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the files that were read as TOML."""
    names: list[str] = []
    tables = loading._tables

    def counted(name: str, content: bytes) -> Any:
        names.append(name)
        return tables(name, content)

    monkeypatch.setattr(loading, "_tables", counted)
    return names


def load(folder: Path) -> Any:
    return loading.load([folder], only=True)


def test_unchanged_entries_are_read_once(entries: Path, read: list[str]):
    first, second = load(entries), load(entries)
    assert read == ["tensors.toml"]
    assert (second.concepts, second.fingerprint) == (first.concepts, first.fingerprint)


def test_kept_glossary_finds_the_same(entries: Path):
    mentions = [Matcher(load(entries)).find("张量与 tensors", "zh") for _ in range(2)]
    assert mentions[0] == mentions[1] != []


def test_process_holds_what_it_has_loaded(entries: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(kept, "_MOST_HELD", 1)
    first = load(entries)
    assert load(entries) is first
    (entries / "tensors.toml").write_text(ENTRY.replace("张量", "張量"), encoding="utf-8")
    assert load(entries).preferred("tensor", "zh") == "張量"


def test_edited_entries_are_read_again(entries: Path, read: list[str]):
    load(entries)
    (entries / "tensors.toml").write_text(ENTRY.replace("张量", "張量"), encoding="utf-8")
    assert load(entries).preferred("tensor", "zh") == "張量"
    assert len(read) == 2


def test_other_code_reads_again(entries: Path, read: list[str], monkeypatch: pytest.MonkeyPatch):
    load(entries)
    monkeypatch.setattr(kept, "code", lambda: "another")
    load(entries)
    assert len(read) == 2


@pytest.mark.parametrize("content", [b"", b"nothing that was kept", b"\0" * 100])
def test_broken_cache_is_no_error(entries: Path, cache: Path, read: list[str], content: bytes):
    load(entries)
    for file in cache.glob("*/*"):
        file.write_bytes(content)
    assert load(entries).preferred("tensor", "zh") == "张量"
    assert len(read) == 2


def test_cut_cache_is_no_error(entries: Path, cache: Path):
    load(entries)
    for file in cache.glob("*/*"):
        file.write_bytes(file.read_bytes()[:-1])
    assert load(entries).preferred("tensor", "zh") == "张量"


def test_concepts_are_read_when_they_are_asked_for(entries: Path, cache: Path, read: list[str]):
    first = load(entries)
    (file,) = cache.glob("*/concepts.pickle")
    later = load(entries)
    file.unlink()
    assert later.fingerprint == first.fingerprint and read == ["tensors.toml"]
    assert later.concepts == first.concepts and len(read) == 2


def test_cache_that_cannot_be_written_is_no_error(entries: Path, cache: Path):
    cache.parent.write_text("a file where the folder should be")
    assert load(entries).preferred("tensor", "zh") == "张量"


def test_faulty_glossary_fails_every_time(entries: Path, cache: Path):
    (entries / "tensors.toml").write_text(ENTRY.replace("新的张量库", "新的库"), encoding="utf-8")
    for _ in range(2):
        with pytest.raises(GlossaryError, match="must match, but nothing is found"):
            load(entries)
    assert not cache.exists()


def test_a_few_are_kept(entries: Path, cache: Path):
    for number in range(12):
        (entries / "more.toml").write_text(f"# {number}\n", encoding="utf-8")
        load(entries)
    assert len(list(cache.iterdir())) == 8


def test_nothing_else_stays_in_the_cache(entries: Path, cache: Path):
    load(entries)
    assert {file.suffix for file in cache.glob("*/*")} == {".pickle"}


def test_what_follows_from_unchanged_entries_is_computed_once(entries: Path, cache: Path):
    calls: list[str] = []

    @termbase_facts.termbase_fact
    def preferred(termbase: Termbase, lang: str) -> tuple[str, ...]:
        calls.append(lang)
        return tuple(termbase.preferred(concept.id, lang) for concept in termbase.concepts)

    assert [preferred(load(entries), lang) for lang in ("zh", "ja", "zh")] == [("张量",), ("テンソル",), ("张量",)]
    assert calls == ["zh", "ja"]
    (entries / "tensors.toml").write_text(ENTRY.replace("张量", "張量"), encoding="utf-8")
    assert preferred(load(entries), "zh") == ("張量",)
    assert calls == ["zh", "ja", "zh"]


def test_fact_of_a_glossary_without_a_shelf_is_computed_once_in_a_process():
    calls: list[int] = []

    @termbase_facts.termbase_fact
    def size(termbase: Termbase) -> int:
        calls.append(1)
        return len(termbase.concepts)

    termbase = Termbase((), "none")
    assert (size(termbase), size(termbase), len(calls)) == (0, 0, 1)
