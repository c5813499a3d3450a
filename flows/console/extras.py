"""Extras: libraries that only some commands need, how this installation was made, and the commands to add an extra."""

from __future__ import annotations

import json
import re
import sys
from importlib.metadata import Distribution, distribution, requires
from pathlib import Path
from typing import Any, Literal, NamedTuple

from corpus.languages import NAMES, is_installed, missing_extra, pack
from corpus.text.printable import printable
from flows.console.redaction import redacted

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
    """The origin of the running code, and the tool that installed it."""

    words: str  # such as: the checkout /src/taiyaku
    tool: Tool
    kind: Literal["checkout", "index", "folder", "repository", "file"]
    place: str = ""  # a path or an address, without secrets; empty for an index
    environment: str = ""  # that a checkout has made for itself

    @property
    def upgrade(self) -> str:
        """Return the commands that install a newer version."""
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
        """Return the instruction that restores the libraries that the package requires."""
        if self.kind == "checkout":
            rebuild = "make corpus" if self.tool == "make" else f"{_INSTALL[self._installer]} -e ."
            return f"run `{rebuild}` in {self.place}"
        if self._installer in ("pipx", "uv tool"):
            return f"run `{_REPAIR[self._installer]} {_NAME}`"
        return f"run `{_REPAIR[self._installer]} '{self._requirement()}'`, with the extras that you use"

    def relock(self, lock: str) -> str:
        """Return the instruction that installs the versions in a checkout's lock file."""
        if self.tool in ("pip", "uv"):
            return f"run `{_INSTALL[self.tool]} --no-deps -r {lock}` in {self.place}"
        return self.repair

    def with_extra(self, extra: str) -> str:
        """Return the command that installs an extra."""
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
_EXTRA = re.compile(r"""extra == ['"]([a-z0-9-]+)['"]""")


def remedy(error: ModuleNotFoundError) -> str | None:
    """Return what to install for a missing module; None if no extra has it, which makes it a bug."""
    module = (error.name or "").partition(".")[0]
    library = _canonical(module)
    bringing = {extra: libraries for extra, libraries in _extras().items() if library in libraries}
    smallest = min(bringing, key=lambda extra: len(bringing[extra]), default=None)
    return smallest and f'the library "{library}" is missing; run {installing(smallest)}'


def missing_language(lang: str) -> str:
    """Return what to install for texts in a language; empty if it is installed."""
    return f"{NAMES[lang]} is not installed; run {installing(pack(lang).extra)}" if missing_extra(lang) else ""


def installing(extra: str) -> str:
    """Return the command that installs an extra of the running taiyaku."""
    return origin_of(distribution(_NAME)).with_extra(extra)


def missing_libraries(extra: str) -> list[str]:
    """Return the distributions of an extra that are not installed."""
    return [library for library in _extras()[extra] if not is_installed(library)]


def _extras() -> dict[str, list[str]]:
    """Return the requirements of each extra, including those of the extras within it."""
    extras: dict[str, list[str]] = {}
    for requirement in requires("taiyaku") or ():
        if extra := _EXTRA.search(requirement):
            library = _canonical(re.split(r"[^\w.-]", requirement, maxsplit=1)[0])
            extras.setdefault(extra[1], []).append(library)
    return extras


def _canonical(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def origin_of(distribution: Distribution, code: Path = _CODE, environment: Path = Path(sys.prefix)) -> InstallOrigin:
    """Return the origin of an installed package whose code runs from the folder `code`. `direct_url.json` describes
    installations other than from an index. Code next to its own `pyproject.toml` is a checkout, even if the installed
    package has another origin.
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
    """Return whether a folder is taiyaku's source tree: some packages leave a pyproject.toml with their modules."""
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
    from urllib.parse import urlsplit
    from urllib.request import url2pathname  # slow, and asked for by few

    parts = urlsplit(address)
    return Path(url2pathname(parts.path)).resolve() if parts.scheme == "file" else None
