"""XLIFF 1.2 to write for translation editors: a packet's text units, each with all its findings as one unit; and its
passages, English to be translated, with empty targets.

The target is plain text, as editors spoil marks in editable text; terms are marked in the source alone. A finding
is described in a note, as every editor keeps notes. The original target is kept next to it as a previous version.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.metadata import version
from types import MappingProxyType

from lxml import etree

from glossary.desk.review.formats.xliff.notes import SIGN, definition_line, finding_line, opinion_lines, passage_line
from glossary.desk.review.packets.row import Packet, PacketRow, disjoint
from glossary.exchange.xml import SPACE, as_bytes, child, clean, root

_SPACE_12 = "urn:oasis:names:tc:xliff:document:1.2"
_HOW = (
    "Change a target where a finding is right, and set its state to translated. Where the text is right as it stands, "
    "set it to final or signed-off, or approve it in the state it has: the findings whose words still stand there are "
    "then rejected. What is still to be reviewed, was filled in from a memory or saved as it was, decides nothing. A "
    "note may decide instead: begin it with accept:, reject:, admit:, prefer:, exclude: or discuss: (for one rule of "
    "several, reject T101: …), and put the form to admit or prefer, or the longer words to exclude, in quotes after."
)


_HOW_PASSAGES = (
    "Translate the sources, which the pages have in English. Leave code, addresses and marks of markup as they are. "
    "What is to stay English gets a note that begins with reject:."
)
_IN_MEMORY = {"match-quality": "100%", "origin": "tmx"}


def xliff_bytes(packet: Packet, memory: Mapping[str, Sequence[str]] = MappingProxyType({})) -> bytes:
    """Return the packet as XLIFF 1.2: a file for each document, in the order of rows, without rows that lack English.

    `memory` has the translations of texts that travel with the packet. Those that a tool may fill in are kept
    next to their unit, so that they are recognized. OmegaT 3.6 looks up the target, where some units still have
    the English.
    """
    top = root(f"{{{_SPACE_12}}}xliff", {"version": "1.2"}, {None: _SPACE_12})
    sources: list[tuple[etree._Element, Sequence[PacketRow]]] = []
    rows_by_path: dict[str, dict[str, list[PacketRow]]] = {}
    for row in _rows_with_english(packet):
        rows_by_path.setdefault(row.question.path, {}).setdefault(row.unit_id or row.question.finding_id, []).append(
            row
        )
    for path, units in (rows_by_path or {packet.packet_id: {}}).items():  # the format wants one file at least
        body = _file_body(top, packet, path, _HOW)
        sources += ((_unit(body, number, rows, memory), rows) for number, rows in units.items())
    etree.indent(top)
    for source, rows in sources:  # only now, or white space would be put between the marks
        text = rows[0].question.source
        position, mark = 0, None
        for term in disjoint(term for row in rows for term in row.terms):
            _append(source, mark, text[position : term.start])
            mark = child(source, "mrk", text[term.start : term.end], {"mtype": "term", "comment": term.preferred})
            position = term.end
        _append(source, mark, text[position:])
    return as_bytes(top)


def passages_bytes(
    packet: Packet,
    memory: Mapping[str, Sequence[str]] = MappingProxyType({}),
    drafts: Mapping[str, Sequence[tuple[str, str]]] = MappingProxyType({}),
) -> bytes:
    """Return the passages of a packet: a file for each document, in the order of rows.

    `memory` has translations of texts, `drafts` what assistants drafted for findings, each with the assistant's
    name. Those that a tool may fill in are kept next to their unit, to be recognized later.
    """
    top = root(f"{{{_SPACE_12}}}xliff", {"version": "1.2"}, {None: _SPACE_12})
    bodies: dict[str, etree._Element] = {}
    for row in packet.passages:
        question = row.question
        if question.path not in bodies:
            bodies[question.path] = _file_body(top, packet, question.path, _HOW_PASSAGES)
        unit = child(bodies[question.path], "trans-unit", attributes={"id": question.finding_id, SPACE: "preserve"})
        child(unit, "source", question.surface)
        child(unit, "target", "", {"state": "needs-translation"})
        _add_place(unit, row)
        child(unit, "note", passage_line(row), {"from": "taiyaku"})
        for translation in memory.get(question.surface.strip(), ()):
            _offer(unit, question.surface.strip(), translation, _IN_MEMORY)
        for text, name in drafts.get(question.finding_id, ()):
            _offer(unit, question.surface.strip(), text, {"match-quality": "75%", "origin": f"draft of {name}"})
    etree.indent(top)
    return as_bytes(top)


def _file_body(top: etree._Element, packet: Packet, path: str, how: str) -> etree._Element:
    """Add a file for a document, with instructions for its translator, and return the element of its units."""
    attributes = {"original": path, "source-language": "en", "target-language": packet.locale}
    more = {"datatype": "plaintext", "tool-id": "taiyaku", "build-num": packet.build_id}
    file = child(top, "file", attributes={**attributes, **more})
    header = child(file, "header")
    child(header, "tool", None, {"tool-id": "taiyaku", "tool-name": "taiyaku", "tool-version": version("taiyaku")})
    child(header, "note", f"{SIGN}{packet.packet_id}] {packet.signature}", {"from": "taiyaku"})
    child(header, "note", how, {"from": "taiyaku"})
    return child(file, "body")


def _add_place(unit: etree._Element, row: PacketRow) -> None:
    place = child(unit, "context-group", attributes={"purpose": "location"})
    child(place, "context", row.location, {"context-type": "sourcefile"})


def count_left_out(packet: Packet) -> int:
    """Count the rows without English, which cannot go into a translation file."""
    return len(packet.rows) - len(_rows_with_english(packet))


def _rows_with_english(packet: Packet) -> list[PacketRow]:
    return [row for row in packet.rows if row.question.source and row.question.target]


def _unit(
    body: etree._Element, number: str, rows: Sequence[PacketRow], memory: Mapping[str, Sequence[str]]
) -> etree._Element:
    """Add a unit without the text of its source, and return the source element to be filled."""
    first = rows[0]
    unit = child(body, "trans-unit", attributes={"id": number, SPACE: "preserve"})
    source = child(unit, "source")
    child(unit, "target", first.question.target, {"state": "needs-review-translation"})
    _add_place(unit, first)
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
                _offer(unit, text, translation, _IN_MEMORY)
    return source


def _offer(unit: etree._Element, text: str, translation: str, attributes: Mapping[str, str]) -> None:
    """Add what a memory offers for a unit."""
    like = child(unit, "alt-trans", attributes=attributes)
    child(like, "source", text)
    child(like, "target", translation)


def _append(source: etree._Element, mark: etree._Element | None, text: str) -> None:
    if mark is None:
        source.text = clean(text)
    else:
        mark.tail = clean(text)
