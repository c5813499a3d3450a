"""Steps: the plain functions that a build is made of, in their order. They know files and tables, but no Prefect."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pyarrow.parquet as pq

from corpus.alignment.lexicon_io import lexicons
from corpus.records import Document
from corpus.schema import to_table
from corpus.storage import store
from corpus.storage.shards import from_table
from flows.pipeline.judge_works import Judge, JudgedWork, judge_work
from flows.pipeline.staged_build import DECISIONS, STAGED, StagedBuild
from glossary.annotation.annotate import rows_of
from glossary.annotation.pipeline import matcher
from glossary.bitext.comparable import comparable_rows, technical
from glossary.bitext.rendering_counts import READS, rendering_rows
from glossary.bitext.term_alignments import aligners
from glossary.bitext.works import Work, taught, works
from glossary.decisions import files
from glossary.decisions.adjudication import adjudicate
from glossary.decisions.decision import Decision
from glossary.findings import previous_build
from glossary.findings.concept_usage import usage
from glossary.findings.decided import with_decisions
from glossary.findings.direction import english_page, tempered, translated_works
from glossary.findings.engine import order as in_order
from glossary.findings.engine import selected_across
from glossary.findings.scores import SCORED_COLUMNS
from glossary.findings.scores import scores as scored
from glossary.review.intake import corrected_units
from glossary.review.intake.corrections import Correction, accepted_corrections


def analyse(build: StagedBuild, number: int) -> dict[str, int]:
    """Turn one shard of documents into its parts of the tables, and keep its works; returns rows per table."""
    documents = from_table(pq.read_table(store.part_file(build.folder / STAGED, "documents", number)))
    rows = rows_of(documents, matcher(build.termbase), build.options.max_seconds)
    _keep(works(rows["documents"], rows["segments"], rows["mentions"]), build.shard_file("works", number))
    return _write_rows(build, rows, number)


def learn(build: StagedBuild) -> dict[str, int]:
    """Keep what the build's works teach on top of the lexicons; it writes no rows."""
    shard_works = (work for file in build.shard_files("works") for work in _handed_on(file))
    _keep(taught(shard_works, lexicons(build.options.lexicons), build.options.max_seconds), build.learned_file)
    return {}


def align(build: StagedBuild, number: int) -> dict[str, int]:
    """Turn the works of one shard into its parts of the tables of what is aligned, and keep what is found on its pages.

    Returns rows per table, fewer than none where a document had to be quarantined after all.
    """
    learned, shard_works = _handed_on(build.learned_file), _handed_on(build.shard_file("works", number))
    by_language = aligners(learned, build.termbase)
    judge = Judge(learned, by_language, build.termbase, build.selection, build.options.max_seconds)
    judged_works = [judge_work(work, judge) for work in shard_works]
    shard_findings = [finding for judged in judged_works for finding in judged.findings]
    digests = [digest for judged in judged_works for digest in judged.digests]
    _keep((shard_findings, digests), build.shard_file("findings", number))
    aligned: dict[str, list[Any]] = {
        "alignments": [bead for judged in judged_works for bead in judged.beads],
        "parallel": [unit for judged in judged_works for unit in judged.units],
        "term_alignments": [term for judged in judged_works for term in judged.terms],
    }
    rows = _write_rows(build, aligned, number)
    return {**rows, **_rewrite_shard(build, shard_works, judged_works, number)}


def _rewrite_shard(
    build: StagedBuild, shard_works: Sequence[Work], judged_works: Sequence[JudgedWork], number: int
) -> dict[str, int]:
    """Write the shard's first tables anew where a document was quarantined since; returns how many rows they gain."""
    remaining_works = [judged_work.work for judged_work in judged_works]
    if all(remaining is work for remaining, work in zip(remaining_works, shard_works, strict=True)):
        return {}
    before = {name: sum(len(getattr(work, name)) for work in shard_works) for name in ("segments", "mentions")}
    rows = {name: [row for work in remaining_works for row in getattr(work, name)] for name in ("documents", *before)}
    _write_rows(build, rows, number)
    return {name: len(rows[name]) - count for name, count in before.items()}


def compare(build: StagedBuild) -> dict[str, int]:
    """Write the `comparable` table from the build's segments and mentions."""
    documents, segments, mentions = (
        store.read_table(build.folder, table) for table in ("documents", "segments", "mentions")
    )
    return _write_rows(build, {"comparable": comparable_rows(documents, segments, mentions, technical(build.termbase))})


