from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from corpus.storage import code_hash


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TAIYAKU_CACHE", str(tmp_path / "cache"))
    monkeypatch.syspath_prepend(tmp_path)
    folder = tmp_path / "hashed_package"
    (folder / "compiled_glossary").mkdir(parents=True)
    (folder / "__init__.py").write_text("")
    (folder / "rule.py").write_text("a = 1\n")
    return folder


def code_of(package: Path) -> str:
    code_hash.code.cache_clear()
    sys.modules.pop(package.name, None)
    try:
        return code_hash.code((package.name,))
    finally:
        code_hash.code.cache_clear()


def test_edited_file_makes_another_hash_and_line_ends_do_not(package: Path):
    before = code_of(package)
    assert code_of(package) == before
    (package / "rule.py").write_bytes(b"a = 1\r\n")
    assert code_of(package) == before
    (package / "compiled_glossary" / "concepts.pickle").write_bytes(b"x")
    assert code_of(package) == before
    (package / "rule.py").write_text("a = 2\n")
    assert code_of(package) != before


def test_same_size_and_time_do_not_hide_an_edit(package: Path):
    before, facts = code_of(package), os.stat(package / "rule.py")
    (package / "rule.py").write_text("a = 3\n")
    os.utime(package / "rule.py", ns=(facts.st_atime_ns, facts.st_mtime_ns))
    assert code_of(package) != before
