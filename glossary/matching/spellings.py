"""Spellings: the ways in which a form may be written. What the folded view cannot undo is listed here, form by form."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from corpus import lazy_re as re
from corpus.languages.scripts import HAN, HIRAGANA, WORD_CJK, WORD_KATAKANA

# 通則6 of the cabinet's rules on okurigana (1973): where nothing is misread, the kana of the first verb may go, and of
# both. Verbs end there in the i or e row; に and で are particles, as all kana of the other rows are, or endings.
_STEM = "いきぎしじちびみりえけげせぜてねべめれ"
_FIRST = re.compile(rf"(?<=[{HAN}])[{_STEM}](?=[{HAN}][{_STEM}])")
_LAST = re.compile(rf"(?<=[{HAN}])([{HAN}])[{_STEM}](?![{HIRAGANA}])")


def without_okurigana(form: str) -> Iterator[str]:
    """Yield the form without the kana of the first verb, then without those of both; nothing if it has none."""
    shorter = _FIRST.sub("", form)
    if shorter != form:
        yield shorter
        shortest = _LAST.sub(r"\1", shorter)
        if shortest != shorter:
            yield shortest


_VARIES = re.compile(f"[^{HAN}{HIRAGANA}]")  # Han and hiragana are written one way only
# The space between scripts comes and goes, and so does that between a name and its number (Python 2).
_GAP = re.compile(
    rf"(?<=[{WORD_CJK}])[ ]|[ ](?=[{WORD_CJK}])|(?<=[A-Za-z])[ ](?=\d)"
    rf"|(?<=[{WORD_CJK}])(?=[A-Za-z0-9])|(?<=[A-Za-z0-9])(?=[{WORD_CJK}])"
)
# So does ー at the end of a loan word in -er, -or, -ar, -y: after these kana, in words of three kana or more.
_BEFORE_MARK = f"(?<=[{WORD_KATAKANA}]{{2}}[アカサタナハマヤラワガザダバパァャイキシチニヒミリギジビピィュ])"
_MARK = re.compile(rf"{_BEFORE_MARK}(?:ー|(?=[^{WORD_KATAKANA}]|$))")
_MAX_PLACES = 3  # all combinations of so many places are listed; of more, each alone and all together
_DIGIT = re.compile("[0-9]")
_LAST_WORD = re.compile(r"[A-Za-z]{2,}$")
_Y = re.compile(r"(?<=[^aeiouAEIOU\W])y$")
_HISSES = re.compile("(?:[sxz]|sh|(?<!epo)(?<!monar)(?<!te)ch)$", re.IGNORECASE)  # batches, but epochs
_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])")


class Spelling(NamedTuple):
    """One way of writing a form."""

    text: str
    base_form: str  # the form, or its plural, that this is a spelling of
    glued: bool  # parts of a name joined or split: counts only in the name's own casing


@lru_cache(maxsize=100_000)
def spellings(form: str, parted: str = "", japanese: bool = False) -> tuple[Spelling, ...]:
    """Return all spellings of a form, its own first; some may fold to the same. `parted` is the form with ・ at the
    joints of its katakana; words may end in ー there too.
    """
    by_text: dict[str, Spelling] = {}
    for spelling in _all_spellings(form) if _VARIES.search(form) else (Spelling(form, form, False),):
        by_text.setdefault(spelling.text, spelling)
    if japanese:
        more = _toggled(parted, _MARK, "ー") if parted and parted != form else ()
        for text in (*more, *without_okurigana(form)):
            by_text.setdefault(text, Spelling(text, form, False))
    return tuple(by_text.values())


@lru_cache(maxsize=100_000)
def spaced(text: str) -> tuple[str, ...]:
    """Return the spellings of a text with optional spaces and ー, without plurals and names."""
    if not _VARIES.search(text) or (text.isascii() and not _DIGIT.search(text)):
        return (text,)
    return tuple(variant for respaced in _toggled(text, _GAP, " ") for variant in _toggled(respaced, _MARK, "ー"))


def _all_spellings(form: str) -> Iterator[Spelling]:
    for base in (form, *plurals(form)):
        if base.isascii() and not _DIGIT.search(base):  # nearly every English term: nothing comes and goes in it
            yield Spelling(base, base, False)
        else:
            yield from (Spelling(variant, base, False) for variant in spaced(base))
        yield from (Spelling(text, base, True) for text in _names(base))


def plurals(form: str) -> Iterator[str]:
    """Yield the English plural of a form that ends in a Latin word."""
    if not _LAST_WORD.search(form):
        return
    if _Y.search(form):
        yield form[:-1] + "ies"
    elif form.endswith(("ix", "ex")):
        yield form[:-2] + "ices"
        yield form + "es"
    elif form.endswith(("sis", "xis")):
        yield form[:-2] + "es"
    else:
        yield form + ("es" if _HISSES.search(form) else "s")


def _toggled(text: str, places: re.Pattern[str], char: str) -> Iterator[str]:
    """Yield the text, and variants with an optional character inserted or removed at some of the places."""
    spans = [match.span() for match in places.finditer(text)]
    yield text
    for chosen in _choices(spans):
        variant = text
        for start, end in reversed(chosen):
            variant = variant[:start] + ("" if end > start else char) + variant[end:]
        yield variant


def _choices(spans: list[tuple[int, int]]) -> Iterable[tuple[tuple[int, int], ...]]:
    if len(spans) > _MAX_PLACES:
        return [*((span,) for span in spans), tuple(spans)]
    return (chosen for size in range(1, len(spans) + 1) for chosen in combinations(spans, size))


def _names(form: str) -> Iterator[str]:
    """Yield a name of capitalised words joined (TensorCore), or one in camel case split up (Torch Script)."""
    if form.isascii():
        words = form.split()
        if len(words) > 1 and all(word[0].isupper() for word in words):
            yield "".join(words)
        if _HUMP.search(form):
            yield _HUMP.sub(" ", form)
