"""Draws entries of the glossary at random for judgement by hand: JSON Lines on standard output.

    .venv/bin/python -m tests.gold.sample_entries --lang zh [--number 60] [--seed 1] > tests/gold/entries-zh-1.jsonl

README.md here says how to judge.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from typing import Any

from glossary.loading import load
from glossary.termbase.termbase import Concept, Form, Termbase


def sample(termbase: Termbase, lang: str, number: int, seed: int) -> list[dict[str, Any]]:
    """So many concepts with their definition and their forms in English and in one language, each yet to be judged."""
    drawn = random.Random(seed).sample(termbase.concepts, number)
    return [_row(concept, lang) for concept in sorted(drawn, key=lambda concept: concept.id)]


def _row(concept: Concept, lang: str) -> dict[str, Any]:
    return {
        "id": concept.id,
        "lang": lang,
        "definition": concept.definition,
        "en": [_shown(form) for form in concept.in_language("en")],
        lang: [_shown(form) for form in concept.in_language(lang)],
        "kept": lang in concept.keep,
        "right_or_wrong": None,
        "why": "",
    }


def _shown(form: Form) -> dict[str, Any]:
    """A form with its status and what limits it."""
    more = {
        name: getattr(form, name) for name in ("only_near", "not_in", "why", "use", "region") if getattr(form, name)
    }
    return {"form": form.form, "status": form.status, **more}


def main() -> int:
    """Print the sample."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--lang", required=True, choices=["zh", "ja"])
    parser.add_argument("--number", type=int, default=60, metavar="N")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    for row in sample(load(), options.lang, options.number, options.seed):
        print(json.dumps(row, ensure_ascii=False))
    return 0


if __name__ == "__main__":
    sys.exit(main())
