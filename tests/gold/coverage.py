"""How much of what readers marked as terms the glossary knows, and finds in the translation.

    .venv/bin/python -m tests.gold.coverage

`coverage-KIND-SET-LANG.jsonl` has a use of a term or a name in the English page, and the words that stand for it in
the translation, as offsets: `kept` of pages that no entry was mined from, `learned` of pages that some were. A term is
known where a mention is it, or holds it, or a compound of mentions does; it is found where a mention of the same
concept touches the words that stand for it. The table is put into the page on what was measured.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import corpus
from corpus.records import Mention
from glossary.annotation.annotate import annotated
from glossary.annotation.pipeline import matcher
from glossary.loading import load
from tests.benchmarks import results
from tests.gold.judged import FOLDER, rows_in
from tests.shared import DOCUMENTATION, SHARED

_HEAD = ["pages", "language", "terms and names", "known", "rendered", "found"]
_MINED = {"kept": "not mined", "learned": "mined"}


class TermCoverage(NamedTuple):
    """Counts of one file."""

    marked: int
    in_glossary: int
    rendered: int  # of those in the glossary, the ones for which words stand in the translation
    recognised: int


def files() -> list[Path]:
    """The annotated files, those of pages that were not mined first."""
    return sorted(FOLDER.glob("coverage-*.jsonl"))


def name_of(file: Path) -> tuple[str, str, str]:
    """Whether its pages were mined, its set, and the language."""
    _, kind, *set_name, lang = file.stem.split("-")
    return kind, "-".join(set_name), lang


def coverage(file: Path) -> TermCoverage:
    """What the built-in glossary knows and finds of a file's terms."""
    _, set_name, lang = name_of(file)
    marked = in_glossary = rendered = recognised = 0
    for row in rows_in(file):
        concepts = _known(row, _mentions(DOCUMENTATION[set_name] / row["page"], "en"))
        marked += 1
        in_glossary += bool(concepts)
        if concepts and row["rendering"]:
            rendered += 1
            touching = _touching(_mentions(DOCUMENTATION[set_name] / row["translation"], lang), *row["rendering"])
            recognised += any(mention.concept_id in concepts for mention in touching)
    return TermCoverage(marked, in_glossary, rendered, recognised)


def _known(row: Mapping[str, Any], mentions: Iterable[Mention]) -> set[str]:
    """The concepts of the mentions that are the term, or hold it, or make a compound that does."""
    start, end = row["start"], row["end"]
    touching = list(_touching(mentions, start, end))
    holding = {mention.concept_id for mention in touching if mention.start <= start and end <= mention.end}
    return holding or {
        mention.concept_id
        for mention in touching
        if mention.compound_start is not None
        and mention.compound_end is not None
        and mention.compound_start <= start
        and end <= mention.compound_end
    }


def _touching(mentions: Iterable[Mention], start: int, end: int) -> Iterator[Mention]:
    return (mention for mention in mentions if mention.start < end and start < mention.end)


@cache
def _mentions(page: Path, lang: str) -> tuple[Mention, ...]:
    return tuple(annotated(corpus.read(page, lang), matcher(load()))[1])


def table() -> str:
    """The shares of each file."""
    rows = []
    for file in files():
        kind, set_name, lang = name_of(file)
        counts = coverage(file)
        shares = counts.in_glossary / counts.marked, counts.recognised / counts.rendered
        rows.append(
            [
                f"{set_name}, {_MINED[kind]}",
                lang,
                str(counts.marked),
                f"{shares[0]:.2f}",
                str(counts.rendered),
                f"{shares[1]:.2f}",
            ]
        )
    return results.table(_HEAD, rows)


def main() -> int:
    """Put the table into its page; returns 1 where the pages are not here."""
    if not all(folder.is_dir() for folder in DOCUMENTATION.values()):
        print(f"{SHARED}: the annotated pages are not here", file=sys.stderr)
        return 1
    text = table()
    print(text)
    results.show("coverage", text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
