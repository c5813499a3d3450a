"""Fits the model of term alignment on the open half of the links that readers judged.

    python -m tests.benchmarks.term_alignment.fit FOLDER

FOLDER is what `word_pairs` wrote: each set's links are fitted with what all sets but this one teach, and with what all
teach, so that the weights hold for pages of a known and of an unknown corpus. Writes glossary/bitext/terms/link_model.toml.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize
from scipy.special import expit

from glossary.bitext.terms.align_terms import TermAligner, built_in_model
from glossary.bitext.terms.counterparts import Evidence
from glossary.bitext.terms.english_terms import source_terms
from glossary.loading import load
from glossary.termbase.termbase import Termbase
from tests.benchmarks.term_alignment.gold_beads import LANGS, SETS, GoldBead, aligner, gold_beads, overlap

MODEL = Path(__file__).resolve().parents[3] / "glossary/bitext/terms/link_model.toml"
_SAME, _NEAR = 0.85, 0.5  # overlap of a stretch that is the right one; between both it teaches nothing
_PENALTY = 3.0  # on the square of standardised weights; by hand
_HEAD = """\
# Fitted by `python -m tests.benchmarks.term_alignment.fit` on the open half of tests/gold/links-*.jsonl.
"""


def examples(beads: list[GoldBead], term_aligner: TermAligner) -> Iterator[tuple[Evidence, bool]]:
    """Every stretch that may stand for a judged term, and whether it does."""
    for _, _, bead, rows in beads:
        terms = source_terms(bead.source, bead.source_mentions)
        for term, options in zip(terms, term_aligner.choices(terms, bead), strict=True):
            row = max(rows, key=lambda row: overlap(term.start, term.end, row, "source_"))
            if overlap(term.start, term.end, row, "source_") < _SAME:
                continue
            for _, candidate in options:
                agreement = overlap(candidate.start, candidate.end, row)
                if not _NEAR <= agreement < _SAME:
                    yield candidate.evidence, agreement >= _SAME


def all_examples(folder: Path, termbase: Termbase) -> list[tuple[Evidence, bool]]:
    """The examples of both languages, twice: with and without what their own set teaches."""
    collected = []
    for lang in LANGS:
        beads = gold_beads("open", lang, termbase)
        for set_name in SETS:
            inside = [bead for bead in beads if bead.set_name == set_name]
            for sets in (SETS, [other for other in SETS if other != set_name]):
                collected += list(examples(inside, aligner(lang, termbase, folder, sets)))
    return collected


def fitted(collected: list[tuple[Evidence, bool]]) -> tuple[float, Evidence]:
    """Bias and weights of a logistic regression with a ridge."""
    evidence = np.array([tuple(map(float, numbers)) for numbers, _ in collected])
    right = np.array([is_right for _, is_right in collected], float)
    middle, spread = evidence.mean(axis=0), evidence.std(axis=0) + 1e-9
    standard = np.column_stack([np.ones(len(right)), (evidence - middle) / spread])

    def loss(weights: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
        log_odds = standard @ weights
        penalty = np.array([0.0, *weights[1:]])
        value = np.logaddexp(0, log_odds).sum() - right @ log_odds + _PENALTY / 2 * (penalty**2).sum()
        return float(value), standard.T @ (expit(log_odds) - right) + _PENALTY * penalty

    weights = minimize(loss, np.zeros(standard.shape[1]), jac=True, method="L-BFGS-B").x
    plain = weights[1:] / spread
    return float(weights[0] - plain @ middle), Evidence(*map(float, plain))


def main() -> None:
    collected = all_examples(Path(sys.argv[1]), load([]))
    bias, weights = fitted(collected)
    before = built_in_model()
    lines = [
        _HEAD + f"# {len(collected):,} stretches, {sum(is_right for _, is_right in collected):,} of them right.",
        f"bias = {bias:.3f}",
        f"least = {before.least}  # by hand: what is less likely is reported as omitted",
        f"omitted = {before.omitted}",
        "\n[weights]",
        *(f"{name} = {weight:.3f}" for name, weight in zip(Evidence._fields, weights, strict=True)),
    ]
    MODEL.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
