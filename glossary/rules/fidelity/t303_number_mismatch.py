"""T303 number-mismatch: a number, version or unit that differs from the source.

Why: A page that says 万亿 where the original says billions is wrong by three orders of magnitude.
Bad: 该模型有数万亿个参数。 (billions of parameters)
Good: 该模型有数十亿个参数。
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from corpus import lazy_re as re
from corpus.numbers import (
    Differences,
    Pairing,
    Quantity,
    compare_quantities,
    differ_in_magnitude,
    differences,
    kinship,
    magnitudes_apart,
    may_agree,
    quantities_in,
    render_quantity,
)
from corpus.records import Segment
from corpus.text.segments import is_prose
from glossary.rules.calibration import FAINTLY, HARDLY, LIKELY, NEARLY, PERHAPS, RATHER, sign
from glossary.rules.context import RuleContext
from glossary.rules.fidelity._source_counterparts import code_agrees, is_other_version
from glossary.rules.rule import DocumentSpan, Rule, Violation, fold_surface
from glossary.rules.source_context import SURE_PAIR, SegmentPair

EVEN = 0.5  # the score of a gap, and where it is likelier than not that a segment alone has a counterpart

_LEAST = 0.7  # doubtful pairs say nothing of numbers
_WIDEST = 5  # segments of a gap
_TABLE = 200  # cells of a table that are looked at, on either side
_FEW_CELLS, _OTHER_DATA = 3, 0.3  # cells that differ, at most, and their share: of more the table has other data
_NEAR = 2  # pairs before and after that may hold a number that was moved


class NumberDifference(NamedTuple):
    """A pair whose numbers differ, the differences, and those of the pairs near it."""

    pair: SegmentPair
    differs: Differences
    near: tuple[Differences, ...]
    beside: str  # of a table's cell: in order, or other data; empty elsewhere

    def is_moved(self, quantity: Quantity, side: str) -> bool:
        """Return whether a sentence nearby has the same quantity left over on the given side."""
        return any(
            compare_quantities(quantity, other)
            for differs in self.near
            for other in _unmatched_quantities(differs, side)
        )


def number_differences(page: RuleContext) -> Iterator[NumberDifference]:
    """Yield the pairs of a page whose numbers differ, in order."""
    pairs = list(_pairs(page))
    differs = [_pair_differences(pair) for pair in pairs]
    for number, (pair, difference) in enumerate(zip(pairs, differs, strict=True)):
        if any(difference):
            near = (*differs[max(0, number - _NEAR) : number], *differs[number + 1 : number + 1 + _NEAR])
            yield NumberDifference(pair, difference, near, _beside(pairs, differs, number))


def _beside(pairs: Sequence[SegmentPair], differs: Sequence[Differences], number: int) -> str:
    """Return what the cells around a cell say of it. "order": the cell before it is surely its predecessor in the
    original, too. "other": much of its table differs. Empty: neither holds, or it is no cell.
    """
    if not _is_cell(pairs[number]):
        return ""
    first, last = number, number + 1
    while first and number - first < _TABLE and _is_cell(pairs[first - 1]):
        first -= 1
    while last < len(pairs) and last - number < _TABLE and _is_cell(pairs[last]):
        last += 1
    with_numbers = sum(bool(quantities_in(pair.target)) for pair in pairs[first:last])
    other = sum(map(bool, map(any, differs[first:last])))
    if other > _FEW_CELLS and other > _OTHER_DATA * with_numbers:
        return "other"
    before = pairs[number - 1] if number > first else None
    follows = before is not None and before.score >= _LEAST and _follow(before, pairs[number])
    return "order" if follows else ""


def _is_cell(pair: SegmentPair) -> bool:
    return len(pair.target) == len(pair.source) == 1 and pair.target[0].kind == pair.source[0].kind == "table_cell"


def _follow(before: SegmentPair, pair: SegmentPair) -> bool:
    """Return whether nothing stands between two pairs on either side."""
    return pair.target[0].ordinal - before.target[-1].ordinal == pair.source[0].ordinal - before.source[-1].ordinal == 1


def original_says(page: RuleContext, quantity: Quantity) -> bool:
    """Return whether the original has such a number anywhere; a magnitude must match a magnitude."""
    if page.original is None:
        return False
    plain = quantity.kind != "magnitude"
    return any(
        compare_quantities(other, quantity)
        for other in quantities_in(page.original.segments)
        if plain or other.kind == quantity.kind
    )


def _pairs(page: RuleContext) -> Iterator[SegmentPair]:
    """Yield the aligned pairs and, as pairs, the short gaps between them where both sides have unmatched segments."""
    gap: list[SegmentPair] = []
    for pair in page.original.pairs if page.original else ():
        if pair.target and pair.source:
            yield from _pairs_with_gaps(gap)
            yield pair
            gap = []
        elif pair.score < EVEN:
            gap.append(pair)
    yield from _pairs_with_gaps(gap)


def _pairs_with_gaps(gap: Sequence[SegmentPair]) -> Iterator[SegmentPair]:
    target = tuple(segment for pair in gap for segment in pair.target)
    source = tuple(segment for pair in gap for segment in pair.source)
    if target and source and len(target) + len(source) <= _WIDEST:
        yield SegmentPair(target, source, EVEN, False)


def _pair_differences(pair: SegmentPair) -> Differences:
    doubtful = pair.score < _LEAST and pair.score != EVEN
    if pair.copied or doubtful or not (all(map(_takes_part, pair.target)) and all(map(_is_said, pair.source))):
        return Differences()
    return differences(_quantities(pair.source), _quantities(pair.target))


def _quantities(segments: Sequence[Segment]) -> list[Quantity]:
    """Return the quantities of segments; in cells without words, numbers in code marks count too: `64`."""
    return quantities_in(segment if is_prose(segment) else replace(segment, protected=[]) for segment in segments)


def _takes_part(segment: Segment) -> bool:
    return _is_said(segment) and segment.text_lang != "en"


def _is_said(segment: Segment) -> bool:
    """Return whether a segment states numbers to readers: prose, or a cell with nothing but figures."""
    return is_prose(segment) or segment.kind == "table_cell"


def _unmatched_quantities(differs: Differences, side: str) -> Iterator[Quantity]:
    yield from differs.source if side == "source" else differs.target
    yield from (pair.source if side == "source" else pair.target for pair in differs.pairs)
    yield from differs.loose


_ALONE = sign("T303.alone", HARDLY)  # a number that only the page has is more often an explanation than a slip
_READ_OTHERWISE = sign("T303.read-otherwise", FAINTLY)  # a scale word nearby would make them equal
_OTHER_TABLE = sign("T303.other-table", FAINTLY)  # a table with other data, such as the figures of another release
_OTHER_VERSION = sign("T303.other-version", RATHER)  # the code beside it has other figures than the original's
_MOVED, _DOUBTFUL = sign("T303.moved", PERHAPS), sign("T303.doubtful", LIKELY)
_IN_WORDS_ALIKE, _IN_WORDS = sign("T303.words-alike", NEARLY), sign("T303.words", LIKELY)
_FAR_APART = sign("T303.far", PERHAPS)
_EVEN_NAMED, _EVEN_UNNAMED = sign("T303.even-named", NEARLY), sign("T303.even", HARDLY)
_SPECIFIC, _RESPLIT, _CELL = sign("T303.specific", NEARLY), sign("T303.resplit", LIKELY), sign("T303.cell", LIKELY)
_COUNTS = 10  # so few things are often counted in translation: 下記の3通りの方法
_FAR = 12  # one number so many times another is no slip of it, unless by a power of ten
# The word after a number, which says of what it is: 2 GPUs.
_COUNTED = re.compile(
    r"[\s-]{1,2}(?!(?:of|to|or|and|in|on|at|for|from|is|are|was|were|with|by|as|than|the|a)\b)[A-Za-z]+"
)
_FIGURES = re.compile(r"\d+(?:[.,]\d+)*")
_TELLING = 2  # figures; one alone stands in any code
_NAME = re.compile(r"[^\nA-Za-z。，、；：,.;:]{1,5}([A-Za-z]{2,})")
_LATIN = re.compile(r"[A-Z][a-z]*[A-Z][A-Za-z]+|[A-Z][a-z]{4,}")


def find(page: RuleContext) -> Iterator[Violation]:
    """Yield every number that differs from its counterpart in the source, and every number that only the page has."""
    for difference in number_differences(page):
        for pair in difference.differs.pairs:
            if (sure := _sureness(page, difference, pair)) > 0:
                yield from _mismatch(page, difference, pair, sure)
        if difference.pair.score > EVEN:
            yield from _added_number_violations(page, difference)


def _sureness(page: RuleContext, difference: NumberDifference, pair: Pairing) -> float:
    """Return how sure it is that two numbers should be equal; 0 if both just moved, or the original has a slip."""
    moved = difference.is_moved(pair.source, "target") + difference.is_moved(pair.target, "source")
    if moved == 2 or _is_slip_of_original(page, pair):
        return 0.0
    if pair.source.unit == pair.target.unit and may_agree(pair.source, page.source, pair.target, page.text):
        return _READ_OTHERWISE
    is_moved = moved or not _is_only_difference(difference.differs, pair)
    clear = _MOVED if is_moved else _DOUBTFUL if pair.doubtful else 1.0
    version = _OTHER_VERSION if is_other_version(page, pair.target.start, pair.source.start) else 1.0
    return clear * _likeness(page, pair) * _trust(difference, _is_specific(pair)) * version


def _is_slip_of_original(page: RuleContext, pair: Pairing) -> bool:
    """Return whether the code on both sides has the page's figures and not the original's."""
    figure = _FIGURES.search(page.text, pair.target.start, pair.target.end)
    other = _FIGURES.search(page.source, pair.source.start, pair.source.end)
    if figure is None or other is None or len(figure[0]) < _TELLING:
        return False
    return code_agrees(page, figure[0], other[0])


def _likeness(page: RuleContext, pair: Pairing) -> float:
    """Return how likely two numbers count the same thing, by notation, unit and the name after them."""
    source, target = pair.source, pair.target
    in_words = "words" in (source.notation, target.notation) and {source.kind, target.kind} != {"magnitude"}
    alike = bool(source.unit) and source.unit == target.unit
    if in_words and source.kind != "month":
        is_named = alike or _company(page.source, source.end) & _company(page.text, target.end)
        return _IN_WORDS_ALIKE if is_named else _IN_WORDS
    if alike or source.kind in ("version", "month", "year"):
        return 1.0
    low, high = min(
        (sorted((a, b)) for a in source.readings or (source.value,) for b in target.readings or (target.value,)),
        key=lambda values: values[1] - values[0],
    )
    far = high > low * _FAR and not magnitudes_apart(source, target)
    return _FAR_APART if far or {source.unit, target.unit} == {"%", ""} else 1.0


def _company(text: str, end: int) -> set[str]:
    """Return the name that is counted: GPU in two GPUs and in 3 块 GPU."""
    name = _NAME.match(text, end)
    return {name[1].casefold().removesuffix("s")} if name else set()


def _is_specific(pair: Pairing) -> bool:
    """Return whether both have so many digits that hardly any other number is meant: 24,800 and 28,400."""
    return all(len(str(quantity.value.numerator).strip("0")) > 2 for quantity in (pair.source, pair.target))


def _trust(difference: NumberDifference, specific: bool = False) -> float:
    """Return the trust in a pair. It is full for one sentence against one, and for a cell whose predecessors match. It
    is lower where sentences were split differently, in other cells, across gaps, and where much of a table differs.
    """
    pair = difference.pair
    if pair.score == EVEN:
        return _EVEN_NAMED if _names(pair.target) & _names(pair.source) else _EVEN_UNNAMED
    if difference.beside:
        return 1.0 if difference.beside == "order" else _OTHER_TABLE
    plain = len(pair.target) == len(pair.source) == 1 and pair.score >= SURE_PAIR
    cells = any(segment.kind == "table_cell" for segment in pair.target)
    return (1.0 if plain else _SPECIFIC if specific else _RESPLIT) * (_CELL if cells else 1.0)


def _names(segments: Sequence[Segment]) -> set[str]:
    """Return the names in Latin letters, such as RoBERTa."""
    return {name for segment in segments for name in _LATIN.findall(segment.text)}


def _is_only_difference(differs: Differences, pair: Pairing) -> bool:
    """Return whether no other number left over on either side could be meant as well."""
    sources = [*differs.source, *(other.source for other in differs.pairs)]
    targets = [*differs.target, *(other.target for other in differs.pairs)]
    likeness = kinship(pair.source, pair.target)
    return (
        sum(kinship(quantity, pair.target) >= likeness for quantity in sources) == 1
        and sum(kinship(pair.source, quantity) >= likeness for quantity in targets) == 1
    )


def _mismatch(page: RuleContext, difference: NumberDifference, pair: Pairing, sure: float) -> Iterator[Violation]:
    """Yield the violation with the number to write; nothing if the page already writes it so."""
    source, target = pair.source, pair.target
    surface, source_surface = page.text[target.start : target.end], page.source[source.start : source.end]
    expected = render_quantity(source, source_surface, target, surface, page.lang)
    if fold_surface(expected) == fold_surface(surface):
        return
    grave = _is_grave(page, difference, pair)
    counted = _COUNTED.match(page.source, source.end)
    yield Violation(
        (DocumentSpan(target.start, target.end),),
        message_id="open" if not expected else "magnitude" if grave else "",
        words={"source": " ".join((source_surface + (counted[0] if counted and not source.unit else "")).split())},
        expected=(expected,) if expected else (),
        severity="critical" if grave else "",
        sure=sure,
        key=f"{fold_surface(surface)}≠{fold_surface(source_surface)}",
    )


def _is_grave(page: RuleContext, difference: NumberDifference, pair: Pairing) -> bool:
    """Return whether two numbers are surely meant to be equal, yet differ by orders of magnitude in any reading. Sure
    means: one sentence against one, all other numbers agree, and the original has the page's number nowhere else.
    Translators do correct mistakes of the original.
    """
    alone = len(difference.differs.pairs) == 1 and not difference.differs.source and not difference.differs.target
    if not alone or pair.doubtful or _trust(difference) < 1 or difference.is_moved(pair.target, "source"):
        return False
    apart = differ_in_magnitude(pair.source, page.source, pair.target, page.text)
    return apart and not original_says(page, pair.target)


def _added_number_violations(page: RuleContext, difference: NumberDifference) -> Iterator[Violation]:
    """Yield the numbers that neither the source sentence nor one nearby has, nor any place of the source as written."""
    for quantity in difference.differs.target:
        counted = quantity.value <= _COUNTS and not quantity.unit
        if (
            not counted
            and not difference.is_moved(quantity, "source")
            and not page.original_has(page.text[quantity.start : quantity.end])
        ):
            sure = _ALONE * _trust(difference)
            yield Violation(
                (DocumentSpan(quantity.start, quantity.end),), message_id="added", severity="minor", sure=sure
            )


RULE = Rule("T303", "number-mismatch", "accuracy/mistranslation", "major", 0.8, "segment", find,
            languages=("zh", "ja"), trusts_original=True)  # fmt: skip
