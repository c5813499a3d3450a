"""The word lists of masking, as data from `mask.toml`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

import tomli

_FILE = "mask.toml"


@dataclass(frozen=True, slots=True)
class MaskData:
    """The lists in `mask.toml`."""

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
    """Return the lists; the file is read once."""
    table = tomli.loads((files("corpus.personal_data") / _FILE).read_text(encoding="utf-8"))
    return MaskData(
        passwords=tuple(table["passwords"]),
        secrets=tuple(table["secrets"]),
        links=tuple(table["links"]),
        phones=tuple(table["phones"]),
        placeholders=frozenset(table["placeholders"]),
        roles=frozenset(table["roles"]),
        objects=frozenset(table["objects"]),
        common_domains=frozenset(table["common_domains"]),
        prefixes=table["prefixes"],
        rare_pairs=frozenset(first + second for first, seconds in table["rare_pairs"].items() for second in seconds),
    )
