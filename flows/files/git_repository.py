"""A git repository: the commits' changes to pages, read once for all, and the contents of any version."""

from __future__ import annotations

import os
import subprocess
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, cast

from corpus.sources.discovery import SourceError
from corpus.text.printable import printable

MOST_COMMITS = 5_000  # that touch pages; a clone of 2,000 takes 0.5 s

_FETCH = "fetch it with its history (actions/checkout: fetch-depth: 0)"


def git(folder: Path, *arguments: str, user: str = "--changed") -> bytes:
    """Return what git prints; raises SourceError with its first line. `user` is the option or command that needs it."""
    try:
        ran = subprocess.run(["git", "-C", str(folder), *arguments], capture_output=True, check=True)
    except FileNotFoundError:
        remedy = f"omit {user}" if user.startswith("-") else "install git"
        raise SourceError(f"git is not installed, but {user} needs it; {remedy}") from None
    except subprocess.CalledProcessError as error:
        messages = error.stderr.decode("utf-8", "replace").strip().splitlines()
        why = printable(messages[0].removeprefix("fatal: ")) if messages else "git failed"
        raise SourceError(f"{printable(folder)}: {why}; {user} needs a git repository") from None
    return ran.stdout


def top_of(folder: Path, user: str = "--changed") -> Path:
    """Return the top folder of the repository that a folder lies in; raises SourceError where it lies in none."""
    return Path(os.fsdecode(git(folder, "rev-parse", "--show-toplevel", user=user)).rstrip("\n"))


def changed(folder: Path, sources: Sequence[Path], base: str = "") -> frozenset[Path]:
    """Return real paths of files that differ from the last commit, or from the merge base with `base`. Deleted files
    are included. Raises SourceError if git cannot tell, or a source lies outside the folder's repository.
    """
    top = top_of(folder)
    for source in sources:
        if not Path(os.path.realpath(source)).is_relative_to(os.path.realpath(top)):
            raise SourceError(
                f"{printable(source)}: not in the repository {printable(top)}; run from its own repository"
            )
    since = _merge_base(top, base) if base else _head(top)
    differing = git(top, "diff", "--name-only", "--no-renames", "-z", since, "--")
    untracked = git(top, "ls-files", "--others", "--exclude-standard", "-z")
    names = [name for name in (differing + untracked).split(b"\0") if name]
    return frozenset(Path(os.path.realpath(os.path.join(top, os.fsdecode(name)))) for name in names)


