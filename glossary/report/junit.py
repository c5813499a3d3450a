"""Findings as JUnit XML, which nearly every CI system shows: a suite for each page, a case for each rule.

A case fails where a finding of the rule fails the check; the failure names every such place. A case whose findings are
all suppressed is skipped, and says why. What is new and does not fail the check stands in the case's output. A page
that could not be read has one case, `read`, with an error.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from corpus.text.printable import printable
from glossary.report.check_report import Checked, Report, ShownPlace
from glossary.report.wording import marks, message, remedy, word
from glossary.rules.registry import BY_CODE

_FORBIDDEN = re.compile("[\ufffe\uffff]")  # in XML 1.0; the others are never left by `printable`


def junit(report: Report) -> str:
    """The report as one XML document."""
    root = Element("testsuites", name="taiyaku")
    places: dict[str, list[tuple[str, ShownPlace]]] = {}
    for one in report.findings:
        for at in one.places:
            places.setdefault(at.page.document.doc_id, []).append((one.finding.rule, at))
    for page in report.pages:
        root.append(_suite(page, places.get(page.document.doc_id, []), report))
    _count(root)
    indent(root)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{tostring(root, "unicode")}\n'


def _suite(page: Checked, found: Sequence[tuple[str, ShownPlace]], report: Report) -> Element:
    suite = Element("testsuite", name=_clean(page.shown_path))
    if report.signature:
        SubElement(SubElement(suite, "properties"), "property", name="signature", value=_clean(report.signature))
    if page.was_read:
        for code in sorted({rule.code for rule in page.rules} | {code for code, _ in found}):
            own = [at for rule, at in found if rule == code and at.finding.state != "fixed"]
            suite.append(_case(page, code, own, report))
    else:
        case = SubElement(suite, "testcase", name="read", classname=_clean(page.shown_path), time="0")
        reason = _clean(word("refused", report.lang, reason=page.document.reason or ""))
        SubElement(case, "error", message=reason, type="unreadable")
    _count(suite)
    return suite


def _case(page: Checked, code: str, found: Sequence[ShownPlace], report: Report) -> Element:
    name = BY_CODE[code].name if code in BY_CODE else found[0].finding.name
    case = Element("testcase", name=f"{code} {name}", classname=_clean(page.shown_path), time="0")
    new = sorted((at for at in found if at.finding.state == "new"), key=lambda at: (at.start or 0, at.end or 0))
    failing = [at for at in new if report.threshold.fails(at.finding, at.location)]
    passing = [at for at in new if not report.threshold.fails(at.finding, at.location)]
    if found and all(at.finding.state == "suppressed" for at in found):
        reasons = dict.fromkeys(at.finding.reason or "" for at in found)
        SubElement(case, "skipped").text = _clean(word("is-suppressed", report.lang, reason="; ".join(reasons)))
    if failing:
        first = message(failing[0].finding, report.lang, failing[0].location)
        more = f" ({word('and-more', report.lang, len(failing) - 1)})" if failing[1:] else ""
        failure = SubElement(case, "failure", message=_clean(first + more), type=failing[0].finding.severity)
        failure.text = _told(failing, report)
    if passing:
        SubElement(case, "system-out").text = _told(passing, report)
    return case


def _told(places: Sequence[ShownPlace], report: Report) -> str:
    return "\n".join(_clean(line) for at in places for line in _lines(at, report))


def _lines(at: ShownPlace, report: Report) -> Iterator[str]:
    yield f"{at.where} {at.finding.rule} {message(at.finding, report.lang, at.location)} [{marks(at, report)}]"
    if hint := remedy(at, report.lang):
        yield f"    {hint}"


def _clean(text: str) -> str:
    """The text without what XML 1.0 has no way to hold."""
    return _FORBIDDEN.sub("\ufffd", printable(text))


def _count(element: Element) -> None:
    """Write the counts of its cases on a suite, or on all suites."""
    element.set("tests", str(len(list(element.iter("testcase")))))
    element.set("failures", str(len(list(element.iter("failure")))))
    element.set("errors", str(len(list(element.iter("error")))))
    if element.tag == "testsuite":
        element.set("skipped", str(len(list(element.iter("skipped")))))
    element.set("time", "0")
