"""T308 conversion-debris: markup or code that a conversion or a translation tool left in the visible text.

Why: Readers see marks that mean nothing to them, and trust the rest of the page less.
Bad: 服务器’s 日志写着“完成\\n”。
Good: 服务器的日志写着“完成”。
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache

from markdown_it import MarkdownIt

from corpus import lazy_re as re
from corpus.formats import format_of
from corpus.languages.scripts import CJK
from corpus.records import Segment
from glossary.rules.calibration import NEARLY, sign
from glossary.rules.context import RuleContext, line_start
from glossary.rules.rule import DocumentSpan, Rule, Violation
from glossary.rules.shared.internal_links import PERMALINK
from glossary.rules.shared.visible_text import paragraphs

_MARK = re.compile(r"(?<![\\*])\*\*(?!\*)")
_SYNTAX = re.compile(r"[*_\\&\[\]<>]")
_LONGEST = 4_000  # characters of a paragraph; longer ones are data


def shown_marks(text: str, paragraph: Sequence[Segment]) -> Iterator[tuple[int, int]]:
    """Yield the places where readers see a paragraph's ** as such; two on a line are one place with their text."""
    start, end = paragraph[0].start, paragraph[-1].end
    if end - start > _LONGEST or not _MARK.search(text, start, end):
        return
    marks = list(_shown(_without_syntax(text, paragraph)))
    while marks:
        first = marks.pop(0)
        last = marks.pop(0) if marks and "\n" not in text[start + first : start + marks[0]] else first
        yield start + first, start + last + 2


def _without_syntax(text: str, paragraph: Sequence[Segment]) -> str:
    """Return the paragraph with Markdown signs inside code, formulas and addresses masked; offsets stay."""
    start = paragraph[0].start
    pieces, position = [], start
    for span in (span for segment in paragraph for span in segment.protected):
        if span.start >= position:
            pieces += [text[position : span.start], _SYNTAX.sub(".", text[span.start : span.end])]
            position = span.end
    return "".join([*pieces, text[position : paragraph[-1].end]])


def _shown(text: str) -> Iterator[int]:
    """Yield the offsets at which CommonMark takes ** as plain text."""
    position = 0
    for token in _parser().parseInline(text)[0].children or ():
        if token.type != "text" or not token.content:
            continue
        token_start = text.find(token.content, position)
        if token_start < 0:
            continue
        position = token_start + len(token.content)
        yield from (match.start() for match in _MARK.finditer(text, token_start, position))


@cache
def _parser() -> MarkdownIt:
    return MarkdownIt("commonmark")


_PLAIN = {
    # After Han characters or kana, or between a Latin word and them: 服务器’s, model’s 输出. Let’s is none.
    "possessive": re.compile(
        rf"(?<=[{CJK}])['’](?:s|t|re|ll|ve)(?![A-Za-z0-9])"
        rf"|(?<=[A-Za-z0-9])(?<!\b[Ll]et)(?<!\b[Ii]t)(?<!\b[Ww]hat)['’]s(?=[ ]?[{CJK}])"
    ),
    "escape": re.compile(
        r"(?<![A-Za-z0-9\\/:_$])(?:\\[nrt])+(?![A-Za-z(])|(?:\\x[0-9A-Fa-f]{2}){2,}"
        r"|(?<![A-Za-z0-9\\/:_$])\\[ ][nrt](?![A-Za-z0-9(])"
    ),
    "mojibake": re.compile(
        r"\ufffd+|â€[\u0080-\u02ff\u2000-\u2122]?|(?:[ãäåæçèéï][\u0080-\u00bf\u2018-\u203a]{2}){2,}"
    ),
}
_REST = re.compile(r"[^\n]*")  # of a line
# Signs without width inside words; those that join emoji or stand beside code are something else.
_UNSEEN = "\u200b\u200c\u200e\u200f\u2060\ufeff\xad"
_INVISIBLE = re.compile(rf"(?<=[{CJK}A-Za-z，。、；：）])[{_UNSEEN}]+(?=[{CJK}A-Za-z，。、；：（])")
# Numbered tags by which translation tools stand for markup: {em0}…{/em0}.
_PLACEHOLDER = re.compile(r"\{/?((?:em|strong|b|i|a|g|x|ph|bpt|ept|it|code|link|span)\d+)\}")
_ENTITY = re.compile(r"&(?:amp;)?(?:lt|gt|amp|quot|nbsp|apos|#39|#x27);")
_DOUBLE_ENTITY = re.compile(r"&amp;(?:lt|gt|quot|nbsp|amp|apos|#\d{2,4}|#x[0-9a-f]{2,4});")
_TICKED = re.compile(r"(?<!`)`[^`\n]+`(?!`)")
_LINK = re.compile(
    r"\][ \u3000]+\((?:https?://|\.{0,2}/|#)[^()\s]*\)|\]（[ ]?https?://[^()（）\s]*[)）]|］\(https?://[^()\s]*\)"
)
_SHOWN = 24  # characters of a place that a message has
# Not every site shows Markdown as CommonMark has it.
_SURE = {kind: sign(f"T308.{kind}", NEARLY) for kind in ("emphasis", "link", "entity")}


