"""Examples by which an entry proves itself."""

from __future__ import annotations

from collections.abc import Iterator

from glossary.matching import MatchedTerm, Matcher
from glossary.termbase.termbase import UNWANTED, Concept, Example, Termbase


class AllBoundaries:
    """Borders at every place: an example is proof of a one-character form as if a tokenizer had cut around it."""

    def __contains__(self, place: object) -> bool:
        return True


def failures(termbase: Termbase) -> Iterator[tuple[str, str]]:
    """The code and a line for each example that does not hold."""
    matcher = Matcher(termbase)
    for concept in termbase.concepts:
        for example in concept.examples:
            fault = _fault(example, _example_matches(matcher, concept, example))
            if fault:
                yield "T903", f"{concept.source}: '{concept.id}': {example.lang} example '{example.text}' {fault}"


def _example_matches(matcher: Matcher, concept: Concept, example: Example) -> list[MatchedTerm]:
    borders = None if example.expect == "no_match" else AllBoundaries()
    uses = matcher.find(example.text, example.lang, borders=borders)
    return [use for use in uses if use.concept_id == concept.id]


def _fault(example: Example, uses: list[MatchedTerm]) -> str:
    if example.expect == "no_match" and uses:
        result = f"'{uses[0].surface}' ({uses[0].status})"
        return f"must not match, but {result} is found; correct the example, or give the form not_in or only_near"
    if example.expect == "match" and not uses:
        return "must match, but nothing is found; correct the example, or add the form it has"
    if example.expect == "wrong" and not any(use.status in UNWANTED for use in uses):
        result = f"'{uses[0].surface}' is {uses[0].status}" if uses else "nothing is found"
        return f"must show an unwanted form, but {result}; correct the example, or list the form as wrong or deprecated"
    return ""
