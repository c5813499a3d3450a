"""Contrasted terms: concepts of which the page itself says that two of its names are not the same."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from operator import attrgetter

from corpus import lazy_re as re
from glossary.rules.context import RuleContext, page_fact

_REACH = 24  # characters after the second name in which the page says so
_AND = re.compile(r"[\s“”「」『』\"'`*]*(?:和|与|與|跟|同|及|vs\.?|と|や)[\s“”「」『』\"'`*]*")
# 算子和运算符不是一回事
_DIFFER = re.compile(
    r"[^。；;！!？?\n]*?(?:不是一回事|不是同一|两回事|不同|不一样|有别|区别|差异|别混|混为一谈|混淆"
    r"|違い|違う|違って|異な|別物|別の(?:もの|概念)|区別|同じではな|同じものでは|混同)"
)


@page_fact
def contrasted_concepts(page: RuleContext) -> frozenset[str]:
    """Return the concepts two of whose names the page sets against each other in one sentence."""
    return frozenset(_find_contrasts(page))


def _find_contrasts(page: RuleContext) -> Iterator[str]:
    uses = sorted(page.uses, key=attrgetter("concept_id", "start"))
    for use, other in pairwise(uses):
        if use.concept_id == other.concept_id and use.form != other.form and use.segment_id == other.segment_id:
            beside = _AND.fullmatch(page.text, use.end, max(use.end, other.start))
            if beside and _DIFFER.match(page.text, other.end, other.end + _REACH):
                yield use.concept_id
