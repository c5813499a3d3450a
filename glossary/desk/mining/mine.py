"""Mining the candidates of a build: what its English has and the glossary lacks, by kind, the likeliest first."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from typing import Any, Literal, NamedTuple

import pyarrow as pa
import pyarrow.compute as pc

from corpus import lazy_re as re
from corpus.languages import TARGETS
from corpus.records import Document
from corpus.schema import from_table
from glossary.bitext.rendering_words import folded
from glossary.bitext.terms.english_terms import stems_of
from glossary.bitext.terms.term_lexicon import everyday_words
from glossary.desk.mining.cues import READS, AlignedTerms, Cues, PhraseRenderings, cues
from glossary.desk.mining.english_phrases import Phrase, is_function_word, parts_of, phrases, term_of
from glossary.desk.mining.term_likelihood import LikelihoodModel
from glossary.termbase.termbase import ALLOWED, Termbase

CandidateKind = Literal["term", "phrase", "silent", "name"]
KINDS: Mapping[CandidateKind, str] = {  # in the order of lists
    "term": "Terms that the glossary lacks",
    "phrase": "Phrases of known words: one rendering, or capitals in mid-sentence",
    "silent": "Known, but said otherwise: the renderings found are not in the glossary",
    "name": "Names of products, people and projects, which stay English",
}
TABLES: Mapping[str, list[str] | None] = {
    "documents": None,
    "segments": ["segment_id", "doc_id", "lang", "text_lang", "kind", "section", "start", "text", "protected"],
    "mentions": ["segment_id", "lang", "start", "end", "nested"],
    "term_alignments": READS,
}
_CONTEXTS = 3
_AROUND = 60  # code points either side


class Context(NamedTuple):
    """A candidate in context: `left`, the words, `right`."""

    path: str
    left: str
    surface: str
    right: str


class TermCandidate(NamedTuple):
    """A phrase that may be a term."""

    kind: CandidateKind
    phrase: Phrase
    renderings: Mapping[str, PhraseRenderings]
    cues: Cues
    probability: float
    contexts: tuple[Context, ...]

    @property
    def term(self) -> str:
        """The English, in lower case and the singular unless it is a name or has capitals."""
        surface = self.phrase.surface
        return surface if self.kind == "name" or surface[1:] != surface[1:].lower() else surface.lower()


def candidates(
    tables: Mapping[str, pa.Table],
    model: LikelihoodModel,
    decided: Mapping[str, bool],
    termbase: Termbase,
    least: int,
    limit: int,
) -> list[TermCandidate]:
    """Return the likeliest candidates of a build, at most `limit` of each kind; decisions teach the model."""
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
    known_words = known_forms(termbase)
    by_kind: defaultdict[CandidateKind, list[_Ranked]] = defaultdict(list)
    for probability, row in zip(probabilities, open_ones, strict=True):
        if (kind := kind_of(row, known_words, least)) and (kind != "silent" or probability >= _LIKELY):
            by_kind[kind].append((_weight(row, kind, probability), probability, row))
    return [
        TermCandidate(kind, phrase, renderings, evidence, probability, _contexts(phrase, documents))
        for kind in KINDS
        for _, probability, (phrase, renderings, evidence) in _without_parts(
            sorted(by_kind[kind], key=lambda ranked: (-ranked[0], ranked[2][0].term))
        )[:limit]
    ]


def _english(table: pa.Table) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = table.filter(pc.field("lang") == "en").to_pylist()
    return rows


JudgedPhrase = tuple[Phrase, dict[str, PhraseRenderings], Cues]
KnownForms = Mapping[str, Mapping[str, frozenset[str]]]  # by English and language
_Ranked = tuple[float, float, JudgedPhrase]  # by what it is ordered, how likely it is a term
_STABLE = 0.6  # share of a phrase's commonest rendering; this and what follows by hand, on half of the pages measured
_MOSTLY = 0.5  # share of places
_OFTEN = 0.3  # share of its uses in which a phrase has a rendering, in each language
_LATIN = re.compile("[A-Za-z]{2}")  # a name beside a known word needs no entry of both
_LIKELY = 0.25  # probability of a known word, below which it is none of the product's terms
_VERBAL = 0.1  # share of places after what stands before verbs


def kind_of(row: JudgedPhrase, known_words: KnownForms, least: int) -> CandidateKind | None:
    """Return the kind of a phrase; None if it needs no entry."""
    phrase, renderings, evidence = row
    forms = known_words.get(phrase.term) or known_words.get(phrase.term.removesuffix("s")) or {}
    everyday = {lang: everyday_words(lang).get(stems_of(phrase.term), ()) for lang in renderings}
    if forms or any(everyday.values()):
        own_forms = {lang: {*forms.get(lang, ()), *map(folded, everyday[lang])} for lang in renderings}
        is_silent = any(_is_silent(of_language, own_forms[lang], least) for lang, of_language in renderings.items())
        return "silent" if is_silent else None
    words = phrase.surface.split()
    is_acronym = len(words) == 1 and phrase.surface.isupper()
    if not is_acronym and evidence.in_english > _MOSTLY and phrase.surface != phrase.surface.lower():
        return "name" if phrase.new or phrase.capitals >= _MOSTLY else None
    has_capitals = len(words) > 1 and phrase.capitals >= _MOSTLY
    if phrase.new and not has_capitals:
        return "term"
    is_stable = all(
        of_language.total >= max(least, _OFTEN * len(phrase.uses))
        and of_language.counts[0][1] >= _STABLE * of_language.total
        for of_language in renderings.values()
    )
    if has_capitals:
        return "phrase" if any(of_language.counts for of_language in renderings.values()) else None
    is_noun = evidence.verbal < _VERBAL and not (is_function_word(words[0]) or is_function_word(words[-1]))
    has_english = is_stable and any(_LATIN.search(of_language.counts[0][0]) for of_language in renderings.values())
    return "phrase" if len(words) > 1 and is_stable and is_noun and not has_english else None


def _weight(row: JudgedPhrase, kind: CandidateKind, probability: float) -> float:
    """Return the weight that orders a phrase in its kind; the model knows only phrases with a new word."""
    phrase, _, evidence = row
    if kind != "phrase":
        return probability
    return phrase.c_value * min(evidence.agreement_zh or 1, evidence.agreement_ja or 1)


def _is_silent(renderings: PhraseRenderings, forms: Collection[str], least: int) -> bool:
    """Return whether a language mostly renders a known term in one other form than those it has for it."""
    others = [uses for text, uses in renderings.counts if not _is_form(folded(text), forms) and not text.isascii()]
    return sum(others) >= max(least, _MOSTLY * renderings.total) and others[0] >= _MOSTLY * sum(others)


def _is_form(text: str, forms: Collection[str]) -> bool:
    """Return whether words are a form, contain one, are part of one, or inflect one."""
    return any(form in text or text in form or (len(form) > 1 and form[:-1] in text) for form in forms)


def known_forms(termbase: Termbase) -> KnownForms:
    """Return the forms in each language for each English form, in any status."""
    known_words: defaultdict[str, defaultdict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    for concept in termbase.concepts:
        for english in concept.in_language("en"):
            if english.status in ALLOWED:
                for form in concept.forms:
                    known_words[term_of(english.form.split())][form.lang].add(folded(form.form))
    return {term: {lang: frozenset(forms) for lang, forms in by_lang.items()} for term, by_lang in known_words.items()}


def _judged(phrase: Phrase, aligned: AlignedTerms, words: int) -> JudgedPhrase:
    renderings = {lang: aligned.renderings(phrase.uses, lang) for lang in sorted(TARGETS)}
    return phrase, renderings, cues(phrase, renderings, words)


def _without_parts(ranked: Sequence[_Ranked]) -> list[_Ranked]:
    """Return the list without phrases that are no terms of their own. These occur mostly inside a likelier, longer
    one, or join a likelier one to a known term: two adjacent terms need no entry. The same goes for known words next
    to a phrase of known words.
    """
    covered: dict[str, int] = {}
    remaining: list[_Ranked] = []
    terms: set[str] = set()
    for row in ranked:
        phrase = row[2][0]
        uses, parts = len(phrase.uses), [" ".join(words) for words in parts_of(phrase.term.split())]
        if covered.get(phrase.term, 0) * 2 > uses or phrase.new in terms:
            continue
        if not (phrase.new or terms.isdisjoint(parts) or phrase.capitals >= _MOSTLY):
            continue
        remaining.append(row)
        terms.add(phrase.term)
        for part in parts:
            covered[part] = covered.get(part, 0) + uses
    return remaining


def _contexts(phrase: Phrase, documents: Mapping[str, Document]) -> tuple[Context, ...]:
    """Return up to three places of a phrase, in different documents if there are enough, spread over all."""
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
