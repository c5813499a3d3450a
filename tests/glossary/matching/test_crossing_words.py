"""Words across the edges of a match, by tokenizer and dictionary."""

import pytest

from glossary.matching import Matcher
from tests.glossary.small import shown, termbase

WORDS = {"累积", "积分", "分布", "函数", "切分", "分词", "词汇", "练功", "能来", "集中", "数据", "子集", "查数"}
GLOSSARY = Matcher(
    termbase(
        'id = "integral"\nzh.preferred = "积分"',
        'id = "tokenization"\nzh.preferred = "分词"',
        'id = "feature"\nzh.preferred = "功能"',
        'id = "dataset"\nzh.preferred = "数据集"',
        'id = "operator"\nzh.preferred = "算子"',
    ),
    {"zh": WORDS.__contains__},
)


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["累积", "分布", "函数"], []),
        (["求", "积分", "函数"], ["积分"]),
        (["预", "切分", "词汇"], []),
        (["训练", "功能", "来"], ["功能"]),  # 练功 and 能来 are words too, but the tokenizer cut otherwise
        (["数据", "集中"], ["数据集"]),
        (["算", "子集"], ["算子"]),
        (["查分", "词为"], ["分词"]),  # no words of the dictionary
    ],
)
def test_words_across_both_edges_silence_a_match(words, expected):
    borders = {sum(map(len, words[:count])) for count in range(len(words) + 1)}
    assert shown(GLOSSARY.find("".join(words), "zh", borders=borders)) == expected


def test_without_words_nothing_is_silenced():
    assert shown(GLOSSARY.find("累积分布", "zh")) == ["积分"]
