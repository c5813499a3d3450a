"""Known: what reviewers may have been asked, as packets and builds tell."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from flows.files.build_reader import built
from glossary.decisions.decision import Answers, AskedFinding, Decision
from glossary.review.packets.questions import READS, asked
from glossary.review.packets.sent_log import Sent

_BUILD_ID = re.compile("[0-9a-f]{12}")


@dataclass(frozen=True, slots=True)
class QuestionSources:
    """Where it may be known what was asked."""

    packets: Sequence[Sent]
    out: Path  # where builds are published
    build: Path | None  # the one to go by where a file's own is gone


def what_was_asked(
    answers: Answers, sources: QuestionSources, before: Iterable[Decision]
) -> tuple[Mapping[str, AskedFinding], str]:
    """What was asked of the findings that are answered, and what is to be said of where that was found.

    The build that the file speaks of comes first, as packet or as folder, then other packets, then what was decided
    before, and last the build that is named or the latest: its findings may have other places than reviewers saw.
    """
    wanted = {one.finding_id for one in answers.said}
    known: dict[str, AskedFinding] = {}
    for found in _places(answers, sources, before):
        if wanted <= known.keys():
            return known, ""
        known = {**{one.finding_id: one for one in found}, **known}
    folder = sources.build or sources.out / "latest"
    if wanted <= known.keys() or not folder.is_dir():
        return known, ""
    latest = {one.finding_id: one for one in _of_build(folder)}
    is_gone = answers.build_id and any(one in latest for one in wanted - known.keys())
    said = f"made from build {answers.build_id}, which is gone; build {built(folder).build_id} tells what was asked"
    return {**latest, **known}, said if is_gone else ""


def _places(answers: Answers, sources: QuestionSources, before: Iterable[Decision]) -> Iterator[Iterable[AskedFinding]]:
    yield _of_packets(one for one in sources.packets if one.build_id == answers.build_id)
    named = sources.out / "builds" / answers.build_id
    if _BUILD_ID.fullmatch(answers.build_id) and named.is_dir():
        yield _of_build(named)
    yield _of_packets(sources.packets)
    yield [one.asked for one in before]


def _of_packets(packets: Iterable[Sent]) -> list[AskedFinding]:
    return [one for packet in packets for one in packet.asked]


def _of_build(folder: Path) -> list[AskedFinding]:
    own = built(folder)
    return asked(own.findings, own.tables({**READS, "findings": None}), own.confidences)
