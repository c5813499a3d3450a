"""XML files of units: XLIFF 1.2 and 2.x, and translation memories in TMX.

Tags inside a text are kept as the file writes them; an escape in the file is one character.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from html import escape
from typing import Any
from xml.parsers import expat

from corpus import lazy_re as re
from corpus.errors import UnreadableError
from corpus.formats.plaintext.lines import LINE_END
from corpus.formats.units import StringRun, Unit, UnitFile, text_of
from corpus.languages import parse_tag

_TEXTS = frozenset(("source", "target", "seg"))
_UNITS = frozenset(("trans-unit", "segment", "tu"))
_ASIDE = frozenset(("alt-trans", "seg-source", "note", "prop", "matches", "ignorable", "originalData"))  # no units
_TARGET_LANGUAGE, _SOURCE_LANGUAGE = ("target-language", "trgLang"), ("source-language", "srcLang")
_UNSURE = re.compile(r"new\Z|needs-|initial\Z")


@dataclass(slots=True)
class _Text:
    """A text of a unit as it is read."""

    start: int
    language: str = ""
    runs: list[StringRun] = field(default_factory=list)


@dataclass(slots=True)
class _OpenUnit:
    name: str
    is_unsure: bool
    is_kept: bool
    texts: list[tuple[str, _Text]] = field(default_factory=list)


class _Reader:
    """A reader that follows the parser through a file and converts its byte positions to characters."""

    def __init__(self, source: str) -> None:
        self.source, self.data = source, source.encode("utf-8", "replace")
        self.byte = self.character = 0
        self.units: list[_OpenUnit] = []
        self.languages: dict[str, str] = {}  # of sources and targets
        self.path: list[str] = []
        self.aside = 0  # how many elements are open whose texts are no units
        self.unit: _OpenUnit | None = None
        self.variant = ""  # the language of a `tuv`
        self.text: _Text | None = None
        self.ids: list[str] = []  # of the elements that are open
        self.kept = [True]  # whether what stands in them is translated
        self.tag_start = -1  # of a tag inside a text, which ends where the next event is
        self.in_cdata = False
        self.parser = expat.ParserCreate("utf-8")
        self.parser.buffer_text = False
        self.parser.StartElementHandler = self._open
        self.parser.EndElementHandler = self._close
        self.parser.CharacterDataHandler = self._characters
        self.parser.StartCdataSectionHandler = partial(self._cdata, True)
        self.parser.EndCdataSectionHandler = partial(self._cdata, False)
        self.parser.CommentHandler = lambda _: self._offset() and None
        self.parser.ProcessingInstructionHandler = lambda *_: self._offset() and None
        self.parser.EntityDeclHandler = self._refuse

    def read(self) -> Sequence[_OpenUnit]:
        """Return the units of the file; raises UnreadableError if it is not XML."""
        try:
            self.parser.Parse(self.data, True)
        except expat.ExpatError as error:
            reason = expat.ErrorString(error.code)
            raise UnreadableError(f"broken XML: line {error.lineno:,}: {reason}; correct it") from None
        return self.units

    def _refuse(self, *_: Any) -> None:
        raise UnreadableError("its DTD declares entities, which may name anything; take it out")

    def _offset(self) -> int:
        """Return the parser's position in characters. A tag that ends here is added to the text."""
        byte = self.parser.CurrentByteIndex
        self.character += len(self.data[self.byte : byte].decode("utf-8", "replace"))
        self.byte = byte
        if self.text and self.tag_start >= 0:
            end = self._tag_end(self.tag_start)
            self.text.runs.append(StringRun(self.source[self.tag_start : end], self.tag_start, end))
        self.tag_start = -1
        return self.character

    def _tag_end(self, start: int) -> int:
        """Return where a tag ends; attribute values may contain a `>`."""
        match = _TAG.match(self.source, start)
        return self.source.index(">", match.end() if match else start) + 1

    def _cdata(self, is_open: bool) -> None:
        self._offset()
        self.in_cdata = is_open

    def _open(self, tag: str, attributes: Mapping[str, str]) -> None:
        start, name = self._offset(), tag.rpartition(":")[2]
        self.path.append(name)
        self.ids.append(attributes.get("id") or attributes.get("tuid") or "")
        self.kept.append(self.kept[-1] and attributes.get("translate") != "no")
        if self.text is not None:
            self.tag_start = start
            return
        self.aside += name in _ASIDE
        for side, names in (("source", _SOURCE_LANGUAGE), ("target", _TARGET_LANGUAGE)):
            if tag_of_language := next(filter(None, map(attributes.get, names)), None):
                self.languages.setdefault(side, tag_of_language)
        if name in _UNITS and not self.aside:
            state = attributes.get("state", "")
            name_of_unit = "\x04".join(filter(None, self.ids[-2:]))
            self.unit = _OpenUnit(name_of_unit, _UNSURE.match(state) is not None, self.kept[-1])
            self.units.append(self.unit)
        elif name == "tuv":
            self.variant = attributes.get("xml:lang") or attributes.get("lang") or ""
        elif name in _TEXTS and self.unit and not self.aside:
            self.unit.is_unsure |= _UNSURE.match(attributes.get("state", "")) is not None
            end = self._tag_end(start)
            self.text = _Text(end, self.variant if name == "seg" else attributes.get("xml:lang", ""))
            if self.source[end - 2] != "/":  # an empty tag has no room for a translation
                self.unit.texts.append((name, self.text))

    def _close(self, _: str) -> None:
        start, name = self._offset(), self.path.pop()
        self.ids.pop()
        self.kept.pop()
        if self.text is not None and name in _TEXTS and self.path and self.path[-1] not in _TEXTS:
            self.text = None
        elif self.text is not None:
            if self.source.startswith("</", start):
                self.tag_start = start
        else:
            self.aside -= name in _ASIDE
            if name in _UNITS and not self.aside:
                self.unit = None

    def _characters(self, data: str) -> None:
        start = self._offset()
        if self.text is None:
            return
        if self.source[start] == "&" and not self.in_cdata:
            self.text.runs.append(StringRun(data, start, self.source.index(";", start) + 1))
            return
        for line in re.split(r"(\n)", data):
            if line:
                match = LINE_END.match(self.source, start) if line == "\n" else None
                end = match.end() if match else start + len(line)
                self.text.runs.append(StringRun(line, start, end))
                start = end


