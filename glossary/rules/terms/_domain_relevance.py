"""Domain relevance: whether a page is about what the glossary is for, PyTorch and deep learning.

A patch, a derivative, a trace are other things elsewhere; what the original says in English does not tell which.
"""

from __future__ import annotations

from glossary.rules.context import RuleContext

# Concepts that are not spoken of outside of it.
_NAMES_IT = frozenset(["pytorch", "tensor", "deep-learning", "machine-learning", "neural-network"])
_OF_IT = frozenset(
    ["audio", "autograd", "distributed", "ml", "nlp", "nn", "quantization", "tensors", "training", "vision"]
)  # domains of the glossary
_SHARE = 0.25  # of a page's concepts
_FEWEST = 8  # concepts of a page; fewer do not tell what it is about
_ELSEWHERE = 0.6  # pruning of sessions is none of networks


def domain_factor(page: RuleContext, concept_id: str) -> float:
    """Return the factor on the confidence on a page that speaks of no other concept of a concept's domain."""
    concept_ids = {use.concept_id for use in page.uses}
    domain = page.termbase.by_id[concept_id].domain
    others = (other for other in concept_ids if other != concept_id and page.termbase.by_id[other].domain == domain)
    return _ELSEWHERE if len(concept_ids) >= _FEWEST and not any(True for _ in others) else 1.0


def is_of_field(page: RuleContext) -> bool:
    """Return whether a page names the field, or a good part of its concepts are of it.

    One alone may stand for something else: 配列 is an array, and how a street is laid out.
    """
    concept_ids = {use.concept_id for use in page.uses}
    field_ids = [concept_id for concept_id in concept_ids if page.termbase.by_id[concept_id].domain in _OF_IT]
    if page.original is None and len(concept_ids) == 1:
        return False
    return not concept_ids.isdisjoint(_NAMES_IT) or len(field_ids) >= _SHARE * len(concept_ids)
