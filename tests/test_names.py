"""The nouns of the house: one meaning for each public class and type alias, and fewer names that say nothing."""

from __future__ import annotations

import ast
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FILES = sorted(file for top in ("corpus", "glossary", "flows") for file in (ROOT / top).rglob("*.py"))

# Names of variables and parameters that would fit any value at all. The share may only be lowered.
EMPTY = {
    "one", "own", "said", "told", "found", "made", "at", "seen", "met", "each", "both", "every", "what", "known", "kept",
    "asked", "wanted", "done", "meant", "given", "taken", "says", "who", "where", "when", "here", "there", "now", "again",
    "only", "way", "ways", "named", "shown", "it", "this", "that", "these", "those", "them",
}  # fmt: skip
MOST = 0.002


def bound(tree: ast.AST) -> Iterator[str]:
    """The names of the variables and parameters that a module binds, once for each place."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id
        elif isinstance(node, ast.arg):
            yield node.arg


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
        for name in types(ast.parse(file.read_text("utf-8"))):
            places[name].append(str(file.relative_to(ROOT)))
    assert {name: files for name, files in places.items() if len(files) > 1} == {}


def test_fewer_names_say_nothing():
    names = Counter(name for file in FILES for name in bound(ast.parse(file.read_text("utf-8"))))
    share = sum(names[name] for name in EMPTY) / names.total()
    assert share <= MOST, f"{share:.4f} of the names are of {sorted(EMPTY)}: say what the value is"
    assert share > MOST - 0.002, f"fewer than before: lower MOST to {share:.4f}"
