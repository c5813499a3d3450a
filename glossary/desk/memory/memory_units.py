"""Memory units: the possible examples whose English is most like a text, and how similar it is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from rapidfuzz import process
from rapidfuzz.distance import Levenshtein

from corpus import lazy_re as re
from corpus.records import LANGUAGE_COLUMNS

# The table that a memory is made from, and the columns of it that it reads.
READS: Mapping[str, list[str]] = {
    "parallel": [
        "unit_id",
        "work",
        *LANGUAGE_COLUMNS,
        *(f"{lang}_segments" for lang in LANGUAGE_COLUMNS),
        "quality",
        "flags",
    ]
}
LIKE = 0.7  # of two English texts; of matches seen, all above it helped, of those from 0.6 on half
_HARMLESS = frozenset({"duplicate"})
_QUALITY = 0.8  # of a unit that may be an example


class MemoryUnit(NamedTuple):
    """A unit that may be an example, in English and one other language."""

    unit_id: str
    work: str
    source: str
    target: str
    quality: float


class MemoryMatch(NamedTuple):
    """A unit, and how similar its English is to a text: at least `LIKE`; 1 if only casing may differ."""

    unit: MemoryUnit
    score: float


@dataclass(frozen=True, slots=True)
class Memory:
    """Units that may be examples, sorted by the length of their English."""

    units: Sequence[MemoryUnit]
    english: Sequence[str]  # as it is compared
    lengths: np.ndarray[Any, np.dtype[np.int64]]


def memory_of(parallel: pa.Table, lang: str, faulty: Collection[str] = ()) -> Memory:
    """Return the units of a build that may be examples in a language: good ones, without `faulty` segments."""
    table = parallel.select(READS["parallel"])
    harmless = [set(unit_flags) <= _HARMLESS for unit_flags in table["flags"].to_pylist()]
    segments, places = flattened(table[f"{lang}_segments"])
    clean = np.ones(table.num_rows, bool)
    clean[places.filter(pc.is_in(segments, pa.array(sorted(faulty), pa.string()))).to_numpy()] = False
    bilingual = pc.and_(pc.is_valid(table["en"]), pc.is_valid(table[lang]))
    good = pc.and_(pc.greater_equal(table["quality"], _QUALITY), pa.chunked_array([pa.array(harmless, pa.bool_())]))
    mask = pc.and_(pc.and_(bilingual, pc.fill_null(good, False)), pa.chunked_array([pa.array(clean)]))
    rows = table.filter(mask).select(["unit_id", "work", "en", lang, "quality"])
    units = [MemoryUnit(*row.values()) for row in rows.to_pylist()]
    units.sort(key=lambda unit: len(unit.source.casefold()))
    english = [unit.source.casefold() for unit in units]
    return Memory(units, english, np.array([len(text) for text in english], np.int64))


def nearest(
    memory: Memory, english: str, most: int = 1, passes: Callable[[MemoryUnit], bool] = lambda _: True
) -> list[MemoryMatch]:
    """Return the units that pass whose English is most like a text; ties go to higher quality, then the first."""
    text = english.casefold()
    # Texts that are shorter or longer than these cannot be so like.
    first, last = np.searchsorted(memory.lengths, [int(len(text) * LIKE), len(text) / LIKE + 1])
    scores = process.cdist(
        [text], memory.english[first:last], scorer=Levenshtein.normalized_similarity, score_cutoff=LIKE
    )[0]
    candidates = (
        MemoryMatch(memory.units[first + row], round(float(scores[row]), 4)) for row in np.flatnonzero(scores)
    )
    matches = (match for match in candidates if passes(match.unit))
    return sorted(matches, key=lambda match: (-match.score, -match.unit.quality))[:most]


def flattened(lists: pa.ChunkedArray) -> tuple[pa.Array, pa.Array]:
    """Return the values of a column of lists, and the row number of each."""
    whole = pa.concat_arrays(lists.chunks) if lists.num_chunks else pa.array([], lists.type)
    return pc.list_flatten(whole), pc.list_parent_indices(whole)


REPEATED, EXACT, NEW = "repeated", "100%", "new"
_FUZZY = ((0.95, "95–99%"), (0.85, "85–94%"), (0.75, "75–84%"), (0.0, "70–74%"))  # as translators' tools count
BANDS = (REPEATED, EXACT, *(band for _, band in _FUZZY), NEW)
_WORD = re.compile(r"\w+(?:['’-]\w+)*")
_PIECE = re.compile(r"\w+|\s+|[^\w\s]")


class PageSentence(NamedTuple):
    """A sentence to be translated, and its place."""

    path: str
    line: int  # from 1
    text: str  # as a reader sees it


class Leverage(NamedTuple):
    """A sentence with its best match in a memory, and the band of that match."""

    sentence: PageSentence
    band: str  # one of BANDS
    match: MemoryMatch | None  # none of what is new, or repeats a sentence that is

    @property
    def words(self) -> int:
        """The number of words of the sentence."""
        return len(_WORD.findall(self.sentence.text))


class BandSize(NamedTuple):
    """The size of a band in a text."""

    sentences: int
    words: int


def leverage(sentences: Iterable[PageSentence], memory: Memory) -> Iterator[Leverage]:
    """Yield each sentence with its match in the memory; one that occurred before, on any page, is repeated."""
    match_by_text: dict[str, MemoryMatch | None] = {}
    for sentence in sentences:
        text = sentence.text
        if text in match_by_text:
            yield Leverage(sentence, REPEATED, match_by_text[text])
            continue
        match = match_by_text[text] = next(iter(nearest(memory, text)), None)
        yield Leverage(sentence, _band(match, text), match)


def _band(match: MemoryMatch | None, text: str) -> str:
    """Return the band of a match; if only casing differs it is not exact, so that a person looks at it."""
    if match is None:
        return NEW
    if match.unit.source == text:
        return EXACT
    return next(band for least, band in _FUZZY if match.score >= least)


def band_sizes(sentences: Sequence[Leverage]) -> dict[str, BandSize]:
    """Return the number of sentences and words in each band, in the order of BANDS; empty bands too."""
    counts: Counter[str] = Counter()
    words: Counter[str] = Counter()
    for sentence in sentences:
        counts[sentence.band] += 1
        words[sentence.band] += sentence.words
    return {band: BandSize(counts[band], words[band]) for band in BANDS}


def word_differences(before: str, after: str) -> list[tuple[str, str]]:
    """Return how one text becomes another, in words, spaces and marks that stay ("="), go ("-") or come ("+")."""
    old, new = _PIECE.findall(before), _PIECE.findall(after)
    differences: list[tuple[str, str]] = []
    for kind, start, end, new_start, new_end in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        removed, added = "".join(old[start:end]), "".join(new[new_start:new_end])
        if kind == "equal":
            differences.append(("=", removed))
        else:
            differences += [(sign, words) for sign, words in (("-", removed), ("+", added)) if words]
    return differences
