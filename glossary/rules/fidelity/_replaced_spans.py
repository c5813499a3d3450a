"""Replaced spans: names, addresses, placeholders and formulas of the page for which the original has others."""

from __future__ import annotations

import html
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from rapidfuzz.distance import OSA

from corpus import lazy_re as re
from corpus.languages.scripts import CJK, CJK_CHARACTER
from corpus.text.non_translatables import ADDRESS, MATH, NAME, PLACEHOLDER, KeptSpan
from glossary.rules.calibration import HALF, LIKELY, NEARLY, PERHAPS, RATHER, sign
from glossary.rules.fidelity._link_targets import address, wrong_target_confidence
from glossary.rules.fidelity._unmatched_spans import UnmatchedSpans

_OTHER_NUMBER = sign("T305.other-number", RATHER)
_FORMULA, _OTHER_FORMULA = sign("T305.formula", NEARLY), sign("T305.other-formula", PERHAPS)
_CASE_MARKED, _CASE = sign("T305.case-marked", LIKELY), sign("T305.case", RATHER)
_SLIPS, _NO_NAME = sign("T305.slips", LIKELY), sign("T305.no-name", HALF)
_WORDS_TRANSLATED, _PERHAPS_WORDS = sign("T305.words", HALF), sign("T305.perhaps-words", PERHAPS)
_CALL, _PART, _SHARED = sign("T305.call", NEARLY), sign("T305.part", RATHER), sign("T305.shared", NEARLY)
_BOTH_MARKED, _OTHER_NAME = sign("T305.both-marked", RATHER), sign("T305.other-name", PERHAPS)

MOST_SLIPS = 2
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
_OWN_WORDS = re.compile(rf"(?<![A-Za-z0-9.])[{CJK}]+(?![A-Za-z0-9])")
_HALF = 0.5
_UNLIKE = sign("T305.unlike", PERHAPS)  # nothing in common: the sentence may have been rewritten
_SAME_FORMULA = 0.5
_ESCAPE = re.compile(r"\\([!-/:-@\[-`{-~])")
_KEYS = re.compile(r"⌘|(?<![A-Za-z])(?:ctrl|cmd|command|control|alt|option|shift)(?![A-Za-z])", re.IGNORECASE)
_DIGEST = re.compile(r"(?=[a-f]*\d)[0-9a-f]{7,}")
_RANGE = re.compile(r"(?<=\d) ?[-~–—～〜] ?(?=\d)")


class ReplacedSpan(NamedTuple):
    """A span of the page, the original's span it replaces, and how sure it is that one was meant to be the other."""

    target: KeptSpan
    source: KeptSpan
    change: str
    sure: float


def replaced_spans(rest: UnmatchedSpans) -> Iterator[ReplacedSpan]:
    """Yield the replaced spans of a pair, kind by kind."""
    for kind in (NAME, ADDRESS, PLACEHOLDER, MATH):
        target, source = rest.target.get(kind, []), rest.source.get(kind, [])
        if target and source:
            yield from _match_spans(rest, kind, list(target), list(source))


def _match_spans(
    rest: UnmatchedSpans, kind: str, target: list[KeptSpan], source: list[KeptSpan]
) -> Iterator[ReplacedSpan]:
    """Match corresponding spans: glosses and additions, misspellings, and spans that are alone on both sides."""
    if kind != ADDRESS:
        for span, other in _take(target, source, _is_respelled):
            yield ReplacedSpan(span, other, *_message_and_confidence(span, other))
        _take(target, source, _is_extended)
        for span, other in _take(target, source, _are_similar):
            yield ReplacedSpan(span, other, *_message_and_confidence(span, other))
    if len(target) == len(source) == 1:
        change, sure = _message_and_confidence(target[0], source[0])
        yield ReplacedSpan(target[0], source[0], change, sure * _by_company(rest, kind, change))
    elif len(target) == len(source) and kind in (ADDRESS, PLACEHOLDER):
        for span, other in zip(target, source, strict=True):
            yield ReplacedSpan(span, other, *_message_and_confidence(span, other))


