"""`taiyaku mcp`: a server of the Model Context Protocol on standard input and output."""

from __future__ import annotations

import argparse

from flows.exit_status import FINE
from flows.settings import Settings
from flows.termbase_cache import folders_of
from glossary.decisions.decision import ReviewError
from glossary.loading import load


def serve(options: argparse.Namespace, settings: Settings) -> int:
    """Answer an assistant until it hangs up; raises ReviewError where the protocol's library is missing."""
    try:
        from flows.assistants.mcp_server import Workbench, server
    except ModuleNotFoundError as error:
        if error.name != "mcp":
            raise
        raise ReviewError('the library "mcp" is missing: install "taiyaku[mcp]"') from None
    termbase = load(*folders_of(options, settings))
    server(Workbench(termbase, options.build or settings.build.out / "latest", settings.review.dir)).run("stdio")
    return FINE
