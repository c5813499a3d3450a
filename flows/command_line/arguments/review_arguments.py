"""The arguments of `review` and its commands."""

from __future__ import annotations

import argparse
from pathlib import Path

from corpus.languages import TARGETS, enumeration
from flows.command_line.arguments.argument_values import (
    Commands,
    command,
    common_options,
    config_option,
    decision_count,
    minutes,
    reviewed_build_option,
)
from flows.console.output_formats import PACKET_FORMATS

_REVIEW = "Send findings to reviewers and import their decisions."
_PACKET = (
    "Write what is new for the reviewers of a language, in the formats of their tools: the decisions that repair most "
    "in their minutes, and passages in English to translate."
)
_ASK = (
    "Let an assistant that [judges.NAME] configures judge the decisions that reviewers would get next. It gets them as "
    "lines of JSON and suggests; people decide. Nothing is sent to a program that is not configured. What it has "
    "answered is not asked again. Exit status 1 if a decision got no answer."
)
_JUDGES = (
    "Show how often the suggestions of assistants were right: those on what people had decided before. `review ask` "
    "mixes such control questions with the open decisions, and the assistant cannot tell which they are."
)
_APPLY = (
    "Import decisions from files that reviewers return (the page's JSON, XLSX, XLIFF), and propose the changes: "
    "a patch for glossary entries and one for texts. Exit status 2 if any part of a file cannot be interpreted."
)
_STATUS = "Show the decisions, where reviewers disagree, and the rule confidences measured from the decisions."


def add(commands: Commands) -> None:
    """Add the commands to those of the command line."""
    _review_options(
        commands.add_parser("review", help="exchange findings and decisions with reviewers", description=_REVIEW)
    )


def _review_options(parser: argparse.ArgumentParser) -> None:
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    _packet_options(commands.add_parser("packet", help="write new findings for reviewers", description=_PACKET))
    _ask_options(commands.add_parser("ask", help="let an assistant judge decisions", description=_ASK))
    _judges_options(commands.add_parser("judges", help="show how often assistants were right", description=_JUDGES))
    _apply_options(commands.add_parser("apply", help="import reviewers' decisions", description=_APPLY))
    _status_options(commands.add_parser("status", help="show review progress", description=_STATUS))


def _queue_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--for", dest="langs", action="append", choices=[*TARGETS], metavar="LANG",
        help=f"target language, {enumeration([*TARGETS], 'or')}; repeatable (default: all)",
    )  # fmt: skip
    parser.add_argument(
        "--minutes", type=minutes, metavar="N",
        help="minutes that the decisions may take a reviewer (default: [review] minutes, or 20)",
    )  # fmt: skip
    parser.add_argument(
        "--doubts", action="store_true",
        help="ask only about sentences that may not say what their original says (T507), [review] doubts of a page",
    )  # fmt: skip


def _ask_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--judge", required=True, metavar="NAME", help="the assistant, as [judges.NAME] calls it")
    _queue_options(parser)
    parser.add_argument(
        "--packet", metavar="FILE", help="ask about a packet that was sent (its id or a file of it), not about the next"
    )
    parser.add_argument(
        "--trial", type=decision_count, metavar="N", help="ask only about N decisions that people made, to measure it"
    )
    parser.add_argument(
        "--drafts", action="store_true",
        help="ask for texts instead: of what pages have in English, lack (as reviewers accepted), or have of an older "
        "original; they are checked, and written as a catalogue of fuzzy entries, into no page",
    )  # fmt: skip
    parser.add_argument("--dry-run", action="store_true", help="print exactly what would be sent, and its size")
    reviewed_build_option(parser)
    common_options(parser)
    parser.set_defaults(run=command("review", "ask_assistant"))


def _judges_options(parser: argparse.ArgumentParser) -> None:
    config_option(parser)
    parser.set_defaults(run=command("review", "show_judges"))


def _packet_options(parser: argparse.ArgumentParser) -> None:
    _queue_options(parser)
    parser.add_argument(
        "--limit", type=decision_count, metavar="N",
        help="maximum number of decisions, instead of minutes or besides (default: [review] limit)",
    )  # fmt: skip
    parser.add_argument(
        "--findings", type=Path, metavar="FILE",
        help="ask only about the findings of a list: a table with the column finding_id, or an id on each line "
        "(default: what repairs most); all of them, where neither --minutes nor --limit is given",
    )  # fmt: skip
    parser.add_argument(
        "--format", default="", metavar="FORMATS",
        help=f"comma-separated formats: {', '.join(PACKET_FORMATS)} (default: [review] formats)",
    )  # fmt: skip
    parser.add_argument(
        "--out", type=Path, metavar="DIR", help="output folder for packets (default: packets under [build] out)"
    )
    reviewed_build_option(parser)
    common_options(parser)
    parser.set_defaults(run=command("review", "packet"))


def _apply_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "files", nargs="*", type=Path, metavar="FILE", help="decision files; none: regenerate the proposals"
    )
    parser.add_argument("--by", default="", metavar="NAME", help="reviewer's name, for files that do not state one")
    parser.add_argument(
        "--root", type=Path, metavar="DIR", help="folder that the build's paths are relative to, for patches"
    )
    parser.add_argument("--final", action="store_true", help="treat the decisions as final where reviewers disagree")
    reviewed_build_option(parser)
    common_options(parser)
    parser.set_defaults(run=command("review", "apply_files"))


def _status_options(parser: argparse.ArgumentParser) -> None:
    reviewed_build_option(parser)
    common_options(parser)
    parser.set_defaults(run=command("review", "show_status"))
