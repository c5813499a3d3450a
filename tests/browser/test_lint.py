"""Checking the page's scripts: a fault in the joined text is told with the place in its own file."""

from __future__ import annotations

import pytest

from glossary.desk.report import web
from tests.browser.lint import located

TEXTS = ["a1\na2\n", "b1\n", "c1\nc2"]


@pytest.mark.parametrize(
    ("line", "place"), [("a1", (0, 1)), ("a2", (0, 2)), ("b1", (1, 1)), ("c1", (2, 1)), ("c2", (2, 2))]
)
def test_line_is_found_in_its_own_file(line: str, place: tuple[int, int]):
    assert located(web.joined(TEXTS).split("\n").index(line) + 1, TEXTS) == place


def test_line_after_the_last_is_an_error():
    with pytest.raises(ValueError, match="behind the last"):
        located(99, TEXTS)
