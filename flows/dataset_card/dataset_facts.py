"""Dataset facts of a build: its languages, its units, its documents' licences."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pyarrow as pa
import pyarrow.compute as pc

from corpus import lazy_re as re
from corpus.records import LANGUAGE_COLUMNS
from corpus.schema import TABLES
from corpus.sources.documents import ATTRIBUTION
from corpus.storage import parquet

READS = {"documents": ["status", "emails", "phones", "keys", "duplicate_of"], "parallel": ["flags"]}
_KINDS = {"emails": "e-mail addresses", "phones": "telephone numbers", "keys": "secret keys"}
_NAMED = 3  # hosts, and credits, of a set of documents
_COLUMNS = ["work", "lang", "status", "chars", "origin", "license", "metadata"]
TOP = "."  # the document set of works that stand in no folder

# What pages write → the identifier that Hugging Face's cards have for it. Written in any case, with any punctuation.
_NAMES = """
mit; gfdl; apache 2 0; bsd 3 clause; bsd 2 clause; cc0 1 0; cc by 4 0; cc by 3 0; cc by sa 4 0; cc by sa 3 0;
cc by nc 4 0; cc by nc sa 4 0; cc by nd 4 0; cc by nc nd 4 0
"""
_LICENCES = {
    "apache license 2 0": "apache-2.0",
    "apache license version 2 0": "apache-2.0",
    "www apache org licenses license 2 0": "apache-2.0",
    "mit license": "mit",
    **{name: re.sub(r"(\d) (\d)$", r"\1.\2", name).replace(" ", "-") for name in re.findall(r"\w[\w ]*", _NAMES)},
}
_CREATIVE_COMMONS = re.compile(r"creativecommons org licenses (by(?: nc)?(?: sa| nd)?) (\d) 0")


@dataclass(frozen=True, slots=True)
class DocumentSet:
    """Documents whose works stand in the same top folder and whose pages state the same licence."""

    name: str
    license: str  # as the pages write it; empty where they state none
    documents: int
    hosts: tuple[str, ...]  # of the addresses that the pages say they are from, the most frequent first
    attribution: tuple[str, ...] = ()  # whom the settings or the pages want named, the most frequent first


@dataclass(frozen=True, slots=True)
class DatasetFacts:
    """The facts of a build that its card states."""

    build_id: str
    signature: str
    rows: Mapping[str, int]  # of each table
    documents: Mapping[str, int]  # that were read, by language
    characters: Mapping[str, int]
    quarantined: int
    sets: tuple[DocumentSet, ...]
    units: Mapping[tuple[str, ...], Mapping[str, int]]  # languages → split → rows of `parallel`
    marked: Mapping[str, int] = field(default_factory=dict)  # near copies, repeats, personal data: `data_figures`

    @property
    def tables(self) -> list[str]:
        """The tables that have rows, in order."""
        return [name for name in TABLES if self.rows.get(name)]


def facts_of(folder: Path, build_id: str, signature: str, rows: Mapping[str, int]) -> DatasetFacts:
    """Return the facts of the tables in a build's folder, reading one part at a time."""
    documents, characters = Counter[str](), Counter[str]()
    quarantined = 0
    licensed: Counter[tuple[str, str]] = Counter()
    hosts: defaultdict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    credited: defaultdict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for part in parquet.TableParts(folder, "documents", _COLUMNS):
        for row in part.to_pylist():
            if row["status"] != "ok":
                quarantined += 1
                continue
            documents[row["lang"]] += 1
            characters[row["lang"]] += row["chars"]
            key = document_set(row["work"]), " ".join((row["license"] or "").split())
            licensed[key] += 1
            host = _host(row["origin"])
            hosts[key].update([host] if host else [])
            credited[key].update(entry["value"] for entry in row["metadata"] if entry["key"].lower() == ATTRIBUTION)
    sets = tuple(
        DocumentSet(
            name,
            text,
            licensed[name, text],
            tuple(_most_frequent(hosts[name, text])),
            tuple(_most_frequent(credited[name, text])),
        )
        for name, text in sorted(licensed)
    )
    units = _units(folder)
    langs = [*(lang for lang in LANGUAGE_COLUMNS if lang in documents), *sorted(set(documents) - set(LANGUAGE_COLUMNS))]
    return DatasetFacts(
        build_id,
        signature,
        dict(rows),
        {lang: documents[lang] for lang in langs},
        {lang: characters[lang] for lang in langs},
        quarantined,
        sets,
        units,
        _marked(folder),
    )


