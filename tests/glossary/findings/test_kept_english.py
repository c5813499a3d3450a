"""Names that every language of a work keeps in English are no sure fault; sentences that all of them leave are."""

from __future__ import annotations

import pytest

from corpus.records import MESSAGE_COLUMNS, Finding
from glossary.findings.site_text import with_kept_english
from glossary.rules.calibration import UNPROVEN
from glossary.rules.messages import message
from tests.glossary.desk.report.made import document, finding


def untranslated(words: str, lang: str, kind: str = "cell", work: str = "guide", rule: str = "T504") -> Finding:
    page = document(f"{lang}/{work}.md", words, lang=lang, work=work)
    values = {"surface": words, "count": "2", "start": words}
    messages = {column: message(rule, kind, values, of) for of, column in MESSAGE_COLUMNS.items()}
    return finding(page, (0, len(words)), rule=rule, concept_id=None, suggestion=None, confidence=0.9, **messages)


def confidences(*findings: Finding) -> list[float]:
    judged = with_kept_english(findings)
    assert all(place.confidence == finding.confidence for finding in judged for place in finding.locations)
    return [finding.confidence for finding in judged]


@pytest.mark.parametrize(
    "words", ["Lantern Text to Speech", "Paper Boat Tools / CLI", "Boat", "Sails: Large And Small"]
)
def test_names_that_both_languages_keep_are_unproven(words: str):
    assert confidences(untranslated(words, "zh"), untranslated(words, "ja")) == [UNPROVEN, UNPROVEN]


@pytest.mark.parametrize(
    ("words", "kind"),
    [
        ("Fold the paper twice.", "sentence"),
        ("Text of a paper boat", "heading"),  # words in small letters
        ("Paper Boats Sail Far.", "sentence"),  # an end
        ("Folding Steps", "picture"),  # which translators do not see
        ("Folding Steps", "comment"),
    ],
)
def test_what_is_no_name_stays_a_fault_of_both(words: str, kind: str):
    assert confidences(untranslated(words, "zh", kind), untranslated(words, "ja", kind)) == [0.9, 0.9]


def test_what_one_language_translates_is_a_fault_of_the_other():
    assert confidences(untranslated("Paper Boats", "zh"), untranslated("Paper Hats", "ja")) == [0.9, 0.9]
    assert confidences(untranslated("Paper Boats", "zh"), untranslated("Paper Boats", "ja", work="other")) == [0.9, 0.9]
    assert confidences(untranslated("Paper Boats", "zh"), untranslated("Paper Boats", "zh")) == [0.9, 0.9]


def test_names_at_several_places_differ_in_spacing_alone():
    assert confidences(untranslated("Paper  Boats", "zh"), untranslated("Paper Boats", "ja")) == [UNPROVEN, UNPROVEN]
