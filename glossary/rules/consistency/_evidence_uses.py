"""Evidence uses: those that show, in the page's own words, how it writes a concept."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple

from corpus import lazy_re as re
from corpus.languages.scripts import LETTER
from corpus.records import Mention
from corpus.text.segments import is_prose
from glossary.matching.han_conversion import simplified
from glossary.matching.slugs import is_slug
from glossary.rules.context import RuleContext
from glossary.rules.shared.ambiguous_forms import fold_form, shared_forms
from glossary.rules.shared.form_similarity import is_initialism, is_latin, is_same_rendering
from glossary.rules.shared.linked_terms import linked_uses, source_name_at
from glossary.rules.shared.metalinguistic import introduced
from glossary.rules.shared.source_pairs import touches_on, unit_at
from glossary.rules.shared.visible_text import in_picture
from glossary.termbase.termbase import ALLOWED, Concept, Termbase
from glossary.termbase.termbase_facts import termbase_fact


class CompoundPart(NamedTuple):
    """A rendering of a shorter concept within a compound."""

    concept_id: str
    form: str


PartsByForm = Mapping[tuple[str, str], tuple[CompoundPart, ...]]  # (concept, form) → its parts


@termbase_fact
def parts(termbase: Termbase, lang: str) -> PartsByForm:
    """Return, by concept and form, the parts of a compound that show how its writer renders them. カスタムオペレーター
    does, as the glossary has カスタム演算子 as well: the writer chose オペレーター for "operator". 機械学習 shows
    nothing of how "learning" is written elsewhere: there is no other way to say it.
    """
    by_name = {form.form.casefold(): concept for concept in termbase.concepts for form in concept.in_language("en")[:1]}
    parts_by_form: dict[tuple[str, str], list[CompoundPart]] = {}
    for concept in termbase.concepts:
        for shorter in _part_concepts(concept, by_name):
            for form, part in _compound_forms(concept, shorter, lang):
                parts_by_form.setdefault((concept.id, form), []).append(CompoundPart(shorter.id, part))
    return {key: tuple(dict.fromkeys(form_parts)) for key, form_parts in parts_by_form.items()}


def _part_concepts(concept: Concept, by_name: Mapping[str, Concept]) -> Iterator[Concept]:
    """Yield the concepts whose names are part of its English name."""
    words = re.split("[ -]", concept.in_language("en")[0].form.casefold())
    for start in range(len(words)):
        for end in range(start + 1, len(words) + 1):
            shorter = by_name.get(" ".join(words[start:end]))
            if shorter is not None and shorter is not concept:
                yield shorter


def _compound_forms(compound: Concept, shorter: Concept, lang: str) -> Iterator[tuple[str, str]]:
    """Yield the forms of a compound, each with a part that another form renders differently."""
    compound_forms = [form.form for form in compound.in_language(lang) if form.status in ALLOWED]
    listed = frozenset(compound_forms)
    inner = [form.form for form in shorter.in_language(lang) if form.status in ALLOWED and len(form.form) > 1]
    for form in compound_forms:
        for part in inner:
            others = (other for other in inner if not is_same_rendering(other, part, lang))
            if part in form and not is_latin(part) and any(form.replace(part, other) in listed for other in others):
                yield form, part


def place_in(surface: str, part: str, lang: str) -> tuple[int, int] | None:
    """Return the place of a part in a compound as written, whatever its ー, spaces and script; None if absent."""
    pattern = "".join({"ー": "ー?", " ": " ?"}.get(char, re.escape(char)) for char in part)
    match = re.search(pattern, simplified(surface) if lang == "zh" else surface, re.IGNORECASE)
    return match.span() if match else None


_COUNTED = (*ALLOWED, "deprecated")  # wrong forms, and words left in English, have rules of their own
_LATIN_AFTER = re.compile(r"[ \u2011-]?[A-Za-z]| \d+[A-Z]|[\u2011-]\d")
_LATIN_BEFORE = re.compile(r"[a-z][ \u2011-]$")
_OF_CODE = re.compile(
    " ?=|_"
    "| ?(?:参数|变量|變數|字段|属性|方法|模块|关键字|引数|変数|フィールド|メソッド|モジュール|プロパティ|カラム|キー)"
)
_COLON = re.compile(r"[*_\s]*[:：]")
_EMPHASIS = ("*", "_")


def telling_uses(page: RuleContext) -> Iterator[Mention]:
    """Yield the evidence uses, each followed by those of shorter terms that show within it (marked as nested). Left
    out are abbreviations, which accompany the full name by custom, glosses, quotations, places that introduce a word
    as a name ("also called"), forms of two concepts, and translations of something else.
    """
    introducing = introduced(page.text, page.uses)
    uses = sorted((*page.uses, *linked_uses(page)), key=lambda use: use.start)
    tells = _forms_that_tell(page, uses)
    parts_by_form = parts(page.termbase, page.lang)
    for use in uses:
        is_plain = use.status != "source" and use.zone != "gloss" and use.mention_id not in introducing
        if is_plain and tells[use.concept_id, use.form] and not _is_anothers(page, use) and _is_of_source(page, use):
            yield use
            yield from _part_uses(use, parts_by_form.get((use.concept_id, use.form), ()), page.lang)


def _is_of_source(page: RuleContext, use: Mention) -> bool:
    """Return whether the words translate the concept's English, as far as known: 错误提示 may translate hints."""
    name = source_name_at(page, use)
    if name is None or name:
        return name is not None
    unit = unit_at(page, use.start)
    return unit is None or touches_on(unit, page.termbase, use.concept_id)


