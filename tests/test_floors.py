"""The floors of the house: which room may import which, lowest first; who may know Prefect; what stays in its family."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from graphlib import CycleError, TopologicalSorter
from typing import NamedTuple

import pytest

from tests.house import FILES, ROOT, text

# From the cellar to the roof. A module belongs to the longest name here that it begins with; it may import its own floor
# and those below it. Rooms of one floor stand in one line and know nothing of each other.
FLOORS = """
corpus.errors corpus.grouping corpus.moments corpus.vocabularies corpus.limits corpus.gc_pause corpus.lazy_re corpus.storage.cache_files
corpus.storage.code_hash
corpus.storage.code_hash
corpus.records
corpus.schema corpus.languages
corpus.formats
corpus.text
corpus.sources
corpus.numbers corpus.personal_data corpus.duplicates
corpus.alignment corpus.tokenizers
corpus.storage
corpus
glossary.inventory
glossary.termbase
glossary.decisions
glossary.matching
glossary.exchange.imported_entries glossary.exchange.provenance glossary.exchange.text_encoding glossary.exchange.xml
glossary.exchange.spreadsheets
glossary.exchange.entry_tables glossary.exchange.entry_toml
glossary.exchange.imports
glossary.loading
glossary.termbase.lint
glossary.annotation
glossary.bitext.terms
glossary.bitext
glossary.desk.memory
glossary.rules
glossary.rules.shared
glossary.rules.usages
glossary.rules.terms glossary.rules.consistency glossary.rules.fidelity glossary.rules.orthography glossary.rules.source glossary.rules.meta
glossary.rules.registry
glossary.findings
glossary.exchange
glossary.desk.mining
glossary.desk.report
glossary.desk.report.web
glossary.desk.history
glossary.fixing
glossary.desk.review
glossary.desk.review.packets
glossary.desk.review.formats
glossary.desk.review.intake glossary.desk.review.judging glossary.desk.review.proposals
glossary.desk
glossary.inventory.making
glossary.public
flows.console
flows.files
flows.options
flows.outcomes
flows.dataset_card
flows.delivery
flows.pipeline
flows.reviewing flows.exporting
flows.checking
flows.assistants flows.editing
flows.doctor
flows.prefect_flows
flows.command_line.commands
flows.command_line
flows.docs
flows.public
"""
HEIGHT = {room: height for height, line in enumerate(FLOORS.strip().split("\n")) for room in line.split()}
PREFECT = "flows.prefect_flows"


class Arrow(NamedTuple):
    """One module imports another."""

    importer: str
    to: str


# Every module of ours by its dotted name; a package by that of its `__init__`.
MODULES = {".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): file for file in FILES}


def imported(source: str, names: Mapping[str, object] = MODULES) -> Iterator[str]:
    """The modules that a source imports, in functions and by `import_module("…")` too, each by its whole name."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                whole = f"{node.module}.{alias.name}"
                yield whole if whole in names else node.module
        elif (
            isinstance(node, ast.Call)
            and ast.unparse(node.func).endswith(("import_module", "__import__"))
            and isinstance(node.args[0], ast.Constant)
        ):
            yield str(node.args[0].value)


@cache
def arrows() -> list[Arrow]:
    """Which module imports which."""
    return [
        Arrow(name, to)
        for name, file in sorted(MODULES.items())
        for to in dict.fromkeys(imported(text(file)))
        if to in MODULES
    ]


def room(module: str) -> str:
    """The room that a module belongs to; the `__init__` of `glossary` and of `flows` are what others import, on top."""
    if module in ("glossary", "flows"):
        return f"{module}.public"
    parts = module.split(".")
    names = (".".join(parts[:count]) for count in range(len(parts), 0, -1))
    return next((name for name in names if name in HEIGHT), module)


def test_every_module_has_its_room():
    homeless = [name for name in MODULES if room(name) not in HEIGHT]
    assert not homeless, "add the room to FLOORS, or move the module into one"
    empty = set(HEIGHT) - {room(name) for name in MODULES}
    assert not empty, "no module is left in these rooms"


def test_no_module_imports_from_a_floor_above_or_from_the_room_beside():
    wrong = [
        f"{arrow.importer} imports {arrow.to}"
        for arrow in arrows()
        if room(arrow.importer) != room(arrow.to) and HEIGHT[room(arrow.to)] >= HEIGHT[room(arrow.importer)]
    ]
    assert not wrong, "hand over plain values, or move what both need to a lower floor:\n" + "\n".join(wrong)


def test_no_module_knows_the_tests():
    knowing = [name for name, file in MODULES.items() if "tests" in {to.split(".")[0] for to in imported(text(file))}]
    assert knowing == []


def test_no_modules_import_each_other_in_a_circle():
    below: defaultdict[str, set[str]] = defaultdict(set)
    for arrow in arrows():
        below[arrow.importer].add(arrow.to)
    try:
        TopologicalSorter(below).prepare()
    except CycleError as error:
        pytest.fail(" → ".join(error.args[1]))


def test_modules_with_an_underscore_stay_in_their_package():
    private = [
        f"{arrow.importer} imports {arrow.to}"
        for arrow in arrows()
        if arrow.to.rsplit(".", 1)[1:] and arrow.to.rsplit(".", 1)[1].startswith("_")
        if arrow.importer.rsplit(".", 1)[0] != arrow.to.rsplit(".", 1)[0]
    ]
    assert not private, "what two families need stands in glossary/rules/shared:\n" + "\n".join(private)


def test_prefect_is_imported_in_one_folder():
    knowing = {
        name for name, file in MODULES.items() for to in imported(text(file)) if to.split(".")[0].startswith("prefect")
    }
    assert {name for name in knowing if not name.startswith(f"{PREFECT}.")} == set()


def test_module_names_differ():
    """`__main__` aside, and the `__init__` that open packages: a name alone tells which module is meant."""
    places: defaultdict[str, list[str]] = defaultdict(list)
    for name, file in MODULES.items():
        if not file.name.startswith("__"):
            places[file.stem].append(name)
    assert {stem: names for stem, names in places.items() if len(names) > 1} == {}


@pytest.mark.parametrize(
    ("source", "modules"),
    [
        ("from corpus import records", ["corpus.records"]),
        ("from corpus.records import Segment", ["corpus.records"]),
        ("def late():\n    from prefect import flow", ["prefect"]),
        ("import corpus.schema as schema", ["corpus.schema"]),
        ("import importlib\nimportlib.import_module('glossary.termbase')", ["importlib", "glossary.termbase"]),
        ("from prefect_dask import DaskTaskRunner", ["prefect_dask"]),
    ],
)
def test_what_counts_as_imported(source: str, modules: list[str]):
    assert list(imported(source)) == modules
