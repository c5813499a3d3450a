"""`taiyaku check`: from options and settings to a report of the findings, and an exit status."""

from __future__ import annotations

import argparse
import os
import shlex
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, nullcontext, redirect_stdout
from dataclasses import replace
from functools import partial
from importlib.metadata import version
from pathlib import Path

from corpus.languages import Language, parse_tag
from corpus.records import Finding
from corpus.sources.discovery import SourceError
from corpus.sources.work_and_language import original_of
from corpus.text.printable import path_from_here, printable
from flows.checking.check_request import CheckRequest, request_of
from flows.checking.page_check import check_sources
from flows.checking.project_baseline import count_gone, read_baseline, updated, with_states
from flows.checking.report_inputs import inputs_of, judging_places, unmatched_patterns
from flows.command_line.commands import fix
from flows.console import kept_reports
from flows.console.exit_status import CALL, FINE, FOUND
from flows.console.output_formats import REPORT_FORMATS, TERMINAL_FORMAT
from flows.console.progress import progress_display
from flows.files.atomic_write import write
from flows.files.git_repository import changed, ignored
from flows.options.effective_options import base_of, check_options
from flows.options.flow_parameters import CheckOptions
from flows.options.settings import CONFIG, Settings, SettingsError
from glossary.desk.report.check_report import CheckedPage, Report, Threshold
from glossary.desk.report.counts import unit_summary
from glossary.desk.report.wording import refusals, way_to_fix, word
from glossary.findings import baseline
from glossary.findings.baseline import BaselineEntry, baseline_text
from glossary.findings.states import restrict_places
from glossary.fixing.apply_fixes import FixRequest
from glossary.rules.calibration import DOUBTFUL
from glossary.rules.registry import BY_CODE

STDIN = "-"
_LONGEST = 100  # characters of a command that is shown


def check(arguments: argparse.Namespace, settings: Settings) -> int:
    """Print the findings of pages, also to the requested files, and keep the report for an identical call. Returns 1
    if a new finding is severe and certain enough, 2 if no page, or not every required one, was read.
    """
    arguments.printed, arguments.read = kept_reports.Printed(), None
    status = _check(arguments, settings)
    if arguments.read is not None:  # what it read, before and after
        before, inputs = arguments.read
        if before is not None and kept_reports.states(inputs()) == before:
            kept_reports.keep(arguments.key, before, [status, arguments.printed.texts])
    return status


def _check(arguments: argparse.Namespace, settings: Settings) -> int:
    fix.refuse(arguments)
    if arguments.update_baseline and arguments.outputs:
        raise SourceError("--update-baseline writes the baseline, not a report; omit --output")
    file, threshold = settings.check.baseline, Threshold(settings.check.fail_on, settings.check.min_confidence)
    lang, fixes = settings.check.messages, fix.is_fix_requested(arguments)
    baseline_entries = _baseline_entries(file, arguments)
    display = progress_display(arguments.quiet, patient=True)
    with _sources(arguments, settings) as (sources, folder), display as progress:
        request = _request(arguments, settings, sources, folder)
        threshold = replace(threshold, named=frozenset(BY_CODE) if arguments.all else request.selection.named)
        if fixes:
            request = replace(request, mending=FixRequest(threshold, baseline.earlier(baseline_entries)))
        inputs = partial(inputs_of, request, arguments.config, file)
        discovered = request.find_sources()
        before = kept_reports.states(inputs(discovered)) if _may_be_kept(arguments) else None
        pages = [_shown_page(page, arguments, sources) for page in check_sources(request, progress, discovered)]
        piped_bytes = sources[0].read_bytes() if folder else None
    retired = request.selection.retired
    _print_remarks(arguments, [f"{code} is no rule any more; take it out of what is selected" for code in retired])
    _print_remarks(arguments, () if folder else unmatched_patterns(request, discovered))
    if arguments.format != TERMINAL_FORMAT or not any(page.was_read for page in pages):
        _print_remarks(arguments, _unread_lines(pages))
    if not pages and request.only_files is None:
        raise SourceError(_nothing_checked(arguments))
    is_unchanged = request.only_files is not None and all(page.refusal == "note" for page in pages)
    if is_unchanged:
        _print_remarks(
            arguments,
            ["No Chinese or Japanese page has changed; nothing to check. `taiyaku stale` knows changed originals."],
        )
    if not any(page.was_read for page in pages):
        _publish(Report(pages, threshold, lang, _signature(request)), arguments)
        return FINE if is_unchanged else CALL
    if fixes:
        pages, differs, lines = fix.apply_to_pages(pages, piped_bytes, arguments.diff, lang)
        _print_remarks(arguments, lines)
        if arguments.diff:
            return _status(differs, pages)
    if arguments.update_baseline:
        return _update(file, pages, request, arguments)
    pages = with_states(pages, baseline_entries) if baseline_entries else pages
    report = Report(pages, threshold, lang, _signature(request))
    with redirect_stdout(sys.stderr) if fixes and piped_bytes is not None else nullcontext():
        _publish(report, arguments)
    if units := unit_summary(report):
        _print_remarks(arguments, [units])
    if arguments.format == TERMINAL_FORMAT and not _is_piped(arguments) and sys.stdout.isatty():
        _print_remarks(arguments, _next_command(report, fixes, arguments))
    if gone_count := count_gone(pages, baseline_entries):
        _print_remarks(
            arguments,
            [f"{printable(file)}: {gone_count:,} of its findings no longer found; remove them with --update-baseline"],
        )
    if all(page.was_read for page in pages):
        arguments.read = before, inputs
    return _status(any(report.threshold.fails(finding) for page in pages for finding in page.findings), pages)


