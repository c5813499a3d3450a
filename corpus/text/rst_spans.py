"""Protected spans of reStructuredText: literals, roles, links, substitutions and marks of footnotes.

What a reader does not see – the backticks and names of roles, targets after a title, a backslash before a space – is a
`tag`, so that the readable text is what docutils would show.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from corpus import lazy_re as re
from corpus.records import Span
from corpus.text.protected_spans import protected_spans

_QUOTED = r"(?:[^`\\]|\\.){1,2000}?"  # a blank line ends a block, so that none lies between two backticks
_INLINE = re.compile(
    rf"""(?=[!-~])(?:
    (?P<address>(?:https?|ftp)://[^\s<>`]+)
  | (?P<literal>(?<![`\\])``(?=\S)(?:[^`]|`(?!`)){{1,4000}}``(?!`))
  | (?P<role>(?<![\w:\\]):(?P<name>[A-Za-z][\w.+-]*(?::[A-Za-z][\w.+-]*)*):`(?P<shown>{_QUOTED})`(?!`))
  | (?P<quoted>(?<![`\\])_?`(?!`)(?P<words>{_QUOTED})`(?!`)(?P<suffix>__?(?!\w)|:[A-Za-z][\w.+-]*(?::[\w.+-]+)*:(?!`))?)
  | (?P<substitution>(?<![\w|\\])\|(?=[^\s|])[^|\n]{{1,200}}(?<!\s)\|(?P<refers>__?(?!\w))?(?!\w))
  | (?P<footnote>(?<!\\)\[(?:\d+|\#[\w.-]*|\*|[A-Za-z][\w.-]*)\]_(?!\w))
  | (?P<reference>(?<![\w.:/\\-])[A-Za-z0-9]+(?:[-._+:][A-Za-z0-9]+)*__?(?![\w(]))
  | (?P<escape>\\[!-/:-@\[-^`{{-~])
  | (?P<escaped_space>\\(?:\r\n|\s))
  )""",
    re.VERBOSE | re.ASCII | re.DOTALL,
)
_TITLED = re.compile(r"(?P<title>.*\S)\s*<(?P<target>[^<>]+)>\Z", re.DOTALL)
_BARE_TARGET = re.compile(r"<(?P<target>[^<>]+)>\Z")
_ADDRESS = re.compile(r"[a-z][a-z0-9+.-]*:|[^\s_]*[/.#]")
_TARGET = re.compile(r"^[ \t]*\.\.[ \t]+_(`[^`\n]+`|(?:[^:\n\\]|\\.|:(?=\S))+):(?:\s|$)", re.MULTILINE)
_COUNTER = re.compile(r"(?:#[.)]|\((?:#|\d{1,4}|[A-Za-z])\)|[a-z][.)]|[A-Z]\))[ \t]+(?=\S)")  # of a list's item
_LOOSE = re.compile(r"[\s`\\]+")

_CODE_ROLES = re.words(
    "func class meth mod attr data obj exc const code literal command program option envvar file samp kbd token "
    "keyword macro type struct member var enum enumerator expr texpr function method attribute"
)
_PROSE_ROLES = re.words(
    "abbr abbreviation ac acronym dfn emphasis guilabel menuselection strong sub subscript sup superscript t term "
    "title title-reference"
)
# What docutils lets stand before and after inline markup beside white space: signs of ASCII, and kinds of other signs.
_BEFORE, _AFTER = frozenset("\"'(<[{-/:"), frozenset("\"')>]}-/:\\.,;!?")
_BEFORE_KINDS = frozenset(("Ps", "Pi", "Pf", "Pd", "Po"))
_AFTER_KINDS = frozenset(("Pe", "Pi", "Pf", "Pd", "Po"))
_EMPHASIS = re.compile(r"(?<![*\\])(?P<stars>\*{1,2})(?![*\s])[^*\n]{0,400}[^*\s\\](?P=stars)(?!\*)")
_PICTURES = re.compile(r"octicon|fa[bsr]?\Z|fa-|material|bdg|raw")


def rst_spans(text: str, start: int, end: int) -> list[Span]:
    """Return the protected spans of text[start:end], in order and disjoint."""
    counter = _COUNTER.match(text, start, end)
    position = counter.end() if counter else start
    spans = [Span(start, position, "tag")] if counter else []
    for match in _INLINE.finditer(text, position, end):
        if marked := [span for span in _spans(text, match) if span.start < span.end]:
            if match["footnote"]:  # the space that has to stand before it is not shown
                marked = [Span(max(position, match.start() - (text[match.start() - 1] == " ")), match.end(), "tag")]
            spans += protected_spans(text, position, marked[0].start, markup=False)
            spans += marked
            position = match.end()
    return [*spans, *protected_spans(text, position, end, markup=False)]


class InlineMarkup(NamedTuple):
    """A stretch that its author meant as inline markup; offsets into the text."""

    start: int
    end: int
    kind: str  # role, literal, link, quoted, substitution, footnote, reference or emphasis


def inline_markup(text: str, start: int, end: int) -> Iterator[InlineMarkup]:
    """Yield what is meant as inline markup in text[start:end], in order, even if docutils does not accept it."""
    position = start
    for match in _INLINE.finditer(text, start, end):
        kind = match.lastgroup or ""
        if kind in ("address", "escape", "escaped_space") or (kind == "reference" and not any(_spans(text, match))):
            continue
        yield from _emphases(text, position, match.start())
        if match["quoted"] and (match["suffix"] or "").startswith("_"):
            kind = "link"
        elif match["quoted"] and match["suffix"]:
            kind = "role"
        yield InlineMarkup(match.start(), match.end(), kind)
        position = match.end()
    yield from _emphases(text, position, end)


def _emphases(text: str, start: int, end: int) -> Iterator[InlineMarkup]:
    return (InlineMarkup(*match.span(), "emphasis") for match in _EMPHASIS.finditer(text, start, end))


def may_precede(char: str) -> bool:
    """Return whether docutils lets inline markup begin right after a character; empty is the start of the text."""
    if not char or char.isspace():
        return True
    return char in _BEFORE if char.isascii() else unicodedata.category(char) in _BEFORE_KINDS


def may_follow(char: str) -> bool:
    """Return whether docutils lets inline markup end right before a character; empty is the end of the text."""
    if not char or char.isspace():
        return True
    return char in _AFTER if char.isascii() else unicodedata.category(char) in _AFTER_KINDS


def _spans(text: str, match: re.Match[str]) -> Iterator[Span]:
    """Yield the spans of a match; none if it is prose or an address."""
    start, end = match.span()
    if match["literal"]:
        yield Span(start, end, "code")
    elif match["role"]:
        yield from _role(match, match["name"], *match.span("shown"))
    elif match["quoted"]:
        yield from _quoted(match)
    elif match["substitution"]:
        words = end - len(match["refers"] or "")
        yield from (Span(start, words, "placeholder"), Span(words, end, "tag"))
    elif match["escape"]:
        yield Span(start, start + 1, "tag")
    elif match["footnote"] or match["escaped_space"]:
        yield Span(start, end, "tag")
    elif match["reference"]:
        name = match.group().rstrip("_")
        if name.lower() in _targets(text):
            yield Span(start + len(name), end, "tag")


def _quoted(match: re.Match[str]) -> Iterator[Span]:
    """Yield the spans between single backticks: a link, a target, a role named after it, or code."""
    start, end = match.span()
    first, last = match.span("words")
    suffix = match["suffix"] or ""
    if suffix.startswith(":"):
        yield from _role(match, suffix.strip(":"), first, last)
    elif suffix:
        yield from _link(match, first, last)
    elif match.group().startswith("_"):
        yield from (Span(start, first, "tag"), Span(last, end, "tag"))
    else:
        yield Span(start, end, "code")


def _link(match: re.Match[str], first: int, last: int) -> Iterator[Span]:
    start, end = match.span()
    titled = _TITLED.match(match.string, first, last)
    parts = titled or _BARE_TARGET.match(match.string, first, last)
    if parts is None:
        yield from (Span(start, first, "tag"), Span(last, end, "tag"))
        return
    words = titled.end("title") if titled else first
    kind = ("link" if titled else "url") if _ADDRESS.match(parts["target"]) else "tag"
    yield Span(start, first, "tag")
    yield from protected_spans(match.string, first, words, markup=False)
    yield Span(words, parts.start("target"), "tag")
    yield Span(*parts.span("target"), kind)
    yield Span(parts.end("target"), end, "tag")


def _role(match: re.Match[str], role: str, first: int, last: int) -> Iterator[Span]:
    """Yield a role's spans: a picture, a formula, a name in code, a title with a target, or a bare label."""
    start, end = match.span()
    name = role.rsplit(":", 1)[-1].lower()
    titled = _TITLED.match(match.string, first, last)
    words = titled.end("title") if titled else last
    if _PICTURES.match(name):
        yield Span(start, end, "tag")
    elif name == "math":
        yield from (Span(start, first, "tag"), Span(first, last, "math"), Span(last, end, "tag"))
    elif name in _CODE_ROLES or role.startswith(("py:", "c:", "cpp:", "js:")):
        begin = first if titled else _shown_name(match.string, first, words)
        yield from (Span(start, begin, "tag"), Span(begin, words, "code"), Span(words, end, "tag"))
    elif titled or name in _PROSE_ROLES:
        yield Span(start, first, "tag")
        yield from protected_spans(match.string, first, words, markup=False)
        yield Span(words, end, "tag")
    else:
        yield Span(start, end, "placeholder")


def _shown_name(text: str, first: int, last: int) -> int:
    """Return where the visible part of a name begins: after `!`, or with `~` after the last dot."""
    if text[first] == "~":
        return max(first + 1, text.rfind(".", first, last) + 1)
    return first + (text[first] == "!")


@lru_cache(maxsize=8)
def _targets(text: str) -> frozenset[str]:
    """Return the names of the link targets that the page defines."""
    return frozenset(_LOOSE.sub(" ", match[1]).strip().lower() for match in _TARGET.finditer(text))
