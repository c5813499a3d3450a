"""What a translation keeps as it is: names in code, addresses, placeholders, formulas, in comparable forms."""

from __future__ import annotations

import html
from collections.abc import Iterator
from typing import NamedTuple

from corpus import lazy_re as re
from corpus.records import Segment

NAME, ADDRESS, PLACEHOLDER, MATH = "name", "address", "placeholder", "math"
_KINDS = {"code": NAME, "identifier": NAME, "url": ADDRESS, "link": ADDRESS, "placeholder": PLACEHOLDER, "math": MATH}
_TAGGED_CODE = re.compile(r"<(?P<name>\w+)\b[^<>]*>(?P<inner>[^<>]*)</(?P=name)>")
_ATTRIBUTE = re.compile(r"""(?<=\s)(?:href|src)=["'](?P<target>[^"'<>{}]+)["']""")
_QUOTES = re.compile(r"[\"']+|\\(?=_)")
_ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])")  # in an address of Markdown
_LOOSE_SPACE = re.compile(r"(?<![\w.-])\s+|\s+(?![\w.-])", re.ASCII)  # between words it parts them
_TITLE = re.compile(r"""(?<!\s)\s+(?:"[^"]*"|'[^']*'|\([^()]*\))\s*\Z""")
_ROLE_LABEL = re.compile(r"`[^`<>]*<([^<>]+)>`")  # :ref:`words <label>`: the words are translated
# Spaces of TeX, sizes of brackets, delimiters; the words in a formula are translated.
_TEX_LAYOUT = re.compile(r"\\[,;:! ]|\\q?quad\b|\\(?:left|right|[Bb]igg?[lr]?)(?![A-Za-z])|\s+|[.,，。]+\Z")
_TEX_WORDS = re.compile(r"\\(?:text|textrm|textit|textbf|mbox)\s*\{[^{}]*\}")
_TEX_ONE = re.compile(r"\{(\w|\\[A-Za-z]+)\}")
_TEX_MARKS = re.compile(r"\A(?:\$`?|\\{1,2}[(\[])+|(?:`?\$|\\{1,2}[)\]]){1,9}\Z")


class KeptSpan(NamedTuple):
    """A stretch that a translation keeps; offsets into the document's text, without the marks around it."""

    start: int
    end: int
    text: str  # as written, without marks
    kind: str  # name, address, placeholder or math
    form: str  # what counts of it: equal forms say the same
    marked: bool  # stands in marks of code or of a link


def kept_spans(segment: Segment) -> Iterator[KeptSpan]:
    """Yield the spans that a translation of a segment keeps, in order."""
    begin = segment.start
    if segment.kind == "markup" and not segment.protected:
        yield from _in_tag(segment.text, begin)
    for span in segment.protected:
        if span.kind == "tag":
            yield from _in_tag(segment.text[span.start - begin : span.end - begin], span.start)
            continue
        kind, text = _KINDS.get(span.kind), segment.text[span.start - begin : span.end - begin]
        if kind is None or (span.kind == "link" and segment.text[: span.start - begin].endswith("[")):
            continue  # [words][label]: the label is the page's own
        start, end = _inner_bounds(text, span.kind)
        if start < end:
            inner = text[start:end]
            marked = span.kind in ("code", "link")
            yield KeptSpan(span.start + start, span.start + end, inner, kind, form(inner, kind), marked)


def _in_tag(tag: str, start: int) -> Iterator[KeptSpan]:
    """Yield the addresses in an HTML tag."""
    for match in _ATTRIBUTE.finditer(tag):
        first, last = match.span("target")
        yield KeptSpan(start + first, start + last, match["target"], ADDRESS, form(match["target"], ADDRESS), True)


def form(text: str, kind: str) -> str:
    """Return the comparable form of a stretch of this kind."""
    if kind == NAME:
        plain = _LOOSE_SPACE.sub("", " ".join(_QUOTES.sub("", html.unescape(text)).split()))
        return plain.rstrip(",;").removesuffix("()") or plain
    if kind == MATH:
        bare = _TEX_MARKS.sub("", text.strip())
        bare = _TEX_WORDS.sub("", bare)
        return _TEX_ONE.sub(r"\1", _TEX_LAYOUT.sub("", bare)).replace("\\dfrac", "\\frac").replace("\\tfrac", "\\frac")
    if kind == ADDRESS:
        text = plain_address(text)
    return "".join(_ROLE_LABEL.sub(r"`\1`", text).split())


def plain_address(text: str) -> str:
    """Return an address without the escapes of Markdown and HTML."""
    return html.unescape(_ESCAPED.sub(r"\1", text))


def _inner_bounds(text: str, kind: str) -> tuple[int, int]:
    """Return the bounds of a protected span's content, without the marks around it."""
    start, end = 0, len(text)
    if kind == "code":
        start, end = _inner_code_bounds(text)
    elif kind in ("link", "url"):
        title = _TITLE.search(text) if kind == "link" else None
        end = title.start() if title else end
        bare = text[:end].strip()
        start = text.find(bare)
        end = start + len(bare)
        if bare.startswith("<") and bare.endswith(">"):
            start, end = start + 1, end - 1
    return start, end


def _inner_code_bounds(text: str) -> tuple[int, int]:
    """Return the bounds of code between equal runs of backticks or between tags, without surrounding spaces."""
    start, end = 0, len(text)
    before, following = end - len(text.lstrip("`")), end - len(text.rstrip("`"))
    if ticks := min(before, following, end // 2):
        start, end = ticks, end - ticks
    elif match := _TAGGED_CODE.fullmatch(text):
        start, end = match.span("inner")
    else:
        return start, end
    inner = text[start:end]
    return end - len(inner.lstrip()), start + len(inner.rstrip())
