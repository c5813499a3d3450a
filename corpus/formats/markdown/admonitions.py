"""Admonitions and directives: MkDocs, Docusaurus, VuePress, MyST, reStructuredText, GitHub's alerts.

Their frame is markup, their title is prose, and their content is Markdown unless the directive holds code.
"""

from __future__ import annotations

from collections.abc import Callable

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock

from corpus import lazy_re as re
from corpus.formats.markdown.parser_plugins import (
    body,
    line_after_closer,
    line_at,
    line_begins_with,
    parse_nested,
    push,
    use,
)

# Directives of Sphinx and MyST that hold prose; any other holds code or settings.
_PROSE = re.words(
    "admonition attention caution danger error hint important note tip warning seealso todo versionadded "
    "versionchanged versionremoved deprecated topic sidebar margin aside epigraph pull-quote highlights compound "
    "container centered rubric figure table list-table dropdown card grid grid-item grid-item-card tab-set "
    "tab-item tabs tab details exercise solution proof theorem lemma definition corollary example remark glossary "
    "div only ifconfig"
)
# Of these, the ones whose argument is a path, a label or a setting.
_NO_TITLE = re.words("figure container grid only ifconfig div tab-set tabs solution glossary")

# Of these, the ones of docutils that have no title: words beside their name are the first of the body.
_BODY_BESIDE = re.words(
    "attention caution danger error hint important note tip warning seealso todo versionadded versionchanged "
    "versionremoved deprecated rubric centered"
)
_LEVELS = ("info", "warn", "alert")  # :::note warn

_INDENTED = re.compile(
    r"""(?:!{3}|\?{3}\+?)[ \t]+(?:[^"“”]*["“”](?P<title>.*)["“”]|[A-Za-z][\w-]*(?:[ \t]+(?:inline|end))*)[ \t]*$
    | ={3}[!+]?[ \t]+["“”](?P<tab>.*)["“”][ \t]*$""",
    re.VERBOSE | re.ASCII,
)
_COLONS = re.compile(r":{3,}[ \t]*(?P<rest>.*)$")
_NAMED = re.compile(
    r"""(?:\{(?P<directive>[A-Za-z][\w:-]*)\} | \{[^{}]*\} | (?P<name>[A-Za-z][\w-]*(?![\w.:])|[^\s\[\]{}]+(?=\[)))?
    (?:\[(?P<bracketed>[^\[\]]*)\])?(?:\{[^{}]*\})?[ \t]*(?P<title>.*?)[ \t]*:*$""",
    re.VERBOSE | re.ASCII,
)
_SLASHES = re.compile(r"/{3,}[ \t]*(?:(?P<name>[a-z][\w-]*)[ \t]*(?:\|[ \t]*(?P<title>.*?))?)?[ \t]*$", re.ASCII)
_TICKS = re.compile(r"(?P<fence>`{3,}|~{3,}|:{3,})\{(?P<name>[A-Za-z][\w:-]*)\}[ \t]*(?P<title>.*?)[ \t]*$", re.ASCII)
_ADMONISH = re.compile(r"""(?P<fence>`{3,}|~{3,})[ \t]*admonish\b[^"]*(?:"(?P<title>[^"]*)")?[^`]*$""")  # mdBook's
_DOTS = re.compile(r"\.\.[ \t]+(?:(?P<name>[\w:-]+)::(?:[ \t]+(?P<title>.*?))?[ \t]*|_[^:]+:.*|\|[^|]+\|.*::.*)$")
_ALERT = re.compile(r"\[![A-Za-z][\w-]*\][+-]?[ \t]*(?P<title>.*?)[ \t]*$")
_RULE = re.compile(r"---\s*$")
_OPTION = re.compile(r":[a-z][\w-]*:(?:\s|$)")


def admonitions_plugin(parser: MarkdownIt) -> None:
    """Teach a parser admonitions and directives."""
    for name, characters, read in (
        ("alert", "[", _alert),
        ("indented_admonition", "!?=", _indented),
        ("colon_container", ":/", _container),
        ("directive_fence", "`~", _fence),
        ("rst_directive", ".", _rst),
    ):
        use(parser, name, _rule(characters, read))


