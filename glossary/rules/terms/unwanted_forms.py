"""Unwanted forms on a page: all of them, and the rules that report them.

T101 wrong-rendering: a form that the glossary lists as wrong for the concept.

Why: 图书馆 is a building with books. Readers of 该图书馆支持分布式训练 do not think of torchvision.
Bad: TorchVision 图书馆提供了预训练模型。
Good: TorchVision 库提供了预训练模型。

T102 deprecated-form: a form that was used once and has a successor.

Why: A search for the current word does not find a page that uses the old one.
Bad: 特徴量エンジニアリングの後で、隠しレイヤーを二つ持つネットワークを学習します。
Good: 特徴量エンジニアリングの後で、隠れ層を二つ持つネットワークを学習します。

T104 translated-name: a name that the language keeps in English was translated.

Why: Readers find a project, its documentation and its code by its name. 火炬脚本 finds none of them.
Bad: 用火炬脚本导出模型。
Good: 用 TorchScript 导出模型。
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import groupby
from typing import NamedTuple

from corpus import lazy_re as re
from corpus.languages import pack
from corpus.languages.scripts import CJK_CHARACTER
from corpus.records import Mention, Segment
from corpus.text.protected_spans import protected_spans
from corpus.tokenizers import tokenizer
from glossary.annotation.mentions import annotate_all
from glossary.annotation.pipeline import matcher
from glossary.matching.characters import is_cjk
from glossary.matching.compounds import weight
from glossary.matching.spellings import plurals
from glossary.rules.calibration import DOUBTFUL, HALF, LEAST, LIKELY, MOST, NEARLY, PERHAPS, sign
from glossary.rules.context import RuleContext, page_fact
from glossary.rules.rule import DocumentSpan, Rule, Violation
from glossary.rules.shared.aligned_forms import aligned_unwanted_forms
from glossary.rules.shared.ambiguous_forms import fold_form
from glossary.rules.shared.code_comments import comments
from glossary.rules.shared.english_words import WORD, is_common
from glossary.rules.shared.form_validity import was_current
from glossary.rules.shared.linked_terms import part_of_speech_shown
from glossary.rules.shared.metalinguistic import is_mentioned_as_word
from glossary.rules.shared.replacement import expected_forms, suggestion
from glossary.rules.shared.source_concepts import may_be_spoken_of, rendering_factor
from glossary.rules.shared.source_pairs import speaks_of, touches_on, unit_at
from glossary.rules.usages import usage_model
from glossary.rules.usages.wrong_senses import OrdinaryWord, judged_words
from glossary.termbase.termbase import ALLOWED, UNWANTED, Concept, Form, Termbase
from glossary.termbase.termbase_facts import termbase_fact


@page_fact  # three rules ask
def comment_mentions(page: RuleContext) -> tuple[Mention, ...]:
    """Return the uses of concepts in comments in the page's language, in order, without those nested in longer ones.
    The tables of a build do not include them: code never counts as the page's words.
    """
    remarks = [
        _as_sentence(page, segment, segment.start + start, segment.start + end)
        for segment in page.segments
        if segment.kind == "code" and CJK_CHARACTER.search(segment.text)
        for start, end in comments(segment)
        if CJK_CHARACTER.search(segment.text, start, end)
    ]
    cut = tokenizer(page.lang)
    annotated = annotate_all(remarks, [cut(remark.text) for remark in remarks], matcher(page.termbase))
    return tuple(use for _, uses in annotated for use in uses if use.zone == "prose" and not use.nested)


def _as_sentence(page: RuleContext, block: Segment, start: int, end: int) -> Segment:
    """Return a comment as a segment that can be searched like prose; it has the id of its block."""
    return replace(
        block,
        kind="paragraph",
        text_lang=page.lang,
        start=start,
        end=end,
        text=page.text[start:end],
        protected=protected_spans(page.text, start, end, markup=False),
    )


_SMALL = re.compile("(?<![A-Za-z])[A-Za-z][a-z]{2,}(?![A-Za-z])")  # all capitals are an abbreviation
# What joins English to a path, or a capital to the capital beside it.
_JOINED_BEFORE = re.compile(r"(?:[\w/.@\\-]|(?P<capital>[A-Z][\w-]*[ ]))\Z", re.ASCII)
_JOINED_AFTER = re.compile(r"[\w/@\\\[-]|\.\w|(?P<capital>[ ][A-Z])", re.ASCII)
_NEAR = 40  # characters before a word in which the one before it is looked for; by hand
_TITLES = "《〈『"
_TITLED = sign("form.title", PERHAPS)  # 『 』 around nothing but the words may be a title, or there for emphasis
_ORDINARY = sign("form.ordinary", NEARLY)  # one or two characters that count in certain context only: an ordinary word
_OF_ANOTHER_FIELD = sign("form.another-field", HALF)  # a derivative of a distribution is none of a function
# Whether a page is about what the glossary is for: a patch, a derivative, a trace are other things elsewhere; what the
# original says in English does not tell which.
# Concepts that are not spoken of outside of it.
_NAMES_IT = frozenset(["pytorch", "tensor", "deep-learning", "machine-learning", "neural-network"])
_OF_IT = frozenset(
    ["audio", "autograd", "distributed", "ml", "nlp", "nn", "quantization", "tensors", "training", "vision"]
)  # domains of the glossary
_SHARE = 0.25  # of a page's concepts
_FEWEST = 8  # concepts of a page; fewer do not tell what it is about
_ELSEWHERE = sign("form.page-elsewhere", PERHAPS)  # pruning of sessions is none of networks


class UnwantedOccurrence(NamedTuple):
    """A place where a deprecated or wrong form stands."""

    start: int
    end: int
    concept_id: str
    form: Form | None
    status: str
    sure: float
    evidence: str = ""  # sense: the page as a whole speaks against it; source: the original does
    is_project: bool = False  # the project's own glossary says so: no matter of statistics
    fault: str = ""  # which rule speaks of it: name, half (a word was left in English), wrong or deprecated


@page_fact  # four rules ask
def used_forms(page: RuleContext) -> tuple[UnwantedOccurrence, ...]:
    """Return the unwanted forms outside titles and sentences about words, each for one concept."""
    return tuple(_meant(page, _used_occurrences(page)))


@page_fact
def unwanted_forms(page: RuleContext) -> tuple[UnwantedOccurrence, ...]:
    """Return the used forms, the ordinary words that on this page more likely mean a term than not, and the unwanted
    forms that are found only because they are aligned with a term of the original.
    """
    return (*used_forms(page), *_meant(page, (*_meant_by_page(page), *_aligned_occurrences(page))))


def _meant(page: RuleContext, occurrences: Iterable[UnwantedOccurrence]) -> Iterator[UnwantedOccurrence]:
    """Yield the occurrences that the page means, each with its fault: a name, half English, or the form's status."""
    for occurrence in filter(partial(_is_meant, page), occurrences):
        if keeps_english_name(page.termbase.by_id[occurrence.concept_id], page.lang):
            yield occurrence._replace(fault="name")
        else:
            yield occurrence._replace(fault="half" if is_half_english(page, occurrence) else occurrence.status)


