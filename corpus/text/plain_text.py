"""Readable text: a segment as a reader sees it, without list markers, emphasis and link targets."""

from __future__ import annotations

import html
from collections.abc import Iterable, Sequence
from itertools import pairwise

from corpus import lazy_re as re
from corpus.languages.scripts import CJK, CJK_PUNCTUATION, FULLWIDTH_PUNCTUATION
from corpus.records import Span

# More lenient than CommonMark, whose rules leave `**「张量」**是` as it stands: authors in Chinese and Japanese
# mean bold.
_WORDS = re.compile(rf"[{CJK}]|[A-Za-z]{{4}}|\]\(")
_RUN = re.compile(r"(\*+|_+|~+|=+)")
_LENGTHS = {"*": (1, 2, 3), "_": (1, 2, 3), "~": (2,), "=": (2,)}
MarkRun = tuple[int, int]  # of marks of one kind: start and end in the text


def without_emphasis(text: str) -> str:
    """Return the text without emphasis marks; runs that open or close nothing stay."""
    marks = sorted(_marks(text))
    pieces, position = [], 0
    for start, end in marks:
        pieces.append(text[position:start])
        position = end
    return "".join([*pieces, text[position:]])


def _marks(text: str) -> list[MarkRun]:
    marks: list[MarkRun] = []
    astray: list[MarkRun] = []  # bold with a space inside: ** 注意 **
    opened: dict[str, list[MarkRun]] = {}  # runs that wait for their end, by what they look like
    for match in _RUN.finditer(text):
        start, end = match.span()
        if end - start not in _LENGTHS[text[start]]:
            continue
        opens, closes = _sides(text, start, end)
        same = opened.setdefault(match.group(), [])
        if closes and same:
            marks += [same.pop(), (start, end)]
        elif opens:
            same.append((start, end))
        elif other := _of_other_length(opened, text[start], start, end) if closes else []:
            marks += other
        elif match.group() == "**" and _may_stray(text, (start, end)):
            astray.append((start, end))
    return marks + _stray_bold(text, sorted(astray + [run for run in opened.get("**", ()) if _may_stray(text, run)]))


def _may_stray(text: str, run: MarkRun) -> bool:
    """Return whether a run that was never closed may still be bold: it does not look like **kwargs."""
    return not _is_latin(text[run[1] : run[1] + 1])


def _stray_bold(text: str, runs: list[MarkRun]) -> list[MarkRun]:
    """Return, in pairs, the runs that enclose Han or kana, words, or text with one space too many."""
    marks: list[MarkRun] = []
    for run, other in pairwise(runs):
        between = text[run[1] : other[0]]
        is_meant = _WORDS.search(between) or (between[:1].isspace() and not between[-1:].isspace())
        if run not in marks[-1:] and is_meant and "\n" not in between:
            marks += [run, other]
    return marks


def _sides(text: str, start: int, end: int) -> tuple[bool, bool]:
    """Return whether a run can open and can close: 2*3 and a_b do neither."""
    before, after = text[start - 1 : start], text[end : end + 1]
    in_word = _is_latin(before) and _is_latin(after)
    opens = bool(after) and not after.isspace() and not in_word
    closes = bool(before) and not before.isspace() and not in_word
    if text[start] in "_=":
        return opens and not _is_latin(before), closes and not _is_latin(after)
    return opens, closes


def _is_latin(char: str) -> bool:
    return char.isascii() and char.isalnum()


def _of_other_length(opened: dict[str, list[MarkRun]], char: str, start: int, end: int) -> list[MarkRun]:
    """Return the marks of a run that ends a longer or shorter one: in ***a** b* two of three, the rest later."""
    for length in _LENGTHS[char][::-1]:
        runs = opened.get(char * length)
        if not runs:
            continue
        a, b = runs.pop()
        used = min(length, end - start)
        if length > used:
            opened.setdefault(char * (length - used), []).append((a, b - used))
        return [(b - used, b), (start, start + used)]
    return []


