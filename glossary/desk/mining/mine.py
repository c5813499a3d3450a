"""Mining the candidates of a build: what its English has and the glossary lacks, the likeliest terms first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import pyarrow as pa
import pyarrow.compute as pc

from corpus.languages import TARGETS
from corpus.records import Document
from corpus.storage.shards import from_table
from glossary.desk.mining.cues import READS, AlignedTerms, Cues, PhraseRenderings, cues
from glossary.desk.mining.english_phrases import Phrase, parts_of, phrases
from glossary.desk.mining.term_likelihood import LikelihoodModel

TABLES: Mapping[str, list[str] | None] = {
    "documents": None,
    "segments": ["segment_id", "doc_id", "lang", "text_lang", "kind", "section", "start", "text", "protected"],
    "mentions": ["segment_id", "lang", "start", "end", "nested"],
    "term_alignments": READS,
}
_CONTEXTS = 3
_AROUND = 60  # code points either side


class Context(NamedTuple):
    """A place of a candidate: `left`, the words, `right`."""

    path: str
    left: str
    surface: str
    right: str


class TermCandidate(NamedTuple):
    """A phrase that may be a term."""

    phrase: Phrase
    renderings: Mapping[str, PhraseRenderings]
    cues: Cues
    probability: float
    contexts: tuple[Context, ...]

    @property
    def term(self) -> str:
        """The English, in small letters and the singular unless it is written with capitals."""
        surface = self.phrase.surface
        return surface if surface[1:] != surface[1:].lower() else surface.lower()


def candidates(
    tables: Mapping[str, pa.Table], model: LikelihoodModel, decided: Mapping[str, bool], least: int, limit: int
) -> list[TermCandidate]:
    """Return the likeliest candidates of a build, at most so many; what is decided teaches the model."""
    documents: dict[str, Document] = {document.doc_id: document for document in from_table(tables["documents"])}
    corpus_phrases = phrases(_english(tables["segments"]), _english(tables["mentions"]), least)
    aligned = AlignedTerms(tables["term_alignments"].to_pylist(), {key: page.text for key, page in documents.items()})
    words = sum(len(phrase.uses) for phrase in corpus_phrases if " " not in phrase.term) or 1
    judged = [_judged(phrase, aligned, words) for phrase in corpus_phrases]
    shifted = model.after(
        [(evidence, decided[phrase.term]) for phrase, _, evidence in judged if phrase.term in decided]
    )
    open_ones = [row for row in judged if row[0].term not in decided]
    probabilities = shifted.probabilities([evidence for _, _, evidence in open_ones])
    ranked = sorted(zip(probabilities, open_ones, strict=True), key=lambda pair: (-pair[0], pair[1][0].term))
    return [
        TermCandidate(phrase, renderings, evidence, probability, _contexts(phrase, documents))
        for probability, (phrase, renderings, evidence) in _without_parts(ranked)[:limit]
    ]


def _english(table: pa.Table) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = table.filter(pc.field("lang") == "en").to_pylist()
    return rows


_Judged = tuple[Phrase, dict[str, PhraseRenderings], Cues]
_Ranked = tuple[float, _Judged]


def _judged(phrase: Phrase, aligned: AlignedTerms, words: int) -> _Judged:
    renderings = {lang: aligned.renderings(phrase.uses, lang) for lang in sorted(TARGETS)}
    return phrase, renderings, cues(phrase, renderings, words)


def _without_parts(ranked: Sequence[_Ranked]) -> list[_Ranked]:
    """Return the list without phrases that are no terms of their own.

    Such are those most of whose uses lie in a likelier, longer one, and a likelier one beside a term that is known: two
    terms side by side need no entry.
    """
    covered: dict[str, int] = {}
    remaining: list[_Ranked] = []
    terms: set[str] = set()
    for row in ranked:
        phrase = row[1][0]
        uses = len(phrase.uses)
        if covered.get(phrase.term, 0) * 2 > uses or phrase.new in terms:
            continue
        remaining.append(row)
        terms.add(phrase.term)
        for words in parts_of(phrase.term.split()):
            part = " ".join(words)
            covered[part] = covered.get(part, 0) + uses
    return remaining


def _contexts(phrase: Phrase, documents: Mapping[str, Document]) -> tuple[Context, ...]:
    """Return three places in different documents as far as there are so many, spread over all."""
    by_document = {use.doc_id: use for use in reversed(phrase.uses)}
    places = [by_document[doc_id] for doc_id in sorted(by_document)]
    chosen = (places if len(places) >= _CONTEXTS else list(phrase.uses))[:: max(1, len(places) // _CONTEXTS)][
        :_CONTEXTS
    ]
    contexts: list[Context] = []
    for use in chosen:
        path, text = documents[use.doc_id].path, documents[use.doc_id].text
        left, right = text[max(0, use.start - _AROUND) : use.start], text[use.end : use.end + _AROUND]
        contexts.append(Context(path, _flat(left).lstrip(), text[use.start : use.end], _flat(right).rstrip()))
    return tuple(contexts)


def _flat(text: str) -> str:
    words = " ".join(text.split())
    return f"{' ' if text[:1].isspace() else ''}{words}{' ' if text[-1:].isspace() and words else ''}"
