"""Extras: libraries that only some commands need, and what to install where they are not there."""

from __future__ import annotations

import re
from importlib.metadata import requires

from corpus.languages.register import is_installed

_EXTRA = re.compile(r"""extra == ['"]([a-z0-9-]+)['"]""")


def remedy(error: ModuleNotFoundError) -> str | None:
    """Return what to install for a module that is not there; None where no extra brings it, so that it is a bug."""
    module = (error.name or "").partition(".")[0]
    distribution = _canonical(module)
    bringing = {extra: libraries for extra, libraries in _extras().items() if distribution in libraries}
    smallest = min(bringing, key=lambda extra: len(bringing[extra]), default=None)
    return smallest and f'the library "{distribution}" is missing: install "taiyaku[{smallest}]"'


def missing_libraries(extra: str) -> list[str]:
    """Return the distributions of an extra that are not installed."""
    return [library for library in _extras()[extra] if not is_installed(library)]


def _extras() -> dict[str, list[str]]:
    """Return what each extra asks for, with what the extras that it includes ask for."""
    extras: dict[str, list[str]] = {}
    for requirement in requires("taiyaku") or ():
        if extra := _EXTRA.search(requirement):
            library = _canonical(re.split(r"[^\w.-]", requirement, maxsplit=1)[0])
            extras.setdefault(extra[1], []).append(library)
    return extras


def _canonical(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()
