"""The arguments of `memory`, and of `lsp` and `mcp`, servers that editors and assistants start."""

from __future__ import annotations

import argparse
from pathlib import Path

from corpus.languages import TARGETS, enumeration
from flows.command_line.arguments.argument_values import (
    Commands,
    command,
    common_options,
    config_option,
    reviewed_build_option,
)

_MEMORY = (
    "Say how much of English pages a build has already translated: sentences that it has word for word, those that are "
    "like one that it has, and those that are new. With --units each sentence is shown with the nearest one and its "
    "translation. With --pretranslate FILE are catalogues (PO), whose untranslated units are filled in from the build "
    "and from files of translations, as they stand there, and marked fuzzy; what goes against the glossary is left out."
)
_LSP = (
    "Serve an editor over the Language Server Protocol, on standard input and output; the editor starts it. Findings "
    "come as one types, hovering shows what a term means; fixes, completions, the way to the original's sentence."
)
_MCP = (
    "Serve glossary, check and translation memory to an assistant over the Model Context Protocol, on standard input "
    "and output; an assistant starts it. Only proposals of entries and suggestions on decisions are written, into the "
    "review folder."
)


def add(commands: Commands) -> None:
    """Add the commands to those of the command line."""
    parser = commands.add_parser(
        "memory", help="count what a build has translated of English pages", description=_MEMORY
    )
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="English pages to translate, or catalogues")
    parser.add_argument(
        "--pretranslate", action="store_true", help="fill in catalogues from exact matches, marked fuzzy"
    )
    parser.add_argument(
        "--from", dest="memories", action="append", type=Path, default=[], metavar="FILE",
        help="with --pretranslate, read translations from this file: TMX, XLIFF, an old catalogue; repeatable",
    )  # fmt: skip
    parser.add_argument(
        "--for", dest="langs", action="append", choices=[*TARGETS], metavar="LANG",
        help=f"target language, {enumeration([*TARGETS], 'or')}; repeatable (default: all)",
    )  # fmt: skip
    parser.add_argument("--units", action="store_true", help="show each sentence with the nearest unit, too")
    parser.add_argument(
        "--format", choices=["text", "json"], default="text", help="output format: text (default) or json"
    )
    reviewed_build_option(parser)
    config_option(parser)
    parser.set_defaults(run=command("memory", "show"))
    _server_options(commands.add_parser("lsp", help="show findings in an editor", description=_LSP), "serve_editor")
    _server_options(
        commands.add_parser("mcp", help="give an assistant terms and checks", description=_MCP), "serve_assistant"
    )


def _server_options(parser: argparse.ArgumentParser, function: str) -> None:
    reviewed_build_option(parser)
    common_options(parser)
    parser.set_defaults(run=command("servers", function))
