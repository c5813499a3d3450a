"""Passages in XLIFF 1.2: English to be translated, with empty targets, and what comes back in them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib.metadata import version
from types import MappingProxyType

from lxml import etree

from corpus import lazy_re as re
from glossary.decisions.decision import Answer
from glossary.desk.review.formats.xliff.notes import SIGN
from glossary.desk.review.formats.xliff.target_edits import XliffUnit
from glossary.desk.review.packets.row import Packet, PacketRow
from glossary.exchange.xml import SPACE, as_bytes, child, root

SPACE_12 = "urn:oasis:names:tc:xliff:document:1.2"
_HOW = (
    "Translate the sources, which the pages have in English. Leave code, addresses and marks of markup as they are. "
    "What is to stay English gets a note that begins with reject:."
)
_NOTE = re.compile(r"\[taiyaku (\S+)\] translate (T\d{3}):.*")


def passages_bytes(
    packet: Packet,
    memory: Mapping[str, Sequence[str]] = MappingProxyType({}),
    drafts: Mapping[str, Sequence[tuple[str, str]]] = MappingProxyType({}),
) -> bytes:
    """Return the passages of a packet: a file for each document, in the order of rows.

    `memory` has translations of texts, `drafts` what assistants drafted for findings, each with the name of the
    assistant. What of them a tool may fill in stands beside its unit, to be known again.
    """
    top = root(f"{{{SPACE_12}}}xliff", {"version": "1.2"}, {None: SPACE_12})
    bodies: dict[str, etree._Element] = {}
    for row in packet.passages:
        path = row.question.path
        if path not in bodies:
            attributes = {"original": path, "source-language": "en", "target-language": packet.locale}
            more = {"datatype": "plaintext", "tool-id": "taiyaku", "build-num": packet.build_id}
            file = child(top, "file", attributes={**attributes, **more})
            header = child(file, "header")
            child(
                header, "tool", None, {"tool-id": "taiyaku", "tool-name": "taiyaku", "tool-version": version("taiyaku")}
            )
            child(header, "note", f"{SIGN}{packet.packet_id}] {packet.signature}", {"from": "taiyaku"})
            child(header, "note", _HOW, {"from": "taiyaku"})
            bodies[path] = child(file, "body")
        offers = [(translation, "100%", "tmx") for translation in memory.get(row.question.surface.strip(), ())]
        offers += [(text, "75%", f"draft of {name}") for text, name in drafts.get(row.question.finding_id, ())]
        _add_unit(bodies[path], row, offers)
    etree.indent(top)
    return as_bytes(top)


def _add_unit(body: etree._Element, row: PacketRow, offers: Iterable[tuple[str, str, str]]) -> None:
    """Add a unit; `offers` are texts with how well they match, and where they are from."""
    unit = child(body, "trans-unit", attributes={"id": row.question.finding_id, SPACE: "preserve"})
    child(unit, "source", row.question.surface)
    child(unit, "target", "", {"state": "needs-translation"})
    place = child(unit, "context-group", attributes={"purpose": "location"})
    child(place, "context", row.location, {"context-type": "sourcefile"})
    message = " ".join(row.message.split())
    child(
        unit, "note", f"{SIGN}{row.question.finding_id}] translate {row.question.rule}: {message}", {"from": "taiyaku"}
    )
    for translation, quality, origin in offers:
        offered = child(unit, "alt-trans", attributes={"match-quality": quality, "origin": origin})
        child(offered, "source", row.question.surface.strip())
        child(offered, "target", translation)


def passage_id(notes: Iterable[str]) -> str:
    """Return the finding whose passage a unit with these notes is; empty where it is none."""
    lines = (line.strip() for note in notes for line in note.splitlines())
    return next((match[1] for line in lines if (match := _NOTE.fullmatch(line))), "")


def passage_answer(passage: str, source: str, unit: XliffUnit) -> Answer | None:
    """Return what a unit says of a passage; None where it is not translated. A note may decide that it stays English.

    Its target came empty, so that what stands there was written, also where an editor leaves the state as it was.
    """
    for command in reversed(unit.orders):
        if command.action in ("reject", "discuss"):
            return Answer(passage, command.action, why=command.why, place=unit.place)
    if not unit.target.strip() or unit.target == source or unit.status.is_filled:
        return None
    return Answer(passage, "accept", words=unit.target, why=unit.why, place=unit.place)


def filled(passages: Iterable[XliffUnit]) -> Iterator[str]:
    """Yield a line for the units of passages that a tool has filled in, and that are not decided."""
    if count := sum(bool(unit.target) and unit.status.is_filled and not unit.orders for unit in passages):
        noun = "passage was" if count == 1 else "passages were"
        yield (
            f"{count:,} {noun} filled in from a memory: not taken; "
            "where a translator wants that text, set its state to final"
        )
