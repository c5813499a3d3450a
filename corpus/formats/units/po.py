"""Catalogues of gettext (PO): the units of a file, with plural forms, contexts and the flag `fuzzy`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from pathlib import PurePath

from corpus import lazy_re as re
from corpus.errors import UnreadableError
from corpus.formats.plaintext.lines import LINE_END
from corpus.formats.units import StringRun, Unit, UnitFile, replaced, text_of

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
_MARKDOWN_FILES, _RST_FILES = frozenset((".md", ".markdown", ".mdx", ".ipynb")), frozenset((".rst", ".txt", ".inc"))


@dataclass(slots=True)
class PoUnit:
    """A catalogue entry that is not obsolete, with the string runs of each field by keyword."""

    fields: dict[str, list[StringRun]] = field(default_factory=dict)
    starts: dict[str, int] = field(default_factory=dict)  # where the first string of each field begins, after its quote
    is_fuzzy: bool = False
    references: list[str] = field(default_factory=list)  # the comments `#:`
    begin: int = 0  # where its first keyword stands
    flags_end: int = -1  # where the comment of its flags ends; -1 without one

    def text(self, keyword: str) -> str:
        """Return the text of a field; empty if the unit does not have it."""
        return text_of(self.fields.get(keyword, ()))

    @property
    def is_header(self) -> bool:
        """Return whether it is the catalogue's header, which translates nothing."""
        return not self.text("msgid") and "msgctxt" not in self.fields


@dataclass(frozen=True, slots=True)
class Catalogue:
    """What was read from a catalogue."""

    header: str
    units: Sequence[PoUnit]
    obsolete: int

    @property
    def language(self) -> str:
        """Return the language tag in the catalogue's header; may be empty."""
        match = _LANGUAGE.search(self.header)
        return match[1] if match else ""


def read(source: str) -> Catalogue:
    """Return the units of a catalogue; raises UnreadableError for a line that does not belong in one."""
    units, obsolete = list[PoUnit](), 0
    keyword, coming = "", PoUnit()  # the unit that the comments are of
    line_start = 0
    for number, match in enumerate(chain(LINE_END.finditer(source), [None]), 1):
        position, end = line_start, match.start() if match else len(source)
        line_start = match.end() if match else end
        position = _after_space(source, position, end)
        if source.startswith("#", position):
            obsolete += _comment(source[position:end], coming)
            coming.flags_end = end if source.startswith("#,", position) else coming.flags_end
            continue
        while position < end:
            token = _TOKEN.match(source, position, end)
            if token is None or not (units or (token["keyword"] or "").startswith(("msgid", "msgctxt"))):
                fault = "a quotation mark is not closed" if source[position] == '"' else "no line of a PO file"
                raise UnreadableError(f"broken catalogue: line {number:,}: {fault}; correct it")
            if token["keyword"] in ("msgctxt", "msgid") and (keyword != "msgctxt" or token["keyword"] == keyword):
                coming.begin = token.start()
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
    """Read a comment above a unit. Return whether it begins an obsolete unit, which takes the comments before it."""
    coming.is_fuzzy = coming.is_fuzzy or (line.startswith("#,") and _FUZZY.search(line) is not None)
    if line.startswith("#:"):
        coming.references.append(line[2:])
    is_obsolete = _OBSOLETE.match(line) is not None
    if is_obsolete:
        coming.is_fuzzy, coming.references, coming.flags_end = False, [], -1
    return is_obsolete


def _runs(source: str, start: int, end: int) -> Iterator[StringRun]:
    """Yield the runs of the characters between two quotes. Characters that no text can hold are replaced."""
    for match in _PIECE.finditer(source, start, end):
        octal, hexadecimal, letter = match.groups()
        code = int(octal, 8) if octal else int(hexadecimal, 16) if hexadecimal else None
        if code is not None:
            text = chr(code) if 0 < code < 128 else "\ufffd"
        else:
            text = _LETTERS.get(letter, letter) if letter else match[0]
        yield StringRun(text, *match.span())


def unit_file(source: str) -> UnitFile:
    """Return the units of a catalogue, one per plural form; raises UnreadableError for a line that does not belong."""
    catalogue = read(source)
    counts = {
        "obsolete_units": catalogue.obsolete,
        "context_units": sum("msgctxt" in unit.fields for unit in catalogue.units),
    }
    units = list(chain.from_iterable(map(_units, catalogue.units)))
    return UnitFile(units, catalogue.language, _markup(catalogue), counts=counts)


def _units(entry: PoUnit) -> Iterator[Unit]:
    """Yield the unit of an entry, or one per plural form; the first of several has the English singular as source."""
    forms = [("msgid", "msgstr")]
    if "msgid_plural" in entry.fields:
        targets = sorted(keyword for keyword in entry.fields if keyword.startswith("msgstr")) or ["msgstr[0]"]
        forms = [("msgid_plural", target) for target in targets]
        if len(forms) > 1:
            forms[0] = ("msgid", targets[0])
    name = f"{entry.text('msgctxt')}\x04{entry.text('msgid')}"
    for source, target in forms:
        sides = (entry.fields.get(target, ()), entry.starts.get(target, 0))
        originals = (entry.fields.get(source, ()), entry.starts.get(source, 0))
        yield Unit(name, *sides, *originals, entry.is_fuzzy, entry.text("msgctxt"), _escaped)


def pretranslated(source: str, translations: Mapping[int, str]) -> str:
    """Return the catalogue with these translations by unit number, marked fuzzy; nothing else of it changes."""
    additions, number = list[tuple[int, str]](), 0
    line_end = match[0] if (match := LINE_END.search(source)) else "\n"
    for entry in read(source).units:
        is_filled = False
        for unit in _units(entry):
            if number in translations:
                additions.append((unit.target_start, _escaped(translations[number])))
                is_filled = True
            number += 1
        if is_filled and not entry.is_fuzzy:
            has_flags = entry.flags_end >= 0
            additions.append((entry.flags_end, ", fuzzy") if has_flags else (entry.begin, f"#, fuzzy{line_end}"))
    return replaced(source, ((place, place, words) for place, words in sorted(additions)))


def _escaped(words: str) -> str:
    return _ESCAPED.sub(lambda match: _ESCAPES[match[0]], words)


def _markup(catalogue: Catalogue) -> str:
    """Return the markup of the texts, judging by the file names in their references."""
    references = chain.from_iterable(unit.references for unit in catalogue.units)
    names = (word.partition(":")[0] for line in references for word in line.split())
    suffixes = Counter(PurePath(name).suffix.lower() for name in names)
    written = {"markdown": _MARKDOWN_FILES, "rst": _RST_FILES}
    files = {name: sum(suffixes[suffix] for suffix in endings) for name, endings in written.items()}
    return max(files, key=lambda name: files[name]) if any(files.values()) else ""
