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
from flows.pipeline.judge_works import JudgedWork, judge_work
from flows.progress import Progress, SilentProgress
from flows.settings import MAX_LOST
from flows.termbase_cache import glossary
from glossary.annotation.annotate import rows_of
from glossary.annotation.pipeline import matcher
from glossary.bitext.comparable import comparable_rows, technical
from glossary.bitext.works import Work, taught, works
from glossary.decisions import files
from glossary.decisions.adjudication import adjudicate
from glossary.decisions.decision import Decision
from glossary.findings import previous_build
from glossary.findings.concept_usage import usage
from glossary.findings.decided import measured, with_decisions
from glossary.findings.engine import order as in_order
from glossary.findings.engine import selected_across
from glossary.findings.rule_selection import Selection
from glossary.findings.scores import scores as scored
from glossary.matching import han_conversion
from glossary.report import web
from glossary.review.intake import corrected_units
from glossary.review.intake.corrections import Correction, accepted_corrections
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
    order: BuildOptions, folder: Path, progress: Progress = _SILENT, seen_documents: Sequence[Document] = ()
) -> StagedBuild:
    """Read every source and write the documents in shards of whole works, for the workers to read.

    What is gone of the documents that were `seen_documents` before is quarantined.
    """
    planned = plan(order, progress, seen_documents)
    staged = tuple(
        store.write_part(folder / STAGED, "documents", number, to_table("documents", shard), "")
        for number, shard in enumerate(shards(planned.documents))
    )
    store.write_bytes(folder / STAGED / DECISIONS, files.ledger_text(planned.decisions).encode())
    planned_values = (planned.build_id, planned.signature, staged, planned.left_out, planned.selection)
    more = (order.source_link, planned.origin, order.max_lost)
    return StagedBuild(*planned_values, order.glossary, order.glossary_only, *more)


def plan(order: BuildOptions, progress: Progress = _SILENT, seen_documents: Sequence[Document] = ()) -> BuildPlan:
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
    present_documents = [_read_document(file, order, progress) for file in sources.files]
    documents = without_duplicates([*present_documents, *_vanished(seen_documents, present_documents)])
    if not any(document.status == "ok" for document in documents):
        raise discovery.SourceError(_nothing_read(order, documents, sources.unreadable))
    origin = losses.fingerprint(sources.root, order.sources)
    held_documents = losses.held_documents(documents)
    losses.refuse(order.out, origin, held_documents, order.max_lost)
    losses.refuse_beside(
        losses.held_documents(seen_documents), held_documents, order.max_lost, "the sources when it began", order.out
    )
    selection = order.selection.rebased(order.base.absolute(), sources.root) if order.base else order.selection
    fingerprints = {"rules": selection.fingerprint, "since": before, "decisions": files.fingerprint(decisions)}
    line = signature(
        glossary=termbase.fingerprint,
        scripts=han_conversion.VERSION,
        lexicon=lexicons(order.lexicons).fingerprint,
        **{name: fingerprint for name, fingerprint in fingerprints.items() if fingerprint},
    )
    inputs = [(d.path, d.sha256, d.work, d.locale, d.status, d.reason or "") for d in documents]
    made_of: tuple[object, ...] = (line, inputs, order.source_link) if order.source_link else (line, inputs)
    if order.max_seconds != SECONDS:  # what is quarantined for its time is tried again with another limit
        made_of += (order.max_seconds,)
    build_id = sha256(repr(made_of).encode()).hexdigest()[:12]
    selection = replace(selection, project_counts=tuple(sorted(measured(adjudicate(decisions)).items())))
    left_out = dict(sorted(sources.left_out.items()))
    return BuildPlan(build_id, line, tuple(documents), left_out, selection, tuple(decisions), origin)


def unchanged(prepared: StagedBuild, folder: Path, out: Path) -> bool:
    """Whether the build is there whole: then `latest` points to it, and what was prepared in the folder is gone."""
    if not store.complete(out, prepared.build_id):
        return False
    store.discard(folder)
    store.point(out, prepared.build_id)
    return True


def unread_files(build: Path) -> list[dict[str, str]]:
    """The files that a published build could not read, with the reasons."""
    inputs = (store.read_manifest(build) or {}).get("inputs", [])
    return [{"path": entry["path"], "reason": entry["reason"]} for entry in inputs if entry["status"] != "ok"]


def _read_document(file: discovery.PlacedFile, order: BuildOptions, progress: Progress) -> Document:
    document = read(file, order.max_bytes, order.max_seconds)
    progress.advance()
    return document


