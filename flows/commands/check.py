"""`taiyaku check`: from options and settings to a report of what is wrong, and an exit status."""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, nullcontext, redirect_stdout
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path

from corpus.languages import Language, parse_tag
from corpus.records import Finding
from corpus.sources.discovery import SourceError
from corpus.sources.originals import original_of
from corpus.text.printable import printable
from flows import samples
from flows.checking.fixes import FixOptions
from flows.checking.page_check import CheckRequest, check_sources
from flows.commands import fix
from flows.commands.git_changes import changed
from flows.exit_status import CALL, FINE, FOUND
from flows.files.atomic_write import write
from flows.files.review_folder import decisions_in
from flows.output_formats import REPORT_FORMATS
from flows.progress import progress_display
from flows.rule_options import base_of, selection_of
from flows.settings import Settings, SettingsError
from flows.termbase_cache import folders_of, glossary
from glossary.decisions.adjudication import adjudicate
from glossary.findings import baseline
from glossary.findings.decided import measured
from glossary.findings.states import Texts, compare_findings, fixed_ids
from glossary.report.check_report import CheckedPage, Report, Threshold
from glossary.report.wording import word

STDIN = "-"
_DOUBTFUL = 0.5  # below, more findings of this confidence are wrong than right


def check(options: argparse.Namespace, settings: Settings) -> int:
    """Print what is wrong with pages; returns 1 where something new is grave and sure enough, 2 where none was read."""
    fix.refuse(options)
    file, threshold = options.baseline or settings.check.baseline, _threshold(options, settings)
    lang, mends = options.messages or settings.check.messages, fix.is_fix_requested(options)
    baseline_entries = _baseline_entries(file, options)
    with _sources(options) as (sources, folder), progress_display(options.quiet, patient=True) as progress:
        demand = _demand(options, settings, sources, folder)
        if mends:
            demand = replace(demand, mending=FixOptions(threshold.confidence, baseline.earlier(baseline_entries)))
        pages = [_rename_page(page, options) for page in check_sources(demand, progress)]
        piped_bytes = sources[0].read_bytes() if folder else None
    unread = _unread_lines(pages)
    if options.format != "text" or not any(page.was_read for page in pages):
        _print_remarks(options, unread)
    if not pages and not _asks_git(options):
        raise SourceError(_nothing_checked(options))
    if not pages:
        _print_remarks(options, ["No Chinese or Japanese page has changed; nothing to check."])
    if not any(page.was_read for page in pages):
        return CALL if pages else FINE
    if mends:
        pages, differs, lines = fix.apply_to_pages(pages, piped_bytes, options.diff, lang)
        _print_remarks(options, lines)
        if options.diff:
            return FOUND if differs else CALL if _named_but_unread(pages, sources) else FINE
    if options.update_baseline:
        return _update(file, pages, demand, options)
    pages = _with_states(pages, baseline_entries) if baseline_entries else pages
    report = Report(pages, threshold, lang, _signature(demand))
    with redirect_stdout(sys.stderr) if mends and piped_bytes is not None else nullcontext():
        _print(report, options)
    if gone_count := _count_gone(pages, baseline_entries):
        _print_remarks(
            options,
            [f"{printable(file)}: {gone_count:,} of its findings no longer found; remove them with --update-baseline"],
        )
    if any(report.threshold.fails(finding) for page in pages for finding in page.findings):
        return FOUND
    return CALL if _named_but_unread(pages, sources) else FINE


def _nothing_checked(options: argparse.Namespace) -> str:
    names = printable(", ".join(map(str, options.sources))) or "the samples"
    return f"{names}: no Chinese or Japanese pages found; give other files or folders, or set the language with --as"


def _named_but_unread(pages: Sequence[CheckedPage], sources: Sequence[Path]) -> bool:
    """Whether a file that was named itself could not be read: it must not pass for a clean one."""
    named_paths = {os.path.abspath(source) for source in sources}
    return any(not page.was_read and os.path.abspath(page.shown_path) in named_paths for page in pages)


