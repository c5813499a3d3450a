"""Measures what checks have followed: is what `terms_in_passage` says to avoid reported by `check_translation`?

    .venv/bin/python -m tests.gold.followed outputs/latest 100

Of a build, so many English units of each language are drawn by chance. For every term of each that its translation has in
a form that the glossary allows, every form that the answer says to avoid is put in its place, one at a time, and the
translation is checked beside the English. Printed: how many of these are reported at their place, how many of them surely
(at the bar of a check); and how many characters a term takes in the answer.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pyarrow.dataset as ds

from flows.assistants.entry_proposals import check_translation, term_lines, terms_in, text_document
from flows.checking.check_request import CheckRequest, request_of
from flows.options.flow_parameters import CheckOptions
from tests.benchmarks import results

_SEED = 48
_SHORTEST = 30  # characters of the English: a passage, not a label


class Planted(NamedTuple):
    """A translation with words to avoid, and where they stand."""

    text: str
    start: int
    end: int
    form: str


def planted(request: CheckRequest, english: str, translation: str, lang: str) -> Iterator[Planted]:
    """Yield the translation with each form that the answer for the passage names as one to avoid."""
    document = text_document(english, "en")
    answer = "\n".join(term_lines(request.termbase, document, lang))
    for entry in terms_in(request.termbase, document, lang):
        allowed = max((form for form in entry["write"] if form in translation), key=len, default="")
        for row in entry.get("avoid", ()) if allowed else ():
            if row["form"] in answer and row["form"] not in translation:
                start = translation.index(allowed)
                text = translation[:start] + row["form"] + translation[start + len(allowed) :]
                yield Planted(text, start, start + len(row["form"]), row["form"])


def main(build: Path, passages: int) -> None:
    """Print the table."""
    request = request_of(CheckOptions())
    lines = []
    for lang in ("zh", "ja"):
        rows = ds.dataset(build / "parallel").to_table(["en", lang]).to_pylist()
        pairs = sorted({(row["en"], row[lang]) for row in rows if row[lang] and len(row["en"] or "") >= _SHORTEST})
        drawn = random.Random(_SEED).sample(pairs, min(passages, len(pairs)))
        terms = [
            line for english, _ in drawn for line in term_lines(request.termbase, text_document(english, "en"), lang)
        ]
        outcomes: Counter[str] = Counter()
        for english, translation in drawn:
            for case in planted(request, english, translation, lang):
                page, original = text_document(case.text, lang), text_document(english, "en")
                found = [
                    row
                    for row in check_translation(request, page, original).findings
                    if row["start"] < case.end and case.start < row["end"]
                ]
                outcomes["planted"] += 1
                outcomes["reported"] += bool(found)
                outcomes["certain"] += any(row["certain"] for row in found)
                if not found:
                    print(f"{lang}: {case.form} is not reported: {case.text}", file=sys.stderr)
        lines.append(
            [
                lang,
                f"{len(drawn)}",
                f"{len(terms)}",
                f"{sum(map(len, terms)) / max(1, len(terms)):.0f}",
                f"{outcomes['reported']} of {outcomes['planted']}",
                f"{outcomes['certain']}",
            ]
        )
    print(results.table(["language", "passages", "terms", "characters a term", "avoided: reported", "surely"], lines))


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
