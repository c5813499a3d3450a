"""Steps: the plain functions that a build is made of. They know files and tables, but no Prefect."""

from __future__ import annotations

import pickle
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq

from corpus.alignment.lexicon_io import lexicons
from corpus.formats import EXTENSIONS
from corpus.languages import KNOWN
from corpus.limits import SECONDS
from corpus.records import Document
from corpus.schema import to_table
from corpus.sources import discovery
from corpus.sources.documents import quarantined, read, without_duplicates
from corpus.storage import store
from corpus.storage.shards import from_table, shards
from corpus.storage.signature import signature
from corpus.text.printable import printable
from corpus.tokenizers import tokenizer
from flows.files.review_folder import decisions_in
from flows.pipeline import build_summary, dataset_card, losses
from flows.pipeline.judge_works import JudgedWork, judged
from flows.progress import Progress, SilentProgress
from flows.settings import MAX_LOST
from flows.termbase_cache import glossary
from glossary.annotation.annotate import rows_of
from glossary.annotation.pipeline import matcher
from glossary.bitext.comparable import comparable_rows, technical
from glossary.bitext.works import Work, taught, works
from glossary.decisions import files
from glossary.decisions.adjudication import settled
from glossary.decisions.decision import Decision
from glossary.findings import previous_build
from glossary.findings.concept_usage import usage
from glossary.findings.decided import measured, with_decisions
from glossary.findings.engine import order as in_order
from glossary.findings.engine import wanted_across
from glossary.findings.rule_selection import Selection
from glossary.findings.scores import scores as scored
from glossary.matching import han_conversion
from glossary.report import web
from glossary.review.intake import corrected_units
from glossary.review.intake.corrections import Wish, wishes
from glossary.termbase.termbase import Termbase

STAGED, READING, DECISIONS = "staged", "Reading", "decisions.jsonl"
_VANISHED = "vanished after the build had begun; build again when the sources are at rest"
_SILENT = SilentProgress()
_NAMED = 5  # sources that a message lists


@dataclass(frozen=True, slots=True)
class BuildOptions:
    """What a build is to do: sources, glossary and where the result goes, as plain values."""

    sources: tuple[Path, ...]
    out: Path
    root: Path | None = None
    exclude: tuple[str, ...] = ()
    works: tuple[dict[str, str], ...] = ()
    max_bytes: int = 16 << 20
    glossary: tuple[Path, ...] = ()
    glossary_only: bool = False
    lexicons: tuple[Path, ...] = ()
    selection: Selection = field(default_factory=Selection)
    base: Path | None = None  # what the patterns of the selection count from; without one, the root
    since: Path | None = None
    review: Path | None = None  # folder of reviewers' decisions
    source_link: str = ""  # where a line of a source file can be looked at
    max_seconds: float = SECONDS  # of processor time that a step may take for one document
    max_lost: float = MAX_LOST  # share of the latest build that may be lost


@dataclass(frozen=True, slots=True)
class BuildPlan:
    """What was read: the documents, and the id of the build that they, the glossary and the code make."""

    build_id: str
    signature: str
    documents: tuple[Document, ...]
    left_out: dict[str, int]
    selection: Selection
    decisions: tuple[Decision, ...] = ()
    origin: str = ""  # what tells builds of the same sources


@dataclass(frozen=True, slots=True)
class StagedBuild:
    """A plan as tasks hand it on: paths and figures, no texts."""

    build_id: str
    signature: str
    shards: tuple[Path, ...]
    left_out: dict[str, int]
    selection: Selection
    glossary: tuple[Path, ...] = ()
    glossary_only: bool = False
    source_link: str = ""
    origin: str = ""
    max_lost: float = MAX_LOST


def warm(langs: Iterable[str]) -> None:
    """Load the tokenizers of these languages, so that the first document does not wait for them."""
    for lang in sorted(set(langs) & set(KNOWN)):
        tokenizer(lang)("")


