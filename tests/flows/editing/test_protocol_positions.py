"""Positions: lines and characters of the protocol, whatever signs and line ends a text has."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flows.editing.protocol_positions import Positions, path_of

TEXT = "a𠮷b\r\n\u2028c\rd\n"


@pytest.mark.parametrize(
    ("offset", "place"),
    [(0, (0, 0)), (2, (0, 3)), (3, (0, 4)), (5, (1, 0)), (7, (1, 2)), (8, (2, 0)), (10, (3, 0))],
)
def test_characters_that_count_two_and_every_line_end(offset: int, place: tuple[int, int]):
    assert Positions(TEXT).position(offset) == place
    assert Positions(TEXT).offset(*place) == offset


def test_position_past_a_line_or_the_text_is_its_end():
    assert [Positions(TEXT).offset(*place) for place in ((0, 99), (9, 0), (3, 5))] == [3, 10, 10]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-32"])
@given(text=st.text(alphabet="ab𠮷é\r\n\u2028", max_size=30), number=st.integers(0, 30))
def test_offsets_come_back(encoding: str, text: str, number: int):
    offset = min(number, len(text))
    if text[offset - 1 : offset + 1] == "\r\n" and offset:
        return  # inside of a line end
    positions = Positions(text, encoding)
    assert positions.offset(*positions.position(offset)) == offset


@pytest.mark.parametrize(
    ("uri", "path"),
    [
        ("file:///home/mei/a%20%E7%AE%97.md", "/home/mei/a 算.md"),
        ("file://localhost/a.md", "/a.md"),
        ("file:///C%3A/docs/a.md", "C:/docs/a.md"),
        ("file://server/docs/a.md", "//server/docs/a.md"),
    ],
)
def test_address_of_a_file_is_its_path(uri: str, path: str):
    assert path_of(uri) == Path(path)


def test_text_without_a_file_has_no_path():
    assert path_of("untitled:Untitled-1") is None
