"""The build hook of taiyaku-unidic: makes a slim dictionary of unidic-lite, with the same words and readings.

MeCab finds the best path by the costs of words and those between two neighbours. All words and costs stay. What goes is
what `glossary/rules/shared/unidic_readings.py` does not read of a word's features, and all but one of equal rows and of
equal columns in the matrix of costs. Files are those of MeCab 0.996: `dictionary.cpp` and `connector.h`.
"""

from __future__ import annotations

import csv
import shutil
import struct
import tempfile
from array import array
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

_COPIED = ("char.bin", "AUTHORS", "BSD", "COPYING", "version")
_SETTINGS = ("cost-factor", "bos-feature")  # of dicrc; its formats print columns that are gone
_HEADER = struct.Struct("<10I32s")
_TOKEN = struct.Struct("<3Hh2I")
_MAGIC = 0xEF718F77
_CLASS, _ENDING, _SOUND, _BASE, _BASE_SOUND = 0, 5, 9, 10, 11  # columns; unknown words have fewer, and keep them
_INFLECTED = ("動詞", "形容詞")  # of other words dictionary form and ending are not read
_NOUN_TOO = "連用形-一般"  # the one ending that is asked for


class Matrix(NamedTuple):
    """Costs of neighbours by the number of the word after, then by that of the word before; and new numbers of old."""

    content: bytes
    before: list[int]
    after: list[int]
    size: tuple[int, int]


def slim(source: Path, target: Path) -> None:
    """Write a slim dictionary; the same bytes each time."""
    target.mkdir(parents=True, exist_ok=True)
    matrix = merged((source / "matrix.bin").read_bytes())
    (target / "matrix.bin").write_bytes(matrix.content)
    for name in ("sys.dic", "unk.dic"):
        (target / name).write_bytes(_slim_words((source / name).read_bytes(), matrix))
    settings = (source / "dicrc").read_text(encoding="utf-8").splitlines(keepends=True)
    kept = "".join(line for line in settings if line.startswith(_SETTINGS))
    (target / "dicrc").write_text(kept, encoding="utf-8", newline="\n")
    for name in _COPIED:
        shutil.copyfile(source / name, target / name)


def merged(content: bytes) -> Matrix:
    """Merge equal rows and equal columns of a matrix; number 0, begin and end of a text, stays 0."""
    width, height = struct.unpack_from("<2H", content)
    costs = array("h", content[4:])
    after, rows = _distinct(costs[row * width : (row + 1) * width].tobytes() for row in range(height))
    costs = array("h", b"".join(rows))
    before, columns = _distinct(costs[column::width].tobytes() for column in range(width))
    costs = array("h", b"".join(columns))
    size = len(columns), len(rows)
    lines = (costs[row :: len(rows)].tobytes() for row in range(len(rows)))
    return Matrix(struct.pack("<2H", *size) + b"".join(lines), before, after, size)


def _distinct(items: Iterable[bytes]) -> tuple[list[int], list[bytes]]:
    """Return the number of each item among the different ones, and these."""
    numbers: dict[bytes, int] = {}
    return [numbers.setdefault(item, len(numbers)) for item in items], list(numbers)


def _slim_words(content: bytes, matrix: Matrix) -> bytes:
    """Return the words of a dictionary file with new numbers and what is read of their features, each text once."""
    _, version, kind, words, _, _, trie_size, token_size, _, reserved, charset = _HEADER.unpack_from(content)
    tokens_start = _HEADER.size + trie_size
    features_start = tokens_start + token_size
    tokens, features = bytearray(), bytearray()
    places: dict[bytes, int] = {}
    for after, before, part, cost, place, compound in _TOKEN.iter_unpack(content[tokens_start:features_start]):
        start = features_start + place
        (columns,) = csv.reader([content[start : content.index(b"\0", start)].decode()])
        text = ",".join(kept_columns(columns)).encode() + b"\0"
        if text not in places:
            places[text] = len(features)
            features += text
        tokens += _TOKEN.pack(matrix.after[after], matrix.before[before], part, cost, places[text], compound)
    total = features_start + len(features)
    sizes = trie_size, token_size, len(features)
    header = _HEADER.pack(_MAGIC ^ total, version, kind, words, *matrix.size, *sizes, reserved, charset)
    return header + content[_HEADER.size : tokens_start] + tokens + features


def kept_columns(columns: Sequence[str]) -> list[str]:
    """Return the columns up to the last that is read; those that are not are empty."""
    if len(columns) <= _BASE_SOUND:
        return list(columns)
    kept = [""] * (_BASE_SOUND + 1)
    kept[_CLASS], kept[_SOUND] = columns[_CLASS], columns[_SOUND]
    if columns[_CLASS] in _INFLECTED:
        kept[_ENDING] = _NOUN_TOO if columns[_ENDING] == _NOUN_TOO else ""
        kept[_BASE], kept[_BASE_SOUND] = columns[_BASE], columns[_BASE_SOUND]
    return kept


class SlimDictionary(BuildHookInterface[Any]):
    """Puts the slim dictionary into a wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Make it of the unidic-lite that is installed where the wheel is built."""
        import unidic_lite

        self._folder = tempfile.TemporaryDirectory(prefix="taiyaku-unidic-")
        slim(Path(unidic_lite.DICDIR), Path(self._folder.name))
        build_data["force_include"][self._folder.name] = "taiyaku_unidic/dicdir"

    def finalize(self, *_: object) -> None:
        """Remove what was made beside the wheel."""
        self._folder.cleanup()
