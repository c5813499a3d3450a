"""TMX 1.4b: translation memories, from the aligned units of a build or from the beads of two files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from importlib.metadata import version
from typing import Any

from lxml import etree

from corpus.records import LANGUAGE_COLUMNS
from glossary.exchange.xml import DECLARATION, LANG, child, clean, root

# The table that a memory is made from, and the columns of it that are read.
READS = {"parallel": ["unit_id", "work", *LANGUAGE_COLUMNS, "score", "quality", "flags"]}
# What one of these marks has no translation in it, or one into another language.
_OF_NO_USE = frozenset({"untranslated", "other-language"})
MEMORY_END = b"  </body>\n</tmx>\n"


@dataclass(frozen=True, slots=True)
class TmxPair:
    """A text and its translation."""

    number: str  # an id, unique in its memory
    texts: tuple[str, str]
    properties: tuple[tuple[str, str], ...]  # name and value


def tmx_bytes(units: Iterable[Mapping[str, Any]], locales: Mapping[str, str]) -> bytes:
    """Return the memory of two languages of a build, from rows of `parallel`; `locales`: tags, source first."""
    source, target = locales
    return memory(_pairs(units, source, target), (locales[source], locales[target]))


def translations(units: Iterable[Mapping[str, Any]], source: str, target: str) -> dict[str, list[str]]:
    """Return the translations of each text in the memory of two languages of a build."""
    found: dict[str, list[str]] = {}
    for pair in _pairs(units, source, target):
        found.setdefault(pair.texts[0], []).append(pair.texts[1])
    return found


def memory(pairs: Iterable[TmxPair], locales: tuple[str, str]) -> bytes:
    """Return a translation memory of these pairs, in their order."""
    # A unit at a time: the tree of a large memory would take ten times its size.
    return b"".join((memory_head(locales[0]), *(memory_unit(pair, locales) for pair in pairs), MEMORY_END))


def memory_head(source_locale: str) -> bytes:
    """Return the part of a memory before its first unit."""
    attributes = {"creationtool": "taiyaku", "creationtoolversion": version("taiyaku"), "segtype": "sentence"}
    more = {"o-tmf": "taiyaku", "adminlang": "en", "srclang": source_locale, "datatype": "plaintext"}
    return b"".join(
        (
            DECLARATION,
            b'<tmx version="1.4">\n  ',
            etree.tostring(root("header", {**attributes, **more})),
            b"\n  <body>\n",
        )
    )


def memory_unit(pair: TmxPair, locales: tuple[str, str]) -> bytes:
    """Return a unit of a memory, on lines of its own."""
    unit = root("tu", {"tuid": pair.number})
    for name, value in pair.properties:
        child(unit, "prop", value, {"type": name})
    for locale, text in zip(locales, pair.texts, strict=True):
        child(child(unit, "tuv", attributes={LANG: locale}), "seg", text)
    etree.indent(unit, level=2)
    return b"    " + etree.tostring(unit, encoding="UTF-8") + b"\n"


def _pairs(units: Iterable[Mapping[str, Any]], source: str, target: str) -> Iterator[TmxPair]:
    """Yield the translations, each pair of texts once, where it first occurs."""
    earlier_texts: set[tuple[str, str]] = set()
    for unit in units:
        texts = clean(unit[source] or "").strip(), clean(unit[target] or "").strip()
        if all(texts) and texts not in earlier_texts and _OF_NO_USE.isdisjoint(unit["flags"]):
            earlier_texts.add(texts)
            figures = [(f"x-{name}", f"{unit[name]:.2f}") for name in ("score", "quality") if unit[name] is not None]
            yield TmxPair(unit["unit_id"], texts, (*figures, ("x-document", unit["work"])))
