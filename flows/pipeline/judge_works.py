"""Judging: the works of a shard aligned and judged, each document within what it may cost."""

from __future__ import annotations

from dataclasses import dataclass

from corpus.limits import LimitError, limited
from corpus.records import Alignment, Finding, TermAlignment, TranslationUnit
from glossary.bitext.term_alignments import Aligners, term_alignments
from glossary.bitext.works import Knowledge, Work, aligned_rows, quarantine_document
from glossary.findings.contexts import pages_of
from glossary.findings.engine import check
from glossary.findings.rule_selection import Selection
from glossary.rules.consistency.renderings import digest
from glossary.rules.digest import Digest
from glossary.termbase.termbase import Termbase


@dataclass(frozen=True, slots=True)
class JudgedWork:
    """A work with its beads, units and terms, and what was found on its pages."""

    work: Work
    beads: list[Alignment]
    units: list[TranslationUnit]
    terms: list[TermAlignment]
    findings: list[Finding]
    digests: list[Digest]


@dataclass(frozen=True, slots=True)
class Judge:
    """What a work is aligned and judged with."""

    learned: Knowledge
    aligners: Aligners
    termbase: Termbase
    selection: Selection
    seconds: float  # of processor time for each document


def judge_work(work: Work, judge: Judge) -> JudgedWork:
    """The work aligned and judged; where a document costs more than it may, it is quarantined and all done again."""
    try:
        return _judge_within_limits(work, judge)
    except LimitError as error:
        return judge_work(quarantine_document(work, error.doc_id, str(error)), judge)


def _judge_within_limits(work: Work, judge: Judge) -> JudgedWork:
    beads, units = aligned_rows([work], judge.learned.pairs, judge.termbase, judge.seconds)
    terms = term_alignments(work, beads, judge.aligners, judge.seconds)
    judged_work = JudgedWork(work, beads, units, terms, [], [])
    for page in pages_of([work], beads, judge.termbase, terms):
        with limited(judge.seconds, page.document.doc_id):
            findings = check(page, judge.selection.rules(page.document.path))
            judged_work.digests.append(digest(page))
        judged_work.findings.extend(findings)
    return judged_work
