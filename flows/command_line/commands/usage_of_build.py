"""Usage of a build: how it uses the glossary, as counts from its table `concepts`, with one place of each concept."""

from __future__ import annotations

import sys
from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.dataset as ds

from corpus.formats import format_of
from corpus.grouping import grouped
from corpus.languages import TARGETS
from corpus.records import LANGUAGE_COLUMNS
from corpus.storage import parquet, store
from corpus.storage.signature import read_signature
from corpus.text.printable import printable
from flows.options.settings import SettingsError
from glossary.desk.report.concordance import ConcordancePage, ConcordanceUse
from glossary.desk.report.positions import LineIndex, place_text
from glossary.desk.report.wording import flat
from glossary.exchange.provenance import FormKey, GlossaryUsage, LanguageUse, UsageExample
from glossary.termbase.lint import Passage, Usage
from glossary.termbase.termbase import STATUSES, Termbase

_AROUND = 40  # characters of text on either side of an example
_MENTION = ["concept_id", "doc_id", "lang", "surface", "status", "start", "end"]
_DOCUMENT = ["doc_id", "path", "text", "media_type"]
_RANKS = {status: rank for rank, status in enumerate((*STATUSES[:3], "variant", "source", *STATUSES[3:]))}


def usage_of(folder: Path, termbase: Termbase) -> GlossaryUsage:
    """Return how the build in a folder uses the glossary; raises SettingsError if there is no build."""
    manifest = store.read_manifest(folder)
    if not manifest:
        raise SettingsError(f"{printable(folder)}: no build there; run `taiyaku build`, or name one with --build")
    if read_signature(manifest["signature"]).glossary != termbase.fingerprint:
        line = "built with different glossary entries; run `taiyaku build` to update the uses"
        print(f"{printable(folder)}: {line}", file=sys.stderr)
    try:
        totals: dict[tuple[str, str], LanguageUse] = {}
        rows = parquet.read_table(folder, "concepts").to_pylist()
        for row in rows:
            for lang in LANGUAGE_COLUMNS:
                totals[row["concept_id"], lang] = LanguageUse(row[f"{lang}_mentions"], row[f"{lang}_documents"])
        return GlossaryUsage(str(manifest["build_id"]), form_counts(rows), totals, dict(_examples(folder)))
    except (OSError, KeyError, pa.ArrowException) as error:
        reason = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise SettingsError(f"{printable(folder)}: cannot be read: {printable(reason)}; rebuild it") from error


def form_counts(rows: Iterable[Mapping[str, Any]]) -> dict[FormKey, int]:
    """Count how often a build writes each form, by the rows of its table `concepts`."""
    return {(row["concept_id"], form["lang"], form["form"]): form["count"] for row in rows for form in row["forms"]}


def _examples(folder: Path) -> Iterator[tuple[str, UsageExample]]:
    """Yield one place of each used concept, preferably in a translation and in a form of good status."""
    mentions = parquet.read_table(folder, "mentions", _MENTION).to_pandas()
    is_source = ~mentions["lang"].isin(TARGETS)
    mentions["rank"] = mentions["status"].map(_RANKS).fillna(len(_RANKS)) + len(_RANKS) * is_source
    first_uses = mentions.sort_values("rank", kind="stable").drop_duplicates("concept_id")
    uses_by_document = grouped(first_uses.to_dict("records"), lambda use: use["doc_id"])
    for document in parquet.read_table(folder, "documents", _DOCUMENT).to_pylist():
        yield from _examples_in(document, uses_by_document.get(document["doc_id"], []))


def _examples_in(
    document: Mapping[str, Any], uses: Sequence[Mapping[Hashable, Any]]
) -> Iterator[tuple[str, UsageExample]]:
    if not uses:
        return
    text, lines = document["text"], LineIndex(document["text"])
    is_extracted = format_of(document["media_type"]).is_extracted
    for use in uses:
        start, end = use["start"], use["end"]
        place = place_text(flat(document["path"]), lines.position(start), is_extracted)
        before = f"{'…' if start > _AROUND else ''}{flat(text[max(0, start - _AROUND) : start])}"
        after = f"{flat(text[end : end + _AROUND])}{'…' if end + _AROUND < len(text) else ''}"
        yield use["concept_id"], UsageExample(place, use["lang"], before, flat(use["surface"]), after)


def passages_of(build: Path) -> Usage | None:
    """Return the segments of a build with their terms, for glossary lint; None if there is no build."""
    if not store.read_manifest(build):
        return None
    mentions = parquet.read_table(
        build, "mentions", ["segment_id", "concept_id", "lang", "form", "start", "end"]
    ).to_pylist()
    segments = parquet.read_table(build, "segments", ["segment_id", "lang", "text", "start"]).to_pylist()
    begins = {row["segment_id"]: row["start"] for row in segments}
    held: defaultdict[str, list[tuple[int, int, str]]] = defaultdict(list)
    for row in mentions:
        begin = begins[row["segment_id"]]
        held[row["segment_id"]].append((row["start"] - begin, row["end"] - begin, row["concept_id"]))
    passages = [Passage(row["lang"], row["text"], held[row["segment_id"]]) for row in segments]
    return Usage(Counter((row["concept_id"], row["lang"], row["form"]) for row in mentions), passages)


def read_uses(folder: Path, concept_id: str, lang: str | None) -> list[ConcordanceUse]:
    """Return the mentions of a concept, in table order."""
    condition = pc.field("concept_id") == concept_id
    if lang:
        condition &= pc.field("lang") == lang
    return [
        ConcordanceUse(**row) for row in _rows(folder, "mentions", list(ConcordanceUse.__dataclass_fields__), condition)
    ]


def read_pages(folder: Path, doc_ids: Iterable[str]) -> dict[str, ConcordancePage]:
    """Return documents by their ids, each with its path and text."""
    condition = pc.field("doc_id").isin(pa.array(sorted(set(doc_ids)), pa.string()))
    return {
        row["doc_id"]: ConcordancePage(row["path"], row["text"], format_of(row["media_type"]).is_extracted)
        for row in _rows(folder, "documents", ["doc_id", "path", "text", "media_type"], condition)
    }


def _rows(folder: Path, table: str, columns: list[str], condition: pc.Expression) -> list[dict[str, Any]]:
    parts = [str(part) for part in sorted((folder / table).glob("part-*.parquet"))]
    if not parts:
        return []
    rows: list[dict[str, Any]] = ds.dataset(parts, format="parquet").to_table(columns, filter=condition).to_pylist()
    return rows
