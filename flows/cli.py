"""The command line. Heavy imports wait until a command needs them, so that --help answers at once."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from flows import error_lines
from flows.exit_status import CALL, FINE, MACHINE, STOPPED
from flows.import_path import keep_children_safe


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; returns the exit status: 0 fine, 2 the call or its input is at fault, 3 the machine failed."""
    options = parser().parse_args(arguments)
    keep_children_safe()
    try:
        return int(options.run(options))
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FINE
    except KeyboardInterrupt:
        error_lines.say("stopped; latest is the last complete build" if options.run is _build else "stopped")
        os._exit(STOPPED)  # Prefect's threads would go on trying to reach their server
    except Exception as error:
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
        epilog="Exit status: 0 fine, 1 check or lint met something, 2 a bad call, 3 the machine failed, 130 stopped.",
    )
    parser.add_argument("--version", action=_Version, nargs=0, help="show the version and exit")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    _build_options(commands.add_parser("build", help="build the corpus of articles", description=_BUILD))
    _check_options(commands.add_parser("check", help="check the terminology of pages", description=_CHECK))
    _rules_options(commands.add_parser("rules", help="list the rules", description=_RULES))
    _explain_options(commands.add_parser("explain", help="explain a rule", description=_EXPLAIN))
    _serve_options(commands.add_parser("serve", help="run scheduled builds on Prefect", description=_SERVE))
    _align_options(commands.add_parser("align", help="align two files", description=_ALIGN))
    _lexicon_options(commands.add_parser("lexicon", help="learn word pairs for aligning", description=_LEXICON))
    _glossary_options(commands.add_parser("glossary", help="look into the glossary", description=_GLOSSARY))
    _review_options(
        commands.add_parser("review", help="packets for reviewers, and their decisions", description=_REVIEW)
    )
    return parser


class _Version(argparse.Action):
    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from importlib.metadata import version

        print(f"taiyaku {version('taiyaku')}")
        parser.exit(FINE)


_BUILD = "Read articles and publish the tables below OUT/builds, with OUT/latest pointing at the last good build."
_CHECK = "Check Chinese and Japanese pages against the glossary and against themselves; status 1 where it fails."
_RULES = "List the rules by which pages are checked."
_EXPLAIN = "Say why a rule is one, with bad and good examples."
_SERVE = "Run a build on a schedule until stopped: [schedule] in taiyaku.toml says when and of what."
_ALIGN = "Print which sentences of two files say the same: translations of each other, or versions of one text."
_LEXICON = "Learn which words translate each other."
_TRAIN = "Align works in several languages and write what words they pair, one file per language pair."
_GLOSSARY = "Look into the glossary."
_LINT = "Check the entries: what loading refuses, what is too general, and in a build what nobody uses."
_STATS = "Count concepts and forms by domain and language."
_DIFF = "Print the mentions that a build would gain and lose with the entries of today."
_EXPORT = "Write the whole glossary for people, as a web page to browse and search, or for other tools."
_REVIEW = "Send findings to reviewers and take in what they decide."
_PACKET = "Write what is new for the reviewers of a language: one decision per row, in the formats of their tools."
_APPLY = (
    "Keep the decisions in files that reviewers hand in (the page's JSON, XLSX, XLIFF), and propose what follows from "
    "them: a patch of glossary entries and one of texts. Status 2 where something in a file cannot be understood."
)
_STATUS = "Show what is decided, what reviewers do not agree on, and what the rules' confidences have come to."
_SHOW = "Show what the glossary says of a term, and how a build uses it: each rendering with counts, in context."


def _build_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("sources", nargs="*", type=Path, metavar="SOURCE", help="files and folders; none: the samples")
    parser.add_argument("--out", type=Path, metavar="DIR", help="where builds are published (default: outputs)")
    _common_options(parser)
    parser.add_argument(
        "--jobs", type=_count, metavar="N", help="processes at work (default: one per core if worth it)"
    )
    _lexicon_option(parser)
    parser.add_argument("--since", type=Path, metavar="BUILD", help="an earlier build: findings say what is new")
    parser.add_argument("--full", action="store_true", help="build again even if nothing changed")
    parser.add_argument(
        "--allow-loss", action="store_true", help="publish even if far less is left than the latest build has"
    )
    parser.add_argument("--quiet", action="store_true", help="no progress and no summary")
    parser.set_defaults(run=_build)


