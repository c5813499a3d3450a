"""T309 code-differs: a name or value in the page's code that differs from the original's code.

Why: Readers copy code as it is. model.ft(x) for model.fit(x) fails, and no reader suspects the translation.
Bad: importtorch (the original: import torch)
Good: import torch
"""

from __future__ import annotations

import builtins
import keyword
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from rapidfuzz.distance import OSA

from corpus import lazy_re as re
from corpus.languages.scripts import CJK_CHARACTER
from corpus.records import Segment
from glossary.inventory import load
from glossary.inventory.nearest import differs_as_names_do
from glossary.rules.calibration import LIKELY, RATHER, sign
from glossary.rules.context import RuleContext, page_fact
from glossary.rules.fidelity._code_lines import (
    ADDRESS,
    ReplacedTokens,
    code_lines,
    code_without_comments,
    line_pairs,
    narrowed,
    sequence_matcher,
)
from glossary.rules.fidelity._link_targets import address
from glossary.rules.rule import DocumentSpan, Rule, Violation

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
    """A piece of a literal that differs from the original."""

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
    """Yield the code blocks whose literals differ from the original block that they surely translate, in order."""
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
    """Return a line with each literal replaced by its kind."""
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
    """Yield the pieces of a literal that differ, unless it is text for readers or a localized address. A number that
    begins a line or fills a cell was printed, and so was one with many decimals that is not assigned.
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
    """Return the changed piece; a version is recognized by its dots, or by the text before it."""
    is_release = _RELEASE.fullmatch(text) is not None or _VERSION_BEFORE.search(before) is not None
    return ChangedLiteral(start, start + len(text), text, original, is_release)


def _decimals(number: str) -> int:
    return len(number.partition(".")[2])


def _value(number: str) -> Fraction | str:
    plain = number.replace("_", "")
    if plain[:2] in ("0x", "0X") or plain.count(".") > 1:
        return plain.lower()
    return Fraction(plain)


_NAME = re.compile(r"[A-Za-z_]\w+", re.ASCII)
_LONG_NAME = re.compile(r"[A-Za-z_]\w{2,}", re.ASCII)
_WORD = re.compile(r"\w+")
_KEYWORDS = frozenset((*keyword.kwlist, *keyword.softkwlist))
_OF_PYTHON = frozenset((*_KEYWORDS, *dir(builtins), *sys.stdlib_module_names))
_BINDS_NEXT = frozenset(("def", "class", "as", "for", "import", "function", "const", "let", "var"))
_TWO_SLIPS = 8  # letters of a name in which two may be wrong
_OTHER_SAME, _OTHER_SHARE = 4, 0.7  # tokens of a line that are the original's, where another name stands in it
_FEW_LITERALS = 4  # that differ in a block; of more it has other data
_COPIED = 0.8  # of the lines of a block
_IN_CHANGED = sign("T309.in-changed", LIKELY)  # a literal in a block of which other lines differ too
_SHORT = 3  # letters of a word that is no slip of another
_OTHER = sign("T309.other", RATHER)  # another name may be that of another release


def find(page: RuleContext) -> Iterator[Violation]:
    """Yield full-width characters, then the names and literals of a line that differ from the original's."""
    pairs = line_pairs(page)
    wide = [offset for line, original in pairs.copies if line.wide and not original.wide for offset in line.wide]
    if wide:
        narrow = narrowed(page.text[wide[0]])
        places = tuple(DocumentSpan(offset, offset + 1) for offset in wide)
        yield Violation(places, message_id="width", words={"original": narrow}, expected=(narrow,), key="width")
    for change in pairs.replaced:
        if (message_id := _fault(page, change)) is not None:
            yield _violation(page, change, message_id)
    for block in changed_blocks(page):
        # Each literal that differs; of a block that is another version, or has other data, the first alone.
        is_copy = len(block.literals) <= _FEW_LITERALS and block.same >= _COPIED
        for literal in block.literals if is_copy else block.literals[:1]:
            is_value = is_copy and not literal.is_release and _is_same_but(literal)
            yield Violation(
                (DocumentSpan(literal.start, literal.end),),
                message_id="value" if is_value else "other",
                words={"original": literal.original},
                expected=(literal.original,),
                severity="" if is_value else "neutral",
                sure=(1.0 if block.same == 1 else _IN_CHANGED) if is_value else _OTHER,
                key=f"{literal.text}≠{literal.original}",
            )


