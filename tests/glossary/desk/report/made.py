"""Reports made for tests: small ones that say what they hold, and one whose every part is hostile."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from corpus.records import Document, Finding, Location
from corpus.vocabularies import FindingState
from glossary.desk.report.check_report import CheckedPage, Report
from glossary.rules.registry import BY_CODE

T101 = BY_CODE["T101"]
_OF_PLACES = ("surface", "message", "message_zh", "message_ja", "expected", "suggestion", "confidence")

# The schema of a place in a file, as formats for other programs have it.
POSITION = {
    "type": "object",
    "required": ["line", "column"],
    "additionalProperties": False,
    "properties": {"line": {"type": "integer", "minimum": 1}, "column": {"type": "integer", "minimum": 1}},
}


def document(path: str, text: str, **options: Any) -> Document:
    """A document that was read, unless the options say otherwise."""
    defaults: dict[str, Any] = {
        "doc_id": f"id of {path}", "work": path, "lang": "zh", "locale": "zh", "title": None, "path": path,
        "media_type": "text/markdown", "text": text, "sha256": "0" * 64, "chars": len(text), "status": "ok",
        "reason": None, "origin": None, "license": None,
    }  # fmt: skip
    return Document(**{**defaults, **options})


def finding(doc: Document, *places: tuple[int, int] | Location, **options: Any) -> Finding:
    """A finding of T101 with these places."""
    start, end = _ends(places[0]) if places else (None, None)
    surface = doc.text[start:end] if places else "gone"
    values: dict[str, Any] = {
        "finding_id": f"{abs(start or 0):016x}", "rule": "T101", "name": "wrong-rendering", "category": T101.category,
        "severity": "major", "confidence": 0.95, "scope": "segment", "doc_id": doc.doc_id, "work": doc.work,
        "lang": doc.lang, "segment_id": None, "start": start, "end": end, "surface": surface, "concept_id": "library",
        "message": f"“{surface}” is wrong", "message_zh": f"“{surface}”不对", "message_ja": f"「{surface}」は誤りです",
        "expected": ["库"], "suggestion": None, "occurrences": len(places), "locations": [],
        "inherited": False, "state": "new", "suppressed_by": None, "reason": None,
    }  # fmt: skip
    values |= options
    values["state"] = FindingState(values["state"])
    values["locations"] = [_located(doc, values, place) for place in places]
    return Finding(**values)


def _ends(place: tuple[int, int] | Location) -> tuple[int, int]:
    return (place.start, place.end) if isinstance(place, Location) else place


def _located(doc: Document, values: dict[str, Any], place: tuple[int, int] | Location) -> Location:
    """A place with what the finding says; one that says more itself is left as it is."""
    if isinstance(place, Location) and place.message:
        return place
    doc_id = place.doc_id if isinstance(place, Location) else doc.doc_id
    start, end = _ends(place)
    surface = doc.text[start:end] if doc_id == doc.doc_id else values["surface"]
    place_values = {name: values[name] for name in _OF_PLACES}
    return Location(doc_id, start, end, **{**place_values, "surface": surface})


def places(text: str, surface: str) -> list[tuple[int, int]]:
    """Every place of some words in a text."""
    spans, start = [], text.find(surface)
    while start >= 0:
        spans.append((start, start + len(surface)))
        start = text.find(surface, start + 1)
    return spans


def page(path: str, text: str, *surfaces: str, **options: Any) -> CheckedPage:
    """A page with a finding for each of these words, at all their places."""
    document_options = {key: options.pop(key) for key in ("media_type", "lang", "locale") if key in options}
    doc = document(path, text, **document_options)
    findings = [finding(doc, *places(text, surface), **options) for surface in surfaces]
    return CheckedPage(doc, path, findings, (T101,))


def report(*pages: CheckedPage, **options: Any) -> Report:
    """A report of these pages."""
    return Report(pages, signature="taiyaku:0|test", **options)


HOSTILE_PATHS = [
    "a b%20/ü,c:d=e.md",
    "new\nline\r.md",
    "文档/图书馆 #1?.md",
    "-",
    "/somewhere/else.md",
    "bytes\udce9\ud800.md",
    "::error::x.md",
    "]]>&<\"'.md",
    "\x1b[31mred\u202e.md",
    "[link](http://example.org).md",
]
HOSTILE_TEXT = "𝐀𠮷\t图书馆\u200b\u202e图书馆\x1b[31m]]>\r\n\ufeff\x00图书馆\u2028“图书馆”\ré👩\u200d💻图书馆\ufffe\ud800" + "长" * 5000 + "图书馆" + "x" * 5000  # fmt: skip
HOSTILE_MESSAGES = [
    "]]> <b>&amp; “图书馆”",
    "::error file=x::%0A%25, {0} {name} [link](1) [link](javascript:x)",
    "two\nlines\r\x1b]0;title\x07\u202e\ufffe\udc80",
    "",
]


def hostile(lang: str = "en") -> Report:
    """A report that has all that may go wrong: in paths, texts and messages, with findings of every state."""
    return Report(
        [*_hostile_pages(), _unread(), CheckedPage(document("empty.md", ""), "empty.md")],
        lang=lang,
        signature="a<|\x1b",
    )


def _hostile_pages() -> Sequence[CheckedPage]:
    pages = []
    other = document(HOSTILE_PATHS[0], HOSTILE_TEXT)
    for number, path in enumerate(HOSTILE_PATHS):
        doc = document(path, HOSTILE_TEXT, media_type="text/html" if number == 1 else "text/plain")
        message = HOSTILE_MESSAGES[number % len(HOSTILE_MESSAGES)]
        words: dict[str, Any] = {
            "message": message,
            "message_zh": message,
            "message_ja": message,
            "expected": [message, "\x1b\udc80"],
        }
        everywhere = places(HOSTILE_TEXT, "图书馆")
        findings = [
            finding(doc, *everywhere, Location(other.doc_id, 0, 5), suggestion="库\x1b\udc80", **words),
            finding(doc, (0, len(HOSTILE_TEXT)), severity="minor", finding_id="a", **words),
            finding(doc, (3, 3), severity="neutral", finding_id="b", inherited=True, **words),
            finding(doc, (4, 7), severity="critical", confidence=0.3, finding_id="c", **words),
            finding(doc, (4, 7), state="open", finding_id="d", **words),
            finding(doc, (4, 7), state="accepted", finding_id="e", reason=message, **words),
            finding(doc, (4, 7), state="suppressed", finding_id="f", suppressed_by="page", reason=message, **words),
            finding(doc, state="fixed", finding_id="g", **words),
            finding(doc, finding_id="h", **words),
            finding(doc, Location("not checked", 1, 2), finding_id="i", rule="T999", name="unknown", **words),
        ]
        pages.append(CheckedPage(doc, path, findings, (T101,)))
    return pages


def _unread() -> CheckedPage:
    doc = document("unread\n.md", "", status="quarantined", reason="no text:\x1b ]]> 100 %\n")
    return CheckedPage(doc, "unread\n.md", was_named=True)
