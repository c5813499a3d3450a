"""Names in code: names that occur in the code of a page or its original, and what a page spells one way throughout.

An English word in a sentence may be such a name though it is not marked: the value `server` of an option, a class.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from corpus import lazy_re as re
from corpus.records import Segment
from glossary.rules.context import RuleContext, page_fact

_FEWEST = 2  # places: one may be a slip


def is_spelled_throughout(page: RuleContext, start: int, end: int, right: str) -> bool:
    """Return whether a page has the words of a place at least twice, and never, nor its original, the right ones.
    Words in code are compared with names of code only; code blocks never count.
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
    """Return a pattern for words with no Latin letters or digits next to them."""
    return re.compile(rf"(?<![A-Za-z0-9_]){re.escape(words)}(?![A-Za-z0-9_])")


_MARKS = "`'\" "
_NAMED = re.compile(
    r"""['"]([A-Za-z][\w-]*)['"]|(?<![\w-])--?([A-Za-z][\w-]*)"""
    r"""|\b([A-Za-z]\w*)[ ]?=(?!=)|\b(?:class|def|import)\ +(\w+)"""
)
_PARTS = re.compile(r"[\s_-]+")


def is_named_in_code(page: RuleContext, words: str) -> bool:
    """Return whether words are a name in the code, letter for letter, or run together: Policy Saver for PolicySaver."""
    return words in _names(page) or ("".join(_PARTS.split(words)) in _names(page) and not words.islower())


@page_fact
def _names(page: RuleContext) -> frozenset[str]:
    original = page.original.segments if page.original else ()
    return frozenset(name for segments in (page.segments, original) for name in _named(segments))


def _named(segments: Sequence[Segment]) -> Iterator[str]:
    """Yield the text of code spans and, from code blocks, strings, arguments, options, classes and functions."""
    for segment in segments:
        if segment.kind == "code":
            for match in _NAMED.finditer(segment.text):
                yield next(filter(None, match.groups()))
        else:
            for span in segment.protected:
                if span.kind == "code":
                    yield segment.text[span.start - segment.start : span.end - segment.start].strip(_MARKS)
