"""The installation: where it is from, Python, the libraries against what was tested, what is missing for a feature."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import Distribution, PackageNotFoundError, distribution, requires, version
from pathlib import Path
from typing import Any, Literal, NamedTuple
from urllib.parse import urlsplit
from urllib.request import url2pathname

from packaging.requirements import Requirement

from corpus import lazy_re as re
from corpus.text.printable import printable
from flows.console.extras import missing_libraries
from flows.console.redaction import redacted
from flows.doctor.diagnosis import Diagnosis, fault, missing, warning, well

Tool = Literal["make", "pip", "pipx", "uv", "uv tool"]
_NAME = "taiyaku"
_STAMP = "project.stamp"  # what the Makefile leaves in the environment that it makes
_INSTALL = {
    "pip": "pip install",
    "uv": "uv pip install",
    "pipx": "pipx install --force",
    "uv tool": "uv tool install --force",
}
_UPGRADE = {
    "pip": "pip install --upgrade",
    "uv": "uv pip install --upgrade",
    "pipx": "pipx upgrade",
    "uv tool": "uv tool upgrade",
}
_REPAIR = {**_UPGRADE, "pipx": "pipx reinstall", "uv tool": "uv tool upgrade --reinstall"}


class InstallOrigin(NamedTuple):
    """Where the code that runs is from, and what it was installed with."""

    words: str  # such as: the checkout /src/taiyaku
    tool: Tool
    kind: Literal["checkout", "index", "folder", "repository", "file"]
    place: str = ""  # a path or an address, without secrets; empty for an index
    environment: str = ""  # that a checkout has made for itself

    @property
    def upgrade(self) -> str:
        """Return what brings a newer version."""
        match self.kind:
            case "checkout":
                rebuild = "`make corpus`" if self.tool == "make" else f"`{_INSTALL[self._installer]} -e .`"
                return f"`git pull` in {self.place}, then {rebuild}"
            case "folder":
                return f"`git pull` in {self.place}, then `{_INSTALL[self._installer]} '{self.place}'`"
            case "file":
                return f"`{_INSTALL[self._installer]}` with the newer file"
            case "repository" if self._installer in ("pip", "uv"):  # else the same version number would be enough
                return f"`{_INSTALL[self._installer]} --force-reinstall --no-deps '{_NAME} @ {self.place}'`"
        return f"`{_UPGRADE[self._installer]} {_NAME}`"

    @property
    def repair(self) -> str:
        """Return what brings the libraries back that the package asks for."""
        if self.kind == "checkout":
            rebuild = "make corpus" if self.tool == "make" else f"{_INSTALL[self._installer]} -e ."
            return f"run `{rebuild}` in {self.place}"
        if self._installer in ("pipx", "uv tool"):
            return f"run `{_REPAIR[self._installer]} {_NAME}`"
        return f"run `{_REPAIR[self._installer]} '{self._requirement()}'`, with the extras that you use"

    def relock(self, lock: str) -> str:
        """Return what brings the versions that a lock file of a checkout has."""
        if self.tool in ("pip", "uv"):
            return f"run `{_INSTALL[self.tool]} --no-deps -r {lock}` in {self.place}"
        return self.repair

    def with_extra(self, extra: str) -> str:
        """Return what installs an extra."""
        if self.kind == "checkout":
            pip = f"{self.environment}/bin/pip install" if self.environment else _INSTALL[self._installer]
            return f"`{pip} -e '.[{extra}]'` in {self.place}"
        return f"`{_INSTALL[self._installer]} '{self._requirement(f'[{extra}]')}'`"

    @property
    def _installer(self) -> str:
        return "pip" if self.tool == "make" else self.tool

    def _requirement(self, extras: str = "") -> str:
        match self.kind:
            case "folder":
                return f"{self.place}{extras}"
            case "repository" | "file":
                return f"{_NAME}{extras} @ {self.place}"
        return f"{_NAME}{extras}"


_CODE = Path(__file__).resolve().parents[2]
_LOCK = "requirements.lock"
_PINNED = re.compile(r"(?m)^([A-Za-z0-9_.-]+)==([^\s;\\]+)(?:\s*;\s*([^\\\n]+?))?\s*\\?$")
_OLDEST, _NEWEST = (3, 11), (3, 14)
_NAMED = 5

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
    origin = origin_of(distribution("taiyaku"), _CODE)
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
    """Yield the libraries that are installed against those that are asked for, and those that the tests ran with."""
    wrong = [problem for text in requires("taiyaku") or () if (problem := _mismatch(Requirement(text)))]
    if wrong:
        yield fault("packages", f"not what taiyaku asks for: {_listed(wrong)}", origin.repair)
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
        yield warning("packages", f"other versions than {_LOCK} has: {_listed(other)}", remedy)
    elif not wrong:
        yield well("packages", f"all {len(locked):,} libraries are those of {_LOCK}")


def _mismatch(requirement: Requirement) -> str:
    """Return what is wrong with a library that taiyaku needs; those of extras need not be there."""
    present = _installed(requirement.name)
    if present is None:
        is_needed = not requirement.marker or requirement.marker.evaluate({"extra": ""})
        return f"{requirement.name} is not installed" if is_needed else ""
    if requirement.specifier.contains(present, prereleases=True):
        return ""
    return f"{requirement.name} {present}, asked for {requirement.specifier}"


def _locked(text: str) -> dict[str, str]:
    """Return the version of each library in the rows of a lock file that hold for this machine."""
    rows = ((row[1], row[2], row[3]) for row in _PINNED.finditer(text))
    return {
        name: pinned
        for name, pinned, marker in rows
        if not marker or (condition := Requirement(f"{name} ; {marker}").marker) is None or condition.evaluate()
    }


def _other(name: str, expected: str) -> str | None:
    """Return the version that is there where it is another one."""
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
        yield missing("features", f"not installed: {_listed(lacking)}: no {purpose}", origin.with_extra("build"))
    for module, (purpose, extra) in _MODULES.items():
        if _installed(module) is None:
            yield missing("features", f"{module} is not installed: no {purpose}", origin.with_extra(extra))
    for program, (purpose, remedy) in _PROGRAMS.items():
        if shutil.which(program) is None:
            yield missing("features", f"{program} is not there: no {purpose}", remedy)


def _fonts() -> Iterator[Diagnosis]:
    """Yield whether this machine can show Chinese and Japanese: readers elsewhere need not care."""
    if shutil.which("fc-list") is None:
        return
    for lang, name in (("zh-cn", "Chinese"), ("ja", "Japanese")):
        ran = subprocess.run(["fc-list", f":lang={lang}", "family"], capture_output=True, text=True, check=False)
        if ran.returncode == 0 and not ran.stdout.strip():
            remedy = "install fonts, on Debian fonts-noto-cjk, if reports are looked at here"
            yield missing("fonts", f"no font of this machine has {name}", remedy)


def _listed(items: list[str]) -> str:
    rest = f" and {len(items) - _NAMED:,} more" if len(items) > _NAMED else ""
    return f"{', '.join(items[:_NAMED])}{rest}"


def origin_of(distribution: Distribution, code: Path, environment: Path = Path(sys.prefix)) -> InstallOrigin:
    """Return the origin of an installed package whose code runs from the folder `code`.

    `direct_url.json` says what was installed other than from an index. Code that stands beside its `pyproject.toml` is
    a checkout, whatever the package that is installed was made of.
    """
    record = _record(distribution)
    tool = _tool(distribution, environment)
    place = printable(redacted(str(record.get("url", ""))))
    folder = _folder(str(record.get("url", "")))
    if _is_project(code):
        words = f"the checkout {printable(code)}"
        if folder is not None and folder != code:
            words += f"; the environment has the one in {printable(folder)}"
        if environment.parent == code and (environment / _STAMP).is_file():
            return InstallOrigin(words, "make", "checkout", printable(code), printable(environment.name))
        return InstallOrigin(words, tool, "checkout", printable(code))
    if isinstance(vcs := record.get("vcs_info"), dict):
        commit = printable(str(vcs.get("commit_id", "")))[:12]
        address = f"{printable(str(vcs.get('vcs', 'git')))}+{place}"
        return InstallOrigin(f"{address} at {commit}, with {tool}", tool, "repository", address)
    if folder is not None and "dir_info" in record:
        words = f"the folder {printable(folder)}, as it was when it was installed, with {tool}"
        return InstallOrigin(words, tool, "folder", printable(folder))
    if place:
        return InstallOrigin(f"the file {place}, with {tool}", tool, "file", place)
    return InstallOrigin(f"a package index, with {tool}", tool, "index")


def _is_project(folder: Path) -> bool:
    """Return whether a folder is the source tree: some packages leave a pyproject.toml beside modules."""
    try:
        return f'name = "{_NAME}"' in (folder / "pyproject.toml").read_text(encoding="utf-8").splitlines()
    except (OSError, ValueError):
        return False


def _record(distribution: Distribution) -> dict[str, Any]:
    try:
        record = json.loads(distribution.read_text("direct_url.json") or "{}")
    except ValueError:
        return {}
    return record if isinstance(record, dict) else {}


def _tool(distribution: Distribution, environment: Path) -> Tool:
    if (environment / "pipx_metadata.json").is_file():
        return "pipx"
    if (environment / "uv-receipt.toml").is_file():
        return "uv tool"
    return "uv" if (distribution.read_text("INSTALLER") or "").strip() == "uv" else "pip"


def _folder(address: str) -> Path | None:
    """Return the folder of a file:// address; None for any other."""
    parts = urlsplit(address)
    return Path(url2pathname(parts.path)).resolve() if parts.scheme == "file" else None
