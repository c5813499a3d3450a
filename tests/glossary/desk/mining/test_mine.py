"""Kinds of candidates: what is new, phrases of known words, what is known and said otherwise, names."""

from __future__ import annotations

import pytest

from glossary.desk.mining.cues import PhraseRenderings, cues
from glossary.desk.mining.english_phrases import Phrase, PhraseUse
from glossary.desk.mining.mine import kind_of, known_forms
from tests.glossary.small import termbase

KNOWN = known_forms(
    termbase(
        'id = "node"\nen.preferred = "node"\nzh.preferred = "节点"\nja.preferred = "ノード"',
        'id = "library"\nen.preferred = "library"\nzh.preferred = "库"\nja.preferred = "ライブラリ"',
        'id = "gpu"\nen.preferred = "GPU"\nzh.preferred = "GPU"\nja.preferred = "GPU"',
    )
)
Counts = dict[str, int]


def kind(surface: str, new: str, zh: Counts, ja: Counts, capitals: bool = False, before: str = "the") -> str | None:
    uses = (PhraseUse("d", 0, len(surface), before, "", "paragraph", capitals),) * 6
    phrase = Phrase(surface.lower(), surface, new, uses, 6.0)
    renderings = {
        lang: PhraseRenderings(tuple(counts.items()), 0, sum(uses for text, uses in counts.items() if text.isascii()))
        for lang, counts in (("zh", zh), ("ja", ja))
    }
    return kind_of((phrase, renderings, cues(phrase, renderings, 1000)), KNOWN, 3)


@pytest.mark.parametrize(
    ("surface", "new", "zh", "ja", "expected"),
    [
        ("ring buffer", "ring buffer", {"环形缓冲区": 5}, {"リングバッファ": 5}, "term"),
        ("NUMA", "numa", {"NUMA": 5}, {"NUMA": 5}, "term"),
        ("node library", "", {"节点库": 5, "库": 1}, {"ノードライブラリ": 5}, "phrase"),
        ("node library", "", {"节点库": 3, "库": 3}, {"ノードライブラリ": 5}, None),
        ("node library", "", {"节点库": 5}, {}, None),
        ("GPU node", "", {"GPU 节点": 5}, {"GPU ノード": 5}, None),
        ("node", "", {"节点": 6}, {"ノード": 6}, None),
        ("node", "node", {"结点数": 5, "节点": 1}, {"ノード": 6}, "silent"),
        ("nodes", "nodes", {"节点": 6}, {"ノード群": 6}, None),
        ("Acme", "acme", {"Acme": 6}, {"Acme": 5, "アクメ": 1}, "name"),
    ],
)
def test_kind_follows_from_what_is_known_and_what_is_said(
    surface: str, new: str, zh: Counts, ja: Counts, expected: str | None
):
    assert kind(surface, new, zh, ja) == expected


def test_capitals_make_a_phrase_of_known_words_a_name_of_a_feature():
    assert kind("Node Library", "", {"节点库": 2}, {}, capitals=True) == "phrase"
    assert kind("Node Library", "", {"Node Library": 4}, {}, capitals=True) == "name"
    assert kind("Node Library", "", {"Node Library": 4}, {}) is None
    assert kind("Node Library", "", {}, {}, capitals=True) is None


def test_what_follows_a_modal_verb_is_an_action():
    assert kind("node library", "", {"节点库": 5}, {"ノードライブラリ": 5}, before="can") is None
