"""XLIFF answers: a packet as it comes back from an editor of translations."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain

from lxml import etree

from corpus.text.printable import quote_text
from glossary.decisions.decision import Answers, ReviewError
from glossary.desk.review.formats.clean_text import clean, deduplicated, name
from glossary.desk.review.formats.xliff.notes import SIGN, order, passage_id, read_line
from glossary.desk.review.formats.xliff.target_edits import (
    UnitStatus,
    XliffUnit,
    answer,
    filled_passages,
    passage_answer,
    problems,
    undecided,
)
from glossary.exchange.xml import MarkupError, parse_xml

_AS_SENT = "hand in the file that the packet came as"
_PREVIOUS = "{*}alt-trans[@alttranstype='previous-version']/{*}target"
_OFFERED = "{*}alt-trans/{*}target"


def read(data: bytes) -> Answers:
    """Read a packet in XLIFF 1.2 that comes back. Fails where nothing in it can be read."""
    try:
        top = parse_xml(data)
    except MarkupError as error:
        raise ReviewError(str(error)) from None
    tag, version = etree.QName(top).localname, top.get("version", "")
    if tag != "xliff":
        raise ReviewError(f"is no XLIFF: its first element is {quote_text(tag)}; {_AS_SENT}")
    if not version.startswith("1."):
        raise ReviewError(f"is XLIFF of version {quote_text(version)}; save it as XLIFF 1.2, as the packet came")
    elements = [
        (element, passage_id(_text(note) for note in element.findall("{*}note")))
        for element in top.iter("{*}trans-unit")
    ]
    units = [_unit(element) for element, passage in elements if not passage]
    passages = [(passage, _text(element.find("{*}source")), _unit(element)) for element, passage in elements if passage]
    if not passages and not any(unit.finding_notes for unit in units):
        raise ReviewError(f"has no unit with a note that begins with {SIGN}…]; {_AS_SENT}")
    judged = (answer(unit, note) for unit in units for note in unit.finding_notes)
    translated = (passage_answer(*passage) for passage in passages)
    unique_answers, doubled = deduplicated(filter(None, chain(judged, translated)))
    contacts = [phase.get("contact-name", "") for phase in top.iter("{*}phase")]
    reviewer, wrong = name(next(filter(None, reversed(contacts)), ""))
    lines = [*([f"who: {wrong}"] if wrong else ()), *(line for unit in units for line in problems(unit)), *doubled]
    signed_answers = tuple(replace(reply, who=reviewer) for reply in unique_answers)
    remarks = (*undecided(units), *filled_passages(unit for _, _, unit in passages))
    return Answers(
        signed_answers,
        tuple(lines),
        next((clean(number) for file in top.iter("{*}file") if (number := file.get("build-num"))), ""),
        remarks,
    )


def _unit(element: etree._Element) -> XliffUnit:
    notes = (_text(note) for note in element.findall("{*}note"))
    lines = [[line.strip() for line in note.splitlines()] for note in notes]  # some editors join all notes
    remarks = (" ".join(line for line in own if line and not line.startswith(SIGN)) for own in lines)
    reviewer_notes = list(filter(None, remarks))
    target = element.find("{*}target")
    before = _text(element.find(_PREVIOUS))
    state, qualifier = ("" if target is None else target.get(name, "") for name in ("state", "state-qualifier"))
    text, offered = _text(target), map(_text, element.findall(_OFFERED))
    is_remembered = bool(text) and text != before and text in offered
    return XliffUnit(
        place=f"unit {quote_text(element.get('id', ''))}",
        finding_notes=[finding_note for own in lines for line in own if (finding_note := read_line(line))],
        before=before,
        target=_text(target),
        status=UnitStatus(state, qualifier, element.get("approved") == "yes", is_remembered),
        orders=[command for note in reviewer_notes if (command := order(note))],
        why="; ".join(note for note in reviewer_notes if not order(note)),
    )


def _text(element: etree._Element | None) -> str:
    """Return the text of an element with that of marks an editor has put into it; nothing where it is gone."""
    return "" if element is None else clean("".join(str(part) for part in element.itertext()))
