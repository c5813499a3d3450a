"""The registry: all rules, in the order of their codes."""

from __future__ import annotations

from functools import cache
from importlib.metadata import metadata

from glossary.rules.consistency import (
    t201_mixed_renderings,
    t202_drift_across_corpus,
    t206_string_drift,
    usage_drift,
)
from glossary.rules.fidelity import (
    compared_names,
    t301_misspelled_identifier,
    t303_number_mismatch,
    t305_protected_span_changed,
    t307_code_marks_differ,
    t308_conversion_debris,
    t309_code_differs,
    t310_broken_markup,
    t311_structure_differs,
    t312_unit_form_differs,
)
from glossary.rules.meta import t900_idle_suppression, t901_more_places
from glossary.rules.orthography import (
    t401_kana_length_mark,
    t402_okurigana_variant,
    t403_nakaguro_variant,
    t404_script_variant,
    t405_width_and_spacing,
    t406_unbalanced_brackets,
    t407_mixed_address,
    t408_regional_words,
)
from glossary.rules.rule import Rule
from glossary.rules.source import (
    t501_source_term_missing,
    t502_mistaken_sense,
    t504_untranslated_unit,
    t505_omission_or_addition,
    t506_stale_translation,
    t507_meaning_doubt,
    t508_shifted_translation,
)
from glossary.rules.terms import (
    t103_untranslated_term,
    t105_brand_casing,
    t107_gloss_contradicts_glossary,
    t108_ambiguous_term,
    t109_unknown_term,
    t110_untranslated_passage,
    unwanted_forms,
)

RULES: tuple[Rule, ...] = (
    unwanted_forms.WRONG,
    unwanted_forms.DEPRECATED,
    t103_untranslated_term.RULE,
    unwanted_forms.TRANSLATED,
    t105_brand_casing.RULE,
    t107_gloss_contradicts_glossary.RULE,
    t108_ambiguous_term.RULE,
    t109_unknown_term.RULE,
    t110_untranslated_passage.RULE,
    t201_mixed_renderings.RULE,
    t202_drift_across_corpus.RULE,
    usage_drift.RECURRING_TERM,
    usage_drift.UNLISTED_RENDERING,
    usage_drift.LABEL,
    t206_string_drift.RULE,
    t301_misspelled_identifier.RULE,
    compared_names.FUSED,
    t303_number_mismatch.RULE,
    compared_names.RECASED,
    t305_protected_span_changed.RULE,
    compared_names.RENAMED,
    t307_code_marks_differ.RULE,
    t308_conversion_debris.RULE,
    t309_code_differs.RULE,
    t310_broken_markup.RULE,
    t311_structure_differs.RULE,
    t312_unit_form_differs.RULE,
    t401_kana_length_mark.RULE,
    t402_okurigana_variant.RULE,
    t403_nakaguro_variant.RULE,
    t404_script_variant.RULE,
    t405_width_and_spacing.RULE,
    t406_unbalanced_brackets.RULE,
    t407_mixed_address.RULE,
    t408_regional_words.RULE,
    t501_source_term_missing.RULE,
    t502_mistaken_sense.RULE,
    t504_untranslated_unit.RULE,
    t505_omission_or_addition.RULE,
    t506_stale_translation.RULE,
    t507_meaning_doubt.RULE,
    t508_shifted_translation.RULE,
    t900_idle_suppression.RULE,
    t901_more_places.RULE,
)
BY_CODE = {rule.code: rule for rule in RULES}
PLACEHOLDER = "my-org"  # whose repository the code is in before a release names its owner
# Rules that were once, which settings may still name.
RETIRED = {"T106": "no-gloss-at-first-mention"}


def anchor(rule: Rule) -> str:
    """Return the anchor of a rule on the page that explains all of them."""
    return f"{rule.code.lower()}-{rule.name}"


def address(rule: Rule) -> str:
    """Return the web address that explains a rule, for the installed release; empty if it has no home page yet."""
    return f"{_page()}#{anchor(rule)}" if _page() else ""


@cache
def _page() -> str:
    installed = metadata("taiyaku")
    urls = dict(url.split(", ", 1) for url in installed.get_all("Project-URL") or ())
    home = urls.get("Homepage", "")
    is_named = home and f"/{PLACEHOLDER}/" not in home
    return f"{home}/blob/v{installed['Version']}/glossary/rules/README.md" if is_named else ""
