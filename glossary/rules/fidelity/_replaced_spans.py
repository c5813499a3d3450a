"""Replaced: which name, address, placeholder or formula of the page stands where the original has another."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from rapidfuzz.distance import OSA

from corpus.languages.scripts import CJK
from corpus.text.non_translatables import ADDRESS, MATH, NAME, PLACEHOLDER, Kept
from glossary.rules.fidelity._link_targets import address, strays
from glossary.rules.fidelity._unmatched_spans import LeftOver

_MOST_SLIPS = 2
_SHORTEST = 5  # characters of a name in which two may be slips
_WORDS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+|[^\sA-Za-z\d_]")
_MARKED = re.compile(r"\w[_.:=-]\w|[a-z0-9][A-Z]|\w\(|[A-Za-z]\d|--\w", re.ASCII)  # what no ordinary word has
# What a shortcode or a role says to readers: title="…", :term:`…`.
_SHOWN = re.compile(r"\"[^\"]*\"|'[^']*'|(?<=:)`[^`<>]*`")
_FILE = re.compile(r"/|\.[a-z]{2,5}\Z")
_OWN_LANGUAGE = frozenset(["zh", "ja", "cn", "jp", "tw", "hk", "hans", "hant", "chinese", "japanese"])
_MOST = 10_000  # pairs of what is left over that are compared
_CURLY = re.compile(r"[“”‘’\"']+")
# What of code is for readers: a string beside more, a word to fill in.
_FOR_READERS = re.compile(r"(?<=.)\"[^\"]*\"|(?<=.)'[^']*'|<[^<>]*>")
_OWN_WORDS = re.compile(rf"(?<![A-Za-z0-9.]){CJK.pattern[:-1]}ー]+(?![A-Za-z0-9])")
_HALF = 0.5
_SAME_FORMULA = 0.5


class Replaced(NamedTuple):
    """What stands on the page, what the original has instead, and how sure it is that one was meant to be the other."""

    own: Kept
    source: Kept
    says: str
    sure: float


def replaced(rest: LeftOver) -> Iterator[Replaced]:
    """What of a pair was replaced, kind by kind."""
    for kind in (NAME, ADDRESS, PLACEHOLDER, MATH):
        own, source = rest.own.get(kind, []), rest.source.get(kind, [])
        if own and source:
            yield from _matched(rest, kind, list(own), list(source))


def misdirected(rest: LeftOver) -> Iterator[Replaced]:
    """The addresses of pictures that are misspelled, wherever they stand."""
    own, source = list(rest.own.get(ADDRESS, [])), list(rest.source.get(ADDRESS, []))
    for one, other in _take(own, source, lambda a, b: strays(a.text, b.text) >= 1.0):
        yield Replaced(one, other, "address", 1.0)


def _matched(rest: LeftOver, kind: str, own: list[Kept], source: list[Kept]) -> Iterator[Replaced]:
    """Those that correspond: what has a gloss or more beside it, what was misspelled, what is alone on both sides."""
    if kind != ADDRESS:
        for one, other in _take(own, source, _is_respelled):
            yield Replaced(one, other, *_judged(one, other))
        _take(own, source, _is_extended)
        for one, other in _take(own, source, _is_near):
            yield Replaced(one, other, *_judged(one, other))
    if len(own) == len(source) == 1:
        says, sure = _judged(own[0], source[0])
        yield Replaced(own[0], source[0], says, sure * _by_company(rest, kind, says))
    elif len(own) == len(source) and kind in (ADDRESS, PLACEHOLDER):
        for one, other in zip(own, source, strict=True):
            yield Replaced(one, other, *_judged(one, other))


def _take(own: list[Kept], source: list[Kept], belong: Callable[[Kept, Kept], bool]) -> list[tuple[Kept, Kept]]:
    """Takes out what belongs together, where there is no choice."""
    found: list[tuple[Kept, Kept]] = []
    if len(own) * len(source) > _MOST:
        return found
    for one in list(own):
        fitting = [other for other in source if belong(one, other)]
        if len({other.form for other in fitting}) == 1:
            own.remove(one)
            source.remove(fitting[0])
            found.append((one, fitting[0]))
    return found


def _by_company(rest: LeftOver, kind: str, says: str) -> float:
    """How much it matters that both sides have as many of a kind: a sentence that was reworded has not."""
    own, source = rest.counts[kind]
    return 1.0 if own == source or says in ("slip", "translated", "spaced") else 0.7


def _is_respelled(one: Kept, other: Kept) -> bool:
    return _judged(one, other)[0] in ("width", "spaced")


def _is_near(one: Kept, other: Kept) -> bool:
    says, sure = _judged(one, other)
    return sure >= 0.9 and says != "other"


def _judged(one: Kept, other: Kept) -> tuple[str, float]:
    """Which message fits what stands for another, and how sure it is that this is a fault."""
    if one.kind == ADDRESS:
        return "address", strays(one.text, other.text)
    if one.kind == MATH:
        near = OSA.normalized_similarity(one.form, other.form) >= _SAME_FORMULA
        return "math", 0.95 if near else 0.6
    if one.kind == PLACEHOLDER:
        return "placeholder", 0.0 if _says_the_same(one.form, other.form) else 1.0
    return _name(one, other)


def _says_the_same(own: str, source: str) -> bool:
    """Whether only the words that a shortcode or a role shows were translated."""
    if not CJK.search(own):
        return False
    return _SHOWN.sub("", own) == _SHOWN.sub("", source)


def _name(one: Kept, other: Kept) -> tuple[str, float]:
    own, source = one.form, other.form
    if _folded(own) == _folded(source):
        return "width", 1.0
    if own.replace(" ", "") == source.replace(" ", "") and " " in own:
        return "spaced", 1.0
    if _is_extended(one, other):
        return "other", 0.0
    if _is_localised(own, source):
        return "other", 0.0
    if own.casefold() == source.casefold():
        return "case", 0.85 if one.marked and other.marked else 0.7
    if CJK.search(own) and not CJK.search(source):
        if _FOR_READERS.sub("", one.text) == _FOR_READERS.sub("", other.text):
            return "other", 0.0
        return "translated", _by_translation(one, other)
    slips = OSA.distance(own, source)
    if slips <= (_MOST_SLIPS if len(source) > _SHORTEST else 1) and len(source) >= 4:
        return "slip", 1.0 if slips == 1 or len(source) > 7 else 0.85
    return "other", _by_share(one, other)


def _is_localised(own: str, source: str) -> bool:
    """Whether only the language differs: README_zh.md, lang="ja"."""
    if _FILE.search(source) and address(own)[:2] == address(source)[:2]:
        return own.casefold() != source.casefold()
    words = set(map(str.casefold, _WORDS.findall(own))) - set(map(str.casefold, _WORDS.findall(source)))
    return bool(words) and words <= _OWN_LANGUAGE


def _folded(form: str) -> str:
    return _CURLY.sub("", unicodedata.normalize("NFKC", form)).removesuffix("()")


def _is_extended(one: Kept, other: Kept) -> bool:
    """Whether one has the whole of the other and something beside it: a gloss, a call, a word of kind."""
    if one.kind != NAME:
        return False
    own, source = (" ".join(each.text.split()).strip("\"' ").removesuffix("()").casefold() for each in (one, other))
    shorter, longer = sorted((own, source), key=len)
    # Of a.b.c one says b.c for short, but a.b is another name.
    return own != source and re.search(rf"(?<![a-z0-9_]){re.escape(shorter)}(?!\.?[a-z0-9_])", longer) is not None


def _by_translation(one: Kept, other: Kept) -> float:
    """How sure it is that code was not to be translated: words that a reader fills in are."""
    if one.text[:1].isspace() or any(map(str.isspace, other.text)) or '"' in other.text or "<" in other.text:
        return 0.5
    return 1.0 if _MARKED.search(other.form) and not _is_filled_in(one.text) else 0.6


def _is_filled_in(own: str) -> bool:
    """Whether what was translated in code are whole words that may stand for the reader's own: linux-source-版本."""
    return not CJK.search(_OWN_WORDS.sub("", own))


def _by_share(one: Kept, other: Kept) -> float:
    """How sure it is that another name was meant to be the same, by what both share."""
    if not one.marked and not _MARKED.search(one.form):
        return 0.5
    if other.form.startswith(f"{one.form}.") or one.form.startswith(f"{other.form}."):
        if other.text.rstrip("`").endswith(")") and one.form in other.form:
            return 0.9  # a call: `model` for `model.fit()`
        return 0.95 if "." in one.form and "." in other.form else 0.75
    own, source = _WORDS.findall(one.form), _WORDS.findall(other.form)
    start = _shared(own, source)
    share = (start + _shared(own[start:][::-1], source[start:][::-1])) / max(len(own), len(source), 1)
    if share >= _HALF and _MARKED.search(other.form):
        return 0.95
    return 0.75 if _MARKED.search(one.form) and _MARKED.search(other.form) else 0.6


def _shared(one: Sequence[str], other: Sequence[str]) -> int:
    """How many parts two sequences have in common from the start."""
    count = 0
    for a, b in zip(one, other, strict=False):
        if a != b:
            break
        count += 1
    return count
