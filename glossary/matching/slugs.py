"""Slugs: names in lower case within an address, a package or a model (lab/pytorch, bert-base-uncased)."""

from __future__ import annotations

from corpus import lazy_re as re

# English makes adjectives of a name with these: "pytorch-based" speaks of PyTorch.
_ADJECTIVE = re.compile(r"-(?:based|like|style|native|compatible|aware|specific|friendly|powered|ready|only|s)\b")


def is_slug(text: str, start: int, end: int) -> bool:
    """Return whether a name in lower case at this place, unlike the glossary's spelling, is part of a slug."""
    return text[start:end].islower() and is_part(text, start, end)


def is_part(text: str, start: int, end: int) -> bool:
    """Return whether Latin words are part of a longer name joined by - or / (mlm in xlm-mlm-100), not an adjective."""
    return is_joined_latin(text, start, end) and not _ADJECTIVE.match(text, end)


def is_joined_latin(text: str, start: int, end: int) -> bool:
    """Return whether more Latin is joined to it by - or /."""
    return _is_joined_at(text, start - 1, -1) or _is_joined_at(text, end, 1)


def _is_joined_at(text: str, place: int, step: int) -> bool:
    beyond = place + step
    if not (0 <= place < len(text) and 0 <= beyond < len(text) and text[place] in "-/"):
        return False
    return text[beyond].isascii() and text[beyond].isalnum()
