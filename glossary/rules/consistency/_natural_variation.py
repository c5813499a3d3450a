"""Doubts: what makes two renderings of a concept natural variation rather than a lapse."""

from __future__ import annotations

from math import fsum

from glossary.rules.consistency.renderings import Way, count
from glossary.rules.shared.form_similarity import is_latin, shortened

# Each of the doubts keeps a finding below 0.8, so that it fails nothing, however sure the rule is.
_FOLDED = 0.9  # a match that is less sure for its spacing alone is as good here
_SHORT = 0.7  # 大模型 for 大语言模型: short for it rather than another rendering
_VERB = 0.75  # one is a verb wherever it stands, the other is not
_COMPOUND = 0.8  # one is met in compounds alone, which custom may have fixed: 重み, but ウェイト減衰
_NAME = 0.8  # a name in its own script and in the reader's: Google, 谷歌
_AGAINST = 0.8  # the glossary prefers the rarer one: both ways to agree are open
_LABEL = 0.8  # headings keep a label, such as [Beta], that the text translates


def doubted(leading: Way, minor: Way, lang: str) -> float:
    """How sure it is, of 1, that a translator would make one of two ways of writing a concept."""
    sure = min(1.0, fsum(one.sure * one.count for one in minor) / count(minor) / _FOLDED)
    if all(shortened(one.form, leading[0].form, lang) for one in minor):
        sure *= _SHORT
    if _always_verb(leading) != _always_verb(minor):
        sure *= _VERB
    if _always_inside(leading) != _always_inside(minor):
        sure *= _COMPOUND
    if _is_name(leading) != _is_name(minor):
        sure *= _NAME
    if _is_preferred(minor) and not _is_preferred(leading):
        sure *= _AGAINST
    return sure * _LABEL if stand_apart(leading, minor) else sure


def stand_apart(leading: Way, minor: Way) -> bool:
    """Whether headings alone have the English word and the text alone has a translation, or the other way round."""
    latin = {is_latin(one.form) for one in leading}, {is_latin(one.form) for one in minor}
    places = _in_headings(leading), _in_headings(minor)
    return latin in (({True}, {False}), ({False}, {True})) and places in ((True, False), (False, True))


def _is_preferred(way: Way) -> bool:
    return any(one.status == "preferred" for one in way)


def _is_name(way: Way) -> bool:
    return all(is_latin(one.form) and any(map(str.isupper, one.form)) for one in way)


def _in_headings(way: Way) -> bool | None:
    """Whether a way is met in headings alone; None where it is met in both."""
    headings = sum(one.headings for one in way)
    return None if 0 < headings < count(way) else headings > 0


def _always_verb(way: Way) -> bool:
    return all(one.verbs == one.count for one in way)


def _always_inside(way: Way) -> bool:
    return all(one.compounds == one.count for one in way)