def status(page: RuleContext, use: Mention) -> str:
    """Return the glossary's status for the form of a use; a variant counts as the form itself."""
    form = page.termbase.form(use.concept_id, page.lang, use.form)
    return form.status if form else "admitted"


def _forms_that_tell(page: RuleContext, uses: Iterable[Mention]) -> dict[tuple[str, str], bool]:
    """Return, by concept and form, whether its use shows how the page writes that concept and no other."""
    several = shared_forms(page.termbase, page.lang)
    return {
        pair: status(page, use) in _COUNTED
        and fold_form(use.form, page.lang) not in several
        and not is_initialism(use.form, page.concept(use))
        for pair, use in {(use.concept_id, use.form): use for use in uses}.items()
    }


def _part_uses(use: Mention, compound_parts: Iterable[CompoundPart], lang: str) -> Iterator[Mention]:
    """Yield the uses of shorter terms within a compound."""
    for concept_id, form in compound_parts:
        span = place_in(use.surface, form, lang)
        if span is not None:
            start, end = use.start + span[0], use.start + span[1]
            surface = use.surface[span[0] : span[1]]
            yield replace(use, concept_id=concept_id, form=form, surface=surface, start=start, end=end, nested=True)


def _is_anothers(page: RuleContext, use: Mention) -> bool:
    """Return whether a use is not in the page's own words: in a quotation, in English, or a name or part of one."""
    segment = page.by_id[use.segment_id]
    if segment.text_lang != page.lang or not is_prose(segment) or page.is_quoted(use.start, use.end):
        return True
    if in_picture(page, use.start):
        return True
    return is_latin(use.surface) and (_in_a_longer_name(page, use) or _is_name(page, use, segment.start))


def _in_a_longer_name(page: RuleContext, use: Mention) -> bool:
    """Return whether Latin words are next or joined to it: Google Brain, subword tokenizer, xlm-mlm-100."""
    if is_slug(page.text, use.start, use.end):
        return True
    before = page.text[max(0, use.start - 2) : use.start]
    if before.endswith("_"):
        return True
    return _LATIN_AFTER.match(page.text, use.end) is not None or _LATIN_BEFORE.search(before) is not None


def _is_name(page: RuleContext, use: Mention, start: int) -> bool:
    """Return whether an English word names something. That is code ("padding 参数", a class with its capital), an item
    of a list ("Batch size：…"), or the word itself, as emphasis shows.
    """
    first = LETTER.search(page.text, start, use.start) is None
    capital = use.surface[:1].isupper() and use.form[:1].islower()
    if first and page.by_id[use.segment_id].kind == "table_cell" and capital:
        return True  # the type of a column
    emphasised = page.text[use.start - 1 : use.start] in _EMPHASIS and page.text[use.end : use.end + 1] in _EMPHASIS
    return (
        emphasised
        or (capital and not first)
        or (first and _COLON.match(page.text, use.end) is not None)
        or _OF_CODE.match(page.text, use.end) is not None
    )
