"""Lines of code, compared with the original's: what changed in a line that is otherwise a copy.

Comments and strings are for the reader and may be translated: they are blanked out, and each string counts as one
token. One simple reader serves all languages, as much code on pages is not valid for a parser: `!pip`, an ellipsis.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from difflib import SequenceMatcher
from functools import partial
from typing import NamedTuple, TypeVar

from corpus import lazy_re as re
from corpus.languages.scripts import CJK_CHARACTER, FULLWIDTH_ASCII, characters
from corpus.records import Segment
from glossary.rules.context import RuleContext, page_fact
from glossary.rules.shared.code_comments import comment_style

_STRINGS = r""""{3}.{0,4000}?"{3}|'{3}.{0,4000}?'{3}|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'"""
_FLAGS = re.DOTALL | re.MULTILINE
ADDRESS = r"[A-Za-z][A-Za-z+]{0,20}://[A-Za-z0-9!#$%&*+,./:;=?@_~-]*[A-Za-z0-9/_~-]"
_HIDDEN = {
    "hash": re.compile(
        rf"(?P<string>{_STRINGS}|{ADDRESS})|(?:^|(?<=[\s)\]}},;:\"']))#[^\n]*", re.DOTALL | re.MULTILINE
    ),
    "slash": re.compile(rf"(?P<string>{_STRINGS}|{ADDRESS})|(?<![:/])//[^\n]*|/\*.{{0,4000}}?\*/", _FLAGS),
    "markup": re.compile(r"(?P<string>\"[^\"\n]*\")|<!--.{0,4000}?-->", re.DOTALL),
}
_BLANK = "\x01"
_TOKEN = re.compile(rf"\"{_BLANK}*|\w+|[^\s{_BLANK}]")
_FENCE = re.compile(r"[ \t>]*(?:`{3,}|~{3,})([^\n]*)(?:\n|\Z)")
_OUTPUT = re.compile(r"\b(?:out|output)\b")
_LINE = re.compile(r"[^\n]+")
_WIDER = 0xFEE0  # from a character of ASCII to its like of full width
_NARROW: dict[int, int | str] = {
    **{ord(wide): ord(wide) - _WIDER for wide in characters(FULLWIDTH_ASCII)},
    ord("\u3000"): " ",
    ord("。"): ".",
    ord("、"): ",",
}
_CURLY = re.compile(r"“([^“”\n]*)”|‘([^‘’\n]*)’")
_STRAIGHT = str.maketrans("“”‘’", "\"\"''")
_PRINTED = re.compile(r"(?<![-\w.])[A-Za-z_]\w*[ \t]+\d[\d,.]*[ \t]*$")  # a row of a table that a program printed
_MOST_ALIKE = 500_000  # pairs of the same line or token that are compared
_MANY = 400  # pairs of lines in one stretch of changes: another version
# Blocks whose lines are words for readers, translated as such: templates of documents, diagrams, dialogues.
_PROSE = frozenset(("markdown", "md", "mdx", "text", "txt", "plaintext", "mermaid"))
_DATA = {"diff": "hash", "json": "slash", "jsonc": "slash"}  # languages without comments whose values are compared
_TRANSLATED = 0.25  # share of lines with Han or kana outside of comments and strings, of blocks of some lines
_SOME = 3
_LEAST_COPIED = 0.5  # of the lines of code on a page

_Item = TypeVar("_Item", bound=Hashable)


class CodeToken(NamedTuple):
    """A word, mark or string of code; offsets into the document's text."""

    start: int
    end: int
    text: str


class CodeLine(NamedTuple):
    """A line of code without its comments."""

    tokens: tuple[CodeToken, ...]
    wide: tuple[int, ...]  # where characters of full width stand for those of code, outside of comments and strings

    @property
    def texts(self) -> tuple[str, ...]:
        """The texts of its tokens."""
        return tuple(token.text for token in self.tokens)


class ReplacedTokens(NamedTuple):
    """Tokens that replace others, in a line that is otherwise the original's."""

    page_line: CodeLine
    first: int  # its tokens from here
    last: int  # to here, half-open
    original: tuple[str, ...]
    same: int  # tokens of the line that are the original's
    is_apart: bool  # whether the lines of this stretch are as many on both sides


class LinePairs(NamedTuple):
    """A page's code compared with its original's: copied lines and replaced tokens."""

    copies: tuple[tuple[CodeLine, CodeLine], ...]
    replaced: tuple[ReplacedTokens, ...]


@page_fact
def line_pairs(page: RuleContext) -> LinePairs:
    """Return the copied lines of code and the near copies; none if much of the code is from another version."""
    if page.original is None:
        return LinePairs((), ())
    page_lines, original_lines = code_lines(page.segments), code_lines(page.original.segments)
    copies: list[tuple[CodeLine, CodeLine]] = []
    replaced: list[ReplacedTokens] = []
    matcher = sequence_matcher([line.texts for line in page_lines], [line.texts for line in original_lines])
    for kind, start, end, other_start, other_end in matcher.get_opcodes() if matcher else ():
        if kind == "equal":
            copies += zip(page_lines[start:end], original_lines[other_start:other_end], strict=True)
        elif kind == "replace" and (end - start) * (other_end - other_start) <= _MANY:
            replaced += _near_copies(page_lines[start:end], original_lines[other_start:other_end])
    near = len({change.page_line for change in replaced})
    return (
        LinePairs(tuple(copies), tuple(replaced))
        if len(copies) + near >= _LEAST_COPIED * len(page_lines)
        else _NO_PAIRS
    )


_NO_PAIRS = LinePairs((), ())


