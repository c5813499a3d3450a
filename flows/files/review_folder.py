"""The review folder: reviewers' decisions, questions of packets, and proposals, as files under version control.

decisions/mei.jsonl      what each reviewer has decided
packets/zh-0001.jsonl    what each packet asked
suggestions/local.jsonl  what each assistant suggests; it decides nothing
drafts/local.jsonl       what each assistant drafts for what pages lack; it goes into no page
proposals/               what decisions ask of glossary and texts, rewritten by every `review apply`
"""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from corpus.text.printable import printable
from flows.files.atomic_write import write
from glossary.decisions import files
from glossary.decisions.decision import Decision, ReviewError
from glossary.desk.review.judging.drafts import Draft, drafts_text, kept_drafts
from glossary.desk.review.judging.suggestions import Suggestion, read_suggestions, suggestions_text
from glossary.desk.review.packets import sent_log
from glossary.desk.review.packets.sent_log import SentPacket

DECISIONS, PACKETS, PROPOSALS, SUGGESTIONS, DRAFTS = "decisions", "packets", "proposals", "suggestions", "drafts"
_PATIENCE = 30  # seconds


class ReviewBusyError(OSError):
    """Another process is changing the same review folder."""


def decisions_in(folder: Path | None) -> list[Decision]:
    """Return all decisions in a review folder, none if there is no such folder; raises ReviewError."""
    return [decision for _, decisions in decision_files(folder) for decision in decisions] if folder else []


def decisions_of(folder: Path, name: str) -> tuple[Path, list[Decision]]:
    """Return the decisions file of that name and its decisions."""
    file = folder / DECISIONS / name
    return file, files.read(_text_of(file), printable(file)) if file.exists() else []


def packets_in(folder: Path) -> list[SentPacket]:
    """Return the packets of a review folder, oldest first; raises ReviewError."""
    return [sent_log.read(_text_of(file), str(file)) for file in _files(folder / PACKETS)]


def suggestions_in(folder: Path) -> list[Suggestion]:
    """Return all suggestions in a review folder; raises ReviewError."""
    texts = {printable(file): _text_of(file) for file in _files(folder / SUGGESTIONS)}
    return [suggestion for name, text in texts.items() for suggestion in read_suggestions(text, name)]


def keep_suggestions(folder: Path, judge: str, new: Iterable[Suggestion]) -> None:
    """Add suggestions to those of a judge, replacing its earlier ones on the same questions."""
    file = folder / SUGGESTIONS / files.file_of(judge)
    with exclusive_access(folder):
        before = read_suggestions(_text_of(file), printable(file)) if file.exists() else []
        write(file, suggestions_text([*before, *new]))


def drafts_in(folder: Path) -> list[Draft]:
    """Return all drafts in a review folder; raises ReviewError."""
    return [draft for file in _files(folder / DRAFTS) for draft in kept_drafts(_text_of(file), printable(file))]


def keep_drafts(folder: Path, judge: str, new: Iterable[Draft]) -> None:
    """Add drafts to those of a judge, replacing its earlier ones for the same gaps."""
    file = folder / DRAFTS / files.file_of(judge)
    with exclusive_access(folder):
        before = kept_drafts(_text_of(file), printable(file)) if file.exists() else []
        write(file, drafts_text({draft.number: draft for draft in (*before, *new)}.values()))


def decision_files(folder: Path) -> list[tuple[Path, list[Decision]]]:
    """Return the decisions files of a review folder, each with its decisions."""
    return [(file, files.read(_text_of(file), printable(file))) for file in _files(folder / DECISIONS)]


@contextmanager
def exclusive_access(folder: Path) -> Iterator[None]:
    """Lock a review folder while the block lasts; raises BusyError if another process holds the lock for long."""
    from filelock import FileLock, Timeout  # a check takes none

    name = hashlib.sha256(os.fsencode(os.path.abspath(folder))).hexdigest()[:16]
    try:
        with FileLock(Path(tempfile.gettempdir()) / f"taiyaku-review-{name}.lock", timeout=_PATIENCE, mode=0o666):
            yield
    except Timeout:
        raise ReviewBusyError(
            f"{printable(folder)}: another process is at work there; try again when it has ended"
        ) from None


def _files(folder: Path) -> list[Path]:
    """Return the JSON Lines files in a folder, without dot files of editors and systems."""
    paths = folder.iterdir() if folder.is_dir() else ()
    return sorted(path for path in paths if path.suffix.lower() == files.SUFFIX and not path.name.startswith("."))


def _text_of(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise ReviewError(f"{printable(file)}: not UTF-8; restore it from version control") from None
    except IsADirectoryError:
        raise ReviewError(f"{printable(file)}: a folder where a file should be; move it away") from None
