"""Steps: the plain functions that a build is made of. They know files and tables, but no Prefect."""

from __future__ import annotations

import gc
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import lru_cache
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq

from corpus import layout, store
from corpus.articles import read, without_duplicates
from corpus.formats import EXTENSIONS
from corpus.languages import KNOWN
from corpus.readable import readable
from corpus.records import Document, Mention, Segment
from corpus.schema import to_table
from corpus.segments import is_markdown, own_spans, segment
from corpus.signature import signature
from corpus.words import tokenizer
from flows import card, summary
from glossary.loading import load as load_glossary
from glossary.matching import Matcher
from glossary.mentions import annotate
from glossary.terms import Termbase
from glossary.units import alone
from glossary.usage import usage

STAGED = "staged"
_SHARD_CHARS, _SHARD_DOCUMENTS = 1_000_000, 500
_PARTS = ("documents", "segments", "mentions", "parallel")


@dataclass(frozen=True, slots=True)
class Order:
    """What a build is to do: sources, glossary and where the result goes, as plain values."""

    sources: tuple[Path, ...]
    out: Path
    root: Path | None = None
    exclude: tuple[str, ...] = ()
    works: tuple[dict[str, str], ...] = ()
    max_bytes: int = 16 << 20
    glossary: tuple[Path, ...] = ()
    glossary_only: bool = False


@dataclass(frozen=True, slots=True)
class Plan:
    """What was read: the documents, and the id of the build that they, the glossary and the code make."""

    build_id: str
    signature: str
    documents: tuple[Document, ...]
    left_out: dict[str, int]


@dataclass(frozen=True, slots=True)
class Prepared:
    """A plan as tasks hand it on: paths and figures, no texts."""

    build_id: str
    signature: str
    shards: tuple[Path, ...]
    left_out: dict[str, int]


def warm(langs: Iterable[str]) -> None:
    """Load the tokenizers of these languages, so that the first document does not wait for them."""
    for lang in sorted(set(langs) & set(KNOWN)):
        tokenizer(lang)("")


def prepare(order: Order, folder: Path) -> Prepared:
    """Read every source and write the documents in shards of whole works, for the workers to read."""
    planned = plan(order)
    shards = tuple(
        store.write_part(folder / STAGED, "documents", number, to_table("documents", shard), "")
        for number, shard in enumerate(cut_shards(planned.documents))
    )
    return Prepared(planned.build_id, planned.signature, shards, planned.left_out)


def plan(order: Order) -> Plan:
    """Read every source; raises SourceError or GlossaryError where the call is at fault."""
    termbase = glossary(order.glossary, order.glossary_only)
    sources = layout.find(order.sources, order.root, order.exclude, order.works)
    documents = without_duplicates([read(file, order.max_bytes) for file in sources.files])
    if not any(document.status == "ok" for document in documents):
        raise layout.SourceError(_nothing(order, documents))
    line = signature(termbase.fingerprint)
    inputs = [(d.path, d.sha256, d.work, d.locale, d.status, d.reason or "") for d in documents]
    build_id = sha256(repr((line, inputs)).encode()).hexdigest()[:12]
    return Plan(build_id, line, tuple(documents), dict(sorted(sources.left_out.items())))


def _nothing(order: Order, documents: Sequence[Document]) -> str:
    named = ", ".join(map(str, order.sources))
    if not documents:
        return f"{named}: no articles found; taiyaku reads {' '.join(EXTENSIONS)}"
    first = documents[0]
    return f"{named}: nothing could be read, {len(documents)} files quarantined; {first.path}: {first.reason}"


@lru_cache(maxsize=2)
def glossary(folders: tuple[Path, ...], only: bool) -> Termbase:
    """The termbase of these folders, loaded once in each process."""
    return load_glossary(folders, only)


@lru_cache(maxsize=2)
def _matcher(folders: tuple[Path, ...], only: bool) -> Matcher:
    return Matcher(glossary(folders, only))


