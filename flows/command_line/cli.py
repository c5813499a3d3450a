"""The command line (CLI). Heavy imports wait until a command needs them, so that --help answers at once."""

from __future__ import annotations

import atexit
import gc
import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from flows.console import kept_reports
from flows.console.exit_status import CALL, FINE, MACHINE, STOPPED, Terminated, end_by_signal

if TYPE_CHECKING:
    from flows.editing.connection import Connection


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; returns the exit status: 0 fine, 2 the call or its input is at fault, 3 the machine failed."""
    command = sys.argv[1:2] if arguments is None else []
    key = kept_reports.key_of(sys.argv[1:]) if command == ["check"] else ""
    if key and (status := _print_again(key)) is not None:
        return status
    connection = _connect_editor() if command == ["lsp"] else None
    from flows.command_line.argument_parser import parser
    from flows.console import error_lines, extras
    from flows.console.import_path import keep_children_safe

    called = list(sys.argv[1:] if arguments is None else arguments)
    options = parser(called).parse_args(called)
    options.key, options.called, options.connection = key, called, connection
    if arguments is None:  # a command of its own: what is left when its process ends need not be taken apart first
        atexit.register(gc.freeze)
    keep_children_safe()
    try:
        return int(options.run(options))
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FINE
    except KeyboardInterrupt:
        error_lines.say(options.stopped)
        os._exit(STOPPED)  # Prefect's threads would go on trying to reach their server
    except Terminated as ended:
        error_lines.say(options.stopped)
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
    """Print the kept report of the same check if nothing has changed since; None if there is none. Runs before any
    slow import.
    """
    try:
        return kept_reports.print_again(key)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FINE


def _connect_editor() -> Connection:
    """Return the connection to an editor, which gets answers while slow modules are still being imported."""
    from flows.editing.connection import connect

    gc.disable()  # until the first page is judged: what is imported and loaded until then stays
    return connect(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
