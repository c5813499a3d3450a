"""Folders that works are told by."""

from __future__ import annotations

import pytest

from glossary.desk.report.web.heat_map import first_folders, folder_filter, folder_numbers, folders

WORKS = ["docs/a/x/1", "docs/a/x/2", "docs/a/y/3", "docs/b/4", "docs/5", "6"]


@pytest.mark.parametrize(
    ("most", "expected"),
    [
        (9, ["docs/a/x/", "docs/a/x/", "docs/a/y/", "docs/b/", "docs/", "./"]),
        (4, ["docs/a/", "docs/a/", "docs/a/", "docs/b/", "docs/", "./"]),
        (2, ["docs/", "docs/", "docs/", "docs/", "docs/", "./"]),
    ],
)
def test_folders_are_the_deepest_that_are_few_enough(most: int, expected: list[str]):
    assert folders(WORKS, most) == dict(zip(WORKS, expected, strict=True))


def test_where_the_outermost_are_too_many_the_smallest_are_one():
    works = ["a/1", "b/1", "b/2", "c/1", "c/2", "d/1"]
    assert folders(works, 3) == {"a/1": "", "b/1": "b/", "b/2": "b/", "c/1": "c/", "c/2": "c/", "d/1": ""}


def test_first_folders_are_those_that_part_the_works():
    assert first_folders(["docs/a/x/1", "docs/a/y/2", "docs/b/3"]) == {
        "docs/a/x/1": "docs/a/", "docs/a/y/2": "docs/a/", "docs/b/3": "docs/b/",
    }  # fmt: skip
    assert set(first_folders(["docs/1", "docs/2"]).values()) == {"docs/"}
    assert (first_folders(["1"]), first_folders([]), folders([], 3)) == ({"1": "./"}, {}, {})


def test_folder_is_distinguished_from_those_in_it_where_they_have_names_of_their_own():
    names = set(folders(WORKS, 9).values())
    assert {name: folder_filter(name, names) for name in names} == {
        "docs/a/x/": "docs/a/x/", "docs/a/y/": "docs/a/y/", "docs/b/": "docs/b/", "docs/": "docs/.", "./": "./",
    }  # fmt: skip
    assert folder_filter("docs/a/", folders(WORKS, 4).values()) == "docs/a/"


def test_folders_of_works_are_numbered():
    assert folder_numbers(["a/b/1", "2", "a/b/3"]) == (["a/b/", "./"], [0, 1, 0])
