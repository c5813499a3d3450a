"""What builds are compared with: the bare tokenizers, and a pipeline as a day's work with well-known libraries makes it.

The pipeline cuts paragraphs and words, finds the forms of the glossary, aligns by length and writes Parquet. It knows no
variants, context or markup, judges nothing and keeps nothing for the next time.
"""

from __future__ import annotations

import math
import re
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import fugashi
import jieba
import pandas as pd
import spacy
from spacy.matcher import PhraseMatcher
from spacy.tokens import Doc

from corpus.alignment.lengths import initial_ratio
from corpus.grouping import grouped
from corpus.records import Document
from corpus.text.segments import segment
from glossary.termbase.termbase import Termbase

_LANGUAGES = ("en", "zh", "ja")
_CODE, _BETWEEN = re.compile(r"(?ms)^```.*?^```"), re.compile(r"\n\s*\n")
Numbers = set[tuple[tuple[int, ...], tuple[int, ...]]]
Cut = Callable[[str], list[str]]


def cutters() -> Mapping[str, Cut]:
    """What cuts the words of each language, loaded."""
    jieba.initialize()
    tagger, english = fugashi.Tagger(), spacy.blank("en").tokenizer
    return {
        "zh": lambda text: list(jieba.cut(text)),
        "ja": lambda text: [word.surface for word in tagger(text)],
        "en": lambda text: [word.text for word in english(text)],
    }


def bare_seconds(pages: Sequence[Document]) -> float:
    """CPU seconds of the tokenizers of Chinese and Japanese by themselves, loaded before, the best of three."""
    texts = [
        (part.text_lang, part.text)
        for page in pages
        for part in segment(page)
        if part.text_lang in ("zh", "ja") and part.kind not in ("code", "markup")
    ]
    cut = cutters()
    best = float("inf")
    for _ in range(3):
        began = time.process_time()
        for lang, text in texts:
            cut[lang](text)
        best = min(best, time.process_time() - began)
    return best


class DayPipeline:
    """A pipeline as a day's work makes it; what it needs is loaded when it is made, as that of a build is."""

    def __init__(self, termbase: Termbase) -> None:
        self._cut, self._vocab = cutters(), spacy.blank("en").vocab
        self._matchers = {lang: PhraseMatcher(self._vocab, attr="LOWER") for lang in _LANGUAGES}
        for lang, matcher in self._matchers.items():
            for concept in termbase.concepts:
                matcher.add(concept.id, [self._doc(form.form, lang) for form in concept.in_language(lang)])
        _align_blocks()

    def run(self, pages: Sequence[Document], folder: Path) -> float:
        """Write the tables of pages; returns the CPU seconds that it took."""
        began = time.process_time()
        folder.mkdir(parents=True)
        paragraphs: list[tuple[str, str, str, list[str]]] = []
        mentions: list[tuple[str, int, str, str]] = []
        beads: list[tuple[str, str, list[int], list[int]]] = []
        for versions in grouped(pages, lambda page: page.work).values():
            lengths: dict[str, list[int]] = {}
            for page in versions:
                texts = [text for text in _BETWEEN.split(_CODE.sub("", page.text)) if text.strip()]
                lengths[page.lang] = [len(text) for text in texts]
                for number, text in enumerate(texts):
                    doc = self._doc(text, page.lang)
                    paragraphs.append((page.doc_id, page.lang, text, [word.text for word in doc]))
                    mentions += self._mentions(doc, page, number)
            for lang in lengths.keys() - {"en"} if "en" in lengths else ():
                pairs = gale_church(lengths[lang], lengths["en"], (lang, "en"))
                beads += [(versions[0].work, lang, list(source), list(target)) for source, target in sorted(pairs)]
        pd.DataFrame(paragraphs, columns=["doc_id", "lang", "text", "tokens"]).to_parquet(folder / "texts.parquet")
        pd.DataFrame(mentions, columns=["doc_id", "paragraph", "concept", "form"]).to_parquet(folder / "terms.parquet")
        pd.DataFrame(beads, columns=["work", "lang", "source", "target"]).to_parquet(folder / "beads.parquet")
        return time.process_time() - began

    def _doc(self, text: str, lang: str) -> Doc:
        return Doc(self._vocab, words=[word for word in self._cut[lang](text) if word.strip()])

    def _mentions(self, doc: Doc, page: Document, number: int) -> Iterator[tuple[str, int, str, str]]:
        for concept, start, end in self._matchers[page.lang](doc):
            yield page.doc_id, number, self._vocab.strings[concept], doc[start:end].text


def gale_church(source: Sequence[int], target: Sequence[int], langs: tuple[str, str]) -> Numbers:
    """The beads by lengths alone (nltk), with its 2-1 and 1-2 put together."""
    align_blocks, measure = _align_blocks()
    measure.AVERAGE_CHARACTERS = math.exp(initial_ratio(*langs).mean)
    beads: list[tuple[set[int], set[int]]] = []
    for i, j in align_blocks(source, target, measure):
        if beads and (i in beads[-1][0] or j in beads[-1][1]):
            beads[-1][0].add(i)
            beads[-1][1].add(j)
        else:
            beads.append(({i}, {j}))
    return {(tuple(sorted(a)), tuple(sorted(b))) for a, b in beads}


def _align_blocks() -> tuple[Callable[..., list[tuple[int, int]]], Any]:
    from nltk.translate.gale_church import LanguageIndependent, align_blocks  # takes seconds

    return align_blocks, LanguageIndependent()
