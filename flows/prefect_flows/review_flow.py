"""Reviewing as Prefect flows: packets after a build, and decisions from the folder that reviewers put them into."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal

from prefect import flow, get_run_logger, task
from prefect.artifacts import acreate_link_artifact, acreate_markdown_artifact, acreate_table_artifact
from prefect.cache_policies import NO_CACHE
from prefect.client.schemas.objects import State
from prefect.states import Completed, Failed
from pydantic import Field

from corpus.text.printable import printable
from flows import termbase_cache
from flows.files.build_reader import built
from flows.options import PROJECT
from flows.output_formats import PacketFormat
from flows.prefect_flows import allowed_folders, run_logs
from flows.reviewing.apply_decisions import IntakeOptions, IntakeOutcome, apply
from flows.reviewing.packets import LIMIT, PacketRequest, WrittenPacket, write_packet
from glossary.review.packets.row import PacketRow

run_logs.shorten()

_SHOWN = 50  # findings in the table of an artifact
_FILES = (".json", ".xlsx", ".xlf", ".xliff")  # what reviewers hand in
_TAKEN = "taken"  # folder below the inbox for what was taken in whole


@task(name="pack", task_run_name="pack for {request.lang}", cache_policy=NO_CACHE)
def pack(build: Path, request: PacketRequest) -> WrittenPacket:
    """The next packet of a language."""
    termbase_cache.glossary.cache_clear()  # they may have been edited since the last run of this process
    return write_packet(built(build), request)


@task(name="take in", task_run_name="take decisions in", cache_policy=NO_CACHE)
def take_in(files: Sequence[Path], desk: IntakeOptions) -> IntakeOutcome:
    """What reviewers' files say, kept."""
    return apply(files, desk)


# The descriptions under "Args" stand beside the fields of Prefect's form.
@flow(name="review packets")
async def packets(
    langs: list[Literal["zh", "ja"]] = ["zh", "ja"],  # noqa: B006 (Prefect shows the default and never changes it)
    build: Path = Path("outputs/latest"),
    review: Path = Path("review"),
    out: Path = Path("outputs/packets"),
    formats: list[PacketFormat] = ["html", "xlsx"],  # noqa: B006
    limit: Annotated[int, Field(gt=0)] = LIMIT,
    glossary: list[Path] = [],  # noqa: B006
    glossary_only: bool = False,
    source_link: str = "",
    url: str = "",
    project: str = PROJECT,
) -> list[str]:
    """Write what is new for reviewers, one packet for each language; returns the ids of the packets.

    Args:
        langs: Languages whose findings are to be reviewed.
        build: Folder of the build.
        review: Folder of decisions and of what was sent, under version control.
        out: Folder in which each packet gets one of its own.
        formats: Formats of the packet.
        limit: Findings at most, the gravest first.
        glossary: Folders of glossary entries laid over the built-in ones, as in the build.
        glossary_only: Use the folders in `glossary` alone, without the built-in entries.
        source_link: Where a line of a source file can be looked at, with {path} and {line}.
        url: Where the folder `out` can be opened in a browser; without it, links name files.
        project: What the keys of artifacts begin with.
    """
    allowed_folders.check({"build": build, "review": review, "out": out, "glossary": glossary})
    packet_ids = []
    for lang in langs:
        request = PacketRequest(lang, review, out, formats, limit, tuple(glossary), glossary_only, source_link)
        result = pack(build, request)
        count = len(result.packet.rows)
        message = f"{result.packet.packet_id}: {count:,} finding{'s' * (count != 1)} to decide"
        get_run_logger().info(message if result.files else f"{lang}: nothing new")
        if result.files:
            packet_ids.append(result.packet.packet_id)
            await _publish_artifacts(result, message, url, project)
    return packet_ids


async def _publish_artifacts(result: WrittenPacket, message: str, url: str, project: str) -> None:
    """A link to the packet, and the head of its queue as a table."""
    page = result.files[0]
    link = f"{url.rstrip('/')}/{result.folder.name}/{page.name}" if url else page.absolute().as_uri()
    lang = result.packet.lang
    await acreate_link_artifact(link, message, key=f"{project}-packet-{lang}", description=message)
    rows = [_row(row) for row in result.packet.rows[:_SHOWN]]
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


@flow(name="review decisions")
async def decisions(
    inbox: Path = Path("inbox"),
    review: Path = Path("review"),
    out: Path = Path("outputs"),
    root: Path = Path(),
    roots: list[Path] = [],  # noqa: B006
    glossary: list[Path] = [],  # noqa: B006
    glossary_only: bool = False,
    project: str = PROJECT,
) -> State[Any]:
    """Take in the decisions that reviewers have put into a folder; a file that was taken in whole is moved to `taken`.

    Args:
        inbox: Folder that reviewers put their files into.
        review: Folder of decisions and of what was sent, under version control.
        out: Folder to publish builds in.
        root: Folder in which patches are to be applied.
        roots: Folders that the paths of builds may count from, such as the sources.
        glossary: Folders of glossary entries laid over the built-in ones.
        glossary_only: Use the folders in `glossary` alone, without the built-in entries.
        project: What the keys of artifacts begin with.
    """
    allowed_folders.check(
        {"inbox": inbox, "review": review, "out": out, "root": root, "roots": roots, "glossary": glossary}
    )
    files = sorted(file for file in inbox.glob("*") if file.suffix.lower() in _FILES and file.is_file())  # noqa: ASYNC240 (a folder is listed once)
    if not files:
        return Completed(message="no decisions to take in")
    result = take_in(files, IntakeOptions(review, out, root, tuple(roots), None, tuple(glossary), glossary_only))
    for file in files:
        if file not in result.unclear_files:
            _put_away(file, inbox / _TAKEN)
    conflicts = len(result.adjudication.conflicts)
    message = f"{result.decisions:,} new decisions from {len(files):,} files, {conflicts:,} conflicts"
    get_run_logger().info(message)
    await acreate_markdown_artifact(_markdown(message, result), key=f"{project}-decisions", description=message)
    return Failed(message=f"{message}; {result.problems[0]}") if result.problems else Completed(message=message)


def _put_away(file: Path, folder: Path) -> None:
    """Move a file; one that is there under its name stays."""
    folder.mkdir(exist_ok=True)
    names = (f"{file.stem}{f'-{number}' if number else ''}{file.suffix}" for number in range(10_000))
    os.rename(file, next(place for name in names if not (place := folder / name).exists()))


def _markdown(message: str, result: IntakeOutcome) -> str:
    parts: Mapping[str, Sequence[str]] = {"Not understood": result.problems, "What follows": result.lines}
    lines = ["# Decisions", "", message, ""]
    for head, entries in parts.items():
        lines += [f"## {head}", "", *(f"- {entry.replace('<', '&lt;')}" for entry in entries), ""] if entries else []
    return "\n".join(lines)