def find(page: RuleContext) -> Iterator[Violation]:
    """Yield debris of words and signs, then of marks; one decision for each kind on a page."""
    has_markup = format_of(page.document.media_type).keeps_markup
    for segment in page.prose:
        for kind, start, end in _debris(page, segment, has_markup):
            if page.text[start:end] not in page.source:
                yield _violation(kind, start, end)
        for match in _INVISIBLE.finditer(page.plain(segment)):
            yield _invisible(page, segment.start + match.start() - 1, segment.start + match.end() + 1)
    yield from _permalinks(page)
    if has_markup:
        yield from _emphasis(page)


def _emphasis(page: RuleContext) -> Iterator[Violation]:
    """Yield emphasis asterisks that readers see. Single ones may mark notes if the original's are seen, too."""
    places = [place for paragraph in paragraphs(page) for place in shown_marks(page.text, paragraph)]
    noted = any(_is_mark(place) for place in places) and _notes(page)
    for start, end in places:
        if not (noted and _is_mark((start, end))):
            surface = page.text[start:end]
            near = surface if len(surface) <= _SHOWN else f"{surface[: _SHOWN // 2]}…{surface[-_SHOWN // 2 :]}"
            yield replace(_violation("emphasis", start, end), words={"near": near})


def _is_mark(place: tuple[int, int]) -> bool:
    return place[1] - place[0] == len("**")


def _notes(page: RuleContext) -> bool:
    """Return whether asterisks may mark notes: the original's are shown as well, or there is no original."""
    segments = page.original.segments if page.original else ()
    return not page.original or any(True for segment in segments for _ in shown_marks(page.source, [segment]))


def _violation(kind: str, start: int, end: int) -> Violation:
    return Violation((DocumentSpan(start, end),), message_id=kind, sure=_SURE.get(kind, 1.0), key=kind)


def _invisible(page: RuleContext, start: int, end: int) -> Violation:
    """Return the violation of a zero-width character; its place includes the characters around it, which stay."""
    without = page.text[start] + page.text[end - 1]
    words = {"code": f"U+{ord(page.text[start + 1]):04X}", "near": without}
    return Violation((DocumentSpan(start, end),), "", "invisible", words, (without,), without, key="invisible")


def _permalinks(page: RuleContext) -> Iterator[Violation]:
    """Yield the permanent links of headings, each with the space and the character before it; that character stays."""
    text = page.text
    lines = {line_start(text, part.start): part.end for part in page.prose if part.kind == "heading"}
    for start, last in lines.items():
        for match in PERMALINK.finditer(text, start, _REST.match(text, last).end()):  # type: ignore[union-attr]
            before = text[start : match.start()].rstrip()
            char = before[-1:] if before.strip("#> \t") else ""
            place = DocumentSpan(start + len(before) - 1 if char else match.start(), match.end())
            yield Violation((place,), "", "permalink", {"surface": match[0]}, suggestion=char, key="permalink")


def _debris(page: RuleContext, segment: Segment, has_markup: bool) -> Iterator[tuple[str, int, int]]:
    """Yield the kind and place of everything that is debris on its own."""
    plain = page.plain(segment)
    for kind, pattern in _PLAIN.items():
        yield from (
            (kind, segment.start + match.start(), segment.start + match.end()) for match in pattern.finditer(plain)
        )
    spans = [(span.kind, span.start - segment.start, span.end - segment.start) for span in segment.protected]
    compared_kinds = ("code", "math") if page.source else ("code",)  # T305 compares formulas
    for match in _PLACEHOLDER.finditer(segment.text):
        is_compared = any(kind in compared_kinds and start <= match.start() < end for kind, start, end in spans)
        if not is_compared and f"{{/{match[1]}}}" in page.text:
            yield "placeholder", segment.start + match.start(), segment.start + match.end()
    if has_markup:
        yield from _marks(segment)
    else:
        for match in _ENTITY.finditer(segment.text):
            yield "entity", segment.start + match.start(), segment.start + match.end()


def _marks(segment: Segment) -> Iterator[tuple[str, int, int]]:
    """Yield Markdown marks that are shown as they are, or that cut a word in two."""
    for code in _TICKED.finditer(segment.text):
        for match in _ENTITY.finditer(segment.text, *code.span()):
            yield "entity", segment.start + match.start(), segment.start + match.end()
    for match in _DOUBLE_ENTITY.finditer(segment.text):
        if not any(code.start() <= match.start() < code.end() for code in _TICKED.finditer(segment.text)):
            yield "entity", segment.start + match.start(), segment.start + match.end()
    for match in _LINK.finditer(segment.text):
        yield "link", segment.start + match.start() + 1, segment.start + match.end()


RULE = Rule(
    "T308",
    "conversion-debris",
    "design/markup",
    "minor",
    0.95,
    "segment",
    find,
    languages=("zh", "ja"),
    yields_to=("T305", "T310", "T406"),
    fixable=True,
    edits_markup=True,
)
