"""Status: reviewers' progress, their disagreements, and the current effect of their decisions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from corpus.grouping import grouped
from corpus.languages import NAMES, TARGETS
from corpus.text.printable import printable
from flows.files.build_reader import PublishedBuild
from flows.files.review_folder import decisions_in, packets_in, suggestions_in
from flows.reviewing.apply_decisions import LARGEST, action_counts, decision_label, disagreements
from glossary.decisions.adjudication import Adjudication, adjudicate
from glossary.decisions.decision import Decision, ReviewError
from glossary.desk.report.wording import counted
from glossary.desk.review.formats.read_file import listed_ids
from glossary.desk.review.judging.measured_judges import agreement_lines
from glossary.findings.decided import decided_places, measured
from glossary.findings.fingerprints import mark
from glossary.rules.calibration import confidence
from glossary.rules.registry import BY_CODE

_LISTED = 5  # unknown ids that are reported one by one


@dataclass(frozen=True, slots=True)
class ListedFindings:
    """The findings listed in a file, as far as a build has them."""

    file: Path
    langs: Mapping[str, str]  # id → language
    unknown: tuple[str, ...]  # what stands there in place of an id, and is none of the build

    @property
    def targets(self) -> list[str]:
        """The target languages of the listed findings."""
        return sorted(set(self.langs.values()) & TARGETS)

    def remarks(self, langs: Collection[str]) -> Iterator[str]:
        """Yield a line for each part of the list that packets of these languages leave out."""
        if count := len(self.unknown):
            examples = ", ".join(printable(name[:40]) for name in self.unknown[:_LISTED]) + ", …" * (count > _LISTED)
            yield f"{printable(self.file)}: {count:,} of its ids {_are(count)} of no finding of this build: {examples}"
        for lang, count in sorted(Counter(self.langs.values()).items()):
            if lang not in langs:
                yield f"{printable(self.file)}: {count:,} of its findings {_are(count)} in {lang}, not asked about here"


def _are(count: int) -> str:
    return "is" if count == 1 else "are"


def listed_findings(file: Path, build: PublishedBuild) -> ListedFindings:
    """Return the findings in a file; raises ReviewError if it is unreadable, empty, or lists none of this build."""
    ids = _read_ids(file)
    build_langs = {finding.finding_id: finding.lang for finding in build.findings}
    langs = {name: build_langs[name] for name in ids if name in build_langs}
    if not langs:
        raise ReviewError(
            f"{printable(file)}: no finding of build {build.build_id} is in the list; "
            "make the list from that build, or name with --build the one that it was made from"
        )
    return ListedFindings(file, langs, tuple(name for name in ids if name not in build_langs))


def _read_ids(file: Path) -> list[str]:
    try:
        with file.open("rb") as stream:
            data = stream.read(LARGEST + 1)
    except OSError as error:
        raise ReviewError(f"{printable(file)}: {error.strerror}; name a list of findings") from None
    if len(data) > LARGEST:
        raise ReviewError(f"{printable(file)}: larger than {LARGEST >> 20} MiB; a list of findings is not")
    try:
        return listed_ids(data)
    except ReviewError as error:
        raise ReviewError(f"{printable(file)}: {error}") from None


_SHOWN = 20  # lines of a list; the files have all


def status(review: Path, build: PublishedBuild | None) -> list[str]:
    """Return the status lines: findings to decide, reviewers, packets, conflicts, expired decisions, confidences."""
    decisions = decisions_in(review)
    settlement = adjudicate(decisions)
    if build:
        settlement = settlement.rebased({document.path for document in build.documents.values()})
    lines = [*(_findings(build, settlement) if build else ()), *_reviewers(decisions), *_packets(review, decisions)]
    lines += agreement_lines(suggestions_in(review), decisions)
    lines += _section_lines("Not settled", list(disagreements(settlement)))
    if build:
        lines += _section_lines("Found no more, as texts or glossary have changed", list(_expired(build, settlement)))
        paths = {document.path for document in build.documents.values()}
        lines += _section_lines(
            "About documents that are gone, or have another name",
            list(map(_line, _by_path(settlement, paths, is_present=False))),
        )
    return [*lines, *_confidences(settlement)] or [f"{printable(review)}: no decisions yet, and no packets"]


def _findings(build: PublishedBuild, settlement: Adjudication) -> Iterator[str]:
    """Yield, for each language, how many findings of a build are settled."""
    decided: Counter[str] = Counter()
    all_: Counter[str] = Counter()
    for finding in build.findings:
        decisions = (
            [decision for decision in decided_places(finding, settlement, build.documents) if decision]
            if finding.locations
            else []
        )
        if decisions or finding.state.stands:
            all_[finding.lang] += 1
            decided[finding.lang] += len(decisions) == len(finding.locations)
    counts = ", ".join(f"{lang} {decided[lang]:,} of {count:,}" for lang, count in sorted(all_.items()))
    yield f"Build {build.build_id}: settled {counts or 'nothing, as nothing was found'}"


def _reviewers(decisions: Sequence[Decision]) -> Iterator[str]:
    by_reviewer = grouped(decisions, lambda decision: decision.who)
    for reviewer, reviewer_decisions in sorted(by_reviewer.items()):
        last = max(decision.when for decision in reviewer_decisions)[:10]
        count = counted(len(reviewer_decisions), "decision")
        yield printable(f"{reviewer}: {count} ({action_counts(reviewer_decisions)}), the last on {last}")


def _packets(review: Path, decisions: Sequence[Decision]) -> Iterator[str]:
    decided = {decision.question.finding_id for decision in decisions}
    for packet in packets_in(review):
        decided_count = sum(question.finding_id in decided for question in packet.questions)
        yield f"Packet {packet.packet_id}: {decided_count:,} of {counted(len(packet.questions), 'finding')} decided"


def _section_lines(title: str, lines: Sequence[str]) -> list[str]:
    if not lines:
        return []
    more = [f"  … and {len(lines) - _SHOWN:,} more"] if len(lines) > _SHOWN else []
    return [f"{title}: {len(lines):,}", *(f"  {line}" for line in lines[:_SHOWN]), *more]


def _expired(build: PublishedBuild, settlement: Adjudication) -> Iterator[str]:
    """Yield silencing decisions on existing documents none of whose places can be found any more."""
    alive: set[str] = set()
    for finding in build.findings:
        alive |= {
            mark(build.documents[location.doc_id].text, location.start, location.end) for location in finding.locations
        }
    paths = {document.path for document in build.documents.values()}
    for decision in _by_path(settlement, paths, is_present=True):
        if decision.action != "accept" and alive.isdisjoint(decision.question.marks):
            yield _line(decision)


def _by_path(settlement: Adjudication, paths: Collection[str], is_present: bool) -> list[Decision]:
    """Return the decisions on documents with these paths, or with others; those on renderings are excluded."""
    ids = {
        id(decision)
        for (path, *_), decision in settlement.by_place.items()
        if (path in paths) == is_present and not decision.question.is_rendering
    }
    return [decision for decision in settlement.standing if id(decision) in ids]


def _line(decision: Decision) -> str:
    return printable(f"{decision_label(decision)}: {decision.action} by {decision.who}, {decision.when[:10]}")


def _confidences(settlement: Adjudication) -> Iterator[str]:
    """Yield the rules that decisions judge, with their earlier and current confidence."""
    for (code, lang), counts in measured(settlement).items():
        rule = BY_CODE.get(code)
        if rule:
            before, after = (confidence(code, rule.prior, project, lang=lang) for project in (None, counts))
            right = f"{counts.true:,} of {counts.findings:,} right"
            yield f"{code} in {NAMES[lang]}: {right}; confidence {before:.2f} → {after:.2f}"
