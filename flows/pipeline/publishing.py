"""Publishing: a finished build with its card, report and manifest; or a build that already exists."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path

from corpus.gc_pause import uncollected
from corpus.moments import moment_text
from corpus.storage import build_lock, parquet, store
from flows.dataset_card import build_summary, dataset_card, dataset_facts
from flows.files import history_folder
from flows.options.flow_parameters import BuildOptions
from flows.outcomes.difference import difference
from flows.pipeline import frozen_lexicon, losses, retention
from flows.pipeline.retention import forget, withdrawn_text
from flows.pipeline.staged_build import STAGED, StagedBuild
from flows.pipeline.steps import corpus_keys
from glossary.desk.report import web
from glossary.termbase.termbase import Termbase


@uncollected()
def publish(build: StagedBuild, rows: dict[str, int], seconds: dict[str, float]) -> build_summary.Summary:
    """Write card, report and manifest, publish the build and return its summary; raises LossError."""
    folder, out = build.folder, build.options.out
    inputs = parquet.read_table(folder, "documents", list(losses.INPUTS)).to_pylist()
    losses.refuse(out, build.origin, losses.held_inputs(inputs), build.options.max_lost)
    lexicon = build.lexicon_file.read_bytes() if build.lexicon_id else b""
    made_of = corpus_keys(build)
    store.discard(folder / STAGED)
    tables = {name: parquet.TableParts(folder, name, columns) for name, columns in web.READS.items()}
    notes = notes_of(build.termbase)
    counts = dict(build.selection.project_counts)
    report = web.ReportTables(build.build_id, build.signature, tables, build.left_out, notes, project_counts=counts)
    summary = build_summary.of_build(folder, report, rows)
    facts = dataset_facts.facts_of(folder, build.build_id, build.signature, rows)
    store.write_text(folder / "README.md", dataset_card.card(facts))
    store.write_text(folder / dataset_card.FILE, dataset_card.croissant(facts))
    report_folder = folder / "report"
    report_folder.mkdir(exist_ok=True)
    if build.options.report == "always":
        write = web.writer(report_folder / web.FOLDER, build.build_id)
        page = web.page(report, source_link=build.options.source_link, write=write)
        store.write_text(report_folder / "index.html", page)
    store.write_text(report_folder / "summary.md", build_summary.markdown(summary))
    manifest = {
        "build_id": build.build_id,
        "signature": build.signature,
        "created": moment_text(),
        "seconds": {step: round(value, 2) for step, value in seconds.items()},
        "versions": {name: version(name) for name in ("taiyaku", "pyarrow", "pandas", "spacy", "rjieba")},
        "rows": rows,
        "confidence": {rule.code: rule.confidence for rule in build.selection.all},
        "coverage": summary.coverage,
        "left_out": build.left_out,
        "sources": build.origin,
        "made_of": made_of,
        "inputs": inputs,
    }
    build_lock.ensure_held(out)
    if lexicon:
        frozen_lexicon.keep(out, build.lexicon_id, lexicon)
    forget(out, build.build_id)  # only --full comes here with a build that was rolled back
    before = Path(os.path.realpath(out / "latest")) if (out / "latest").exists() else None
    published = store.publish(folder, out, build.build_id, manifest)
    history_folder.record(out, published)
    recorded = figures_of_builds(out)
    changes = difference(before, published, recorded) if before and before != published else None
    retention.apply(out, build.options)
    return replace(summary, figures=dict(recorded.get(build.build_id, {})), changes=changes)


def is_there(build_id: str, options: BuildOptions) -> bool:
    """Return whether nothing is to be built: the build exists whole, or was withdrawn (and stays so if removed)."""
    if options.full:
        return False
    return bool(withdrawn_text(options.out, build_id) or store.complete(options.out, build_id))


def unchanged(build: StagedBuild) -> bool:
    """Return whether the build exists; if so, discard what was staged, and point `latest` to it as `point` does."""
    if not is_there(build.build_id, build.options):
        return False
    store.discard(build.folder)
    point(build.options.out, build.build_id)
    return True


def point(out: Path, build_id: str) -> None:
    """Point `latest` at an existing build unless it was rolled back, and record that in the history."""
    if not withdrawn_text(out, build_id):
        store.point(out, build_id)
        history_folder.record(out, out / "builds" / build_id)


def figures_of_builds(out: Path) -> dict[str, Mapping[str, float]]:
    """Return the figures of each build, from the stored history."""
    return {entry.build_id: entry.figures for entry in history_folder.read(out).entries}


def unread_files(build: Path) -> list[dict[str, str]]:
    """Return the files that a published build could not read, with reasons."""
    inputs = (store.read_manifest(build) or {}).get("inputs", [])
    return [{"path": entry["path"], "reason": entry["reason"]} for entry in inputs if entry["status"] != "ok"]


def notes_of(termbase: Termbase) -> dict[str, tuple[str, str]]:
    """Return the definition and reference of each concept."""
    return {concept.id: (concept.definition, concept.reference) for concept in termbase.concepts}
