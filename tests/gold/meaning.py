"""Doubts of meaning (T507): the model that ranks them, and how many of the first were worth a reviewer's look.

    .venv/bin/python -m tests.gold.meaning                       prints the table of the judged doubts
    .venv/bin/python -m tests.gold.meaning fit                   fits glossary/rules/source/_meaning_model.toml
    .venv/bin/python -m tests.gold.meaning draw SET HALF [PAGES] prints the first forty of a set, to be judged

The model is fitted on pages of hf-course in which errors of meaning were planted (`tests/planting/meaning.py`), against
the other sentences of these pages. Doubts of other sets were judged by reading both sides: `true` where they differ in
what a reader learns, such as something left out, denied, added or made certain; `false` where another wording says the
same, or the pair is none. `dev` is the half of the pages by which words and cues were chosen, `kept` the other half,
which was judged at the end; a part of it was drawn and read once before the last changes. Of large sets PAGES of each
half and language were drawn by chance.
"""

from __future__ import annotations

import hashlib
import json
import random
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from corpus.records import Finding
from glossary.findings.engine import judge_page
from glossary.rules.context import RuleContext
from glossary.rules.registry import BY_CODE
from glossary.rules.shared.source_pairs import SourcePair, unit_at, units
from glossary.rules.source.t507_meaning_doubt import cues
from tests.benchmarks import results
from tests.benchmarks.bilingual_findings import context_of
from tests.gold.confidence_model import solved
from tests.planting import meaning
from tests.planting.bases import Base
from tests.planting.edits import Planted, planted
from tests.planting.ground import Ground
from tests.planting.missing_text import BilingualPage
from tests.shared import SHARED

DATA = SHARED / "data"
SETS = {"comfy-docs": DATA / "comfy-docs", "mt-docs": DATA / "mt-docs", "tf-docs": DATA / "tf-docs/docs"}
GOLD = Path(__file__).with_name("doubts.jsonl")
MODEL = Path(__file__).resolve().parents[2] / "glossary/rules/source/_meaning_model.toml"
ROLES = ("negation", "condition", "limit", "obligation", "possibility")
FEATURES = (*ROLES, "run", "lacking", "share", "short", "merged")
_LEAST = -2.8  # by hand
_PENALTY, _ERRORS, _PAGES, _LARGEST = 1.0, 4, 60, 40_000
FIRST = 40


def pages(folder: Path, lang: str, half: str = "") -> list[BilingualPage]:
    """The pages of a set in a language that have originals, in an order by chance; of a half, if any is named."""
    names = [file.relative_to(folder / lang) for file in sorted((folder / lang).rglob("*.md*"))]
    with_original = [
        name for name in names if (folder / "en" / name).exists() and half in ("", half_of(lang, name.as_posix()))
    ]
    random.Random(3).shuffle(with_original)
    return [
        BilingualPage(
            name.as_posix(), lang, name.suffix, (folder / lang / name).read_text("utf-8"),
            (folder / "en" / name).read_text("utf-8"),
        )
        for name in with_original
    ]  # fmt: skip


def half_of(lang: str, name: str) -> str:
    """The half that a page belongs to."""
    return "dev" if hashlib.sha1(f"{lang}/{name}".encode()).hexdigest()[0] < "8" else "kept"


def planted_pages(candidates: Sequence[BilingualPage], number: int) -> Iterator[tuple[BilingualPage, Planted]]:
    """So many of these pages, each with up to four errors of meaning."""
    for page in candidates:
        if number and len(page.text) <= _LARGEST:
            base = Base(page.name, page.lang, page.text, page.english)
            if errors := planted("T507", base, meaning.doubtful(Ground(base)), _ERRORS, f"1 {page.name}"):
                number -= 1
                yield page, errors


# --- the model


def examples() -> Iterator[tuple[list[float], bool]]:
    """The cues of each sure pair of pages with errors, and whether an error was planted in it."""
    for lang in ("zh", "ja"):
        for page, errors in planted_pages(pages(DATA / "hf-course/docs", lang), _PAGES):
            context = context_of(page, errors.text)
            for unit in units(context):
                start, end = unit.pair.target[0].start, unit.pair.target[-1].end
                is_planted = any(start < error.end and error.start < end for error in errors.errors)
                yield values(context, unit), is_planted


