"""Structure: real pages with one element taken away, put in, moved, or made another kind of element."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from tests.planting.missing_text import BilingualPage

_FRONT_MATTER = re.compile(r"\A---\n.*?\n---\n", re.DOTALL)
_CODE = re.compile(r"^[ \t]*(```|~~~)[^\n]*\n.*?^[ \t]*\1[ \t]*\n", re.MULTILINE | re.DOTALL)
_HIDDEN = re.compile(r"<!--.*?-->|\{/\*.*?\*/\}|<pre\b.*?</pre>|<table\b.*?</table>", re.DOTALL)
_FENCE = re.compile(r"^```[a-z]*\n(?:[^`\n][^\n]*\n)+```\n", re.MULTILINE)
_HEADING = re.compile(r"^#{2,4} [^\n]+\n", re.MULTILINE)
_ITEM = re.compile(r"^[-*] [^\n]{12,}\n(?=[-*] )", re.MULTILINE)
_LIST = re.compile(r"(?<=\n\n)(?:[-*] [^\n]+\n){2,6}(?=\n)")
_ROW = re.compile(r"^\|[^\n]+\|\n(?=\|)", re.MULTILINE)
_TABLE = re.compile(r"(?<=\n\n)\|[^\n]+\n\|[ :|-]+\n(?:\|[^\n]+\n)+")
_PICTURE = re.compile(r"^!\[[^\[\]\n]*\]\([^()\n]+\)\n", re.MULTILINE)
_LINK = re.compile(r"(?<![!\[])\[(?P<words>[^\[\]\n`!]+)\]\((?P<target>[^()\s#]+)\)")
_TAG = re.compile(r"^<(?P<name>[A-Z]\w+)\b[^<>\n]*/>\n", re.MULTILINE)
_BOX = re.compile(
    r"^<(?P<name>Note|Tip|Warning|Info|Card)\b[^<>\n]*>\n(?P<inside>(?!<)[^\n]+\n)+</(?P=name)>\n", re.MULTILINE
)
_ENGLISH_HEADING = re.compile(r"^#{2,4} ([A-Z][A-Za-z ]{3,40})$", re.MULTILINE)
_PARAGRAPH = re.compile(r"(?<=\n\n)(?![#<|>!`~ \t*-]|\d+\.)[^\n]{20,}\n(?=\n)")
_WORDS = {
    "zh": ("补充说明", "另见附录里的完整清单。", "流程示意"),
    "ja": ("補足", "付録の一覧も参照してください。", "処理の流れ"),
}
_APART = 1_200  # characters between the places of what is moved


class Differing(NamedTuple):
    """A page whose structure was changed at a place of its new text."""

    page: BilingualPage
    kind: str
    text: str
    places: tuple[int, ...]


class _Place(NamedTuple):
    start: int
    end: int
    new: str


Offer = Callable[[BilingualPage, "_Visible"], Iterator[tuple[_Place, ...]]]


class _Visible:
    """The text of a page in which nothing of code, comments and front matter is found."""

    def __init__(self, text: str) -> None:
        self.text = text
        hidden = [match.span() for pattern in (_FRONT_MATTER, _CODE, _HIDDEN) for match in pattern.finditer(text)]
        self._hidden = sorted(hidden)

    def find(self, pattern: re.Pattern[str]) -> list[re.Match[str]]:
        """The matches outside what is hidden; of code itself all."""
        matches = pattern.finditer(self.text)
        if pattern is _FENCE:
            return list(matches)
        return [match for match in matches if not any(a < match.end() and match.start() < b for a, b in self._hidden)]


def _removed(pattern: re.Pattern[str], new: str = "") -> Offer:
    def offer(_: BilingualPage, text: _Visible) -> Iterator[tuple[_Place, ...]]:
        for match in text.find(pattern):
            yield (_Place(match.start(), match.end(), match.expand(new)),)

    return offer


def _inserted(write: Callable[[str, str, str], str], after: re.Pattern[str] = _PARAGRAPH) -> Offer:
    def offer(page: BilingualPage, text: _Visible) -> Iterator[tuple[_Place, ...]]:
        for match in text.find(after):
            yield (_Place(match.end(), match.end(), write(*_WORDS[page.lang])),)

    return offer


def _moved(pattern: re.Pattern[str]) -> Offer:
    def offer(_: BilingualPage, text: _Visible) -> Iterator[tuple[_Place, ...]]:
        for match in text.find(pattern):
            if text.text.count(match[0]) > 1:
                continue
            for paragraph in text.find(_PARAGRAPH):
                if abs(paragraph.start() - match.start()) > _APART:
                    yield tuple(
                        sorted(
                            [
                                _Place(match.start(), match.end(), ""),
                                _Place(paragraph.end(), paragraph.end(), f"\n{match[0]}"),
                            ]
                        )
                    )

    return offer


def _swapped(_: BilingualPage, text: _Visible) -> Iterator[tuple[_Place, ...]]:
    """Two sections of one level, one after the other."""
    headings = text.find(_HEADING)
    for first, second, third in zip(headings, headings[1:], headings[2:], strict=False):
        levels = {match[0].split()[0] for match in (first, second, third)}
        sections = text.text[first.start() : second.start()], text.text[second.start() : third.start()]
        if len(levels) == 1 and all(len(section) > 300 for section in sections):
            yield (
                _Place(first.start(), first.start(), sections[1]),
                _Place(first.start(), first.start(), ""),
                _Place(second.start(), third.start(), ""),
            )


def _relevelled(_: BilingualPage, text: _Visible) -> Iterator[tuple[_Place, ...]]:
    for match in text.find(_HEADING):
        yield (_Place(match.start(), match.end(), f"#{match[0]}"),)


def _numbered(_: BilingualPage, text: _Visible) -> Iterator[tuple[_Place, ...]]:
    for match in text.find(_LIST):
        yield (_Place(match.start(), match.end(), re.sub(r"^[-*]", "1.", match[0], flags=re.MULTILINE)),)


def _anchored(page: BilingualPage, text: _Visible) -> Iterator[tuple[_Place, ...]]:
    """A link to a heading by the anchor that it has in the original."""
    for heading in _ENGLISH_HEADING.finditer(page.english):
        anchor = heading[1].strip().lower().replace(" ", "-")
        if len(_HEADING.findall(page.english)) == len(_HEADING.findall(page.text)) and anchor not in page.text.lower():
            for match in text.find(_PARAGRAPH):
                yield (_Place(match.start(), match.start(), f"[{_WORDS[page.lang][0]}](#{anchor}) "),)


OFFERS: dict[str, Offer] = {
    "missing heading": _removed(_HEADING),
    "missing item": _removed(_ITEM),
    "missing row": _removed(_ROW),
    "missing table": _removed(_TABLE),
    "missing code": _removed(_FENCE),
    "missing picture": _removed(_PICTURE),
    "missing link": _removed(_LINK, r"\g<words>"),
    "missing component": _removed(_TAG),
    "missing box": _removed(_BOX),
    "extra heading": _inserted(lambda title, *_: f"\n## {title}\n"),
    "extra item": _inserted(lambda _, sentence, __: f"- {sentence}\n", _ITEM),
    "extra code": _inserted(lambda *_: "\n```bash\nmake check\n```\n"),
    "extra picture": _inserted(lambda _, __, words: f"\n![{words}](/images/overview-extra.png)\n"),
    "extra table": _inserted(lambda a, b, c: f"\n| {a} | {c} |\n| --- | --- |\n| {c} | {b} |\n"),
    "moved picture": _moved(_PICTURE),
    "moved code": _moved(_FENCE),
    "moved section": _swapped,
    "other level": _relevelled,
    "other list": _numbered,
    "heading as text": _removed(re.compile(r"^#{2,4} (?P<words>[^\n{}`]+)\n", re.MULTILINE), r"**\g<words>**\n"),
    "item as text": _removed(re.compile(r"(?<=\n\n)[-*] (?P<words>[^\n]{12,}\n)(?=\n)"), r"\g<words>"),
    "other box": _removed(
        re.compile(r"^<Note>\n(?P<inside>[^<>]+)</Note>\n", re.MULTILINE), r"<Warning>\n\g<inside></Warning>\n"
    ),
    "other anchor": _anchored,
}


def differing(pages: Sequence[BilingualPage], number: int, seed: int) -> Iterator[Differing]:
    """Yield so many pages with a difference, of each kind about as many; no page has the same twice."""
    chance, left, drawn = random.Random(seed), dict.fromkeys(OFFERS, 0), 0
    while drawn < number and left:
        for kind in list(left):
            page = next((page for page in pages[left[kind] :] if _offered(page, kind)), None)
            if page is None:
                del left[kind]
                continue
            left[kind] = pages.index(page) + 1
            places = chance.choice(_offered(page, kind))
            if drawn < number:
                drawn += 1
                yield Differing(page, kind, *_made(page.text, places))


def _offered(page: BilingualPage, kind: str) -> list[tuple[_Place, ...]]:
    return list(OFFERS[kind](page, _Visible(page.text)))


def _made(text: str, places: Sequence[_Place]) -> tuple[str, tuple[int, ...]]:
    pieces, position, offsets, size = [], 0, [], 0
    for place in places:
        pieces += [text[position : place.start], place.new]
        size += place.start - position
        offsets.append(size)
        size += len(place.new)
        position = place.end
    return "".join([*pieces, text[position:]]), tuple(offsets)
