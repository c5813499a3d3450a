"""Steps: the plain functions that make up a build, in order. They know files and tables, but not Prefect."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import pyarrow as pa
import pyarrow.parquet as pq

from corpus.alignment.lexicon import lexicons
from corpus.duplicates import repeated_units
from corpus.duplicates.near_copies import SketchedDocument, near_copies, sketch
from corpus.gc_pause import uncollected
from corpus.grouping import grouped
from corpus.records import Document, Finding
from corpus.schema import from_table, schema_of, to_table
from corpus.storage import parquet, store
from flows.options.earlier_results import EarlierResults, digest_of
from flows.pipeline import frozen_lexicon
from flows.pipeline.staged_build import DECISIONS, STAGED, StagedBuild
from flows.pipeline.work_steps import (
    ALIGNED,
    ANALYSED,
    AnalysedWork,
    Outcome,
    Tables,
    WorkResult,
    analysed_rows,
    analysed_work,
    judged_work,
    knowledge_bytes,
)
from glossary.bitext import comparable
from glossary.bitext.rendering_counts import READS, rendering_rows
from glossary.bitext.works import taught
from glossary.decisions import files
from glossary.decisions.adjudication import adjudicate
from glossary.desk.review.intake import corrected_units
from glossary.desk.review.intake.corrections import Correction, accepted_corrections
from glossary.findings import previous_build
from glossary.findings.decided import with_decisions
from glossary.findings.direction import english_page, tempered, translated_works
from glossary.findings.engine import RaisedTogether, page_findings, selected_across
from glossary.findings.engine import order as in_order
from glossary.findings.masked_words import with_masked_words
from glossary.findings.repeated_places import without_repeated_places
from glossary.findings.scores import SCORED_COLUMNS, usage
from glossary.findings.scores import scores as scored
from glossary.findings.site_text import with_kept_english, without_site_text
from glossary.rules.usages import usage_file

_T = TypeVar("_T")


def analyse(build: StagedBuild, number: int) -> dict[str, int]:
    """Turn one shard of documents into its parts of the tables; returns rows per table."""
    documents = from_table(pq.read_table(parquet.part_file(build.folder / STAGED, "documents", number)))
    works: list[bytes] = []  # each as bytes, a fifth of what its records take
    tables: list[Tables] = []
    for _, group in groupby(documents, key=lambda document: document.work):
        versions = list(group)
        scope = build.on_work(versions)
        work, rows = analysed_work(scope, _earlier(scope), versions)
        works.append(pickle.dumps(work, pickle.HIGHEST_PROTOCOL))
        tables.append(rows)
    _keep(works, build.shard_file("works", number))
    sketches = [(document, sketch(document.text)) for document in documents if document.status == "ok"]
    sketched = [SketchedDocument(page.doc_id, page.lang, numbers) for page, numbers in sketches if numbers is not None]
    _keep(sketched, build.shard_file("sketches", number))
    return _write_tables(build, tables, number)


def _analysed_works(file: Path) -> Iterator[AnalysedWork]:
    """Yield the works of a shard, one in memory at a time."""
    return map(pickle.loads, _handed_on(file))


def _earlier(build: StagedBuild) -> EarlierResults:
    return EarlierResults(build.termbase, build.options.max_seconds, use=not build.options.full)


def learn(build: StagedBuild) -> dict[str, int]:
    """Learn from the build's works on top of the lexicons, unless its lexicon exists; writes no rows."""
    earlier = _earlier(build)
    if not build.lexicon_file.is_file():
        store.write_bytes(build.lexicon_file, _learned(build, earlier))
    for scope in build.scopes():
        _earlier(scope).keep_glossary()
    earlier.prune()
    return {}


def _learned(build: StagedBuild, earlier: EarlierResults) -> bytes:
    shard_works = (work for file in build.shard_files("works") for work in _analysed_works(file))
    teachers = [work for work in shard_works if work.documents[0].work in build.teachers]
    on_top_of = lexicons(build.options.lexicons)
    key = earlier.key("learned", [teacher.digest for teacher in teachers], on_top_of.fingerprint)
    content = earlier.read_shared(key)
    if content is None:
        works_to_learn_from = (teacher.work(build.on_work(teacher.documents)) for teacher in teachers)
        content = knowledge_bytes(taught(works_to_learn_from, on_top_of, build.options.max_seconds))
        earlier.keep_shared(key, content)
    documents = [document for teacher in teachers for document in teacher.documents]
    return frozen_lexicon.with_head(frozen_lexicon.head_of(documents, build.signature), content)


