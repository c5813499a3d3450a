"""Laws of the repository as a whole: what the lock files hold, how a module opens."""

import ast
import re
import subprocess
import tomllib

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

from tests.house import FILES, ROOT, text, tree, where

LOCKS = ("requirements.lock", "requirements-build.lock", "requirements-dev.lock")
PIN = re.compile(r"^(?P<name>[\w.-]+)==(?P<version>[^\s;]+)(?P<rest>.*)$")


def pins(lock: str) -> dict[str, Version]:
    """The version of each distribution in a lock file."""
    matches = (PIN.match(line) for line in (ROOT / lock).read_text("utf-8").splitlines())
    return {canonicalize_name(pin["name"]): Version(pin["version"]) for pin in matches if pin}


def requirements(group: str) -> list[Requirement]:
    """What pyproject.toml asks for: of a dependency group, or of `project` itself with what builds need."""
    tables = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    project = tables["project"]
    extras = project["optional-dependencies"]
    dependencies = project["dependencies"] + extras["ja"] + extras["build"]
    return [Requirement(line) for line in (dependencies if group == "project" else tables["dependency-groups"][group])]


# --- lock files


@pytest.mark.parametrize("lock", LOCKS)
@pytest.mark.parametrize(
    "trace",
    ["://", "/opt", "/root", "/home", "/tmp", "/Users", "--index-url", "--extra-index-url", "--find-links"],
)
def test_lock_names_no_registry_and_no_path_of_a_machine(lock: str, trace: str):
    lines = (ROOT / lock).read_text("utf-8").splitlines()
    traces = [f"{lock}:{number}: {line.strip()}" for number, line in enumerate(lines, 1) if trace in line]
    assert not traces, f"'{trace}' in a lock file; run `make lock`:\n" + "\n".join(traces)


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
        ("requirements.lock", "words"),
        ("requirements-build.lock", "build"),
        ("requirements-dev.lock", "project"),
        ("requirements-dev.lock", "dev"),
        ("requirements-dev.lock", "docs"),
    ],
)
def test_lock_has_what_pyproject_asks_for(lock: str, group: str):
    locked = pins(lock)
    stale = [
        f"{requirement} (locked: {locked.get(canonicalize_name(requirement.name), 'nothing')})"
        for requirement in requirements(group)
        if (version := locked.get(canonicalize_name(requirement.name))) is None or version not in requirement.specifier
    ]
    assert not stale, f"{lock} is older than pyproject.toml; run `make lock`: {', '.join(stale)}"


def test_locks_agree_on_what_they_share():
    runtime, build, dev = (pins(lock) for lock in LOCKS)
    assert runtime.items() <= dev.items()
    differing = [name for name in build.keys() & runtime.keys() if build[name] != runtime[name]]
    assert not differing, f"run `make lock`: {differing}"


def test_fastapi_stays_below_the_version_that_breaks_prefect():
    (requirement,) = (requirement for requirement in requirements("project") if requirement.name == "fastapi")
    assert "0.151.0" not in requirement.specifier
    assert pins("requirements.lock")["fastapi"] < Version("0.151")


def test_words_are_pinned_because_they_are_part_of_the_signature():
    exact = {requirement.name: str(requirement.specifier) for requirement in requirements("project")}
    assert (exact["rjieba"], exact["unidic-lite"]) == ("==0.2.2", "==1.0.8")


# --- modules


def test_every_module_opens_by_saying_what_it_holds():
    silent = [where(file) for file in FILES if not ast.get_docstring(tree(file))]
    assert not silent, "no docstring at the top, one sentence is enough:\n" + "\n".join(silent)


def test_no_pattern_has_a_possessive_group():
    # Up to 3.11.4, such as in Debian 12, Python matches too much where the last round of one fails half-way.
    group = re.compile(r"\)(?:[*+?]|\{\d*,?\d*\})\+")
    places = [
        where(file, number)
        for file in FILES
        for number, line in enumerate(text(file).splitlines(), 1)
        if group.search(line)
    ]
    assert not places, "say it with a look ahead, `(?:x)*(?!x)`:\n" + "\n".join(places)


def test_nothing_that_git_ignores_is_kept_in_it():
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--ignored", "--exclude-standard"], cwd=ROOT, capture_output=True, text=True
    )
    if listed.returncode:
        pytest.skip("no checkout of git")
    assert listed.stdout == "", "made, or somebody else's: take it out with `git rm --cached`"
