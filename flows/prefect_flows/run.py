"""Running the flow of builds for the command line, on whichever server there is."""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Callable, Sequence
from typing import Any

from prefect import tags

from corpus.records import Document
from flows.pipeline import steps
from flows.prefect_flows import server
from flows.prefect_flows.build_flow import build, showing_progress
from flows.prefect_flows.session import drain, reachable, reaching
from flows.prefect_flows.signals import heard
from flows.progress import Progress
from flows.project_name import project_of
from flows.settings import Settings


def run_build_flow(
    order: steps.BuildOptions,
    settings: Settings,
    options: argparse.Namespace,
    progress: Progress,
    ready: Callable[[], server.ServerAccess] | None,
    seen_documents: Sequence[Document],
) -> dict[str, Any]:
    """Run the flow, on the server that is starting or on the one that is configured; returns what the flow returns."""
    parameters: dict[str, Any] = {
        "sources": list(order.sources),
        "out": order.out,
        "root": order.root,
        "exclude": list(order.exclude),
        "works": list(order.works),
        "max_mib": settings.source.max_mib,
        "max_seconds": order.max_seconds,
        "glossary": list(order.glossary),
        "glossary_only": order.glossary_only,
        "lexicons": list(order.lexicons),
        "select": settings.check.select,
        "ignore": settings.check.ignore,
        "per_folder": {pattern: section.model_dump() for pattern, section in settings.check.per_folder.items()},
        "base": order.base,
        "since": order.since,
        "review": order.review,
        "source_link": order.source_link,
        "jobs": options.jobs or settings.build.jobs,
        "keep_last": settings.build.keep_last,
        "max_lost": order.max_lost,
        "full": options.full,
        "project": project_of(options.config, settings).name,
    }
    run_tags = tags(parameters["project"])
    with reaching(ready), showing_progress(progress, seen_documents), reachable(), heard(), run_tags:
        try:
            result: dict[str, Any] = asyncio.run(build(**parameters))
        except Exception:
            drain()
            raise
        drain()
    return result
