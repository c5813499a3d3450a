"""The slim UniDic: the words, costs and readings of unidic-lite."""

from __future__ import annotations

import csv
import importlib
import itertools
import os
import re
import struct
import subprocess
import sys
from array import array
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import unidic_lite

from corpus.languages.scripts import KANA
from corpus.tokenizers import ja
from glossary.rules.shared import unidic_readings
from tests.flows.command import ROOT

WHOLE = Path(unidic_lite.DICDIR)
_HEADER, _TOKEN = struct.Struct("<10I32s"), struct.Struct("<3Hh2I")
_KNOWN = 26  # columns
TAGGERS: dict[Path, Any] = {}


@pytest.fixture
def hook(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(str(ROOT / "packages/unidic"))
    return importlib.import_module("slim_dictionary")


@pytest.fixture
def slim(slim_unidic: Path) -> Path:
    return slim_unidic / "taiyaku_unidic/dicdir"


def lines() -> list[str]:
    """Lines of the samples and of hand-made answers that have kana."""
    files = itertools.chain((ROOT / "corpus/samples").rglob("*.md"), (ROOT / "tests/gold").rglob("*.*"))
    texts = [file.read_text(encoding="utf-8") for file in sorted(files) if file.suffix in (".md", ".jsonl", ".toml")]
    return sorted({line for text in texts for line in text.splitlines() if re.search(f"[{KANA}]", line)})


def read(folder: Path, line: str, monkeypatch: pytest.MonkeyPatch) -> tuple[object, ...]:
    """All that is read of a line with a dictionary: words, parts of speech, readings."""
    tagger = TAGGERS.get(folder) or TAGGERS.setdefault(folder, ja.make_tagger(str(folder)))  # none is ever unmapped
    monkeypatch.setattr(ja, "tagger", lambda: tagger)
    nodes = [(node.surface, node.is_unk, node.feature[0]) for node in tagger(line)]
    readings, sound = unidic_readings.readings.__wrapped__, unidic_readings.sound.__wrapped__
    return ja.cut(line), nodes, readings(line), readings(line, goes_on=True), sound(line)


def test_lines_are_read_as_with_the_whole_dictionary(slim: Path, monkeypatch: pytest.MonkeyPatch):
    texts = lines()
    assert len(texts) > 3_000
    assert [line for line in texts if read(slim, line, monkeypatch) != read(WHOLE, line, monkeypatch)] == []


def words(folder: Path, name: str) -> Iterator[tuple[int, int, int, list[str]]]:
    """The words of a dictionary file: left and right number, cost, columns."""
    content = (folder / name).read_bytes()
    tokens = _HEADER.size + _HEADER.unpack_from(content)[6]
    features = tokens + _HEADER.unpack_from(content)[7]
    for left, right, _, cost, place, _ in _TOKEN.iter_unpack(content[tokens:features]):
        start = features + place
        (columns,) = csv.reader([content[start : content.index(b"\0", start)].decode()])
        yield left, right, cost, columns


def costs(folder: Path) -> np.ndarray:
    content = (folder / "matrix.bin").read_bytes()
    width, height = struct.unpack_from("<2H", content)
    return np.frombuffer(content, "<i2", offset=4).reshape(height, width)


def test_every_word_has_its_costs_and_readings(slim: Path):
    numbers = {(0, 0, 0, 0)}  # left and right, before and after: of the bounds of a text, then of words
    for name in ("sys.dic", "unk.dic"):
        for before, after in zip(words(WHOLE, name), words(slim, name), strict=True):
            numbers.add((*before[:2], *after[:2]))
            assert (before[2], before[3][0]) == (after[2], after[3][0])
            if len(before[3]) < _KNOWN:
                assert before[3] == after[3]
            else:
                for goes_on in (False, True):
                    reading = unidic_readings._reading("", tuple(before[3]), goes_on)
                    assert unidic_readings._reading("", tuple(after[3]), goes_on) == reading
    left, right = ({(row[place], row[place + 2]) for row in numbers} for place in (0, 1))
    old_left, new_left = map(list, zip(*sorted(left), strict=True))
    old_right, new_right = map(list, zip(*sorted(right), strict=True))
    assert (len(set(old_left)), len(set(old_right))) == (len(left), len(right))
    assert np.array_equal(costs(WHOLE)[np.ix_(old_left, old_right)], costs(slim)[np.ix_(new_left, new_right)])


def test_surfaces_are_those_of_the_whole_dictionary(slim: Path):
    for name in ("sys.dic", "unk.dic"):
        before, after = (WHOLE / name).read_bytes(), (slim / name).read_bytes()
        end = _HEADER.size + _HEADER.unpack_from(before)[6]
        assert before[_HEADER.size : end] == after[_HEADER.size : end]
    assert sum(file.stat().st_size for file in slim.iterdir()) < 100_000_000


def test_slim_dictionary_is_used_and_named_where_it_is_installed(slim_unidic: Path):
    program = "from corpus.tokenizers import ja; print(ja.VERSION, ja.cut('行なった'), ja.tagger().dictionary_info[0]['filename'])"
    env = {**os.environ, "PYTHONPATH": os.pathsep.join((str(ROOT), str(slim_unidic)))}
    ran = subprocess.run([sys.executable, "-c", program], env=env, capture_output=True, text=True, check=True)
    assert "+taiyaku-unidic-1.0.8 [(0, 3), (3, 4)]" in ran.stdout and str(slim_unidic) in ran.stdout


def test_equal_rows_and_columns_are_merged(hook: Any):
    # Costs by the word after, then by the word before: rows 0 and 2 are equal, and so are columns 1 and 2.
    matrix = hook.merged(struct.pack("<2H", 3, 4) + array("h", [1, 2, 2, 4, 5, 5, 1, 2, 2, 7, 8, 8]).tobytes())
    assert (matrix.before, matrix.after, matrix.size) == ([0, 1, 1], [0, 1, 0, 2], (2, 3))
    assert matrix.content == struct.pack("<2H", 2, 3) + array("h", [1, 2, 4, 5, 7, 8]).tobytes()


def test_readings_of_kept_columns_are_the_same(hook: Any):
    for text in ("行なった", "読み込みます", "美しく", "設定"):
        for node in ja.make_tagger(str(WHOLE))(text):
            kept, readings = tuple(hook.kept_columns(node.feature)), unidic_readings._reading
            assert readings(node.surface, kept, True) == readings(node.surface, node.feature, True)
            assert readings(node.surface, kept, False) == readings(node.surface, node.feature, False)
    assert hook.kept_columns(["名詞", "普通名詞"]) == ["名詞", "普通名詞"]
