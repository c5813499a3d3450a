"""Glosses: brackets after a term that repeat it in another language or as an abbreviation."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass
from operator import itemgetter

from corpus import lazy_re as re
from glossary.matching.bracketed import GlossPart, brackets, glossing, is_initials
from glossary.matching.characters import is_cjk
from glossary.matching.compounds import before_closers, compound_start, weight
from glossary.matching.search import Text
from glossary.matching.spans import MatchedTerm, SpanLike

_LATIN_BEFORE = re.compile(r"[A-Za-z][A-Za-z0-9+#'’.-]*(?: [A-Za-z0-9+#'’-]+)*$")
_REACH = 80
_first = itemgetter(0)


@dataclass(frozen=True, slots=True)
class Gloss:
    """A term and its gloss in brackets; both are (start, end) in the text."""

    term: tuple[int, int]
    gloss: tuple[int, int]
    concept_id: str | None  # what both speak of; the gloss decides where the glossary knows another meaning of the term


def glosses(
    text: str, uses: Sequence[MatchedTerm], spans: Sequence[SpanLike] = (), borders: Container[int] | None = None
) -> list[Gloss]:
    """Return the glosses of a text, in order; `uses`, `spans` and `borders` are as in `Matcher.find`."""
    return _behind_terms(brackets(text), text, uses, spans, borders)


def in_glosses(segment: Text, uses: list[MatchedTerm]) -> list[MatchedTerm]:
    """Return the mentions, with the zone `gloss` for those that lie in one."""
    starts = [use.start for use in uses]
    holding = [
        place for place in brackets(segment.text) if bisect_left(starts, place[0]) < bisect_left(starts, place[1])
    ]
    if not holding:
        return uses
    places = [gloss.gloss for gloss in _behind_terms(holding, segment.text, uses, segment.spans, segment.borders)]
    return [use._replace(zone="gloss") if _lies_in(use, places) else use for use in uses]


def _behind_terms(
    places: Iterable[tuple[int, int]],
    text: str,
    uses: Sequence[MatchedTerm],
    spans: Sequence[SpanLike],
    borders: Container[int] | None,
) -> list[Gloss]:
    starts, protected = [use.start for use in uses], [span.start for span in spans]
    gloss_list: list[Gloss] = []
    for opens, closes in places:
        before = spans[max(bisect_left(protected, closes) - 1, 0) :][:1]
        if not any(span.start < closes and opens < span.end for span in before):
            near = uses[bisect_left(starts, opens - _REACH) : bisect_left(starts, closes)]
            gloss_list += _bracket_glosses(text, opens, closes, near, borders)
    return gloss_list


def _lies_in(use: MatchedTerm, places: Sequence[tuple[int, int]]) -> bool:
    before = bisect_right(places, use.start, key=_first)
    return before > 0 and use.end <= places[before - 1][1]


def _bracket_glosses(
    text: str, opens: int, closes: int, uses: Sequence[MatchedTerm], borders: Container[int] | None
) -> Iterator[Gloss]:
    """Yield the glosses in one bracket; a name and its abbreviation gloss the same term twice."""
    parts = glossing(text, opens, closes)
    end = before_closers(text, opens - 1)
    if not parts or not end:
        return
    concepts = {use.concept_id for part in parts for use in uses if (use.start, use.end) == (part.start, part.end)}
    same = ((use.start, use.concept_id) for use in uses if use.end == end and use.concept_id in concepts)
    term = next(same, None) or _other_script_term(text, end, parts, concepts, uses, borders)
    if term is None:
        return
    start, concept_id = term
    for part in parts:
        yield Gloss((start, end), (part.start, part.end), concept_id)


def _other_script_term(
    text: str,
    end: int,
    parts: list[GlossPart],
    concepts: set[str],
    uses: Sequence[MatchedTerm],
    borders: Container[int] | None,
) -> tuple[int, str | None] | None:
    """Return the start of a term in another script than the bracket's, or of the words that the bracket abbreviates."""
    concept_id = min(concepts, default=None)
    known_use = next((use for use in uses if use.end == end), None)
    latin = not is_cjk(text[end - 1])
    if latin == parts[0].latin:
        return _abbreviated(text, end, parts, concept_id, known_use) if latin else None
    if not _may_name(text[known_use.start : end] if latin and known_use else parts[0].text, known_use, concept_id):
        return None
    start = _latin_start(text, end, known_use) if latin else _cjk_start(text, end, parts, uses, borders)
    whole = known_use is not None and known_use.start == start
    if start == end or not (whole or _alike_in_length(text[start:end], parts)):
        return None
    spelled_out = not all(map(_is_abbreviation, parts))  # an unknown abbreviation may be of a longer name (RLHF)
    return start, concept_id or (known_use.concept_id if known_use is not None and whole and spelled_out else None)


def _may_name(latin: str, known_use: MatchedTerm | None, concept_id: str | None) -> bool:
    """Return whether Latin words can be another name; in 框架 (PyTorch) the bracket holds an example or a maker."""
    if re.search("[a-z][A-Z]|[0-9]", latin):
        return False
    return latin.islower() or known_use is None or concept_id is None


def _abbreviated(
    text: str, end: int, parts: list[GlossPart], concept_id: str | None, known_use: MatchedTerm | None
) -> tuple[int, str | None] | None:
    """Return the start of the Latin words whose initials are in the bracket, or of the initials of its words."""
    before = _LATIN_BEFORE.search(text, max(end - _REACH, 0), end)
    words = before[0].split(" ") if before else []
    for count in range(1, len(words) + 1):
        last = " ".join(words[-count:])
        if is_initials(parts[0].text, last) or is_initials(last, parts[0].text):
            start = end - len(last)
            return start, concept_id or (known_use.concept_id if known_use and known_use.start == start else None)
    return None


def _latin_start(text: str, end: int, known_use: MatchedTerm | None) -> int:
    before = _LATIN_BEFORE.search(text, max(end - _REACH, 0), end)
    start = before.start() if before else end
    return known_use.start if known_use is not None and known_use.start > start else start


def _cjk_start(
    text: str, end: int, parts: list[GlossPart], uses: Sequence[MatchedTerm], borders: Container[int] | None
) -> int:
    """Return the start of a term as long as its gloss suggests: two characters per word, or letter of an acronym."""
    start = compound_start(text, end, 2 * max(map(_words, parts)), borders)
    across = [use.start for use in uses if use.start < start < use.end or (use.start < start and use.end == end)]
    return min(across, default=start)


def _words(part: GlossPart) -> int:
    """Count the words that it is or abbreviates."""
    return len(part.text) if _is_abbreviation(part) else len(re.split(r"[\s-]+", part.text))


def _is_abbreviation(part: GlossPart) -> bool:
    return part.text.isupper() and part.text.isalpha()


def _alike_in_length(term: str, parts: Sequence[GlossPart]) -> bool:
    """Return whether the Han or kana side has a character for each Latin word, and no more than a term needs. A
    shorter term is cut off on its left (编码 of 字节对编码 before "(BPE)"); a longer bracket is a remark.
    """
    if parts[0].latin:
        return len(term) > 1 and weight(term) >= max(map(_words, parts))
    name = GlossPart(0, len(term), term)
    return all(weight(part.text) <= 4 * _words(name) + 2 for part in parts)
