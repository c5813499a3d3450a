"""Reading the inventory's two files: `torch-<release>.txt`, made by a script, and `former.toml`, kept by hand."""

from __future__ import annotations

from importlib.resources import files
from importlib.resources.abc import Traversable

import tomli

from corpus.storage.code_hash import kept_table
from glossary.inventory.names import FormerName, Inventory

_KINDS = {
    "c": "class",
    "f": "function",
    "m": "method",
    "p": "property",
    "a": "attribute",
    "d": "dtype",
    "k": "constant",
}
_KEYS = set(FormerName.__slots__) - {"name"}


class InventoryError(ValueError):
    """A malformed file of the inventory; the message names file, place and remedy."""


@kept_table()
def shipped() -> Inventory:
    """Return the inventory that ships with the package."""
    folder = files("glossary.inventory")
    (file,) = (file for file in folder.iterdir() if file.name.startswith("torch-"))
    return read_inventory(file, folder / "former.toml")


def read_inventory(file: Traversable, former: Traversable) -> Inventory:
    """Return the inventory in a data file, with former names from another file."""
    lines = file.read_text(encoding="utf-8").splitlines()
    head = tuple(line.removeprefix("# ") for line in lines if line.startswith("#"))
    return _parse_inventory(
        file.name, head, lines[len(head) :], former_names(former.name, former.read_text(encoding="utf-8"))
    )


def _parse_inventory(file: str, head: tuple[str, ...], lines: list[str], former: dict[str, FormerName]) -> Inventory:
    kinds: dict[str, str] = {}
    aliases: dict[str, str] = {}
    bases: dict[str, tuple[str, ...]] = {}
    pages: dict[str, str] = {}
    paged: set[str] = set()
    opened: set[str] = set()
    module = owner = ""
    for number, line in enumerate(lines, len(head) + 1):
        try:
            if not line.startswith(" "):
                module, page, *marks = line.split(" ")
                kinds.setdefault(module, "module")  # torch.nn.utils.weight_norm is a function and its file
                pages[module] = page
                opened.update([module] if marks else ())
                continue
            letter, child, *marks = line.split()
            if line.startswith("  "):
                name = f"{owner}.{child}"
            else:
                owner = name = f"{module}.{child}"
            kinds[name] = _KINDS[letter]
            if not marks:
                continue
            if marks[0] == "*":
                paged.add(name)
            if marks[0] == "=":
                aliases[name] = marks[1]
            if "<" in marks:
                bases[name] = tuple(marks[marks.index("<") + 1 :])
        except (IndexError, KeyError, ValueError) as error:
            raise InventoryError(f"{file}:{number}: '{line}' is no line of an inventory; rewrite the file") from error
    release = file.removeprefix("torch-").removesuffix(".txt")
    return Inventory(release, head, kinds, aliases, bases, pages, frozenset(paged), frozenset(opened), former)


def former_names(file: str, text: str) -> dict[str, FormerName]:
    """Return the records of `former.toml` by name. Fails on invalid TOML, such as a name that occurs twice."""
    try:
        tables = tomli.loads(text)["former"]
    except (tomli.TOMLDecodeError, KeyError) as error:
        raise InventoryError(f'{file}: {error}; a line is "name" = {{ now = "…" }} under [former]') from error
    for name, table in tables.items():
        for key in sorted(set(table) - _KEYS):
            raise InventoryError(f"{file}: '{name}' has the key '{key}'; use {', '.join(sorted(_KEYS))}")
    return {name: FormerName(name, **table) for name, table in tables.items()}