def ignored(folder: Path) -> frozenset[Path]:
    """Return real paths of a folder's files and folders that git ignores; empty outside a repository."""
    command = ["git", "-C", str(folder), "ls-files", "--others", "--ignored", "--exclude-standard", "--directory", "-z"]
    try:
        ran = subprocess.run(command, capture_output=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return frozenset()
    names = [os.fsdecode(name) for name in ran.stdout.split(b"\0") if name not in (b"", b"./")]
    return frozenset(Path(os.path.realpath(os.path.join(folder, name))) for name in names)


def _head(top: Path) -> str:
    try:
        return git(top, "rev-parse", "--verify", "-q", "HEAD").decode().strip()
    except SourceError:  # nothing committed yet: everything is new
        return git(top, "hash-object", "-t", "tree", os.devnull).decode().strip()


def commit_named(top: Path, name: str, option: str) -> str:
    """Return the hash of a commit that git resolves; raises SourceError, with the option that named it, if none."""
    if name.startswith("-"):  # git would take it for an option
        raise SourceError(f"{printable(name)}: no name of a commit; give another with {option}")
    try:
        return git(top, "rev-parse", "--verify", "--quiet", name, user=option).decode().strip()
    except SourceError:
        remedy = f"{_FETCH}, or give another with {option}"
        raise SourceError(f"{printable(name)}: git has no commit of that name; {remedy}") from None


def _merge_base(top: Path, base: str) -> str:
    """Return the merge base of HEAD and `base`."""
    commit = commit_named(top, base, "--base")
    try:
        return git(top, "merge-base", commit, "HEAD").decode().strip()
    except SourceError:
        remedy = f"{_FETCH}, or give another with --base"
        raise SourceError(f"{printable(base)}: git finds no common ancestor with HEAD; {remedy}") from None


@dataclass(frozen=True, slots=True)
class Commit:
    """A commit that touches pages."""

    sha: str
    date: str  # of the committer, as YYYY-MM-DD
    subject: str
    before: int  # the numbers of all commits before it, and its own, as bits


@dataclass(frozen=True, slots=True)
class FileVersion:
    """A file as a commit left it."""

    commit: int  # its number, from the newest
    blob: str
    path: str  # from the top of the repository, as it was then


@dataclass(slots=True)
class History:
    """The changes that commits made to pages, newest first."""

    commits: list[Commit] = field(default_factory=list)
    versions: defaultdict[str, list[FileVersion]] = field(default_factory=lambda: defaultdict(list))  # by path today
    deleted: dict[str, int] = field(default_factory=dict)  # path → number of the commit that deleted it
    head: str = ""
    is_shallow: bool = False

    @property
    def is_cut(self) -> bool:
        """Return whether there may be older commits that were not read."""
        return self.is_shallow or len(self.commits) == MOST_COMMITS

    @property
    def remarks(self) -> list[str]:
        """Return remarks on what is unknown because older commits were not read."""
        first = self.commits[-1]
        why = "shallow clone" if self.is_shallow else f"only {MOST_COMMITS:,} commits are read"
        remedy = "; get the rest with `git fetch --unshallow`" if self.is_shallow else ""
        unknown = f"what pages were before {first.sha[:9]} ({first.date}), and what translations had seen, is not known"
        return [f"{why}: {unknown}{remedy}"] if self.is_cut else []


def read_history(top: Path, patterns: Iterable[str], user: str) -> History:
    """Return the history of files that match git's patterns, following renames; raises SourceError."""
    try:
        head = git(top, "rev-parse", "--verify", "-q", "HEAD", user=user).decode().strip()
    except SourceError:
        raise SourceError(f"{printable(top)}: nothing is committed yet; commit the pages first") from None
    form = "--format=tformat:%H%x1f%P%x1f%cs%x1f%s"
    shape = ["--topo-order", "--parents", "--raw", "-z", "-M", "--no-abbrev", "--no-ext-diff", "--no-color"]
    settings = ["-c", "log.showRoot=true", "-c", "log.showSignature=false"]
    paths = [f":(top,icase){pattern}" for pattern in patterns]
    log = git(top, *settings, "log", *shape, f"--max-count={MOST_COMMITS}", form, "--", *paths, user=user)
    history = _parsed(log.split(b"\0"))
    if not history.commits:
        raise SourceError(f"{printable(top)}: no page is committed yet; commit the pages first")
    history.head = head
    history.is_shallow = git(top, "rev-parse", "--is-shallow-repository", user=user).strip() == b"true"
    return history


def _parsed(tokens: Sequence[bytes]) -> History:
    """Return the history parsed from `git log --raw -z`: for each commit its line, then its files with their paths."""
    history = History()
    heads: list[tuple[str, list[str], str, str]] = []
    current_names: dict[str, str | None] = {}  # path at this commit → path today; None where the file is no more
    fields = iter(tokens)
    for token in fields:
        if not token.startswith((b":", b"\n:")):
            if token:
                sha, parents, date, subject = token.decode("utf-8", "replace").lstrip("\n").split("\x1f", 3)
                heads.append((sha, parents.split(), date, subject))
            continue
        _, mode, _, blob, status = token.decode().lstrip("\n:").split()
        number = len(heads) - 1
        source = path = os.fsdecode(next(fields))
        if status[0] in "RC":
            path = os.fsdecode(next(fields))
        if status[0] == "D":
            if path not in current_names:
                history.deleted[path] = number
            current_names.setdefault(path, None)
            continue
        today = current_names.setdefault(path, path)
        if today is not None and mode.startswith("100"):  # no link, no submodule
            history.versions[today].append(FileVersion(number, blob, path))
        if status[0] == "R":
            current_names[source] = current_names.pop(path)
    numbers = {sha: number for number, (sha, *_) in enumerate(heads)}
    before: dict[str, int] = {}
    for head in reversed(heads):
        before[head[0]] = 1 << numbers[head[0]]
        for parent in head[1]:
            before[head[0]] |= before.get(parent, 0)
    history.commits = [Commit(sha, date, subject, before[sha]) for sha, _, date, subject in heads]
    return history


class Contents:
    """Contents of files by their git names, read by one process of `git cat-file`."""

    def __init__(self, questions: IO[bytes], answers: IO[bytes]) -> None:
        self._questions, self._answers = questions, answers

    def read(self, name: str) -> bytes | None:
        """Return the content of a blob id or of `commit:path`; None if git has none."""
        if "\n" in name:
            return None
        self._questions.write(os.fsencode(name) + b"\n")
        self._questions.flush()
        words = self._answers.readline().split()  # `<id> blob 1234`, or `<name> missing`
        if len(words) != 3 or not words[2].isdigit():
            return None
        content = self._answers.read(int(words[2]) + 1)[:-1]
        return content if words[1] == b"blob" else None


@contextmanager
def contents(top: Path) -> Iterator[Contents]:
    """Yield a reader of a repository's contents, open while the block lasts."""
    command = ["git", "-C", str(top), "cat-file", "--batch"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
        yield Contents(cast("IO[bytes]", process.stdin), cast("IO[bytes]", process.stdout))
