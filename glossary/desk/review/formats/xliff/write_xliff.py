"""XLIFF 1.2: a packet for the editors of translators, a unit of text with all its findings as one unit there.

The target is plain text, as editors spoil marks in what they let people change; the terms are marked in the source
alone. What a finding speaks of stands in a note, as notes are what every editor keeps; what the target was stands
beside it as a previous version.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from importlib.metadata import version
from types import MappingProxyType

from lxml import etree

from glossary.desk.review.formats.xliff.notes import definition_line, finding_line, opinion_lines
from glossary.desk.review.packets.row import Packet, PacketRow, Term
from glossary.exchange.xml import SPACE, as_bytes, child, clean, root

SPACE_12 = "urn:oasis:names:tc:xliff:document:1.2"
_HOW = (
    "Change a target where a finding is right, and set its state to translated. Where the text is right as it stands, "
    "set it to final or signed-off, or approve it in the state it has: the findings whose words still stand there are "
    "then rejected. What is still to be reviewed, was filled in from a memory or saved as it was, decides nothing. A "
    "note may decide instead: begin it with accept:, reject:, admit:, prefer:, exclude: or discuss: (for one rule of "
    "several, reject T101: …), and put the form to admit or prefer, or the longer words to exclude, in quotes after."
)


def xliff_bytes(packet: Packet, memory: Mapping[str, Sequence[str]] = MappingProxyType({})) -> bytes:
    """Return the packet as XLIFF 1.2: a file for each document, in the order of rows; rows without English are left
    out.

    `memory` has the translations of texts that travel with the packet. What of them a tool may fill in stands beside
    its unit, so that it is known again. OmegaT 3.6 looks up the target, where some units still have the English.
    """
    top = root(f"{{{SPACE_12}}}xliff", {"version": "1.2"}, {None: SPACE_12})
    sources: list[tuple[etree._Element, Sequence[PacketRow]]] = []
    for path, units in (_grouped(packet) or {packet.packet_id: {}}).items():  # the format wants one file at least
        attributes = {"original": path, "source-language": "en", "target-language": packet.locale}
        more = {"datatype": "plaintext", "tool-id": "taiyaku", "build-num": packet.build_id}
        file = child(top, "file", attributes={**attributes, **more})
        header = child(file, "header")
        child(header, "tool", None, {"tool-id": "taiyaku", "tool-name": "taiyaku", "tool-version": version("taiyaku")})
        child(header, "note", f"[taiyaku {packet.packet_id}] {packet.signature}", {"from": "taiyaku"})
        child(header, "note", _HOW, {"from": "taiyaku"})
        body = child(file, "body")
        sources += ((_unit(body, number, rows, memory), rows) for number, rows in units.items())
    etree.indent(top)
    for source, rows in sources:  # only now, or white space would be put between the marks
        _mark(source, rows[0].question.source, _terms(rows))
    return as_bytes(top)


def count_left_out(packet: Packet) -> int:
    """Count the rows without English, which have no place in a file of translations."""
    return len(packet.rows) - len(_rows_with_english(packet))


def _rows_with_english(packet: Packet) -> list[PacketRow]:
    return [row for row in packet.rows if row.question.source and row.question.target]


def _grouped(packet: Packet) -> dict[str, dict[str, list[PacketRow]]]:
    """Return the rows by path and unit."""
    rows_by_path: dict[str, dict[str, list[PacketRow]]] = {}
    for row in _rows_with_english(packet):
        rows_by_path.setdefault(row.question.path, {}).setdefault(row.unit_id or row.question.finding_id, []).append(
            row
        )
    return rows_by_path


def _unit(
    body: etree._Element, number: str, rows: Sequence[PacketRow], memory: Mapping[str, Sequence[str]]
) -> etree._Element:
    """Add a unit with all but the text of its source; that element is returned, to be filled."""
    first = rows[0]
    unit = child(body, "trans-unit", attributes={"id": number, SPACE: "preserve"})
    source = child(unit, "source")
    child(unit, "target", first.question.target, {"state": "needs-review-translation"})
    place = child(unit, "context-group", attributes={"purpose": "location"})
    child(place, "context", first.location, {"context-type": "sourcefile"})
    lines = [*map(finding_line, rows), *(definition_line(row) for row in rows if row.definition)]
    lines += [line for row in rows for line in opinion_lines(row)]
    for line in dict.fromkeys(lines):
        child(unit, "note", line, {"from": "taiyaku"})
    child(child(unit, "alt-trans", attributes={"alttranstype": "previous-version"}), "target", first.question.target)
    if first.match:
        attributes = {"match-quality": f"{first.match.score:.0%}", "origin": first.match.work}
        _offer(unit, first.match.source, first.match.target, attributes)
    for text in dict.fromkeys((first.question.source.strip(), first.question.target.strip())):
        for translation in memory.get(text, ()):
            if translation not in (first.question.target.strip(), first.match and first.match.target):
                _offer(unit, text, translation, {"match-quality": "100%", "origin": "tmx"})
    return source


def _offer(unit: etree._Element, text: str, translation: str, attributes: Mapping[str, str]) -> None:
    """Add what a memory offers for a unit."""
    like = child(unit, "alt-trans", attributes=attributes)
    child(like, "source", text)
    child(like, "target", translation)


def _terms(rows: Iterable[PacketRow]) -> list[Term]:
    """Return the terms of all rows, in order; where those of two overlap, the earlier row's."""
    disjoint_terms: list[Term] = []
    for term in (term for row in rows for term in row.terms):
        if all(term.end <= other.start or term.start >= other.end for other in disjoint_terms):
            disjoint_terms.append(term)
    return sorted(disjoint_terms, key=lambda term: term.start)


def _mark(source: etree._Element, text: str, terms: Iterable[Term]) -> None:
    position, mark = 0, None
    for term in terms:
        _append(source, mark, text[position : term.start])
        mark = child(source, "mrk", text[term.start : term.end], {"mtype": "term", "comment": term.preferred})
        position = term.end
    _append(source, mark, text[position:])


def _append(source: etree._Element, mark: etree._Element | None, text: str) -> None:
    if mark is None:
        source.text = clean(text)
    else:
        mark.tail = clean(text)
