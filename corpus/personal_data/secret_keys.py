"""Secret keys: tokens of well-known services, private keys, JSON web tokens, and values assigned to an `api_key`."""

from __future__ import annotations

import base64
import math
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from corpus import lazy_re as re


class _Service(NamedTuple):
    """The form of a service's tokens."""

    prefix: str  # that its tokens have, looked for first
    pattern: re.Pattern[str]


_SERVICES = (
    *(
        _Service(prefix, re.compile(rf"(?<![A-Za-z0-9]){prefix}[A-Z2-7]{{16}}(?![A-Za-z0-9])"))
        for prefix in ("AKIA", "ASIA")
    ),
    *(
        _Service(prefix, re.compile(rf"(?<![A-Za-z0-9]){prefix}\\?_[A-Za-z0-9]{{36,251}}(?![A-Za-z0-9])"))
        for prefix in ("ghp", "gho", "ghu", "ghs", "ghr", "npm")
    ),
    _Service(
        "github", re.compile(r"(?<![A-Za-z0-9])github\\?_pat\\?_[A-Za-z0-9]{22}\\?_[A-Za-z0-9]{59}(?![A-Za-z0-9])")
    ),
    _Service("glpat-", re.compile(r"(?<![A-Za-z0-9])glpat-[A-Za-z0-9_-]{20,}")),
    _Service("hf", re.compile(r"(?<![A-Za-z0-9])hf\\?_[A-Za-z0-9]{30,40}(?![A-Za-z0-9_])")),
    _Service("sk-", re.compile(r"(?<![A-Za-z0-9_-])sk-(?:[a-z0-9]{2,8}-){0,2}[A-Za-z0-9_-]{32,}(?![A-Za-z0-9_-])")),
    _Service("xox", re.compile(r"(?<![A-Za-z0-9])xox[abeprs]-[A-Za-z0-9-]{20,}")),
    _Service(
        "hooks.slack.com", re.compile(r"(?<=hooks\.slack\.com/services/)T[A-Z0-9]{6,}/B[A-Z0-9]{6,}/[A-Za-z0-9]{20,}")
    ),
    _Service("AIza", re.compile(r"(?<![A-Za-z0-9])AIza[A-Za-z0-9_-]{35}(?![A-Za-z0-9_-])")),
    _Service("ya29.", re.compile(r"(?<![A-Za-z0-9])ya29\.[A-Za-z0-9_-]{20,}")),
    _Service("GOCSPX-", re.compile(r"(?<![A-Za-z0-9])GOCSPX-[A-Za-z0-9_-]{20,}")),
    _Service("k_", re.compile(r"(?<![A-Za-z0-9])[sr]k_(?:live|test)_[A-Za-z0-9]{20,}(?![A-Za-z0-9])")),
    _Service("pypi-", re.compile(r"(?<![A-Za-z0-9])pypi-AgEIcHlwaS5vcmc[A-Za-z0-9_-]{40,}")),
    _Service("SG.", re.compile(r"(?<![A-Za-z0-9])SG\.[A-Za-z0-9_-]{20,}\.[A-Za-z0-9_-]{40,}")),
)
_PRIVATE = re.compile(
    r"-----BEGIN (?:[A-Z0-9]+ ){0,3}PRIVATE KEY(?: BLOCK)?-----"
    r"((?:[A-Za-z0-9+/=\s>|#*,:\\\"'-](?!----END )){40,20000})"
)
_JWT = re.compile(r"(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{16,}")
_ASSIGNED = re.compile(
    r"(?:[=:,]\s?|[=:,(]\s{0,3}[\"'`]|\b(?:Bearer|bearer|token)\s{1,2}[\"'`]?)([A-Za-z0-9_+/-]{16,512}={0,2})(?![\w.(\[/{<*…])"
)
_NAME = re.compile(
    r"(?:api[_-]?(?:key|token|secret)|(?:secret|account|subscription|encryption|signing|master|admin)[_-]?key|"
    r"secret[_-]?access[_-]?key|access[_-]?key(?:[_-]?id)?|client[_-]?secret|app[_-]?secret|shared[_-]?secret|"
    r"(?:access|auth|api|bearer|refresh|bot|session|hf|hub|github|gitlab|personal|registry|service|user|id)[_-]?token|"
    r"passw(?:or)?d|\btoken|bearer|wandb[_-]?key|authorization)"
    r"[\"'`\])]{0,3}\s{0,8}(?:=>|:=|[=:,(]|\s)\s{0,3}(?:bearer |token |basic )?[\"'`]?\Z",
    re.IGNORECASE,
)
_NAME_LENGTH = 60  # characters before a value
_PLACEHOLDER = re.compile(
    r"x{4}|\.\.\.|your|example|placeholder|dummy|sample|change|replace|insert|redacted|fake|abcdef|fedcba|qwerty|"
    r"123456|1234-1234|98765|deadbeef|(.)\1{4}",
    re.IGNORECASE,
)
_WORDS = re.compile(r"[_+/-]")
_HEX = re.compile(r"[0-9a-f]+|[0-9A-F]+")
_AWS_SECRET = 40  # characters of the keys that may have slashes; other values with slashes are paths
_SHORTEST_HEX = 32  # characters: shorter ones are ids and hashes
_FEWEST_CHANGES = 4  # from letters to digits and back: names with versions have one or two
_LEAST_ENTROPY = 3.0  # bits for each character; by hand


def secret_keys(text: str) -> Iterator[tuple[int, int]]:
    """Yield the start and end of each key in a text, except placeholders such as sk-xxxx and hf_***."""
    for prefix, pattern in _SERVICES:
        if prefix in text:
            yield from (match.span() for match in pattern.finditer(text) if _is_random(match.group()))
    if "PRIVATE KEY" in text:
        yield from (match.span(1) for match in _PRIVATE.finditer(text) if _is_random(match[1]))
    if "eyJ" in text:
        yield from (match.span() for match in _JWT.finditer(text) if _is_json_web_token(match.group()))
    for match in _ASSIGNED.finditer(text):
        if _NAME.search(text, max(0, match.start() - _NAME_LENGTH), match.start(1)) and _is_secret(match[1]):
            yield match.span(1)


def _is_random(token: str) -> bool:
    """Return whether a token in a service's form is not a placeholder."""
    return not _PLACEHOLDER.search(token) and entropy(token) >= _LEAST_ENTROPY


def _is_json_web_token(token: str) -> bool:
    """Return whether the header of a possible JSON web token names an algorithm."""
    head = token.partition(".")[0]
    try:
        return b'"alg"' in base64.urlsafe_b64decode(head + "=" * (-len(head) % 4))
    except ValueError:
        return False


def _is_secret(value: str) -> bool:
    """Return whether a value assigned to a secret's name is a secret: not words, a name in code or a path."""
    digits = sum(map(str.isdigit, value))
    if not 2 <= digits < len(value.rstrip("=")) or not _is_random(value):
        return False
    if all(part.isalpha() or part.isdigit() or not part for part in _WORDS.split(value)):
        return False
    if ("/" in value and len(value) != _AWS_SECRET) or (_HEX.fullmatch(value) and len(value) < _SHORTEST_HEX):
        return False
    kinds = [character.isdigit() for character in value]
    return sum(a != b for a, b in pairwise(kinds)) >= _FEWEST_CHANGES


def entropy(text: str) -> float:
    """Return the Shannon entropy of a text, in bits per character."""
    return -sum(count / len(text) * math.log2(count / len(text)) for count in Counter(text).values()) if text else 0.0
