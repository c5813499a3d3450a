"""T507 meaning-doubt: a sentence that may not say what the original says.

Why: A lost "not" or "unless" reads well and is wrong; only who reads both sides sees it. No rule is sure of it.
Bad: 训练前可以清除梯度。 (Do not clear the gradients before training.)
Good: 训练前不要清除梯度。
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

import tomli

from corpus.records import Segment
from glossary.rules.calibration import UNPROVEN, sigmoid
from glossary.rules.context import RuleContext
from glossary.rules.messages import shortened
from glossary.rules.rule import DocumentSpan, Rule, Violation
from glossary.rules.shared.page_coverage import is_cut
from glossary.rules.shared.source_pairs import SourcePair, units
from glossary.rules.source._meaning_cues import MeaningCue, cues, other_sentences
from glossary.rules.source.t505_omission_or_addition import notices

_MOST = 5  # of a page: what a person may read of it; by hand
_SHOWN = 90  # characters of the words that are shown


class _Doubt(NamedTuple):
    target: Sequence[Segment]
    source: Sequence[Segment]
    words: str  # that stand in the original; empty: all of it
    odds: float  # of the model


def find(page: RuleContext) -> Iterator[Violation]:
    """Yield the pairs of a page with most that speaks for a difference, in the order of the page."""
    if page.original is None or is_cut(page):
        return
    least = float(_model()["least"])
    doubts = [_doubt(unit, tuple(cues(page, unit))) for unit in units(page)]
    doubts += [_Doubt([target], [source], "", least) for target, source in other_sentences(page)]
    likely = [doubt for doubt in doubts if doubt.odds >= least and _is_running(doubt)]
    likely.sort(key=lambda doubt: -doubt.odds)
    yield from map(_violation, sorted(likely[:_MOST], key=lambda doubt: doubt.target[0].start))


def _doubt(unit: SourcePair, unit_cues: Sequence[MeaningCue]) -> _Doubt:
    weights = _model()["weights"]
    cue = max((cue for cue in unit_cues if cue.words), key=lambda cue: weights[cue.feature] * cue.value, default=None)
    return _Doubt(unit.pair.target, unit.pair.source, cue.words if cue else "", log_odds(unit_cues))


def log_odds(unit_cues: Sequence[MeaningCue]) -> float:
    """Return the log-odds that a pair with these cues was changed on purpose, as in the pages of the model."""
    weights = _model()["weights"]
    return float(_model()["bias"] + sum(weights[cue.feature] * cue.value for cue in unit_cues))


@cache
def _model() -> Mapping[str, Any]:
    """Return bias, weights by feature, and the log-odds of the faintest doubt."""
    return tomli.loads((files("glossary.rules.source") / "_meaning_model.toml").read_text(encoding="utf-8"))


def _is_running(doubt: _Doubt) -> bool:
    """Return whether a pair is no heading, which may say less, and does not speak of the translation itself."""
    is_notice = any(notices().search(segment.text) for segment in doubt.target)
    return not is_notice and all(segment.kind != "heading" for segment in (*doubt.target, *doubt.source))


def _violation(doubt: _Doubt) -> Violation:
    text = " ".join(" ".join(segment.text for segment in doubt.source).split())
    confidence = UNPROVEN * sigmoid(doubt.odds)
    return Violation(
        tuple(DocumentSpan(segment.start, segment.end) for segment in doubt.target),
        words={"words": shortened(doubt.words or text, _SHOWN)},
        most=confidence,
        least=confidence,
        key=text,
    )


RULE = Rule("T507", "meaning-doubt", "accuracy/mistranslation", "neutral", 0.4, "segment", find)
