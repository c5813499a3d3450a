"""New findings: those of pages that a build of the same pages does not have, wherever the paths of both count from."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from corpus.records import Finding
from glossary.desk.report.check_report import CheckedPage


class LocatedFinding(NamedTuple):
    """A finding with its page."""

    page: CheckedPage
    finding: Finding


def located(pages: Iterable[CheckedPage]) -> Iterator[LocatedFinding]:
    """Yield the findings of pages, in order."""
    return (LocatedFinding(page, finding) for page in pages for finding in page.findings)


def new_findings(findings: Iterable[LocatedFinding], before: Iterable[LocatedFinding]) -> list[LocatedFinding]:
    """Return those of `findings` that `before` has not: the same rule, concept and words on the same page.

    A page is the same where one path is the end of the other.
    """
    paths: defaultdict[tuple[str, str | None, str], set[str]] = defaultdict(set)
    for page, finding in before:
        paths[_key(finding)].add(page.document.path)
    return [
        one for one in findings if not any(_is_same(one.page.document.path, path) for path in paths[_key(one.finding)])
    ]


def _key(finding: Finding) -> tuple[str, str | None, str]:
    return finding.rule, finding.concept_id, finding.surface


def _is_same(path: str, other: str) -> bool:
    return path == other or path.endswith(f"/{other}") or other.endswith(f"/{path}")
