"""Tags of JSX and HTML and shortcodes of templates, with those attributes whose values readers see."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from corpus import lazy_re as re

_REACH = 20_000  # characters that a tag may take
_START = re.compile(r"<(?P<slash>/?)(?:(?P<name>[A-Za-z][\w.:-]*)(?=[\s/>{]|\Z)|(?=>))")
_PART = re.compile(
    r"""\s*(?: (?P<end>/?>|/?[%>]\}\}|-?%\})
      | (?P<name>[A-Za-z_@:\#*][^\s=<>{}"'`/%]*)
        (?:\s*=\s*(?: "(?P<double>[^"]*)" | '(?P<single>[^']*)' | `(?P<raw>[^`]*)` | (?P<braced>\{)
          | [^\s"'`{}<>=]*[^\s"'`{}<>=/] ))?
      | (?P<spread>\{) | "[^"]*" | '[^']*' | `[^`]*` | [\d.,-]+ | /(?=[A-Za-z]) )""",
    re.VERBOSE,
)
_BRACE_OR_STRING = re.compile(r"""[{}]|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`""", re.DOTALL)
_STRING = re.compile(r"""\s*(?P<quote>["'`])(?P<value>(?:(?!(?P=quote))[^\\$]|\$(?!\{))*)(?P=quote)\s*""")
_SHORTCODE = re.compile(r"\{\{[<%]\s*(?P<name>[A-Za-z][\w./-]*)|\{%-?\s*(?P<liquid>[A-Za-z]\w*)")


class Attribute(NamedTuple):
    """An attribute whose value is a text; offsets of the value, without its quotes."""

    name: str
    start: int
    end: int


class MarkupTag(NamedTuple):
    """A tag, or what opens a shortcode."""

    name: str
    start: int
    end: int
    closing: bool
    self_closing: bool
    attributes: tuple[Attribute, ...]


def read_tag(text: str, start: int, end: int) -> MarkupTag | None:
    """Read the tag that begins at an offset; None where none ends before `end`."""
    match = _START.match(text, start, end)
    return match and _rest(text, match.end(), end, match["name"] or "", start, bool(match["slash"]))


def tags(text: str, start: int, end: int) -> Iterator[MarkupTag]:
    """Yield the tags and shortcodes of text[start:end] that hold attributes or could, in order."""
    position = start
    while position < end:
        start = min((sign_at for sign in "<{" if (sign_at := text.find(sign, position, end)) >= 0), default=-1)
        if start < 0:
            return
        tag = read_tag(text, start, end) if text[start] == "<" else _read_shortcode(text, start, end)
        position = tag.end if tag else start + 1
        if tag:
            yield tag


def _read_shortcode(text: str, start: int, end: int) -> MarkupTag | None:
    match = _SHORTCODE.match(text, start, end)
    return match and _rest(text, match.end(), end, f"{{{match['name'] or match['liquid']}", start, closing=False)


def _rest(text: str, position: int, end: int, name: str, start: int, closing: bool) -> MarkupTag | None:
    """Read the rest of the tag with this name, whose attributes begin at an offset."""
    attributes: list[Attribute] = []
    end = min(end, start + _REACH)
    while part := _PART.match(text, position, end):
        position = part.end()
        if part["end"]:
            return MarkupTag(name, start, position, closing, part["end"][0] == "/", tuple(attributes))
        if value := next((group for group in ("double", "single", "raw") if part[group]), None):
            attributes.append(Attribute(part["name"], *part.span(value)))
        if part["braced"] or part["spread"]:
            opened, position = position, _after_braces(text, position, end)
            if part["braced"] and (string := _STRING.fullmatch(text, opened, position - 1)):
                attributes.append(Attribute(part["name"], *string.span("value")))
    return None


def _after_braces(text: str, position: int, end: int) -> int:
    """Return the offset after the brace that closes one opened before this offset; `end` where none does."""
    depth = 1
    for match in _BRACE_OR_STRING.finditer(text, position, end):
        depth += {"{": 1, "}": -1}.get(match.group(), 0)
        if not depth:
            return match.end()
    return end
