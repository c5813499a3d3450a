"""Examples by which an entry proves itself."""

from __future__ import annotations

from collections.abc import Iterator

from glossary.matching import MatchedTerm, Matcher
from glossary.termbase.termbase import UNWANTED, Concept, Example, Termbase


class Everywhere:
    """Borders at every place: an example is proof of a one-character form as if a tokenizer had cut around it."""

    def __contains__(self, place: object) -> bool:
        return True


def failures(termbase: Termbase) -> Iterator[tuple[str, str]]:
    """The code and a line for each example that does not hold."""
    matcher = Matcher(termbase)
    for concept in termbase.concepts:
        for example in concept.examples:
            fault = _fault(example, _found(matcher, concept, example))
            if fault:
                yield "T903", f"{concept.source}: '{concept.id}': {example.lang} example '{example.text}' {fault}"


def _found(matcher: Matcher, concept: Concept, example: Example) -> list[MatchedTerm]:
    borders = None if example.expect == "no_match" else Everywhere()
    found = matcher.find(example.text, example.lang, borders=borders)
    return [one for one in found if one.concept_id == concept.id]


def _fault(example: Example, found: list[MatchedTerm]) -> str:
    if example.expect == "no_match" and found:
        met = f"'{found[0].surface}' ({found[0].status})"
        return f"must not match, but {met} is found; correct the example, or give the form not_in or only_near"
    if example.expect == "match" and not found:
        return "must match, but nothing is found; correct the example, or add the form it has"
    if example.expect == "wrong" and not any(one.status in UNWANTED for one in found):
        met = f"'{found[0].surface}' is {found[0].status}" if found else "nothing is found"
        return f"must show an unwanted form, but {met}; correct the example, or list the form as wrong or deprecated"
    return ""
