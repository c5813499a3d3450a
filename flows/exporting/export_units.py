"""Exporting units: reads a build's tables shard by shard, and selects, writes and counts its pairs."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import pyarrow as pa
import pyarrow.parquet as pq

from corpus.duplicates.repeated_units import FLAG as DUPLICATE
from corpus.duplicates.repeated_units import unit_keys
from corpus.grouping import grouped
from corpus.sources.documents import ATTRIBUTION
from corpus.storage import parquet
from corpus.text.printable import printable
from flows.console.output_formats import TrainingFormat
from flows.files.atomic_write import is_running
from flows.files.build_reader import PublishedBuild
from glossary.bitext.translation_units import split_of
from glossary.exchange import tmx
from glossary.exchange.training.translation_pair import (
    EXCLUDED_FLAGS,
    MIN_QUALITY,
    SPLITS,
    TERM_READS,
    PairFilter,
    SegmentMentions,
    TranslationPair,
    json_line,
    pair_of,
    with_terms,
)

WritePair = Callable[[TranslationPair], None]


class PairFile(NamedTuple):
    """The content of a file of pairs."""

    split: str
    langs: tuple[str, str]
    locales: tuple[str, str]  # of the documents, for formats that name them

    @property
    def name(self) -> str:
        """The file name without extension: `train.zh-en`."""
        return f"{self.split}.{'-'.join(self.langs)}"


@contextmanager
def _json_lines(folder: Path, content: PairFile) -> Iterator[WritePair]:
    with open(folder / f"{content.name}.jsonl", "w", encoding="utf-8", newline="\n") as file:

        def write(pair: TranslationPair) -> None:
            file.write(json_line(pair))

        yield write


@contextmanager
def _moses(folder: Path, content: PairFile) -> Iterator[WritePair]:
    """Write two files with the same number of lines: `train.zh-en.zh` and `train.zh-en.en`."""
    names = [folder / f"{content.name}.{lang}" for lang in content.langs]
    with (
        open(names[0], "w", encoding="utf-8", newline="\n") as source,
        open(names[1], "w", encoding="utf-8", newline="\n") as target,
    ):

        def write(pair: TranslationPair) -> None:
            source.write(f"{pair.texts[0]}\n")
            target.write(f"{pair.texts[1]}\n")

        yield write


@contextmanager
def _tmx(folder: Path, content: PairFile) -> Iterator[WritePair]:
    with open(folder / f"{content.name}.tmx", "wb") as file:
        file.write(tmx.memory_head(content.locales[0]))

        def write(pair: TranslationPair) -> None:
            file.write(tmx.memory_unit(_tmx_pair(pair), content.locales))

        yield write
        file.write(tmx.MEMORY_END)


def _tmx_pair(pair: TranslationPair) -> tmx.TmxPair:
    properties = [("x-score", f"{pair.score:.2f}"), ("x-quality", f"{pair.quality:.2f}"), ("x-document", pair.work)]
    properties += [("x-license", licence) for licence in dict.fromkeys(pair.licences) if licence]
    return tmx.TmxPair(pair.unit_id, pair.texts, tuple(properties))


FORMATS: Mapping[TrainingFormat, Callable[[Path, PairFile], AbstractContextManager[WritePair]]] = {
    "jsonl": _json_lines,
    "moses": _moses,
    "tmx": _tmx,
}
SUMMARY = "export.json"  # what tells the folder of an export from others


class ExportError(ValueError):
    """The request or its target cannot be exported; the message says why and what to do."""


@contextmanager
def whole_folder(target: Path) -> Iterator[Path]:
    """Yield a folder that replaces `target` in the end; raises ExportError if something else is there."""
    place = Path(os.path.abspath(target))
    _must_be_free(place, target)
    place.parent.mkdir(parents=True, exist_ok=True)
    # Remove leftovers of killed exports to the same place: those whose process is gone.
    pattern = re.compile(rf"\.{re.escape(place.name)}\.(\d+)(\.old)?\.tmp")
    for folder in place.parent.iterdir():
        match = pattern.fullmatch(folder.name)
        if match and (int(match[1]) == os.getpid() or not is_running(int(match[1]))):
            shutil.rmtree(folder, ignore_errors=True)
    staged = place.with_name(f".{place.name}.{os.getpid()}.tmp")
    staged.mkdir()
    try:
        yield staged
        old = place.with_name(f".{place.name}.{os.getpid()}.old.tmp")
        if place.exists():
            os.rename(place, old)
        os.rename(staged, place)
        shutil.rmtree(old, ignore_errors=True)
    except BaseException:
        shutil.rmtree(staged, ignore_errors=True)
        raise


def _must_be_free(place: Path, target: Path) -> None:
    if not os.path.lexists(place):
        return
    if place.is_symlink() or not place.is_dir():
        raise ExportError(f"{printable(target)}: a file or link, where a folder is to be; name another folder")
    if not (place / SUMMARY).is_file() and any(place.iterdir()):
        raise ExportError(f"{printable(target)}: holds other files than an export of taiyaku; name another folder")


LICENCE_READS = ["lang", "status", "chars", "license", "metadata"]  # columns of `documents`
NOT_STATED = "not stated"


@dataclass(frozen=True, slots=True)
class LicenceShare:
    """The part of a build under one licence."""

    license: str | None  # as it is written first; None where neither page nor settings state any
    documents: int
    characters: int
    languages: tuple[str, ...]
    attribution: tuple[str, ...]


def licence_shares(documents: Iterable[Mapping[str, Any]]) -> list[LicenceShare]:
    """Return the licences in rows of `documents`, by falling number of documents, with unstated ones last. Licences
    that differ only in case and spaces count as one; documents that were not read are left out.
    """
    groups: dict[str, list[Mapping[str, Any]]] = {}
    for row in documents:
        if row["status"] == "ok":
            groups.setdefault(_key(row["license"]), []).append(row)
    shares = [_share(rows) for rows in groups.values()]
    return sorted(shares, key=lambda share: (share.license is None, -share.documents, share.license or ""))


def is_licence(name: str, stated: str | None) -> bool:
    """Return whether a licence has that name; `not stated` is the name for documents without a licence."""
    return _key(stated) == _key(None if _key(name) == NOT_STATED else name)


def _key(stated: str | None) -> str:
    return " ".join((stated or "").casefold().split())


def _share(rows: Sequence[Mapping[str, Any]]) -> LicenceShare:
    entries = (entry for row in rows for entry in row["metadata"])
    attributions = {entry["value"] for entry in entries if entry["key"].lower() == ATTRIBUTION}
    return LicenceShare(
        license=" ".join((rows[0]["license"] or "").split()) or None,
        documents=len(rows),
        characters=sum(row["chars"] for row in rows),
        languages=tuple(sorted({row["lang"] for row in rows})),
        attribution=tuple(sorted(attributions)),
    )


PAIRS = (("en", "zh"), ("en", "ja"), ("zh", "ja"))
_ONE_LANGUAGE, _REPEATED = "not in both languages", "repeats another pair"
_LEAKS = "in a near copy of a document of another split"
_DOCUMENTS = ["doc_id", "work", "locale", "duplicate_of", *LICENCE_READS]

Langs = tuple[str, str]


@dataclass(frozen=True, slots=True)
class ExportRequest:
    """What is to be exported, and how."""

    format: TrainingFormat = "jsonl"
    langs: tuple[Langs, ...] = PAIRS
    splits: tuple[str, ...] = SPLITS
    min_quality: float = MIN_QUALITY
    excluded_flags: tuple[str, ...] = EXCLUDED_FLAGS
    licences: tuple[str, ...] = ()  # none: whatever they are

    @property
    def filter(self) -> PairFilter:
        """The filter of the pairs to export."""
        return PairFilter(self.splits, self.min_quality, self.excluded_flags, self._has_licence)

    def _has_licence(self, stated: str | None) -> bool:
        return not self.licences or any(is_licence(name, stated) for name in self.licences)


@dataclass(slots=True)
class PairCounts:
    """Counts of exported and left-out units of a build for a language pair."""

    exported: Counter[str] = field(default_factory=Counter)  # split → pairs
    left_out: Counter[str] = field(default_factory=Counter)  # reason → units


@dataclass(slots=True)
class ExportReport:
    """The result of an export."""

    counts: dict[Langs, PairCounts]
    unplaced_terms: int = 0
    documents: set[str] = field(default_factory=set)  # from which pairs come


def export_units(build: PublishedBuild, target: Path, request: ExportRequest) -> ExportReport:
    """Write the pairs of a build to a folder; raises ExportError if there are none or the folder is taken."""
    documents = [row for part in _parts(build, "documents", _document_columns(build)) for row in part.to_pylist()]
    report = ExportReport({langs: PairCounts() for langs in request.langs})
    with whole_folder(target) as folder:
        with ExitStack() as files:
            writers: dict[tuple[str, Langs], WritePair] = {}
            for pair in _chosen_pairs(build, request, documents, report):
                key = pair.split, pair.langs
                if key not in writers:
                    content = PairFile(pair.split, pair.langs, _locales(documents, pair.langs))
                    writers[key] = files.enter_context(FORMATS[request.format](folder, content))
                writers[key](pair)
        if not writers:
            raise ExportError(f"{printable(build.folder)}: no pair is left; {_most_frequent_reason(report)}")
        (folder / SUMMARY).write_text(_summary(build, request, documents, report, folder), encoding="utf-8")
    return report


def _chosen_pairs(
    build: PublishedBuild, request: ExportRequest, documents: Sequence[Mapping[str, Any]], report: ExportReport
) -> Iterator[TranslationPair]:
    """Yield the exported pairs in table order, counting those left out."""
    licence_of = {row["doc_id"]: row["license"] for row in documents}
    chosen, seen = request.filter, {langs: set[int]() for langs in request.langs}
    leaks = _split_leaks(documents) if DUPLICATE in request.excluded_flags else set()
    has_terms = request.format == "jsonl"
    for shard in _shards(build, has_terms):
        keys = {langs: unit_keys(shard.parallel, langs).tolist() for langs in request.langs}
        for number, unit in enumerate(shard.parallel.to_pylist()):
            for langs in request.langs:
                counts = report.counts[langs]
                pair = pair_of(unit, langs, shard.document_of, licence_of)
                reason = chosen.reason_against(pair) if pair else _ONE_LANGUAGE
                if pair and reason is None and not leaks.isdisjoint(pair.documents):
                    reason = _LEAKS
                if reason is None and DUPLICATE in request.excluded_flags and keys[langs][number] in seen[langs]:
                    reason = _REPEATED
                if pair is None or reason:
                    counts.left_out[reason or _ONE_LANGUAGE] += 1
                    continue
                seen[langs].add(keys[langs][number])
                counts.exported[pair.split] += 1
                report.documents.update(pair.documents)
                if has_terms:
                    pair, unplaced = with_terms(pair, unit["terms"], shard.segments_of(unit, langs))
                    report.unplaced_terms += unplaced
                yield pair


def _split_leaks(documents: Sequence[Mapping[str, Any]]) -> set[str]:
    """Return the documents that are near copies of others in another split: models would be tested on training data."""
    split = {row["doc_id"]: split_of(row["work"]) for row in documents}
    copies = ((row["doc_id"], row["duplicate_of"]) for row in documents if row.get("duplicate_of"))
    return {doc_id for doc_id, first in copies if split[doc_id] != split[first]}


@dataclass(frozen=True, slots=True)
class _Shard:
    """The tables of some works that an export reads; without terms, only the segments' documents."""

    parallel: pa.Table
    document_of: Mapping[str, str]
    segments: Mapping[str, SegmentMentions]

    def segments_of(self, unit: Mapping[str, Any], langs: Langs) -> dict[str, list[SegmentMentions]]:
        """Return the segments of a unit by language, with their mentions."""
        return {lang: [self.segments[segment_id] for segment_id in unit[f"{lang}_segments"]] for lang in langs}


