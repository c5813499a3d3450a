"""How a build uses the glossary, as an export shows it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

FormKey = tuple[str, str, str]  # concept, language, form


class UsageExample(NamedTuple):
    """A place where a concept is used, with some of the text around it."""

    place: str  # path:line:column
    lang: str
    before: str
    surface: str
    after: str


class LanguageUse(NamedTuple):
    """How often documents of a language use a concept, in whatever form."""

    mentions: int
    documents: int


class GlossaryUsage(NamedTuple):
    """What a build says of each form and concept."""

    build_id: str
    counts: Mapping[FormKey, int]
    totals: Mapping[tuple[str, str], LanguageUse]  # by concept and language
    examples: Mapping[str, UsageExample]  # by concept; none where it is not used
