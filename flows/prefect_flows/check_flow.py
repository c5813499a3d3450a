"""The check as a Prefect flow: lint the glossary, judge a build or a folder of pages, publish the findings."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Any

import filelock
from prefect import flow, get_run_logger, task
from prefect.artifacts import acreate_markdown_artifact
from prefect.cache_policies import NO_CACHE
from prefect.client.schemas.objects import State
from prefect.states import Completed, Failed

from corpus.grouping import grouped
from corpus.records import Finding
from corpus.schema import from_table
from corpus.sources.discovery import SourceError
from corpus.storage import build_lock, parquet, store
from corpus.text.printable import printable
from flows.checking.check_request import request_of
from flows.checking.page_check import LocatedFinding, check_sources, located, new_findings
from flows.checking.project_baseline import read_baseline, with_states
from flows.files.atomic_write import write
from flows.files.markdown_table import table
from flows.options import samples, termbase_cache
from flows.options.flow_parameters import CheckOptions, GlossaryCheckOptions, RetentionOptions
from flows.options.options import AlarmLevel
from flows.pipeline.retention import Removal, apply
from flows.prefect_flows import run_record
from flows.prefect_flows.parameters import takes
from flows.prefect_flows.run_record import WARNED, reported, show_table
from glossary.desk.report.check_report import CheckedPage, Threshold
from glossary.findings.from_table import findings_of
from glossary.findings.review_queue import ranked
from glossary.termbase.fault import Fault
from glossary.termbase.lint import lint, severity

run_record.shorten()

_SHOWN = 200  # rows of an artifact; more make Prefect's page slow


@task(name="lint", task_run_name="lint the glossary", cache_policy=NO_CACHE)
def lint_glossary(folders: tuple[Path, ...], glossary_only: bool) -> list[Fault]:
    """Return the faults of the entries by themselves; raises GlossaryError if they cannot be loaded."""
    termbase_cache.glossary.cache_clear()  # they may have been edited since the last run of this process
    return lint(termbase_cache.glossary(folders, glossary_only))


@task(name="check pages", task_run_name="check pages", cache_policy=NO_CACHE)
def check_pages(options: CheckOptions) -> list[CheckedPage]:
    """Return the pages of the sources with their findings, marked by whether the project's baseline has them."""
    pages = check_sources(request_of(options))
    return with_states(pages, read_baseline(options.baseline)) if options.baseline else pages


@task(name="read findings", task_run_name="read the findings of {build}", cache_policy=NO_CACHE)
def read_findings(build: Path) -> list[CheckedPage]:
    """Return the pages of a build with their findings."""
    if store.read_manifest(build) is None or not (build / "findings").is_dir():
        raise SourceError(f"{printable(build)}: no build with findings there; run the build first")
    findings_by_doc = grouped(findings_of(parquet.read_table(build, "findings")), lambda finding: finding.doc_id)
    documents = from_table(parquet.read_table(build, "documents"))
    return [CheckedPage(document, document.path, findings_by_doc.get(document.doc_id, ())) for document in documents]


@flow(name="check", flow_run_name="{project} check")
@takes(CheckOptions)
@reported("check")
async def check(options: CheckOptions) -> State[Any]:
    """Check the glossary's entries, and the terminology of a build or of pages that are not built yet."""
    return await run_check(options)


async def run_check(options: CheckOptions, on_new: AlarmLevel | None = None) -> State[Any]:
    """Lint and judge as these options say, and publish what was found; the state of the run fails as they say.

    With `on_new` only the findings of the sources that the options' build does not have count, if there is one: they
    fail the run or let it end as `WARNED`, as `on_new` says.
    """
    remarks = lint_glossary(options.glossary, options.glossary_only)
    pages = check_pages(options) if options.sources else read_findings(options.build)
    threshold = Threshold("critical" if options.fail_on == "never" else options.fail_on, options.min_confidence)
    located_findings = list(located(pages))
    grave = [placed for placed in located_findings if threshold.fails(placed.finding)]
    failing = [finding for _, finding in grave] if on_new is None and options.fail_on != "never" else []
    new = _not_in_build(grave, options.build) if on_new in ("warn", "fail") else []
    message = _summary_message(remarks, [finding for _, finding in located_findings], failing) + _named(new)
    get_run_logger().info(message)
    await _artifacts(message, remarks, located_findings, options.project)
    if failing or (new and on_new == "fail"):
        return Failed(message=message)
    return Completed(message=message, name=WARNED) if new else Completed(message=message)


def _not_in_build(findings: Iterable[LocatedFinding], build: Path) -> list[LocatedFinding]:
    """Return the findings that a build does not have; empty without a build, as all would be new."""
    if store.read_manifest(build) is None:
        return []
    return new_findings(findings, located(read_findings.fn(build)))


def _named(new: Sequence[LocatedFinding]) -> str:
    if not new:
        return ""
    page, finding = new[0]
    place = printable(f"{page.shown_path}: {finding.rule} {finding.message}")
    return f" {len(new):,} that the latest build does not have, such as {place}"


def _summary_message(remarks: Sequence[Fault], findings: Sequence[Finding], failing: Sequence[Finding]) -> str:
    severities = Counter(finding.severity for finding in findings if finding.state.is_undecided)
    counts = ", ".join(f"{severities[severity]:,} {severity}" for severity in ("critical", "major", "minor", "neutral"))
    fails = f"; {len(failing):,} of them fail{'s' * (len(failing) == 1)} the run" if failing else ""
    return f"Findings: {counts}{fails}. Remarks on the glossary: {len(remarks):,}."


