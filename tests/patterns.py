"""Patterns: every regular expression of the code base, with the methods that the code calls of it."""

from __future__ import annotations

import ast
import importlib
import pkgutil
import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from inspect import signature
from pathlib import Path
from typing import Any, NamedTuple

import corpus
import glossary
from corpus.lazy_re import _LazyPattern

ROOT = Path(__file__).parents[1]
PACKAGES = (corpus, glossary)
_ONE_CALL = ("match", "fullmatch")  # what a pattern is asked at least that functions are given
_SCANS = {"sub": "finditer", "subn": "finditer", "findall": "finditer", "split": "finditer"}
# What sees bounded text alone, and how much of it.
BOUNDED = {
    "corpus.formats.markdown.attributes._TRAILING_CLOSERS": 200,
    "glossary.findings.raised_page._TAIL": 200,
    "glossary.findings.edit_reach._INFLECTED": 200,  # a form of the glossary
    "glossary.matching.glosses._LATIN_BEFORE": 80,
    "corpus.personal_data.personal_spans._LOCAL": 64,
    "glossary.rules.orthography.t407_mixed_address._AFTER_STOP": 300,
}
# What reads pages and judges them.
PARTS = (
    "corpus", "glossary.annotation", "glossary.bitext", "glossary.findings", "glossary.fixing", "glossary.matching",
    "glossary.rules", "glossary.bitext.terms",
)  # fmt: skip
_DEPTH = 4  # of tables that hold patterns


class NamedPattern(NamedTuple):
    """A pattern, where it stands, and how it is used."""

    name: str
    pattern: re.Pattern[str]
    methods: tuple[str, ...]

    def run(self, method: str, text: str) -> None:
        """Call one of its methods on a text, to the end."""
        if method == "finditer":
            for _ in self.pattern.finditer(text):
                pass
        else:
            getattr(self.pattern, method)(text)


@cache
def patterns() -> tuple[NamedPattern, ...]:
    """Return the patterns of modules, also those in tables and those that functions without arguments make."""
    methods = _methods()
    by_pattern: dict[tuple[object, int], NamedPattern] = {}
    for package in PACKAGES:
        for info in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if not info.name.startswith(PARTS):
                continue
            module = importlib.import_module(info.name)
            for name, value in list(vars(module).items()):
                if name.startswith("__"):
                    continue
                for pattern in _patterns_in(value, info.name):
                    used = methods.get((info.name, name)) or _ONE_CALL
                    scans = tuple(sorted({_SCANS.get(method, method) for method in used}))
                    flags = getattr(pattern, "_given_flags", None) or pattern.flags
                    named_pattern = NamedPattern(f"{info.name}.{name}", pattern, scans)
                    by_pattern.setdefault((pattern.pattern, flags), named_pattern)
    return tuple(named_pattern for named_pattern in by_pattern.values() if named_pattern.name not in BOUNDED)


def _patterns_in(value: Any, module: str, depth: int = 0) -> Iterator[re.Pattern[str]]:
    if isinstance(value, (_LazyPattern, re.Pattern)):
        if isinstance(value.pattern, str):
            yield value  # type: ignore[misc]
    elif depth > _DEPTH or isinstance(value, type):
        return
    elif isinstance(value, Mapping):
        for item in value.values():
            yield from _patterns_in(item, module, depth + 1)
    elif isinstance(value, (list, tuple, set, frozenset)):
        for item in value:
            yield from _patterns_in(item, module, depth + 1)
    elif is_dataclass(value):
        for field in fields(value):
            yield from _patterns_in(getattr(value, field.name, None), module, depth + 1)
    elif hasattr(value, "cache_info") and value.__module__ == module and "Pattern" in str(_returns(value)):
        yield from _patterns_in(value() if not signature(value).parameters else None, module, depth + 1)


def _returns(function: Callable[..., Any]) -> object:
    return signature(function).return_annotation


def _methods() -> Mapping[tuple[str, str], set[str]]:
    """The methods of patterns that are called on each name, by the module that defines it."""
    methods: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
    for package in PACKAGES:
        for file in (ROOT / package.__name__).rglob("*.py"):
            module = ".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
            tree = ast.parse(file.read_text(encoding="utf-8"))
            origins = {
                alias.asname or alias.name: (node.module or "", alias.name)
                for node in ast.walk(tree)
                if isinstance(node, ast.ImportFrom)
                for alias in node.names
            }
            for node in ast.walk(tree):
                if isinstance(node, ast.Attribute) and node.attr in (*_ONE_CALL, "search", "finditer", *_SCANS):
                    owner = node.value
                    while isinstance(owner, (ast.Subscript, ast.Call)):
                        owner = owner.value if isinstance(owner, ast.Subscript) else owner.func
                    if isinstance(owner, ast.Name):
                        methods[origins.get(owner.id, (module, owner.id))].add(node.attr)
    return methods
