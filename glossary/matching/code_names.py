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
from glossary.termbase.termbase import ALLOWED, Concept


class CodeNames:
    """What each name of code stands for: a concept's identifier (counted as admitted), or one of its forms."""

    def __init__(self, concepts: Iterable[Concept]) -> None:
        self._known: defaultdict[str, dict[tuple[str, str], tuple[str, str]]] = defaultdict(dict)
        for concept in concepts:
            for form in concept.forms:
                if form.status in ALLOWED and (concept.keep or not form.form.isascii()):
                    self._known[form.form].setdefault((form.lang, concept.id), (form.form, form.status))
            for name in concept.identifiers:
                for lang in KNOWN:
                    self._known[name].setdefault((lang, concept.id), (name, "admitted"))

    def find(self, text: str, lang: str, spans: Sequence[SpanLike]) -> Iterator[MatchedTerm]:
        """The concepts named by whole protected spans."""
        for start, end, kind in code_names(text, spans):
            surface = text[start:end]
            meanings = self._known.get(surface)
            if meanings is None:
                continue
            for concept_id, form, status in _stands_for(meanings, lang):
                yield MatchedTerm(start, end, surface, concept_id, form, status, kind, False, 1.0)


def _stands_for(meanings: Mapping[tuple[str, str], tuple[str, str]], lang: str) -> Iterator[tuple[str, str, str]]:
    for (of, concept_id), (form, status) in meanings.items():
        if of == lang:
            yield concept_id, form, status
        elif of == "en" and (lang, concept_id) not in meanings:
            yield concept_id, form, "source"