def _take(
    target: list[KeptSpan], source: list[KeptSpan], belong: Callable[[KeptSpan, KeptSpan], bool]
) -> list[tuple[KeptSpan, KeptSpan]]:
    """Remove and return the pairs that belong together, where the choice is unambiguous."""
    pairs: list[tuple[KeptSpan, KeptSpan]] = []
    if len(target) * len(source) > _MOST:
        return pairs
    for span in list(target):
        fitting = [other for other in source if belong(span, other)]
        if len({other.form for other in fitting}) == 1:
            target.remove(span)
            source.remove(fitting[0])
            pairs.append((span, fitting[0]))
    return pairs


def _by_company(rest: UnmatchedSpans, kind: str, change: str) -> float:
    """Return the confidence factor by the number of spans of a kind: lower if the sides differ, as when reworded."""
    target, source = rest.counts[kind]
    return 1.0 if target == source or change in ("slip", "translated", "spaced") else _OTHER_NUMBER


def _is_respelled(span: KeptSpan, other: KeptSpan) -> bool:
    return _message_and_confidence(span, other)[0] in ("width", "spaced")


def _are_similar(span: KeptSpan, other: KeptSpan) -> bool:
    change, sure = _message_and_confidence(span, other)
    if change == "placeholder" and OSA.normalized_similarity(span.form, other.form) < _SAME_FORMULA:
        return False  # which stands for which is not known where there are several
    return sure >= 0.9 and change != "other"


def _message_and_confidence(span: KeptSpan, other: KeptSpan) -> tuple[str, float]:
    """Return the message for a span that replaces another, and how sure it is that this is a fault."""
    if span.kind == ADDRESS:
        return "address", wrong_target_confidence(span.text, other.text)
    if span.kind == MATH:
        near = OSA.normalized_similarity(span.form, other.form) >= _SAME_FORMULA
        return "math", _FORMULA if near else _OTHER_FORMULA
    if span.kind == PLACEHOLDER:
        return "placeholder", 0.0 if _is_label_translated(span.form, other.form) else 1.0
    return _name(span, other)


def _is_label_translated(target: str, source: str) -> bool:
    """Return whether only the text shown by a shortcode or role was translated."""
    if not CJK_CHARACTER.search(target):
        return False
    return _SHOWN.sub("", target) == _SHOWN.sub("", source)


def _name(span: KeptSpan, other: KeptSpan) -> tuple[str, float]:
    target, source = span.form, other.form
    if _is_as_good(span, other):
        return "other", 0.0
    if _folded_form(target) == _folded_form(source):
        return "width", 1.0
    if target.replace(" ", "") == source.replace(" ", "") and " " in target:
        return "spaced", 1.0
    if _is_extended(span, other):
        return "other", 0.0
    if _is_localised(target, source):
        return "other", 0.0
    if target.casefold() == source.casefold() and target.islower() and "_" in source.strip("_"):
        return "other", 0.0  # base_LR: what is written otherwise than all such names is the original's slip
    if target.casefold() == source.casefold():
        return "case", _CASE_MARKED if span.marked and other.marked else _CASE
    if CJK_CHARACTER.search(target) and not CJK_CHARACTER.search(source):
        if _FOR_READERS.sub("", span.text) == _FOR_READERS.sub("", other.text):
            return "other", 0.0
        return "translated", _by_translation(span, other)
    slips = OSA.distance(target, source)
    if slips <= (MOST_SLIPS if len(source) > _SHORTEST else 1) and len(source) >= 4:
        return "slip", 1.0 if slips == 1 or len(source) > 7 else _SLIPS
    return "other", _by_share(span, other)


def _is_as_good(span: KeptSpan, other: KeptSpan) -> bool:
    """Return whether only English grammar or typography differs. That is batch_sizes, a stray space, 10–16 for 10~16.
    In code marks a plural is a name of its own: "steps" is a value that `step` is not.
    """
    target, source = _unescaped(span.form), _unescaped(other.form)
    if _DIGEST.fullmatch(target) and _DIGEST.fullmatch(source):
        return True  # which version was translated
    if _KEYS.search(target) and _folded_keys(target) == _folded_keys(source):
        return True
    if target == source or (target != span.form and source.startswith(target)):
        return True  # an escape cuts a name in two: ws\_listener.py
    if source in (f"{target}s", f"{target}es"):
        return not other.marked
    if source.replace(" ", "") == target:
        return True
    return bool(re.search(r"\d", target)) and _RANGE.sub("~", target) == _RANGE.sub("~", source)


