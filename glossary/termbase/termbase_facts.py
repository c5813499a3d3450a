"""Termbase facts: computed once from a termbase alone, and kept with the loaded glossary until entries change.

With seven thousand concepts they cost seconds, which each command and each worker would pay again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, TypeVar

from corpus import lazy_re as re
from corpus.gc_pause import uncollected
from corpus.languages import KNOWN
from corpus.storage.cache_files import read_pickled, write_pickled
from glossary.termbase.termbase import TIERS, UNWANTED, Concept, Termbase


@dataclass(frozen=True, slots=True)
class Coverage:
    """The figures of a domain or a tier."""

    name: str
    concepts: int
    kept: int  # of them, named in English in Chinese or Japanese
    forms: dict[str, int]  # by language, allowed ones
    unwanted: int  # deprecated and wrong forms
    examples: int


def coverage(termbase: Termbase) -> list[Coverage]:
    """Return a row for each domain, by name, and then one for each tier."""
    domains = sorted({concept.domain for concept in termbase.concepts})
    return [
        *(_row(domain, [concept for concept in termbase.concepts if concept.domain == domain]) for domain in domains),
        *(_row(f"tier {tier}", [concept for concept in termbase.concepts if concept.tier == tier]) for tier in TIERS),
    ]


def _row(name: str, concepts: Sequence[Concept]) -> Coverage:
    forms = [form for concept in concepts for form in concept.forms]
    allowed = Counter(form.lang for form in forms if form.status not in UNWANTED)
    return Coverage(
        name,
        len(concepts),
        sum(bool(concept.keep) for concept in concepts),
        {lang: allowed[lang] for lang in KNOWN},
        sum(form.status in UNWANTED for form in forms),
        sum(len(concept.examples) for concept in concepts),
    )


_P = ParamSpec("_P")
_T = TypeVar("_T")
_UNFIT = re.compile(r"[^\w.-]+")  # for the name of a file


def termbase_fact(function: Callable[Concatenate[Termbase, _P], _T]) -> Callable[Concatenate[Termbase, _P], _T]:
    """Keep results of functions of a termbase, and of texts, that return plain immutable values. Results are computed
    once per process or, for a glossary with a shelf, once for all processes.
    """
    of_function = f"{function.__module__}.{function.__qualname__}"

    @wraps(function)
    def fact(termbase: Termbase, /, *args: _P.args, **kwargs: _P.kwargs) -> _T:
        key, facts = (of_function, *args, *sorted(kwargs.items())), termbase.facts
        if key not in facts.computed:
            facts.computed[key] = _shelved(facts.shelf, key, lambda: function(termbase, *args, **kwargs))
        return facts.computed[key]  # type: ignore[no-any-return]

    return fact


def _shelved(shelf: Path | None, key: tuple[object, ...], compute: Callable[[], Any]) -> Any:
    """Return the value from the shelf, or compute it and put it there. Without a shelf, only compute it."""
    with uncollected():
        if shelf is None:
            return compute()
        file = _file(shelf, key)
        value = read_pickled(file)
        if value is None:
            value = compute()
            write_pickled(file, value)
        return value


def put_on_shelf(termbase: Termbase, shelf: Path) -> None:
    """Keep the derived facts of a glossary in a folder: those computed so far, and all later ones."""
    termbase.facts.shelf = shelf
    for key, value in termbase.facts.computed.items():
        write_pickled(_file(shelf, key), value)


def _file(shelf: Path, key: tuple[object, ...]) -> Path:
    return shelf / f"{_UNFIT.sub('-', '-'.join(map(str, key)))}.pickle"
