"""Faults: what is wrong with a glossary, as records of facts from which the sentences are built here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, NamedTuple


class FaultKind(NamedTuple):
    """The sentence of a fault; braces hold its place, fields of the place (`at`: file and line) and its details."""

    text: str  # what was met, and the remedy
    code: str = "T907"  # of the law or check; empty: none of the glossary's
    head: str = "{place}: "  # what stands before the text: where it is


KINDS: Mapping[str, FaultKind] = MappingProxyType(
    {
        # Folders and files of entries.
        "no-folder-named": FaultKind(
            "no folder of entries was given to use alone; name one with --glossary DIR", head=""
        ),
        "no-entries": FaultKind("no [[concept]] or [[change]] in it; add entries (*.toml), or leave the folder out"),
        "no-table": FaultKind("{cause}"),
        "no-folder": FaultKind("no such folder or file; name a folder of *.toml entries, or a table of terms"),
        "not-a-file": FaultKind("no file that can be read; move it out of the folder"),
        "unreadable-file": FaultKind("cannot be read: {cause}; check its permissions"),
        "not-utf-8": FaultKind("not UTF-8 (byte {byte}, line {line}); save it as UTF-8"),
        "not-toml": FaultKind("not TOML: {cause}; fix that line"),
        "nested-too-deep": FaultKind("not TOML: nested too deep; fix it"),
        "not-concepts": FaultKind("{key} is {actual}; begin each {key} with [[{key}]]"),
        # Values.
        "misspelled-key": FaultKind("unknown key '{key}'; did you mean '{near}'?"),
        "unknown-key": FaultKind("unknown key '{key}'; known are {known}"),
        "not-a-table": FaultKind("{key} is {actual}; write a table"),
        "not-a-string": FaultKind("{key} is {actual}; write a string"),
        "missing-text": FaultKind('{key} is {actual}; write {key} = "…"'),
        "not-a-list": FaultKind('{key} is {actual}; write a list, {key} = ["…"]'),
        "not-strings": FaultKind("{key} holds {actual}; write strings in it"),
        "not-a-choice": FaultKind("{key} is {actual}; write {choices}"),
        "not-a-flag": FaultKind("{key} is {actual}; write true or false"),
        "invisible-character": FaultKind("{key} '{spelled_out}' holds {character}; {remedy}", "T908"),
        # Concepts and their forms.
        "no-id": FaultKind("a concept has no id; write one of a-z, 0-9 and . _ + -, such as 'tensor-core'"),
        "bad-id": FaultKind("a concept has the id {actual}; write one of a-z, 0-9 and . _ + -, such as 'tensor-core'"),
        "id-twice": FaultKind("stands twice; rename one, or merge them", head="{place} "),
        "id-in-two-files": FaultKind("stands twice, first in {other_file}; rename one, or merge them", head="{place} "),
        "misspelled-domain": FaultKind("unknown domain '{domain}'; did you mean '{near}'?"),
        "no-preferred-form": FaultKind(
            'has no preferred form in {lang}; write {lang}.preferred = "…"', head="{place} "
        ),
        "no-preferred-or-kept-form": FaultKind(
            'has no preferred form in {lang}; write {lang}.preferred = "…", '
            "or keep = true where the English name is used",
            head="{place} ",
        ),
        "preferred-and-kept": FaultKind(
            "prefers '{form}' and keeps the English name; drop keep, or list it as admitted", head="{place} "
        ),
        "several-preferred": FaultKind("preferred is a list; write one form, and the others as admitted"),
        "good-and-preferred": FaultKind("good and preferred; write the preferred form first in good"),
        "not-a-form": FaultKind('{item} is {actual}; write a string or a table {{ form = "…" }}'),
        "untidy-space": FaultKind("space at an end or twice in a row; write '{tidy}'"),
        "no-longer-string": FaultKind("not_in '{text}' is no longer string with it inside; write one that is"),
        # Changes.
        "empty-change": FaultKind('changes nothing; write what is to differ, such as ja.preferred = "…", or remove it'),
        "unknown-change": FaultKind("no built-in entry has this id; {remedy}"),
        "changed-and-replaced": FaultKind(
            "[[change]] of an entry that {other.at} replaces as a whole; edit that one, or remove one of the two"
        ),
        "contradictory-changes": FaultKind("{field} is {value} here and {other_value} in {other.at}; keep one"),
        # Contradictions.
        "shared-form": FaultKind(
            "{lang} '{form}' belongs to both '{other_id}' and '{concept_id}'; keep one, or give one of them only_near",
            "T901",
            head="{at}: ",
        ),
        "form-in-two-files": FaultKind(
            "{lang} '{form}' belongs to both '{other_id}' ({other_file}) and '{concept_id}'; "
            "keep one, or give one of them only_near",
            "T901",
            head="{at}: ",
        ),
        "allowed-and-unwanted": FaultKind("{lang} '{form}' is both {earlier} and {status}; keep one", "T902"),
        "form-twice": FaultKind("{lang} '{form}' is listed twice, as {earlier} and {status}; keep one", "T902"),
        "unwanted-use": FaultKind("{lang} '{form}' says use '{use}', which is {status}; name an allowed form", "T902"),
        # Examples.
        "example-matches": FaultKind(
            "{lang} example '{text}' must not match, but '{surface}' ({status}) is found; "
            "correct the example, or give the form not_in or only_near",
            "T903",
        ),
        "example-does-not-match": FaultKind(
            "{lang} example '{text}' must match, but nothing is found; correct the example, or add the form it has",
            "T903",
        ),
        "example-is-allowed": FaultKind(
            "{lang} example '{text}' must show an unwanted form, but '{surface}' is {status}; "
            "correct the example, or list the form as wrong or deprecated",
            "T903",
        ),
        "example-shows-nothing": FaultKind(
            "{lang} example '{text}' must show an unwanted form, but nothing is found; "
            "correct the example, or list the form as wrong or deprecated",
            "T903",
        ),
        # Lint.
        "unused-preferred": FaultKind(
            "{lang} prefers '{form}', which is never used, while '{used}' is {count:,} times; "
            "prefer that, or tell writers",
            "T904",
        ),
        "too-general": FaultKind("{lang} '{form}' ({status}) is {cause}; give it only_near or not_in", "T905"),
        "shadowed": FaultKind(
            "{lang} '{form}' stands {count:,} times, always inside a longer term; leave it out", "T906"
        ),
        "idle-forms": FaultKind("{lang} {forms}: unwanted, and nowhere in the build", "T909"),
        "idle-context": FaultKind(
            "{lang} '{form}' stands in {count:,} segments, never with its context words; is only_near too narrow?",
            "T909",
        ),
        "needless-words": FaultKind(
            "{lang} '{form}': {words} need not be listed: a shorter string of the list meets them", "T909"
        ),
        "idle-words": FaultKind("{lang} '{form}': of its context words, {words} stand nowhere in the build", "T909"),
        "replaced-concept": FaultKind("takes the place of the entry in {other_file}, {lost}", "T910"),
        "idle-change": FaultKind("the entry in {other_file} says so already; remove the [[change]]", "T910"),
        # Proposals.
        "unusual-entry": FaultKind("its entry is written in an unusual way; edit it by hand", ""),
    }
)


class Place(NamedTuple):
    """A place in a glossary; an empty field, or line 0, is unknown or does not apply."""

    file: str = ""  # or the folder of entries
    concept_id: str = ""
    lang: str = ""
    form: str = ""
    table: str = ""  # of the entry, as a sentence names it: zh wrong, examples.ja
    line: int = 0

    def __str__(self) -> str:
        concept = f"'{self.concept_id}'" if self.concept_id else ""
        return ": ".join(filter(None, (self.at, " ".join(filter(None, (concept, self.table))))))

    @property
    def at(self) -> str:
        """File and line; for a fault of TOML itself only the file, as its message names the line."""
        return f"{self.file}:{self.line}" if self.line and self.concept_id else self.file

    def within(self, table: str, *, lang: str = "", form: str = "") -> Place:
        """Return a place within this one; language and form stay the same unless given."""
        path = f"{self.table} {table}" if self.table else table
        # An entry has dozens: `_replace` takes three times as long.
        return Place(self.file, self.concept_id, lang or self.lang, form or self.form, path, self.line)

    def fault(self, kind: str, other_id: str = "", **details: Any) -> Fault:
        """Return a fault at this place."""
        return Fault(kind, self, other_id, details)


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing in a glossary that is wrong or could be better; as text, a sentence with its remedy."""

    kind: str  # one of KINDS
    place: Place
    other_id: str = ""  # the concept that this one contradicts
    details: Mapping[str, Any] = field(default_factory=dict)  # what else the sentence names

    @property
    def code(self) -> str:
        """The code of the law or check."""
        return KINDS[self.kind].code

    @property
    def concept_ids(self) -> tuple[str, str]:
        """The ids of the concepts that it is about."""
        return self.place.concept_id, self.other_id

    @property
    def message(self) -> str:
        """The sentence without the place."""
        return self._filled(KINDS[self.kind].text)

    def __str__(self) -> str:
        return self._filled(KINDS[self.kind].head) + self.message

    def _filled(self, template: str) -> str:
        return template.format(
            place=self.place, at=self.place.at, other_id=self.other_id, **self.place._asdict(), **self.details
        )
