"""T405 width-and-spacing: half-width punctuation in CJK text, full-width letters, spacing that the page does not keep.

Why: one page, one look; but a report per comma helps no one, so each kind is one decision for the whole page.
Bad: 首先导出模型,然后量化。
Good: 首先导出模型，然后量化。
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from glossary.rules.calibration import HARDLY, NEARLY
from glossary.rules.context import RuleContext
from glossary.rules.orthography import _width_and_spacing as width_and_spacing
from glossary.rules.orthography._width_and_spacing import SegmentLine, Spot
from glossary.rules.rule import Rule, Violation
from glossary.rules.shared.visible_text import visible

_FEWEST = 6  # places where scripts meet: fewer show no habit
_STYLE = HARDLY  # of five such findings in handbooks four were false
_CLEARLY = 4  # places with the page's own way to each against it, that the others may be put right unread
_STOP, _WIDE_STOP = re.compile("。"), re.compile("．")
# What no style asks for: shown, where the other kinds are left to those who ask.
_SHOWN_KINDS = {"half-kana": width_and_spacing.half_kana, "wide-sign": width_and_spacing.wide_signs}
# Where a space stands a comma may have been lost: not to be put right unread.
_LOST_MARKS = (
    ("kana-space", width_and_spacing.kana_spaces, "minor"),
    ("stray-space", width_and_spacing.stray_spaces, ""),
)
_KEPT = 3  # numbers with the page's spacing to each against it: with fewer the page has none


def find(page: RuleContext) -> Iterator[Violation]:
    """Yield at most one decision of each kind."""
    lines = list(visible(page))
    marks, narrow, broad = (
        _all_spots(kind, lines)
        for kind in (width_and_spacing.marks, width_and_spacing.narrow_brackets, width_and_spacing.broad_brackets)
    )
    if page.lang == "ja":
        marks = width_and_spacing.with_page_marks(marks, lines)
    if page.lang == "zh" and not broad:  # in Japanese narrow brackets throughout are a style
        marks, narrow = sorted([*marks, *_unsafe(narrow, True)]), []
    yield from _spacing_violations(
        "punctuation", marks, sure=_STYLE if page.lang == "ja" and _is_style(marks, lines) else 1.0
    )
    if narrow and broad:
        few, many = (narrow, broad) if len(narrow) <= len(broad) else (broad, narrow)
        yield from _spacing_violations(
            "brackets", _unsafe(few, few is broad or len(many) < _CLEARLY * len(few)), len(many)
        )
    wide = _all_spots(width_and_spacing.full_width, lines)
    yield from _spacing_violations(
        "full-width", _unsafe(wide, _count(width_and_spacing.HALF_WIDTH, lines) < _CLEARLY * len(wide))
    )
    for kind, find_spots in _SHOWN_KINDS.items():
        yield from _spacing_violations(kind, _all_spots(find_spots, lines), severity="minor")
    if page.lang == "zh" or _count(_STOP, lines) > _count(_WIDE_STOP, lines):
        yield from _spacing_violations("wide-stop", _all_spots(width_and_spacing.wide_stops, lines), severity="minor")
    yield from _spacing_violations(
        "mark-space", sorted(width_and_spacing.spaces_beside_marks(page, lines)), severity="minor"
    )
    for kind, find_spots, severity in _LOST_MARKS:
        yield from _spacing_violations(kind, _unsafe(_all_spots(find_spots, lines), True), severity=severity)
    yield from _meeting_violations(
        "letters", [meeting for line in lines for meeting in width_and_spacing.latin_meetings(line)], 1
    )
    yield from _meeting_violations(
        "numbers", [meeting for line in lines for meeting in width_and_spacing.number_meetings(line)], _KEPT
    )


def _is_style(marks: Sequence[Spot], lines: Sequence[SegmentLine]) -> bool:
    """Return whether a page writes : ! ? in half width throughout, as many Japanese ones do."""
    return {spot.text.strip() for spot in marks} <= set(":!?") and not any(
        set("：！？") & set(text) for _, text in lines
    )


def _unsafe(spots: Sequence[Spot], doubtful: bool) -> list[Spot]:
    """Return the places, none of them to be put right unread where that is doubtful."""
    return [spot._replace(is_safe=False) if doubtful else spot for spot in spots]


def _count(pattern: re.Pattern[str], lines: Sequence[SegmentLine]) -> int:
    return sum(len(pattern.findall(text)) for _, text in lines)


def _all_spots(kind: Callable[[SegmentLine], Iterator[Spot]], lines: Sequence[SegmentLine]) -> list[Spot]:
    return [spot for line in lines for spot in kind(line)]


def _meeting_violations(kind: str, meetings: Sequence[tuple[bool, Spot]], ratio: int) -> Iterator[Violation]:
    """Yield the places where the page leaves its own way of setting Latin words or numbers beside Han and kana."""
    spaced, tight = [spot for space, spot in meetings if space], [spot for space, spot in meetings if not space]
    few, many = (tight, spaced) if len(tight) <= len(spaced) else (spaced, tight)
    if len(meetings) >= _FEWEST and len(many) >= ratio * len(few):
        message_id = f"{kind}-{'tight' if few is tight else 'spaced'}"
        yield from _spacing_violations(
            message_id, _unsafe(few, len(many) < _CLEARLY * len(few)), len(many), sure=NEARLY
        )


def _spacing_violations(
    message_id: str, spots: Sequence[Spot], others: int = 0, sure: float = 1.0, severity: str = ""
) -> Iterator[Violation]:
    key = message_id.rsplit("-", 1)[0] if message_id.endswith(("-tight", "-spaced")) else message_id
    for spot in spots:
        words = {"count": str(len(spots)), "others": str(others), "text": " ".join(spot.text.split())}
        safe = spot.other if spot.is_safe else ""
        yield Violation((spot.place,), "", message_id, words, (spot.other,), safe, severity, sure=sure, key=key)


RULE = Rule("T405", "width-and-spacing", "locale-conventions", "neutral", 0.95, "document", find,
            languages=("zh", "ja"), fixable=True)  # fmt: skip
