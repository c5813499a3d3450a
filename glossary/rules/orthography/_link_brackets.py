"""Brackets of links that lost their partner: [words(address), words](address)."""

from __future__ import annotations

from collections.abc import Iterator

from corpus import lazy_re as re
from corpus.formats import format_of
from corpus.records import Segment
from glossary.rules.context import RuleContext
from glossary.rules.orthography._bracket_pairs import UnpairedBracket

_ADDRESS = r"(?:https?://|\.{0,2}/|#)[^\s()（）<>]*"
# What stands after the bracket of a link whose partner is missing.
_OF_A_LINK = {
    "[": re.compile(rf"\[[^\[\]()（）\n`]{{1,80}}[(（]{_ADDRESS}[)）]"),
    "]": re.compile(rf"\]\({_ADDRESS}\)"),
}
# A heading or an item that begins as a link and never closes it: ## [概要. An interval [0, 1) is none.
_OPEN_LABEL = re.compile(r"[\s#>*+-]*(?:\d+[.)]\s+)?\[(?=[^\s\d\[\]()（）,，][^\[\]]*\Z)")
_CODE = re.compile(r"(?:(?<!`)|(?<=\\`))(`+)(?!`).*?(?<!`)\1(?!`)|\\.", re.DOTALL)


def unpaired_link_brackets(page: RuleContext, segment: Segment) -> Iterator[UnpairedBracket]:
    """Yield the square brackets of links in Markdown that have no partner; in code there are no links."""
    if "](" not in segment.text and "[" not in segment.text:
        return
    if not format_of(page.document.media_type).keeps_markup:
        return
    text = _CODE.sub(lambda code: " " * len(code[0]), segment.text)
    for place in sorted(_without_partner(text)):
        label = _OPEN_LABEL.match(text) if segment.kind in ("heading", "list_item") else None
        is_label = label is not None and label.end() == place + 1 and text[place] == "["
        if is_label or _OF_A_LINK[text[place]].match(text, place):
            yield UnpairedBracket(text[place], segment.start + place)


def _without_partner(text: str) -> list[int]:
    """Return the places of square brackets that nothing closes or opens."""
    opened: list[int] = []
    alone: list[int] = []
    for place, char in enumerate(text):
        if char == "[":
            opened.append(place)
        elif char == "]":
            alone += [] if opened else [place]
            opened = opened[:-1]
    return [*alone, *opened]
