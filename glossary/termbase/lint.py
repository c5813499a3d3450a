"""Lint: checks of the entries themselves, one for each problem that does not keep a glossary from loading.

Why: an entry that is too general or unused makes findings that are not believed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from ahocorasick_rs import AhoCorasick

from corpus.languages import TARGETS, missing_extra
from corpus.languages.chinese import word_counts
from corpus.tokenizers import tokenizer
from glossary.matching.characters import is_cjk
from glossary.termbase.fault import Fault, Place
from glossary.termbase.termbase import ALLOWED, DOMAIN, UNWANTED, Concept, Form, Termbase

# What loading refuses, by the code that its faults bear.
LAWS = {
    "T901": ("form-of-two-concepts", "a form is allowed for two concepts of one domain, and neither has context"),
    "T902": ("self-refuting-entry", "a form is both allowed and unwanted, listed twice, or to be replaced by itself"),
    "T903": ("failed-example", "an example does not hold"),
    "T907": ("incomplete-entry", "something is missing, unknown or of the wrong type"),
    "T908": ("invisible-character", "a text holds an invisible character"),
}
_MANY = 5  # uses of another form, below which a corpus says nothing
# In jieba's dictionary, whose words have 60 million uses together: 操作员 has 49, 图书馆 1,551, 功能 8,056.
_ORDINARY, _EVERYWHERE = 100, 5_000
_SOME = 10  # places, below which a corpus says nothing
_SHOWN = 6  # lost forms that a message lists


class Passage(NamedTuple):
    """A segment of a build with its mentions: start and end in the segment, and concept."""

    lang: str
    text: str
    mentions: Sequence[tuple[int, int, str]]


@dataclass(frozen=True, slots=True)
class Usage:
    """How a build uses the glossary."""

    counts: Mapping[tuple[str, str, str], int]  # concept, language, form → mentions
    passages: Sequence[Passage]


@dataclass(frozen=True, slots=True)
class LintCheck:
    """One check; those that need a build find nothing without one."""

    code: str
    name: str
    severity: str  # minor or neutral
    meaning: str
    find: Callable[[Termbase, Usage | None], Iterator[Fault]]


def unused_preferred(termbase: Termbase, usage: Usage | None) -> Iterator[Fault]:
    """Yield a fault for each preferred form that is never used beside a form that often is.

    Why: the preferred form is what writers are asked to use. Where none does, the entry may be wrong, not they.
    Bad: 反向传递 preferred with no use at all, and 40 uses of the admitted 反向传播.
    Good: the form that good writers use is the preferred one.
    """
    if usage is None:
        return
    for concept in termbase.concepts:
        for lang in TARGETS:
            if lang not in concept.keep:
                yield from _unused(concept, lang, usage)


def _unused(concept: Concept, lang: str, usage: Usage) -> Iterator[Fault]:
    uses = {
        form.form: usage.counts.get((concept.id, lang, form.form), 0)
        for form in concept.in_language(lang)
        if form.status in ALLOWED
    }
    preferred, *_ = uses
    most = max(uses, key=lambda form: uses[form])
    if uses[preferred] == 0 and uses[most] >= _MANY:
        place = Place(concept.source, concept.id, lang, preferred)
        yield place.fault("unused-preferred", used=most, count=uses[most])


def too_general(termbase: Termbase, usage: Usage | None) -> Iterator[Fault]:
    """Yield a fault for each form that is too general and has neither only_near nor not_in.

    Why: 运营商 is a network operator in most texts, 图 is a picture. Without context words each use of the word is a
    mention, and if the form is wrong, a false alarm.
    Bad: wrong = ["图书馆"] for library.
    Good: wrong = [{ form = "图书馆", only_near = ["TorchVision"] }].
    """
    for concept in termbase.concepts:
        for form in concept.forms:
            reason = "" if form.lang == "en" or form.only_near or form.not_in else _general(form)
            if reason:
                place = Place(concept.source, concept.id, form.lang, form.form)
                yield place.fault("too-general", status=form.status, cause=reason)


def _general(form: Form) -> str:
    """Return the reason why a form is too general, or an empty string if it is not."""
    unwanted = form.status in UNWANTED
    if len(form.form) == 1 and not form.form.isascii():
        return "one character"
    if form.lang == "zh" and word_counts().get(form.form, 0) >= (_ORDINARY if unwanted else _EVERYWHERE):
        return "an ordinary word"
    is_cut = form.lang == "ja" and unwanted and len(form.form) == 2 and not missing_extra("ja")
    if is_cut and len(tokenizer("ja")(form.form)) == 1:
        return "an ordinary word"
    return ""


def shadowed_forms(termbase: Termbase, usage: Usage | None) -> Iterator[Fault]:
    """Yield a fault for each form without a mention whose words always lie within a longer mention.

    Why: a form that never counts looks like knowledge and is none.
    Bad: 化感知 beside 量化感知训练.
    Good: the longer form alone.
    """
    if usage is None:
        return
    for lang in TARGETS:
        idle = [
            (concept, form.form)
            for concept in termbase.concepts
            for form in concept.in_language(lang)
            if not form.form.isascii() and not usage.counts.get((concept.id, lang, form.form))
        ]
        places = _places(
            sorted({form for _, form in idle}), (passage for passage in usage.passages if passage.lang == lang)
        )
        for concept, form in idle:
            around = places.get(form, Counter())
            if around.total() >= _SOME and not {"", concept.id} & around.keys():
                yield Place(concept.source, concept.id, lang, form).fault("shadowed", count=around.total())


def _places(words: list[str], passages: Iterable[Passage]) -> dict[str, Counter[str]]:
    """Count, for each word, the concepts whose longer mentions contain it; an empty id counts uses inside none."""
    counts: dict[str, Counter[str]] = {}
    automaton = AhoCorasick(words or ["\0"])
    for passage in passages:
        for number, start, end in automaton.find_matches_as_indexes(passage.text, overlapping=True):
            around = [
                concept_id
                for first, last, concept_id in passage.mentions
                if first <= start and end <= last and last - first > end - start
            ]
            counts.setdefault(words[number], Counter()).update(around or [""])
    return counts


def idle_words(termbase: Termbase, usage: Usage | None) -> Iterator[Fault]:
    """Yield faults of each concept and language: what says no more than the rest, stands nowhere, or never counts.

    Why: what never fires costs reading and proves nothing; where the words do stand, their context may be too narrow.
    Bad: wrong = [{ form = "图书馆", only_near = ["TorchVison"] }].
    Good: only_near = ["TorchVision"].
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
    """Return the strings that contain another one; the shorter string already matches wherever they do."""
    shorter = [string for string in strings if is_cjk(string[0]) and is_cjk(string[-1])]
    return [string for string in strings if any(other != string and other in string for other in shorter)]


