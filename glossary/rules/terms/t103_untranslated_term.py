"""T103 untranslated-term: an English common term in running Chinese or Japanese text.

Why: Readers who do not know the English word do not understand the sentence, although the term has a translation.
Bad: 该版本支持 fine-grain 级别的定制。
Good: 该版本支持细粒度的定制。
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from corpus import lazy_re as re
from corpus.records import Mention
from glossary.matching.characters import is_cjk
from glossary.matching.slugs import is_joined_latin
from glossary.rules.calibration import HALF, LIKELY, PERHAPS, SURER, SUREST, sign
from glossary.rules.context import RuleContext
from glossary.rules.rule import DocumentSpan, Rule, Violation
from glossary.rules.shared import replacement
from glossary.rules.shared.english_words import is_beside_code_noun, native_script
from glossary.rules.shared.metalinguistic import introduced, is_translated_here
from glossary.rules.shared.names_in_code import is_named_in_code
from glossary.rules.shared.source_pairs import SourcePair, is_cited, is_code, unit_at
from glossary.rules.terms._latin_runs import (  # fmt: skip
    MixedSegment,
    by_neighbours,
    by_place,
    find_mixed_segments,
    is_argument,
    is_emphasised,
    is_kept_name,
    may_stay,
)
from glossary.rules.terms._residual_english import halves, unknown
from glossary.rules.terms.unwanted_forms import unwanted_violation, used_forms
from glossary.rules.usages.corpus_usages import CorpusUsage, TermUsages
from glossary.rules.usages.judged_usages import UsageRule
from glossary.termbase.termbase import ALLOWED

_LISTED = sign("T103.listed", SUREST)  # what the entry lists is surer than what is only English
_CUSTOM = 3  # places from which on a page that never translates a term keeps it on purpose
_NAMED_THERE = sign("T103.named-there", HALF)  # the original has it between code or quotation marks
_NAMED_IN_CODE = sign("T103.named-in-code", HALF)  # the code of the page has exactly this name
_CAPITALISED_INSIDE, _CAPITALISED = sign("T103.capitals-inside", PERHAPS), sign("T103.capitals", LIKELY)
_ACRONYM, _EMPHASISED = sign("T103.acronym", PERHAPS), sign("T103.emphasised", PERHAPS)
_NEVER_TRANSLATED, _MOSTLY_LEFT = sign("T103.never-translated", PERHAPS), sign("T103.mostly-left", LIKELY)
_TRANSLATED, _GLOSSED = sign("T103.translated", SURER), sign("T103.glossed", LIKELY)
_WORD_OF_CODE = sign("T103.word-of-code", 0.75)
_CODE_WORD = re.compile(r"[A-Za-z][A-Za-z]+")
_QUOTED = ("“”", "「」", "『』", "‘’")  # a term by itself; between straight quotes stands a string


class _EnglishUse(NamedTuple):
    """A term in English at a place, and how sure it is by itself that it should be translated."""

    place: DocumentSpan
    sure: float


def find(page: RuleContext) -> Iterator[Violation]:
    """Yield English terms that the glossary translates, and English words that it does not know."""
    mixed_segments, code = list(find_mixed_segments(page)), _code_words(page)
    yield from _known_term_violations(page, mixed_segments, code)
    yield from unknown(page, mixed_segments, code)
    yield from halves(page, mixed_segments)
    yield from _listed_violations(page)


def _listed_violations(page: RuleContext) -> Iterator[Violation]:
    """Yield the forms that the glossary rejects because an English word was left in them."""
    for occurrence in used_forms(page):
        if occurrence.fault == "half":
            severity = "minor" if occurrence.status == "deprecated" else ""
            yield replace(
                unwanted_violation(page, occurrence, severity), message_id="listed", sure=_LISTED * occurrence.sure
            )


def _code_words(page: RuleContext) -> frozenset[str]:
    """Return the words that stand in the page's code: a word of prose that is one of them may be its name."""
    blocks = (segment.text for segment in page.segments if segment.kind == "code")
    spans = (
        page.text[span.start : span.end] for segment in page.prose for span in segment.protected if span.kind != "url"
    )
    return frozenset(word for text in (*blocks, *spans) for word in _CODE_WORD.findall(text))


def _known_term_violations(
    page: RuleContext, mixed_segments: Sequence[MixedSegment], code: Collection[str]
) -> Iterator[Violation]:
    uses = _left_in_english(page, mixed_segments, code)
    if not uses:
        return
    renderings, glossed = _own_renderings(page), {pair.concept_id for pair in page.gloss_pairs}
    english = Counter((use.concept_id, use.form) for use in page.uses if use.status == "source" and use.zone != "gloss")
    for (concept_id, form), places in uses.items():
        surfaces = renderings.get(concept_id, Counter())
        expected = _expected_forms(page, concept_id, surfaces)
        sure = max(use.sure for use in places) * _custom_factor(english[concept_id, form], surfaces.total())
        yield Violation(
            tuple(use.place for use in places),
            concept_id,
            message_id="elsewhere" if surfaces else "",
            words={"own": expected[0]},
            expected=expected,
            severity="minor" if form.isupper() else "",
            sure=sure * (_GLOSSED if concept_id in glossed else 1.0),
            key=form.casefold(),
        )


