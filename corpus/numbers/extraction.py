"""Extraction: every quantity of a text in English, Chinese or Japanese."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache, lru_cache

from corpus import lazy_re as re
from corpus.languages.scripts import FULLWIDTH_ALPHANUMERICS, characters
from corpus.numbers import numerals, word_numbers
from corpus.numbers.digit_numbers import FIGURES, GAP, LONGEST, ReadNumber, read_digits
from corpus.numbers.numerals import (
    EN_CARDINALS,
    EN_MONTHS,
    EN_NTH,
    EN_OTHERS,
    EN_PARTS,
    EN_SCALES,
    EN_SEVERAL,
    HAN_DIGITS,
    HAN_IDIOMS,
    HAN_OTHERS,
    HAN_SCALES,
    HAN_SEVERAL,
    Quantity,
    alternation,
)
from corpus.records import Segment, Span
from corpus.text.segments import blanked, own_spans

_MONTHS = 12


def year_first(match: re.Match[str]) -> Iterator[Quantity]:
    """Read 2023/3/15: a year, a month and a day."""
    for group, kind in (("y", "year"), ("m", "month"), ("month", "month"), ("d", "day")):
        if match[group]:
            yield Quantity(*match.span(group), kind, Fraction(int(match[group])), "figures")


def day_first(match: re.Match[str]) -> Iterator[Quantity]:
    """Read 15/3/2023 and 3/15/2023; in 3/4/2023 either of the two may be the month."""
    a, b = (Fraction(int(match[group])) for group in "ab")
    for group, number, other in (("a", a, b), ("b", b, a)):
        kind = "month" if other > _MONTHS or (number <= _MONTHS and group == "a") else "day"
        yield Quantity(
            *match.span(group), kind, number, "figures", readings=(number, other) if max(a, b) <= _MONTHS else ()
        )
    yield Quantity(*match.span("of"), "year", Fraction(int(match["of"])), "figures")


_LIST = re.compile(r"[\s*]*(?:,|/|、|and|or|和|与|及|或|と|,\s*and)[\s*]*")
_RANGE = re.compile(r"[\s*]*(?:-|–|—|~|到|至|から|to)[\s*]*")


def spread(text: str, numbers: Sequence[ReadNumber]) -> Iterator[Quantity]:
    """Yield the quantities with the last one's scale, certain in 10～20 万, possible in 7, 13 and 70 billion."""
    scale, after = 1, len(text)
    quantities: list[Quantity] = []
    for quantity, factor in reversed(numbers):
        link = text[quantity.end : after]
        is_range = _RANGE.fullmatch(link) is not None
        scale = factor if factor > 1 else scale if is_range or _LIST.fullmatch(link) else 1
        after = quantity.start
        quantities.append(_with_scale(quantity, scale, is_range) if factor == 1 < scale else quantity)
    yield from reversed(quantities)


def _with_scale(quantity: Quantity, scale: int, surely: bool) -> Quantity:
    if quantity.kind != "number" or quantity.unit or quantity.notation not in ("figures", "label"):
        return quantity
    great = quantity.value * scale
    return replace(quantity, value=great) if surely else replace(quantity, readings=(quantity.value, great))


