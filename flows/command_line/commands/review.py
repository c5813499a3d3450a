"""`taiyaku review packet`, `ask`, `judges`, `apply` and `status`: reviewing, by options and settings."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from corpus.languages import TARGETS
from corpus.sources.discovery import SourceError
from corpus.text.printable import printable
from flows.console.exit_status import CALL, FINE, FOUND
from flows.console.output_formats import PACKET_FORMATS, PacketFormat
from flows.files.atomic_write import write
from flows.files.build_reader import PublishedBuild, built
from flows.files.review_folder import decisions_in, drafts_in, suggestions_in
from flows.options import samples
from flows.options.effective_options import base_of, check_options, options_of
from flows.options.options import GlossaryOptions
from flows.options.settings import Settings, SettingsError
from flows.reviewing.apply_decisions import IntakeOptions, apply
from flows.reviewing.ask import (
    ConfiguredJudge,
    RequestLine,
    ask,
    dry_run,
    open_requests,
    problem_lines,
    run_lines,
    sent_packet,
)
from flows.reviewing.packets import PacketRequest, WrittenPacket, meaning_doubts, summary, write_packet
from flows.reviewing.status import listed_findings, status
from glossary.decisions.adjudication import adjudicate
from glossary.desk.report.wording import counted
from glossary.desk.review.formats.clean_text import name
from glossary.desk.review.judging.drafts import po_text
from glossary.desk.review.judging.measured_judges import measure, table_lines


def packet(options: argparse.Namespace, settings: Settings) -> int:
    """Write the next packet of each requested language."""
    build = built(options.build or settings.build.latest)
    listed = listed_findings(options.findings, build) if options.findings else None
    doubts = meaning_doubts(build, settings.review.doubts) if options.doubts else None
    langs = options.langs or (listed.targets if listed else _languages(build))
    _print_notes(listed.remarks(langs) if listed else ())
    for lang in langs:
        request = PacketRequest(
            lang=lang,
            review=settings.review.dir,
            out=options.out or settings.build.packets,
            formats=_formats(options.format) if options.format else settings.review.formats,
            **_bounds(options, settings),
            findings=listed.langs if listed else doubts and doubts.get(lang, ()),
            terms=options_of(GlossaryOptions, settings),
            source_link=settings.review.source_link,
            judging=settings.review,
        )
        _print_notes(_packet_lines(write_packet(build, request)))
    return FINE


def _bounds(options: argparse.Namespace, settings: Settings) -> dict[str, Any]:
    """Return the minutes and the limit from the options; from the settings if no option bounds or names findings."""
    is_bounded = options.minutes or options.limit or options.findings or options.doubts
    called = options if is_bounded else settings.review
    return {"minutes": called.minutes, "limit": called.limit}


def _languages(build: PublishedBuild) -> list[str]:
    return sorted({finding.lang for finding in build.findings} & TARGETS)


def _formats(text: str) -> tuple[PacketFormat, ...]:
    names = dict.fromkeys(format_name.strip() for format_name in text.split(","))
    formats: dict[str, PacketFormat] = {name: name for name in PACKET_FORMATS}
    if wrong := [name for name in names if name not in formats]:
        raise SettingsError(f"--format {printable(', '.join(wrong))}: unknown; choose from {', '.join(formats)}")
    return tuple(formats[name] for name in names)


def _packet_lines(result: WrittenPacket) -> list[str]:
    if not result.files:
        before = result.packet.asked_before
        remark = f"; {before:,} listed, and sent, decided or gone before" if before else ""
        return [f"{result.packet.lang}: no new findings to decide{remark}"]
    head = f"Packet {result.packet.packet_id}: {summary(result.packet)}"
    return [head, *(f"  {printable(file)}" for file in result.files), *(f"  {remark}" for remark in result.remarks)]


def ask_assistant(options: argparse.Namespace, settings: Settings) -> int:
    """Let a configured assistant judge the next decisions for reviewers; returns 1 if it left any open."""
    judge = _judge(options.judge, options, settings)
    build = built(options.build or settings.build.latest)
    if options.drafts:
        return _ask_for_drafts(judge, build, options, settings)
    listed: Mapping[str, Sequence[str]] | None = None
    if options.packet:
        listed = dict([sent_packet(options.packet, settings.review.dir)])
    elif options.doubts:
        listed = meaning_doubts(build, settings.review.doubts)
    open_lines, answered = dict[str, RequestLine](), 0
    for lang in options.langs or (_languages(build) if listed is None else listed):
        request = PacketRequest(
            lang, settings.review.dir, Path(), minutes=options.minutes or settings.review.minutes,
            limit=None if options.minutes else settings.review.limit,
            findings=None if listed is None else listed.get(lang, ()),
            terms=options_of(GlossaryOptions, settings), judging=settings.review,
        )  # fmt: skip
        lines, before = open_requests(build, request, judge.name, judge.options.controls, options.trial)
        open_lines |= lines
        answered += before
    if options.dry_run:
        data, size = dry_run(judge, open_lines)
        print(data.decode(), end="")
        _print_notes([size])
        return FINE
    run = ask(judge, open_lines, settings.review.dir)
    _print_notes(run_lines(judge, run, len(open_lines), answered))
    return FOUND if len(run.suggestions) < len(open_lines) and not run.is_over_budget else FINE


def _ask_for_drafts(
    judge: ConfiguredJudge, build: PublishedBuild, options: argparse.Namespace, settings: Settings
) -> int:
    """Let an assistant draft what pages lack; returns 1 where it left anything open."""
    from flows.assistants.drafting import draft, draft_requests, gaps_of_build, stale_gaps  # rules and git, which
    from flows.checking.check_request import request_of  # no other command of reviewing needs

    base, review = base_of(options.config), settings.review.dir
    sources = (settings.source.root or base,)
    request = request_of(check_options(settings, base, sources=sources))
    langs = options.langs or sorted(TARGETS)
    gaps = [gap for lang in langs for gap in gaps_of_build(build, review, lang)]
    try:
        gaps += [gap for lang in langs for gap in stale_gaps(request, lang, settings.data.masking)]
    except SourceError as error:
        _print_notes([f"stale sentences are left out: {error}"])
    drafted = {draft.number for draft in drafts_in(review) if draft.judge == judge.name}
    lines = draft_requests((gap for gap in gaps if gap.number not in drafted), request)
    if options.dry_run:
        data, size = dry_run(judge, lines, "draft")
        print(data.decode(), end="")
        _print_notes([size])
        return FINE
    run = draft(judge, lines, request, review)
    _print_notes(
        [f"{judge.name}: {len(run.suggestions):,} of {counted(len(lines), 'draft')} made; sent {run.sent:,} bytes"]
    )
    _print_notes(problem_lines(judge, run))
    for lang in langs:
        if drafts := [draft for draft in drafts_in(review) if draft.lang == lang]:
            file = settings.build.packets / f"drafts-{lang}.po"
            write(file, po_text(drafts, lang))
            _print_notes([f"  {printable(file)}"])
    return FOUND if len(run.suggestions) < len(lines) and not run.is_over_budget else FINE


def show_judges(options: argparse.Namespace, settings: Settings) -> int:
    """Print how often assistants were right on decisions that people had made before."""
    review = settings.review.dir
    judges = measure(suggestions_in(review), adjudicate(decisions_in(review)))
    lines = table_lines([*judges.values()], settings.review.judge_precision) if judges else ["no suggestions yet"]
    for line in lines:
        print(printable(line))
    return FINE


def _judge(judge_name: str, options: argparse.Namespace, settings: Settings) -> ConfiguredJudge:
    """Return a judge of the settings; raises SettingsError if they have none of that name."""
    if judge_name not in settings.judges:
        names = ", ".join(settings.judges) or "none"
        raise SettingsError(
            f"--judge {printable(judge_name)}: not configured, so nothing is sent; add [judges.NAME] with a command to "
            f"taiyaku.toml (configured: {names})"
        )
    return ConfiguredJudge(judge_name, settings.judges[judge_name], base_of(options.config).absolute())


def apply_files(options: argparse.Namespace, settings: Settings) -> int:
    """Import the decisions in reviewers' files; returns 2 if any part of them could not be interpreted."""
    desk = IntakeOptions(
        review=settings.review.dir,
        out=settings.build.out,
        root=base_of(options.config),
        roots=_roots(options, settings),
        build=options.build,
        glossary=settings.glossary.layers,
        glossary_only=settings.glossary.only,
        by=_name(options.by),
        final=options.final,
    )
    result = apply(options.files, desk)
    _print_notes(result.lines)
    for line in result.problems:
        print(f"taiyaku: {line}", file=sys.stderr)
    return CALL if result.problems else FINE


def _name(text: str) -> str:
    """Return the reviewer's name; raises SettingsError if it is not a plain name."""
    reviewer, wrong = name(text)
    if wrong:
        raise SettingsError(f"--by: {wrong}; give a plain name")
    return reviewer


def _roots(options: argparse.Namespace, settings: Settings) -> tuple[Path, ...]:
    """Return the folders that the paths of a build may be relative to."""
    if options.root:
        return (options.root,)
    return (*([settings.source.root] if settings.source.root else []), *settings.schedule.sources, samples.folder())


def show_status(options: argparse.Namespace, settings: Settings) -> int:
    """Print the progress of reviewers."""
    folder = options.build or settings.build.latest
    build = built(folder) if options.build or folder.is_dir() else None
    for line in status(settings.review.dir, build):
        print(line)
    return FINE


def _print_notes(lines: Iterable[str]) -> None:
    for line in lines:
        print(line, file=sys.stderr)
