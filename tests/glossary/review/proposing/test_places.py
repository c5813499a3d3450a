"""Where the values of a TOML text stand."""

from __future__ import annotations

from importlib.resources import files
from typing import Any

import pytest
import tomli

from glossary.review.proposing.places import Path, places
from glossary.review.proposing.writing import written

ODD = r"""# a remark with [brackets] and "quotes"
"quoted.key" . plain = 'literal # no remark'  # remark
date = 1979-05-27 07:32:00
several = [ # of the list
  "a", # ],
  [1, { x = "}", "y z" = [true] }],
  QQQ
one ' two '' three \QQQ,
  DDDsay \DDDsoDD "" four"DDD, # four quotes
]
empty = []
inline = {}
[ table . sub ]
key = -1.5e3
[[ list ]]
n = 1
[[list.own]]
n = "\u00e9\\"
[[list.own]]
[list.own.deep]
n = 3
[[list]]
n = 4
""".replace("Q", "'").replace("D", '"')
BUILT_IN = sorted((file.name, file.read_text("utf-8")) for file in (files("glossary") / "entries").iterdir())


def at(data: Any, path: Path) -> Any:
    for key in path:
        data = data[key]
    return data


def leaves(data: Any, path: Path = ()) -> set[Path]:
    """The paths of all values that hold no other."""
    if not isinstance(data, dict | list) or not data:
        return {path}
    pairs = data.items() if isinstance(data, dict) else enumerate(data)
    return {leaf for key, own in pairs for leaf in leaves(own, (*path, key))}


@pytest.mark.parametrize("text", [ODD, *(text for _, text in BUILT_IN)], ids=["odd", *(name for name, _ in BUILT_IN)])
def test_each_value_stands_where_it_is_said_to(text: str):
    data, found = tomli.loads(text), places(text)
    assert leaves(data) - found.tables.keys() <= found.values.keys()
    for path, value in found.values.items():
        assert tomli.loads(f"it = {text[value.start : value.end]}") == {"it": at(data, path)}, path
        assert value.key == value.start or text[value.key : value.key_end].strip()


def test_a_table_stands_where_its_header_does():
    found = places(ODD)
    headers = {path: ODD[table.start : table.end] for path, table in found.tables.items()}
    assert headers == {
        ("table", "sub"): "[ table . sub ]",
        ("list", 0): "[[ list ]]",
        ("list", 0, "own", 0): "[[list.own]]",
        ("list", 0, "own", 1): "[[list.own]]",
        ("list", 0, "own", 1, "deep"): "[list.own.deep]",
        ("list", 1): "[[list]]",
    }


@pytest.mark.parametrize("text", ["key", "key = ", "= 1", "a = [1 2]", "a = {b}"])
def test_what_cannot_be_followed_is_refused(text: str):
    with pytest.raises(ValueError, match=r"no (key|sign|value) at"):
        places(text)


@pytest.mark.parametrize(
    "value", ['a"b\\\n\x7f\x00', True, 1.5, ["a", {"b c": []}], {"form": "形", "not_in": ["形式"]}]
)
def test_what_is_written_is_read_again(value: Any):
    assert tomli.loads(f"it = {written(value)}") == {"it": value}
