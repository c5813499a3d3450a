"""What can be planted: for each rule the function that offers edits of a page, and the languages that have it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from tests.planting import consistency, layout, meaning, names, source, spelling, terms
from tests.planting.bases import LANGUAGES, Base
from tests.planting.edits import Edit, Planted, planted
from tests.planting.ground import Ground

Offer = Callable[[Ground], Iterable[Edit]]

KINDS: dict[str, Offer] = {
    "T101": terms.wrong,
    "T102": terms.deprecated,
    "T103": terms.untranslated,
    "T104": terms.translated_name,
    "T105": terms.casing,
    "T107": terms.contradicting_gloss,
    "T110": source.english_passage,
    "T201": consistency.mixed,
    "T301": names.misspelled,
    "T302": names.fused,
    "T303": source.numbers,
    "T304": names.recased,
    "T305": source.protected,
    "T306": names.renamed,
    "T307": names.unmarked,
    "T308": layout.debris,
    "T309": names.misspelled_in_code,
    "T310": layout.broken_marks,
    "T311": layout.lost_elements,
    "T401": spelling.length_mark,
    "T402": spelling.okurigana,
    "T403": spelling.middle_dot,
    "T404": spelling.other_script,
    "T405": layout.widths,
    "T406": layout.brackets,
    "T407": consistency.addressed,
    "T501": source.other_term,
    "T504": source.english_unit,
    "T505": source.lost_or_added,
    "T507": meaning.doubtful,
}
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
        if base.lang in languages(rule)
    )
    return [page for page in planted_pages if page is not None]