_FOLDED = {ord(wide): ord(wide) - 0xFEE0 for wide in characters(FULLWIDTH_ALPHANUMERICS)}
_FOLDED |= {ord(wide): ord(narrow) for wide, narrow in zip("％．～〜－", "%.~~-", strict=True)}
_CODE = ("code", "math", "identifier", "placeholder")
_HAN = f"[{''.join(HAN_DIGITS)}{''.join(HAN_SCALES)}]"
_EITHER = rf"(?:{FIGURES}|{_HAN}{{1,12}})"
_NUMBER_WORD = alternation([*EN_CARDINALS, *EN_SCALES, *(f"{word}s" for word in EN_SCALES), *EN_SEVERAL])
_LINK = r"(?:\s?-\s?|\s+(?:and\s+|of\s+)?)"
_NTH, _NTH_ALONE = alternation(EN_NTH), alternation(EN_NTH.keys() - EN_OTHERS.keys())
_ENGLISH = rf"""
    (?P<part_of>(?<![A-Za-z])(?i:(?:half|quarter)\s(?:of\s)?an?\s{alternation(EN_SCALES)})(?![A-Za-z-])) |
    (?P<parts>(?<![A-Za-z])(?i:{alternation(EN_CARDINALS)}[\s-]{alternation(EN_PARTS)})(?![A-Za-z])) |
    (?P<words>(?<![A-Za-z])
      (?i:{_NUMBER_WORD}(?:{_LINK}{_NUMBER_WORD}){{0,9}}(?:{_LINK}{_NTH}s?)?|{_NTH_ALONE}s?)(?![A-Za-z]))
"""
_SHARE = rf"(?P<share>(?P<under>{_EITHER}){GAP}分[之の]{GAP}(?P<over>{_EITHER}))"  # before its figures: 4 分の 1
_HAN_WORDS = rf"""
    (?P<several>[{HAN_SEVERAL}][{"".join(HAN_SCALES)}]{{1,4}})
  | (?P<idiom>{alternation(HAN_IDIOMS)})
  | (?P<other>{alternation(HAN_OTHERS)})
  | (?P<han>{_HAN}+)
"""
_PARTED = r"\d{1,3}(?:,[ ]000)+(?![\d,])"  # a slip of English for 100,000
_BOTH = rf"""
    (?P<date>(?<![\d./])(?P<y>(?:19|20)\d\d)(?:(?P<dash>[-/.])(?P<m>0?[1-9]|1[0-2])(?P=dash)(?P<d>3[01]|[12]\d|0?[1-9])
      |[-/](?P<month>0?[1-9]|1[0-2]))(?![\d/A-Za-z]|\.\d))
  | (?P<day_first>(?<![\d./])(?P<a>3[01]|[12]\d|0?[1-9])(?P<dot>[/.])(?P<b>3[01]|[12]\d|0?[1-9])(?P=dot)
      (?P<of>(?:19|20)\d\d)(?![\d/A-Za-z]|\.\d))
  | (?P<figures>(?<![A-Za-z0-9])(?<![A-Za-z0-9]_)(?:{_PARTED}|{FIGURES}|(?<!\.)\.\d++))
  | (?P<name>[A-Za-z](?:[A-Za-z0-9]|[_.-](?=[A-Za-z0-9]))*(?!(?:[_.-])?[A-Za-z0-9]))
"""
_NAMED_VERSION = re.compile(r"(?:[A-Za-z]{2,}[-_]?(?=\d+(?:\.\d+)+\Z)|[vV](?=\d+(?:\.\d+)*\Z))", re.ASCII)
_DIGITS = re.compile(r"\d+(?:\.\d+)*")
_WORD = re.compile("[A-Za-z]+")
_DAY = re.compile(r"\.?\s\d")


def quantities(text: str, lang: str, spans: Sequence[Span] = ()) -> list[Quantity]:
    """Return every quantity of a text, in order. Of `spans`, relative to the text's start, addresses, tags and link
    targets are skipped. Numbers in code and formulas count as names.
    """
    narrow = text.translate(_FOLDED)
    code = [span for span in spans if span.kind in _CODE]
    numbers = [
        replace(quantity, notation="name")
        for span in code
        for quantity in _numbers_in_name(narrow, span.start, span.end)
    ]
    without_spans = blanked(narrow, ((span.start, span.end) for span in spans))
    numbers += spread(narrow, list(_find_numbers(without_spans, lang)))
    return sorted(numbers, key=lambda quantity: (quantity.start, quantity.end))


@cache
def _pattern(lang: str) -> re.Pattern[str]:
    return re.compile(f"{_ENGLISH} | {_BOTH}" if lang == "en" else f"{_SHARE} | {_BOTH} | {_HAN_WORDS}", re.VERBOSE)


