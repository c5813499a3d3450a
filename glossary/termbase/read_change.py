"""Reads one `[[change]]` table: the fields that a project sets in a built-in entry, merged into the entry's own table.

Each form has one status: a form that the change names moves to it and keeps the entry's other keys.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any, NamedTuple

from corpus.languages import KNOWN, TARGETS
from glossary.termbase.entry_schema import CONCEPT
from glossary.termbase.fault import Fault, Place
from glossary.termbase.read_concept import is_draft, read_concept, read_examples, read_id
from glossary.termbase.read_forms import read_forms
from glossary.termbase.short_entry import expanded
from glossary.termbase.termbase import ALLOWED, STATUSES, UNWANTED, Concept, GlossaryError
from glossary.termbase.toml_values import Table, flag_at, known_keys, table_at, texts_at

_OF_A_FAULT = ("why", "use")  # what is said of an unwanted form alone
_KEPT = "the English name"


class Setting(NamedTuple):
    """One thing that a change sets; two changes may not set it to different values."""

    field: str  # as `ja.preferred`, or a form: `ja 'FORM'`
    value: object
    key: str  # of the table that says so, for lists of what was changed


class ProjectChange(NamedTuple):
    """A `[[change]]` of a file."""

    source: str
    table: Table
    settings: Sequence[Setting]


def read_change(table: Table, source: str) -> ProjectChange:
    """Return the change in a `[[change]]` table; raises GlossaryError if it is invalid by itself or sets nothing."""
    place = Place(source, read_id(table, source))
    known_keys(table, dict.fromkeys((*CONCEPT, *KNOWN)), place)
    table = expanded(table)
    settings = list(_settings(table, place))
    if not settings:
        raise GlossaryError(place.fault("empty-change"))
    change = ProjectChange(source, table, settings)
    _fail_on(_contradictions([change]))
    return change


def changed_concept(entry: Table, changes: Sequence[ProjectChange]) -> Concept | None:
    """Return an entry's concept with all its changes applied in loading order; None if they are drafts. Raises
    GlossaryError if they contradict each other, or if one of them makes the entry invalid.
    """
    _fail_on(_contradictions(changes))
    concept: Concept | None = None
    keys: dict[str, None] = {}
    for change in changes:
        table = changed_table(entry, change.table)
        changed = read_concept(table, change.source)
        if not is_draft(table, change.source):
            keys |= dict.fromkeys(setting.key for setting in change.settings)
            concept, entry = replace(changed, changed=tuple(keys)), table
    return concept


def _fail_on(faults: Iterator[Fault]) -> None:
    if problems := tuple(faults):
        raise GlossaryError(*problems)


def _contradictions(changes: Iterable[ProjectChange]) -> Iterator[Fault]:
    """Yield a fault for each field that changes of one entry set to different values."""
    earlier: dict[str, tuple[Setting, str]] = {}
    for change in changes:
        for setting in change.settings:
            before, source = earlier.setdefault(setting.field, (setting, change.source))
            if before.value != setting.value:
                place, other = (Place(file, str(change.table["id"])) for file in (change.source, source))
                values = {"value": repr(setting.value), "other_value": repr(before.value)}
                yield place.fault("contradictory-changes", field=setting.field, other=other, **values)


def changed_table(entry: Table, change: Table) -> dict[str, Any]:
    """Return the table of an entry with a change applied."""
    plain = {key: value for key, value in change.items() if key not in KNOWN}
    changed = {key: value for key, value in {**entry, **plain}.items() if key != "keep"}
    if "identifier" in change:
        changed["identifier"] = list(dict.fromkeys([*entry.get("identifier", ()), *change["identifier"]]))
    if "examples" in change:
        changed["examples"] = _joined_examples(entry.get("examples", {}), change["examples"])
    if "en" in change:
        changed["en"] = _language(entry["en"], change["en"])
    for lang in TARGETS:
        before, new = entry.get(lang, {}), change.get(lang, {})
        was_kept = entry.get("keep", False) or before.get("keep", False)
        is_kept = new.get("keep", change.get("keep", was_kept and "preferred" not in new))
        if was_kept and not is_kept:  # what English lent the language stays, as its own
            before = _with_english(before, changed["en"])
        lent = changed["en"] if is_kept and not was_kept else {}
        language = _language(before, new, lent) | ({"keep": True} if is_kept else {})
        if language or lang in entry:
            changed[lang] = language
    return changed


def _settings(table: Table, place: Place) -> Iterator[Setting]:
    for key, value in table.items():
        if key not in ("id", "identifier", "examples", "keep", *KNOWN):
            yield Setting(key, value, key)
    yield from (Setting(f"identifier '{name}'", True, "identifier") for name in texts_at(table, "identifier", place))
    examples = read_examples(table_at(table, "examples", place), place)
    yield from (Setting(f"example '{text}'", (lang, expect), "examples") for lang, expect, text in examples)
    if "keep" in table:
        is_kept = flag_at(table, "keep", place)
        yield from (Setting(f"{lang}.preferred", _KEPT, "keep") for lang in TARGETS if is_kept)
        yield Setting("keep", is_kept, "keep")
    for lang in KNOWN:
        yield from _language_settings(lang, table_at(table, lang, place), place.within(lang, lang=lang))


def _language_settings(lang: str, table: Table, place: Place) -> Iterator[Setting]:
    read_forms(lang, table, place)  # fails where one is faulty
    if flag_at(table, "keep", place):
        yield Setting(f"{lang}.preferred", _KEPT, f"{lang}.keep")
    yield from (Setting(f"{lang}.{key}", table[key], f"{lang}.{key}") for key in ("keep", "case") if key in table)
    for status, item in _items(table):
        form, *fields = _fields(item).items()
        key = f"{lang}.{status}"
        if status == "preferred":
            yield Setting(key, form[1], key)
        yield Setting(f"{lang} '{form[1]}'", status, key)
        yield from (Setting(f"{name} of {lang} '{form[1]}'", value, key) for name, value in fields)


def _language(entry: Table, change: Table, lent: Table = MappingProxyType({})) -> dict[str, Any]:
    """Return a language's table with a change applied; a replaced preferred form becomes admitted. Forms that are now
    lent by English need not be listed. A form that becomes unwanted loses the entry's context words.
    """
    english = {_fields(item)["form"] for _, item in _items(lent)}
    listed = ((status, item) for status, item in _items(entry) if _fields(item)["form"] not in english)
    forms = {_fields(item)["form"]: (status, item) for status, item in listed}
    for form, (status, item) in forms.items():
        if status == "preferred" and (lent or "preferred" in change):
            forms[form] = ("admitted", item)
    for status, item in _items(change):
        form = _fields(item)["form"]
        earlier_status, earlier = forms.get(form, (status, {}))
        gone: set[str] = {*_OF_A_FAULT} if earlier_status in UNWANTED and status in ALLOWED else set()
        if earlier_status in ALLOWED and status in UNWANTED:
            gone.add("only_near")  # the project decides it wherever it stands
        before = {key: value for key, value in _fields(earlier).items() if key not in gone}
        forms[form] = (status, before | _fields(item))
    by_status = {status: [item for other, item in forms.values() if other == status] for status in STATUSES}
    plain = {key: table[key] for table in (entry, change) for key in ("case",) if key in table}
    return plain | {
        status: items[0] if status == "preferred" else items for status, items in by_status.items() if items
    }


def _with_english(entry: Table, english: Table) -> dict[str, Any]:
    """Return a language's table plus the forms of the English name that it kept; the preferred one becomes admitted."""
    listed = {_fields(item)["form"] for _, item in _items(entry)}
    table = {key: list(value) if isinstance(value, list) else value for key, value in entry.items()}
    for status, item in _items(english):
        if _fields(item)["form"] not in listed:
            table.setdefault("admitted" if status == "preferred" else status, []).append(item)
    return table


def _items(table: Table) -> Iterator[tuple[str, Any]]:
    for status in STATUSES:
        value = table.get(status, [])
        yield from ((status, item) for item in (value if isinstance(value, list) else [value]))


def _fields(item: Any) -> dict[str, Any]:
    """Return the fields of a form as listed, `form` first."""
    return {"form": item["form"], **item} if isinstance(item, Mapping) and item else {"form": item} if item else {}


def _joined_examples(entry: Table, change: Table) -> dict[str, Any]:
    return {
        lang: {
            expect: [*entry.get(lang, {}).get(expect, ()), *change.get(lang, {}).get(expect, ())]
            for expect in {**entry.get(lang, {}), **change.get(lang, {})}
        }
        for lang in {**entry, **change}
    }
