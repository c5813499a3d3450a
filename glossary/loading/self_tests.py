"""Self-tests: the examples by which an entry proves itself."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from importlib.resources import files

from glossary.matching import MatchedTerm, Matcher, Text
from glossary.termbase.entry_files import EntryFolder
from glossary.termbase.fault import Fault, Place
from glossary.termbase.termbase import UNWANTED, Concept, Example, Termbase

_FILE = "proved.txt"


def are_proved(folders: Iterable[EntryFolder]) -> bool:
    """Return whether these are exactly the built-in entries, as they were proved."""
    file = files("glossary.loading") / _FILE
    return file.is_file() and file.read_text(encoding="utf-8") == proof(folders)


def proof(folders: Iterable[EntryFolder]) -> str:
    """Return the proof of the entries in folders: a line with their hash."""
    digest = hashlib.sha256()
    for folder in folders:
        for name, content in folder.files:
            digest.update(f"{name}\0{len(content)}\0".encode() + content)
    return f"{digest.hexdigest()}\n"


class AllBoundaries:
    """Word borders everywhere: in examples, a one-character form counts as if a tokenizer had cut around it."""

    def __contains__(self, place: object) -> bool:
        return True


def failures(termbase: Termbase, concepts: Iterable[Concept]) -> Iterator[Fault]:
    """Yield a fault for each example of some concepts that does not hold. The project's entries may take words away
    from built-in ones, and its changes may give them another status; the examples of built-in entries are not the
    project's to correct.
    """
    matcher = Matcher(termbase)
    examples = [(concept, example) for concept in concepts for example in concept.examples]
    uses_by_example = _uses(matcher, [example for _, example in examples])
    for (concept, example), uses in zip(examples, uses_by_example, strict=True):
        fault = _fault(concept, example, [use for use in uses if use.concept_id == concept.id])
        is_taken = not concept.is_project and any(termbase.by_id[use.concept_id].is_project for use in uses)
        is_changed = bool(concept.changed and concept.replaced and example in concept.replaced.examples)
        if fault and not (is_taken or is_changed):
            yield fault


def _uses(matcher: Matcher, examples: Sequence[Example]) -> list[list[MatchedTerm]]:
    """Return the uses in each example; examples of one language are searched together, in half the time."""
    uses_by_number: dict[int, list[MatchedTerm]] = {}
    for lang in {example.lang for example in examples}:
        numbers = [number for number, example in enumerate(examples) if example.lang == lang]
        texts = [_text(examples[number]) for number in numbers]
        uses_by_number.update(zip(numbers, matcher.find_all(texts, lang), strict=True))
    return [uses_by_number[number] for number in range(len(examples))]


def _text(example: Example) -> Text:
    return Text(example.text, borders=None if example.expect == "no_match" else AllBoundaries())


def _fault(concept: Concept, example: Example, uses: list[MatchedTerm]) -> Fault | None:
    kind = _fault_kind(example.expect, uses)
    if not kind:
        return None
    use = {"surface": uses[0].surface, "status": uses[0].status} if uses else {}
    place = Place(concept.source, concept.id, example.lang, uses[0].form if uses else "")
    return place.fault(kind, text=example.text, **use)


def _fault_kind(expect: str, uses: list[MatchedTerm]) -> str:
    """Return what is wrong with an example in which these uses are found; empty if nothing is."""
    if expect == "no_match":
        return "example-matches" if uses else ""
    if expect == "match":
        return "" if uses else "example-does-not-match"
    if any(use.status in UNWANTED for use in uses):
        return ""
    return "example-is-allowed" if uses else "example-shows-nothing"
