"""Redaction: secrets of the environment, and passwords in addresses, taken out of what is written down or sent."""

from __future__ import annotations

import os

from corpus import lazy_re as re

_MASK = "***"
_SHORTEST = 6  # characters of a value in the environment that counts as a secret: shorter ones stand in words
_SECRET_NAME = re.compile(
    r"(?i)secret|token|passw|credential|(?:api|access|account|private)_?key|auth_?string|connection_?(?:string|url)|"
    r"webhook|notify"
)
_USER_INFO = re.compile(r"(?<=://)[^\s/@]+(?=@)|(?<=://)[^/\s@]*:[^/\s]*(?=@)")
_QUERY_SECRET = re.compile(r"(?i)(?<=[?&])((?:[\w-]*(?:token|key|secret|signature|password|credential))=)[^&\s'\"]+")
_KEY_ID = re.compile(r"\b(?:AKIA|ASIA|AROA|AIDA)[A-Z0-9]{12,}\b")
_WORDS = (
    r"x-amz-[a-z-]*(?:signature|credential|token|key)|signature|sig|se?cret(?:[_-]?[a-z]+)*|password|passwd|pwd|token|"
    r"access[_-]?key(?:[_-]?id)?|api[_-]?key|account[_-]?key|session[_-]?token|authorization|credential|key|secret"
)
_ASSIGNED = re.compile(
    rf"(?i)(?<![a-z])((?:aws[_-])?(?:{_WORDS})[\"']?\s*[=:]\s*[\"']?)(?:bearer\s+|basic\s+)?[^\s&\"',;)}}>]+"
)


def redacted(text: str, *names: str) -> str:
    """Return the text with `***` in place of secrets in addresses and of the values of secret variables and of those
    named.
    """
    for value in _secret_values(names):
        text = text.replace(value, _MASK)
    text = _USER_INFO.sub(_MASK, text)
    return _KEY_ID.sub(_MASK, _QUERY_SECRET.sub(rf"\1{_MASK}", text))


def without_secrets(text: str) -> str:
    """Return a library's message, also without anything it calls a key, a token or a signature. Our own messages are
    not searched for these words: token and key are terms that findings mention.
    """
    return _ASSIGNED.sub(rf"\1{_MASK}", redacted(text))


def _secret_values(names: tuple[str, ...]) -> list[str]:
    """Return the values to redact, longest first, as one may contain another."""
    values = {value for name, value in os.environ.items() if name in names or _SECRET_NAME.search(name)}
    return sorted((value for value in values if len(value) >= _SHORTEST), key=len, reverse=True)
