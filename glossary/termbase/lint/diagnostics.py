"""Diagnostics: a check of lint, and the use of entries in a build that it looks at."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from glossary.termbase.fault import Fault
from glossary.termbase.termbase import Termbase


class Passage(NamedTuple):
    """A segment of a build, with the mentions in it: start and end in the segment, and concept."""

    lang: str
    text: str
    mentions: Sequence[tuple[int, int, str]]


@dataclass(frozen=True, slots=True)
class Usage:
    """How a build uses the glossary."""

    counts: Mapping[tuple[str, str, str], int]  # concept, language, form → mentions
    passages: Sequence[Passage]


@dataclass(frozen=True, slots=True)
class LintCheck:
    """One check; those that need a build find nothing without one."""

    code: str
    name: str
    severity: str  # minor or neutral
    meaning: str
    find: Callable[[Termbase, Usage | None], Iterator[Fault]]