def _status(fails: bool, pages: Sequence[CheckedPage]) -> int:
    """Return the exit status. A check that lacks a language's libraries counts as not made, whatever it found. A named
    file that was not read must not pass as clean.
    """
    if any(page.lacks_language for page in pages):
        return CALL
    return FOUND if fails else CALL if any(page.refusal == "error" for page in pages) else FINE


def _may_be_kept(arguments: argparse.Namespace) -> bool:
    """Return whether a check's output may be kept for reuse: it writes nothing else and reads neither git nor a pipe.
    A call without sources asks git which files are ignored, so its output is not kept.
    """
    writes = fix.is_fix_requested(arguments) or arguments.update_baseline or arguments.outputs
    asks = not arguments.sources or _is_piped(arguments) or _asks_git(arguments)
    return bool(arguments.key) and not writes and not asks


def _next_command(report: Report, has_fixed: bool, arguments: argparse.Namespace) -> Iterator[str]:
    """Yield the command to run next, in one line: one to fix what is fixable, else one to explain the worst problem."""
    places = [place for place in report.new if report.threshold.shows(place.finding)]
    if not has_fixed and any(way_to_fix(place, report) == "fixable" for place in places):
        command = shlex.join(["taiyaku", *arguments.called, "--diff"])
        yield word("next-fix", report.lang, command=command if len(command) <= _LONGEST else "… --diff")
    elif places:
        worst = min(places, key=lambda place: not report.threshold.fails(place.finding, place.location))
        yield word("next-explain", report.lang, command=f"taiyaku explain {worst.finding.rule}")


def _nothing_checked(arguments: argparse.Namespace) -> str:
    names = printable(", ".join(map(str, arguments.sources))) or f"{printable(Path.cwd())} (this folder)"
    return f"{names}: no Chinese or Japanese pages found; give other files or folders, or set the language with --as"


@contextmanager
def _sources(arguments: argparse.Namespace, settings: Settings) -> Iterator[tuple[tuple[Path, ...], Path | None]]:
    """Yield the files and folders to check; without any, the current folder. Standard input becomes a file under its
    own path in a temporary folder, which is yielded too and exists only during the check.
    """
    if not _is_piped(arguments):
        if arguments.name:
            raise SourceError("--name applies only to standard input; omit it, or check -")
        yield tuple(arguments.sources) or (_here(settings.source.root),), None
        return
    if len(arguments.sources) > 1:
        raise SourceError("- (standard input) cannot be combined with other sources; omit them")
    if _asks_git(arguments):
        raise SourceError("- (standard input) is unknown to git; omit --changed and --base")
    with tempfile.TemporaryDirectory(prefix="taiyaku-") as folder:
        file = Path(folder) / _piped_name(arguments)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(sys.stdin.buffer.read())
        yield (file,), Path(folder)


def _here(root: Path | None) -> Path:
    """Return the current folder, or the root of the sources that lies in it."""
    folder = Path.cwd()
    return root if root and Path(os.path.abspath(root)).is_relative_to(folder) else folder


def _is_piped(arguments: argparse.Namespace) -> bool:
    return STDIN in map(str, arguments.sources)


def _piped_name(arguments: argparse.Namespace) -> Path:
    """Return the path of standard input from the base; it decides language, format, settings and baseline."""
    if not arguments.name:
        return Path("stdin.md")
    base = base_of(arguments.config)
    path = Path(os.path.abspath(arguments.name))
    if not path.is_relative_to(base) or path == base:
        raise SourceError(f"--name {printable(arguments.name)}: not a file path under {printable(base)}; give one")
    return path.relative_to(base)


def _request(
    arguments: argparse.Namespace, settings: Settings, sources: tuple[Path, ...], folder: Path | None
) -> CheckRequest:
    """Return the check request; an argument overrides a setting."""
    options = check_options(
        settings,
        folder or base_of(arguments.config),
        sources=sources,
        root=folder or settings.source.root,
    )
    changed_files = changed(Path.cwd(), sources, arguments.base) if _asks_git(arguments) else None
    if changed_files and (cause := _changed_everywhere(changed_files, options, arguments, settings)):
        _print_remarks(arguments, [f"{printable(cause)} has changed, so all pages are checked"])
        changed_files = None
    return request_of(
        options,
        _split_selectors(arguments.select),
        _split_selectors(arguments.ignore),
        language=_language(arguments),
        original=original_of(Path(os.path.abspath(arguments.name))) if arguments.name else None,
        only_files=changed_files,
        ignored=frozenset() if arguments.sources else ignored(Path.cwd()),
    )


