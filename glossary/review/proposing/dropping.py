"""How an item of a list goes: with its comma, its line where that holds nothing else, its list where it is the last."""

from __future__ import annotations

import re

from glossary.review.proposing.lines import line_end, line_start
from glossary.review.proposing.places import Path, Places, Value, gap, places


def dropped(text: str, path: Path) -> str:
    """The text without the item at a path."""
    found = places(text)
    if path in found.tables:
        return _without_table(text, found, path)
    if len([own for own in found.values if own[:-1] == path[:-1]]) == 1:
        return _without_key(text, found.values[path[:-1]])
    return _without_item(text, found.values[path])


def _without_table(text: str, found: Places, path: Path) -> str:
    header = found.tables[path]
    end = line_end(text, max((own.end for own in found.within(path)), default=header.end))
    return text[: line_start(text, header.start)] + text[end:].lstrip("\n")


def _without_key(text: str, place: Value) -> str:
    if place.inline:
        return _without_item(text, place)
    return text[: line_start(text, place.key)] + text[line_end(text, place.end) + 1 :]


def _without_item(text: str, place: Value) -> str:
    """Without an item of a list, or a key of an inline table."""
    comma = gap(text, place.end)
    has_comma = text[comma] == ","
    end = comma + 1 if has_comma else place.end
    line, rest = line_start(text, place.key), text[end : line_end(text, end)].strip()
    if not text[line : place.key].strip() and (not rest or rest.startswith("#")):
        return text[:line] + text[line_end(text, end) + 1 :]
    if has_comma:
        return text[: place.key] + text[end:].lstrip(" \t")
    return re.sub(r",?\s*$", "", text[: place.key]) + text[end:]
