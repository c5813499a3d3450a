"""What a cell can hold: no control characters, at most 32,767 units of UTF-16, runs of text that are marked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from corpus import lazy_re as re
from glossary.desk.review.packets.row import Stretch

MOST = 32_767  # Excel's limit, counted as it counts
Run = tuple[str, bool]  # text, and whether it is marked

# XML 1.0 has no way to write these. A carriage return could be written, and would come back as a line end or not.
_UNWRITABLE = re.compile("[\x00-\x08\x0b-\x1f\ud800-\udfff\ufffe\uffff]")


def plain(text: str) -> str:
    """Return the text without what no cell can hold; what is too long is cut, and ends in an ellipsis."""
    return "".join(chunk for chunk, _ in runs(text, ()))


def runs(text: str, marks: Iterable[Stretch]) -> list[Run]:
    """Return the text cut where marked words begin and end, fit for a cell; none of the runs is empty."""
    clean_runs = [(_UNWRITABLE.sub("", chunk), is_marked) for chunk, is_marked in _split_runs(text, marks)]
    return [(chunk, is_marked) for chunk, is_marked in _shorten_runs(clean_runs) if chunk]


def _split_runs(text: str, marks: Iterable[Stretch]) -> Iterator[Run]:
    position = 0
    for start, end in sorted(marks):
        yield text[position:start], False
        yield text[max(start, position) : end], True
        position = max(end, position)
    yield text[position:], False


def _shorten_runs(clean_runs: list[Run]) -> Iterator[Run]:
    if sum(_units(chunk) for chunk, _ in clean_runs) <= MOST:
        yield from clean_runs
        return
    units_left = MOST - 1
    for chunk, is_marked in clean_runs:
        fitting = chunk.encode("utf-16-le")[: 2 * units_left].decode("utf-16-le", "ignore")  # half a character is none
        yield fitting, is_marked
        units_left -= _units(fitting)
        if len(fitting) < len(chunk):
            break
    yield "…", False


def _units(text: str) -> int:
    return len(text.encode("utf-16-le")) // 2
