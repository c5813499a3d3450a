"""Results of earlier builds and checks, keyed by all their inputs except the glossary.

The key covers the texts, the code, the versions of the tokenizers and the settings. A result made with another
glossary holds as long as no edit between the two can affect the texts.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import fields
from functools import cache, lru_cache
from hashlib import sha256
from typing import TypeVar

from corpus import tokenizers
from corpus.languages import KNOWN
from corpus.records import Document
from corpus.storage.cache_files import ResultStore, results
from corpus.storage.code_hash import code
from flows.options.option_group import adapter
from glossary.findings.edit_reach import EditReach, SearchedText, searched
from glossary.matching import han_conversion
from glossary.termbase.termbase import Concept, Termbase

_T = TypeVar("_T")


class EarlierResults:
    """The results that a build or check may reuse, and where it stores its own."""

    def __init__(self, termbase: Termbase, *settings: object, use: bool = True) -> None:
        self._termbase = termbase
        self._store = results() if use else ResultStore(None)
        self._made_by = repr((_made_by(), settings))

    def key(self, kind: str, *made_of: object) -> str:
        """Return the key of a result; the `repr` of its inputs must determine it completely."""
        return _key(kind, self._made_by, made_of)

    def find(self, key: str, texts: Callable[[], Sequence[str]], met: dict[str, bool]) -> bytes | None:
        """Return a result that holds for this glossary; `texts` returns those that it was made of. `met` caches, by
        glossary, whether the edits since can affect the texts; it is updated.
        """
        ours = self._termbase.fingerprint
        variants = self._store.variants(key)
        if ours in variants:
            return self._store.read(key, ours)
        text: SearchedText | None = None
        for variant in variants:
            if variant not in met:
                reach = _reach(self._store, variant, self._termbase)
                if reach is None:
                    continue
                text = text or searched(texts())
                met[variant] = reach.can_meet(text)
            if not met[variant]:
                content = self._store.read(key, variant)
                if content is not None:
                    self._store.write(key, content, ours)  # so that it is not asked again
                    return content
        return None

    def keep(self, key: str, content: bytes) -> None:
        """Keep a result for later runs."""
        self._store.write(key, content, self._termbase.fingerprint)

    def read_shared(self, key: str) -> bytes | None:
        """Return a kept result that depends on a glossary only through its key."""
        return self._store.read(key)

    def keep_shared(self, key: str, content: bytes) -> None:
        """Keep a result that depends on a glossary only through its key."""
        self._store.write(key, content)

    def recalled(self, key: str, kind: type[_T], make: Callable[[], _T]) -> _T:
        """Return a result that depends on a glossary only through its key: the kept one, or one made and kept now."""
        content = self.read_shared(key)
        if content is not None:
            return from_json(kind, content)
        value = make()
        self.keep_shared(key, to_json(value))
        return value

    def keep_glossary(self) -> None:
        """Keep the entries, so that later edits can be detected; skipped if nothing has requested the entries."""
        if "concepts" not in vars(self._termbase):
            return
        key = _glossary_key(self._termbase.fingerprint)
        if not self._store.variants(key):
            self._store.write(key, b"\n".join(_entry_lines(self._termbase)))

    def prune(self) -> None:
        """Remove results beyond the size limit."""
        self._store.prune()


def said_by(document: Document) -> tuple[object, ...]:
    """Return all fields of a document, for a key."""
    return tuple(getattr(document, field.name) for field in fields(document))


def digest_of(content: bytes) -> str:
    """Return a digest that identifies a result."""
    return sha256(content).hexdigest()[:32]


@lru_cache(maxsize=2)
def _reach(store: ResultStore, before: str, after: Termbase) -> EditReach | None:
    """Return what changed since an earlier glossary; None if its entries are no longer kept."""
    content = store.read(_glossary_key(before))
    if content is None:
        return None
    entry_by_line = _entry_lines(after)
    concepts = (entry_by_line.get(line) or from_json(Concept, line) for line in content.split(b"\n") if line)
    return EditReach(Termbase(tuple(concepts), before), after)


@lru_cache(maxsize=2)
def _entry_lines(termbase: Termbase) -> dict[bytes, Concept]:
    """Return the entries by their JSON line: of another glossary, only lines that differ have to be read."""
    return {to_json(concept): concept for concept in termbase.concepts}


def _glossary_key(fingerprint: str) -> str:
    return _key("glossary", _made_by(), fingerprint)


def to_json(value: object) -> bytes:
    """Return a record or named tuple as JSON: equal values give equal bytes, which are safe to read."""
    return adapter(type(value)).dump_json(value)  # type: ignore[no-any-return, arg-type]


def from_json(kind: type[_T], content: bytes) -> _T:
    """Return a value of this type from its JSON, exactly as it was."""
    return adapter(kind).validate_json(content)  # type: ignore[no-any-return, arg-type]


@cache
def _made_by() -> str:
    """Return everything that results depend on except the texts, the glossary and the settings."""
    words = [tokenizers.version(lang) for lang in sorted(KNOWN)]
    return repr((code(), code(("flows",)), words, han_conversion.VERSION, sys.version))


def _key(*parts: object) -> str:
    return sha256(repr(parts).encode("utf-8", "surrogatepass")).hexdigest()[:40]
