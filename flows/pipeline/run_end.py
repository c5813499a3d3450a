"""The end of a build: what its watch learns of it, and whether an alarm fails the run that published it."""

from __future__ import annotations

from collections.abc import Mapping

from corpus.storage import store
from corpus.text.printable import printable
from flows.dataset_card import build_summary
from flows.dataset_card.build_summary import Summary
from flows.options.options import BuildOptions
from flows.outcomes.alarms import BuildAlarmError, alarms
from flows.outcomes.difference import lines
from flows.outcomes.outcome import RunStatus
from flows.outcomes.watch import RunWatch
from flows.pipeline.publishing import figures_of_builds
from flows.pipeline.withdrawn import withdrawn_text


def published(watch: RunWatch, summary: Summary, options: BuildOptions, seconds: Mapping[str, float]) -> None:
    """Tell the watch of a build that was published."""
    warnings = tuple(alarms(summary.changes, options, options.min_confidence))
    watch.ends(
        RunStatus.CHANGED,
        f"Published build {summary.build_id}",
        build_id=summary.build_id,
        figures=summary.figures,
        changes=summary.changes,
        alarms=warnings,
        steps=dict(seconds),
    )
    warning_lines = [
        f"{'Fails the run' if alarm.level == 'fail' else 'Warning'}: {alarm.message}" for alarm in warnings
    ]
    changes = lines(summary.changes) if summary.changes else []
    *facts, place = build_summary.lines(summary, options.out / "latest")
    watch.lines = [*facts, *changes, *warning_lines, place]


def unchanged(watch: RunWatch, build_id: str, options: BuildOptions) -> None:
    """Tell the watch that nothing was to do."""
    manifest = store.read_manifest(options.out / "latest") or {}
    withdrawn = withdrawn_text(options.out, build_id)
    status = RunStatus.WITHDRAWN if withdrawn else RunStatus.UNCHANGED
    text = withdrawn or f"Nothing changed since build {build_id}; see {printable(options.out)}/latest/report/index.html"
    latest = str(manifest.get("build_id", build_id))
    watch.ends(status, text, build_id=latest, figures=dict(figures_of_builds(options.out).get(latest, {})))
    watch.lines = [text]


def raise_failing_alarms(watch: RunWatch) -> None:
    """Fail where an alarm is to fail the run; raises BuildAlarmError."""
    failing = [alarm.message for alarm in watch.alarms if alarm.level == "fail"]
    if failing:
        raise BuildAlarmError(f"build {watch.build_id} is published, and fails the run: {'; '.join(failing)}")
