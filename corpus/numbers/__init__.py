"""Numbers in English, Chinese and Japanese: found in text, compared across languages, written for one of them.

A translation must keep figures. A number that is spelled out, or is in a name, in code or a list label, may explain a
figure on the other side, but is never required: languages differ too much there.
"""

from corpus.numbers.comparison import compare_quantities, differ_in_magnitude, magnitudes_apart, may_agree
from corpus.numbers.extraction import quantities, quantities_in
from corpus.numbers.mismatches import Differences, Pairing, differences, kinship, render_quantity
from corpus.numbers.numerals import Quantity

__all__ = [
    "Differences",
    "Pairing",
    "Quantity",
    "compare_quantities",
    "differ_in_magnitude",
    "differences",
    "kinship",
    "magnitudes_apart",
    "may_agree",
    "quantities",
    "quantities_in",
    "render_quantity",
]
