"""Passages: what was left in English as a whole is no question of right or wrong; it is to be translated."""

from __future__ import annotations

from corpus.records import Finding
from glossary.findings.ranking import worth
from glossary.rules.messages import message_id_of

# Rule and message of findings whose places are whole sentences. Headings, cells and pictures are short enough to be
# judged together, clauses stand in a sentence that is translated, and of pages only the beginning is a place.
_WHOLE = frozenset([("T110", ""), ("T110", "passage"), ("T504", "sentence"), ("T504", "item")])


def is_passage(finding: Finding) -> bool:
    """Return whether a finding says that whole sentences were left in English."""
    return (finding.rule, message_id_of(finding.rule, finding.message)) in _WHOLE


def passage_order(finding: Finding) -> tuple[float, str, int]:
    """Return those that are worth most first, and those of a document together."""
    return -round(worth(finding), 6), finding.doc_id, finding.start or 0
