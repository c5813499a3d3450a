"""Wording of a report in its language: messages, and its own words, which are in `words.toml`."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from functools import cache
from importlib.resources import files
from typing import NamedTuple

import tomli

from corpus import lazy_re as re
from corpus.grouping import grouped
from corpus.languages import pack
from corpus.records import MESSAGE_COLUMNS, Finding, Location
from corpus.text.printable import printable
from glossary.desk.report.check_report import CheckedPage, Report, ShownPlace
from glossary.rules.registry import BY_CODE


def columns(text: str) -> int:
    """Return the terminal columns that a text takes: 2 for wide characters, 0 for combining marks and joiners."""
    return len(text) if text.isascii() else sum(map(_columns, text))


def _columns(char: str) -> int:
    if unicodedata.category(char) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def clip_to_width(text: str, room: int) -> str:
    """Return as much of the beginning of a text as fits into so many columns."""
    for number, char in enumerate(text):
        room -= _columns(char)
        if room < 0:
            return text[:number].rstrip()
    return text


def padded(text: str, width: int) -> str:
    """Return the text padded with spaces to a width in columns."""
    return text + " " * (width - columns(text))


def counted(count: int, noun: str) -> str:
    """Return a number with its noun: 1 finding, 2,000 findings."""
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


def flat(text: str) -> str:
    """Return text on one line, safe for a terminal: white space becomes one space, unprintable characters go."""
    spaced = "".join(" " if char.isspace() else char for char in text)
    return " ".join("".join(char for char in spaced if char.isprintable()).split())


_MOST = 5  # forms that are listed
_ESCAPED = re.compile(r'["\\\n]')  # what a catalogue cannot hold as it is


@cache
def _words() -> dict[str, dict[str, list[str]]]:
    return tomli.loads((files("glossary.desk.report") / "words.toml").read_text(encoding="utf-8"))


def word(key: str, lang: str, n: int = 0, **values: str) -> str:
    """Return words of the report in a language; `n` decides between singular and plural."""
    table = _words()[key]
    forms = table.get(lang) or _phrases(lang).get(key) or table["en"]
    return forms[0 if n == 1 else -1].format(n=f"{n:,}", **values)


@cache
def _phrases(lang: str) -> dict[str, list[str]]:
    file = pack(lang).phrases
    return tomli.loads(file.read_text(encoding="utf-8"))["report"] if file else {}


def word_list(words: Sequence[str], lang: str) -> str:
    """Return words joined by the comma of a language."""
    return word("comma", lang).join(words)


class Refusal(NamedTuple):
    """A report's notice of a page that could not be read, or of all pages of a language not installed."""

    page: CheckedPage  # the first of them
    pages: int  # how many
    text: str

    @property
    def path(self) -> str:
        """The path of the page; empty where there are several."""
        return self.page.shown_path if self.pages == 1 else ""

    @property
    def line(self) -> str:
        """The text, with the path in front."""
        return f"{self.path}: {self.text}" if self.path else self.text


def refusals(report: Report) -> Iterator[Refusal]:
    """Yield a notice for each page, or language, that could not be read."""
    unread = [page for page in report.pages if not page.was_read]
    for pages in grouped(unread, lambda page: page.document.lang if page.lacks_language else page.shown_path).values():
        key = "refused-all" if pages[1:] else "refused"
        text = word(key, report.lang, len(pages), reason=pages[0].document.reason or "")
        yield Refusal(pages[0], len(pages), text)


def message(finding: Finding, lang: str, place: Location | None = None) -> str:
    """Return what is wrong, at the first place or another one, on one line that is safe for a terminal."""
    record = place or finding
    text: str = getattr(record, MESSAGE_COLUMNS.get(lang, "message"))
    return printable(" ".join(text.split())) or finding.name


def remedy(place: ShownPlace, lang: str) -> str:
    """Return the forms to write instead, unless the message names them; empty if it names all."""
    record, text = place.record, message(place.finding, lang, place.location)
    forms = dict.fromkeys([*([record.suggestion] if is_fixable(place) and record.suggestion else []), *record.expected])
    remaining_forms = [form for form in forms if form not in text]
    return printable(word("expected", lang, forms=word_list(remaining_forms[:_MOST], lang))) if remaining_forms else ""


def full_message(place: ShownPlace, lang: str, between: str = "\n") -> str:
    """Return the message, its place if lines of the file cannot express it, and the remedy after `between`."""
    suffix = f" ({place.where})" if place.first and place.page.is_extracted else ""
    hint = remedy(place, lang)
    return message(place.finding, lang, place.location) + suffix + (f"{between}{hint}" if hint else "")


def is_fixable(place: ShownPlace) -> bool:
    """Return whether a replacement is known that is safe to put in this place."""
    if place.location is None or place.location.suggestion is None or place.page.is_extracted:
        return False
    needs_escapes = place.page.lines.in_file is not None and _ESCAPED.search(place.location.suggestion) is not None
    return place.is_contiguous and not needs_escapes


def marks(place: ShownPlace, report: Report) -> str:
    """Return severity, confidence and other marks of a place, such as: major 0.95 fixable."""
    way = way_to_fix(place, report)
    keys = {
        "is-uncertain": not report.threshold.is_certain(place.record),
        "is-inherited": place.finding.inherited,
        f"is-{way}": bool(way),
    }
    details = [word(key, report.lang) for key, holds in keys.items() if holds]
    return " ".join([place.finding.severity, f"{place.record.confidence:.2f}", *details])


def way_to_fix(place: ShownPlace, report: Report) -> str:
    """Return `fixable` if `--fix` fixes it, `by-hand` if it leaves a sure remedy to people, else empty."""
    finding = place.finding
    if not (is_fixable(place) and report.threshold.is_certain(place.record)):
        return ""
    is_left = place.page.was_fixed or (place.start, place.end) in place.page.guarded_places
    is_taken = finding.state.is_new and not finding.inherited and report.threshold.shows(finding)
    return "fixable" if is_taken and BY_CODE[finding.rule].fixable and not is_left else "by-hand"
