"""Changes of an entry: a form admitted, preferred, listed as wrong, or excluded within a longer string."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from corpus.grouping import grouped
from glossary.exchange.entry_toml import read_entry, rewritten, with_remark
from glossary.termbase.short_entry import english_of
from glossary.termbase.termbase import STATUSES, UNWANTED, Concept

ACTIONS = ("prefer", "admit", "wrong", "exclude")  # in the order in which they are made
_OF_A_FAULT = ("why", "use")  # what is said of a wrong form alone


@dataclass(frozen=True, slots=True)
class EntryChange:
    """A change to the entry of a concept."""

    concept_id: str
    lang: str  # of the table it stands in
    action: str  # one of ACTIONS
    form: str
    longer: str = ""  # exclude: the string within which the form does not count

    def order(self) -> tuple[str, str, int, str, str]:
        """Return the sort key of changes: those of an entry together, in the order in which they are made."""
        return self.concept_id, self.lang, ACTIONS.index(self.action), self.form, self.longer


def by_concept(changes: Iterable[EntryChange]) -> dict[str, list[EntryChange]]:
    """Return the changes of each entry, by its id, in the order in which they are made."""
    return dict(grouped(sorted(changes, key=EntryChange.order), lambda change: change.concept_id))


@lru_cache(maxsize=1_000)  # a change is tried alone, then with others, then made: its text is the same each time
def changed(text: str, change: EntryChange, remark: str = "", concept: Concept | None = None) -> str:
    """Return the entry, or the project's `[[change]]` of it, with a change; `concept` supplies what a change omits.

    The changed part is written in the short form.
    """
    kind, written = read_entry(text)
    table = written if kind == "change" else {"en": {"preferred": english_of(change.concept_id)}, **written}
    edits = {"admit": _admitted, "prefer": _preferred, "wrong": _condemned}
    if change.action == "exclude":
        lang, forms = _excluded(table, change, concept)
    else:
        lang, forms = change.lang, edits[change.action](_forms(table, change.lang), change.form)
    if forms == _forms(table, lang):
        return text
    others = {key: value for key, value in table.get(lang, {}).items() if key not in STATUSES}
    by_status = {status: [item for other, item in forms if other == status] for status in STATUSES}
    listed = {status: items[0] if status == "preferred" else items for status, items in by_status.items() if items}
    new = rewritten(text, {**written, lang: {**others, **listed}})
    return with_remark(new, lang, change.form, remark) if remark else new


_ListedForms = list[tuple[str, Any]]  # status, and the form as it stands in a list


def _forms(table: Mapping[str, Any], lang: str) -> _ListedForms:
    forms = table.get(lang, {})
    preferred = [("preferred", forms["preferred"])] if "preferred" in forms else []
    return [*preferred, *((status, item) for status in STATUSES[1:] for item in forms.get(status, ()))]


def _text(item: Any) -> Any:
    return item.get("form") if isinstance(item, dict) else item


def _found(forms: _ListedForms, form: str) -> tuple[str, Any]:
    return next(((status, item) for status, item in forms if _text(item) == form), ("", None))


def _admitted(forms: _ListedForms, form: str) -> _ListedForms:
    status, item = _found(forms, form)
    if status and status not in UNWANTED:
        return forms
    others = [listed for listed in forms if _text(listed[1]) != form]
    return [*others, ("admitted", _as_allowed_form(item or form, status))]


def _preferred(forms: _ListedForms, form: str) -> _ListedForms:
    """Make the form preferred, and the former one admitted, in the form's old position or as the last."""
    status, item = _found(forms, form)
    if status == "preferred":
        return forms
    former = [("admitted", item) for earlier_status, item in forms if earlier_status == "preferred"]
    others: _ListedForms = []
    for listed in forms:
        if listed[0] != "preferred":
            others += [listed] if _text(listed[1]) != form else former if status == "admitted" else []
    new = ("preferred", _as_allowed_form(item or form, status))
    return [new, *others, *(former if status != "admitted" else [])]


def _condemned(forms: _ListedForms, form: str) -> _ListedForms:
    """List the form as wrong, and remove it from the allowed ones."""
    status, item = _found(forms, form)
    if status in UNWANTED:
        return forms
    return [*(listed for listed in forms if _text(listed[1]) != form), ("wrong", item or form)]


def _excluded(table: Mapping[str, Any], change: EntryChange, concept: Concept | None) -> tuple[str, _ListedForms]:
    """Exclude the form where it is listed: an English name in a Chinese text is among the English forms."""
    lang = change.lang if _found(_forms(table, change.lang), change.form)[0] else "en"
    forms = _forms(table, lang)
    status, item = _found(forms, change.form)
    if not status and concept:  # a [[change]] that does not name it yet
        langs = ("en",) if change.lang in concept.keep else (change.lang, "en")
        form = next(form for lang in langs for form in concept.in_language(lang) if form.form == change.form)
        new = {"form": form.form, "not_in": [*form.not_in, change.longer]}
        return form.lang, [*_forms(table, form.lang), (form.status, new)]
    fields = item if isinstance(item, dict) else {"form": item}
    if change.longer in fields.get("not_in", ()):
        return lang, forms
    longer = {**fields, "not_in": [*fields.get("not_in", ()), change.longer]}
    return lang, [(other, longer if _text(listed) == change.form else listed) for other, listed in forms]


def _as_allowed_form(item: Any, status: str) -> Any:
    """Return a form as allowed ones are written: without the fields of a fault; a plain string if that is all."""
    if not isinstance(item, dict) or status not in UNWANTED:
        return item
    good_fields = {key: value for key, value in item.items() if key not in _OF_A_FAULT}
    return good_fields["form"] if len(good_fields) == 1 else good_fields