def _find_numbers(text: str, lang: str) -> Iterator[ReadNumber]:
    position, pattern = 0, _pattern(lang)
    while match := pattern.search(text, position):
        position = match.end()
        for number in _read_match(text, match, lang):
            position = max(position, number.quantity.end)
            yield number


def _read_match(text: str, match: re.Match[str], lang: str) -> Iterator[ReadNumber]:
    start, end = match.span()
    match match.lastgroup:
        case "figures":
            yield read_digits(text, start, end, lang)
        case "name":
            yield from map(_single_number, _numbers_in_name(text, start, end))
        case "date":
            yield from map(_single_number, year_first(match))
        case "day_first":
            yield from map(_single_number, day_first(match))
        case "words":
            yield from map(_single_number, word_numbers.english(text, start, end))
        case "parts":
            yield from map(_single_number, word_numbers.parts(text, start, end))
        case "part_of":
            yield from map(_single_number, word_numbers.part_of(text, start, end))
        case "several":
            yield from map(_single_number, word_numbers.indefinite_multiples(text, start, end))
        case "other":
            yield from map(_single_number, word_numbers.other_han(text, start, end, lang))
        case "share":
            yield from map(_single_number, _share(match))
        case "han":
            yield from map(_single_number, word_numbers.han(text, start, end, lang))


def _single_number(quantity: Quantity) -> ReadNumber:
    return ReadNumber(quantity, 1)


def _numbers_in_name(text: str, start: int, end: int) -> Iterator[Quantity]:
    """Yield the numbers in a name or code; the version in PyTorch1.13; the month or number that a word means."""
    name = text[start:end]
    if name.replace("-", "").isalpha():
        for word in _WORD.finditer(text, start, end):
            yield from word_numbers.other_english(text, *word.span())
        if (month := EN_MONTHS.get(name.lower())) and (name[0].isupper() or len(name) > 5 or _DAY.match(text, end)):
            yield Quantity(start, end, "month", Fraction(month), "words")
    elif version := _NAMED_VERSION.match(name):
        offset = start + (0 if version[0] in "vV" else version.end())
        parts = tuple(int(digits[:LONGEST]) for digits in name[version.end() :].split("."))
        yield Quantity(offset, end, "version", Fraction(parts[0]), "figures", parts=parts)
    else:
        for match in _DIGITS.finditer(name):
            parts = tuple(int(digits[:LONGEST]) for digits in match[0].split("."))
            value = Fraction(".".join(map(str, parts[:1]))) if len(parts) != 2 else Fraction(match[0][:LONGEST])
            yield Quantity(start + match.start(), start + match.end(), "number", value, "name", parts=parts)


def _share(match: re.Match[str]) -> Iterator[Quantity]:
    """Read 四分之一, 百分之五十, 4 分の 1."""
    under, over = (_value(match[name]) for name in ("under", "over"))
    if under and over is not None:
        notation = "figures" if match["over"][0].isdecimal() else "words"
        value, unit = (over, "%") if under == 100 else (over / under, "")
        yield Quantity(*match.span(), "number", value, notation, unit)


def _value(surface: str) -> Fraction | None:
    if surface[0].isdecimal():
        figures = surface.replace(",", "")
        return Fraction(figures) if figures.count(".") < 2 and len(figures) <= LONGEST else None
    return Fraction(values[-1]) if (values := numerals.han(surface)) else None


_REMEMBERED = 8_192  # texts: a work is read in each language pair, then by the rules


def quantities_in(segments: Iterable[Segment]) -> list[Quantity]:
    """Return the quantities of segments, in order, except those in code and markup."""
    return [
        replace(quantity, start=quantity.start + segment.start, end=quantity.end + segment.start)
        for segment in segments
        if segment.kind not in ("code", "markup")
        for quantity in _quantities(segment.text, segment.text_lang, tuple(own_spans(segment)))
    ]


@lru_cache(maxsize=_REMEMBERED)
def _quantities(text: str, lang: str, spans: tuple[Span, ...]) -> tuple[Quantity, ...]:
    return tuple(quantities(text, lang, spans))
