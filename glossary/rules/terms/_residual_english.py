"""English left in the text: common words that the glossary does not know, and compounds that are half English."""

from __future__ import annotations

import builtins
import keyword
import sys
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence

from corpus import lazy_re as re
from corpus.languages import pack
from corpus.languages.scripts import HAN, KATAKANA, WORD_KATAKANA
from glossary.inventory import load
from glossary.rules.calibration import HALF, LIKELY, PERHAPS, RATHER, sign
from glossary.rules.context import RuleContext
from glossary.rules.rule import DocumentSpan, Violation
from glossary.rules.shared.ambiguous_forms import senses
from glossary.rules.shared.english_words import is_beside_code_noun, is_common, words_of
from glossary.rules.shared.metalinguistic import is_translated_here
from glossary.rules.shared.names_in_code import is_named_in_code
from glossary.rules.terms._latin_runs import (  # fmt: skip
    LatinRun,
    MixedSegment,
    by_neighbours,
    by_place,
    is_argument,
    is_emphasised,
    may_stay,
)
from glossary.termbase.termbase import ALLOWED, UNWANTED, Termbase

_LEAST = 0.45  # words below are as likely a name of code, or the page's custom
_CUSTOM = 3  # places from which on a page keeps a word on purpose
_MOST_WORDS = 4  # of what may be a term; more are a clause
_SMALL = re.compile(r"[a-z]{3,}(?:-[a-z]{2,})*")
_NAMED_IN_CODE = sign("T103.named-in-code", HALF)  # the code of the page has exactly this name
_HABITUAL, _HALF_WORD = sign("T103.habit", RATHER), sign("T103.half-word", LIKELY)
_WORD_OF_CODE, _NO_WORD_OF_CODE = sign("T103.unknown-in-code", PERHAPS), sign("T103.unknown", LIKELY)
_NAMES_CODE, _IN_A_RUN = sign("T103.names-code", RATHER), sign("T103.in-a-run", RATHER)
_OF_PYTHON = frozenset([*keyword.kwlist, *dir(builtins)])
# tensor-レベル, pre-训练: the second half ends where the script does, or where the tokenizer has a word's end.
_HALF = re.compile(rf"(?<![A-Za-z0-9_./-])[a-z]{{3,}}(?=-[{HAN}{KATAKANA}])")
_KATAKANA = re.compile(f"[{WORD_KATAKANA}]+")


def unknown(page: RuleContext, mixed_segments: Sequence[MixedSegment], code: Collection[str]) -> Iterator[Violation]:
    """Yield common lower-case English words that no concept covers; `code` are the words of the page's code."""
    places: defaultdict[str, list[tuple[DocumentSpan, float]]] = defaultdict(list)
    for mixed_segment in mixed_segments:
        begin = mixed_segment.segment.start
        for start, end, sure in _words(page, mixed_segment, code):
            places[mixed_segment.text[start:end]].append((DocumentSpan(begin + start, begin + end), sure))
    glossed = _glossed_names(page) if places else frozenset()
    for surface, uses in places.items():
        expected = _possible_renderings(page.termbase, surface, page.lang)
        sure = max(sure for _, sure in uses) * (_HABITUAL if len(uses) >= _CUSTOM or surface in glossed else 1.0)
        sure *= _NAMED_IN_CODE if is_named_in_code(page, surface) else 1.0
        if expected is not None and sure >= _LEAST:
            message_id = "perhaps" if expected else "unknown"
            yield Violation(tuple(place for place, _ in uses), message_id=message_id, expected=expected, sure=sure)


def _glossed_names(page: RuleContext) -> frozenset[str]:
    """Return what the page names in both languages: its English may stand alone afterwards."""
    text, pairs = page.text, page.gloss_pairs
    return frozenset(
        side.casefold()
        for pair in pairs
        for side in (text[pair.start : pair.end], text[pair.gloss_start : pair.gloss_end])
    )


def halves(page: RuleContext, mixed_segments: Sequence[MixedSegment]) -> Iterator[Violation]:
    """Yield compounds of an English word and one in the page's own script."""
    for mixed_segment in mixed_segments:
        begin = mixed_segment.segment.start
        for match in _HALF.finditer(mixed_segment.text):
            end = _end_of_compound(mixed_segment, match.end() + 1)
            span = begin + match.start(), begin + end
            if is_common(match[0], page.termbase) and not page.is_quoted(*span) and not _is_listed(page, *span):
                yield Violation((DocumentSpan(*span),), message_id="half", sure=_HALF_WORD)


