"""Units: files of texts that translators fill in one by one.

Such a file is read as one text of its translations, one of its originals if it has them, and the places of both in
the file. Both texts have the units in file order, two blank lines apart. A unit that is not judged (not translated,
fuzzy) is empty among the translations, so that units always pair by number. Files in one language each pair by the
names of their units.

The readers of these formats are our own because libraries keep no offsets, which places and fixes need.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256
from typing import NamedTuple
from urllib.parse import quote

from rapidfuzz.distance import Levenshtein

from corpus import lazy_re as re
from corpus.errors import UnreadableError
from corpus.formats.markdown.frontmatter import Entry
from corpus.formats.plaintext.lines import LINE_END
from corpus.records import Block

PLACES = "places"  # the entry that says where each unit stands in the file, for `UnitPlaces`
TEMPLATE = "template"  # the entry that is the same for files whose units pair
NAMES = "unit_names"  # the entry that names the units, where these are not known by their numbers
CONTEXTS = "unit_contexts"  # the entry that says in which context units stand that have one
LINE_ENDS = "unit_line_ends"  # the entry that says which units begin (^) or end ($) with the end of a line
UNJUDGED = ("untranslated_units", "fuzzy_units", "obsolete_units")
COUNTS = ("units", *UNJUDGED, "context_units")  # entries that say how many units there are of each kind
NAMED = "names"  # the template of files of one language: their units pair by names
_BETWEEN = "\n\n\n"
_PARAGRAPH = re.compile(r"\S[^\n]*(?:\n[ \t]*\S[^\n]*)*")
_RST_SIGNS = re.compile(r"``[^`\s]|:[a-z][\w:.+-]*:`|`__?(?!\w)")
_MARKDOWN_SIGNS = re.compile(
    r'\]\(|(?<![`:\w])`[^`\s]|\*\*\w|</[A-Za-z]|<[A-Za-z][\w.-]*(?:\s[^<>]*)?/>|<[a-z]+\s+[a-z-]+="'
)


class StringRun(NamedTuple):
    """Consecutive characters of a string in a file, or one character that is escaped there."""

    text: str
    start: int  # in the file
    end: int


def text_of(runs: Iterable[StringRun]) -> str:
    """Return the text of runs."""
    return "".join(run.text for run in runs)


class Unit(NamedTuple):
    """A text to translate and its translation, each as runs. The starts say where a text begins, as it may be empty."""

    name: str
    target: Sequence[StringRun]
    target_start: int
    source: Sequence[StringRun] = ()
    source_start: int = 0
    is_fuzzy: bool = False
    context: str = ""
    escaped: Callable[[str], str] = str  # how words stand in the file

    @property
    def state(self) -> str:
        """Return `units` if it is judged, else the name of the count that it belongs to."""
        if not text_of(self.target).strip():
            return "untranslated_units"
        return "fuzzy_units" if self.is_fuzzy else "units"

    @property
    def judged(self) -> Sequence[StringRun]:
        """Return the translation if it is judged, else nothing."""
        return self.target if self.state == "units" else ()


@dataclass(frozen=True, slots=True)
class UnitFile:
    """What was read from a file of units."""

    units: Sequence[Unit]
    language: str = ""  # the tag that the file gives itself
    markup: str = ""  # markdown or rst, where the file says what its texts are written in
    is_bilingual: bool = True  # it holds the original of each unit
    counts: Mapping[str, int] = field(default_factory=dict)


class UnitText(NamedTuple):
    """One side of a unit file, as a page."""

    text: str
    entries: Mapping[str, str]
    language: str
    markup: str  # markdown, rst or empty: what the text is written in


def texts(file: UnitFile, source: str) -> list[UnitText]:
    """Return the translations, and the originals if the file has them; raises UnreadableError if it has no units."""
    if not file.units:
        raise UnreadableError("no unit to translate: it is no file of translations, or an empty one")
    counts = Counter(unit.state for unit in file.units) + Counter(file.counts)
    entries = {name: str(counts[name]) for name in COUNTS}
    names = [unit.name for unit in file.units]
    keys = list(map(str, range(len(names))))
    if file.is_bilingual:
        joined = "\0".join(names).encode("utf-8", "surrogatepass")
        entries[TEMPLATE] = sha256(joined).hexdigest()[:16]
    else:
        keys = [quote(name, "/@!,;:()[]") for name in names]
        entries |= {TEMPLATE: NAMED, NAMES: " ".join(keys)}
    if contexts := [f"{number}={quote(unit.context)}" for number, unit in enumerate(file.units) if unit.context]:
        entries[CONTEXTS] = " ".join(contexts)
    starts = [0, *(match.end() for match in LINE_END.finditer(source))]
    sides = [(file.language, [(unit.target_start, unit.judged) for unit in file.units])]
    if file.is_bilingual:
        sides.append(("en", [(unit.source_start, unit.source) for unit in file.units]))
    markup = file.markup or _markup("\n".join(run.text for _, runs in sides[-1][1] for run in runs))
    return [_side(parts, keys, starts, entries, language, markup) for language, parts in sides]


def _side(
    units: Sequence[tuple[int, Sequence[StringRun]]],
    keys: Sequence[str],
    starts: Sequence[int],
    entries: Mapping[str, str],
    language: str,
    markup: str,
) -> UnitText:
    parts = [(begin, _shown(runs)) for begin, runs in units]
    own_entries = {PLACES: _places(parts, starts), **entries}
    ends = [(key, _line_ends(text_of(runs))) for key, (_, runs) in zip(keys, units, strict=True)]
    if listed := " ".join(f"{key}={signs}" for key, signs in ends if signs):
        own_entries[LINE_ENDS] = listed
    return UnitText(_BETWEEN.join(text_of(runs) for _, runs in parts), own_entries, language, markup)


def _line_ends(text: str) -> str:
    return ("^" if text.startswith(("\n", "\r\n")) else "") + ("$" if text.endswith("\n") else "")


def _shown(runs: Sequence[StringRun]) -> list[StringRun]:
    """Return the runs as shown in the text: without line ends around it, and with at most one blank line in a row."""
    runs_of_text: list[StringRun] = []
    ends: list[StringRun] = []
    for run in runs:
        if run.text == "\n":
            ends.append(run)
        elif run.text != "\r":
            runs_of_text += (*(ends[:2] if runs_of_text else ()), run)
            ends = []
    return runs_of_text


def _markup(text: str) -> str:
    """Return the markup of texts, judging by their signs; empty if there are none."""
    signs = {"rst": len(_RST_SIGNS.findall(text)), "markdown": len(_MARKDOWN_SIGNS.findall(text))}
    return max(signs, key=lambda name: signs[name]) if any(signs.values()) else ""


def _places(units: Sequence[tuple[int, Sequence[StringRun]]], starts: Sequence[int]) -> str:
    """Return, for each unit, the places of its parts in the file: offset in the unit, line and column."""
    entries = []
    for begin, runs in units:
        parts, offset, expected = list[str](), 0, -1
        for run in runs or [StringRun("", begin, begin)]:
            if run.start != expected:
                line = bisect_right(starts, run.start)
                parts.append(f"{offset}:{line}:{run.start - starts[line - 1] + 1}")
            offset += len(run.text)
            is_plain = run.end - run.start == len(run.text) and run.text != "\n"
            expected = run.end if is_plain else -1
        entries.append(",".join(parts))
    return " ".join(entries)


class UnitPlaces:
    """Where the text of a unit file is in the file, according to the entry `places`."""

    def __init__(self, text: str, places: str) -> None:
        self._starts = [start for start, _ in _unit_bounds(text)]
        self._places = places.split(" ")
        self._parts = cache(self._parts_of)

    def position(self, offset: int) -> tuple[int, int]:
        """Return the line and column in the file of a character of the text."""
        number = min(bisect_right(self._starts, offset), len(self._places)) - 1
        inside = offset - self._starts[number]
        parts = self._parts(number)
        first, line, column = parts[max(0, bisect_right(parts, inside, key=lambda part: part[0]) - 1)]
        return line, column + max(0, inside - first)

    def _parts_of(self, number: int) -> list[tuple[int, ...]]:
        return [tuple(map(int, part.split(":"))) for part in self._places[number].split(",")]


def _unit_bounds(text: str) -> Iterator[tuple[int, int]]:
    start = 0
    for unit in text.split(_BETWEEN):
        yield start, start + len(unit)
        start += len(unit) + len(_BETWEEN)


def entries(text: str) -> list[Entry]:
    """Return the units of the text by number, without empty ones."""
    bounds = enumerate(_unit_bounds(text))
    return [Entry(str(number), start, end, "paragraph") for number, (start, end) in bounds if start < end]


def blocks(text: str) -> list[Block]:
    """Return the paragraphs of all units, which blank lines separate."""
    spans = (match.span() for unit in entries(text) for match in _PARAGRAPH.finditer(text, unit.start, unit.end))
    return [Block(start, start + len(text[start:end].rstrip()), "paragraph") for start, end in spans]


def rewritten(file: UnitFile, source: str, text: str) -> str:
    """Return the file with other translations; raises UnreadableError if the text does not have the file's units."""
    new = text.split(_BETWEEN)
    if len(new) != len(file.units):
        raise UnreadableError("its units are not those of the file")
    return replaced(
        source,
        (
            (start, end, unit.escaped(words))
            for unit, after in zip(file.units, new, strict=True)
            for start, end, words in _changes(_shown(unit.judged), after)
        ),
    )


