"""How many megabytes an installation takes: taiyaku and all that it asks for, as the libraries here have their files."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from importlib.metadata import Distribution, distribution, distributions
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.benchmarks import results

TITLE = "What an installation takes"
EXTRAS: Mapping[str, set[str]] = {
    "checking Chinese: taiyaku": set(),
    "checking Japanese as well: taiyaku[ja]": {"ja"},
    "builds and reviews: taiyaku[ja,build]": {"ja", "build"},
}
SLIM = "the same with the slim dictionary of packages/unidic"
ASKED = ("130", "", "", "200 to 230")
_NOTE = """
The files that the wheel and the libraries that it asks for put down, Python {python} on {machine}, compiled modules
included; the largest: {largest}.
No language lacks the base, so that Japanese alone takes as much as both.
"""


@pytest.mark.bench
def test_installed_size(installed: Path, slim_unidic: Path):
    (package,) = distributions(path=[str(installed)])  # not that of the checkout, which may be of another day
    own_size, slim_size = (
        _megabytes(file for file in folder.rglob("*") if file.is_file()) for folder in (installed, slim_unidic)
    )
    sizes = {name: {"taiyaku": own_size, **_library_sizes(package, extras)} for name, extras in EXTRAS.items()}
    japanese = sizes["checking Japanese as well: taiyaku[ja]"]
    others = {name: size for name, size in japanese.items() if name != "unidic-lite"}
    sizes[SLIM] = {**others, "taiyaku-unidic": slim_size}
    rows = [
        [name, str(len(libraries)), f"{sum(libraries.values()):.0f}", target]
        for (name, libraries), target in zip(sizes.items(), ASKED, strict=True)
    ]
    ranked = sorted(japanese.items(), key=lambda library: -library[1])
    largest = ", ".join(f"{name} {size:.0f} MB" for name, size in ranked[:6])
    note = _NOTE.format(largest=largest, **_machine())
    body = results.table(["what for", "distributions", "MB", "asked"], rows) + note
    results.record_costs(TITLE, body)
    print(f"\n{body}")
    assert sum(sizes["checking Chinese: taiyaku"].values()) < 250


def _machine() -> dict[str, str]:
    from packaging.markers import default_environment

    machine = default_environment()
    return {
        "python": machine["python_version"],
        "machine": f"{machine['platform_system']} {machine['platform_machine']}",
    }


def _library_sizes(package: Distribution, extras: set[str]) -> dict[str, float]:
    """MB of each distribution that taiyaku with these extras asks for, and those that these ask for."""
    sizes: dict[str, float] = {}
    waiting = [(package, extra) for extra in ("", *extras)]
    pairs_known: set[tuple[str, str]] = set()
    while waiting:
        asking, extra = waiting.pop()
        for needed in map(Requirement, asking.requires or ()):
            name = canonicalize_name(needed.name)
            if (needed.marker is None and extra) or (needed.marker and not needed.marker.evaluate({"extra": extra})):
                continue
            library = distribution(name)
            waiting += [
                (library, extra_name)
                for extra_name in ("", *needed.extras)
                if (name, extra_name) not in pairs_known and name != "taiyaku"
            ]
            pairs_known |= {(name, extra_name) for extra_name in ("", *needed.extras)}
            if name != "taiyaku":
                sizes[name] = _megabytes(_files(library))
    return sizes


def _files(library: Distribution) -> Iterable[Path]:
    """The files that a distribution put down and that are there."""
    files = (Path(str(library.locate_file(file))) for file in library.files or ())
    return (file for file in files if file.is_file())


def _megabytes(files: Iterable[Path]) -> float:
    return sum(file.stat().st_size for file in files) / 1e6
