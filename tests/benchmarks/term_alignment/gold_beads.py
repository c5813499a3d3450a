"""The sentences whose links readers judged, as beads: cut and searched for terms by the product, aligned by the readers."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from corpus.alignment.lexicon import Lexicon, parse_lexicon
from corpus.records import Mention, Segment
from corpus.sources.documents import read_file
from glossary.annotation.annotate import annotated
from glossary.annotation.pipeline import matcher
from glossary.bitext.terms.align_terms import BeadText, TermAligner
from glossary.termbase.termbase import Termbase
from tests.shared import DOCUMENTATION

GOLD = Path(__file__).resolve().parents[2] / "gold"
SETS = tuple(DOCUMENTATION)
LANGS = ("zh", "ja")
STANDS, FAULTY, RENDERED = (
    ("right", "acceptable", "wrong", "english"),
    ("wrong", "english", "omitted"),
    ("right", "acceptable"),
)


class GoldBead(NamedTuple):
    """A bead, with the links that were judged in it."""

    set_name: str
    path: str
    bead: BeadText
    rows: Sequence[Mapping[str, Any]]


def gold_beads(half: str, lang: str, termbase: Termbase) -> list[GoldBead]:
    """The beads of a half (open or final) of a language's gold."""
    by_bead: defaultdict[tuple[Any, ...], list[dict[str, Any]]] = defaultdict(list)
    for line in (GOLD / f"links-{lang}-{half}.jsonl").read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        by_bead[row["set"], row["path"], row["source_path"], *row["segment"], *row["source_segment"]].append(row)
    return [_bead(key, rows, lang, termbase) for key, rows in by_bead.items()]


def _bead(key: tuple[Any, ...], rows: list[dict[str, Any]], lang: str, termbase: Termbase) -> GoldBead:
    set_name, path, source_path, start, end, source_start, source_end = key
    text, target, target_mentions = _inside(set_name, path, (start, end), lang, termbase)
    _, source, source_mentions = _inside(set_name, source_path, (source_start, source_end), "en", termbase)
    return GoldBead(set_name, path, BeadText(source, source_mentions, target, target_mentions, text), rows)


def _inside(
    set_name: str, path: str, place: tuple[int, int], lang: str, termbase: Termbase
) -> tuple[str, list[Segment], list[Mention]]:
    """A page's text, with its segments between two offsets and their mentions."""
    text, segments, mentions = _page(DOCUMENTATION[set_name] / path, lang, termbase)
    inside = [segment for segment in segments if segment.start < place[1] and place[0] < segment.end]
    ids = {segment.segment_id for segment in inside}
    return text, inside, [mention for mention in mentions if mention.segment_id in ids]


@cache
def _page(file: Path, lang: str, termbase: Termbase) -> tuple[str, list[Segment], list[Mention]]:
    document = read_file(file, lang, 1 << 24)
    return document.text, *annotated(document, matcher(termbase))


def aligner(lang: str, termbase: Termbase, folder: Path, sets: Sequence[str]) -> TermAligner:
    """An aligner that knows the word pairs of some sets, as `word_pairs` wrote them below a folder."""
    lexicon = Lexicon()
    for set_name in sets:
        lexicon += _lexicon(folder / set_name / f"en-{lang}.tsv")
    return TermAligner(lang, termbase, lexicon)


@cache
def _lexicon(file: Path) -> Lexicon:
    return parse_lexicon(file.read_text(encoding="utf-8"), file.name) if file.is_file() else Lexicon()


def overlap(start: int, end: int, row: Mapping[str, Any], prefix: str = "") -> float:
    """The characters that a stretch has in common with one of the gold, of both: Dice's coefficient, 0 to 1."""
    first, last = row[f"{prefix}start"], row[f"{prefix}end"]
    if first is None:
        return 0.0
    common = min(end, last) - max(start, first)
    return float(max(0.0, 2 * common / (end - start + last - first)))