def prepare(
    order: BuildOptions, folder: Path, progress: Progress = _SILENT, seen: Sequence[Document] = ()
) -> StagedBuild:
    """Read every source and write the documents in shards of whole works, for the workers to read.

    What is gone of the documents that were `seen` before is quarantined.
    """
    planned = plan(order, progress, seen)
    staged = tuple(
        store.write_part(folder / STAGED, "documents", number, to_table("documents", shard), "")
        for number, shard in enumerate(shards(planned.documents))
    )
    store.write_bytes(folder / STAGED / DECISIONS, files.written(planned.decisions).encode())
    made = (planned.build_id, planned.signature, staged, planned.left_out, planned.selection)
    more = (order.source_link, planned.origin, order.max_lost)
    return StagedBuild(*made, order.glossary, order.glossary_only, *more)


def plan(order: BuildOptions, progress: Progress = _SILENT, seen: Sequence[Document] = ()) -> BuildPlan:
    """Read every source; raises SourceError, OutError, LossError or GlossaryError where the call is at fault."""
    store.check(order.out)
    glossary.cache_clear()  # entries may have been edited since the last build of this process
    termbase = glossary(order.glossary, order.glossary_only)
    order.selection.check()
    before = previous_build.fingerprint(order.since) if order.since else ""
    decisions = decisions_in(order.review)
    progress.step(READING)
    sources = discovery.find(order.sources, order.root, order.exclude, order.works, order.out, progress.advance)
    progress.step(READING, len(sources.files))
    there = [_read(file, order, progress) for file in sources.files]
    documents = without_duplicates([*there, *_vanished(seen, there)])
    if not any(document.status == "ok" for document in documents):
        raise discovery.SourceError(_nothing(order, documents, sources.left_out))
    origin = losses.fingerprint(sources.root, order.sources)
    now = losses.held(documents)
    losses.refuse(order.out, origin, now, order.max_lost)
    losses.refuse_beside(losses.held(seen), now, order.max_lost, "the sources when it began", order.out)
    selection = order.selection.seen_from(order.base.absolute(), sources.root) if order.base else order.selection
    asked = {"rules": selection.fingerprint, "since": before, "decisions": files.fingerprint(decisions)}
    line = signature(
        glossary=termbase.fingerprint,
        scripts=han_conversion.VERSION,
        lexicon=lexicons(order.lexicons).fingerprint,
        **{name: said for name, said in asked.items() if said},
    )
    inputs = [(d.path, d.sha256, d.work, d.locale, d.status, d.reason or "") for d in documents]
    made_of: tuple[object, ...] = (line, inputs, order.source_link) if order.source_link else (line, inputs)
    if order.max_seconds != SECONDS:  # what is quarantined for its time is tried again with another limit
        made_of += (order.max_seconds,)
    build_id = sha256(repr(made_of).encode()).hexdigest()[:12]
    selection = replace(selection, own=tuple(sorted(measured(settled(decisions)).items())))
    left_out = dict(sorted(sources.left_out.items()))
    return BuildPlan(build_id, line, tuple(documents), left_out, selection, tuple(decisions), origin)


def unchanged(prepared: StagedBuild, folder: Path, out: Path) -> bool:
    """Whether the build is there whole: then `latest` points to it, and what was prepared in the folder is gone."""
    if not store.complete(out, prepared.build_id):
        return False
    store.discard(folder)
    store.point(out, prepared.build_id)
    return True


def unread(build: Path) -> list[dict[str, str]]:
    """The files that a published build could not read, with the reasons."""
    inputs = (store.read_manifest(build) or {}).get("inputs", [])
    return [{"path": one["path"], "reason": one["reason"]} for one in inputs if one["status"] != "ok"]


def _read(file: discovery.Placed, order: BuildOptions, progress: Progress) -> Document:
    document = read(file, order.max_bytes, order.max_seconds)
    progress.advance()
    return document


def _vanished(seen: Sequence[Document], there: Sequence[Document]) -> Iterator[Document]:
    """The documents that were there and are no more, quarantined."""
    paths = {one.path for one in there}
    return (quarantined(one, _VANISHED) for one in seen if one.path not in paths)


def _nothing(order: BuildOptions, documents: Sequence[Document], left_out: Mapping[str, int]) -> str:
    named = printable(", ".join(map(str, order.sources[:_NAMED])))
    if len(order.sources) > _NAMED:
        named += f" and {len(order.sources) - _NAMED:,} more"
    if unreadable := [reason for reason in left_out if reason.startswith("folder cannot be read")]:
        return f"{named}: {unreadable[0]}; check its permissions"
    if not documents:
        return f"{named}: no articles found; taiyaku reads {' '.join(EXTENSIONS)}"
    first = documents[0]
    return (
        f"{named}: nothing could be read, {_files(len(documents))} quarantined; {printable(first.path)}: {first.reason}"
    )


