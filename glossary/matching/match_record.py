"""What the matcher hands over: one use of a concept, at its place in the text that was searched."""

from __future__ import annotations

from typing import NamedTuple


class MatchedTerm(NamedTuple):
    """One use of a concept; `text[start:end] == surface`. A tuple, as making it is a good part of the search."""

    start: int
    end: int
    surface: str
    concept_id: str
    form: str  # the glossary's form, or the identifier, that was met
    status: str  # preferred, admitted, abbreviation, deprecated, wrong, source or variant
    zone: str  # prose, heading, gloss, identifier or code
    nested: bool  # lies inside a longer one
    confidence: float
