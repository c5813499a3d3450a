"""A build in this process, without Prefect and without the command line."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from corpus.storage import store
from flows.pipeline import steps
from flows.pipeline.build_summary import Summary


def publish(order: steps.BuildOptions) -> Path:
    """Make a build and return its published folder; the one that is there where nothing changed."""
    with store.lock(order.out), store.fresh_build_folder(order.out) as folder:
        prepared = steps.prepare(order, folder)
        if not steps.unchanged(prepared, folder, order.out):
            build_from_staged(order, prepared, folder)
    return order.out / "builds" / prepared.build_id


def build_from_staged(order: steps.BuildOptions, prepared: steps.StagedBuild, folder: Path) -> Summary:
    """Analyse what was prepared in `folder`, shard by shard, and publish it; returns the build's summary."""
    rows: Counter[str] = Counter()
    entries = (order.glossary, order.glossary_only)
    for number, shard in enumerate(prepared.shards):
        rows.update(steps.analyse(shard, number, folder, prepared.signature, *entries, order.max_seconds))
    learned_file = steps.learn(folder, order.lexicons, order.max_seconds)
    for number in range(len(prepared.shards)):
        arguments = (*entries, prepared.selection, order.max_seconds)
        rows.update(steps.align(number, folder, prepared.signature, learned_file, *arguments))
    rows["comparable"] = steps.compare(folder, prepared.signature, *entries)
    rows["concepts"] = steps.concepts(folder, prepared.signature, *entries)
    more = (*entries, prepared.selection, order.since)
    rows["findings"] = steps.findings(folder, prepared.signature, *more)
    rows["scores"] = steps.scores(folder, prepared.signature)
    return steps.finish(prepared, folder, order.out, dict(rows), {}, 0)
