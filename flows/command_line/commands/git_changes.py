"""Changed: the files that git says were changed, added or are not yet under version control, and those it ignores."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Sequence
from pathlib import Path

from corpus.sources.discovery import SourceError
from corpus.text.printable import printable


def changed(folder: Path, sources: Sequence[Path], base: str = "") -> frozenset[Path]:
    """Return real paths of files that differ from the last commit, or from where the branch left `base`.

    Raises SourceError where git cannot tell, or a source lies outside of the folder's repository.
    """
    top = Path(_git(folder, "rev-parse", "--show-toplevel").decode("utf-8", "surrogateescape").rstrip("\n"))
    for source in sources:
        if not Path(os.path.realpath(source)).is_relative_to(os.path.realpath(top)):
            raise SourceError(
                f"{printable(source)}: not in the repository {printable(top)}; run from its own repository"
            )
    since = _merge_base(top, base) if base else _head(top)
    differing = _git(top, "diff", "--name-only", "--no-renames", "--diff-filter=d", "-z", since, "--")
    untracked = _git(top, "ls-files", "--others", "--exclude-standard", "-z")
    names = [name for name in (differing + untracked).split(b"\0") if name]
    return frozenset(Path(os.path.realpath(os.path.join(top, os.fsdecode(name)))) for name in names)


def ignored(folder: Path) -> frozenset[Path]:
    """Return real paths of the files and folders in a folder that git ignores; none if git does not know the folder."""
    command = ["git", "-C", str(folder), "ls-files", "--others", "--ignored", "--exclude-standard", "--directory", "-z"]
    try:
        ran = subprocess.run(command, capture_output=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return frozenset()
    names = [os.fsdecode(name) for name in ran.stdout.split(b"\0") if name not in (b"", b"./")]
    return frozenset(Path(os.path.realpath(os.path.join(folder, name))) for name in names)


def _head(top: Path) -> str:
    try:
        return _git(top, "rev-parse", "--verify", "-q", "HEAD").decode().strip()
    except SourceError:  # nothing committed yet: everything is new
        return _git(top, "hash-object", "-t", "tree", os.devnull).decode().strip()


def _merge_base(top: Path, base: str) -> str:
    """Return the commit where HEAD left `base`, anything that is a commit to git: feature/x, v1.0, HEAD~3."""
    remedy = "fetch it, or give another with --base"
    if base.startswith("-"):  # git would take it for an option
        raise SourceError(f"{printable(base)}: no name of a commit; give another with --base")
    try:
        commit = _git(top, "rev-parse", "--verify", "--quiet", base).decode().strip()
    except SourceError:
        raise SourceError(f"{printable(base)}: git has no commit of that name; {remedy}") from None
    try:
        return _git(top, "merge-base", commit, "HEAD").decode().strip()
    except SourceError:
        raise SourceError(f"{printable(base)}: git finds no common ancestor with HEAD; {remedy}") from None


def _git(folder: Path, *arguments: str) -> bytes:
    try:
        ran = subprocess.run(["git", "-C", str(folder), *arguments], capture_output=True, check=True)
    except FileNotFoundError:
        raise SourceError("git is not installed, but --changed needs it; omit --changed") from None
    except subprocess.CalledProcessError as error:
        messages = error.stderr.decode("utf-8", "replace").strip().splitlines()
        why = printable(messages[0].removeprefix("fatal: ")) if messages else "git failed"
        raise SourceError(f"{printable(folder)}: {why}; --changed needs a git repository") from None
    return ran.stdout
