"""Clean text: what reviewers typed, made fit to be kept: without control characters, and times all of one form."""

from __future__ import annotations

from datetime import UTC, datetime

from corpus import lazy_re as re
from corpus.text.printable import quote_text
from glossary.decisions.decision import ReviewError

_LONGEST_NAME = 100
_TIME = "write it like 2026-11-22T14:05:00Z"
# Tabs and line ends stay. Lone surrogates, which JSON can spell, are no text.
_CONTROLS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ufffe\uffff]")
_SURROGATES = re.compile("[\ud800-\udfff]")


def clean(text: str) -> str:
    """Return the text without control characters, and without space around it."""
    return _SURROGATES.sub("\ufffd", _CONTROLS.sub("", text)).strip()


def name(text: str) -> tuple[str, str]:
    """Return a reviewer's name in one line, and what had to be left out of it; empty: nothing."""
    plain = " ".join(clean(text).split())
    if len(plain) > _LONGEST_NAME:
        return plain[:_LONGEST_NAME], f"a name of {len(text):,} characters; the first {_LONGEST_NAME} are kept"
    if plain != " ".join(text.split()):
        return plain, f"{quote_text(text)} is no plain name; read as {quote_text(plain)}"
    return plain, ""


def time(text: str) -> str:
    """Return a time in UTC as decisions keep it; empty for none. Fails on what is none, or does not say its zone."""
    if not text:
        return ""
    try:
        moment = datetime.fromisoformat(text)
        moved = moment.astimezone(UTC) if moment.tzinfo else None
    except (ValueError, OverflowError) as error:
        raise ReviewError(f"{quote_text(text)} is no time; {_TIME}") from error
    if moved is None:
        raise ReviewError(f"{quote_text(text)} does not say its zone; {_TIME}")
    return moved.replace(tzinfo=None).isoformat(timespec="seconds") + "Z"
