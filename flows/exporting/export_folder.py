"""An export's folder: filled beside its place, and put there whole or not at all."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from corpus.text.printable import printable

SUMMARY = "export.json"  # what tells the folder of an export from others


class ExportError(ValueError):
    """What was asked for cannot be exported, or not to that place; the message says why and what to do."""


@contextmanager
def whole_folder(target: Path) -> Iterator[Path]:
    """Yield a folder to fill, which takes the place of `target` when the block has come to its end.

    Raises ExportError where something else than an export stands there.
    """
    place = Path(os.path.abspath(target))
    _must_be_free(place, target)
    place.parent.mkdir(parents=True, exist_ok=True)
    _remove_leftovers(place)
    staged = place.with_name(f".{place.name}.{os.getpid()}.tmp")
    staged.mkdir()
    try:
        yield staged
        _put(staged, place)
    except BaseException:
        shutil.rmtree(staged, ignore_errors=True)
        raise


def _must_be_free(place: Path, target: Path) -> None:
    if not os.path.lexists(place):
        return
    if place.is_symlink() or not place.is_dir():
        raise ExportError(f"{printable(target)}: a file or link, where a folder is to be; name another folder")
    if not (place / SUMMARY).is_file() and any(place.iterdir()):
        raise ExportError(f"{printable(target)}: holds other files than an export of taiyaku; name another folder")


def _put(staged: Path, place: Path) -> None:
    old = place.with_name(f".{place.name}.{os.getpid()}.old.tmp")
    if place.exists():
        os.rename(place, old)
    os.rename(staged, place)
    shutil.rmtree(old, ignore_errors=True)


def _remove_leftovers(place: Path) -> None:
    """Remove what exports to the same place left that were killed: those whose process is gone."""
    pattern = re.compile(rf"\.{re.escape(place.name)}\.(\d+)(\.old)?\.tmp")
    for folder in place.parent.iterdir():
        match = pattern.fullmatch(folder.name)
        if match and not _is_running(int(match[1])):
            shutil.rmtree(folder, ignore_errors=True)


def _is_running(process: int) -> bool:
    if process == os.getpid():
        return False
    with suppress(ProcessLookupError, OverflowError):
        with suppress(PermissionError):  # of another user
            os.kill(process, 0)
        return True
    return False
