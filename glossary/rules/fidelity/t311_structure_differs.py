"""T311 structure-differs: a heading, item, table, block of code, box, picture, link or component unlike the original's.

Why: A page without one of its pictures, links or tabs reads well, and readers do not notice. A link to a heading that
was translated leads nowhere.
Bad: 参见[安装](#installation)。 (on a page whose heading is now "## 安装")
Good: 参见[安装](#安装)。
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator, Sequence

from corpus import lazy_re as re
from corpus.formats import format_of
from corpus.text.segments import is_prose
from glossary.rules.calibration import PERHAPS
from glossary.rules.context import RuleContext, line_start
from glossary.rules.digest import Digest
from glossary.rules.fidelity._outline import INLINE, Difference, Element, differences
from glossary.rules.messages import shortened
from glossary.rules.rule import DocumentSpan, Rule, Violation
from glossary.rules.shared.internal_links import folded_anchor, joined_as, lost_anchors, page_links, targets
from glossary.rules.shared.page_coverage import has_other_original, is_cut, missing_stretches
from glossary.termbase.termbase import Termbase

_SHOWN = 60  # characters of an element
_LIST_MARK = re.compile(r"(?:[ \t>]*(?:[-*+]|\d{1,9}[.)])[ \t]+)?")
# Percent of links: of a whole set nearly all lead to its pages (comfy-docs 98, tf-docs 90), of some files few; of a few
# links nothing can be said.
_WHOLE, _FEWEST = 80, 10
# Faults from which on a page follows another version or tool: 0 of 9 judged on such pages were right, 49 of 56 others.
_ANOTHER = 8
_DIRECTIVE = re.compile(r"^\.\.[ \t]+(?:[\w-]+(?:[:.][\w-]+)*::|_[^\n]+:)", re.MULTILINE)
# Of 358 lists that lost an item, the right one was reported in 326 of 330 that were surer than this,
# and in 14 of the 28 others.
_KNOWN = PERHAPS
# T305 compares addresses.
_REPORTED_ELSEWHERE = frozenset({("changed", "link"), ("changed", "picture"), ("changed", "footnote")})


def find(page: RuleContext) -> Iterator[Violation]:
    """Yield the differences in structure from the original, and the anchors that the page's headings no longer have."""
    form = format_of(page.document.media_type)
    if not (page.original and page.segments and form.keeps_markup) or form.has_units or has_other_original(page):
        return
    if page.original.document.media_type != page.document.media_type or _is_of_other_markup(page):
        return  # a directive of reStructuredText has several ways to be said in Markdown
    if not is_cut(page):  # T506 reports the page
        reported = [*_missing_sections(page)]
        unlike = [difference for difference in differences(page) if not _is_reported(difference, reported)]
        faults = [difference for difference in unlike if not _is_choice(difference)]
        yield from (_violation(page, part) for part in unlike) if len(faults) < _ANOTHER else _whole(page, faults)
    lost = lost_anchors(page)
    for link in page_links(page):
        if not link.path and link.anchor and (anchor := folded_anchor(link.anchor)) in lost:
            translated = joined_as(lost[anchor], link.anchor, page)
            yield _anchor_violation([DocumentSpan(link.start, link.end)], link.anchor, translated)


def _is_of_other_markup(page: RuleContext) -> bool:
    """Return whether only one side has directives of reStructuredText, whatever its file is called."""
    return bool(_DIRECTIVE.search(page.text)) != bool(_DIRECTIVE.search(page.source))


def _is_reported(difference: Difference, missing: Sequence[tuple[int, int]]) -> bool:
    """Return whether another rule reports a difference: an address, or the content of a missing section."""
    kind = (difference.original or difference.page)[0].kind
    if (difference.kind, kind) in _REPORTED_ELSEWHERE:
        return True
    part = difference.original[0] if difference.kind == "missing" else None
    return part is not None and any(start <= part.start < end for start, end in missing)


def _is_choice(difference: Difference) -> bool:
    """Return whether a difference is likely the translator's choice, such as listing what a sentence says. Readers
    judged 5 of 16 places that the original lacks to be faults, and 4 of 11 that were moved.
    """
    kinds = {part.kind for part in (*difference.page, *difference.original)}
    return difference.kind in ("extra", "moved") or (difference.kind == "changed" and kinds <= {"item", "text"})


def _whole(page: RuleContext, faults: Sequence[Difference]) -> Iterator[Violation]:
    """Yield one neutral violation for a page made from another version, or by another tool."""
    first = _violation(page, faults[0])
    surface = page.text[first.places[0].start : first.places[0].end]
    words = {"count": str(len(faults)), "near": shortened(surface, _SHOWN)}
    yield Violation(first.places, message_id="whole", words=words, severity="neutral", key="whole")


