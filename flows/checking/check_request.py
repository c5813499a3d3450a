"""A check request: the options of a check with the rules and decisions that it goes by, for command and flow alike."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from corpus.languages import Language
from flows.checking.fixes import FixOptions
from flows.files.review_folder import decisions_in
from flows.options.effective_options import rule_selection
from flows.options.options import CheckOptions
from flows.options.termbase_cache import glossary
from glossary.decisions.adjudication import Adjudication, adjudicate
from glossary.findings.decided import measured
from glossary.findings.rule_selection import Selection
from glossary.termbase.termbase import Termbase


@dataclass(frozen=True, slots=True)
class CheckRequest:
    """What is to be checked, and how."""

    options: CheckOptions
    base: Path  # what paths count from, in patterns, fingerprints and the baseline
    selection: Selection
    decisions: Adjudication
    language: Language | None = None  # of the files that are named, and of those found that tell no other
    original: Path | None = None  # the English version of what came on standard input
    only_files: frozenset[Path] | None = None  # check these of the files that are found
    ignored: frozenset[Path] = frozenset()  # real paths of files and folders that are not checked
    mending: FixOptions | None = None  # put right what is safe, in memory

    @property
    def termbase(self) -> Termbase:
        """The glossary that pages are checked against, loaded once in each process."""
        return glossary(self.options.glossary, self.options.glossary_only)


def request_of(
    options: CheckOptions, select: Sequence[str] = (), ignore: Sequence[str] = (), **more: Any
) -> CheckRequest:
    """Return the request that options make; `select` comes instead of theirs, `ignore` on top. Raises ReviewError."""
    decisions = adjudicate(decisions_in(options.review))
    chosen = rule_selection(options)
    selection = Selection(
        tuple(select) or chosen.select,
        (*chosen.ignore, *ignore),
        chosen.folders,
        project_counts=tuple(sorted(measured(decisions).items())),
        most_places=chosen.most_places,
    )
    return CheckRequest(options, options.base or Path.cwd(), selection, decisions, **more)
