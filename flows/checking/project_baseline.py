"""Project baseline: read from its file, compared with the findings of pages, and updated from them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from corpus.records import Finding
from corpus.text.printable import printable
from flows.options.settings import SettingsError
from glossary.desk.report.check_report import CheckedPage
from glossary.findings import baseline
from glossary.findings.baseline import BaselineEntry, BaselineError
from glossary.findings.states import TextOf, compare_findings, fixed_ids


def read_baseline(file: Path) -> list[BaselineEntry]:
    """Return the entries of a baseline file; raises SettingsError if it cannot be read."""
    try:
        return baseline.read(file.read_text(encoding="utf-8-sig"))
    except FileNotFoundError:
        remedy = "create it with --update-baseline, or correct the path"
        raise SettingsError(f"{printable(file)}: no such baseline; {remedy}") from None
    except IsADirectoryError:
        raise SettingsError(f"{printable(file)}: is a folder; give a file") from None
    except (BaselineError, UnicodeDecodeError) as error:
        reason = error if isinstance(error, BaselineError) else "not UTF-8; recreate it with --update-baseline"
        raise SettingsError(f"{printable(file)}: {reason}") from None


def with_states(pages: Sequence[CheckedPage], entries: Iterable[BaselineEntry]) -> list[CheckedPage]:
    """Return the pages with each finding marked as in the baseline or not."""
    earlier, texts = baseline.earlier(entries), _texts(pages)
    return [replace(page, findings=list(compare_findings(page.findings, earlier, texts))) for page in pages]


def count_gone(pages: Sequence[CheckedPage], entries: Sequence[BaselineEntry]) -> int:
    """Count the baseline's findings that are gone, for rules that judge each page by itself."""
    rules = _page_rules(page for page in pages if page.was_read)
    baselined_ids = [entry.finding_id for entry in entries if entry.rule in rules.get(entry.path, ())]
    return len(fixed_ids([finding for page in pages for finding in page.findings], baselined_ids))


def updated(pages: Sequence[CheckedPage], before: Sequence[BaselineEntry], base: Path) -> list[BaselineEntry]:
    """Return the baseline with today's findings; those of pages and rules that were not asked stay."""
    rules = _page_rules([page for page in pages if page.was_read])
    today = {finding.finding_id for page in pages for finding in page.findings}
    staying = [
        entry
        for entry in before
        if entry.rule not in rules.get(entry.path, ())
        and (base / entry.path).exists()
        and entry.finding_id not in today  # what pages decide together may have been found again
    ]
    texts = _texts(pages)
    current = (baseline.entries(page.document.path, _worth_naming(page.findings), texts) for page in pages)
    return [*staying, *(entry for entries in current for entry in entries)]


def _page_rules(pages: Iterable[CheckedPage]) -> Mapping[str, set[str]]:
    """Return, by page path, the codes of the rules that judged the page by itself."""
    return {page.document.path: {rule.code for rule in page.rules if rule.find} for page in pages}


def _worth_naming(findings: Iterable[Finding]) -> list[Finding]:
    """Return the findings that belong in a baseline: all but neutral ones, which are no problem."""
    return [finding for finding in findings if finding.severity != "neutral"]


def _texts(pages: Sequence[CheckedPage]) -> TextOf:
    return {page.document.doc_id: page.document.text for page in pages}.__getitem__
