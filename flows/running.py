"""Running: from the command line's options to a build, without Prefect where nothing changed."""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from corpus import store
from flows import samples, steps, summary
from flows.progress import Bar, Lines, Progress, Silent
from flows.settings import Settings

# Prefect's own server is started in the background where none is configured: quiet, offline and patient.
_PREFECT = {
    "PREFECT_SERVER_EPHEMERAL_STARTUP_TIMEOUT_SECONDS": "120",
    "PREFECT_SERVER_ANALYTICS_ENABLED": "false",
    "DO_NOT_TRACK": "1",
    "PREFECT_LOGGING_LEVEL": "CRITICAL",
    "PREFECT_CLI_PROMPT": "false",
}


class ServerError(OSError):
    """Prefect's server cannot be reached."""


def order_of(options: argparse.Namespace, settings: Settings) -> steps.Order:
    """What the options and the settings together ask for; an option comes before a setting."""
    return steps.Order(
        sources=tuple(options.sources) or (samples.folder(),),
        out=options.out or settings.build.out,
        root=settings.source.root,
        exclude=tuple(settings.source.exclude),
        works=tuple(settings.source.works),
        max_bytes=int(settings.source.max_mib * 2**20),
        glossary=(*settings.glossary.dirs, *options.glossary),
        glossary_only=options.glossary_only or settings.glossary.only,
    )


def run_build(options: argparse.Namespace, settings: Settings) -> int:
    """Build what changed, publish it and say so."""
    order = order_of(options, settings)
    planned = steps.plan(order)
    if not options.full and store.complete(order.out, planned.build_id):
        with store.lock(order.out):
            store.point(order.out, planned.build_id)
        _tell(
            options,
            [f"Nothing changed since build {planned.build_id}; look at {order.out}/latest/report/summary.md"],
        )
        return 0
    langs = {document.lang for document in planned.documents}
    del planned
    threading.Thread(target=steps.warm, args=(langs,), daemon=True).start()  # while Prefect's server starts
    for name, value in _PREFECT.items():
        os.environ.setdefault(name, value)
    with _progress(options.quiet) as progress:
        progress.step("Starting Prefect")
        told = _flow(order, settings, options, progress)
    _tell(options, summary.lines(told, order.out / "latest"))
    return 0


def _flow(order: steps.Order, settings: Settings, options: argparse.Namespace, progress: Progress) -> summary.Summary:
    from flows.build import build, shown_on

    with shown_on(progress), _reachable():
        result: dict[str, Any] = asyncio.run(
            build(
                sources=list(order.sources),
                out=order.out,
                root=order.root,
                exclude=list(order.exclude),
                works=list(order.works),
                max_mib=settings.source.max_mib,
                glossary=list(order.glossary),
                glossary_only=order.glossary_only,
                jobs=options.jobs or settings.build.jobs,
                keep_last=settings.build.keep_last,
                full=options.full,
            )
        )
    told: summary.Summary = result["summary"]
    return told


@contextmanager
def _reachable() -> Iterator[None]:
    try:
        yield
    except RuntimeError as error:
        if "Failed to reach API" not in str(error):
            raise
        server = os.environ.get("PREFECT_API_URL", "that your Prefect profile names")
        remedy = "start it, or unset PREFECT_API_URL and taiyaku starts one of its own"
        raise ServerError(f"the Prefect server {server} does not answer; {remedy}") from None


@contextmanager
def _progress(quiet: bool) -> Iterator[Progress]:
    if quiet:
        yield Silent()
    elif sys.stderr.isatty():
        with Bar() as bar:
            yield bar
    else:
        yield Lines()


def _tell(options: argparse.Namespace, lines: list[str]) -> None:
    if not options.quiet:
        print("\n".join(lines), file=sys.stderr)


def run_server(options: argparse.Namespace, settings: Settings) -> int:
    """Serve the scheduled deployments until stopped."""
    for name, value in {**_PREFECT, "PREFECT_LOGGING_LEVEL": "INFO"}.items():
        os.environ.setdefault(name, value)
    from flows.deployments import serve

    glossary = [*settings.glossary.dirs, *options.glossary]
    serve(settings, [Path(folder) for folder in glossary], options.glossary_only or settings.glossary.only)
    return 0
