"""Kept English: a name or title that the pages of every language leave in English is a custom rather than an oversight.

Sentences and texts of pictures that two languages leave are faults of both: of 82 such units of two sets 76 were. Of 18
in capitals throughout 14 were names (ElevenLabs Text to Speech, Agent Tools / MCP), and one title was that of 56 pages.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace

from corpus import lazy_re as re
from corpus.languages import pack
from corpus.records import Finding
from glossary.rules.calibration import UNPROVEN
from glossary.rules.messages import message_id_of
from glossary.rules.rule import fold_surface, severity_at

_UNTRANSLATED = "T504"
_UNITS = ("heading", "item", "cell", "sentence")  # messages of units that were copied letter for letter
_WORD = re.compile(r"[A-Za-z][\w'’]*")
_ENDS = (".", "!", "?", "…", ":")


def with_kept_english(findings: Iterable[Finding]) -> list[Finding]:
    """Return the findings, those of names that all languages of a work keep in English as unproven."""
    findings = list(findings)
    kept_by: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
    for finding in findings:
        if _is_of_name(finding):
            kept_by[_unit(finding)].add(finding.lang)
    return [_doubted(finding) if len(kept_by.get(_unit(finding), ())) > 1 else finding for finding in findings]


def _unit(finding: Finding) -> tuple[str, str]:
    return finding.work, fold_surface(finding.surface)


def _is_of_name(finding: Finding) -> bool:
    """Return whether a finding is of a unit whose every word has a capital, but for those that titles write small."""
    if finding.rule != _UNTRANSLATED or message_id_of(finding.rule, finding.message) not in _UNITS:
        return False
    small = pack("en").function_words
    words = _WORD.findall(finding.surface)
    capitals = all(word[0].isupper() or word in small for word in words)
    return bool(words) and capitals and not finding.surface.rstrip().endswith(_ENDS)


def _doubted(finding: Finding) -> Finding:
    if not _is_of_name(finding):
        return finding
    places = [replace(place, confidence=min(place.confidence, UNPROVEN)) for place in finding.locations]
    confidence = min(finding.confidence, UNPROVEN)
    return replace(finding, locations=places, confidence=confidence, severity=severity_at(finding.severity, confidence))
