"""Alarms: what needs a look in a build, and whether it fails the run."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal, NamedTuple

from corpus.text.printable import printable
from flows.options.options import AlarmOptions
from flows.outcomes.difference import BuildDifference
from glossary.desk.report.wording import counted

FEW = 20  # below that, a figure that doubles says nothing
_SHARES = ("success.", "accuracy.", "consistency.")  # figures of 1 at most: what they lose is reported
_PENALTIES = "penalty_per_1000."  # less of them is well


class Alarm(NamedTuple):
    """Something about a build that needs a look."""

    kind: str  # quarantined, criticals, drift or delivery
    level: Literal["warn", "fail"]
    message: str


class BuildAlarmError(ValueError):
    """A build is published, but an alarm is to fail the run."""

    exit_status = 1


def alarms(
    unread: Sequence[Mapping[str, str]],
    changes: BuildDifference | None,
    options: AlarmOptions,
    min_confidence: float,
    standing: Sequence[Mapping[str, Any]] = (),
) -> list[Alarm]:
    """Return the alarms of a build: its unreadable files, and what changed since the previous one. A critical finding
    counts from `min_confidence` on. If nothing changed, `standing` are the alarms that the build had when it was
    published.
    """
    levels = {"quarantined": options.on_quarantined, "criticals": options.on_criticals, "drift": options.on_drift}
    messages = {kind: [str(alarm["message"]) for alarm in standing if alarm["kind"] == kind] for kind in levels}
    messages["quarantined"] = list(_quarantined(unread))
    if changes is not None:
        messages["criticals"] = list(_criticals(changes, min_confidence))
        messages["drift"] = list(_drift(changes, options.max_drift))
    return [
        Alarm(kind, level, message) for kind, level in levels.items() if level != "off" for message in messages[kind]
    ]


def _quarantined(unread: Sequence[Mapping[str, str]]) -> Iterator[str]:
    if unread:
        first = unread[0]
        yield f"{counted(len(unread), 'file')} quarantined, such as {printable(first['path'])}: {first['reason']}"


def _criticals(changes: BuildDifference, min_confidence: float) -> Iterator[str]:
    grave = [finding for finding in changes.new_criticals if finding.confidence >= min_confidence]
    if grave:
        place = f"{grave[0].path}: {grave[0].rule} {grave[0].message}"
        yield f"{counted(len(grave), 'new critical finding')}, such as {place}"


def _drift(changes: BuildDifference, most: float) -> Iterator[str]:
    for name, figure in changes.figures.items():
        is_better = name.startswith(_PENALTIES) and figure.after < figure.before
        if max(figure) >= FEW and figure.change > most and not is_better:
            yield f"{name} went from {figure.before:,.0f} to {figure.after:,.0f}, by more than {most:.0%}"
        elif name.startswith(_SHARES) and figure.after < figure.before and figure.change > most:
            yield f"{name} fell from {figure.before:.0%} to {figure.after:.0%}"
