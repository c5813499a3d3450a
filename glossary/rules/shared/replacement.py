"""The replacement of an unwanted form, and whether it can be put in its place without reading further."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from corpus import lazy_re as re
from corpus.languages import is_traditional
from glossary.matching.characters import is_cjk, is_hiragana, is_katakana
from glossary.matching.compounds import weight
from glossary.rules.context import RuleContext
from glossary.rules.shared.linked_terms import part_of_speech_shown
from glossary.termbase.termbase import ALLOWED, UNWANTED, Form

PRODUCTS = "ecosystem"  # the domain whose names are those of products and vendors
_LATIN = re.compile("[A-Za-z]")
_MOST = 3  # forms that are offered
# A rendering of the same words is about as long: 政策网络 says more than 策略. Of one word nothing can be lost.
_SHORTEST, _LONGEST, _LONGEST_WORD = 0.6, 1.35, 1.5
_ENDING = 2  # characters
_ENDINGS = "的地得到为于了"
# A name by itself; what a hyphen joins to the rest, as in tensor-レベル, is half of one word.
NAME_BEFORE = re.compile(r"([A-Za-z][A-Za-z0-9_.+-]*)(?<!-) ?(?:の|的|への)? ?(?=[^\x00-\x7f])")


def expected_forms(
    page: RuleContext, concept_id: str, unwanted: Form | None = None, part_of_speech: str = ""
) -> tuple[str, ...]:
    """Return the forms that may be written: the entry's replacement of a form, else preferred, then admitted ones."""
    instead = _entry_replacement(page, concept_id, unwanted)
    if instead not in ("", page.termbase.preferred(concept_id, page.lang)):
        return (instead,)  # said of this very form, as 容器镜像 for 集装箱镜像
    offered = _offered_forms(page, concept_id, part_of_speech)
    concept, forms = page.termbase.by_id[concept_id], [form.form for form in offered]
    if concept.domain == PRODUCTS and page.lang in concept.keep:  # a name that stays English
        forms = [form for form in forms if _LATIN.search(form)] or forms
    return tuple(_different(forms))[:_MOST]


def suggestion(page: RuleContext, start: int, end: int, concept_id: str, unwanted: Form | None) -> str:
    """Return the replacement for the words here; empty if the rest of the sentence may have to change with them."""
    surface = page.text[start:end]
    instead = _entry_replacement(page, concept_id, unwanted)
    best = instead or _most_used_form(page, concept_id, part_of_speech_shown(page, start, end))
    if not best or "\n" in surface or not (instead or _is_similar_rendering(surface, best, unwanted)):
        return ""
    before, after = page.text[max(0, start - len(best)) : start], page.text[end : end + len(best)]
    return best if _fits_context(surface, best, before, after) else ""


def _entry_replacement(page: RuleContext, concept_id: str, unwanted: Form | None) -> str:
    """Return the entry's replacement of a form, or one derived from a form that it ends with; empty if there is none. A
    name at the beginning of the form stays if no allowed form has it: NumPy 配列 for NumPy アレイ. So does an ending
    that an admitted form has and the preferred one lacks: 汎化能力 for 一般化能力.
    """
    if unwanted is None or is_traditional(page.document.locale):
        return ""
    if unwanted.use:
        return unwanted.use
    best = page.termbase.preferred(concept_id, page.lang)
    for form in page.termbase.by_id[concept_id].in_language(page.lang):
        modifier = unwanted.form.removesuffix(form.form)
        if (
            form.status in UNWANTED
            and modifier not in ("", unwanted.form)
            and _fits_context(form.form, best, modifier, "")
        ):
            return modifier + (form.use or best)  # 张量操作员: 张量 and what stands for 操作员
    if longer := _longer_form(page, concept_id, unwanted, best):
        return longer
    name = NAME_BEFORE.match(unwanted.form)
    allowed = (form.form for form in page.termbase.by_id[concept_id].in_language(page.lang) if form.status in ALLOWED)
    return name[0] + best if name and not any(name[1].casefold() in form.casefold() for form in allowed) else ""


def _longer_form(page: RuleContext, concept_id: str, unwanted: Form, best: str) -> str:
    """Return the offered form that joins the best one and the unwanted ending: 偏置向量 for 偏见向量; else empty."""
    longer = (form.form for form in _offered_forms(page, concept_id) if form.form.startswith(best))
    endings = ((form, form.removeprefix(best)) for form in longer)
    return next((form for form, ending in endings if len(ending) >= _ENDING and unwanted.form.endswith(ending)), "")


def _offered_forms(page: RuleContext, concept_id: str, part_of_speech: str = "") -> list[Form]:
    """Return the forms to offer on this page, best first. Left out are those of another region, admitted ones that
    require context and, if others remain, those of the other part of speech.
    """
    concept = page.termbase.by_id[concept_id]
    english = {form.form for form in concept.in_language("en")} if page.lang in concept.keep else set()
    traditional = is_traditional(page.document.locale)
    fitting = [
        form
        for form in concept.in_language(page.lang)
        if form.status == "preferred" or (form.status == "admitted" and not form.only_near and form.form not in english)
    ]
    of_here = [form for form in fitting if not form.region or is_traditional(form.region) == traditional]
    alike = [form for form in of_here if form.part_of_speech in ("", part_of_speech)] if part_of_speech else []
    return sorted(alike or of_here, key=lambda form: (not (traditional and form.region), form.status != "preferred"))


def _different(forms: Iterable[str]) -> list[str]:
    """Return the forms without those that contain an earlier one, or differ from it only in spacing and casing."""
    distinct: dict[str, str] = {}
    for form in forms:
        bare = "".join(filter(str.isalnum, form.casefold()))
        if not any(earlier in bare for earlier in distinct):
            distinct[bare] = form
    return list(distinct.values())


def _most_used_form(page: RuleContext, concept_id: str, part_of_speech: str) -> str:
    """Return the offered form that the page uses most, else the best; empty if none is in the page's script."""
    offered = _offered_forms(page, concept_id, part_of_speech)
    if is_traditional(page.document.locale) and not any(form.region for form in offered[:1]):
        return ""
    used: Counter[str] = page.form_counts.get(concept_id, Counter())
    return max((form.form for form in offered), key=lambda form: used[form], default="")


def _is_similar_rendering(surface: str, best: str, form: Form | None) -> bool:
    """Return whether two renderings likely stand for the same English words, and the first is no ordinary word."""
    ordinary = form is None or (bool(form.only_near) and len(surface) < 3)
    most = _LONGEST_WORD if weight(surface) <= 3 else _LONGEST
    if ordinary or not _SHORTEST <= weight(surface) / weight(best) <= most:
        return False
    return not is_katakana(surface[-1]) or is_katakana(best[-1])  # 深い学習モデル is more than 深層学習


def _fits_context(surface: str, best: str, before: str, after: str) -> bool:
    """Return whether the new words join their neighbours as the old ones did, and repeat none of them."""
    left = is_cjk(surface[0]) == is_cjk(best[0]) or not before[-1:].isalnum()
    right = is_cjk(surface[-1]) == is_cjk(best[-1]) or not after[:1].isalnum()
    doubled = any(before.endswith(best[:size]) or after.startswith(best[-size:]) for size in range(1, len(best) + 1))
    return left and right and not doubled and _ending(surface) == _ending(best)


def _ending(words: str) -> str:
    last = words[-1]
    return last if last in _ENDINGS or is_hiragana(last) else ""
