"""Loads the termbase: the built-in entries, and folders of a user's own laid over them."""

from __future__ import annotations

import hashlib
import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from difflib import get_close_matches
from functools import partial
from importlib.resources import files
from importlib.resources.abc import Traversable
from operator import attrgetter, itemgetter
from pathlib import Path
from typing import Any, NamedTuple

import tomli

from glossary.loading.cache import cached_termbase, unpack_compiled
from glossary.loading.self_tests import are_proved, failures
from glossary.termbase.entry_files import EntryFolder, opened_folder, with_lines
from glossary.termbase.fault import Fault, Place
from glossary.termbase.read_change import ProjectChange, changed_concept, read_change
from glossary.termbase.read_concept import completed, duplicate_ids, faults, is_draft, read_concept
from glossary.termbase.termbase import USUAL_SEVERITY, Concept, GlossaryError, Termbase
from glossary.termbase.toml_values import FaultCollector, Table, kind, known_keys

_CONCEPT = attrgetter("id", "domain", "definition", "reference", "choose", "tier", "identifiers")


def load(extra: Sequence[Path] = (), only: bool = False, severity: str = USUAL_SEVERITY) -> Termbase:
    """Return the built-in glossary with `extra` folders or term tables laid over it; with `only`, these alone.
    `severity` is that of findings about forms that entries of `extra` call wrong, where the entries do not say.
    """
    folders: list[Traversable] = [] if only else [files("glossary") / "entries"]
    if only and not extra:
        raise GlossaryError(Place().fault("no-folder-named"))
    opened = [opened_folder(folder) for folder in [*folders, *extra]]
    # Nothing of an empty folder is in the key below.
    _fail_on(Place(folder.place).fault("no-entries") for folder in opened if not folder.files)
    numbered_files = [
        (f"{number} {name}", content)
        for number, folder in enumerate(opened, 1 - len(folders))  # 0 are the built-in entries
        for name, content in folder.files
    ]
    numbered_files += [(f"severity {severity}", b"")] * (severity != USUAL_SEVERITY)
    prepare = partial(unpack_compiled, folders=opened) if folders and not extra else lambda shelf: None
    merge = partial(_merge_and_check, opened, built_in=len(folders), severity=severity)
    return cached_termbase(numbered_files, merge, prepare)


def load_files(*folders: EntryFolder, built_in: int = 0) -> Termbase:
    """Return the glossary of entries that may exist in no folder yet, the first of them built-in. Fails as `load`
    does.
    """
    return _merge_and_check(folders, built_in=built_in)


def _merge_and_check(
    folders: Sequence[EntryFolder], is_proof: bool = False, built_in: int = 1, severity: str = USUAL_SEVERITY
) -> Termbase:
    """Return the termbase of these folders, each laid over the one before; fails with all faults at once. The folders
    after the first `built_in` ones are the project's.
    """
    opened = [_rows(folder) if folder.is_table else folder for folder in folders]
    proved = load() if not is_proof and len(opened) > built_in > 0 and are_proved(opened[:built_in]) else None
    concepts: dict[str, Concept] = {concept.id: concept for concept in proved.concepts} if proved else {}
    tables = _EntryTables(opened[:built_in], concepts)
    changes: defaultdict[str, list[ProjectChange]] = defaultdict(list)
    collector = FaultCollector()
    counts = Counter(name for folder in opened for name, _ in folder.files)
    for number, folder in enumerate(opened):
        if proved and number < built_in:
            continue
        read = _read_folder(folder, counts, collector, tables if number >= built_in else None)
        for concept, table in read.concepts:
            before = concepts.get(concept.id)
            concepts[concept.id] = (
                concept.replacing(before) if number >= built_in else replace(concept, replaced=before)
            )
            tables.add(concept.id, table)
        for change in read.changes:
            changes[str(change.table["id"])].append(change)
    for concept_id, entry_changes in changes.items():
        changed = collector.of(partial(_changed, concept_id, entry_changes, concepts, tables))
        concepts |= {concept_id: changed} if changed else {}
    termbase = _termbase(
        replace(concept, unwanted_severity=severity) if concept.is_project and not concept.severity else concept
        for concept in concepts.values()
    )
    collector.faults += faults(termbase.concepts)
    if proved:
        collector.faults += failures(termbase, [concept for concept in termbase.concepts if concept.is_project])
    elif is_proof or not are_proved(opened):
        collector.faults += failures(termbase, termbase.concepts)
    _fail_on(with_lines(collector.faults, opened))
    return termbase


def _rows(folder: EntryFolder) -> EntryFolder:
    from glossary.loading.term_table import rows_as_files  # with the readers of spreadsheets and pages

    return rows_as_files(folder, load_files)


def prove(opened: Sequence[EntryFolder]) -> None:
    """Fail if an example of the entries does not hold, or anything else is wrong with them."""
    _merge_and_check(opened, is_proof=True)


def built_in_folder() -> EntryFolder:
    """Return the folder of the built-in entries."""
    return opened_folder(files("glossary") / "entries")


