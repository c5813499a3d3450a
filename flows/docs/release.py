"""What a release publishes beside the package: its notes, and the action as a repository of its own.

    .venv/bin/python -m flows.docs.release check v0.1.0   # may this tag be published?
    .venv/bin/python -m flows.docs.release notes          # what the changelog says of this version
    .venv/bin/python -m flows.docs.release action FOLDER  # the files of the action's repository

`[tool.taiyaku]` of pyproject.toml names the repository on GitHub. All other names and places follow from it and from
the version; `make docs` writes them into the pages and files that show them.
"""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

from flows.docs.__main__ import ROOT, ReleaseNames, for_release, outdated, project
from glossary.rules.registry import PLACEHOLDER

_OWN_PACKAGE = "${PACKAGE:-$GITHUB_ACTION_PATH/../../..[ja]}"
_README = """# taiyaku-action

Checks the terminology of Chinese and Japanese pages in a job on GitHub, and shows findings beside their lines. The
checker is [taiyaku](https://github.com/{repository}); this repository holds its action alone, and is written by its
releases.
{section}"""


def notes(release: ReleaseNames, changelog: str) -> str:
    """Return the section of the changelog about a version, without its heading; empty where there is none."""
    heading = rf"^## {re.escape(release.version)}\b[^\n]*\n"
    section = re.search(rf"{heading}(.*?)(?=^## |\Z)", changelog, re.MULTILINE | re.DOTALL)
    return section[1].strip() + "\n" if section and section[1].strip() else ""


def obstacles(tag: str, release: ReleaseNames, changelog: str) -> Iterator[str]:
    """Yield what keeps a tag from being published, each with what to do."""
    if tag != f"v{release.version}":
        yield f"the tag {tag} is not the version {release.version} of pyproject.toml: change one of them"
    if release.repository.startswith(f"{PLACEHOLDER}/"):
        yield f"{release.repository} is a placeholder: name the repository under [tool.taiyaku] of pyproject.toml"
    if not notes(release, changelog):
        yield f"CHANGELOG.md has no section about {release.version}: write one"
    if re.search(rf"^## {re.escape(release.version)}, unreleased", changelog, re.MULTILINE):
        yield f"CHANGELOG.md calls {release.version} unreleased: put the day there"
    yield from (f"{name} is out of date: run `make docs` and commit it" for name in outdated(ROOT))


def write_action(folder: Path, release: ReleaseNames) -> None:
    """Write the action's repository: the action, which installs the package of this version, its page, the licence."""
    folder.mkdir(parents=True, exist_ok=True)
    text = for_release(".github/actions/check/action.yml")
    for old, new in (
        (_OWN_PACKAGE, f"${{PACKAGE:-taiyaku[ja]=={release.version}}}"),
        ("taiyaku as it is at the ref of this action", f"taiyaku[ja]=={release.version}"),
    ):
        if old not in text:
            raise ValueError(f".github/actions/check/action.yml lacks {old!r}, which {__name__} replaces: change both")
        text = text.replace(old, new)
    page = for_release("flows/operating/ci.md")
    section = page[page.index("\n## GitHub") : page.index("\n## GitLab")]
    start, end = section.index("The action stands in"), section.index("It runs on")
    section = section[:start] + section[end : section.index("`.github/workflows/check.yml`")]
    readme = _README.format(repository=release.repository, section=section.replace("## GitHub\n", "## Use\n"))
    for name, content in (("action.yml", text), ("README.md", readme.rstrip() + "\n")):
        released = content.replace(f"{release.repository}/.github/actions/check@", f"{release.action}@")
        (folder / name).write_text(released.replace("flows/operating/ci.md", "README.md"), encoding="utf-8")
    shutil.copy(ROOT / "LICENSE", folder / "LICENSE")


def main(arguments: list[str]) -> int:
    """Run the command in the first argument; returns the exit status."""
    release, changelog = project(), (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    match arguments:
        case ["check", tag]:
            reasons = list(obstacles(tag, release, changelog))
            print("\n".join(reasons) or f"{tag} may be published", file=sys.stderr if reasons else sys.stdout)
            return 1 if reasons else 0
        case ["notes"]:
            print(notes(release, changelog), end="")
        case ["action", folder]:
            write_action(Path(folder), release)
        case _:
            print(__doc__, file=sys.stderr)
            return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
