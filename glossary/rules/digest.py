"""Digests: what a page hands on to the rules that compare pages, so that no page is held while others are read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple


@dataclass(frozen=True, slots=True)
class PageRendering:
    """One way in which a page writes a concept, with every place in order."""

    concept_id: str
    form: str  # the glossary's; of several spellings the most frequent
    status: str
    surface: str  # as the page writes it most often
    places: tuple[tuple[int, int], ...]  # a digest keeps the first alone
    count: int
    headings: int  # places in headings
    verbs: int  # places where it is a verb
    compounds: int  # places within a longer term
    sure: float  # of the matches
    english: tuple[tuple[str, ...], ...]  # words of the names in the original that it stands for, where known
    is_compared: bool = False  # whether the page has an original, whose names could be known


class PageUsage(NamedTuple):
    """One way in which a page renders an English term or a label of an interface, with its places in order."""

    kind: str  # term or label
    concept_id: str  # empty where the glossary has none
    term: str  # the English as terms are compared; of a label in small letters
    english: str  # as the original writes it most often
    surface: str  # as the page writes it most often
    relation: str  # of `term_alignments`; of labels empty
    places: tuple[tuple[int, int], ...]
    confidence: float  # of the links, on average
    capitals: int  # places whose English begins with a capital letter
    alone: int  # places of English that was left in which no other Latin word stands beside
    coded: int  # places whose words are a name in the page's code
    cut: int  # places that were widened to whole words


class PageLink(NamedTuple):
    """A link of a page to a page of its own site."""

    start: int
    end: int
    path: str  # empty: of the page itself
    anchor: str  # empty: the page as a whole


class PageUnit(NamedTuple):
    """A unit of a catalogue: its original and its translation."""

    source: str
    text: str
    context: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Digest:
    """What a page hands on to the rules that compare pages."""

    doc_id: str
    work: str
    lang: str
    locale: str
    path: str
    renderings: tuple[PageRendering, ...]
    usages: tuple[PageUsage, ...] = ()
    links: tuple[PageLink, ...] = ()
    units: tuple[PageUnit, ...] = ()
    lost_anchors: Mapping[str, str] = field(default_factory=dict)  # of its original's headings, with what they are here
