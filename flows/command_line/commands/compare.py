"""`taiyaku compare`: what is different in a later build, for a terminal, a pull request or a program."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from flows.console.exit_status import FINE, FOUND
from flows.files.named_builds import compared_tables, document_texts, named_build
from flows.options.settings import Settings
from glossary.desk.history.build_comparison import BuildComparison, ComparedFinding, compared
from glossary.desk.history.comparison_words import FindingPlace, counted, finding_place


def compare_builds(options: argparse.Namespace, settings: Settings) -> int:
    """Print the comparison of two builds; returns 1 where a finding is new that is not to pass."""
    before, after = (named_build(settings.build.out, name) for name in (options.before, options.after))
    comparison = compared(compared_tables(before), compared_tables(after))
    sys.stdout.write(_formatted(comparison, after, options, settings))
    if options.fail_on_new is None:
        return FINE
    grave = comparison.new_at_least(options.fail_on_new, settings.check.min_confidence)
    if grave:
        print(f"{counted(len(grave), 'new finding')} of severity {options.fail_on_new} or above", file=sys.stderr)
    return FOUND if grave else FINE


def _formatted(comparison: BuildComparison, folder: Path, options: argparse.Namespace, settings: Settings) -> str:
    if options.format == "json":
        from glossary.desk.history.comparison_text import comparison_json

        return comparison_json(comparison, _places(comparison.new, folder))
    places = _places(comparison.new[: options.limit], folder)
    if options.format == "markdown":
        from glossary.desk.history.comparison_text import comparison_markdown

        address: Callable[[str], str] = _no_address
        if settings.review.source_link:
            from glossary.desk.report.web.links import addresses  # with the whole page, half a second

            address = addresses(settings.review.source_link)
        return comparison_markdown(comparison, places, options.limit, address)
    from glossary.desk.history.comparison_text import comparison_text

    return comparison_text(comparison, places, options.limit)


def _no_address(path: str) -> str:
    return ""


def _places(findings: Sequence[ComparedFinding], folder: Path) -> dict[str, FindingPlace]:
    """Return where findings stand in the texts of a build."""
    texts = document_texts(folder, (finding.doc_id for finding in findings))
    return {finding.finding_id: finding_place(finding, texts.get(finding.doc_id)) for finding in findings}
