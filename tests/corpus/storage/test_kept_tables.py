from __future__ import annotations

from corpus.storage import code_hash
from corpus.storage.cache_files import cache_folder, read_pickled
from corpus.storage.code_hash import kept_table


def counting(calls: list[str], *libraries: str):
    @kept_table(*libraries)
    def letters(word: str) -> dict[str, int]:
        calls.append(word)
        return {letter: word.count(letter) for letter in word}

    return letters


def test_table_is_computed_once_for_all_processes(tmp_path, monkeypatch):
    monkeypatch.setenv("TAIYAKU_CACHE", str(tmp_path))
    calls: list[str] = []
    first, in_another_process = counting(calls, "opencc"), counting(calls, "opencc")
    assert first("aab") == first("aab") == in_another_process("aab") == {"a": 2, "b": 1}
    assert in_another_process("c") == {"c": 1}
    assert calls == ["aab", "c"]


def test_table_is_rebuilt_for_another_version_or_where_it_is_damaged(tmp_path, monkeypatch):
    monkeypatch.setenv("TAIYAKU_CACHE", str(tmp_path))
    calls: list[str] = []
    assert counting(calls, "opencc")("ab") == {"a": 1, "b": 1}
    monkeypatch.setattr(code_hash, "version", lambda library: "another")
    assert counting(calls, "opencc")("ab") == {"a": 1, "b": 1}
    (file,) = cache_folder("tables").iterdir()
    file.write_bytes(file.read_bytes()[:-1])
    assert counting(calls, "opencc")("ab") == {"a": 1, "b": 1}
    assert read_pickled(file)[1] == {"a": 1, "b": 1}
    assert len(calls) == 3


def test_table_needs_no_cache(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("TAIYAKU_CACHE", str(tmp_path / "file"))
    calls: list[str] = []
    assert counting(calls)("ab") == counting(calls)("ab") == {"a": 1, "b": 1}
    assert len(calls) == 2
