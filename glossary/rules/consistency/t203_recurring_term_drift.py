"""T203 recurring-term-drift: an English term that the glossary does not have, rendered in two ways on one page.

Why: where random masking is once 随机掩码 and once 随机遮罩, the reader cannot know that it is one thing.
Bad: 随机掩码在每个批次中进行。多次运行后可以看到随机遮罩的效果。 (random masking, both times)
Good: 随机掩码在每个批次中进行。多次运行后可以看到随机掩码的效果。
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from corpus import lazy_re as re
from corpus.records import TermAlignment
from glossary.matching.characters import is_cjk
from glossary.rules.context import RuleContext, page_fact
from glossary.rules.rule import DocumentSpan, Rule, Violation
from glossary.rules.shared.english_words import is_everyday
from glossary.rules.shared.form_similarity import is_one_rendering

_NEGATED = re.compile(r"\b(?:not|no|non|without|never|lacks?|missing)\b|n't", re.IGNORECASE)
_FAR = 30  # characters before a term
_NEGATIONS = ("不", "非", "无", "未", "無", "没")
_SURE = 0.75  # confidence of links, by hand
_ONCE_EACH = 0.8  # neither way leads

Group = list[TermAlignment]  # uses of a term that are one rendering to a reader


def find(page: RuleContext) -> Iterator[Violation]:
    """Yield terms of two and more words with two renderings that differ in a word of the field."""
    uses_by_term: defaultdict[str, Group] = defaultdict(list)
    for row in page.terms:
        if _is_translated_compound(row) and not _is_negated(page, row):
            uses_by_term[row.term].append(row)
    for term, uses in uses_by_term.items():
        leading, *others = _groups(uses, page.lang)
        odd = [row for group in others for row in group if _differ_in_a_term(page, leading[0], row)]
        if odd:
            yield _violation(page, term, leading, odd)


def _is_translated_compound(row: TermAlignment) -> bool:
    is_sure = row.concept_id is None and row.relation == "unlisted" and row.confidence >= _SURE
    return (
        is_sure
        and " " in row.term
        and all(is_cjk(char) or char.isalnum() or char in " -の的" for char in row.surface or "")
    )


def _is_negated(page: RuleContext, row: TermAlignment) -> bool:
    """Return whether a sign that turns the words around was cut off before them, while the English has none of its own:
    明确的结果 in 不明确的结果.
    """
    if page.text[(row.start or 0) - 1 : row.start] not in _NEGATIONS:
        return False
    return not _NEGATED.search(page.source, max(0, row.source_start - _FAR), row.source_start)


def _groups(uses: Sequence[TermAlignment], lang: str) -> list[Group]:
    """Return the uses by what is one rendering to a reader, the most frequent first."""
    groups: list[Group] = []
    for row in uses:
        same = next(
            (group for group in groups if is_one_rendering(group[0].surface or "", row.surface or "", lang)), None
        )
        if same is None:
            groups.append([row])
        else:
            same.append(row)
    return sorted(groups, key=lambda group: (-len(group), group[0].start))


def _differ_in_a_term(page: RuleContext, row: TermAlignment, other: TermAlignment) -> bool:
    """Return whether a word of the field is among the parts whose renderings differ, and none that the glossary has.

    Adjectives and verbs of every day (large, following, explain) are put freely.
    """
    parts, other_parts = _parts(page, row), _parts(page, other)
    if [part.term for part in parts] != [part.term for part in other_parts]:
        return False
    differing = [
        part
        for part, other_part in zip(parts, other_parts, strict=True)
        if not is_one_rendering(part.surface or "", other_part.surface or "", page.lang)
    ]
    return bool(differing) and all(part.concept_id is None and not is_everyday(part.term) for part in differing)


def _company(page: RuleContext, row: TermAlignment, other: TermAlignment) -> int:
    """Count how often the page has the parts of a rendering that another one has not."""
    others = {part.surface for part in _parts(page, other)}
    surfaces = [part.surface for part in _parts(page, row) if part.surface and part.surface not in others]
    return sum(map(page.text.count, surfaces))


def _parts(page: RuleContext, row: TermAlignment) -> list[TermAlignment]:
    inside = _by_bead(page).get(row.alignment_id, ())
    return [
        part
        for part in inside
        if row.source_start <= part.source_start
        and part.source_end <= row.source_end
        and (part.source_start, part.source_end) != (row.source_start, row.source_end)
    ]


@page_fact
def _by_bead(page: RuleContext) -> dict[str, list[TermAlignment]]:
    rows: defaultdict[str, list[TermAlignment]] = defaultdict(list)
    for row in page.terms:
        rows[row.alignment_id].append(row)
    return dict(rows)


def _violation(page: RuleContext, term: str, leading: Group, odd: Group) -> Violation:
    """Return the violation of a term: the odd places are marked, all of them where neither way leads.

    Of two ways that stand as often that one comes first whose parts the page has oftener elsewhere: カラム throughout.
    """
    is_tie = len(leading) <= len(odd)
    if is_tie and _company(page, odd[0], leading[0]) > _company(page, leading[0], odd[0]):
        leading, odd = odd, leading
    marked = sorted([*leading, *odd] if is_tie else odd, key=lambda row: row.start or 0)
    ways = [leading[0].surface or "", odd[0].surface or ""]
    return Violation(
        tuple(DocumentSpan(row.start or 0, row.end or 0) for row in marked),
        words={
            "term": " ".join(leading[0].source_surface.split()),
            "leading": ways[0],
            "most": str(len(leading)),
            "other": ways[1],
            "count": str(len(odd)),
        },
        expected=tuple(ways) if is_tie else (ways[0],),
        sure=_ONCE_EACH if is_tie else 1.0,
        key=term,
    )


RULE = Rule(
    "T203", "recurring-term-drift", "terminology/inconsistent-use", "minor", 0.7, "document", find,
    yields_to=("T101", "T102", "T103", "T201", "T501"),
)  # fmt: skip
