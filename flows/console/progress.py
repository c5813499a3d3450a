"""Progress: a bar on a terminal, plain lines otherwise, nothing with --quiet; always on standard error."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import Any, Protocol, Self

from flows.console import error_lines


class Progress(Protocol):
    """Listener to the progress of a build."""

    def step(self, name: str, total: int = 0) -> None:
        """Begin a new step with `total` parts."""

    def advance(self) -> None:
        """Count one part of the step as done."""


class SilentProgress:
    """Prints nothing."""

    def step(self, name: str, total: int = 0) -> None: ...

    def advance(self) -> None: ...


SILENT = SilentProgress()


class ProgressLines:
    """Prints a line when a step begins, and one every few seconds while it runs; a patient one omits the first."""

    def __init__(self, interval: float = 5.0, patient: bool = False) -> None:
        self._every, self._name, self._total, self._done, self._said = interval, "", 0, 0, 0.0
        self._patient = patient

    def step(self, name: str, total: int = 0) -> None:
        begins = name != self._name
        self._name, self._total, self._done = name, total, 0
        if begins:
            self._said = time.monotonic()
        if begins and not self._patient:
            print(f"{name} …", file=sys.stderr, flush=True)

    def advance(self) -> None:
        self._done += 1
        if self._done != self._total and time.monotonic() - self._said > self._every:
            self._said = time.monotonic()
            so_far = f"{self._done:,} of {self._total:,}" if self._total else f"{self._done:,} found"
            print(f"{self._name}: {so_far}", file=sys.stderr, flush=True)


class ProgressRecords:
    """Prints a JSON line when a step begins, and one every few seconds while it runs."""

    def __init__(self, interval: float = 5.0) -> None:
        self._every, self._name, self._total, self._done, self._written = interval, "", 0, 0, 0.0

    def step(self, name: str, total: int = 0) -> None:
        begins = name != self._name
        self._name, self._total, self._done = name, total, 0
        error_lines.bind(step=name)
        if begins:
            self._written = time.monotonic()
            error_lines.emit("info", "step", f"{name} …", total=total)

    def advance(self) -> None:
        self._done += 1
        if time.monotonic() - self._written > self._every:
            self._written = time.monotonic()
            error_lines.emit("info", "progress", self._name, done=self._done, total=self._total)


class ProgressBar:
    """Rich's progress bar."""

    def __init__(self) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, SpinnerColumn, TextColumn, TimeElapsedColumn
        from rich.progress import Progress as RichProgress

        columns = (
            SpinnerColumn(),
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
        )
        self._bar = RichProgress(*columns, console=Console(stderr=True), transient=True)
        self._task: Any = None

    def __enter__(self) -> Self:
        self._bar.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._bar.stop()

    def step(self, name: str, total: int = 0) -> None:
        if self._task is not None:
            self._bar.remove_task(self._task)
        self._task = self._bar.add_task(name, total=total or None)

    def advance(self) -> None:
        self._bar.advance(self._task)


@contextmanager
def progress_display(quiet: bool, patient: bool = False) -> Iterator[Progress]:
    """Show a bar on a terminal, lines elsewhere, nothing if quiet; with `patient`, lines start late."""
    if quiet:
        yield SILENT
    elif error_lines.is_json():
        yield ProgressRecords()
    elif sys.stderr.isatty():
        with ProgressBar() as bar:
            yield bar
    else:
        yield ProgressLines(patient=patient)