async def _artifacts(
    message: str, remarks: Sequence[Fault], located_findings: Sequence[tuple[CheckedPage, Finding]], project: str
) -> None:
    rules = Counter(
        (finding.rule, finding.name, finding.severity) for _, finding in located_findings if finding.state.is_undecided
    )
    lines = ["# Check", "", message, ""]
    if rules:
        rows = [[code, name, severity, f"{count:,}"] for (code, name, severity), count in sorted(rules.items())]
        lines += ["## Findings by rule", "", table(["rule", "name", "severity", "findings"], rows)]
    if remarks:
        remark_rows = [
            [remark.code, severity(remark.code), remark.place.file, remark.place.concept_id, remark.message]
            for remark in remarks[:_SHOWN]
        ]
        lines += ["## Glossary", "", table(["check", "severity", "file", "concept", "remark"], remark_rows)]
    await acreate_markdown_artifact("\n".join(lines) + "\n", key=f"{project}-check", description=message)
    pages = {finding.finding_id: page for page, finding in located_findings}
    queue = ranked([finding for _, finding in located_findings if finding.state.is_undecided])
    top = [_row(pages[finding.finding_id], finding) for finding in queue[:_SHOWN]]
    await show_table(top, f"{project}-findings", "The findings to look at first")


def _row(page: CheckedPage, finding: Finding) -> dict[str, Any]:
    position = page.lines.position(finding.start) if finding.start is not None else None
    return {
        "place": printable(page.where(position)),
        "rule": f"{finding.rule} {finding.name}",
        "severity": finding.severity,
        "confidence": round(finding.confidence, 2),
        "words": printable(finding.surface),
        "expected": ", ".join(finding.expected),
        "message": printable(finding.message),
    }


run_record.shorten()

UNCHANGED = "glossary unchanged"
_BUSY = "the glossary is being checked by another run"
_STATE, _LOCK = ".checked-glossary.json", ".checked-glossary.lock"


@flow(name="glossary check", flow_run_name="{project} glossary check")
@takes(GlossaryCheckOptions)
@reported("glossary check")
async def glossary(options: GlossaryCheckOptions) -> State[Any]:
    """Check the glossary and the sources with it, if entries changed since the last such check of these builds."""
    termbase_cache.glossary.cache_clear()  # they may have been edited since the last run of this process
    fingerprint = termbase_cache.termbase_of(options).fingerprint
    out = options.out or options.build.parent
    with glossary_check(out) as is_ours:
        if not is_ours:
            return _nothing_to_do(_BUSY)
        if not options.force and checked_fingerprint(out) == fingerprint:
            return _nothing_to_do(UNCHANGED)
        sources = options.sources or (samples.folder(),)
        checked = replace(options, sources=sources, project=f"{options.project}-glossary")
        state = await run_check(checked, options.on_new)
        keep_fingerprint(out, fingerprint)
    return state


def _nothing_to_do(message: str) -> State[Any]:
    get_run_logger().info(message)
    return Completed(message=message)


@contextmanager
def glossary_check(out: Path) -> Iterator[bool]:
    """Yield whether the check is ours while the block lasts; False if another process or machine has it."""
    out.mkdir(parents=True, exist_ok=True)
    lock = filelock.FileLock(out / _LOCK, timeout=0)
    try:
        lock.acquire()
    except filelock.Timeout:
        yield False
        return
    try:
        yield True
    finally:
        lock.release()


def checked_fingerprint(out: Path) -> str:
    """Return the fingerprint of the last glossary checked; empty if there is none or the file is broken."""
    try:
        state = json.loads((out / _STATE).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return ""
    fingerprint = state.get("fingerprint") if isinstance(state, dict) else None
    return fingerprint if isinstance(fingerprint, str) else ""


def keep_fingerprint(out: Path, fingerprint: str) -> None:
    """Record that the glossary with this fingerprint was checked."""
    write(out / _STATE, json.dumps({"fingerprint": fingerprint}) + "\n")


@flow(name="retention", flow_run_name="{project} retention")
@takes(RetentionOptions)
@reported("retention")
async def retention(options: RetentionOptions) -> State[Any]:
    """Remove old builds; never the latest one, and nothing while a build is at work, which does it at its end."""
    try:
        with nullcontext() if options.dry_run else build_lock.lock(options.out):
            removals = apply(options.out, options, options.dry_run)
    except build_lock.BuildBusyError:
        return Completed(message="Nothing was removed: a build is at work")
    message = _message(removals, options)
    get_run_logger().info(message)
    if removals:
        rows = [[f"`{build.build_id}`", build.created, f"{build.size:,}", reason] for build, reason in removals]
        text = f"# {message}\n\n{table(['build', 'created', 'bytes', 'why'], rows)}"
        await acreate_markdown_artifact(text, key=f"{options.project}-retention", description=message)
    return Completed(message=message)


def _message(removals: Sequence[Removal], options: RetentionOptions) -> str:
    if not any((options.keep_last, options.keep_days, options.keep_gib)):
        return "All builds are kept, as keep_last, keep_days and keep_gib are 0"
    if not removals:
        return "Nothing to remove: all builds are within the bounds, or named by latest or a tag"
    count = f"{len(removals):,} build{'s' * (len(removals) != 1)}"
    return f"{count} would be removed" if options.dry_run else f"Removed {count}"
