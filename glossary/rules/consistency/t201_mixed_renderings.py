"""T201 mixed-renderings: one concept, two renderings in one document.

Why: A reader who finds both 检查点 and checkpoint on a page wonders how they differ.
Bad: 每轮训练后保存检查点。恢复训练时加载最新的 checkpoint。
Good: 每轮训练后保存检查点。恢复训练时加载最新的检查点。
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby, pairwise
from operator import attrgetter
from typing import NamedTuple

from corpus import lazy_re as re
from corpus.languages.scripts import CJK
from glossary.matching.slugs import is_joined_latin
from glossary.rules.calibration import LIKELY, MOST, UNPROVEN, sign
from glossary.rules.consistency.renderings import (
    RenderingGroup,
    are_kept_apart,
    count,
    drift_confidence,
    is_said_alike,
    rendering_groups,
    renderings,
    say_the_same,
)
from glossary.rules.context import RuleContext, page_fact
from glossary.rules.digest import PageRendering
from glossary.rules.rule import DocumentSpan, Rule, Violation
from glossary.rules.shared import replacement
from glossary.rules.shared.english_words import is_beside_code_noun
from glossary.rules.shared.form_similarity import is_latin
from glossary.rules.shared.source_pairs import touches_on, unit_at
from glossary.rules.usages.judged_usages import PageDrift, page_drifts
from glossary.termbase.termbase import ALLOWED

# A Latin word by itself: no part of a longer name, of a phrase in English, of a gloss or of code.
_WORD = re.compile(
    r"(?<![A-Za-z0-9_./@#+&:(（\[\"'`“‘*-])(?<![A-Za-z0-9.,:] )([A-Z][A-Z0-9]+s?|[a-z]{3,})"
    r"(?![A-Za-z0-9_./@+&)）\]\"'`”’*=(\[-]| ?[A-Za-z0-9])"
)
_BEFORE, _AFTER = re.compile(rf"[{CJK}] ?\Z"), re.compile(rf" ?[{CJK}]")
_NEAR = 2  # characters on either side


class PluralUses(NamedTuple):
    """A word that a page writes in singular and plural, with the places of both."""

    singular: str
    singulars: tuple[DocumentSpan, ...]
    plurals: tuple[DocumentSpan, ...]


def plural_uses(page: RuleContext) -> Iterator[PluralUses]:
    """Yield the words that occur in singular and plural, in alphabetical order."""
    places = _plural_words(page)
    for singular in sorted(places):
        plurals = places.get(f"{singular}s", ())
        if plurals and _is_plural_of(page, singular, plurals[0]):
            yield PluralUses(singular, tuple(places[singular]), tuple(plurals))


def _plural_words(page: RuleContext) -> Mapping[str, list[DocumentSpan]]:
    """Return the places of Latin words in the running text of the page's own language."""
    places: defaultdict[str, list[DocumentSpan]] = defaultdict(list)
    for segment in page.own_prose:
        text = page.plain(segment)
        for match in _WORD.finditer(text):
            place = DocumentSpan(segment.start + match.start(), segment.start + match.end())
            before = text[max(0, match.start() - _NEAR) : match.start()]
            is_beside_cjk = _BEFORE.search(before) or _AFTER.match(text, match.end())
            if is_beside_cjk and not page.is_quoted(*place[:2]) and not is_beside_code_noun(text, *match.span()):
                places[match[0]].append(place)
    return places


def _is_plural_of(page: RuleContext, singular: str, place: DocumentSpan) -> bool:
    """Return whether a word is only the plural of one used in the page's language. That is an initialism, or an
    English form that the glossary accepts; not a form of its own (FLOPs).
    """
    uses = [use for use in page.mentions_touching(*place[:2]) if (use.start, use.end) == place[:2]]
    if any(use.form != singular for use in uses):
        return False
    return singular.isupper() or any(use.status in (*ALLOWED, "variant") for use in uses)


_UNLINKED = sign("T201.unlinked", LIKELY)  # one of the ways may stand for something else
_PERHAPS_CODE = sign(
    "T201.perhaps-code", LIKELY
)  # `labels` is a name on this page, and "labels" in its prose may mean it