class _EntryTables:
    """The tables of entries by id; those of known entries are read from their files when first needed."""

    def __init__(self, folders: Sequence[EntryFolder], known: Mapping[str, Concept]) -> None:
        self._files = {name: content for folder in folders for name, content in folder.files}
        self._sources = {concept.id: concept.source for concept in known.values()}
        self._tables: dict[str, Table] = {}

    def add(self, concept_id: str, table: Table) -> None:
        """Add the table of an entry, replacing an earlier one."""
        self._tables[concept_id] = table

    def of(self, concept_id: str) -> Table:
        """Return the table of an entry; empty if there is none."""
        if concept_id not in self._tables and concept_id in self._sources:
            name = self._sources[concept_id]
            written = _tables(name, self._files[name])["concept"]
            entries = {str(table["id"]): completed(table, name) for table in written}
            self._tables = entries | self._tables
        return self._tables.get(concept_id, {})


class _FolderEntries(NamedTuple):
    """The entries and changes of a folder, each in order, without drafts."""

    concepts: list[tuple[Concept, Table]]
    changes: list[ProjectChange]


def _read_folder(
    folder: EntryFolder, counts: Mapping[str, int], collector: FaultCollector, earlier: _EntryTables | None
) -> _FolderEntries:
    """Return the entries of a folder; faults go to the collector. If several folders have a file of the same name, the
    source of a change includes the folder. A project's entries build on the `earlier` ones.
    """
    entries = _FolderEntries([], [])
    drafts: set[str] = set()
    known_faults = len(collector.faults)
    for name, content in folder.files:
        tables = collector.of(partial(_tables, name, content)) or {}
        for table in tables.get("concept", ()):
            whole = completed(table, name, earlier.of(str(table.get("id"))) if earlier else None)
            concept = collector.of(partial(read_concept, whole, name))
            if concept is not None:
                entries.concepts.append((concept, whole))
                if collector.of(partial(is_draft, table, name)):
                    drafts.add(concept.id)
        source = folder.names(name)[counts[name] > 1]
        changes = (collector.of(partial(read_change, table, source)) for table in tables.get("change", ()))
        entries.changes.extend(change for change in changes if change)
    if not any(entries) and len(collector.faults) == known_faults:
        collector.faults.append(Place(folder.place).fault("no-entries"))
    collector.faults += duplicate_ids(concept for concept, _ in entries.concepts)
    return entries._replace(concepts=[entry for entry in entries.concepts if entry[0].id not in drafts])


def _changed(
    concept_id: str, changes: Sequence[ProjectChange], concepts: Mapping[str, Concept], tables: _EntryTables
) -> Concept | None:
    """Return a built-in entry with all its changes applied in loading order; None if they are drafts."""
    before = concepts.get(concept_id)
    places = [Place(change.source, concept_id) for change in changes]
    if before is None:
        near = get_close_matches(concept_id, concepts, n=1)
        remedy = f"did you mean '{near[0]}'?" if near else "write a whole [[concept]]"
        raise GlossaryError(*(place.fault("unknown-change", remedy=remedy) for place in places))
    if before.is_project:
        other = Place(before.source, concept_id)
        raise GlossaryError(*(place.fault("changed-and-replaced", other=other) for place in places))
    concept = changed_concept(tables.of(concept_id), changes)
    return concept and replace(concept, replaced=before, is_project=True)


def fingerprint(concepts: Iterable[Concept]) -> str:
    """Return a short hash of the content of entries, independent of file, order and layout."""
    contents = sorted((_concept_content(concept) for concept in concepts), key=itemgetter(0))
    return hashlib.sha256(json.dumps(contents, ensure_ascii=False).encode()).hexdigest()[:12]


def _concept_content(concept: Concept) -> list[Any]:
    project_forms = [form for form in concept.forms if concept.is_project_form(form)]  # rules are surer of these
    of_project: list[object] = [project_forms] if project_forms else []
    # What findings show of a project's entry: its severity, and its line in a table.
    of_project += [[concept.severity, concept.table_line]] if concept.severity or concept.table_line else []
    of_project += [concept.unwanted_severity] if concept.unwanted_severity != USUAL_SEVERITY else []
    return [*_CONCEPT(concept), sorted(concept.keep), concept.forms, sorted(concept.examples), *of_project]


def _termbase(concepts: Iterable[Concept]) -> Termbase:
    ordered = tuple(sorted(concepts, key=lambda concept: concept.id))
    return Termbase(ordered, fingerprint(ordered))


def _tables(name: str, content: bytes) -> Mapping[str, list[Table]]:
    try:
        read = tomli.loads(content.decode("utf-8-sig").replace("\r\n", "\n"))
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise GlossaryError(Place(name, line=line).fault("not-utf-8", byte=error.start)) from error
    except RecursionError as error:
        raise GlossaryError(Place(name).fault("nested-too-deep")) from error
    except ValueError as error:  # a number of thousands of digits is no TOMLDecodeError
        line = error.lineno if isinstance(error, tomli.TOMLDecodeError) else 0
        raise GlossaryError(Place(name, line=line).fault("not-toml", cause=str(error))) from error
    known_keys(read, ("concept", "change"), Place(name))
    for key, tables in read.items():
        if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
            raise GlossaryError(Place(name).fault("not-concepts", key=key, actual=kind(tables)))
    return read


def _fail_on(faults: Iterable[Fault]) -> None:
    problems = tuple(faults)
    if problems:
        raise GlossaryError(*problems)
