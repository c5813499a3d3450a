"""Applying: reviewers' files become decisions in the review folder, and decisions become proposals."""

from __future__ import annotations

import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from corpus.printable import printable
from flows.reviewing.built import Built, built
from flows.reviewing.folder import PROPOSALS, decisions_in, decisions_of, packets_in
from flows.reviewing.proposing import propose_entries, propose_texts
from flows.reviewing.texts import texts
from flows.writing import write
from glossary.review import ledger
from glossary.review.answers import read
from glossary.review.asking import READS, asked
from glossary.review.carrying import carried
from glossary.review.decision import ACTIONS, Answers, Asked, Decision, ReviewError
from glossary.review.settling import Settled, settled
from glossary.review.taking import Receipt, Taken, taken

LARGEST = 64 << 20  # bytes of a reviewer's file


@dataclass(frozen=True, slots=True)
class Desk:
    """Where decisions are handed in."""

    review: Path  # the review folder
    out: Path  # where builds are published
    root: Path  # where patches are to be applied
    roots: tuple[Path, ...] = ()  # folders that the paths of builds may count from
    build: Path | None = None  # the build that was reviewed, where files do not say
    glossary: tuple[Path, ...] = ()
    glossary_only: bool = False
    by: str = ""  # whose decisions they are, where files do not say
    final: bool = False  # they settle what others do not agree on


@dataclass(frozen=True, slots=True)
class Applied:
    """What became of the files."""

    lines: tuple[str, ...]  # a line for each file, then what follows from all decisions
    problems: tuple[str, ...]  # a line for each answer, or file, that nothing could be made of
    decisions: int  # that are new
    settled: Settled


def apply(files: Sequence[Path], desk: Desk) -> Applied:
    """Keep what files say, and propose what follows; what cannot be understood is told and changes nothing.

    Handing the same files in again changes nothing. Raises ReviewError where the review folder is damaged.
    """
    before, lines, problems, made = decisions_in(desk.review), list[str](), list[str](), 0
    for file in files:
        answers, fault = _read(file)
        own = _taken(answers, desk, before)
        problems += [f"{printable(file)}: {one}" for one in (*fault, *answers.problems, *own.problems)]
        lines.append(f"{printable(file)}: {_told(own)}")
        _keep(own.decisions, desk.review)
        before += own.decisions
        made += len(own.decisions)
    done = settled(before)
    found = _proposed(before, done, desk)
    return Applied((*lines, *disagreements(done), *found), tuple(problems), made, done)


def _proposed(decisions: Sequence[Decision], done: Settled, desk: Desk) -> list[str]:
    """What follows from all decisions, as it is written into the review folder."""
    folder, build = desk.review / PROPOSALS, _latest(desk)
    lines = propose_entries(done, folder, desk.root, desk.glossary, desk.glossary_only)
    if build is None:
        return lines
    found = texts(build, done, desk.root, desk.roots)
    kept = carried(decisions, build.findings, build.documents, found.made)
    _keep_all([one for one, before in zip(kept, decisions, strict=True) if one is not before], desk.review)
    return [*lines, *propose_texts(found, folder, desk.root)]


def _read(file: Path) -> tuple[Answers, list[str]]:
    """What a file says, or one line that says why nothing could be read."""
    try:
        if file.stat().st_size > LARGEST:
            raise ReviewError(f"larger than {LARGEST >> 20} MiB; a file of decisions is not")
        return read(file.name, file.read_bytes()), []
    except ReviewError as error:
        return Answers(()), [str(error)]
    except OSError as error:
        return Answers(()), [f"{error.strerror}; name a file of decisions"]


def _taken(answers: Answers, desk: Desk, before: Sequence[Decision]) -> Taken:
    receipt = Receipt(desk.by, time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()), desk.final)
    return taken(answers.said, _asked(answers, desk), before, receipt)


def _asked(answers: Answers, desk: Desk) -> Mapping[str, Asked]:
    """What was asked of the findings that are answered: by the packet of the same build, by that build, by others."""
    if not answers.said:
        return {}
    known: dict[str, Asked] = {}
    packets = packets_in(desk.review)
    own = [one for packet in packets if packet.build_id == answers.build_id for one in packet.asked]
    others = [one for packet in packets if packet.build_id != answers.build_id for one in packet.asked]
    wanted = {one.finding_id for one in answers.said}
    for found in (own, None, others):
        if wanted - known.keys():
            more = _of_builds(answers.build_id, desk) if found is None else found
            known = {**{one.finding_id: one for one in more}, **known}
    return known


def _of_builds(build_id: str, desk: Desk) -> list[Asked]:
    """What the build that a file speaks of could be asked, or the latest where that one is gone."""
    named = desk.out / "builds" / build_id
    folder = desk.build or (named if build_id.isalnum() and named.is_dir() else desk.out / "latest")
    if not folder.is_dir():
        return []
    own = built(folder)
    return asked(own.findings, own.tables({**READS, "findings": None}), own.confidences)


def _latest(desk: Desk) -> Built | None:
    folder = desk.build or desk.out / "latest"
    return built(folder) if folder.is_dir() else None


def _keep(decisions: Iterable[Decision], review: Path) -> None:
    """Add decisions to their reviewers' files."""
    by_file: defaultdict[Path, list[Decision]] = defaultdict(list)
    for one in decisions:
        by_file[decisions_of(review, one.who)[0]].append(one)
    for file, own in sorted(by_file.items()):
        write(file, ledger.written([*decisions_of(review, own[0].who)[1], *own]))


def _keep_all(carried: Sequence[Decision], review: Path) -> None:
    """Put decisions in the place of what they were before they were carried over a correction."""
    for who in sorted({one.who for one in carried}):
        file, before = decisions_of(review, who)
        now = {_name(one): one for one in carried}
        write(file, ledger.written(now.get(_name(one), one) for one in before))


def _name(one: Decision) -> tuple[str, ...]:
    """What tells one decision from another, whatever its places are known by."""
    return one.asked.finding_id, one.who, one.when, one.action, one.words, one.text, one.why, one.asked.marks[0]


def _told(own: Taken) -> str:
    counts = counted(own.decisions)
    known = f"{own.known:,} known already" if own.known else ""
    new = f"{len(own.decisions):,} new decision{'s' * (len(own.decisions) != 1)}" + (f" ({counts})" if counts else "")
    return ", ".join(filter(None, (new, known)))


def counted(decisions: Iterable[Decision]) -> str:
    """How many decisions there are of each kind."""
    counts = Counter(one.action for one in decisions)
    return ", ".join(f"{counts[action]:,} {action}" for action in ACTIONS if counts[action])


def disagreements(done: Settled) -> Iterator[str]:
    """A line for each conflict, and for each finding that somebody wants to discuss."""
    for conflict in done.conflicts:
        said = "; ".join(f"{one.who}: {one.action}{_more(one)}" for one in conflict.decisions)
        yield printable(f"conflict: {about(conflict.decisions[0])}: {said}")
    for one in done.open:
        yield printable(f"to discuss: {about(one)}: {one.who}{': ' + one.why if one.why else ''}")


def about(one: Decision) -> str:
    """What a decision is about, as a line of a list names it."""
    words = " ".join(one.asked.surface.split())
    return f"{one.asked.path}: {one.asked.rule} “{words if len(words) <= 40 else words[:40] + '…'}”"


def _more(one: Decision) -> str:
    return "".join(f" “{said}”" for said in (one.words or one.text[:60],) if said) + (
        f" ({one.why})" if one.why else ""
    )
