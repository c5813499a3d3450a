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
    chosen, count = [], 0
    for concept in concepts:
        if count < size:
            chosen.append(concept)
            count += len(concept.forms)
    return Termbase(tuple(sorted(chosen, key=lambda concept: concept.id)), f"part-{size}")


def write_more(termbase: Termbase, size: int, folder: Path) -> Path:
    """A folder of entries that brings a glossary to about so many forms: each compounds two real concepts.

    张量 and 优化器 give 张量优化器, tensor and optimizer give tensor optimizer: new terms that begin and end as real
    ones do, in the lengths that terms have, so that a search meets them half-way all the time.
    """
    folder.mkdir(parents=True, exist_ok=True)
    missing = size - forms(termbase)
    compounds = _compounds(termbase)
    text = "".join(next(compounds) for _ in range(max(0, missing) // len(KNOWN)))
    (folder / "compounds.toml").write_text(text, encoding="utf-8")
    return folder


def _compounds(termbase: Termbase) -> Iterator[str]:
    draw = random.Random(_SEED)
    used_keys = {(form.lang, form.form.casefold()) for concept in termbase.concepts for form in concept.forms}
    examples = " ".join(_plain(example.text) for concept in termbase.concepts for example in concept.examples)
    while True:
        first, other = draw.sample(termbase.concepts, 2)
        compound = {}
        for lang in KNOWN:
            pair = (draw.choice(first.in_language(lang)).form, draw.choice(other.in_language(lang)).form)
            compound[lang] = _joined(*pair)
        keys = {(lang, form.casefold()) for lang, form in compound.items()}
        if keys & used_keys or any(_plain(form) in examples for form in compound.values()):
            continue  # a compound in an example of an entry would hide the term that the example is about
        used_keys |= keys
        preferred_forms = "\n".join(
            f"{lang}.preferred = {json.dumps(form, ensure_ascii=False)}" for lang, form in compound.items()
        )
        yield f'[[concept]]\nid = "compound-{len(used_keys)}"\ndomain = "made"\ndefinition = "For a benchmark."\n{preferred_forms}\n\n'


def _plain(text: str) -> str:
    return "".join(text.casefold().split())


def _joined(first: str, second: str) -> str:
    """Two forms as one term: with a space between Latin letters, with none beside Han and kana."""
    return f"{first} {second}" if first[-1].isascii() and second[0].isascii() else first + second
