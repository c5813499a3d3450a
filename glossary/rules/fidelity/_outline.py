"""Outline: the headings, items, tables, code, boxes, pictures, links and components of a page, compared with its
original's.

Elements are compared by what a translation keeps of them, and by their position among the aligned sentences.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterator, Sequence
from operator import attrgetter
from typing import NamedTuple

from corpus import lazy_re as re
from corpus.formats import blocks_of
from corpus.grouping import grouped
from corpus.records import Block, Document
from corpus.text.non_translatables import ADDRESS, kept_spans
from glossary.rules.calibration import DOUBTFUL
from glossary.rules.context import RuleContext, line_start, page_fact
from glossary.rules.fidelity._link_targets import address
from glossary.rules.fidelity._markup_faults import Side, side_of
from glossary.rules.fidelity.t310_broken_markup import tags
from glossary.rules.shared.internal_links import is_permalink
from glossary.rules.source_context import SURE_PAIR

UNFENCED = "unfenced"  # indented code and <pre>, which depend on blank lines around them
INLINE = ("link", "footnote")  # whose order in a sentence is the language's
_TEXTS = ("heading", "item", "row", "table")  # whose words the page may have in another form
_HOLDERS = (*_TEXTS, "code", "component")  # what a segment may lie in
# Aligned sentences between an element and its counterpart, and between two of which one stands for the other.
_FARTHEST, _NEAR = 6, 2
_MOST = 50  # elements of a kind in one place that are looked at
_LARGEST = 250_000  # comparisons of the elements of a kind
_NUMBERED = re.compile(r"[ \t>]*[(（]?(?:\d{1,9}|[A-Za-z])[.)、．）]")
_FENCE = re.compile(r"[ \t>]*(?:[-*+][ \t]+|\d+[.)][ \t]+)?(?:`{3,}|~{3,})[ \t]*\{?(?P<info>[\w+#.-]*)")
_NO_LANGUAGE = ("text", "txt", "plain", "plaintext", "none")  # of a fence, which says as much without it
_ALIASES = {  # of languages of fences
    "py": "python", "python3": "python", "ipython": "python", "ipython3": "python", "sh": "shell", "bash": "shell",
    "zsh": "shell", "console": "shell", "js": "javascript", "ts": "typescript", "yml": "yaml", "c++": "cpp",
}  # fmt: skip
_FENCE_LINE = re.compile(r"^[ \t>]*(?:`{3,}|~{3,})[^\n]*", re.MULTILINE)
_FORMULA = re.compile(r"\$\$|\\{1,2}\[")
_UNSPACED = re.compile(r"[ \t>]*#{1,6}[^#\s]")  # a heading to this project, and to few sites
_PIPE_ROW = re.compile(r"[^\n]*\|")
_BLANK_LINE = re.compile(r"\n[ \t>]*\n")
_BOX = re.compile(
    r"[ \t>]*(?:(?:!!!|\?\?\?\+?)[ \t]+(?P<a>[\w-]+)|:{3,}[ \t]*\{?(?P<b>[\w-]+)|\[!(?P<c>\w+)\]"
    r"|\.\.[ \t]+(?P<d>[\w-]+(?:[:.][\w-]+)*)::)"
)
_FOOTNOTE = re.compile(r"\[\^(?P<label>[^\[\]\s]+)\](?P<colon>:?)")
_PICTURE = re.compile(r"!\[[^\[\]\n]*\]\(\Z|<img\b[^<>]*\Z")
_LONGEST = 300  # characters of the words that stand for a picture
_COMPONENT = re.compile(r"[A-Z]|(?:audio|details|dl|figure|iframe|ol|svg|table|tr|ul|video)\Z")
_SOURCE = re.compile(r"""\b(?:href|src)=["'{`]+([^"'`<>{}]+)""")


class Element(NamedTuple):
    """An element of a page; offsets into the document's text."""

    start: int
    end: int
    kind: str  # heading, item, row, table, code, box, component, picture, link or footnote
    key: str  # what a translation keeps: level, numbers or bullets, columns, language of code, name, address
    content: str = ""  # of code the text, of components and pictures the address, or what else is kept
    is_closed: bool = True


class Difference(NamedTuple):
    """Elements that only one side has, or that the other has elsewhere or as another kind."""

    kind: str  # missing, extra, moved or changed
    page: tuple[Element, ...]
    original: tuple[Element, ...]
    after: int  # the number of the pair that begins last before the place of the difference; -1 before the first


def elements(document: Document, side: Side) -> list[Element]:
    """Return the elements of a document in order."""
    components = [*_components(side)]
    starts = [part.start for part in components]
    links = (
        link
        for link in _addresses(side)
        if not (number := bisect_right(starts, link.start)) or components[number - 1].end <= link.start
    )
    return sorted([*_blocks(document), *_marks(side), *components, *links], key=attrgetter("start"))


def _blocks(document: Document) -> Iterator[Element]:
    text = document.text
    rows: dict[int, list[Block]] = {}
    for block in blocks_of(document):
        surface = text[block.start : block.end]
        if block.kind == "heading" and block.level and not _UNSPACED.match(surface):
            yield Element(block.start, block.end, "heading", str(block.level))
        elif block.kind == "list_item":
            yield Element(block.start, block.end, "item", "numbered" if _NUMBERED.match(surface) else "bullet")
        elif block.kind == "code":
            fence = _FENCE.match(text, line_start(text, block.start))
            info = fence["info"].lower() if fence else UNFENCED
            key = "" if info in _NO_LANGUAGE else _ALIASES.get(info, info)
            content = "".join(_FENCE_LINE.sub("", surface).split())
            yield Element(block.start, block.end, "code", key, content, len(_FENCE_LINE.findall(surface)) > 1)
        elif block.kind == "table_cell" and _PIPE_ROW.match(text, line_start(text, block.start)):
            rows.setdefault(line_start(text, block.start), []).append(block)
    below = -1  # where the row above ends
    for cells in rows.values():
        begins = below < 0 or _BLANK_LINE.search(text, below, cells[0].start) is not None
        below = cells[-1].end
        yield Element(cells[0].start, below, *(("table", str(len(cells))) if begins else ("row", "")))


def _marks(side: Side) -> Iterator[Element]:
    """Yield the boxes and footnotes."""
    for start, end in side.lines:
        if match := _BOX.match(side.masked, start, end):
            yield Element(match.start(), end, "box", (match["a"] or match["b"] or match["c"] or match["d"]).lower())
    for note in _FOOTNOTE.finditer(side.masked):
        yield Element(*note.span(), "footnote", f"{note['label']}{note['colon']}")


def _components(side: Side) -> Iterator[Element]:
    for tag in tags(side):
        if tag.role != "closes" and _COMPONENT.match(tag.name):
            surface = side.text[tag.start : tag.end]
            source = _SOURCE.search(surface)
            content = _target(source[1]) if source else surface if '="' in surface and surface.isascii() else ""
            yield Element(tag.start, tag.end, "component", tag.name, content)


def _addresses(side: Side) -> Iterator[Element]:
    """Yield the links and pictures."""
    for segment in side.segments:
        for span in kept_spans(segment) if segment.kind not in ("code", "metadata") else ():
            if span.kind == ADDRESS and not is_permalink(segment, span.start):
                target = _target(span.text)
                is_picture = _PICTURE.search(side.text, max(0, span.start - _LONGEST), span.start)
                yield Element(span.start, span.end, *(("picture", target, target) if is_picture else ("link", target)))


def _target(text: str) -> str:
    """Return the parts of an address that count here; T305 compares the rest."""
    target = address(text)
    return "/".join((target.host, *target.path)).casefold()


@page_fact
def differences(page: RuleContext) -> tuple[Difference, ...]:
    """Return the differences between the outlines of a page and its original, in page order."""
    if page.original is None:
        return ()
    target = elements(page.document, side_of(page.text, page.segments))
    source = elements(page.original.document, side_of(page.source, page.original.segments))
    # What stands below code that nothing closes is code by accident; of a page T310 reports that.
    if any(map(_is_open, source)) or (any(map(_is_open, target)) and source and source[-1].kind != "code"):
        return ()
    return tuple(sorted(_Comparison(page, target, source).differences(), key=attrgetter("after")))


def _is_open(part: Element) -> bool:
    return part.kind == "code" and part.key != UNFENCED and not part.is_closed


class _Comparison:
    """The comparison of the elements of a page and its original, by number."""

    def __init__(self, page: RuleContext, target: Sequence[Element], source: Sequence[Element]) -> None:
        self.page, self.target, self.source = page, target, source
        self.target_holders, self.source_holders = _holders(target), _holders(source)
        shift = self._usual_shift()
        if shift:
            self.target = [
                part._replace(key=str(int(part.key) - shift)) if part.kind == "heading" else part for part in target
            ]
        target_starts = [pair.target[0].start for pair in page.pairs]
        ordered = sorted((pair.source[0].start, number) for number, pair in enumerate(page.pairs))
        source_starts = [start for start, _ in ordered]
        self.target_places = [bisect_right(target_starts, part.start) - 1 for part in target]
        places = (bisect_right(source_starts, part.start) - 1 for part in source)
        self.source_places = [ordered[place][1] if place >= 0 else -1 for place in places]
        self.partner: dict[int, int] = {}  # the page's element for the original's
        self.joined: set[int] = set()

    def differences(self) -> Iterator[Difference]:
        """Yield the differences, each kind in order."""
        held = [(number, candidate) for score, number, candidate in self._held() if score >= SURE_PAIR]
        self._join_by(lambda part: (part.kind, part.content) if part.content else None, is_exact=True)
        self._join(pair for pair in held if self._alike(*pair))
        moved = self._crossing()
        likely = sorted(self._held(), key=lambda pair: -pair[0])  # which items of a list are the same, less sure
        self._join((a, b) for score, a, b in likely if score >= DOUBTFUL and self._alike(a, b))
        self._join_by(lambda part: (part.kind, part.key))
        moved += self._join(self._elsewhere())
        changed = self._join(
            (number, candidate)
            for score, number, candidate in self._held()
            if score >= SURE_PAIR
            and (self.target[candidate].kind != "component" or self.source[number].kind != "component")
        )
        changed += self._join(self._beside())
        changed = [pair for pair in changed if not (_is_loose(self.source[pair[0]]) or _is_loose(self.target[pair[1]]))]
        for kind, pairs in (("moved", moved), ("changed", changed)):
            for run in _runs(sorted(pairs), self.source, self.source_places):
                yield Difference(
                    kind,
                    tuple(self.target[candidate] for _, candidate in run),
                    tuple(self.source[number] for number, _ in run),
                    self.target_places[run[0][1]],
                )
        yield from self._one_sided()

    def _one_sided(self) -> Iterator[Difference]:
        """Yield the elements of one side only; additions near omissions are joined into one difference."""
        missing, extra = self._alone()
        additions = [*self._together(extra, self.target, self.target_places)]
        for parts, place in self._together(missing, self.source, self.source_places):
            near = (added for added in additions if abs(added[1] - place) <= 1 and _have_blocks(added[0], parts))
            if instead := next(near, None):
                additions.remove(instead)
                yield Difference("changed", instead[0], parts, instead[1])
            elif text := self._running_text(parts[0], place, is_source=True):
                yield Difference("changed", (text,), parts, place)
            else:
                yield Difference("missing", (), parts, place)
        for parts, place in additions:
            text = self._running_text(parts[0], place, is_source=False)
            yield Difference("changed" if text else "extra", parts, (text,) if text else (), place)

    def _together(
        self, numbers: Sequence[int], parts: Sequence[Element], places: Sequence[int]
    ) -> Iterator[tuple[tuple[Element, ...], int]]:
        """Yield runs of consecutive elements, with their place; links that a sentence has twice are left out."""
        links = {
            (part.key, places[number])
            for number, part in enumerate(parts)
            if part.kind == "link" and part.key and number not in numbers
        }
        reported = (
            (number, 0)
            for number in numbers
            if not _is_loose(parts[number]) and (parts[number].key, places[number]) not in links
        )
        for run in _runs([*reported], parts, places):
            yield tuple(parts[number] for number, _ in run), places[run[0][0]]

    def _running_text(self, part: Element, after: int, *, is_source: bool) -> Element | None:
        """Return the other side's sentence that has the text of an element, if it is in no element; else None."""
        place = after + 1 if part.kind in _TEXTS else len(self.page.pairs)
        for pair in self.page.pairs[max(0, place - 1) : place + 1]:
            segments, text = (pair.source, pair.target[0]) if is_source else (pair.target, pair.source[0])
            if any(part.start <= segment.start < part.end for segment in segments):
                is_held = _holder(self.target_holders if is_source else self.source_holders, text.start) is not None
                return None if is_held or pair.score < DOUBTFUL else Element(text.start, text.end, "text", "")
        return None

    def _usual_shift(self) -> int:
        """Return how many levels deeper most of the page's headings are than the original's; 0 without a majority."""
        shifts = [
            int(self.target[candidate].key) - int(self.source[number].key)
            for _, number, candidate in self._held()
            if self.target[candidate].kind == self.source[number].kind == "heading"
        ]
        return usual if shifts and 2 * shifts.count(usual := max(shifts, key=shifts.count)) > len(shifts) else 0

    def _alike(self, number: int, candidate: int) -> bool:
        return self.source[number][2:4] == self.target[candidate][2:4]

    def _join(self, pairs: Iterator[tuple[int, int]] | Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
        """Join the pairs in which neither element has a partner, and return them."""
        joined = []
        for number, candidate in pairs:
            if number not in self.partner and candidate not in self.joined:
                self.partner[number] = candidate
                self.joined.add(candidate)
                joined.append((number, candidate))
        return joined

    def _held(self) -> Iterator[tuple[float, int, int]]:
        """Yield the elements that hold the segments of each pair, after the pair's score."""
        for pair in self.page.pairs:
            number, candidate = (
                _holder(self.source_holders, pair.source[0].start),
                _holder(self.target_holders, pair.target[0].start),
            )
            if number is not None and candidate is not None:
                yield pair.score, number, candidate

    def _join_by(self, group: Callable[[Element], Hashable], *, is_exact: bool = False) -> None:
        """Join the elements of each group with the nearest ones; if exact, only where both sides have equally many."""
        sides: defaultdict[Hashable, tuple[list[int], list[int]]] = defaultdict(lambda: ([], []))
        for parts, partners, side in ((self.source, self.partner, 0), (self.target, self.joined, 1)):
            for number, part in enumerate(parts):
                if number not in partners and (key := group(part)) is not None:
                    sides[key][side].append(number)
        for numbers, candidates in sides.values():
            if not is_exact:
                places = [self.source_places[n] for n in numbers], [self.target_places[n] for n in candidates]
                self._join([(numbers[a], candidates[b]) for a, b in _aligned(*places)])
            elif len(numbers) == len(candidates):
                self._join(list(zip(numbers, candidates, strict=True)))

    def _crossing(self) -> list[tuple[int, int]]:
        """Return the fewest pairs out of order, and displaced ones; elements on one line may come in any order."""
        pairs = [pair for pair in sorted(self.partner.items()) if self.source[pair[0]].kind not in INLINE]
        lines = [line_start(self.page.text, self.target[candidate].start) for _, candidate in pairs]
        tails: list[int] = []  # the last of the best chain of each length, and their lines
        tail_lines: list[int] = []
        before: list[int] = []
        for number, line in enumerate(lines):
            length = bisect_right(tail_lines, line)
            before.append(tails[length - 1] if length else -1)
            tails[length : length + 1], tail_lines[length : length + 1] = [number], [line]
        chain, number = set(), tails[-1] if tails else -1
        while number >= 0:
            chain.add(number)
            number = before[number]
        crossing = [pair for number, pair in enumerate(pairs) if number not in chain]
        beside = {place for n, c in crossing for place in (self.source_places[n], self.target_places[c])}
        displaced = (pair for number, pair in enumerate(pairs) if number in chain and self._is_displaced(*pair, beside))
        return [*crossing, *displaced]

    def _is_displaced(self, number: int, candidate: int, beside: set[int]) -> bool:
        """Return whether several sure sentences, and nothing that has moved, lie between an element and its place."""
        first, last = sorted((self.source_places[number], self.target_places[candidate]))
        between = range(first + 1, last + 1)
        if (
            not self.source[number].content
            or len(between) < _NEAR
            or any(place in beside for place in (first, *between))
        ):
            return False
        return sum(self.page.pairs[place].score >= SURE_PAIR for place in between) >= _NEAR

    def _alone(self) -> tuple[list[int], list[int]]:
        """Return the elements without a partner, of the original and of the page."""
        numbers = [number for number in range(len(self.source)) if number not in self.partner]
        return numbers, [number for number in range(len(self.target)) if number not in self.joined]

    def _elsewhere(self) -> Iterator[tuple[int, int]]:
        """Yield the pairs of equal elements that are far from each other."""
        numbers, candidates = self._alone()
        alike = {self.target[candidate][2:5]: candidate for candidate in candidates if self.target[candidate].content}
        yield from (
            (number, alike[self.source[number][2:5]]) for number in numbers if self.source[number][2:5] in alike
        )

    def _beside(self) -> Iterator[tuple[int, int]]:
        """Yield nearby pairs of the same kind that differ otherwise: in level, or in the kind of list or box."""
        numbers, candidates = self._alone()
        by_place = grouped(candidates, lambda candidate: (self.target[candidate].kind, self.target_places[candidate]))
        near = sorted(
            (abs(step), number, candidate)
            for number in numbers
            for step in range(-_NEAR, _NEAR + 1)
            for candidate in by_place.get((self.source[number].kind, self.source_places[number] + step), ())[:_MOST]
        )
        yield from ((number, candidate) for _, number, candidate in near)


def _is_loose(part: Element) -> bool:
    """Return whether it is unfenced code or a formula, both of which may be written differently."""
    return part.kind == "code" and (part.key == UNFENCED or _FORMULA.match(part.content) is not None)


def _have_blocks(*sides: Sequence[Element]) -> bool:
    return all(any(part.kind not in INLINE for part in parts) for parts in sides)


def _holders(parts: Sequence[Element]) -> tuple[list[int], list[int], list[int]]:
    numbers = [number for number, part in enumerate(parts) if part.kind in _HOLDERS]
    return [parts[number].start for number in numbers], [parts[number].end for number in numbers], numbers


def _holder(holders: tuple[list[int], list[int], list[int]], offset: int) -> int | None:
    starts, ends, numbers = holders
    place = bisect_right(starts, offset) - 1
    return numbers[place] if place >= 0 and offset < ends[place] else None


def _runs(
    pairs: Sequence[tuple[int, int]], parts: Sequence[Element], places: Sequence[int]
) -> Iterator[list[tuple[int, int]]]:
    """Yield the pairs in runs, each following the last on both sides; `parts` are the elements of the first side."""
    run: list[tuple[int, int]] = []
    for number, other in pairs:
        if run:
            before, other_before = run[-1]
            follows = number == before + 1 and other in (0, other_before + 1)
            is_listed = {parts[before].kind, parts[number].kind} <= {"item", "row", "table"}
            if not follows or not (is_listed or places[number] - places[before] <= 1):  # sentences stand between
                yield run
                run = []
        run.append((number, other))
    if run:
        yield run


def _aligned(first: Sequence[int], second: Sequence[int]) -> list[tuple[int, int]]:
    """Return the pairs of places that belong together, in order: as many as are near each other, the nearest."""
    if len(first) == len(second) and all(abs(a - b) <= _FARTHEST for a, b in zip(first, second, strict=True)):
        return [(number, number) for number in range(len(first))]
    if len(first) * len(second) > _LARGEST:
        return [(number, number) for number in range(min(len(first), len(second)))]
    alone = _FARTHEST / 2
    costs = [[alone * column for column in range(len(second) + 1)]]
    for place in first:
        above, line = costs[-1], [costs[-1][0] + alone]
        for column, candidate in enumerate(second, 1):
            line.append(min(above[column] + alone, line[-1] + alone, above[column - 1] + abs(place - candidate)))
        costs.append(line)
    row, column, aligned = len(first), len(second), []
    while row and column:
        if costs[row][column] == costs[row - 1][column - 1] + abs(first[row - 1] - second[column - 1]):
            row, column = row - 1, column - 1
            aligned.append((row, column))
        elif costs[row][column] == costs[row - 1][column] + alone:
            row -= 1
        else:
            column -= 1
    return aligned[::-1]
