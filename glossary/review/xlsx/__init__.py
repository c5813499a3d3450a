"""Packets as spreadsheets: one row per decision, with a list to choose from."""

from __future__ import annotations

from glossary.review.xlsx.writing import written

__all__ = ["written"]
