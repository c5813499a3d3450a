"""Judging: the works of a shard aligned and judged, each document within what it may cost."""

from __future__ import annotations

from dataclasses import dataclass

from corpus.alignment.aligner import PairModel
from corpus.limits import LimitError, limited
from corpus.records import Alignment, Finding, TranslationUnit
from glossary.bitext.works import Languages, Work, aligned_rows, quarantine_document
from glossary.findings.contexts import pages_of
from glossary.findings.engine import check
from glossary.findings.rule_selection import Selection
from glossary.rules.consistency.renderings import digest
from glossary.rules.digest import Digest
from glossary.termbase.termbase import Termbase


@dataclass(frozen=True, slots=True)
class JudgedWork:
    """A work with its beads and units, and what was found on its pages."""

    work: Work
    beads: list[Alignment]
    units: list[TranslationUnit]
    findings: list[Finding]
    digests: list[Digest]


def judge_work(
    work: Work, learned: dict[Languages, PairModel], termbase: Termbase, selection: Selection, seconds: float
) -> JudgedWork:
    """The work aligned and judged; where a document costs more than it may, it is quarantined and all done again."""
    try:
        return _judge_within_limits(work, learned, termbase, selection, seconds)
    except LimitError as error:
        return judge_work(quarantine_document(work, error.doc_id, str(error)), learned, termbase, selection, seconds)


def _judge_within_limits(
    work: Work, learned: dict[Languages, PairModel], termbase: Termbase, selection: Selection, seconds: float
) -> JudgedWork:
    beads, units = aligned_rows([work], learned, termbase, seconds)
    judged_work = JudgedWork(work, beads, units, [], [])
    for page in pages_of([work], beads, termbase):
        with limited(seconds, page.document.doc_id):
            findings = check(page, selection.rules(page.document.path))
            judged_work.digests.append(digest(page))
        judged_work.findings.extend(findings)
    return judged_work
