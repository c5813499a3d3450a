"""Writing the inventory as text: a line for each name, all of them sorted, so that a new release reads as a diff."""

from __future__ import annotations

from collections.abc import Iterator

from glossary.inventory.making.reference_pages import has_own_page, module_page
from glossary.inventory.making.torch_modules import OPEN, PublicName

_LETTERS = {
    "class": "c",
    "function": "f",
    "method": "m",
    "property": "p",
    "attribute": "a",
    "dtype": "d",
    "constant": "k",
}
_HEAD = """\
# Public names of PyTorch {version}.
# Made by `python -m glossary.inventory.making`; do not edit, make it anew (CONTRIBUTING.md says how).
# From: torch {build}, Python {python}, {platform}: public modules, __all__, classes, .pyi files.
# Holds: {modules} modules, {names} names in them, {members} members of classes, {aliases} aliases.
# Licence: names are facts; no text and no code of PyTorch (BSD-3-Clause) is in here.
# A module and its reference page; below it its names, below a class its own members:
#   {letters}
#   * has a page of its own · = known as · < inherits from · ? holds names that are registered at run time
"""


def text(modules: dict[str, dict[str, PublicName]], version: str, build: str, python: str, platform: str) -> str:
    """Return the data file of the names of each module."""
    names = [name for module in modules.values() for name in module.values()]
    head = _HEAD.format(
        version=version,
        build=build,
        python=python,
        platform=platform,
        modules=len(modules),
        names=len(names),
        members=sum(len(name.members) for name in names if not name.of),
        aliases=sum(bool(name.of) for name in names),
        letters=" · ".join(f"{letter} {kind}" for kind, letter in _LETTERS.items()),
    )
    return head + "".join(f"{line}\n" for module in sorted(modules) for line in _module(module, modules[module]))


def _module(module: str, names: dict[str, PublicName]) -> Iterator[str]:
    yield f"{module} {module_page(module)}{' ?' if module in OPEN else ''}"
    for child in sorted(names):
        name = names[child]
        line = f" {_LETTERS[name.kind]} {child}"
        if name.of:
            yield f"{line} = {name.of}"
            continue
        has_page = has_own_page(f"{module}.{child}", name.kind, name.documented)
        yield line + (" *" if has_page else "") + (f" < {' '.join(name.bases)}" if name.bases else "")
        for member in sorted(name.members):
            kind = name.members[member]
            has_page = has_own_page(f"{module}.{child}.{member}", kind, member in name.documented_members)
            yield f"  {_LETTERS[kind]} {member}{' *' if has_page else ''}"
