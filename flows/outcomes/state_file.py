"""The state of a folder of builds: how the last run ended and when one last went well, as JSON beside `latest`."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from corpus.moments import moment_text
from flows.console.redaction import redacted
from flows.files.atomic_write import write
from flows.outcomes.outcome import RunOutcome

STATE = "state.json"


def write_state(out: Path, outcome: RunOutcome, delivered: Mapping[str, str] | None = None, *secrets: str) -> None:
    """Write how a run ended; raises OSError.

    `delivered` is which target has which build; None leaves that as it was. `secrets` are variables whose values must
    not stand there.
    """
    moment = moment_text()
    before = read_state(out)
    content = {
        "ended": moment,
        "last_success": before.get("last_success") if outcome.is_failure else moment,
        "failures": int(before.get("failures", 0)) + 1 if outcome.is_failure else 0,  # one after the other
        "delivered": before.get("delivered", {}) if delivered is None else dict(delivered),
        "last_run": outcome.record(),
    }
    write(out / STATE, redacted(json.dumps(content, ensure_ascii=False, indent=1), *secrets) + "\n")


def read_state(out: Path) -> dict[str, Any]:
    """Read the state in the file; nothing where there is none or it cannot be read."""
    try:
        content = json.loads((out / STATE).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return content if isinstance(content, dict) else {}
