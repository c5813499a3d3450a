"""Branch delivery: a git branch of summaries, one commit for each build, made without the repository's work tree and
index.

The branch has `summary.md`, the summary of the report, and `figures.md`, a short table; its other files stay.
"""

from __future__ import annotations

import os
import subprocess
import time
from dataclasses import dataclass

from corpus.languages import NAMES
from corpus.storage.store import FileDamage
from corpus.text.printable import printable
from flows.console.redaction import without_secrets
from flows.dataset_card.dataset_facts import facts_of
from flows.delivery.delivery_result import (
    BuildSource,
    Delivery,
    DeliveryError,
    SourceBuildError,
    TargetConflictError,
    moment,
    patiently,
)
from flows.files.markdown_table import table
from flows.options.publish_targets import PublishTarget, TargetError

_SUMMARY, _FIGURES = "summary.md", "figures.md"
_BUILD, _SINCE = "Taiyaku-Build", "Taiyaku-Since"  # trailers of a commit's message
_OF_USERS = ("GIT_AUTHOR_", "GIT_COMMITTER_", "GIT_CONFIG", "GIT_SSH", "GIT_TRACE")
_SECONDS = 120  # that a call of git may take


@dataclass(frozen=True, slots=True)
class BranchTip:
    """The newest commit of a branch."""

    commit: str
    build_id: str  # empty where it is not a commit of ours
    since: str


def publish(source: BuildSource, target: PublishTarget, rollback: bool = False) -> Delivery:
    """Commit the summary of a build to a branch; raises TargetError, TargetConflictError and DeliveryError."""
    reference = _reference(target)
    contents = {_SUMMARY: _summary(source), _FIGURES: figures(source).encode()}
    return patiently(lambda: _commit(source, target, reference, contents, rollback))


def plan(source: BuildSource, target: PublishTarget) -> Delivery:
    """Return the delivery that publishing a build would make; writes nothing."""
    tip = _tip(target, _reference(target))
    contents = (_summary(source), figures(source).encode())
    latest = tip.build_id if tip else ""
    return Delivery(str(target), source.build_id, "planned", 2, sum(map(len, contents)), latest=latest)


def verify(target: PublishTarget) -> tuple[str, list[FileDamage]]:
    """Return the build id of a branch and the damage in its files: git compares its checksums."""
    tip = _tip(target, _reference(target))
    if tip is None:
        raise TargetConflictError(f"{printable(target)}: no such branch; publish a build first")
    damages = []
    for name in (_SUMMARY, _FIGURES):
        try:
            _git(target, "cat-file", "blob", f"{tip.commit}:{name}")
        except DeliveryError:
            damages.append(FileDamage(name, "git cannot read it"))
    return tip.build_id, damages


def figures(source: BuildSource) -> str:
    """Return a short table of a build's figures."""
    signature, rows = source.manifest.get("signature", ""), source.manifest.get("rows")
    if not isinstance(rows, dict):
        raise SourceBuildError(f"{printable(source.folder)}: its manifest counts no rows; rebuild it")
    facts = facts_of(source.folder, source.build_id, str(signature), rows)
    lines = [(f"documents, {NAMES.get(lang, lang)}", f"{count:,}") for lang, count in facts.documents.items()]
    lines += [("documents that could not be read", f"{facts.quarantined:,}")] if facts.quarantined else []
    lines += [(f"rows of {name}", f"{count:,}") for name, count in facts.rows.items() if name != "documents"]
    return f"# Figures of build {source.build_id}\n\n{table(('figure', 'value'), lines)}"


def _summary(source: BuildSource) -> bytes:
    try:
        return (source.folder / "report" / _SUMMARY).read_bytes()
    except FileNotFoundError:
        raise SourceBuildError(f"{printable(source.folder)}: it has no report/{_SUMMARY}; rebuild it") from None


def _reference(target: PublishTarget) -> str:
    """Return the full name of the branch; raises TargetError or TargetConflictError if it cannot be written to."""
    if not target.path.is_dir():
        raise TargetError(f"{printable(target)}: no such folder; give a git repository")
    try:
        _git(target, "rev-parse", "--git-dir")
    except DeliveryError:
        raise TargetError(f"{printable(target)}: no git repository that can be used; run git init there") from None
    if not _is_branch_name(target):
        raise TargetError(f"{printable(target)}: no name for a branch; give another one after #")
    reference = f"refs/heads/{target.branch}"
    others = _references(target, f"refs/heads/{target.branch.partition('/')[0]}")
    barring = [name for name in others if name.startswith(f"{reference}/") or reference.startswith(f"{name}/")]
    if barring:
        other = printable(barring[0].removeprefix("refs/heads/"))
        raise TargetConflictError(
            f"{printable(target)}: git cannot have this branch beside {other}, as one name is a folder of the other; "
            "give another branch"
        )
    worktrees = _git(target, "worktree", "list", "--porcelain").decode("utf-8", "replace").splitlines()
    if f"branch {reference}" in worktrees:
        raise TargetConflictError(
            f"{printable(target)}: the branch is checked out, and its files would look changed; give another branch"
        )
    return reference


