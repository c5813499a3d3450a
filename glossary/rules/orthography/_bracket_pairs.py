"""Partners: which brackets and quotation marks of a text have none."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from corpus import lazy_re as re
from corpus.languages.scripts import KANA

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
    """Return those of the brackets of a paragraph that have no partner of their own kind, in order."""
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
    """Return the pairs of two widths where round brackets nest throughout, and all other brackets."""
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


def crossed(odds: Sequence[UnpairedBracket]) -> tuple[list[BracketPair], list[UnpairedBracket]]:
    """Return those that are each other's partner but for their width, and the rest."""
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


def twins(odds: Sequence[UnpairedBracket]) -> tuple[list[BracketPair], list[UnpairedBracket]]:
    """Return those that stand around words, though the same mark or the wrong way round, “so“ or ”so“, and the rest."""
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
    """Yield those that no later or earlier paragraph closes or opens either."""
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
    """Return the quotation marks of a paragraph that open a quotation in one kind and close it in another: “so" or
    "so”.
    """
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
    """Return whether a straight mark closes what is open: another straight one, or one of another kind around words."""
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
