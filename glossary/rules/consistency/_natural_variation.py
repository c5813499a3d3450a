"""Doubts: what makes two renderings of a concept natural variation rather than a lapse."""

from __future__ import annotations

from math import fsum

from glossary.rules.consistency.renderings import RenderingGroup, count
from glossary.rules.shared.form_similarity import is_latin, is_shortening

# Each of the doubts keeps a finding below 0.8, so that it fails nothing, however sure the rule is.
_FOLDED = 0.9  # a match that is less sure for its spacing alone is as good here
_SHORT = 0.7  # 大模型 for 大语言模型: short for it rather than another rendering
_VERB = 0.75  # one is a verb wherever it stands, the other is not
_COMPOUND = 0.8  # one is met in compounds alone, which custom may have fixed: 重み, but ウェイト減衰
_NAME = 0.8  # a name in its own script and in the reader's: Google, 谷歌
_AGAINST = 0.8  # the glossary prefers the rarer one: both ways to agree are open
_LABEL = 0.8  # headings keep a label, such as [Beta], that the text translates


def drift_confidence(leading: RenderingGroup, minor: RenderingGroup, lang: str) -> float:
    """Return how sure it is, of 1, that a translator would make one of two ways of writing a concept."""
    sure = min(1.0, fsum(rendering.sure * rendering.count for rendering in minor) / count(minor) / _FOLDED)
    if all(is_shortening(rendering.form, leading[0].form, lang) for rendering in minor):
        sure *= _SHORT
    if _always_verb(leading) != _always_verb(minor):
        sure *= _VERB
    if _always_inside(leading) != _always_inside(minor):
        sure *= _COMPOUND
    if _is_name(leading) != _is_name(minor):
        sure *= _NAME
    if _is_preferred(minor) and not _is_preferred(leading):
        sure *= _AGAINST
    return sure * _LABEL if are_kept_apart(leading, minor) else sure


def are_kept_apart(leading: RenderingGroup, minor: RenderingGroup) -> bool:
    """Return whether headings alone have the English word and the text alone has a translation, or vice versa."""
    latin = {is_latin(rendering.form) for rendering in leading}, {is_latin(rendering.form) for rendering in minor}
    places = _in_headings(leading), _in_headings(minor)
    return latin in (({True}, {False}), ({False}, {True})) and places in ((True, False), (False, True))


def _is_preferred(group: RenderingGroup) -> bool:
    return any(rendering.status == "preferred" for rendering in group)


def _is_name(group: RenderingGroup) -> bool:
    return all(is_latin(rendering.form) and any(map(str.isupper, rendering.form)) for rendering in group)


def _in_headings(group: RenderingGroup) -> bool | None:
    """Return whether a way is met in headings alone; None where it is met in both."""
    headings = sum(rendering.headings for rendering in group)
    return None if 0 < headings < count(group) else headings > 0


def _always_verb(group: RenderingGroup) -> bool:
    return all(rendering.verbs == rendering.count for rendering in group)


def _always_inside(group: RenderingGroup) -> bool:
    return all(rendering.compounds == rendering.count for rendering in group)
