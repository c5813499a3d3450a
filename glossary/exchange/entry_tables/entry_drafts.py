"""Entries that grow row by row, from the cells of a table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from corpus import lazy_re as re
from corpus.languages import KNOWN, TARGETS, enumeration
from corpus.text.printable import quote_text
from glossary.exchange.entry_tables.entry_columns import COLUMNS, EXAMPLE
from glossary.exchange.imported_entries import EntryTable, PartKey
from glossary.exchange.spreadsheets.cell_escapes import items, scalar
from glossary.termbase.entry_schema import EXAMPLES
from glossary.termbase.read_concept import CONCEPT_ID
from glossary.termbase.termbase import STATUSES

_FACTS = ("domain", "choose", "definition", "reference", "note")
_OF_FORMS = tuple(column for column in COLUMNS if column.level == "form" and column.key not in ("status", "form"))
_BETWEEN = re.compile(r"[\s,;、，]+")


class RowError(ValueError):
    """A row says nothing that an entry could; the message says what stands in the column and the remedy."""

    def __init__(self, key: str, message: str) -> None:
        self.key = key
        super().__init__(message)


class Drafts:
    """The entries of the rows that were added."""

    def __init__(self) -> None:
        self.places: dict[PartKey, str] = {}
        self._drafts: dict[str, dict[str, Any]] = {}
        self._fact_places: dict[tuple[str, str], str] = {}
        self._contradicted: set[tuple[str, str]] = set()  # facts of which it was reported once

    @property
    def tables(self) -> list[EntryTable]:
        """The entries as TOML has them, in the order of their first rows."""
        return [_entry_table(draft) for draft in self._drafts.values()]

    def add(self, cells: Mapping[str, str], place: str) -> None:
        """Add a row: key of a column → cell. Raises RowError."""
        concept_id = scalar(cells["id"])
        if not CONCEPT_ID.fullmatch(concept_id):
            problem = f"{quote_text(concept_id)} is no id" if concept_id else "empty"
            raise RowError("id", f"{problem}; write one of a-z, 0-9 and . _ + -, the same in each row of the concept")
        draft = self._drafts.setdefault(concept_id, {"id": concept_id, "keep": [], "identifier": []})
        self.places.setdefault((concept_id, "", ""), place)
        self._add_facts(draft, cells, place)
        form = _form(cells)
        examples = {key: texts for key in EXAMPLES if (texts := items(cells.get(f"{EXAMPLE}{key}", "")))}
        if form or examples:
            lang = _language(cells)
            self.places.setdefault((concept_id, lang, ""), place)
            for key, texts in examples.items():
                _extend(draft.setdefault("examples", {}).setdefault(lang, {}).setdefault(key, []), texts)
            if form:
                self._add_form(draft, lang, form, place)

    def _add_facts(self, draft: dict[str, Any], cells: Mapping[str, str], place: str) -> None:
        for key in _FACTS:
            text = scalar(cells.get(key, ""))
            first_place = self._fact_places.setdefault((draft["id"], key), place) if text else ""
            if text and draft.setdefault(key, text) != text and (draft["id"], key) not in self._contradicted:
                self._contradicted.add((draft["id"], key))
                raise RowError(key, f"{quote_text(text)}, but {quote_text(draft[key])} in {first_place}; keep one")
        _extend(draft["identifier"], items(cells.get("identifier", "")))
        _extend(draft["keep"], _kept_languages(cells.get("keep", "")))

    def _add_form(self, draft: dict[str, Any], lang: str, form: dict[str, Any], place: str) -> None:
        status = form.pop("status")
        part = (draft["id"], lang, form["form"])
        value = form if len(form) > 1 else form["form"]
        forms = draft.setdefault(lang, {})
        if status != "preferred":
            forms.setdefault(status, []).append(value)
        elif status in forms:
            first_place = self._fact_places[draft["id"], lang]
            raise RowError(
                "status", f"a second preferred form in {lang}, after {first_place}; make one of them admitted"
            )
        else:
            forms[status] = value
            self._fact_places[draft["id"], lang] = place
        self.places.setdefault(part, place)


def _form(cells: Mapping[str, str]) -> dict[str, Any]:
    """Return the form of a row with its status; nothing where the row has none."""
    form: dict[str, Any] = {"form": scalar(cells["form"])}
    for column in _OF_FORMS:
        cell = cells.get(column.key, "")
        if value := items(cell) if column.is_list else scalar(cell):
            form[column.key] = value
    status = scalar(cells["status"]).lower()
    if not form["form"]:
        if status or len(form) > 1:
            raise RowError("form", "empty, though the row says more of one; write the form, or empty those cells")
        return {}
    if status not in STATUSES:
        problem = f"{quote_text(status)} is no status" if status else "empty"
        raise RowError("status", f"{problem}; write {enumeration(list(STATUSES), 'or')}")
    return {**form, "status": status}


def _language(cells: Mapping[str, str]) -> str:
    lang = scalar(cells["language"]).lower()
    if lang not in KNOWN:
        problem = f"{quote_text(lang)} is no language of the glossary" if lang else "empty"
        raise RowError("language", f"{problem}; write {enumeration(list(KNOWN), 'or')}")
    return lang


def _kept_languages(cell: str) -> list[str]:
    words = [word for word in _BETWEEN.split(scalar(cell).lower()) if word]
    if words == ["true"]:
        return list(TARGETS)
    for word in words:
        if word not in TARGETS:
            remedy = f"write {enumeration(list(TARGETS), 'or')}, one per line"
            raise RowError("keep", f"{quote_text(word)} is no language that could keep the English name; {remedy}")
    return words


def _extend(texts: list[str], more: list[str]) -> None:
    """Add what no row before has; a row may hold a text twice."""
    known_texts = set(texts)
    texts += [text for text in more if text not in known_texts]


def _entry_table(draft: Mapping[str, Any]) -> EntryTable:
    return dict(_entry_items(draft))


def _entry_items(draft: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Yield keys and values in the order that entries have them."""
    is_kept_everywhere = set(draft["keep"]) == set(TARGETS)
    yield from ((key, draft[key]) for key in ("id", "domain", "choose", "definition", "reference") if key in draft)
    if is_kept_everywhere:
        yield "keep", True
    if draft["identifier"]:
        yield "identifier", draft["identifier"]
    if "note" in draft:
        yield "note", draft["note"]
    for lang in KNOWN:
        forms = {status: draft[lang][status] for status in STATUSES if status in draft.get(lang, {})}
        is_kept = lang in draft["keep"] and not is_kept_everywhere
        if forms or is_kept:
            yield lang, {**({"keep": True} if is_kept else {}), **forms}
    if "examples" in draft:
        yield "examples", draft["examples"]
