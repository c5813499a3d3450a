"""The command line. Heavy imports wait until a command needs them, so that --help answers at once."""

from __future__ import annotations

import argparse
import atexit
import gc
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from corpus.gc_pause import uncollected
from corpus.languages import KNOWN, TARGETS, enumeration
from flows import error_lines
from flows.exit_status import CALL, FINE, MACHINE, STOPPED
from flows.import_path import keep_children_safe
from flows.output_formats import EXPORT_FORMATS, PACKET_FORMATS, REPORT_FORMATS, help_of
from flows.runners import RUNNERS


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; returns the exit status: 0 fine, 2 the call or its input is at fault, 3 the machine failed."""
    options = parser().parse_args(arguments)
    if arguments is None:  # a command of its own: what is left when its process ends need not be taken apart first
        atexit.register(gc.freeze)
    keep_children_safe()
    try:
        return int(options.run(options))
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FINE
    except KeyboardInterrupt:
        error_lines.say(error_lines.STOPPED_BUILD if options.run is _build else error_lines.STOPPED)
        os._exit(STOPPED)  # Prefect's threads would go on trying to reach their server
    except Exception as error:  # noqa: BLE001 (the last resort: a log with the traceback, and one line)
        if error_lines.is_the_calls_fault(error):
            error_lines.say(str(error))
            return CALL
        error_lines.say(error_lines.logged(error))
        return MACHINE


def parser() -> argparse.ArgumentParser:
    """The commands with their options."""
    parser = argparse.ArgumentParser(
        prog="taiyaku",
        description="Turn Chinese and Japanese technical articles into a parallel corpus tied to a PyTorch glossary.",
        epilog="Exit status: 0 success, 1 problems found, 2 usage or input error, 3 internal error, 130 interrupted.",
    )
    parser.add_argument("--version", action=_Version, nargs=0, help="show the version and exit")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    _build_options(commands.add_parser("build", help="build the corpus of articles", description=_BUILD))
    _merge_options(commands.add_parser("merge", help="publish a build made in portions", description=_MERGE))
    _check_options(commands.add_parser("check", help="check the terminology of pages", description=_CHECK))
    _rules_options(commands.add_parser("rules", help="list the rules", description=_RULES))
    _explain_options(commands.add_parser("explain", help="explain a rule", description=_EXPLAIN))
    _serve_options(commands.add_parser("serve", help="run scheduled builds on Prefect", description=_SERVE))
    _align_options(commands.add_parser("align", help="align the sentences of two files", description=_ALIGN))
    _lexicon_options(commands.add_parser("lexicon", help="train lexicons for sentence alignment", description=_LEXICON))
    _glossary_options(commands.add_parser("glossary", help="inspect and export the glossary", description=_GLOSSARY))
    _review_options(
        commands.add_parser("review", help="exchange findings and decisions with reviewers", description=_REVIEW)
    )
    return parser


class _Version(argparse.Action):
    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from importlib.metadata import version

        print(f"taiyaku {version('taiyaku')}")
        parser.exit(FINE)


_BUILD = "Build the corpus and publish its tables under OUT/builds; OUT/latest points to the last complete build."
_MERGE = (
    "Publish the build whose portions were all made with build --shard: the same, byte for byte, that one process "
    "makes of the same sources."
)
_CHECK = "Check Chinese and Japanese pages against the glossary and for consistency; exit status 1 on failure."
_RULES = "List the rules that pages are checked against."
_EXPLAIN = "Explain what a rule finds and why, with bad and good examples."
_SERVE = "Run scheduled builds until stopped; [schedule] in taiyaku.toml sets the times and the sources."
_ALIGN = "Print the aligned sentences of two files: translations of each other, or versions of the same text."
_LEXICON = "Train lexicons of words that translate each other."
_TRAIN = "Align works in several languages and write the word pairs found, one file per language pair."
_GLOSSARY = "Inspect, check, export and import the glossary."
_LINT = "Check the entries: load errors, forms that are too general and, with --build, unused preferred forms."
_STATS = "Count concepts and forms by domain and language."
_DIFF = "Print the mentions that a build would gain and lose with the current entries."
_CANDIDATES = (
    "List the terms of a build's English that the glossary lacks, the likeliest first: each with its uses, three "
    "contexts, and the renderings found in the aligned translations with counts."
)
_EXPORT = "Export the whole glossary as a searchable web page, or in a format for other tools."
_IMPORT = (
    "Read entries from a table (CSV, XLSX), from TBX or from a tab-separated glossary, and write them as TOML, a file "
    "per domain. What the format cannot hold is listed. Exit status 2, and nothing written, if the entries do not load."
)
_REVIEW = "Send findings to reviewers and import their decisions."
_PACKET = "Write the new findings for the reviewers of a language: one decision per row, in the formats of their tools."
_APPLY = (
    "Import decisions from files that reviewers return (the page's JSON, XLSX, XLIFF), and propose the changes: "
    "a patch for glossary entries and one for texts. Exit status 2 if any part of a file cannot be interpreted."
)
_STATUS = "Show the decisions, where reviewers disagree, and the rule confidences measured from the decisions."
_SHOW = "Show a term's glossary entry and its uses in a build: each rendering with counts, in context."


def _build_options(parser: argparse.ArgumentParser) -> None:
    _built_options(parser)
    parser.add_argument(
        "--jobs",
        type=_count,
        metavar="N",
        help="number of worker processes (default: one per core if there is enough work)",
    )
    parser.add_argument(
        "--runner",
        choices=RUNNERS,
        help="where shards are analysed: processes of this machine (default), or dask, the workers of a Dask cluster",
    )
    parser.add_argument(
        "--scheduler",
        metavar="ADDRESS",
        help="address of the Dask scheduler, such as tcp://HOST:8786, for --runner dask",
    )
    parser.add_argument(
        "--shard",
        type=_portion,
        metavar="I/N",
        help="do the I-th of N portions of the build and publish nothing; twice for each portion, then merge",
    )
    parser.add_argument("--full", action="store_true", help="rebuild everything, without the results of earlier builds")
    parser.set_defaults(run=_build)


def _merge_options(parser: argparse.ArgumentParser) -> None:
    _built_options(parser)
    parser.set_defaults(run=_merge)


def _built_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "sources", nargs="*", type=Path, metavar="SOURCE", help="source files and folders (default: the samples)"
    )
    parser.add_argument("--out", type=Path, metavar="DIR", help="folder to publish builds in (default: outputs)")
    _common_options(parser)
    _lexicon_option(parser)
    parser.add_argument(
        "--since",
        type=Path,
        metavar="BUILD",
        help="earlier build to compare findings with, so that new ones are marked",
    )
    parser.add_argument(
        "--allow-loss",
        action="store_true",
        help="publish even if the build loses far too much compared with the latest one",
    )
    parser.add_argument("--quiet", action="store_true", help="suppress progress and summary")


def _check_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "sources",
        nargs="*",
        type=Path,
        metavar="SOURCE",
        help="source files and folders, or - for standard input (default: the samples)",
    )
    parser.add_argument("--as", dest="as_lang", metavar="LANG", help="language of all pages, such as zh, ja or zh-TW")
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
    complete = " and ".join(name for name, entry in REPORT_FORMATS.items() if entry.is_complete)
    parser.add_argument(
        "--all",
        action="store_true",
        help=f"also report neutral and low-confidence findings ({complete} always do)",
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
        "--min-confidence", type=_share, metavar="P", help="minimum confidence that fails the check (default: 0.8)"
    )
    parser.add_argument(
        "--baseline", type=Path, metavar="FILE", help="baseline file; only findings that are not in it fail the check"
    )
    parser.add_argument("--update-baseline", action="store_true", help="write the current findings to the baseline")
    parser.add_argument(
        "--fix",
        action="store_true",
        help="apply safe and certain fixes to the files, and report the remaining findings",
    )
    parser.add_argument(
        "--diff",
        action="store_true",
        help="print what --fix would change as a patch, without writing; exit status 1 if there are changes",
    )
    parser.add_argument(
        "--jobs",
        type=_count,
        metavar="N",
        help="number of worker processes (default: one per core if there is enough work)",
    )
    parser.add_argument("--quiet", action="store_true", help="suppress progress and summary")
    _common_options(parser)
    parser.set_defaults(run=_check)


def _rules_options(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(run=_rules)


def _explain_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("rule", metavar="RULE", help="rule code (T101) or name (brand-casing)")
    parser.set_defaults(run=_explain)


def _serve_options(parser: argparse.ArgumentParser) -> None:
    _common_options(parser)
    parser.set_defaults(run=_serve)


def _align_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "files", nargs=2, type=Path, metavar="FILE", help="two files; the language is detected from path or text"
    )
    parser.add_argument(
        "--format",
        choices=["text", "tsv", "tmx"],
        default="text",
        help="output format: text (default), tsv or tmx (TMX 1.4b)",
    )
    parser.add_argument(
        "--terms",
        action="store_true",
        help="show which words stand for each English term, too; tsv then has a line for each term",
    )
    _lexicon_option(parser)
    _common_options(parser)
    parser.set_defaults(run=_align)


def _lexicon_option(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--lexicon",
        action="append",
        type=Path,
        default=[],
        metavar="DIR",
        help="folder written by `lexicon train`, added to the built-in lexicons; repeatable",
    )


def _lexicon_options(parser: argparse.ArgumentParser) -> None:
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    train = commands.add_parser("train", help="train lexicons on works in several languages", description=_TRAIN)
    train.add_argument(
        "sources", nargs="*", type=Path, metavar="SOURCE", help="source files and folders (default: the samples)"
    )
    train.add_argument(
        "--out", type=Path, default=Path("lexicons"), metavar="DIR", help="output folder (default: lexicons)"
    )
    train.add_argument(
        "--note", action="append", default=[], metavar="TEXT", help="note on the origin of the texts; repeatable"
    )
    _common_options(train)
    train.set_defaults(run=_train, lexicon=[])


def _glossary_options(parser: argparse.ArgumentParser) -> None:
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    _show_options(commands.add_parser("show", help="show a term and its uses", description=_SHOW))
    _lint_options(commands.add_parser("lint", help="check the entries", description=_LINT))
    _stats_options(commands.add_parser("stats", help="count the entries", description=_STATS))
    _export_options(commands.add_parser("export", help="export the glossary", description=_EXPORT))
    _import_options(commands.add_parser("import", help="import entries from a table", description=_IMPORT))
    _diff_options(commands.add_parser("diff", help="compare a build with the current entries", description=_DIFF))
    _candidates_options(
        commands.add_parser("candidates", help="list terms that the glossary lacks", description=_CANDIDATES)
    )


def _review_options(parser: argparse.ArgumentParser) -> None:
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    _packet_options(commands.add_parser("packet", help="write new findings for reviewers", description=_PACKET))
    _apply_options(commands.add_parser("apply", help="import reviewers' decisions", description=_APPLY))
    _status_options(commands.add_parser("status", help="show review progress", description=_STATUS))


def _packet_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--for", dest="langs", action="append", choices=[*TARGETS], metavar="LANG",
        help=f"target language, {enumeration([*TARGETS], 'or')}; repeatable (default: all)",
    )  # fmt: skip
    parser.add_argument("--limit", type=_rows, metavar="N", help="maximum number of findings (default: [review] limit)")
    parser.add_argument(
        "--format", default="", metavar="FORMATS",
        help=f"comma-separated formats: {', '.join(PACKET_FORMATS)} (default: [review] formats)",
    )  # fmt: skip
    parser.add_argument(
        "--out", type=Path, metavar="DIR", help="output folder for packets (default: packets under [build] out)"
    )
    _reviewed_build_option(parser)
    _common_options(parser)
    parser.set_defaults(run=_packet)


def _apply_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "files", nargs="*", type=Path, metavar="FILE", help="decision files; none: regenerate the proposals"
    )
    parser.add_argument("--by", default="", metavar="NAME", help="reviewer's name, for files that do not state one")
    parser.add_argument(
        "--root", type=Path, metavar="DIR", help="folder that the build's paths are relative to, for patches"
    )
    parser.add_argument("--final", action="store_true", help="treat the decisions as final where reviewers disagree")
    _reviewed_build_option(parser)
    _common_options(parser)
    parser.set_defaults(run=_apply)


def _status_options(parser: argparse.ArgumentParser) -> None:
    _reviewed_build_option(parser)
    _common_options(parser)
    parser.set_defaults(run=_status)


def _reviewed_build_option(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--build", type=Path, metavar="DIR", help="build to use (default: latest under [build] out)")


def _show_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("term", metavar="TERM", help="concept id, or any of its forms in any language")
    parser.add_argument("--build", type=Path, metavar="DIR", help="build to search (default: latest under [build] out)")
    parser.add_argument("--lang", choices=[*KNOWN], help="show only uses in this language")
    parser.add_argument(
        "--limit", type=_lines, default=10, metavar="N", help="maximum number of uses per language (default: 10)"
    )
    _common_options(parser)
    parser.set_defaults(run=_show)


def _lint_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--build", type=Path, metavar="DIR", help="also check the entries against their usage in this build"
    )
    _common_options(parser)
    parser.set_defaults(run=_lint)


def _candidates_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "build_dir", nargs="?", type=Path, metavar="BUILD", help="build to search (default: latest under [build] out)"
    )
    parser.add_argument(
        "--limit", type=_lines, default=100, metavar="N", help="maximum number of candidates (default: 100)"
    )
    parser.add_argument(
        "--min-uses", type=_lines, default=3, metavar="N", help="minimum number of uses in English (default: 3)"
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
    _common_options(parser)
    parser.set_defaults(run=_candidates)


def _stats_options(parser: argparse.ArgumentParser) -> None:
    _common_options(parser)
    parser.set_defaults(run=_stats)


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
    _common_options(parser)
    parser.set_defaults(run=_export)


def _import_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help="CSV, XLSX, TBX or tab-separated file")
    parser.add_argument(
        "--into", type=Path, default=Path("glossary-import"), metavar="DIR",
        help="folder to write entries to (default: glossary-import)",
    )  # fmt: skip
    parser.add_argument(
        "--for", dest="lang", choices=[*TARGETS], metavar="LANG",
        help=f"language of a tab-separated file beside English: {enumeration([*TARGETS], 'or')}",
    )  # fmt: skip
    parser.add_argument("--force", action="store_true", help="overwrite files of a folder that holds entries")
    parser.set_defaults(run=_import)


def _diff_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("build_dir", type=Path, metavar="BUILD", help="build folder, such as outputs/latest")
    parser.add_argument(
        "--limit", type=_lines, default=40, metavar="N", help="maximum number of changes to print (default: 40)"
    )
    _common_options(parser)
    parser.set_defaults(run=_diff)


def _common_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--glossary",
        action="append",
        type=Path,
        default=[],
        metavar="DIR",
        help="overlay folder of glossary entries; repeatable",
    )
    parser.add_argument(
        "--glossary-only", action="store_true", help="use only the overlay folders, without the built-in entries"
    )
    parser.add_argument("--config", type=Path, metavar="FILE", help="settings file (default: taiyaku.toml, if present)")


def _count(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of processes; give 1 or more")
    return int(text)


def _portion(text: str) -> tuple[int, int]:
    number, _, count = text.partition("/")
    if not (number.isdecimal() and count.isdecimal() and 1 <= int(number) <= int(count)):
        raise argparse.ArgumentTypeError(
            f"{text!r} is not a portion; give its number and how many there are, as in 2/8"
        )
    return int(number), int(count)


def _share(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 <= value <= 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a confidence; give one from 0 to 1")
    return value


def _lines(text: str) -> int:
    if not (text.isascii() and text.isdigit()):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of lines; give 0 or more")
    return int(text)


def _rows(text: str) -> int:
    if not (text.isascii() and text.isdigit()) or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of findings; give 1 or more")
    return int(text)


def _merge(options: argparse.Namespace) -> int:
    from flows.commands.build import run_merge
    from flows.settings import load

    return run_merge(options, load(options.config))


def _build(options: argparse.Namespace) -> int:
    from flows.commands.build import run_build
    from flows.settings import load

    return run_build(options, load(options.config))


def _check(options: argparse.Namespace) -> int:
    with uncollected():  # modules that are imported are no garbage
        from flows.commands.check import check
        from flows.settings import load

    return check(options, load(options.config))


def _rules(options: argparse.Namespace) -> int:
    from flows.commands.rules import rules

    return rules()


def _explain(options: argparse.Namespace) -> int:
    from flows.commands.rules import explain

    return explain(options.rule)


def _serve(options: argparse.Namespace) -> int:
    from flows.commands.serve import run_server
    from flows.settings import load

    return run_server(options, load(options.config))


def _align(options: argparse.Namespace) -> int:
    from flows.commands.align import align
    from flows.settings import load

    return align(options, load(options.config))


def _train(options: argparse.Namespace) -> int:
    from flows.commands.align import train
    from flows.settings import load

    return train(options, load(options.config))


def _show(options: argparse.Namespace) -> int:
    from flows.commands.glossary import show
    from flows.settings import load

    return show(options, load(options.config))


def _lint(options: argparse.Namespace) -> int:
    from flows.commands.glossary_checks import check_entries
    from flows.settings import load

    return check_entries(options, load(options.config))


def _stats(options: argparse.Namespace) -> int:
    from flows.commands.glossary_checks import count_entries
    from flows.settings import load

    return count_entries(options, load(options.config))


def _export(options: argparse.Namespace) -> int:
    from flows.commands.glossary import export
    from flows.settings import load

    return export(options, load(options.config))


def _import(options: argparse.Namespace) -> int:
    from flows.commands.glossary_import import import_entries

    return import_entries(options)


def _candidates(options: argparse.Namespace) -> int:
    from flows.commands.glossary_candidates import candidates
    from flows.settings import load

    return candidates(options, load(options.config))


def _diff(options: argparse.Namespace) -> int:
    from flows.commands.glossary_checks import compare_with
    from flows.settings import load

    return compare_with(options, load(options.config))


def _packet(options: argparse.Namespace) -> int:
    from flows.commands.review import packet
    from flows.settings import load

    return packet(options, load(options.config))


def _apply(options: argparse.Namespace) -> int:
    from flows.commands.review import apply_files
    from flows.settings import load

    return apply_files(options, load(options.config))


def _status(options: argparse.Namespace) -> int:
    from flows.commands.review import show_status
    from flows.settings import load

    return show_status(options, load(options.config))


if __name__ == "__main__":
    sys.exit(main())
