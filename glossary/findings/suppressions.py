"""Suppressions: comments in a page by which its author says that a finding is false, and why.

    <!-- taiyaku-ignore T101: the museum's own name -->          the block that follows, or that contains it
    <!-- taiyaku-ignore T101 "图书馆": the museum's own name -->  only these words there
    <!-- taiyaku-ignore-file T405, T403: house style -->         the whole page

In MDX the comment is {/* taiyaku-ignore … */}, in reStructuredText it is a line .. taiyaku-ignore ….
Rules are named by code, beginning of a code, or name.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from corpus import lazy_re as re
from corpus.formats import format_of
from corpus.records import Finding, Location
from corpus.vocabularies import FindingState
from glossary.findings.rule_selection import RuleError, selector_codes
from glossary.findings.states import restrict_places
from glossary.rules.context import RuleContext, line_start
from glossary.rules.rule import DocumentSpan, Violation, fold_surface

_WORD = "taiyaku-ignore"
_LONGEST = 2_000  # characters of a comment
_INSIDE = re.compile(
    r"(?P<file>-file)?(?![\w-])\s*(?P<rules>[^:\"]*)(?:\"(?P<words>[^\"]*)\"\s*)?(?::(?P<reason>.*))?", re.DOTALL
)
_CONTENT = re.compile(r"\S")
_NOTHING = re.compile(r"(?:\r\n?|\n)[ \t>]*(?=[\r\n]|\Z)")  # a blank line, in quoted lines too


@dataclass(frozen=True, slots=True)
class Suppression:
    """One comment: what it silences, where, and why."""

    start: int  # of the comment
    end: int
    first: int  # of the text that it is about
    last: int
    selectors: tuple[str, ...]
    words: str  # folded; empty: any
    reason: str

    def codes(self) -> frozenset[str]:
        """Return the codes of the rules that it names; unknown names are left out."""
        return _codes(self.selectors)

    def covers(self, rule: str, location: Location, text: str) -> bool:
        """Return whether it silences a place of a finding."""
        inside = self.first <= location.start < self.last
        return inside and rule in self.codes() and self.words in ("", fold_surface(text[location.start : location.end]))


def suppressions(page: RuleContext) -> tuple[Suppression, ...]:
    """Return the comments of a page in order; none in code, and none in formats without comments."""
    comments = _comments(page.text, format_of(page.document.media_type).comments)
    return tuple(_parse_comment(*bounds, page.text) for bounds in comments if _is_comment(bounds[0], page))


def _comments(text: str, closers: Mapping[str, str]) -> Iterator[tuple[int, int, int, int]]:
    """Yield, for each comment with our word, its bounds, the offset of the word, and that of the closing marks."""
    word = text.find(_WORD)
    while word >= 0:
        before = text[max(0, word - 80) : word].rstrip()
        opener = next((mark for mark in closers if before.endswith(mark)), "")
        closer = text.find(closers[opener], word, word + _LONGEST) if opener else -1
        if closer >= 0:
            yield text.rindex(opener, 0, word), closer + len(closers[opener]), word, closer
        word = text.find(_WORD, word + 1)


def _is_comment(start: int, page: RuleContext) -> bool:
    segment = page.block_at(start)
    if segment is None or segment.kind == "markup":
        return True
    return any(span.kind == "tag" and span.start <= start < span.end for span in segment.protected)


def _parse_comment(start: int, end: int, word: int, closer: int, text: str) -> Suppression:
    match = _INSIDE.fullmatch(text, word + len(_WORD), closer)
    if match is None:
        return Suppression(start, end, start, start, (), "", "")  # names no rule that can be read
    first, last = (0, len(text)) if match["file"] else _block(start, end, text)
    selectors = tuple(selector for selector in re.split(r"[\s,]+", match["rules"]) if selector)
    words, reason = fold_surface(match["words"] or ""), " ".join((match["reason"] or "").split())
    return Suppression(start, end, first, last, selectors, words, reason)


def _block(start: int, end: int, text: str) -> tuple[int, int]:
    """Return the lines from the comment's own to the first blank line after the content that follows it."""
    first, blanks = line_start(text, start), _blank_lines(text)
    content = _CONTENT.search(text, end)
    number = bisect_left(blanks, content.start()) if content else len(blanks)
    return first, blanks[number] if number < len(blanks) else len(text)


@lru_cache(maxsize=4)
def _blank_lines(text: str) -> list[int]:
    """Return the offsets of the line ends that are followed by a blank line."""
    return [match.start() for match in _NOTHING.finditer(text)]


@lru_cache(maxsize=1024)
def _codes(selectors: tuple[str, ...]) -> frozenset[str]:
    return frozenset(code for selector in selectors for code in _known_codes(selector))


def _known_codes(selector: str) -> tuple[str, ...]:
    try:
        return selector_codes(selector)
    except RuleError:
        return ()


def suppressed(
    findings: Sequence[Finding],
    pages: Mapping[str, tuple[str, Sequence[Suppression]]],
    segment_ids: Mapping[int, str],
) -> Iterator[Finding]:
    """Yield the findings without places that a comment silences; if no place remains, it keeps them, suppressed.
    `pages` are the texts and comments of documents by id. `segment_ids` are the segments of places in a finding's own
    document, by their start.
    """
    for finding in findings:
        by = [_covering_comment(finding.rule, location, *pages[location.doc_id]) for location in finding.locations]
        remaining = [location for location, comment in zip(finding.locations, by, strict=True) if comment is None]
        if len(remaining) == len(by):
            yield finding
        elif not remaining:
            reason = next(comment.reason for comment in by if comment)
            yield replace(
                finding, state=FindingState.SUPPRESSED, suppressed_by="page", reason=reason or "no reason given"
            )
        else:
            is_here = remaining[0].doc_id == finding.doc_id
            yield restrict_places(finding, remaining, segment_ids.get(remaining[0].start) if is_here else None)


def _covering_comment(rule: str, location: Location, text: str, comments: Sequence[Suppression]) -> Suppression | None:
    return next((comment for comment in comments if comment.covers(rule, location, text)), None)


def idle(
    text: str, findings: Sequence[Finding], comments: Sequence[Suppression], rules: frozenset[str]
) -> Iterator[Violation]:
    """Yield violations about the comments themselves: no reason, an unknown rule, or nothing silenced."""
    for comment in comments:
        message_key, rule = _wrong_with(comment, findings, text, rules)
        if message_key:
            key = f"{message_key} {' '.join(comment.selectors)} {comment.words}"
            yield Violation(
                (DocumentSpan(comment.start, comment.end),), message_id=message_key, words={"rule": rule}, key=key
            )


def _wrong_with(comment: Suppression, findings: Sequence[Finding], text: str, rules: frozenset[str]) -> tuple[str, str]:
    """Return the message that a comment deserves, and the rules concerned; both empty if it is fine."""
    unknown = [selector for selector in comment.selectors if not _known_codes(selector)]
    if unknown or not comment.selectors:
        return ("unknown" if unknown else "unnamed"), " ".join(unknown)
    used = {
        finding.rule
        for finding in findings
        for location in finding.locations
        if comment.covers(finding.rule, location, text)
    }
    run_selectors = [
        selector for selector in comment.selectors if rules >= set(_known_codes(selector))
    ]  # others are not of this run
    idle = [selector for selector in run_selectors if used.isdisjoint(_known_codes(selector))]
    if idle:
        return "idle", ", ".join(idle)
    return ("", "") if comment.reason else ("reasonless", ", ".join(comment.selectors))
