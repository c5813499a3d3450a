"""Names of code on a page: what identifiers and code spans of its prose spell, and what the whole page uses."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from corpus.records import Span
from glossary.rules.page import Page

_PART = r"[A-Za-z_](?:\w|\\_)*"
_DOTTED = rf"{_PART}(?:(?:\.|::){_PART})*"
_IN_CODE = re.compile(_DOTTED, re.ASCII)
# A span that holds a name or a call and nothing else: `torch.add`, <code>F.relu(x)</code>, @torch.compile.
_ALONE = re.compile(rf"(?:[`@\s]|<[^<>]*>)*({_DOTTED})(?:\(.*\))?(?:[`\s]|</[^<>]*>)*", re.ASCII | re.DOTALL)

_LONGEST = 200  # characters; no name is longer


class Name(NamedTuple):
    """A name of code at its place; offsets into the document's text."""

    start: int
    end: int
    surface: str
    text: str  # as Python spells it: with dots for ::, no character escaped
    kind: str  # identifier or code

    def spelled(self, other: str) -> str:
        """Another name, written as this one is."""
        parted = other.replace(".", "::") if "::" in self.surface else other
        return parted.replace("_", "\\_") if "\\_" in self.surface else parted


def names(page: Page) -> Iterator[Name]:
    """The names in prose in the page's own language, in order."""
    for segment in page.own:
        for span in segment.protected:
            if span.kind in ("identifier", "code") and (found := _name(page.text, span)):
                yield found


def used(page: Page) -> Counter[str]:
    """How often the page has each name: in prose of any language, and in code."""
    return Counter(_named(page, ("code", "identifier")))


def in_code_blocks(page: Page) -> frozenset[str]:
    """The names that the page's code blocks use."""
    return frozenset(name for one in page.segments if one.kind == "code" for name in in_code(one.text))


def in_code(text: str) -> Iterator[str]:
    """The names in a text of code or of prose: of `model.train`, also model and train."""
    for name in _IN_CODE.findall(text):
        spelled = python_spelling(name)
        yield spelled
        if "." in spelled:
            yield from spelled.split(".")


def python_spelling(surface: str) -> str:
    """A name with dots for ::, and without the escapes of Markdown."""
    return surface.replace("::", ".").replace("\\_", "_")


def _named(page: Page, kinds: tuple[str, ...]) -> Iterator[str]:
    for segment in page.segments:
        for span in segment.protected:
            if span.kind in kinds:
                yield from in_code(page.text[span.start : span.end])


def _name(text: str, span: Span) -> Name | None:
    found = _ALONE.fullmatch(text, span.start, span.end)
    if (
        found is None or len(found[1]) > _LONGEST or text.startswith("\\_", span.end)
    ):  # torch.set\_x: the span ends too early
        return None
    start, end = found.span(1)
    return Name(start, end, text[start:end], python_spelling(text[start:end]), span.kind)