def _marked(folder: Path) -> dict[str, int]:
    """Count near-copies, repetitions and personal data."""
    documents, units = (parquet.TableParts(folder, name, columns) for name, columns in READS.items())
    return data_figures(
        (row for part in documents for row in part.to_pylist()),
        (flags for part in units for flags in part["flags"].to_pylist()),
    )


def document_set(work: str) -> str:
    """Return the document set of a work: its first folder, which holds all its versions."""
    folder, slash, _ = work.partition("/")
    return folder if slash else TOP


def licence_id(text: str) -> str | None:
    """Return a licence's identifier as Hugging Face's cards write it, or None if the licence is unknown."""
    words = " ".join("".join(char if char.isalnum() else " " for char in text.casefold()).split())
    words = words.removeprefix("http ").removeprefix("https ")
    if address := _CREATIVE_COMMONS.match(words):
        return f"cc-{address[1].replace(' ', '-')}-{address[2]}.0"
    return _LICENCES.get(words)


def licence_ids(sets: tuple[DocumentSet, ...]) -> list[str]:
    """Return the licences for a card: identifiers in order, `other` if there is none, `unknown` if not stated."""
    stated = {licence_id(entry.license) or "other" if entry.license else "unknown" for entry in sets}
    return sorted(stated - {"other", "unknown"}) + sorted(stated & {"other", "unknown"})


def _host(address: str | None) -> str:
    try:
        host = urlsplit(address or "").hostname or ""
    except ValueError:
        return ""
    return host if all(char.isalnum() or char in "-._" for char in host) else ""


def _most_frequent(counts: Counter[str]) -> list[str]:
    return sorted(counts, key=lambda name: (-counts[name], name))[:_NAMED]


def _units(folder: Path) -> dict[tuple[str, ...], dict[str, int]]:
    """Count the units by the languages in which they have text and by split; most languages first."""
    counts: Counter[tuple[tuple[str, ...], str]] = Counter()
    for part in parquet.TableParts(folder, "parallel", [*LANGUAGE_COLUMNS, "split"]):
        present = {lang: pc.is_valid(part[lang]) for lang in LANGUAGE_COLUMNS}
        grouped = (
            pa.table({**present, "split": part["split"]})
            .group_by([*LANGUAGE_COLUMNS, "split"])
            .aggregate([([], "count_all")])
        )
        for row in grouped.to_pylist():
            counts[tuple(lang for lang in LANGUAGE_COLUMNS if row[lang]), row["split"]] += row["count_all"]
    combinations = sorted(
        {langs for langs, _ in counts}, key=lambda langs: (-len(langs), *map(LANGUAGE_COLUMNS.index, langs))
    )
    return {
        langs: {split: counts[langs, split] for split in ("train", "dev", "test") if counts[langs, split]}
        for langs in combinations
    }


def data_figures(documents: Iterable[Mapping[str, Any]], unit_flags: Iterable[Sequence[str]]) -> dict[str, int]:
    """Count each kind in rows of `documents` and the flags of units; zero counts are included. Personal data that a
    build masked counts for its documents, but no longer for its units.
    """
    rows = [row for row in documents if row["status"] == "ok"]
    flags = Counter(flag for flags in unit_flags for flag in flags)
    return {
        "documents that are nearly copies of others": sum(row["duplicate_of"] is not None for row in rows),
        **{f"documents with {words}": sum(bool(row[name]) for row in rows) for name, words in _KINDS.items()},
        "units that repeat others": flags["duplicate"],
        "units with personal data": flags["personal-data"],
    }
