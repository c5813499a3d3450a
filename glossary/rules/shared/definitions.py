"""Definitions: places where a page tells what a thing is called, rather than calls it so."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise

from corpus import lazy_re as re
from corpus.records import Mention
from glossary.rules.shared.form_similarity import is_latin

_MARKS = r"[\s“”\"‘’「」『』《》*_`（()）\[]*+"
_TARGET = r"(?:\]\([^()\s]*\))?"  # of a link around the first name
_LONGEST = 300  # characters between two names side by side, the target of a link among them
_NEAR = 16  # characters read on either side
# 又称“张量”, いわゆる「テンソル」: what follows is a name for what was spoken of.
_BEFORE = re.compile(
    r"(?:[又也亦或统俗简常通别旧原]称[为作]?|[又也亦]叫[做作]?|称[为作]|称之为|叫[做作]|名为|译[为作成]|全称是?|缩写[为是]?|"
    r"いわゆる|別名|通称|正式名称は?|略称は?|略して|つまり|すなわち)[:：、,，]?" + _MARKS + r"$"
)
# テンソルと呼ばれる, 「テンソル」という用語
_AFTER = re.compile(
    _MARKS + r"(?:と(?:も|は|も[、,])?(?:呼[ばびぶん]|称[さしす]|言[いうわ]|い[いうわ](?!え)|略[さしす])|"
    r"という(?:用語|言葉|名前|名称|呼び方|単語)|这[一个]*(?:词|术语|说法|叫法|名称))"
)
_OR = (
    r"(?:即|或者?(?:说|是)?|也就是(?:说)?|又称|也称|又叫|也叫|简称|英文[为是]?|英語|英|"
    r"もしくは|または|あるいは|すなわち|つまり|いわゆる|ないし)[:：、，,]?"
)
# 张量（tensor）, 张量/tensor, 张量，即 tensor, テンソルまたは tensor: both names side by side.
_BETWEEN = re.compile(rf"{_MARKS}{_TARGET}{_MARKS}(?:[/／|｜=＝、]|[,，;；:：]?{_MARKS}{_OR})?{_MARKS}")

# loss 表示损失, tensor はテンソル: English and what it means.
_MEANS = re.compile(
    rf"{_MARKS}(?:表示|代表|指(?:的)?(?:就)?是?|是指|意思是|意为|就是|是|とは|は|[:：])[:：、，,]?{_MARKS}"
)


def introduced(text: str, uses: Iterable[Mention]) -> set[str]:
    """Return the ids of the mentions that introduce a name: by words around, or beside another name of it."""
    sorted_uses = sorted(uses, key=lambda use: (use.concept_id, use.start))
    return {use.mention_id for use in sorted_uses if _is_called_so(text, use)} | set(
        _contrasted_uses(text, sorted_uses)
    )


def _is_called_so(text: str, use: Mention) -> bool:
    before = text[max(0, use.start - _NEAR) : use.start]
    return _BEFORE.search(before) is not None or _AFTER.match(text, use.end, use.end + _NEAR) is not None


def _contrasted_uses(text: str, uses: Iterable[Mention]) -> Iterator[str]:
    for use, other in pairwise(uses):
        means = is_latin(use.surface) != is_latin(other.surface)
        near = use.concept_id == other.concept_id and use.form != other.form and 0 <= other.start - use.end < _LONGEST
        if not near or use.segment_id != other.segment_id:
            continue
        if _BETWEEN.fullmatch(text, use.end, other.start) or (means and _MEANS.fullmatch(text, use.end, other.start)):
            yield from (use.mention_id, other.mention_id)
