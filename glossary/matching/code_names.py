"""Names of code: concepts that stand in an identifier or between backticks, spelled as code spells them.

A common noun between backticks is the name of an argument or a method, and need not mean what it means in prose
(`compile` of Keras, `model`): only identifiers, names that are kept and Chinese or Japanese words count there.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from corpus.languages import KNOWN
from glossary.matching.match_record import MatchedTerm
from glossary.matching.spans import SpanLike, code_names
from glossary.termbase.termbase import ALLOWED, Concept, Form


class CodeNames:
    """What each name of code stands for: a concept's identifier (counted as admitted), or one of its forms."""

    def __init__(self, concepts: Iterable[Concept]) -> None:
        self._owners: defaultdict[str, list[Concept]] = defaultdict(list)
        for concept in concepts:
            for form in concept.forms:
                if _counts_in_code(form, concept):
                    self._owners[form.form].append(concept)
            for name in concept.identifiers:
                self._owners[name].append(concept)

    def find(self, text: str, lang: str, spans: Sequence[SpanLike]) -> Iterator[MatchedTerm]:
        """Yield the concepts named by whole protected spans."""
        for start, end, kind in code_names(text, spans):
            surface = text[start:end]
            meanings = _meanings(surface, self._owners.get(surface, ()))
            for concept_id, form, status in _stands_for(meanings, lang):
                yield MatchedTerm(start, end, surface, concept_id, form, status, kind, False, 1.0)


def _counts_in_code(form: Form, concept: Concept) -> bool:
    return form.status in ALLOWED and (bool(concept.keep) or not form.form.isascii())


def _meanings(name: str, concepts: Iterable[Concept]) -> dict[tuple[str, str], tuple[str, str]]:
    """Return what a name is of these concepts, by language and concept: the form and its status."""
    meanings: dict[tuple[str, str], tuple[str, str]] = {}
    for concept in concepts:
        for form in concept.forms:
            if form.form == name and _counts_in_code(form, concept):
                meanings.setdefault((form.lang, concept.id), (name, form.status))
        if name in concept.identifiers:
            for lang in KNOWN:
                meanings.setdefault((lang, concept.id), (name, "admitted"))
    return meanings


def _stands_for(meanings: Mapping[tuple[str, str], tuple[str, str]], lang: str) -> Iterator[tuple[str, str, str]]:
    for (of, concept_id), (form, status) in meanings.items():
        if of == lang:
            yield concept_id, form, status
        elif of == "en" and (lang, concept_id) not in meanings:
            yield concept_id, form, "source"
