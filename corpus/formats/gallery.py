"""Tutorials of sphinx-gallery: Python whose docstring and comment blocks are reStructuredText, as one page of it.

A block begins at the margin with a line `# %%` or a line of twenty or more #, and runs to the first line that is not a
comment. Other text on its first line is not shown. All else is code. A tutorial differs from a program by its title:
the docstring opens with one, or there are blocks and one of them does, or the docstring has one further down.
"""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import dedent, indent

from corpus import lazy_re as re
from corpus.errors import UnreadableError
from corpus.formats.plaintext.lines import display_columns, without_blank_ends

_DOCSTRING = re.compile(
    r"""\ufeff?(?:[ \t]*+(?:\#[^\n]*+)?\n)*[rRuU]?(?P<quotes>\"{3}|'{3})(?P<body>(?:[^\\]|\\.)*?)(?P=quotes)""",
    re.DOTALL | re.VERBOSE,
)
_ESCAPE = re.compile(r"""\\(?:\n|([\\'"]))""")
_OPENER = re.compile(r"#{20,}|# ?%%(?:\s|$)")
_MARKDOWN_CELL = re.compile(r"^# ?%%[ \t].*\[(?:markdown|md)\]", re.MULTILINE)  # Jupytext's: no reStructuredText
_SIGNS = re.compile(r"([!-/:-@\[-`{-~])\1*")
_BEFORE_TITLE = ("..", ":", " ", "\t")  # labels, comments and settings
_LONG = 4  # signs that make a title however long it is
_DIRECTIVE = ".. code-block:: python"


def is_tutorial(source: str) -> bool:
    """Return whether a Python file with this beginning is a tutorial and not a program."""
    docstring, rest = _split(source)
    if _MARKDOWN_CELL.search(rest):
        return False
    texts = [text for is_text, text in _blocks(rest) if is_text and text.strip()]
    if _opens_with_title(docstring):
        return True
    paragraphs = re.split(r"\n[ \t]*\n", docstring) if texts else []
    return any(map(_opens_with_title, [*texts, *paragraphs]))


def read(source: str) -> str:
    """Return a tutorial as a page of reStructuredText; raises UnreadableError if the file is not a tutorial."""
    if not is_tutorial(source):
        raise UnreadableError("no tutorial: neither its docstring nor a block of comments (# %%) has a title")
    docstring, rest = _split(source)
    parts = [(True, docstring), *_blocks(rest)]
    return "\n\n".join(_part(text, is_text=is_text) for is_text, text in parts if text.strip()) + "\n"


def _split(source: str) -> tuple[str, str]:
    """Return the docstring as Python reads it, and the rest; without a docstring the rest is the whole file."""
    source = source.replace("\r\n", "\n").replace("\r", "\n")
    match = _DOCSTRING.match(source)
    if not match:
        return "", source.removeprefix("\ufeff")
    body = match["body"]
    if "r" not in source[: match.start("quotes")][-1:].lower():
        body = _ESCAPE.sub(r"\1", body)
    first, _, others = body.partition("\n")
    return f"{first.strip()}\n{dedent(others)}", source[match.end() :]


def _blocks(source: str) -> Iterator[tuple[bool, str]]:
    """Yield code and texts in order, each as (is it text, content)."""
    lines = source.split("\n")
    number = start = 0
    while number < len(lines):
        if not _OPENER.match(lines[number]):
            number += 1
            continue
        yield False, "\n".join(lines[start:number])
        start = number + 1
        while start < len(lines) and lines[start].startswith("#") and not _OPENER.match(lines[start]):
            start += 1
        yield True, dedent("\n".join(line[1:] for line in lines[number + 1 : start]))
        number = start
    yield False, "\n".join(lines[start:])


def _opens_with_title(text: str) -> bool:
    """Return whether the first line, after any labels and comments, is a title underlined with signs."""
    lines = [line.rstrip() for line in text.split("\n")]
    number = 0
    while number < len(lines) and (not lines[number] or lines[number].startswith(_BEFORE_TITLE)):
        number += 1
    if number < len(lines) and _SIGNS.fullmatch(lines[number]):
        number += 1
    title, signs = (*lines[number : number + 2], "", "")[:2]
    return bool(title and _SIGNS.fullmatch(signs)) and len(signs) >= min(_LONG, display_columns(title.strip()))


def _part(text: str, *, is_text: bool) -> str:
    """Return a text as it is, or code under a `code-block` directive."""
    text = without_blank_ends(text)
    if not is_text:
        return f"{_DIRECTIVE}\n\n{indent(text, '    ')}"
    return _without_announcement(
        f"..\n\n{text}" if text[0].isspace() else text
    )  # indented, it would belong to the code


def _without_announcement(text: str) -> str:
    """Return a text without the `::` at its end that would announce literal text; the next block stands on its own."""
    last = text.rpartition("\n")[2].lstrip()
    if not text.endswith("::") or last.startswith(".."):
        return text
    return text[:-2].rstrip() if last == "::" or text[-3].isspace() else text[:-1]