@contextmanager
def _sources(options: argparse.Namespace) -> Iterator[tuple[tuple[Path, ...], Path | None]]:
    """The files and folders to check. What comes on standard input is a file for as long as it is checked, below the
    folder that is given too, under the path that it goes by."""
    if not _is_piped(options):
        if options.name:
            raise SourceError("--name applies only to standard input; omit it, or check -")
        yield tuple(options.sources) or (samples.folder(),), None
        return
    if len(options.sources) > 1:
        raise SourceError("- (standard input) cannot be combined with other sources; omit them")
    if _asks_git(options):
        raise SourceError("- (standard input) is unknown to git; omit --changed and --base")
    with tempfile.TemporaryDirectory(prefix="taiyaku-") as folder:
        file = Path(folder) / _piped_name(options)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(sys.stdin.buffer.read())
        yield (file,), Path(folder)


def _is_piped(options: argparse.Namespace) -> bool:
    return STDIN in map(str, options.sources)


def _piped_name(options: argparse.Namespace) -> Path:
    """The path that standard input goes by, from the base: it tells language, format, settings and baseline."""
    if not options.name:
        return Path("stdin.md")
    base = base_of(options.config)
    path = Path(os.path.abspath(options.name))
    if not path.is_relative_to(base) or path == base:
        raise SourceError(f"--name {printable(options.name)}: not a file path under {printable(base)}; give one")
    return path.relative_to(base)


def _demand(
    options: argparse.Namespace, settings: Settings, sources: tuple[Path, ...], folder: Path | None
) -> CheckRequest:
    source = settings.source
    folders, glossary_only = folders_of(options, settings)
    selection = selection_of(settings, _split_selectors(options.select), _split_selectors(options.ignore))
    decisions = adjudicate(decisions_in(settings.review.dir))
    return CheckRequest(
        sources=sources,
        base=folder or base_of(options.config),
        root=folder or source.root,
        exclude=tuple(source.exclude),
        works=tuple(source.works),
        out=settings.build.out,
        max_bytes=int(source.max_mib * 2**20),
        max_seconds=source.max_seconds,
        language=_language(options),
        original=original_of(Path(os.path.abspath(options.name))) if options.name else None,
        only_files=changed(Path.cwd(), sources, options.base) if _asks_git(options) else None,
        glossary=folders,
        glossary_only=glossary_only,
        lexicons=tuple(settings.align.lexicons),
        selection=replace(selection, project_counts=tuple(sorted(measured(decisions).items()))),
        decisions=decisions,
        jobs=options.jobs or settings.build.jobs,
    )


def _asks_git(options: argparse.Namespace) -> bool:
    return bool(options.changed or options.base)


def _language(options: argparse.Namespace) -> Language | None:
    """The language that the caller says."""
    tag = options.as_lang
    if tag is None:
        return None
    language = parse_tag(tag)
    if language is None or language.lang == "en":
        raise SourceError(
            f"--as {printable(tag)}: only zh and ja are checked; give one of them, or a tag such as zh-TW"
        )
    return language


def _split_selectors(selectors: Iterable[str]) -> list[str]:
    return [selector.strip() for argument in selectors for selector in argument.split(",")]


def _rename_page(page: CheckedPage, options: argparse.Namespace) -> CheckedPage:
    """A page under the name that the user knows: what came on standard input goes by --name."""
    return replace(page, shown_path=options.name or STDIN) if _is_piped(options) else page


def _threshold(options: argparse.Namespace, settings: Settings) -> Threshold:
    sure = settings.check.min_confidence if options.min_confidence is None else options.min_confidence
    return Threshold(options.fail_on or settings.check.fail_on, sure)


def _signature(demand: CheckRequest) -> str:
    termbase = glossary(demand.glossary, demand.glossary_only)
    return f"taiyaku:{version('taiyaku')}|glossary:{termbase.fingerprint}"


def _print(report: Report, options: argparse.Namespace) -> None:
    """The report on standard output; of what a person reads, what is neutral or doubtful is left out unless asked."""
    report_format = REPORT_FORMATS[options.format]
    if report_format.is_complete or options.all:
        sys.stdout.write(report_format.write(report))
        return
    loud = [
        replace(page, findings=[finding for finding in page.findings if _is_loud(finding, report)])
        for page in report.pages
    ]
    sys.stdout.write(report_format.write(replace(report, pages=loud)))
    if left_out := sum(len(page.findings) for page in report.pages) - sum(len(page.findings) for page in loud):
        _print_remarks(options, [word("left-out", report.lang, left_out)])


