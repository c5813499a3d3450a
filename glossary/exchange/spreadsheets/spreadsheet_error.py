"""What is wrong with a spreadsheet, for whoever reads one."""

from __future__ import annotations


class SpreadsheetError(ValueError):
    """A spreadsheet or a cell cannot be read; the message says what was met and what to do, and begins with a verb."""


class OversizedError(SpreadsheetError):
    """A spreadsheet unpacks to more than is read."""
