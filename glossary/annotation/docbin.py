"""DocBin: a build's segments as spaCy Docs with their published tokens and terms."""

from __future__ import annotations

from pathlib import Path

import pyarrow.compute as pc
from spacy.tokens import DocBin, Span
from spacy.vocab import Vocab

from corpus.grouping import grouped
from corpus.storage import parquet
from corpus.tokenizers.spacy_components import doc_of


def docbin(build: Path | str, lang: str) -> DocBin:
    """Return the segments of one language of a build that have words: one Doc each, terms in `doc.spans["terms"]`.

    `doc.user_data["segment_id"]` names the row; a term's label is its concept, its `kb_id_` the form's status.
    """
    vocab, build = Vocab(), Path(build)
    segments = parquet.read_table(build, "segments", ["segment_id", "lang", "start", "text", "tokens", "token_starts"])
    mentions = parquet.read_table(build, "mentions", ["segment_id", "concept_id", "status", "start", "end"])
    terms = grouped(mentions.to_pylist(), lambda row: row["segment_id"])
    docs = DocBin(store_user_data=True)
    for row in segments.filter(pc.equal(segments["lang"], lang)).to_pylist():
        if not row["tokens"]:
            continue
        start = row["start"]
        words = [
            (offset - start, offset - start + len(token))
            for token, offset in zip(row["tokens"], row["token_starts"], strict=True)
        ]
        doc = doc_of(vocab, row["text"], words)
        spans = [
            doc.char_span(
                mention["start"] - start,
                mention["end"] - start,
                mention["concept_id"],
                kb_id=mention["status"],
                alignment_mode="strict",
            )
            for mention in terms.get(row["segment_id"], ())
        ]
        doc.spans["terms"] = [span for span in spans if isinstance(span, Span)]
        doc.user_data["segment_id"] = row["segment_id"]
        docs.add(doc)
    return docs
