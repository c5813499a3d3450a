"""T301 misspelled-identifier: a name of code, or an English term, with a letter wrong.

Why: Readers copy names into their code and into a search box. A name that does not exist fails or finds nothing.
Bad: 调用 torch.use_determinstic_algorithms 即可。
Good: 调用 torch.use_deterministic_algorithms 即可。
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet

from corpus import lazy_re as re
from corpus.grouping import grouped
from glossary.inventory import load
from glossary.inventory.nearest import NameNeighbours, is_slip, nearest
from glossary.rules.calibration import HALF, LIKELY, NEARLY, PERHAPS, SUREST, sign
from glossary.rules.context import RuleContext
from glossary.rules.fidelity._misspelled_words import slips
from glossary.rules.fidelity._source_counterparts import names_meant
from glossary.rules.rule import DocumentSpan, Rule, Violation
from glossary.rules.shared.code_identifiers import CodeName, in_code_blocks, in_source, name_counts, names
from glossary.rules.shared.names_in_code import is_spelled_throughout

_MARKED = re.compile(r"\w[_.]\w|[a-z0-9][A-Z]|[A-Z]{2}[a-z]", re.ASCII)  # what no ordinary word has
_SHORTEST = 8  # letters of names that only the page itself speaks for
_OFTEN = 3  # a page that has a name so often means it
_OF_ORIGINAL = sign("T301.of-original", HALF)
_ELSEWHERE = sign("T301.elsewhere", PERHAPS)  # the original has none of the public names that are near
_ROOT, _OWN_NAMESPACE = "torch.", sign("T301.own-namespace", SUREST)  # what is written with it can only be its own

_WORD, _SLIPS, _CUSTOM = sign("T301.word", NEARLY), sign("T301.slips", NEARLY), sign("T301.custom", LIKELY)


def find(page: RuleContext) -> Iterator[Violation]:
    """Yield unknown names of code that are one slip from a known one, then misspelled English terms."""
    code = in_code_blocks(page)
    places = grouped(names(page), lambda name: name.text)
    unknown = [text for text in places if text not in code and not load().is_known(text)]
    if unknown:
        yield from _misspelled(page, {text: places[text] for text in unknown}, code)
    for slip in slips(page):
        place = DocumentSpan(slip.start, slip.end)
        message_id = "source" if slip.of_source else "word"
        yield Violation(
            (place,),
            slip.concept_id,
            message_id,
            expected=slip.rights,
            suggestion=_safe_remedy(page, place, slip.rights),
            sure=_WORD,
        )


def _misspelled(
    page: RuleContext, unknown: Mapping[str, Sequence[CodeName]], code: AbstractSet[str]
) -> Iterator[Violation]:
    rights_by_name, counts = names_meant(page), name_counts(page)
    of_source = in_source(page)
    often = {name for name, count in counts.items() if count >= _OFTEN}
    others = NameNeighbours(frozenset(name for name in often | (code | of_source) if len(name) >= _SHORTEST))
    for text, places in unknown.items():
        near, meant_names = nearest(load(), text), rights_by_name.get(text, [])
        if meant_names:
            yield _misspelling_violation(page, places, meant_names, "source")
        elif near:
            candidates = [(match.name, match.edits) for match in near]
            is_possible = page.original is None or any(name in of_source for name, _ in candidates)
            by_original = 1.0 if is_possible else _ELSEWHERE
            yield from _beside_public(page, places, candidates, counts, text in of_source, by_original)
        elif text not in of_source and (rights := _on_page(text, counts, others)):
            yield _misspelling_violation(page, places, rights, "page")


def _beside_public(
    page: RuleContext,
    places: Sequence[CodeName],
    candidates: Sequence[tuple[str, int]],
    counts: Counter[str],
    in_both: bool,
    by_original: float,
) -> Iterator[Violation]:
    """Yield the violation of a name close to public ones, with the nearest of them. If the original has the name too,
    it mostly belongs to other code.
    """
    name, edits = places[0].text, candidates[0][1]
    root, dot, rest = name.partition(".")
    if bool(dot) and f"{root.lower()}.{rest}" == candidates[0][0] and root != root.lower():
        return
    sure = (_OF_ORIGINAL if in_both else 1.0) * (1.0 if edits == 1 else _SLIPS)
    sure *= by_original
    sure *= _OWN_NAMESPACE if name.startswith(_ROOT) else 1.0
    sure *= _CUSTOM if counts[name] >= _OFTEN and not any(counts[right] for right, _ in candidates) else 1.0
    rights, safe = [right for right, slips in candidates if slips == edits], edits == 1 and not in_both
    yield _misspelling_violation(page, places, rights, "both" if in_both else "", sure, safe=safe)


def _misspelling_violation(
    page: RuleContext,
    places: Sequence[CodeName],
    candidates: Sequence[str],
    message_id: str = "",
    sure: float = 1.0,
    *,
    safe: bool = True,
) -> Violation:
    rights = tuple(places[0].spelled(candidate) for candidate in candidates)
    spans = tuple(name.place for name in places)
    suggestion = _safe_remedy(page, spans[0], rights) if safe else ""
    return Violation(
        spans, message_id=message_id, expected=rights, suggestion=suggestion, sure=sure, key=places[0].text
    )


def _on_page(name: str, counts: Counter[str], others: NameNeighbours) -> list[str]:
    """Return the names on the page itself that a misspelled one may stand for."""
    if len(name) < _SHORTEST or not _MARKED.search(name) or counts[name] >= _OFTEN:
        return []
    slips = sorted(others.one_edit_away(name), key=lambda slip: (abs(len(slip) - len(name)), slip))
    return [slip for slip in slips if is_slip(name, slip)]


def _safe_remedy(page: RuleContext, place: DocumentSpan, rights: Sequence[str]) -> str:
    """Return the name that was meant if there is only one; empty if page and original only know this spelling."""
    if len(rights) != 1 or is_spelled_throughout(page, place.start, place.end, rights[0]):
        return ""
    return rights[0]


RULE = Rule(
    "T301",
    "misspelled-identifier",
    "linguistic-conventions/spelling",
    "major",
    0.9,
    "segment",
    find,
    inherits=True,
    fixable=True,
    edits_names=True,
)