_TAG = re.compile(r"""</?[^\s<>/]+(?:\s+[^\s=<>]+\s*=\s*(?:"[^"]*"|'[^']*'))*""")


def xliff(source: str) -> UnitFile:
    """Return the units of an XLIFF file; raises UnreadableError if it is not XML or not from English."""
    reader = _Reader(source)
    units = []
    for unit in reader.read():
        sides = dict(reversed(unit.texts))
        if unit.is_kept and "source" in sides:
            original = sides["source"]
            target = sides.get("target", _Text(original.start))
            units.append(_unit(unit, original, target))
    tag = reader.languages.get("source", "en")
    if (language := parse_tag(tag)) is None or language.lang != "en":
        raise UnreadableError(f"translates from {tag}: only files whose source is English are read")
    return UnitFile(units, reader.languages.get("target", ""))


def tmx(source: str) -> UnitFile:
    """Return the English and the first other language of ours in a memory; raises UnreadableError if it is not XML."""
    raw_units = _Reader(source).read()
    languages = {text.language: parse_tag(text.language) for unit in raw_units for _, text in unit.texts}
    english = {tag for tag, language in languages.items() if language and language.lang == "en"}
    target = next((tag for tag, language in languages.items() if language and tag not in english), "")
    units = []
    for unit in raw_units:
        texts = {"en" if text.language in english else text.language: text for _, text in reversed(unit.texts)}
        if "en" in texts:
            units.append(_unit(unit, texts["en"], texts.get(target, _Text(texts["en"].start))))
    return UnitFile(units, target)


def _unit(unit: _OpenUnit, original: _Text, target: _Text) -> Unit:
    name = f"{unit.name}\x04{text_of(original.runs)}"
    escaped = partial(escape, quote=False)
    return Unit(name, target.runs, target.start, original.runs, original.start, unit.is_unsure, escaped=escaped)
