"""Errors of names of code: a slip in a public name, two names in one, a name in two casings."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache

from corpus.records import Span
from corpus.text.segments import PROSE
from glossary import inventory
from tests.glossary.typos import slip
from tests.planting.edits import Edit
from tests.planting.ground import Ground
from tests.planting.seen import is_seen

_NAME = re.compile(r"`(torch(?:\.[A-Za-z_]\w*)+)(\(\))?`")
_CALLED = re.compile(r"(?<=\.)[a-z]{6,}\b|\b[A-Za-z][a-z]{5,}(?=\()")
_PAST = re.compile("release|旧|古|以前|old")  # where one may speak of names that are gone
_LONG = 6


def misspelled(ground: Ground) -> Iterator[Edit]:
    """A public name of torch with one letter dropped, doubled, swapped or replaced; the page's own or another."""
    for span in _names(ground):
        chance = random.Random(f"{ground.base.work} {span.start}")
        page_name = ground.text[span.start + 1 : span.end - 1].removesuffix("()")
        for name, kind in ((page_name, "own name"), (chance.choice(public_names()), "other name")):
            if (slipped := _slipped(name, chance)) is not None:
                marks = "()" if ground.text[span.start : span.end].endswith("()`") else ""
                yield Edit(span.start, span.end, f"`{slipped}{marks}`", kind, str(span.start))


def _slipped(name: str, chance: random.Random) -> str | None:
    """The name with a slip in its last part that makes no known name of it; None where there is none to be had."""
    parent, _, last = name.rpartition(".")
    if not parent or len(last) < _LONG or not last.isidentifier() or is_seen(last):
        return None
    if not inventory.load().is_public(name) or not re.search("[A-Za-z]{2}", last[1:]):
        return None
    slipped = f"{parent}.{slip(last, chance)}"
    return None if inventory.load().is_known(slipped) or is_seen(slipped) else slipped


@cache
def public_names() -> tuple[str, ...]:
    """Public functions and classes of torch with a long last part, in order."""
    kinds = inventory.load().kinds
    return tuple(
        sorted(
            name
            for name, kind in kinds.items()
            if kind in ("function", "class")
            and name.count(".") in (1, 2, 3)
            and len(name.rpartition(".")[2]) >= _LONG + 2
            and not re.search(r"\d|\._|__", name)
        )
    )


def _names(ground: Ground) -> list[Span]:
    """The inline names of torch in sentences."""
    return [
        Span(segment.start + match.start(), segment.start + match.end(), "code")
        for segment in ground.prose
        for match in _NAME.finditer(segment.text)
    ]


def unmarked(ground: Ground) -> Iterator[Edit]:
    """A name that the original has mostly between code marks, and the page without them."""
    prose = [segment for segment in ground.english if segment.kind in PROSE]
    for segment in ground.prose:
        for match in re.finditer(r"`([A-Za-z_][\w.]{3,}(?:\(\))?)`", segment.text):
            marked = ground.base.english.count(match[0])
            bare = sum(
                len(re.findall(rf"(?<![`\w.]){re.escape(match[1])}(?![`\w])", sentence.text)) for sentence in prose
            )
            if marked > bare:
                start, end = segment.start + match.start(), segment.start + match.end()
                yield Edit(start, end, match[1], "no code marks", match[1])


def misspelled_in_code(ground: Ground) -> Iterator[Edit]:
    """A name in a block of code with one slip: what is called or stands behind a dot, and stands in the original too."""
    english = frozenset(re.findall(r"\w+", ground.base.english))
    for block in ground.segments:
        if block.kind != "code":
            continue
        for match in _CALLED.finditer(block.text):
            chance = random.Random(f"{ground.base.work} {block.start + match.start()}")
            slipped = slip(match[0], chance)
            if (
                match[0] in english
                and slipped not in english
                and not inventory.load().is_known(slipped)
                and not is_seen(slipped)
            ):
                yield Edit(block.start + match.start(), block.start + match.end(), slipped, "name in code", match[0])


def fused(ground: Ground) -> Iterator[Edit]:
    """Two names of torch that ran together where the code marks between them were lost."""
    for span in _names(ground):
        chance = random.Random(f"{ground.base.work} {span.start}")
        page_name = ground.text[span.start + 1 : span.end - 1].removesuffix("()")
        other = chance.choice(public_names())
        names = inventory.load()
        if names.is_public(page_name) and page_name != other and not is_seen(page_name + other):
            yield Edit(span.start, span.end, page_name + other, "bare", str(span.start))
            yield Edit(span.start, span.end, f"`{page_name}{other}`", "marked", str(span.start))


def renamed(ground: Ground) -> Iterator[Edit]:
    """A name of torch replaced by one that was removed long before the page was written, and has a successor."""
    if _PAST.search(ground.base.work):
        return
    sentences = {segment.segment_id: segment for segment in ground.prose if not _PAST.search(segment.text)}
    for segment in sentences.values():
        for match in _NAME.finditer(segment.text):
            start, end = segment.start + match.start(), segment.start + match.end()
            name = random.Random(f"{ground.base.work} {start}").choice(_former())
            yield Edit(start, end, f"`{name}`", "removed name", str(start))


@cache
def _former() -> tuple[str, ...]:
    """Names that were gone when 2.0 came; those that only warn are no error yet."""
    former = inventory.load().former.values()
    gone = [entry.name for entry in former if entry.now and entry.removed and _release(entry.removed) <= (2, 0)]
    return tuple(sorted(name for name in gone if not is_seen(name)))


def _release(version: str) -> tuple[int, ...]:
    return tuple(map(int, version.split(".")))


def recased(ground: Ground) -> Iterator[Edit]:
    """One of several uses of a name of code in another casing that is no name of its own."""
    spans = [span for segment in ground.prose for span in segment.protected if span.kind == "code"]
    places = [place for span in spans for place in _inside(ground, span)]
    counts = Counter(ground.text[start:end] for start, end in places)
    everything = ground.text + ground.base.english
    for start, end in places:
        name = ground.text[start:end]
        public = inventory.load().is_public(name)
        for other, kind in _casings(name):
            is_known = other in everything or is_seen(other) or inventory.load().is_public(other)
            if counts[name] >= (2 if public else 3) and not is_known:
                yield Edit(start, end, other, f"{kind}, {'public' if public else 'other'}", name)


def _casings(name: str) -> Iterator[tuple[str, str]]:
    """The name with an inner capital less, or its last part with a first capital; all small it may be an instance."""
    parent, dot, last = name.rpartition(".")
    if inner := re.search("(?<=[a-z])[A-Z]", last):
        yield parent + dot + last[: inner.start()] + inner[0].lower() + last[inner.end() :], "inner capital lost"
    elif last.islower() and len(last) >= 4:
        yield parent + dot + last.capitalize(), "first capital"


def _inside(ground: Ground, span: Span) -> Iterator[tuple[int, int]]:
    """The name that an inline code span is, without its marks."""
    match = re.fullmatch(r"(`+)([A-Za-z_][A-Za-z0-9_.]*)(?:\(\))?\1", ground.text[span.start : span.end])
    if match:
        yield span.start + match.start(2), span.start + match.end(2)


KINDS = {  # by the rule that is to find them
    "T301": misspelled,
    "T302": fused,
    "T304": recased,
    "T306": renamed,
    "T307": unmarked,
    "T309": misspelled_in_code,
}
