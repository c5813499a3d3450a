"""Finds the glossary's forms in text."""

from glossary.matching.glosses import Gloss, glosses
from glossary.matching.matcher import Matcher
from glossary.matching.search import Text
from glossary.matching.spans import MatchedTerm

__all__ = ["Gloss", "MatchedTerm", "Matcher", "Text", "glosses"]
