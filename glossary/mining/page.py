"""Candidates as a web page on which a terminologist accepts and rejects them, and saves the decisions as a table."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib.resources import files

from jinja2 import Environment, StrictUndefined, Template

from corpus.languages import TARGETS, pack
from glossary.mining.mine import TermCandidate


def page(candidates: Sequence[TermCandidate], build_id: str) -> str:
    """The page as HTML; the same candidates give the same text."""
    languages = [pack(code) for code in sorted(TARGETS, reverse=True)]
    return _template().render(
        build_id=build_id,
        languages=[(language.native_name, language.html_lang, language.code) for language in languages],
        candidates=[
            {
                "term": candidate.term,
                "key": candidate.phrase.term,
                "percent": f"{candidate.probability:.0%}",
                "uses": len(candidate.phrase.uses),
                "documents": candidate.phrase.documents,
                "renderings": {code: of_language.counts[:6] for code, of_language in candidate.renderings.items()},
                "contexts": candidate.contexts,
            }
            for candidate in candidates
        ],
    )


@cache
def _template() -> Template:
    source = (files("glossary.mining") / "candidates_page.html.j2").read_text(encoding="utf-8")
    environment = Environment(autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    return environment.from_string(source)
