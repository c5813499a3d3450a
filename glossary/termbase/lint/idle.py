"""T909 idle: context strings that say no more than another one, unwanted forms and context words that a build has
nowhere, and context that it never has together.

Why: what never fires costs reading and proves nothing; where the words do stand, their context may be too narrow.
Bad: wrong = [{ form = "图书馆", only_near = ["TorchVison"] }].
Good: only_near = ["TorchVision"].
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from ahocorasick_rs import AhoCorasick

from corpus.languages import TARGETS
from glossary.matching.characters import is_cjk
from glossary.termbase.fault import Fault, Place
from glossary.termbase.lint.diagnostics import LintCheck, Usage
from glossary.termbase.termbase import DOMAIN, UNWANTED, Termbase


def find(termbase: Termbase, usage: Usage | None) -> Iterator[Fault]:
    """Yield faults of each concept and language: what says no more than the rest, what of it stands nowhere, and what
    stands but never counts.
    """
    for concept in termbase.concepts:
        for form in concept.forms:
            if needless := [*_needless(form.only_near), *_needless(form.not_in)]:
                place = Place(concept.source, concept.id, form.lang, form.form)
                yield place.fault("needless-words", words=_listed(needless))
    if usage is None:
        return
    for lang in TARGETS:
        texts = [passage.text.casefold() for passage in usage.passages if passage.lang == lang]
        standing = _counts(_words(termbase, lang), texts) if texts else Counter()
        for concept in termbase.concepts if texts else ():
            place = Place(concept.source, concept.id, lang)
            forms = concept.in_language(lang)
            nowhere = [form.form for form in forms if form.status in UNWANTED and not standing[form.form.casefold()]]
            if nowhere:
                yield place.fault("idle-forms", forms=_listed(nowhere))
            for form in forms:
                count = standing[form.form.casefold()]
                if not form.only_near or not count:
                    continue
                words = (word for word in form.only_near if not word.startswith(DOMAIN))
                absent = [word for word in words if not standing[word.casefold()]]
                if not usage.counts.get((concept.id, lang, form.form)):
                    yield Place(concept.source, concept.id, lang, form.form).fault("idle-context", count=count)
                elif absent:
                    yield Place(concept.source, concept.id, lang, form.form).fault("idle-words", words=_listed(absent))


def _needless(strings: Sequence[str]) -> list[str]:
    """Return the strings in which another one stands: what the longer one meets, the shorter one does."""
    shorter = [string for string in strings if is_cjk(string[0]) and is_cjk(string[-1])]
    return [string for string in strings if any(other != string and other in string for other in shorter)]


def _words(termbase: Termbase, lang: str) -> list[str]:
    """Return the unwanted forms, those with context words, and these words."""
    forms = [form for concept in termbase.concepts for form in concept.in_language(lang)]
    asked = [form for form in forms if form.status in UNWANTED or form.only_near]
    return sorted({word.casefold() for form in asked for word in (form.form, *form.only_near)})


def _counts(words: list[str], texts: Iterable[str]) -> Counter[str]:
    """Count the texts that each word stands in."""
    automaton = AhoCorasick(words or ["\0"])
    counts: Counter[str] = Counter()
    for text in texts:
        numbers = {number for number, _, _ in automaton.find_matches_as_indexes(text, overlapping=True)}
        counts.update(words[number] for number in numbers)
    return counts


def _listed(words: Iterable[str]) -> str:
    return ", ".join(f"'{word}'" for word in words)


CHECK = LintCheck("T909", "idle", "neutral", "an unwanted form, or context string, that changes nothing", find)
