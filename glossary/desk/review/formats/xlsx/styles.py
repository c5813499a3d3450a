"""Styles: fonts, colours and alignment of cells and of marked words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from xlsxwriter.format import Format
from xlsxwriter.workbook import Workbook

Looks = Mapping[str, Format]

# The font of each language, and the character set that programs without it look for another by. A sheet has room for
# one name, so these are the fonts of the office suites themselves.
_FONTS = {
    "zh": ("Microsoft YaHei", 134),
    "zh-Hant": ("Microsoft JhengHei", 136),
    "ja": ("Yu Gothic", 128),
}
_TRADITIONAL = {"zh-Hant", "zh-TW", "zh-HK", "zh-MO"}
_CELL = {"text_wrap": True, "valign": "top", "border": 1, "border_color": "#D0D0D0"}
_CELLS: Mapping[str, Mapping[str, Any]] = {
    "text": {},
    "target": {},
    "source": {},
    "count": {"num_format": "0"},
    "share": {"num_format": "0%"},
    "entry": {"num_format": "@", "bg_color": "#FFF9DB"},  # as text: what begins with = is no formula
    "quiet": {"font_color": "#8A8A8A"},
    "header": {"bold": True, "bg_color": "#DCE6F1", "valign": "vcenter"},
    "key": {"font_color": "#8A8A8A"},
    "title": {"bold": True, "font_size": 14, "border": 0, "text_wrap": False},
    "label": {"bold": True},
}
_MARKED: Mapping[str, Mapping[str, Any]] = {
    "target": {"bold": True, "font_color": "#C00000"},
    "source": {"bold": True, "font_color": "#1F4E9E"},
}


def looks(book: Workbook, lang: str, locale: str) -> Looks:
    """Name → format, for a packet in a language: of cells, of runs in them, of cells all of whose text is marked."""
    font = _font(lang, locale)
    cells = {name: {**font, **_CELL, **look} for name, look in _CELLS.items()}
    cells |= {f"all {name}": {**font, **_CELL, **look} for name, look in _MARKED.items()}
    marked = {f"marked {name}": {**font, **look} for name, look in _MARKED.items()}
    decided = {"bg_color": "#E4E7EA", "font_color": "#6B7280"}
    formats = {**cells, **marked, "unmarked": font, "decided": decided}
    return {name: book.add_format(look) for name, look in formats.items()}


def _font(lang: str, locale: str) -> dict[str, Any]:
    is_traditional = any(locale == tag or locale.startswith(f"{tag}-") for tag in _TRADITIONAL)
    name, charset = _FONTS["zh-Hant" if is_traditional else lang]
    return {"font_name": name, "font_charset": charset, "font_size": 10}
