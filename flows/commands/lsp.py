"""`taiyaku lsp`: a language server on standard input and output, for editors."""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path

from corpus.storage import store
from flows.checking.check_request import request_of
from flows.effective_options import base_of, check_options
from flows.exit_status import FINE
from flows.settings import Settings
from flows.termbase_cache import folders_of
from glossary.decisions.decision import ReviewError


def serve(options: argparse.Namespace, settings: Settings) -> int:
    """Answer an editor until it hangs up; raises ReviewError where the protocol's library is missing."""
    try:
        from flows.editing.lsp_server import server
    except ModuleNotFoundError as error:
        if error.name not in ("pygls", "lsprotocol"):
            raise
        raise ReviewError('the library "pygls" is missing: install "taiyaku[lsp]"') from None
    folders, only = folders_of(options, settings)
    request = request_of(check_options(settings, base_of(options.config), glossary=folders, glossary_only=only))
    _ = request.termbase  # what is wrong with it shows now
    build = options.build or settings.build.out / "latest"
    server(request, lambda: _uses(build)).start_io()
    return FINE


def _uses(build: Path) -> Counter[tuple[str, str, str]]:
    """How often a build writes each form of a concept; nothing where there is no build."""
    uses: Counter[tuple[str, str, str]] = Counter()
    if store.read_manifest(build):
        rows = store.read_table(build, "concepts", ["concept_id", "forms"]).to_pylist()
        uses.update(
            {(row["concept_id"], form["lang"], form["form"]): form["count"] for row in rows for form in row["forms"]}
        )
    return uses
