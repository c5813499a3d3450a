"""What was found on a page, as bytes: the same for the same, and read without risk."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from corpus.records import Finding
from glossary.findings.direction import EnglishPage
from glossary.rules.digest import Digest

if TYPE_CHECKING:
    from pydantic import TypeAdapter


class PageOutcome(NamedTuple):
    """The findings of a page, what it hands on to the rules that compare pages, and what its original tells."""

    findings: list[Finding]
    digest: Digest | None
    english: EnglishPage | None

    def encoded(self) -> bytes:
        """The outcome as JSON."""
        return _adapter().dump_json(self)


def read_outcome(content: bytes) -> PageOutcome:
    """An outcome from its JSON."""
    return _adapter().validate_json(content)


@cache
def _adapter() -> TypeAdapter[PageOutcome]:
    from pydantic import TypeAdapter

    return TypeAdapter(PageOutcome)
