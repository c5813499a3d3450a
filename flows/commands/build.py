"""Running: from the command line's options to a build, without Prefect where nothing changed."""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Any

from corpus.records import Document
from corpus.storage import store
from corpus.text.printable import printable
from flows import samples, termbase_cache
from flows.exit_status import FINE
from flows.pipeline import build_summary, steps
from flows.prefect_flows import crons, server
from flows.progress import Progress, shown
from flows.project_name import project_of
from flows.rule_options import base_of, selection_of
from flows.settings import CONFIG, Settings, SettingsError

# Prefect's own server is started in the background where none is configured: quiet, offline and patient.
_PREFECT = {
    "PREFECT_SERVER_ANALYTICS_ENABLED": "false",
    "DO_NOT_TRACK": "1",
    "PREFECT_LOGGING_HANDLERS_CONSOLE_LEVEL": "CRITICAL",
    "PREFECT_CLI_PROMPT": "false",
}


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
    with shown(options.quiet, patient=True) as progress:
        planned = steps.plan(order, progress)
    if not options.full and _is_there(order.out, planned.build_id):
        with store.lock(order.out):
            store.point(order.out, planned.build_id)
        _tell(options, _unchanged(order, planned.build_id, planned.left_out))
        return FINE
    seen = [replace(one, text="") for one in planned.documents if one.status == "ok"]
    del planned
    with store.lock(order.out):
        pass  # what stands in the way of publishing is told at once
    for name, value in _PREFECT.items():
        os.environ.setdefault(name, value)
    with shown(options.quiet) as progress, nullcontext() if server.is_configured() else server.starting() as ready:
        progress.step("Starting Prefect")
        warming = threading.Thread(target=steps.warm, args=({one.lang for one in seen},), daemon=True)
        warming.start()  # while the server starts
        told = _flow(order, settings, options, progress, ready, seen)
    same = told.get("summary") is None
    _tell(
        options,
        _unchanged(order, told["build_id"]) if same else build_summary.lines(told["summary"], order.out / "latest"),
    )
    return FINE


def _is_there(out: Path, build_id: str) -> bool:
    """Whether the build is there whole, and no server shows another one as the latest."""
    latest = os.path.realpath(out / "latest") == os.path.realpath(out / "builds" / build_id)
    return store.complete(out, build_id) is not None and (latest or not server.is_configured())


def _must_be_text(paths: Iterable[Path]) -> None:
    """Prefect keeps a flow's parameters as JSON, which has no place for other bytes."""
    for path in paths:
        try:
            str(path).encode()
        except UnicodeEncodeError:
            remedy = "rename it, or go into the folder above it and name that as ."
            raise SettingsError(f"{printable(path)}: a path that is not UTF-8; {remedy}") from None


def _unchanged(order: steps.Order, build_id: str, left_out: Mapping[str, int] | None = None) -> list[str]:
    """That nothing is to do, and what is left out now if that is not what the report says."""
    said = [f"Nothing changed since build {build_id}; look at {printable(order.out)}/latest/report/index.html"]
    manifest = store.read_manifest(order.out / "latest") or {}
    if left_out and left_out != manifest.get("left_out"):
        said.append(f"Not read now: {build_summary.listed(left_out, 12)}")
    return said


def _flow(
    order: steps.Order,
    settings: Settings,
    options: argparse.Namespace,
    progress: Progress,
    ready: Callable[[], server.Access] | None,
    seen: Sequence[Document],
) -> dict[str, Any]:
    """Run the flow, on the server that is starting or on the one that is configured; returns what the flow returns."""
    from prefect import tags

    from flows.prefect_flows.build_flow import build, shown_on
    from flows.prefect_flows.signals import heard

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
        "per_folder": {pattern: one.model_dump() for pattern, one in settings.check.per_folder.items()},
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
    own = tags(parameters["project"])
    with _reaching(ready), shown_on(progress, seen), _reachable(), heard(), own:
        try:
            result: dict[str, Any] = asyncio.run(build(**parameters))
        except Exception:
            _drain()
            raise
        _drain()
    return result


def _drain() -> None:
    """Let Prefect send what it still holds, while there is a server to send it to."""
    from prefect.events.worker import EventsWorker
    from prefect.logging.handlers import APILogWorker

    APILogWorker.drain_all(timeout=10)
    EventsWorker.drain_all(timeout=10)


@contextmanager
def _reaching(ready: Callable[[], server.Access] | None) -> Iterator[server.Access | None]:
    """Use the server that is starting while the block lasts."""
    from prefect.settings import PREFECT_API_AUTH_STRING, PREFECT_API_URL, temporary_settings

    if ready is None:
        yield None
        return
    access = ready()
    with temporary_settings({PREFECT_API_URL: access.url, PREFECT_API_AUTH_STRING: access.login}):
        yield access


@contextmanager
def _reachable() -> Iterator[None]:
    import httpx

    try:
        yield
    except (RuntimeError, httpx.ConnectError) as error:
        if isinstance(error, RuntimeError) and "Failed to reach API" not in str(error):
            raise
        named = os.environ.get("PREFECT_API_URL", "that your Prefect profile names")
        remedy = "start it, or unset PREFECT_API_URL and taiyaku starts one of its own"
        raise server.ServerError(f"the Prefect server {named} does not answer; {remedy}") from None


def _tell(options: argparse.Namespace, lines: list[str]) -> None:
    if not options.quiet:
        print("\n".join(lines), file=sys.stderr)


def run_server(options: argparse.Namespace, settings: Settings) -> int:
    """Serve the scheduled deployments until stopped."""
    for name, value in {**_PREFECT, "PREFECT_LOGGING_HANDLERS_CONSOLE_LEVEL": "INFO"}.items():
        os.environ.setdefault(name, value)
    file = options.config or Path(CONFIG)
    if not file.is_file():
        remedy = "write one whose [schedule] says what to build and when, or name it with --config"
        raise SettingsError(f"{printable(file)}: no such file, and nothing to serve; {remedy}")
    crons.check(settings.schedule, printable(file))
    for source in settings.schedule.sources:
        if not source.exists():
            raise SettingsError(f"schedule.sources: {source} does not exist; mend the path")
    glossary = [*settings.glossary.dirs, *options.glossary]
    only = options.glossary_only or settings.glossary.only
    termbase_cache.glossary(tuple(glossary), only)  # what is wrong with it shows now
    with (
        nullcontext() if server.is_configured() else server.starting(whole=True) as ready,
        _reaching(ready) as access,
        _reachable(),
    ):
        from flows.prefect_flows.deployments import serve

        if access:  # the processes that runs are made in are told by the environment
            os.environ.update(PREFECT_API_URL=access.url, PREFECT_API_AUTH_STRING=access.login)
            print(_welcome(access), file=sys.stderr)
        serve(settings, glossary, only, base_of(options.config), project_of(options.config, settings))
    return FINE


def _welcome(access: server.Access) -> str:
    """Where the pages of our own server are; its login is told by the file alone, as logs have other readers."""
    login = f"log in with the line in {server.home() / server.LOGIN}"
    return f"Prefect's pages are at {access.url.removesuffix('/api')}; {login}."
