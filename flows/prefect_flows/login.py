"""The login of Prefect's server: what it asks of those who use it, kept where its owner alone can read it."""

from __future__ import annotations

import os
import secrets
import tempfile
from pathlib import Path

from filelock import FileLock

NAME = "taiyaku-login"


def fresh() -> str:
    """Return a login that cannot be guessed, in the form of Prefect's: a name, a colon, a password."""
    return f"taiyaku:{secrets.token_urlsafe(24)}"


def stored_login(folder: Path) -> str:
    """Return the login in a file of this folder, which is made at the first call; replaced if others can read it."""
    folder.mkdir(mode=0o700, exist_ok=True)
    with FileLock(folder / f".{NAME}.lock"):  # two that start at once have one login
        return _read_login(folder / NAME) or _write_login(folder / NAME)


def _read_login(file: Path) -> str:
    """Read the login in the file, nothing where there is none or it is not its owner's alone."""
    try:
        descriptor = os.open(file, os.O_RDONLY | os.O_NOFOLLOW)
    except FileNotFoundError:
        return ""
    with open(descriptor, encoding="utf-8") as opened:
        status = os.fstat(descriptor)
        alone = status.st_uid == os.geteuid() and not status.st_mode & 0o077
        return opened.read().strip() if alone else ""


def _write_login(file: Path) -> str:
    """Return a fresh login, put there in one step."""
    word = fresh()
    descriptor, temporary = tempfile.mkstemp(prefix=f".{NAME}-", dir=file.parent)  # its mode is 0600
    with open(descriptor, "w", encoding="utf-8") as opened:
        opened.write(f"{word}\n")
    os.replace(temporary, file)
    return word
