"""The word lists that masking goes by, as `mask.toml` has them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

import tomli

_FILE = "mask.toml"


@dataclass(frozen=True, slots=True)
class MaskData:
    """What `mask.toml` lists."""

    passwords: tuple[str, ...]
    secrets: tuple[str, ...]
    links: tuple[str, ...]
    phones: tuple[str, ...]
    placeholders: frozenset[str]
    roles: frozenset[str]
    objects: frozenset[str]
    common_domains: frozenset[str]
    prefixes: Mapping[str, int]  # fewest characters that follow
    rare_pairs: frozenset[str]


@cache
def mask_data() -> MaskData:
    """The lists, read once."""
    table = tomli.loads((files("corpus.personal_data") / _FILE).read_text(encoding="utf-8"))
    tuples = {name: tuple(table[name]) for name in ("passwords", "secrets", "links", "phones")}
    sets = {name: frozenset(table[name]) for name in ("placeholders", "roles", "objects", "common_domains")}
    pairs = frozenset(first + second for first, seconds in table["rare_pairs"].items() for second in seconds)
    return MaskData(**tuples, **sets, prefixes=table["prefixes"], rare_pairs=pairs)
