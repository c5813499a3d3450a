"""Names of an inventory: the public names of a release, looked up by name, and the dates of releases."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date
from functools import cache, cached_property
from importlib.resources import files
from typing import NamedTuple

import tomli

from corpus import lazy_re as re

Release = tuple[int, ...]


def numbers(release: str) -> Release:
    """Return a release as a tuple of numbers, for comparison."""
    return tuple(map(int, release.split(".")))


def release_on(day: tuple[int, ...]) -> Release:
    """Return the latest release on a day of year, month and day; () if unknown. Missing parts count as 1."""
    full_date = (*day, 1, 1)[:3]
    before = [release for release, out in _days() if out <= full_date]
    return before[-1] if before and len(before) < len(_days()) else ()


@cache
def _days() -> tuple[tuple[Release, tuple[int, ...]], ...]:
    data = tomli.loads((files("glossary.inventory") / "releases.toml").read_text(encoding="utf-8"))["releases"]
    days = ((numbers(release), date.fromisoformat(day)) for release, day in data.items())
    return tuple((release, (day.year, day.month, day.day)) for release, day in days)


# How code that follows the documentation abbreviates what it imports.
CUSTOMARY = {
    "nn": "torch.nn",
    "F": "torch.nn.functional",
    "optim": "torch.optim",
    "dist": "torch.distributed",
    "Tensor": "torch.Tensor",
}
LONGEST = 200  # characters; no name is longer
_SITE = "https://docs.pytorch.org/docs/stable/"


class NearbyName(NamedTuple):
    """A public name close to an unknown one, and the number of slips between them."""

    name: str
    edits: int


@dataclass(frozen=True, slots=True)
class FormerName:
    """A name that is no longer in use. Releases are text; None if unknown or if there is none."""

    name: str
    now: str | None = None  # what stands in its place
    since: str | None = None  # the first release that had it
    deprecated: str | None = None  # the first release that warned
    removed: str | None = None  # the first release without it


@dataclass(frozen=True)
class Inventory:
    """The public names of a PyTorch release, and those of earlier releases."""

    release: str
    provenance: tuple[str, ...]  # the head of the data file
    kinds: Mapping[str, str]  # full name: module, class, function, method, property, attribute, dtype, constant
    aliases: Mapping[str, str]  # full name: the full name that the same object is known by
    bases: Mapping[str, tuple[str, ...]]  # class: what it inherits from
    pages: Mapping[str, str]  # module: its page in the reference
    paged: frozenset[str]  # names with a page of their own
    open: frozenset[str]  # modules that hold what is registered at run time
    former: Mapping[str, FormerName]

    def kind(self, name: str) -> str | None:
        """Return the kind of a name, or None if it is not public. `nn.Linear` and `F.relu` are read as customary."""
        canonical = self.canonical(name)
        return None if canonical is None else self.kinds[canonical]

    def is_public(self, name: str) -> bool:
        """Return whether this release has the name."""
        return self.canonical(name) is not None

    def is_known(self, name: str) -> bool:
        """Return whether nothing can be said against a name. It is public, former, private, registered at run time, or
        too long to be a name. A name without a dot is known if any public name ends in it.
        """
        if len(name) > LONGEST:
            return True
        parts = full(name).split(".")
        if len(parts) == 1:
            return parts[0] in self.kinds or parts[0] in self.last_parts.get(parts[0][:1].casefold(), ())
        if any(part.startswith("_") for part in parts) or self.is_public(name):
            return True
        former = self.former_name(name)
        return (
            bool(former and former.now)
            or full(name) in self.former
            or not self._unlisted.isdisjoint(_ancestor_names(full(name)))
        )

    def canonical(self, name: str) -> str | None:
        """Return the name that the reference uses for the same thing, with members under their defining class."""
        return self._resolve(full(name)) if len(name) <= LONGEST else None

    def _resolve(self, name: str) -> str | None:
        if name in self.kinds:
            return self.aliases.get(name, name)
        parent, _, child = name.rpartition(".")
        home = self._resolve(parent) if parent else None
        if home is None:
            return None
        places = self.bases.get(home, ()) if home == parent else (home,)
        return next((full_name for place in places if (full_name := self._resolve(f"{place}.{child}"))), None)

    def page(self, name: str) -> str | None:
        """Return the URL of the reference page that describes a public name."""
        canonical = self.canonical(name)
        place = canonical or ""
        while place:
            if place in self.paged and (place == canonical or self.kinds[place] == "class"):
                return f"{_SITE}generated/{place}.html" + (f"#{canonical}" if place != canonical else "")
            if place in self.pages:
                return _SITE + self.pages[place]
            place = place.rpartition(".")[0]
        return None

    def former_name(self, name: str) -> FormerName | None:
        """Return what became of a name that earlier releases had, or of a name below one, if that is known."""
        name = full(name)
        if name in self.former or len(name) > LONGEST:
            return self.former.get(name)
        above = next((self.former[place] for place in _ancestor_names(name) if place in self.former), None)
        if above is None:
            return None
        moved = f"{above.now}{name.removeprefix(above.name)}" if above.now else ""
        if self.is_public(moved):
            return replace(above, name=name, now=moved)
        return None if self.is_public(name) else replace(above, name=name, now=None)

    @cached_property
    def _unlisted(self) -> frozenset[str]:
        """The names below which the inventory knows nothing: removed ones, and those that hold registered names."""
        return self.open | (self.former.keys() - self.kinds.keys())

    @cached_property
    def children(self) -> Mapping[str, tuple[str, ...]]:
        """The names directly under each module or class, without inherited ones."""
        names_by_parent: dict[str, list[str]] = {}
        for name in self.kinds:
            parent, _, child = name.rpartition(".")
            names_by_parent.setdefault(parent, []).append(child)
        return {parent: tuple(children) for parent, children in names_by_parent.items()}

    @cached_property
    def last_parts(self) -> Mapping[str, tuple[str, ...]]:
        """The last parts of all names, by their first letter in lower case."""
        names_by_letter: dict[str, dict[str, None]] = {}
        for name in (*self.kinds, *self.former):
            last = name.rpartition(".")[2]
            names_by_letter.setdefault(last[:1].casefold(), {})[last] = None
        return {first: tuple(names) for first, names in names_by_letter.items()}

    @cached_property
    def names_without_dots(self) -> Mapping[str, tuple[str, ...]]:
        """The names by their spelling without dots."""
        names_by_letters: dict[str, list[str]] = {}
        for name in self.kinds:
            names_by_letters.setdefault(name.replace(".", ""), []).append(name)
        return {letters: tuple(names) for letters, names in names_by_letters.items()}

    def members(self, name: str) -> tuple[str, ...]:
        """Return the names directly below a module or class, including inherited ones."""
        home = self.aliases.get(name, name)
        if home not in self._members:
            inherited = (child for base in self.bases.get(home, ()) for child in self.members(base))
            self._members[home] = tuple(dict.fromkeys([*self.children.get(home, ()), *inherited]))
        return self._members[home]

    @cached_property
    def _members(self) -> dict[str, tuple[str, ...]]:
        """The results of `members` so far."""
        return {}


def _ancestor_names(name: str) -> Iterator[str]:
    """Yield the names above a dotted name, the nearest first."""
    while name := name.rpartition(".")[0]:
        yield name


def full(name: str) -> str:
    """Return a name with its customary abbreviation spelled out: `F.relu` is `torch.nn.functional.relu`."""
    first, dot, rest = name.partition(".")
    return f"{CUSTOMARY[first]}.{rest}" if dot and first in CUSTOMARY else name


_STARTS = ("torch", "functorch.", *(f"{name}." for name in CUSTOMARY))
# Packages whose names say where another name begins, though their contents are listed nowhere.
_PACKAGES = (
    r"torchvision|torchaudio|torchtext|torchdata|torchmetrics|torchrec|torchao|executorch|transformers|datasets|tokenizers"
    r"|accelerate|diffusers|evaluate|numpy|scipy|pandas|sklearn|matplotlib|tensorflow|keras|onnxruntime|lightning"
)
_REPEATED = re.compile(rf"(?P<root>{_PACKAGES})(?:\.[A-Za-z_]\w*)+?(?<=[A-Za-z0-9])(?=(?P=root)\.[A-Za-z_])", re.ASCII)


def split_fused(inventory: Inventory, name: str) -> tuple[str, ...]:
    """Return the known names, at least one with a dot, that an unknown name is fused from; empty if there are none."""
    if inventory.is_known(name):
        return ()
    return _parts(inventory, name) or _split_repeated(name)


def _parts(inventory: Inventory, name: str) -> tuple[str, ...]:
    """Return the longest known name at the start and the parts of the rest, which must start as public names do."""
    for end in range(len(name) - 1, 0, -1):
        if not name.startswith(_STARTS, end) or not _is_name(inventory, name[:end]):
            continue
        rest = name[end:]
        if names := (rest,) if _is_name(inventory, rest) else _parts(inventory, rest):
            return (name[:end], *names)
    return ()


def _split_repeated(name: str) -> tuple[str, ...]:
    """Split names of one package that ran together: torchvision.modelstorchvision.transforms."""
    names: list[str] = []
    while match := _REPEATED.match(name):
        names.append(match[0])
        name = name[match.end() :]
    return (*names, name) if names else ()


def _is_name(inventory: Inventory, name: str) -> bool:
    return "." in name and not name.endswith(".") and (inventory.is_public(name) or name in inventory.former)
