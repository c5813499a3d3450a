"""Sent log: what each packet asked, as a file under version control, and what is new since."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from corpus import lazy_re as re
from corpus.grouping import grouped
from corpus.languages import KNOWN
from corpus.text.printable import printable
from glossary.decisions.decision import Question, ReviewError
from glossary.decisions.files import (
    ASKED,
    LinePlace,
    Row,
    asked_row,
    fail_on_keys,
    fail_unless,
    is_text,
    line,
    question_from,
    rows,
)
from glossary.desk.review.packets.row import Packet

FORMAT = "taiyaku-packet"
VERSION = 1
_HEAD = ("packet", "build", "signature", "lang")
_NAME = re.compile(r"([a-z]+)-(\d{1,9})(?:\.jsonl)?", re.ASCII)


@dataclass(frozen=True, slots=True)
class SentPacket:
    """The questions of one packet."""

    packet_id: str
    build_id: str
    signature: str
    lang: str
    questions: tuple[Question, ...]


def sent_log_text(packet: Packet) -> str:
    """Return the text of the file that records what a packet asks: a head, then a line for each finding."""
    names = (packet.packet_id, packet.build_id, packet.signature, packet.lang)
    head = {"format": FORMAT, "version": VERSION, **dict(zip(_HEAD, names, strict=True))}
    asked_rows = [asked_row(row.question) for row in (*packet.rows, *packet.passages)]
    return "".join(line(record) for record in (head, *asked_rows))


def read(text: str, name: str) -> SentPacket:
    """Read what a packet asked; `name` is its file's name, for messages. Raises ReviewError."""
    lines = list(rows(text, name))
    fail_unless(bool(lines), printable(name), "empty, where a packet should be")
    head = _head(*lines[0])
    questions = [_read_question(place, row, head["lang"]) for place, row in lines[1:]]
    first: dict[str, LinePlace] = {}
    for (place, _), question in zip(lines[1:], questions, strict=True):
        earlier = first.setdefault(question.finding_id, place)
        problem = f"finding {printable(question.finding_id)} stands in line {earlier.number} already"
        fail_unless(earlier == place, place, problem)
    return SentPacket(head["packet"], head["build"], head["signature"], head["lang"], tuple(questions))


def _head(place: LinePlace, row: Row) -> Row:
    fail_unless(row.get("format") == FORMAT, place, f"no head of a packet (format {FORMAT})")
    if row.get("version") != VERSION:
        version = printable(repr(row.get("version"))[:20])
        raise ReviewError(f"{place}: version {version}, where {VERSION} is known; use the taiyaku that wrote it")
    fail_on_keys(row, ("format", "version", *_HEAD), place)
    fail_unless(all(is_text(row[key]) for key in _HEAD), place, f"{', '.join(_HEAD)} are not all texts")
    fail_unless(row["lang"] in KNOWN, place, f"lang is none of {', '.join(KNOWN)}")
    return row


def _read_question(place: LinePlace, row: Row, lang: str) -> Question:
    fail_on_keys(row, ASKED, place)
    question = question_from(row, place)
    fail_unless(question.lang == lang, place, f"lang is {printable(question.lang)} in a packet of {lang}")
    return question


def unsent(
    questions: Iterable[Question], sent: Iterable[SentPacket], decided: Iterable[Question] = (), build_id: str = ""
) -> dict[str, list[int]]:
    """Return, by finding, the numbers of its places that were neither sent in these packets nor decided. Findings
    without such places are left out.

    Deciding only part of what a packet asked, such as giving a text for one place, gives the other places back:
    they are asked about again from the next build on (packets of one build, `build_id`, ask nothing twice).
    """
    answers = grouped(decided, lambda about: about.finding_id)
    known_marks: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for packet in sent:
        for about in packet.questions:
            finding_answers = () if packet.build_id == build_id else answers.get(about.finding_id, ())
            asked_marks = set(about.marks)
            parts = [set(answer.marks) for answer in finding_answers if asked_marks >= set(answer.marks)]
            known_marks[about.finding_id] |= Counter(
                [name for name in about.marks if not parts or any(name in part for part in parts)]
            )
    for about in decided:
        known_marks[about.finding_id] |= Counter(about.marks)
    numbers_by_finding = {about.finding_id: _unknown(about.marks, known_marks[about.finding_id]) for about in questions}
    return {finding_id: numbers for finding_id, numbers in numbers_by_finding.items() if numbers}


def _unknown(marks: Sequence[str], known_marks: Counter[str]) -> list[int]:
    """Return the numbers of the places that are not known; of equal ones, as many as exceed the known."""
    remaining, numbers = Counter(known_marks), list[int]()
    for number, name in enumerate(marks):
        remaining[name] -= 1
        if remaining[name] < 0:
            numbers.append(number)
    return numbers


def next_id(lang: str, names: Iterable[str]) -> str:
    """Return the id of a language's next packet, after the packets or files of these names."""
    numbers = [int(match[2]) for name in names if (match := _NAME.fullmatch(name)) and match[1] == lang]
    return f"{lang}-{max(numbers, default=0) + 1:04}"