def _missing_sections(page: RuleContext) -> Iterator[tuple[int, int]]:
    """Yield the stretches of the original that T505 reports as missing sections, with wordless parts around them."""
    parts = [part for part in page.original.segments if is_prose(part)] if page.original else []
    starts = [part.start for part in parts]
    for stretch in missing_stretches(page):
        before = bisect_left(starts, stretch.segments[0].start)
        after = bisect_left(starts, stretch.segments[-1].end)
        yield (
            parts[before - 1].end if before else 0,
            starts[after] if after < len(starts) else len(page.source),
        )


def _violation(page: RuleContext, difference: Difference) -> Violation:
    target, source = difference.page, difference.original
    is_inline = {part.kind for part in (*target, *source)} <= {*INLINE}
    words = {"near": _shown(page.text, target), "original": _shown(page.source, source)}
    before = page.pairs[difference.after] if difference.after >= 0 else None
    if target:
        place = DocumentSpan(target[0].start, target[0].end)
    else:
        last = before.target[-1] if before else page.segments[0]
        start = max(last.start, line_start(page.text, last.end - 1))
        place = DocumentSpan(_LIST_MARK.match(page.text, start, last.end).end(), last.end)  # type: ignore[union-attr]
    if not format_of(page.document.media_type).is_extracted:  # of a notebook the text's lines are not the file's
        offset = source[0].start if source else before.source[-1].end if before else 0
        words["place"] = f" (L{page.source.count(chr(10), 0, offset) + 1})"
    message_id = "link" if difference.kind == "missing" and is_inline else difference.kind
    if message_id == "missing" and page.original and {part.kind for part in source} == {"item"}:
        alone = (pair for pair in page.original.pairs if pair.source and not pair.target and pair.score >= _KNOWN)
        if not any(source[0].start <= pair.source[0].start < source[-1].end for pair in alone):
            message_id = "item"
    return Violation(
        (place,),
        message_id=message_id,
        words={"place": "", "count": str(len(source)), **words},
        severity="neutral" if _is_choice(difference) else "",
        key=f"{message_id} {words['original'] or words['near']}",
    )


def _shown(text: str, parts: Sequence[Element]) -> str:
    """Return the first element's text, cut short, and the number of further elements."""
    surface = text[parts[0].start : parts[0].end] if parts else ""
    more = f" (+{len(parts) - 1})" if len(parts) > 1 else ""
    return shortened(surface, _SHOWN) + more


def _anchor_violation(places: Sequence[DocumentSpan], anchor: str, translated: str, path: str = "") -> Violation:
    right = f"{path}#{translated}" if translated else ""
    return Violation(
        tuple(places),
        message_id="anchor" if translated else "heading",
        words={"anchor": anchor, "path": path},
        expected=(right,) if right else (),
        suggestion="" if path else right,
        key=f"anchor {path}#{anchor}",
    )


def across(digests: Sequence[Digest], _: Termbase) -> Iterator[Violation]:
    """Yield links between pages whose anchor is gone and, if the set is whole, links that lead to no page."""
    links = list(targets(digests))
    nowhere: defaultdict[tuple[str, str], list[DocumentSpan]] = defaultdict(list)
    gone: defaultdict[tuple[str, str, str, str], list[DocumentSpan]] = defaultdict(list)
    for digest, link, page, is_near in links:
        place = DocumentSpan(link.start, link.end, digest.doc_id)
        if page is None:
            if is_near:
                nowhere[digest.doc_id, link.path].append(place)
        elif (anchor := folded_anchor(link.anchor)) and anchor in page.lost_anchors:
            gone[digest.doc_id, link.anchor, page.lost_anchors[anchor], link.path].append(place)
    for (_doc_id, *names), places in gone.items():
        yield _anchor_violation(places, *names)
    count = sum(link.page is not None for link in links)
    if len(links) >= _FEWEST and 100 * count >= _WHOLE * (count + sum(map(len, nowhere.values()))):
        for (_doc_id, path), places in nowhere.items():
            yield Violation(tuple(places), message_id="nowhere", words={"path": path}, severity="neutral", key=path)


RULE = Rule(
    "T311",
    "structure-differs",
    "design/markup",
    "minor",
    0.9,
    "segment",
    find,
    across,
    languages=("zh", "ja"),
    yields_to=("T302", "T305", "T308", "T310", "T505"),
    fixable=True,
    edits_markup=True,
)
