"""Variant status: whether a surface is a form as written, or a variant of one."""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from typing import NamedTuple

from corpus import lazy_re as re
from corpus.languages.scripts import CJK
from glossary.matching.han_conversion import traditional
from glossary.matching.index import Candidate
from glossary.termbase.termbase import STATUSES, UNWANTED

_SPACES = re.compile(r"\s+")
WRAPPED = re.compile(rf"(?<=[{CJK}])[^\S\n]*\n\s*(?=[{CJK}])")


class FormReading(NamedTuple):
    """A surface read as a form."""

    candidate: Candidate
    folded: bool  # written otherwise than the form: spacing, ー, ・, width, casing where it matters
    confidence: float
    status: str  # as a mention has it

    @property
    def rank(self) -> tuple[bool, bool, int]:
        """Sort key of readings as one concept: as written, in the text's own language, preferred before admitted."""
        return self.folded, self.status == "source", STATUSES.index(self.candidate.form.status)


def read_surface(surface: str, candidate: Candidate, lang: str) -> FormReading | None:
    """Read the surface as a candidate; None if it is another word."""
    base_form, glued = candidate.spelling.base_form, candidate.spelling.glued
    if surface == base_form and not glued:
        return _plain(candidate)
    if lang == "zh" and _is_traditional(base_form) and not _is_traditional(surface):
        return None  # 特徵 is what Taiwan writes; whether 特征 is a form, and in which context, is said of 特征
    tidy = _tidy(surface)
    if glued:
        return _folded_reading(candidate, 0.9) if _closed(tidy) == _closed(base_form) else None
    if candidate.loose and tidy.casefold() != base_form.casefold():
        tidy = tidy.replace("-", " ")
    if tidy == base_form or (candidate.form.case == "any" and tidy.casefold() == base_form.casefold()):
        return _plain(candidate)
    if tidy.casefold() == base_form.casefold():
        # Read a surface that differs from a form of fixed casing in nothing but its casing.
        base_form = candidate.spelling.base_form
        if _is_title_cased(tidy, base_form):
            return _plain(candidate)
        short = len(candidate.form.form)
        small = tidy.islower()
        if candidate.form.status in UNWANTED or short <= 2 or (short == 3 and lang == "en" and small):
            return None
        return _folded_reading(candidate, 0.6 if short <= 4 and small else 0.9)
    return _folded_reading(candidate, 0.9)


def _plain(candidate: Candidate) -> FormReading:
    return FormReading(candidate, False, 1.0, candidate.status)


def _folded_reading(candidate: Candidate, confidence: float) -> FormReading:
    """Read a folded spelling: an unwanted form stays unwanted, however spaced; an allowed one becomes a variant."""
    unwanted = candidate.form.status in UNWANTED
    return FormReading(candidate, True, confidence, candidate.status if unwanted else "variant")


def _is_title_cased(surface: str, base_form: str) -> bool:
    """Return whether only lower-case words were capitalised, as at the start of a sentence: "Fused GPU kernel"."""
    pairs = zip(surface.split(" "), base_form.split(" "), strict=True)
    return all(word == form or (form.islower() and word == form.capitalize()) for word, form in pairs)


@lru_cache(maxsize=20_000)
def _is_traditional(text: str) -> bool:
    return traditional().search(text) is not None


def _tidy(surface: str) -> str:
    """Return a form without line ends inside and with composed characters, which vary by file, not by spelling."""
    if surface.isascii() and surface.isalnum():
        return surface
    return _SPACES.sub(" ", unicodedata.normalize("NFC", WRAPPED.sub("", surface)))


def _closed(name: str) -> str:
    return name.replace(" ", "").replace("-", "")
