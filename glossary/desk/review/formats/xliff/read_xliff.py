"""XLIFF answers, read from a packet as it comes back from a translation editor."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from lxml import etree

from corpus.text.printable import quote_text
from glossary.decisions.decision import Answer, Answers, ReviewError
from glossary.desk.review.formats.clean_text import clean, deduplicated, name
from glossary.desk.review.formats.xliff.notes import (
    SIGN,
    FindingNote,
    NoteCommand,
    find_words,
    order,
    passage_id,
    read_line,
    touched,
)
from glossary.desk.review.packets.row import Stretch
from glossary.exchange.xml import MarkupError, parse_xml

TRANSLATED = "translated"  # what editors write whenever a unit is saved
_FINAL = frozenset({"final", "signed-off"})
_TO_DO = ("new", "initial", "needs-")  # what the states begin with that leave something to be done
# How a target came to be that was not typed: out of a memory, a glossary, a machine.
_FILLED = frozenset(
    {"exact-match", "fuzzy-match", "id-match", "mt-suggestion", "tm-suggestion"}
    | {f"leveraged-{whence}" for whence in ("glossary", "inherited", "mt", "repository", "tm")}
)


@dataclass(frozen=True, slots=True)
class UnitStatus:
    """What an editor says of a unit apart from its text."""

    state: str = ""  # of the target; empty: the editor knows none
    qualifier: str = ""  # how the target came to its state
    approved: bool = False
    is_remembered: bool = False  # its text is, word for word, what a memory offers and not what was sent

    @property
    def takes_change(self) -> bool:
        """Return whether a changed text is the reviewer's: not filled in by a tool, not still to be reviewed."""
        return not self.is_filled and (self.approved or not self.state.startswith(_TO_DO))

    @property
    def settles(self) -> bool:
        """Return whether the reviewer is done with the whole unit, including what was left unchanged.

        Editors that build on translate-toolkit approve a unit, as `translated`, whenever its text is set, even to the
        same text: that is no approval.
        """
        return not self.is_filled and (self.state in _FINAL or (self.approved and self.state != TRANSLATED))

    @property
    def is_filled(self) -> bool:
        """Return whether the text may come from a memory and has not been marked as final since."""
        return (self.is_remembered or self.qualifier in _FILLED) and self.state not in _FINAL


@dataclass(frozen=True, slots=True)
class XliffUnit:
    """A unit as it came back from an editor."""

    place: str
    finding_notes: Sequence[FindingNote]
    before: str  # its target as it was sent; empty: the editor has dropped it
    target: str
    status: UnitStatus
    orders: Sequence[NoteCommand]
    why: str  # what notes say that decide nothing


def answer(unit: XliffUnit, note: FindingNote) -> Answer | None:
    """Return the answer on a finding; None if nothing is decided. Of the notes about it, the last decides."""
    for command in reversed(unit.orders):
        if command.rule in ("", note.rule):
            text = unit.target if command.action == "accept" and unit.target != unit.before else ""
            return Answer(
                note.finding_id, command.action, why=command.why, words=command.words, text=text, place=unit.place
            )
    action = _action(unit, note)
    text = unit.target if action == "accept" else ""
    return Answer(note.finding_id, action, why=unit.why, text=text, place=unit.place) if action else None


def problems(unit: XliffUnit) -> Iterator[str]:
    """Yield a line for each damage, and for each change that does not say which finding is meant."""
    if not unit.finding_notes:
        yield f"{unit.place}: has no note that begins with {SIGN}…]; put back the notes that the packet came with"
    elif not unit.target:
        yield f"{unit.place}: its target is empty; put the text in, or decide with a note"
    if unit.why and unit.finding_notes and not any(answer(unit, note) for note in unit.finding_notes):
        remedy = "begin it with accept:, reject:, admit:, prefer:, exclude: or discuss:"
        yield f"{unit.place}: the note {quote_text(unit.why)} decides nothing; {remedy}"
    for note in unit.finding_notes if unit.target and unit.status.takes_change else ():
        if not answer(unit, note) and _is_change_unclear(unit, note):
            words = f"{quote_text(' '.join(note.words))} ({note.rule})"
            yield f"{unit.place}: was changed, but {words} is not gone; add a note that begins with accept: or reject:"