def align(build: StagedBuild, number: int) -> dict[str, int]:
    """Align and judge the works of one shard, and write its parts of the alignment tables and its findings. Returns
    rows per table; negative counts where a document had to be quarantined after all.
    """
    learned = digest_of(build.lexicon_file.read_bytes())
    judged: list[WorkResult] = []
    digests: list[WorkDigests] = []
    for work in _analysed_works(build.shard_file("works", number)):
        scope = build.on_work(work.documents)
        judged.append(judged_work(scope, _earlier(scope), work, learned))
        analysed = judged[-1].digest if "documents" in judged[-1].tables else work.digest
        digests.append(WorkDigests(analysed, judged[-1].digest))
    _keep([work.outcome for work in judged], build.shard_file("findings", number))
    _keep(digests, build.shard_file("digests", number))
    rows = _write_tables(build, [_only(work.tables, ALIGNED) for work in judged], number)
    return {**rows, **_rewrite_shard(build, judged, number)}


def _rewrite_shard(build: StagedBuild, judged: Sequence[WorkResult], number: int) -> dict[str, int]:
    """Rewrite the shard's first tables if a document was quarantined since; returns the change in row counts."""
    if not any("documents" in result.tables for result in judged):
        return {}
    counted = ("segments", "mentions")
    parts = {name: parquet.part_file(build.folder, name, number) for name in counted}
    before = {name: pq.read_metadata(part).num_rows for name, part in parts.items()}
    analysed = _analysed_works(build.shard_file("works", number))
    rows = _write_tables(
        build,
        [
            _only(result.tables, ANALYSED) or analysed_rows(work.work(build.on_work(work.documents)))
            for work, result in zip(analysed, judged, strict=True)
        ],
        number,
    )
    return {name: rows[name] - before[name] for name in counted}


def _only(tables: Tables, names: Sequence[str]) -> Tables:
    return {name: tables[name] for name in names if name in tables}


def compare(build: StagedBuild) -> dict[str, int]:
    """Write the `comparable` table from the build's segments and mentions."""

    def rows() -> Sequence[Any]:
        shards = zip(*_parts(build, comparable.READS), strict=True)
        telling, chosen = comparable.technical(build.termbase), partial(parquet.read_table, build.folder, "segments")
        return comparable.comparable_rows(shards, telling, chosen)

    return _write_or_copy(build, "comparable", rows)


def _parts(build: StagedBuild, reads: Mapping[str, list[str] | None]) -> Iterator[parquet.TableParts]:
    return (parquet.TableParts(build.folder, name, columns) for name, columns in reads.items())


def renderings(build: StagedBuild) -> dict[str, int]:
    """Write the `renderings` table from the build's term alignments."""
    links = parquet.TableParts(build.folder, "term_alignments", READS)
    return _write_or_copy(build, "renderings", lambda: rendering_rows(links))


def concepts(build: StagedBuild) -> dict[str, int]:
    """Write the `concepts` table from the build's mentions."""
    mentions = parquet.TableParts(build.folder, "mentions", ["concept_id", "doc_id", "lang", "form", "status"])
    return _write_or_copy(build, "concepts", lambda: usage(build.termbase, mentions))