def _files(count: int) -> str:
    return "1 file" if count == 1 else f"{count:,} files"


def analyse(
    staged: Path, number: int, folder: Path, line: str, folders: tuple[Path, ...], only: bool, seconds: float
) -> dict[str, int]:
    """Turn one shard of documents into its parts of the tables, and keep its works; returns rows per table."""
    rows = rows_of(from_table(pq.read_table(staged)), matcher(glossary(folders, only)), seconds)
    _keep(works(rows["documents"], rows["segments"], rows["mentions"]), folder, "works", number)
    return _written(rows, number, folder, line)


def _keep(found: object, folder: Path, what: str, number: int) -> None:
    """Keep what a shard hands on to a later step, in a file that is gone when the build is done."""
    store.write_bytes(_file(folder, what, number), pickle.dumps(found, pickle.HIGHEST_PROTOCOL))


def _file(folder: Path, what: str, number: int) -> Path:
    return folder / STAGED / what / f"{number:05d}.pickle"


def _kept(folder: Path, what: str) -> Iterator[Any]:
    """What the shards handed on, in their order."""
    return (pickle.loads(file.read_bytes()) for file in sorted((folder / STAGED / what).iterdir()))


def learn(folder: Path, known: tuple[Path, ...], seconds: float) -> Path:
    """What the build's works teach on top of the lexicons, in a file for the workers, gone when the build is done."""
    learned = taught((work for shard in _kept(folder, "works") for work in shard), lexicons(known), seconds)
    return store.write_bytes(folder / STAGED / "known.pickle", pickle.dumps(learned, pickle.HIGHEST_PROTOCOL))


def align(
    number: int,
    folder: Path,
    line: str,
    known: Path,
    folders: tuple[Path, ...],
    only: bool,
    selection: Selection,
    seconds: float,
) -> dict[str, int]:
    """Turn the works of one shard into its parts of `alignments` and `parallel`, and keep what is found on its pages.

    Returns rows per table, fewer than none where a document had to be quarantined after all.
    """
    termbase, learned = glossary(folders, only), pickle.loads(known.read_bytes())
    kept: list[Work] = pickle.loads(_file(folder, "works", number).read_bytes())
    done = [judged(work, learned, termbase, selection, seconds) for work in kept]
    found = [finding for one in done for finding in one.findings]
    _keep((found, [digest for one in done for digest in one.digests]), folder, "findings", number)
    beads, units = [bead for one in done for bead in one.beads], [unit for one in done for unit in one.units]
    rows = _written({"alignments": beads, "parallel": units}, number, folder, line)
    return {**rows, **_taken_back(kept, done, number, folder, line)}


def _taken_back(
    kept: Sequence[Work], done: Sequence[JudgedWork], number: int, folder: Path, line: str
) -> dict[str, int]:
    """Write the shard's first tables anew where a document was quarantined since; returns how many rows they gain."""
    left = [one.work for one in done]
    if all(one is work for one, work in zip(left, kept, strict=True)):
        return {}
    before = {name: sum(len(getattr(work, name)) for work in kept) for name in ("segments", "mentions")}
    rows = {name: [row for work in left for row in getattr(work, name)] for name in ("documents", *before)}
    _written(rows, number, folder, line)
    return {name: len(rows[name]) - count for name, count in before.items()}


def compare(folder: Path, line: str, folders: tuple[Path, ...], only: bool) -> int:
    """Write the `comparable` table from the build's segments and mentions; returns its rows."""
    documents, segments, mentions = (store.read_table(folder, one) for one in ("documents", "segments", "mentions"))
    rows = comparable_rows(documents, segments, mentions, technical(glossary(folders, only)))
    return _written({"comparable": rows}, 0, folder, line)["comparable"]


def _written(rows: Mapping[str, Sequence[Any]], number: int, folder: Path, line: str) -> dict[str, int]:
    for table, own in rows.items():
        store.write_part(folder, table, number, to_table(table, own), line)
    return {table: len(own) for table, own in rows.items()}


