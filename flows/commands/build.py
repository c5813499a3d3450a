"""Running: from the command line's options to a build, without Prefect where nothing changed."""

from __future__ import annotations

import argparse
import os
import sys
import threading
from collections.abc import Iterable, Mapping
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path

from corpus.storage import store
from corpus.text.printable import printable
from flows import samples
from flows.exit_status import FINE
from flows.pipeline import build_summary, steps
from flows.prefect_flows import environment, server
from flows.progress import progress_display
from flows.rule_options import base_of, selection_of
from flows.settings import Settings, SettingsError


def order_of(options: argparse.Namespace, settings: Settings) -> steps.BuildOptions:
    """What the options and the settings together ask for; an option comes before a setting."""
    return steps.BuildOptions(
        sources=tuple(options.sources) or (samples.folder(),),
        out=options.out or settings.build.out,
        root=settings.source.root,
        exclude=tuple(settings.source.exclude),
        works=tuple(settings.source.works),
        max_bytes=int(settings.source.max_mib * 2**20),
        glossary=(*settings.glossary.dirs, *options.glossary),
        glossary_only=options.glossary_only or settings.glossary.only,
        lexicons=lexicon_folders(options, settings),
        selection=selection_of(settings),
        base=base_of(options.config),
        since=getattr(options, "since", None),
        review=settings.review.dir,
        source_link=settings.review.source_link,
        max_seconds=settings.source.max_seconds,
        max_lost=1 if getattr(options, "allow_loss", False) else settings.build.max_lost,
    )


def lexicon_folders(options: argparse.Namespace, settings: Settings) -> tuple[Path, ...]:
    """The user's folders of lexicons."""
    return (*settings.align.lexicons, *options.lexicon)


def run_build(options: argparse.Namespace, settings: Settings) -> int:
    """Build what changed, publish it and say so."""
    order = order_of(options, settings)
    _must_be_text((*order.sources, order.out, *order.glossary, *order.lexicons, *([order.root] if order.root else [])))
    with progress_display(options.quiet, patient=True) as progress:
        planned = steps.plan(order, progress)
    if not options.full and _is_published(order.out, planned.build_id):
        with store.lock(order.out):
            store.point(order.out, planned.build_id)
        _print_status(options, _unchanged(order, planned.build_id, planned.left_out))
        return FINE
    seen_documents = [replace(document, text="") for document in planned.documents if document.status == "ok"]
    del planned
    with store.lock(order.out):
        pass  # what stands in the way of publishing is told at once
    environment.prepare()
    with (
        progress_display(options.quiet) as progress,
        nullcontext() if server.is_configured() else server.starting() as ready,
    ):
        progress.step("Starting Prefect")
        warming = threading.Thread(
            target=steps.warm, args=({document.lang for document in seen_documents},), daemon=True
        )
        warming.start()  # while the server starts
        from flows.prefect_flows.run import run_build_flow  # it imports Prefect, which takes seconds

        result = run_build_flow(order, settings, options, progress, ready, seen_documents)
    same = result.get("summary") is None
    _print_status(
        options,
        _unchanged(order, result["build_id"]) if same else build_summary.lines(result["summary"], order.out / "latest"),
    )
    return FINE


def _is_published(out: Path, build_id: str) -> bool:
    """Whether the build is there whole, and no server shows another one as the latest."""
    latest = os.path.realpath(out / "latest") == os.path.realpath(out / "builds" / build_id)
    return store.complete(out, build_id) is not None and (latest or not server.is_configured())


def _must_be_text(paths: Iterable[Path]) -> None:
    """Prefect keeps a flow's parameters as JSON, which has no place for other bytes."""
    for path in paths:
        try:
            str(path).encode()
        except UnicodeEncodeError:
            remedy = "rename it, or change into its parent folder and pass ."
            raise SettingsError(f"{printable(path)}: path is not UTF-8; {remedy}") from None


def _unchanged(order: steps.BuildOptions, build_id: str, left_out: Mapping[str, int] | None = None) -> list[str]:
    """That nothing is to do, and what is left out now if that is not what the report says."""
    lines = [f"Nothing changed since build {build_id}; see {printable(order.out)}/latest/report/index.html"]
    manifest = store.read_manifest(order.out / "latest") or {}
    if left_out and left_out != manifest.get("left_out"):
        lines.append(f"Not read in this run: {build_summary.reason_list(left_out, 12)}")
    return lines


def _print_status(options: argparse.Namespace, lines: list[str]) -> None:
    if not options.quiet:
        print("\n".join(lines), file=sys.stderr)
