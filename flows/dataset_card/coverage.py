"""Coverage: how many pages and sentences of the originals each language has, by folder."""

from __future__ import annotations

from collections import Counter, defaultdict
from pathlib import Path
from posixpath import dirname

import pyarrow as pa
import pyarrow.compute as pc

from corpus.languages import TARGETS
from corpus.storage import parquet
from corpus.text.segments import PROSE

FIGURES = ("pages", "translated_pages", "missing_pages", "sentences", "translated_sentences", "missing_sentences")
ORIGINAL = "en"


def coverage_of(folder: Path) -> list[dict[str, str | int]]:
    """Return the figures of each language: of all folders (""), then of each that holds originals.

    A sentence is translated where a sentence of the translation was aligned with it, or copies it.
    """
    documents = parquet.read_table(folder, "documents", ["doc_id", "work", "lang", "status"]).to_pylist()
    good = [row for row in documents if row["status"] == "ok"]
    originals = {row["doc_id"]: row["work"] for row in good if row["lang"] == ORIGINAL}
    works = {(row["lang"], row["work"]) for row in good}
    languages = [lang for lang in TARGETS if any(row["lang"] == lang for row in good)] if originals else []
    sentences, translated = _sentences(folder)
    rows: defaultdict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for doc_id, work in sorted(originals.items(), key=lambda item: item[1]):
        for lang in languages:
            is_there = (lang, work) in works
            count = translated[lang, doc_id] if is_there else 0
            values = (1, is_there, not is_there, sentences[doc_id], count, sentences[doc_id] - count)
            for key in ("", dirname(work) or "."):
                rows[lang, key].update(dict(zip(FIGURES, map(int, values), strict=True)))
    return [
        {"lang": lang, "folder": key, **{name: counts[name] for name in FIGURES}}
        for (lang, key), counts in sorted(rows.items())
    ]


def _sentences(folder: Path) -> tuple[Counter[str], Counter[tuple[str, str]]]:
    """Count the sentences of each original, and those that each language has of it."""
    all_sentences: Counter[str] = Counter()
    translated: Counter[tuple[str, str]] = Counter()
    shards = zip(
        parquet.TableParts(folder, "segments", ["segment_id", "doc_id", "lang", "kind"]),
        parquet.TableParts(folder, "alignments", ["src_lang", "tgt_doc", "tgt_lang", "tgt_segments", "relation"]),
        strict=True,
    )
    for segments, beads in shards:
        prose = segments.filter((pc.field("lang") == ORIGINAL) & pc.field("kind").isin(PROSE))
        all_sentences.update(prose["doc_id"].to_pylist())
        paired = beads.filter((pc.field("tgt_lang") == ORIGINAL) & (pc.field("relation") != "none")).combine_chunks()
        parents = pc.list_parent_indices(paired["tgt_segments"].combine_chunks())
        ids = pc.list_flatten(paired["tgt_segments"].combine_chunks())
        sides = pa.table(
            {"lang": paired["src_lang"].take(parents), "doc": paired["tgt_doc"].take(parents), "segment": ids}
        ).filter(pc.is_in(ids, value_set=prose["segment_id"].combine_chunks()))
        for row in sides.group_by(["lang", "doc", "segment"]).aggregate([]).to_pylist():
            translated[row["lang"], row["doc"]] += 1
    return all_sentences, translated
