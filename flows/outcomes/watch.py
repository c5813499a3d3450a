"""A watch on a run: however it ends, its outcome is recorded and notifications are sent."""

from __future__ import annotations

import os
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from corpus import lazy_re as re
from corpus.moments import moment_text
from flows.console import error_lines
from flows.console.redaction import redacted
from flows.options.options import NotifyOptions
from flows.outcomes import notify
from flows.outcomes.difference import Alarm, BuildAlarmError, BuildDifference
from flows.outcomes.outcome import RunOutcome, RunStatus, write_state

_FIGURE = re.compile(r'taiyaku_figure\{figure="([^"]+)"[^}]*\} (\S+)$')


def write_metrics(file: Path, outcome: RunOutcome) -> None:
    """Write the metrics of a run; raises OSError. Figures that only a successful run knows (of the latest build, and
    when one succeeded) stay unchanged after a failure.
    """
    from prometheus_client import CollectorRegistry, Gauge, write_to_textfile

    registry, label = CollectorRegistry(), {"project": outcome.project, "run": outcome.run}

    def gauge(name: str, meaning: str, value: float, **labels: str) -> None:
        if name not in gauges:
            gauges[name] = Gauge(f"taiyaku_{name}", meaning, [*label, *labels], registry=registry)
        gauges[name].labels(**label, **labels).set(value)

    gauges: dict[str, Gauge] = {}
    try:
        before = file.read_text(encoding="utf-8").splitlines()
    except (OSError, ValueError):
        before = []
    succeeded = time.time()
    if outcome.is_failure:
        rows = (row for row in before if row.startswith("taiyaku_last_success_timestamp_seconds{"))
        succeeded = next((float(row.rpartition(" ")[2]) for row in rows), 0.0)
    gauge("last_run_timestamp_seconds", "When the last run ended.", time.time())
    gauge("last_success_timestamp_seconds", "When the last run that did not fail ended; 0 if none did.", succeeded)
    gauge("run_failed", "1 if the last run failed, or an alarm failed it.", float(outcome.is_failure))
    gauge("run_changed", "1 if the last run published a build.", float(outcome.status is RunStatus.CHANGED))
    gauge("run_seconds", "How long the last run took.", outcome.seconds)
    for kind in ("quarantined", "criticals", "drift", "delivery"):
        count = sum(alarm.kind == kind for alarm in outcome.alarms)
        gauge("alarms", "Alarms of the last run.", count, kind=kind)
    for step, seconds in outcome.steps.items():
        gauge("step_seconds", "How long each step of the last run took.", seconds, step=step)
    figures = outcome.figures or {row[1]: float(row[2]) for text in before if (row := _FIGURE.match(text))}
    for figure, value in figures.items():
        gauge("figure", "Figures of the latest build, such as documents by language.", value, figure=figure)
    file.parent.mkdir(parents=True, exist_ok=True)
    write_to_textfile(str(file), registry)


@dataclass
class RunWatch:
    """What is known so far of a watched run."""

    run: str
    project: str
    out: Path | None
    options: NotifyOptions
    portion: str = ""  # the part of the run that this process does, if it does not do all
    began: float = field(default_factory=time.time)
    clock: float = field(default_factory=time.monotonic)
    status: RunStatus = RunStatus.FAILED
    message: str = ""
    build_id: str | None = None
    figures: dict[str, float] = field(default_factory=dict)
    steps: dict[str, float] = field(default_factory=dict)
    changes: BuildDifference | None = None
    alarms: tuple[Alarm, ...] = ()
    delivered: dict[str, str] | None = None  # target → the build that it has; None where it was not checked
    outcome: RunOutcome | None = None  # when it has ended
    lines: list[str] = field(default_factory=list)  # what a person reads of a run that went well
    problems: list[str] = field(default_factory=list)  # of telling

    def ends(self, status: RunStatus, message: str, **facts: Any) -> None:
        """Set how the run ends: fields of an outcome."""
        self.status, self.message = status, message
        for name, value in facts.items():
            setattr(self, name, value)

    def close(self, error: BaseException | None) -> None:
        """Create the outcome, record it and send it; errors in doing so are kept as `problems`."""
        if error is not None and not isinstance(error, BuildAlarmError):
            self.status, self.message = RunStatus.FAILED, _message_of(error)
            if self.portion:
                self.message = f"{self.portion}: {self.message}"
        secrets = (self.options.heartbeat, *self.options.channels)
        self.outcome = RunOutcome(
            run=self.run,
            project=self.project,
            status=self.status,
            message=redacted(self.message, *secrets),
            began=moment_text(self.began),
            seconds=round(time.monotonic() - self.clock, 2),
            host=socket.gethostname(),
            pid=os.getpid(),
            build_id=self.build_id,
            out=str(self.out or ""),
            figures=self.figures,
            changes=self.changes,
            alarms=self.alarms,
            steps={step: round(seconds, 2) for step, seconds in self.steps.items()},
        )
        self._write_down(self.outcome, secrets)
        self.problems += notify.send(self.outcome, self.options)

    def _write_down(self, outcome: RunOutcome, secrets: tuple[str, ...]) -> None:
        try:
            if self.out is not None and _is_ours(self.out):
                write_state(self.out, outcome, self.delivered, *secrets)
            if self.options.metrics is not None:
                write_metrics(self.options.metrics, outcome)
        except OSError as error:
            if not outcome.is_failure:  # one that failed says why already, and mostly it is the same disk
                self.problems.append(f"the outcome could not be written down: {error}")


def _is_ours(out: Path) -> bool:
    """Return whether a folder holds our builds: nothing is written where none can be published."""
    return (out / "builds").is_dir() and ((out / "latest").is_symlink() or not (out / "latest").exists())


@contextmanager
def watched(
    run: str,
    project: str,
    out: Path | None,
    options: NotifyOptions,
    tell: Callable[[str], None] | None = None,
    *,
    portion: str = "",
) -> Iterator[RunWatch]:
    """Watch the run in this block and report it once, at its end. `tell` gets a line for each problem in recording or
    sending the outcome. A `portion` of a run is reported only if it fails: how the run ends is known when all portions
    are done.
    """
    watch = RunWatch(run, project, out, options, portion)
    try:
        yield watch
    except BaseException as error:
        _end(watch, error, tell)
        raise
    else:
        if not portion:
            _end(watch, None, tell)


def _end(watch: RunWatch, error: BaseException | None, tell: Callable[[str], None] | None) -> None:
    watch.close(error)
    if tell:
        for problem in watch.problems:
            tell(problem)


def _message_of(error: BaseException) -> str:
    if isinstance(error, KeyboardInterrupt):
        return error_lines.STOPPED_BUILD
    if isinstance(error, Exception):
        return error_lines.sentence(error)
    return f"ended: {type(error).__name__}"
