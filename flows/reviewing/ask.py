"""Asking: an assistant judges the decisions that reviewers would get next; its suggestions decide nothing."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from math import ceil
from operator import itemgetter
from pathlib import Path
from typing import Any

from corpus.records import Finding
from corpus.text.printable import printable
from flows.console.redaction import redacted, without_secrets
from flows.files.build_reader import PublishedBuild
from flows.files.review_folder import decisions_in, keep_suggestions, packets_in, suggestions_in
from flows.options.options import JudgeOptions
from flows.reviewing.packets import PacketRequest, material_of, next_packet
from glossary.decisions.adjudication import adjudicate
from glossary.decisions.decision import Decision, Question, ReviewError
from glossary.desk.report.wording import counted
from glossary.desk.review.judging import judge_requests
from glossary.desk.review.judging.measured_judges import standing_decision
from glossary.desk.review.judging.suggestions import ANSWER_ROOM, VERDICTS, read_answers
from glossary.desk.review.packets.packet import Bounds, Material, is_passage, packet, rows_of
from glossary.desk.review.packets.questions import questions_of
from glossary.desk.review.packets.row import PacketRow
from glossary.findings.fingerprints import mark

_PIECE = 1 << 16
_FRUITLESS = 3  # calls in a row without an answer, after which no more are made
_PATIENCE = 5  # seconds for a program that was ended
_SHOWN = 200  # characters of what a program says of its failure


@dataclass(frozen=True, slots=True)
class ConfiguredJudge:
    """A configured assistant."""

    name: str
    options: JudgeOptions
    folder: Path  # where its program runs


@dataclass(frozen=True, slots=True)
class RequestLine:
    """A decision to be judged, as it is sent."""

    question: Any  # a question, or a gap that is to be drafted
    line: bytes


@dataclass
class JudgeRun:
    """The result of asking a judge."""

    suggestions: dict[str, Any] = field(default_factory=dict)  # suggestions or drafts, by id of the request
    problems: Counter[str] = field(default_factory=Counter)  # answers that were not taken, by reason
    faults: Counter[str] = field(default_factory=Counter)  # calls that went wrong, by reason
    sent: int = 0  # bytes
    fruitless: int = 0  # calls in a row without an answer
    is_over_budget: bool = False


def batches_of(
    requests: Mapping[str, RequestLine], ids: Collection[str], size: int, room: int
) -> tuple[list[list[str]], bool]:
    """Return the ids to send in each call, within `room` bytes, and whether there was room for all."""
    batches: list[list[str]] = []
    for number in ids:
        room -= len(requests[number].line)
        if room < 0:
            return batches, False
        if not batches or len(batches[-1]) == size:
            batches.append([])
        batches[-1].append(number)
    return batches, True


_Read = Callable[[bytes, Mapping[str, Any], str], tuple[dict[str, Any], Counter[str]]]


def ask_judge(
    judge: ConfiguredJudge,
    requests: Mapping[str, RequestLine],
    keep: Callable[[Collection[Any]], None],
    read: _Read = read_answers,
) -> JudgeRun:
    """Ask a judge; `read` parses its output, `keep` gets its suggestions. Raises ReviewError if it cannot start."""
    run = JudgeRun()
    asyncio.run(_ask(judge, requests, keep, read, run))
    return run


async def _ask(
    judge: ConfiguredJudge,
    requests: Mapping[str, RequestLine],
    keep: Callable[[Collection[Any]], None],
    read: _Read,
    run: JudgeRun,
) -> None:
    places = asyncio.Semaphore(judge.options.parallel)

    async def call(batch: Sequence[str]) -> None:
        async with places:
            if run.fruitless >= _FRUITLESS:
                return
            lines = [requests[number].line for number in batch]
            run.sent += sum(map(len, lines))
            output, fault = await _output(judge, b"".join(lines), ANSWER_ROOM * len(batch))
            questions = {number: requests[number].question for number in batch}
            suggestions, problems = read(output, questions, judge.name)
            keep(suggestions.values())
            run.suggestions |= suggestions
            run.problems += problems
            run.faults.update([fault] if fault else [])
            run.fruitless = 0 if suggestions else run.fruitless + 1

    for attempt in range(judge.options.retries + 1):
        left = [number for number in requests if number not in run.suggestions]
        size = max(1, judge.options.batch >> attempt)  # what spoils an answer may spoil those beside it
        batches, has_room = batches_of(requests, left, size, judge.options.budget - run.sent)
        run.is_over_budget = not has_room
        await asyncio.gather(*map(call, batches))


async def _output(judge: ConfiguredJudge, data: bytes, most: int) -> tuple[bytes, str]:
    """Return what a call writes, as far as it came in time and fits, and what went wrong."""
    try:
        process = await asyncio.create_subprocess_exec(
            *judge.options.command, cwd=judge.folder, start_new_session=True,
            stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
        )  # fmt: skip
    except (OSError, ValueError) as error:
        program, reason = printable(judge.options.command[0]), getattr(error, "strerror", None) or error
        raise ReviewError(f"[judges.{judge.name}] command: {program}: {reason}; name a program that starts") from None
    output, errors, status = bytearray(), bytearray(), None
    try:
        async with asyncio.timeout(judge.options.timeout):
            await asyncio.gather(
                _feed(process, data),
                _collect(process.stdout, output, most, lambda: _end(process)),
                _collect(process.stderr, errors, _PIECE),
            )
            status = await process.wait()
    except TimeoutError:
        return _whole_lines(output), f"not ended within {judge.options.timeout:g} seconds"
    finally:
        if status is None:
            _end(process)
            with contextlib.suppress(TimeoutError):  # asyncio sees no end before the pipes are read
                async with asyncio.timeout(_PATIENCE):
                    await asyncio.gather(*(_collect(pipe, bytearray(), 0) for pipe in (process.stdout, process.stderr)))
                    await process.wait()
    if len(output) > most:
        return _whole_lines(output), f"ended, as it wrote more than {most:,} bytes"
    if not status:
        return bytes(output), ""
    last = (errors.decode("utf-8", "replace").strip().splitlines() or [""])[-1]
    reason = without_secrets(redacted(printable(last)))[:_SHOWN]
    return bytes(output), f"failed with status {status}" + (f" ({reason})" if reason else "")


async def _feed(process: asyncio.subprocess.Process, data: bytes) -> None:
    if stream := process.stdin:
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):  # a program need not read
            stream.write(data)
            await stream.drain()
            stream.close()
            await stream.wait_closed()


async def _collect(
    stream: asyncio.StreamReader | None, pieces: bytearray, most: int, stop: Callable[[], None] | None = None
) -> None:
    """Read a stream to its end, and keep its beginning: a piece more than there may be, where `stop` is called."""
    while stream and (piece := await stream.read(_PIECE)):
        if len(pieces) <= most:
            pieces += piece
            if len(pieces) > most and stop:
                stop()


def _whole_lines(output: bytearray) -> bytes:
    return bytes(output[: output.rfind(b"\n") + 1])


def _end(process: asyncio.subprocess.Process) -> None:
    """Kill a program and all that it started."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()


