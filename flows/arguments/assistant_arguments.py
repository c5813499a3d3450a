"""The arguments of `mcp`."""

from __future__ import annotations

from flows.arguments.common_arguments import Commands, command, common_options, reviewed_build_option

_MCP = (
    "Serve glossary, check and translation memory to an assistant over the Model Context Protocol, on standard input "
    "and output; an assistant starts it. Only proposals of entries are written, into the review folder."
)


def add(commands: Commands) -> None:
    """Add the command to those of the command line."""
    parser = commands.add_parser("mcp", help="serve assistants that translate", description=_MCP)
    reviewed_build_option(parser)
    common_options(parser)
    parser.set_defaults(run=command("mcp", "serve"))
