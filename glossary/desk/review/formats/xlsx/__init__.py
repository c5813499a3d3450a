"""Packets as spreadsheets: one row per decision, with a list to choose from."""

from __future__ import annotations

from glossary.desk.review.formats.xlsx.write_xlsx import xlsx_bytes

__all__ = ["xlsx_bytes"]
