"""The words are jieba's: what is cut otherwise for speed comes to the same."""

from __future__ import annotations

import logging
import random
import zlib
from pathlib import Path

import jieba
import pytest

from corpus.languages.chinese import word_counts
from corpus.tokenizers import Words, chunks, zh
from tests.shared import SHARED, needs_shared

_STRINGS = 4_000
_LATIN = [
    "GPU",
    "torch.nn",
    "2.0",
    "50%",
    "a",
    "B",
    "C++",
    "x_1",
    "#3",
    "&",
    "-",
    "+",
    "v1.2.3",
    "1e-5",
    "..",
    "c",
    "QQ",
]
_OTHER = ["，", "。", " ", "\n", "（", "“", "龥", "龦", "鿯", "㐀", "𠀀", "か", "テ", "é", "γ"]
_COMMON = "的是在我有和就不人都一个上也很到说要去你会着没有看好自己这"


jieba.setLogLevel(logging.WARNING)
JIEBA = jieba.Tokenizer()


def jieba_words(text: str) -> Words:
    words: Words = []
    for start, end in chunks(text):
        for word in JIEBA.cut(text[start:end]):
            if not word.isspace():
                words.append((start, start + len(word)))
            start += len(word)
    return words


@pytest.fixture(scope="module")
def dictionary() -> list[str]:
    JIEBA.initialize()
    return [word for word, count in JIEBA.FREQ.items() if count]


def strings(dictionary: list[str], chance: random.Random) -> list[str]:
    """Strings of words of all kinds side by side, with and without Latin between them."""
    mixed = [word for word in dictionary if any(char.isascii() for char in word)]

    def piece() -> str:
        kinds = [dictionary, _COMMON, _LATIN, mixed, _OTHER, [chr(chance.randrange(0x4E00, 0x9FD6))]]
        word: str = chance.choice(chance.choices(kinds, [6, 2, 3, 1, 2, 1])[0])
        return word[: chance.randrange(1, 4)] if chance.random() < 0.2 else word

    return ["".join(piece() for _ in range(chance.randrange(1, 14))) for _ in range(_STRINGS)]


def test_strings_at_random_are_cut_as_jieba_cuts_them(dictionary: list[str]):
    differing = [text for text in strings(dictionary, random.Random(7)) if zh.cut(text) != jieba_words(text)]
    assert differing == []


@needs_shared
@pytest.mark.parametrize("name", ["articles", "data/hf-course/docs/zh", "data/llm-docs"])
def test_documents_are_cut_as_jieba_cuts_them(name: str):
    files = [file for file in sorted((SHARED / name).rglob("*")) if file.suffix in (".md", ".mdx", ".txt")][::5]
    texts = {file: file.read_text(encoding="utf-8", errors="replace") for file in files}
    assert texts
    assert [file for file, text in texts.items() if zh.cut(text) != jieba_words(text)] == []


def test_dictionary_is_jiebas(dictionary: list[str]):
    assert [word for word in dictionary if not zh.is_word(word)] == []
    prefixes = [word for word, count in JIEBA.FREQ.items() if not count]
    assert [word for word in prefixes if zh.is_word(word)] == []


def test_counts_are_jiebas(dictionary: list[str]):
    assert word_counts() == {word: JIEBA.FREQ[word] for word in dictionary}


def test_counts_come_from_the_file_of_a_wheel(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    (tmp_path / "jieba_words.zlib").write_bytes(zlib.compress("云计算 3 n\nIC卡 5 nz\n".encode()))
    monkeypatch.setattr("corpus.languages.chinese.files", lambda package: tmp_path)
    assert word_counts.__wrapped__() == {"云计算": 3, "IC卡": 5}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("我用GPU训练", ["我用", "GPU", "训练"]),
        ("C++代码", ["C++", "代码"]),
        ("准确率为98.5%。", ["准确率", "为", "98.5%", "。"]),
        ("  新\n张量 ", ["新", "张量"]),
        ("", []),
    ],
)
def test_words(text: str, words: list[str]):
    assert [text[start:end] for start, end in zh.cut(text)] == words