def findings(build: StagedBuild) -> dict[str, int]:
    """Write the `findings` table, of single pages, all pages and an earlier build, and the usages for checks."""
    outcomes: list[Outcome] = [outcome for file in build.shard_files("findings") for outcome in _handed_on(file)]
    documents = {document.doc_id: document for document in from_table(parquet.read_table(build.folder, "documents"))}
    digests = [digest for outcome in outcomes for digest in outcome.digests]
    all_findings: list[Finding] = []
    for page_digest, raised in zip(digests, (page for outcome in outcomes for page in outcome.raised), strict=True):
        document = documents[page_digest.doc_id]
        all_findings += page_findings(document, raised, build.selection.rules(document.path)).findings
    rules = replace(build.selection, project_counts=())  # decisions are applied to what is raised
    earlier, judged_works = _earlier(build), [digests.judged for digests in _work_digests(build)]
    versions = grouped(documents.values(), lambda document: document.work)
    for compared in grouped(digests, lambda digest: build.on_work(versions[digest.work]).options.glossary).values():
        termbase = build.on_work(versions[compared[0].work]).termbase
        key = earlier.key("across", judged_works, rules, termbase.fingerprint)
        recall = partial(earlier.recalled, key, RaisedTogether)
        all_findings += selected_across(compared, documents, termbase, build.selection, recall)
    usages = _in_latest(build, usage_file.FILE, lambda latest: (latest / usage_file.FILE).read_bytes())
    store.write_bytes(build.folder / usage_file.FILE, usages or usage_file.usage_lines(digests).encode())
    english = (english_page(document) for document in documents.values() if document.lang == "en")
    all_findings = without_site_text(tempered(all_findings, translated_works(english, build.options.original)))
    all_findings = with_kept_english(without_repeated_places(all_findings))
    if build.options.since is not None:
        all_findings = previous_build.compare_with_build(build.options.since, all_findings, documents, build.selection)
    all_findings = with_masked_words(all_findings, build.options.masking)
    decisions = adjudicate(files.read((build.folder / STAGED / DECISIONS).read_text(encoding="utf-8"), DECISIONS))
    all_findings = with_decisions(all_findings, decisions, documents)
    _correct(build, accepted_corrections(all_findings, decisions, documents), documents)
    return _write_rows(build, "findings", sorted(all_findings, key=in_order))


def _correct(build: StagedBuild, accepted: Sequence[Correction], documents: Mapping[str, Document]) -> None:
    """Apply the corrections that reviewers accepted to the units of the build."""
    if not accepted:
        return
    tables = {name: parquet.read_table(build.folder, name, columns) for name, columns in corrected_units.READS.items()}
    parallel = parquet.read_table(build.folder, "parallel")
    corrections = corrected_units.corrections(accepted, tables, parallel, documents)
    for number, part in enumerate(parquet.parts(build.folder, "parallel")):
        changed = corrected_units.corrected_rows(pq.read_table(part), corrections)
        if changed is not None:
            parquet.write_part(build.folder, "parallel", number, changed, build.signature)


def duplicates(build: StagedBuild) -> dict[str, int]:
    """Mark near-copies among documents and repeated units; writes no rows."""
    statuses = parquet.read_table(build.folder, "documents", ["doc_id", "status"]).to_pylist()
    read = {row["doc_id"] for row in statuses if row["status"] == "ok"}  # some are quarantined after their sketch
    sketches = (document for file in build.shard_files("sketches") for document in _handed_on(file))
    copies = near_copies(document for document in sketches if document.doc_id in read)
    for number, part in enumerate(parquet.parts(build.folder, "documents")):
        ids = pq.read_table(part, columns=["doc_id"])["doc_id"].to_pylist()
        if any(doc_id in copies for doc_id in ids):
            documents = pq.read_table(part)
            column = documents.schema.get_field_index("duplicate_of")
            values = pa.chunked_array([pa.array([copies.get(doc_id) for doc_id in ids], pa.string())])
            marked = documents.set_column(column, documents.schema.field(column), values)
            parquet.write_part(build.folder, "documents", number, marked, build.signature)
    _mark_units(build)
    return {}


def _mark_units(build: StagedBuild) -> None:
    parts = parquet.TableParts(build.folder, "parallel", repeated_units.READS)
    repeated = repeated_units.repeats(repeated_units.unit_keys(part) for part in parts)
    for number, part in enumerate(parquet.parts(build.folder, "parallel")):
        if repeated[number].any():
            marked = repeated_units.flagged(pq.read_table(part), repeated[number])
            if marked is not None:
                parquet.write_part(build.folder, "parallel", number, marked, build.signature)


def scores(build: StagedBuild) -> dict[str, int]:
    """Write the `scores` table from the build's other tables."""
    tables = dict(zip(SCORED_COLUMNS, _parts(build, SCORED_COLUMNS), strict=True))
    return _write_rows(build, "scores", scored(tables))