def _is_branch_name(target: PublishTarget) -> bool:
    """Return whether git takes the name as it is: it reads `@{-1}` as the branch that was checked out before."""
    try:
        name = _git(target, "check-ref-format", "--branch", target.branch)
    except DeliveryError:
        return False
    return os.fsdecode(name).removesuffix("\n") == target.branch


def _references(target: PublishTarget, reference: str) -> dict[str, str]:
    """Return name → commit of the branch with this full name, and of the branches below it as a folder."""
    lines = os.fsdecode(_git(target, "for-each-ref", "--format=%(objectname) %(refname)", reference)).splitlines()
    return {name: commit for commit, _, name in (line.partition(" ") for line in lines)}


def _tip(target: PublishTarget, reference: str) -> BranchTip | None:
    """Return the newest commit of a branch, or None where there is none."""
    commit = _references(target, reference).get(reference)
    if commit is None:
        return None
    message = _git(target, "log", "-1", "--format=%B", commit).decode("utf-8", "replace")
    trailers = dict(line.split(": ", 1) for line in message.splitlines() if line.startswith((_BUILD, _SINCE)))
    return BranchTip(commit, trailers.get(_BUILD, ""), trailers.get(_SINCE, ""))


def _commit(
    source: BuildSource, target: PublishTarget, reference: str, contents: dict[str, bytes], rollback: bool
) -> Delivery:
    """Commit on top of the branch's tip; raises a passing DeliveryError if another writer was faster."""
    tip = _tip(target, reference)
    latest = tip.build_id if tip else ""
    if tip and tip.since and not rollback and (tip.since, tip.build_id) > (source.since, source.build_id):
        state = "unchanged" if tip.build_id == source.build_id else "older"
        return Delivery(str(target), source.build_id, state, latest=latest)  # type: ignore[arg-type]
    tree = _tree(target, tip, contents)
    if tip and _git(target, "rev-parse", f"{tip.commit}^{{tree}}").decode().strip() == tree:
        return Delivery(str(target), source.build_id, "unchanged", present=len(contents), latest=source.build_id)
    since = moment(time.time_ns()) if rollback else source.since
    message = f"Build {source.build_id}\n\n{_BUILD}: {source.build_id}\n{_SINCE}: {since}\n"
    parents = ["-p", tip.commit] if tip else []
    call = [*_identity(target), "commit-tree", tree, *parents, "-F", "-"]
    commit = _git(target, *call, words=message.encode()).decode().strip()
    old = tip.commit if tip else "0" * len(commit)
    try:
        _git(target, "update-ref", "-m", f"taiyaku publish: {source.build_id}", reference, commit, old)
    except DeliveryError as error:
        raise DeliveryError(str(error), passing=True) from None
    return Delivery(
        str(target),
        source.build_id,
        "published",
        len(contents),
        sum(map(len, contents.values())),
        latest=source.build_id,
    )


def _tree(target: PublishTarget, tip: BranchTip | None, contents: dict[str, bytes]) -> str:
    entries = []
    if tip:
        listed = _git(target, "ls-tree", "-z", tip.commit).split(b"\0")
        entries = [
            entry for entry in listed if entry and entry.split(b"\t", 1)[1].decode("utf-8", "replace") not in contents
        ]
    for name, data in contents.items():
        blob = _git(target, "hash-object", "-w", "--stdin", words=data).strip()
        entries.append(b"100644 blob " + blob + b"\t" + name.encode())
    return _git(target, "mktree", "-z", words=b"".join(entry + b"\0" for entry in entries)).decode().strip()


def _git(target: PublishTarget, *arguments: str, words: bytes = b"") -> bytes:
    """Return git's output; raises DeliveryError with the last line of its error."""
    command = ["git", "-C", target.place, *arguments]
    try:
        ended = subprocess.run(
            command, input=words, capture_output=True, env=_environment(), timeout=_SECONDS, check=False
        )
    except FileNotFoundError:
        raise TargetError(f"{printable(target)}: git is not installed; install it, or leave out the target") from None
    except subprocess.TimeoutExpired:
        raise DeliveryError(
            f"{printable(target)}: git {arguments[0]} took more than {_SECONDS} seconds", True
        ) from None
    if ended.returncode:
        lines = without_secrets(ended.stderr.decode("utf-8", "replace")).strip().splitlines() or ["no word"]
        raise DeliveryError(f"{printable(target)}: git {arguments[0]} failed: {printable(lines[-1])}")
    return ended.stdout


def _environment() -> dict[str, str]:
    """Return an environment without a calling git's variables, in which git neither prompts nor translates."""
    foreign = {name for name in os.environ if name.startswith("GIT_") and not name.startswith(_OF_USERS)}
    plain = {name: value for name, value in os.environ.items() if name not in foreign}
    return {**plain, "GIT_TERMINAL_PROMPT": "0", "LC_ALL": "C"}


def _identity(target: PublishTarget) -> list[str]:
    """Return settings that name the committer if git has no name."""
    names = {"user.name": "taiyaku", "user.email": "taiyaku@localhost"}
    return [word for key, value in names.items() if not _is_set(target, key) for word in ("-c", f"{key}={value}")]


def _is_set(target: PublishTarget, key: str) -> bool:
    try:
        return bool(_git(target, "config", key).strip())
    except DeliveryError:
        return False