def _is_same_but(literal: ChangedLiteral) -> bool:
    """Return whether only a number changed, or a letter of a word; another word may be the page's own choice."""
    text, original = literal.text, literal.original
    if text[0].isdecimal() and original[0].isdecimal():
        return True
    return len(original) > _SHORT and len(text) > _SHORT and OSA.distance(text, original) == 1


def _violation(page: RuleContext, change: ReplacedTokens, message_id: str) -> Violation:
    tokens = change.page_line.tokens[change.first : change.last]
    place = DocumentSpan(tokens[0].start, tokens[-1].end)
    original = " ".join(change.original) if message_id == "fused" else "".join(change.original)
    return Violation(
        (place,),
        message_id="other" if message_id == "other" else "name",
        words={"original": original},
        expected=(original,),
        severity="neutral" if message_id == "other" else "",
        sure=_OTHER if message_id == "other" else 1.0,
        key=page.text[place.start : place.end],
    )


def _fault(page: RuleContext, change: ReplacedTokens) -> str | None:
    """Return what is wrong with the tokens: fused, translated, a slip, or another name; None if nothing is."""
    names = change.page_line.texts[change.first : change.last]
    if len(names) != len(change.original):
        return "fused" if _is_fused(page, names, change.original) else None
    if len(names) > 1 or not change.same or not _LONG_NAME.fullmatch(change.original[0]):
        return None
    name, original = names[0], change.original[0]
    if CJK_CHARACTER.search(name):
        return "translated" if _is_code(change, original) and not _is_own(page, name) else None
    if not _NAME.fullmatch(name) or _is_known(page, name) or _is_own(page, name):
        return None
    if _is_slip(name, original):
        return "slip"
    tokens = len(change.page_line.tokens)
    is_near = change.is_apart and change.same >= max(_OTHER_SAME, _OTHER_SHARE * tokens)
    is_bound = name in _own_names(page)[1]
    return "other" if is_near and len(name) > 2 and not is_bound and name not in _in_prose(page) else None


def _is_fused(page: RuleContext, names: tuple[str, ...], original: tuple[str, ...]) -> bool:
    """Return whether words ran together, or one was cut in two, and the result is not a name in the original."""
    if "".join(names) != "".join(original) or not all(map(_NAME.fullmatch, (*names, *original))):
        return False
    return any(not _is_known(page, name) and not _is_own(page, name) for name in names)


def _is_code(change: ReplacedTokens, original: str) -> bool:
    """Return whether a name is part of the language or of a library: a keyword, a call, what follows a dot."""
    texts = change.page_line.texts
    before, after = texts[: change.first][-1:], texts[change.last :][:1]
    return original in _KEYWORDS or after == ("(",) or before == (".",)


def _is_slip(name: str, original: str) -> bool:
    """Return whether a letter or two are wrong, or underscores or capitals are lost; numbers and plurals are none."""
    if name.replace("_", "").casefold() == original.replace("_", "").casefold():
        return not differs_as_names_do(name, original)
    most = 1 if len(original) < _TWO_SLIPS else 2
    return not differs_as_names_do(name, original) and OSA.distance(name, original) <= most


def _is_known(page: RuleContext, name: str) -> bool:
    return name in _in_original(page) or name in _OF_PYTHON or load().is_known(name)


@page_fact
def _in_original(page: RuleContext) -> frozenset[str]:
    """Return the words of the original, in code or prose."""
    return frozenset(_WORD.findall(page.source))


@page_fact
def _in_prose(page: RuleContext) -> frozenset[str]:
    """Return the words of the page's prose."""
    return frozenset(name for segment in page.prose for name in _NAME.findall(segment.text))


def _is_own(page: RuleContext, name: str) -> bool:
    """Return whether the page's code binds this name and uses it, so that it works."""
    counts, bound = _own_names(page)
    return name in bound and counts[name] > 1


@page_fact
def _own_names(page: RuleContext) -> tuple[Counter[str], frozenset[str]]:
    """Return how often the page's code has each word, and the words that it binds to something."""
    counts: Counter[str] = Counter()
    bound: set[str] = set()
    for line in code_lines(page.segments):
        texts = line.texts
        counts.update(texts)
        defines = "def" in texts or "lambda" in texts
        for before, text, after in zip(("", *texts), texts, (*texts[1:], ""), strict=False):
            is_left = after in ("=", ",", ":") and before not in (".", "(") and "(" not in texts[: texts.index(text)]
            if before in _BINDS_NEXT or (defines and before in ("(", ",", "lambda")) or is_left:
                bound.add(text)
    return counts, frozenset(bound)


RULE = Rule("T309", "code-differs", "design/markup", "minor", 0.8, "document", find, trusts_original=True)
