"""Duplicates of a build: documents that are nearly copies of others and units that repeat others, marked as such."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import pyarrow as pa
import pyarrow.parquet as pq

from corpus.duplicates import repeated_units
from corpus.duplicates.near_copies import SketchedDocument, near_copies
from corpus.duplicates.text_sketch import sketch
from corpus.records import Document
from corpus.storage import parquet
from flows.pipeline.staged_build import StagedBuild


def sketched(documents: Iterable[Document]) -> list[SketchedDocument]:
    """Return the sketches that show near copies among documents; of those that were read."""
    sketches = [(document, sketch(document.text)) for document in documents if document.status == "ok"]
    return [SketchedDocument(page.doc_id, page.lang, numbers) for page, numbers in sketches if numbers is not None]


def mark_duplicates(build: StagedBuild, sketches: Iterable[SketchedDocument]) -> None:
    """Mark near copies in `documents` and repeats in `parallel`."""
    statuses = parquet.read_table(build.folder, "documents", ["doc_id", "status"]).to_pylist()
    read = {row["doc_id"] for row in statuses if row["status"] == "ok"}  # some are quarantined after their sketch
    copies = near_copies(document for document in sketches if document.doc_id in read)
    for number, part in enumerate(parquet.parts(build.folder, "documents")):
        ids = pq.read_table(part, columns=["doc_id"])["doc_id"].to_pylist()
        if any(doc_id in copies for doc_id in ids):
            marked = _with_copies(pq.read_table(part), copies)
            parquet.write_part(build.folder, "documents", number, marked, build.signature)
    _mark_units(build)


def _with_copies(documents: pa.Table, copies: Mapping[str, str]) -> pa.Table:
    number = documents.schema.get_field_index("duplicate_of")
    values = pa.array([copies.get(doc_id) for doc_id in documents["doc_id"].to_pylist()], pa.string())
    return documents.set_column(number, documents.schema.field(number), pa.chunked_array([values]))


def _mark_units(build: StagedBuild) -> None:
    parts = parquet.TableParts(build.folder, "parallel", repeated_units.READS)
    repeated = repeated_units.repeats(repeated_units.unit_keys(part) for part in parts)
    for number, part in enumerate(parquet.parts(build.folder, "parallel")):
        if repeated[number].any():
            marked = repeated_units.flagged(pq.read_table(part), repeated[number])
            if marked is not None:
                parquet.write_part(build.folder, "parallel", number, marked, build.signature)
