"""What can be planted: for each rule the function that offers edits of a page, and the languages that have it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from tests.planting import consistency, layout, meaning, names, source, spelling, terms, units
from tests.planting.bases import LANGUAGES, Base
from tests.planting.edits import Edit, Planted, planted
from tests.planting.ground import Ground

Offer = Callable[[Ground], Iterable[Edit]]

_MODULES = (consistency, layout, meaning, names, source, spelling, terms, units)
KINDS: dict[str, Offer] = dict(sorted(kind for module in _MODULES for kind in module.KINDS.items()))
JAPANESE = ("T401", "T402", "T403")
MOST = 3  # errors on a page: it is to stay a natural one


def languages(rule: str) -> Sequence[str]:
    """The languages that this kind of error is planted in."""
    return ("ja",) if rule in JAPANESE else LANGUAGES


def pages(rule: str, bases: Iterable[Base], most: int = MOST, seed: str = "1") -> list[Planted]:
    """The pages that have a place for errors of this kind, each with up to `most` of them."""
    planted_pages = (
        planted(rule, base, KINDS[rule](Ground(base)), most, f"{seed} {rule} {base.work} {base.lang}")
        for base in bases
        if base.lang in languages(rule) and (base.form == "po") == (rule in units.KINDS)
    )
    return [page for page in planted_pages if page is not None]
