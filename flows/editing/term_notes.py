"""Term notes: what an editor shows of a concept and offers to insert, and how words become project terms."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from corpus.grouping import grouped
from corpus.languages import TARGETS, pack
from corpus.moments import moment_text
from corpus.records import Finding, Location
from glossary.decisions.decision import Decision, Question
from glossary.desk.review.proposals import proposals
from glossary.desk.review.proposals.changes import EntryChange
from glossary.desk.review.proposals.glossary_layers import shelf
from glossary.desk.review.proposals.requests import UnclearError, requested_change
from glossary.exchange.provenance import FormKey
from glossary.matching.normalized_view import fold
from glossary.rules.registry import BY_CODE
from glossary.termbase.display import forms_to_avoid, forms_to_use
from glossary.termbase.termbase import ALLOWED, Concept, Termbase
from glossary.termbase.termbase_facts import termbase_fact

MOST_OFFERS = 30
_LONGEST = 60  # characters before the cursor that may be the beginning of a name
_WORD_STARTS = re.compile(r"(?<![A-Za-z0-9_])[A-Za-z0-9_.]|[^\W A-Za-z0-9_]")
_MOST_FORMS = 5
_ACTIONS = ("prefer", "admit")
_WRITER = "a writer"  # who asks for an entry, in the remark beside it
FormUses = Mapping[FormKey, int]  # how often a build writes each form


class Offer(NamedTuple):
    """A form offered for insertion."""

    form: str
    english: str  # names of the concepts that are written so
    definition: str


def concept_note(concept: Concept, uses: FormUses) -> str:
    """Return a concept in Markdown: definition, forms by language with their uses in the build, forms to avoid."""
    lines = [f"**{concept.id}** · {concept.domain}", "", *([concept.definition, ""] if concept.definition else [])]
    for lang in ("en", *TARGETS):
        allowed, unwanted = (
            [form.form for form in listed(concept, lang)[:_MOST_FORMS]] for listed in (forms_to_use, forms_to_avoid)
        )
        if allowed:
            forms = " / ".join(_with_uses(concept, lang, form, uses) for form in allowed)
            avoid = f" — not {', '.join(unwanted)}" if unwanted else ""
            lines.append(f"- {pack(lang).native_name}: {forms}{avoid}")
    if concept.reference:
        lines += ["", concept.reference]
    return "\n".join(lines)


def _with_uses(concept: Concept, lang: str, form: str, uses: FormUses) -> str:
    count = uses.get((concept.id, lang, form), 0)
    return f"{form} ×{count:,}" if count else form


def offers(termbase: Termbase, before: str, lang: str, uses: FormUses) -> tuple[str, list[Offer]]:
    """Return the typed text and the forms offered for it: each form once, the most used in the build first. The typed
    text is the longest run of words at the end of `before` with which an English name, or a form in the page's own
    language, begins.
    """
    for match in _WORD_STARTS.finditer(before, max(0, len(before) - _LONGEST)):
        typed = before[match.start() :]
        if offered := _offers(termbase, fold(typed, "en"), lang, uses):
            return typed, offered[:MOST_OFFERS]
    return "", []


def _offers(termbase: Termbase, key: str, lang: str, uses: FormUses) -> list[Offer]:
    names = _concept_ids_by_beginning(termbase, lang).get(key[:1], ()) if key.strip() else ()
    concept_ids = dict.fromkeys(concept_id for name, concept_id in names if name.startswith(key))
    by_form = grouped(concept_ids, lambda concept_id: termbase.preferred(concept_id, lang))

    def use(form: str) -> int:
        return sum(uses.get((concept_id, lang, form), 0) for concept_id in by_form[form])

    return [
        Offer(
            form,
            ", ".join(termbase.preferred(concept_id, "en") for concept_id in by_form[form]),
            termbase.by_id[by_form[form][0]].definition,
        )
        for form in sorted(by_form, key=use, reverse=True)
    ]


@termbase_fact
def _concept_ids_by_beginning(termbase: Termbase, lang: str) -> dict[str, tuple[tuple[str, str], ...]]:
    """Return names and their concept ids by first character, each name once, the shortest first."""
    names: dict[str, dict[str, str]] = {}
    for concept in termbase.concepts:
        if not concept.in_language(lang):
            continue
        for form in (*concept.in_language("en"), *concept.in_language(lang)):
            key = fold(form.form, "en")
            if form.status in ALLOWED and key:
                names.setdefault(key[0], {}).setdefault(key, concept.id)
    return {char: tuple(sorted(ids.items(), key=lambda pair: (len(pair[0]), pair))) for char, ids in names.items()}


def entry_changes(finding: Finding, location: Location, termbase: Termbase) -> Iterator[tuple[str, EntryChange]]:
    """Yield the actions that would make a glossary accept the words at a place, with the change of each."""
    if finding.concept_id and BY_CODE[finding.rule].category.startswith("terminology"):
        for action in _ACTIONS:
            try:
                change = requested_change(
                    _decision(action, finding.concept_id, finding.lang, location.surface), termbase
                )
            except UnclearError:
                continue
            if change:
                yield action, change


def _decision(action: str, concept_id: str, lang: str, form: str) -> Decision:
    question = Question("", "", concept_id, lang, "", form, (), 1.0)
    return Decision(question, action, _WRITER, moment_text(), words=form)


@dataclass(frozen=True, slots=True)
class EntryEdits:
    """The file edits that a change of an entry makes."""

    files: Mapping[str, tuple[str | None, str]] = field(
        default_factory=dict
    )  # by path: text before, none of a new one, and after
    new_folder: str = ""  # to be named in `[glossary] dirs`
    problem: str = ""  # why nothing changes

    @classmethod
    def of(cls, change: EntryChange, base: Path, folders: tuple[Path, ...], glossary_only: bool) -> EntryEdits:
        """Return the edits of a change; raises GlossaryError or ReviewError if the glossary cannot be read."""
        wish = _decision(change.action, change.concept_id, change.lang, change.form)
        proposed = proposals([wish], shelf(base, folders, glossary_only))
        problem = next(iter((*proposed.refused, *proposed.problems, *proposed.conflicts)), "")
        files = {}
        for path, content in proposed.files.items():
            file = base / path
            files[path] = (file.read_text(encoding="utf-8") if file.exists() else None, content.decode("utf-8"))
        if not files and not problem:
            problem = f"'{change.concept_id}' {change.lang}: the glossary says so of {change.form} already"
        return cls(files, proposed.new_folder, problem)
