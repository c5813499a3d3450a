"""Publishing a build where people read it, and verifying what is there."""

from __future__ import annotations

import argparse
import sys

from corpus.text.printable import printable
from flows.console import error_lines
from flows.console.exit_status import FINE
from flows.delivery.deliveries import deliver, verify
from flows.options.settings import Settings, SettingsError


def publish(options: argparse.Namespace, settings: Settings) -> int:
    """Bring a build to each target, or verify the targets; a line for each, and the highest exit status."""
    targets = options.targets or settings.publish.targets
    if not targets:
        raise SettingsError("no target; give one, or set targets under [publish] in taiyaku.toml")
    if options.verify:
        results = [verify(target) for target in targets]
        return _status_of([(result.line, result.status) for result in results])
    build = options.build or settings.build.out / "latest"
    deliveries = deliver(build, targets, dry_run=options.dry_run, rollback=options.rollback)
    return _status_of([(delivery.line, delivery.status) for delivery in deliveries])


def _status_of(lines: list[tuple[str, int]]) -> int:
    """Print what became of each target; returns the highest exit status."""
    for line, status in lines:
        if status == FINE:
            print(printable(line), file=sys.stderr)
        else:
            error_lines.say(line)
    return max((status for _, status in lines), default=FINE)
