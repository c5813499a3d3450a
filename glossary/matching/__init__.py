"""Finds the glossary's forms in text."""

from glossary.matching.glosses import Gloss, glosses
from glossary.matching.match_record import MatchedTerm
from glossary.matching.matcher import Matcher
from glossary.matching.search import Text

__all__ = ["Gloss", "MatchedTerm", "Matcher", "Text", "glosses"]
