"""Publish targets: how their texts are parsed. `flows.delivery` handles each kind."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Literal
from urllib.parse import unquote, urlsplit

from corpus.text.printable import printable
from flows.console.redaction import without_secrets

TargetKind = Literal["folder", "objects", "dataset", "branch"]
_FORMS = "a folder, s3://BUCKET/PREFIX or another address of fsspec's, hf:FOLDER, or git:REPOSITORY#BRANCH"


class TargetError(ValueError):
    """A publish target cannot be used; the message says why, and what to write instead."""


@dataclass(frozen=True, slots=True)
class PublishTarget:
    """Where a build is to be published."""

    kind: TargetKind
    place: str  # a path, or for objects an address without a slash at its end
    branch: str = ""

    def __str__(self) -> str:
        prefix = {"dataset": "hf:", "branch": "git:"}.get(self.kind, "")
        return f"{prefix}{self.place}" + (f"#{self.branch}" if self.branch else "")

    @property
    def path(self) -> Path:
        """The folder or repository."""
        return Path(self.place)


def parse_target(text: str, base: Path = Path()) -> PublishTarget:
    """Return the target that a text names; relative paths are relative to `base`. Raises TargetError."""
    name = printable(without_secrets(text))
    if not text.strip() or any(ord(character) < 32 for character in text):
        raise TargetError(f"{name!r}: no target; give {_FORMS}")
    if "://" in text:
        return _addressed(text, name)
    if text.startswith("hf:"):
        return PublishTarget("dataset", _path(text[3:], name, base))
    if text.startswith("git:"):
        repository, branch = _repository_and_branch(text[4:], base)
        if not repository or not branch:
            raise TargetError(f"{name}: no branch; write git:REPOSITORY#BRANCH")
        return PublishTarget("branch", _path(repository, name, base), branch)
    return PublishTarget("folder", _path(text, name, base))


def _repository_and_branch(text: str, base: Path) -> tuple[str, str]:
    """Split at a #, which folder and branch names may contain: at the last one that follows an existing folder."""
    places = [place for place, character in enumerate(text) if character == "#"]
    splits = [(text[:place], text[place + 1 :]) for place in reversed(places)]
    for repository, branch in splits:
        with suppress(RuntimeError):  # the home folder of an unknown user
            if (base / Path(repository).expanduser()).is_dir():
                return repository, branch
    return splits[0] if splits else (text, "")


def _path(text: str, name: str, base: Path) -> str:
    if not text:
        raise TargetError(f"{name}: no folder; give {_FORMS}")
    try:
        return str(base / Path(text).expanduser())
    except RuntimeError:
        raise TargetError(f"{name}: begins with the home folder of an unknown user; write the path out") from None


def _addressed(text: str, name: str) -> PublishTarget:
    scheme = text.partition("://")[0].casefold()
    try:
        address = urlsplit(text)
        password = address.password
    except ValueError:
        raise TargetError(f"{name}: no address; give {_FORMS}") from None
    if password is not None or (scheme in ("s3", "s3a") and "@" in address.netloc):
        remedy = "leave them out: they come from the environment or from fsspec's configuration"
        raise TargetError(f"{name}: credentials in a target; {remedy}")
    if address.query or address.fragment:
        raise TargetError(
            f"{name.partition('?')[0].partition('#')[0]}: an address ends with its path; leave out ? and #"
        )
    if scheme == "memory":
        raise TargetError(f"{name}: lives in this process alone, and is gone when it ends; give {_FORMS}")
    if scheme in ("file", "local"):
        if address.netloc not in ("", "localhost") or not address.path.startswith("/"):
            raise TargetError(f"{name}: no local folder; write file:///FOLDER, or the path alone")
        return PublishTarget("folder", unquote(address.path))
    if scheme in ("hf", "git", "http", "https", "ssh") or ":" in scheme or "+" in scheme:
        remedy = "give hf:FOLDER, and upload that folder" if scheme.startswith("hf") else f"give {_FORMS}"
        raise TargetError(f"{name}: cannot be published to; {remedy}")
    if not address.netloc:
        raise TargetError(f"{name}: no bucket; write {scheme}://BUCKET/PREFIX")
    parts = [part for part in address.path.split("/") if part]
    if any(part in (".", "..") for part in parts):
        raise TargetError(f"{name}: . and .. mean nothing in an object store; write the prefix out")
    return PublishTarget("objects", "/".join((f"{scheme}://{address.netloc}", *parts)))
