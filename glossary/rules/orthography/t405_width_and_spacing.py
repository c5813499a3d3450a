"""T405 width-and-spacing: half-width punctuation in CJK text, full-width letters, spacing that the page does not keep.

Why: A page should look the same throughout. Each kind is one decision for the page, not one for each comma.
Bad: 首先导出模型,然后量化。
Good: 首先导出模型，然后量化。
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from corpus import lazy_re as re
from corpus.formats import format_of
from corpus.languages.scripts import FULLWIDTH_ALPHANUMERICS, HALFWIDTH_KATAKANA, HIRAGANA, WORD_CJK, WORD_KATAKANA
from corpus.records import Segment
from glossary.rules.calibration import HARDLY, NEARLY, sign
from glossary.rules.context import RuleContext
from glossary.rules.rule import DocumentSpan, Rule, Violation
from glossary.rules.shared.visible_text import visible

SegmentLine = tuple[Segment, str]  # a segment and its text, code blanked out

_CJK = WORD_CJK
_WIDE = {",": "，", ";": "；", ":": "：", "?": "？", "!": "！", ".": "。"}
# After a Han character or kana, or before one; a full stop only where a sentence ends.
_MARK = re.compile(
    rf"(?<=[{_CJK}」』》）】”])\ ?[,;:?!](?![/\[:])|(?<=[{_CJK}]{{2}})\.(?=\s|\Z|[{_CJK}])"
    rf"|(?<![\s\d])[,;?!](?=\ ?[{_CJK}「『《（“])"
)
_SPACE = re.compile(rf" (?=[A-Za-z0-9{_CJK}`$\[*])")
_MARKS = frozenset(",;:?!.，；：？！。、…")
_OWN = {"，": "、，", "。": "。．"}
_NARROW, _BROAD = re.compile(r"\([^()\n]{1,200}\)"), re.compile(r"（[^（）\n]{1,200}）")
_BESIDE = re.compile(r"[\w ]", re.ASCII)  # f(x) is a call; a space is too many beside a full-width bracket
_IS_CJK = re.compile(f"[{_CJK}]")
HALF_WIDTH = re.compile("[0-9A-Za-z]+")
_FULL_WIDTH = re.compile(f"[{FULLWIDTH_ALPHANUMERICS}]+")
_STRAY = re.compile(rf"(?<=[{_CJK}])\ (?=[{_CJK}])")
_HIRAGANA = re.compile(f"[{HIRAGANA}]")
_KATAKANA = re.compile(f"[{WORD_KATAKANA}]")
_SENTENCE = re.compile("[、。，；！？]")
# Where scripts meet. A single letter is a size, a shape, a variable (T恤); 第3章 and 2026年 are written so anywhere.
_LETTERS = re.compile(
    rf"(?:(?<=[A-Za-z][A-Za-z#])|(?<=[A-Za-z]\+\+))\ ?(?=[{_CJK}])|(?<=[{_CJK}])\ ?(?=[A-Za-z](?:[A-Za-z#]|\+\+))"
)
_NUMBER = re.compile(rf"(?<![A-Za-z\d.,:/第_-])\d+(?:[.,]\d+)*(?P<space>\ ?)(?=(?![年月日号時时分秒章节節])[{_CJK}])")
_WORD_BEFORE, _WORD = re.compile(r"[A-Za-z0-9][A-Za-z0-9+#.-]*\Z"), re.compile(r"[A-Za-z0-9][A-Za-z0-9+#-]*")
_WIDEST_GAP = 3  # spaces; more are layout
_REACH = 24  # characters of a Latin word that are shown


# Half-width katakana, at least a syllable of two characters; one alone is part of a face.
_HALF_KANA = re.compile(f"[{HALFWIDTH_KATAKANA}]{{2,}}")
_HALF_WIDTH_NAMED = re.compile("半角|half-?width", re.IGNORECASE)
# Full-width signs of a price, a number, a name: ＄5, 2．1, a＿b. ％ and ～ are usual beside Han characters and kana.
_WIDE_SIGN = re.compile("[＄＃＠](?=[0-9A-Za-z])|(?<=[0-9])．(?=[0-9])|(?<=[A-Za-z0-9])[＠＿＆＋＝／](?=[A-Za-z0-9])")
_OF_MARKUP = "$#_"  # may begin mathematics, a heading, emphasis
_WIDE_STOP = re.compile(rf"(?<=[{_CJK}）」』])．(?=\s|\Z|[{_CJK}])")
# A space that the width of a mark makes needless: before one that closes, after one that opens or ends. Japanese has
# one by right after ！ and ？.
_CLOSING, _OPENING = "，。、；：）」』】》", "（「『【《"
_BEFORE_ROLES = ("`", "*", "|")  # begin inline markup of reStructuredText, before which most translators leave a space
_SPACE_BEFORE = re.compile(rf"(?<=[^\s|>#])[ ]{{1,3}}(?=[{_CLOSING}！？])")
_SPACE_AFTER = {
    "zh": re.compile(rf"(?<=[，。、；：！？{_OPENING}])[ ]{{1,3}}(?=[\w`*\[$“「『《（(])"),
    "ja": re.compile(rf"(?<=[，。、；：{_OPENING}])[ ]{{1,3}}(?=[\w`*\[$「『《（(])"),
}


class Spot(NamedTuple):
    """A place, the text there and the text that could replace it."""

    place: DocumentSpan
    text: str
    other: str
    is_safe: bool = True  # it can be put right without reading further


def half_width_marks(line: SegmentLine) -> Iterator[Spot]:
    """Yield half-width punctuation beside Han characters and kana."""
    segment, text = line
    matches = list(_MARK.finditer(text))
    lists = {
        mark
        for mark in ",;"
        if len(re.findall(rf"{mark}(?![0-9])", text)) > sum(match[0].strip() == mark for match in matches)
    }
    for match in matches:
        end = match.end() + (_SPACE.match(segment.text, match.end()) is not None)
        spot = _spot(segment, match.start(), end, _WIDE[match[0].strip()])
        yield spot._replace(is_safe=match[0].strip() not in lists and not _is_in_row(text, match))


def _is_in_row(text: str, match: re.Match[str]) -> bool:
    """Return whether a mark is one of several in a row (!!), or ends a phrase in Latin letters: Any questions?（…）."""
    before, after = text[match.start() - 1 : match.start()], text[match.end() : match.end() + 1]
    return before in _MARKS or after in _MARKS or (match[0].strip() in "?!" and before.isascii())


def with_page_marks(spots: Iterable[Spot], lines: Iterable[SegmentLine]) -> list[Spot]:
    """Return the marks of Japanese text with the comma and the full stop that the page itself uses."""
    texts = [text for _, text in lines]
    page_marks = {
        wide: max(forms, key=lambda mark: sum(text.count(mark) for text in texts)) for wide, forms in _OWN.items()
    }
    return [spot._replace(other=page_marks.get(spot.other, spot.other)) for spot in spots]


def narrow_brackets(line: SegmentLine) -> Iterator[Spot]:
    """Yield half-width brackets that follow or enclose Han characters or kana."""
    segment, text = line
    for match in _NARROW.finditer(text):
        start, end = match.span()
        if (
            _is_cjk(text, start - 1)
            or (_is_cjk(text, start - 2) and text[start - 1] == " ")
            or _IS_CJK.search(match[0])
        ):
            spot = _spot(segment, start, end, f"（{segment.text[start + 1 : end - 1]}）")
            yield spot._replace(is_safe=not _BESIDE.search(text[max(start - 1, 0) : start] + text[end : end + 1]))


def broad_brackets(line: SegmentLine) -> Iterator[Spot]:
    """Yield full-width brackets."""
    segment, text = line
    for match in _BROAD.finditer(text):
        start, end = match.span()
        yield _spot(segment, start, end, f"({segment.text[start + 1 : end - 1]})")


def full_width(line: SegmentLine) -> Iterator[Spot]:
    """Yield full-width letters and digits."""
    segment, text = line
    for match in _FULL_WIDTH.finditer(text):
        yield _spot(segment, *match.span(), unicodedata.normalize("NFKC", match[0]))


def half_kana(line: SegmentLine) -> Iterator[Spot]:
    """Yield half-width katakana, except where the text is about widths."""
    segment, text = line
    if not _HALF_WIDTH_NAMED.search(text):
        for match in _HALF_KANA.finditer(text):
            yield _spot(segment, *match.span(), unicodedata.normalize("NFKC", match[0]))


def wide_signs(line: SegmentLine) -> Iterator[Spot]:
    """Yield full-width signs beside half-width digits and letters."""
    segment, text = line
    for match in _WIDE_SIGN.finditer(text):
        spot = _spot(segment, *match.span(), unicodedata.normalize("NFKC", match[0]))
        yield spot._replace(is_safe=spot.other not in _OF_MARKUP)


def wide_stops(line: SegmentLine) -> Iterator[Spot]:
    """Yield full-width Latin full stops at the end of sentences."""
    segment, text = line
    for match in _WIDE_STOP.finditer(text):
        yield _spot(segment, *match.span(), _WIDE["."])


def spaces_beside_marks(page: RuleContext, lines: Sequence[SegmentLine]) -> Iterator[Spot]:
    """Yield spaces beside full-width marks, in sentences and between two sentences of a line."""
    text = page.text
    has_roles = format_of(page.document.media_type).has_roles
    spans = [(segment.start, segment.end) for segment, _ in lines]
    # A space between two segments belongs to neither: sentences of one line are looked at together.
    for start, end in _joined_lines(text, spans):
        for pattern in (_SPACE_BEFORE, _SPACE_AFTER[page.lang]):
            for match in pattern.finditer(text, start, end):
                if has_roles and text.startswith(_BEFORE_ROLES, match.end()):
                    continue
                if start < match.start() and match.end() < end and not page.is_protected(*match.span()):
                    first, last = match.start() - 1, match.end() + 1
                    yield Spot(DocumentSpan(first, last), text[first:last], text[first] + text[last - 1])


def _joined_lines(text: str, spans: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Yield the spans of a text, joined where nothing but spaces stands between them."""
    current: tuple[int, int] | None = None
    for start, end in spans:
        if current and start - current[1] <= _WIDEST_GAP and not text[current[1] : start].strip(" "):
            current = current[0], end
        else:
            yield from [current] if current else []
            current = start, end
    yield from [current] if current else []


