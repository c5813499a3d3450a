"""Copies: text of a page that is the original's, letter for letter or nearly, and how much of it is words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from rapidfuzz.distance import Indel

from corpus import lazy_re as re
from corpus.languages import pack
from corpus.records import Segment
from corpus.text.segments import PROSE
from glossary.rules.calibration import NEARLY, PERHAPS, sign
from glossary.rules.context import RuleContext, page_fact
from glossary.rules.shared.code_comments import comments
from glossary.rules.shared.english_words import HAN_OR_KANA, WORD, is_common
from glossary.rules.source_context import SegmentPair
from glossary.termbase.termbase import ALLOWED

_FEWEST_TRANSLATED = 3
_CUSTOM = 0.6  # share of comments that are translated, where it is the page's custom; fewer: either is
_FEWEST_WORDS = 4
# A block with a translated comment, and one without.
_BESIDE, _APART = sign("comment.beside-translated", NEARLY), sign("comment.apart", PERHAPS)


class EnglishComment(NamedTuple):
    """A comment left in English, of one line or more; offsets into the page's text."""

    start: int
    end: int
    sure: float


def english_comments(page: RuleContext) -> Iterator[EnglishComment]:
    """Yield the comments that the original has word for word, in order; none if the page keeps comments in English."""
    blocks = [(segment, _lines(segment)) for segment in page.segments if segment.kind == "code"]
    is_translated = [HAN_OR_KANA.search(text) is not None for _, lines in blocks for _, text in lines]
    if sum(is_translated) < max(_FEWEST_TRANSLATED, _CUSTOM * len(is_translated)) or page.original is None:
        return
    originals = {text for segment in page.original.segments if segment.kind == "code" for _, text in _lines(segment)}
    for _, lines in blocks:
        beside = any(HAN_OR_KANA.search(text) for _, text in lines)
        last = -1  # where the comment before ends
        run: list[tuple[int, str]] = []
        for start, text in [*lines, (len(page.text), "")]:
            is_copy = text in originals and len(WORD.findall(text)) >= _FEWEST_WORDS
            if run and not (is_copy and _is_next_line(page.text[last:start])):
                yield EnglishComment(run[0][0], last, _BESIDE if beside else _APART)
                run = []
            if is_copy:
                run.append((start, text))
                last = start + len(text)


def _lines(segment: Segment) -> list[tuple[int, str]]:
    """Return the comments of a block, each with its offset in the document."""
    lines = []
    for start, end in comments(segment):
        text = segment.text[start:end]
        lines.append((segment.start + start + len(text) - len(text.lstrip()), text.strip()))
    return lines


def _is_next_line(between: str) -> bool:
    """Return whether only comment marks separate two comments, so that one sentence may span both."""
    return between.count("\n") == 1 and not between.strip("\r\n \t#/*")


_LEAST_ALIKE = 0.85  # share of letters that a near copy has in common with the original
_LONGEST = 2_000  # characters of a unit that is compared
_MOST_OWN = 0.1  # share of Han and kana in what is still a copy
_MOST_KEPT = 2
_LINK_TARGET = re.compile(r"(?<=\])\([^()]*\)")
_RUN = re.compile(r"(?:(?!\]\()[!#-;=?-~])+")  # what stands together, quotes and tags aside
_HOST = re.compile(r"\w\.\w")
_LABEL = re.compile(r"[(\[（［【][A-Za-z ]{1,20}[)\]）］】](?!\()")  # (Stable), [Beta]
# What is a name whatever its letters: AlexNet, BERT, 4bit, v2; and one letter alone.
_NAME = re.compile(r"[A-Za-z]*[a-z][A-Z]\w*|[A-Z]{2,}s?|\w*\d\w*|[A-Za-z]")
_WORD = re.compile(r"[A-Za-z][\w'’]*", re.ASCII)


@dataclass(frozen=True)
class UntranslatedCopy:
    """A unit of the page that was not translated, and its words, as opposed to names and code."""

    segments: tuple[Segment, ...]
    words: tuple[str, ...]  # all that stands in plain text
    common: tuple[str, ...]  # those that would be translated
    has_content_word: bool  # one of them has a meaning of its own, as "the" has not
    alike: float  # share of letters that are the original's


def copies(page: RuleContext, least: float) -> Iterator[UntranslatedCopy]:
    """Yield the units of a page that are copied from the original, from pairs at least as sure as `least`."""
    for pair in page.pairs:
        if pair.score >= least and all(segment.kind in PROSE for segment in pair.target):
            alike = 1.0 if pair.copied else _similarity(pair)
            if alike >= _LEAST_ALIKE:
                words = tuple(word for segment in pair.target for word in _words(page, segment))
                common = tuple(word for word in words if is_word(page, word))
                has_content_word = any(_is_meaningful_word(word) for word in words if word in common or word.islower())
                yield UntranslatedCopy(pair.target, words, common, has_content_word, alike)


def _similarity(pair: SegmentPair) -> float:
    target, source = ("".join(segment.text for segment in side) for side in (pair.target, pair.source))
    longer = max(len(target), len(source))
    if longer > _LONGEST or abs(len(target) - len(source)) > longer * (1 - _LEAST_ALIKE) * 2:
        return 0.0
    if len(HAN_OR_KANA.findall(target)) > _MOST_OWN * len(target):
        return 0.0
    return Indel.normalized_similarity(letters(target), letters(source))


def letters(text: str) -> str:
    """Return what is compared of a text: its letters and digits, in lower case."""
    return "".join(filter(str.isalnum, text.casefold()))


def _words(page: RuleContext, segment: Segment) -> Iterator[str]:
    """Yield the words outside code, addresses, and terms that the glossary allows in English."""
    bare = _LABEL.sub(_blank, page.plain(segment)) if segment.kind == "heading" else page.plain(segment)
    text = list(_LINK_TARGET.sub(_blank, bare))
    for start, end in _addresses(segment.text):
        text[start:end] = " " * (end - start)
    for use in page.mentions_in(segment):
        if use.status in ALLOWED or page.concept(use).keep:
            start, end = use.start - segment.start, use.end - segment.start
            text[start:end] = " " * (end - start)
    yield from (word for word in _WORD.findall("".join(text)) if not _NAME.fullmatch(word))


def _addresses(text: str) -> Iterator[tuple[int, int]]:
    """Yield the places of addresses, with a scheme or without: example.org/wiki/Word_(the_page)."""
    for run in _RUN.finditer(text):
        host = _HOST.search(run[0])
        if host and "/" in run[0][host.end() :]:
            yield run.span()


def _blank(match: re.Match[str]) -> str:
    return " " * len(match[0])


def is_word(page: RuleContext, word: str) -> bool:
    """Return whether a word has a meaning that the page's language would express."""
    small = word.lower().replace("’", "'")
    return small in pack("en").function_words or is_common(small, page.termbase)


def _is_meaningful_word(word: str) -> bool:
    return word.lower().replace("’", "'") not in pack("en").function_words


def kept_by_page(page: RuleContext, words: tuple[str, ...]) -> bool:
    """Return whether the page uses these one or two words in its own sentences: then it keeps them on purpose."""
    return len(words) <= _MOST_KEPT and all(word.casefold() in _in_own_sentences(page) for word in words)


@page_fact
def _in_own_sentences(page: RuleContext) -> frozenset[str]:
    cjk_segments = (segment for segment in page.prose if HAN_OR_KANA.search(segment.text))
    return frozenset(word.casefold() for segment in cjk_segments for word in WORD.findall(page.plain(segment)))
