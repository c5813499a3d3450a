"""Errors that several rooms of the package raise."""

from __future__ import annotations


class UnreadableError(ValueError):
    """The file holds no text that taiyaku can read; the message is the reason of its quarantine."""
