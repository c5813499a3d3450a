"""Small works of an English page and a translation, with their terms aligned."""

from __future__ import annotations

from dataclasses import replace

from corpus.alignment.lexicon import lexicons
from corpus.records import Document, TermAlignment
from glossary.annotation.annotate import rows_of
from glossary.bitext.term_alignments import aligners, term_alignments
from glossary.bitext.works import aligned_rows, taught, works
from tests.corpus.small import MARKDOWN, document
from tests.glossary.small import matcher, termbase

ENTRIES = (
    'id = "tensor"\nen.preferred = "tensor"\nzh.preferred = "张量"\nja.preferred = "テンソル"',
    'id = "operator"\nen.preferred = "operator"\nzh.preferred = "算子"\nja.preferred = "演算子"\n'
    'zh.wrong = [{ form = "操作员", why = "a person" }]',
    # An ordinary word: a term in company alone.
    'id = "graph-break"\nen.preferred = "graph break"\nzh.preferred = "图中断"\nja.preferred = "グラフブレーク"',
    'id = "compile"\nen.preferred = "compile"\nzh.preferred = { form = "编译", only_near = ["编译器"] }\nja.preferred = "コンパイル"',
    'id = "image-process"\nen.preferred = { form = "image", only_near = ["photograph"] }\nzh.preferred = "图像"\nja.preferred = "画像"',
    # Words that no lexicon knows.
    'id = "camera-knob"\nen.preferred = "camera knob"\nzh.preferred = "镜旋纽"\nja.preferred = "カメラノブ"',
    'id = "gimbalo"\nen.preferred = "gimbalo"\nzh.preferred = "晃架仪"\nja.preferred = "ゆれ台"',
)


def aligned_terms(english: str, translation: str, lang: str = "zh") -> list[TermAlignment]:
    """The rows of a work of two pages, one line of either a paragraph."""
    pages = {"en": english, lang: translation}
    documents = [_page(locale, text) for locale, text in pages.items()]
    rows = rows_of(documents, matcher(*ENTRIES))
    (work,) = works(rows["documents"], rows["segments"], rows["mentions"])
    knowledge = taught([work], lexicons())
    base = termbase(*ENTRIES)
    beads, _ = aligned_rows([work], knowledge.pairs, base)
    return term_alignments(work, beads, aligners(knowledge, base))


def _page(locale: str, text: str) -> Document:
    page = document(text.replace("\n", "\n\n"), MARKDOWN, locale)
    return replace(page, doc_id=f"work-{locale}", locale=locale, work="work")