def undecided(units: Iterable[XliffUnit]) -> Iterator[str]:
    """Yield a line for each kind of unit that a tool filled in, changed or saved without a decision."""
    pending = [
        unit
        for unit in units
        if unit.finding_notes and unit.target and not any(answer(unit, note) for note in unit.finding_notes)
    ]
    changed = [
        unit
        for unit in pending
        if (
            unit.target != unit.before
            if unit.before
            else any(_are_words_gone(unit, note) for note in unit.finding_notes)
        )
    ]
    if count := sum(unit.status.is_filled for unit in changed):
        yield (
            f"{_units(count)} filled in from a memory: not taken; "
            "where a reviewer wants that text, set its state to final, or begin a note with accept:"
        )
    if count := sum(not unit.status.is_filled and not unit.status.takes_change for unit in changed):
        yield (
            f"{_units(count)} changed, or filled in from a memory, and still to be reviewed: not taken; "
            "where a reviewer has seen the text, set its state to translated, or begin a note with accept:"
        )
    if count := sum(unit.status.state == TRANSLATED and unit.target == unit.before for unit in pending):
        yield (
            f"{_units(count)} saved as {TRANSLATED} with the text as it was: not taken as rejected; "
            "where the text is right, set it to final, or begin a note with reject:"
        )


def _units(count: int) -> str:
    return f"{count:,} unit was" if count == 1 else f"{count:,} units were"


def _action(unit: XliffUnit, note: FindingNote) -> str:
    """Return the action that target and state mean for a finding; empty if they do not tell."""
    if not unit.target:
        return ""
    if _are_words_gone(unit, note):
        return "accept" if unit.status.takes_change else ""
    return "reject" if unit.status.settles and not _is_change_unclear(unit, note) else ""


def _are_words_gone(unit: XliffUnit, note: FindingNote) -> bool:
    """Return whether the words occur less often than in the text that was sent."""
    before = len(_places(unit, note)) if unit.before else note.times
    return len(find_words(unit.target, note.words, note.expected)) < before


def _places(unit: XliffUnit, note: FindingNote) -> list[Stretch]:
    return find_words(unit.before, note.words, note.expected)


def _is_change_unclear(unit: XliffUnit, note: FindingNote) -> bool:
    """Return whether a changed target leaves the words in doubt: the change touches them, or they were missing."""
    if unit.target == unit.before or not unit.before:
        return False
    places = _places(unit, note)
    others = [place for other in unit.finding_notes if _are_words_gone(unit, other) for place in _places(unit, other)]
    return not places or touched(unit.before, unit.target, places, others)


def passage_answer(passage: str, source: str, unit: XliffUnit) -> Answer | None:
    """Return what a unit says of a passage; None if it is not translated. A note may decide that it stays English.

    The target was sent empty, so any text in it was written, even if an editor leaves the state unchanged.
    """
    for command in reversed(unit.orders):
        if command.action in ("reject", "discuss"):
            return Answer(passage, command.action, why=command.why, place=unit.place)
    if not unit.target.strip() or unit.target == source or unit.status.is_filled:
        return None
    return Answer(passage, "accept", words=unit.target, why=unit.why, place=unit.place)


def filled_passages(passages: Iterable[XliffUnit]) -> Iterator[str]:
    """Yield a line for the undecided passages that a tool has filled in."""
    if count := sum(bool(unit.target) and unit.status.is_filled and not unit.orders for unit in passages):
        noun = "passage was" if count == 1 else "passages were"
        yield (
            f"{count:,} {noun} filled in from a memory: not taken; "
            "where a translator wants that text, set its state to final"
        )


_AS_SENT = "hand in the file that the packet came as"
_PREVIOUS = "{*}alt-trans[@alttranstype='previous-version']/{*}target"
_OFFERED = "{*}alt-trans/{*}target"


def read(data: bytes) -> Answers:
    """Read a packet in XLIFF 1.2 that comes back. Fails if nothing in it can be read."""
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
        target=text,
        status=UnitStatus(state, qualifier, element.get("approved") == "yes", is_remembered),
        orders=[command for note in reviewer_notes if (command := order(note))],
        why="; ".join(note for note in reviewer_notes if not order(note)),
    )


def _text(element: etree._Element | None) -> str:
    """Return the text of an element, including marks that an editor has added; empty if it is gone."""
    return "" if element is None else clean("".join(str(part) for part in element.itertext()))
