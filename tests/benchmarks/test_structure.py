"""How surely differences of structure are reported: writes RESULTS.md."""

from __future__ import annotations

import hashlib
import random
from collections import Counter
from collections.abc import Iterator

import pytest

from glossary.rules.registry import BY_CODE
from tests.benchmarks import results
from tests.benchmarks.bilingual_findings import findings_of
from tests.planting.missing_text import BilingualPage
from tests.planting.structure import OFFERS, Differing, differing
from tests.shared import SHARED

TITLE = "Structure: elements taken away, put in, moved and changed"
SETS = (SHARED / "data/comfy-docs", SHARED / "data/tf-docs/docs")
HALVES = {"pages it was made on": "0123456789ab", "pages kept back": "cdef"}  # by the digest of the path
_PAGES, _SEED = 200, 5
_NEAR = 600  # characters between a difference and the finding
_CHARACTERS = (1_500, 16_000)
_RULES = tuple(BY_CODE[code] for code in ("T302", "T305", "T310", "T311", "T505"))
_NOTE = """
Real pages of comfy-docs and tf-docs in Chinese and Japanese, each with one difference. Reported: T311, or another rule of
these, says something that it does not say of the page as it was, at most {near} characters from the difference.
"""


@pytest.mark.bench
@pytest.mark.skipif(not all(folder.is_dir() for folder in SETS), reason=f"{SETS} are not there: documentation sets")
def test_differences_of_structure_are_reported():
    rows = {kind: [kind] for kind in OFFERS}
    shares = []
    for digits in HALVES.values():
        pages = list(_pages(digits))
        reported, planted = Counter[str](), Counter[str]()
        for difference in differing(pages, _PAGES, _SEED):
            planted[difference.kind] += 1
            reported[difference.kind] += _is_reported(difference)
        shares.append(reported.total() / planted.total())
        for kind, row in rows.items():
            row += [str(planted[kind]), str(reported[kind])]
    totals = ["all", *(str(sum(int(row[place]) for row in rows.values())) for place in range(1, 5))]
    head = ["kind", *(f"{half}: {count}" for half in HALVES for count in ("planted", "reported"))]
    body = results.table(head, [*rows.values(), totals])
    results.record(TITLE, body + _NOTE.format(near=_NEAR))
    print(f"\n{body}")
    assert min(shares) >= 0.95


def _pages(digits: str) -> Iterator[BilingualPage]:
    """Yield the pages of a half, of both sets and languages in turn."""
    drawn = []
    for folder in SETS:
        names = [(lang, file) for lang in ("zh", "ja") for file in sorted((folder / lang).rglob("*.md*"))]
        drawn.append(random.Random(_SEED).sample(names, len(names)))
    for pair in zip(*drawn, strict=False):
        for folder, (lang, file) in zip(SETS, pair, strict=True):
            name = file.relative_to(folder / lang).as_posix()
            digest = hashlib.sha1(name.encode(), usedforsecurity=False).hexdigest()
            text, original = file.read_text("utf-8"), folder / "en" / name
            if digest[0] in digits and original.exists() and _CHARACTERS[0] <= len(text) <= _CHARACTERS[1]:
                yield BilingualPage(name, lang, file.suffix, text, original.read_text("utf-8"))


def _is_reported(difference: Differing) -> bool:
    before = {(finding.rule, finding.message) for finding in findings_of(difference.page, difference.page.text, _RULES)}
    missed = True
    for finding in findings_of(difference.page, difference.text, _RULES):
        if (finding.rule, finding.message) not in before and finding.start is not None:
            missed &= all(abs(finding.start - place) > _NEAR for place in difference.places)
    if missed:
        print(f"missed: {difference.kind}, {difference.page.lang}/{difference.page.name} at {difference.places}")
    return not missed