def _folded_keys(form: str) -> str:
    """Return a key combination in normal form: Ctrl（Cmd）+ Enter is Ctrl(cmd) + Enter, Ctrl-B is Ctrl+B."""
    folded = unicodedata.normalize("NFKC", form).casefold().replace("-", "+").replace("⌘", "cmd")
    return "".join(folded.split())


def _unescaped(form: str) -> str:
    """Return a name without the escapes of Markdown and HTML."""
    return _ESCAPE.sub(r"\1", html.unescape(form))


def _is_localised(target: str, source: str) -> bool:
    """Return whether only the language differs: README_zh.md, lang="ja"."""
    if _FILE.search(source) and address(target)[:2] == address(source)[:2]:
        return target.casefold() != source.casefold()
    words = set(map(str.casefold, _WORDS.findall(target))) - set(map(str.casefold, _WORDS.findall(source)))
    return bool(words) and words <= _OWN_LANGUAGE


def _folded_form(form: str) -> str:
    return _CURLY.sub("", unicodedata.normalize("NFKC", form)).removesuffix("()")


def _is_extended(span: KeptSpan, other: KeptSpan) -> bool:
    """Return whether one contains the whole of the other plus an addition: a gloss, a call, a generic word."""
    if span.kind != NAME:
        return False
    target, source = (" ".join(side.text.split()).strip("\"' ").removesuffix("()").casefold() for side in (span, other))
    shorter, longer = sorted((target, source), key=len)
    # Of a.b.c one says b.c for short, but a.b is another name.
    return target != source and re.search(rf"(?<![a-z0-9_]){re.escape(shorter)}(?!\.?[a-z0-9_])", longer) is not None


def _by_translation(span: KeptSpan, other: KeptSpan) -> float:
    """Return how sure it is that code should not have been translated; words that readers fill in may be."""
    if span.text[:1].isspace() or any(map(str.isspace, other.text)) or '"' in other.text or "<" in other.text:
        return _WORDS_TRANSLATED
    return 1.0 if _MARKED.search(other.form) and not _is_user_placeholder(span.text) else _PERHAPS_WORDS


def _is_user_placeholder(text: str) -> bool:
    """Return whether only whole words for readers to fill in were translated in code: linux-source-版本."""
    return not CJK_CHARACTER.search(_OWN_WORDS.sub("", text))


def _by_share(span: KeptSpan, other: KeptSpan) -> float:
    """Return how sure it is that another name was meant to be the same, by the parts both share."""
    if not span.marked and not _MARKED.search(span.form):
        return _NO_NAME
    if other.form.startswith(f"{span.form}.") or span.form.startswith(f"{other.form}."):
        if other.text.rstrip("`").endswith(")") and span.form in other.form:
            return _CALL  # a call: `model` for `model.fit()`
        return _CALL if "." in span.form and "." in other.form else _PART
    target, source = _WORDS.findall(span.form), _WORDS.findall(other.form)
    start = _shared_prefix(target, source)
    share = (start + _shared_prefix(target[start:][::-1], source[start:][::-1])) / max(len(target), len(source), 1)
    if not {*map(str.casefold, target)} & {*map(str.casefold, source)}:
        return _UNLIKE
    if share >= _HALF and _MARKED.search(other.form):
        return _SHARED
    return _BOTH_MARKED if _MARKED.search(span.form) and _MARKED.search(other.form) else _OTHER_NAME


def _shared_prefix(parts: Sequence[str], other: Sequence[str]) -> int:
    """Count the leading parts that two sequences share."""
    count = 0
    for a, b in zip(parts, other, strict=False):
        if a != b:
            break
        count += 1
    return count