_MARKER = re.compile(
    r"\s*(?:>\s*)*(?:#{1,6}\s+|[-*+•●○◦▪▫■□◆◇▶►‣⁃∙·–]\s+|[•●○◦▪▫■□◆◇▶►‣⁃∙・]|\d{1,3}[.)]\s+|\[[ xX]\]\s+|\|\s*)*"
)
# What Markdown has besides: a definition's colon, and markers whose space was forgotten.
_MARKDOWN_MARKER = re.compile(
    rf"(?::\s+|#{{2,6}}(?=[^\s#!])|#(?=[{CJK}][^#\n]*(?:\n|\Z))|-(?=[{CJK}])|\d{{1,2}}\.(?=[{CJK}]))"
)
_CLOSING = re.compile(r"(?:\s#+|[\r\n][ \t>]*(?:[=-]+|([~`^\"])\1{2,})[ \t]*|\||¶)\Z")
_ADMONITION = re.compile(r"^\[![A-Za-z][\w-]*\][+-]?\s*")
_ABBREVIATION = re.compile(r"^\*\[([^\[\]]+)\](?=:)")
_LINK = re.compile(r"!?\[((?:[^\[\]]|\[[^\[\]]*\])*)\][(\[]\ue000[)\]]")
_REFERENCE_LINK = re.compile(r"!?\[([^\[\]]+)\]\[[^\[\]]*\]")
_CODE = re.compile(r"(?<!`)(`+)(?!`)[ ]?(.+?)[ ]?(?<!`)\1(?!`)|<(\w+)[^<>]*>([^<>]+)</\3>", re.DOTALL)
_ESCAPE = re.compile(r"\\([!-/:-@\[-`{-~])")
_REVISION = re.compile(r"\{(?:\+\+|--)|(?:\+\+|--)\}|\^(?=\[)")
_BREAK = re.compile(r"\\(?=\r\n?|\n|\Z)")
# What reStructuredText leaves in Markdown: roles, links in backticks, the escaped space beside them.
_ROLE = re.compile(r"(?::[A-Za-z][\w-]*(?::[A-Za-z][\w-]*)*:|\{[A-Za-z][\w:+-]*\})`(?P<shown>[^`]+)`")
_RST_LINK = re.compile(r"`(?P<shown>[^`<>]*[^`<>\s])\s*<[^<>`]+>`(?P<following>__?(?!\w))?")
_TITLED = re.compile(r"(?P<shown>.*?\S)\s*<[^<>]+>", re.DOTALL)
_ESCAPED_SPACE_BEFORE, _ESCAPED_SPACE_AFTER = re.compile(r"\\[ ]\Z"), re.compile(r"\\[ ]")
# An anchor beside a heading, which shows when a mouse points at it.
_ANCHOR = re.compile(r"(?<![ \t])[ \t]*\[(?:¶|#|🔗|&#182;|&para;)\][(\[]\ue000[)\]]")
_LABEL_LINE = re.compile(r"\A(\s*(\*\*|__)(?!\s)[^*\n]{1,80}\2[ \t]*[:：]?)[ \t]*(?=\r?\n)")
# Bold that goes on in the next sentence, or comes from the last: no **kwargs.
_OPEN_BOLD, _CLOSED_BOLD = re.compile(r"\A\s*(\*\*|__)(?=[^\s*_a-z])"), re.compile(r"(?<=[^\s*_\w\x60])(\*\*|__)\s*\Z")
_SIGN = f"{CJK_PUNCTUATION}{FULLWIDTH_PUNCTUATION}"
_WIDE = f"[{CJK}{_SIGN}—‘’“”…]"
_LINE_END = r"[ \t]?(?:\r\n?|\n)\s*"
_WRAP = re.compile(rf"(?<={_WIDE}){_LINE_END}(?={_WIDE})|(?<=[{_SIGN}]){_LINE_END}|(?<!\s){_LINE_END}(?=[{_SIGN}])")