def _check_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "sources",
        nargs="*",
        type=Path,
        metavar="SOURCE",
        help="files and folders, or - for standard input; none: the samples",
    )
    parser.add_argument("--as", dest="as_lang", metavar="LANG", help="language of all pages: zh, ja, zh-TW …")
    parser.add_argument(
        "--name", metavar="PATH", help="path that standard input goes by; tells its format and language"
    )
    parser.add_argument("--changed", action="store_true", help="only files that git says were changed or added")
    parser.add_argument("--base", default="", metavar="REF", help="only files changed since the branch left REF")
    parser.add_argument(
        "--format",
        choices=["text", "json", "sarif", "github", "junit"],
        default="text",
        help="text (default), json, sarif: SARIF 2.1.0, github: annotations of a workflow, junit",
    )
    parser.add_argument("--all", action="store_true", help="also what is neutral or doubtful (json, sarif: always)")
    parser.add_argument("--messages", choices=["en", "zh", "ja"], help="language of the messages (default: en)")
    parser.add_argument(
        "--select", action="append", default=[], metavar="RULES", help="only these rules: T101,T4,drift-across-corpus"
    )
    parser.add_argument("--ignore", action="append", default=[], metavar="RULES", help="all but these rules")
    parser.add_argument(
        "--fail-on",
        choices=["critical", "major", "minor", "neutral"],
        help="least severity that fails (default: major)",
    )
    parser.add_argument("--min-confidence", type=_share, metavar="P", help="least confidence that fails (default: 0.8)")
    parser.add_argument("--baseline", type=Path, metavar="FILE", help="findings to live with; only others fail")
    parser.add_argument("--update-baseline", action="store_true", help="write today's findings into the baseline")
    parser.add_argument(
        "--fix", action="store_true", help="put right in the files what is safe and certain, and report what is left"
    )
    parser.add_argument(
        "--diff", action="store_true", help="print what --fix would change, and change nothing; status 1 if anything"
    )
    parser.add_argument(
        "--jobs", type=_count, metavar="N", help="processes at work (default: one per core if worth it)"
    )
    parser.add_argument("--quiet", action="store_true", help="no progress and no summary")
    _common_options(parser)
    parser.set_defaults(run=_check)


def _rules_options(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(run=_rules)


def _explain_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("rule", metavar="RULE", help="its code (T101) or its name (brand-casing)")
    parser.set_defaults(run=_explain)


def _serve_options(parser: argparse.ArgumentParser) -> None:
    _common_options(parser)
    parser.set_defaults(run=_serve)


def _align_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", nargs=2, type=Path, metavar="FILE", help="two files; path or text tell the language")
    parser.add_argument(
        "--format", choices=["text", "tsv", "tmx"], default="text", help="text (default), tsv, or tmx: TMX 1.4b"
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
        help="folder that `lexicon train` has written, on top of what comes with taiyaku; may be given again",
    )


def _lexicon_options(parser: argparse.ArgumentParser) -> None:
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    train = commands.add_parser("train", help="learn from works in several languages", description=_TRAIN)
    train.add_argument("sources", nargs="*", type=Path, metavar="SOURCE", help="files and folders; none: the samples")
    train.add_argument(
        "--out", type=Path, default=Path("lexicons"), metavar="DIR", help="where the files go (default: lexicons)"
    )
    train.add_argument("--note", action="append", default=[], metavar="TEXT", help="where the texts come from")
    _common_options(train)
    train.set_defaults(run=_train, lexicon=[])


def _glossary_options(parser: argparse.ArgumentParser) -> None:
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    _show_options(commands.add_parser("show", help="show a term and its uses", description=_SHOW))
    _lint_options(commands.add_parser("lint", help="check the entries", description=_LINT))
    _stats_options(commands.add_parser("stats", help="count the entries", description=_STATS))
    _export_options(commands.add_parser("export", help="write the glossary for others", description=_EXPORT))
    _diff_options(commands.add_parser("diff", help="compare a build with the entries of today", description=_DIFF))


def _review_options(parser: argparse.ArgumentParser) -> None:
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    _packet_options(commands.add_parser("packet", help="write what is new for reviewers", description=_PACKET))
    _apply_options(commands.add_parser("apply", help="take in decisions", description=_APPLY))
    _status_options(commands.add_parser("status", help="show the progress", description=_STATUS))


def _packet_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--for", dest="langs", action="append", choices=["zh", "ja"], metavar="LANG",
        help="zh or ja; may be given again (default: both)",
    )  # fmt: skip
    parser.add_argument("--limit", type=_rows, metavar="N", help="findings at most (default: [review] limit)")
    parser.add_argument(
        "--format", default="", metavar="FORMATS",
        help="html, xlsx, xliff, tmx, tbx, tab, with commas between them (default: [review] formats)",
    )  # fmt: skip
    parser.add_argument("--out", type=Path, metavar="DIR", help="where packets go (default: packets below [build] out)")
    _reviewed_build_option(parser)
    _common_options(parser)
    parser.set_defaults(run=_packet)


