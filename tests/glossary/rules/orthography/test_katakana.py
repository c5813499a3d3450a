"""Katakana runs are cut where the page, the glossary or the tokenizer show a joint, and nowhere else."""

from __future__ import annotations

import pytest

from glossary.rules.orthography._katakana import KatakanaRun, split_run

WORDS = frozenset(("パラメータ", "サーバ", "レイヤ", "メモリ", "プロファイラ", "フォルダ"))


@pytest.mark.parametrize(
    ("text", "borders", "words"),
    [
        ("パラメータサーバー", (), ["パラメータ", "サーバー"]),
        ("メモリプロファイラサーバ", (), ["メモリ", "プロファイラ", "サーバ"]),
        ("サーバー", (), ["サーバー"]),
        ("ローカルフォルダー", (0, 4), ["ローカル", "フォルダー"]),
        ("ローカルフォルダー", (), ["ローカルフォルダー"]),
        ("マルチプレイヤー", (0, 3), ["マルチプレイヤー"]),
        ("メモリーサーバ", (), ["メモリー", "サーバ"]),
        ("メモリサーバ" * 10, (), ["メモリサーバ" * 10]),
    ],
)
def test_runs_are_cut_into_known_words(text: str, borders: tuple[int, ...], words: list[str]):
    pieces = split_run(KatakanaRun(text, borders=frozenset(borders)), WORDS)
    assert [word.text for word in pieces] == words
    assert all(text.startswith(word.text, word.start) for word in pieces)
