"""Notifications: sends an outcome to the channels that want it; a failing channel never fails a run."""

from __future__ import annotations

import logging
import os
import sys
import time
import urllib.request
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from http import HTTPStatus
from typing import Any
from urllib.parse import unquote, urlsplit

from flows.console.redaction import redacted, without_secrets
from flows.options.options import NotifyOptions
from flows.outcomes.outcome import RunOutcome, RunStatus
from flows.outcomes.refusals import RefusalError, refusal, status_refusal

_WEB = ("http://", "https://")
_PATIENCE = 10.0  # seconds that a channel may take
_DELAYS = (0.0, 1.0, 5.0)  # seconds before each try
_LONGEST_PAUSE = 30.0  # seconds that a service may ask to wait: the run ends only after that


def send(outcome: RunOutcome, options: NotifyOptions) -> list[str]:
    """Notify the channels and send the heartbeat; returns what went wrong, one line per channel."""
    problems = list(_heartbeat(options.heartbeat, outcome)) if options.heartbeat else []
    if outcome.level in options.notify_on and not _was_reported(outcome):
        for name in options.channels:
            problems += _tell(name, outcome)
    return [redacted(problem, options.heartbeat, *options.channels) for problem in problems]


def _was_reported(outcome: RunOutcome) -> bool:
    """Return whether the outcome warns only of what the previous run warned of."""
    is_warning = outcome.status is RunStatus.UNCHANGED and outcome.level == "warned"
    return is_warning and all(alarm.kind != "delivery" for alarm in outcome.alarms)


def web_channel(options: NotifyOptions) -> str:
    """Return the first channel variable that holds an http(s) address; empty if there is none."""
    names = (name for name in options.channels if _address(name).lower().startswith(_WEB))
    return next(names, "")


def _address(name: str) -> str:
    """Return the address in a variable, without the line end that it may have from a file."""
    return os.environ.get(name, "").strip()


def _tell(name: str, outcome: RunOutcome) -> Iterator[str]:
    address = _address(name)
    if not address:
        yield f"{name}: not notified: the environment has no such variable; set it to the address of the channel"
    elif address.lower().startswith(_WEB):
        yield from _problem(name, lambda: _post(address, outcome.json().encode()))
    else:
        yield from _problem(name, lambda: _through_apprise(address, outcome))


def _heartbeat(name: str, outcome: RunOutcome) -> Iterator[str]:
    if outcome.is_failure:
        return
    address = _address(name)
    if not address.lower().startswith(_WEB):
        yield f"{name}: no sign of life was given: the environment has no address for it; set it to one of http(s)"
        return
    yield from _problem(name, lambda: _ask(address))


def _problem(name: str, attempt: Callable[[], None]) -> Iterator[str]:
    """Try a few times, unless the channel will never accept it; yields what went wrong the last time."""
    tries, pause = 0, 0.0
    for delay in _DELAYS:
        tries += 1
        time.sleep(max(delay, pause))
        try:
            attempt()
        except Exception as error:  # noqa: BLE001 (whatever a service does, the build is published)
            failure = refusal(error)
        else:
            return
        pause = failure.pause
        if not failure.may_pass or pause > _LONGEST_PAUSE:
            break
    counted = f" (tried {tries} times)" if tries > 1 else ""
    request = f"; it asks to wait {pause:,.0f} seconds, longer than a run waits" if pause > _LONGEST_PAUSE else ""
    yield f"{name}: was not notified: {failure}{request}{counted}"


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """Treats redirects as errors: urllib would follow with an empty GET, and the message would be lost. 307 and 308
    ask for the same POST again, but to a place that the operator has not named.
    """

    def redirect_request(self, *_: Any) -> None:
        """Leave the response to the handler that raises it as an error."""


def _post(address: str, content: bytes) -> None:
    request = urllib.request.Request(  # noqa: S310 (the address is the operator's own)
        address, data=content, headers={"Content-Type": "application/json", "User-Agent": "taiyaku"}, method="POST"
    )
    with urllib.request.build_opener(_NoRedirects).open(request, timeout=_PATIENCE):
        pass


def _ask(address: str) -> None:
    with urllib.request.urlopen(address, timeout=_PATIENCE):  # noqa: S310 (the address is the operator's own)
        pass


def _through_apprise(address: str, outcome: RunOutcome) -> None:
    """Send by Apprise (mail, chat and the like); raises RefusalError if it was not sent."""
    import apprise  # a tenth of a second, which a run that went well does not pay

    kinds = {"failed": apprise.NotifyType.FAILURE, "warned": apprise.NotifyType.WARNING}
    service = apprise.Apprise(asset=apprise.AppriseAsset(http_redirects=False))
    kind = kinds.get(outcome.level, apprise.NotifyType.INFO)
    text = redacted("\n".join(outcome.lines()))
    with _apprise_log() as log:
        if not service.add(address):
            raise RefusalError("the address is none that Apprise knows", may_pass=False)
        log.clear()  # of what was said of the address, which may hold a password
        if service.notify(body=text, title=outcome.title, notify_type=kind, body_format=apprise.NotifyFormat.TEXT):
            return
        password = urlsplit(address).password or ""
        as_written_and_sent = dict.fromkeys((password, unquote(password)))
        raise log.refusal(filter(None, as_written_and_sent))


class _AppriseLog(logging.Handler):
    """A handler for what Apprise logs while sending: on failure it only returns False, and logs the reason."""

    def __init__(self) -> None:
        super().__init__(logging.INFO)
        self.clear()

    def clear(self) -> None:
        """Forget what was logged."""
        self._failures: list[RefusalError] = []
        self._some_were_sent = False

    def emit(self, record: logging.LogRecord) -> None:
        """Keep the error being handled; or else the HTTP status, or the text, of a warning."""
        if record.levelno < logging.WARNING:
            self._some_were_sent = True  # it says no more than what was sent
            return
        error = sys.exc_info()[1]
        codes = [argument for argument in record.args or () if isinstance(argument, int) and argument in _STATUSES]
        if error is not None:
            self._failures.append(refusal(error))
        elif codes:
            self._failures.append(status_refusal(codes[0], HTTPStatus(codes[0]).phrase))
        else:
            self._failures.append(RefusalError(without_secrets(record.getMessage())))

    def refusal(self, secrets: Iterable[str]) -> RefusalError:
        """Return why sending failed; if some recipients have the message, it is not to be sent again."""
        words = "; ".join(dict.fromkeys(map(str, self._failures))) or "the service did not take it"
        for secret in secrets:
            words = words.replace(secret, "***")
        if self._some_were_sent:
            return RefusalError(f"{words}; others have it", may_pass=False)
        return RefusalError(words, not self._failures or any(failure.may_pass for failure in self._failures))


_STATUSES = frozenset(HTTPStatus)


@contextmanager
def _apprise_log() -> Iterator[_AppriseLog]:
    """Capture Apprise's log and keep it out of the run's logs, where addresses would appear."""
    logger, log = logging.getLogger("apprise"), _AppriseLog()
    level, propagates = logger.level, logger.propagate
    logger.addHandler(log)
    logger.setLevel(logging.INFO)
    logger.propagate = False
    try:
        yield log
    finally:
        logger.removeHandler(log)
        logger.setLevel(level)
        logger.propagate = propagates
