"""T302 fused-identifiers: names that ran together where links or code marks were lost.

Why: two names in one are neither; whoever copies or looks up torch.linalgtorch.special finds nothing.
Bad: 参见torch.linalgtorch.special的文档。
Good: 参见 torch.linalg 和 torch.special 的文档。
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Set
from functools import lru_cache

from glossary.inventory import load
from glossary.inventory.fused import parted
from glossary.rules.page import Page
from glossary.rules.rule import Place, Raised, Rule
from glossary.rules.signs.names import names
from glossary.rules.signs.products import PRODUCTS
from glossary.terms import ALLOWED, Concept, Termbase

_SEVERAL_CAPITALS = re.compile(r"[A-Z]?[a-z]+(?:[A-Z][a-z]*)+")  # PyTorch, TensorRT, iOS
_PLAIN = re.compile(r"[A-Z][a-z]{5,}")  # Android; shorter words are parts of names themselves: Hub, Lite
_SHORTEST = 3
_RUN = re.compile(r"(?<![\w.@#/\\:-])[A-Za-z]{9,60}(?![\w@/\\]|[.:-]\w)", re.ASCII)


def find(page: Page) -> Iterator[Raised]:
    """The names of PyTorch, and the products of the glossary, that ran together."""
    for name in names(page):
        if found := parted(load(), name.text):
            yield _raised(Place(name.start, name.end), tuple(map(name.spelled, found)))
    known = _products(page.termbase)
    for segment in page.own:
        for run in _RUN.finditer(page.plain(segment)):
            place = Place(segment.start + run.start(), segment.start + run.end())
            found = _parts(run[0], known)
            if any(map(_SEVERAL_CAPITALS.fullmatch, found)) and not _is_known(page, place):
                yield _raised(place, found)


def _raised(place: Place, found: tuple[str, ...]) -> Raised:
    return Raised((place,), words={"names": " + ".join(found)}, expected=("、".join(found),))


def _is_known(page: Page, place: Place) -> bool:
    """Whether it is one name after all, written in one word."""
    return any((one.start, one.end) == place[:2] for one in page.touching(place.start, place.end))


@lru_cache(4)
def _products(termbase: Termbase) -> frozenset[str]:
    """The names of products that may stand first or last in a run."""
    return frozenset(name for concept in termbase.concepts for name in _names(concept))


def _names(concept: Concept) -> Iterator[str]:
    """The English forms that other languages take over."""
    taken = {form.form for form in concept.forms if form.lang != "en" and form.status in ALLOWED}
    for form in concept.in_language("en") if concept.domain in PRODUCTS else ():
        if form.form in taken and (_PLAIN.fullmatch(form.form) or _SEVERAL_CAPITALS.fullmatch(form.form)):
            yield form.form


def _parts(run: str, known: Set[str]) -> tuple[str, ...]:
    """The names that make up a run of letters that is none itself: PyTorch, TorchVision of PyTorchTorchVision."""
    if run in known:
        return ()
    for end in range(len(run) - _SHORTEST, _SHORTEST - 1, -1):
        if run[:end] in known:
            rest = run[end:]
            if more := (rest,) if rest in known else _parts(rest, known):
                return (run[:end], *more)
    return ()


RULE = Rule("T302", "fused-identifiers", "design/markup", "minor", 0.95, "segment", find, inherits=True)
