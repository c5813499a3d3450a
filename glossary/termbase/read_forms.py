"""Reads the forms of a concept in one language."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from corpus import lazy_re as re
from glossary.termbase.entry_schema import FORM, LANGUAGE
from glossary.termbase.fault import Place
from glossary.termbase.termbase import CASES, DOMAIN, PARTS_OF_SPEECH, STATUSES, Form, GlossaryError
from glossary.termbase.toml_values import Table, choice_at, clean, kind, known_keys, text_at, texts_at

_INNER_CAPITAL = re.compile("(?<=[A-Za-z0-9])[A-Z]")


def read_forms(lang: str, table: Table, place: Place, case: str = "", domain: str = "") -> list[Form]:
    """Return the forms that an entry lists for a language, preferred first; `case` and `domain` are the concept's."""
    known_keys(table, LANGUAGE, place)
    for key in ("good", "bad"):  # what `expanded` could not take
        if key in table:
            is_double = key == "good" and "preferred" in table
            fault = {"key": key, "actual": kind(table[key])}
            raise GlossaryError(place.fault("good-and-preferred") if is_double else place.fault("not-a-list", **fault))
    case = choice_at(table, "case", CASES, case, place) if "case" in table else case
    forms: list[Form] = []
    for status in STATUSES:
        if status in table:
            status_place = place.within(status)
            forms += [
                _form(lang, status, item, status_place, case, domain) for item in _form_list(table, status, place)
            ]
    return forms


def kept_forms(lang: str, own_forms: list[Form], english: list[Form], place: Place) -> list[Form]:
    """Return the forms of a language that keeps the English name: the English forms, then its own listed ones."""
    listed = {form.form for form in own_forms}
    adopted = [form._replace(lang=lang) for form in english if form.form not in listed]
    for form in own_forms:
        if form.status == "preferred" and any(name.status == "preferred" for name in adopted):
            raise GlossaryError(place._replace(form=form.form).fault("preferred-and-kept"))
    return adopted + own_forms


def default_case(form: str) -> str:
    """Return exact for a form with an inner capital or all capitals (only letters count), else any."""
    return "exact" if _INNER_CAPITAL.search(form) or form.isupper() else "any"


def _form_list(table: Table, status: str, place: Place) -> list[Any]:
    value = table.get(status, [])
    if status == "preferred":
        if isinstance(value, list) and status in table:
            raise GlossaryError(place.fault("several-preferred"))
        return [value] if status in table else []
    if not isinstance(value, list):
        raise GlossaryError(place.fault("not-a-list", key=status, actual=kind(value)))
    return value


def _form(lang: str, status: str, item: Any, place: Place, case: str, domain: str) -> Form:
    if isinstance(item, str):
        return Form(lang, _tidy(item, place), status, case or default_case(item))
    table = item
    if not isinstance(table, dict):
        raise GlossaryError(place.fault("not-a-form", item=repr(item), actual=kind(item)))
    known_keys(table, FORM, place)
    text = _tidy(text_at(table, "form", place, required=True), place)
    place = _at_form(text, place)
    facts: dict[str, Any] = {
        key: text_at(table, key, place) for key in ("why", "use", "region", "since", "until") if key in table
    }
    return Form(
        lang=lang,
        form=text,
        status=status,
        case=choice_at(table, "case", CASES, case or default_case(text), place),
        only_near=_context_words(table, domain, place) if "only_near" in table else (),
        not_in=tuple(_blocking_strings(table, text, place)) if "not_in" in table else (),
        part_of_speech=choice_at(table, "part_of_speech", PARTS_OF_SPEECH, "", place)
        if "part_of_speech" in table
        else "",
        **facts,
    )


def _context_words(table: Table, domain: str, place: Place) -> tuple[str, ...]:
    """Return the context words of a form; if the key is true, those of the form's domain."""
    return (f"{DOMAIN}{domain}",) if table["only_near"] is True else texts_at(table, "only_near", place)


def _tidy(text: str, place: Place) -> str:
    if not text.strip():
        raise GlossaryError(place.fault("missing-text", key="form", actual="empty"))
    tidy = " ".join(text.split())
    if text != tidy:
        raise GlossaryError(_at_form(text, place).fault("untidy-space", tidy=tidy))
    return clean(text, "form", place)


def _at_form(form: str, place: Place) -> Place:
    """Return the place of a form within the table at a place."""
    return place.within(f"'{form}'", form=form)


def _blocking_strings(table: Table, form: str, place: Place) -> Iterator[str]:
    for text in texts_at(table, "not_in", place):
        if _bare(form) not in _bare(text) or len(text) == len(form):
            raise GlossaryError(place.fault("no-longer-string", text=text))
        yield text


def _bare(text: str) -> str:
    """Return a text without optional differences: spaces, ー and capitals."""
    return text.replace(" ", "").replace("ー", "").casefold()
