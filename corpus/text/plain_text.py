"""Readable text: a segment as a reader sees it, without list markers, emphasis and link targets."""

from __future__ import annotations

import html
from collections.abc import Iterable, Sequence

from corpus import lazy_re as re
from corpus.languages.scripts import CJK, CJK_PUNCTUATION, FULLWIDTH_PUNCTUATION
from corpus.records import Span
from corpus.text.emphasis import without_emphasis

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
_RST_LINK = re.compile(r"`(?P<shown>[^`<>]*[^`<>\s])\s*<[^<>`]+>`(?P<behind>__?(?!\w))?")
_TITLED = re.compile(r"(?P<shown>.*?\S)\s*<[^<>]+>", re.DOTALL)
_ESCAPED_SPACE_BEFORE, _ESCAPED_SPACE_AFTER = re.compile(r"\\[ ]\Z"), re.compile(r"\\[ ]")
# An anchor beside a heading, which shows when a mouse points at it.
_ANCHOR = re.compile(r"[ \t]*\[(?:¶|#|🔗|&#182;|&para;)\][(\[]\ue000[)\]]")
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
        surface, behind = text[a:b], b
        if markup and kind == "code" and "<" in surface and (link := _RST_LINK.match(text, a)) and link["behind"]:
            surface, behind = link["shown"], min(link.end(), end)
        pieces += [_free(_unescaped(text, position, a, kind) if markup else text[position:a], markup, stash)]
        pieces.append(_placeholder(surface, kind, stash))
        position = behind
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