def readable(
    text: str, start: int, end: int, spans: Sequence[Span], skip: Iterable[tuple[int, int]] = (), markup: bool = True
) -> str:
    """Return text[start:end] without list markers; of Markdown also without emphasis, tags and link targets.

    Code and placeholders stay as they are, without their backticks. A line end between Han or kana is no space.
    """
    stash: list[str] = []  # what must not be touched by the patterns below
    pieces: list[str] = []
    position = start
    for a, b, kind in sorted([(span.start, span.end, span.kind) for span in spans] + [(a, b, "skip") for a, b in skip]):
        if a < position or b > end:
            continue
        surface, following = text[a:b], b
        if markup and kind == "code" and "<" in surface and (link := _RST_LINK.match(text, a)) and link["following"]:
            surface, following = link["shown"], min(link.end(), end)
        pieces += [_free(_unescaped(text, position, a, kind) if markup else text[position:a], markup, stash)]
        pieces.append(_placeholder(surface, kind, stash))
        position = following
        if markup and kind in _MARKED and (space := _ESCAPED_SPACE_AFTER.match(text, position, end)):
            position = space.end()
    pieces.append(_free(text[position:end], markup, stash))
    plain = _WRAP.sub("", _strip("".join(pieces), markup))
    return " ".join((_KEPT.sub(lambda match: stash[int(match[1])], plain) if stash else plain).split())


_LINK_TARGET = "\ue000"
_MARKED = ("code", "placeholder", "math")


def _unescaped(text: str, start: int, end: int, kind: str) -> str:
    """Return text[start:end] without the escaped space that keeps a role of reStructuredText from the word before."""
    return _ESCAPED_SPACE_BEFORE.sub("", text[start:end]) if kind in _MARKED else text[start:end]


_NO_STAND_INS = {0xE000: " ", 0xE001: " ", 0xE002: " "}
_KEPT = re.compile("\ue001(\\d+)\ue002", re.ASCII)


def _keep(surface: str, stash: list[str]) -> str:
    stash.append(surface)
    return f"\ue001{len(stash) - 1}\ue002"


def _free(text: str, markup: bool, stash: list[str]) -> str:
    """Return text between spans; a character after a backslash is not markup."""
    text = text.translate(_NO_STAND_INS)
    if not markup or "\\" not in text:
        return text
    return _ESCAPE.sub(lambda match: _keep(match[1], stash), _BREAK.sub("  ", text))


def _placeholder(surface: str, kind: str, stash: list[str]) -> str:
    if kind == "link":
        return _LINK_TARGET
    if kind == "tag" and surface[0] == "&":
        return _keep(html.unescape(surface), stash)
    if kind in ("tag", "skip"):
        if surface.lower().startswith("<br"):
            return _keep(" ", stash)
        return " " if kind == "skip" else ""
    if kind == "code":
        return _keep(_CODE.sub(lambda match: match[2] or html.unescape(match[4]), surface), stash)
    if kind == "placeholder" and (role := _ROLE.fullmatch(surface)):
        titled = _TITLED.fullmatch(role["shown"])
        return _keep(titled["shown"] if titled else role["shown"].lstrip("~!"), stash)
    if kind == "identifier":
        return _keep(surface.replace("\\_", "_"), stash)
    return _keep(surface.strip("<>") if kind == "url" else surface, stash)


def _strip(text: str, markup: bool) -> str:
    text = text.removeprefix("\ufeff")
    marker = _MARKER.match(text)
    text = text[marker.end() :] if marker else text
    if not markup:
        return text
    loose = _MARKDOWN_MARKER.match(text)
    if loose:
        text = text[loose.end() :]
        text = text[marker.end() :] if (marker := _MARKER.match(text)) else text
    text = _CLOSING.sub("", _ANCHOR.sub("", text).rstrip())
    text = _ABBREVIATION.sub(r"\1", _ADMONITION.sub("", text))
    while _LINK_TARGET in text and (inner := _LINK.sub(r"\1", text)) != text:
        text = inner
    if "[" in text:
        text = _REFERENCE_LINK.sub(r"\1", text)
    if "{" in text or "}" in text or "^" in text:
        text = _REVISION.sub("", text)
    text = _LABEL_LINE.sub(r"\1  ", text)  # a bold label keeps its distance from the sentence on the next line
    plain = without_emphasis(text).replace(_LINK_TARGET, "")
    return _CLOSED_BOLD.sub("", _OPEN_BOLD.sub("", plain)) if "**" in plain or "__" in plain else plain
