"""Formats in which packets go out and answers come back, whatever program they come from; nothing in them is run."""

from __future__ import annotations

from glossary.desk.review.formats.read_file import read

__all__ = ["read"]
