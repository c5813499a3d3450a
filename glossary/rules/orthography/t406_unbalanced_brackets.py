"""T406 unbalanced-brackets: a bracket without its partner, or with a partner of another width.

Why: the reader looks for the end of an aside that never comes; （ closed by ) is a slip of the input method.
Bad: 远程引用（RRef)可以传给其他工作进程。
Good: 远程引用（RRef）可以传给其他工作进程。
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from corpus import lazy_re as re
from corpus.formats import format_of
from corpus.languages.scripts import CJK
from corpus.records import Segment
from glossary.rules.context import RuleContext
from glossary.rules.orthography import _bracket_pairs as bracket_pairs
from glossary.rules.orthography._bracket_pairs import (  # fmt: skip
    BRACKET,
    CLOSES,
    OPENS,
    OTHER_WIDTH,
    QUOTE,
    BracketPair,
    UnpairedBracket,
)
from glossary.rules.rule import DocumentSpan, Rule, Violation
from glossary.rules.shared.visible_text import paragraphs

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
        elif char == "]" and opened:
            opened.pop()
        elif char == "]":
            alone.append(place)
    return [*alone, *opened]


_BEHIND_CJK = re.compile(f"(?<=[{CJK}])[(（]")
_LINK = re.compile(r"\]\([^()\s]*\s?\Z")  # [words](address, closed by a full-width bracket
_LONGEST_LINK = 300
_CLOSES, _OPENS = {**CLOSES, "[": "]"}, {**OPENS, "]": "["}  # square ones are looked at in links alone
_HABIT = 3  # half-width brackets that make a habit
_SHOWN = 12  # characters that tell one place from another


def find(page: RuleContext) -> Iterator[Violation]:
    """Yield brackets with a partner of another width, the same mark on both sides, and brackets without partner."""
    crossed: list[BracketPair] = []
    twins: list[BracketPair] = []
    unpaired: list[UnpairedBracket] = []
    for paragraph in paragraphs(page):
        mixed = bracket_pairs.mixed_quotes(page.text, _marks(page, paragraph, QUOTE))
        for pair in mixed:
            yield _mixed_quotes_violation(pair)
        mixed_marks = {odd for pair in mixed for odd in pair}
        brackets = [odd for odd in _marks(page, paragraph, BRACKET) if odd not in mixed_marks]
        inside, rest = bracket_pairs.nested(brackets)
        pairs, rest = bracket_pairs.crossed(bracket_pairs.unpaired_brackets(rest))
        same, rest = bracket_pairs.twins([odd for odd in rest if not bracket_pairs.needs_no_partner(page.text, odd)])
        crossed += [*inside, *pairs]
        twins += same
        unpaired += rest
    wide = not crossed or _prefers_wide(page, [opens.char for opens, _ in crossed])
    for pair in crossed:
        yield _width_violation(page, pair, wide)
    for pair in twins:
        yield _quote_violation(page, pair)
    for odd in bracket_pairs.without_partner(unpaired):
        yield _unbalanced(page, odd)
    for segment in page.prose_blocks:
        for odd in unpaired_link_brackets(page, segment):
            yield _unbalanced(page, odd)


def _marks(page: RuleContext, paragraph: Sequence[Segment], kind: re.Pattern[str]) -> list[UnpairedBracket]:
    return [
        UnpairedBracket(match[0], segment.start + match.start())
        for segment in paragraph
        for match in kind.finditer(page.plain(segment))
    ]


def _mixed_quotes_violation(pair: BracketPair) -> Violation:
    """Return the violation of “so": the straight mark is the slip; of “so」 only the reader can say which."""
    opens, closes = pair
    odd, right = (opens, OPENS[closes.char]) if opens.char == '"' else (closes, CLOSES[opens.char])
    words = {"near": f"{opens.char}…{closes.char}"}
    safe = right if odd.char == '"' else ""
    return Violation((DocumentSpan(odd.place, odd.place + 1),), "", "quotes", words, (right,), safe, key="quotes")


def _prefers_wide(page: RuleContext, crossed: Sequence[str]) -> bool:
    """Return whether the page writes full-width brackets around Han and kana, those apart that are in question; those
    of calls are half-width anywhere.
    """
    count = Counter(
        match[0] for segment in page.own_prose_blocks for match in _BEHIND_CJK.finditer(page.plain(segment))
    )
    count.subtract(crossed)
    return count["（"] >= count["("] or count["("] < _HABIT


def _width_violation(page: RuleContext, pair: BracketPair, wide: bool) -> Violation:
    """Return the violation of a pair of two widths: the one that the page hardly writes is the slip."""
    opens, closes = pair
    wide = wide and page.text[opens.place - 1 : opens.place + 1] != "]("  # the bracket of a link cannot be wide
    odd, other = (opens, closes) if (opens.char == "(") == wide else (closes, opens)
    expected = OTHER_WIDTH[odd.char]
    key = page.text[opens.place : opens.place + _SHOWN] + page.text[closes.place - 1 : closes.place + 1]
    place = DocumentSpan(odd.place, odd.place + 1)
    return Violation((place,), "", "width", {"other": other.char}, (expected,), expected, key=key)


def _quote_violation(page: RuleContext, pair: BracketPair) -> Violation:
    """Return the violation of “so“ and ”so“: one decision for each; a habit if the right mark is nowhere."""
    first, second = pair[0].char, pair[1].char
    odd, right = (pair[1], CLOSES[first]) if first in CLOSES else (pair[0], OPENS[first])
    message_id = "twice" if first == second else "reversed"
    severity = "" if right in page.text else "neutral"
    place = DocumentSpan(odd.place, odd.place + 1)
    return Violation(
        (place,), "", message_id, {"near": f"{first}…{second}"}, (right,), right, severity, key=first + second
    )


def _unbalanced(page: RuleContext, odd: UnpairedBracket) -> Violation:
    if odd.char == "）" and _LINK.search(page.text, max(0, odd.place - _LONGEST_LINK), odd.place):
        return Violation(
            (DocumentSpan(odd.place, odd.place + 1),), "", "width", {"other": "("}, (")",), ")", key="link"
        )
    opens = odd.char in _CLOSES
    partner = _CLOSES[odd.char] if opens else _OPENS[odd.char]
    start = odd.place if opens else max(odd.place - _SHOWN + 1, 0)
    near = page.text[start : start + _SHOWN if opens else odd.place + 1]
    words = {"partner": partner, "near": " ".join(near.split())}
    return Violation((DocumentSpan(odd.place, odd.place + 1),), "", "open" if opens else "close", words, key=near)


RULE = Rule("T406", "unbalanced-brackets", "locale-conventions", "minor", 0.9, "segment", find, fixable=True)
