"""The arguments of `glossary` and its commands."""

from __future__ import annotations

import argparse
from pathlib import Path

from corpus.languages import KNOWN, TARGETS, enumeration
from flows.command_line.arguments.argument_values import Commands, command, common_options, confidence, line_count
from flows.console.output_formats import EXPORT_FORMATS, help_of

_GLOSSARY = "Inspect, check, export and import the glossary."
_SHOW = "Show a term's glossary entry and its uses in a build: each rendering with counts, in context."
_LINT = "Check the entries: load errors, forms that are too general and, with --build, unused preferred forms."
_STATS = "Count concepts and forms by domain and language."
_EXPORT = "Export the whole glossary as a searchable web page, or in a format for other tools."
_IMPORT = (
    "Read entries from a table (CSV, TSV, XLSX, Markdown), from TBX, from a tab-separated glossary or from the texts "
    "of an interface (JSON, ARB, YAML, .properties, .strings, PO, XLIFF), and write them as TOML, a file per domain. "
    "Of several files, later ones go before earlier ones. What is not read is listed with its place and reason. Exit "
    "status 1 if entries were written and others rejected, 2 if nothing can be read."
)
_DIFF = "Print the mentions that a build would gain and lose with the current entries."
_CANDIDATES = (
    "List the terms of a build's English that the glossary lacks, the likeliest first: each with its uses, three "
    "contexts, and the renderings found in the aligned translations with counts."
)
_ADOPT = (
    "List what a build says in one form nearly always, and the glossary does not prefer or have: other forms of "
    "built-in entries, terms and labels without an entry, names and acronyms that stay English. Strike out in the "
    "table (csv) what you do not want; --from writes the rest to DIR/adopted.toml, as far as the glossary loads with "
    "it. Exit status 2 where a row is left out."
)


def add(commands: Commands) -> None:
    """Add the commands to those of the command line."""
    _glossary_options(
        commands.add_parser("glossary", help="look terms up, edit and exchange the glossary", description=_GLOSSARY)
    )


def _glossary_options(parser: argparse.ArgumentParser) -> None:
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    _show_options(commands.add_parser("show", help="show a term and its uses", description=_SHOW))
    _lint_options(commands.add_parser("lint", help="check the entries", description=_LINT))
    _stats_options(commands.add_parser("stats", help="count the entries", description=_STATS))
    _export_options(commands.add_parser("export", help="export the glossary", description=_EXPORT))
    _import_options(commands.add_parser("import", help="import entries of other tools", description=_IMPORT))
    _diff_options(commands.add_parser("diff", help="compare a build with the current entries", description=_DIFF))
    _candidates_options(
        commands.add_parser("candidates", help="list terms that the glossary lacks", description=_CANDIDATES)
    )
    _adopt_options(commands.add_parser("adopt", help="take the forms of a build into the glossary", description=_ADOPT))


def _show_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("term", metavar="TERM", help="concept id, or any of its forms in any language")
    parser.add_argument("--build", type=Path, metavar="DIR", help="build to search (default: latest under [build] out)")
    parser.add_argument("--lang", choices=[*KNOWN], help="show only uses in this language")
    parser.add_argument(
        "--limit", type=line_count, default=10, metavar="N", help="maximum number of uses per language (default: 10)"
    )
    common_options(parser)
    parser.set_defaults(run=command("glossary", "show"))


def _lint_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--build", type=Path, metavar="DIR", help="also check the entries against their usage in this build"
    )
    common_options(parser)
    parser.set_defaults(run=command("glossary_checks", "check_entries"))


def _stats_options(parser: argparse.ArgumentParser) -> None:
    common_options(parser)
    parser.set_defaults(run=command("glossary_checks", "count_entries"))


def _export_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help="output file")
    parser.add_argument(
        "--format",
        choices=list(EXPORT_FORMATS),
        default="html",
        help=help_of(EXPORT_FORMATS),
    )
    parser.add_argument(
        "--for",
        dest="lang",
        choices=[*TARGETS],
        metavar="LANG",
        help=f"export only English and this language: {enumeration([*TARGETS], 'or')}",
    )
    parser.add_argument(
        "--build", type=Path, metavar="DIR", help="show in html how often this build uses each form, and where"
    )
    common_options(parser)
    parser.set_defaults(run=command("glossary", "export"))


def _import_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "files", nargs="+", type=Path, metavar="FILE",
        help="table, TBX, tab-separated glossary, or the files of an interface: en.json zh.json ja.json",
    )  # fmt: skip
    parser.add_argument(
        "--into", type=Path, default=Path("glossary-import"), metavar="DIR",
        help="folder to write entries to (default: glossary-import)",
    )  # fmt: skip
    parser.add_argument(
        "--for", dest="lang", choices=[*TARGETS], metavar="LANG",
        help=f"language beside English of a file that does not say its own: {enumeration([*TARGETS], 'or')}",
    )  # fmt: skip
    parser.add_argument("--force", action="store_true", help="overwrite files of a folder that holds entries")
    parser.set_defaults(run=command("glossary_import", "import_entries"))


def _diff_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("build_dir", type=Path, metavar="BUILD", help="build folder, such as outputs/latest")
    parser.add_argument(
        "--limit", type=line_count, default=40, metavar="N", help="maximum number of changes to print (default: 40)"
    )
    common_options(parser)
    parser.set_defaults(run=command("glossary_diff", "compare_with"))


def _candidates_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "build_dir", nargs="?", type=Path, metavar="BUILD", help="build to search (default: latest under [build] out)"
    )
    parser.add_argument(
        "--limit", type=line_count, default=100, metavar="N", help="maximum number of candidates (default: 100)"
    )
    parser.add_argument(
        "--min-uses", type=line_count, default=3, metavar="N", help="minimum number of uses in English (default: 3)"
    )
    parser.add_argument(
        "--format", choices=["text", "csv", "html", "toml"], default="text",
        help="output format: text (default), csv (a table to decide in), html (a page to decide on) or toml (entries)",
    )  # fmt: skip
    parser.add_argument("--out", type=Path, metavar="FILE", help="output file (default: standard output)")
    parser.add_argument(
        "--decided",
        action="append",
        type=Path,
        default=[],
        metavar="FILE",
        help="table with accept or reject in its column `decision`: left out, and they teach the order; repeatable",
    )
    common_options(parser)
    parser.set_defaults(run=command("glossary_candidates", "candidates"))


def _adopt_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "build_dir", nargs="?", type=Path, metavar="BUILD", help="build to read (default: latest under [build] out)"
    )
    parser.add_argument(
        "--min-uses",
        type=line_count,
        metavar="N",
        help="minimum number of uses of a term (default: [glossary] adopt_uses)",
    )
    parser.add_argument(
        "--min-share", type=confidence, metavar="SHARE",
        help="minimum share of its uses that one form has, from 0 to 1 (default: [glossary] adopt_share)",
    )  # fmt: skip
    parser.add_argument(
        "--format", choices=["text", "csv", "toml"], default="text",
        help="output format: text (default), csv (a table to strike out) or toml (what is likely, as entries)",
    )  # fmt: skip
    parser.add_argument("--out", type=Path, metavar="FILE", help="output file (default: standard output)")
    parser.add_argument(
        "--from", dest="table", type=Path, metavar="FILE", help="table whose accepted rows are to be written as entries"
    )
    parser.add_argument(
        "--into", type=Path, metavar="DIR",
        help="folder of entries for --from (default: the last of [glossary] dirs and --glossary, or terms)",
    )  # fmt: skip
    common_options(parser)
    parser.set_defaults(run=command("glossary_adopt", "adopt"))
