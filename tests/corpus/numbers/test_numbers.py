"""Numbers: found in text, compared across languages, written for one of them."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
import tomli

from corpus.numbers import (
    Quantity,
    compare_quantities,
    differ_in_magnitude,
    differences,
    magnitudes_apart,
    quantities,
    render_quantity,
)
from corpus.records import Span

CASES: dict[str, Any] = tomli.loads(Path(__file__).with_name("numbers.toml").read_text("utf-8"))
SAID = {"words": "w", "name": "n", "label": "l", "money": "$", "figures": ""}
EXACTNESS = {"exact": "", "about": "~", "more": "+", "less": "-"}


def shown(quantity: Quantity) -> str:
    value = "1" if quantity.kind == "version" else str(quantity.value)
    kind = quantity.kind if quantity.kind != "number" else ""
    return " ".join(filter(None, [value, quantity.unit, kind, SAID[quantity.notation], EXACTNESS[quantity.exactness]]))


@pytest.mark.parametrize(
    ("lang", "text", "expected"), [(lang, *case) for lang in CASES["found"] for case in CASES["found"][lang]]
)
def test_quantities_of_a_text(lang: str, text: str, expected: str):
    assert "; ".join(map(shown, quantities(text, lang))) == expected


def left(source: str, target: str, lang: str, source_lang: str = "en") -> list[str]:
    difference = differences(quantities(source, source_lang), quantities(target, lang))
    lines = [f"{_said(source, pair.source)} > {_said(target, pair.target)}" for pair in difference.pairs]
    lines += [f"{_said(source, quantity)} >" for quantity in difference.source]
    return lines + [f"> {_said(target, quantity)}" for quantity in difference.target]


def _said(text: str, quantity: Quantity) -> str:
    return text[quantity.start : quantity.end]


@pytest.mark.parametrize(("en", "zh", "ja"), CASES["same"]["pairs"])
def test_what_says_the_same_leaves_nothing(en: str, zh: str, ja: str):
    for lang, text in (("zh", zh), ("ja", ja)):
        if text:
            assert left(en, text, lang) == [], lang
    if zh and ja:
        assert left(zh, ja, "ja", "zh") == []


@pytest.mark.parametrize(("en", "lang", "text", "expected", "as_written"), CASES["differ"]["pairs"])
def test_what_differs_is_set_against_each_other(en: str, lang: str, text: str, expected: str, as_written: str):
    assert left(en, text, lang) == [expected]
    for pair in differences(quantities(en, "en"), quantities(text, lang)).pairs:
        assert (
            render_quantity(pair.source, _said(en, pair.source), pair.target, _said(text, pair.target), lang)
            == as_written
        )


@pytest.mark.parametrize(
    ("en", "zh", "apart"),
    [
        ("1.2 billion", "1.2 亿", True),
        ("billions", "数万亿", True),
        ("3.4 ms", "34 ms", True),
        ("16 GB", "16 MB", True),
        ("2 GPUs", "3 块 GPU", False),
        ("20%", "30%", False),
        ("PyTorch 1.1", "PyTorch 1.10", False),
        ("250", "205", False),
    ],
)
def test_orders_of_magnitude(en: str, zh: str, apart: bool):
    (english,), (chinese,) = quantities(en, "en"), quantities(zh, "zh")
    assert magnitudes_apart(english, chinese) is magnitudes_apart(chinese, english) is apart


@pytest.mark.parametrize(
    ("en", "zh", "apart"),
    [
        ("1.2 billion rows", "1.2 亿行", True),
        ("billions of rows", "数万亿行", True),
        ("3.4 ms", "34 ms", True),
        ("16 GB", "16 MB", True),
        ("40 ms", "40 秒", True),
        ("250 million", "2500 万", True),
        ("8 nodes", "80 个节点", False),  # nothing says that it is the same number
        ("8 nodes", "800 万个节点", False),
        ("8 (grand) million", "800 万", False),  # what stands beside it may belong to it
        ("25 crore rows", "2.5 亿行", False),
        ("2 GPUs", "3 块 GPU", False),
    ],
)
def test_orders_of_magnitude_in_whatever_way_they_are_read(en: str, zh: str, apart: bool):
    english, chinese = quantities(en, "en")[0], quantities(zh, "zh")[0]
    assert differ_in_magnitude(english, en, chinese, zh) is differ_in_magnitude(chinese, zh, english, en) is apart


def test_code_has_names_and_addresses_have_nothing():
    text = "Set `depth=12` as in https://example.org/2/34 and 56."
    spans = [Span(4, 14, "code"), Span(21, 45, "url")]
    assert [shown(quantity) for quantity in quantities(text, "en", spans)] == ["12 n", "56"]


def test_many_numbers_are_a_table_and_no_sentence():
    text = " ".join(map(str, range(10, 400)))
    assert left(text, text + " 777", "zh") == []


def _english(value: int) -> list[str]:
    spellings = [f"{value:,}", str(value)]
    for scale, word in ((10**3, "thousand"), (10**6, "million"), (10**9, "billion")):
        if scale <= value < scale * 1000:
            number, letter = f"{value / scale:g}", word[0].upper().replace("T", "K")
            spellings += [f"{number} {suffix}" for suffix in (word, word.title(), word.upper(), letter)]
            spellings += [number + letter, f"{number}-{word}", f"{number}+ {word}"]
    return spellings


def _japanese(value: int) -> list[str]:
    spellings = [f"{value:,}", *(f"{value / scale:.10g}{word}" for scale, word in ((10**4, "万"), (10**8, "億")))]
    parts = [(value // 10**8, "億"), (value % 10**8 // 10**4, "万")]
    if value % 10**4 == 0:
        spellings += [gap.join(f"{number:,}{gap}{word}" for number, word in parts if number) for gap in ("", " ")]
    return spellings


def test_a_size_is_the_same_in_whatever_way_it_is_written():
    drawn = random.Random(3)
    for _ in range(60):
        value = drawn.randint(11, 999) * 10 ** drawn.randint(2, 8)
        for english in _english(value):
            for japanese in _japanese(value):
                assert left(f"It has {english} rows.", f"行は {japanese} 行あります。", "ja") == [], (english, japanese)


def test_keys_are_no_numbers_and_long_numerals_none():
    for text in ("9" * 5000, "1万" + "9" * 5000, "十亿" * 50, "1e99", "." + "9" * 5000):
        for lang in ("en", "zh", "ja"):
            assert all(0 <= quantity.start < quantity.end <= len(text) for quantity in quantities(text, lang))


def test_places_are_true_to_the_text_whatever_it_holds():
    letters = "0159,.０万億十百三两数半倍分之の%年月日 -~*eEkKMBGs/第ab①²"
    drawn = random.Random(7)
    for _ in range(2000):
        source, target = ("".join(drawn.choices(letters, k=drawn.randint(1, 12))) for _ in range(2))
        for lang in ("zh", "ja"):
            source_quantities, target_quantities = quantities(source, "en"), quantities(target, lang)
            assert [quantity.start for quantity in source_quantities] == sorted(
                quantity.start for quantity in source_quantities
            )
            for pair in differences(source_quantities, target_quantities).pairs:
                words = render_quantity(
                    pair.source, _said(source, pair.source), pair.target, _said(target, pair.target), lang
                )
                assert (
                    pair.source.kind == "version"
                    or not words
                    or compare_quantities(pair.source, *quantities(words, lang))
                )
