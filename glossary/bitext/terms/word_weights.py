"""Weights of words: how strongly a word of the translation suggests an English term: learned, same name, or sound."""

from __future__ import annotations

import math
import unicodedata
from collections import defaultdict
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import cached_property, lru_cache
from heapq import nlargest
from operator import itemgetter
from typing import NamedTuple

from corpus import lazy_re as re
from corpus.alignment import features
from corpus.alignment.lexicon import Lexicon
from glossary.bitext.terms.english_terms import SourceTerm
from glossary.bitext.terms.target_words import TargetWord

# By hand, in the order in which they are to be believed; what they are worth together the model has learned.
_SAME, _SOUNDS = 0.8, 0.5
_LEAST = 0.03  # less is chance
_RARE = 3  # beads: a word that stood in fewer may be no word at all
# What a word usually says, by hand: it went with one English word or two in so many of the beads in which it stood, and
# with those of a term in hardly any.
_USUAL, _HARDLY, _MET = 0.6, 0.1, 5
# Words beside a compound's: of those that are free by this some nine in ten belonged to it in Japanese (tf-docs,
# hf-course, comfy-docs), some six in ten in Chinese.
_COMMONEST, _PARTNERS, _SOME = 200, 3, 0.2
_SEPARATORS = re.compile(r"[\s_-]+")
_LATIN = re.compile(r"[a-z]+")


class WordWeight(NamedTuple):
    """How strong the evidence for a word is, 0 to 1, and its kind."""

    weight: float
    evidence: str  # lexicon, name or sound


WordWeights = Mapping[int, WordWeight]  # by the number of the word among those of the translation


class WordWeigher:
    """A weigher of words, by a lexicon whose source is English."""

    def __init__(self, lexicon: Lexicon) -> None:
        self._lexicon = lexicon
        self._partners: dict[tuple[str, ...], Mapping[str, float]] = {}

    def weights(self, terms: Sequence[SourceTerm], words: Sequence[TargetWord]) -> list[WordWeights]:
        """Return, for each term, the words with evidence and their weights."""
        places: defaultdict[str, list[int]] = defaultdict(list)
        sounds: defaultdict[str, list[int]] = defaultdict(list)
        for number, word in enumerate(words):
            if word.key:
                places[word.key].append(number)
            if word.is_katakana and len(sound := _katakana(word.surface)) > 1:
                sounds[sound].append(number)
        names = [(number, name_key(word.surface)) for number, word in enumerate(words) if word.is_latin]
        return [self._of_term(term, places, sounds, names) for term in terms]

    def is_rare(self, word: TargetWord) -> bool:
        """Return whether a word has hardly ever occurred."""
        return self._lexicon.target.get(word.key, 0.0) < _RARE

    def says_another(self, word: TargetWord, stems: Sequence[str], present: AbstractSet[str]) -> bool:
        """Return whether a word usually renders English words that are in neither the term nor its sentence. `stems`
        are those of the term, `present` those of the sentence.
        """
        count = self._lexicon.target.get(word.key, 0.0)
        if count < _MET:
            return False
        shares = {stem: pairs / count for stem, pairs in self._lexicon.inverse.by_source.get(word.key, ())}
        usual = sorted((share for stem, share in shares.items() if stem not in present), reverse=True)[:2]
        if sum(usual) < _USUAL:
            return False
        return sum(shares.get(stem, 0.0) for stem in stems) < _HARDLY and not self._gives(stems, word.key)

    def may_say(self, word: TargetWord, present: AbstractSet[str]) -> bool:
        """Return whether a word is neither very common nor usual for other English words in the sentence. `present`
        are the stems of these.
        """
        count = self._lexicon.target.get(word.key, 0.0)
        if count >= self._common_count:
            return False
        pairs = self._lexicon.inverse.by_source.get(word.key, ())
        usual = nlargest(_PARTNERS, pairs, key=itemgetter(1))
        return not any(stem in present and together >= _SOME * count for stem, together in usual)

    @cached_property
    def _common_count(self) -> float:
        return min(nlargest(_COMMONEST, self._lexicon.target.values()), default=0.0)

    def _gives(self, stems: Sequence[str], key: str) -> bool:
        """Return whether a word often renders any of these English words."""
        pairs, source = self._lexicon.pairs, self._lexicon.source
        return any(pairs.get((stem, key), 0.0) >= _HARDLY * source.get(stem, 0.0) > 0 for stem in stems)

    def _of_term(
        self,
        term: SourceTerm,
        places: Mapping[str, Sequence[int]],
        sounds: Mapping[str, Sequence[int]],
        names: Sequence[tuple[int, str]],
    ) -> WordWeights:
        partners = self._of_stems(term.stems)
        weights = {
            number: WordWeight(partners[key], "lexicon")
            for key, numbers in places.items()
            if key in partners
            for number in numbers
        }
        own_names = _names(term.surface) if names else ()
        matches = [(number, _SAME, "name") for number, name in names if name in own_names]
        if sounds:
            matches += [(n, _SOUNDS, "sound") for sound in _sounds(term.surface) for n in sounds.get(sound, ())]
        for number, weight, evidence in matches:
            if number not in weights or weights[number].weight < weight:
                weights[number] = WordWeight(weight, evidence)
        return weights

    def _of_stems(self, stems: tuple[str, ...]) -> Mapping[str, float]:
        """Return the words that go with any of the stems: geometric means of how often each implies the other."""
        if stems not in self._partners:
            partners: dict[str, float] = {}
            source, target = self._lexicon.source, self._lexicon.target
            for stem in stems:
                for word, count in self._lexicon.by_source.get(stem, ()):
                    weight = count / math.sqrt((source.get(stem, 0) + 1) * (target.get(word, 0) + 1))
                    partners[word] = max(weight, partners.get(word, 0.0))
            self._partners[stems] = {word: weight for word, weight in partners.items() if weight > _LEAST}
        return self._partners[stems]


@lru_cache(1 << 15)
def name_key(surface: str) -> str:
    """Return a name in comparable form: in lower case, without spaces, hyphens and underscores, in the singular."""
    plain = _SEPARATORS.sub("", unicodedata.normalize("NFKC", surface).casefold())
    return plain[:-1] if len(plain) > 3 and plain.endswith("s") and not plain.endswith("ss") else plain


@lru_cache(1 << 15)
def _names(surface: str) -> frozenset[str]:
    """Return a term and each of its words as comparable names."""
    return frozenset(map(name_key, (surface, *re.split(r"[\s-]+", surface))))


@lru_cache(1 << 15)
def _sounds(surface: str) -> tuple[str, ...]:
    return tuple(map(features.english, _LATIN.findall(surface.lower())))


_katakana = lru_cache(1 << 15)(features.katakana)
