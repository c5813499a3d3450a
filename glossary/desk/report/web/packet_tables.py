"""Packet tables: of the tables of a build, what a page needs that shows a packet's findings alone."""

from __future__ import annotations

from collections.abc import Collection, Mapping

import pyarrow as pa
import pyarrow.compute as pc

_BY_DOCUMENT = {"segments": "doc_id", "alignments": "src_doc", "term_alignments": "doc_id"}
_BY_CONCEPT = ("mentions", "concepts", "renderings")


def packet_tables(tables: Mapping[str, pa.Table], finding_ids: Collection[str]) -> dict[str, pa.Table]:
    """Return the tables with these findings, the documents in which they have places, the English of these, and the
    concepts that they speak of, of which all mentions are counted.
    """
    findings = _rows(tables["findings"], "finding_id", finding_ids)
    with_places = {place["doc_id"] for places in findings["locations"].to_pylist() for place in places}
    translations = {*findings["doc_id"].to_pylist(), *with_places}
    beads = _rows(tables["alignments"], "src_doc", translations)
    doc_ids = translations | set(beads["tgt_doc"].to_pylist())
    concepts = set(findings["concept_id"].to_pylist()) - {None}
    narrowed = {
        **{name: _rows(tables[name], column, doc_ids) for name, column in _BY_DOCUMENT.items()},
        **{name: _rows(tables[name], "concept_id", concepts) for name in _BY_CONCEPT},
    }
    return {**tables, **narrowed, "documents": _rows(tables["documents"], "doc_id", doc_ids), "findings": findings}


def _rows(table: pa.Table, column: str, values: Collection[str]) -> pa.Table:
    return table.filter(pc.is_in(table[column], pa.array(sorted(values), pa.string())))
