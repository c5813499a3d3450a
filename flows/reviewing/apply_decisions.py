"""Applying: reviewers' files become decisions in the review folder, and decisions become proposals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from corpus import lazy_re as re
from corpus.grouping import grouped
from corpus.moments import moment_text
from corpus.text.printable import path_from_here, printable
from flows.files.atomic_write import write
from flows.files.build_reader import built
from flows.files.review_folder import (
    PROPOSALS,
    decision_files,
    decisions_in,
    decisions_of,
    exclusive_access,
    packets_in,
)
from flows.reviewing.text_patch import FATES, NO_TEXTS, CorrectionFate, TextPatch, texts
from glossary.decisions import files as ledger
from glossary.decisions.adjudication import Adjudication, adjudicate
from glossary.decisions.decision import ACTIONS, Answers, Decision, Question, ReviewError
from glossary.desk.report.wording import counted
from glossary.desk.review.formats.read_file import read
from glossary.desk.review.intake.accept_answers import IntakeResult, Receipt, accept_answers, quoted_words
from glossary.desk.review.intake.corrections import carry_over
from glossary.desk.review.packets.questions import READS, RENDERING_READS, questions_of, rendering_questions
from glossary.desk.review.packets.sent_log import SentPacket
from glossary.desk.review.proposals import Proposals, proposals
from glossary.desk.review.proposals.glossary_layers import shelf

_LISTED = 20  # lines of one kind that are printed; the file has all of them
GLOSSARY, UPSTREAM, TEXTS, BY_HAND = "glossary.patch", "built-in-glossary.patch", "texts.patch", "by-hand.txt"


def propose_entries(
    settlement: Adjudication, folder: Path, root: Path, folders: tuple[Path, ...], glossary_only: bool
) -> list[str]:
    """Write the patch of entries, or remove it if no change is needed; returns lines for the user."""
    entry_proposals = proposals(settlement.standing, shelf(root, folders, glossary_only))
    _write_or_remove(folder / GLOSSARY, entry_proposals.patch)
    _write_or_remove(folder / UPSTREAM, entry_proposals.upstream)
    return [f"glossary: {line}" for line in _of_entries(entry_proposals, folder)]


def _of_entries(entry_proposals: Proposals, folder: Path) -> Iterator[str]:
    yield from entry_proposals.notes
    if entry_proposals.patch:
        yield f"look at {_file_label(folder / GLOSSARY)} and apply it with `git apply`"
    if entry_proposals.new_folder:
        yield f"then name {printable(entry_proposals.new_folder)} in [glossary] dirs of taiyaku.toml"
    for reason in (*entry_proposals.conflicts, *entry_proposals.refused, *entry_proposals.problems):
        yield f"not proposed: {reason}"


def propose_texts(text_patch: TextPatch, folder: Path, root: Path) -> list[str]:
    """Write the patch of source files and the list of the rest, or remove them; returns lines for the user."""
    _write_or_remove(folder / TEXTS, text_patch.patch)
    _write_or_remove(
        folder / BY_HAND, "".join(f"{line}\n" for line in text_patch.by_hand).encode("utf-8", "surrogatepass")
    )
    return [f"texts: {line}" for line in _of_texts(text_patch, folder, root)]


def _of_texts(text_patch: TextPatch, folder: Path, root: Path) -> Iterator[str]:
    if text_patch.patch:
        edits, files = sum(len(correction.edits) for correction in text_patch.patched), len(text_patch.patched)
        places = f"{edits:,} place{'s' * (edits != 1)} in {files:,} file{'s' * (files != 1)}"
        elsewhere = (
            f" in {_file_label(text_patch.folder)}"
            if text_patch.folder
            else " in the folder that the sources' paths count from (name it with --root to apply the patch from here)"
        )
        location = "" if text_patch.folder == root else elsewhere
        yield f"{places} can be corrected: apply {_file_label(folder / TEXTS)} with `git apply`{location}"
    if text_patch.moved:
        places = f"{text_patch.moved:,} accepted place{'s are' if text_patch.moved != 1 else ' is'}"
        yield f"{places} no longer where the build had them: corrected already, or edited; the next build tells"
    yield from _fate_lines(text_patch.fates)
    if text_patch.by_hand:
        yield f"{len(text_patch.by_hand):,} to be corrected by hand: {_file_label(folder / BY_HAND)}"
        yield from (f"by hand: {line}" for line in text_patch.by_hand[:_LISTED])
        if (more := len(text_patch.by_hand) - _LISTED) > 0:
            yield f"by hand: {more:,} more in {_file_label(folder / BY_HAND)}"


def _fate_lines(fates: Sequence[CorrectionFate]) -> Iterator[str]:
    """Yield the fates of the places of each decision that has several, and the total."""
    by_decision = grouped(fates, lambda fate: fate.decision)
    several = [(decision, place_fates) for decision, place_fates in by_decision.items() if len(place_fates) > 1]
    for decision, place_fates in several[:_LISTED]:
        words = f" → “{decision.words}”" if decision.words else ""
        question = decision.question
        yield printable(f"{question.path}: {question.rule} “{quoted_words(question)}”{words}: {_counts(place_fates)}")
    if (more := len(several) - _LISTED) > 0:
        yield f"{more:,} more decisions on several places"
    if fates:
        yield f"{len(fates):,} accepted place{'s' * (len(fates) != 1)}: {_counts(fates, with_reasons=False)}"


def _counts(fates: Iterable[CorrectionFate], with_reasons: bool = True) -> str:
    """Return how many places had each fate: 6 patched, 1 by hand: inside the target of a link."""
    counts = Counter((fate.fate, fate.reason if with_reasons else "") for fate in fates)
    ordered = sorted(counts, key=lambda kind: (FATES.index(kind[0]), kind[1]))
    return ", ".join(f"{counts[kind]:,} {kind[0]}{': ' * bool(kind[1])}{kind[1]}" for kind in ordered)


def _write_or_remove(file: Path, content: bytes) -> None:
    """Write a file, or remove it if there is no content."""
    if content:
        write(file, content)
    else:
        file.unlink(missing_ok=True)


def _file_label(file: Path) -> str:
    return printable(path_from_here(file))


_BUILD_ID = re.compile("[0-9a-f]{12}")


@dataclass(frozen=True, slots=True)
class QuestionSources:
    """Where the questions that were asked may be found."""

    packets: Sequence[SentPacket]
    out: Path  # where builds are published
    build: Path | None  # the one to go by where a file's own is gone


LARGEST = 64 << 20  # bytes of a reviewer's file
_FEW = 5  # problems of one kind that are reported one by one


@dataclass(frozen=True, slots=True)
class IntakeOptions:
    """Where decisions are submitted."""

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
class IntakeOutcome:
    """The result of taking in the files."""

    lines: tuple[str, ...]  # a line for each file, then what follows from all decisions
    problems: tuple[str, ...]  # a line for each answer, or file, that nothing could be made of
    decisions: int  # that are new
    adjudication: Adjudication
    unclear_files: frozenset[Path] = frozenset()  # those with problems


def apply(files: Sequence[Path], desk: IntakeOptions) -> IntakeOutcome:
    """Take in files of decisions and write the proposals that follow; what is not understood is reported and ignored.
    Submitting the same files again changes nothing. Raises ReviewError if the review folder is damaged.
    """
    with exclusive_access(desk.review):
        before = decisions_in(desk.review)
        sources = QuestionSources(packets_in(desk.review) if files else (), desk.out, desk.build)
        lines, problems, new_decisions = list[str](), list[str](), list[Decision]()
        unclear_files: set[Path] = set()
        for file in files:
            try:
                outcome, remarks = _take_in_file(file, sources, desk, [*before, *new_decisions])
            except ReviewError as error:
                problems.append(str(error))
                unclear_files.add(file)
                continue
            lines.append(f"{printable(file)}: {_outcome_text(outcome)}")
            lines += [f"{printable(file)}: {remark}" for remark in remarks]
            problems += [f"{printable(file)}: {problem}" for problem in _join_problems(outcome)]
            unclear_files.update([file] if outcome.problems else [])
            new_decisions += outcome.decisions
        _keep(new_decisions, desk.review)
        settlement = adjudicate([*before, *new_decisions])
        proposal_lines = _write_proposals([*before, *new_decisions], settlement, desk)
    return IntakeOutcome(
        (*lines, *disagreements(settlement), *proposal_lines),
        tuple(problems),
        len(new_decisions),
        settlement,
        frozenset(unclear_files),
    )


def _write_proposals(decisions: Sequence[Decision], settlement: Adjudication, desk: IntakeOptions) -> list[str]:
    """Write the proposals that follow from all decisions into the review folder."""
    folder, reviewed = desk.review / PROPOSALS, desk.build or desk.out / "latest"
    build = built(reviewed) if reviewed.is_dir() else None
    lines = propose_entries(settlement, folder, desk.root, desk.glossary, desk.glossary_only)
    if build is None:
        return [*lines, *propose_texts(NO_TEXTS, folder, desk.root)]
    text_patch, current_decisions = texts(build, settlement, desk.root, desk.roots), decisions
    for corrections in (text_patch.current, text_patch.then):
        current_decisions = carry_over(current_decisions, build.findings, build.documents, corrections)
    _replace({old: new for old, new in zip(decisions, current_decisions, strict=True) if new is not old}, desk.review)
    return [*lines, *propose_texts(text_patch, folder, desk.root)]


def _take_in_file(
    file: Path, sources: QuestionSources, desk: IntakeOptions, before: Sequence[Decision]
) -> tuple[IntakeResult, list[str]]:
    """Take in a file, and return the result with remarks; raises ReviewError if nothing can be read."""
    answers = _read_answers(file)
    questions, remark = find_questions(answers, sources, before)
    receipt = Receipt(desk.by, moment_text(), desk.final)
    outcome = accept_answers(answers.answers, questions, before, receipt)
    return replace(outcome, problems=(*answers.problems, *outcome.problems)), [
        *filter(None, [remark]),
        *answers.remarks,
    ]


def _read_answers(file: Path) -> Answers:
    try:
        if file.stat().st_size > LARGEST:
            raise ReviewError(f"{printable(file)}: larger than {LARGEST >> 20} MiB; a file of decisions is not")
        return read(str(file), file.read_bytes())
    except OSError as error:
        raise ReviewError(f"{printable(file)}: {error.strerror}; name a file of decisions") from None


def _join_problems(outcome: IntakeResult) -> list[str]:
    """Return the problems; many answers on unknown findings share one line."""
    count = len(outcome.unknown)
    if count <= _FEW:
        return list(outcome.problems)
    unknown = frozenset(outcome.unknown)
    others = [problem for problem in outcome.problems if problem not in unknown]
    return [*others, f"{count:,} answers on findings that were in no packet, such as {outcome.unknown[0]}"]


def _keep(decisions: Iterable[Decision], review: Path) -> None:
    by_name = grouped(decisions, lambda decision: ledger.file_of(decision.who))
    for name, added in sorted(by_name.items()):
        file, before = decisions_of(review, name)
        write(file, ledger.ledger_text([*before, *added]))


def _replace(changed: Mapping[Decision, Decision], review: Path) -> None:
    """Replace decisions by their new versions, in whatever file they are."""
    for file, decisions in decision_files(review) if changed else ():
        if any(decision in changed for decision in decisions):
            write(file, ledger.ledger_text(changed.get(decision, decision) for decision in decisions))


def _outcome_text(outcome: IntakeResult) -> str:
    counts = action_counts(outcome.decisions)
    already_known = f"{outcome.already_known:,} known already" if outcome.already_known else ""
    replaced = f"{outcome.replaced:,} of them instead of earlier ones" if outcome.replaced else ""
    new = counted(len(outcome.decisions), "new decision") + (f" ({counts})" if counts else "")
    return ", ".join(filter(None, (new, replaced, already_known)))


def action_counts(decisions: Iterable[Decision]) -> str:
    """Return how many decisions there are of each kind."""
    counts = Counter(decision.action for decision in decisions)
    return ", ".join(f"{counts[action]:,} {action}" for action in ACTIONS if counts[action])


def disagreements(settlement: Adjudication) -> Iterator[str]:
    """Yield a line for each conflict, and for each finding that a reviewer wants to discuss."""
    for conflict in settlement.conflicts:
        opinions = "; ".join(
            f"{decision.who}: {decision.action}{_decision_details(decision)}" for decision in conflict.decisions
        )
        yield printable(f"conflict: {decision_label(conflict.decisions[0])}: {opinions}")
    for decision in settlement.open:
        yield printable(
            f"to discuss: {decision_label(decision)}: {decision.who}{': ' + decision.why if decision.why else ''}"
        )


def decision_label(decision: Decision) -> str:
    """Return the subject of a decision, as lists name it."""
    question = decision.question
    rule = f" {question.rule}" if question.rule else ""
    return f"{question.place}:{rule} “{quoted_words(question)}”"


def _decision_details(decision: Decision) -> str:
    return "".join(f" “{text}”" for text in (decision.words or decision.text[:60],) if text) + (
        f" ({decision.why})" if decision.why else ""
    )


def find_questions(
    answers: Answers, sources: QuestionSources, before: Iterable[Decision]
) -> tuple[Mapping[str, Question], str]:
    """Return the questions for the answered findings and renderings, and a remark on where they were found. The build
    named in the file comes first, as packet or as folder, then other packets, then earlier decisions, and last the
    requested or latest build: its findings may have other places than reviewers saw.
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
    latest = {question.finding_id: question for question in _of_build(folder)}
    is_gone = answers.build_id and any(finding_id in latest for finding_id in answered_ids - questions_by_id.keys())
    remark = f"made from build {answers.build_id}, which is gone; build {built(folder).build_id} tells what was asked"
    return {**latest, **questions_by_id}, remark if is_gone else ""


def _places(answers: Answers, sources: QuestionSources, before: Iterable[Decision]) -> Iterator[Iterable[Question]]:
    yield _of_packets(packet for packet in sources.packets if packet.build_id == answers.build_id)
    build_folder = sources.out / "builds" / answers.build_id
    if _BUILD_ID.fullmatch(answers.build_id) and build_folder.is_dir():
        yield _of_build(build_folder)
    yield _of_packets(sources.packets)
    questions: dict[str, Question] = {}
    for question in (decision.question for decision in before):
        earlier = questions.get(question.finding_id, question)
        marks = tuple(dict.fromkeys((*earlier.marks, *question.marks)))
        questions[question.finding_id] = replace(earlier, marks=marks)
    yield list(questions.values())


def _of_packets(packets: Iterable[SentPacket]) -> list[Question]:
    return [question for packet in packets for question in packet.questions]


def _of_build(folder: Path) -> list[Question]:
    """Return the questions of a build; none on renderings if the build is older than their table."""
    build = built(folder)
    questions = questions_of(build.findings, build.tables({**READS, "findings": None}), build.confidences)
    if not (folder / "renderings").is_dir():
        return questions
    return [*questions, *rendering_questions(build.tables(RENDERING_READS)["renderings"])]
