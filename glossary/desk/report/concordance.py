"""The concordance: every rendering of a concept in a build, counted and shown in its context."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from corpus.grouping import grouped
from corpus.languages import KNOWN
from glossary.desk.report.positions import LineIndex, place_text
from glossary.desk.report.wording import clip_to_width, columns, counted, flat, padded
from glossary.termbase.display import Line

_NARROWEST = 10  # columns of context that stay on either side, however narrow the terminal
_BARS = 10  # columns of what stands between: "  " before the place, "  " after it, " | " twice


@dataclass(frozen=True, slots=True)
class ConcordanceUse:
    """One mention of the concept, as the table has it."""

    doc_id: str
    lang: str
    surface: str
    status: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class ConcordancePage:
    """A document in which uses occur."""

    path: str
    text: str
    extracted: bool = False  # offsets count in text that was taken out of the file


@dataclass(frozen=True, slots=True)
class ConcordanceRendering:
    """One way in which a language writes the concept, ignoring case, with its uses in table order."""

    surface: str
    status: str
    uses: tuple[ConcordanceUse, ...]


def renderings(uses: Iterable[ConcordanceUse]) -> dict[str, list[ConcordanceRendering]]:
    """Return the renderings of each language that has any, the most frequent first."""
    same_uses = grouped(uses, lambda use: (use.lang, flat(use.surface).casefold()))
    pairs = [(lang, _rendering(same)) for (lang, _), same in same_uses.items()]
    pairs.sort(key=lambda pair: (-len(pair[1].uses), pair[1].surface))
    return {lang: group for lang in KNOWN if (group := [rendering for of, rendering in pairs if of == lang])}


def _rendering(uses: list[ConcordanceUse]) -> ConcordanceRendering:
    surface, status = Counter((flat(use.surface), use.status) for use in uses).most_common(1)[0][0]
    return ConcordanceRendering(surface, status, tuple(uses))


def select_uses(group: Sequence[ConcordanceRendering], limit: int) -> list[ConcordanceUse]:
    """Return at most `limit` uses, by rendering; each gets one before any gets two, so that rare ones show."""
    turns = sorted(
        (turn, number, use) for number, rendering in enumerate(group) for turn, use in enumerate(rendering.uses[:limit])
    )
    return [use for _, _, use in sorted(turns[:limit], key=lambda choice: (choice[1], choice[0]))]


def concordance(
    groups: Mapping[str, Sequence[ConcordanceRendering]], pages: Mapping[str, ConcordancePage], limit: int, width: int
) -> list[Line]:
    """Return for each language a line of counts, then its uses in columns: place, context | surface | context."""
    lines: list[Line] = []
    for lang, group in groups.items():
        uses = sum(len(rendering.uses) for rendering in group)
        documents = len({use.doc_id for rendering in group for use in rendering.uses})
        pieces = [(f"{lang}  ", "concept"), (f"{counted(uses, 'use')} in {counted(documents, 'document')}: ", "")]
        for number, rendering in enumerate(group):
            suffix = "" if rendering.status == "preferred" else f" ({rendering.status})"
            pieces += [(", ", "")] if number else []
            pieces += [(rendering.surface, rendering.status), (f" {len(rendering.uses):,}{suffix}", "")]
        lines += [tuple(pieces), *_aligned_lines(select_uses(group, limit), pages, width)]
    return lines


def _aligned_lines(uses: Sequence[ConcordanceUse], pages: Mapping[str, ConcordancePage], width: int) -> Iterator[Line]:
    places = list(_places(uses, pages))
    surfaces = [flat(use.surface) for use in uses]
    place_width, surface_width = max(map(columns, places), default=0), max(map(columns, surfaces), default=0)
    context = max(_NARROWEST, (width - place_width - surface_width - _BARS) // 2)
    for use, place, surface in zip(uses, places, surfaces, strict=True):
        text = pages[use.doc_id].text
        left = clip_to_width(flat(text[max(0, use.start - 4 * context) : use.start])[::-1], context)[::-1]
        right = clip_to_width(flat(text[use.end : use.end + 4 * context]), context)
        yield (
            (f"  {padded(place, place_width)}  ", "place"),
            (" " * (context - columns(left)) + left, ""),
            (" | ", "dim"),
            (padded(surface, surface_width), use.status),
            (" | ", "dim"),
            (right, ""),
        )


def _places(uses: Sequence[ConcordanceUse], pages: Mapping[str, ConcordancePage]) -> Iterator[str]:
    """Yield the place of each use."""
    lines = {doc_id: LineIndex(pages[doc_id].text) for doc_id in {use.doc_id for use in uses}}
    for use in uses:
        page = pages[use.doc_id]
        yield place_text(flat(page.path), lines[use.doc_id].position(use.start), page.extracted)
