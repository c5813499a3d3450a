"""Digests: the part of a page that rules comparing pages need, and how digests are grouped by site.

No page is held in memory while others are read.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from pathlib import PurePosixPath
from typing import NamedTuple

from corpus.languages import is_traditional, parse_tag

Site = tuple[str, str, bool]  # its folder, language, and whether in Traditional characters


def sites(digests: Iterable[Digest]) -> Mapping[Site, Sequence[Digest]]:
    """Return the documents of each site, in order of paths. The first folder in which paths differ is the site's, if
    it is above language, work and year: docs/zh/a.md and blog/zh/b.md are two sites, zh/a/1.md and zh/b/2.md one.
    """
    listed = sorted(digests, key=lambda digest: digest.path)
    above = [_folders(digest.path) for digest in listed]
    shared = _shared_depth(above)
    by_site: dict[Site, list[Digest]] = defaultdict(list)
    for digest, folders in zip(listed, above, strict=True):
        by_site["".join(folders[shared : shared + 1]), digest.lang, is_traditional(digest.locale)].append(digest)
    return by_site


def _shared_depth(paths: Sequence[Sequence[str]]) -> int:
    """Count the leading folders that all paths share."""
    return sum(1 for _ in takewhile(lambda same: len(set(same)) == 1, zip(*paths, strict=False)))


def _folders(path: str) -> Sequence[str]:
    """Return the folders of a path above its language, work or year."""
    *folders, last = PurePosixPath(path).parts
    outer_folders = folders[:-1] if parse_tag(PurePosixPath(last).stem) else folders  # <work>/zh.md
    return list(takewhile(lambda folder: not (parse_tag(folder) or folder.isdigit()), outer_folders))


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
    part_of_speech: str = ""  # of the form, where the glossary has it for noun or verb alone
    is_compared: bool = False  # whether the page has an original, whose names could be known


class PageUsage(NamedTuple):
    """One way in which a page renders an English term or a label of an interface, with its places in order."""

    kind: str  # term or label
    concept_id: str  # empty where the glossary has none
    term: str  # the English as terms are compared; of a label in small letters, its last word in the singular
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
    """A link from a page to a page of its own site."""

    start: int
    end: int
    path: str  # empty: of the page itself
    anchor: str  # empty: the page as a whole


class PageUnit(NamedTuple):
    """A catalogue unit: an original string and its translation."""

    source: str
    text: str
    context: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Digest:
    """The part of a page that rules comparing pages need."""

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
