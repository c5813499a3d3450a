"""Rule selection: which rules judge which pages, by options and settings."""

from __future__ import annotations

import difflib
import hashlib
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

from corpus.limits import MOST_PLACES
from corpus.sources.work_and_language import glob
from glossary.rules.calibration import JudgedCounts
from glossary.rules.registry import RETIRED, RULES
from glossary.rules.rule import Rule


class RuleError(ValueError):
    """A rule name that does not exist; the message suggests the nearest."""


@dataclass(frozen=True, slots=True)
class FolderSelection:
    """The selection for pages whose path matches a pattern, on top of the general one."""

    pattern: str
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()

    def fits(self, path: str) -> bool:
        """Return whether a path matches: `**` is any folders, `*` any part of a name, a folder everything in it."""
        return path.startswith(f"{self.pattern.rstrip('/')}/") or glob(self.pattern).fullmatch(path) is not None


@dataclass(frozen=True, slots=True)
class Selection:
    """Rules selected by code (T101), beginning of a code (T4) or name (brand-casing); an empty selection means all."""

    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    folders: tuple[FolderSelection, ...] = ()
    prefix: str = ""  # what stands before the paths of pages in the patterns of folders
    # By rule and language, what the project's reviewers have judged of it.
    project_counts: tuple[tuple[tuple[str, str], JudgedCounts], ...] = ()
    most_places: int = MOST_PLACES  # of one rule on one page that are listed

    def rules(self, path: str) -> tuple[Rule, ...]:
        """Return the rules for the page at a path; raises RuleError."""
        select, ignore = self.select, self.ignore
        for folder in self.folders:
            if folder.fits(self.prefix + path):
                select, ignore = folder.select or select, ignore + folder.ignore
        return _measured(_rules(select, ignore), self.project_counts)

    @property
    def all(self) -> tuple[Rule, ...]:
        """All rules, selected or not, with their confidence in this project."""
        return _measured(RULES, self.project_counts)

    @property
    def named(self) -> frozenset[str]:
        """The codes of rules that are selected individually, not by the beginning of their code."""
        selectors = {*self.select, *(selector for folder in self.folders for selector in folder.select)}
        return frozenset(
            rule.code for rule in RULES if {rule.code, rule.name} & {*map(str.upper, selectors), *selectors}
        )

    @property
    def judges_together(self) -> bool:
        """Return whether any selected rule compares the pages of a language."""
        selections = [(self.select, self.ignore), *((folder.select, ()) for folder in self.folders if folder.select)]
        return any(rule.across for select, ignore in selections for rule in _rules(select, ignore))

    def rebased(self, base: Path, root: Path) -> Selection:
        """Return the selection for pages with paths relative to `root`, while patterns are relative to `base`."""
        return replace(self, prefix=prefix_of(base, root)) if self.folders else self

    def check(self) -> None:
        """Raise RuleError if a selector matches no rule."""
        _rules(self.select, self.ignore)
        for folder in self.folders:
            _rules(folder.select, folder.ignore)

    @property
    def retired(self) -> list[str]:
        """The selectors of retired rules, which select nothing."""
        everywhere = (
            self.select,
            self.ignore,
            *(lists for folder in self.folders for lists in (folder.select, folder.ignore)),
        )
        return sorted({selector for selectors in everywhere for selector in selectors if _is_retired(selector)})

    @property
    def fingerprint(self) -> str:
        """A short hash of the selection; empty if nothing is selected."""
        folders = [(folder.pattern, folder.select, folder.ignore) for folder in self.folders]
        text = repr((self.select, self.ignore, folders, self.prefix))
        if self.most_places != MOST_PLACES:
            text += repr(self.most_places)
        return hashlib.sha256(text.encode()).hexdigest()[:8] if replace(self, project_counts=()) != Selection() else ""


def prefix_of(base: Path, root: Path) -> str:
    """Return the prefix that turns paths relative to `root` into paths relative to `base`."""
    return f"{root.relative_to(base).as_posix()}/" if root.is_relative_to(base) and root != base else ""


def selected(
    select: Iterable[str],
    ignore: Iterable[str],
    folders: Mapping[str, Mapping[str, Iterable[str]]],
    most_places: int = MOST_PLACES,
) -> Selection:
    """Return the selection from plain values: `folders` maps patterns to lists under `select` and `ignore`."""
    folder_selections = [
        FolderSelection(name, tuple(lists.get("select", ())), tuple(lists.get("ignore", ())))
        for name, lists in folders.items()
    ]
    return Selection(tuple(select), tuple(ignore), tuple(folder_selections), most_places=most_places)


@lru_cache(maxsize=64)
def _measured(
    rules: tuple[Rule, ...], project_counts: tuple[tuple[tuple[str, str], JudgedCounts], ...]
) -> tuple[Rule, ...]:
    judged: defaultdict[str, dict[str, JudgedCounts]] = defaultdict(dict)
    for (code, lang), counts in project_counts:
        judged[code][lang] = counts
    return tuple(replace(rule, project_counts=judged[rule.code]) if rule.code in judged else rule for rule in rules)


@lru_cache(maxsize=64)
def _rules(select: tuple[str, ...], ignore: tuple[str, ...]) -> tuple[Rule, ...]:
    wanted_codes = _selected_codes(select) if select else set(_codes())
    unwanted = _selected_codes(ignore)
    return tuple(rule for rule in RULES if rule.code in wanted_codes - unwanted)


def _selected_codes(selectors: Iterable[str]) -> set[str]:
    return {code for selector in selectors if not _is_retired(selector) for code in selector_codes(selector)}


def _is_retired(selector: str) -> bool:
    return selector.upper() in RETIRED or selector.lower() in RETIRED.values()


def selector_codes(selector: str) -> tuple[str, ...]:
    """Return the codes of the rules that a selector matches; raises RuleError if there are none."""
    upper = selector.upper()
    codes = tuple(rule.code for rule in RULES if rule.code.startswith(upper) or rule.name == selector.lower())
    if _is_retired(selector):
        raise RuleError(f"{selector!r} is no rule any more")
    if not selector or not codes:
        words = [*_codes(), *[rule.name for rule in RULES]]
        (likeness, _, near) = max((*_likeness(word.lower(), selector.lower()), word) for word in words)
        hint = f"did you mean {near}?" if likeness >= 0.5 else ""
        raise RuleError(f"{selector!r} is no rule; {hint or '`taiyaku rules` lists them'}")
    return codes


def _likeness(word: str, other: str) -> tuple[float, int]:
    """Return the similarity of two words, then the number of equal letters in equal places: T1O1 is near T101."""
    same = sum(letter == counterpart for letter, counterpart in zip(word, other, strict=False))
    return difflib.SequenceMatcher(None, other, word).ratio(), same


def _codes() -> Sequence[str]:
    return [rule.code for rule in RULES]