def values(page: RuleContext, unit: SourcePair) -> list[float]:
    """The values of the features."""
    by_name = dict.fromkeys(FEATURES, 0.0)
    for cue in cues(page, unit):
        by_name[cue.feature] = max(by_name[cue.feature], cue.value)
    return list(by_name.values())


def fit() -> str:
    """The model as the text of its file: a logistic regression with a ridge, whose weights have the sign they must."""
    collected = list(examples())
    numbers = np.column_stack([np.ones(len(collected)), np.array([row for row, _ in collected])])
    is_planted = np.array([planted_here for _, planted_here in collected], float)
    bounds = [(None, None), *((None, 0.0) if name == "merged" else (0.0, None) for name in FEATURES)]
    ridge = np.array([0.0, *(_PENALTY for _ in FEATURES)])
    bias, *weights = solved(numbers, is_planted, ridge, np.zeros_like(ridge), np.ones_like(is_planted), bounds)
    counts = f"{len(collected):,} pairs, {int(is_planted.sum()):,} with an error"
    lines = [
        f"# Fitted by `python -m tests.gold.meaning fit` on pages of hf-course: {counts}.",
        f"bias = {bias:.2f}",
        f"least = {_LEAST}  # by hand: what is less likely is no doubt",
        "\n[weights]",
        *(f"{name} = {weight:.2f}" for name, weight in zip(FEATURES, weights, strict=True)),
    ]
    return "\n".join(lines) + "\n"


# --- the judged doubts


class Drawn(NamedTuple):
    """A doubt of a page."""

    page: BilingualPage
    finding: Finding
    english: str

    @property
    def number(self) -> str:
        """The id in the gold: by the page and both texts."""
        texts = (self.page.lang, self.page.name, self.finding.surface, self.english)
        return hashlib.sha256("\0".join(texts).encode()).hexdigest()[:12]


def first_doubts(name: str, half: str, number: int) -> list[Drawn]:
    """The first doubts of a half of a set, of so many of its pages in each language."""
    drawn = []
    for lang in ("zh", "ja"):
        for page in pages(SETS[name], lang, half)[:number]:
            context = context_of(page, page.text)
            drawn += [
                Drawn(page, finding, " ".join(segment.text for segment in unit.pair.source))
                for finding in judge_page(context, [BY_CODE["T507"]]).findings
                if finding.rule == "T507" and (unit := unit_at(context, finding.start or 0))
            ]
    return sorted(drawn, key=lambda doubt: (-doubt.finding.confidence, doubt.number))[:FIRST]


def table() -> str:
    """How many of the judged doubts are true, of each set and half, and of the languages in it."""
    rows = [json.loads(line) for line in GOLD.read_text(encoding="utf-8").splitlines()]
    keys = sorted({(row["set"], row["half"]) for row in rows})
    lines = []
    for name, half in keys:
        judged = [row for row in rows if (row["set"], row["half"]) == (name, half)]
        by_lang = (_counts([row for row in judged if row["lang"] == lang]) for lang in ("zh", "ja"))
        lines.append([name, half, _counts(judged), *by_lang])
    return results.table(["set", "half", "true of the first", "zh", "ja"], lines)


def _counts(rows: Sequence[dict[str, Any]]) -> str:
    return f"{sum(row['verdict'] == 'true' for row in rows)} of {len(rows)}" if rows else "–"


def main() -> None:
    """Run what is asked for."""
    match sys.argv[1:]:
        case ["fit"]:
            MODEL.write_text(fit(), encoding="utf-8")
        case ["draw", name, half, *most]:
            for rank, doubt in enumerate(first_doubts(name, half, int(most[0]) if most else 9_999), 1):
                head = {"set": name, "half": half, "lang": doubt.page.lang, "rank": rank, "id": doubt.number}
                texts = {"message": doubt.finding.message, "english": doubt.english, "page": doubt.finding.surface}
                print(json.dumps({**head, "path": doubt.page.name, **texts}, ensure_ascii=False))
        case _:
            print(table(), end="")


if __name__ == "__main__":
    main()
