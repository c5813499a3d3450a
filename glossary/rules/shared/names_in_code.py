"""Names in code: what the code of a page, or of its original, calls so, and what a page spells in one way throughout.

An English word in a sentence may be such a name though it is not marked: the value `server` of an option, a class.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from corpus import lazy_re as re
from corpus.records import Segment
from glossary.rules.context import RuleContext, page_fact

_FEWEST = 2  # places: one may be a slip


def is_spelled_throughout(page: RuleContext, start: int, end: int, right: str) -> bool:
    """Return whether a page has the words of a place in two places or more, and neither it nor its original has them
    as a rule wants them. Words of code count beside names of code alone; blocks of code never do.
    """
    return _is_throughout(page, page.text[start:end], right, page.is_protected(start, end))


@page_fact  # once for all places of the words
def _is_throughout(page: RuleContext, words: str, right: str, is_code: bool) -> bool:
    if any(right in text and _whole(right).search(text) for text in (page.text, page.source)):
        return False
    places = 0
    for segment in page.prose_blocks:
        if words in segment.text:
            places += len(_whole(words).findall(segment.text if is_code else page.plain(segment)))
    return places >= _FEWEST


def _whole(words: str) -> re.Pattern[str]:
    """Return the pattern of words where no Latin letters or digits stand beside them."""
    return re.compile(rf"(?<![A-Za-z0-9_]){re.escape(words)}(?![A-Za-z0-9_])")


_MARKS = "`'\" "
_NAMED = re.compile(
    r"""['"]([A-Za-z][\w-]*)['"]|(?<![\w-])--?([A-Za-z][\w-]*)"""
    r"""|\b([A-Za-z]\w*)[ ]?=(?!=)|\b(?:class|def|import)\ +(\w+)"""
)
_PARTS = re.compile(r"[\s_-]+")


def is_named_in_code(page: RuleContext, words: str) -> bool:
    """Return whether words are a name of the code, letter for letter, or run together: Policy Saver of PolicySaver."""
    return words in _names(page) or ("".join(_PARTS.split(words)) in _names(page) and not words.islower())


@page_fact
def _names(page: RuleContext) -> frozenset[str]:
    original = page.original.segments if page.original else ()
    return frozenset(name for segments in (page.segments, original) for name in _named(segments))


def _named(segments: Sequence[Segment]) -> Iterator[str]:
    """Yield what stands between code marks; of code the strings, arguments, options, classes and functions."""
    for segment in segments:
        if segment.kind == "code":
            for match in _NAMED.finditer(segment.text):
                yield next(filter(None, match.groups()))
        else:
            for span in segment.protected:
                if span.kind == "code":
                    yield segment.text[span.start - segment.start : span.end - segment.start].strip(_MARKS)