_AROUND = 200  # characters of a page on either side of words


def sent_packet(name: str, review: Path) -> tuple[str, list[str]]:
    """Return language and finding ids of a sent packet, named by its id or one of its files; raises ReviewError."""
    packet_id = Path(name).name.split(".", maxsplit=1)[0]
    for sent in packets_in(review):
        if sent.packet_id == packet_id:
            return sent.lang, [question.finding_id for question in sent.questions]
    raise ReviewError(f"{printable(name)}: no packet of {printable(review)}; name one such as zh-0001")


def requests_of(rows: Sequence[PacketRow], build: PublishedBuild, material: Material) -> dict[str, RequestLine]:
    """Return the requests for these decisions, by id."""
    tables = build.tables(judge_requests.READS)
    questions = {judge_requests.request_id(row.question): row.question for row in rows}
    by_id = judge_requests.requests_for(rows, tables, material.termbase, _around(questions.values(), build))
    return {
        number: RequestLine(questions[number], judge_requests.request_line(request).encode())
        for number, request in by_id.items()
    }


def _around(questions: Iterable[Question], build: PublishedBuild) -> dict[str, str]:
    """Return, by finding, the text around the first place in question."""
    first_marks = {question.finding_id: question.marks[0] for question in questions if question.marks}
    around: dict[str, str] = {}
    for finding in build.findings:
        for place in finding.locations if finding.finding_id in first_marks else ():
            text = build.documents[place.doc_id].text
            if mark(text, place.start, place.end) == first_marks[finding.finding_id]:
                around.setdefault(finding.finding_id, text[max(0, place.start - _AROUND) : place.end + _AROUND])
    return around


