"""The patterns of sentences that speak of words: they are whole, and a language that has none meets none."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from glossary.rules.shared import metalinguistic

TABLES = metalinguistic._tables()
NAMES = [*TABLES["patterns"], *TABLES["verbose"]]


@pytest.mark.parametrize("name", NAMES)
def test_every_pattern_can_be_used_and_its_parts_are_put_in(name: str):
    pattern = metalinguistic._pattern(name)
    assert pattern.search("x") is None or pattern.flags
    assert not any(f"<{part}>" in pattern.pattern for part in TABLES["parts"])


def test_code_names_patterns_that_there_are():
    source = Path(metalinguistic.__file__).read_text(encoding="utf-8")
    languages = {f"{side}_{lang}" for side in ("before", "after") for lang in ("zh", "ja")}
    assert {*re.findall(r'_pattern\("(\w+)"\)', source), *languages} == set(NAMES)


def test_language_without_words_meets_none():
    assert metalinguistic._pattern("before_xt").search("误译为") is None