def unwanted_violation(page: RuleContext, occurrence: UnwantedOccurrence, severity: str = "") -> Violation:
    """Return the violation for an unwanted form: why it is bad, where the entry says so, and what to write. A form
    that the project's own glossary calls deprecated or wrong gets full confidence and the severity that the project
    sets. A built-in word that it omits may mean something else here, so a person has to replace it.
    """
    is_dropped = occurrence.form is not None and occurrence.form.is_dropped
    if occurrence.is_project or is_dropped:
        severity = page.termbase.by_id[occurrence.concept_id].unwanted_severity
    why, is_likely = occurrence.form.why if occurrence.form else "", occurrence.evidence == "sense"
    unit = unit_at(page, occurrence.start) if is_dropped else None
    is_named = unit is not None and speaks_of(unit, page.termbase, occurrence.concept_id)
    is_doubtful = is_likely or (is_dropped and not is_named)
    part = part_of_speech_shown(page, occurrence.start, occurrence.end)
    return Violation(
        (DocumentSpan(occurrence.start, occurrence.end),),
        occurrence.concept_id,
        message_id="dropped"
        if is_dropped and occurrence.fault == "deprecated"
        else occurrence.evidence or ("why" if why else ""),
        words={"why": why},
        expected=expected_forms(page, occurrence.concept_id, occurrence.form, part),
        suggestion=""
        if is_likely or is_dropped
        else suggestion(page, occurrence.start, occurrence.end, occurrence.concept_id, occurrence.form),
        severity=severity,
        sure=occurrence.sure,
        least=MOST if occurrence.is_project else min(occurrence.sure, usage_model.MOST) if is_likely else LEAST,
        most=usage_model.MOST if is_doubtful else MOST,
    )


