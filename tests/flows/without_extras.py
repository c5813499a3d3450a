"""The command line as it is where no extra is installed: `python -m tests.flows.without_extras EXTRA,… COMMAND …`.

Distributions that the package asks for only in extras, with all that those ask for, can neither be imported nor be seen.
"""

from __future__ import annotations

import re
import sys
from importlib import metadata
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType

from packaging.requirements import Requirement


def _canonical(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def _closure(name: str, extras: frozenset[str], visited: set[tuple[str, frozenset[str]]]) -> set[str]:
    """The distributions that one asks for with some extras, itself among them."""
    if (name, extras) in visited:
        return set()
    visited.add((name, extras))
    closure = {name}
    try:
        requirements = metadata.requires(name) or []
    except metadata.PackageNotFoundError:
        return closure
    for requirement in map(Requirement, requirements):
        marker = requirement.marker
        if marker is None or any(marker.evaluate({"extra": extra}) for extra in extras or {""}):
            closure |= _closure(_canonical(requirement.name), frozenset(requirement.extras), visited)
    return closure


def hidden_modules(extras: frozenset[str]) -> tuple[frozenset[str], frozenset[str]]:
    """The distributions that are not there with these extras alone, and the modules that they bring."""
    installed = _closure("taiyaku", extras | {""}, set())
    hidden = {_canonical(str(distribution.name)) for distribution in metadata.distributions()} - installed - {"taiyaku"}
    owners = metadata.packages_distributions()
    modules = {module for module, names in owners.items() if {_canonical(name) for name in names} <= hidden}
    return frozenset(hidden), frozenset(modules - {"tests", "flows", "glossary", "corpus"})


class _Absent(MetaPathFinder):
    def __init__(self, modules: frozenset[str]) -> None:
        self.modules = modules

    def find_spec(self, fullname: str, path: object = None, target: ModuleType | None = None) -> ModuleSpec | None:
        if fullname.partition(".")[0] in self.modules:
            raise ModuleNotFoundError(f"No module named {fullname!r}", name=fullname)
        return None


def main() -> int:
    """Run the command line with the extras that the first argument names, separated by commas."""
    extras = frozenset(filter(None, sys.argv[1].split(",")))
    distributions, modules = hidden_modules(extras)
    version_of = metadata.version

    def version(distribution_name: str) -> str:
        if _canonical(distribution_name) in distributions:
            raise metadata.PackageNotFoundError(distribution_name)
        return version_of(distribution_name)

    metadata.version = version
    for name in [name for name in sys.modules if name.partition(".")[0] in modules]:
        del sys.modules[name]
    sys.meta_path.insert(0, _Absent(modules))
    from flows.command_line.cli import main as command_line

    return command_line(sys.argv[2:])


if __name__ == "__main__":
    sys.exit(main())
