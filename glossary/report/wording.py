"""What a report says in its language: messages of findings, and its own words, which are data in `words.toml`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from importlib.resources import files

import tomli

from corpus.printable import printable
from corpus.records import Finding
from glossary.report.checked import Report, Shown

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


def message(finding: Finding, lang: str) -> str:
    """What is wrong, in one line that steers no terminal."""
    said = {"en": finding.message, "zh": finding.message_zh, "ja": finding.message_ja}[lang]
    return printable(" ".join(said.split())) or finding.name


def remedy(at: Shown, lang: str) -> str:
    """What may stand there instead, where the message does not say it; empty where it does."""
    finding = at.finding
    forms = dict.fromkeys([*([finding.suggestion] if is_fixable(at) and finding.suggestion else []), *finding.expected])
    left = [form for form in forms if form not in message(finding, lang)]
    return printable(word("expected", lang, forms=listed(left[:_MOST], lang))) if left else ""


def is_fixable(at: Shown) -> bool:
    """Whether what is safe to put in this place is known: it is for the first place of a finding alone."""
    return at.finding.suggestion is not None and at.number == 0 and at.start is not None and not at.page.is_extracted


def marks(at: Shown, report: Report) -> str:
    """How grave and how certain it is, and what else sets it apart: major 0.95 safe to replace."""
    finding = at.finding
    return " ".join([finding.severity, f"{finding.confidence:.2f}", *_marks(at, report)])


def _marks(at: Shown, report: Report) -> Iterator[str]:
    finding = at.finding
    if not report.threshold.is_certain(finding):
        yield word("is-uncertain", report.lang)
    if finding.inherited:
        yield word("is-inherited", report.lang)
    if is_fixable(at) and report.threshold.is_certain(finding):
        yield word("is-fixable", report.lang)
