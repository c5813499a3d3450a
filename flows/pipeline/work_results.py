"""Work results: the rows and page findings of a work as bytes, equal for equal results and safe to read."""

from __future__ import annotations

import io
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import pyarrow as pa

from corpus.alignment.aligner import PairModel
from corpus.alignment.lengths import LengthRatio
from corpus.alignment.lexicon import Lexicon
from corpus.storage.compression import compressed, decompressed
from flows.options.earlier_results import digest_of, from_json, to_json
from glossary.bitext.works import Knowledge
from glossary.findings.raised_page import RaisedPage
from glossary.rules.digest import Digest

Tables = dict[str, pa.Table]


class Outcome(NamedTuple):
    """The findings of a work's pages, and the digests for rules that compare pages; in the same order."""

    raised: list[RaisedPage]
    digests: list[Digest]


@dataclass(frozen=True, slots=True)
class WorkResult:
    """The rows of a work, by table, and what else is known of it."""

    tables: Tables
    outcome: Outcome
    digest: str = ""  # of its bytes

    def encoded(self) -> bytes:
        """Return the result as bytes, equal for equal results: a line with the parts' lengths, then the parts."""
        parts = [*map(_table_bytes, self.tables.values()), to_json(self.outcome)]
        head = {"tables": list(self.tables), "sizes": [len(part) for part in parts]}
        return compressed(json.dumps(head).encode() + b"\n" + b"".join(parts))

    @staticmethod
    def decoded(content: bytes) -> WorkResult:
        """Return a result from its bytes."""
        line, _, rest = decompressed(content).partition(b"\n")
        head, stream = json.loads(line), io.BytesIO(rest)
        *tables, outcome = (stream.read(size) for size in head["sizes"])
        read = {name: pa.ipc.open_stream(data).read_all() for name, data in zip(head["tables"], tables, strict=True)}
        return WorkResult(read, from_json(Outcome, outcome), digest_of(content))


def _table_bytes(table: pa.Table) -> bytes:
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, table.schema) as writer:
        writer.write_table(table.combine_chunks())
    return sink.getvalue().to_pybytes()  # type: ignore[no-any-return]


def knowledge_bytes(knowledge: Knowledge) -> bytes:
    """Return knowledge as JSON; counts come back exactly as they were."""
    plain = {
        "pairs": [
            {"langs": langs, "ratio": [model.ratio.mean, model.ratio.spread], **_lexicon_lists(model.lexicon)}
            for langs, model in knowledge.pairs.items()
        ],
        "terms": [{"lang": lang, **_lexicon_lists(lexicon)} for lang, lexicon in knowledge.terms.items()],
    }
    return json.dumps(plain, ensure_ascii=False, separators=(",", ":")).encode()


def read_knowledge(content: bytes) -> Knowledge:
    """Read knowledge from its bytes."""
    plain = json.loads(content)
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
