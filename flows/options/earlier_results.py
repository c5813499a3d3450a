"""Results of earlier builds and checks, by all that they were made of.

A result is found by its texts, the code, the versions of what cuts words and the settings. The glossary is no part of
the key: a result made with another one holds as long as no edit between both can meet the texts.
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
from corpus.storage.code_hash import code
from corpus.storage.result_store import ResultStore, results
from flows.options.option_group import adapter
from glossary.findings.edit_reach import EditReach, SearchedText, searched
from glossary.matching import han_conversion
from glossary.termbase.termbase import Concept, Termbase

_T = TypeVar("_T")


class EarlierResults:
    """The results that a build or a check may use again, and where it keeps its own."""

    def __init__(self, termbase: Termbase, *settings: object, use: bool = True) -> None:
        self._termbase = termbase
        self._store = results() if use else ResultStore(None)
        self._made_by = repr((_made_by(), settings))

    def key(self, kind: str, *made_of: object) -> str:
        """Return the key of a result; what it is made of must say all in its `repr`."""
        return _key(kind, self._made_by, made_of)

    def find(self, key: str, texts: Callable[[], Sequence[str]], met: dict[str, bool]) -> bytes | None:
        """Return a result that holds for this glossary; `texts` are those that it was made of.

        `met` says of glossaries whether what was edited since can meet the texts; it is completed.
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
        """Keep a result for the next time."""
        self._store.write(key, content, self._termbase.fingerprint)

    def read_shared(self, key: str) -> bytes | None:
        """Return what was kept that depends on no glossary but through its key."""
        return self._store.read(key)

    def keep_shared(self, key: str, content: bytes) -> None:
        """Keep something that depends on no glossary but through its key."""
        self._store.write(key, content)

    def recalled(self, key: str, kind: type[_T], make: Callable[[], _T]) -> _T:
        """Return something that depends on no glossary but through its key: as it was kept, or made now and kept."""
        content = self.read_shared(key)
        if content is not None:
            return from_json(kind, content)
        value = make()
        self.keep_shared(key, to_json(value))
        return value

    def keep_glossary(self) -> None:
        """Keep the entries, so that it is known later what was edited since; not where nothing has asked for them."""
        if "concepts" not in vars(self._termbase):
            return
        key = _glossary_key(self._termbase.fingerprint)
        if not self._store.variants(key):
            self._store.write(key, b"\n".join(_entry_lines(self._termbase)))

    def prune(self) -> None:
        """Drop what is too much."""
        self._store.prune()


def said_by(document: Document) -> tuple[object, ...]:
    """Return all that a document says, for a key."""
    return tuple(getattr(document, field.name) for field in fields(document))


def digest_of(content: bytes) -> str:
    """Return what distinguishes a result from others."""
    return sha256(content).hexdigest()[:32]


@lru_cache(maxsize=2)
def _reach(store: ResultStore, before: str, after: Termbase) -> EditReach | None:
    """Return what changed since a glossary; None where its entries are not there any more."""
    content = store.read(_glossary_key(before))
    if content is None:
        return None
    entry_by_line = _entry_lines(after)
    concepts = (entry_by_line.get(line) or from_json(Concept, line) for line in content.split(b"\n") if line)
    return EditReach(Termbase(tuple(concepts), before), after)


@lru_cache(maxsize=2)
def _entry_lines(termbase: Termbase) -> dict[bytes, Concept]:
    """Return the entries by what they say, each on a line: of another glossary, only what differs has to be read."""
    return {to_json(concept): concept for concept in termbase.concepts}


def _glossary_key(fingerprint: str) -> str:
    return _key("glossary", _made_by(), fingerprint)


def to_json(value: object) -> bytes:
    """Return a record, or a tuple with names, as JSON: the same for the same, and read by anyone without risk."""
    return adapter(type(value)).dump_json(value)  # type: ignore[no-any-return, arg-type]


def from_json(kind: type[_T], content: bytes) -> _T:
    """Return a value of this kind from its JSON, exactly as it was."""
    return adapter(kind).validate_json(content)  # type: ignore[no-any-return, arg-type]


@cache
def _made_by() -> str:
    """Return all that decides what is said of texts, beside the texts, the glossary and the settings."""
    words = [tokenizers.version(lang) for lang in sorted(KNOWN)]
    return repr((code(), code(("flows",)), words, han_conversion.VERSION, sys.version))


def _key(*parts: object) -> str:
    return sha256(repr(parts).encode("utf-8", "surrogatepass")).hexdigest()[:40]
