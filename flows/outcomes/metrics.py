"""Metrics: the outcome of a run as a file that Prometheus's textfile collector reads, written in one step."""

from __future__ import annotations

import time
from pathlib import Path

from corpus import lazy_re as re
from flows.outcomes.outcome import RunOutcome, RunStatus

_FIGURE = re.compile(r'taiyaku_figure\{figure="([^"]+)"[^}]*\} (\S+)$')


def write_metrics(file: Path, outcome: RunOutcome) -> None:
    """Write the figures of a run; raises OSError.

    What only a good run knows (figures of the latest build, when one went well) stays as it was after a failed one.
    """
    from prometheus_client import CollectorRegistry, Gauge, write_to_textfile

    registry, label = CollectorRegistry(), {"project": outcome.project, "run": outcome.run}

    def gauge(name: str, meaning: str, value: float, **labels: str) -> None:
        if name not in gauges:
            gauges[name] = Gauge(f"taiyaku_{name}", meaning, [*label, *labels], registry=registry)
        gauges[name].labels(**label, **labels).set(value)

    gauges: dict[str, Gauge] = {}
    succeeded = time.time() if not outcome.is_failure else _earlier_success(file)
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
    for figure, value in (outcome.figures or _earlier_figures(file)).items():
        gauge("figure", "Figures of the latest build, such as documents by language.", value, figure=figure)
    file.parent.mkdir(parents=True, exist_ok=True)
    write_to_textfile(str(file), registry)


def _earlier_figures(file: Path) -> dict[str, float]:
    """Return the figures of the latest build, as the file says that is there."""
    return {row[1]: float(row[2]) for text in _rows(file) if (row := _FIGURE.match(text))}


def _earlier_success(file: Path) -> float:
    """Return when a run went well, as the file says that is there."""
    for row in _rows(file):
        if row.startswith("taiyaku_last_success_timestamp_seconds{"):
            return float(row.rpartition(" ")[2])
    return 0.0


def _rows(file: Path) -> list[str]:
    try:
        return file.read_text(encoding="utf-8").splitlines()
    except (OSError, ValueError):
        return []
