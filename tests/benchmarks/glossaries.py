"""Glossaries of any size: a part of the real one, or the real one with entries recombined from its own forms."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path

from corpus.languages import KNOWN
from glossary.termbase.termbase import Termbase

_SEED = 2026


def forms(termbase: Termbase) -> int:
    """How many forms a glossary has."""
    return sum(len(concept.forms) for concept in termbase.concepts)


def part(termbase: Termbase, size: int) -> Termbase:
    """Concepts drawn from a glossary until they have about so many forms."""
    concepts = list(termbase.concepts)
    random.Random(_SEED).shuffle(concepts)
    kept, count = [], 0
    for concept in concepts:
        if count < size:
            kept.append(concept)
            count += len(concept.forms)
    return Termbase(tuple(sorted(kept, key=lambda concept: concept.id)), f"part-{size}")


def write_more(termbase: Termbase, size: int, folder: Path) -> Path:
    """A folder of entries that brings a glossary to about so many forms: each compounds two real concepts.

    张量 and 优化器 give 张量优化器, tensor and optimizer give tensor optimizer: new terms that begin and end as real
    ones do, in the lengths that terms have, so that a search meets them half-way all the time.
    """
    folder.mkdir(parents=True, exist_ok=True)
    missing = size - forms(termbase)
    made = _compounds(termbase)
    text = "".join(next(made) for _ in range(max(0, missing) // len(KNOWN)))
    (folder / "compounds.toml").write_text(text, encoding="utf-8")
    return folder


def _compounds(termbase: Termbase) -> Iterator[str]:
    draw = random.Random(_SEED)
    taken = {(form.lang, form.form.casefold()) for concept in termbase.concepts for form in concept.forms}
    examples = " ".join(_plain(example.text) for concept in termbase.concepts for example in concept.examples)
    while True:
        one, other = draw.sample(termbase.concepts, 2)
        made = {}
        for lang in KNOWN:
            pair = (draw.choice(one.in_language(lang)).form, draw.choice(other.in_language(lang)).form)
            made[lang] = _joined(*pair)
        keys = {(lang, form.casefold()) for lang, form in made.items()}
        if keys & taken or any(_plain(form) in examples for form in made.values()):
            continue  # a compound in an example of an entry would hide the term that the example is about
        taken |= keys
        said = "\n".join(f"{lang}.preferred = {json.dumps(form, ensure_ascii=False)}" for lang, form in made.items())
        yield f'[[concept]]\nid = "compound-{len(taken)}"\ndomain = "made"\ndefinition = "For a benchmark."\n{said}\n\n'


def _plain(text: str) -> str:
    return "".join(text.casefold().split())


def _joined(first: str, second: str) -> str:
    """Two forms as one term: with a space between Latin letters, with none beside Han and kana."""
    return f"{first} {second}" if first[-1].isascii() and second[0].isascii() else first + second
