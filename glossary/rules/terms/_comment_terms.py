"""Terms in the comments of a page's code: what a translator wrote there in the page's language."""

from __future__ import annotations

from dataclasses import replace

from corpus.languages.scripts import CJK_CHARACTER
from corpus.records import Mention, Segment
from corpus.text.protected_spans import protected_spans
from corpus.tokenizers import tokenizer
from glossary.annotation.mentions import annotate_all
from glossary.annotation.pipeline import matcher
from glossary.rules.context import RuleContext, page_fact
from glossary.rules.shared.code_comments import comments


@page_fact  # three rules ask
def comment_mentions(page: RuleContext) -> tuple[Mention, ...]:
    """Return the uses of concepts in comments in the page's language, in order; those nested in longer ones left out.

    The tables of a build have none of them: what is code is counted nowhere as the page's words.
    """
    remarks = [
        _as_sentence(page, segment, segment.start + start, segment.start + end)
        for segment in page.segments
        if segment.kind == "code" and CJK_CHARACTER.search(segment.text)
        for start, end in comments(segment)
        if CJK_CHARACTER.search(segment.text, start, end)
    ]
    cut = tokenizer(page.lang)
    annotated = annotate_all(remarks, [cut(remark.text) for remark in remarks], matcher(page.termbase))
    return tuple(use for _, uses in annotated for use in uses if use.zone == "prose" and not use.nested)


def _as_sentence(page: RuleContext, block: Segment, start: int, end: int) -> Segment:
    """Return a comment as a segment, to be searched as prose is; it goes by the id of its block."""
    return replace(
        block,
        kind="paragraph",
        text_lang=page.lang,
        start=start,
        end=end,
        text=page.text[start:end],
        protected=protected_spans(page.text, start, end, markup=False),
    )
