"""Errors that several packages raise."""

from __future__ import annotations


class UnreadableError(ValueError):
    """The file holds no text that taiyaku can read; the message becomes the reason for its quarantine."""
