"""T310 broken-markup: markup that works in the original and is shown as signs, or lost, in the translation.

Why: readers see backticks and colons for a link or a box, and of a table they lose the cells after the bar.
Bad: 数据由:class:`WebSupport`对象读取。
Good: 数据由 :class:`WebSupport` 对象读取。

What docutils and CommonMark read is asked of their own rules. Projects of Sphinx whose docutils.conf says
`character_level_inline_markup` show roles and literals beside Han or kana as they are meant: let them ignore T310.
"""

from __future__ import annotations

from collections.abc import Iterator

from corpus.formats import format_of
from glossary.rules.context import RuleContext
from glossary.rules.fidelity._block_marks import broken_boxes, broken_marks, fences, headings
from glossary.rules.fidelity._broken_inline import broken_inline
from glossary.rules.fidelity._broken_tags import broken_tags
from glossary.rules.fidelity._glued_markup import glued, lost_directives
from glossary.rules.fidelity._markup_faults import MarkupFault, Side, side_of
from glossary.rules.fidelity._table_rows import wrong_rows
from glossary.rules.rule import DocumentSpan, Rule, Violation

_SHOWN = 40  # characters of a place that a message has
_UNCOMPARED = 0.85  # without an original what is broken may be meant to be shown


def find(page: RuleContext) -> Iterator[Violation]:
    """Yield a decision for each kind of markup that the page breaks, of what works in its original."""
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
        yield from broken_tags(side, original)
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
