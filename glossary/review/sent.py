"""Sent: what each packet asked, as a file under version control keeps it, and what is new since."""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from typing import Any

from corpus.printable import printable
from glossary.review.decision import Asked, ReviewError
from glossary.review.row import Packet
from glossary.terms import LANGUAGES

FORMAT = "taiyaku-packet"
VERSION = 1
_HEAD = ("packet", "build", "signature", "lang")
_ASKED = tuple(one.name for one in fields(Asked))
_NAME = re.compile(r"([a-z]+)-(\d{1,9})(?:\.jsonl)?", re.ASCII)
_HALF = re.compile("[\ud800-\udfff]")
_REMEDY = "take the file back from version control"


@dataclass(frozen=True, slots=True)
class Sent:
    """What one packet asked."""

    packet_id: str
    build_id: str
    signature: str
    lang: str
    asked: tuple[Asked, ...]


def written(packet: Packet) -> str:
    """The text of the file that keeps what a packet asks: a head, then a line for each finding."""
    names = (packet.packet_id, packet.build_id, packet.signature, packet.lang)
    head = {"format": FORMAT, "version": VERSION, **dict(zip(_HEAD, names, strict=True))}
    lines = [head, *(asdict(one.asked) for one in packet.rows)]
    return "".join(f"{json.dumps(line, ensure_ascii=False)}\n" for line in lines)


def read(text: str, name: str) -> Sent:
    """What a packet asked; `name` is that of its file, for messages; raises ReviewError."""
    lines = list(_lines(text, printable(name)))
    if not lines:
        raise ReviewError(f"{printable(name)}: empty, where a packet should be; {_REMEDY}")
    head = _head(*lines[0])
    asked = [_asked(place, row, head["lang"]) for place, row in lines[1:]]
    _fail_on_repeated([place for place, _ in lines[1:]], asked)
    return Sent(head["packet"], head["build"], head["signature"], head["lang"], tuple(asked))


def _lines(text: str, name: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Where each line stands, and what it says. Other signs that end a line are characters to JSON."""
    for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), 1):
        if line.strip():
            yield f"{name}:{number}", _object(line, f"{name}:{number}")


def _object(line: str, place: str) -> dict[str, Any]:
    try:
        loaded = json.loads(line)
    except json.JSONDecodeError as error:
        raise ReviewError(f"{place}: not JSON: {error.msg} (column {error.colno}); {_REMEDY}") from None
    except (ValueError, RecursionError) as error:
        raise ReviewError(f"{place}: not JSON: {error}; {_REMEDY}") from None
    if not isinstance(loaded, dict):
        raise ReviewError(f"{place}: no object in braces; {_REMEDY}")
    return loaded


def _head(place: str, row: Mapping[str, Any]) -> Mapping[str, Any]:
    if row.get("format") != FORMAT:
        raise ReviewError(f"{place}: no head of a packet (format {FORMAT}); {_REMEDY}")
    if row.get("version") != VERSION:
        met = printable(repr(row.get("version"))[:20])
        raise ReviewError(f"{place}: version {met}, where {VERSION} is known; use the taiyaku that wrote it")
    _fail_on_keys(place, row, ("format", "version", *_HEAD))
    _fail_unless(all(_is_text(row[one]) for one in _HEAD), place, f"{', '.join(_HEAD)} are not all texts")
    _fail_unless(row["lang"] in LANGUAGES, place, f"lang is none of {', '.join(LANGUAGES)}")
    return row


def _asked(place: str, row: Mapping[str, Any], lang: str) -> Asked:
    _fail_on_keys(place, row, _ASKED)
    for name in _ASKED:
        _fail_unless(_is_right(name, row[name]), place, f"{name} is no {_KINDS.get(name, 'text')}")
    _fail_unless(row["lang"] == lang, place, f"lang is {printable(row['lang'])} in a packet of {lang}")
    return Asked(**{**row, "marks": tuple(row["marks"]), "sure": float(row["sure"])})


_KINDS = {"marks": "list of fingerprints", "sure": "number from 0 to 1"}


def _is_right(name: str, value: Any) -> bool:
    if name == "marks":
        return isinstance(value, list) and all(map(_is_text, value))
    if name == "sure":
        return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= 1
    return _is_text(value)


def _is_text(value: Any) -> bool:
    """Whether a value is text that can be written again: JSON can spell out half a character."""
    return isinstance(value, str) and _HALF.search(value) is None


def _fail_on_keys(place: str, row: Mapping[str, Any], known: Sequence[str]) -> None:
    lacking = [one for one in known if one not in row]
    unknown = [printable(one)[:40] for one in row if one not in known]
    _fail_unless(not lacking, place, f"lacks {', '.join(lacking)}")
    _fail_unless(not unknown, place, f"does not know {', '.join(unknown)}")


def _fail_on_repeated(places: Sequence[str], asked: Sequence[Asked]) -> None:
    first: dict[str, str] = {}
    for place, one in zip(places, asked, strict=True):
        earlier = first.setdefault(one.finding_id, place)
        said = f"finding {printable(one.finding_id)} stands in line {earlier.rpartition(':')[2]} already"
        _fail_unless(earlier == place, place, said)


def _fail_unless(right: bool, place: str, said: str) -> None:
    if not right:
        raise ReviewError(f"{place}: {said}; {_REMEDY}")


def unsent(asked: Iterable[Asked], sent: Iterable[Sent], decided: Iterable[Asked] = ()) -> list[Asked]:
    """Of what could be asked, that of which some place was neither sent in these packets nor decided."""
    known: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for one in [*(each for packet in sent for each in packet.asked), *decided]:
        known[one.finding_id] |= Counter(one.marks)
    return [one for one in asked if one.finding_id not in known or Counter(one.marks) - known[one.finding_id]]


def next_id(lang: str, names: Iterable[str]) -> str:
    """The id of the next packet of a language, where these packets or files are there already."""
    numbers = [int(match[2]) for name in names if (match := _NAME.fullmatch(name)) and match[1] == lang]
    return f"{lang}-{max(numbers, default=0) + 1:04}"
