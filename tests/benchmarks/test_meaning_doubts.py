"""Doubts of meaning: how many of planted errors are among those of a page, and how many of the first are worth a look."""

from __future__ import annotations

from collections import Counter, defaultdict

import pytest

from glossary.rules.registry import BY_CODE
from tests.benchmarks import results
from tests.benchmarks.bilingual_findings import findings_of
from tests.gold.meaning import SETS, pages, planted_pages, table
from tests.shared import needs_shared

TITLE = "Doubts of meaning"
_PAGES = 15  # of each set and language
_FOUND = 0.6
_NOTE = """
Found: one of the five doubts of its page (T507), or a sentence that is missing or was added (T505), touches the sentence of
the error; up to four errors a page, on {pages} pages of each set and language. Then, of the first forty doubts of each half
of each set, those that a reader of both sides found to be true differences (`tests/gold/meaning.py`).
"""


@pytest.mark.bench
@needs_shared
def test_planted_errors_of_meaning_are_among_the_doubts_of_their_page():
    kinds: defaultdict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for name, folder in SETS.items():
        for lang in [lang for lang in ("zh", "ja") if (folder / lang).is_dir()]:
            for page, errors in planted_pages(pages(folder, lang), _PAGES):
                findings = findings_of(page, errors.text, [BY_CODE["T505"], BY_CODE["T507"]])
                places = [(place.start, place.end) for finding in findings for place in finding.locations]
                for error in errors.errors:
                    is_found = any(start < error.end and error.start < end for start, end in places)
                    kinds[name, lang][f"{error.kind}{' found' * is_found}"] += 1
    names = sorted({kind.removesuffix(" found") for counts in kinds.values() for kind in counts})
    rows = [[*key, *(_share(counts, [kind]) for kind in names), _share(counts, names)] for key, counts in kinds.items()]
    total = sum(kinds.values(), Counter())
    rows.append(["all", "", *(_share(total, [kind]) for kind in names), _share(total, names)])
    body = results.table(["set", "language", *names, "all"], rows)
    results.record(TITLE, body + _NOTE.format(pages=_PAGES) + "\n" + table())
    print(f"\n{body}")
    count_found = sum(count for kind, count in total.items() if kind.endswith(" found"))
    assert count_found >= _FOUND * total.total()


def _share(counts: Counter[str], kinds: list[str]) -> str:
    count_found = sum(counts[f"{kind} found"] for kind in kinds)
    return f"{count_found} of {count_found + sum(counts[kind] for kind in kinds)}"
