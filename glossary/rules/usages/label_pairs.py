"""Label pairs: words of an interface that both sides set in bold or between quotation marks, in the same order."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from corpus import lazy_re as re
from corpus.text.segments import is_prose
from glossary.rules.context import RuleContext
from glossary.rules.source_context import SegmentPair

_SURE = 0.8  # score of pairs: about nine in ten are right from 0.7 on (`glossary.bitext.terms.term_rows`)
_LONGEST = 6  # words of an English label
_MARKS = (
    re.compile(r"\*\*(?P<words>[^*\n]{1,80}?)\*\*"),
    re.compile(r"“(?P<words>[^”\n]{1,60})”|\"(?P<quoted>[^\"\n]{1,60})\"|「(?P<kagi>[^」\n]{1,60})」"),
)
_ENDS = " :：,，.。"


class LabelPair(NamedTuple):
    """A label of the original and its counterpart; offsets into the two documents."""

    source_start: int
    source_end: int
    start: int
    end: int


def label_pairs(page: RuleContext) -> Iterator[LabelPair]:
    """Yield the labels of sure pairs of single segments in which both sides have as many of them."""
    for pair in page.pairs:
        is_single = len(pair.target) == len(pair.source) == 1 and is_prose(pair.target[0]) and is_prose(pair.source[0])
        if is_single and pair.score >= _SURE and not pair.copied:
            yield from _marked(page, pair)


def _marked(page: RuleContext, pair: SegmentPair) -> Iterator[LabelPair]:
    for marks in _MARKS:
        source = list(_labels(marks, page.source, pair.source[0].start, pair.source[0].end))
        target = list(_labels(marks, page.text, pair.target[0].start, pair.target[0].end))
        if len(source) == len(target):
            for (first, last), (start, end) in zip(source, target, strict=True):
                if start < end and 0 < len(page.source[first:last].split()) <= _LONGEST:
                    yield LabelPair(first, last, start, end)


def _labels(marks: re.Pattern[str], text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield where the words of each label stand, without what separates them from the sentence."""
    for match in marks.finditer(text, start, end):
        first, last = match.span(match.lastgroup or 0)
        words = text[first:last]
        yield first + len(words) - len(words.lstrip(_ENDS)), max(first, last - (len(words) - len(words.rstrip(_ENDS))))
