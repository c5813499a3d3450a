"""T301 misspelled-identifier: a name of code, or an English term, with a letter wrong.

Why: readers copy names into their code and into a search; a name that nobody has finds nothing.
Bad: 调用 torch.use_determinstic_algorithms 即可。
Good: 调用 torch.use_deterministic_algorithms 即可。
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet

from glossary.inventory import load
from glossary.inventory.nearest import by_first_letter, is_slip, nearest, one_off
from glossary.rules.page import Page
from glossary.rules.rule import Place, Raised, Rule
from glossary.rules.signs.misspelled_words import slips
from glossary.rules.signs.names import Name, in_code, in_code_blocks, names, used

_MARKED = re.compile(r"\w[_.]\w|[a-z0-9][A-Z]|[A-Z]{2}[a-z]", re.ASCII)  # what no ordinary word has
_SHORTEST = 8  # letters of names that only the page itself speaks for
_OFTEN = 3  # a page that has a name so often means it


def find(page: Page) -> Iterator[Raised]:
    """The names of code that nobody has but for a slip, then the English terms that are misspelled."""
    code = in_code_blocks(page)
    places: defaultdict[str, list[Name]] = defaultdict(list)
    for name in names(page):
        places[name.text].append(name)
    unknown = [text for text in places if text not in code and not load().is_known(text)]
    if unknown:
        counts = used(page)
        others = by_first_letter(_trusted(page, counts, code))
        for text in unknown:
            yield from _raised(places[text], _meant(text, counts, others), counts)
    for slip in slips(page):
        place = Place(slip.start, slip.end)
        yield Raised((place,), slip.concept_id, "word", expected=slip.rights, suggestion=_only(slip.rights), sure=0.95)


def _raised(places: Sequence[Name], meant: Sequence[tuple[str, int]], counts: Counter[str]) -> Iterator[Raised]:
    name = places[0]
    if not meant or _is_namespace(name.text, meant[0][0]):
        return
    edits = meant[0][1]
    rights = tuple(name.spelled(one) for one, slips in meant if slips == edits)
    sure = 1.0 if edits == 1 else 0.9
    sure *= 0.85 if counts[name.text] >= _OFTEN and not any(counts[one] for one, _ in meant) else 1.0
    suggestion = _only(rights) if edits == 1 else ""
    where = tuple(Place(one.start, one.end) for one in places)
    yield Raised(where, expected=rights, suggestion=suggestion, sure=sure, key=name.text)


def _is_namespace(name: str, right: str) -> bool:
    """Whether only the capital of the first part is wrong, which is T105: Torch::nn."""
    root, dot, rest = name.partition(".")
    return bool(dot) and f"{root.lower()}.{rest}" == right and root != root.lower()


def _meant(name: str, counts: Counter[str], others: Mapping[str, list[str]]) -> list[tuple[str, int]]:
    """The names that one may have meant, with the slips between: public ones, else those of the page itself."""
    if near := nearest(load(), name):
        return [(one.name, one.edits) for one in near]
    if len(name) < _SHORTEST or not _MARKED.search(name) or counts[name] >= _OFTEN:
        return []
    slips = sorted(one_off(name, others), key=lambda one: (abs(len(one) - len(name)), one))
    return [(one, 1) for one in slips if is_slip(name, one)]


def _trusted(page: Page, counts: Counter[str], code: AbstractSet[str]) -> frozenset[str]:
    """The names that speak for themselves: they stand in code, in the English original, or often on the page."""
    often = {name for name, count in counts.items() if count >= _OFTEN}
    return frozenset(one for one in {*often, *code, *in_code(page.source)} if len(one) >= _SHORTEST)


def _only(rights: Sequence[str]) -> str:
    return rights[0] if len(rights) == 1 else ""


RULE = Rule(
    "T301", "misspelled-identifier", "linguistic-conventions/spelling", "major", 0.9, "segment", find, inherits=True
)
