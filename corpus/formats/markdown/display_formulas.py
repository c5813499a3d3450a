"""Display formulas in Markdown: between double dollars, in `\\[ … \\]`, in a LaTeX environment."""

from __future__ import annotations

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock

from corpus import lazy_re as re
from corpus.formats.markdown.parser_plugins import line_after_closer, line_at, line_begins_with, push, use

_OPEN = re.compile(r"\\{1,2}\[(?P<rest>.*)$")
_CLOSE = re.compile(r".*?\\{1,2}\]\s*[,.，。]?\s*(?:\(\d+\))?$")
_TEX = re.compile(r"\\[A-Za-z]+|[_^=]")
_BEGIN = re.compile(r"\\begin\{(?P<name>[a-z]+\*?)\}")
_DOLLARS = re.compile(r"\$\$(?P<rest>(?:[^$]|\\\$)*)(?P<closed>\$\$\s*(?:\([^)$]+\))?[,.，。]?\s*)?$")
_DOLLARS_END = re.compile(r"[^$]*\$\$\s*(?:\([^)$]+\))?[,.，。]?\s*$")


def formulas_plugin(parser: MarkdownIt) -> None:
    """Teach a parser display formulas; each becomes a token `code`."""
    use(parser, "formula", _formula)


def _formula(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    if not line_begins_with(state, start, "$\\"):
        return False
    last = _formula_end(state, line_at(state, start), start, end)
    if last and not silent:
        push(state, "code", start, last)
    return last is not None


def _formula_end(state: StateBlock, line: str, start: int, end: int) -> int | None:
    """Return the line after the formula that begins here, or None."""
    if dollars := _DOLLARS.match(line):
        one_line = dollars["closed"] is not None and dollars["rest"].strip()
        return start + 1 if one_line else line_after_closer(state, _DOLLARS_END, start + 1, end)
    if bracket := _OPEN.match(line):
        if _fits_one_line(bracket["rest"]):
            return start + 1
        return line_after_closer(state, _CLOSE, start + 1, end) if not bracket["rest"].strip() else None
    if begin := _BEGIN.match(line):
        return line_after_closer(state, re.compile(rf".*\\end\{{{re.escape(begin['name'])}\}}"), start, end)
    return None


def _fits_one_line(rest: str) -> bool:
    """Return whether a formula, not an escaped bracket around words, ends with this line."""
    inner, closer, behind = rest.partition("\\]")
    return bool(closer and not behind.strip(" \t,.，。") and _TEX.search(inner))