_REACH = 24  # characters after the second name in which the page says so
_AND = re.compile(r"[\s“”「」『』\"'`*]*(?:和|与|與|跟|同|及|vs\.?|と|や)[\s“”「」『』\"'`*]*")
# 算子和运算符不是一回事
_DIFFER = re.compile(
    r"[^。；;！!？?\n]*?(?:不是一回事|不是同一|两回事|不同|不一样|有别|区别|差异|别混|混为一谈|混淆"
    r"|違い|違う|違って|異な|別物|別の(?:もの|概念)|区別|同じではな|同じものでは|混同)"
)


def find(page: RuleContext) -> Iterator[Violation]:
    """Yield every concept that the page writes in two ways, and other terms of the original that it renders in two.
    Where the glossary allows both, the violation is neutral.
    """
    code, drifts = _names_in_code(page), {drift.usage.concept_id: drift.confidence for drift in page_drifts(page)}
    reported_ids = set[str]()
    for concept_id, concept_renderings in groupby(renderings(page), attrgetter("concept_id")):
        leading, *groups = rendering_groups(concept_renderings, page.lang)
        others = [group for group in groups if say_the_same(leading, group) and _may_be_meant(page, concept_id, group)]
        concept = page.termbase.by_id[concept_id]
        if concept.is_custom_decided:
            continue
        may_vary = concept.choose == "free"
        if may_vary:  # of what is not to be written at all another rule tells
            others = [group for group in others if group[0].status != "deprecated"]
        if others and concept_id not in _contrasted_concepts(page) and leading[0].status in ALLOWED:
            preferred = replacement.expected_forms(page, concept_id, part_of_speech=leading[0].part_of_speech)[0]
            raised = _minority_violation(concept_id, leading, others, preferred, page.lang, code)
            severity = "neutral" if may_vary else raised.severity
            most = MOST if not page.terms or all(is_said_alike(leading, other) for other in others) else UNPROVEN
            sure = raised.sure * _linked_factor(page, (leading, *others))
            reported_ids.add(concept_id)
            least = drifts.get(concept_id, raised.least)
            yield replace(raised, severity=severity, sure=sure, most=max(most, least), least=least)
    yield from map(_plural_violation, plural_uses(page))
    for drift in page_drifts(page):
        concept_id = drift.usage.concept_id
        may_vary = bool(concept_id) and page.termbase.by_id[concept_id].choose == "free"
        if concept_id not in reported_ids and not may_vary:
            yield _drift_violation(page, drift)


def _drift_violation(page: RuleContext, drift: PageDrift) -> Violation:
    """Return the violation of a term; its confidence is how often reviewers unify such a pair. Listed forms stay."""
    usage, leading = drift.usage, drift.leading
    if usage.relation in ALLOWED and leading.relation not in ALLOWED:
        usage, leading = leading, usage
    preferred = replacement.expected_forms(page, usage.concept_id)[:1] if usage.concept_id else ()
    return Violation(
        usage.places,
        usage.concept_id,
        message_id="aligned",
        words={
            "term": usage.english,
            "leading": leading.rendering,
            "times": str(leading.uses),
            "other": usage.rendering,
            "count": str(usage.uses),
        },
        expected=tuple(dict.fromkeys([leading.rendering, *(form for form in preferred if form != usage.rendering)])),
        key=f"{usage.english.casefold()}={usage.rendering.casefold()}",
        least=drift.confidence,
        most=drift.confidence,
    )


def _plural_violation(uses: PluralUses) -> Violation:
    """Return the violation of a word in singular and plural; neutral unless the singular prevails."""
    singular, times, count_of_plurals = uses.singular, len(uses.singulars), len(uses.plurals)
    return Violation(
        uses.plurals,
        message_id="plural",
        words={"leading": singular, "times": str(times), "other": f"{singular}s", "count": str(count_of_plurals)},
        expected=(singular,),
        severity="" if times > count_of_plurals else "neutral",
        key=f"{singular}s",
    )


def _may_be_meant(page: RuleContext, concept_id: str, group: RenderingGroup) -> bool:
    """Return whether words may mean a concept: not if the original lacks it, nor within a longer name."""
    return any(_stands_for(page, concept_id, *place) for rendering in group for place in rendering.places)


def _stands_for(page: RuleContext, concept_id: str, start: int, end: int) -> bool:
    unit = unit_at(page, start)
    is_named = unit is None or touches_on(unit, page.termbase, concept_id)
    return is_named and not (is_latin(page.text[start:end]) and is_joined_latin(page.text, start, end))


def _linked_factor(page: RuleContext, groups: Sequence[RenderingGroup]) -> float:
    """Return the factor on the confidence where the English of some ways is unknown."""
    is_known = all(any(way.english for way in group) for group in groups)
    return 1.0 if is_known or not page.terms else _UNLINKED


