"""The bracketed text after a term: what may be a gloss, as opposed to a remark, label, list or number."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from corpus import lazy_re as re
from corpus.languages.scripts import CJK
from glossary.matching.characters import is_cjk

_BRACKETS = re.compile(r"[(（]([^()（）\n]{2,90})[)）]")
# "English:", "abbreviated", "also called" before the gloss itself.
_SAYS = re.compile(
    r"\s*(?:(?:英语|英文名?|英語|英|全称|简称|简写|缩写|縮写|略称|以下简称|又称|也称|亦称|又名|也叫|即|通称|別名|別称|以下)\s*(?:为|是)?[:：、,，]?"
    r"|(?:English|aka|a\.k\.a\.|or|short|abbr\.)[:\s])?\s*",
    re.IGNORECASE,
)
_ALSO = re.compile(r"(?:(?<!\s)\s+)?(?:[,，、;；/]|简称|又称|也称|或者?|または)\s*")
_LATIN = re.compile(r"[A-Za-z][A-Za-z0-9+#'’.-]*(?: [A-Za-z0-9][A-Za-z0-9+#'’-]*){0,6}")
_CJK = re.compile(f"[{CJK}A-Za-z0-9 -]{{2,16}}")
_TRIM = " \u3000`*_\"'“”「」『』"
# What is said of a thing in brackets without naming it again.
_REMARKS_WORDS = (
    "beta alpha stable prototype experimental new deprecated optional default recommended required preview "
    "nightly draft todo link demo pdf paper code video blog note english chinese japanese yes no true false none "
    "null left right top bottom see e.g i.e etc 推荐 可选 默认 必需 必须 任选 译注 訳注 注 翻訳 翻译 推奨 任意 "
    "必須 既定 省略可 省略 非推奨 弃用 已弃用 测试版 稳定版 原型 实验性 ベータ ベータ版 プロトタイプ ステーブル "
    "安定版 実験的 英語 英语 英文 中文 日本語 新規 参考 同上 下同 上述 左 右 上 下 图 図 表"
)
_REMARKS = frozenset(_REMARKS_WORDS.split())
_NO_NAME = re.compile(
    r"\b(?:is|are|was|were|be|the|and|or|with|you|your|we|it|its|this|that|via|using|use|see|note|not|from|by|than|only|"
    r"e\.g|i\.e|cf|etc|fig|figure|table|section|chapter|version|page|step|think)\b|-(?:like|based)$",
    re.IGNORECASE,
)
_NO_TERM = re.compile(
    "^(?:如|分别|类似|由|用|向|同|例|参|见|見|図|图|表|注|若|在|当|或|和|与|对|从|不|没|已|可|约|共|仅|只|即将|目前|以上|以下)|[的了是在请您你们吗呢]|等$|など|です|ます|する|した|[をはがで]"
)


class GlossPart(NamedTuple):
    """A stretch of text that may be a gloss."""

    start: int
    end: int
    text: str

    @property
    def latin(self) -> bool:
        """Return whether it is written in Latin letters only."""
        return not any(map(is_cjk, self.text))


def brackets(text: str) -> Iterator[tuple[int, int]]:
    """Yield the start and end of each text in brackets."""
    return (match.span(1) for match in _BRACKETS.finditer(text))


def glossing(text: str, start: int, end: int) -> list[GlossPart]:
    """Return the parts of a bracket's content that may be glosses: one, or a name and its abbreviation; else none."""
    parts = list(_parts(text, start, end))
    return parts if all(map(_names_something, parts)) and (len(parts) == 1 or _is_name_and_abbreviation(parts)) else []


def is_initials(short: str, words: str) -> bool:
    """Return whether one consists of first letters of the other: DDP of Distributed Data Parallel, AMP."""
    letters = [char for char in short.removesuffix("s").casefold() if char.isalpha()]
    first = [word[0] for word in re.split(r"[\s-]+", words.casefold()) if word]
    capitals = [char.casefold() for char in words if char.isupper()]
    return len(letters) > 1 and letters in (first, capitals)


def _parts(text: str, start: int, end: int) -> Iterator[GlossPart]:
    introduction = _SAYS.match(text, start, end)
    place = introduction.end() if introduction else start
    while place <= end:
        also = _ALSO.search(text, place, end)
        stop = also.start() if also else end
        yield _trimmed(text, place, stop)
        if also is None:
            return
        place = also.end()


def _trimmed(text: str, start: int, end: int) -> GlossPart:
    while start < end and text[start] in _TRIM:
        start += 1
    while start < end and text[end - 1] in _TRIM:
        end -= 1
    return GlossPart(start, end, text[start:end])


def _names_something(part: GlossPart) -> bool:
    if part.text.casefold() in _REMARKS or sum(map(str.isalpha, part.text)) < 2:
        return False
    if part.latin:
        return _LATIN.fullmatch(part.text) is not None and not _NO_NAME.search(part.text)
    return _CJK.fullmatch(part.text) is not None and not _NO_TERM.search(part.text)


def _is_name_and_abbreviation(parts: list[GlossPart]) -> bool:
    """Return whether two parts in the same script are a name and its abbreviation; more are a list."""
    if len(parts) != 2:
        return False
    first, second = parts
    if first.latin != second.latin:
        return False
    return is_initials(first.text, second.text) or is_initials(second.text, first.text)
