"""Catalogues of gettext (PO): a text of the translations, a text of the originals, and where both stand in the file.

Both texts hold the units in the order of the file, two blank lines apart. A unit that is not judged (not translated,
fuzzy, with plural forms) is empty among the translations, so that units pair by number whatever was translated.

This reader is our own because polib and Babel keep no offsets, which places and fixes need.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256
from itertools import chain
from pathlib import PurePath
from typing import NamedTuple

from rapidfuzz.distance import Levenshtein

from corpus import lazy_re as re
from corpus.errors import UnreadableError
from corpus.formats.markdown.frontmatter import Entry
from corpus.formats.plaintext.lines import LINE_END
from corpus.records import Block

PLACES = "places"  # the entry that says where each unit stands in the file, for `UnitPlaces`
TEMPLATE = "template"  # the entry that is the same for translations of the same originals
UNJUDGED = ("untranslated_units", "fuzzy_units", "plural_units", "obsolete_units")
COUNTS = ("units", *UNJUDGED, "context_units")  # entries that say how many units there are of each kind
_BETWEEN = "\n\n\n"
_TOKEN = re.compile(
    r"(?P<keyword>msgctxt|msgid_plural|msgid|msgstr(?:\[\d{1,3}\])?)(?![\w\[])"
    r'|"(?P<text>[^"\\\r\n]*+(?:\\[^\r\n][^"\\\r\n]*+)*)"'
)
_PIECE = re.compile(r"\\(?:([0-7]{1,3})|x([0-9A-Fa-f]{1,2})|(.))|[^\\]+")
_LETTERS = {"n": "\n", "t": "\t", "r": "\r", "a": "\a", "b": "\b", "f": "\f", "v": "\v"}
_ESCAPES = {"\n": "\\n", "\t": "\\t", "\r": "\\r", '"': '\\"', "\\": "\\\\"}
_ESCAPED = re.compile(r'[\n\t\r"\\]')
_FUZZY = re.compile(r"(?<![\w-])fuzzy(?![\w-])")
_OBSOLETE = re.compile(r"#~[ \t]*msgid(?!\w)")
_LANGUAGE = re.compile(r"^Language:[ \t]*(\S+)", re.MULTILINE)
_PARAGRAPH = re.compile(r"\S[^\n]*(?:\n[ \t]*\S[^\n]*)*")
_REFERENCE = re.compile(r"(\S+?\.\w+)(?::\d+|:docstring|\s|$)")
_MARKDOWN_FILES, _RST_FILES = frozenset((".md", ".markdown", ".mdx", ".ipynb")), frozenset((".rst", ".txt", ".inc"))
_RST_SIGNS = re.compile(r"``[^`\s]|:[a-z][\w:.+-]*:`|`__?(?!\w)")
_MARKDOWN_SIGNS = re.compile(r"\]\(|(?<![`:\w])`[^`\s]|\*\*\w")


class StringRun(NamedTuple):
    """Characters of a string that stand side by side in the file, or one that is escaped there."""

    text: str
    start: int  # in the file
    end: int


@dataclass(slots=True)
class PoUnit:
    """An entry of a catalogue that is not obsolete, each field by its keyword as the runs of its strings."""

    fields: dict[str, list[StringRun]] = field(default_factory=dict)
    starts: dict[str, int] = field(default_factory=dict)  # where the first string of each field begins, after its quote
    is_fuzzy: bool = False
    references: list[str] = field(default_factory=list)  # the comments `#:`

    def text(self, keyword: str) -> str:
        """Return what a field says; empty where the unit has none."""
        return "".join(run.text for run in self.fields.get(keyword, ()))

    @property
    def is_header(self) -> bool:
        """Return whether it says what the catalogue is: it translates nothing."""
        return not self.text("msgid") and "msgctxt" not in self.fields

    @property
    def state(self) -> str:
        """Return `units` if it is judged, else as what it is counted."""
        if "msgid_plural" in self.fields:
            return "plural_units"
        if not self.text("msgstr").strip():
            return "untranslated_units"
        return "fuzzy_units" if self.is_fuzzy else "units"


@dataclass(frozen=True, slots=True)
class Catalogue:
    """What was read from a catalogue."""

    header: str
    units: Sequence[PoUnit]
    obsolete: int

    @property
    def language(self) -> str:
        """Return the tag that the catalogue gives itself; may be empty."""
        match = _LANGUAGE.search(self.header)
        return match[1] if match else ""


def read(source: str) -> Catalogue:
    """Return the units of a catalogue; raises UnreadableError where a line is none of a catalogue's."""
    units, obsolete = list[PoUnit](), 0
    keyword, coming = "", PoUnit()  # the unit that the comments are of
    line_start = 0
    for number, match in enumerate(chain(LINE_END.finditer(source), [None]), 1):
        position, end = line_start, match.start() if match else len(source)
        line_start = match.end() if match else end
        position = _after_space(source, position, end)
        if source.startswith("#", position):
            obsolete += _comment(source[position:end], coming)
            continue
        while position < end:
            token = _TOKEN.match(source, position, end)
            if token is None or not (units or (token["keyword"] or "").startswith(("msgid", "msgctxt"))):
                fault = "a quotation mark is not closed" if source[position] == '"' else "no line of a PO file"
                raise UnreadableError(f"broken catalogue: line {number:,}: {fault}; correct it")
            if token["keyword"] in ("msgctxt", "msgid") and (keyword != "msgctxt" or token["keyword"] == keyword):
                units.append(coming)
                coming = PoUnit()
            keyword = token["keyword"] or keyword
            runs = units[-1].fields.setdefault(keyword, [])
            if token["keyword"] is None:
                units[-1].starts.setdefault(keyword, token.start("text"))
                runs += _runs(source, *token.span("text"))
            position = _after_space(source, token.end(), end)
    header = next((unit.text("msgstr") for unit in units if unit.is_header), "")
    return Catalogue(header, [unit for unit in units if not unit.is_header], obsolete)


