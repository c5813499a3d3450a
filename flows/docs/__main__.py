"""`python -m flows.docs` writes the generated documentation, including the repository and release names in it.

`--check` fails if a file is out of date.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import NamedTuple

import tomli

from flows.docs.command_pages import commands_and_settings
from flows.docs.entries import entry_format, proved_entries
from flows.docs.rule_pages import rule_pages
from flows.docs.table_columns import data_dictionary
from flows.docs.terminal_pictures import check_picture

ROOT = Path(__file__).resolve().parents[2]
_REPOSITORY = re.compile(r"[\w.-]+/taiyaku(?=/\.github/(?:actions|workflows)/)|(?<=//github\.com/)[\w.-]+/taiyaku\b")
_RELEASE = re.compile(r"(?<=/check@v)[\w.]+(?=\s)|(?<=/check\.yml@v)[\w.]+(?=\s)|(?<=rev: v)[\w.]+(?=\s)")


class ReleaseNames(NamedTuple):
    """Version and owner of the project, from pyproject.toml."""

    version: str
    repository: str

    @property
    def action(self) -> str:
        """The repository of the action."""
        return f"{self.repository}-action"


def project() -> ReleaseNames:
    """Return the names that pyproject.toml states."""
    tables = tomli.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    return ReleaseNames(tables["project"]["version"], tables["tool"]["taiyaku"]["repository"])


def for_release(name: str) -> str:
    """Return a file that other repositories call or copy from, with the repository and version from pyproject.toml."""
    release = project()
    text = _REPOSITORY.sub(release.repository, (ROOT / name).read_text(encoding="utf-8"))
    return _RELEASE.sub(release.version, text)


def released() -> str:
    """Return the file with the date of the glossary's exports: that of the current version in CHANGELOG.md."""
    heading = rf"^## {re.escape(project().version)}, (\d{{4}}-\d\d-\d\d)$"
    day = re.search(heading, (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    line = f'day = "{day[1] if day else ""}"'
    return f"# Written by `make docs`: the day of the release in CHANGELOG.md, empty before there is one.\n{line}\n"


CALLED = (
    ".github/actions/check/action.yml",
    ".github/workflows/check.yml",
    ".pre-commit-hooks.yaml",
    "flows/editing/vscode/README.md",
    "flows/editing/vscode/package.json",
    *(f"flows/docs/site/{lang}/how-to/ci.md" for lang in ("en", "zh", "ja")),
    "flows/operating/ci.md",
    "pyproject.toml",
)
FILES: dict[str, Callable[[], str]] = {
    **{name: partial(for_release, name) for name in CALLED},
    "flows/docs/site/pictures/check.svg": partial(check_picture, "zh", "en"),
    "flows/docs/site/pictures/check-zh.svg": partial(check_picture, "zh", "zh"),
    "flows/docs/site/pictures/check-ja.svg": partial(check_picture, "ja", "ja"),
    "flows/README.md": commands_and_settings,
    "glossary/README.md": entry_format,
    "glossary/exchange/released.toml": released,
    "glossary/loading/proved.txt": proved_entries,
    "glossary/rules/README.md": rule_pages,
    "outputs/README.md": data_dictionary,
}


def outdated(folder: Path) -> dict[str, str]:
    """Return the new text of each outdated file in a folder, by name."""
    texts = {name: make() for name, make in FILES.items()}
    paths = {name: folder / name for name in texts}
    return {
        name: text
        for name, text in texts.items()
        if not paths[name].exists() or paths[name].read_text(encoding="utf-8") != text
    }


def main(arguments: list[str]) -> int:
    """Write the files, or with --check list those that are out of date; returns the exit status."""
    texts = outdated(Path())
    if "--check" in arguments:
        for name in texts:
            print(f"{name} is out of date; run `make docs` and commit it", file=sys.stderr)
        return 1 if texts else 0
    for name, text in texts.items():
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_text(text, encoding="utf-8")
        print(f"wrote {name}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