def _is_listed(page: RuleContext, start: int, end: int) -> bool:
    """Return whether the glossary knows the words as an unwanted form."""
    return any(use.status in UNWANTED for use in page.mentions_touching(start, end))


def _end_of_compound(mixed_segment: MixedSegment, start: int) -> int:
    katakana = _KATAKANA.match(mixed_segment.text, start)
    if katakana:
        return katakana.end()
    begin, starts = mixed_segment.segment.start, mixed_segment.segment.token_starts
    word = bisect_right(starts, begin + start) - 1
    return max(start + 1, starts[word] - begin + len(mixed_segment.segment.tokens[word]) if word >= 0 else 0)


def _words(page: RuleContext, mixed_segment: MixedSegment, code: Collection[str]) -> Iterator[tuple[int, int, float]]:
    """Yield the places of such words, with how sure they are."""
    for run in mixed_segment.runs:
        for start, end in _stretches(mixed_segment, run):
            if _is_left_untranslated(page, mixed_segment, run, start, end):
                yield start, end, _confidence_factor(mixed_segment, run, start, end, code)


def _stretches(mixed_segment: MixedSegment, run: LatinRun) -> Iterator[tuple[int, int]]:
    """Yield the longest stretches of lower-case words in a run that no mention touches."""
    start, end = -1, -1
    for first, last in run.words:
        if (
            not mixed_segment.is_known(first, last)
            and mixed_segment.text[last : last + 1] != "-"
            and _SMALL.fullmatch(mixed_segment.text, first, last)
        ):
            start, end = (start if start >= 0 else first), last
        elif start >= 0:
            yield start, end
            start = -1
    if start >= 0:
        yield start, end


def _is_left_untranslated(page: RuleContext, mixed_segment: MixedSegment, run: LatinRun, start: int, end: int) -> bool:
    """Return whether such words are English left in the text: no name, no code, no quotation, no gloss."""
    begin, words = mixed_segment.segment.start, mixed_segment.text[start:end].split(" ")
    if len(words) > _MOST_WORDS or not _means_something(words, page.termbase):
        return False
    if len(words) == 1 and (words[0] in _OF_PYTHON or words[0].removesuffix("s") in words_of("code_words")):
        return False
    if page.is_quoted(begin + start, begin + end) or may_stay(mixed_segment, run, start, end):
        return False
    if is_argument(mixed_segment.text, run, start, end) or is_translated_here(page.text, begin + start, begin + end):
        return False
    return not is_beside_code_noun(mixed_segment.text, start, end)


def _means_something(words: Sequence[str], termbase: Termbase) -> bool:
    """Return whether every word is English, and one of them has a meaning of its own."""
    parts = [part for word in words for part in word.split("-")]
    small = [part for part in parts if part not in pack("en").function_words]
    return bool(small) and all(is_common(part, termbase) for part in small)


def _confidence_factor(
    mixed_segment: MixedSegment, run: LatinRun, start: int, end: int, code: Collection[str]
) -> float:
    words = mixed_segment.text[start:end].split(" ")
    sure = _WORD_OF_CODE if any(word in code for word in words) else _NO_WORD_OF_CODE
    sure *= _NAMES_CODE if any(map(_names_code, words)) else 1.0
    sure *= _IN_A_RUN if len(run.words) > len(words) or is_emphasised(mixed_segment.text, run) else 1.0
    return sure * by_place(mixed_segment, start, end) * by_neighbours(mixed_segment, run, start, end)


def _names_code(word: str) -> bool:
    """Return whether a Python module or a PyTorch class has this name: future, queue."""
    return word in sys.stdlib_module_names or load().is_known(word.capitalize())


def _possible_renderings(termbase: Termbase, surface: str, lang: str) -> tuple[str, ...] | None:
    """Return the glossary's rendering of such words in another context, if there is only one; None if they may stay."""
    concepts = senses(termbase, surface)
    if any(_admits(termbase, concept_id, surface, lang) for concept_id in concepts):
        return None
    expected = tuple(dict.fromkeys(termbase.preferred(concept_id, lang) for concept_id in concepts))
    return expected if len(expected) == 1 else ()


def _admits(termbase: Termbase, concept_id: str, surface: str, lang: str) -> bool:
    concept = termbase.by_id[concept_id]
    forms = (form.form for form in concept.in_language(lang) if form.status in ALLOWED)
    return lang in concept.keep or any(form.casefold() == surface for form in forms)
