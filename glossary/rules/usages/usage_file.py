"""Usage file: how the pages of a build render each English term, kept for checks of single pages.

The first line has the pages. Then follows one line for each term of a language, as JSON: its key, then the renderings
of it with the number of the page, without their places.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any

from glossary.rules.digest import Digest, PageUsage
from glossary.rules.shared.english_words import is_everyday

FILE = "usages.jsonl"
# A place in a page that is not at hand.
_ELSEWHERE = (0, 0)


def usage_lines(digests: Iterable[Digest]) -> str:
    """Return the text of a usage file: the pages by path, then the terms of each language in order."""
    pages = sorted(digests, key=lambda digest: digest.path)
    rows: defaultdict[tuple[str, ...], list[list[Any]]] = defaultdict(list)
    for number, page in enumerate(pages):
        for usage in page.usages:
            values = usage._asdict() | {"places": len(usage.places), "confidence": round(usage.confidence, 2)}
            key = (page.lang, *(values.pop(name) for name in ("kind", "concept_id", "term")))
            rows[key].append([number, *values.values()])
    # No rule looks at a single everyday word over pages, unless it was left in English.
    judged = [key for key in sorted(rows) if not _is_everyday(*key[1:]) or "source" in {row[3] for row in rows[key]}]
    head = _json([(page.path, page.work, page.locale) for page in pages])
    return "".join([f"{head}\n", *(f"{_json(key)}\t{_json(rows[key])}\n" for key in judged)])


def _is_everyday(kind: str, concept_id: str, term: str) -> bool:
    return kind == "term" and not concept_id and is_everyday(term)


def other_pages(lines: str, digests: Sequence[Digest]) -> list[Digest]:
    """Return the pages of a build other than those of the digests, with only the terms that the digests use."""
    keys = {
        _json((digest.lang, usage.kind, usage.concept_id, usage.term)) for digest in digests for usage in digest.usages
    }
    return _as_named_here(pages_of(lines, keys.__contains__), [digest.path for digest in digests])


def pages_of(lines: str, is_wanted: Callable[[str], bool] = bool) -> list[Digest]:
    """Return the pages of a build with only the terms whose keys are wanted; by default with all terms."""
    head, *terms = lines.split("\n")
    names = json.loads(head)
    langs: dict[int, str] = {}
    usages: defaultdict[int, list[PageUsage]] = defaultdict(list)
    for key, _, rows in (line.partition("\t") for line in terms):
        if is_wanted(key):
            lang, kind, concept_id, term = json.loads(key)
            for number, english, surface, relation, count, *figures in json.loads(rows):
                places = (_ELSEWHERE,) * count
                usages[number].append(PageUsage(kind, concept_id, term, english, surface, relation, places, *figures))
                langs[number] = lang
    return [
        Digest(path, work, langs[number], locale, path, (), tuple(usages[number]))
        for number, (path, work, locale) in enumerate(names)
        if number in langs
    ]


def _as_named_here(pages: Sequence[Digest], paths: Sequence[str]) -> list[Digest]:
    """Return the pages other than those at the paths, renamed to match: a build may count paths from another folder."""
    same: dict[str, str] = {}
    for path in paths:
        names = [page.path for page in pages if is_same_page(page.path, path)]
        same |= {name: path for name in names if name == path or len(names) == 1}  # of several it could be any
    here, there = next(((path, name) for name, path in same.items()), ("", ""))
    added, dropped = here.removesuffix(there) if len(here) > len(there) else "", max(0, len(there) - len(here))
    return [replace(page, path=f"{added}{page.path[dropped:]}") for page in pages if page.path not in same]


def is_same_page(name: str, path: str) -> bool:
    """Return whether two paths may name one page: they are equal, or one is relative to another folder."""
    return name == path or name.endswith(f"/{path}") or path.endswith(f"/{name}")


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
