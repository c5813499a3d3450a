"""The review flows for Prefect: packets after a build, and decisions from the folder that reviewers put them into."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from prefect import flow, get_run_logger, task
from prefect.artifacts import acreate_link_artifact, acreate_markdown_artifact, acreate_table_artifact
from prefect.cache_policies import NO_CACHE
from prefect.client.schemas.objects import State
from prefect.states import Completed, Failed

from corpus.text.printable import printable
from flows.files.build_reader import built
from flows.options import termbase_cache
from flows.options.flow_parameters import DecisionOptions, PacketOptions
from flows.prefect_flows import run_record
from flows.prefect_flows.parameters import takes
from flows.prefect_flows.run_record import reported
from flows.reviewing.apply_decisions import IntakeOptions, IntakeOutcome, apply
from flows.reviewing.packets import PacketRequest, WrittenPacket, summary, write_packet
from glossary.desk.review.packets.row import PacketRow

run_record.shorten()

_SHOWN = 50  # decisions in the table of an artifact
_FILES = (".json", ".xlsx", ".xlf", ".xliff")  # what reviewers hand in
_TAKEN = "taken"  # folder below the inbox for what was taken in whole


@task(name="pack", task_run_name="pack for {request.lang}", cache_policy=NO_CACHE)
def pack(build: Path, request: PacketRequest) -> WrittenPacket:
    """Return the next packet of a language."""
    termbase_cache.glossary.cache_clear()  # they may have been edited since the last run of this process
    return write_packet(built(build), request)


@task(name="take in", task_run_name="take decisions in", cache_policy=NO_CACHE)
def take_in(files: Sequence[Path], desk: IntakeOptions) -> IntakeOutcome:
    """Take in the decisions in reviewers' files."""
    return apply(files, desk)


@flow(name="review packets", flow_run_name="{project} review packets")
@takes(PacketOptions)
@reported("review packets")
async def packets(options: PacketOptions) -> State[Any]:
    """Write what is new for reviewers, one packet for each language; the result is the ids of the packets."""
    packet_ids, messages = [], []
    for lang in options.langs:
        result = pack(options.build, _request(options, lang))
        message = f"{result.packet.packet_id}: {summary(result.packet)}"
        messages.append(message if result.files else f"{lang}: nothing new")
        get_run_logger().info(messages[-1])
        if result.files:
            packet_ids.append(result.packet.packet_id)
            await _publish_artifacts(result, message, options)
    return Completed(message="; ".join(messages), data=packet_ids)


def _request(options: PacketOptions, lang: str) -> PacketRequest:
    return PacketRequest(
        lang, options.review, options.out, options.formats, options.minutes, options.limit, terms=options,
        source_link=options.source_link, judging=options,
    )  # fmt: skip


async def _publish_artifacts(result: WrittenPacket, message: str, options: PacketOptions) -> None:
    """Publish a link to the packet, and the head of its queue as a table."""
    page = result.files[0]
    url, lang, project = options.url.rstrip("/"), result.packet.lang, options.project
    link = f"{url}/{result.folder.name}/{page.name}" if url else page.absolute().as_uri()
    await acreate_link_artifact(link, message, key=f"{project}-packet-{lang}", description=message)
    rows = [_row(row) for row in result.packet.rows if not row.follows][:_SHOWN]
    await acreate_table_artifact(rows, key=f"{project}-queue-{lang}", description=f"The head of packet {message}")


def _row(row: PacketRow) -> dict[str, Any]:
    return {
        "place": printable(row.location),
        "rule": f"{row.question.rule} {row.name}",
        "severity": row.severity,
        "confidence": round(row.confidence, 2),
        "words": printable(row.question.surface),
        "expected": ", ".join(row.expected),
        "message": printable(row.message),
    }


@flow(name="review decisions", flow_run_name="{project} review decisions")
@takes(DecisionOptions)
@reported("review decisions")
async def decisions(options: DecisionOptions) -> State[Any]:
    """Take in the decisions that reviewers have put into a folder; a file taken in whole is moved to `taken`."""
    inbox = options.inbox
    files = sorted(file for file in inbox.glob("*") if file.suffix.lower() in _FILES and file.is_file())
    if not files:
        return Completed(message="no decisions to take in")
    desk = IntakeOptions(
        options.review, options.out, options.root, options.roots,
        glossary=options.glossary, glossary_only=options.glossary_only,
    )  # fmt: skip
    result = take_in(files, desk)
    for file in files:
        if file not in result.unclear_files:
            folder = inbox / _TAKEN
            folder.mkdir(exist_ok=True)
            names = (f"{file.stem}{f'-{number}' if number else ''}{file.suffix}" for number in range(10_000))
            os.rename(file, next(place for name in names if not (place := folder / name).exists()))
    conflicts = len(result.adjudication.conflicts)
    message = f"{result.decisions:,} new decisions from {len(files):,} files, {conflicts:,} conflicts"
    get_run_logger().info(message)
    await acreate_markdown_artifact(_markdown(message, result), key=f"{options.project}-decisions", description=message)
    return Failed(message=f"{message}; {result.problems[0]}") if result.problems else Completed(message=message)


def _markdown(message: str, result: IntakeOutcome) -> str:
    parts: Mapping[str, Sequence[str]] = {"Not understood": result.problems, "What follows": result.lines}
    lines = ["# Decisions", "", message, ""]
    for head, entries in parts.items():
        lines += [f"## {head}", "", *(f"- {entry.replace('<', '&lt;')}" for entry in entries), ""] if entries else []
    return "\n".join(lines)
