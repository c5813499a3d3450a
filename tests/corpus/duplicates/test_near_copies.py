"""Near copies: what a sketch takes for the same, how well it measures, and which document of several stands for all."""

from __future__ import annotations

import random

import numpy as np
import pytest

from corpus.duplicates.near_copies import SIZE, SketchedDocument, near_copies, resemblance, sketch

STARTS, ENDS = "ka mo te ri su ne ho yu la pi", "lor den mit sal vek tum"
WORDS = [f"{start}{end}" for start in STARTS.split() for end in ENDS.split()]


def text(seed: int, words: int = 400) -> str:
    return " ".join(random.Random(seed).choices(WORDS, k=words))


def edited(page: str, share: float, seed: int = 0) -> str:
    """The page with this share of its words replaced."""
    chance = random.Random(seed)
    return " ".join(chance.choice(WORDS) if chance.random() < share else word for word in page.split())


def shared(a: str, b: str) -> float:
    """The share of all stretches of eight characters of either text that both have, counted one by one."""
    first, second = stretches(a), stretches(b)
    return len(first & second) / len(first | second)


def stretches(page: str) -> set[str]:
    """All stretches of eight characters of a page without its spaces."""
    joined = "".join(page.split())
    return {joined[start : start + 8] for start in range(len(joined) - 7)}


def likeness(a: str, b: str) -> float:
    sketch_a, sketch_b = sketch(a), sketch(b)
    assert sketch_a is not None and sketch_b is not None
    return float(resemblance(sketch_a, np.stack([sketch_b]))[0])


def copies(*pages: tuple[str, str]) -> dict[str, str]:
    """Which of the pages, given by language and text and named by their numbers, are copies of which."""
    sketches = [(lang, sketch(page)) for lang, page in pages]
    return near_copies(
        SketchedDocument(str(number), lang, numbers)
        for number, (lang, numbers) in enumerate(sketches)
        if numbers is not None
    )


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("张量是多维数组。", "张量 是\n多维数组。"),
        ("ＰｙＴｏｒｃｈ の テンソル", "pytorchのテンソル"),
        ("Release 1.9 of 2021-06-15", "release 2.0 of 2022-11-30"),
        ("短", "短"),
    ],
)
def test_spaces_width_case_and_figures_make_no_difference(a: str, b: str):
    assert likeness(a, b) == 1.0


@pytest.mark.parametrize("nothing", ["", " \n\t", "\u3000"])
def test_text_of_nothing_has_no_sketch(nothing: str):
    assert sketch(nothing) is None


def test_sketch_is_small_and_the_same_every_time():
    numbers = sketch(text(1))
    assert numbers is not None and (numbers.size, numbers.nbytes) == (SIZE, 2 * SIZE)
    assert numbers[:4].tolist() == sketch(text(1))[:4].tolist()  # type: ignore[index]


@pytest.mark.parametrize("share", [0.0, 0.01, 0.03, 0.06, 0.1, 0.2, 0.5])
def test_resemblance_is_measured_to_within_a_few_hundredths(share: float):
    pairs = [(page, edited(page, share)) for page in (text(seed, 2000) for seed in range(5))]
    errors = [likeness(*pair) - shared(*pair) for pair in pairs]
    assert all(abs(error) < 0.08 for error in errors), errors
    assert abs(sum(errors) / len(errors)) < 0.04


def test_page_with_some_words_changed_is_a_copy_and_one_with_many_is_none():
    page = text(1, 2000)
    assert copies(("zh", page), ("zh", edited(page, 0.02)), ("zh", edited(page, 0.25))) == {"1": "0"}


def test_pages_of_two_languages_are_no_copies():
    assert copies(("zh", text(1)), ("ja", text(1)), ("en", text(1))) == {}


def test_copy_names_the_first_page_that_is_none_itself():
    """C is like B and B like A, but C is not like A: it stands for itself, and what is like it names it."""
    a = text(1, 3000)
    b = edited(a, 0.07, 1)
    c = edited(b, 0.07, 2)
    assert shared(a, b) > 0.83 and shared(b, c) > 0.83 and shared(a, c) < 0.76
    assert copies(("en", a), ("en", b), ("en", c), ("en", c), ("en", a)) == {"1": "0", "3": "2", "4": "0"}


def test_none_of_many_copies_is_missed_and_no_other_page_is_taken_for_one():
    pages = [text(seed, 300) for seed in range(300)]
    twins = [edited(page, 0.005, seed) for seed, page in enumerate(pages)]
    assert copies(*(("en", page) for page in pages + twins)) == {str(300 + n): str(n) for n in range(300)}
