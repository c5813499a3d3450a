"""T310 broken-markup: markup that works in the original and is shown as signs, or lost, in the translation.

Why: Readers see backticks and colons instead of a link or a box, and table cells after the bar are lost.
Bad: 数据由:class:`WebSupport`对象读取。
Good: 数据由 :class:`WebSupport` 对象读取。

What docutils and CommonMark read is asked of their own rules. Projects of Sphinx whose docutils.conf says
`character_level_inline_markup` show roles and literals beside Han or kana as they are meant: let them ignore T310.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from corpus import lazy_re as re
from corpus.formats import format_of
from corpus.languages.scripts import CJK, WIDE
from corpus.text.rst_spans import InlineMarkup, inline_markup, may_follow, may_precede
from corpus.text.segments import PROSE
from glossary.rules.calibration import LIKELY, sign
from glossary.rules.context import RuleContext
from glossary.rules.fidelity._block_marks import broken_boxes, broken_marks, fences, headings
from glossary.rules.fidelity._markup_faults import MarkupFault, Side, side_of
from glossary.rules.fidelity._table_rows import wrong_rows
from glossary.rules.rule import DocumentSpan, Rule, Violation
from glossary.rules.source_context import SURE_PAIR, SegmentPair

_OPENS = re.compile(r"<(?P<closes>/?)(?P<name>[A-Za-z][A-Za-z0-9.:_-]*)(?=[\s/>])", re.ASCII)
_APART = re.compile(
    r"<(?:[ \u3000]+/?|/[ \u3000]+)"
    r"(?P<name>[A-Za-z][\w.-]*)[^<>\n]*>|＜/?[ ]*(?P<wide>[A-Za-z][\w.-]*)[^<>＜＞\n]*[＞>]",
    re.ASCII,
)
_CURLED = re.compile(r"=\s*[“”„‟＂「](?P<value>[^“”„‟＂「」\"<>\n]*)[“”„‟＂」\"]")
_VOID = frozenset(re.findall(r"\S+", "area base br col embed hr img input link meta param source track wbr"))
_ENDS_ITSELF = frozenset(re.findall(r"\S+", "p li dt dd td th tr thead tbody tfoot option colgroup rp rt"))
_LONGEST = 4_000  # characters of a tag


class Tag(NamedTuple):
    """A tag; offsets into the text."""

    start: int
    end: int
    name: str
    role: str  # opens, closes or empty


def tags(side: Side) -> Iterator[Tag]:
    """Yield the tags of a page outside code, in order; braces and quotes of a component may hold `>`."""
    text, position = side.masked, 0
    while match := _OPENS.search(text, position):
        end = _end(text, match.end())
        position = max(end, match.end())
        if end:
            is_empty = text[end - 2] == "/" or match["name"].lower() in _VOID
            role = "closes" if match["closes"] else "empty" if is_empty else "opens"
            yield Tag(match.start(), end, match["name"], role)


def _end(text: str, position: int) -> int:
    """Return the offset after the `>` that ends a tag; 0 if there is none."""
    depth, quote = 0, ""
    last = text.rfind(">", position, position + _LONGEST)
    for offset in range(position, last + 1):
        char = text[offset]
        if quote:
            quote = "" if char == quote else quote
        elif char in "\"'" and (depth or text[offset - 1] in "= \t\n"):
            quote = char
        elif char in "{}":
            depth += 1 if char == "{" else -1
        elif char == "<" and not depth:
            return 0
        elif char == ">" and depth <= 0:
            return offset + 1
    return 0


def _lonely(tags: list[Tag]) -> list[Tag]:
    """Return the tags that open or close without a partner."""
    opened: defaultdict[str, list[Tag]] = defaultdict(list)
    lonely: list[Tag] = []
    for tag in tags:
        if tag.role == "opens":
            opened[tag.name].append(tag)
        elif tag.role == "closes":
            if opened[tag.name]:
                opened[tag.name].pop()
            else:
                lonely.append(tag)
    return sorted([*lonely, *(tag for rest in opened.values() for tag in rest)])


def _apart(page: Side, original: Side, names: set[str]) -> Iterator[MarkupFault]:
    """Yield the tags with a space after `<`, or with full-width signs; none if the original has such tags."""
    if _APART.search(original.masked):
        return
    for match in _APART.finditer(page.masked):
        if (match["name"] or match["wide"]) in names:
            right = re.sub(r"^[<＜]\s*(/?)\s*", r"<\1", match.group()).replace("＞", ">")
            yield MarkupFault(*match.span(), "tag", right)


def _curled(page: Side) -> Iterator[MarkupFault]:
    """Yield the tags whose attributes stand in typographic quotes."""
    if not any(quote in page.masked for quote in "“”„‟＂「"):
        return
    for match in _OPENS.finditer(page.masked):
        end = page.masked.find(">", match.end(), match.end() + _LONGEST)
        if end > 0 and "<" not in page.masked[match.end() : end] and _CURLED.search(page.masked, match.end(), end):
            surface = page.text[match.start() : end + 1]
            yield MarkupFault(match.start(), end + 1, "quotes", _CURLED.sub(r'="\g<value>"', surface))


_WIDE_CHARACTER = re.compile(f"[{WIDE}]")
_WIDE_ROLE = re.compile(r"[:：][A-Za-z][\w.+-]*(?::[A-Za-z][\w.+-]*)*[:：]`[^`\n]+`", re.ASCII)
_SPACED = re.compile(rf"[{CJK}] [`:|*]|[`|*] [{CJK}]")
_ESCAPED = re.compile(r"\\ [`:|*]|[`|*_]\\ ")
# What docutils takes for a directive: its name, two colons, a space. What only looks like one is a comment, or text.
_DIRECTIVE = re.compile(
    r"(?P<indent>[ \t]*)\.\.(?P<gap>[ \t]*)"
    r"(?P<name>[\w-]+(?:[:.][\w-]+)*)(?P<colons>[ \t]?[:：][ \t]?[:：])(?P<rest>.*)"
)
_GOOD_DIRECTIVE = re.compile(r"[ \t]*\.\.[ \t]+[\w-]+(?:[:.][\w-]+)*[ ]?::(?:[ \t]|$)")


def glued(page: Side, *, is_extracted: bool) -> Iterator[MarkupFault]:
    """Yield each role, literal, link and emphasis that touches Han or kana, with the separator to insert."""
    gap = " " if is_extracted or len(_SPACED.findall(page.text)) > len(_ESCAPED.findall(page.text)) else "\\ "
    for segment in page.segments:
        if segment.kind in PROSE:
            for markup in inline_markup(page.text, segment.start, segment.end):
                yield from _fault(page.text, markup, segment.start, segment.end, gap, segment.kind == "table_cell")
            # The roles whose colons are of full width.
            for match in _WIDE_ROLE.finditer(page.text, segment.start, segment.end) if "：" in page.text else ():
                if "：" in match.group().partition("`")[0]:
                    name, tick, rest = match.group().partition("`")
                    yield MarkupFault(*match.span(), "role", name.replace("：", ":") + tick + rest)


def _fault(text: str, markup: InlineMarkup, first: int, last: int, gap: str, is_cell: bool) -> Iterator[MarkupFault]:
    """Yield the fault of intended markup that touches its neighbours; the edges of a table cell count as free."""
    before, after = text[markup.start - 1 : markup.start], text[markup.end : markup.end + 1]
    left = not (is_cell and markup.start == first) and _glues(before) and not may_precede(before)
    right = not (is_cell and markup.end == last) and _glues(after) and not may_follow(after)
    if left or right:
        surface = text[markup.start : markup.end]
        remedy = f"{gap * left}{surface}{gap * right}"
        yield MarkupFault(markup.start, markup.end, "glued", remedy, {"beside": before if left else after})


def _glues(char: str) -> bool:
    return _WIDE_CHARACTER.match(char) is not None


def lost_directives(page: Side) -> Iterator[MarkupFault]:
    """Yield the lines that look like directives but are comments or text: full-width colons, lost spaces."""
    for start, end in page.lines:
        if page.text.startswith("..", start + len(page.text[start:end]) - len(page.text[start:end].lstrip())):
            match = _DIRECTIVE.match(page.text, start, end)
            if match and match["name"].isascii() and not _GOOD_DIRECTIVE.match(page.text, start, end):
                rest = match["rest"].strip()
                right = f".. {match['name']}::{' ' if rest else ''}{rest}"
                yield MarkupFault(start + len(match["indent"]), end, "directive", right)


# CommonMark lets `_` open and close emphasis only beside spaces and punctuation; `*` it lets do so inside a word.
_INSIDE = re.compile(
    r"(?<![\\_A-Za-z0-9/.*-])(?P<marks>_{1,2})(?P<words>[^\s_*](?:[^_*\n]{0,120}[^\s_*\\])?)(?P=marks)(?![_A-Za-z0-9/.*-])"
)
_LETTER = re.compile(rf"[{CJK}]")
_EMPHASIS = re.compile(r"(?<![\w\\*/.-])([*_]{1,2})[^\s_*](?:[^_*\n]{0,120}[^\s_*\\])?\1(?![\w*/.-])")
_PICTURE = re.compile(
    r"！(?=\[[^\[\]\n]*\]\((?P<target>[^()\s]+\.(?:png|jpe?g|gif|svg|webp))[^()\n]*\))", re.IGNORECASE
)


def broken_inline(page: Side, original: Side, pairs: Sequence[SegmentPair]) -> Iterator[MarkupFault]:
    """Yield emphasis and pictures that work in the original and show as plain signs on the page."""
    for pair in pairs:
        if pair.score < SURE_PAIR or not any("_" in part.text for part in pair.target):
            continue
        emphasis = sum(len(_EMPHASIS.findall(original.masked[part.start : part.end])) for part in pair.source)
        for part in pair.target if emphasis else ():
            yield from _underscored(page, part.start, part.end)
    for match in _PICTURE.finditer(page.text) if "！[" in page.text else ():
        if re.search(rf"!\[[^\[\]\n]*\]\({re.escape(match['target'])}", original.text):
            yield MarkupFault(*match.span(), "picture", "!")


def _underscored(page: Side, start: int, end: int) -> Iterator[MarkupFault]:
    for match in _INSIDE.finditer(page.masked, start, end):
        beside = page.text[match.start() - 1 : match.start()], page.text[match.end() : match.end() + 1]
        words = page.text[match.start("words") : match.end("words")]
        if any(map(_LETTER.match, beside)) and not words.isascii():  # 在__call__中 has a name
            stars = "*" * len(match["marks"])
            works = words[0].isalnum() and words[-1].isalnum()
            yield MarkupFault(*match.span(), "emphasis", f"{stars}{words}{stars}" if works else "")


_SHOWN = 40  # characters of a place that a message has
_UNCOMPARED = sign("T310.uncompared", LIKELY)  # without an original what is broken may be meant to be shown


def find(page: RuleContext) -> Iterator[Violation]:
    """Yield a decision for each kind of markup that works in the original and is broken on the page."""
    form = format_of(page.document.media_type)
    if not form.keeps_markup:
        return
    side = side_of(page.text, page.segments)
    original = side_of(page.source, page.original.segments) if page.original else None
    if form.has_roles:
        faults = _of_rst(side, original, is_extracted=form.is_extracted)
    else:
        faults = _of_markdown(page, side, original)
    ends: dict[str, int] = {}
    for fault in faults:
        if fault.start >= ends.get(fault.kind, 0):
            ends[fault.kind] = fault.end
            yield _violation(page, fault)


def _of_rst(side: Side, original: Side | None, *, is_extracted: bool) -> Iterator[MarkupFault]:
    """Yield what docutils shows raw or drops, unless the original has it as well."""
    faults = [*glued(side, is_extracted=is_extracted), *lost_directives(side)]
    sources = [*glued(original, is_extracted=False), *lost_directives(original)] if original else []
    shared = {original.text[fault.start : fault.end] for fault in sources} if original else set()
    for fault in faults:
        if side.text[fault.start : fault.end] not in shared:
            yield fault if original else fault._replace(sure=_UNCOMPARED)


def _of_markdown(page: RuleContext, side: Side, original: Side | None) -> Iterator[MarkupFault]:
    yield from wrong_rows(side, original)
    yield from broken_boxes(side, original)
    yield from broken_marks(side, original, page.pairs)
    yield from headings(side, original, page.pairs)
    yield from fences(side, original)
    if original:
        # Tags without partner where all of the original have one, and tags that are none any more.
        source = list(tags(original))
        names = {tag.name for tag in source}
        lonely = {tag.name for tag in _lonely(source)}
        for tag in _lonely(list(tags(side))):
            if tag.name in names and tag.name not in lonely and tag.name.lower() not in _ENDS_ITSELF:
                yield MarkupFault(tag.start, tag.end, "unclosed" if tag.role == "opens" else "unopened")
        yield from _apart(side, original, names)
        yield from _curled(side)
        yield from broken_inline(side, original, page.pairs)


def _violation(page: RuleContext, fault: MarkupFault) -> Violation:
    surface = " ".join(page.text[fault.start : fault.end].split())
    near = surface if len(surface) <= _SHOWN else f"{surface[: _SHOWN // 2]}…{surface[-_SHOWN // 2 :]}"
    return Violation(
        (DocumentSpan(fault.start, fault.end),),
        message_id=fault.kind,
        words={"near": near, "expected": fault.right.strip(), **fault.words},
        expected=(fault.right,) if fault.right else (),
        suggestion=fault.right,
        severity=fault.severity,
        sure=fault.sure,
        key=fault.kind,
    )


RULE = Rule(
    "T310",
    "broken-markup",
    "design/markup",
    "major",
    0.9,
    "segment",
    find,
    fixable=True,
    edits_markup=True,
    languages=("zh", "ja"),
)
