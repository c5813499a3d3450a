"""`python -m flows.docs` writes the generated documentation, and names the repository and the release in it.

`--check` fails where a file is out of date.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

import tomli

from flows.docs.command_pages import commands_and_settings
from flows.docs.entries import entry_format, proved_entries
from flows.docs.rule_pages import rule_pages
from flows.docs.table_columns import data_dictionary
from flows.docs.terminal_pictures import check_picture

ROOT = Path(__file__).resolve().parents[2]
_REPOSITORY = re.compile(r"[\w.-]+/taiyaku(?=/\.github/(?:actions|workflows)/)|(?<=//github\.com/)[\w.-]+/taiyaku\b")
_RELEASE = re.compile(r"(?<=/check@v)[\w.]+(?=\s)|(?<=/check\.yml@v)[\w.]+(?=\s)|(?<=rev: v)[\w.]+(?=\s)")


def for_release(name: str) -> str:
    """Return a file that other repositories call or copy from, with the repository and version of pyproject.toml."""
    project = tomli.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    text = _REPOSITORY.sub(project["tool"]["taiyaku"]["repository"], (ROOT / name).read_text(encoding="utf-8"))
    return _RELEASE.sub(project["project"]["version"], text)


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
    "glossary/loading/proved.txt": proved_entries,
    "glossary/rules/README.md": rule_pages,
    "outputs/README.md": data_dictionary,
}


def main(arguments: list[str]) -> int:
    """Write the files, or with --check say which are out of date; returns the exit status."""
    stale = 0
    for name, make in FILES.items():
        path, text = Path(name), make()
        if path.exists() and path.read_text(encoding="utf-8") == text:
            continue
        stale += 1
        if "--check" in arguments:
            print(f"{name} is out of date; run `make docs` and commit it", file=sys.stderr)
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
            print(f"wrote {name}")
    return 1 if stale and "--check" in arguments else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
