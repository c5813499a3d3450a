"""Literals in the page's code beside those of its original: numbers, strings and addresses that differ in a line whose
other tokens are the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from corpus import lazy_re as re
from corpus.languages.scripts import CJK_CHARACTER
from corpus.records import Segment
from glossary.rules.context import RuleContext
from glossary.rules.fidelity._code_lines import ADDRESS, code_without_comments, sequence_matcher
from glossary.rules.fidelity._link_targets import address

_NUMBER = r"0[xX][0-9a-fA-F]+|\d[\d_]*(?:\.\d+)*(?:[eE][-+]?\d+)?"
_TOKEN = re.compile(
    rf"""(?P<string>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')"""
    rf"|(?P<address>{ADDRESS})|(?P<number>(?<![\w.])(?:{_NUMBER})(?!\w))|\w+|[^\s\w]",
    re.ASCII,
)
_PIECE = re.compile(r"\d+(?:\.\d+)*|[^\W\d_]+|[\W_]", re.ASCII)
_RELEASE = re.compile(r"\d+(?:\.\d+){2,}")
_VERSION_BEFORE = re.compile(r"(?:[=<>~!]=|[<>]|[-_/ ]v|version[-_ :=]*)\Z", re.IGNORECASE)
_LEAST_SAME = 0.5  # of the lines of the longer block
_RESULT = 4  # decimals of what a program measured: two runs differ
_MOST_CHANGED = 2  # pieces of a string; of more it is another string


class LiteralToken(NamedTuple):
    """A token of code; offsets into the document's text."""

    start: int
    end: int
    kind: str  # string, address, number, or empty for words and signs
    text: str


class ChangedLiteral(NamedTuple):
    """A piece of a literal of the page that is another in the original."""

    start: int
    end: int
    text: str
    original: str
    is_release: bool  # of a version, which moves on


class ChangedBlock(NamedTuple):
    """A block of code whose literals differ from those of its original."""

    literals: tuple[ChangedLiteral, ...]
    same: float  # the share of lines that are the original's, their literals aside


def changed_blocks(page: RuleContext) -> Iterator[ChangedBlock]:
    """Yield the blocks of code with other literals, in order, beside those that they surely translate."""
    for pair in page.original.pairs if page.original else ():
        if len(pair.target) == len(pair.source) == 1 and pair.target[0].kind == pair.source[0].kind == "code":
            block = _changed_block(pair.target[0], pair.source[0])
            if block.literals:
                yield block


def _changed_block(block: Segment, original: Segment) -> ChangedBlock:
    lines, other_lines = ([], []) if block.text == original.text else (_lines(block), _lines(original))
    frames, other_frames = [_frame(line) for line in lines], [_frame(line) for line in other_lines]
    matcher = sequence_matcher(frames, other_frames)
    runs = matcher.get_matching_blocks() if matcher else []
    same = [(run.a + k, run.b + k) for run in runs for k in range(run.size)]
    share = len(same) / max(1, len(lines), len(other_lines))
    counts, other_counts = Counter(frames), Counter(other_frames)
    is_sample = [any(CJK_CHARACTER.search(token.text) for token in line) for line in lines]  # in the page's language
    literals = [
        literal
        for a, b in same
        if share >= _LEAST_SAME and counts[frames[a]] == other_counts[frames[a]]
        for before, token, other in zip(("", *_texts(lines[a])), lines[a], other_lines[b], strict=False)
        if token.kind and token.text != other.text
        for literal in _changes(before, token, other)
        if not (is_sample[a] and token.kind == "string")
    ]
    return ChangedBlock(tuple(literals), share)


def _texts(line: Sequence[LiteralToken]) -> list[str]:
    return [token.text for token in line]


def _frame(line: Sequence[LiteralToken]) -> tuple[str, ...]:
    """Return a line with the kinds of its literals in their places."""
    return tuple(f"\0{token.kind}" if token.kind else token.text for token in line)


def _lines(segment: Segment) -> list[tuple[LiteralToken, ...]]:
    """Return the lines of a block that have a name or a string."""
    lines, begin = [], segment.start
    for start, code in code_without_comments(segment):
        line = tuple(
            LiteralToken(begin + start + m.start(), begin + start + m.end(), m.lastgroup or "", m[0])
            for m in _TOKEN.finditer(code)
        )
        if any(token.kind != "number" and token.text[0] not in "[]{}()," for token in line):
            lines.append(line)
    return lines


def _changes(before: str, token: LiteralToken, other: LiteralToken) -> Iterator[ChangedLiteral]:
    """Yield the pieces of a literal that differ; none where it is another text for readers, or an address by language.

    A number that begins a line, or stands in a cell, was printed, as was one of many decimals that nothing is given.
    """
    if token.kind == "number":
        is_result = before != "=" and min(map(_decimals, (token.text, other.text))) >= _RESULT
        if before not in ("", "|") and not is_result and _value(token.text) != _value(other.text):
            yield _changed(before, token.start, token.text, other.text)
        return
    text, original = (part.text.strip("'\"") for part in (token, other))
    if CJK_CHARACTER.search(text + original):
        return
    if token.kind == "address" and (address(text) == address(original) or address(text).is_localised):
        return
    pieces, originals = list(_PIECE.finditer(text)), _PIECE.findall(original)
    if len(pieces) != len(originals):
        return
    changed = [(piece, plain) for piece, plain in zip(pieces, originals, strict=True) if piece[0] != plain]
    in_words = any(not plain.isdecimal() for _, plain in changed) and " " in text
    if len(changed) <= _MOST_CHANGED and not in_words:
        begin = token.start + token.text.index(text)
        for piece, plain in changed:
            yield _changed(text[: piece.start()], begin + piece.start(), piece[0], plain)


def _changed(before: str, start: int, text: str, original: str) -> ChangedLiteral:
    """Return what differs; versions are known by their dots, and by what stands before them."""
    is_release = _RELEASE.fullmatch(text) is not None or _VERSION_BEFORE.search(before) is not None
    return ChangedLiteral(start, start + len(text), text, original, is_release)


def _decimals(number: str) -> int:
    return len(number.partition(".")[2])


def _value(number: str) -> Fraction | str:
    plain = number.replace("_", "")
    if plain[:2] in ("0x", "0X") or plain.count(".") > 1:
        return plain.lower()
    return Fraction(plain)
