"""The glossary as a spaCy component: `nlp.add_pipe("taiyaku_terms")` puts the terms into `doc.spans["terms"]`."""

from __future__ import annotations

from spacy.language import Language
from spacy.tokens import Doc, Span

from corpus.text.protected_spans import protected_spans
from glossary.annotation.pipeline import matcher


class Terms:
    """A finder of glossary terms in a Doc; a span's label is the concept's id, its `kb_id_` the form's status."""

    def __init__(self, lang: str, markdown: bool) -> None:
        self._lang, self._markdown, self._matcher = lang, markdown, matcher()

    def __call__(self, doc: Doc) -> Doc:
        text = doc.text
        borders = {place for token in doc for place in (token.idx, token.idx + len(token))}
        spans = protected_spans(text, 0, len(text), self._markdown)
        uses = self._matcher.find(text, self._lang, spans, borders=borders | {0, len(text)})
        term_spans = [
            doc.char_span(use.start, use.end, use.concept_id, kb_id=use.status, alignment_mode="expand") for use in uses
        ]
        doc.spans["terms"] = [span for span in term_spans if isinstance(span, Span)]
        return doc


@Language.factory("taiyaku_terms", default_config={"markdown": False}, assigns=["doc.spans"])
def create(nlp: Language, name: str, markdown: bool) -> Terms:
    """Return the component for a pipeline's language; `markdown` where its texts are Markdown."""
    return Terms(str(nlp.lang), markdown)
