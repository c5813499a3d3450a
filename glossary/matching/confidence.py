"""Confidence: how sure it is that words which were found stand for the concept at all.

1.0 where they are written as a form of the glossary (plurals, and casing where the entry lets it go, included), 0.9
where that is so only after folding, 0.6 for an abbreviation in small letters, which may be another word. Then, for
each doubt that its place raises, times one of the factors below.
"""

from __future__ import annotations

from collections.abc import Container

from glossary.matching.characters import is_katakana
from glossary.matching.longest_match import Hit
from glossary.matching.slugs import is_joined_latin

_SINGLE = 0.8  # a single character
_AMBIGUOUS = 0.8  # another concept has the same words
_INSIDE = 0.8  # katakana within longer katakana, where no word of the base tokenizer ends
_CROSSED = 0.7  # a word of the base tokenizer lies across an edge
_FAR = 0.9  # its context words stand elsewhere on the page
_JOINED = 0.5  # a name respelled, with more Latin joined by - or /: a package, a path


def confidence_factor(text: str, hit: Hit, borders: Container[int] | None) -> float:
    """Return the factor on the confidence of a hit's readings."""
    start, end, surface, readings, single, _, far = hit
    factor = _SINGLE if single else 1.0
    if far:
        factor *= _FAR
    if len(readings) > 1:
        factor *= _AMBIGUOUS
    if borders is None or start not in borders or end not in borders:
        inside = is_katakana(surface[0]) and _is_word_inside(text, start, borders)
        if inside or (is_katakana(surface[-1]) and _is_word_inside(text, end, borders)):
            factor *= _INSIDE
        if borders is not None and any(place in borders for place in range(start + 1, end)):
            factor *= _CROSSED
    if readings[0].folded and is_joined_latin(text, start, end):
        factor *= _JOINED
    return factor


def _is_word_inside(text: str, edge: int, borders: Container[int] | None) -> bool:
    if not 0 < edge < len(text) or not is_katakana(text[edge]) or not is_katakana(text[edge - 1]):
        return False
    return borders is None or edge not in borders