def stray_spaces(line: SegmentLine) -> Iterator[Spot]:
    """Yield spaces between Han characters or kana in a sentence, but not between katakana words or beside hiragana."""
    segment, text = line
    if segment.kind in ("heading", "table_cell") or not _SENTENCE.search(text):
        return
    for spot in _spaces_between(line):
        if len(_KATAKANA.findall(spot.other)) < 2 and not _HIRAGANA.search(spot.other):
            yield spot


def kana_spaces(line: SegmentLine) -> Iterator[Spot]:
    """Yield spaces beside hiragana, which separate no words; in headings and tables they separate labels."""
    if line[0].kind not in ("heading", "table_cell"):
        yield from (spot for spot in _spaces_between(line) if _HIRAGANA.search(spot.other))


def _spaces_between(line: SegmentLine) -> Iterator[Spot]:
    segment, text = line
    for match in _STRAY.finditer(text):
        start = match.start()
        if segment.text[start] == " ":
            yield _spot(segment, start - 1, start + 2, text[start - 1] + text[start + 1])


def latin_meetings(line: SegmentLine) -> Iterator[tuple[bool, Spot]]:
    """Yield, for each place where Latin words meet Han or kana, whether there is a space, and the place."""
    segment, text = line
    for match in _LETTERS.finditer(text):
        start, end = match.span()
        if _IS_CJK.match(text, end):
            word = _WORD_BEFORE.search(text, max(start - _REACH, 0), start)
            first, last = word.start() if word else start, end + 1
        else:
            word = _WORD.match(text, end, end + _REACH)
            first, last = start - 1, word.end() if word else end
        yield start < end, _meeting_spot(segment, first, start, end, last)