@dataclass(frozen=True, slots=True)
class UnwantedForms:
    """The `find` of a rule about unwanted forms: reports those of a page that have the rule's fault."""

    fault: str
    reported: Callable[[RuleContext, UnwantedOccurrence], Violation | None] = unwanted_violation

    def __call__(self, page: RuleContext) -> Iterator[Violation]:
        """Yield the violations of a page."""
        of_fault = (occurrence for occurrence in unwanted_forms(page) if occurrence.fault == self.fault)
        return filter(None, (self.reported(page, occurrence) for occurrence in of_fault))


def keeps_english_name(concept: Concept, lang: str) -> bool:
    """Return whether a language has only the English name, alone or with a word of its own (Transformers 库)."""
    allowed = [form.form for form in concept.in_language(lang) if form.status in ALLOWED]
    script = pack(lang).script
    if script is None:  # in Latin letters the words alone tell
        return {form.form for form in concept.in_language("en")}.issuperset(allowed)
    foreign = [[char for char in form if not (is_cjk(char) or script.match(char))] for form in allowed]
    if all(len(chars) == len(form) for chars, form in zip(foreign, allowed, strict=True)):
        return True
    return lang in concept.keep and all(any(map(str.isalpha, chars)) for chars in foreign)


def is_half_english(page: RuleContext, occurrence: UnwantedOccurrence) -> bool:
    """Return whether a form is wrong only for an English word that the allowed forms lack: 设计 doc, tensor-レベル."""
    if occurrence.form is None:
        return False
    allowed = page.termbase.by_id[occurrence.concept_id].in_language(page.lang)
    allowed_words = {word.casefold() for form in allowed if form.status in ALLOWED for word in WORD.findall(form.form)}
    words = (word.casefold() for word in _SMALL.findall(occurrence.form.form))
    return any(word not in allowed_words and is_common(word, page.termbase) for word in words)


def is_in_title(page: RuleContext, start: int, end: int) -> bool:
    """Return whether a place is in a title, whose words are not the page's own."""
    return page.is_quoted(start, end, _TITLES) and not _is_emphasised(page, start, end)


def _is_emphasised(page: RuleContext, start: int, end: int) -> bool:
    return page.text[start - 1 : start] == "『" and page.text[end : end + 1] == "』"


def _is_meant(page: RuleContext, occurrence: UnwantedOccurrence) -> bool:
    is_metalinguistic = is_mentioned_as_word(page, occurrence.start, occurrence.end, occurrence.concept_id)
    return not is_metalinguistic and not is_in_title(page, occurrence.start, occurrence.end)


def _used_occurrences(page: RuleContext) -> Iterator[UnwantedOccurrence]:
    unwanted_uses = (use for use in (*page.uses, *comment_mentions(page)) if use.status in UNWANTED)
    for _, readings in groupby(unwanted_uses, key=lambda use: (use.start, use.end)):
        use = _closest(page, readings)
        form = page.termbase.form(use.concept_id, page.lang, use.form)
        sure = use.confidence * _occurrence_factor(page, use.start, use.end, form)
        sure *= rendering_factor(page, use.concept_id, [use.start]) * _domain_factor(page, use.concept_id)
        word = judged_words(page).get((use.start, use.end, use.concept_id))
        if word and not _is_sure(*word) and unit_at(page, use.start) is None:
            continue  # what the whole page says against its context words
        if form and form.is_dropped and _is_in_name(page.text, use.start, use.end):
            continue
        if sure and not _is_right(page, use.start, use.concept_id, form):
            is_project = _is_project_form(page, use.concept_id, form)
            yield UnwantedOccurrence(use.start, use.end, use.concept_id, form, use.status, sure, is_project=is_project)


