"""Phrases of the English that may be terms: words that belong together, known to the glossary or not."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import log2
from typing import Any, NamedTuple

from corpus import lazy_re as re
from corpus.alignment.lexicon import stem
from corpus.text.segments import PROSE
from glossary.bitext.terms.english_terms import singular, stems_of
from glossary.bitext.terms.term_lexicon import everyday_stems

MOST_WORDS = 4  # with what follows by hand
_WORD = re.compile(r"[A-Za-z][A-Za-z0-9]*(?:-[A-Za-z0-9]+)*(?:\+\+)?")
_JOINED = re.compile(r"[ \t]*\n?[ \t]*")  # what stands between words of one phrase
_TYING = frozenset("'’\\_@#$=<>&{}^~%")  # beside a word: it belongs to code, a formula or a name
_JOINING = frozenset("/.:+-")  # so do these with a letter or digit beyond
# Which part phrases too.
_MID_SENTENCE = re.compile(r"[\w,;)](?:[ \t]+|\n)[*_\"“‘'(\[]*\Z")  # what stands before, markup too
_LINKING = frozenset(
    "e.g i.e etc eg ie vs what's here's able please three four five six seven eight nine ten".split()  # noqa: SIM905
)

SegmentRow = Mapping[str, Any]


class PhraseUse(NamedTuple):
    """One place of a phrase in an English document."""

    doc_id: str
    start: int
    end: int
    before: str  # the word before it in small letters; empty where it begins a stretch
    after: str
    kind: str  # of the segment
    is_capital: bool = False  # each word begins with a capital, in mid-sentence


class Phrase(NamedTuple):
    """A phrase with all its places."""

    term: str  # small letters, the last word in the singular
    surface: str  # as it is written most often, in the singular if it ever is
    new: str  # the words of it that the glossary does not know; empty where it knows all
    uses: tuple[PhraseUse, ...]
    c_value: float  # Frantzi, Ananiadou and Mima 2000, with log2(words + 1), so that single words count too

    @property
    def documents(self) -> int:
        """The number of documents that contain it."""
        return len({use.doc_id for use in self.uses})

    @property
    def capitals(self) -> float:
        """Return the share of its uses that are capitalised in mid-sentence."""
        return sum(use.is_capital for use in self.uses) / len(self.uses)


class _Word(NamedTuple):
    start: int
    end: int
    text: str
    is_known: bool


def phrases(segments: Iterable[SegmentRow], mentions: Iterable[SegmentRow], least: int) -> list[Phrase]:
    """Return the phrases with `least` uses or more, sorted, from rows of English segments and their mentions."""
    term_spans: defaultdict[str, list[tuple[int, int]]] = defaultdict(list)
    for mention in mentions:
        if not mention["nested"]:
            term_spans[mention["segment_id"]].append((mention["start"], mention["end"]))
    uses: defaultdict[str, list[PhraseUse]] = defaultdict(list)
    surfaces: defaultdict[str, Counter[str]] = defaultdict(Counter)
    new: dict[str, str] = {}
    for segment in segments:
        if segment["text_lang"] == "en" and segment["kind"] in PROSE:
            for stretch in _stretches(segment, term_spans[segment["segment_id"]]):
                for words, use in _phrases_of(segment, stretch):
                    term = term_of([word.text for word in words])
                    uses[term].append(use)
                    surfaces[term][" ".join(word.text for word in words)] += 1
                    new[term] = term_of([word.text for word in words if not word.is_known] or [""])
    frequent = {term: places for term, places in uses.items() if len(places) >= least}
    values = _c_values({term: len(places) for term, places in frequent.items()})
    return [
        Phrase(
            term,
            min(surfaces[term], key=lambda surface: (surface.casefold() != term, -surfaces[term][surface], surface)),
            new[term],
            tuple(places),
            values[term],
        )
        for term, places in sorted(frequent.items())
    ]


def term_of(words: Sequence[str]) -> str:
    """Return words in comparable form: in lower case, the last one in the singular."""
    *modifiers, head = (" ".join(word.casefold().split()) for word in words)
    return " ".join([*modifiers, singular(head)])


def _stretches(segment: SegmentRow, term_spans: Sequence[tuple[int, int]]) -> Iterator[list[_Word]]:
    """Yield runs of words with only space between them; protected words and punctuation separate them."""
    text, begin = segment["text"], segment["start"]
    closed = [(span["start"] - begin, span["end"] - begin) for span in segment["protected"]]
    inside = [(start - begin, end - begin) for start, end in sorted(term_spans)]
    stretch: list[_Word] = []
    for start, end, is_known in _units(text, inside):
        if any(start < last and end > first for first, last in closed):
            if stretch:
                yield stretch
            stretch = []
            continue
        if stretch and not _JOINED.fullmatch(text, stretch[-1].end, start):
            yield stretch
            stretch = []
        stretch.append(_Word(start, end, text[start:end], is_known))
    if stretch:
        yield stretch


def _units(text: str, term_spans: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int, bool]]:
    """Yield the words of a text in order, and whether each is known: a whole term, or an everyday word."""
    position, everyday = 0, everyday_stems()
    for start, end in [*term_spans, (len(text), len(text))]:
        if start < position:
            continue
        for match in _WORD.finditer(text, position, start):
            if not (_is_name_part(text, match.start() - 1, -1) or _is_name_part(text, match.end(), 1)):
                yield match.start(), match.end(), stems_of(match[0]) in everyday
        if end > start:
            yield start, end, True
        position = end


def _is_name_part(text: str, place: int, step: int) -> bool:
    """Return whether the character beside a word joins it to a longer name, path or formula: a/b, x.y, \\frac, 2x."""
    char = text[place : place + 1] if place >= 0 else ""
    if char in _TYING:
        return True
    beyond = text[place + step : place + step + 1] if place + step >= 0 else ""
    return char != "" and (char.isdigit() or (char in _JOINING and beyond.isalnum()))


def _phrases_of(segment: SegmentRow, words: Sequence[_Word]) -> Iterator[tuple[Sequence[_Word], PhraseUse]]:
    empty = [not word.is_known and is_function_word(word.text) for word in words]
    for first in range(len(words)):
        for last in range(first, min(first + MOST_WORDS, len(words))):
            if empty[last]:
                break
            chosen = words[first : last + 1]
            start, end = chosen[0].start, chosen[-1].end
            if end - start < 2 or "-" in (segment["text"][start - 1 : start], segment["text"][end : end + 1]):
                continue
            is_name = all(word[0].isupper() for word in segment["text"][start:end].split())
            is_mid_sentence = _MID_SENTENCE.search(segment["text"], max(0, start - 12), start) is not None
            use = PhraseUse(
                segment["doc_id"],
                segment["start"] + start,
                segment["start"] + end,
                words[first - 1].text.casefold() if first else "",
                words[last + 1].text.casefold() if last + 1 < len(words) else "",
                segment["kind"],
                is_name and segment["kind"] != "heading" and is_mid_sentence,
            )
            yield chosen, use


def is_function_word(word: str) -> bool:
    """Return whether a word has no meaning of its own."""
    small = word.casefold()
    return small in _LINKING or not stem(small)


def parts_of(words: Sequence[str]) -> Iterator[Sequence[str]]:
    """Yield the contiguous parts of words that are shorter than the whole, the shortest first."""
    for size in range(1, len(words)):
        yield from (words[first : first + size] for first in range(len(words) - size + 1))


def _c_values(counts: dict[str, int]) -> dict[str, float]:
    inside: defaultdict[str, list[int]] = defaultdict(list)
    for term, count in counts.items():
        for part in parts_of(term.split()):
            inside[" ".join([*part[:-1], singular(part[-1])])].append(count)
    return {
        term: log2(len(term.split()) + 1) * (count - (sum(inside[term]) / len(inside[term]) if term in inside else 0))
        for term, count in counts.items()
    }
