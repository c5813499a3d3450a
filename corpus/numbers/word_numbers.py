"""Numbers in words: the values of English number words and Chinese numerals, and of words for magnitudes alone."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import prod

from corpus import lazy_re as re
from corpus.numbers import numerals
from corpus.numbers.digit_numbers import exactness, orders, readings, unit_behind
from corpus.numbers.numerals import (
    COUNTING,
    EN_CARDINALS,
    EN_NTH,
    EN_OTHERS,
    EN_PARTS,
    EN_SCALES,
    EN_SEVERAL,
    HAN_OTHERS,
    HAN_SCALES,
    Quantity,
)

_SIZES = {"tens": 10, "dozens": 10, "hundreds": 100}
_LONGEST = 16  # 九千九百九十九亿… in words; what is longer is no number
_LINK = re.compile(r"[\s-]+")
_ARTICLE = re.compile(r"\s+an?\s+|-")  # half an hour, half-hour
_HALF = Fraction(1, 2)


def english(text: str, start: int, end: int) -> Iterator[Quantity]:
    """Yield the numbers of a run of number words: one, or each by itself if they do not form one number."""
    words = [word for word in _LINK.split(text[start:end].lower()) if word not in ("and", "of")]
    last = EN_NTH.get(words[-1].removesuffix("s"))
    words = words[:-1] if last else words
    if any(word in EN_SEVERAL or (word not in EN_CARDINALS and word not in EN_SCALES) for word in words):
        yield from _sizes(start, end, words)
        return
    if last:
        yield from _ordinal(start, end, words, last)
        return
    value = numerals.english(words)
    if value is None and all(word in EN_SCALES for word in words):  # a million; billion-parameter models
        article = text[max(0, start - 3) : start].lower().split()[-1:] in (["a"], ["an"])
        if not article and prod(EN_SCALES[word] for word in words) >= 1000:
            yield from _sizes(start, end, words)
            return
        value = prod(EN_SCALES[word] for word in words)
    for number in [value] if value is not None else [EN_CARDINALS.get(word, 0) for word in words]:
        end, unit = unit_behind(text, end, "en") if value is not None else (end, "")
        amount = Fraction(number)
        others = (
            (amount, amount * 10 / 12) if "dozen" in words else orders(text, end, amount)
        )  # two dozen may be 二十多个
        yield Quantity(start, end, "number", amount, "words", unit, exactness(text, start, end), readings=others)


def _ordinal(start: int, end: int, words: list[str], last: str) -> Iterator[Quantity]:
    """Read twenty-first; also two-thousandths as a fraction, and twenty third-party tools as twenty."""
    scale = EN_SCALES.get(last, 0)
    before = numerals.english(words) if words else 1
    value = numerals.english([*words, last]) if words else scale
    values = [reading for reading in (value, Fraction(before or 1, scale or EN_CARDINALS[last]), before) if reading]
    others = tuple(map(Fraction, values))
    if others:
        yield Quantity(start, end, "ordinal", others[0], "words", readings=others)


def _sizes(start: int, end: int, words: list[str]) -> Iterator[Quantity]:
    """Read billions, hundreds of thousands: from the number named up to where the next word would be used."""
    scales = [_SIZES.get(word) or EN_SCALES.get(word.rstrip("s")) or 1 for word in words]
    value = prod(scales)
    if value > 1:
        alone = len(scales) == 1 and value >= 1000
        yield Quantity(
            start, end, "magnitude", Fraction(value), "words", below=Fraction(value * (1000 if alone else 10))
        )


def parts(text: str, start: int, end: int) -> Iterator[Quantity]:
    """Read two-thirds, three quarters."""
    number, part = _LINK.split(text[start:end].lower())
    yield Quantity(start, end, "number", Fraction(EN_CARDINALS[number], EN_PARTS[part]), "words")


def part_of(text: str, start: int, end: int) -> Iterator[Quantity]:
    """Read half a million, quarter of a million."""
    part, *_, scale = text[start:end].lower().split()
    value = EN_OTHERS[part][0] * EN_SCALES[scale]
    yield Quantity(start, end, "number", value, "words", exactness=exactness(text, start, end))


def other_english(text: str, start: int, end: int) -> Iterator[Quantity]:
    """Read twice, half, third and their like."""
    word = text[start:end].lower()
    if others := EN_OTHERS.get(word):
        about = exactness(text, start, end)
        article = _ARTICLE.match(text, end) if word == "half" else None
        end, unit = unit_behind(text, article.end(), "en") if article else (end, "")
        yield Quantity(start, end, _kind(word), others[0], "words", unit, about, readings=others)


def _kind(word: str) -> str:
    return "count" if word in COUNTING else "number"


def other_han(text: str, start: int, end: int, lang: str) -> Iterator[Quantity]:
    """Read 一半, 翻倍, 成千上万 and their like."""
    word = text[start:end]
    first, dots, last = HAN_OTHERS[word][0].partition("..")
    if dots:
        yield Quantity(start, end, "magnitude", Fraction(first), "words", below=Fraction(last))
    else:
        others = tuple(map(Fraction, HAN_OTHERS[word]))
        end, unit = unit_behind(text, end, lang) if others == (_HALF,) else (end, "")
        yield Quantity(start, end, _kind(word), others[0], "words", unit, readings=others)


def indefinite_multiples(text: str, start: int, end: int) -> Iterator[Quantity]:
    """Read 数十亿, 几百: several times the scale."""
    yield _size(start, end, prod(HAN_SCALES[char] for char in text[start + 1 : end]))


def han(text: str, start: int, end: int, lang: str) -> Iterator[Quantity]:
    """Read 三千四百, 两三 (both), 万亿 (a magnitude); nothing for a lone scale other than 十, as in 百度."""
    surface = text[start:end]
    if len(surface) > _LONGEST:
        return
    if all(char in HAN_SCALES for char in surface):
        if len(surface) > 1:
            yield _size(start, end, prod(HAN_SCALES[char] for char in surface))
        elif surface == "十":
            yield Quantity(start, end, "number", Fraction(10), "words")
        return
    kind = "ordinal" if text[start - 1 : start] == "第" else "number"
    end, unit = (end, "") if kind == "ordinal" else unit_behind(text, end, lang)
    for value in numerals.han(surface):
        amount = Fraction(value)
        others = readings(text, start, end, amount, lang)
        yield Quantity(start, end, kind, amount, "words", unit, exactness(text, start, end), readings=others)


def _size(start: int, end: int, value: int) -> Quantity:
    return Quantity(start, end, "magnitude", Fraction(value), "words", below=Fraction(value * 10))
