"""The last message of a build's run: what was published, and by how many findings it differs from the one before."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import pytest
import yaml

from flows.options.options import NotifyOptions
from flows.outcomes.difference import BuildDifference
from flows.outcomes.outcome import RunStatus
from flows.outcomes.watch import RunWatch
from tests.flows.command import ROOT

pytestmark = pytest.mark.slow


def changes(new: int, gone: int) -> BuildDifference:
    empty: dict[str, Any] = {field.name: () for field in fields(BuildDifference)}
    return BuildDifference(**{**empty, "new_findings": new, "gone_findings": gone})


@pytest.mark.parametrize(
    ("status", "difference", "message"),
    [
        (RunStatus.CHANGED, None, "Published build b2"),
        (RunStatus.CHANGED, changes(12, 0), "Published build b2, +12 findings"),
        (RunStatus.CHANGED, changes(1, 3), "Published build b2, +1 finding, -3 findings"),
        (RunStatus.CHANGED, changes(0, 0), "Published build b2, the same findings"),
        (RunStatus.UNCHANGED, None, "Nothing changed since build b2"),
    ],
)
def test_message_says_what_came_of_the_run(status: RunStatus, difference: BuildDifference | None, message: str):
    from flows.prefect_flows.run_record import end_message

    watch = RunWatch("build", "docs", None, NotifyOptions())
    watch.ends(status, "Published build b2", build_id="b2", changes=difference)
    assert end_message(watch) == message


def test_trigger_of_the_documentation_follows_the_event():
    from prefect.events import DeploymentEventTrigger

    from flows.prefect_flows.run_record import PUBLISHED

    page = (ROOT / "flows" / "operating" / "prefect.md").read_text(encoding="utf-8")
    (block,) = (text.partition("```")[0] for text in page.split("```yaml\n")[1:] if "triggers:" in text)
    (trigger,) = map(DeploymentEventTrigger.model_validate, yaml.safe_load(block)["triggers"])
    assert trigger.expect == {PUBLISHED}
    assert trigger.model_dump(mode="json")["match"] == {"prefect.resource.id": "taiyaku.corpus.docs"}
