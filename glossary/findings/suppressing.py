"""Suppressing: comments in a Markdown page by which its author says that a finding is none, and why.

    <!-- taiyaku-ignore T101: the museum's own name -->          the block that follows, or in which it stands
    <!-- taiyaku-ignore T101 "图书馆": the museum's own name -->  there these words alone
    <!-- taiyaku-ignore-file T405, T403: house style -->         the whole page

In MDX the comment is {/* taiyaku-ignore … */}. Rules are named by code, beginning of a code, or name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from corpus.records import Finding, Location
from glossary.findings.identity import folded
from glossary.findings.selecting import RuleError, named
from glossary.rules.page import Page
from glossary.rules.rule import Place, Raised

_COMMENT = re.compile(
    r"(?:<!--|\{/\*)[ \t]*taiyaku-ignore(?P<file>-file)?(?![\w-])(?P<rules>[^:\n\"]*?)"
    r"(?:\"(?P<words>[^\"\n]*)\"[ \t]*)?(?::(?P<reason>[^\n]*?))?[ \t]*(?:-->|\*/\})"
)
_BLANK = re.compile(r"\n[ \t]*(?:\r?\n|\Z)")


@dataclass(frozen=True, slots=True)
class Suppression:
    """One comment: what it silences, where and why."""

    start: int  # of the comment
    end: int
    first: int  # of the text that it is about
    last: int
    selectors: tuple[str, ...]
    words: str  # folded; empty: any
    reason: str

    def codes(self) -> frozenset[str]:
        """The rules that it names; those that are none are left out."""
        return frozenset(code for one in self.selectors for code in _known(one))

    def covers(self, rule: str, at: Location, text: str) -> bool:
        """Whether it silences a place of a finding."""
        inside = self.first <= at.start < self.last
        return inside and rule in self.codes() and self.words in ("", folded(text[at.start : at.end]))


def suppressions(page: Page) -> tuple[Suppression, ...]:
    """The comments of a page in order; none in code, and none in what is no Markdown."""
    if page.document.media_type != "text/markdown" or "taiyaku-ignore" not in page.text:
        return ()
    return tuple(_read(match, page.text) for match in _COMMENT.finditer(page.text) if _is_comment(match, page))


def _is_comment(match: re.Match[str], page: Page) -> bool:
    segment = page.segment_at(match.start())
    if segment is None or segment.kind == "markup":
        return True
    return any(one.kind == "tag" and one.start <= match.start() < one.end for one in segment.protected)


def _read(match: re.Match[str], text: str) -> Suppression:
    first, last = (0, len(text)) if match["file"] else _block(match, text)
    selectors = tuple(one for one in re.split(r"[\s,]+", match["rules"]) if one)
    words, reason = folded(match["words"] or ""), (match["reason"] or "").strip()
    return Suppression(match.start(), match.end(), first, last, selectors, words, reason)


def _block(match: re.Match[str], text: str) -> tuple[int, int]:
    """From the line of the comment to the first blank line behind what follows it."""
    first = text.rfind("\n", 0, match.start()) + 1
    content = re.compile(r"\S").search(text, match.end())
    blank = _BLANK.search(text, content.start()) if content else None
    return first, blank.start() if blank else len(text)


def _known(selector: str) -> tuple[str, ...]:
    try:
        return named(selector)
    except RuleError:
        return ()


def suppressed(page: Page, found: Sequence[Finding], comments: Sequence[Suppression]) -> Iterator[Finding]:
    """The findings without the places that a comment silences; those that lose all keep them and are suppressed."""
    for one in found:
        silent = [(at, by) for at in one.locations if (by := _by(one.rule, at, page, comments))]
        if not silent:
            yield one
        elif len(silent) == len(one.locations):
            yield replace(one, state="suppressed", reason=silent[0][1].reason or "no reason given")
        else:
            yield _at(one, [at for at in one.locations if at not in [place for place, _ in silent]], page)


def _by(rule: str, at: Location, page: Page, comments: Sequence[Suppression]) -> Suppression | None:
    if at.doc_id != page.document.doc_id:
        return None
    return next((one for one in comments if one.covers(rule, at, page.text)), None)


def _at(finding: Finding, places: list[Location], page: Page) -> Finding:
    """A finding with the places that are left of it."""
    first = next((at for at in places if at.doc_id == page.document.doc_id), places[0])
    segment = page.segment_at(first.start)
    return replace(
        finding,
        locations=places,
        occurrences=len(places),
        start=first.start,
        end=first.end,
        surface=page.text[first.start : first.end] if first.doc_id == page.document.doc_id else finding.surface,
        segment_id=segment.segment_id if segment else None,
    )


def idle(
    page: Page, found: Sequence[Finding], comments: Sequence[Suppression], rules: frozenset[str]
) -> Iterator[Raised]:
    """What is wrong with the comments themselves: no reason, a rule that is none, or nothing that they silence."""
    for one in comments:
        place = (Place(one.start, one.end),)
        unknown = [selector for selector in one.selectors if not _known(selector)]
        if unknown or not one.selectors:
            yield Raised(
                place, says="unknown" if unknown else "unnamed", words={"rule": " ".join(unknown)}, key=_key(one)
            )
        elif not any(one.covers(each.rule, at, page.text) for each in found for at in each.locations):
            if one.codes() <= rules:  # one for rules that were not asked is none of this run's business
                yield Raised(place, says="idle", words={"rule": ", ".join(one.selectors)}, key=_key(one))
        elif not one.reason:
            yield Raised(place, says="reasonless", words={"rule": ", ".join(one.selectors)}, key=_key(one))


def _key(one: Suppression) -> str:
    return f"{' '.join(one.selectors)} {one.words}"
