"""How much of the text could be judged: prose without code and, where there is an original, only what surely matches.

If half of a page has no counterpart, it has half the findings: its rates are those of the other half.
"""

from __future__ import annotations

import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc

from corpus.text.segments import PROSE
from corpus.vocabularies import TRANSLATIONS
from glossary.bitext.terms.term_rows import SURE

_COMPARED = (*TRANSLATIONS, "copy")


def judged_prose(segments: pa.Table, alignments: pa.Table) -> pd.DataFrame:
    """Return the prose segments, one per row, in order of documents and places. The columns are doc_id, lang, start,
    chars, `judged`, and whether the document has an original (`is_compared`).
    """
    prose = segments.filter(pc.field("kind").isin(PROSE)).select(["segment_id", "doc_id", "lang", "start", "end"])
    with_original = alignments.filter(pc.field("tgt_lang") == "en")
    sure = with_original.filter((pc.field("score") >= SURE) & pc.field("relation").isin(_COMPARED))
    translated = pc.unique(with_original["src_doc"])
    aligned = pc.unique(pc.list_flatten(sure["src_segments"]))
    is_compared = pc.is_in(prose["doc_id"], value_set=translated)
    is_judged = pc.or_(pc.invert(is_compared), pc.is_in(prose["segment_id"], value_set=aligned))
    frame: pd.DataFrame = pa.table(
        {
            "doc_id": prose["doc_id"],
            "lang": prose["lang"],
            "start": prose["start"],
            "chars": pc.subtract(prose["end"], prose["start"]),
            "judged": is_judged,
            "is_compared": is_compared,
        }
    ).to_pandas(types_mapper=pd.ArrowDtype)
    return frame.sort_values(["doc_id", "start"], ignore_index=True)


def with_prose(alignments: pa.Table, segments: pa.Table) -> pa.Table:
    """Return the beads with a column `prose`: how many of their first document's segments are prose. Only prose has a
    counterpart to find; code, markup and site navigation have none.
    """
    prose = segments.filter(pc.field("kind").isin(PROSE))["segment_id"]
    sides = alignments["src_segments"].combine_chunks()
    beads = pc.list_parent_indices(sides).filter(pc.is_in(pc.list_flatten(sides), value_set=prose))
    counted = dict(zip(*(column.to_pylist() for column in pc.value_counts(beads).flatten()), strict=True))
    counts = [counted.get(number, 0) for number in range(alignments.num_rows)]
    return alignments.append_column("prose", pa.array(counts, pa.int64()))


def stand_in_judged(places: pd.DataFrame, prose: pd.DataFrame) -> pd.Series:
    """Return whether each place (doc_id, start) begins in judged prose."""
    begun = places[["doc_id", "start"]].astype({"start": "int64"}).reset_index()
    segments = prose[["doc_id", "start", "chars", "judged"]].astype({"start": "int64", "chars": "int64"})
    joined = pd.merge_asof(
        begun.sort_values("start"), segments.assign(begins=segments["start"]).sort_values("start"),
        on="start", by="doc_id",
    )  # fmt: skip
    inside = (joined["start"] < joined["begins"] + joined["chars"]).fillna(False) & joined["judged"].fillna(
        False
    ).astype(bool)
    return inside.set_axis(joined["index"]).reindex(places.index)
