"""The arguments of `lsp` and `mcp`: servers that editors and assistants start."""

from __future__ import annotations

import argparse

from flows.command_line.arguments.common_arguments import Commands, command, common_options, reviewed_build_option

_LSP = (
    "Serve an editor over the Language Server Protocol, on standard input and output; the editor starts it. Findings "
    "come as one types, hovering shows what a term means; fixes, completions, the way to the original's sentence."
)
_MCP = (
    "Serve glossary, check and translation memory to an assistant over the Model Context Protocol, on standard input "
    "and output; an assistant starts it. Only proposals of entries are written, into the review folder."
)


def add(commands: Commands) -> None:
    """Add the commands to those of the command line."""
    _server_options(commands.add_parser("lsp", help="serve editors", description=_LSP), "serve_editor")
    _server_options(
        commands.add_parser("mcp", help="serve assistants that translate", description=_MCP), "serve_assistant"
    )


def _server_options(parser: argparse.ArgumentParser, function: str) -> None:
    reviewed_build_option(parser)
    common_options(parser)
    parser.set_defaults(run=command("servers", function))
