"""The outcome of a run: whether it succeeded, what it published, what changed, and what needs a look."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from enum import StrEnum
from pathlib import Path
from typing import Any

from corpus.moments import moment_text
from flows.console.redaction import redacted
from flows.files.atomic_write import write
from flows.outcomes import difference
from flows.outcomes.difference import Alarm, BuildDifference

STATE = "state.json"  # beside `latest`: how the last run ended and when one last went well
_MOST = 100  # paths and findings of a kind that the JSON lists


class RunStatus(StrEnum):
    """How a run ended."""

    CHANGED = "changed"  # a build was published
    UNCHANGED = "unchanged"  # the latest build is of these sources
    WITHDRAWN = "withdrawn"  # the sources make a build that was rolled back
    DONE = "done"  # a run that publishes no build went well
    FAILED = "failed"  # nothing was published


@dataclass(frozen=True, slots=True)
class RunOutcome:
    """The outcome of a run, in values that can be stored and sent."""

    run: str  # what ran: build, check, packets …
    project: str
    status: RunStatus
    message: str  # one line
    began: str  # UTC
    seconds: float
    host: str
    pid: int
    build_id: str | None = None
    out: str = ""
    figures: dict[str, float] = field(default_factory=dict)
    changes: BuildDifference | None = None
    alarms: tuple[Alarm, ...] = ()
    steps: dict[str, float] = field(default_factory=dict)  # seconds by step

    @property
    def is_failure(self) -> bool:
        """Return whether the run failed, or an alarm fails it."""
        return self.status is RunStatus.FAILED or any(alarm.level == "fail" for alarm in self.alarms)

    @property
    def level(self) -> str:
        """The level at which it is reported: failed, warned, changed or unchanged."""
        if self.is_failure:
            return "failed"
        if self.alarms or self.status is RunStatus.WITHDRAWN:
            return "warned"
        return "changed" if self.status is RunStatus.CHANGED else "unchanged"

    @property
    def title(self) -> str:
        """The outcome in a few words, for a subject line."""
        words = {"failed": "failed", "warned": "needs a look", "changed": "published", "unchanged": "nothing changed"}
        went_well = self.status is RunStatus.DONE and not self.alarms
        return f"taiyaku {self.project}: {self.run} {'went well' if went_well else words[self.level]}"

    def lines(self) -> list[str]:
        """Return the outcome as readable lines."""
        alarms = [f"{'Fails' if alarm.level == 'fail' else 'Warning'}: {alarm.message}" for alarm in self.alarms]
        return [self.message, *alarms, *(difference.lines(self.changes) if self.changes else [])]

    def record(self) -> dict[str, Any]:
        """Return the outcome as JSON values; long lists are cut, and their lengths added."""
        content = {entry.name: getattr(self, entry.name) for entry in fields(self)}
        return {
            **content,
            "status": self.status.value,
            "level": self.level,
            "alarms": [alarm._asdict() for alarm in self.alarms],
            "changes": _changes_record(self.changes) if self.changes else None,
        }

    def json(self) -> str:
        """Return the outcome as one JSON object."""
        return json.dumps(self.record(), ensure_ascii=False, indent=1) + "\n"


def _changes_record(changes: BuildDifference) -> dict[str, Any]:
    lists = {name: getattr(changes, name) for name in ("added", "removed", "edited", "readable")}
    records = {
        "quarantined": [file._asdict() for file in changes.quarantined],
        "new_criticals": [finding._asdict() for finding in changes.new_criticals],
    }
    return {
        "before": changes.before,
        "created": changes.created,
        "figures": {name: figure._asdict() for name, figure in changes.figures.items() if figure.change},
        **{name: list(value)[:_MOST] for name, value in (lists | records).items()},
        "counts": {name: len(value) for name, value in (lists | records).items()},
        "new_findings": changes.new_findings,
        "gone_findings": changes.gone_findings,
    }


def write_state(out: Path, outcome: RunOutcome, delivered: Mapping[str, str] | None = None, *secrets: str) -> None:
    """Write how a run ended; raises OSError. `delivered` maps each target to its build; None leaves the earlier
    mapping. `secrets` are variables whose values must not appear in the file.
    """
    moment = moment_text()
    before = read_state(out)
    record = outcome.record()
    content = {
        "ended": moment,
        "last_success": before.get("last_success") if outcome.is_failure else moment,
        "failures": int(before.get("failures", 0)) + 1 if outcome.is_failure else 0,  # one after the other
        "delivered": before.get("delivered", {}) if delivered is None else dict(delivered),
        "alarms": before.get("alarms", []) if outcome.status is RunStatus.FAILED else record["alarms"],  # that stand
        "last_run": record,
    }
    write(out / STATE, redacted(json.dumps(content, ensure_ascii=False, indent=1), *secrets) + "\n")


def read_state(out: Path) -> dict[str, Any]:
    """Read the state in the file; empty if it is missing or unreadable."""
    try:
        content = json.loads((out / STATE).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return content if isinstance(content, dict) else {}