def _minority_violation(
    concept_id: str,
    leading: RenderingGroup,
    others: Sequence[RenderingGroup],
    preferred: str,
    lang: str,
    code: frozenset[str],
) -> Violation:
    """Return the violation of a concept; the odd ways are marked, but never the one the glossary prefers."""
    better = [] if _is_preferred(leading, preferred) else [group for group in others if _is_preferred(group, preferred)]
    odd = [group for group in others if group not in better]
    if not odd:
        return _custom_violation(concept_id, leading, better, preferred, lang)
    minor = tuple(rendering for group in odd for rendering in group)
    may_be_code = all(_perhaps_code(rendering, code) for rendering in minor)
    surface = leading[0].surface
    expected = (
        (surface,) if _is_preferred(leading, preferred) else (preferred, surface) if better else (surface, preferred)
    )
    return Violation(
        tuple(DocumentSpan(*place) for place in sorted(place for rendering in minor for place in rendering.places)),
        concept_id,
        message_id=_message_key(leading, odd) if _is_preferred(leading, preferred) else "prefers",
        words={**_words(leading, odd), "preferred": preferred},
        expected=expected,
        severity=_severity(leading, minor),
        sure=drift_confidence(leading, minor, lang) * (_PERHAPS_CODE if may_be_code else 1),
        key=concept_id,
    )


def _custom_violation(
    concept_id: str, leading: RenderingGroup, better: Sequence[RenderingGroup], preferred: str, lang: str
) -> Violation:
    """Report a custom: most places go one way, the glossary the other. Which to change is asked once per page."""
    return Violation(
        (DocumentSpan(*min(place for rendering in leading for place in rendering.places)),),
        concept_id,
        message_id="custom",
        words={**_words(leading, better), "preferred": preferred},
        expected=(preferred,),
        severity="neutral",
        sure=drift_confidence(leading, tuple(rendering for group in better for rendering in group), lang),
        key=concept_id,
    )


def _message_key(leading: RenderingGroup, others: Sequence[RenderingGroup]) -> str:
    if len(others) > 1:
        return "several"
    return "tie" if count(leading) == count(others[0]) and leading[0].status == "preferred" else ""


def _is_preferred(group: RenderingGroup, preferred: str) -> bool:
    return any(rendering.status == "preferred" or rendering.surface == preferred for rendering in group)


def _words(leading: RenderingGroup, others: Sequence[RenderingGroup]) -> dict[str, str]:
    return {
        "leading": leading[0].surface,
        "times": str(count(leading)),
        "other": others[0][0].surface,
        "count": str(count(others[0])),
        "others": " / ".join(f"{group[0].surface} ×{count(group)}" for group in others),
    }


def _severity(leading: RenderingGroup, minor: RenderingGroup) -> str:
    if any(rendering.status == "deprecated" for rendering in minor):
        return "major"
    return "neutral" if are_kept_apart(leading, minor) else ""


def _perhaps_code(rendering: PageRendering, code: frozenset[str]) -> bool:
    """Return whether an English word may be meant as a name: it also occurs in backticks, or is a plural."""
    return is_latin(rendering.form) and (
        rendering.surface in code or (rendering.surface != rendering.form and rendering.surface.endswith("s"))
    )


def _names_in_code(page: RuleContext) -> frozenset[str]:
    """Return the texts in backticks in the page's prose."""
    spans = (span for segment in page.prose for span in segment.protected if span.kind in ("code", "identifier"))
    return frozenset(page.text[span.start : span.end].strip("` ") for span in spans)


@page_fact
def _contrasted_concepts(page: RuleContext) -> frozenset[str]:
    """Return the concepts that have two of their names contrasted in one sentence of the page."""
    return frozenset(_find_contrasts(page))


def _find_contrasts(page: RuleContext) -> Iterator[str]:
    uses = sorted(page.uses, key=attrgetter("concept_id", "start"))
    for use, other in pairwise(uses):
        if use.concept_id == other.concept_id and use.form != other.form and use.segment_id == other.segment_id:
            beside = _AND.fullmatch(page.text, use.end, max(use.end, other.start))
            if beside and _DIFFER.match(page.text, other.end, other.end + _REACH):
                yield use.concept_id


RULE = Rule(
    "T201", "mixed-renderings", "terminology/inconsistent-use", "minor", 0.85, "document", find, yields_to=("T102",)
)
