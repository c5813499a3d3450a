"""The term lexicon: translations of English words, learned from beads on top of the word pairs of taiyaku.

Everyday words (file, value) are no concepts; a list by hand has their renderings.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib.resources import files

from corpus.alignment.lexicon import Lexicon, parse_lexicon
from corpus.records import Segment
from corpus.storage.code_hash import kept_table
from corpus.tokenizers import tokenizer
from glossary.bitext.terms.english_terms import are_sentences, source_terms, stems_of
from glossary.bitext.terms.target_words import target_words

_MANY = 200  # different words on a side: lists that teach nothing and cost their square; as in corpus.alignment.ibm1
TextPair = tuple[Sequence[Segment], Sequence[Segment]]  # English segments, and those that translate them


@kept_table()
def built_in(lang: str) -> Lexicon:
    """Return the word pairs of English and a language that come with taiyaku; none for an unknown language."""
    file = files("glossary.bitext.terms") / "word_pairs" / f"en-{lang}.tsv"
    return parse_lexicon(file.read_text(encoding="utf-8"), file.name) if file.is_file() else Lexicon()


@cache
def _everyday_rows() -> list[list[str]]:
    """Return the rows of the list of everyday words: English, then other languages; the first row names them."""
    lines = (files("glossary.bitext.terms") / "everyday_words.tsv").read_text(encoding="utf-8").splitlines()
    return [line.split("\t") for line in lines if not line.startswith("#")]


@cache
def everyday_english() -> tuple[str, ...]:
    """Return the English words in the list of everyday words."""
    return tuple(word for row in _everyday_rows()[1:] for word in row[0].split(" | "))


@cache
def everyday_stems() -> frozenset[tuple[str, ...]]:
    """Return the stems of each everyday English word."""
    return frozenset(map(stems_of, everyday_english()))


@cache
def everyday_words(lang: str) -> Mapping[tuple[str, ...], tuple[str, ...]]:
    """Return a language's renderings of everyday English words, by their stems; none for an unknown language."""
    head, *rows = _everyday_rows()
    words: dict[tuple[str, ...], tuple[str, ...]] = {}
    for row in rows if lang in head else ():
        for stems in map(stems_of, row[0].split(" | ")):
            words[stems] = tuple(dict.fromkeys([*words.get(stems, ()), *row[head.index(lang)].split(" | ")]))
    return words


def learned(pairs: Iterable[TextPair], lang: str, lexicon: Lexicon) -> Lexicon:
    """Return the lexicon extended by what pairs of texts teach, by IBM model 1 in both directions."""
    from corpus.alignment.ibm1 import learn  # scipy takes long to import

    cut = tokenizer(lang)
    bags = []
    for source, target in pairs:
        if not (are_sentences(source) and are_sentences(target)):
            continue
        bag = tuple(sorted({stem for term in source_terms(source, ()) for stem in term.stems}))
        other = tuple(sorted({word.key for word in target_words(target, cut) if word.key}))
        if bag and other and max(len(bag), len(other)) <= _MANY:
            bags.append((bag, other))
    _ = lexicon.by_source, lexicon.inverse.by_source  # of a lexicon once; page after page adds little to it
    return lexicon + learn(bags, lexicon) if bags else lexicon
