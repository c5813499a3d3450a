"""Memory: the unit of the corpus whose English is most like that of another."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pyarrow as pa
import pytest

from corpus.records import Finding, TranslationUnit
from corpus.schema import to_table
from glossary.desk.review.packets.packet import memory_matches
from glossary.desk.review.packets.packet_units import PacketUnit
from glossary.desk.review.packets.row import SimilarUnit
from tests.glossary.desk.report.made import finding
from tests.glossary.desk.review.builds import bead, en, ja, tables, zh

WANTED = "The library loads the data in one pass."


def _unit(number: int, english: str | None, target: str | None = "译文。", **options: Any) -> TranslationUnit:
    defaults: dict[str, Any] = {
        "unit_id": f"u{number}", "work": f"w{number}", "en": english, "zh": target, "ja": None,
        "en_segments": [f"e{number}"], "zh_segments": [f"z{number}"], "ja_segments": [], "kind": "1-1-0", "score": 0.9,
        "quality": 0.9, "flags": [], "split": "train", "terms": [],
    }  # fmt: skip
    return TranslationUnit(**{**defaults, **options})


def _best(
    *others: TranslationUnit, english: str = WANTED, findings: Sequence[Finding] = (), lang: str = "zh"
) -> SimilarUnit | None:
    build_tables = {
        "parallel": to_table("parallel", [_unit(0, english), *others]),
        "segments": to_table("segments", []),
    }
    packet_unit = PacketUnit("u0", "w0", {"en": english, "zh": "译文。", "ja": ""}, {})
    return memory_matches([packet_unit], findings, build_tables, lang).get("u0")


def test_the_most_alike_is_the_match() -> None:
    near, nearer = _unit(1, "The library loads a file in one pass."), _unit(2, "The library loads the data in 1 pass.")
    best = _best(near, nearer)
    assert best is not None
    assert (best.source, best.target, best.work) == (nearer.en, "译文。", "w2")
    assert 0.9 < best.score < 1


@pytest.mark.parametrize(
    ("english", "score"),
    [
        (WANTED, 1.0),
        (WANTED.upper(), 1.0),
        ("The library loads the data in two passes.", 0.878),
        ("A library stores data in one pass.", 0.7179),
        ("The library stores data in a file.", None),
        ("Nothing of the kind.", None),
        ("", None),
        (None, None),
        (WANTED * 3, None),
    ],
)
def test_what_is_less_alike_than_the_bound_is_none(english: str | None, score: float | None) -> None:
    best = _best(_unit(1, english))
    assert (best and best.score) == score


@pytest.mark.parametrize(
    ("options", "is_example"),
    [
        ({}, True),
        ({"unit_id": "u0"}, False),
        ({"work": "w0"}, False),
        ({"quality": 0.79}, False),
        ({"quality": None, "score": None}, False),
        ({"flags": ["numbers-differ"]}, False),
        ({"flags": ["untranslated"]}, False),
        ({"flags": ["repeated"]}, False),
        ({"zh": None, "zh_segments": []}, False),
    ],
)
def test_which_units_may_be_examples(options: dict[str, Any], is_example: bool) -> None:
    assert (_best(_unit(1, WANTED, **options)) is not None) == is_example


def test_other_words_of_the_same_work_may_be_an_example() -> None:
    assert _best(_unit(1, WANTED.replace("one", "a"), work="w0")) is not None


def test_of_equals_the_surest_is_taken_then_the_first() -> None:
    units = [_unit(1, WANTED), _unit(2, WANTED, quality=0.95), _unit(3, WANTED, quality=0.95)]
    best = _best(*units)
    assert best is not None
    assert best.work == "w2"


def test_units_in_the_other_language_are_no_examples() -> None:
    assert _best(_unit(1, WANTED), lang="ja") is None
    japanese = _unit(1, WANTED, None, ja="訳文。", ja_segments=["j1"])
    best = _best(japanese, lang="ja")
    assert best is not None
    assert best.target == "訳文。"


def test_text_without_english_has_no_match() -> None:
    assert _best(_unit(1, ""), english="") is None


@pytest.mark.parametrize(
    ("options", "is_example"),
    [
        ({}, False),
        ({"state": "open"}, False),
        ({"state": "accepted"}, False),
        ({"severity": "minor"}, False),
        ({"severity": "neutral"}, True),
        ({"state": "suppressed"}, True),
    ],
)
def test_a_unit_with_a_fault_is_no_example(options: dict[str, Any], is_example: bool) -> None:
    a, b = en("A library is fast."), en("The library is fast.", "b/en.md", work="b")
    translation, other = zh("图书馆很快。"), zh("库。很快，图书馆。", "b/zh.md", work="b")
    build_tables = tables(a, translation, b, other, beads=[bead(translation, [0], a, [0]), bead(other, [0, 1], b, [0])])
    findings = [finding(translation, (0, 3)), finding(translation, (0, 3), (0, 3)), finding(other, (5, 8), **options)]
    held = PacketUnit("id of a/en.md-00000", "a", {"en": a.text}, {})
    assert bool(memory_matches([held], findings, build_tables, "zh")) == is_example


def test_a_fault_in_the_other_language_leaves_the_unit_an_example() -> None:
    a, b = en("A library is fast."), en("The library is fast.", "b/en.md", work="b")
    japanese, chinese = ja("図書館です。", "b/ja.md", work="b"), zh("库很快。", "b/zh.md", work="b")
    build_tables = tables(a, b, japanese, chinese, beads=[bead(japanese, [0], b, [0]), bead(chinese, [0], b, [0])])
    held = PacketUnit("id of a/en.md-00000", "a", {"en": a.text}, {})
    findings = [finding(japanese, (0, 3))]
    assert [len(memory_matches([held], findings, build_tables, lang)) for lang in ("zh", "ja")] == [1, 0]


def test_tables_in_several_parts_give_the_same() -> None:
    whole = to_table("parallel", [_unit(1, WANTED), _unit(2, WANTED, flags=["repeated"]), _unit(3, "Other words.")])
    parts = pa.concat_tables([whole.slice(0, 1), whole.slice(1, 2)])
    packet_unit = PacketUnit("u0", "w0", {"en": WANTED}, {})
    segments = to_table("segments", [])
    from_whole, from_parts = (
        memory_matches([packet_unit], [], {"parallel": parallel, "segments": segments}, "zh")
        for parallel in (whole, parts)
    )
    assert from_whole == from_parts == {"u0": SimilarUnit(WANTED, "译文。", 1.0, "w1")}


def test_no_units_no_matches() -> None:
    empty = {"parallel": to_table("parallel", []), "segments": to_table("segments", [])}
    assert memory_matches([PacketUnit("u0", "w0", {"en": WANTED}, {})], [], empty, "zh") == {}
    assert memory_matches([], [], empty, "zh") == {}
