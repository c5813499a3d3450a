"""Corrected units: the rows of `parallel` with the corrections that reviewers accepted."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import reduce
from itertools import product
from typing import Any, NamedTuple

import pyarrow as pa

from corpus.records import Document
from glossary.desk.review.intake.corrections import Correction, text_change
from glossary.desk.review.packets import packet_units
from glossary.desk.review.packets.packet_units import PIECE_READS as OF_PIECES
from glossary.desk.review.packets.packet_units import PacketUnit, Piece, UnitKey, pieces, stretch
from glossary.desk.review.packets.row import Stretch

FLAG = "corrected"
# The tables that this is made from besides `parallel`, and the columns of them that it reads.
READS: Mapping[str, list[str]] = {
    "documents": OF_PIECES["documents"],
    "segments": sorted({*packet_units.READS["segments"], *OF_PIECES["segments"]}),
}


class CorrectedUnit(NamedTuple):
    """A text of a unit as reviewers want it, with the old words and their replacements."""

    text: str
    words: Mapping[str, str]


def corrections(
    wishes: Sequence[Correction], tables: Mapping[str, pa.Table], parallel: pa.Table, documents: Mapping[str, Document]
) -> dict[UnitKey, CorrectedUnit]:
    """Return the new texts of units; `tables` are those that READS names. Wishes that fit no unit are ignored."""
    ids = packet_units.segments_at([wish.place for wish in wishes], tables["segments"])
    units = packet_units.units_with({segment_id for segment_id in ids if segment_id}, parallel)
    wishes_by_key: defaultdict[UnitKey, list[Correction]] = defaultdict(list)
    for wish, segment_id in zip(wishes, ids, strict=True):
        if segment_id in units:
            wishes_by_key[units[segment_id].unit_id, documents[wish.place.doc_id].lang].append(wish)
    by_id = {unit.unit_id: unit for unit in units.values()}
    cut = pieces(list(by_id.values()), sorted({lang for _, lang in wishes_by_key}), tables)
    corrected_units = {
        key: _correct_unit(by_id[key[0]], key[1], unit_wishes, cut.get(key, ()))
        for key, unit_wishes in sorted(wishes_by_key.items())
    }
    return {key: unit for key, unit in corrected_units.items() if unit}


def _correct_unit(
    unit: PacketUnit, lang: str, wishes: Sequence[Correction], cut: Sequence[Piece]
) -> CorrectedUnit | None:
    """Return the text with its words replaced and its whole-text changes made; None if nothing changes."""
    old = unit.texts[lang]
    places = sorted({*_places(wishes, cut), *_windows(wishes, old)})
    apart = [place for number, place in enumerate(places) if not number or places[number - 1][0][1] <= place[0][0]]
    text = old
    for (start, end), words in reversed(apart):
        text = text[:start] + words + text[end:]
    return CorrectedUnit(text, {old[start:end]: words for (start, end), words in apart}) if text != old else None


def _places(wishes: Iterable[Correction], cut: Sequence[Piece]) -> Iterator[tuple[Stretch, str]]:
    for wish in wishes:
        place = stretch(cut, wish.place.doc_id, wish.place.start, wish.place.end)
        if place and wish.words and not wish.reason and not wish.decision.text:
            yield place, wish.words


def _windows(wishes: Iterable[Correction], old: str) -> Iterator[tuple[Stretch, str]]:
    """Yield the changes from whole texts, if clear: written for this text, or for one much like it."""
    for wish in wishes:
        decision = wish.decision
        difference = text_change(decision.question.target, decision.text, old) if decision.text else None
        if difference:
            yield (difference[0], difference[1]), difference[2]


def corrected_rows(rows: pa.Table, corrected_units: Mapping[UnitKey, CorrectedUnit]) -> pa.Table | None:
    """Return rows of `parallel`, the corrected ones flagged and with their current terms; None if there are none."""
    by_unit: defaultdict[str, dict[str, CorrectedUnit]] = defaultdict(dict)
    for (unit_id, lang), unit in corrected_units.items():
        by_unit[unit_id][lang] = unit
    if by_unit.keys().isdisjoint(rows["unit_id"].to_pylist()):
        return None
    changed = [_corrected_row(row, by_unit.get(row["unit_id"], {})) for row in rows.to_pylist()]
    return pa.Table.from_pylist(changed, rows.schema)


def _corrected_row(row: Mapping[str, Any], units_by_lang: Mapping[str, CorrectedUnit]) -> dict[str, Any]:
    if not units_by_lang:
        return dict(row)
    texts = {lang: unit.text for lang, unit in units_by_lang.items()}
    terms = [dict(term) for term in row["terms"]]
    for term, (lang, unit) in product(terms, units_by_lang.items()):
        # What stands for the term now: what a reviewer put there, where the old words are gone.
        current = (
            surface
            if surface in unit.text
            else reduce(lambda words, change: words.replace(*change), unit.words.items(), surface)
            for surface in term[f"{lang}_used"]
        )
        term[f"{lang}_used"] = list(dict.fromkeys(surface for surface in current if surface in unit.text))
    return {**row, **texts, "terms": terms, "flags": [*row["flags"], FLAG]}
