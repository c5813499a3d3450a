"""Chinese and Japanese within HTML marked with its language, so that browsers choose the right shapes of characters."""

from __future__ import annotations

import re
from collections.abc import Iterator

from corpus.languages import pack
from corpus.languages.scripts import CJK, CJK_PUNCTUATION, FULLWIDTH_FORMS, HALFWIDTH_KATAKANA, KANA

_RUN = re.compile(rf"[{CJK}](?:[{CJK}{CJK_PUNCTUATION}{FULLWIDTH_FORMS}]*[{CJK}])?")
_PIECE = re.compile(rf"[{CJK}]+")
_KANA_IN = re.compile(rf"[{KANA}{HALFWIDTH_KATAKANA}]")
_TAG = re.compile(r"(<!--.*?-->|<[^>]+>)", re.DOTALL)
_NAMED = re.compile(r"\b(?:(zh|Chinese|CHINESE)|(ja|Japanese|JAPANESE))\b")
_BLOCKS = ("p", "li", "tr", "pre", "h1", "h2", "h3", "h4", "h5", "h6", "dt", "dd")


def with_languages(html: str, page_lang: str) -> str:
    """Return the HTML with `lang` around text of another language than the page's.

    A run with kana is Japanese. Another is what its paragraph, row or block named last (zh, Japanese); else Chinese on
    an English page, and of the page's language on others. What stands in an element with `lang` stays as it is.
    """
    return "".join(_parts(html, page_lang))


def _parts(html: str, page_lang: str) -> Iterator[str]:
    latest = ""
    inside: list[str] = []
    runs = _RUN if page_lang == "en" else _PIECE  # in running text of other languages, punctuation parts languages
    for part in _TAG.split(html):
        if part.startswith("<"):
            inside = _nested(part, inside)
            runs = _RUN if page_lang == "en" or part.startswith("<pre") else _PIECE if part == "</pre>" else runs
            if re.match(rf"</?(?:{'|'.join(_BLOCKS)})\b", part):
                latest = ""
            yield part
        elif inside:
            yield part
        else:
            place = 0
            for run in runs.finditer(part):
                latest = _last_named(part[place : run.start()], latest)
                yield part[place : run.start()]
                yield _marked(run[0], latest, page_lang)
                place = run.end()
            latest = _last_named(part[place:], latest)
            yield part[place:]


def _nested(tag: str, inside: list[str]) -> list[str]:
    """Return the open elements from the one with `lang` on: empty outside of one."""
    name = re.match(r"</?([a-zA-Z0-9]+)", tag)
    if name is None or tag.endswith("/>") or name[1] in ("br", "hr", "img", "input", "wbr"):
        return inside
    if tag.startswith("</"):
        return inside[:-1]
    return [*inside, name[1]] if inside or re.search(r"\slang=", tag) else inside


def _last_named(text: str, latest: str) -> str:
    names = list(_NAMED.finditer(text))
    return ("zh" if names[-1][1] else "ja") if names else latest


def _marked(run: str, latest: str, page_lang: str) -> str:
    lang = "ja" if _KANA_IN.search(run) else latest or ("zh" if page_lang == "en" else page_lang)
    return run if lang == page_lang else f'<span lang="{pack(lang).html_lang}">{run}</span>'