def _shards(build: PublishedBuild, has_terms: bool) -> Iterator[_Shard]:
    """Yield the shards one after the other, so that a large build takes no more memory than a small one."""
    segment_columns = TERM_READS["segments"] if has_terms else ["segment_id", "doc_id"]
    mention_columns = TERM_READS["mentions"] if has_terms else ["segment_id"]
    tables = [
        _parts(build, "parallel", None),
        _parts(build, "segments", segment_columns),
        _parts(build, "mentions", mention_columns),
    ]
    for parallel, segments, mentions in zip(*tables, strict=True):
        ids = segments["segment_id"].to_pylist()
        document_of = dict(zip(ids, segments["doc_id"].to_pylist(), strict=True))
        by_segment = grouped((mentions.to_pylist() if has_terms else ()), lambda mention: mention["segment_id"])
        rows = segments.to_pylist() if has_terms else ()
        with_mentions = {row["segment_id"]: SegmentMentions(row, by_segment[row["segment_id"]]) for row in rows}
        yield _Shard(parallel, document_of, with_mentions)


def _document_columns(build: PublishedBuild) -> list[str]:
    """Return the columns of `documents` that an export reads and the build has: earlier builds do not know copies."""
    with _reading(build, "documents"):
        names = {name for part in parquet.parts(build.folder, "documents") for name in pq.read_schema(part).names}
    return [name for name in _DOCUMENTS if name in names]


