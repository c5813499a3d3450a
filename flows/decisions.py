"""Decisions: the folder that reviewers' decisions are kept in, as files."""

from __future__ import annotations

from pathlib import Path

from corpus.printable import printable
from glossary.review.decision import Decision, ReviewError
from glossary.review.ledger import SUFFIX, read

FOLDER = "decisions"


def decisions_in(folder: Path | None) -> list[Decision]:
    """All decisions below a review folder, none where there is no such folder; raises ReviewError."""
    files = sorted((folder / FOLDER).glob(f"*{SUFFIX}")) if folder else []
    return [one for file in files for one in read(text_of(file), printable(file))]


def text_of(file: Path) -> str:
    """The text of a file that a review folder holds; raises ReviewError."""
    try:
        return file.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise ReviewError(f"{printable(file)}: not UTF-8; restore it from version control") from None
    except IsADirectoryError:
        raise ReviewError(f"{printable(file)}: a folder where a file should be; move it away") from None
