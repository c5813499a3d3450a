"""The installation: its origin, Python, the libraries compared with those tested, what a feature lacks."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, distribution, requires, version
from pathlib import Path

from packaging.requirements import Requirement

from corpus import lazy_re as re
from flows.console.extras import InstallOrigin, missing_libraries, origin_of
from flows.doctor.diagnosis import Diagnosis, fault, listed, missing, warning, well

_CODE = Path(__file__).resolve().parents[2]
_LOCK = "requirements.lock"
_PINNED = re.compile(r"(?m)^([A-Za-z0-9_.-]+)==([^\s;\\]+)(?:\s*;\s*([^\\\n]+?))?\s*\\?$")
_OLDEST, _NEWEST = (3, 11), (3, 14)

# What is asked for by name, what it is for, and the extra that brings it.
_MODULES = {
    "fugashi": ("pages in Japanese", "ja"),
    "distributed": ("builds on a Dask cluster", "dask"),
    "s3fs": ("publishing to s3:// addresses", "s3"),
    "mcp": ("taiyaku mcp for assistants", "mcp"),
}
_PROGRAMS = {
    "git": ("check --changed and --base, stale, and git: targets of publish", "install git"),
}


def diagnose_installation() -> Iterator[Diagnosis]:
    """Yield diagnoses of Python, the libraries, and programs that features need."""
    yield _python()
    origin = origin_of(distribution("taiyaku"))
    yield well("installed", f"taiyaku {version('taiyaku')} from {origin.words}; newer: {origin.upgrade}")
    yield from _libraries(origin)
    yield from _features(origin)
    yield from _fonts()


def _python() -> Diagnosis:
    used = sys.version_info[:2]
    name = f"Python {used[0]}.{used[1]}"
    if _OLDEST <= used <= _NEWEST:
        return well("python", f"{name} on {sys.platform}")
    return fault("python", f"{name} was never tested", "make the environment with Python 3.11 to 3.14")


def _libraries(origin: InstallOrigin) -> Iterator[Diagnosis]:
    """Yield diagnoses of the installed libraries, compared with the required versions and with those tested."""
    wrong = [problem for text in requires("taiyaku") or () if (problem := _mismatch(Requirement(text)))]
    if wrong:
        yield fault("packages", f"not what taiyaku asks for: {listed(wrong)}", origin.repair)
    lock = _CODE / _LOCK
    if not lock.is_file():
        if not wrong:
            yield well("packages", "all libraries are of versions that taiyaku asks for")
        return
    locked = _locked(lock.read_text(encoding="utf-8"))
    other = [
        f"{name} {present} (locked: {expected})"
        for name, expected in locked.items()
        if (present := _other(name, expected))
    ]
    if other:
        remedy = f"{origin.relock(_LOCK)}; other words may be cut, and builds then differ"
        yield warning("packages", f"other versions than {_LOCK} has: {listed(other)}", remedy)
    elif not wrong:
        yield well("packages", f"all {len(locked):,} libraries are those of {_LOCK}")


def _mismatch(requirement: Requirement) -> str:
    """Return what is wrong with a library that taiyaku requires; one that only extras need may be absent."""
    present = _installed(requirement.name)
    if present is None:
        is_needed = not requirement.marker or requirement.marker.evaluate({"extra": ""})
        return f"{requirement.name} is not installed" if is_needed else ""
    if requirement.specifier.contains(present, prereleases=True):
        return ""
    return f"{requirement.name} {present}, asked for {requirement.specifier}"


def _locked(text: str) -> dict[str, str]:
    """Return the version of each library in the lock file's rows that apply to this machine."""
    rows = ((row[1], row[2], row[3]) for row in _PINNED.finditer(text))
    return {
        name: pinned
        for name, pinned, marker in rows
        if not marker or (condition := Requirement(f"{name} ; {marker}").marker) is None or condition.evaluate()
    }


def _other(name: str, expected: str) -> str | None:
    """Return the installed version if it differs from the expected one."""
    present = _installed(name)
    return present if present != expected else None


def _installed(name: str) -> str | None:
    try:
        return version(name)
    except PackageNotFoundError:
        return None


def _features(origin: InstallOrigin) -> Iterator[Diagnosis]:
    if lacking := missing_libraries("build"):
        purpose = "builds, reviews and what is made of them"
        yield missing("features", f"not installed: {listed(lacking)}: no {purpose}", origin.with_extra("build"))
    for module, (purpose, extra) in _MODULES.items():
        if _installed(module) is None:
            yield missing("features", f"{module} is not installed: no {purpose}", origin.with_extra(extra))
    for program, (purpose, remedy) in _PROGRAMS.items():
        if shutil.which(program) is None:
            yield missing("features", f"{program} is not there: no {purpose}", remedy)


def _fonts() -> Iterator[Diagnosis]:
    """Yield whether this machine can show Chinese and Japanese; that does not affect readers elsewhere."""
    if shutil.which("fc-list") is None:
        return
    for lang, name in (("zh-cn", "Chinese"), ("ja", "Japanese")):
        ran = subprocess.run(["fc-list", f":lang={lang}", "family"], capture_output=True, text=True, check=False)
        if ran.returncode == 0 and not ran.stdout.strip():
            remedy = "install fonts, on Debian fonts-noto-cjk, if reports are looked at here"
            yield missing("fonts", f"no font of this machine has {name}", remedy)
