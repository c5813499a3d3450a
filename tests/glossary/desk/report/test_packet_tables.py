"""Packet tables: a packet's page carries its own findings and what these need, not the whole build."""

from __future__ import annotations

from dataclasses import replace

import pyarrow as pa

from glossary.desk.report.web import ReportTables, packet_tables, page
from tests.glossary.desk.report.built import large


def _tables(build: ReportTables) -> dict[str, pa.Table]:
    return {name: build.whole(name) for name in build.tables}


def test_only_the_documents_of_the_findings_travel_along():
    tables = _tables(large(200))
    first = tables["findings"]["finding_id"][0].as_py()
    narrowed = packet_tables(tables, [first])
    assert narrowed["findings"]["finding_id"].to_pylist() == [first]
    doc_id = narrowed["findings"]["doc_id"][0].as_py()
    assert doc_id in narrowed["documents"]["doc_id"].to_pylist()
    assert narrowed["documents"].num_rows < tables["documents"].num_rows
    assert set(narrowed["segments"]["doc_id"].to_pylist()) <= set(narrowed["documents"]["doc_id"].to_pylist())


def test_the_page_has_the_order_of_the_packet_and_its_minutes():
    build = large(20)
    ids = [finding.finding_id for finding in build.findings]
    order = {finding_id: number for number, finding_id in enumerate(reversed(ids), 1)}
    ordered = replace(build, packet_id="zh-0001", minutes=17, later=3, order=order)
    numbers = [order[row.findings[0].finding_id] for row in ordered.queue]
    assert numbers == sorted(numbers)
    html = page(ordered, room=0)
    assert "Thought to take 17 minutes." in html
    assert "3 decisions are left for later." in html
    assert "left for later" not in page(replace(ordered, later=0), room=0).split("<main", 1)[0]
