"""A wheel brings the built-in glossary compiled; it is used where it is made of what is there."""

from __future__ import annotations

import unicodedata
from pathlib import Path

import pytest

from glossary.loading import built_in_folder, cache
from glossary.termbase.entry_files import EntryFolder

ENTRIES = [EntryFolder("entries", (("a.toml", b"id"),))]
OTHERS = [EntryFolder("entries", (("a.toml", b"ix"),))]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A compiled glossary."""
    shelf = tmp_path / "made"
    shelf.mkdir()
    (shelf / "concepts.pickle").write_bytes(b"kept")
    cache.write_compiled(shelf, ENTRIES, tmp_path / "compiled")
    return tmp_path / "compiled"


def test_compiled_glossary_goes_to_a_shelf_that_is_not_there_yet(folder: Path, tmp_path: Path):
    shelf = tmp_path / "cache" / "glossaries" / "key"
    cache.unpack_compiled(shelf, ENTRIES, folder)
    assert (shelf / "concepts.pickle").read_bytes() == b"kept"
    (shelf / "concepts.pickle").write_bytes(b"mine")
    cache.unpack_compiled(shelf, ENTRIES, folder)
    assert (shelf / "concepts.pickle").read_bytes() == b"mine"
    assert [path.name for path in shelf.parent.iterdir()] == ["key"]


def test_other_entries_and_other_code_are_passed_over(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    shelf = tmp_path / "shelf"
    cache.unpack_compiled(shelf, OTHERS, folder)
    monkeypatch.setattr(cache, "code", lambda packages: "other")
    cache.unpack_compiled(shelf, ENTRIES, folder)
    assert not shelf.exists()


def test_checkout_has_no_compiled_glossary(tmp_path: Path):
    cache.unpack_compiled(tmp_path / "shelf", [built_in_folder()])
    assert not cache.COMPILED.exists() and not (tmp_path / "shelf").exists()


def test_characters_of_entries_are_older_than_what_pythons_disagree_about():
    """What Unicode says of a character that is assigned stays as it is."""
    text = {char for _, content in built_in_folder().files for char in content.decode()}
    unassigned = [char for char in text if unicodedata.category(char) == "Cn"]
    assert unassigned == [] and len(text) > 2_000
