"""What works have taught of their languages as bytes: the same for the same, and read by anyone without risk."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pyarrow as pa

from corpus.alignment.aligner import PairModel
from corpus.alignment.lengths import LengthRatio
from corpus.alignment.lexicon import Lexicon
from glossary.bitext.works import Knowledge


def knowledge_bytes(knowledge: Knowledge) -> bytes:
    """Knowledge as JSON, compressed; counts come back exactly as they were."""
    plain = {
        "pairs": [
            {"langs": langs, "ratio": [model.ratio.mean, model.ratio.spread], **_lexicon_lists(model.lexicon)}
            for langs, model in knowledge.pairs.items()
        ],
        "terms": [{"lang": lang, **_lexicon_lists(lexicon)} for lang, lexicon in knowledge.terms.items()],
    }
    data = json.dumps(plain, ensure_ascii=False, separators=(",", ":")).encode()
    packed: bytes = pa.Codec("zstd").compress(data, asbytes=True)
    return f"{len(data)}\n".encode() + packed


def read_knowledge(content: bytes) -> Knowledge:
    """Knowledge from its bytes."""
    size, _, packed = content.partition(b"\n")
    plain = json.loads(pa.Codec("zstd").decompress(packed, int(size), asbytes=True))
    pairs = {
        (entry["langs"][0], entry["langs"][1]): PairModel(_lexicon(entry), LengthRatio(*entry["ratio"]))
        for entry in plain["pairs"]
    }
    return Knowledge(pairs, {entry["lang"]: _lexicon(entry) for entry in plain["terms"]})


def _lexicon_lists(lexicon: Lexicon) -> dict[str, Any]:
    return {
        "words": [[source, target, count] for (source, target), count in lexicon.pairs.items()],
        "source": dict(lexicon.source),
        "target": dict(lexicon.target),
    }


def _lexicon(entry: Mapping[str, Any]) -> Lexicon:
    return Lexicon({(s, t): count for s, t, count in entry["words"]}, entry["source"], entry["target"])
