"""Any input gives rows that obey the laws, or a reason: half a minute of it here, an hour in `make bench`."""

from __future__ import annotations

import os
from itertools import islice
from pathlib import Path

import pytest

from corpus.tokenizers import tokenizer
from glossary.annotation.pipeline import matcher
from tests.fuzz import fuzzing


@pytest.fixture(scope="module", autouse=True)
def warm() -> None:
    """What is loaded once is no page's time."""
    matcher()
    for lang in ("zh", "ja", "en"):
        tokenizer(lang)("张量")


def seconds(default: int) -> int:
    return int(os.environ.get("FUZZ_SECONDS", default))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_pages_changed_for_half_a_minute_obey_the_laws(seed: int, tmp_path: Path):
    run = fuzzing.fuzz(seconds(30) / 3, seed, tmp_path)
    assert run.pages > 20
    assert {key.split()[0] for key in run.outcomes} == set(fuzzing.MEDIA)


@pytest.mark.bench
def test_pages_changed_for_an_hour_obey_the_laws(tmp_path: Path):
    run = fuzzing.fuzz(seconds(3600), int.from_bytes(os.urandom(4)), tmp_path)
    print(f"\n{run.pages:,} pages, the slowest {run.slowest:.2f} s of CPU")
    for outcome, count in run.outcomes.most_common():
        print(f"{count:>10,}  {outcome}")


def test_a_seed_gives_the_same_pages():
    assert [*islice(fuzzing.pages(1), 20)] == [*islice(fuzzing.pages(1), 20)]
    assert [*islice(fuzzing.pages(1), 20)] != [*islice(fuzzing.pages(2), 20)]
