"""The lists of personal and of harmless strings, with what is drawn for `{base62:36}` and its like."""

from __future__ import annotations

import hashlib
import random
import re
import string
import tomllib
from pathlib import Path
from typing import NamedTuple

_FOLDER = Path(__file__).parent
_DRAWN = re.compile(r"\{([a-z0-9]+):(\d*)\}")
_ALPHABETS = {
    "base62": string.ascii_letters + string.digits,
    "base64": string.ascii_letters + string.digits + "+/",
    "base64url": string.ascii_letters + string.digits + "-_",
    "base32": string.ascii_uppercase + "234567",
    "letters": string.ascii_letters,
    "upper": string.ascii_uppercase + string.digits,
    "digits": string.digits,
    "hex": "0123456789abcdef",
}


class Listed(NamedTuple):
    """A string of a list."""

    group: str
    pattern: str  # as it is listed
    text: str
    surfaces: tuple[tuple[int, int], ...]  # what has to be hidden

    @property
    def is_unseen(self) -> bool:
        """Whether nobody looked at what becomes of it while the mask was tuned: a third."""
        return int(hashlib.sha256(self.pattern.encode()).hexdigest(), 16) % 3 == 0


def listed(name: str, draw: int = 0) -> list[Listed]:
    """The strings of a list; each draw has other keys."""
    table = tomllib.loads((_FOLDER / f"{name}.toml").read_text(encoding="utf-8"))
    return [_listed(group, pattern, draw) for group, patterns in table.items() for pattern in patterns]


def _listed(group: str, pattern: str, draw: int) -> Listed:
    drawn = random.Random(f"{pattern} {draw}")
    marked = _DRAWN.sub(lambda match: _characters(match[1], int(match[2] or 0), drawn), pattern)
    surfaces, text = [], ""
    for number, part in enumerate(re.split("[⟦⟧]", marked)):
        if number % 2:
            surfaces.append((len(text), len(text) + len(part)))
        text += part
    return Listed(group, pattern, text, tuple(surfaces))


def _characters(alphabet: str, count: int, drawn: random.Random) -> str:
    if alphabet == "uuid":
        return "-".join(_characters("hex", length, drawn) for length in (8, 4, 4, 4, 12))
    return "".join(drawn.choice(_ALPHABETS[alphabet]) for _ in range(count))
