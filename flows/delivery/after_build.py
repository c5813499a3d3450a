"""Delivering after a run: the latest build brought to the targets that do not have it yet."""

from __future__ import annotations

from flows.delivery.deliveries import deliver
from flows.options.options import BuildOptions
from flows.outcomes.alarms import Alarm
from flows.outcomes.state_file import read_state
from flows.outcomes.watch import RunWatch


def deliver_latest(watch: RunWatch, options: BuildOptions) -> None:
    """Bring the latest build to each target that no earlier run brought it to, and tell the watch.

    What cannot be delivered is an alarm that fails the run; the next run tries again. Raises what `deliver` raises.
    """
    before = read_state(options.out).get("delivered", {})
    watch.delivered = dict(before) if isinstance(before, dict) else {}
    pending = [target for target in options.targets if watch.delivered.get(target) != watch.build_id]
    if not pending or watch.build_id is None:
        return
    for target, delivery in zip(pending, deliver(options.out / "latest", pending), strict=True):
        watch.lines.append(delivery.line)
        if delivery.failed:
            watch.alarms += (Alarm("delivery", "fail", delivery.line),)
        elif delivery.state == "older":  # as after a clock was set back: a person has to say which one is to be read
            watch.alarms += (Alarm("delivery", "warn", delivery.line),)
        else:
            watch.delivered[target] = delivery.build_id