def replaced(source: str, changes: Iterable[tuple[int, int, str]]) -> str:
    """Return a file with other words from each start to its end; the places are in order and do not overlap."""
    pieces, position = list[str](), 0
    for start, end, words in changes:
        pieces += (source[position:start], words)
        position = end
    return "".join((*pieces, source[position:]))


def _changes(runs: Sequence[StringRun], after: str) -> Iterator[tuple[int, int, str]]:
    """Yield the replacements in the file. A change across a gap in the file puts all its words before the gap."""
    before = text_of(runs)
    if before == after:
        return
    places = [place for run in runs for place in _character_places(run)]
    for change in Levenshtein.opcodes(before, after):
        if change.tag == "equal":
            continue
        first, last, words = change.src_start, change.src_end, after[change.dest_start : change.dest_end]
        if first == last:  # put in after the character before it, or before the first
            start = places[first - 1][1] if first else places[0][0]
            yield start, start, words
            continue
        for number, (start, end) in enumerate(_joined(places[first:last])):
            yield start, end, "" if number else words


def _character_places(run: StringRun) -> Iterator[tuple[int, int]]:
    if run.end - run.start != len(run.text):
        return iter([(run.start, run.end)])
    return ((start, start + 1) for start in range(run.start, run.end))


def _joined(places: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Yield the places, with adjacent ones joined."""
    start, end = places[0]
    for begin, stop in places[1:]:
        if begin != end:
            yield start, end
            start = begin
        end = stop
    yield start, end
