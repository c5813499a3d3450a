"""`taiyaku review packet`, `ask`, `judges`, `apply` and `status`: what options and settings ask of reviewing."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from corpus.languages import TARGETS
from corpus.text.printable import printable
from flows.console.exit_status import CALL, FINE, FOUND
from flows.console.output_formats import PACKET_FORMATS, PacketFormat
from flows.files.build_reader import PublishedBuild, built
from flows.files.review_folder import decisions_in, suggestions_in
from flows.options import samples
from flows.options.effective_options import base_of
from flows.options.settings import Settings, SettingsError
from flows.options.termbase_cache import folders_of
from flows.reviewing.apply_decisions import IntakeOptions, apply
from flows.reviewing.ask import ask, dry_run, open_requests, run_lines, sent_packet
from flows.reviewing.judge_calls import ConfiguredJudge, RequestLine
from flows.reviewing.packets import PacketRequest, WrittenPacket, summary, write_packet
from flows.reviewing.status import listed_findings, status
from glossary.decisions.adjudication import adjudicate
from glossary.desk.review.formats.clean_text import name
from glossary.desk.review.judging.measured_judges import measure, table_lines


def packet(options: argparse.Namespace, settings: Settings) -> int:
    """Write the next packet of each language that is asked for."""
    folders, glossary_only = folders_of(options, settings)
    build = built(options.build or settings.build.latest)
    listed = listed_findings(options.findings, build) if options.findings else None
    langs = options.langs or (listed.targets if listed else _languages(build))
    _print_notes(listed.remarks(langs) if listed else ())
    for lang in langs:
        request = PacketRequest(
            lang=lang,
            review=settings.review.dir,
            out=options.out or settings.build.packets,
            formats=_formats(options.format) if options.format else tuple(settings.review.formats),
            **_bounds(options, settings),
            findings=listed.langs if listed else None,
            glossary=folders,
            glossary_only=glossary_only,
            source_link=settings.review.source_link,
            judging=settings.review,
        )
        _print_notes(_packet_lines(write_packet(build, request)))
    return FINE


def _bounds(options: argparse.Namespace, settings: Settings) -> dict[str, Any]:
    """Return the minutes and the limit that are called for; else those of the settings, unless findings are listed."""
    called = options if options.minutes or options.limit or options.findings else settings.review
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
    """Let a configured assistant judge what reviewers would be asked next; returns 1 where it left anything open."""
    judge = _judge(options.judge, options, settings)
    folders, glossary_only = folders_of(options, settings)
    build = built(options.build or settings.build.latest)
    listed = dict([sent_packet(options.packet, settings.review.dir)]) if options.packet else None
    open_lines, answered = dict[str, RequestLine](), 0
    for lang in listed or options.langs or _languages(build):
        request = PacketRequest(
            lang, settings.review.dir, Path(), minutes=options.minutes or settings.review.minutes,
            limit=None if options.minutes else settings.review.limit, findings=listed[lang] if listed else None,
            glossary=folders, glossary_only=glossary_only, judging=settings.review,
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


def show_judges(options: argparse.Namespace, settings: Settings) -> int:
    """Print how often assistants were right, as far as people decided before them."""
    review = settings.review.dir
    judges = measure(suggestions_in(review), adjudicate(decisions_in(review)))
    lines = table_lines([*judges.values()], settings.review.judge_precision) if judges else ["no suggestions yet"]
    for line in lines:
        print(printable(line))
    return FINE


def _judge(judge_name: str, options: argparse.Namespace, settings: Settings) -> ConfiguredJudge:
    """Return a judge of the settings; raises SettingsError where they have none that is called so."""
    if judge_name not in settings.judges:
        names = ", ".join(settings.judges) or "none"
        raise SettingsError(
            f"--judge {printable(judge_name)}: not configured, so nothing is sent; add [judges.NAME] with a command to "
            f"taiyaku.toml (configured: {names})"
        )
    return ConfiguredJudge(judge_name, settings.judges[judge_name], base_of(options.config).absolute())


def apply_files(options: argparse.Namespace, settings: Settings) -> int:
    """Keep what reviewers' files say; returns 2 where something in them could not be understood."""
    folders, glossary_only = folders_of(options, settings)
    desk = IntakeOptions(
        review=settings.review.dir,
        out=settings.build.out,
        root=base_of(options.config),
        roots=_roots(options, settings),
        build=options.build,
        glossary=folders,
        glossary_only=glossary_only,
        by=_name(options.by),
        final=options.final,
    )
    result = apply(options.files, desk)
    _print_notes(result.lines)
    for line in result.problems:
        print(f"taiyaku: {line}", file=sys.stderr)
    return CALL if result.problems else FINE


def _name(text: str) -> str:
    """Return whose decisions they are; raises SettingsError where that is no plain name."""
    reviewer, wrong = name(text)
    if wrong:
        raise SettingsError(f"--by: {wrong}; give a plain name")
    return reviewer


def _roots(options: argparse.Namespace, settings: Settings) -> tuple[Path, ...]:
    """Return the folders that the paths of a build may count from."""
    if options.root:
        return (options.root,)
    return (*([settings.source.root] if settings.source.root else []), *settings.schedule.sources, samples.folder())


def show_status(options: argparse.Namespace, settings: Settings) -> int:
    """Print how far reviewers have come."""
    folder = options.build or settings.build.latest
    build = built(folder) if options.build or folder.is_dir() else None
    for line in status(settings.review.dir, build):
        print(line)
    return FINE


def _print_notes(lines: Iterable[str]) -> None:
    for line in lines:
        print(line, file=sys.stderr)