def _changed_everywhere(
    files: Iterable[Path], options: CheckOptions, arguments: argparse.Namespace, settings: Settings
) -> str:
    """Return the path of a changed file that affects all pages, such as a glossary; empty if there is none."""
    single = [arguments.config or Path(CONFIG), *filter(None, [settings.check.baseline])]
    places = {os.path.realpath(place) for place in (*single, *judging_places(options))}
    causes = (file for file in sorted(files) if not places.isdisjoint(map(str, (file, file.parent))))
    return next(map(path_from_here, causes), "")


def _asks_git(arguments: argparse.Namespace) -> bool:
    return bool(arguments.changed or arguments.base)


def _language(arguments: argparse.Namespace) -> Language | None:
    tag = arguments.as_lang
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


def _shown_page(page: CheckedPage, arguments: argparse.Namespace, sources: Sequence[Path]) -> CheckedPage:
    """Return a page under the name that the user knows; standard input goes by --name. An unread page also gets whether
    it was named, and how to install its language.
    """
    if not page.was_read:
        named_paths = map(os.path.abspath, sources)
        page = replace(page, was_named=os.path.abspath(page.shown_path) in named_paths)
    if page.lacks_language:
        from flows.console.extras import missing_language

        reason = missing_language(page.document.lang)
        page = replace(page, document=replace(page.document, reason=reason))
    return replace(page, shown_path=arguments.name or STDIN) if _is_piped(arguments) else page


def _signature(request: CheckRequest) -> str:
    return f"taiyaku:{version('taiyaku')}|glossary:{request.termbase.fingerprint}"


def _publish(report: Report, arguments: argparse.Namespace) -> None:
    """Print the report, write it to the requested files, and say how much of it is not shown. In the terminal format
    nothing is printed if no page was read: remarks have said so.
    """
    if arguments.format != TERMINAL_FORMAT or any(page.was_read for page in report.pages):
        printed = _shown(report, arguments.format, arguments)
        arguments.printed.write(REPORT_FORMATS[arguments.format].write(printed))
        if left_out := len(_listed(report)) - len(_listed(printed)):
            _print_remarks(arguments, [word("left-out", report.lang, left_out)])
    for name, file in arguments.outputs:
        write(file, REPORT_FORMATS[name].write(_shown(report, name, arguments)))


def _shown(report: Report, name: str, arguments: argparse.Namespace) -> Report:
    """Return the part of a report that a format lists. With --all it is everything. --min-confidence sets the least
    confidence. Formats for people leave out neutral findings and, without that argument, doubtful ones; some formats
    list only new findings.
    """
    if arguments.all:
        return report
    if arguments.min_confidence is not None:
        report = _with_findings(report, partial(_sure_places, least=arguments.min_confidence))
    if REPORT_FORMATS[name].is_complete:
        return report
    least = DOUBTFUL if arguments.min_confidence is None else 0.0

    def shown(finding: Finding) -> Finding | None:
        is_left_out = REPORT_FORMATS[name].is_new and not finding.state.is_new
        return finding if report.threshold.shows(finding, least) and not is_left_out else None

    return _with_findings(report, shown)


def _listed(report: Report) -> list[Finding]:
    return [finding for page in report.pages for finding in page.findings]


def _with_findings(report: Report, shown_finding: Callable[[Finding], Finding | None]) -> Report:
    pages = [
        replace(page, findings=[finding for finding in map(shown_finding, page.findings) if finding])
        for page in report.pages
    ]
    return replace(report, pages=pages)


def _sure_places(finding: Finding, least: float) -> Finding | None:
    """Return the finding with only the places that are certain enough; None if there are none."""
    if finding.confidence < least:
        return None
    return restrict_places(finding, [place for place in finding.locations if place.confidence >= least])


def _print_remarks(arguments: argparse.Namespace, lines: Iterable[str]) -> None:
    if not arguments.quiet:
        for line in lines:
            arguments.printed.write(f"{line}\n", error=True)


def _unread_lines(pages: Sequence[CheckedPage]) -> list[str]:
    """Return a line for each unread page, or one for all pages of a language that is not installed."""
    return [
        printable(f"{refusal.path or f'{refusal.pages} files'}: not read: {refusal.page.document.reason}")
        for refusal in refusals(Report(pages))
    ]


def _baseline_entries(file: Path | None, arguments: argparse.Namespace) -> list[BaselineEntry]:
    """Return the entries of the baseline; a baseline that will be rewritten need not exist."""
    if file is None or (arguments.update_baseline and not (fix.is_fix_requested(arguments) and file.exists())):
        return []
    return read_baseline(file)


def _update(
    file: Path | None, pages: Sequence[CheckedPage], request: CheckRequest, arguments: argparse.Namespace
) -> int:
    if file is None:
        raise SettingsError("--update-baseline: no baseline file given; set one with --baseline")
    entries = updated(pages, read_baseline(file) if file.exists() else [], request.base)
    write(file, baseline_text(entries))
    _print_remarks(arguments, [f"{printable(file)}: {len(entries):,} finding{'s' * (len(entries) != 1)} baselined"])
    return _status(False, pages)