def _after_space(source: str, position: int, end: int) -> int:
    while position < end and (source[position].isspace() or source[position] == "\ufeff"):
        position += 1
    return position


def _comment(line: str, coming: PoUnit) -> bool:
    """Read a comment above a unit; returns whether it begins one that is obsolete, whose comments it takes."""
    coming.is_fuzzy = coming.is_fuzzy or (line.startswith("#,") and _FUZZY.search(line) is not None)
    if line.startswith("#:"):
        coming.references.append(line[2:])
    is_obsolete = _OBSOLETE.match(line) is not None
    if is_obsolete:
        coming.is_fuzzy, coming.references = False, []
    return is_obsolete


def _runs(source: str, start: int, end: int) -> Iterator[StringRun]:
    """Yield the runs of what stands between two quotes; characters that no text can hold are replaced."""
    for match in _PIECE.finditer(source, start, end):
        octal, hexadecimal, letter = match.groups()
        code = int(octal, 8) if octal else int(hexadecimal, 16) if hexadecimal else None
        if code is not None:
            text = chr(code) if 0 < code < 128 else "\ufffd"
        else:
            text = _LETTERS.get(letter, letter) if letter else match[0]
        yield StringRun(text, *match.span())


def _unit_runs(unit: PoUnit, keyword: str) -> list[StringRun]:
    """Return the runs of a field as the text has them: without line ends around it, and at most one blank line."""
    shown: list[StringRun] = []
    ends: list[StringRun] = []
    for run in unit.fields.get(keyword, ()):
        if run.text == "\n":
            ends.append(run)
        elif run.text != "\r":
            shown += (*(ends[:2] if shown else ()), run)
            ends = []
    return shown


class CatalogueText(NamedTuple):
    """One side of a catalogue as a page."""

    text: str
    entries: Mapping[str, str]
    language: str
    markup: str  # markdown, rst or empty: what the text is written in


def texts(source: str) -> tuple[CatalogueText, CatalogueText]:
    """Return the translations and the originals of a catalogue; raises UnreadableError where it has no unit."""
    catalogue = read(source)
    if not catalogue.units:
        raise UnreadableError("no unit with a msgid: it is no catalogue, or an empty one")
    counts = Counter(unit.state for unit in catalogue.units)
    counts["context_units"] = sum("msgctxt" in unit.fields for unit in catalogue.units)
    counts["obsolete_units"] = catalogue.obsolete
    names = (f"{unit.text('msgctxt')}\x04{unit.text('msgid')}" for unit in catalogue.units)
    template = sha256("\0".join(names).encode("utf-8", "surrogatepass")).hexdigest()[:16]
    numbers = {name: str(counts[name]) for name in COUNTS}
    starts = [0, *(match.end() for match in LINE_END.finditer(source))]
    markup = _markup(catalogue)

    def side(keyword: Callable[[PoUnit], str], language: str) -> CatalogueText:
        runs = [_unit_runs(unit, keyword(unit)) for unit in catalogue.units]
        places = _places([unit.starts.get(keyword(unit), 0) for unit in catalogue.units], runs, starts)
        text = _BETWEEN.join("".join(run.text for run in unit) for unit in runs)
        return CatalogueText(text, {PLACES: places, TEMPLATE: template, **numbers}, language, markup)

    return side(_judged, catalogue.language), side(lambda unit: "msgid", "en")


