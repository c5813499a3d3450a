"""Notifications: sends an outcome to the channels that want it; a failing channel never fails a run."""

from __future__ import annotations

import http.client
import logging
import os
import smtplib
import socket
import ssl
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from email.message import Message
from email.utils import parsedate_to_datetime
from http import HTTPStatus
from typing import Any
from urllib.parse import unquote, urljoin, urlsplit

from corpus.text.printable import printable
from flows.console.error_lines import describe_error
from flows.console.redaction import redacted, without_secrets
from flows.options.options import NotifyOptions
from flows.outcomes.outcome import RunOutcome, RunStatus

_PASSING = (HTTPStatus.REQUEST_TIMEOUT, HTTPStatus.TOO_EARLY, HTTPStatus.TOO_MANY_REQUESTS)
_LASTING = (HTTPStatus.NOT_IMPLEMENTED, HTTPStatus.HTTP_VERSION_NOT_SUPPORTED)
_WRAPPERS = ("requests", "urllib3")  # libraries whose messages repeat the address, with the tokens of its path
_SHORT, _LONG = 6, 16  # characters of a part of a path that is a token: with a digit, or whatever it is made of
_MOST = 200  # characters of what a service says

_Headers = Message | dict[str, str]


class RefusalError(OSError):
    """A channel did not accept an outcome.

    Attributes:
        may_pass: whether a retry may succeed.
        pause: seconds that the service asks to wait before that; 0 if it names none.
    """

    def __init__(self, message: str, may_pass: bool = True, pause: float = 0.0) -> None:
        super().__init__(message)
        self.may_pass, self.pause = may_pass, pause


def refusal(error: BaseException) -> RefusalError:
    """Return the refusal for an exception that a library raised."""
    match error:
        case RefusalError():
            return error
        case urllib.error.HTTPError():
            location = error.headers.get("Location", "") if 300 <= error.code < 400 else ""
            if not location:
                return status_refusal(error.code, str(error.reason), error.headers)
            moved = f"HTTP {error.code}: moved to {_shown_address(str(error.filename), location)}"
            remedy = "a redirect would lose the message; set the variable to the new address"
            return RefusalError(f"{moved}; {remedy}", may_pass=False)
        case urllib.error.URLError(reason=BaseException() as cause):
            return refusal(cause)
        case smtplib.SMTPException():
            return _of_mail(error)
        case OSError():
            return _of_connection(error)
        case http.client.InvalidURL() | ValueError():  # such a message may quote a part of the password
            return RefusalError("the address is not valid", may_pass=False)
        case http.client.HTTPException():
            return RefusalError(f"the answer is not HTTP ({type(error).__name__})")
    return RefusalError(type(error).__name__)


def status_refusal(code: int, words: str = "", headers: _Headers | None = None) -> RefusalError:
    """Return the refusal for an HTTP status other than success."""
    may_pass = code in _PASSING or (code >= HTTPStatus.INTERNAL_SERVER_ERROR and code not in _LASTING)
    return RefusalError(f"HTTP {code} {_said(words)}".strip(), may_pass, _pause(headers or {}) if may_pass else 0.0)


def _shown_address(address: str, location: str) -> str:
    """Return the new address with parts of its path masked that may be tokens, as in chat services' addresses."""
    try:
        new = urlsplit(urljoin(address, location))
    except ValueError:
        return "an address that is not valid"
    parts = ("***" if _is_token(part) else part for part in new.path.split("/"))
    return _said(f"{new.scheme}://{new.netloc}{'/'.join(parts)}{'?***' if new.query else ''}")


def _is_token(part: str) -> bool:
    return len(part) >= _LONG or (len(part) >= _SHORT and any(character.isdigit() for character in part))


def _pause(headers: _Headers) -> float:
    """Return the seconds of a Retry-After header, which holds seconds or a date; 0 if it has neither."""
    value = str(headers.get("Retry-After", "")).strip()
    if value.isascii() and value.isdigit():
        return float(value)
    try:
        return max(0.0, parsedate_to_datetime(value).timestamp() - time.time())
    except (ValueError, OverflowError):
        return 0.0


def _of_mail(error: smtplib.SMTPException) -> RefusalError:
    match error:
        case smtplib.SMTPRecipientsRefused(recipients=recipients):
            listed = [f"{printable(name)}: {_reply(*reply)}" for name, reply in recipients.items()]
            may_pass = any(code < 500 for code, _ in recipients.values())
            return RefusalError(f"recipient refused: {'; '.join(listed)}", may_pass)
        case smtplib.SMTPResponseException():
            reply = _reply(error.smtp_code, error.smtp_error)
            return RefusalError(f"{_refused_part(error)} refused: {reply}", may_pass=error.smtp_code < 500)
        case smtplib.SMTPServerDisconnected():
            return RefusalError(f"the server closed the connection ({_said(str(error))})")
        case smtplib.SMTPNotSupportedError():
            return RefusalError(_said(str(error)), may_pass=False)
    return RefusalError(f"{type(error).__name__}: {_said(str(error))}")


def _refused_part(error: smtplib.SMTPResponseException) -> str:
    match error:
        case smtplib.SMTPSenderRefused():
            return f"sender {printable(error.sender)}"
        case smtplib.SMTPAuthenticationError():
            return "user name or password"
        case smtplib.SMTPConnectError() | smtplib.SMTPHeloError():
            return "connection"
    return "mail"


def _reply(code: int, text: bytes | str) -> str:
    words = text.decode("utf-8", "replace") if isinstance(text, bytes) else text
    return f"{code} {_said(words)}"


def _of_connection(error: OSError) -> RefusalError:
    match error:
        case ssl.SSLCertVerificationError():
            return RefusalError(f"TLS: the certificate is not valid: {_said(error.verify_message)}", may_pass=False)
        case ssl.SSLEOFError() | ssl.SSLZeroReturnError():
            return RefusalError("TLS: the connection was closed")
        case ssl.SSLError():
            return RefusalError(f"TLS: {_said((error.reason or str(error)).replace('_', ' ').lower())}", may_pass=False)
        case socket.gaierror():
            return RefusalError(
                f"no such host ({_said(str(error.strerror))})", may_pass=error.errno == socket.EAI_AGAIN
            )
        case TimeoutError():
            return RefusalError("no answer in time")
        case ConnectionRefusedError():
            return RefusalError("connection refused; nothing listens there")
    if type(error).__module__.partition(".")[0] in _WRAPPERS:
        return _of_wrapper(error)
    return RefusalError(_said(describe_error(error)) or type(error).__name__)


def _of_wrapper(error: BaseException) -> RefusalError:
    """Return the refusal for the system error inside an exception of a library that wraps it."""
    cause: Any = error
    while cause is not None and type(cause).__module__.partition(".")[0] in _WRAPPERS:
        cause = cause.__cause__ or cause.__context__
    return refusal(cause) if cause else RefusalError(type(error).__name__, may_pass=not isinstance(error, ValueError))


def _said(words: str) -> str:
    """Return a service's message in one line of limited length, without secrets."""
    line = printable(without_secrets(" ".join(words.split())))
    return line if len(line) <= _MOST else f"{line[:_MOST]}…"


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
