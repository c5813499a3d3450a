"""T106 no-gloss-at-first-mention: an abbreviation that the page never spells out.

Why: Who meets FSDP for the first time cannot tell what it is; one bracket at the first mention is enough.
Bad: 大模型适合用 FSDP 训练。
Good: 大模型适合用全分片数据并行（FSDP）训练。
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from corpus import lazy_re as re
from corpus.records import Mention
from glossary.rules.context import RuleContext
from glossary.rules.rule import DocumentSpan, Rule, Violation
from glossary.rules.shared.english_words import HAN_OR_KANA, words_of
from glossary.rules.shared.replacement import expected_forms

_JOINS = "-/_"  # Conv-BN: where no bracket fits
_ABBREVIATION = re.compile("[A-Z][A-Za-z]{0,6}[A-Z]")


def find(page: RuleContext) -> Iterator[Violation]:
    """Yield the first mention in running text of each abbreviation that is spelled out nowhere on the page."""
    short = _abbreviations(page)
    for concept_id, uses in short.items():
        first = uses[0]
        if not _is_spelled_out(page, concept_id, first.surface):
            full = expected_forms(page, concept_id)[0]
            yield Violation(
                (DocumentSpan(first.start, first.end),),
                concept_id,
                words={"english": page.termbase.preferred(concept_id, "en")},
                expected=(f"{full}（{first.surface}）",),
                key=concept_id,
            )


def _abbreviations(page: RuleContext) -> Mapping[str, Sequence[Mention]]:
    """Return the uses in running text of abbreviations that need to be spelled out, by concept."""
    uses_by_concept: defaultdict[str, list[Mention]] = defaultdict(list)
    for use in page.uses:
        if use.status == "abbreviation" and _ABBREVIATION.fullmatch(use.surface) and _needs_gloss(page, use):
            uses_by_concept[use.concept_id].append(use)
    return uses_by_concept


def _needs_gloss(page: RuleContext, use: Mention) -> bool:
    """Return whether it stands in a sentence, and is neither kept nor known to everybody."""
    segment, concept = page.by_id[use.segment_id], page.concept(use)
    if segment.kind != "paragraph" or use.zone != "prose" or page.lang in concept.keep:
        return False
    beside = page.text[use.start - 1 : use.start] + page.text[use.end : use.end + 1]
    if any(char in _JOINS for char in beside):
        return False
    is_well_known = use.surface.upper() in words_of("well_known_abbreviations")
    return not is_well_known and HAN_OR_KANA.search(segment.text) is not None and not page.is_quoted(use.start, use.end)


def _is_spelled_out(page: RuleContext, concept_id: str, surface: str) -> bool:
    """Return whether the page has a full form of the concept, a gloss of it, or words that it may be made of."""
    if any(mention.concept_id == concept_id and mention.status != "abbreviation" for mention in page.mentions):
        return True
    if any(surface in page.text[pair.start : pair.gloss_end] for pair in page.gloss_pairs):
        return True
    return _initials_pattern(surface).search(page.text) is not None


def _initials_pattern(surface: str) -> re.Pattern[str]:
    """Return the pattern of words, or parts of a name of code, with these initials: Distributed Data Parallel."""
    first, others = surface[0], surface[1:]
    parts = (f"[a-z]{{1,20}}(?:[ \\n_-]{_either_case(letter)}|{letter.upper()})" for letter in others)
    return re.compile(f"(?<![A-Za-z]){_either_case(first)}{''.join(parts)}[a-z]")


def _either_case(letter: str) -> str:
    return f"[{letter.upper()}{letter.lower()}]"


RULE = Rule("T106", "no-gloss-at-first-mention", "style/gloss", "neutral", 0.8, "document", find)