def renderings(build: StagedBuild) -> dict[str, int]:
    """Write the `renderings` table from the build's term alignments."""
    return _write_rows(build, {"renderings": rendering_rows(store.read_table(build.folder, "term_alignments", READS))})


def concepts(build: StagedBuild) -> dict[str, int]:
    """Write the `concepts` table from the build's mentions."""
    mentions = store.read_table(build.folder, "mentions", ["concept_id", "doc_id", "lang", "form", "status"])
    return _write_rows(build, {"concepts": usage(build.termbase, mentions)})


def findings(build: StagedBuild) -> dict[str, int]:
    """Write the `findings` table: those of each page, those of all together, and what an earlier build had."""
    shard_results = [_handed_on(file) for file in build.shard_files("findings")]
    documents = {document.doc_id: document for document in from_table(store.read_table(build.folder, "documents"))}
    all_findings = [finding for shard, _ in shard_results for finding in shard]
    digests = [digest for _, shard in shard_results for digest in shard]
    all_findings += selected_across(digests, documents, build.termbase, build.selection)
    english = (english_page(document) for document in documents.values() if document.lang == "en")
    all_findings = tempered(all_findings, translated_works(english))
    if build.options.since is not None:
        all_findings = previous_build.compare_with_build(build.options.since, all_findings, documents, build.selection)
    decisions = adjudicate(_decisions(build.folder))
    all_findings = with_decisions(all_findings, decisions, documents)
    _correct(build, accepted_corrections(all_findings, decisions, documents), documents)
    return _write_rows(build, {"findings": sorted(all_findings, key=in_order)})


def _correct(build: StagedBuild, accepted: Sequence[Correction], documents: Mapping[str, Document]) -> None:
    """Put what reviewers accepted into the units of the build."""
    if not accepted:
        return
    tables = {name: store.read_table(build.folder, name, columns) for name, columns in corrected_units.READS.items()}
    parallel = store.read_table(build.folder, "parallel")
    corrections = corrected_units.corrections(accepted, tables, parallel, documents)
    for number, part in enumerate(store.parts(build.folder, "parallel")):
        changed = corrected_units.corrected_rows(pq.read_table(part), corrections)
        if changed is not None:
            store.write_part(build.folder, "parallel", number, changed, build.signature)


def _decisions(folder: Path) -> list[Decision]:
    """The reviewers' decisions that the build was begun with."""
    return files.read((folder / STAGED / DECISIONS).read_text(encoding="utf-8"), DECISIONS)


def scores(build: StagedBuild) -> dict[str, int]:
    """Write the `scores` table from the build's other tables."""
    tables = {name: store.read_table(build.folder, name, columns) for name, columns in SCORED_COLUMNS.items()}
    return _write_rows(build, {"scores": scored(tables)})


def _write_rows(build: StagedBuild, rows: Mapping[str, Sequence[Any]], number: int = 0) -> dict[str, int]:
    for table, table_rows in rows.items():
        store.write_part(build.folder, table, number, to_table(table, table_rows), build.signature)
    return {table: len(table_rows) for table, table_rows in rows.items()}


def _keep(value: object, file: Path) -> None:
    """Keep what a step hands on to a later one, in a file that is gone when the build is done."""
    store.write_bytes(file, pickle.dumps(value, pickle.HIGHEST_PROTOCOL))


def _handed_on(file: Path) -> Any:
    return pickle.loads(file.read_bytes())


class Step(NamedTuple):
    """A part of a build: a function of the staged build, or of it and the number of each of its shards."""

    name: str
    run_name: str  # of one run, with {number} for that of the shard
    title: str  # of the progress
    function: Callable[..., dict[str, int]]  # returns rows written, by table
    each_shard: bool = False


STEPS = (
    Step("analyse", "analyse shard {number}", "Cutting, matching", analyse, each_shard=True),
    Step("learn", "learn the languages", "Learning", learn),
    Step("align", "align shard {number}", "Aligning, judging", align, each_shard=True),
    Step("count renderings", "count renderings", "Counting and publishing", renderings),
    Step("compare", "compare languages", "Counting and publishing", compare),
    Step("count concepts", "count concepts", "Counting and publishing", concepts),
    Step("judge", "judge the pages together", "Counting and publishing", findings),
    Step("score", "score the findings", "Counting and publishing", scores),
)