Reader = Callable[[StateBlock, int, int, bool], bool]


def _rule(characters: str, read: Reader) -> Reader:
    def rule(state: StateBlock, start: int, end: int, silent: bool) -> bool:
        return line_begins_with(state, start, characters) and read(state, start, end, silent)

    return rule


def _alert(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    match = _ALERT.match(line_at(state, start)) if state.parentType == "blockquote" else None
    if match and not silent:
        push(state, "enclosing", start, start + 1, match["title"])
    return match is not None


def _indented(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    match = _INDENTED.match(line_at(state, start))
    if match and not silent:
        push(state, "titled", start, start + 1, match["title"] or match["tab"] or "")
        last, indent = body(state, start, end)
        parse_nested(state, start + 1, last, indent)
    return match is not None


def _container(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """Parse a line that opens or closes a container. The lines in between are parsed as Markdown anyway."""
    line = line_at(state, start)
    match = _SLASHES.match(line)
    title = (match["title"] or "") if match else _title_of(line)
    if title is None:
        return False
    if not silent:
        directive = _TICKS.match(line)
        push(state, _kind(directive["name"] if directive else ""), start, start + 1, title)
        if directive:
            _options(state, start + 1, end)
    return True


def _title_of(line: str) -> str | None:
    """Return the title in a line that opens or closes a colon container; None if it is not such a line."""
    colons = _COLONS.match(line)
    match = colons and _NAMED.match(colons["rest"])
    if not match:
        return None
    if match["directive"] and (
        _short_name(match["directive"]) in _NO_TITLE or _short_name(match["directive"]) not in _PROSE
    ):
        return ""
    if not match["directive"] and re.fullmatch(r"[\w.]+|\{.*\}", match["title"], re.ASCII) and not match["name"]:
        return ""  # ::: torch.nn.Linear
    return match["bracketed"] or ("" if match["title"] in _LEVELS else match["title"])


def _kind(directive: str) -> str:
    """Return the kind of token for the words next to a directive's name."""
    return "enclosing" if _short_name(directive) in _BODY_BESIDE else "titled"


def _short_name(name: str) -> str:
    return name.rsplit(":", 1)[-1]


def _options(state: StateBlock, first: int, end: int) -> int:
    """Leave settings below a directive (`:class: tip`, or YAML between rules) as markup; return the line after them."""
    last = first
    if last < end and _RULE.match(line_at(state, last)):
        last = line_after_closer(state, _RULE, last + 1, end) or last
    while last < end and _OPTION.match(line_at(state, last)):
        last += 1
    if last > first:
        push(state, "markup", first, last)
    return last


def _fence(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    line = line_at(state, start)
    match = _TICKS.match(line) or _ADMONISH.match(line)
    name = "admonition" if match and "name" not in match.groupdict() else _short_name(match["name"]) if match else ""
    if not match or name not in _PROSE:
        return False
    if silent:
        return True
    last, closed = _closing(state, match["fence"], start, end)
    push(state, _kind(name), start, start + 1, "" if name in _NO_TITLE else match["title"] or "")
    parse_nested(state, _options(state, start + 1, last), last, state.blkIndent)
    if closed:
        push(state, "markup", last, last + 1)
    return True


def _closing(state: StateBlock, fence: str, start: int, end: int) -> tuple[int, bool]:
    """Return the line that closes a fence, or the container's end, and whether it is closed."""
    for number in range(start + 1, end):
        line = line_at(state, number).rstrip()
        if line and state.sCount[number] < state.blkIndent:
            return number, False
        if line.startswith(fence) and not line.strip(fence[0]) and not state.is_code_block(number):
            return number, True
    return end, False


def _rst(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    match = _DOTS.match(line_at(state, start))
    if not match or silent:
        return match is not None
    name = _short_name(match["name"] or "")
    push(state, _kind(name), start, start + 1, (match["title"] or "") if name in _PROSE - _NO_TITLE else "")
    last, indent = body(state, start, end)
    first = _options(state, start + 1, last)
    if name in _PROSE:
        parse_nested(state, first, last, indent)
    elif first < last:
        push(state, "code", first, last)
    return True
