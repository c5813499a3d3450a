"""Comments in the page's code that are the original's English, where the page translates its comments."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from corpus.records import Segment
from glossary.rules.context import RuleContext
from glossary.rules.shared.code_comments import comments
from glossary.rules.shared.english_words import HAN_OR_KANA, WORD

_FEWEST_TRANSLATED = 3
_CUSTOM = 0.6  # share of comments that are translated, where it is the page's custom; fewer: either is
_FEWEST_WORDS = 4
_BESIDE, _APART = 0.9, 0.6  # a block with a translated comment, and one without


class EnglishComment(NamedTuple):
    """A comment left in English, of one line or more; offsets into the page's text."""

    start: int
    end: int
    sure: float


def english_comments(page: RuleContext) -> Iterator[EnglishComment]:
    """Yield the comments that stand in the original word for word, in order; none if comments are kept in English."""
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
    """Return the comments of a block, each with where it begins in the document."""
    lines = []
    for start, end in comments(segment):
        text = segment.text[start:end]
        lines.append((segment.start + start + len(text) - len(text.lstrip()), text.strip()))
    return lines


def _is_next_line(between: str) -> bool:
    """Return whether nothing but marks of comments stands between two of them, which one sentence may fill."""
    return between.count("\n") == 1 and not between.strip("\r\n \t#/*")