def _parts(build: PublishedBuild, table: str, columns: list[str] | None) -> Iterator[pa.Table]:
    """Yield the parts of a table; raises ExportError where one cannot be read."""
    parts = iter(parquet.TableParts(build.folder, table, columns))
    while True:
        with _reading(build, table):
            part = next(parts, None)
        if part is None:
            return
        yield part


@contextmanager
def _reading(build: PublishedBuild, table: str) -> Iterator[None]:
    """Raise ExportError where a table cannot be read."""
    try:
        yield
    except (OSError, ValueError, KeyError) as error:  # Arrow's are ValueErrors
        cause = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise ExportError(
            f"{printable(build.folder)}: {table} cannot be read: {printable(cause)}; rebuild it"
        ) from None


def _locales(documents: Iterable[Mapping[str, Any]], langs: Langs) -> Langs:
    """Return, for each language, the tag that most documents have."""
    counts = {lang: Counter(row["locale"] for row in documents if row["lang"] == lang) for lang in langs}
    source, target = (min(counts[lang], key=lambda tag: (-counts[lang][tag], tag), default=lang) for lang in langs)
    return source, target


def _most_frequent_reason(report: ExportReport) -> str:
    reasons = sum((counts.left_out for counts in report.counts.values()), Counter[str]())
    if not reasons:
        return "it has no units; build sources in two languages"
    return f"most are left out as {reasons.most_common(1)[0][0]}; ask for less with the options of export"


def _summary(
    build: PublishedBuild,
    request: ExportRequest,
    documents: Iterable[Mapping[str, Any]],
    report: ExportReport,
    folder: Path,
) -> str:
    """Return the content and request of an export as JSON, the same for the same build and request."""
    shares = licence_shares(row for row in documents if row["doc_id"] in report.documents)
    content = {
        "build_id": build.build_id,
        "signature": build.manifest["signature"],
        "format": request.format,
        "min_quality": request.min_quality,
        "excluded_flags": list(request.excluded_flags),
        "splits": list(request.splits),
        "licenses": list(request.licences),
        "pairs": {
            "-".join(langs): {"exported": _sorted(counts.exported), "left_out": _sorted(counts.left_out)}
            for langs, counts in report.counts.items()
        },
        "terms_without_place": report.unplaced_terms,
        "sources": [asdict(share) for share in shares],
        "files": {path.name: _sha256(path) for path in sorted(folder.iterdir())},
    }
    return json.dumps(content, ensure_ascii=False, indent=1) + "\n"


def _sha256(path: Path) -> str:
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _sorted(counts: Mapping[str, int]) -> dict[str, int]:
    return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))