def _is_loud(finding: Finding, report: Report) -> bool:
    """Whether a finding is worth a person's time in a terminal: whatever fails is."""
    return report.threshold.fails(finding) or (finding.severity != "neutral" and finding.confidence >= _DOUBTFUL)


def _print_remarks(options: argparse.Namespace, lines: Iterable[str]) -> None:
    if not options.quiet:
        for line in lines:
            print(line, file=sys.stderr)


def _unread_lines(pages: Sequence[CheckedPage]) -> list[str]:
    return [printable(f"{page.shown_path}: not read: {page.document.reason}") for page in pages if not page.was_read]


def _baseline_entries(file: Path | None, options: argparse.Namespace) -> list[baseline.BaselineEntry]:
    """What the project lives with; a baseline that is to be written anew need not be there."""
    if file is None or (options.update_baseline and not (fix.is_fix_requested(options) and file.exists())):
        return []
    return _read_baseline(file)


def _read_baseline(file: Path) -> list[baseline.BaselineEntry]:
    try:
        return baseline.read(file.read_text(encoding="utf-8-sig"))
    except FileNotFoundError:
        remedy = "create it with --update-baseline, or correct the path"
        raise SettingsError(f"{printable(file)}: no such baseline; {remedy}") from None
    except IsADirectoryError:
        raise SettingsError(f"{printable(file)}: is a folder; give a file") from None
    except (baseline.BaselineError, UnicodeDecodeError) as error:
        reason = error if isinstance(error, baseline.BaselineError) else "not UTF-8; recreate it with --update-baseline"
        raise SettingsError(f"{printable(file)}: {reason}") from None


def _with_states(pages: Sequence[CheckedPage], baseline_entries: Iterable[baseline.BaselineEntry]) -> list[CheckedPage]:
    """The pages with findings that know whether the baseline has them."""
    earlier, texts = baseline.earlier(baseline_entries), _texts(pages)
    return [replace(page, findings=list(compare_findings(page.findings, earlier, texts))) for page in pages]


def _texts(pages: Sequence[CheckedPage]) -> Texts:
    return {page.document.doc_id: page.document.text for page in pages}.__getitem__


def _count_gone(pages: Sequence[CheckedPage], baseline_entries: Sequence[baseline.BaselineEntry]) -> int:
    """How many findings of the baseline were looked for and not found, by rules that one page decides."""
    rules = {page.document.path: {rule.code for rule in page.rules if rule.find} for page in pages}
    baselined_ids = [entry.finding_id for entry in baseline_entries if entry.rule in rules.get(entry.path, ())]
    return len(fixed_ids([finding for page in pages for finding in page.findings], baselined_ids))


def _update(file: Path | None, pages: Sequence[CheckedPage], demand: CheckRequest, options: argparse.Namespace) -> int:
    """Write today's findings into the baseline; those of pages and rules that were not asked stay."""
    if file is None:
        raise SettingsError("--update-baseline: no baseline file given; set one with --baseline")
    texts = _texts(pages)
    rules = {page.document.path: {rule.code for rule in page.rules if rule.find} for page in pages if page.was_read}
    before = _read_baseline(file) if file.exists() else []
    kept_entries = [
        entry for entry in before if entry.rule not in rules.get(entry.path, ()) and (demand.base / entry.path).exists()
    ]
    today = {finding.finding_id for page in pages for finding in page.findings}
    kept_entries = [
        entry for entry in kept_entries if entry.finding_id not in today
    ]  # what pages decide together may have been found again
    new = [
        entry
        for page in pages
        for entry in baseline.entries(page.document.path, _baseline_findings(page.findings), texts)
    ]
    write(file, baseline.baseline_text([*kept_entries, *new]))
    count = len(kept_entries) + len(new)
    _print_remarks(options, [f"{printable(file)}: {count:,} finding{'s' * (count != 1)} baselined"])
    return FINE


def _baseline_findings(findings: Iterable[Finding]) -> list[Finding]:
    """The findings that a baseline names: neutral ones are no problem to live with."""
    return [finding for finding in findings if finding.severity != "neutral"]
