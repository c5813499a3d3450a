"""Marks in notes: where a remark says that the English name stays, or which forms to avoid."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from corpus import lazy_re as re
from corpus.languages import TARGETS
from corpus.languages.scripts import HAN, KANA, KANA_MARKS
from glossary.exchange.imports.import_vocabulary import folded, language_named, meanings

_REMARK_ENDS = re.compile(r"[;；。！!|｜\n]+|\.(?:\s+|$)")
_CLAUSE_ENDS = re.compile("[,，、]")
_CJK = f"[{HAN}{KANA}]"
_KANA = re.compile(f"[{KANA}]")
# A form in Chinese or Japanese, which needs no marks; one space may part its words (データ セット).
_BARE = rf"[A-Za-z0-9]*{_CJK}[\w{KANA_MARKS}-]*(?: {_CJK}[\w{KANA_MARKS}-]*)?"
_ABOUT = re.compile(r"\s*(?P<name>[^\W\d_][\w()（） -]{1,30})[:：]\s*")  # a language before what is said of it
# What follows "do not translate" and means something else.
_OTHERWISE = re.compile(r"\s*(?:as|to|into|with|by|like|literally|directly|word)\b|.*\b(?:if|when|unless|except)\b")
_SOMEWHERE = re.compile(r"\b(?:in|inside|within|for)\b(?! (?:all|any|every|both|other|the other))")


class NoteMarks(NamedTuple):
    """What a note says of the forms of a term."""

    keep: frozenset[str]  # languages in which the English name is used
    avoided: tuple[tuple[str, str], ...]  # language and form
    is_forbidden: bool  # the rendering that the note stands beside
    says_more: bool


def read_note(note: str, languages: Sequence[str]) -> NoteMarks:
    """Return the marks in a note; if it names no language, it is about these."""
    keep: set[str] = set()
    avoided: list[tuple[str, str]] = []
    is_forbidden = says_more = False
    for remark in _REMARK_ENDS.split(note):
        about, is_named = languages, False
        if (match := _ABOUT.match(remark)) and (language := language_named(match["name"])):
            about, remark, is_named = [language.lang], remark[match.end() :], True
        for pattern in _avoided_patterns():
            for match in pattern.finditer(remark):
                forms = [form.strip("".join(_words("marks"))) for form in _quoted().findall(match["forms"])]
                avoided += [(about[0] if is_named else language_of_form(form, about), form) for form in forms]
            remark = pattern.sub(" , ", remark)
        for clause in _CLAUSE_ENDS.split(remark):
            clause = folded(clause).strip("()（）[]\"'“”` ")
            if kept := _kept_languages(clause, about):
                keep |= kept
            elif clause in _words("forbidden"):
                is_forbidden = True
            elif clause not in ("", "or", "and", "use"):
                says_more = True
    return NoteMarks(frozenset(keep), tuple(dict.fromkeys(avoided)), is_forbidden, says_more)


@cache
def _words(meaning: str) -> tuple[str, ...]:
    """Return words with a meaning, the longest first."""
    words = (word for word, other_meaning in meanings("notes").items() if other_meaning == meaning)
    return tuple(sorted(words, key=len, reverse=True))


def _marked() -> str:
    """Return a pattern for text between marks, such as quotes."""
    pairs = (map(re.escape, pair) for pair in _words("marks"))
    return "|".join(f"{start}+[^{end}]+{end}+" for start, end in pairs)


@cache
def _quoted() -> re.Pattern[str]:
    return re.compile(f"{_marked()}|{_BARE}")


@cache
def _avoided_patterns() -> tuple[re.Pattern[str], ...]:
    def alternatives(meaning: str) -> str:
        return f"(?:{'|'.join(map(re.escape, _words(meaning)))})"

    def forms(kind: str) -> str:
        return rf"(?P<forms>(?:{kind})(?:\s*{alternatives('joining')}\s*(?:{kind}))*)"

    marked, gap = _marked(), r"\s*[:：]?\s*"
    either = f"{marked}|{_BARE}"
    patterns = (
        rf"\b{alternatives('avoided_after')}{gap}{forms(either)}",
        rf"(?:^|(?<=[^A-Za-z\s]))\s*\b{alternatives('avoided_after_weak')}(?!\w){gap}{forms(either)}",
        rf"{alternatives('avoided_after_marked')}{gap}{forms(marked)}",
        rf"{forms(marked + '|' + _CJK + '+?')}{alternatives('avoided_before')}",
        rf"{forms(marked)}\s*{alternatives('avoided_before_marked')}",
    )
    return tuple(re.compile(pattern, re.IGNORECASE) for pattern in patterns)


def language_of_form(form: str, about: Sequence[str]) -> str:
    """Return the language of a form in a note or column that is about these languages."""
    if _KANA.search(form):
        return "ja"
    if not re.search(_CJK, form):
        return "en"
    return next((lang for lang in ("zh", *about) if lang in about), "zh")


def _kept_languages(clause: str, about: Sequence[str]) -> set[str]:
    """Return the languages in which a clause says that the English name is used."""
    everywhere = set(TARGETS).intersection(about) or set(TARGETS)
    if clause in _words("keep_alone"):
        return everywhere
    phrase = next((phrase for phrase in _words("keep") if clause.startswith(phrase)), "")
    rest = clause[len(phrase) :]
    if not phrase or _OTHERWISE.match(rest):
        return set()
    mentioned = {language.lang for name in re.findall(r"[\w-]+", rest) if (language := language_named(name))}
    if _SOMEWHERE.search(rest) and not mentioned:
        return set()
    return mentioned & TARGETS or everywhere


def forms_in(cell: str) -> Iterator[str]:
    """Yield the forms that a cell lists, the preferred one first."""
    for part in re.split(r"[;；|｜\n]|<br\s*/?>", cell):
        form = " ".join(part.split()).strip("`")
        if form and meanings("flags").get(form.casefold()) != "empty":
            yield form
