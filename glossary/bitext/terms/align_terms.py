"""Aligning the terms of a bead: for each English term the stretch that renders it, or none, and how likely it is."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import cache
from importlib.resources import files
from itertools import chain, starmap
from typing import NamedTuple

import tomli

from corpus import lazy_re as re
from corpus.alignment.lexicon import Lexicon
from corpus.languages import pack
from corpus.languages.scripts import HAN
from corpus.records import Mention, Segment
from corpus.tokenizers import tokenizer
from glossary.bitext.terms.counterparts import (
    BeadView,
    Counterpart,
    Evidence,
    Forms,
    counterparts,
    free_words,
    has_allowed,
    part_of,
)
from glossary.bitext.terms.english_terms import SourceTerm, source_terms, touches
from glossary.bitext.terms.listed_forms import Extent, TargetText, listed_places
from glossary.bitext.terms.near_forms import Part, compounds, near_places
from glossary.bitext.terms.target_words import TargetWord, target_words
from glossary.bitext.terms.word_weights import WordWeigher, WordWeights
from glossary.termbase.termbase import Termbase


class Model(NamedTuple):
    """A logistic regression on the evidence that a stretch renders a term: its weights, in log-odds. The weights are
    in `link_model.toml`, fitted on links that readers judged (tests/benchmarks/term_alignment).
    """

    bias: float
    weights: Evidence
    least: float  # log-odds below which nothing stands for a term rather than this
    omitted: float  # how often nothing stands for a term where nothing speaks for any stretch

    def log_odds(self, evidence: Evidence) -> float:
        """Return the log-odds that a stretch with this evidence is the right one."""
        return self.bias + math.fsum(map(float.__mul__, self.weights, map(float, evidence)))


@cache
def built_in_model() -> Model:
    """Return the model that comes with taiyaku."""
    table = tomli.loads((files("glossary.bitext.terms") / "link_model.toml").read_text(encoding="utf-8"))
    return Model(
        table["bias"],
        Evidence(**{name: float(weight) for name, weight in table["weights"].items()}),
        table["least"],
        table["omitted"],
    )


def link_probability(log_odds: float) -> float:
    """Return the probability for log-odds."""
    return 1 / (1 + math.exp(-log_odds))


class Choice(NamedTuple):
    """A stretch with the log-odds that it is the right one."""

    log_odds: float
    candidate: Counterpart


def assigned(choices: Sequence[Sequence[Choice]], least: float) -> dict[int, Choice]:
    """Return the stretch for each term, by number: the likeliest of all first, unless its words are taken. `choices`
    are those of each term; choices with log-odds below `least` are ignored.
    """
    ranked = sorted(
        (-choice.log_odds, number, choice.candidate.start, choice.candidate.end, place)
        for number, options in enumerate(choices)
        for place, choice in enumerate(options)
        if choice.log_odds >= least
    )
    chosen: dict[int, Choice] = {}
    for _, number, start, end, place in ranked:
        if number not in chosen and not any(
            start < other.candidate.end and other.candidate.start < end for other in chosen.values()
        ):
            chosen[number] = choices[number][place]
    return chosen


def in_order(chosen: Mapping[int, Choice], keys: Sequence[object], text: str) -> dict[int, Choice]:
    """Return the same choices, but with equal words for equal terms in the order of both texts. `keys` are what the
    terms are compared by.
    """
    groups: defaultdict[tuple[object, str], list[int]] = defaultdict(list)
    for number, (_, candidate) in sorted(chosen.items()):
        groups[keys[number], text[candidate.start : candidate.end].casefold()].append(number)
    ordered: dict[int, Choice] = {}
    for numbers in groups.values():
        choices = sorted((chosen[number] for number in numbers), key=lambda choice: choice.candidate.start)
        ordered.update(zip(numbers, choices, strict=True))
    return ordered


_SAID = ("prose", "heading", "gloss")
_TAKEN = 0.3  # probability from which on a link's words are no other term's
_HAN_WORD = re.compile(f"[{HAN}]+")


class BeadText(NamedTuple):
    """Segments that translate each other, with the uses of concepts in them; at least one segment per side."""

    source: Sequence[Segment]  # English
    source_mentions: Sequence[Mention]
    target: Sequence[Segment]
    target_mentions: Sequence[Mention]
    text: str  # the document of the translation


class TermLink(NamedTuple):
    """A term, the words that render it, and how sure the link is."""

    term: SourceTerm
    candidate: Counterpart | None  # None: nothing stands for it
    probability: float  # how often such a link is right, or such a term omitted


class TermAligner:
    """An aligner of the terms in beads of one language with English, which caches what it learns about words."""

    def __init__(self, lang: str, termbase: Termbase, lexicon: Lexicon) -> None:
        self._lang, self.termbase = lang, termbase
        self._cut = tokenizer(lang)
        self._weigher = WordWeigher(lexicon)
        self._model = built_in_model()

    def links(self, bead: BeadText) -> list[TermLink]:
        """Return the terms of a bead's English in order, each with its link; compounds before their parts."""
        terms = source_terms(bead.source, bead.source_mentions)
        words = target_words(bead.target, self._cut)
        choices = self._choices(terms, words, bead)
        keys = [term.stems for term in terms]
        chosen = in_order(assigned(choices, self._model.least), keys, bead.text)
        links = [self._link(term, chosen.get(number), choices[number]) for number, term in enumerate(terms)]
        if self._lang == "ja":
            links = self._with_whole_compounds(links, terms, words)
        links = list(self._with_doubts(links, terms, words))
        return sorted([*links, *_compounds(links, bead)], key=lambda link: (link.term.start, -link.term.end))

    def choices(self, terms: Sequence[SourceTerm], bead: BeadText) -> list[list[Choice]]:
        """Return, for each term, the stretches that may render it, with their log-odds."""
        return self._choices(terms, target_words(bead.target, self._cut), bead)

    def _choices(self, terms: Sequence[SourceTerm], words: Sequence[TargetWord], bead: BeadText) -> list[list[Choice]]:
        weights = self._weigher.weights(terms, words)
        target = TargetText(bead.text, bead.target[0].start, bead.target[-1].end, self._lang, bead.target_mentions)
        view = self._view(terms, bead, target, words, weights)
        folded = _folded(bead.text[target.start : target.end])
        return [
            [
                Choice(self._model.log_odds(candidate.evidence), candidate)
                for candidate in counterparts(term, term_weights, self._forms(term, view, folded), view)
            ]
            for term, term_weights in zip(terms, weights, strict=True)
        ]

    def _forms(self, term: SourceTerm, bead: BeadView, folded: str) -> Forms:
        """Return where the translation has forms of a term; near forms only if it has no allowed one."""
        listed = listed_places(term, bead.target, folded, self.termbase)
        if has_allowed(listed) or not term.concept_ids:
            return Forms(listed, frozenset())
        near = near_places(term, bead, self.termbase, self._weigher.is_rare)
        return Forms(listed, near.difference(listed))

    def _view(
        self,
        terms: Sequence[SourceTerm],
        bead: BeadText,
        target: TargetText,
        words: Sequence[TargetWord],
        weights: Sequence[WordWeights],
    ) -> BeadView:
        totals = [0.0] * len(words)
        for number, weight in chain.from_iterable(by_word.items() for by_word in weights):
            totals[number] += weight.weight
        concepts = frozenset(chain.from_iterable(term.concept_ids for term in terms))
        uses = {
            place: frozenset(use.concept_id for use in mentions)
            for place, mentions in uses_by_place(bead.target_mentions).items()
        }
        foreign = [place for place, concept_ids in uses.items() if concept_ids.isdisjoint(concepts)]
        extent = target.start, target.end
        return BeadView(
            source=(bead.source[0].start, bead.source[-1].end),
            target=target,
            extent=extent,
            words=words,
            starts=[word.start for word in words],
            parts=[part_of(word.start, word.start, extent) for word in words],
            totals=totals,
            free=free_words(words, totals),
            foreign=frozenset(n for n, word in enumerate(words) if touches(word.start, word.end, foreign)),
            concepts=concepts,
            uses=uses,
            characters=pack(self._lang).english_characters,
        )

    def _with_whole_compounds(
        self, links: Sequence[TermLink], terms: Sequence[SourceTerm], words: Sequence[TargetWord]
    ) -> list[TermLink]:
        """Return the links; those of compounds also take the free words before their last part: 移転 in 移転学習."""
        linked_places = [
            (link.candidate.start, link.candidate.end)
            for link in links
            if link.candidate and link.probability >= _TAKEN
        ]
        whole = []
        for link in links:
            candidate, term = link.candidate, link.term
            is_compound = len(term.stems) > 1 and bool(term.concept_ids)
            if candidate and is_compound and not candidate.listed and "spelling" not in candidate.kinds:
                others = [place for place in linked_places if place != (candidate.start, candidate.end)]
                present = {stem for other in terms if other is not term for stem in other.stems}
                start = self._start_of_compound(candidate, len(term.stems), words, others, present)
                link = link._replace(candidate=candidate._replace(start=start))
            whole.append(link)
        return whole

    def _start_of_compound(
        self,
        candidate: Counterpart,
        size: int,
        words: Sequence[TargetWord],
        linked_places: Sequence[Extent],
        present: AbstractSet[str],
    ) -> int:
        """Return where the rendering of a compound of `size` English words begins."""
        inside = [number for number, word in enumerate(words) if touches(word.start, word.end, [candidate[:2]])]
        missing = size - sum(words[number].means for number in inside)
        start = candidate.start
        if not inside or words[inside[0]].start != start:
            return start
        for word in reversed(words[: inside[0]]):
            is_noun = (word.is_katakana and len(word.surface) > 1) or _HAN_WORD.fullmatch(word.surface)
            is_part = word.means and word.end == start and is_noun
            if (
                missing <= 0
                or not is_part
                or touches(word.start, word.end, linked_places)
                or not self._weigher.may_say(word, present)
            ):
                break
            start, missing = word.start, missing - 1
        return start

    def _with_doubts(
        self, links: Sequence[TermLink], terms: Sequence[SourceTerm], words: Sequence[TargetWord]
    ) -> Iterator[TermLink]:
        """Yield the links, with any evidence against those that link glossary terms to unlisted words."""
        present = {stem for term in terms for stem in term.stems}
        for link in links:
            candidate = link.candidate
            if candidate and link.term.concept_ids and not candidate.listed and "spelling" not in candidate.kinds:
                inside = [word for word in words if word.means and candidate.start <= word.start < candidate.end]
                if any(self._weigher.says_another(word, link.term.stems, present) for word in inside):
                    candidate = candidate._replace(kinds=candidate.kinds | {"elsewhere"})
            yield link._replace(candidate=candidate)

    def _link(self, term: SourceTerm, choice: Choice | None, options: Sequence[Choice]) -> TermLink:
        if choice is not None:
            return TermLink(term, choice.candidate, link_probability(choice.log_odds))
        likeliest = max((option.log_odds for option in options), default=-99.0)
        return TermLink(term, None, self._model.omitted * (1 - link_probability(likeliest)))


def _compounds(links: Sequence[TermLink], bead: BeadText) -> Iterator[TermLink]:
    parts = [Part(term, candidate, probability) for term, candidate, probability in links if candidate]
    for segment in bead.source:
        inside = [part for part in parts if segment.start <= part.term.start < segment.end]
        yield from starmap(TermLink, compounds(inside, segment.text, segment.start, bead.text))


def uses_by_place(mentions: Sequence[Mention]) -> dict[Extent, list[Mention]]:
    """Return the uses of concepts at each place that is inside no longer mention."""
    uses: defaultdict[Extent, list[Mention]] = defaultdict(list)
    for use in mentions:
        if not use.nested and use.zone in _SAID:
            uses[use.start, use.end].append(use)
    return dict(uses)


def _folded(text: str) -> str:
    """Return a text in lower case, at the same length."""
    folded = text.casefold()
    return (
        folded
        if len(folded) == len(text)
        else "".join(char.lower() if len(char.lower()) == 1 else char for char in text)
    )
