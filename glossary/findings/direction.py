"""Direction: which side was written first. English that was translated from a page cannot judge it.

An English page that was translated from Chinese or Japanese keeps some of it: comments in code, captions, examples. Of
English pages that were written first, hardly one in a hundred has any (hf-course 0 of 75, tf-docs 2 of 597, Debian 0 of
109); of those of projects written in Chinese, 4 to 88 in a hundred have. A project whose folders name a source for each
language (source_zh_cn next to source_en) has no English original either, and settings may say so. What a rule concludes
from such an original (a number differs, a sentence is missing) is as likely a slip in the English: it is reported with
less confidence and offers no remedy.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace
from math import log
from typing import NamedTuple

from corpus import lazy_re as re
from corpus.languages import parse_tag
from corpus.languages.scripts import WORD_CJK
from corpus.records import Document, Finding
from glossary.rules import calibration
from glossary.rules.calibration import DOUBTFUL
from glossary.rules.messages import message_id_of
from glossary.rules.registry import BY_CODE
from glossary.rules.rule import severity_at

_RUN = re.compile(f"[{WORD_CJK}]{{2,}}")
_SOURCE = re.compile(r"(?i)source[_-](.+)")
# Names by which pages of any origin link to their translations.
_LANGUAGES = frozenset(
    ("中文", "简体中文", "繁體中文", "繁体中文", "汉语", "漢語", "日本語", "简体", "繁體", "中文版", "中文文档")
)
_IF_FIRST, _IF_TRANSLATED = 0.005, 0.08  # share of English pages with such a run; see above
# A whole section is missing, whichever side was written first.
_WHOLE = frozenset(("T505", kind) for kind in ("section", "passage", "rest"))
_PRIOR = -1.0  # log-odds before a page was seen: most English is written first
_ENOUGH = 10  # English pages below one folder that tell of it; fewer are taken together


class EnglishPage(NamedTuple):
    """Signs on an English page of whether it is a translation."""

    work: str
    keeps_other: bool  # Chinese or Japanese
    is_one_of_sources: bool = False  # its folder names a source for each language


def english_page(document: Document) -> EnglishPage:
    """Read the signs of translation from an English document."""
    runs = (match[0] for match in _RUN.finditer(document.text))
    folders = document.path.split("/")[:-1]
    sources = (_SOURCE.fullmatch(folder) for folder in folders)
    is_one_of_sources = any(source is not None and parse_tag(source[1]) for source in sources)
    return EnglishPage(document.work, any(run not in _LANGUAGES for run in runs), is_one_of_sources)


def translated_works(pages: Iterable[EnglishPage], original: str | None = None) -> frozenset[str]:
    """Return the works whose English appears to be translated from another language. `original` is the language of the
    originals if the project states it; it decides alone.
    """
    if original is not None:
        return frozenset(page.work for page in pages if original != "en")
    groups: defaultdict[str, list[EnglishPage]] = defaultdict(list)
    stated = set()
    for page in pages:
        if page.is_one_of_sources:
            stated.add(page.work)
            continue
        groups[page.work.partition("/")[0]].append(page)
    few = [page for group in groups.values() if len(group) < _ENOUGH for page in group]
    decided = [group for group in groups.values() if len(group) >= _ENOUGH]
    return frozenset(page.work for group in (*decided, few) if _is_translated(group) for page in group) | stated


def _is_translated(group: Sequence[EnglishPage]) -> bool:
    with_other = sum(page.keeps_other for page in group)
    without = len(group) - with_other
    odds = _PRIOR + with_other * log(_IF_TRANSLATED / _IF_FIRST) + without * log((1 - _IF_TRANSLATED) / (1 - _IF_FIRST))
    return bool(group) and odds > 0


def tempered(findings: Iterable[Finding], works: frozenset[str]) -> list[Finding]:
    """Return the findings, those of these works with the confidence for English that was translated from the page."""
    return [_tempered(finding) if finding.work in works else finding for finding in findings]


def _tempered(finding: Finding) -> Finding:
    shift = calibration.model().translated.get(finding.rule)
    message_id = message_id_of(finding.rule, finding.message)
    if shift is None or (finding.rule, message_id) in _WHOLE:
        return finding
    locations = [
        replace(place, confidence=_moved(place.confidence, shift), suggestion=None) for place in finding.locations
    ]
    surest = BY_CODE[finding.rule].confidence_of(message_id, finding.lang)
    confidence = _moved(finding.confidence, shift)
    severity = "neutral" if _moved(surest, shift) < DOUBTFUL else severity_at(finding.severity, confidence)
    return replace(finding, locations=locations, confidence=confidence, suggestion=None, severity=severity)


def _moved(confidence: float, shift: float) -> float:
    share = min(calibration.MOST, max(calibration.LEAST, confidence))
    return round(calibration.sigmoid(calibration.logit(share) + shift), 3)