def _apply_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE", help="files of decisions; none: propose anew")
    parser.add_argument("--by", default="", metavar="NAME", help="whose decisions they are, where a file does not say")
    parser.add_argument("--root", type=Path, metavar="DIR", help="what the paths of the build count from, for patches")
    parser.add_argument("--final", action="store_true", help="they settle what reviewers do not agree on")
    _reviewed_build_option(parser)
    _common_options(parser)
    parser.set_defaults(run=_apply)


def _status_options(parser: argparse.ArgumentParser) -> None:
    _reviewed_build_option(parser)
    _common_options(parser)
    parser.set_defaults(run=_status)


def _reviewed_build_option(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--build", type=Path, metavar="DIR", help="build to go by (default: latest below [build] out)")


def _show_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("term", metavar="TERM", help="a concept's id, or any form of it in any language")
    parser.add_argument(
        "--build", type=Path, metavar="DIR", help="build to look in (default: latest below [build] out)"
    )
    parser.add_argument("--lang", choices=["en", "zh", "ja"], help="uses in this language alone")
    parser.add_argument(
        "--limit", type=_lines, default=10, metavar="N", help="lines of uses for each language (default: 10)"
    )
    _common_options(parser)
    parser.set_defaults(run=_show)


def _lint_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--build", type=Path, metavar="DIR", help="check against the usage of this build too")
    _common_options(parser)
    parser.set_defaults(run=_lint)


def _stats_options(parser: argparse.ArgumentParser) -> None:
    _common_options(parser)
    parser.set_defaults(run=_stats)


def _export_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help="where to write it")
    parser.add_argument(
        "--format",
        choices=["html", "tbx", "tab"],
        default="html",
        help="html: one searchable page (default); tbx: TBX version 2 for tools, or version 3 without --for; "
        "tab: a glossary of OmegaT, for a FILE that ends in .utf8",
    )
    parser.add_argument(
        "--for", dest="lang", choices=["zh", "ja"], metavar="LANG", help="English and this language: zh or ja"
    )
    _common_options(parser)
    parser.set_defaults(run=_export)


def _diff_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("build_dir", type=Path, metavar="BUILD", help="folder of a build, such as outputs/latest")
    parser.add_argument("--limit", type=_lines, default=40, metavar="N", help="changes to print (default: 40)")
    _common_options(parser)
    parser.set_defaults(run=_diff)


def _common_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--glossary",
        action="append",
        type=Path,
        default=[],
        metavar="DIR",
        help="folder of entries laid over the built-in ones; may be given again",
    )
    parser.add_argument("--glossary-only", action="store_true", help="use the folders of --glossary alone")
    parser.add_argument("--config", type=Path, metavar="FILE", help="settings (default: taiyaku.toml, if it is there)")


def _count(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of processes; give 1 or more")
    return int(text)


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


def _build(options: argparse.Namespace) -> int:
    from flows.commands.build import run_build
    from flows.settings import load

    return run_build(options, load(options.config))


def _check(options: argparse.Namespace) -> int:
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
