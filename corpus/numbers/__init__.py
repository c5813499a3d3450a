"""Numbers in English, Chinese and Japanese: found in text, compared across languages, written for one of them.

Figures are what a translation must keep. A number that is spelled out, stands in a name, in code or as the label of a
list item may explain a figure on the other side, but is never demanded of it: languages differ too much there.
"""

from corpus.numbers.coarse import may_agree, surely_apart
from corpus.numbers.comparison import magnitudes_apart, same
from corpus.numbers.extraction import quantities
from corpus.numbers.in_segments import said_in
from corpus.numbers.mismatches import Differences, Pairing, differences, kinship
from corpus.numbers.quantity import Quantity
from corpus.numbers.rendering import written

__all__ = [
    "Differences",
    "Pairing",
    "Quantity",
    "differences",
    "kinship",
    "magnitudes_apart",
    "may_agree",
    "quantities",
    "said_in",
    "same",
    "surely_apart",
    "written",
]
