"""Errors of terms: forms that the glossary calls wrong or deprecated, English left over, names, casing, glosses."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from glossary.termbase.termbase import ALLOWED, Concept, Form
from tests.planting.edits import Edit
from tests.planting.ground import Ground, Use, longest_at, meanings, termbase
from tests.planting.seen import is_seen, is_seen_as_written

_LATIN = re.compile("[A-Za-z]")
_MIXED = re.compile(r"[A-Z][A-Za-z]*[a-z][A-Za-z]*[A-Z][A-Za-z]*|[A-Z]{4,}")
_OPENING = re.compile(r"\s*[(（\[]")


def wrong(ground: Ground) -> Iterator[Edit]:
    """A right rendering replaced by one that the glossary lists as wrong, in the company that it asks."""
    yield from _unwanted(ground, "wrong", names=False)


def deprecated(ground: Ground) -> Iterator[Edit]:
    """A right rendering replaced by one that is no longer used."""
    yield from _unwanted(ground, "deprecated", names=False)


def translated_name(ground: Ground) -> Iterator[Edit]:
    """A name replaced by a translation that the glossary lists."""
    yield from _unwanted(ground, "wrong", names=True)
    yield from _unwanted(ground, "deprecated", names=True)


def _unwanted(ground: Ground, status: str, names: bool) -> Iterator[Edit]:
    for use in ground.uses:
        if is_name(use.concept, ground.lang) == names:
            for form in use.concept.in_language(ground.lang):
                if form.status == status and _is_error_here(form, use):
                    yield _edit(use, form.form, status)


def _is_error_here(form: Form, use: Use) -> bool:
    """Whether the form can be nothing else in this sentence: it has its company, and no other reading in the glossary."""
    before, after = use.segment.text[: use.start - use.segment.start], use.segment.text[use.end - use.segment.start :]
    around = f"{before} {after}".casefold()
    text = before + form.form + after
    return (
        not is_seen(form.form)
        and len(meanings(form.form, form.lang)) == 1
        and (not form.only_near or any(word.casefold() in around for word in form.only_near))
        and not any(word.casefold() in text.casefold() for word in form.not_in)
        and not (form.until or form.since or form.region)
        and longest_at(text, len(before), form.lang) == len(before) + len(form.form)
        and not _in_longer(text, len(before), len(before) + len(form.form), form.lang)
        and not _OPENING.match(after)  # a gloss behind it says what it is
    )


def _in_longer(text: str, start: int, end: int, lang: str) -> bool:
    """Whether a form of the glossary that begins before the place reaches into it."""
    return any(longest_at(text, number, lang) > start for number in range(max(0, start - 12), start))


def is_name(concept: Concept, lang: str) -> bool:
    """Whether the concept is written as in English in this language."""
    form = next(candidate.form for candidate in concept.in_language(lang) if candidate.status == "preferred")
    return lang in concept.keep or form == next(candidate.form for candidate in concept.in_language("en"))


def untranslated(ground: Ground) -> Iterator[Edit]:
    """The English common term in place of its translation, in a sentence."""
    running = {segment.segment_id for segment in ground.running}
    for use in ground.uses:
        english = termbase().preferred(use.concept.id, "en")
        if use.segment.segment_id in running and _is_common(use.concept, english, ground.lang):
            before, after = ground.text[use.start - 1], ground.text[use.end : use.end + 8]
            bracketed = _OPENING.match(after) or before in "(（[/-" or after[:1] in ")）]/-"
            if not (_LATIN.search(use.surface) or bracketed or is_seen(english)):
                yield _edit(use, _spaced(english, before, after, ground.lang), "english")


def _is_common(concept: Concept, english: str, lang: str) -> bool:
    """Whether the English term is of small letters, means one concept, and custom lets it stand nowhere."""
    forms = concept.in_language(lang)
    return (
        re.fullmatch(r"[a-z]{3,}(?:[ -][a-z]{3,})*", english) is not None
        and lang not in concept.keep
        and len(meanings(english, "en")) == 1
        and not meanings(english, lang)
        and not any(_LATIN.search(form.form) for form in forms if form.status in ALLOWED)
    )


def _spaced(english: str, before: str, after: str, lang: str) -> str:
    """The term with spaces to its Chinese neighbours; Japanese pages of ours have none."""
    if lang == "ja":
        return english
    left, right = (
        "" if re.match(r"[\s，。、；：！？（*]", beside) or not beside else " " for beside in (before, after[:1])
    )
    return f"{left}{english}{right}"


def casing(ground: Ground) -> Iterator[Edit]:
    """A name in other capitals than its own: Pytorch, and in Latin words of a sentence tensorboard."""
    running = {segment.segment_id for segment in ground.running}
    for use in ground.uses:
        name = use.surface
        if not (use.segment.segment_id in running and is_name(use.concept, ground.lang) and _MIXED.fullmatch(name)):
            continue
        for other in sorted(_casings(name) - {name, *use.concept.identifiers}):
            in_code = re.search(rf"(?<![A-Za-z]){other}(?![A-Za-z])", _code(ground))
            if not (in_code or _is_written(other, ground.lang) or is_seen_as_written(other)):
                yield _edit(use, other, "casing")


def _casings(name: str) -> set[str]:
    """The name with a small first letter, with one capital less, all small or all capital."""
    less = {
        name[:number] + name[number].lower() + name[number + 1 :] for number in range(len(name)) if not name.isupper()
    }
    return {name.capitalize(), *less, *([] if name.isupper() else [name.lower(), name.upper()])}


def _is_written(words: str, lang: str) -> bool:
    """Whether the glossary has these words in just this casing."""
    return any(form.form == words for _, form in meanings(words, lang))


def _code(ground: Ground) -> str:
    """What is code on the page: a name that is a package there may well be meant."""
    spans = (span for segment in ground.segments for span in segment.protected)
    code = (segment.text for segment in ground.segments if segment.kind == "code")
    return "\n".join([*(ground.text[span.start : span.end] for span in spans), *code])


def contradicting_gloss(ground: Ground) -> Iterator[Edit]:
    """A term that says itself which English one it is, with a wrong rendering, or one made word for word."""
    running = {segment.segment_id for segment in ground.running}
    for use in ground.uses:
        english = termbase().preferred(use.concept.id, "en")
        bracketed = ground.text[use.start - 1] in "(（" or _OPENING.match(ground.text[use.end : use.end + 3])
        common = re.fullmatch(r"[a-z]{3,}(?:[ -][a-z]{3,})*", english) and len(meanings(english, "en")) == 1
        is_said = english.casefold() in use.segment.text.casefold()
        if use.segment.segment_id not in running or _LATIN.search(use.surface):
            continue
        if bracketed or is_said or not common:
            continue
        listed = [form.form for form in use.concept.in_language(ground.lang) if form.status == "wrong"]
        for words, kind in [
            *((form, "wrong form") for form in listed),
            (_word_for_word(english, use, ground.lang), "literal"),
        ]:
            if words and not _LATIN.search(words) and not is_seen(words):
                yield _edit(use, f"{words}（{english}）", kind)


def _word_for_word(english: str, use: Use, lang: str) -> str:
    """The renderings of the English words in a row, where that is no form of the glossary; else nothing."""
    parts = [_renderings(lang).get(word, "") for word in re.split("[ -]", english)]
    literal = "".join(parts)
    right = [_bare(form.form) for form in use.concept.in_language(lang)]
    inside = any(form in _bare(literal) or _bare(literal) in form for form in right)
    return literal if len(parts) > 1 and all(parts) and not inside and not meanings(literal, lang) else ""


def _bare(words: str) -> str:
    """Words without what is a matter of spelling."""
    return re.sub("[ー・ 的の]", "", words)


@cache
def _renderings(lang: str) -> dict[str, str]:
    """English words that are terms by themselves, and their preferred renderings."""
    return {
        termbase().preferred(concept.id, "en"): termbase().preferred(concept.id, lang)
        for concept in termbase().concepts
        if re.fullmatch("[a-z]{3,}", termbase().preferred(concept.id, "en"))
    }


def _edit(use: Use, new: str, kind: str) -> Edit:
    return Edit(use.start, use.end, new, kind, use.concept.id)


KINDS = {  # by the rule that is to find them
    "T101": wrong,
    "T102": deprecated,
    "T103": untranslated,
    "T104": translated_name,
    "T105": casing,
    "T107": contradicting_gloss,
}
