"""Single characters as forms (图, 库, 层): terms only where they are words by themselves."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence

from glossary.matching.longest_match import Hit

# jieba joins such characters to the noun beside them (该库, 库中, 一层, 层会): a word that holds the form and
# nothing but these is the form itself. Those that make another word of it (多层, 上层, 层面) are not among them.
_BEFORE = frozenset("该此这那其各每某本对向在从由用以把被将和与及或等如若即是为一二两三四五六七八九十几")
_AFTER = frozenset("的了着过中里上下内外前后时来去为是有在会能可要将则均都也就又才还所用使让被把和与及或等以而且但")
_REACH = 3


def by_themselves(text: str, hits: Sequence[Hit], long_hits: Sequence[Hit], borders: Container[int]) -> Iterator[Hit]:
    """Yield the one-character hits that are words: between borders of words, longer terms or function characters."""
    if not hits:
        return
    starts, ends = {hit.start for hit in long_hits}, {hit.end for hit in long_hits}
    covered = {place for hit in long_hits for place in range(hit.start, hit.end)}
    for hit in hits:
        if (
            hit.start not in covered
            and _begins_word_at(text, hit.start, borders, ends)
            and _ends_word_at(text, hit.end, borders, starts)
        ):
            yield hit


def _begins_word_at(text: str, place: int, borders: Container[int], ends: Container[int]) -> bool:
    for start in range(place, max(place - _REACH, 0) - 1, -1):
        if start in borders or start in ends:
            return True
        if start == 0 or text[start - 1] not in _BEFORE:
            return False
    return False


def _ends_word_at(text: str, place: int, borders: Container[int], starts: Container[int]) -> bool:
    for end in range(place, min(place + _REACH, len(text)) + 1):
        if end in borders or end in starts:
            return True
        if end == len(text) or text[end] not in _AFTER:
            return False
    return False
