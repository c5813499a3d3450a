"""Links between pages: where the links of a page lead, and the places of a page that a link may name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from posixpath import dirname, join, normpath
from typing import NamedTuple
from urllib.parse import unquote

from corpus import lazy_re as re
from corpus.formats import format_of
from corpus.records import Segment
from corpus.text.non_translatables import ADDRESS, kept_spans
from corpus.text.segments import readable_text
from glossary.rules.context import RuleContext, page_fact
from glossary.rules.digest import Digest, PageLink
from glossary.rules.shared.page_coverage import has_other_original

_ELSEWHERE = re.compile(r"[A-Za-z][\w+.-]*:|//|[{$%<]")
_EXTENSION = re.compile(r"(?:(?:\A|(?<=/))(?:index|README|_index))?(?:\.(?:html?|mdx?|markdown|ipynb|rst))?/*\Z")
_FILE = re.compile(r"\.(?!html?\Z|mdx?\Z|markdown\Z|ipynb\Z|rst\Z)[A-Za-z][A-Za-z0-9]{1,4}\Z")
_OWN_ID = re.compile(
    r"""\{:?[ ]?\#(?P<curly>[^\s{}]+)[^{}\n]*\}|\b(?:id|name)=["'{`]*(?P<attribute>[^\s"'<>{}`]+)
    |\[\[(?P<wiki>[\w.-]+)\]\]|^\((?P<target>[\w.-]+)\)=""",
    re.VERBOSE | re.MULTILINE,
)
# The mark by which a site links to a heading, as its pages are scraped: [¶](#install "Permanent link").
PERMALINK = re.compile(r"\[[¶#🔗§]?\]\(#[^()\"\n]{0,200}(?:\"[^\"\n]{0,200}\"\s*)?\)|¶(?=\s*\Z)")
_IN_PERMALINK = re.compile(r"\[[¶#🔗§]?\]\(\Z")
_NO_SLUG = re.compile(r"[^\w\s-]")


class Target(NamedTuple):
    """A link of a page, and the page that it leads to; None if that is not in the set."""

    digest: Digest
    link: PageLink
    page: Digest | None
    is_near: bool  # the folder that it leads to has pages


@page_fact
def page_links(page: RuleContext) -> tuple[PageLink, ...]:
    """Return the links of a page to pages of its own site, itself included."""
    if not format_of(page.document.media_type).keeps_markup:
        return ()
    return tuple(
        PageLink(span.start, span.end, *_parts(span.text))
        for segment in page.segments
        if segment.kind not in ("code", "metadata")
        for span in kept_spans(segment)
        if span.kind == ADDRESS and span.marked and not _ELSEWHERE.match(span.text)
        if not is_permalink(segment, span.start)
    )


def is_permalink(segment: Segment, offset: int) -> bool:
    """Return whether an address is that of a heading's permanent link, which T308 reports."""
    before = segment.text[: offset - segment.start]
    return segment.kind == "heading" and _IN_PERMALINK.search(before) is not None


def _parts(address: str) -> tuple[str, str]:
    path, _, anchor = address.partition("#")
    return unquote(path.partition("?")[0]), unquote(anchor)


def folded_anchor(anchor: str) -> str:
    """Return an anchor without what sites write differently: case, hyphens and underscores."""
    return re.sub(r"[-_]+", "-", anchor.casefold()).strip("-")


def slug(heading: str) -> str:
    """Return the anchor of a heading, as GitHub makes it."""
    return re.sub(r"\s", "-", _NO_SLUG.sub("", heading.strip().lower()))


def _slugs(segments: Iterable[Segment]) -> Iterator[tuple[str, Segment]]:
    """Yield the headings' anchors, also ids of their own, each with its heading; repeated anchors are numbered."""
    counts: Counter[str] = Counter()
    for segment in segments:
        if segment.kind == "heading":
            anchor = slug(_OWN_ID.sub("", readable_text(segment, markup=True)).lstrip("# "))
            yield f"{anchor}-{counts[anchor]}" if counts[anchor] else anchor, segment
            counts[anchor] += 1
            yield from ((match[match.lastgroup or 0], segment) for match in _OWN_ID.finditer(segment.text))


@page_fact
def anchors(page: RuleContext) -> frozenset[str]:
    """Return the folded anchors of a page: those of its headings, and those that it defines itself."""
    ids = (match[match.lastgroup or 0] for match in _OWN_ID.finditer(page.text))
    return frozenset(map(folded_anchor, [*(anchor for anchor, _ in _slugs(page.segments)), *ids]))


@page_fact
def lost_anchors(page: RuleContext) -> Mapping[str, str]:
    """Return, folded, the original's heading anchors that the page lacks, each with its translation's anchor."""
    if page.original is None or has_other_original(page):
        return {}
    translated = {segment.segment_id: anchor for anchor, segment in reversed([*_slugs(page.segments)])}
    by_source = {part.segment_id: pair.target[0].segment_id for pair in page.pairs for part in pair.source}
    return {
        folded_anchor(anchor): translated.get(by_source.get(segment.segment_id, ""), "")
        for anchor, segment in _slugs(page.original.segments)
        if folded_anchor(anchor) not in anchors(page)
    }


def joined_as(anchor: str, like: str, page: RuleContext) -> str:
    """Return an anchor, with underscores between words if the original's link has them but its heading does not."""
    if "_" not in like or page.original is None:
        return anchor
    headings = {slug for slug, _ in _slugs(page.original.segments)}
    return anchor.replace("-", "_") if like not in headings and like.replace("_", "-") in headings else anchor


def targets(digests: Sequence[Digest]) -> Iterator[Target]:
    """Yield the links from page to page among these, each with the page that it leads to, if there is one."""
    exact = {name: digest for digest in digests for name in (_stem(digest.work), _stem(digest.path))}
    by_end: dict[str, Digest] = {}
    for digest in digests:
        parts = _stem(digest.path).split("/")
        by_end |= {"/".join(parts[start:]): digest for start in range(len(parts))}
    folders, ends = set(map(dirname, exact)), set(map(dirname, by_end))
    for digest in digests:
        for link in digest.links:
            if not link.path or _FILE.search(link.path):
                continue
            stem = _stem(link.path)
            if link.path.startswith("/"):
                names, pages, with_pages = [stem.strip("/")], by_end, ends
            else:
                bases = (dirname(digest.path), dirname(digest.work), _stem(digest.path), _stem(digest.work))
                names, pages, with_pages = (
                    [normpath(join(base, stem)).removeprefix("./") for base in bases],
                    exact,
                    folders,
                )
            page = next((pages[name] for name in names if name in pages), None)
            yield Target(digest, link, page, any(dirname(name) in with_pages for name in names[:1]))


def _stem(path: str) -> str:
    return _EXTENSION.sub("", path).rstrip("/")
