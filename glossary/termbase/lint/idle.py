"""T909 idle: unwanted forms and context strings that change nothing, by themselves or in a build.

Why: what never fires costs reading and proves nothing; where the words do stand, their context may be too narrow.
Bad: wrong = [{ form = "图书馆", only_near = ["TorchVison"] }].
Good: only_near = ["TorchVision"].
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from ahocorasick_rs import AhoCorasick

from corpus.languages import TARGETS
from glossary.matching.characters import is_cjk
from glossary.termbase.context_sets import SIGN, with_set_names
from glossary.termbase.fault import Fault, Place
from glossary.termbase.lint.diagnostics import LintCheck, Usage
from glossary.termbase.termbase import UNWANTED, Form, Termbase


def find(termbase: Termbase, usage: Usage | None) -> Iterator[Fault]:
    """Yield faults of each concept and language: what says no more than the rest, what stands nowhere in a build, and
    what stands but never counts.
    """
    for concept in termbase.concepts:
        for form in concept.forms:
            if words := [*_implied(with_set_names(form.only_near)), *_implied(form.not_in)]:
                place = Place(concept.source, concept.id, form.lang, form.form)
                yield place.fault("needless-words", words=_listed(words))
    if usage is None:
        return
    for lang in TARGETS:
        texts = [passage.text.casefold() for passage in usage.passages if passage.lang == lang]
        standing, beside = _found(termbase, lang, texts)
        for concept in termbase.concepts if texts else ():
            place = Place(concept.source, concept.id, lang)
            forms = concept.in_language(lang)
            nowhere = [form.form for form in forms if form.status in UNWANTED and not standing[form.form.casefold()]]
            if nowhere:
                yield place.fault("idle-forms", forms=_listed(nowhere))
            for form in forms:
                count = standing[form.form.casefold()]
                if not count:
                    continue
                absent = [word for word in _context(form) if word.casefold() not in beside[form.form.casefold()]]
                if form.only_near and not usage.counts.get((concept.id, lang, form.form)):
                    yield Place(concept.source, concept.id, lang, form.form).fault("idle-context", count=count)
                elif absent:
                    yield Place(concept.source, concept.id, lang, form.form).fault("idle-words", words=_listed(absent))


def _implied(words: Sequence[str]) -> list[str]:
    """Return the words that hold another one: wherever they stand, that does."""
    shorter = [word for word in words if all(map(is_cjk, word))]
    return [word for word in words if any(other != word and other in word for other in shorter)]


def _context(form: Form) -> list[str]:
    """Return the context strings that an entry lists itself."""
    return [word for word in (*with_set_names(form.only_near), *form.not_in) if not word.startswith(SIGN)]


def _found(termbase: Termbase, lang: str, texts: Iterable[str]) -> tuple[Counter[str], defaultdict[str, set[str]]]:
    """Count the texts that each form stands in, and return the context strings that stand in these."""
    forms = [form for concept in termbase.concepts for form in concept.in_language(lang)]
    asked = {form.form.casefold() for form in forms if form.status in UNWANTED or form.only_near or form.not_in}
    words = sorted(asked.union(word.casefold() for word in chain.from_iterable(map(_context, forms))))
    automaton = AhoCorasick(words or ["\0"])
    counts: Counter[str] = Counter()
    beside: defaultdict[str, set[str]] = defaultdict(set)
    for text in texts:
        numbers = {number for number, _, _ in automaton.find_matches_as_indexes(text, overlapping=True)}
        found_words = {words[number] for number in numbers}
        for form in found_words & asked:
            counts[form] += 1
            beside[form] |= found_words
    return counts, beside


def _listed(words: Iterable[str]) -> str:
    return ", ".join(f"'{word}'" for word in words)


CHECK = LintCheck("T909", "idle", "neutral", "an unwanted form, or context string, that changes nothing", find)
