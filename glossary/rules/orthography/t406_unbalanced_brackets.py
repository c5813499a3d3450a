"""T406 unbalanced-brackets: a bracket without its partner, or with a partner of another width.

Why: Readers look for the end of the bracket in vain. （ closed by ) is a slip of the input method.
Bad: 远程引用（RRef)可以传给其他工作进程。
Good: 远程引用（RRef）可以传给其他工作进程。
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from corpus import lazy_re as re
from corpus.formats import format_of
from corpus.languages.scripts import CJK, KANA
from corpus.records import Segment
from glossary.rules.context import RuleContext
from glossary.rules.rule import DocumentSpan, Rule, Violation
from glossary.rules.shared.visible_text import paragraphs

CLOSES = {"(": ")", "（": "）", "「": "」", "『": "』", "【": "】", "《": "》", "〈": "〉", "“": "”"}
OPENS = {closes: opens for opens, closes in CLOSES.items()}
OTHER_WIDTH = {"(": "（", "（": "(", ")": "）", "）": ")"}
BRACKET = re.compile(f"[{re.escape(''.join([*CLOSES, *OPENS]))}]")

# Brackets that need no partner: the number of a list's item, a half-open interval, a face, LaTeX's own, and that of a
# link whose target has Han characters or kana.
_NUMBER = (
    rf"(?:\d{{1,3}}(?:\.\d{{1,2}}|[a-z])?|[A-Za-z{KANA}①-⑳]|[ivxIVX]{{1,4}}|[一二三四五六七八九十]{{1,3}}"
    r"|(?:例|注|訳注|備考)\d{0,2})"  # 例）… is common in Japanese
)
_BOUND = r"\s*[-+\w.∞]+\s*"
_BEFORE_CLOSER = re.compile(
    rf"(?:\A|[\s|>*•、，。；：,;:.（(]){_NUMBER}\Z|\[{_BOUND}[,，、]{_BOUND}\Z|[:;=^]['^o-]?\Z|\\[a-z]*\Z|\]\([^\s()]*\Z"
)
_BEFORE_OPENER = re.compile(r"\\[a-z]*\Z")
_ENCODED = re.compile(r"(?<=\])\(https?://[^\s()]*\([^\s()]*%29\)", re.IGNORECASE)  # Copula_(theory%29, of a link
_FACE = re.compile(r"(?<=[:;=])['o-]?[(（](?=\s|\Z|[。，、！])|(?<=[:;=])['o-][(（](?![A-Za-z0-9])")
_AFTER_OPENER = re.compile(rf"{_BOUND}[,，、]{_BOUND}\]|['^o-]?[:;=]|[\^＾>;T][_＿\-ー.oωдO]*[\^＾<;T][;；]*")
QUOTE = re.compile('[“”"「」]')
_STRAIGHT = '"'
# Where a straight mark can only close: after words, in front of a mark, a space or the end.
_ENDS_WORDS = re.compile(r"[\s，。、；：！？,.;:!?）)」』》】（(]|\Z")
_QUOTED_MOST = 80  # characters: a longer quotation of two kinds is rather two that lost a mark each
_LOOK = 200  # characters that tell such a bracket
_FAR = 300  # characters: further apart two brackets that are no pair by their form have nothing to do with each other
_NEXT = 3_000  # characters within which an aside or a quotation of several paragraphs ends


class UnpairedBracket(NamedTuple):
    """A bracket without a partner of its own kind, and where."""

    char: str
    place: int


BracketPair = tuple[UnpairedBracket, UnpairedBracket]


def unpaired_brackets(brackets: Sequence[UnpairedBracket]) -> list[UnpairedBracket]:
    """Return the brackets of a paragraph that have no partner of their own kind, in order."""
    waiting: dict[str, list[UnpairedBracket]] = {opens: [] for opens in CLOSES}
    unpaired: list[UnpairedBracket] = []
    for odd in brackets:
        if odd.char in CLOSES:
            waiting[odd.char].append(odd)
        elif waiting[OPENS[odd.char]]:
            waiting[OPENS[odd.char]].pop()
        else:
            unpaired.append(odd)
    return sorted(
        [*unpaired, *(opener for openers in waiting.values() for opener in openers)], key=lambda odd: odd.place
    )


def nested(brackets: Sequence[UnpairedBracket]) -> tuple[list[BracketPair], list[UnpairedBracket]]:
    """Return the mixed-width pairs and all other brackets; no pairs unless round brackets nest throughout."""
    waiting: list[UnpairedBracket] = []
    pairs: list[BracketPair] = []
    for odd in brackets:
        if odd.char in "（(":
            waiting.append(odd)
        elif odd.char in "）)":
            if not waiting or odd.place - waiting[-1].place > _FAR:
                return [], list(brackets)
            pairs.append((waiting.pop(), odd))
    if waiting:
        return [], list(brackets)
    rest = [odd for odd in brackets if odd.char not in OTHER_WIDTH]
    return [two for two in pairs if CLOSES[two[0].char] != two[1].char], rest


def crossed_pairs(odds: Sequence[UnpairedBracket]) -> tuple[list[BracketPair], list[UnpairedBracket]]:
    """Return the pairs that match except for their width, and the remaining brackets."""
    pairs: list[BracketPair] = []
    rest: dict[UnpairedBracket, None] = {}  # in order
    waiting: dict[str, list[UnpairedBracket]] = {"(": [], "（": []}
    for odd in odds:
        openers = waiting[OTHER_WIDTH[OPENS[odd.char]]] if odd.char in "）)" else []
        if openers and odd.place - openers[-1].place <= _FAR:
            opener = openers.pop()
            del rest[opener]
            pairs.append((opener, odd))
            continue
        rest[odd] = None
        if odd.char in waiting:
            waiting[odd.char].append(odd)
    return pairs, list(rest)


def twin_pairs(odds: Sequence[UnpairedBracket]) -> tuple[list[BracketPair], list[UnpairedBracket]]:
    """Return the pairs of marks around words that are the same or reversed, “so“ or ”so“, and the remaining marks."""
    pairs: list[BracketPair] = []
    rest: list[UnpairedBracket] = []
    for odd in odds:
        if rest and odd.place - rest[-1].place < _FAR and _are_twins(rest[-1].char, odd.char):
            pairs.append((rest.pop(), odd))
        else:
            rest.append(odd)
    return pairs, rest


def _are_twins(first: str, second: str) -> bool:
    return (first == second and first not in "）)") or (first + second) == "”“"


def without_partner(odds: Sequence[UnpairedBracket]) -> Iterator[UnpairedBracket]:
    """Yield the brackets that no other paragraph closes or opens either."""
    waiting: dict[str, UnpairedBracket] = {}
    for odd in odds:
        if odd.char in CLOSES:
            if odd.char in waiting:
                yield waiting[odd.char]
            waiting[odd.char] = odd
        else:
            opener = waiting.pop(OPENS[odd.char], None)
            if opener is None or odd.place - opener.place > _NEXT:
                yield from [odd] if opener is None else [opener, odd]
    yield from waiting.values()


def mixed_quotes(text: str, marks: Sequence[UnpairedBracket]) -> list[BracketPair]:
    """Return the quotation marks of a paragraph that open in one kind and close in another: “so" or "so”."""
    pairs: list[BracketPair] = []
    waiting: list[UnpairedBracket] = []
    for mark in marks:
        last = waiting[-1] if waiting else None
        if mark.char == _STRAIGHT and text[mark.place - 1 : mark.place] in (*"=0123456789",) and last is None:
            continue  # an attribute, inches
        if mark.char in CLOSES or (mark.char == _STRAIGHT and not _may_close(text, mark, last)):
            waiting.append(mark)
        elif last is None:
            continue
        elif last.char == mark.char or CLOSES.get(last.char) == mark.char:
            waiting.pop()
        elif len(waiting) == 1 and mark.place - last.place <= _QUOTED_MOST:
            pairs.append((waiting.pop(), mark))
        else:
            waiting.clear()
    return pairs


def _may_close(text: str, mark: UnpairedBracket, last: UnpairedBracket | None) -> bool:
    """Return whether a straight mark can close the open one: also straight, or of another kind around words."""
    if last is None or last.char == _STRAIGHT:
        return last is not None
    before = text[mark.place - 1 : mark.place]
    return not before.isspace() and last.place + 1 < mark.place and bool(_ENDS_WORDS.match(text, mark.place + 1))


def needs_no_partner(text: str, odd: UnpairedBracket) -> bool:
    """Return whether a bracket is right without a partner."""
    before = text[max(text.rfind("\n", 0, odd.place) + 1, odd.place - _LOOK) : odd.place]
    if odd.char in "）)":
        return _BEFORE_CLOSER.search(before) is not None
    if odd.char in "（(":
        is_face = _FACE.match(text, odd.place) or _FACE.match(text, odd.place - 1)
        of_other = _AFTER_OPENER.match(text, odd.place + 1) or _BEFORE_OPENER.search(before)
        return bool(is_face or of_other or _ENCODED.match(text, odd.place))
    return False


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
    """Return the offsets of square brackets that have no partner."""
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
        mixed = mixed_quotes(page.text, _marks(page, paragraph, QUOTE))
        for pair in mixed:
            yield _mixed_quotes_violation(pair)
        mixed_marks = {odd for pair in mixed for odd in pair}
        brackets = [odd for odd in _marks(page, paragraph, BRACKET) if odd not in mixed_marks]
        inside, rest = nested(brackets)
        pairs, rest = crossed_pairs(unpaired_brackets(rest))
        same, rest = twin_pairs([odd for odd in rest if not needs_no_partner(page.text, odd)])
        crossed += [*inside, *pairs]
        twins += same
        unpaired += rest
    wide = not crossed or _prefers_wide(page, [opens.char for opens, _ in crossed])
    for pair in crossed:
        yield _width_violation(page, pair, wide)
    for pair in twins:
        yield _quote_violation(page, pair)
    for odd in without_partner(unpaired):
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
    """Return the violation of “so": the straight mark is the slip. For “so」 only the reader can say which one is."""
    opens, closes = pair
    odd, right = (opens, OPENS[closes.char]) if opens.char == '"' else (closes, CLOSES[opens.char])
    words = {"near": f"{opens.char}…{closes.char}"}
    safe = right if odd.char == '"' else ""
    return Violation((DocumentSpan(odd.place, odd.place + 1),), "", "quotes", words, (right,), safe, key="quotes")


