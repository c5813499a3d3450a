"""Changes of an entry: a form admitted, preferred, listed as wrong, or passed over within a longer string."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import tomli

from corpus.grouping import grouped
from glossary.desk.review.proposals.edit_entry import KeyPath, add, drop, set_value
from glossary.termbase.termbase import STATUSES, UNWANTED, Concept

ACTIONS = ("prefer", "admit", "wrong", "exclude")  # in the order in which they are made
_OF_A_FAULT = ("why", "use")  # what is said of a wrong form alone


@dataclass(frozen=True, slots=True)
class EntryChange:
    """What is to change in the entry of a concept."""

    concept_id: str
    lang: str  # of the table it stands in
    action: str  # one of ACTIONS
    form: str
    longer: str = ""  # exclude: the string within which the form does not count

    def order(self) -> tuple[str, str, int, str, str]:
        """Return the order of changes: those of an entry stand together, in the order in which they are made."""
        return self.concept_id, self.lang, ACTIONS.index(self.action), self.form, self.longer


def by_concept(changes: Iterable[EntryChange]) -> dict[str, list[EntryChange]]:
    """Return the changes of each entry, by its id, in the order in which they are made."""
    return dict(grouped(sorted(changes, key=EntryChange.order), lambda change: change.concept_id))


@lru_cache(maxsize=1_000)  # a change is tried alone, then with others, then made: its text is the same each time
def changed(text: str, change: EntryChange, remark: str = "", concept: Concept | None = None) -> str:
    """Return the entry, or the project's `[[change]]` of it, with a change; `concept` shows what that need not say."""
    if change.action == "exclude":
        return _exclude_form(text, change, remark, concept)
    makes = {"admit": _admit_form, "prefer": _preferred, "wrong": _wrong_form}
    return makes[change.action](text, change, remark)


def listed_form(text: str, lang: str, form: str) -> tuple[str, Any]:
    """Return the status of a form in an entry and how it is written there; ("", None) where it is not listed."""
    path = _path(text, lang, form)
    if not path:
        return "", None
    table = _table(text, lang)
    value = table[str(path[3])]
    return str(path[3]), value[path[4]] if len(path) > 4 else value


def _admit_form(text: str, change: EntryChange, remark: str) -> str:
    status, item = listed_form(text, change.lang, change.form)
    if status and status not in UNWANTED:
        return text
    if status:
        text = drop(text, _path(text, change.lang, change.form))
    return add(text, _status_path(text, change.lang, "admitted"), _as_allowed_form(item or change.form, status), remark)


def _preferred(text: str, change: EntryChange, remark: str) -> str:
    """Make the form the preferred one, and the former one admitted in the form's place, or as the last."""
    status, item = listed_form(text, change.lang, change.form)
    if status == "preferred":
        return text
    former = _table(text, change.lang).get("preferred")
    place = _path(text, change.lang, change.form)
    text = set_value(
        text, _status_path(text, change.lang, "preferred"), _as_allowed_form(item or change.form, status), remark
    )
    if status == "admitted" and former and isinstance(former, type(item)):
        return set_value(text, place, former)
    if status:
        text = drop(text, place)
    return add(text, _status_path(text, change.lang, "admitted"), former) if former else text


def _wrong_form(text: str, change: EntryChange, remark: str) -> str:
    """Put the form among the wrong ones, and take it from the allowed."""
    status, item = listed_form(text, change.lang, change.form)
    if status in UNWANTED:
        return text
    if status:
        text = drop(text, _path(text, change.lang, change.form))
    return add(text, _status_path(text, change.lang, "wrong"), item or change.form, remark)


def _exclude_form(text: str, change: EntryChange, remark: str, concept: Concept | None) -> str:
    """Pass over the form where it is listed: an English name in a Chinese text among the English forms."""
    lang = change.lang if _path(text, change.lang, change.form) else "en"
    path = _path(text, lang, change.form)
    if not path and concept:  # a [[change]] that does not name it yet
        langs = ("en",) if change.lang in concept.keep else (change.lang, "en")
        form = next(form for lang in langs for form in concept.in_language(lang) if form.form == change.form)
        item = {"form": form.form, "not_in": [*form.not_in, change.longer]}
        edit = set_value if form.status == "preferred" else add
        return edit(text, _status_path(text, form.lang, form.status), item, remark)
    item = listed_form(text, lang, change.form)[1]
    if isinstance(item, str):
        return set_value(text, path, {"form": item, "not_in": [change.longer]}, remark)
    if change.longer in item.get("not_in", ()):
        return text
    return add(text, (*path, "not_in"), change.longer, remark)


def _as_allowed_form(item: Any, status: str) -> Any:
    """Return a form as an allowed one is written: without what is said of a fault, a plain string if that is all."""
    if not isinstance(item, dict) or status not in UNWANTED:
        return item
    good_fields = {key: value for key, value in item.items() if key not in _OF_A_FAULT}
    return good_fields["form"] if len(good_fields) == 1 else good_fields


def _status_path(text: str, lang: str, status: str) -> KeyPath:
    return next(iter(tomli.loads(text))), 0, lang, status


def _table(text: str, lang: str) -> Mapping[str, Any]:
    ((entry,),) = tomli.loads(text).values()
    table = entry.get(lang, {})
    return table if isinstance(table, Mapping) else {}


def _path(text: str, lang: str, form: str) -> KeyPath:
    """Return the path at which a form is listed; empty where it is not."""
    table = _table(text, lang)
    for status in STATUSES:
        value = table.get(status, [])
        for number, item in enumerate(value if isinstance(value, list) else [value]):
            if (item.get("form") if isinstance(item, dict) else item) == form:
                path = _status_path(text, lang, status)
                return (*path, number) if isinstance(value, list) else path
    return ()
