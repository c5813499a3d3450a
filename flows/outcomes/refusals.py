"""Refusals: why a channel did not accept an outcome, without secrets, and whether a retry may succeed."""

from __future__ import annotations

import http.client
import smtplib
import socket
import ssl
import time
import urllib.error
from email.message import Message
from email.utils import parsedate_to_datetime
from http import HTTPStatus
from typing import Any
from urllib.parse import urljoin, urlsplit

from corpus.text.printable import printable
from flows.console.error_lines import describe_error
from flows.console.redaction import without_secrets

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
