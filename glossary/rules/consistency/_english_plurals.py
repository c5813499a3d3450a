"""English plurals: words that a page keeps in English, in the plural beside the singular (LLM, LLMs)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from corpus import lazy_re as re
from corpus.languages.scripts import CJK
from glossary.rules.context import RuleContext
from glossary.rules.rule import DocumentSpan
from glossary.rules.shared.code_nouns import is_beside_code_noun
from glossary.termbase.termbase import ALLOWED

# A Latin word by itself: no part of a longer name, of a phrase in English, of a gloss or of code.
_WORD = re.compile(
    r"(?<![A-Za-z0-9_./@#+&:(（\[\"'`“‘*-])(?<![A-Za-z0-9.,:] )([A-Z][A-Z0-9]+s?|[a-z]{3,})"
    r"(?![A-Za-z0-9_./@+&)）\]\"'`”’*=(\[-]| ?[A-Za-z0-9])"
)
_BEFORE, _AFTER = re.compile(rf"[{CJK}] ?\Z"), re.compile(rf" ?[{CJK}]")
_NEAR = 2  # characters on either side


class PluralUses(NamedTuple):
    """A word that a page writes in both numbers, and where."""

    singular: str
    singulars: tuple[DocumentSpan, ...]
    plurals: tuple[DocumentSpan, ...]


def plural_uses(page: RuleContext) -> Iterator[PluralUses]:
    """Yield the words in both numbers, in alphabetical order."""
    places = _words(page)
    for singular in sorted(places):
        plurals = places.get(f"{singular}s", ())
        if plurals and _is_plural_of(page, singular, plurals[0]):
            yield PluralUses(singular, tuple(places[singular]), tuple(plurals))


def _words(page: RuleContext) -> Mapping[str, list[DocumentSpan]]:
    """Return the places of Latin words in the running text of the page's own language."""
    places: defaultdict[str, list[DocumentSpan]] = defaultdict(list)
    for segment in page.own_prose:
        text = page.plain(segment)
        for match in _WORD.finditer(text):
            place = DocumentSpan(segment.start + match.start(), segment.start + match.end())
            before = text[max(0, match.start() - _NEAR) : match.start()]
            is_beside_cjk = _BEFORE.search(before) or _AFTER.match(text, match.end())
            if is_beside_cjk and not page.is_quoted(*place[:2]) and not is_beside_code_noun(text, *match.span()):
                places[match[0]].append(place)
    return places


def _is_plural_of(page: RuleContext, singular: str, place: DocumentSpan) -> bool:
    """Return whether a word is but the plural of one that stands in the page's language: initials, or an English form
    that the glossary lets stand; not a form of its own (FLOPs).
    """
    uses = [use for use in page.mentions_touching(*place[:2]) if (use.start, use.end) == place[:2]]
    if any(use.form != singular for use in uses):
        return False
    return singular.isupper() or any(use.status in (*ALLOWED, "variant") for use in uses)