def concepts(folder: Path, line: str, folders: tuple[Path, ...], only: bool) -> int:
    """Write the `concepts` table from the build's mentions; returns its rows."""
    mentions = store.read_table(folder, "mentions", ["concept_id", "doc_id", "lang", "form", "status"])
    rows = usage(glossary(folders, only), mentions)
    return _written({"concepts": rows}, 0, folder, line)["concepts"]


def findings(
    folder: Path, line: str, folders: tuple[Path, ...], only: bool, selection: Selection, since: Path | None
) -> int:
    """Write the `findings` table: those of each page, those of all together, and what an earlier build had."""
    kept = list(_kept(folder, "findings"))
    documents = {one.doc_id: one for one in from_table(store.read_table(folder, "documents"))}
    found = [one for shard, _ in kept for one in shard]
    digests = [one for _, shard in kept for one in shard]
    found += wanted_across(digests, documents, glossary(folders, only), selection)
    if since is not None:
        found = previous_build.compared_with(since, found, documents, selection)
    decisions = settled(_decisions(folder))
    found = with_decisions(found, decisions, documents)
    _correct(folder, line, wishes(found, decisions, documents), documents)
    return _written({"findings": sorted(found, key=in_order)}, 0, folder, line)["findings"]


def _correct(folder: Path, line: str, asked: Sequence[Wish], documents: Mapping[str, Document]) -> None:
    """Put what reviewers accepted into the units of the build."""
    if not asked:
        return
    tables = {name: store.read_table(folder, name, columns) for name, columns in corrected_units.READS.items()}
    parallel = store.read_table(folder, "parallel")
    made = corrected_units.corrections(asked, tables, parallel, documents)
    for number, part in enumerate(store.parts(folder, "parallel")):
        changed = corrected_units.corrected(pq.read_table(part), made)
        if changed is not None:
            store.write_part(folder, "parallel", number, changed, line)


def _decisions(folder: Path) -> list[Decision]:
    """The reviewers' decisions that the build was begun with."""
    return files.read((folder / STAGED / DECISIONS).read_text(encoding="utf-8"), DECISIONS)


def scores(folder: Path, line: str) -> int:
    """Write the `scores` table from the build's documents, mentions and findings; returns its rows."""
    tables = (store.read_table(folder, one) for one in ("documents", "mentions", "findings"))
    return _written({"scores": scored(*tables)}, 0, folder, line)["scores"]


def notes_of(termbase: Termbase) -> dict[str, tuple[str, str]]:
    """Concept → its definition and reference."""
    return {one.id: (one.definition, one.reference) for one in termbase.concepts}


def finish(
    prepared: StagedBuild, folder: Path, out: Path, rows: dict[str, int], seconds: dict[str, float], keep: int
) -> build_summary.Summary:
    """Write card, report and manifest, publish the build and return its summary; raises LossError."""
    inputs = store.read_table(folder, "documents", list(losses.INPUTS)).to_pylist()
    losses.refuse(out, prepared.origin, losses.held_in(inputs), prepared.max_lost)
    store.discard(folder / STAGED)
    tables = {name: store.read_table(folder, name, columns) for name, columns in web.READS.items()}
    notes = notes_of(glossary(prepared.glossary, prepared.glossary_only))
    report = web.ReportTables(prepared.build_id, prepared.signature, tables, prepared.left_out, notes)
    told = build_summary.of_build(folder, report, rows)
    (folder / "README.md").write_text(dataset_card.card(told), encoding="utf-8")
    (folder / "report").mkdir(exist_ok=True)
    (folder / "report" / "index.html").write_text(web.page(report, source_link=prepared.source_link), encoding="utf-8")
    (folder / "report" / "summary.md").write_text(build_summary.markdown(told), encoding="utf-8")
    manifest = {
        "build_id": prepared.build_id,
        "signature": prepared.signature,
        "created": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
        "seconds": {step: round(value, 2) for step, value in seconds.items()},
        "versions": {name: version(name) for name in ("taiyaku", "pyarrow", "pandas", "spacy", "jieba", "fugashi")},
        "rows": rows,
        "confidence": {rule.code: rule.confidence for rule in prepared.selection.all},
        "left_out": prepared.left_out,
        "sources": prepared.origin,
        "inputs": inputs,
    }
    store.publish(folder, out, prepared.build_id, manifest)
    store.prune(out, keep)
    return told