def _words(termbase: Termbase, lang: str) -> list[str]:
    """Return the unwanted forms, the forms with context words, and those context words."""
    forms = [form for concept in termbase.concepts for form in concept.in_language(lang)]
    asked = [form for form in forms if form.status in UNWANTED or form.only_near]
    return sorted({word.casefold() for form in asked for word in (form.form, *form.only_near)})


def _counts(words: list[str], texts: Iterable[str]) -> Counter[str]:
    """Count the texts that contain each word."""
    automaton = AhoCorasick(words or ["\0"])
    counts: Counter[str] = Counter()
    for text in texts:
        numbers = {number for number, _, _ in automaton.find_matches_as_indexes(text, overlapping=True)}
        counts.update(words[number] for number in numbers)
    return counts


def _listed(words: Iterable[str]) -> str:
    return ", ".join(f"'{word}'" for word in words)


def replaced_entries(termbase: Termbase, usage: Usage | None) -> Iterator[Fault]:
    """Yield a hint for each entry that took another's place, and for each change that the other entry says already.

    Why: an entry of the same id takes the whole concept's place. Forms that it does not repeat count no more, which is
    easily overlooked.
    Bad: an entry "tensor" of one's own that was meant to add a form, and lists that form alone.
    Good: a `[[change]]` with id = "tensor" that adds the form; or an id of one's own for another concept.
    """
    for concept in termbase.concepts:
        if concept.replaced:
            place, other_file = Place(concept.source, concept.id), concept.replaced.source
            if not concept.changed:
                yield place.fault("replaced-concept", other_file=other_file, lost=_lost(concept))
            elif replace(concept, source=other_file, replaced=None, is_project=False, changed=()) == concept.replaced:
                yield place.fault("idle-change", other_file=other_file)


def _lost(concept: Concept) -> str:
    """Return the forms of the replaced entry that no longer count, as the end of a sentence."""
    repeated = {(form.lang, form.form) for form in concept.forms}
    others = concept.replaced.forms if concept.replaced else ()
    lost = [f"{form.lang} '{form.form}'" for form in others if (form.lang, form.form) not in repeated]
    if not lost:
        return "it has all its forms"
    more = f" and {len(lost) - _SHOWN} more" if len(lost) > _SHOWN else ""
    remedy = "" if concept.replaced and concept.replaced.is_project else "; a [[change]] keeps what it does not name"
    return f"without {', '.join(lost[:_SHOWN])}{more}{remedy}"


CHECKS = (
    LintCheck("T904", "unused-preferred", "neutral", "a preferred form that is unused in a build", unused_preferred),
    LintCheck(
        "T905", "too-general", "minor", "one character or an ordinary word without only_near or not_in", too_general
    ),
    LintCheck("T906", "shadowed", "neutral", "a form that a build has only inside longer terms", shadowed_forms),
    LintCheck("T909", "idle", "neutral", "an unwanted form, or context string, that changes nothing", idle_words),
    LintCheck(
        "T910", "replaced", "neutral", "an entry that takes the place of one in a folder before it", replaced_entries
    ),
)
_CHECKS = {check.code: check for check in CHECKS}


def lint(termbase: Termbase, usage: Usage | None = None) -> list[Fault]:
    """Return the faults that the checks find in a loaded glossary and its use in a build, by file and concept."""
    faults = [fault for check in CHECKS for fault in check.find(termbase, usage)]
    return sorted(faults, key=lambda fault: (fault.place.file, fault.place.concept_id, fault.code, fault.message))


def name(code: str) -> str:
    """Return the name of a law or check."""
    return LAWS[code][0] if code in LAWS else _CHECKS[code].name


def severity(code: str) -> str:
    """Return the severity: blocking for a law, minor or neutral for a check."""
    return "blocking" if code in LAWS else _CHECKS[code].severity
