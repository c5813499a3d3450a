"""What is known of a work from an earlier build: its rows and findings, by all that they were made of.

A result is found by the documents of the work, the code, the versions of what cuts words and the settings. The glossary
is no part of the key: a result made with another one holds as long as no edit between both can meet the texts.
"""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from functools import cache, lru_cache
from hashlib import sha256
from typing import NamedTuple

import pyarrow as pa
from pydantic import TypeAdapter

from corpus.records import Document, Finding
from corpus.storage.code_hash import code
from corpus.storage.result_store import ResultStore, results
from corpus.storage.signature import signature
from flows.pipeline.staged_build import StagedBuild
from glossary.findings.edit_reach import EditReach, SearchedText, searched
from glossary.matching import han_conversion
from glossary.rules.digest import Digest
from glossary.termbase.termbase import Concept, Termbase

_GLOSSARY = "glossary"  # of the keys under which the entries that results were made with are kept
Tables = dict[str, pa.Table]


class Outcome(NamedTuple):
    """What is found on the pages of a work."""

    findings: list[Finding]
    digests: list[Digest]


@dataclass(frozen=True, slots=True)
class WorkResult:
    """The rows of a work, by table, and what else is known of it."""

    tables: Tables
    outcome: Outcome

    def encoded(self) -> bytes:
        """The result as bytes, the same for the same result: a line that says how long each part is, then the parts."""
        parts = [_table_bytes(table) for table in self.tables.values()]
        parts += [_outcomes().dump_json(self.outcome)]
        head = {"tables": list(self.tables), "sizes": [len(part) for part in parts]}
        return json.dumps(head).encode() + b"\n" + b"".join(parts)

    @staticmethod
    def decoded(content: bytes) -> WorkResult:
        """A result from its bytes."""
        line, _, rest = content.partition(b"\n")
        head, stream = json.loads(line), io.BytesIO(rest)
        *tables, outcome = (stream.read(size) for size in head["sizes"])
        read = {name: pa.ipc.open_stream(data).read_all() for name, data in zip(head["tables"], tables, strict=True)}
        return WorkResult(read, _outcomes().validate_json(outcome))


@cache
def _outcomes() -> TypeAdapter[Outcome]:
    return TypeAdapter(Outcome)


def _table_bytes(table: pa.Table) -> bytes:
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, table.schema, options=pa.ipc.IpcWriteOptions(compression="zstd")) as writer:
        writer.write_table(table.combine_chunks())
    return sink.getvalue().to_pybytes()  # type: ignore[no-any-return]


class EarlierResults:
    """The results that a build may use again, and where it keeps its own."""

    def __init__(self, build: StagedBuild) -> None:
        self._build = build
        self._store = ResultStore(None) if build.options.full else results()
        self._made_by = repr((_made_by(), build.options.max_seconds))

    def analysis_key(self, documents: Sequence[Document]) -> str:
        """The key of a work's rows of documents, segments and mentions."""
        return _key("analysis", self._made_by, [tuple(getattr(d, f.name) for f in fields(d)) for d in documents])

    def judgement_key(self, analysis: str, digest: str, learned: str) -> str:
        """The key of what is aligned and found in a work, by its rows and what its languages have taught."""
        return _key("judgement", self._made_by, analysis, digest, learned, self._build.selection)

    def learned_key(self, digests: Sequence[str], lexicons: str) -> str:
        """The key of what works teach, by the digests of their rows."""
        return _key("learned", self._made_by, digests, lexicons)

    def find(self, key: str, texts: Callable[[], Sequence[str]]) -> bytes | None:
        """A result that holds for the build's glossary; `texts` are those of the work."""
        ours = self._build.termbase.fingerprint
        variants = self._store.variants(key)
        if ours in variants:
            return self._store.read(key, ours)
        text: SearchedText | None = None
        for variant in variants:
            reach = _reach(self._store, variant, self._build.termbase)
            if reach is None:
                continue
            text = text or searched(texts())
            if not reach.can_meet(text):
                content = self._store.read(key, variant)
                if content is not None:
                    self._store.write(key, content, ours)  # so that it is not asked again
                    return content
        return None

    def keep(self, key: str, content: bytes) -> None:
        """Keep a result for builds to come."""
        self._store.write(key, content, self._build.termbase.fingerprint)

    def read_shared(self, key: str) -> bytes | None:
        """What was kept that depends on no glossary but through its key."""
        return self._store.read(key)

    def keep_shared(self, key: str, content: bytes) -> None:
        """Keep something that depends on no glossary but through its key."""
        self._store.write(key, content)

    def keep_glossary(self) -> None:
        """Keep the entries, so that a later build can tell what was edited since; and drop what is too much."""
        termbase = self._build.termbase
        key = _glossary_key(termbase.fingerprint)
        if not self._store.variants(key):
            self._store.write(key, _concepts().dump_json(termbase.concepts))
        self._store.prune()


def _glossary_key(fingerprint: str) -> str:
    return _key(_GLOSSARY, _made_by(), fingerprint)


@lru_cache(maxsize=8)
def _reach(store: ResultStore, before: str, after: Termbase) -> EditReach | None:
    """What changed since a glossary; None where its entries are not there any more."""
    content = store.read(_glossary_key(before))
    return None if content is None else EditReach(Termbase(_concepts().validate_json(content), before), after)


@cache
def _concepts() -> TypeAdapter[tuple[Concept, ...]]:
    return TypeAdapter(tuple[Concept, ...])


@cache
def _made_by() -> str:
    """All that decides what a work's rows are, beside the work, the glossary and the settings."""
    return f"{signature(scripts=han_conversion.VERSION)}|steps:{code(('flows.pipeline',))}|python:{sys.version}"


def digest_of(content: bytes) -> str:
    """What tells a result from others."""
    return sha256(content).hexdigest()[:32]


def _key(*parts: object) -> str:
    return sha256(repr(parts).encode("utf-8", "surrogatepass")).hexdigest()[:40]