def _vanished(seen_documents: Sequence[Document], present_documents: Sequence[Document]) -> Iterator[Document]:
    """The documents that were there and are no more, quarantined."""
    paths = {document.path for document in present_documents}
    return (quarantined(document, _VANISHED) for document in seen_documents if document.path not in paths)


def _nothing_read(order: BuildOptions, documents: Sequence[Document], unreadable: Sequence[str]) -> str:
    names = printable(", ".join(map(str, order.sources[:_NAMED])))
    if len(order.sources) > _NAMED:
        names += f" and {len(order.sources) - _NAMED:,} more"
    if unreadable:
        return f"{names}: folder cannot be read: {unreadable[0]}; check its permissions"
    if not documents:
        return f"{names}: no articles found; taiyaku reads {' '.join(EXTENSIONS)}"
    first = documents[0]
    return (
        f"{names}: nothing could be read, {_files(len(documents))} quarantined; {printable(first.path)}: {first.reason}"
    )


def _files(count: int) -> str:
    return "1 file" if count == 1 else f"{count:,} files"


def analyse(
    staged: Path, number: int, folder: Path, line: str, folders: tuple[Path, ...], glossary_only: bool, seconds: float
) -> dict[str, int]:
    """Turn one shard of documents into its parts of the tables, and keep its works; returns rows per table."""
    rows = rows_of(from_table(pq.read_table(staged)), matcher(glossary(folders, glossary_only)), seconds)
    _keep(works(rows["documents"], rows["segments"], rows["mentions"]), folder, "works", number)
    return _write_rows(rows, number, folder, line)


def _keep(value: object, folder: Path, kind: str, number: int) -> None:
    """Keep what a shard hands on to a later step, in a file that is gone when the build is done."""
    store.write_bytes(_file(folder, kind, number), pickle.dumps(value, pickle.HIGHEST_PROTOCOL))


def _file(folder: Path, kind: str, number: int) -> Path:
    return folder / STAGED / kind / f"{number:05d}.pickle"


def _shard_results(folder: Path, kind: str) -> Iterator[Any]:
    """What the shards handed on, in their order."""
    return (pickle.loads(file.read_bytes()) for file in sorted((folder / STAGED / kind).iterdir()))


def learn(folder: Path, lexicon_folders: tuple[Path, ...], seconds: float) -> Path:
    """What the build's works teach on top of the lexicons, in a file for the workers, gone when the build is done."""
    learned = taught(
        (work for shard in _shard_results(folder, "works") for work in shard), lexicons(lexicon_folders), seconds
    )
    return store.write_bytes(folder / STAGED / "known.pickle", pickle.dumps(learned, pickle.HIGHEST_PROTOCOL))


def align(
    number: int,
    folder: Path,
    line: str,
    learned_file: Path,
    folders: tuple[Path, ...],
    glossary_only: bool,
    selection: Selection,
    seconds: float,
) -> dict[str, int]:
    """Turn the works of one shard into its parts of `alignments` and `parallel`, and keep what is found on its pages.

    Returns rows per table, fewer than none where a document had to be quarantined after all.
    """
    termbase, learned = glossary(folders, glossary_only), pickle.loads(learned_file.read_bytes())
    shard_works: list[Work] = pickle.loads(_file(folder, "works", number).read_bytes())
    judged_works = [judge_work(work, learned, termbase, selection, seconds) for work in shard_works]
    shard_findings = [finding for judged_work in judged_works for finding in judged_work.findings]
    _keep(
        (shard_findings, [digest for judged_work in judged_works for digest in judged_work.digests]),
        folder,
        "findings",
        number,
    )
    beads, units = (
        [bead for judged_work in judged_works for bead in judged_work.beads],
        [unit for judged_work in judged_works for unit in judged_work.units],
    )
    rows = _write_rows({"alignments": beads, "parallel": units}, number, folder, line)
    return {**rows, **_rewrite_shard(shard_works, judged_works, number, folder, line)}


def _rewrite_shard(
    shard_works: Sequence[Work], judged_works: Sequence[JudgedWork], number: int, folder: Path, line: str
) -> dict[str, int]:
    """Write the shard's first tables anew where a document was quarantined since; returns how many rows they gain."""
    remaining_works = [judged_work.work for judged_work in judged_works]
    if all(remaining is work for remaining, work in zip(remaining_works, shard_works, strict=True)):
        return {}
    before = {name: sum(len(getattr(work, name)) for work in shard_works) for name in ("segments", "mentions")}
    rows = {name: [row for work in remaining_works for row in getattr(work, name)] for name in ("documents", *before)}
    _write_rows(rows, number, folder, line)
    return {name: len(rows[name]) - count for name, count in before.items()}


