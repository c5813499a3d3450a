"""Drills of odd shapes: 100 KB of each at every reader, every rule and every pattern (some hours of one processor)."""

from __future__ import annotations

import pytest

from corpus.formats import FORMATS
from tests.linearity import faults, judged, pattern_faults, reader, shape_page
from tests.patterns import patterns
from tests.shapes import SHAPES

pytestmark = pytest.mark.drill

LENGTH = 100_000
ALL = tuple(SHAPES)


@pytest.mark.parametrize("form", FORMATS, ids=lambda form: form.media_type)
def test_reader_is_linear_in_every_shape(form):
    assert list(faults(reader(form), ALL, LENGTH, 60)) == []


@pytest.mark.parametrize("with_original", [False, True], ids=["alone", "with its original"])
@pytest.mark.parametrize("lang", ["zh", "ja"])
def test_rules_are_linear_in_every_shape(lang, with_original):
    assert list(faults(judged, ALL, LENGTH, 300, shape_page(lang, with_original=with_original))) == []


def test_patterns_are_linear_in_every_shape():
    assert [fault for pattern in patterns() for fault in pattern_faults(pattern, ALL, 20_000, 2)] == []
