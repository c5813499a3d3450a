"""Tables of a build from which the page is made, and the documents that it shows."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, NamedTuple

import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc

from corpus import lazy_re as re
from corpus.formats import format_of
from corpus.languages import KNOWN, TARGETS, is_traditional, pack, packs
from corpus.records import LANGUAGE_COLUMNS, Finding
from corpus.storage.signature import read_signature
from corpus.text.printable import printable
from glossary.bitext.rendering_counts import LEAST
from glossary.desk.report.positions import LineIndex, cells_of_row, place_text, places_of_row
from glossary.findings.from_table import findings_of
from glossary.findings.review_queue import QueueRow, queue
from glossary.rules.calibration import JudgedCounts

# The tables that a page is made from, and the columns of them that it reads; None: all. The first are written in shards
# of whole works, and read one shard at a time.
READS: Mapping[str, list[str] | None] = {
    "documents": None,
    "segments": ["doc_id", "start", "end", "protected"],
    "mentions": ["doc_id", "lang", "concept_id", "surface", "form", "status", "start", "end", "zone", "nested"],
    "alignments": ["src_doc", "tgt_doc", "src_spans", "tgt_spans", "relation", "score"],
    "term_alignments": [
        "doc_id", "source_doc_id", "lang", "concept_id", "surface", "relation", "source_start", "source_end", "start",
        "end", "confidence",
    ],
    "concepts": None,
    "findings": None,
    "renderings": ["term", "concept_id", "lang", "rendering", "relation", "uses", "share", "confidence"],
    "scores": None,
}  # fmt: skip
_SHARDED = ("documents", "segments", "mentions", "alignments", "term_alignments")
FOREIGN = ("unlisted", "other")  # relations of words that the entry of a concept does not have
PLACES = 50  # places that are shown of one finding
_TERM = ["doc_id", "lang", "concept_id", "surface", "status", "start", "end"]
_OF_PLACE = ["doc_id", "start", "end", "expected", "suggestion", "confidence"]
_ZONES = ["prose", "heading", "gloss"]  # where a reader meets a term


class TextPassage(NamedTuple):
    """A stretch of a text."""

    offset: int  # as JavaScript counts
    line: int
    text: str


@dataclass(frozen=True)
class ListedDocument:
    """A document that the page lists."""

    number: int  # by which the page's data name it
    doc_id: str
    work: str
    lang: str
    tag: str  # for the attribute `lang`: Chinese says which script
    title: str
    path: str  # as it is shown
    file: str  # as it is
    origin: str
    extracted: bool  # lines and columns count in text that was taken out of HTML
    cells: str  # where the cells of a notebook begin
    places: str  # where the units of a catalogue stand in its file


@dataclass(frozen=True)
class ShownDocument(ListedDocument):
    """A document with its text."""

    text: str

    @cached_property
    def lines(self) -> LineIndex:
        """The lines of its text."""
        return LineIndex(self.text, self.places)

    @cached_property
    def units(self) -> Callable[[int], int]:
        """Return a function from an offset in code points to one in UTF-16 units, as JavaScript counts."""
        return units(self.text)

    def where(self, start: int | None) -> str:
        """Return the path, line and column of a place; the path alone where the place is gone."""
        position = None if start is None else self.lines.position(start)
        return place_text(self.path, position, self.extracted, self.cells)

    def passage(self, start: int, end: int) -> TextPassage:
        """Return a stretch of its text."""
        return TextPassage(self.units(start), self.lines.position(start).line, self.text[start:end])


@dataclass(frozen=True)
class ReportTables:
    """The tables of a build that READS names, each as its parts in order, and the build's own data."""

    build_id: str
    signature: str
    tables: Mapping[str, Iterable[pa.Table]]
    left_out: Mapping[str, int] = field(default_factory=dict)  # reason → files that were not read
    notes: Mapping[str, tuple[str, str]] = field(default_factory=dict)  # concept → its definition and reference
    packet_id: str = ""  # of the packet whose findings alone are shown; empty: all are
    minutes: int = 0  # that its decisions are thought to take
    later: int = 0  # decisions that it leaves for later ones
    # Finding → English and translation of the unit of the corpus whose English is most like its own, and how
    # like it is; the English in pieces, which in turn are of its own too and are not.
    similar: Mapping[str, tuple[Sequence[str], str, float]] = field(default_factory=dict)
    opinions: Mapping[str, Sequence[Mapping[str, Any]]] = field(default_factory=dict)  # finding → of assistants
    # Finding → number of its decision, where a packet orders them.
    order: Mapping[str, int] = field(default_factory=dict)
    # Rule and language → what the project's reviewers have judged of it so far.
    project_counts: Mapping[tuple[str, str], JudgedCounts] = field(default_factory=dict)

    @property
    def was_compared(self) -> bool:
        """Return whether the build was compared with an earlier one."""
        if read_signature(self.signature).was_compared:
            return True
        return any(not finding.state.is_new for finding in self.findings)

    def whole(self, name: str) -> pa.Table:
        """Return all of a table."""
        return pa.concat_tables(self.tables[name])

    def shards(self) -> Iterator[ReportTables]:
        """Yield the build one shard of works at a time; tables that are not sharded are always whole."""
        for parts in zip(*(self.tables[name] for name in _SHARDED), strict=True):
            shard = {name: [part] for name, part in zip(_SHARDED, parts, strict=True)}
            yield replace(self, tables={**self.tables, **shard})

    def doc_ids_by_shard(self) -> Iterator[list[str]]:
        """Yield the ids of the documents of each shard, including those that could not be read."""
        return (part["doc_id"].to_pylist() for part in self.tables["documents"])

    def rows(self, name: str, doc_ids: Collection[str]) -> pa.Table:
        """Return the rows of a sharded table that belong to these documents."""
        ids = id_array(doc_ids)
        return pa.concat_tables(of_documents(part, ids) for part in self.tables[name])

    def beads(self, doc_ids: Collection[str], english: Collection[str]) -> pa.Table:
        """Return the beads between these documents and these English ones, in table order."""
        ours, theirs = id_array(doc_ids), id_array(english)
        parts = self.tables["alignments"]
        return pa.concat_tables(
            part.filter(pc.and_(pc.is_in(part["src_doc"], ours), pc.is_in(part["tgt_doc"], theirs))) for part in parts
        )

    @cached_property
    def documents(self) -> list[dict[str, Any]]:
        """The documents that were read, without their texts, in table order."""
        columns = ["doc_id", "work", "lang", "locale", "title", "path", "media_type", "metadata", "chars", "origin"]
        read = (part.filter(pc.field("status") == "ok").select(columns) for part in self.tables["documents"])
        return [row for part in read for row in part.to_pylist()]

    @property
    def doc_ids(self) -> list[str]:
        """The ids of the documents that were read."""
        return [document["doc_id"] for document in self.documents]

    @cached_property
    def quarantined(self) -> list[tuple[str, str]]:
        """The path and reason of each document that could not be read."""
        unread = (part.filter(pc.field("status") != "ok") for part in self.tables["documents"])
        rows = (row for part in unread for row in part.select(["path", "reason"]).to_pylist())
        return [(printable(row["path"]), printable(row["reason"] or "")) for row in rows]

    @cached_property
    def languages(self) -> list[str]:
        """The languages of the documents that were read, the checked ones first."""
        document_langs = {document["lang"] for document in self.documents}
        return [lang for lang in sorted(KNOWN, key=lambda lang: lang not in TARGETS) if lang in document_langs]

    @cached_property
    def tags(self) -> dict[str, str]:
        """The tag of each language: the one that most of its documents have."""
        counts = Counter((document["lang"], tag(document["locale"])) for document in self.documents)
        main_tags = {
            lang: html_tag for (lang, html_tag), _ in sorted(counts.items(), key=lambda item: (item[1], item[0]))
        }
        return {**{language.code: language.html_lang for language in packs()}, **main_tags}

    @cached_property
    def findings(self) -> list[Finding]:
        """The findings of documents that were read, each with its first places, in table order."""
        rows = of_documents(self.whole("findings"), id_array(self.doc_ids))
        number = rows.schema.get_field_index("locations")
        places = pc.list_slice(rows["locations"].combine_chunks(), 0, PLACES)
        values = places.flatten()
        shown = pa.StructArray.from_arrays([values.field(name) for name in _OF_PLACE], _OF_PLACE)
        return findings_of(rows.set_column(number, "locations", pa.ListArray.from_arrays(places.offsets, shown)))

    @cached_property
    def queue(self) -> list[QueueRow]:
        """The decisions that the findings call for, in the order of review."""
        return sorted(queue(self.findings), key=lambda row: self.order.get(row.findings[0].finding_id, 0))

    @cached_property
    def concepts(self) -> list[dict[str, Any]]:
        """The concepts that a document mentions or a finding concerns, in table order."""
        spoken = {finding.concept_id for finding in self.findings}
        return [
            concept
            for concept in self.whole("concepts").to_pylist()
            if concept["concept_id"] in spoken or any(concept[f"{lang}_mentions"] for lang in LANGUAGE_COLUMNS)
        ]

    def terms(self) -> Iterator[pa.Table]:
        """Yield, by shard, the mentions that a reader sees: in prose, headings, glosses, not in longer mentions."""
        for mentions in self.visible_mentions():
            yield mentions.select(_TERM)

    def visible_mentions(self) -> Iterator[pa.Table]:
        """Yield the same mentions with all their columns."""
        for mentions in self.tables["mentions"]:
            mask = pc.and_(pc.is_in(mentions["zone"], pa.array(_ZONES)), pc.invert(mentions["nested"]))
            yield mentions.filter(mask)

    def foreign(self) -> Iterator[pa.Table]:
        """Yield, by shard, the words that render a concept of an original though its entry lacks them."""
        for links in self.tables["term_alignments"]:
            is_counted = pc.and_(
                pc.and_(pc.is_in(links["relation"], pa.array(FOREIGN)), pc.is_valid(links["concept_id"])),
                pc.greater_equal(links["confidence"], LEAST),
            )
            yield links.filter(is_counted).rename_columns({"relation": "status"}).select(_TERM)

    @cached_property
    def renderings(self) -> pa.Table:
        """The renderings of the glossary's concepts that the corpus uses in its translations."""
        rows = self.whole("renderings")
        return rows.filter(pc.and_(pc.is_valid(rows["concept_id"]), pc.is_valid(rows["rendering"])))

    def on_page(self, first: Iterable[str], most: int) -> list[str]:
        """Return the ids of a page's documents, in table order: `first`, then others up to the limit `most`."""
        doc_ids = dict.fromkeys(first)
        for document in self.documents[: max(0, most - len(doc_ids))]:
            doc_ids.setdefault(document["doc_id"])
        return [doc_id for doc_id in self.doc_ids if doc_id in doc_ids]

    def listed(self, numbers: Mapping[str, int]) -> list[ListedDocument]:
        """Return the documents in `numbers`, in table order; `numbers` gives the page's number of each."""
        return [
            _listed(numbers[document["doc_id"]], document)
            for document in self.documents
            if document["doc_id"] in numbers
        ]

    def sources(self, numbers: Mapping[str, int]) -> dict[str, ShownDocument]:
        """Return the documents in `numbers` with their texts, by id."""
        rows = self.rows("documents", numbers)
        texts = dict(zip(rows["doc_id"].to_pylist(), rows["text"].to_pylist(), strict=True))
        return {
            document.doc_id: ShownDocument(**vars(document), text=texts[document.doc_id])
            for document in self.listed(numbers)
        }


