"""Lint: what is wrong with the entries themselves, one module for each check that is no law of loading.

Why: an entry that is too general or that nobody uses makes findings that nobody believes.
"""

from __future__ import annotations

from glossary.termbase.lint import general, shadowed, unused
from glossary.termbase.lint.diagnostics import LintCheck, Passage, Remark, Usage
from glossary.termbase.termbase import GlossaryError, Termbase

__all__ = ["CHECKS", "LAWS", "LintCheck", "Passage", "Remark", "Usage", "lint", "loading_remarks"]

CHECKS = (unused.CHECK, general.CHECK, shadowed.CHECK)

# What loading refuses, by the code that its faults bear.
LAWS = {
    "T901": ("form-of-two-concepts", "a form is allowed for two concepts of one domain, and neither has company"),
    "T902": ("self-refuting-entry", "a form is both allowed and unwanted, listed twice, or to be replaced by itself"),
    "T903": ("failed-example", "an example does not hold"),
    "T907": ("incomplete-entry", "something is missing, unknown or of the wrong type"),
    "T908": ("invisible-character", "a text holds a character that nobody sees"),
}


def lint(termbase: Termbase, usage: Usage | None = None) -> list[Remark]:
    """What the checks say of a glossary that was loaded, and of its use in a build; in order of files and concepts."""
    remarks = [remark for check in CHECKS for remark in check.find(termbase, usage)]
    return sorted(remarks, key=lambda remark: (remark.source, remark.concept_id, remark.code, remark.message))


def loading_remarks(error: GlossaryError) -> list[Remark]:
    """What loading refused, as remarks."""
    return [Remark(code, "blocking", "", "", line) for code, line in error.faults]
