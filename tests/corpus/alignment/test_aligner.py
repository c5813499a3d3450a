"""Aligning two documents: its laws, and sections that moved."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

import pytest

from corpus.alignment.aligner import align_documents
from corpus.alignment.features import SegmentFeatures
from tests.corpus.alignment.made import CLEAN, aligned_cold, joined, nothing_known, said, sample

EN_ZH = ("en", "zh")


def every_segment_is_in_one_bead(
    source: Sequence[SegmentFeatures], target: Sequence[SegmentFeatures], langs: tuple[str, str]
) -> None:
    beads = aligned_cold(source, target, langs)
    assert Counter(i for bead in beads for i in bead.source) == Counter(range(len(source)))
    assert Counter(j for bead in beads for j in bead.target) == Counter(range(len(target)))
    assert all(0 <= bead.score <= 1 for bead in beads)
    assert all(len(bead.source) <= 4 and len(bead.target) <= 4 for bead in beads)


@pytest.mark.slow
@pytest.mark.parametrize("langs", [("zh", "en"), ("ja", "en"), ("zh", "ja")], ids="-".join)
@pytest.mark.parametrize("work", CLEAN)
def test_every_segment_is_in_exactly_one_bead(work, langs):
    every_segment_is_in_one_bead(sample(work, langs[0]).evidence, sample(work, langs[1]).evidence, langs)


@pytest.mark.slow
@pytest.mark.parametrize("work", CLEAN)
@pytest.mark.parametrize("lang", ["en", "zh", "ja"])
def test_document_and_itself_are_all_one_to_one(work, lang):
    evidence = sample(work, lang).evidence
    assert joined(aligned_cold(evidence, evidence, (lang, lang))) == {((i,), (i,)) for i in range(len(evidence))}


@pytest.mark.parametrize(("sources", "targets"), [(0, 0), (0, 3), (3, 0)])
def test_empty_document_has_no_counterparts(sources, targets):
    some = [said("tensor", f"name{i}") for i in range(3)]
    beads = align_documents(some[:sources], some[:targets], EN_ZH, nothing_known(EN_ZH))
    assert len(beads) == sources + targets and not joined(beads)


def test_two_sentences_that_say_the_same_are_a_bead():
    features = said(names="torch.compile 2.0 gpu", length=120)
    assert joined(aligned_cold([features], [said(names="torch.compile 2.0 gpu", length=48)], EN_ZH)) == {((0,), (0,))}


def test_two_sentences_with_nothing_in_common_are_none():
    source, target = said(names="torch.compile 2.0 gpu", length=120), said(names="spacy 3.8 cpu", length=48)
    assert not joined(aligned_cold([source], [target], EN_ZH))


@pytest.mark.slow
@pytest.mark.parametrize("langs", [("zh", "en"), ("ja", "en")], ids="-".join)
def test_documents_that_are_no_translations_share_next_to_nothing(langs):
    segments = linked = 0
    for work, other_work in pairwise([*CLEAN, CLEAN[0]]):
        source, target = sample(work, langs[0]).evidence, sample(other_work, langs[1]).evidence
        segments += len(source) + len(target)
        linked += sum(len(a) + len(b) for a, b in joined(aligned_cold(source, target, langs)))
    assert linked < 0.05 * segments, f"{linked} of {segments} segments"


@pytest.mark.slow
@pytest.mark.parametrize("langs", [("zh", "en"), ("ja", "en")], ids="-".join)
def test_sections_shuffled_on_one_side_come_back(langs):
    """Nine tenths of the beads that are found in order are found when the sections of the translation change places."""
    same = expected = 0
    for work in CLEAN:
        source, target = (list(sample(work, lang).evidence) for lang in langs)
        before = joined(aligned_cold(source, target, langs))
        heads = [j for j, features in enumerate(target) if features.kind == "heading"] + [len(target)]
        sections = [list(range(a, b)) for a, b in pairwise(heads)]
        random.Random(work).shuffle(sections)
        order = list(range(heads[0])) + [j for section in sections for j in section]
        after = {
            (i, tuple(order[j] for j in moved))
            for i, moved in joined(aligned_cold(source, [target[j] for j in order], langs))
        }
        same += len(before & after)
        expected += len(before)
    assert same > 0.9 * expected, f"{same} of {expected}"


def test_repeated_lines_are_distinguished_by_their_place():
    heads = [said(names=name) for name in ("alpha1", "beta2", "gamma3")]
    details = said("more", length=20)
    page = [features for head in heads for features in (head, details)]
    assert joined(aligned_cold(page, page, ("en", "en"))) == {((i,), (i,)) for i in range(6)}


def test_code_goes_with_code_alone():
    code = said(names="import torch model.train", kind="code", length=80)
    text = said(names="import torch model.train", length=80)
    assert joined(aligned_cold([text, code], [code, text], EN_ZH)) <= {((0,), (1,)), ((1,), (0,))}


def test_sentence_that_was_cut_in_two_is_one_bead():
    whole = said(names="alpha1 beta2 gamma3 delta4 epsilon5 zeta6 eta7 theta8", length=200)
    halves = [said(names="alpha1 beta2 gamma3 delta4"), said(names="epsilon5 zeta6 eta7 theta8", opens=False)]
    around = [said(names="before9 0.1", length=100)], [said(names="after8 0.2", length=100)]
    short = [said(names="before9 0.1")], [said(names="after8 0.2")]
    beads = joined(aligned_cold([*around[0], whole, *around[1]], [*short[0], *halves, *short[1]], EN_ZH))
    assert beads == {((0,), (0,)), ((1,), (1, 2)), ((2,), (3,))}


def test_same_documents_give_the_same_beads():
    source, target = sample(CLEAN[0], "ja").evidence, sample(CLEAN[0], "en").evidence
    assert aligned_cold(source, target, ("ja", "en")) == aligned_cold(source, target, ("ja", "en"))


def test_table_of_contents_takes_no_headings():
    names = ["alpha1", "beta2", "gamma3", "delta4"]
    headings = [said(names=name, kind="heading", length=20) for name in names]
    contents = [said(names=name, kind="list_item", length=20) for name in names]
    texts = [said(names=f"{name} more{name} {name}.x", length=90) for name in names]
    page = [features for pair in zip(headings, texts, strict=True) for features in pair]
    expected = {((i + 4,), (i,)) for i in range(8)}
    assert joined(aligned_cold([*contents, *page], page, ("en", "en"))) == expected
