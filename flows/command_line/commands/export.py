"""`taiyaku export`: runs the export that the arguments describe, and reports on standard error."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator

from corpus.text.printable import printable
from flows.console.exit_status import FINE
from flows.exporting.export_units import PAIRS, ExportReport, ExportRequest, PairCounts, export_units
from flows.files.build_reader import built
from flows.options.settings import Settings
from glossary.exchange.training.translation_pair import EXCLUDED_FLAGS, MIN_QUALITY, SPLITS


def run_export(options: argparse.Namespace, settings: Settings) -> int:
    """Write the units of a build as training data, and count what is left out."""
    build = built(options.build or settings.build.latest)
    request = ExportRequest(
        format=options.format,
        langs=tuple(options.langs or PAIRS),
        splits=tuple(split for split in SPLITS if split in (options.splits or SPLITS)),
        min_quality=MIN_QUALITY if options.min_quality is None else options.min_quality,
        excluded_flags=EXCLUDED_FLAGS if options.exclude_flags is None else tuple(options.exclude_flags),
        licences=tuple(options.licences or ()),
    )
    report = export_units(build, options.target, request)
    print(f"wrote {printable(options.target)}: build {build.build_id} as {request.format}", file=sys.stderr)
    for line in _lines(report):
        print(line, file=sys.stderr)
    return FINE


def _lines(report: ExportReport) -> Iterator[str]:
    for langs, counts in report.counts.items():
        yield f"{'-'.join(langs)}: {_exported(counts)}; left out: {_left_out(counts)}"
    if report.unplaced_terms:
        yield f"{report.unplaced_terms:,} uses of terms have no place, as markup stands inside them or hides others"


def _exported(counts: PairCounts) -> str:
    splits = ", ".join(f"{split} {counts.exported[split]:,}" for split in SPLITS if counts.exported[split])
    return f"{counts.exported.total():,} pairs" + (f" ({splits})" if splits else "")


def _left_out(counts: PairCounts) -> str:
    reasons = sorted(counts.left_out.items(), key=lambda item: (-item[1], item[0]))
    return ", ".join(f"{count:,} {reason}" for reason, count in reasons) or "nothing"
