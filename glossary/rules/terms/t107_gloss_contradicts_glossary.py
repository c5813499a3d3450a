"""T107 gloss-contradicts-glossary: a term with its English in brackets that the glossary translates otherwise.

Why: The English in brackets shows what is meant. A reader who looks up 典型算子 finds nothing.
Bad: ATen 有七百多个典型算子（canonical operator）。
Good: ATen 有七百多个规范算子（canonical operator）。
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from corpus import lazy_re as re
from corpus.languages import is_traditional
from corpus.records import Mention
from glossary.matching.han_conversion import simplified
from glossary.matching.normalized_view import fold
from glossary.rules.calibration import LIKELY, RATHER, sign
from glossary.rules.context import RuleContext, page_fact
from glossary.rules.rule import DocumentSpan, Rule, Violation
from glossary.rules.shared.metalinguistic import is_mentioned_as_word
from glossary.rules.shared.page_glosses import GlossedTerm, agrees, bare, forms, glossed_terms
from glossary.rules.shared.replacement import expected_forms
from glossary.rules.terms.unwanted_forms import is_in_title
from glossary.termbase.termbase import ALLOWED, UNWANTED, Form

_NAME = 80  # characters that the longest name has
_BRACKETED = re.compile(rf"[(（]([^()（）]{{1,{_NAME}}})[)）]")
_KNOWN = (*ALLOWED, "variant")
_LEADS = "用以把将对从由为在与和是即称叫做"  # verbs and particles that may be taken for the head of a term
# How sure it is that a word which the glossary has not renders the term, by what speaks for it.
_LISTED = 1.0  # the glossary has it as a bad one: the bracket is its context
_AKIN = sign("T107.akin", RATHER)  # shares a word with the glossary's form: 典型算子 and 规范算子
_SHORT = sign("T107.short", RATHER)  # an abbreviation or one English word, which may be said in another sense
_BEHIND = sign("T107.in-brackets", LIKELY)  # stands in the brackets: it may explain rather than translate
_THROUGHOUT = 3  # places
_FOREIGN = sign("T107.traditional", RATHER)  # the glossary knows fewer words of Taiwan and Hong Kong


def find(page: RuleContext) -> Iterator[Violation]:
    """Yield every gloss whose Chinese or Japanese side is no form of what the English side names."""
    for term in glossed_terms(page):
        is_label = all(page.termbase.by_id[concept_id].is_label for concept_id in term.ids)
        if not is_label and not agrees(page, term) and not _is_of_original(page, term):
            listed = _listed_form(page, term)
            start, sure = (term.start, _LISTED) if listed else _unlisted_rendering(page, term)
            if (
                sure
                and (listed or not _is_custom(page, term._replace(start=start)))
                and not is_in_title(page, start, term.end)
                and not is_mentioned_as_word(page, start, term.end, term.ids[0])
            ):
                yield _gloss_violation(page, term._replace(start=start), listed, sure)


def _is_custom(page: RuleContext, term: GlossedTerm) -> bool:
    """Return whether the page uses these words for the thing throughout."""
    words = page.text[term.start : term.end]
    is_glossarys = any(use.concept_id in term.ids and use.status in ALLOWED for use in page.uses if use.zone != "gloss")
    return page.text.count(words) >= _THROUGHOUT and not is_glossarys


def _is_of_original(page: RuleContext, term: GlossedTerm) -> bool:
    """Return whether the original has the same bracket after words that do not name its content: agents (tool
    calling). Then the bracket does not gloss the translated words before it.
    """
    before = _before_brackets(page).get(" ".join(term.english.split()).casefold(), ())
    concepts = (page.termbase.by_id[concept_id] for concept_id in term.ids)
    names = tuple(form.form.casefold() for concept in concepts for form in concept.in_language("en"))
    return bool(before) and not any(words.casefold().endswith(names) for words in before)


@page_fact
def _before_brackets(page: RuleContext) -> dict[str, set[str]]:
    """Return, by the lower-case content of the original's brackets, the texts before them; calls are left out."""
    source, before = page.source, defaultdict[str, set[str]](set)
    for match in _BRACKETED.finditer(source):
        if source[match.start() - 1 : match.start()].isspace():
            before[match[1].casefold()].add(source[max(0, match.start() - _NAME) : match.start()].rstrip())
    return dict(before)


def _gloss_violation(page: RuleContext, term: GlossedTerm, listed: Form | None, sure: float) -> Violation:
    return Violation(
        (DocumentSpan(term.start, term.end),),
        term.ids[0],
        words={"gloss": " ".join(term.english.split())},
        expected=expected_forms(page, term.ids[0], listed),
        severity="minor" if listed and listed.status == "deprecated" else "",
        sure=sure * (_BEHIND if term.following else 1.0) * (_FOREIGN if is_traditional(page.document.locale) else 1.0),
    )


def _listed_form(page: RuleContext, term: GlossedTerm) -> Form | None:
    """Return the unwanted form that the words are or end with, whatever context it requires; None if there is none."""
    words = bare(page.text[term.start : term.end], page.lang)
    unwanted = forms(page, term, UNWANTED)
    return next((form for form in unwanted if words.endswith(bare(form.form, page.lang))), None)


def _unlisted_rendering(page: RuleContext, term: GlossedTerm) -> tuple[int, float]:
    """Return where a rendering begins that the glossary lacks, and how sure it is; 0 if it may be none."""
    allowed = [form.form for form in forms(page, term, ALLOWED)]
    is_kept = any(page.lang in page.termbase.by_id[concept_id].keep for concept_id in term.ids)
    if not allowed or is_kept or any(_is_kind(page, term, use) for use in page.mentions_touching(term.start, term.end)):
        return term.start, 0.0
    words = page.text[term.start : term.end]
    akin = [form for form in allowed if _share(bare(form, page.lang), bare(words, page.lang))]
    several = len(term.english.replace("-", " ").split()) > 1
    if not akin:
        return term.start, 0.0
    lead = _lead(simplified(words) if page.lang == "zh" else words, akin)
    return term.start + lead, _AKIN if several else _AKIN * _SHORT


def _is_kind(page: RuleContext, term: GlossedTerm, use: Mention) -> bool:
    """Return whether the words render another concept: 损失函数（cross entropy）names the kind, then the thing. This
    does not hold for 代表性算子（canonical operator）, where the English ends with the same word.
    """
    if use.end != term.end or use.status not in _KNOWN:
        return False
    head = fold(term.english).split()[-1:]
    return use.start <= term.start or all(
        fold(form.form).split() != head for form in page.concept(use).in_language("en")
    )


def _share(form: str, words: str) -> bool:
    """Return whether two renderings share a word of at least two characters."""
    pieces = {form[place : place + 2] for place in range(len(form) - 1)}
    return any(words[place : place + 2] in pieces for place in range(len(words) - 1))


def _lead(words: str, akin: Sequence[str]) -> int:
    """Count the leading characters that are no part of the term: 计算 in 计算多头关注力, 用 in 用伪内核."""
    begins = [words.find(form[:2]) for form in akin if len(words) - words.find(form[:2]) >= len(form) - 1]
    return min((begin for begin in begins if begin > 0), default=int(len(words) > 3 and words[0] in _LEADS))


RULE = Rule(
    "T107", "gloss-contradicts-glossary", "terminology/wrong-term", "major", 0.9, "segment", find, yields_to=("T101",)
)
