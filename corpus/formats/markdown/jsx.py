"""JSX in Markdown: the lines inside components, read as if the components did not indent them.

MDX has no indented code: a component's children are blocks of their own, at any indentation.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field

from corpus import lazy_re as re
from corpus.formats.markdown.attributes import read_tag
from corpus.formats.markdown.mdx import INLINE_TAGS

_HAS_TAG = re.compile(r"^[ \t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*<[A-Za-z>]", re.MULTILINE)
_BEFORE = re.compile(r"[ \t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*")
_FENCE = re.compile(r"[ \t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*(?P<fence>`{3,}(?=[^`]*$)|~{3,})")
_CLOSER_OR_CODE = re.compile(r"(?<!`)(?P<ticks>`+)(?!`)[^\n]*?(?<!`)(?P=ticks)(?!`)|</(?P<name>[A-Za-z][\w.:-]*|)\s*>")
_RAW = frozenset(("pre", "script", "style", "svg"))  # what they hold is not Markdown
_MOST_FAILED = 50  # tags of a page that may be looked for below their line in vain
_VOID = frozenset(
    ("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track", "wbr")
)


@dataclass(eq=False, slots=True)
class _Component:
    """A component whose children stand on lines of their own."""

    name: str
    first: int  # the lines of its opening tag
    last: int
    column: int  # of that tag after the list marks on its line
    close: int = 0  # the line of its closing tag
    closed_alone: bool = False  # with which this line begins


def flush(view: str, is_mdx: bool) -> tuple[str, bool]:
    """Return a page as the parser should see it, and whether it is MDX. Its lines end with a line feed. Only the white
    space before a component's children changes, so that they begin where its tag does. A page that is not declared as
    MDX is MDX if a component has children.
    """
    if not is_mdx and not _HAS_TAG.search(view):
        return view, False
    lines = view.split("\n")
    fenced: set[int] = set()
    components = list(_components(view, lines, fenced))
    is_mdx = is_mdx or any(component.name[:1].isupper() for component in components)
    return ("\n".join(_flush_lines(lines, components, fenced)) if is_mdx else view), is_mdx


def _components(view: str, lines: Sequence[str], fenced: set[int]) -> Iterator[_Component]:
    """Yield components with tags on different lines, by closing tag; the lines of fences go to `fenced`."""
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line) + 1)
    opened: list[_Component] = []
    names: Counter[str] = Counter()
    number = failed = 0

    def close(name: str, line: int, alone: bool) -> Iterator[_Component]:
        if names[name]:
            while (component := opened.pop()).name != name:
                names[component.name] -= 1
            names[name] -= 1
            if line > component.last:
                component.close, component.closed_alone = line, alone
                yield component

    while number < len(lines):
        line = lines[number]
        if fence := _FENCE.match(line):
            after = _after_fence(lines, number, fence["fence"])
            fenced.update(range(number + 1, after))
            number = after
            continue
        before = _BEFORE.match(line)
        column = before.end() if before else 0
        position = starts[number] + column
        first = number
        while view.startswith("<", position):
            stop = len(view) if failed < _MOST_FAILED else starts[number + 1] - 1
            if (tag := read_tag(view, position, stop)) is None:
                failed += 1
                break
            number = _line_of(starts, tag.end, number)
            if tag.closing:
                yield from close(tag.name, number, number == first and not view[starts[number] : tag.start].strip())
            elif tag.name in _RAW:
                closer = view.find(f"</{tag.name}", tag.end)
                number = _line_of(starts, closer, number) if closer >= 0 else number
                break
            elif not tag.self_closing and tag.name not in _VOID and tag.name not in INLINE_TAGS:
                opened.append(_Component(tag.name, first, number, column))
                names[tag.name] += 1
            position = tag.end
            while view.startswith((" ", "\t"), position):
                position += 1
        for match in _CLOSER_OR_CODE.finditer(view, max(position, starts[number]), starts[number + 1] - 1):
            if match["name"] is not None:
                yield from close(match["name"], number, not view[starts[number] : match.start()].strip())
        number += 1


def _line_of(starts: Sequence[int], offset: int, number: int) -> int:
    """Return the line of an offset that is on line `number` or below."""
    while number + 1 < len(starts) - 1 and starts[number + 1] <= offset:
        number += 1
    return number


def _after_fence(lines: Sequence[str], number: int, fence: str) -> int:
    """Return the line after the fence that begins on this line; the page's end if nothing closes it."""
    for other in range(number + 1, len(lines)):
        mark = lines[other].strip()
        if mark.startswith(fence) and not mark.strip(fence[0]):
            return other + 1
    return len(lines)


@dataclass(slots=True)
class _Frame:
    """The page, or a component whose lines are being read."""

    component: _Component | None
    column: int  # where its lines begin from now on
    base: int | None = None  # where its first line begins
    shifts: list[tuple[int, int]] = field(default_factory=list)  # from which column on lines go so far to the left

    def place(self, column: int, reach: int) -> int:
        """Return the new column of a line that begins at `column`; no block begins to the right of `reach`."""
        self.base = column if self.base is None else self.base
        column = self.column + max(0, column - self.base)
        while self.shifts and column < self.shifts[-1][0]:
            self.shifts.pop()
        if column - self._shift > reach:
            self.shifts.append((column, column - reach))
        return column - self._shift

    def place_code(self, column: int, least: int) -> int:
        """Return the new column of a line inside a fence."""
        return max(least, self.column + column - (self.base or 0) - self._shift)

    @property
    def _shift(self) -> int:
        return self.shifts[-1][1] if self.shifts else 0


def _flush_lines(lines: Sequence[str], components: Sequence[_Component], fenced: Collection[int]) -> Iterator[str]:
    opens: dict[int, list[_Component]] = {}
    closes: dict[int, list[_Component]] = {}
    for component in components:
        opens.setdefault(component.last, []).append(component)
        closes.setdefault(component.close, []).append(component)
    frames = [_Frame(None, 0, 0)]
    columns: list[int] = []  # of each line, as it was given out
    reach = fence = 0  # where the words of the line above begin; where the fence above does
    for number, line in enumerate(lines):
        bare = line.lstrip(" \t")
        column = len(line[: len(line) - len(bare)].expandtabs(4))
        closing = closes.get(number, ())
        if number in fenced:
            column = frames[-1].place_code(column, fence)
        elif any(component.closed_alone for component in closing):
            while frames[-1].component in closing:
                column = frames.pop().column
            reach = column
        elif bare:
            column = fence = frames[-1].place(column, reach)
            marks = _BEFORE.match(bare)
            reach = column + (marks.end() if marks else 0)
        columns.append(column)
        yield " " * column + bare if bare else ""
        while frames[-1].component in closing:
            frames.pop()
        for component in sorted(opens.get(number, ()), key=lambda component: -component.close):
            before = len(lines[component.first]) - len(lines[component.first].lstrip(" \t"))
            frames.append(_Frame(component, columns[component.first] + component.column - before))
            reach = frames[-1].column
