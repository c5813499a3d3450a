"""Lint: what is wrong with the entries themselves, one module for each check that is no law of loading.

Why: an entry that is too general or unused makes findings that are not believed.
"""

from __future__ import annotations

from glossary.termbase.fault import Fault
from glossary.termbase.lint import general, idle, replaced, shadowed, unused
from glossary.termbase.lint.diagnostics import LintCheck, Passage, Usage
from glossary.termbase.termbase import Termbase

__all__ = ["CHECKS", "LAWS", "LintCheck", "Passage", "Usage", "lint", "name", "severity"]

CHECKS = (unused.CHECK, general.CHECK, shadowed.CHECK, idle.CHECK, replaced.CHECK)
_CHECKS = {check.code: check for check in CHECKS}

# What loading refuses, by the code that its faults bear.
LAWS = {
    "T901": ("form-of-two-concepts", "a form is allowed for two concepts of one domain, and neither has context"),
    "T902": ("self-refuting-entry", "a form is both allowed and unwanted, listed twice, or to be replaced by itself"),
    "T903": ("failed-example", "an example does not hold"),
    "T907": ("incomplete-entry", "something is missing, unknown or of the wrong type"),
    "T908": ("invisible-character", "a text holds an invisible character"),
}


def lint(termbase: Termbase, usage: Usage | None = None) -> list[Fault]:
    """Return what the checks say of a glossary that was loaded, and of its use in a build; by files and concepts."""
    faults = [fault for check in CHECKS for fault in check.find(termbase, usage)]
    return sorted(faults, key=lambda fault: (fault.place.file, fault.place.concept_id, fault.code, fault.message))


def name(code: str) -> str:
    """Return the name of a law or check."""
    return LAWS[code][0] if code in LAWS else _CHECKS[code].name


def severity(code: str) -> str:
    """Return blocking for a law, minor or neutral for a check."""
    return "blocking" if code in LAWS else _CHECKS[code].severity
