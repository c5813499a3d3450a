"""Windows: long documents cut at certain places give the beads that they give as a whole."""

from __future__ import annotations

import random
from collections import Counter
from itertools import pairwise

import numpy as np
import pytest

from corpus.alignment import anchors
from corpus.alignment.aligner import align_documents
from corpus.alignment.features import SegmentFeatures
from tests.corpus.alignment.made import aligned_cold, joined, nothing_known, said

EN = ("en", "en")


def pages(
    size: int, seed: int, moved: bool = False
) -> tuple[list[SegmentFeatures], list[SegmentFeatures], set[tuple[int, int]]]:
    """Two documents of which a fifth of each has no counterpart, and who belongs to whom."""
    chance = random.Random(seed)
    all_ = [
        said(words=" ".join(f"w{chance.randrange(900)}" for _ in range(6)), names=f"n{i} n{i % 50}")
        for i in range(size)
    ]
    source_ids = [i for i in range(size) if chance.random() < 0.8]
    target_ids = [i for i in range(size) if chance.random() < 0.8]
    if moved:
        third = len(target_ids) // 3
        target_ids = target_ids[third:] + target_ids[:third]
    pairs = {(a, b) for a, i in enumerate(source_ids) for b, j in enumerate(target_ids) if i == j}
    return [all_[i] for i in source_ids], [all_[i] for i in target_ids], pairs


@pytest.mark.slow
@pytest.mark.parametrize("moved", [False, True])
def test_long_documents_are_cut_and_still_aligned(moved: bool):
    source, target, pairs = pages(700, 1, moved)
    assert len(source) * len(target) > anchors._WHOLE
    beads = align_documents(source, target, EN, nothing_known(EN))
    links = {(bead.source[0], bead.target[0]) for bead in beads if bead.source and bead.target}
    assert len(links & pairs) > 0.97 * len(pairs) and len(links - pairs) < 0.03 * len(pairs)
    assert Counter(i for bead in beads for i in bead.source) == Counter(range(len(source)))
    assert Counter(j for bead in beads for j in bead.target) == Counter(range(len(target)))


@pytest.mark.slow
@pytest.mark.parametrize("moved", [False, True])
def test_cutting_changes_next_to_nothing(moved: bool, monkeypatch: pytest.MonkeyPatch):
    source, target, _ = pages(300, 2, moved)
    whole = joined(aligned_cold(source, target, EN))
    monkeypatch.setattr(anchors, "_WHOLE", 1)
    monkeypatch.setattr(anchors, "_WIDE", 40)
    cut = joined(aligned_cold(source, target, EN))
    assert len(whole ^ cut) <= 0.02 * len(whole)


def test_stretch_without_anything_certain_is_not_compared(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(anchors, "_WHOLE", 1)
    monkeypatch.setattr(anchors, "_LARGEST", 50)
    order, windows = anchors.split_windows(lambda rows: np.zeros((rows.stop - rows.start, 20)), 10, [False] * 20)
    assert order == list(range(20)) and windows == []


def test_windows_follow_one_another(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(anchors, "_WHOLE", 1)
    monkeypatch.setattr(anchors, "_WIDE", 10)
    figures = np.full((60, 60), -5.0)
    figures[range(60), range(60)] = 20.0
    _, windows = anchors.split_windows(lambda rows: figures[rows], 60, [False] * 60)
    assert len(windows) > 3
    for before, after in pairwise(windows):
        assert (before.rows.stop, before.columns.stop) == (after.rows.start, after.columns.start)
    assert (windows[0].rows.start, windows[-1].rows.stop, windows[-1].columns.stop) == (0, 60, 60)


@pytest.mark.slow
@pytest.mark.parametrize(("sources", "targets"), [(257, 300), (513, 40), (256, 300), (300, 1), (1, 300), (257, 1)])
def test_any_size_can_be_cut(sources: int, targets: int, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(anchors, "_WHOLE", 0)
    page = [said(names=f"n{i}") for i in range(max(sources, targets))]
    beads = joined(aligned_cold(page[:sources], page[:targets], EN))
    assert len(beads) == min(sources, targets) or min(sources, targets) == 1


@pytest.mark.slow
@pytest.mark.parametrize("lines", [3, 24, 40, 200])
def test_run_of_identical_lines_is_aligned_line_by_line(lines: int):
    page = [
        said(names="begin0", kind="heading"),
        *[said("more", length=20)] * lines,
        said(names="end9", kind="heading"),
    ]
    assert joined(aligned_cold(page, page, EN)) == {((i,), (i,)) for i in range(len(page))}


@pytest.mark.slow
@pytest.mark.parametrize("moved", [False, True])
def test_pairs_that_are_settled_are_those_that_are_found_without(moved: bool, monkeypatch: pytest.MonkeyPatch):
    source, target, _ = pages(300, 3, moved)
    beads = joined(aligned_cold(source, target, EN))
    settled: list[int] = []

    def noted(certain, window):
        settled.append(len(anchors_settled(certain, window)))
        return ()

    anchors_settled = anchors._settled
    monkeypatch.setattr(anchors, "_settled", noted)
    assert len(beads ^ joined(aligned_cold(source, target, EN))) <= 0.01 * len(beads)
    assert max(settled) > 20
