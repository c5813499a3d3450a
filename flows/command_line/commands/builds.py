"""`taiyaku builds`, `compare` and `publish`: builds and their differences, tags, roll-back, retention, delivery."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path

from corpus.storage import build_folders, build_lock
from corpus.storage.build_folders import StoredBuild
from corpus.text.printable import printable
from flows.console import error_lines
from flows.console.exit_status import FINE, FOUND
from flows.delivery.deliveries import deliver, verify
from flows.files import history_folder
from flows.files.named_builds import PREVIOUS, NoBuildError, compared_tables, document_texts, named_build
from flows.options.options import RetentionBounds
from flows.options.settings import Settings, SettingsError
from flows.outcomes.outcome import read_state
from flows.pipeline import retention
from glossary.desk.history.build_comparison import BuildComparison, ComparedFinding, compared
from glossary.desk.history.comparison_text import FindingPlace, finding_place
from glossary.desk.report.wording import counted

_UNITS = ("B", "KiB", "MiB", "GiB", "TiB")


def manage_builds(arguments: argparse.Namespace, settings: Settings) -> int:
    """Run the requested action on the builds of a folder, or list them."""
    out = settings.build.out
    if arguments.tag:
        _tag(out, *arguments.tag)
    elif arguments.untag:
        with build_lock.lock(out):
            build_folders.remove_tag(out, arguments.untag)
        _say(f"Tag {arguments.untag} is gone; its build stays until retention lets it go")
    elif arguments.rollback:
        _roll_back(out, arguments.rollback)
    elif arguments.prune:
        _prune(out, settings.build, arguments.dry_run)
    else:
        _list(out, arguments.format)
    return FINE


def _tag(out: Path, tag: str, name: str) -> None:
    build_id = named_build(out, name).name if name == PREVIOUS else build_folders.find(out, name)
    with build_lock.lock(out):
        build_folders.set_tag(out, tag, build_id)
    _say(f"{printable(out)}/{build_folders.TAGS}/{tag} is build {build_id}, which stays as long as the tag does")


def _roll_back(out: Path, name: str) -> None:
    build_id = _way_back(out) if name == PREVIOUS else build_folders.find(out, name)
    before = retention.roll_back(out, build_id)
    if before in (None, build_id):
        _say(f"latest is build {build_id}")
        return
    _say(
        f"latest is build {build_id}; it was {before}, which no run makes the latest again until sources, settings or "
        f"glossary change, or `taiyaku builds --rollback {before}` does"
    )
    if history_folder.read(out).last_id != build_id:
        _say("The history does not record it: its tables are of another version, or damaged")


def _way_back(out: Path) -> str:
    build_id = retention.way_back(out, build_folders.stored_builds(out))
    if build_id is None:
        raise NoBuildError(f"{printable(out)}: no build before the latest one that was not rolled back; name one")
    return build_id


def _prune(out: Path, bounds: RetentionBounds, dry_run: bool) -> None:
    if not any((bounds.keep_last, bounds.keep_days, bounds.keep_gib)):
        _say("Nothing is removed: [build] keep_last, keep_days and keep_gib set no bound, and no argument does")
        return
    if dry_run:
        removals = retention.apply(out, bounds, dry_run=True)
    else:
        with build_lock.lock(out):
            removals = retention.apply(out, bounds)
    for removal in removals:
        print(
            f"{removal.build.build_id}  {removal.build.created:<20}  {_size(removal.build.size):>10}  {removal.reason}"
        )
    freed = _size(sum(removal.build.size for removal in removals))
    word = "would be removed" if dry_run else "removed"
    _say(f"{len(removals):,} {'build' if len(removals) == 1 else 'builds'} {word}, {freed}")


def _list(out: Path, output_format: str) -> None:
    builds, withdrawn_ids, state = build_folders.stored_builds(out), retention.withdrawn_builds(out), read_state(out)
    if output_format == "json":
        rows = [{**asdict(build), "withdrawn": withdrawn_ids.get(build.build_id)} for build in builds]
        holder = build_lock.holder(out)
        content = {
            "builds": rows,
            "state": state,
            "lock": {**asdict(holder), "is_gone": holder.is_gone} if holder else None,
        }
        print(json.dumps(content, ensure_ascii=False, indent=1))
        return
    if not builds:
        _say(f"{printable(out)}: no builds yet; run `taiyaku build`")
        return
    print("\n".join(_table(builds, withdrawn_ids)))
    _say(f"{len(builds):,} {'build' if len(builds) == 1 else 'builds'}, {_size(sum(build.size for build in builds))}")
    holder = build_lock.holder(out)
    if holder and not holder.is_gone:
        _say(f"A build is at work: {holder}")
    last_run = state.get("last_run", {})
    if last_run:
        _say(printable(f"Last run ended {state.get('ended')}: {last_run.get('message')}"))


def _table(builds: Sequence[StoredBuild], withdrawn_ids: dict[str, str]) -> list[str]:
    rows: list[tuple[str, ...]] = [("build", "created (UTC)", "size", "documents", "segments", "findings", "names")]
    for build in builds:
        names = [*(["latest"] if build.is_latest else []), *build.tags]
        if build.build_id in withdrawn_ids:
            names.append("withdrawn")
        counts = [f"{build.rows.get(table, 0):,}" for table in ("documents", "segments", "findings")]
        rows.append((build.build_id, build.created or "unreadable", _size(build.size), *counts, " ".join(names)))
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    left = (0, 1, 6)  # columns of words; the others are figures
    return [
        "  ".join(
            cell.ljust(widths[column]) if column in left else cell.rjust(widths[column])
            for column, cell in enumerate(row)
        ).rstrip()
        for row in rows
    ]


def _size(count: float) -> str:
    for unit in _UNITS:
        if count < 1024 or unit == _UNITS[-1]:
            return f"{count:,.0f} {unit}" if unit == "B" else f"{count:,.1f} {unit}"
        count /= 1024
    return ""


def _say(text: str) -> None:
    print(text, file=sys.stderr)


def compare_builds(options: argparse.Namespace, settings: Settings) -> int:
    """Print the comparison of two builds; returns 1 if a new finding must not pass."""
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
            from glossary.desk.report.web.pairs import addresses  # with the whole page, half a second

            address = addresses(settings.review.source_link)
        return comparison_markdown(comparison, places, options.limit, address)
    from glossary.desk.history.comparison_text import comparison_text

    return comparison_text(comparison, places, options.limit)


def _no_address(path: str) -> str:
    return ""


def _places(findings: Sequence[ComparedFinding], folder: Path) -> dict[str, FindingPlace]:
    """Return the places of findings in the texts of a build."""
    texts = document_texts(folder, (finding.doc_id for finding in findings))
    return {finding.finding_id: finding_place(finding, texts.get(finding.doc_id)) for finding in findings}


def publish(options: argparse.Namespace, settings: Settings) -> int:
    """Deliver a build to each target, or verify the targets: a line for each. Returns the highest exit status."""
    targets = options.targets or settings.publish.targets
    if not targets:
        raise SettingsError("no target; give one, or set targets under [publish] in taiyaku.toml")
    if options.verify:
        results = [verify(target) for target in targets]
        return _status_of([(result.line, result.status) for result in results])
    build = options.build or settings.build.latest
    deliveries = deliver(build, targets, dry_run=options.dry_run, rollback=options.rollback)
    return _status_of([(delivery.line, delivery.status) for delivery in deliveries])


def _status_of(lines: list[tuple[str, int]]) -> int:
    """Print the outcome of each target; returns the highest exit status."""
    for line, status in lines:
        if status == FINE:
            print(printable(line), file=sys.stderr)
        else:
            error_lines.say(line)
    return max((status for _, status in lines), default=FINE)