def _prefers_wide(page: RuleContext, crossed: Sequence[str]) -> bool:
    """Return whether the page writes full-width brackets after Han and kana, not counting those in question. Brackets
    of calls are half-width on any page.
    """
    count = Counter(
        match[0] for segment in page.own_prose_blocks for match in _BEHIND_CJK.finditer(page.plain(segment))
    )
    count.subtract(crossed)
    return count["（"] >= count["("] or count["("] < _HABIT


def _width_violation(page: RuleContext, pair: BracketPair, wide: bool) -> Violation:
    """Return the violation of a mixed-width pair: the bracket in the width that the page rarely uses is the slip."""
    opens, closes = pair
    wide = wide and page.text[opens.place - 1 : opens.place + 1] != "]("  # the bracket of a link cannot be wide
    odd, other = (opens, closes) if (opens.char == "(") == wide else (closes, opens)
    expected = OTHER_WIDTH[odd.char]
    key = page.text[opens.place : opens.place + _SHOWN] + page.text[closes.place - 1 : closes.place + 1]
    place = DocumentSpan(odd.place, odd.place + 1)
    return Violation((place,), "", "width", {"other": other.char}, (expected,), expected, key=key)


def _quote_violation(page: RuleContext, pair: BracketPair) -> Violation:
    """Return the violation of “so“ or ”so“: one decision for each. It is a habit if the right mark is nowhere."""
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
