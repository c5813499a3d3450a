"""Calls of judges: a configured program gets decisions on standard input, and its output is read as suggestions.

Nothing else in taiyaku starts a judge. The program is not trusted: its time, its output and its answers are
bounded. Its answers are kept after each call.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from corpus.text.printable import printable
from flows.console.redaction import redacted, without_secrets
from flows.options.options import JudgeOptions
from glossary.decisions.decision import ReviewError
from glossary.desk.review.judging.suggestions import ANSWER_ROOM, read_answers

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
