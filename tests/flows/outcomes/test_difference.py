"""Differences: which findings count as new, gone and critical from one build to the next."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from corpus.schema import to_table
from corpus.storage import parquet, store
from corpus.vocabularies import FindingState
from flows.outcomes.difference import BuildDifference, difference
from tests.glossary.desk.history.made_builds import page_of, slip

PAGE = page_of("articles/a/zh.md", "张两、图书馆。\n")
SEVERITIES = {"张两": "critical", "图书馆": "major"}


def published(out: Path, build_id: str, states: Mapping[str, FindingState]) -> Path:
    """A build of a page with these words found in it."""
    findings = [slip(PAGE, words, severity=SEVERITIES[words], state=state) for words, state in states.items()]
    folder = store.begin(out)
    for name, rows in (("documents", to_table("documents", [PAGE])), ("findings", to_table("findings", findings))):
        parquet.write_part(folder, name, 0, rows, "signature")
    manifest = {"build_id": build_id, "created": "2026-11-27T03:00:00Z", "sources": "articles", "inputs": []}
    return store.publish(folder, out, build_id, manifest)


def changed(out: Path, before: Mapping[str, FindingState], after: Mapping[str, FindingState]) -> BuildDifference:
    changes = difference(published(out, "a", before), published(out, "b", after), {})
    assert changes is not None
    return changes


def test_finding_that_a_reviewer_accepts_is_neither_gone_nor_new(tmp_path: Path):
    undecided, accepted = {"图书馆": FindingState.NEW}, {"图书馆": FindingState.ACCEPTED}
    for number, (before, after) in enumerate(((undecided, accepted), (accepted, undecided))):
        changes = changed(tmp_path / str(number), before, after)
        assert (changes.new_findings, changes.gone_findings) == (0, 0)


def test_silenced_and_fixed_findings_do_not_stand(tmp_path: Path):
    silenced = {"图书馆": FindingState.SUPPRESSED, "张两": FindingState.FIXED}
    changes = changed(tmp_path, {"图书馆": FindingState.OPEN, "张两": FindingState.OPEN}, silenced)
    assert (changes.new_findings, changes.gone_findings) == (0, 2)


def test_new_critical_finding_is_reported_unless_a_reviewer_has_accepted_it(tmp_path: Path):
    difference = changed(tmp_path / "reported", {}, {"张两": FindingState.NEW, "图书馆": FindingState.NEW})
    assert [(finding.path, finding.severity) for finding in difference.new_criticals] == [
        ("articles/a/zh.md", "critical")
    ]
    accepted = changed(tmp_path / "accepted", {}, {"张两": FindingState.ACCEPTED})
    assert (accepted.new_findings, accepted.new_criticals) == (1, ())