def open_requests(
    build: PublishedBuild, request: PacketRequest, judge: str, controls: float, trial: int | None = None
) -> tuple[dict[str, RequestLine], int]:
    """Return the open requests to a judge, and how many decisions it has already answered; raises ReviewError. The
    decisions are those of the next packet, or on the listed findings. Control questions (decisions that people made)
    are mixed in: `controls` for each. With `trial` there are only that many control questions.
    """
    material, decisions = material_of(build, request), decisions_in(request.review)
    earlier = (suggestion for suggestion in suggestions_in(request.review) if suggestion.judge == judge)
    answered = {judge_requests.request_id(suggestion.question) for suggestion in earlier}
    if trial:
        return _control_requests(build, material, request.lang, decisions, answered, trial), 0
    if request.findings is None:
        rows = next_packet(material, request).rows
    else:
        bounds = Bounds(findings=request.findings)
        rows = packet(material, request.lang, "", (), [decision.question for decision in decisions], bounds).rows
    all_requests = requests_of([row for row in rows if not row.follows], build, material)
    left = {number: line for number, line in all_requests.items() if number not in answered}
    count = ceil(controls * len(left))
    control_requests = _control_requests(build, material, request.lang, decisions, answered, count)
    return _mixed(left, control_requests), len(all_requests) - len(left)


def _control_requests(
    build: PublishedBuild,
    material: Material,
    lang: str,
    decisions: Sequence[Decision],
    answered: Collection[str],
    count: int,
) -> dict[str, RequestLine]:
    """Return control questions that a judge was not asked yet, spread over all rules, in a fixed order."""
    if not decisions or not count:
        return {}
    settlement = adjudicate(decisions).rebased({document.path for document in build.documents.values()})
    candidates = [
        finding
        for finding in build.findings
        if finding.lang == lang and finding.locations and not finding.state.is_fixed and not is_passage(finding)
    ]
    questions = questions_of(candidates, material.tables, material.confidences)
    by_rule: defaultdict[str, list[tuple[str, Finding]]] = defaultdict(list)
    for finding, question in zip(candidates, questions, strict=True):
        number = judge_requests.request_id(question)
        if number not in answered and standing_decision(question, settlement):
            by_rule[finding.rule].append((number, finding))
    turns = zip_longest(*(sorted(numbered, key=itemgetter(0)) for _, numbered in sorted(by_rule.items())))
    chosen = [numbered[1] for turn in turns for numbered in turn if numbered][:count]
    return requests_of(rows_of(chosen, build.findings, material, lang), build, material)


def _mixed(left: Mapping[str, RequestLine], controls: Mapping[str, RequestLine]) -> dict[str, RequestLine]:
    """Return all requests, with the controls at positions that only their ids determine."""
    numbers = list(left)
    for number in controls:
        numbers.insert(int(number, 16) % (len(numbers) + 1), number)
    return {number: left.get(number) or controls[number] for number in numbers}


def dry_run(judge: ConfiguredJudge, open_lines: Mapping[str, RequestLine], noun: str = "decision") -> tuple[bytes, str]:
    """Return the bytes that a run would send, and its size in words; `noun` is what is requested."""
    batches, has_room = batches_of(open_lines, open_lines, judge.options.batch, judge.options.budget)
    data = b"".join(open_lines[number].line for batch in batches for number in batch)
    count = counted(sum(map(len, batches)), noun)
    more = "" if has_room else f"; {len(open_lines) - sum(map(len, batches)):,} more wait for a next run (budget)"
    return data, f"dry run: {count}, {counted(len(batches), 'call')}, {len(data):,} bytes{more}; nothing was sent"


def ask(judge: ConfiguredJudge, open_lines: Mapping[str, RequestLine], review: Path) -> JudgeRun:
    """Ask a judge and keep its suggestions; raises ReviewError if its program cannot be started."""
    return ask_judge(judge, open_lines, lambda new: keep_suggestions(review, judge.name, new))


def run_lines(judge: ConfiguredJudge, run: JudgeRun, open_count: int, answered: int) -> Iterator[str]:
    """Yield lines on the run of a judge: suggestions, rejected answers, failures, and what is left."""
    verdicts = Counter(suggestion.verdict for suggestion in run.suggestions.values())
    counts = ", ".join(f"{verdicts[verdict]:,} {verdict}" for verdict in VERDICTS if verdicts[verdict])
    before = f"; {answered:,} had one before" if answered else ""
    suggested = f"{len(run.suggestions):,} of {counted(open_count, 'decision')} got a suggestion"
    yield f"{judge.name}: {suggested}{f' ({counts})' if counts else ''}{before}; sent {run.sent:,} bytes"
    yield from problem_lines(judge, run)
    if left := open_count - len(run.suggestions):
        why = f"[judges.{judge.name}] budget is used up; " if run.is_over_budget else ""
        yield f"{judge.name}: no suggestion on {counted(left, 'decision')}: {why}run the command again to ask"


def problem_lines(judge: ConfiguredJudge, run: JudgeRun) -> Iterator[str]:
    """Yield a line on rejected answers, and one on failed calls."""
    for label, problems in (("answers not taken", run.problems), ("calls that went wrong", run.faults)):
        if problems:
            listing = "; ".join(f"{count:,} {reason}" for reason, count in sorted(problems.items()))
            yield f"{judge.name}: {label}: {listing}"