def number_meetings(line: SegmentLine) -> Iterator[tuple[bool, Spot]]:
    """Yield, for each place where a number meets Han or kana after it, whether there is a space, and the place."""
    segment, text = line
    for match in _NUMBER.finditer(text):
        start, end = match.span("space")
        yield start < end, _meeting_spot(segment, match.start(), start, end, end + 1)


def _meeting_spot(segment: Segment, first: int, start: int, end: int, last: int) -> Spot:
    between = "" if start < end else " "
    return _spot(segment, first, last, segment.text[first:start] + between + segment.text[end:last])


def _spot(segment: Segment, start: int, end: int, other: str) -> Spot:
    return Spot(DocumentSpan(segment.start + start, segment.start + end), segment.text[start:end], other)


def _is_cjk(text: str, place: int) -> bool:
    return 0 <= place < len(text) and _IS_CJK.match(text, place) is not None


_FEWEST = 6  # places where scripts meet: fewer show no habit
_STYLE = sign("T405.style", HARDLY)  # of five such findings in handbooks four were false
_MEETING = sign("T405.meeting", NEARLY)
_CLEARLY = 4  # places with the page's own way to each against it, that the others may be put right unread
_STOP, _ANY_WIDE_STOP = re.compile("。"), re.compile("．")
# What no style asks for: shown, where the other kinds are left to those who ask.
_SHOWN_KINDS = {"half-kana": half_kana, "wide-sign": wide_signs}
# Where a space stands a comma may have been lost: not to be put right unread.
_LOST_MARKS = (
    ("kana-space", kana_spaces, "minor"),
    ("stray-space", stray_spaces, ""),
)
_KEPT = 3  # numbers with the page's spacing to each against it: with fewer the page has none