def _is_in_name(text: str, start: int, end: int) -> bool:
    """Return whether English is a part of a name or path: Load Checkpoint, models/checkpoints, list[int]."""
    joined = _JOINED_BEFORE.search(text, max(0, start - _NEAR), start), _JOINED_AFTER.match(text, end)
    is_part = any(match and (text[start].isupper() or not match["capital"]) for match in joined)
    return is_part and text[start:end].isascii()


def _is_sure(word: OrdinaryWord, odds: float) -> bool:
    return word.is_found and odds >= usage_model.MOST


def _is_project_form(page: RuleContext, concept_id: str, form: Form | None) -> bool:
    return form is not None and page.termbase.by_id[concept_id].is_project_form(form)


def _closest(page: RuleContext, readings: Iterable[Mention]) -> Mention:
    """Return, of the concepts that a form is wrong for, the most specific one: 注意力掩码 before 掩码."""
    return max(readings, key=lambda use: (len(page.termbase.preferred(use.concept_id, page.lang)), use.concept_id))


def _aligned_occurrences(page: RuleContext) -> Iterator[UnwantedOccurrence]:
    known = [(use.start, use.end) for use in page.uses if use.status in UNWANTED]
    of_field = 1.0 if _is_of_field(page) else _OF_ANOTHER_FIELD
    for start, end, concept_id, form, sure, is_named in aligned_unwanted_forms(page):
        status = form.status if form else "wrong"
        if not any(start < last and first < end for first, last in known):
            factor = 1.0 if is_named else of_field * _domain_factor(page, concept_id)
            word = judged_words(page).get((start, end, concept_id))
            # Of 58 words that the page as a whole speaks against, too, 54 were judged wrong; of others 8 of 16.
            is_plain = is_named or (word is not None and word[1] >= usage_model.MOST)
            evidence = "" if is_plain else "source"
            is_project = _is_project_form(page, concept_id, form)
            yield UnwantedOccurrence(start, end, concept_id, form, status, sure * factor, evidence, is_project)


def _meant_by_page(page: RuleContext) -> Iterator[UnwantedOccurrence]:
    last, aligned_starts = 0, {aligned.start for aligned in aligned_unwanted_forms(page)}
    judged = [row for row in judged_words(page).values() if row[1] >= DOUBTFUL and not _is_sure(*row)]
    likely = [row for row in judged if row[0].start not in aligned_starts]
    for word, odds in sorted(likely, key=lambda row: (row[0].start, -row[0].end, -row[1], row[0].concept_id)):
        if word.start >= last and unit_at(page, word.start) is None:  # else the links to the original tell
            last = word.end
            yield UnwantedOccurrence(word.start, word.end, word.concept_id, word.form, word.form.status, odds, "sense")


def _is_right(page: RuleContext, start: int, concept_id: str, form: Form | None) -> bool:
    """Return whether the original surely speaks of a concept for which a form is right, and not of the one for which it
    is wrong.
    """
    others = _right_for(page.termbase, page.lang).get(form.form, ()) if page.original and form else ()
    others = tuple(other for other in others if may_be_spoken_of(page, other))  # no alignment where none is
    unit = unit_at(page, start) if others else None
    if unit is None or touches_on(unit, page.termbase, concept_id):
        return False
    return any(speaks_of(unit, page.termbase, other) for other in others)


@termbase_fact
def _right_for(termbase: Termbase, lang: str) -> dict[str, tuple[str, ...]]:
    """Return the wrong and deprecated forms that are right for other concepts, with the ids of those concepts."""
    right: dict[str, list[str]] = {}
    for concept in termbase.concepts:
        for form in concept.in_language(lang):
            if form.status in ALLOWED:
                right.setdefault(fold_form(form.form, lang), []).append(concept.id)
    forms = (form for concept in termbase.concepts for form in concept.in_language(lang) if form.status in UNWANTED)
    unwanted = sorted({form.form for form in forms})
    return {form: tuple(right[key]) for form in unwanted if (key := fold_form(form, lang)) in right}


