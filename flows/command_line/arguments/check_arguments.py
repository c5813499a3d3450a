"""The arguments of `check`, `rules`, `explain` and `stale`."""

from __future__ import annotations

import argparse
from pathlib import Path

from flows.command_line.arguments.argument_values import (
    Commands,
    command,
    common_options,
    confidence,
    config_option,
    line_count,
    process_count,
    report_output,
)
from flows.console.output_formats import REPORT_FORMATS, help_of

_CHECK = (
    "Check Chinese and Japanese pages: terms, consistency, spelling and, beside their English original, numbers, code "
    "and missing text; exit status 1 on failure."
)
_RULES = "List the rules that pages are checked against."
_EXPLAIN = "Explain what a rule finds and why, with bad and good examples."
_STALE = (
    "List the pages and sentences of translations that are stale, by git: what of the original changed since the "
    "version that a translation has seen, and what was never translated. Contents decide which version that is."
)
_LIMIT = 10


def add(commands: Commands) -> None:
    """Add the commands to those of the command line."""
    _check_options(commands.add_parser("check", help="check Chinese and Japanese pages", description=_CHECK))
    commands.add_parser("rules", help="list the rules", description=_RULES).set_defaults(run=command("rules", "rules"))
    _explain_options(commands.add_parser("explain", help="explain a rule", description=_EXPLAIN))
    _stale_options(
        commands.add_parser("stale", help="list stale pages and sentences of translations", description=_STALE)
    )


def _check_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "sources",
        nargs="*",
        type=Path,
        metavar="SOURCE",
        help="source files and folders, or - for standard input (default: the current folder)",
    )
    parser.add_argument(
        "--as",
        dest="as_lang",
        metavar="LANG",
        help="language of the files that are named, and of pages found in folders whose path, front matter and text "
        "say no other; such as zh, ja or zh-TW",
    )
    parser.add_argument(
        "--name", metavar="PATH", help="path to report for standard input; determines its format and language"
    )
    parser.add_argument("--changed", action="store_true", help="check only files that git reports as changed or added")
    parser.add_argument(
        "--base", default="", metavar="REF", help="check only files changed since the branch diverged from REF"
    )
    parser.add_argument(
        "--format",
        choices=list(REPORT_FORMATS),
        default="text",
        help=help_of(REPORT_FORMATS),
    )
    parser.add_argument(
        "--output",
        dest="outputs",
        action="append",
        default=[],
        type=report_output,
        metavar="FORMAT=FILE",
        help="also write the report to FILE in this format, such as sarif=taiyaku.sarif; repeatable",
    )
    complete = " and ".join(name for name, entry in REPORT_FORMATS.items() if entry.is_complete)
    parser.add_argument(
        "--all",
        action="store_true",
        help=f"report all findings, neutral and low-confidence ones too ({complete} do so without --min-confidence)",
    )
    parser.add_argument("--messages", choices=["en", "zh", "ja"], help="language of the messages (default: en)")
    parser.add_argument(
        "--select",
        action="append",
        default=[],
        metavar="RULES",
        help="check only these rules, such as T101,T4,drift-across-corpus; repeatable",
    )
    parser.add_argument("--ignore", action="append", default=[], metavar="RULES", help="skip these rules; repeatable")
    parser.add_argument(
        "--fail-on",
        choices=["critical", "major", "minor", "neutral"],
        help="minimum severity that fails the check (default: major)",
    )
    parser.add_argument(
        "--min-confidence",
        type=confidence,
        metavar="P",
        help="minimum confidence that fails the check (default: 0.8); where it is given, no format lists what is less "
        "sure, unless --all is given too",
    )
    parser.add_argument(
        "--baseline", type=Path, metavar="FILE", help="baseline file; only findings that are not in it fail the check"
    )
    parser.add_argument("--update-baseline", action="store_true", help="write the current findings to the baseline")
    parser.add_argument(
        "--fix",
        action="store_true",
        help="fix what is marked fixable in the files, and report the remaining findings",
    )
    parser.add_argument(
        "--diff",
        action="store_true",
        help="print what --fix would change as a patch, without writing; exit status 1 if there are changes",
    )
    parser.add_argument(
        "--jobs",
        type=process_count,
        metavar="N",
        help="number of worker processes (default: one per core if there is enough work)",
    )
    parser.add_argument("--quiet", action="store_true", help="suppress progress and summary")
    common_options(parser)
    parser.set_defaults(run=command("check", "check"))


def _explain_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("rule", metavar="RULE", help="rule code (T101) or name (brand-casing)")
    parser.set_defaults(run=command("rules", "explain"))


def _stale_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "sources",
        nargs="*",
        type=Path,
        metavar="SOURCE",
        help="translations, originals or folders of them, in one clone (default: the current folder)",
    )
    parser.add_argument(
        "--since",
        default="",
        metavar="REV",
        help="list only what changed in the original after this commit, tag or branch",
    )
    parser.add_argument(
        "--mark",
        action="store_true",
        help="write into each translation which version of its original it has seen: source_commit, source_sha256 and "
        "translation.outdated in its front matter, or the first two in a comment",
    )
    parser.add_argument(
        "--format",
        choices=["text", "json", "markdown"],
        default="text",
        help="output format: text (default), json (everything) or markdown (for an issue)",
    )
    parser.add_argument(
        "--limit",
        type=line_count,
        default=_LIMIT,
        metavar="N",
        help="maximum number of pages of a language that text and markdown list, those with most words to do "
        f"(default: {_LIMIT})",
    )
    parser.add_argument(
        "--badge",
        type=Path,
        metavar="FILE",
        help="also write a badge with the share of sentences that is up to date (SVG)",
    )
    parser.add_argument("--fail", action="store_true", help="exit with status 1 if a translation is stale")
    parser.add_argument("--quiet", action="store_true", help="suppress progress and remarks")
    config_option(parser)
    parser.set_defaults(run=command("stale", "stale"))