def find(page: RuleContext) -> Iterator[Violation]:
    """Yield at most one decision of each kind."""
    lines = list(visible(page))
    marks, narrow, broad = (_all_spots(kind, lines) for kind in (half_width_marks, narrow_brackets, broad_brackets))
    if page.lang == "ja":
        marks = with_page_marks(marks, lines)
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
    wide = _all_spots(full_width, lines)
    yield from _spacing_violations("full-width", _unsafe(wide, _count(HALF_WIDTH, lines) < _CLEARLY * len(wide)))
    for kind, find_spots in _SHOWN_KINDS.items():
        yield from _spacing_violations(kind, _all_spots(find_spots, lines), severity="minor")
    if page.lang == "zh" or _count(_STOP, lines) > _count(_ANY_WIDE_STOP, lines):
        yield from _spacing_violations("wide-stop", _all_spots(wide_stops, lines), severity="minor")
    yield from _spacing_violations("mark-space", sorted(spaces_beside_marks(page, lines)), severity="minor")
    for kind, find_spots, severity in _LOST_MARKS:
        yield from _spacing_violations(kind, _unsafe(_all_spots(find_spots, lines), True), severity=severity)
    yield from _meeting_violations("letters", [meeting for line in lines for meeting in latin_meetings(line)], 1)
    yield from _meeting_violations("numbers", [meeting for line in lines for meeting in number_meetings(line)], _KEPT)


def _is_style(marks: Sequence[Spot], lines: Sequence[SegmentLine]) -> bool:
    """Return whether a page writes : ! ? in half width throughout, as many Japanese ones do."""
    return {spot.text.strip() for spot in marks} <= set(":!?") and not any(
        set("：！？") & set(text) for _, text in lines
    )


def _unsafe(spots: Sequence[Spot], doubtful: bool) -> list[Spot]:
    """Return the places; if doubtful, none of them as safe to correct unread."""
    return [spot._replace(is_safe=False) if doubtful else spot for spot in spots]


def _count(pattern: re.Pattern[str], lines: Sequence[SegmentLine]) -> int:
    return sum(len(pattern.findall(text)) for _, text in lines)


def _all_spots(kind: Callable[[SegmentLine], Iterator[Spot]], lines: Sequence[SegmentLine]) -> list[Spot]:
    return [spot for line in lines for spot in kind(line)]


def _meeting_violations(kind: str, meetings: Sequence[tuple[bool, Spot]], ratio: int) -> Iterator[Violation]:
    """Yield the places that break the page's own way of spacing Latin words or numbers next to Han and kana."""
    spaced, tight = [spot for space, spot in meetings if space], [spot for space, spot in meetings if not space]
    few, many = (tight, spaced) if len(tight) <= len(spaced) else (spaced, tight)
    if len(meetings) >= _FEWEST and len(many) >= ratio * len(few):
        message_id = f"{kind}-{'tight' if few is tight else 'spaced'}"
        yield from _spacing_violations(
            message_id, _unsafe(few, len(many) < _CLEARLY * len(few)), len(many), sure=_MEETING
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
