"""The nouns of the house: one meaning for each public class and type alias."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator

from tests.house import FILES, tree, where


def types(tree: ast.Module) -> Iterator[str]:
    """The public classes and type aliases that a module defines; constants have no small letter."""
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            names = [node.name]
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            names = [target.id for target in targets if isinstance(target, ast.Name)]
        else:
            names = []
        yield from (name for name in names if name[0].isupper() and any(map(str.islower, name)))


def test_public_type_has_a_name_of_its_own():
    places: defaultdict[str, list[str]] = defaultdict(list)
    for file in FILES:
        for name in types(tree(file)):
            places[name].append(where(file))
    assert {name: files for name, files in places.items() if len(files) > 1} == {}
