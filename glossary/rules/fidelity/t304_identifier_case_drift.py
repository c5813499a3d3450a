"""T304 identifier-case-drift: a name of code that the page writes in two casings.

Why: in code Complex32 and complex32 are two names, and one of them does not exist.
Bad: 新版支持 Complex32。complex32 张量更省内存。
Good: 新版支持 complex32。complex32 张量更省内存。
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from glossary.inventory import load
from glossary.rules.context import RuleContext
from glossary.rules.rule import DocumentSpan, Rule, Violation
from glossary.rules.shared.code_identifiers import CodeName, names, words

_OF_CODE = re.compile(r"\w[_.]\w|[A-Za-z]\d", re.ASCII)  # what no ordinary word has, whatever its capitals
_MARKED = re.compile(r"\w[_.]\w|[a-z]\w*[A-Z]", re.ASCII)
_KERAS = re.compile(r"(?<=\d)D")  # Conv2D of Keras is Conv2d of PyTorch
_OPENING = re.compile(r"[\W_]*")
_OFTEN = 3  # times that the page has the other casing, where only the page speaks for it

Ways = Mapping[str, Sequence[CodeName]]


def find(page: RuleContext) -> Iterator[Violation]:
    """The names in a casing that is none of theirs, on a page that has one that is."""
    found: defaultdict[str, defaultdict[str, list[CodeName]]] = defaultdict(lambda: defaultdict(list))
    for one in sorted([*names(page), *words(page)]):
        found[one.text.casefold()][one.text].append(one)
    for ways in found.values():
        if len(ways) > 1:
            yield from _beside_public(page, ways) if any(map(_is_public, ways)) else _beside_often(page, ways)


def _is_public(name: str) -> bool:
    return _OF_CODE.search(name) is not None and load().is_known(name)


def _beside_public(page: RuleContext, ways: Ways) -> Iterator[Violation]:
    """The casings that no release has, beside one that releases have."""
    right = max((one for one in ways if load().is_known(one)), key=lambda one: (len(ways[one]), one))
    for way, places in ways.items():
        if not load().is_known(way) and not _is_another(way, right):
            yield from _raised(page, places, right)


def _beside_often(page: RuleContext, ways: Ways) -> Iterator[Violation]:
    """The casings that are rare beside one that is frequent, in prose or in code."""
    for of_code in (False, True):
        here = {way: [one for one in places if (one.kind == "code") == of_code] for way, places in ways.items()}
        right = max(here, key=lambda one: (len(here[one]), one))
        if len(here[right]) < _OFTEN or not _MARKED.search(right):
            continue
        for way, places in here.items():
            if places and way != right and len(places) * _OFTEN <= len(here[right]) and not _is_another(way, right):
                yield from _raised(page, places, right, len(here[right]))


def _is_another(way: str, right: str) -> bool:
    """Whether two casings are two things: a constant, a variable called after its class, a class of Keras."""
    if way.isupper() or right.isupper() or way.partition(".")[0] != right.partition(".")[0] != right:
        return True
    return (way.islower() and right[0].isupper()) or _KERAS.sub("d", way) == right


def _raised(page: RuleContext, places: Sequence[CodeName], right: str, count: int = 0) -> Iterator[Violation]:
    standing = [one for one in places if not _opens_sentence(page, one, right)]
    if standing:
        spelled = standing[0].spelled(right)
        yield Violation(
            tuple(DocumentSpan(one.start, one.end) for one in standing),
            _concept_at(page, standing[0]),
            says="page" if count else "",
            words={"count": str(count)},
            expected=(spelled,),
            suggestion=spelled,
            sure=0.85 if count else 1.0,
        )


def _concept_at(page: RuleContext, one: CodeName) -> str:
    segment = page.segment_at(one.start)
    uses = page.inside(segment) if segment else ()
    return next((use.concept_id for use in uses if use.start <= one.start and one.end <= use.end), "")


def _opens_sentence(page: RuleContext, one: CodeName, right: str) -> bool:
    """Whether the capital is that of the first word of a sentence."""
    segment = page.segment_at(one.start)
    opening = _OPENING.match(page.text, segment.start, one.start) if segment else None
    return opening is not None and opening.end() == one.start and one.text[1:] == right[1:]


RULE = Rule(
    "T304",
    "identifier-case-drift",
    "terminology/inconsistent-use",
    "minor",
    0.85,
    "document",
    find,
    inherits=True,
    yields_to=("T105", "T301"),
)
