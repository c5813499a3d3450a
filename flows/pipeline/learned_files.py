"""Learned files: what works have taught of their languages, as the same bytes for the same, read without risk."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from corpus.alignment.aligner import PairModel
from corpus.alignment.lengths import LengthRatio
from corpus.alignment.lexicon import Lexicon
from corpus.storage.compression import compressed, decompressed
from glossary.bitext.works import Knowledge


def knowledge_bytes(knowledge: Knowledge) -> bytes:
    """Return knowledge as JSON, compressed; counts come back exactly as they were."""
    plain = {
        "pairs": [
            {"langs": langs, "ratio": [model.ratio.mean, model.ratio.spread], **_lexicon_lists(model.lexicon)}
            for langs, model in knowledge.pairs.items()
        ],
        "terms": [{"lang": lang, **_lexicon_lists(lexicon)} for lang, lexicon in knowledge.terms.items()],
    }
    return compressed(json.dumps(plain, ensure_ascii=False, separators=(",", ":")).encode())


def read_knowledge(content: bytes) -> Knowledge:
    """Read knowledge from its bytes."""
    plain = json.loads(decompressed(content))
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