def code_lines(segments: Sequence[Segment]) -> list[CodeLine]:
    """Return the lines of all code blocks, without output and without lines that hold only comments."""
    return [line for segment in segments if segment.kind == "code" for line in _lines(segment)]


def _lines(segment: Segment) -> Iterator[CodeLine]:
    fence = _FENCE.match(segment.text)
    hidden = _HIDDEN.get(comment_style(segment))
    if hidden is None or (fence and (_OUTPUT.search(fence[1]) or fence[1].strip().casefold() in _PROSE)):
        return
    narrow = _narrowed_text(segment.text, hidden)
    code = _blanked(narrow, hidden)
    if _is_prose(code):
        return
    for match in _LINE.finditer(code):
        if _FENCE.match(match[0]) or _PRINTED.search(match[0]):
            continue
        begin = segment.start
        tokens = tuple(
            CodeToken(begin + token.start(), begin + token.end(), token[0].rstrip(_BLANK))
            for token in _TOKEN.finditer(code, *match.span())
        )
        wide = tuple(begin + i for i in range(*match.span()) if code[i] != _BLANK and narrow[i] != segment.text[i])
        if any(token.text.isidentifier() for token in tokens):
            yield CodeLine(tokens, wide)


def code_without_comments(segment: Segment) -> Iterator[tuple[int, str]]:
    """Yield the lines of a code block with their offsets in it, without comments and multi-line strings."""
    fence = _FENCE.match(segment.text)
    info = fence[1].strip().split(" ")[0].casefold() if fence else ""
    hidden = _HIDDEN.get(_DATA.get(info) or comment_style(segment))
    if hidden is None or (fence and (_OUTPUT.search(fence[1]) or info in _PROSE)):
        return
    code = hidden.sub(_without_comment, segment.text)
    if not _is_prose(_blanked(segment.text, hidden)):
        for match in _LINE.finditer(code):
            if not _FENCE.match(match[0]) and not _PRINTED.search(match[0]):
                yield match.start(), match[0].replace(_BLANK, " ")


def _is_prose(code: str) -> bool:
    """Return whether a good part of a block's lines have Han or kana outside comments and strings."""
    lines = [line for line in code.splitlines() if line.strip(f" \t{_BLANK}") and not _FENCE.match(line)]
    translated = sum(CJK_CHARACTER.search(line) is not None for line in lines)
    return len(lines) >= _SOME and translated > _TRANSLATED * len(lines)


def _narrowed_text(text: str, hidden: re.Pattern[str]) -> str:
    """Return the text with full-width marks and letters narrowed outside comments and strings; offsets stay."""
    if text.isascii():
        return text
    pieces, position = [], 0
    for match in hidden.finditer(text):
        pieces += [_narrow(text[position : match.start()]), match[0]]
        position = match.end()
    return "".join([*pieces, _narrow(text[position:])])


def narrowed(char: str) -> str:
    """Return the code character for a full-width one or a curly quotation mark."""
    return char.translate(_NARROW).translate(_STRAIGHT)


def _narrow(code: str) -> str:
    """Return code with full-width marks narrowed; text in curly quotation marks is a string and is kept."""
    pieces, position = [], 0
    for match in _CURLY.finditer(code):
        quoted = match[0][0] + match[0][1:-1] + match[0][-1]
        pieces += [code[position : match.start()].translate(_NARROW), quoted.translate(_STRAIGHT)]
        position = match.end()
    return "".join([*pieces, code[position:].translate(_NARROW)])


def _blanked(text: str, hidden: re.Pattern[str]) -> str:
    """Return the text with comments and strings blanked out, except the marks at ends of strings; offsets stay."""
    return hidden.sub(_blank, text)


def _blank(match: re.Match[str]) -> str:
    blank = re.sub(r"[^\n]", _BLANK, match[0])
    return '"' + blank[1:] if match["string"] else blank


def _without_comment(match: re.Match[str]) -> str:
    return match[0] if match["string"] and "\n" not in match[0] else _blank(match)


def _near_copies(page_lines: Sequence[CodeLine], original_lines: Sequence[CodeLine]) -> Iterator[ReplacedTokens]:
    is_apart = len(page_lines) == len(original_lines)
    for number, line in enumerate(page_lines):
        near = original_lines[number] if is_apart else max(original_lines, key=partial(_likeness, line))
        yield from _replaced(line, near, is_apart)


def sequence_matcher(first: Sequence[_Item], second: Sequence[_Item]) -> SequenceMatcher[_Item] | None:
    """Return the matcher of two sequences; None if items repeat so often that it would take minutes."""
    counts, other_counts = Counter(first), Counter(second)
    if sum(count * other_counts[item] for item, count in counts.items()) > _MOST_ALIKE:
        return None
    return SequenceMatcher(None, first, second, autojunk=False)


def _likeness(line: CodeLine, other: CodeLine) -> float:
    matcher = sequence_matcher(line.texts, other.texts)
    return matcher.ratio() if matcher else 0.0


def _replaced(line: CodeLine, other: CodeLine, is_apart: bool) -> list[ReplacedTokens]:
    """Return the one or two places where tokens were replaced; none if any were inserted or left out."""
    matcher = sequence_matcher(line.texts, other.texts)
    codes = matcher.get_opcodes() if matcher else []
    same = sum(end - start for kind, start, end, _, _ in codes if kind == "equal")
    changes = [code for code in codes if code[0] != "equal"]
    if len(changes) > 2 or any(kind != "replace" for kind, *_ in changes):
        return []
    return [
        ReplacedTokens(line, first, last, other.texts[start:end], same, is_apart)
        for _, first, last, start, end in changes
    ]
