"""Asking: an assistant judges the decisions that reviewers would get next; its suggestions decide nothing."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import zip_longest
from math import ceil
from operator import itemgetter
from pathlib import Path

from corpus.records import Finding
from corpus.text.printable import printable
from flows.files.build_reader import PublishedBuild
from flows.files.review_folder import decisions_in, keep_suggestions, packets_in, suggestions_in
from flows.reviewing.judge_calls import ConfiguredJudge, JudgeRun, RequestLine, ask_judge, batches_of
from flows.reviewing.packets import PacketRequest, material_of, next_packet
from glossary.decisions.adjudication import adjudicate
from glossary.decisions.decision import Decision, Question, ReviewError
from glossary.desk.report.wording import counted
from glossary.desk.review.judging import judge_requests
from glossary.desk.review.judging.measured_judges import standing_decision
from glossary.desk.review.judging.suggestions import VERDICTS
from glossary.desk.review.packets.packet import Bounds, Material, is_passage, packet, rows_of
from glossary.desk.review.packets.questions import questions_of
from glossary.desk.review.packets.row import PacketRow
from glossary.findings.fingerprints import mark

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
