"""T905 too-general: a form of one character, or an ordinary word, that counts in any context.

Why: 运营商 is a network operator in most texts, 图 is a picture. Without context words each use of the word is a
mention, and if the form is wrong, a false alarm.
Bad: wrong = ["图书馆"] for library.
Good: wrong = [{ form = "图书馆", only_near = ["TorchVision"] }].
"""

from __future__ import annotations

from collections.abc import Iterator

from corpus.languages import missing_extra
from corpus.languages.chinese import word_counts
from corpus.tokenizers import tokenizer
from glossary.termbase.fault import Fault, Place
from glossary.termbase.lint.diagnostics import LintCheck, Usage
from glossary.termbase.termbase import UNWANTED, Form, Termbase

# In jieba's dictionary, whose words have 60 million uses together: 操作员 has 49, 图书馆 1,551, 功能 8,056.
_ORDINARY, _EVERYWHERE = 100, 5_000


def find(termbase: Termbase, usage: Usage | None) -> Iterator[Fault]:
    """Yield a fault for each form that is too general and has neither only_near nor not_in."""
    for concept in termbase.concepts:
        for form in concept.forms:
            reason = "" if form.lang == "en" or form.only_near or form.not_in else _general(form)
            if reason:
                place = Place(concept.source, concept.id, form.lang, form.form)
                yield place.fault("too-general", status=form.status, cause=reason)


def _general(form: Form) -> str:
    """Return what makes a form too general; empty where nothing does."""
    unwanted = form.status in UNWANTED
    if len(form.form) == 1 and not form.form.isascii():
        return "one character"
    if form.lang == "zh" and word_counts().get(form.form, 0) >= (_ORDINARY if unwanted else _EVERYWHERE):
        return "an ordinary word"
    is_cut = form.lang == "ja" and unwanted and len(form.form) == 2 and not missing_extra("ja")
    if is_cut and len(tokenizer("ja")(form.form)) == 1:
        return "an ordinary word"
    return ""


CHECK = LintCheck("T905", "too-general", "minor", "one character or an ordinary word without only_near or not_in", find)
