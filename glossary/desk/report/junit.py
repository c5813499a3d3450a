"""Findings as JUnit XML, which nearly every CI system shows: a suite for each page, a case for each rule.

A case fails if a finding of its rule fails the check; the failure names every such place. If all its findings are
suppressed, the case is skipped and says why. New findings that do not fail the check go into the case's output. A
page that could not be read has one case, `read`: an error if the check cannot do without it, otherwise skipped.
"""

from __future__ import annotations

from collections.abc import Sequence
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from corpus import lazy_re as re
from corpus.text.printable import printable
from glossary.desk.report.check_report import CheckedPage, Report, ShownPlace
from glossary.desk.report.wording import marks, message, remedy, word
from glossary.rules.registry import BY_CODE

_FORBIDDEN = re.compile("[\ufffe\uffff]")  # in XML 1.0; the others are never left by `printable`


def junit(report: Report) -> str:
    """Return the report as one XML document."""
    root = Element("testsuites", name="taiyaku")
    places: dict[str, list[tuple[str, ShownPlace]]] = {}
    for reported in report.findings:
        for place in reported.places:
            places.setdefault(place.page.document.doc_id, []).append((reported.finding.rule, place))
    for page in report.pages:
        root.append(_suite(page, places.get(page.document.doc_id, []), report))
    _count(root)
    indent(root)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{tostring(root, "unicode")}\n'


def _suite(page: CheckedPage, rule_places: Sequence[tuple[str, ShownPlace]], report: Report) -> Element:
    suite = Element("testsuite", name=_clean(page.shown_path))
    if report.signature:
        SubElement(SubElement(suite, "properties"), "property", name="signature", value=_clean(report.signature))
    if page.was_read:
        for code in sorted({rule.code for rule in page.rules} | {code for code, _ in rule_places}):
            places = [place for rule, place in rule_places if rule == code and not place.finding.state.is_fixed]
            suite.append(_case(page, code, places, report))
    else:
        case = SubElement(suite, "testcase", name="read", classname=_clean(page.shown_path), time="0")
        reason = _clean(word("refused", report.lang, reason=page.document.reason or ""))
        if page.refusal == "error":
            SubElement(case, "error", message=reason, type="unreadable")
        else:
            SubElement(case, "skipped").text = reason
    _count(suite)
    return suite


def _case(page: CheckedPage, code: str, places: Sequence[ShownPlace], report: Report) -> Element:
    name = BY_CODE[code].name if code in BY_CODE else places[0].finding.name
    case = Element("testcase", name=f"{code} {name}", classname=_clean(page.shown_path), time="0")
    new = sorted(
        (place for place in places if place.finding.state.is_new), key=lambda place: (place.start or 0, place.end or 0)
    )
    failing = [place for place in new if report.threshold.fails(place.finding, place.location)]
    passing = [place for place in new if not report.threshold.fails(place.finding, place.location)]
    if places and all(place.finding.state.is_suppressed for place in places):
        reasons = dict.fromkeys(place.finding.reason or "" for place in places)
        SubElement(case, "skipped").text = _clean(word("is-suppressed", report.lang, reason="; ".join(reasons)))
    if failing:
        first = message(failing[0].finding, report.lang, failing[0].location)
        more = f" ({word('and-more', report.lang, len(failing) - 1)})" if failing[1:] else ""
        failure = SubElement(case, "failure", message=_clean(first + more), type=failing[0].finding.severity)
        failure.text = _report_lines(failing, report)
    if passing:
        SubElement(case, "system-out").text = _report_lines(passing, report)
    return case


def _report_lines(places: Sequence[ShownPlace], report: Report) -> str:
    lines: list[str] = []
    for place in places:
        text, hint = message(place.finding, report.lang, place.location), remedy(place, report.lang)
        lines.append(f"{place.where} {place.finding.rule} {text} [{marks(place, report)}]")
        lines += [f"    {hint}"] if hint else []
    return "\n".join(map(_clean, lines))


def _clean(text: str) -> str:
    """Return the text without the characters that XML 1.0 cannot hold."""
    return _FORBIDDEN.sub("\ufffd", printable(text))


def _count(element: Element) -> None:
    """Set the counts of its cases as attributes of a suite, or of the root of all suites."""
    element.set("tests", str(len(list(element.iter("testcase")))))
    element.set("failures", str(len(list(element.iter("failure")))))
    element.set("errors", str(len(list(element.iter("error")))))
    if element.tag == "testsuite":
        element.set("skipped", str(len(list(element.iter("skipped")))))
    element.set("time", "0")
