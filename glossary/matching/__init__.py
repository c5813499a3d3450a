"""Finds the glossary's forms in text."""

from glossary.matching.found import Found
from glossary.matching.matcher import Matcher

__all__ = ["Found", "Matcher"]
