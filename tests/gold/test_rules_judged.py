"""The findings of each rule that readers judged: what is kept of them, and that rules have their confidence from it."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from flows.options import samples
from flows.options.flow_parameters import BuildOptions
from flows.pipeline.lifecycle import publish
from glossary.rules import calibration, messages
from glossary.rules.calibration import JudgedCounts
from glossary.rules.registry import BY_CODE, RETIRED
from tests.gold import confidence_model, judged
from tests.gold.drawing import Draw
from tests.gold.sample_findings import each, first


@pytest.mark.parametrize("file", judged.files(), ids=lambda file: file.name)
def test_kept_rows_are_judged_and_hold_no_text_of_their_pages(file: Path):
    rows = judged.rows_in(file)
    assert {row["true_or_false"] for row in rows} <= {"true", "false"}
    assert [row for row in rows if row["true_or_false"] == "false" and not row["why"]] == []
    assert {row["rule"] for row in rows} <= {
        *BY_CODE,
        *RETIRED,
    }  # how right a rule was that is no more still says how right rules are
    assert {key for row in rows for key in row} <= {*judged.KEPT, "surface", "true_or_false", "why"}
    assert max(len(row.get("surface", "")) for row in rows) <= 12


def test_counts_of_the_rules_are_those_of_the_kept_rows():
    assert judged.COUNTS.read_text(encoding="utf-8") == judged.counts(judged.counted())


def test_model_of_confidence_is_fitted_on_the_kept_rows():
    fitted, shipped = confidence_model.fitted(judged.counted()), calibration.model()
    for name in ("bias", "prior", "sure"):
        assert getattr(shipped, name) == pytest.approx(getattr(fitted, name), abs=0.011)
    for name in ("lang", "rules", "kinds", "translated"):
        assert getattr(shipped, name) == pytest.approx(getattr(fitted, name), abs=0.011)


@pytest.mark.slow
def test_model_holds_on_pages_and_draws_that_it_was_not_fitted_on():
    print(report := confidence_model.held_out(judged.counted()))
    bands = re.findall(r"(\d+) of (\d+) true, claimed (0\.\d+)", report)
    assert len(bands) == 6
    for true, number, claimed in bands:
        # What is shown must hold; of what is doubtful, and shown nowhere, somewhat too little may be claimed.
        assert -0.06 <= int(true) / int(number) - float(claimed) <= (0.06 if float(claimed) >= 0.5 else 0.08)


def test_confidence_leans_on_prior_rule_message_language_and_how_sure_it_is(monkeypatch: pytest.MonkeyPatch):
    model = calibration.ConfidenceModel(
        0.5, 1.0, 2.0, {"zh": -0.25, "ja": 0.25}, {"T101": -1.0}, {"T101.why": 2.0}, {}, {}
    )
    monkeypatch.setattr(calibration, "model", lambda: model)
    confidence = calibration.confidence
    assert confidence("T103", 0.5) == round(
        calibration.sigmoid(0.5), 3
    )  # nobody judged it: as far as priors were right
    assert confidence("T101", 0.5) < confidence("T103", 0.5) < confidence("T101", 0.5, None, "why")
    assert confidence("T101", 0.5, lang="zh") < confidence("T101", 0.5) < confidence("T101", 0.5, lang="ja")
    assert confidence("T101", 0.5, sure=0.5) < confidence("T101", 0.5)
    assert confidence("T101", 0.999) == calibration.MOST  # never certain
    base, less_sure = confidence("T101", 0.5, None, "why", "ja"), confidence("T101", 0.5, None, "why", "ja", 0.6)
    assert calibration.factor(less_sure, base) == pytest.approx(0.6, abs=0.01)
    right, wrong = JudgedCounts(40, 40, 30.0), JudgedCounts(40, 4, 30.0)
    assert confidence("T101", 0.5, wrong) < confidence("T101", 0.5) < confidence("T101", 0.5, right)


def test_every_message_is_distinguished_from_the_others():
    for code in BY_CODE:
        for message_id, texts in messages.texts(code).items():
            assert messages.message_id_of(code, texts["en"]) == message_id


@pytest.fixture(scope="module")
def build(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A build of the samples."""
    return publish(BuildOptions(sources=(samples.folder(),), out=tmp_path_factory.mktemp("judging-rules")))


@pytest.mark.slow
def test_so_many_of_each_rule_are_drawn(build: Path):
    drawn = Counter(row["rule"] for row in each(Draw(build, "zh", 2, 1)))
    assert len(drawn) > 5 and max(drawn.values()) == 2
    assert each(Draw(build, "zh", 2, 1)) == each(Draw(build, "zh", 2, 1)) != each(Draw(build, "zh", 2, 2))
    assert all(0 < row["sure"] <= 1.5 for row in each(Draw(build, "ja", 3, 1)))


def test_first_of_the_queue_are_the_gravest_and_surest(build: Path):
    rows = first(Draw(build, "ja", 5, 1))
    assert len(rows) == 5 and rows[0]["severity"] in ("critical", "major")
    assert rows == first(Draw(build, "ja", 9, 2))[:5]
