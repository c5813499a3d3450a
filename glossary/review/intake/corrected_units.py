"""Corrected units: the rows of `parallel` with what reviewers accepted in place."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import pyarrow as pa

from corpus.records import Document
from glossary.review.intake.corrections import Wish, differing
from glossary.review.packets import unit_lookup
from glossary.review.packets.row import Stretch
from glossary.review.packets.term_positions import Piece, stretch
from glossary.review.packets.unit_lookup import PacketUnit
from glossary.review.packets.unit_segments import READS as OF_PIECES
from glossary.review.packets.unit_segments import pieces

FLAG = "corrected"
# The tables that this is made from besides `parallel`, and the columns of them that it reads.
READS: Mapping[str, list[str]] = {
    "documents": OF_PIECES["documents"],
    "segments": sorted({*unit_lookup.READS["segments"], *OF_PIECES["segments"]}),
}

Key = tuple[str, str]  # unit and language
Row = Mapping[str, Any]


class CorrectedUnit(NamedTuple):
    """A text of a unit as reviewers want it, and the words that were put in place of others."""

    text: str
    words: Mapping[str, str]


def corrections(
    wishes: Sequence[Wish], tables: Mapping[str, pa.Table], parallel: pa.Table, documents: Mapping[str, Document]
) -> dict[Key, CorrectedUnit]:
    """The new texts of units; `tables` are those that READS names. A wish that fits no unit changes none."""
    ids = unit_lookup.segments_at([one.at for one in wishes], tables["segments"])
    units = unit_lookup.units_with({one for one in ids if one}, parallel)
    asked: defaultdict[Key, list[Wish]] = defaultdict(list)
    for one, segment_id in zip(wishes, ids, strict=True):
        if segment_id in units:
            asked[units[segment_id].unit_id, documents[one.at.doc_id].lang].append(one)
    by_id = {one.unit_id: one for one in units.values()}
    cut = pieces(list(by_id.values()), sorted({lang for _, lang in asked}), tables)
    made = {key: _corrected(by_id[key[0]], key[1], own, cut.get(key, ())) for key, own in sorted(asked.items())}
    return {key: one for key, one in made.items() if one}


def _corrected(unit: PacketUnit, lang: str, asked: Sequence[Wish], cut: Sequence[Piece]) -> CorrectedUnit | None:
    """The text with other words at their places, and with what reviewers changed in it as a whole."""
    old = unit.texts[lang]
    places = sorted({*_places(asked, cut), *_windows(asked, old)})
    apart = [one for number, one in enumerate(places) if not number or places[number - 1][0][1] <= one[0][0]]
    text = old
    for (start, end), words in reversed(apart):
        text = text[:start] + words + text[end:]
    return CorrectedUnit(text, {old[start:end]: words for (start, end), words in apart}) if text != old else None


def _places(asked: Iterable[Wish], cut: Sequence[Piece]) -> Iterator[tuple[Stretch, str]]:
    for one in asked:
        place = stretch(cut, one.at.doc_id, one.at.start, one.at.end)
        if place and one.words and not one.reason and not one.decision.text:
            yield place, one.words


def _windows(asked: Iterable[Wish], old: str) -> Iterator[tuple[Stretch, str]]:
    """What whole texts change, where it can be told: they were written for this text, or for one much like it."""
    for one in asked:
        said = one.decision
        found = differing(said.asked.target, said.text, old) if said.text else None
        if found:
            yield (found[0], found[1]), found[2]


def corrected(rows: pa.Table, made: Mapping[Key, CorrectedUnit]) -> pa.Table | None:
    """Rows of `parallel`, the corrected ones flagged and with the terms that stand in them now; None where none is."""
    by_unit: defaultdict[str, dict[str, CorrectedUnit]] = defaultdict(dict)
    for (unit_id, lang), one in made.items():
        by_unit[unit_id][lang] = one
    if by_unit.keys().isdisjoint(rows["unit_id"].to_pylist()):
        return None
    changed = [_with(row, by_unit.get(row["unit_id"], {})) for row in rows.to_pylist()]
    return pa.Table.from_pylist(changed, rows.schema)


def _with(row: Row, own: Mapping[str, CorrectedUnit]) -> dict[str, Any]:
    if not own:
        return dict(row)
    texts = {lang: one.text for lang, one in own.items()}
    terms = [_term(term, own) for term in row["terms"]]
    return {**row, **texts, "terms": terms, "flags": [*row["flags"], FLAG]}


def _term(term: Row, own: Mapping[str, CorrectedUnit]) -> dict[str, Any]:
    """A term with what stands for it now: what a reviewer put there, where the old words are gone."""
    used = {f"{lang}_used": _used(term[f"{lang}_used"], one) for lang, one in own.items()}
    return {**term, **used}


def _used(surfaces: Iterable[str], one: CorrectedUnit) -> list[str]:
    now = (surface if surface in one.text else _replaced(surface, one.words) for surface in surfaces)
    return list(dict.fromkeys(surface for surface in now if surface in one.text))


def _replaced(surface: str, words: Mapping[str, str]) -> str:
    """A surface with what was put in place of words in it."""
    for old, new in words.items():
        surface = surface.replace(old, new)
    return surface