def _judged(unit: PoUnit) -> str:
    return "msgstr" if unit.state == "units" else ""


def _markup(catalogue: Catalogue) -> str:
    """Return what the texts are written in: as the files say that they were taken from, else by their signs."""
    references = chain.from_iterable(unit.references for unit in catalogue.units)
    suffixes = Counter(PurePath(name).suffix.lower() for line in references for name in _REFERENCE.findall(line))
    written = {"markdown": _MARKDOWN_FILES, "rst": _RST_FILES}
    files = {name: sum(suffixes[suffix] for suffix in endings) for name, endings in written.items()}
    if sum(files.values()):
        return max(files, key=lambda name: files[name])
    source = "\n".join(unit.text("msgid") for unit in catalogue.units)
    signs = {"rst": len(_RST_SIGNS.findall(source)), "markdown": len(_MARKDOWN_SIGNS.findall(source))}
    return max(signs, key=lambda name: signs[name]) if any(signs.values()) else ""


def _places(begins: Sequence[int], units: Sequence[Sequence[StringRun]], starts: Sequence[int]) -> str:
    """Return for each unit where its parts stand in the file: offset in the unit, line and column."""
    entries = []
    for begin, runs in zip(begins, units, strict=True):
        parts, offset, expected = list[str](), 0, -1
        for run in runs or [StringRun("", begin, begin)]:
            if run.start != expected:
                line = bisect_right(starts, run.start)
                parts.append(f"{offset}:{line}:{run.start - starts[line - 1] + 1}")
            offset += len(run.text)
            expected = run.end if run.end - run.start == len(run.text) else -1
        entries.append(",".join(parts))
    return " ".join(entries)


class UnitPlaces:
    """Where the text of a catalogue stands in its file, as the entry `places` says."""

    def __init__(self, text: str, places: str) -> None:
        self._starts = [start for start, _ in _unit_bounds(text)]
        self._places = places.split(" ")
        self._parts = cache(self._parts_of)

    def position(self, offset: int) -> tuple[int, int]:
        """Return line and column in the file of a character of the text."""
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


def units(text: str) -> list[Entry]:
    """Return the units of the text by their numbers; those without a text are left out."""
    bounds = enumerate(_unit_bounds(text))
    return [Entry(str(number), start, end, "paragraph") for number, (start, end) in bounds if start < end]


def blocks(text: str) -> list[Block]:
    """Return the paragraphs of all units: what stands between blank lines."""
    spans = (match.span() for unit in units(text) for match in _PARAGRAPH.finditer(text, unit.start, unit.end))
    return [Block(start, start + len(text[start:end].rstrip()), "paragraph") for start, end in spans]


def rewritten(source: str, text: str) -> str:
    """Return the file with another text of its translations; nothing else of it changes.

    Raises UnreadableError where the text has not the units that the file has.
    """
    catalogue = read(source)
    new = text.split(_BETWEEN)
    if len(new) != len(catalogue.units):
        raise UnreadableError("its units are not those of the file")
    pieces, position = list[str](), 0
    for unit, after in zip(catalogue.units, new, strict=True):
        for start, end, words in _changes(_unit_runs(unit, _judged(unit)), after):
            pieces += (source[position:start], _ESCAPED.sub(lambda match: _ESCAPES[match[0]], words))
            position = end
    return "".join((*pieces, source[position:]))


def _changes(runs: Sequence[StringRun], after: str) -> Iterator[tuple[int, int, str]]:
    """Yield what becomes other words in the file. A change that goes over a line's end in the file is put before it."""
    before = "".join(run.text for run in runs)
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
    """Yield the places without gaps between them as one."""
    start, end = places[0]
    for begin, stop in places[1:]:
        if begin != end:
            yield start, end
            start = begin
        end = stop
    yield start, end
