"""The command line (CLI). Heavy imports wait until a command needs them, so that --help answers at once."""

from __future__ import annotations

import argparse
import atexit
import gc
import os
import sys
from collections.abc import Sequence
from importlib import import_module

from flows.command_line.arguments import command_groups
from flows.console import kept_reports
from flows.console.exit_status import CALL, FINE, MACHINE, STOPPED, Terminated, end_by_signal

_GROUPS = ("build", "check", "builds", "export", "glossary", "review", "assistant", "history")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; returns the exit status: 0 fine, 2 the call or its input is at fault, 3 the machine failed."""
    is_check = arguments is None and sys.argv[1:2] == ["check"]
    key = kept_reports.key_of(sys.argv[1:]) if is_check else ""
    if key and (status := _print_again(key)) is not None:
        return status
    from flows.console import error_lines, extras
    from flows.console.import_path import keep_children_safe

    options = parser(("check",) if is_check else _GROUPS).parse_args(arguments)
    options.key = key
    options.called = list(sys.argv[1:] if arguments is None else arguments)
    if arguments is None:  # a command of its own: what is left when its process ends need not be taken apart first
        atexit.register(gc.freeze)
    keep_children_safe()
    try:
        return int(options.run(options))
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FINE
    except KeyboardInterrupt:
        error_lines.say(getattr(options, "stopped", error_lines.STOPPED))
        os._exit(STOPPED)  # Prefect's threads would go on trying to reach their server
    except Terminated as ended:
        error_lines.say(getattr(options, "stopped", error_lines.STOPPED))
        end_by_signal(ended.signal)
    except ModuleNotFoundError as error:
        line = extras.remedy(error)
        error_lines.say(line or error_lines.logged(error))
        return CALL if line else MACHINE
    except Exception as error:  # noqa: BLE001 (the last resort: a log with the traceback, and one line)
        if error_lines.is_the_calls_fault(error):
            error_lines.say(str(error))
            return int(getattr(error, "exit_status", CALL))
        error_lines.say(error_lines.logged(error))
        return MACHINE


def _print_again(key: str) -> int | None:
    """Print the report of a check that was called in the same way while nothing has changed; None where there is none.

    Before anything slow is imported.
    """
    try:
        return kept_reports.print_again(key)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FINE


def parser(groups: Sequence[str] = _GROUPS) -> argparse.ArgumentParser:
    """Return the commands of groups with their options."""
    parser = argparse.ArgumentParser(
        prog="taiyaku",
        description="Find wrong and inconsistent terms, numbers, code and missing text in Chinese and Japanese "
        "translations of technical documents, and build a parallel corpus of them.",
        epilog="Begin with `taiyaku check docs`; `taiyaku COMMAND --help` ends with an example. "
        "Exit status: 0 success, 1 problems found, 2 usage or input error, 3 internal error, 130 interrupted.",
    )
    parser.add_argument("--version", action=_Version, nargs=0, help="show the version and exit")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for group in groups:
        import_module(f"flows.command_line.arguments.{group}_arguments").add(commands)
    command_groups.add_groups(parser)
    return parser


class _Version(argparse.Action):
    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from importlib.metadata import version

        print(f"taiyaku {version('taiyaku')}")
        parser.exit(FINE)


if __name__ == "__main__":
    sys.exit(main())
