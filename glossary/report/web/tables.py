"""What the page is made from: the tables of a build, and the documents that the page shows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc

from corpus.formats import format_of
from corpus.languages import KNOWN, TARGETS, is_traditional, pack, packs
from corpus.records import LANGUAGE_COLUMNS, Finding
from corpus.storage.signature import read_signature
from corpus.text.printable import printable
from glossary.bitext.rendering_counts import LEAST
from glossary.findings.from_table import finding_of
from glossary.report.positions import LineIndex, place_text
from glossary.report.web.utf16 import units

# The tables that a page is made from, and the columns of them that it reads; None: all.
READS: Mapping[str, list[str] | None] = {
    "documents": None,
    "segments": ["doc_id", "start", "end", "protected"],
    "mentions": ["doc_id", "lang", "concept_id", "surface", "status", "start", "end", "zone", "nested"],
    "concepts": None,
    "findings": None,
    "term_alignments": [
        "doc_id", "source_doc_id", "lang", "concept_id", "surface", "relation", "source_start", "source_end", "start",
        "end", "confidence",
    ],
    "renderings": ["concept_id", "lang", "rendering", "relation", "uses", "share", "confidence"],
    "alignments": ["src_doc", "tgt_doc", "src_spans", "tgt_spans", "relation", "score"],
    "scores": None,
}  # fmt: skip
FOREIGN = ("unlisted", "other")  # relations of words that the entry of a concept does not have
PLACES = 50  # places that are shown of one finding
_ZONES = ["prose", "heading", "gloss"]  # where a reader meets a term


@dataclass(frozen=True)
class ShownDocument:
    """A document that the page shows."""

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
    text: str

    @cached_property
    def lines(self) -> LineIndex:
        """The lines of its text."""
        return LineIndex(self.text)

    @cached_property
    def units(self) -> Callable[[int], int]:
        """From an offset in code points to one as JavaScript counts."""
        return units(self.text)

    def where(self, start: int | None) -> str:
        """Path, line and column of a place; the path alone where the place is gone."""
        return place_text(self.path, None if start is None else self.lines.position(start), self.extracted)


@dataclass(frozen=True)
class ReportTables:
    """The tables of a build that READS names, and what it says of itself."""

    build_id: str
    signature: str
    tables: Mapping[str, pa.Table]
    left_out: Mapping[str, int] = field(default_factory=dict)  # reason → files that were not read
    notes: Mapping[str, tuple[str, str]] = field(default_factory=dict)  # concept → its definition and reference
    packet_id: str = ""  # of the packet whose findings alone are shown; empty: all are
    similar: Mapping[str, tuple[str, str, float]] = field(default_factory=dict)  # finding → English and translation of
    # the unit of the corpus whose English is most like its own, and how like it is

    @property
    def was_compared(self) -> bool:
        """Whether it was told of an earlier build."""
        if read_signature(self.signature).was_compared:
            return True
        return any(not finding.state.is_new for finding in self.findings)

    @cached_property
    def documents(self) -> list[dict[str, Any]]:
        """The documents that were read, without their texts, in table order."""
        columns = ["doc_id", "work", "lang", "locale", "title", "path", "media_type", "chars", "status", "origin"]
        return [row for row in self.tables["documents"].select(columns).to_pylist() if row["status"] == "ok"]

    @cached_property
    def quarantined(self) -> list[tuple[str, str]]:
        """Path and reason of each document that could not be read."""
        rows = self.tables["documents"].select(["path", "status", "reason"]).to_pylist()
        return [(printable(row["path"]), printable(row["reason"] or "")) for row in rows if row["status"] != "ok"]

    @cached_property
    def languages(self) -> list[str]:
        """The languages that were read, those that are checked first."""
        document_langs = {document["lang"] for document in self.documents}
        return [lang for lang in sorted(KNOWN, key=_is_original) if lang in document_langs]

    @cached_property
    def tags(self) -> dict[str, str]:
        """The tag of each language: that of most of its documents."""
        counts = Counter((document["lang"], tag(document["locale"])) for document in self.documents)
        main_tags = {
            lang: html_tag for (lang, html_tag), _ in sorted(counts.items(), key=lambda item: (item[1], item[0]))
        }
        return {**{language.code: language.html_lang for language in packs()}, **main_tags}

    @cached_property
    def findings(self) -> list[Finding]:
        """The findings of documents that were read, each with its first places, in table order."""
        rows = of_documents(self.tables["findings"], {document["doc_id"] for document in self.documents})
        number = rows.schema.get_field_index("locations")
        first = rows.set_column(number, "locations", pc.list_slice(rows["locations"], 0, PLACES))
        return [finding_of(row) for row in first.to_pylist()]

    @cached_property
    def concepts(self) -> list[dict[str, Any]]:
        """The concepts that a document mentions or a finding speaks of, in table order."""
        spoken = {finding.concept_id for finding in self.findings}
        return [
            concept
            for concept in self.tables["concepts"].to_pylist()
            if concept["concept_id"] in spoken or _mentioned(concept)
        ]

    @cached_property
    def terms(self) -> pa.Table:
        """The mentions that a reader sees: those in prose that lie in no longer one."""
        columns = ["doc_id", "lang", "concept_id", "surface", "status", "start", "end"]
        mentions = self.tables["mentions"]
        mask = pc.and_(pc.is_in(mentions["zone"], pa.array(_ZONES)), pc.invert(mentions["nested"]))
        return mentions.filter(mask).select(columns)

    @cached_property
    def foreign(self) -> pa.Table:
        """The words that stand for a concept of an original though its entry does not have them, where each stands."""
        links = self.tables["term_alignments"]
        is_counted = pc.and_(_is_foreign(links), pc.greater_equal(links["confidence"], LEAST))
        renamed = links.filter(is_counted).rename_columns({"relation": "status"}).select(self.terms.column_names)
        return renamed.cast(self.terms.schema)

    @cached_property
    def renderings(self) -> pa.Table:
        """The ways in which the corpus says the concepts of the glossary in languages beside its originals."""
        rows = self.tables["renderings"]
        return rows.filter(pc.and_(pc.is_valid(rows["concept_id"]), pc.is_valid(rows["rendering"])))

    def sources(self, first: Iterable[str], most: int) -> dict[str, ShownDocument]:
        """The documents of these ids, and others in table order until there are as many as are wanted; by id."""
        doc_ids = dict.fromkeys(first)
        for document in self.documents[: max(0, most - len(doc_ids))]:
            doc_ids.setdefault(document["doc_id"])
        rows = [document for document in self.documents if document["doc_id"] in doc_ids]
        texts = of_documents(self.tables["documents"].select(["doc_id", "text"]), doc_ids)
        by_id = dict(zip(texts["doc_id"].to_pylist(), texts["text"].to_pylist(), strict=True))
        return {row["doc_id"]: _source(number, row, by_id[row["doc_id"]]) for number, row in enumerate(rows)}


def of_documents(table: pa.Table, doc_ids: Collection[str]) -> pa.Table:
    """The rows of a table that belong to these documents."""
    return table.filter(pc.is_in(table["doc_id"], pa.array(sorted(doc_ids), pa.string())))


def frame(table: pa.Table, columns: list[str]) -> pd.DataFrame:
    """Columns of a table for counting."""
    return table.select(columns).to_pandas(types_mapper=pd.ArrowDtype)  # type: ignore[no-any-return]


def _is_foreign(rows: pa.Table) -> pa.Array:
    """Which rows are of words that the entry of a concept does not have, be they another concept's or nobody's."""
    return pc.and_(pc.is_in(rows["relation"], pa.array(FOREIGN)), pc.is_valid(rows["concept_id"]))


def _is_original(lang: str) -> bool:
    return lang not in TARGETS


def _mentioned(concept: Mapping[str, Any]) -> bool:
    return any(concept[f"{lang}_mentions"] for lang in LANGUAGE_COLUMNS)


def _source(number: int, row: Mapping[str, Any], text: str) -> ShownDocument:
    origin = row["origin"] or ""
    return ShownDocument(
        number=number,
        doc_id=row["doc_id"],
        work=row["work"],
        lang=row["lang"],
        tag=tag(row["locale"]),
        title=row["title"] or "",
        path=printable(row["path"]),
        file=row["path"],
        origin=origin if origin.startswith(("https://", "http://")) else "",
        extracted=format_of(row["media_type"]).is_extracted,
        text=text,
    )


def tag(locale: str) -> str:
    """The value of `lang` for a locale: fonts go by the script of Chinese."""
    lang = locale.split("-", maxsplit=1)[0]
    return "zh-Hant" if is_traditional(locale) else pack(lang).html_lang if lang in KNOWN else ""
