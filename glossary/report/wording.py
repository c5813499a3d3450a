"""What a report says in its language: messages of findings, and its own words, which are data in `words.toml`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from importlib.resources import files

import tomli

from corpus.records import Finding, Location
from corpus.text.printable import printable
from glossary.report.check_report import Report, ShownPlace

_MOST = 5  # forms that are listed


@cache
def _words() -> dict[str, dict[str, list[str]]]:
    return tomli.loads((files("glossary.report") / "words.toml").read_text(encoding="utf-8"))


def word(key: str, lang: str, n: int = 0, **values: str) -> str:
    """Words of the report in a language; `n` is the number that they speak of."""
    forms = _words()[key][lang]
    return forms[0 if n == 1 else -1].format(n=f"{n:,}", **values)


def listed(words: Sequence[str], lang: str) -> str:
    """Words in a row."""
    return word("comma", lang).join(words)


def message(finding: Finding, lang: str, place: Location | None = None) -> str:
    """What is wrong, at the first place or at another one, in one line that steers no terminal."""
    told = place or finding
    said = {"en": told.message, "zh": told.message_zh, "ja": told.message_ja}[lang]
    return printable(" ".join(said.split())) or finding.name


def remedy(at: ShownPlace, lang: str) -> str:
    """What may stand there instead, where the message does not say it; empty where it does."""
    told, said = at.told, message(at.finding, lang, at.location)
    forms = dict.fromkeys([*([told.suggestion] if is_fixable(at) and told.suggestion else []), *told.expected])
    left = [form for form in forms if form not in said]
    return printable(word("expected", lang, forms=listed(left[:_MOST], lang))) if left else ""


def is_fixable(at: ShownPlace) -> bool:
    """Whether it is known what is safe to put in this place."""
    return at.location is not None and at.location.suggestion is not None and not at.page.is_extracted


def marks(at: ShownPlace, report: Report) -> str:
    """How grave and how certain it is, and what else sets it apart: major 0.95 safe to replace."""
    return " ".join([at.finding.severity, f"{at.told.confidence:.2f}", *_marks(at, report)])


def _marks(at: ShownPlace, report: Report) -> Iterator[str]:
    is_certain = report.threshold.is_certain(at.told)
    if not is_certain:
        yield word("is-uncertain", report.lang)
    if at.finding.inherited:
        yield word("is-inherited", report.lang)
    if is_fixable(at) and is_certain:
        yield word("is-fixable", report.lang)
