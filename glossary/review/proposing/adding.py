"""Where one more item of a list goes: behind the last one, or into a new list behind its like."""

from __future__ import annotations

import re
from typing import Any

from glossary.review.proposing.lines import line_behind, line_start, replaced, tail
from glossary.review.proposing.places import Path, Places, Value, gap, places
from glossary.review.proposing.writing import written

_BEHIND = {  # where a new key goes: behind the last of these that is there
    "admitted": ("preferred", "keep", "case"),
    "not_in": ("form", "why", "use", "only_near"),
}


def added(text: str, path: Path, value: Any, remark: str) -> str:
    """The text with one more item in the list at a path."""
    found = places(text)
    items = [own for own in found.values if own[:-1] == path and isinstance(own[-1], int)]
    if items:
        return _behind_item(text, found.values[path], found.values[items[-1]], written(value), remark)
    if path in found.values:  # an empty list
        return replaced(text, *found.values[path][2:4], written([value]), remark)
    if tables := [own for own in found.tables if own[:-1] == path]:
        return _behind_table(text, found, tables[-1], value, remark)
    return _new_list(text, found, path, written([value]), remark)


def _behind_item(text: str, whole: Value, last: Value, words: str, remark: str) -> str:
    """Behind the last item: on a line of its own where that has one."""
    comma = gap(text, last.end)
    has_comma = text[comma] == ","
    end = comma + 1 if has_comma else last.end
    indent = text[line_start(text, last.start) : last.start]
    if indent.strip() or "\n" not in text[end : whole.end]:
        return replaced(text, end, end, f" {words}" if has_comma else f", {words}", remark)
    if not has_comma:
        text, end = f"{text[:end]},{text[end:]}", end + 1
    return line_behind(text, end, f"{indent}{words},{tail(remark)}")


def _behind_table(text: str, found: Places, last: Path, value: dict[str, Any], remark: str) -> str:
    """Behind the last table of a list that is written as `[[tables]]`."""
    header = found.tables[last]
    end = max((own.end for own in found.within(last)), default=header.end)
    lines = [f"{key} = {written(own)}" for key, own in value.items()]
    return line_behind(text, end, "\n".join(["", text[header.start : header.end] + tail(remark), *lines]))


def _new_list(text: str, found: Places, path: Path, words: str, remark: str) -> str:
    """Behind its like, in its table, or in a table that was not there."""
    *table, key = path
    behind = [own for like in _BEHIND[str(key)] if (own := found.values.get((*table, like)))]
    if behind:
        return _behind_key(text, max(behind, key=lambda own: own.end), str(key), words, remark)
    line = f"{key} = {words}{tail(remark)}"
    if header := found.tables.get(tuple(table)):
        return line_behind(text, header.end, line)
    return _new_table(text, found, f"[concept.{table[-1]}]\n{line}")


def _behind_key(text: str, place: Value, key: str, words: str, remark: str) -> str:
    own = re.sub(r"[\w-]+$", key, text[place.key : place.key_end])  # zh.admitted behind zh.preferred
    if place.inline:
        return replaced(text, place.end, place.end, f", {own} = {words}", remark)
    indent = text[line_start(text, place.key) : place.key]
    return line_behind(text, place.end, f"{indent}{own} = {words}{tail(remark)}")


def _new_table(text: str, found: Places, lines: str) -> str:
    """A table before the examples, or as the last one."""
    if examples := found.tables.get(("concept", 0, "examples")):
        at = examples.start
        return f"{text[:at]}{lines}\n\n{text[at:]}"
    return line_behind(text, max(own.end for own in found.values.values()), f"\n{lines}")
