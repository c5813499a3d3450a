"""Measures term alignment on the links that readers judged, each set and language apart.

    python -m tests.benchmarks.term_alignment.measure FOLDER [open | final]

FOLDER is what `word_pairs` wrote. *alone*: with what the other sets teach; *corpus*: with what its own pages teach too.
Without a half both are measured, and written to RESULTS.md.
"""

from __future__ import annotations

import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from corpus.storage.signature import signature
from glossary.bitext.terms.align_terms import TermAligner, TermLink
from glossary.loading import load
from tests.benchmarks import results
from tests.benchmarks.term_alignment.gold_beads import (
    FAULTY,
    LANGS,
    RENDERED,
    SETS,
    GoldBead,
    aligner,
    gold_beads,
    overlap,
)

_HALF = 0.5  # of the characters in common
_HEAD = ("set", "language", "way", "links right", "of concepts", "of faulty words", "nothing there", "≥ 0.8", "0.5–0.8")
_TEXT = """\
`{signature}`

The half of the gold that was looked at last, after model and rules:

{final}
The half on which the model was fitted:

{open}
Links of `tests/gold/links-*.jsonl` that readers drew without seeing any output. A link is right where half of the
characters are in common; *of concepts* are those whose English the glossary has, *of faulty words* those to words that
a reviewer would mend, *nothing there* terms for which the translation has nothing. *alone*: with the word pairs of the
other sets; *corpus*: with those of its own pages too, as a build has them. The last columns are the links by
confidence, and how often they are right.
"""


class Stretch(NamedTuple):
    """What the program says stands for a term of the gold."""

    start: int
    end: int
    probability: float


def stretch_of(row: Mapping[str, Any], links: Sequence[TermLink]) -> Stretch | None:
    """What stands for a term of the gold: what the row whose English agrees with it best has, by half at least."""
    best = max(links, key=lambda link: overlap(link.term.start, link.term.end, row, "source_"), default=None)
    if best is None or not best.candidate or overlap(best.term.start, best.term.end, row, "source_") < _HALF:
        return None
    return Stretch(best.candidate.start, best.candidate.end, best.probability)


def measured(beads: Sequence[GoldBead], term_aligner: TermAligner) -> tuple[Counter[str], dict[str, list[bool]]]:
    """Counts of links and of those that are right, and the right ones by band of probability."""
    counts: Counter[str] = Counter()
    bands: defaultdict[str, list[bool]] = defaultdict(list)
    for _, _, bead, rows in beads:
        links = term_aligner.links(bead)
        for row in rows:
            stretch = stretch_of(row, links)
            is_right = stretch is not None and overlap(stretch.start, stretch.end, row) >= _HALF
            is_known = any(
                link.term.concept_ids and overlap(link.term.start, link.term.end, row, "source_") >= _HALF
                for link in links
            )
            if row["verdict"] in RENDERED:
                counts.update(links=1, links_right=is_right, known=is_known, known_right=is_known and is_right)
            elif row["surface"] is not None:
                counts.update(faulty=1, faulty_right=is_right)
            else:
                counts.update(missing=1, missing_right=stretch is None)
            if stretch is not None:
                bands[_band(stretch.probability)].append(is_right)
            elif row["verdict"] in (*RENDERED, *FAULTY):
                bands["none"].append(row["surface"] is None)
    return counts, bands


def _band(probability: float) -> str:
    return "0.8" if probability >= 0.8 else "0.5" if probability >= 0.5 else "0.0"


def _row(name: Sequence[str], counts: Counter[str], bands: Mapping[str, Sequence[bool]]) -> list[str]:
    kinds = [_share(counts[f"{kind}_right"], counts[kind]) for kind in ("links", "known", "faulty", "missing")]
    return [*name, *kinds, *(_share(sum(bands.get(band, ())), len(bands.get(band, ()))) for band in ("0.8", "0.5"))]


def _share(right: int, judged: int) -> str:
    return f"{right / judged:.2f} of {judged}" if judged else ""


def rows(folder: Path, half: str) -> Iterator[list[str]]:
    """The figures of a half of the gold, a row for each set, language and way."""
    termbase = load([])
    for lang in LANGS:
        beads = gold_beads(half, lang, termbase)
        for set_name in SETS:
            inside = [bead for bead in beads if bead.set_name == set_name]
            for training, sets in (("alone", [other for other in SETS if other != set_name]), ("corpus", SETS)):
                if inside:
                    yield _row((set_name, lang, training), *measured(inside, aligner(lang, termbase, folder, sets)))


def main() -> None:
    folder = Path(sys.argv[1])
    tables = {half: results.table(_HEAD, list(rows(folder, half))) for half in ("final", "open")}
    for half in sys.argv[2:] or tables:
        print(tables[half])
    if not sys.argv[2:]:
        results.record("Aligning terms", _TEXT.format(signature=signature(glossary=load([]).fingerprint), **tables))


if __name__ == "__main__":
    main()
