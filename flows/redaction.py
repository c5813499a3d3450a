"""Redaction: secrets of the environment, and passwords in addresses, taken out of what is written down or sent."""

from __future__ import annotations

import os

from corpus import lazy_re as re

_MASK = "…"
_SHORTEST = 6  # characters: shorter values stand in any text
_SECRET_NAME = re.compile(
    r"(?i)(SECRET|TOKEN|PASSWORD|PASSWD|CREDENTIAL|API_?KEY|ACCESS_KEY|AUTH_STRING|CONNECTION_URL|WEBHOOK|NOTIFY)"
)
_USER_INFO = re.compile(r"(?<=://)[^\s/@]+(?=@)")
_QUERY_SECRET = re.compile(r"(?i)(?<=[?&])((?:[\w-]*(?:token|key|secret|signature|password|credential))=)[^&\s'\"]+")


def redacted(text: str, *names: str) -> str:
    """The text without the values of secret variables, of those that are named, and without secrets in addresses."""
    for value in _secret_values(names):
        text = text.replace(value, _MASK)
    return _QUERY_SECRET.sub(rf"\1{_MASK}", _USER_INFO.sub(_MASK, text))


def _secret_values(names: tuple[str, ...]) -> list[str]:
    """The values to take out, the longest first: one may hold another."""
    values = [value for name, value in os.environ.items() if name in names or _SECRET_NAME.search(name)]
    return sorted({value for value in values if len(value) >= _SHORTEST}, key=len, reverse=True)
