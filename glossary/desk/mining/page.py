"""Candidates as a web page on which a terminologist accepts and rejects them, and saves the decisions as a table."""

from __future__ import annotations

from collections.abc import Sequence

from corpus.languages import TARGETS, pack
from glossary.desk.mining.mine import TermCandidate
from glossary.exchange.page_templates import page_template


def page(candidates: Sequence[TermCandidate], build_id: str) -> str:
    """Return the page as HTML; the same candidates give the same text."""
    languages = [pack(code) for code in sorted(TARGETS, reverse=True)]
    return page_template("glossary.desk.mining", "candidates_page.html.j2").render(
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