def id_array(ids: Iterable[str]) -> pa.Array:
    """Return ids as a sorted array for lookups."""
    return pa.array(sorted(ids), pa.string())


def of_documents(table: pa.Table, doc_ids: pa.Array) -> pa.Table:
    """Return the rows of a table that belong to these documents."""
    return table.filter(pc.is_in(table["doc_id"], doc_ids))


def frame(table: pa.Table, columns: list[str]) -> pd.DataFrame:
    """Return columns of a table as a data frame."""
    return table.select(columns).to_pandas(types_mapper=pd.ArrowDtype)  # type: ignore[no-any-return]


def _listed(number: int, row: Mapping[str, Any]) -> ListedDocument:
    origin = row["origin"] or ""
    return ListedDocument(
        number=number,
        doc_id=row["doc_id"],
        work=row["work"],
        lang=row["lang"],
        tag=tag(row["locale"]),
        title=row["title"] or "",
        path=printable(row["path"]),
        file=row["path"],
        origin=origin if origin.startswith(("https://", "http://")) else "",
        extracted=format_of(row["media_type"]).is_extracted and not places_of_row(row),
        cells=cells_of_row(row),
        places=places_of_row(row),
    )


def tag(locale: str) -> str:
    """Return the value of `lang` for a locale; for Chinese it names the script, which decides the font."""
    lang = locale.split("-", maxsplit=1)[0]
    return "zh-Hant" if is_traditional(locale) else pack(lang).html_lang if lang in KNOWN else ""


_TWO = re.compile("[\U00010000-\U0010ffff]")


def units(text: str) -> Callable[[int], int]:
    """Return a function from an offset in code points of this text to one in UTF-16 units."""
    twos = [match.start() for match in _TWO.finditer(text)]
    return (lambda offset: offset + bisect_left(twos, offset)) if twos else (lambda offset: offset)
