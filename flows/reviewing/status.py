"""Status: how far reviewers have come, what they do not agree on, and what their decisions are worth by now."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path

from corpus.text.printable import printable
from flows.files.build_reader import PublishedBuild
from flows.files.review_folder import decisions_in, packets_in
from flows.reviewing.apply_decisions import about, counted, disagreements
from glossary.decisions.adjudication import Settled, settled
from glossary.decisions.decision import Decision
from glossary.findings.decided import decided_places, measured
from glossary.findings.fingerprints import mark
from glossary.findings.scores import STANDING
from glossary.rules.calibration import confidence
from glossary.rules.registry import BY_CODE

_SHOWN = 20  # lines of a list; the files have all


def status(review: Path, build: PublishedBuild | None) -> list[str]:
    """The lines: findings to decide, reviewers, packets, conflicts, what has expired, confidences."""
    decisions = decisions_in(review)
    done = settled(decisions)
    if build:
        done = done.seen_from({one.path for one in build.documents.values()})
    lines = [*(_findings(build, done) if build else ()), *_reviewers(decisions), *_packets(review, decisions)]
    lines += _listed("Not settled", list(disagreements(done)))
    if build:
        lines += _listed("Found no more, as texts or glossary have changed", list(_expired(build, done)))
        lines += _listed("About documents that are gone, or have another name", list(_gone(build, done)))
    return [*lines, *_confidences(done)] or [f"{printable(review)}: no decisions yet, and no packets"]


def _findings(build: PublishedBuild, done: Settled) -> Iterator[str]:
    """Of each language how many findings of a build are settled."""
    decided: Counter[str] = Counter()
    all_: Counter[str] = Counter()
    for one in build.findings:
        known = [said for said in decided_places(one, done, build.documents) if said] if one.locations else []
        if known or one.state in STANDING:
            all_[one.lang] += 1
            decided[one.lang] += len(known) == len(one.locations)
    told = ", ".join(f"{lang} {decided[lang]:,} of {count:,}" for lang, count in sorted(all_.items()))
    yield f"Build {build.build_id}: settled {told or 'nothing, as nothing was found'}"


def _reviewers(decisions: Sequence[Decision]) -> Iterator[str]:
    own: defaultdict[str, list[Decision]] = defaultdict(list)
    for one in decisions:
        own[one.who].append(one)
    for who, said in sorted(own.items()):
        last = max(one.when for one in said)[:10]
        yield printable(f"{who}: {_many(len(said), 'decision')} ({counted(said)}), the last on {last}")


def _packets(review: Path, decisions: Sequence[Decision]) -> Iterator[str]:
    decided = {one.asked.finding_id for one in decisions}
    for packet in packets_in(review):
        done = sum(one.finding_id in decided for one in packet.asked)
        yield f"Packet {packet.packet_id}: {done:,} of {_many(len(packet.asked), 'finding')} decided"


def _listed(what: str, lines: Sequence[str]) -> list[str]:
    if not lines:
        return []
    more = [f"  … and {len(lines) - _SHOWN:,} more"] if len(lines) > _SHOWN else []
    return [f"{what}: {len(lines):,}", *(f"  {one}" for one in lines[:_SHOWN]), *more]


def _expired(build: PublishedBuild, done: Settled) -> Iterator[str]:
    """The decisions that silence something, none of whose places is found any more in a document that is there."""
    alive: set[str] = set()
    for one in build.findings:
        alive |= {mark(build.documents[at.doc_id].text, at.start, at.end) for at in one.locations}
    paths = {one.path for one in build.documents.values()}
    for said in _by_path(done, paths, there=True):
        if said.action != "accept" and alive.isdisjoint(said.asked.marks):
            yield _line(said)


def _gone(build: PublishedBuild, done: Settled) -> Iterator[str]:
    """The decisions on documents that the build does not have."""
    paths = {one.path for one in build.documents.values()}
    return map(_line, _by_path(done, paths, there=False))


def _by_path(done: Settled, paths: Collection[str], there: bool) -> list[Decision]:
    """The decisions on documents that are among these, or that are not."""
    own = {id(one) for (path, *_), one in done.by_place.items() if (path in paths) == there}
    return [one for one in done.standing if id(one) in own]


def _line(said: Decision) -> str:
    return printable(f"{about(said)}: {said.action} by {said.who}, {said.when[:10]}")


def _confidences(done: Settled) -> Iterator[str]:
    """The rules that decisions judge, with how sure they were and are."""
    for code, own in measured(done).items():
        rule = BY_CODE.get(code)
        if rule:
            before, now = confidence(code, rule.prior), confidence(code, rule.prior, own)
            yield f"{code}: {own.true:,} of {own.findings:,} right; confidence {before:.2f} → {now:.2f}"


def _many(count: int, what: str) -> str:
    return f"{count:,} {what}{'' if count == 1 else 's'}"