def _occurrence_factor(page: RuleContext, start: int, end: int, form: Form | None) -> float:
    """Return the factor that lowers the confidence of ordinary words and of possible titles."""
    ordinary = form is not None and bool(form.only_near) and weight(page.text[start:end]) <= 2
    return (_ORDINARY if ordinary else 1.0) * (_TITLED if _is_emphasised(page, start, end) else 1.0)


def _domain_factor(page: RuleContext, concept_id: str) -> float:
    """Return the factor that lowers the confidence where the page uses no other concept of the concept's domain."""
    concept_ids = {use.concept_id for use in page.uses}
    domain = page.termbase.by_id[concept_id].domain
    others = (other for other in concept_ids if other != concept_id and page.termbase.by_id[other].domain == domain)
    return _ELSEWHERE if len(concept_ids) >= _FEWEST and not any(True for _ in others) else 1.0


def _is_of_field(page: RuleContext) -> bool:
    """Return whether a page names the field, or a good part of its concepts belong to it. A single concept may mean
    something else: 配列 is an array, and also how a street is laid out.
    """
    concept_ids = {use.concept_id for use in page.uses}
    field_ids = [concept_id for concept_id in concept_ids if page.termbase.by_id[concept_id].domain in _OF_IT]
    if page.original is None and len(concept_ids) == 1:
        return False
    return not concept_ids.isdisjoint(_NAMES_IT) or len(field_ids) >= _SHARE * len(concept_ids)


def _unless_current(page: RuleContext, occurrence: UnwantedOccurrence) -> Violation | None:
    """Return the violation of an unwanted form, or None if the form was current when the page was written. The
    message does not mention the original.
    """
    if occurrence.form and was_current(occurrence.form, page):
        return None
    evidence = "" if occurrence.evidence == "source" else occurrence.evidence
    return unwanted_violation(page, occurrence._replace(evidence=evidence))


_BESIDE_NAME = sign("form.beside-name", LIKELY)
_UNRELATED = re.compile(
    "関係(?:の|は|が)?(?:な|あり(?:ませ|ま))|無関係|とは別|とは違|とは異|无关|無關|没有关系|不是一回事|并非"
)


def _by_name(page: RuleContext, occurrence: UnwantedOccurrence) -> Violation | None:
    """Return the violation of a translated name, if it is one. An ordinary word next to the name itself is doubtful."""
    segment = page.segment_at(occurrence.start)
    violation = unwanted_violation(page, occurrence, "minor" if occurrence.status == "deprecated" else "")
    if segment and occurrence.form and occurrence.form.only_near:
        allowed_uses = (use for use in page.mentions_in(segment) if use.status in ALLOWED)
        if any(use.concept_id == occurrence.concept_id for use in allowed_uses):
            if _UNRELATED.search(segment.text):
                return None
            violation = replace(violation, sure=violation.sure * _BESIDE_NAME)
    return _in_number_of_original(page, violation)


def _in_number_of_original(page: RuleContext, violation: Violation) -> Violation:
    """Return the violation, with the plural as its remedy if the original has the plural there: Transformers."""
    place, name = violation.places[0], (*violation.expected, "")[0]
    source_surface = next(
        (row.source_surface for row in page.terms if (row.start, row.end) == (place.start, place.end)), ""
    )
    if source_surface not in plurals(name):
        return violation
    suggestion = source_surface if violation.suggestion == name else violation.suggestion
    return replace(violation, expected=(source_surface, *violation.expected[1:]), suggestion=suggestion)


WRONG = Rule(
    "T101", "wrong-rendering", "terminology/wrong-term", "major", 0.95, "segment",
    UnwantedForms("wrong"), fixable=True, home="unwanted_forms",
)  # fmt: skip
DEPRECATED = Rule(
    "T102", "deprecated-form", "terminology/inconsistent-with-termbase", "minor", 0.9, "segment",
    UnwantedForms("deprecated", _unless_current), fixable=True, home="unwanted_forms",
)  # fmt: skip
TRANSLATED = Rule(
    "T104", "translated-name", "accuracy/do-not-translate", "major", 0.9, "segment",
    UnwantedForms("name", _by_name), fixable=True, home="unwanted_forms",
)  # fmt: skip