def _write_or_copy(build: StagedBuild, table: str, rows: Callable[[], Sequence[Any]]) -> dict[str, int]:
    """Write a table of the whole corpus, copied from the latest build if that made it from the same input."""
    copied = _in_latest(build, table, lambda latest: parquet.read_table(latest, table).cast(schema_of(table)))
    if copied is None:
        return _write_rows(build, table, rows())
    parquet.write_part(build.folder, table, 0, copied, build.signature)
    return {table: copied.num_rows}


def _in_latest(build: StagedBuild, name: str, read: Callable[[Path], _T]) -> _T | None:
    """Return what is read from the latest build; None if that made it from other input, or is damaged."""
    latest = build.options.out / "latest"
    made_of: Mapping[str, str] = (store.read_manifest(latest) or {}).get("made_of", {})
    if build.options.full or made_of.get(name) != corpus_keys(build)[name]:
        return None
    try:
        return read(latest)
    except (OSError, pa.ArrowException):
        return None


class WorkDigests(NamedTuple):
    """Digests of a work's rows: those of its documents, and those aligned and found in them."""

    analysed: str
    judged: str


def _work_digests(build: StagedBuild) -> list[WorkDigests]:
    return [digests for file in build.shard_files("digests") for digests in _handed_on(file)]


def corpus_keys(build: StagedBuild) -> dict[str, str]:
    """Return a key for each table or file of the whole corpus: the works' rows and the entries it depends on."""
    works, termbase = _work_digests(build), build.termbase
    analysed, judged = ([getattr(digests, kind) for digests in works] for kind in WorkDigests._fields)
    made_of: dict[str, tuple[object, ...]] = {
        "comparable": (analysed, comparable.technical(termbase)),
        "concepts": (analysed, termbase.fingerprint),
        "renderings": (judged,),
        usage_file.FILE: (judged,),
    }
    earlier = _earlier(build)
    return {name: earlier.key(name, *parts) for name, parts in made_of.items()}


def _write_rows(build: StagedBuild, table: str, rows: Sequence[Any]) -> dict[str, int]:
    parquet.write_part(build.folder, table, 0, to_table(table, rows), build.signature)
    return {table: len(rows)}


def _write_tables(build: StagedBuild, works: Sequence[Tables], number: int) -> dict[str, int]:
    """Write the tables of works, one work after the other, as the parts of a shard."""
    tables = {name: pa.concat_tables([work[name] for work in works]).combine_chunks() for name in works[0]}
    for name, table in tables.items():
        parquet.write_part(build.folder, name, number, table, build.signature)
    return {name: table.num_rows for name, table in tables.items()}


def _keep(value: object, file: Path) -> None:
    """Keep a value for a later step, in a file that is removed when the build is done."""
    store.write_bytes(file, pickle.dumps(value, pickle.HIGHEST_PROTOCOL))


def _handed_on(file: Path) -> Any:
    return pickle.loads(file.read_bytes())


class Step(NamedTuple):
    """A step of a build: a function of the staged build, or of it and the number of each shard."""

    name: str
    run_name: str  # of one run, with {number} for that of the shard
    title: str  # of the progress
    function: Callable[..., dict[str, int]]  # returns rows written, by table
    each_shard: bool = False

    @uncollected()
    def run(self, build: StagedBuild, *number: int) -> dict[str, int]:
        """Run the step, for one shard if it runs by shards; without the garbage collector, which took 5% of a build."""
        return self.function(build, *number)


LEARN = "learn"
STEPS = (
    Step("analyse", "analyse shard {number}", "Cutting, matching", analyse, each_shard=True),
    Step(LEARN, "learn the languages", "Learning", learn),
    Step("align", "align shard {number}", "Aligning, judging", align, each_shard=True),
    Step("count renderings", "count renderings", "Counting and publishing", renderings),
    Step("compare", "compare languages", "Counting and publishing", compare),
    Step("count concepts", "count concepts", "Counting and publishing", concepts),
    Step("judge", "judge the pages together", "Counting and publishing", findings),
    Step("mark duplicates", "mark duplicates", "Counting and publishing", duplicates),
    Step("score", "score the findings", "Counting and publishing", scores),
)
