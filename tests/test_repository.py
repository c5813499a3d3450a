"""Laws of the repository as a whole: what the lock files hold, who imports whom, how a module opens."""

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

ROOT = Path(__file__).resolve().parent.parent
LOCKS = ("requirements.lock", "requirements-build.lock", "requirements-dev.lock")
PIN = re.compile(r"^(?P<name>[\w.-]+)==(?P<version>[^\s;]+)(?P<rest>.*)$")

# Imports run flows → glossary → corpus, never back, and Prefect is known to flows alone.
FORBIDDEN = {
    "corpus": ("glossary", "flows", "tests", "prefect"),
    "glossary": ("flows", "tests", "prefect"),
    "flows": ("tests",),
}
MODULES = sorted(path for package in FORBIDDEN for path in (ROOT / package).rglob("*.py"))


class Import(NamedTuple):
    """A module that is imported, and the line that does it."""

    line: int
    module: str


def pins(lock: str) -> dict[str, Version]:
    """The version of each distribution in a lock file."""
    found = (PIN.match(line) for line in (ROOT / lock).read_text("utf-8").splitlines())
    return {canonicalize_name(pin["name"]): Version(pin["version"]) for pin in found if pin}


def requirements(group: str) -> list[Requirement]:
    """What pyproject.toml asks for: of a dependency group, or of `project` itself."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    asked = project["project"]["dependencies"] if group == "project" else project["dependency-groups"][group]
    return [Requirement(one) for one in asked]


def imports(source: str) -> Iterator[Import]:
    """All imports of a module, those inside functions and by `import_module("…")` too."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Import(names=names):
                yield from (Import(node.lineno, name.name) for name in names)
            case ast.ImportFrom(module=str(module), level=0):
                yield Import(node.lineno, module)
            case ast.Call(
                func=ast.Name(id="import_module" | "__import__") | ast.Attribute(attr="import_module"),
                args=[ast.Constant(value=str(module)), *_],
            ):
                yield Import(node.lineno, module)


def trespasses(package: str, source: str) -> list[Import]:
    """The imports that a module of `package` must not make. `prefect` stands for `prefect_dask` and its like too."""
    return [
        found
        for found in imports(source)
        for forbidden in FORBIDDEN[package]
        if re.match(rf"{forbidden}(\.|_|$)", found.module)
    ]


# --- lock files


@pytest.mark.parametrize("lock", LOCKS)
@pytest.mark.parametrize(
    "trace",
    ["://", "/opt", "/root", "/home", "/tmp", "/Users", "--index-url", "--extra-index-url", "--find-links"],
)
def test_lock_names_no_registry_and_no_path_of_a_machine(lock: str, trace: str):
    lines = (ROOT / lock).read_text("utf-8").splitlines()
    found = [f"{lock}:{number}: {line.strip()}" for number, line in enumerate(lines, 1) if trace in line]
    assert not found, f"'{trace}' in a lock file; run `make lock`:\n" + "\n".join(found)


@pytest.mark.parametrize("lock", LOCKS)
def test_lock_pins_every_distribution_once_and_with_hashes(lock: str):
    entries = re.split(r"^(?=[\w.-]+\s*[=<>@~!])", (ROOT / lock).read_text("utf-8"), flags=re.MULTILINE)
    entries = [entry for entry in entries if entry.strip()]
    loose = [
        entry.splitlines()[0] for entry in entries if not PIN.match(entry.splitlines()[0]) or "--hash=" not in entry
    ]
    assert not loose, f"{lock} has entries without an exact version or a hash: {loose}"
    assert len(entries) == len(pins(lock)), f"{lock} names a distribution twice: one version for every Python"


@pytest.mark.parametrize(
    ("lock", "group"),
    [
        ("requirements.lock", "project"),
        ("requirements-build.lock", "build"),
        ("requirements-dev.lock", "project"),
        ("requirements-dev.lock", "dev"),
    ],
)
def test_lock_has_what_pyproject_asks_for(lock: str, group: str):
    locked = pins(lock)
    stale = [
        f"{asked} (locked: {locked.get(canonicalize_name(asked.name), 'nothing')})"
        for asked in requirements(group)
        if (version := locked.get(canonicalize_name(asked.name))) is None or version not in asked.specifier
    ]
    assert not stale, f"{lock} is older than pyproject.toml; run `make lock`: {', '.join(stale)}"


def test_locks_agree_on_what_they_share():
    runtime, build, dev = (pins(lock) for lock in LOCKS)
    assert runtime.items() <= dev.items()
    differing = [name for name in build.keys() & runtime.keys() if build[name] != runtime[name]]
    assert not differing, f"run `make lock`: {differing}"


def test_fastapi_stays_below_the_version_that_breaks_prefect():
    (asked,) = (one for one in requirements("project") if one.name == "fastapi")
    assert "0.151.0" not in asked.specifier
    assert pins("requirements.lock")["fastapi"] < Version("0.151")


def test_words_are_pinned_because_they_are_part_of_the_signature():
    exact = {one.name: str(one.specifier) for one in requirements("project")}
    assert (exact["jieba"], exact["unidic-lite"]) == ("==0.42.1", "==1.0.8")


# --- modules


@pytest.mark.parametrize("package", FORBIDDEN)
def test_imports_run_from_flows_to_glossary_to_corpus(package: str):
    found = [
        f"{path.relative_to(ROOT)}:{line}: imports {module}"
        for path in MODULES
        if path.relative_to(ROOT).parts[0] == package
        for line, module in trespasses(package, path.read_text("utf-8"))
    ]
    assert not found, (
        f"{package} must not import {', '.join(FORBIDDEN[package])} (flows → glossary → corpus, Prefect in flows alone);"
        " hand over plain values, or move the function:\n" + "\n".join(found)
    )


@pytest.mark.parametrize(
    ("package", "source", "modules"),
    [
        ("corpus", "import glossary.termbase.termbase", ["glossary.termbase.termbase"]),
        ("corpus", "from flows import build", ["flows"]),
        ("corpus", "def late():\n    from prefect import flow", ["prefect"]),
        ("corpus", "import importlib\nimportlib.import_module('glossary')", ["glossary"]),
        ("corpus", "from . import records\nimport flowsheet, glossaries", []),
        ("glossary", "from prefect_dask import DaskTaskRunner", ["prefect_dask"]),
        ("glossary", "from corpus.records import Segment", []),
        ("flows", "from prefect import flow\nfrom glossary import terms\nimport corpus", []),
        ("flows", "from tests import conftest", ["tests"]),
    ],
)
def test_what_counts_as_importing_back(package: str, source: str, modules: list[str]):
    assert [found.module for found in trespasses(package, source)] == modules


def test_every_module_opens_by_saying_what_it_holds():
    silent = [
        str(path.relative_to(ROOT)) for path in MODULES if not ast.get_docstring(ast.parse(path.read_text("utf-8")))
    ]
    assert not silent, "no docstring at the top, one sentence is enough:\n" + "\n".join(silent)
