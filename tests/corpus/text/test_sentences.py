"""Sentences: hand-made answers, and what holds for any text."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corpus.text.protected_spans import protected_spans
from corpus.text.segments import split_sentences
from tests.corpus.small import cpu_limit, sentences

GOLD = Path(__file__).parents[2] / "gold"


def gold_cases():
    for lang in ("zh", "ja", "en"):
        lines = (GOLD / f"sentences.{lang}.jsonl").read_text("utf-8").splitlines()
        for number, case in enumerate(map(json.loads, lines), 1):
            yield pytest.param(case["text"], case["sentences"], id=f"{lang}-{number}-{case['why']}")


@pytest.mark.parametrize(("text", "expected"), list(gold_cases()))
def test_gold(text, expected):
    assert sentences(text) == expected


# --- single facts that gold does not hold

WHOLE = [
    ("張量、也就是多维数组", "no terminator at all"),
    ("见 https://pytorch.org/docs/stable/index.html。", "dots of an address"),
    ("第 2.0 版", "decimal point"),
    ("1. 安装", "a list number"),
    ("（3）运行。", "a number in brackets"),
    ("……", "nothing but marks"),
    ("。", "a full stop alone"),
]


@pytest.mark.parametrize(("text", "why"), WHOLE, ids=[why for _, why in WHOLE])
def test_one_sentence(text, why):
    assert sentences(text) == [text]


SPLIT = [
    ("训练模型。\r\n保存模型。", ["训练模型。", "保存模型。"], "CRLF between sentences"),
    ("訓練します。\u3000保存します。", ["訓練します。", "保存します。"], "ideographic space between sentences"),
    ("好。。好。", ["好。。", "好。"], "a doubled full stop"),
    ("𠮷野家です。次です。", ["𠮷野家です。", "次です。"], "a character beyond the BMP"),
    ("快了 2 倍🎉。再来。", ["快了 2 倍🎉。", "再来。"], "emoji before the full stop"),
    ("完成。🎉 再来。", ["完成。🎉", "再来。"], "emoji after the full stop belongs to it"),
]


@pytest.mark.parametrize(("text", "expected", "why"), SPLIT, ids=[case[2] for case in SPLIT])
def test_split(text, expected, why):
    assert sentences(text) == expected


def test_line_end_ends_no_sentence():
    text = "モデルを訓練するには\nデータが必要です。"
    assert sentences(text) == [text]


def test_quote_signs_given_as_skip_are_no_sentence_of_their_own():
    text = "训练模型。\n> 保存模型。"
    assert [text[a:b] for a, b in split_sentences(text, 0, len(text), (), [(6, 8)])] == ["训练模型。", "> 保存模型。"]


def test_cut_looks_at_nothing_outside_its_block():
    text = "甲。乙。丙。"
    assert split_sentences(text, 2, 4) == [(2, 4)]


def test_nothing_but_white_space_has_no_sentence():
    assert split_sentences(" \n\u3000\t", 0, 4) == []


# --- invariants

PIECES = [
    "张量", "テンソル", "ﾃﾝｿﾙ", "tensor", "The", "e.g.", "v1.2", "。", "．", ".", "...", "！", "!", "？", "?", "…", "，", "、",
    "(", ")", "（", "）", "[", "]", "「", "」", "『", "』", "“", "”", "‘", "’", '"', "'", "《", "》", "{", "}", "`", "``", "```",
    "*", "**", "_", "~~", "#", ">", "- ", "1. ", "|", "\\", "<br>", "</b>", "<!--", "-->", "$", "$$", "[^1]", "](", "![", "¶",
    " ", "\n", "\r\n", "\n\n", "\u3000", "\t", "\u00a0", "\u200b", "\ufeff", "\x00", "\ufffd", "\u2028", "\x85", "\x1c",
    "🎉", "👩‍🔬", "🇯🇵", "𠮷", "が", "é", "é", "が", "﷽", "א", "\ue000", "\ue001", "https://a.b/c", "a@b.co", "torch.nn", "--opt",
]  # fmt: skip
TEXTS = st.lists(st.one_of(st.sampled_from(PIECES), st.text(max_size=3)), max_size=30).map("".join)


@given(TEXTS, st.booleans())
def test_sentences_are_ordered_disjoint_and_leave_out_white_space_alone(text, markup):
    position = 0
    for start, end in split_sentences(text, 0, len(text), protected_spans(text, 0, len(text), markup)):
        assert position <= start < end <= len(text)
        assert not text[position:start].strip()
        assert not text[start].isspace() and not text[end - 1].isspace()
        position = end
    assert not text[position:].strip()


@given(TEXTS, TEXTS, TEXTS)
def test_sentences_of_a_part_stay_inside_it(before, text, after):
    start, end = len(before), len(before + text)
    whole = before + text + after
    sentences = split_sentences(whole, start, end, protected_spans(whole, start, end, True))
    assert all(start <= a < b <= end for a, b in sentences)
    assert bool(sentences) == bool(text.strip())


@given(TEXTS)
def test_protected_spans_hold_no_sentence_end(text):
    spans = protected_spans(text, 0, len(text), True)
    ends = {end for _, end in split_sentences(text, 0, len(text), spans)}
    outside = [span for span in spans if span.kind != "link"]  # a link target is cut with its brackets
    assert not any(span.start < end < span.end for span in outside for end in ends)


@given(TEXTS)
def test_cutting_is_repeatable(text):
    spans = protected_spans(text, 0, len(text), True)
    assert split_sentences(text, 0, len(text), spans) == split_sentences(text, 0, len(text), list(spans))


# --- time: each of these took minutes in some splitter

COUNT = 50_000
HOSTILE = {
    "opening brackets": "（" * COUNT,
    "closing brackets": ")" * COUNT,
    "nested brackets": "(" * COUNT + ")" * COUNT,
    "crossed brackets": "([" * COUNT + ")]" * COUNT,
    "brackets in pairs": "「。」" * COUNT,
    "brackets open after each sentence": "（张量。" * COUNT,
    "one bracket around all": "（" + "张量。" * COUNT + "）",
    "straight quotes": '"' * COUNT,
    "quoted sentences": '"好。" ' * COUNT,
    "opening quotes": "“" * COUNT,
    "apostrophes": "’" * COUNT,
    "dots": "." * COUNT,
    "dots between letters": "a." * COUNT,
    "dots after words": "tensor. " * COUNT,
    "full stops": "。" * COUNT,
    "marks in turn": "。！？." * COUNT,
    "backticks": "`" * COUNT,
    "backticks in pairs": "`a` " * COUNT,
    "backticks apart": "a`" * COUNT,
    "backticks of growing length": " ".join("`" * (n % 300 + 1) for n in range(COUNT // 150)),
    "emphasis": "*" * COUNT,
    "emphasis after full stops": "好。** " * COUNT,
    "emphasis after dots": ".**a" * COUNT,
    "underscores": "_a" * COUNT,
    "hyphens": "a-" * COUNT,
    "dashes": "-" * COUNT,
    "dollars": "$a " * COUNT,
    "tags": "<a " * COUNT,
    "comments that open": "<!--" * COUNT,
    "links that open": "](" * COUNT,
    "images that open": "![" * COUNT,
    "footnotes that open": "[^" * COUNT,
    "placeholders that open": "{{" * COUNT,
    "percent signs": "{%" * COUNT,
    "slashes": "/a" * COUNT,
    "addresses": "http://" * COUNT,
    "addresses with brackets": "http://a" + ")" * COUNT,
    "mail addresses": "a@" * COUNT,
    "dotted mail": "a." * COUNT + "@",
    "options": "--a" * COUNT,
    "digits": "1." * COUNT,
    "white space": "a" + " " * COUNT + "b",
    "line ends": "\n" * COUNT + "a",
    "bullets": "- " * COUNT,
    "quote signs": "> " * COUNT,
    "emoji": "👍" * COUNT,
    "a million characters": "张量" * 500_000,
}


@pytest.mark.slow
@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
@pytest.mark.parametrize("markup", [False, True], ids=["plain", "markdown"])
def test_hostile_text_takes_time_in_proportion_to_its_length(text, markup):
    with cpu_limit(6):
        split_sentences(text, 0, len(text), protected_spans(text, 0, len(text), markup))
