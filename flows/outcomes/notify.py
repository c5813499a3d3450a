"""Telling: an outcome sent to the channels that want it; a channel that does not answer never fails a run."""

from __future__ import annotations

import os
import time
import urllib.request
from collections.abc import Callable, Iterator
from typing import Any

from flows.options import NotifyOptions
from flows.outcomes.outcome import RunOutcome
from flows.redaction import redacted

_WEB = ("http://", "https://")
_PATIENCE = 10.0  # seconds that a channel may take
_DELAYS = (0.0, 1.0, 5.0)  # seconds before each try


def send(outcome: RunOutcome, options: NotifyOptions) -> list[str]:
    """Tell the channels, and give the sign of life; returns what went wrong, a line for each channel."""
    problems = list(_heartbeat(options.heartbeat, outcome)) if options.heartbeat else []
    if outcome.level in options.notify_on:
        for name in options.channels:
            problems += _tell(name, outcome)
    return [redacted(problem, options.heartbeat, *options.channels) for problem in problems]


def web_channel(options: NotifyOptions) -> str:
    """The first variable of the channels that has an address of http(s); empty where none has."""
    names = (name for name in options.channels if os.environ.get(name, "").startswith(_WEB))
    return next(names, "")


def _tell(name: str, outcome: RunOutcome) -> Iterator[str]:
    address = os.environ.get(name, "")
    if not address:
        yield f"{name}: nobody was told: the environment has no such variable; set it to the address of the channel"
    elif address.startswith(_WEB):
        yield from _problem(name, lambda: _post(address, outcome.json().encode()))
    else:
        yield from _problem(name, lambda: _through_apprise(address, outcome))


def _heartbeat(name: str, outcome: RunOutcome) -> Iterator[str]:
    if outcome.is_failure:
        return
    address = os.environ.get(name, "")
    if not address.startswith(_WEB):
        yield f"{name}: no sign of life was given: the environment has no address for it; set it to one of http(s)"
        return
    yield from _problem(name, lambda: _ask(address))


def _problem(name: str, attempt: Callable[[], Any]) -> Iterator[str]:
    """Try a few times; what went wrong the last time."""
    error: Exception | None = None
    for delay in _DELAYS:
        time.sleep(delay)
        try:
            attempt()
        except Exception as refused:  # noqa: BLE001 (whatever a service does, the build is published)
            error = refused
        else:
            return
    yield f"{name}: was not told: {error}"


def _post(address: str, content: bytes) -> None:
    request = urllib.request.Request(  # noqa: S310 (the address is the operator's own)
        address, data=content, headers={"Content-Type": "application/json", "User-Agent": "taiyaku"}, method="POST"
    )
    with urllib.request.urlopen(request, timeout=_PATIENCE):  # noqa: S310
        pass


def _ask(address: str) -> None:
    with urllib.request.urlopen(address, timeout=_PATIENCE):  # noqa: S310 (the address is the operator's own)
        pass


def _through_apprise(address: str, outcome: RunOutcome) -> None:
    """Mail, chat and the like; raises OSError where it was not sent."""
    import apprise  # a tenth of a second, which a run that went well does not pay

    kinds = {"failed": apprise.NotifyType.FAILURE, "warned": apprise.NotifyType.WARNING}
    service = apprise.Apprise()
    if not service.add(address):
        raise OSError("the address is none that Apprise knows")
    kind = kinds.get(outcome.level, apprise.NotifyType.INFO)
    text = redacted("\n".join(outcome.lines()))
    if not service.notify(body=text, title=outcome.title, notify_type=kind, body_format=apprise.NotifyFormat.TEXT):
        raise OSError("the service did not take it")
