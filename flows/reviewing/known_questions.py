"""Known: what reviewers may have been asked, as packets and builds tell."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from corpus import lazy_re as re
from flows.files.build_reader import built
from glossary.decisions.decision import Answers, Decision, Question
from glossary.desk.review.packets.questions import READS, RENDERING_READS, questions_of, rendering_questions
from glossary.desk.review.packets.sent_log import SentPacket

_BUILD_ID = re.compile("[0-9a-f]{12}")


@dataclass(frozen=True, slots=True)
class QuestionSources:
    """Where it may be known what was asked."""

    packets: Sequence[SentPacket]
    out: Path  # where builds are published
    build: Path | None  # the one to go by where a file's own is gone


def find_questions(
    answers: Answers, sources: QuestionSources, before: Iterable[Decision]
) -> tuple[Mapping[str, Question], str]:
    """Return what was asked of the findings and renderings that are answered, and a remark on where that was found.

    The build that the file speaks of comes first, as packet or as folder, then other packets, then what was decided
    before, and last the build that is named or the latest: its findings may have other places than reviewers saw.
    """
    answered_ids = {answer.finding_id for answer in answers.answers}
    questions_by_id: dict[str, Question] = {}
    for questions in _places(answers, sources, before):
        if answered_ids <= questions_by_id.keys():
            return questions_by_id, ""
        questions_by_id = {**{question.finding_id: question for question in questions}, **questions_by_id}
    folder = sources.build or sources.out / "latest"
    if answered_ids <= questions_by_id.keys() or not folder.is_dir():
        return questions_by_id, ""
    latest = {question.finding_id: question for question in [*_of_build(folder), *_of_renderings(folder)]}
    is_gone = answers.build_id and any(finding_id in latest for finding_id in answered_ids - questions_by_id.keys())
    remark = f"made from build {answers.build_id}, which is gone; build {built(folder).build_id} tells what was asked"
    return {**latest, **questions_by_id}, remark if is_gone else ""


def _places(answers: Answers, sources: QuestionSources, before: Iterable[Decision]) -> Iterator[Iterable[Question]]:
    yield _of_packets(packet for packet in sources.packets if packet.build_id == answers.build_id)
    build_folder = sources.out / "builds" / answers.build_id
    if _BUILD_ID.fullmatch(answers.build_id) and build_folder.is_dir():
        yield [*_of_build(build_folder), *_of_renderings(build_folder)]
    yield _of_packets(sources.packets)
    yield _of_decisions(before)


def _of_packets(packets: Iterable[SentPacket]) -> list[Question]:
    return [question for packet in packets for question in packet.questions]


def _of_decisions(decisions: Iterable[Decision]) -> list[Question]:
    """Return what was decided before, each finding with all places that decisions on it were about."""
    questions: dict[str, Question] = {}
    for question in (decision.question for decision in decisions):
        earlier = questions.get(question.finding_id, question)
        marks = tuple(dict.fromkeys((*earlier.marks, *question.marks)))
        questions[question.finding_id] = replace(earlier, marks=marks)
    return list(questions.values())


def _of_build(folder: Path) -> list[Question]:
    build = built(folder)
    return questions_of(build.findings, build.tables({**READS, "findings": None}), build.confidences)


def _of_renderings(folder: Path) -> list[Question]:
    """Return what is asked of the renderings of a build; nothing where it was made before they were counted."""
    if not (folder / "renderings").is_dir():
        return []
    tables = built(folder).tables({name: list(columns) for name, columns in RENDERING_READS.items()})
    return rendering_questions(tables["renderings"])
