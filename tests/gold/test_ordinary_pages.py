"""Pages of our own on which words that are wrong for a term elsewhere are used rightly, in their own sense."""

from __future__ import annotations

from pathlib import Path

import pytest

from flows.checking.check_request import request_of
from flows.checking.page_check import check_sources, located
from flows.options.flow_parameters import CheckOptions

FOLDER = Path(__file__).with_name("ordinary-pages")


@pytest.mark.parametrize(("lang", "most"), [("zh", 0), ("ja", 5)])  # one of them at .50
def test_hardly_any_word_is_reported_that_is_right_in_its_own_sense(lang: str, most: int):
    pages = tuple(sorted(FOLDER.glob(f"*.{lang}.md")))
    assert len(pages) >= 16
    places = located(check_sources(request_of(CheckOptions(sources=pages), ["T101", "T102", "T104"])))
    reported = [place.finding for place in places if place.finding.confidence >= 0.5]
    assert len(reported) <= most
    assert all(finding.confidence < 0.8 for finding in reported)