def cut_shards(documents: Sequence[Document]) -> Iterator[list[Document]]:
    """Documents in table order, cut into shards that hold whole works and are alike in size."""
    shard: list[Document] = []
    size = 0
    for document in documents:
        full = size >= _SHARD_CHARS or len(shard) >= _SHARD_DOCUMENTS
        if shard and full and document.work != shard[-1].work:
            yield shard
            shard, size = [], 0
        shard.append(document)
        size += document.chars
    yield shard


def analyse(
    staged: Path, folder: Path, number: int, line: str, folders: tuple[Path, ...], only: bool
) -> dict[str, int]:
    """Turn one shard of documents into its parts of the tables; returns rows per table."""
    documents = [Document(**{**row, "metadata": dict(row["metadata"])}) for row in pq.read_table(staged).to_pylist()]
    with _no_collection():
        rows = _rows(documents, glossary(folders, only), _matcher(folders, only))
    for table in _PARTS:
        store.write_part(folder, table, number, to_table(table, rows[table]), line)
    return {table: len(rows[table]) for table in _PARTS}


@contextmanager
def _no_collection() -> Iterator[None]:
    """No search for reference cycles: a shard's records have none, and looking took a tenth of its time."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def _rows(documents: Sequence[Document], termbase: Termbase, matcher: Matcher) -> dict[str, list[Any]]:
    """The rows of every table that documents alone decide."""
    rows: dict[str, list[Any]] = {table: [] for table in _PARTS}
    for document in documents:
        markup = is_markdown(document)
        segments, mentions = annotated(document, matcher) if document.status == "ok" else ([], [])
        rows["documents"].append(replace(document, title=document.title or _title(segments, markup)))
        rows["segments"] += segments
        rows["mentions"] += mentions
        rows["parallel"] += alone(segments, mentions, termbase, markup)
    return rows


def annotated(document: Document, matcher: Matcher) -> tuple[list[Segment], list[Mention]]:
    """The segments of a document with their published tokens, and its mentions."""
    segments: list[Segment] = []
    mentions: list[Mention] = []
    for one in segment(document):
        if one.kind in ("code", "markup"):
            segments.append(one)
            continue
        published, found = annotate(one, tokenizer(one.text_lang)(one.text), matcher)
        segments.append(published)
        mentions += found
    return segments, mentions


def _title(segments: Sequence[Segment], markup: bool) -> str | None:
    heading = next((one for one in segments if one.kind == "heading"), None)
    if heading is None:
        return None
    return readable(heading.text, 0, len(heading.text), own_spans(heading), markup=markup)


def concepts(folder: Path, line: str, folders: tuple[Path, ...], only: bool) -> int:
    """Write the `concepts` table from the build's mentions; returns its rows."""
    mentions = store.read_table(folder, "mentions", ["concept_id", "doc_id", "lang", "form", "status"])
    rows = usage(glossary(folders, only), mentions)
    store.write_part(folder, "concepts", 0, to_table("concepts", rows), line)
    return len(rows)


def finish(
    prepared: Prepared, folder: Path, out: Path, rows: dict[str, int], seconds: dict[str, float], keep: int
) -> summary.Summary:
    """Write card, report and manifest, publish the build and return its summary."""
    store.discard(folder / STAGED)
    told = summary.of_build(folder, prepared.build_id, prepared.signature, prepared.left_out, rows)
    (folder / "README.md").write_text(card.card(told), encoding="utf-8")
    (folder / "report").mkdir(exist_ok=True)
    (folder / "report" / "summary.md").write_text(summary.markdown(told), encoding="utf-8")
    columns = ["path", "sha256", "work", "locale", "status", "reason"]
    manifest = {
        "build_id": prepared.build_id,
        "signature": prepared.signature,
        "created": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
        "seconds": {step: round(value, 2) for step, value in seconds.items()},
        "versions": {name: version(name) for name in ("taiyaku", "pyarrow", "pandas", "spacy", "jieba", "fugashi")},
        "rows": rows,
        "left_out": prepared.left_out,
        "inputs": store.read_table(folder, "documents", columns).to_pylist(),
    }
    store.publish(folder, out, prepared.build_id, manifest)
    store.prune(out, keep)
    return told
