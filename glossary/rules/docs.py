"""What the rules say of themselves: the docstrings of their modules, read for `rules`, `explain`, reports and pages."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib import import_module

from corpus import lazy_re as re

_PART = re.compile(r"^(Why|Bad|Good):[ \t]*", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class RuleDescription:
    """A rule in words and by example."""

    title: str  # what it finds, as a sentence
    why: str
    bad: str
    good: str


@cache
def described(module: str) -> RuleDescription:
    """Return the description of a rule in its module."""
    return parse_docstring(import_module(module).__doc__ or "")


def parse_docstring(docstring: str) -> RuleDescription:
    """Return the parts of a rule's docstring: its first sentence without code and name, then what its labels head."""
    title, *labelled = _PART.split(docstring)
    parts = dict(zip(labelled[::2], map(_text, labelled[1::2]), strict=True))
    sentence = re.sub(r"^T\d{3} [a-z-]+: ", "", _join_lines(title.strip().split("\n\n")[0]))
    return RuleDescription(
        sentence[:1].upper() + sentence[1:],
        _join_lines(parts.get("Why", "")),
        parts.get("Bad", ""),
        parts.get("Good", ""),
    )


def _text(part: str) -> str:
    """Return a part with its own lines, up to a blank one."""
    return "\n".join(line.strip() for line in part.strip().split("\n\n")[0].splitlines())


def _join_lines(text: str) -> str:
    return " ".join(text.split())
