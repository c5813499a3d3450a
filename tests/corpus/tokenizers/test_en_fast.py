"""English words without spaCy."""

from __future__ import annotations

from itertools import pairwise

from corpus.tokenizers.en_fast import cut


def test_words_and_marks_are_apart():
    text = "It doesn't need torch2.0, does it?"
    assert [text[start:end] for start, end in cut(text)] == [
        "It", "doesn't", "need", "torch2", ".", "0", ",", "does", "it", "?",
    ]  # fmt: skip


def test_words_are_in_order_disjoint_and_leave_nothing_but_white_space():
    text = "A\u3000(b)…  𝐱 x_1 → “c”\n"
    words = cut(text)
    assert all(before[1] <= after[0] for before, after in pairwise(words))
    left = {char for place, char in enumerate(text) if not any(a <= place < b for a, b in words)}
    assert left == {" ", "\u3000", "\n"}
