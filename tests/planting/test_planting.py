"""Planting: what is planted is what it says, the planter knows no rule, and the rules find what is planted."""

from __future__ import annotations

import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from glossary.rules.registry import BY_CODE
from tests.planting import consistency
from tests.planting.bases import LANGUAGES, Base, clean_samples, own_catalogues, own_pages, site
from tests.planting.edits import Planted
from tests.planting.judged import Verdict, before, judged, judged_together
from tests.planting.kinds import KINDS, languages, pages
from tests.planting.negatives import negatives

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
SURE, FLOOR = 0.8, 0.9  # rules thought so sure find so many of what is planted

each_kind = pytest.mark.parametrize(
    ("rule", "lang"), [pytest.param(rule, lang, id=f"{rule}-{lang}") for rule in KINDS for lang in languages(rule)]
)


@cache
def planted(rule: str, lang: str) -> tuple[Planted, ...]:
    """A few pages of ours with errors of a kind."""
    return tuple(
        pages(rule, [base for base in (*own_pages(), *own_catalogues(), *clean_samples()) if base.lang == lang])
    )


# --- the planter


def test_the_planter_knows_no_rule():
    program = "import sys, tests.planting.kinds; print([one for one in sys.modules if one.startswith(('glossary.rules', 'glossary.findings'))])"
    ran = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "[]"


@each_kind
def test_every_kind_is_planted_and_the_same_again(rule: str, lang: str):
    planted_pages = planted(rule, lang)
    assert planted_pages
    assert planted_pages == tuple(
        pages(rule, [base for base in (*own_pages(), *own_catalogues(), *clean_samples()) if base.lang == lang])
    )


@each_kind
def test_errors_stand_where_they_say_and_nothing_else_changed(rule: str, lang: str):
    for page in planted(rule, lang):
        assert page.text != page.base.text
        left = page.text
        for error in reversed(page.errors):
            place = left.index(error.new, error.start) if error.new else error.start
            assert error.start <= place <= error.end
        assert abs(len(left) - len(page.base.text)) == abs(
            sum(len(error.new) - len(error.was) for error in page.errors)
        )


# --- the pages


@pytest.mark.parametrize("base", [*own_pages(), *own_catalogues()], ids=lambda base: f"{base.work}-{base.lang}")
def test_nothing_is_found_on_our_own_pages_before(base: Base):
    assert [(finding.rule, finding.surface) for finding in before(base) if finding.severity != "neutral"] == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_each_loud_rule_has_twelve_hard_negatives(lang: str):
    quiet = {code for code, rule in BY_CODE.items() if rule.severity == "neutral"}
    texts = {code: 0 for code in BY_CODE if code not in quiet and code != "T900"}
    for negative in negatives(lang):
        texts[negative.rule] = texts.get(negative.rule, 0) + len(negative.texts)
    only_japanese = () if lang == "ja" else ("T401", "T402", "T403")
    assert {code: count for code, count in texts.items() if count < 12 and code not in only_japanese} == {}


# --- the rules


@each_kind
def test_sure_rules_find_what_is_planted(rule: str, lang: str):
    if rule not in BY_CODE or BY_CODE[rule].prior < SURE:
        pytest.skip(f"{rule} is not there, or not sure enough to be held to it")
    assert missed([verdict for page in planted(rule, lang) for verdict in judged(page)]) == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_drift_is_found(lang: str):
    sets = consistency.drifting(site(lang))
    assert sets
    assert missed([verdict for page_set in sets for verdict in judged_together(page_set)]) == []


def missed(verdicts: list[Verdict]) -> list[str]:
    """What was not found, if that is more than a tenth."""
    left = [
        f"{verdict.planted.base.work}: {verdict.error.was} → {verdict.error.new} ({verdict.error.kind})"
        for verdict in verdicts
        if not verdict.found
    ]
    return left if len(left) > (1 - FLOOR) * len(verdicts) else []
