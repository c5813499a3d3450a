"""Script confusion: Han characters and words that do not belong in a page's script, and their counterparts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

import tomli

from corpus import lazy_re as re
from corpus.languages import is_traditional
from corpus.languages.scripts import KANA
from corpus.sources.script_models import folded_han
from glossary.matching.han_conversion import simplified, traditional
from glossary.rules.context import RuleContext
from glossary.rules.shared.visible_text import visible

_KANA = re.compile(f"[{KANA}]")
# Variants that Hong Kong and Taiwan write too.
_EITHER = "温却叙泪凭凉烟猪猫笋麽床群峰线里裏"
# Characters that Simplified Chinese keeps in some words: only the word around them tells.
# Simplified characters that Big5 has, as rare Traditional ones that no technical text has.
_RARE = "体种机与么万气儿听据价极构网确胜优适异坏触扰洁惊"
_AROUND = 4  # characters on either side that tell which word it is
_KEPT = re.compile("[乾徵於吒夥拚捱摺榘菸薹袷醣麴麽麼]")


class PageScript(NamedTuple):
    """The script of a page."""

    name: str  # zh-Hans, zh-Hant or ja
    foreign: re.Pattern[str]  # a character that it does not have
    native: re.Pattern[str]  # a character that only it has


class WrongScriptWord(NamedTuple):
    """A word in the wrong script."""

    start: int
    end: int
    right: str


def script_of(page: RuleContext) -> PageScript:
    """Return the script of a page: for Chinese, that of most of its characters, or that of its locale if they tie."""
    if page.lang == "ja":
        return PageScript("ja", _not_japanese(), _KANA)
    text = "".join(text for _, text in visible(page))
    counts = len(traditional().findall(text)), len(_simplified_only().findall(text))
    is_hant = counts[0] > counts[1] if counts[0] != counts[1] else is_traditional(page.document.locale)
    patterns = (_simplified_only(), traditional())
    return PageScript("zh-Hant", *patterns) if is_hant else PageScript("zh-Hans", *patterns[::-1])


def slips(text: str, script: PageScript) -> Iterator[WrongScriptWord]:
    """Yield the characters, then the words, of a text that do not belong in its script."""
    for match in script.foreign.finditer(text):
        right = _counterpart(text, match.start(), script)
        if right != match[0]:
            yield WrongScriptWord(match.start(), match.end(), right)
    entries = _slip_tables(script.name)
    for match in _listed_pattern(script.name).finditer(text):
        entry = entries[match[0]]
        before, after = text[match.start() - 1 : match.start()], text[match.end() : match.end() + 1]
        if not (before and before in entry.get("not_after", "")) and not (
            after and after in entry.get("not_before", "")
        ):
            yield WrongScriptWord(match.start(), match.end(), entry["right"])


def _counterpart(text: str, place: int, script: PageScript) -> str:
    """Return the counterpart of a foreign character; if it has several, the surrounding words decide."""
    char = text[place]
    if script.name == "ja":
        return folded_han("s2t", "t2jp").get(ord(char), char)
    if script.name == "zh-Hans" and not _KEPT.match(char):
        return simplified(char)
    start = max(place - _AROUND, 0)
    around = text[start : place + _AROUND]
    converted = _converter("t2s" if script.name == "zh-Hans" else "s2t").convert(around)
    return converted[place - start] if len(converted) == len(around) else char


@cache
def _simplified_only() -> re.Pattern[str]:
    """Return the pattern of characters of Simplified Chinese that Traditional Chinese does not have."""
    changed = [char for char in map(chr, folded_han("s2t")) if char not in _EITHER]
    return _any_of_chars(char for char in changed if char in _RARE or not _encodes(char, "big5"))


@cache
def _not_japanese() -> re.Pattern[str]:
    """Return the pattern of characters of Simplified Chinese that Japanese does not have."""
    return _any_of_chars(char for char in map(chr, folded_han("s2t", "t2jp")) if not _encodes(char, "shift_jis"))


@cache
def _converter(name: str) -> Any:
    import opencc

    return opencc.OpenCC(name)


def _any_of_chars(chars: Iterable[str]) -> re.Pattern[str]:
    return re.compile(f"[{''.join(sorted(chars))}]")


def _encodes(char: str, encoding: str) -> bool:
    try:
        char.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True


@cache
def _slip_tables(name: str) -> dict[str, dict[str, str]]:
    read = tomli.loads((files("glossary.rules.orthography") / "_script_slips.toml").read_text(encoding="utf-8"))
    return {entry["wrong"]: entry for entry in read[name]}


@cache
def _listed_pattern(name: str) -> re.Pattern[str]:
    return re.compile("|".join(sorted(_slip_tables(name))))
