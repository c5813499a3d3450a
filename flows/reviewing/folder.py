"""The review folder: reviewers' decisions, what packets asked, and proposals, as files under version control.

decisions/mei.jsonl      what each reviewer has decided
packets/zh-0001.jsonl    what each packet asked
proposals/               what decisions ask of glossary and texts, made anew by every `review apply`
"""

from __future__ import annotations

from pathlib import Path

from corpus.printable import printable
from glossary.review import ledger, sent
from glossary.review.decision import Decision, ReviewError
from glossary.review.sent import Sent

DECISIONS, PACKETS, PROPOSALS = "decisions", "packets", "proposals"


def decisions_in(folder: Path | None) -> list[Decision]:
    """All decisions below a review folder, none where there is no such folder; raises ReviewError."""
    files = _files(folder / DECISIONS) if folder else []
    return [one for file in files for one in ledger.read(_text_of(file), printable(file))]


def decisions_of(folder: Path, who: str) -> tuple[Path, list[Decision]]:
    """A reviewer's file, and what stands in it."""
    file = folder / DECISIONS / ledger.file_of(who)
    return file, ledger.read(_text_of(file), printable(file)) if file.exists() else []


def packets_in(folder: Path) -> list[Sent]:
    """What the packets of a review folder asked, the first first; raises ReviewError."""
    return [sent.read(_text_of(file), str(file)) for file in _files(folder / PACKETS)]


def _files(folder: Path) -> list[Path]:
    return sorted(folder.glob(f"*{ledger.SUFFIX}"))


def _text_of(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise ReviewError(f"{printable(file)}: not UTF-8; restore it from version control") from None
    except IsADirectoryError:
        raise ReviewError(f"{printable(file)}: a folder where a file should be; move it away") from None
