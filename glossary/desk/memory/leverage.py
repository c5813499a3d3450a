"""Leverage: how much of an English page a memory has already, sentence by sentence, and what is left to translate."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from typing import NamedTuple

from corpus import lazy_re as re
from glossary.desk.memory.memory_units import Memory, MemoryMatch, nearest

REPEATED, EXACT, NEW = "repeated", "100%", "new"
_FUZZY = ((0.95, "95–99%"), (0.85, "85–94%"), (0.75, "75–84%"), (0.0, "70–74%"))  # as translators' tools count
BANDS = (REPEATED, EXACT, *(band for _, band in _FUZZY), NEW)
_WORD = re.compile(r"\w+(?:['’-]\w+)*")
_PIECE = re.compile(r"\w+|\s+|[^\w\s]")


class PageSentence(NamedTuple):
    """A sentence that is to be translated, and where it stands."""

    path: str
    line: int  # from 1
    text: str  # as a reader sees it


class Leverage(NamedTuple):
    """How well a memory knows a sentence, and the unit that tells so."""

    sentence: PageSentence
    band: str  # one of BANDS
    match: MemoryMatch | None  # none of what is new, or repeats a sentence that is

    @property
    def words(self) -> int:
        """The number of words of the sentence."""
        return len(_WORD.findall(self.sentence.text))


class BandSize(NamedTuple):
    """How much of a text falls into a band."""

    sentences: int
    words: int


def leverage(sentences: Iterable[PageSentence], memory: Memory) -> Iterator[Leverage]:
    """Yield each sentence with what the memory has of it; what stood before, in whatever page, is repeated."""
    match_by_text: dict[str, MemoryMatch | None] = {}
    for sentence in sentences:
        text = sentence.text
        if text in match_by_text:
            yield Leverage(sentence, REPEATED, match_by_text[text])
            continue
        match = match_by_text[text] = next(iter(nearest(memory, text)), None)
        yield Leverage(sentence, _band(match, text), match)


def _band(match: MemoryMatch | None, text: str) -> str:
    """Return the band of a match: one that differs in casing alone is no exact match, so that a person looks at it."""
    if match is None:
        return NEW
    if match.unit.source == text:
        return EXACT
    return next(band for least, band in _FUZZY if match.score >= least)


def band_sizes(sentences: Sequence[Leverage]) -> dict[str, BandSize]:
    """Return how many sentences and words each band has, in the order of BANDS; empty bands too."""
    counts: Counter[str] = Counter()
    words: Counter[str] = Counter()
    for sentence in sentences:
        counts[sentence.band] += 1
        words[sentence.band] += sentence.words
    return {band: BandSize(counts[band], words[band]) for band in BANDS}


def word_differences(before: str, after: str) -> list[tuple[str, str]]:
    """Return what of a text stays ("="), goes ("-") and comes ("+") to make another, in words, spaces and marks."""
    old, new = _PIECE.findall(before), _PIECE.findall(after)
    differences: list[tuple[str, str]] = []
    for kind, start, end, new_start, new_end in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        removed, added = "".join(old[start:end]), "".join(new[new_start:new_end])
        if kind == "equal":
            differences.append(("=", removed))
        else:
            differences += [(sign, words) for sign, words in (("-", removed), ("+", added)) if words]
    return differences
