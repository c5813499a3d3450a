"""Applying: reviewers' files become decisions in the review folder, and decisions become proposals."""

from __future__ import annotations

import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from corpus.text.printable import printable
from flows.files.atomic_write import write
from flows.files.build_reader import PublishedBuild, built
from flows.files.review_folder import PROPOSALS, alone, decision_files, decisions_in, decisions_of, packets_in
from flows.reviewing.known_questions import QuestionSources, what_was_asked
from flows.reviewing.proposals import propose_entries, propose_texts
from flows.reviewing.text_patch import NO_TEXTS, texts
from glossary.decisions import files as ledger
from glossary.decisions.adjudication import Settled, settled
from glossary.decisions.decision import ACTIONS, Answers, Decision, ReviewError
from glossary.review.formats import read
from glossary.review.intake.accept_answers import UNKNOWN, Receipt, Taken, shown, taken
from glossary.review.intake.carry_over import carried

LARGEST = 64 << 20  # bytes of a reviewer's file
_FEW = 5  # problems of one kind that are told one by one


@dataclass(frozen=True, slots=True)
class IntakeOptions:
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


def apply(files: Sequence[Path], desk: IntakeOptions) -> Applied:
    """Keep what files say, and propose what follows; what cannot be understood is told and changes nothing.

    Handing the same files in again changes nothing. Raises ReviewError where the review folder is damaged.
    """
    with alone(desk.review):
        before = decisions_in(desk.review)
        sources = QuestionSources(packets_in(desk.review) if files else (), desk.out, desk.build)
        lines, problems, made = list[str](), list[str](), list[Decision]()
        for file in files:
            try:
                own, told = _taken(file, sources, desk, [*before, *made])
            except ReviewError as error:
                problems.append(str(error))
                continue
            lines.append(f"{printable(file)}: {_told(own)}")
            lines += [f"{printable(file)}: {one}" for one in told]
            problems += [f"{printable(file)}: {one}" for one in _joined(own.problems)]
            made += own.decisions
        _keep(made, desk.review)
        done = settled([*before, *made])
        found = _proposed([*before, *made], done, desk)
    return Applied((*lines, *disagreements(done), *found), tuple(problems), len(made), done)


def _proposed(decisions: Sequence[Decision], done: Settled, desk: IntakeOptions) -> list[str]:
    """What follows from all decisions, as it is written into the review folder."""
    folder, build = desk.review / PROPOSALS, _latest(desk)
    lines = propose_entries(done, folder, desk.root, desk.glossary, desk.glossary_only)
    if build is None:
        return [*lines, *propose_texts(NO_TEXTS, folder, desk.root)]
    found, kept = texts(build, done, desk.root, desk.roots), decisions
    for corrections in (found.now, found.then):
        kept = carried(kept, build.findings, build.documents, corrections)
    _replace({old: new for old, new in zip(decisions, kept, strict=True) if new is not old}, desk.review)
    return [*lines, *propose_texts(found, folder, desk.root)]


def _taken(
    file: Path, sources: QuestionSources, desk: IntakeOptions, before: Sequence[Decision]
) -> tuple[Taken, list[str]]:
    """What becomes of a file, and what else is to be said of it; raises ReviewError where nothing can be read."""
    answers = _read(file)
    asked, said = what_was_asked(answers, sources, before)
    receipt = Receipt(desk.by, time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()), desk.final)
    own = taken(answers.said, asked, before, receipt)
    return replace(own, problems=(*answers.problems, *own.problems)), [*filter(None, [said]), *answers.remarks]


def _read(file: Path) -> Answers:
    try:
        if file.stat().st_size > LARGEST:
            raise ReviewError(f"{printable(file)}: larger than {LARGEST >> 20} MiB; a file of decisions is not")
        return read(str(file), file.read_bytes())
    except OSError as error:
        raise ReviewError(f"{printable(file)}: {error.strerror}; name a file of decisions") from None


def _joined(problems: Sequence[str]) -> list[str]:
    """The problems; where the findings of a whole file are not known, one line for all."""
    unknown = [one for one in problems if one.endswith(UNKNOWN)]
    if len(unknown) <= _FEW:
        return list(problems)
    others = [one for one in problems if not one.endswith(UNKNOWN)]
    return [*others, f"{len(unknown):,} answers on findings that nobody was asked about, such as {unknown[0]}"]


def _latest(desk: IntakeOptions) -> PublishedBuild | None:
    folder = desk.build or desk.out / "latest"
    return built(folder) if folder.is_dir() else None


def _keep(decisions: Iterable[Decision], review: Path) -> None:
    """Add decisions to their reviewers' files."""
    by_name: defaultdict[str, list[Decision]] = defaultdict(list)
    for one in decisions:
        by_name[ledger.file_of(one.who)].append(one)
    for name, own in sorted(by_name.items()):
        file, before = decisions_of(review, name)
        write(file, ledger.written([*before, *own]))


def _replace(changed: Mapping[Decision, Decision], review: Path) -> None:
    """Put decisions in the place of what they were, in whatever file they stand."""
    for file, own in decision_files(review) if changed else ():
        if any(one in changed for one in own):
            write(file, ledger.written(changed.get(one, one) for one in own))


def _told(own: Taken) -> str:
    counts = counted(own.decisions)
    known = f"{own.known:,} known already" if own.known else ""
    replaced = f"{own.replaced:,} of them instead of earlier ones" if own.replaced else ""
    new = f"{len(own.decisions):,} new decision{'s' * (len(own.decisions) != 1)}" + (f" ({counts})" if counts else "")
    return ", ".join(filter(None, (new, replaced, known)))


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
    return f"{one.asked.path}: {one.asked.rule} “{shown(one.asked)}”"


def _more(one: Decision) -> str:
    return "".join(f" “{said}”" for said in (one.words or one.text[:60],) if said) + (
        f" ({one.why})" if one.why else ""
    )
