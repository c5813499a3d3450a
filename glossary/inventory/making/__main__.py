"""`python -m glossary.inventory.making` writes the data file of the torch that is installed beside this Python.

python3.11 -m venv /tmp/torch && /tmp/torch/bin/pip install torch==2.13.0 numpy tomli
/tmp/torch/bin/python -m glossary.inventory.making        # from the root of the checkout
"""

from __future__ import annotations

import platform
import sys
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path

from glossary.inventory.making.reference_pages import has_own_page, module_page
from glossary.inventory.making.torch_modules import OPEN, PublicName, walk
from glossary.inventory.reading import former_names

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


FOLDER = Path(__file__).resolve().parents[1]


def main() -> int:
    """Write `torch-<release>.txt` beside the reader; returns the exit status."""
    build = version("torch")
    release = build.partition("+")[0]
    python = ".".join(platform.python_version_tuple()[:2])
    former = former_names("former.toml", (FOLDER / "former.toml").read_text(encoding="utf-8"))
    modules = walk(name for name, entry in former.items() if entry.removed)
    content = text(modules, release, build, python, f"{sys.platform} {platform.machine()}")
    file = FOLDER / f"torch-{release}.txt"
    file.write_text(content, encoding="utf-8", newline="\n")
    print(f"wrote {file.name}: {len(content) / 1024:.0f} KiB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
