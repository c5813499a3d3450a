"""`taiyaku lsp` and `taiyaku mcp`: the servers on standard input and output that editors and assistants start."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from functools import partial
from pathlib import Path

from corpus.storage import store
from flows.checking.check_request import CheckRequest, request_of
from flows.checking.project_baseline import read_baseline
from flows.console.exit_status import FINE
from flows.options.effective_options import base_of, check_options
from flows.options.settings import Settings
from glossary.exchange.provenance import FormKey


def serve_editor(options: argparse.Namespace, settings: Settings) -> int:
    """Serve an editor until it disconnects."""
    import asyncio

    from flows.editing.connection import connect
    from flows.editing.lsp_server import TermServer

    connection = options.connection or connect(options.called)
    if settings.check.baseline:
        read_baseline(settings.check.baseline)
    build, request = _build_of(options, settings), partial(_request, options, settings)
    server = TermServer(connection, request, lambda: _form_counts(build), options.all, options.config)
    return asyncio.run(server.serve())


def serve_assistant(options: argparse.Namespace, settings: Settings) -> int:
    """Serve an assistant until it disconnects."""
    from flows.assistants.mcp_server import Workbench, server

    bench = Workbench(
        _request(options, settings), _build_of(options, settings), settings.review.dir, settings.review,
    )  # fmt: skip
    server(bench).run("stdio")
    return FINE


def _request(options: argparse.Namespace, settings: Settings) -> CheckRequest:
    """Return the project's check request; errors in its glossary surface here."""
    request = request_of(check_options(settings, base_of(options.config)))
    _ = request.termbase
    return request


def _build_of(options: argparse.Namespace, settings: Settings) -> Path:
    return Path(options.build or settings.build.latest)


def _form_counts(build: Path) -> Mapping[FormKey, int]:
    """Return how often a build uses each form of a concept; empty if there is no build."""
    if not store.read_manifest(build):
        return {}
    from corpus.storage import parquet  # Arrow, which an editor without a build can do without
    from flows.command_line.commands.usage_of_build import form_counts

    return form_counts(parquet.read_table(build, "concepts", ["concept_id", "forms"]).to_pylist())