def compare(folder: Path, line: str, folders: tuple[Path, ...], glossary_only: bool) -> int:
    """Write the `comparable` table from the build's segments and mentions; returns its rows."""
    documents, segments, mentions = (store.read_table(folder, table) for table in ("documents", "segments", "mentions"))
    rows = comparable_rows(documents, segments, mentions, technical(glossary(folders, glossary_only)))
    return _write_rows({"comparable": rows}, 0, folder, line)["comparable"]


def _write_rows(rows: Mapping[str, Sequence[Any]], number: int, folder: Path, line: str) -> dict[str, int]:
    for table, table_rows in rows.items():
        store.write_part(folder, table, number, to_table(table, table_rows), line)
    return {table: len(table_rows) for table, table_rows in rows.items()}


def concepts(folder: Path, line: str, folders: tuple[Path, ...], glossary_only: bool) -> int:
    """Write the `concepts` table from the build's mentions; returns its rows."""
    mentions = store.read_table(folder, "mentions", ["concept_id", "doc_id", "lang", "form", "status"])
    rows = usage(glossary(folders, glossary_only), mentions)
    return _write_rows({"concepts": rows}, 0, folder, line)["concepts"]


def findings(
    folder: Path, line: str, folders: tuple[Path, ...], glossary_only: bool, selection: Selection, since: Path | None
) -> int:
    """Write the `findings` table: those of each page, those of all together, and what an earlier build had."""
    shard_results = list(_shard_results(folder, "findings"))
    documents = {document.doc_id: document for document in from_table(store.read_table(folder, "documents"))}
    all_findings = [finding for shard, _ in shard_results for finding in shard]
    digests = [digest for _, shard in shard_results for digest in shard]
    all_findings += selected_across(digests, documents, glossary(folders, glossary_only), selection)
    if since is not None:
        all_findings = previous_build.compare_with_build(since, all_findings, documents, selection)
    decisions = adjudicate(_decisions(folder))
    all_findings = with_decisions(all_findings, decisions, documents)
    _correct(folder, line, accepted_corrections(all_findings, decisions, documents), documents)
    return _write_rows({"findings": sorted(all_findings, key=in_order)}, 0, folder, line)["findings"]


def _correct(folder: Path, line: str, accepted_wishes: Sequence[Correction], documents: Mapping[str, Document]) -> None:
    """Put what reviewers accepted into the units of the build."""
    if not accepted_wishes:
        return
    tables = {name: store.read_table(folder, name, columns) for name, columns in corrected_units.READS.items()}
    parallel = store.read_table(folder, "parallel")
    corrections = corrected_units.corrections(accepted_wishes, tables, parallel, documents)
    for number, part in enumerate(store.parts(folder, "parallel")):
        changed = corrected_units.corrected_rows(pq.read_table(part), corrections)
        if changed is not None:
            store.write_part(folder, "parallel", number, changed, line)


def _decisions(folder: Path) -> list[Decision]:
    """The reviewers' decisions that the build was begun with."""
    return files.read((folder / STAGED / DECISIONS).read_text(encoding="utf-8"), DECISIONS)


def scores(folder: Path, line: str) -> int:
    """Write the `scores` table from the build's documents, mentions and findings; returns its rows."""
    tables = (store.read_table(folder, table) for table in ("documents", "mentions", "findings"))
    return _write_rows({"scores": scored(*tables)}, 0, folder, line)["scores"]


def notes_of(termbase: Termbase) -> dict[str, tuple[str, str]]:
    """Concept → its definition and reference."""
    return {concept.id: (concept.definition, concept.reference) for concept in termbase.concepts}


def finish(
    prepared: StagedBuild, folder: Path, out: Path, rows: dict[str, int], seconds: dict[str, float], keep: int
) -> build_summary.Summary:
    """Write card, report and manifest, publish the build and return its summary; raises LossError."""
    inputs = store.read_table(folder, "documents", list(losses.INPUTS)).to_pylist()
    losses.refuse(out, prepared.origin, losses.held_inputs(inputs), prepared.max_lost)
    store.discard(folder / STAGED)
    tables = {name: store.read_table(folder, name, columns) for name, columns in web.READS.items()}
    notes = notes_of(glossary(prepared.glossary, prepared.glossary_only))
    report = web.ReportTables(prepared.build_id, prepared.signature, tables, prepared.left_out, notes)
    summary = build_summary.of_build(folder, report, rows)
    (folder / "README.md").write_text(dataset_card.card(summary), encoding="utf-8")
    (folder / "report").mkdir(exist_ok=True)
    (folder / "report" / "index.html").write_text(web.page(report, source_link=prepared.source_link), encoding="utf-8")
    (folder / "report" / "summary.md").write_text(build_summary.markdown(summary), encoding="utf-8")
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
    return summary