def _left_in_english(
    page: RuleContext, mixed_segments: Sequence[MixedSegment], code: Collection[str]
) -> Mapping[tuple[str, str], Sequence[_EnglishUse]]:
    """Return the uses of terms in English, by concept and form."""
    by_segment = {mixed_segment.segment.segment_id: mixed_segment for mixed_segment in mixed_segments}
    candidates = [use for use in page.uses if use.segment_id in by_segment and _is_translated(page, use)]
    introducing = introduced(page.text, page.uses) if candidates else set()
    uses: defaultdict[tuple[str, str], list[_EnglishUse]] = defaultdict(list)
    for use in candidates:
        sure = 0.0 if use.mention_id in introducing else _confidence_factor(page, use, by_segment[use.segment_id], code)
        if sure:
            uses[use.concept_id, use.form].append(_EnglishUse(DocumentSpan(use.start, use.end), sure * use.confidence))
    return uses


def _is_translated(page: RuleContext, use: Mention) -> bool:
    """Return whether a term is in English, outside glosses, though its preferred form is in the page's own script."""
    if use.status != "source" or use.zone == "gloss" or page.termbase.by_id[use.concept_id].is_custom_decided:
        return False
    return native_script(page.lang).search(page.termbase.preferred(use.concept_id, page.lang)) is not None


def _own_renderings(page: RuleContext) -> dict[str, Counter[str]]:
    """Return, by concept, the allowed renderings in the page's own script, with their counts."""
    surfaces_by_concept: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for use in page.uses:
        if use.status in ALLOWED and is_cjk(use.surface[0]):
            surfaces_by_concept[use.concept_id][use.surface] += 1
    return surfaces_by_concept


def _expected_forms(page: RuleContext, concept_id: str, surfaces: Counter[str]) -> tuple[str, ...]:
    most_used = sorted(surfaces, key=lambda surface: (-surfaces[surface], surface))[:1]
    return tuple(dict.fromkeys([*most_used, *replacement.expected_forms(page, concept_id)[:1]]))


def _custom_factor(untranslated: int, translated: int) -> float:
    """Return how strongly the page's other uses suggest a slip rather than a custom of the page."""
    if untranslated >= _CUSTOM:
        return _NEVER_TRANSLATED if not translated else _MOSTLY_LEFT if untranslated > translated else 1.0
    return _TRANSLATED if translated else 1.0


def _confidence_factor(page: RuleContext, use: Mention, mixed_segment: MixedSegment, code: Collection[str]) -> float:
    """Return how sure it is that a term in English at this place should be translated; 0 where it may stay."""
    start, end = use.start - mixed_segment.segment.start, use.end - mixed_segment.segment.start
    run = mixed_segment.run_at(start) or mixed_segment.run_at(
        end - 1
    )  # Torch::nn modules begins with what is protected
    if run is None or may_stay(mixed_segment, run, start, end) or is_joined_latin(mixed_segment.text, start, end):
        return 0.0
    if is_argument(mixed_segment.text, run, start, end) or is_translated_here(page.text, use.start, use.end):
        return 0.0
    quoted = page.is_quoted(use.start, use.end)
    if quoted and mixed_segment.text[start - 1 : start] + mixed_segment.text[end : end + 1] not in _QUOTED:
        return 0.0
    sure = (
        _EMPHASISED
        if quoted or is_emphasised(mixed_segment.text, run) or is_beside_code_noun(mixed_segment.text, start, end)
        else 1.0
    )
    sure *= _NAMED_IN_CODE if is_named_in_code(page, use.surface) else _WORD_OF_CODE if use.surface in code else 1.0
    unit = unit_at(page, use.start)
    if unit is not None and is_kept_name(mixed_segment, run, start, end, [seg.text for seg in unit.pair.source]):
        return 0.0
    is_source_name = unit is not None and (is_code(unit, use.surface) or is_cited(unit, use.surface))
    sure *= _NAMED_THERE if is_source_name else 1.0
    return (
        sure
        * _by_case(use.surface, unit)
        * by_neighbours(mixed_segment, run, start, end)
        * by_place(mixed_segment, start, end)
    )


def _by_case(surface: str, unit: SourcePair | None) -> float:
    """Return the factor for capitals, which suggest a name: Remote Reference, Dataset, SHM. They do so even more if
    the original has them inside a sentence.
    """
    if surface.isupper():
        return _ACRONYM
    if not all(word[:1].isupper() for word in re.split("[ -]", surface)):
        return 1.0
    inside = re.compile(rf"(?<=[a-z,] ){re.escape(surface)}(?![A-Za-z])")
    is_name = unit is not None and any(inside.search(segment.text) for segment in unit.pair.source)
    return _CAPITALISED_INSIDE if is_name else _CAPITALISED


def _is_left_alone(usage: CorpusUsage, term: TermUsages) -> bool:
    """Return whether the English stands alone in text of a language that has a word for it."""
    is_english = usage.kind == "term" and usage.relation == "source"
    return is_english and usage.alone > 0 and (len(term.usages) > 1 or bool(usage.concept_id))


RULE = Rule(
    "T103",
    "untranslated-term",
    "accuracy/untranslated",
    "major",
    0.7,
    "segment",
    find,
    across=UsageRule(_is_left_alone, "custom"),
    yields_to=("T101", "T102", "T110", "T301"),
    fixable=True,
)
