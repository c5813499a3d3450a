"""A staged build: the input of all steps, as plain values that can be passed to a worker process."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from corpus.records import Document
from corpus.storage.signature import read_signature
from corpus.text.printable import printable
from flows.options.flow_parameters import BuildOptions
from flows.options.termbase_cache import each_scope, scoped, termbase_of
from glossary.findings.rule_selection import Selection
from glossary.termbase.termbase import Termbase

STAGED, DECISIONS = "staged", "decisions.jsonl"


class GlossaryEditedError(ValueError):
    """A process of a build has loaded other entries than the build began with."""

    may_pass = True  # when it is tried again


@dataclass(frozen=True, slots=True)
class StagedBuild:
    """A build that is being made in a folder: paths and figures, no texts."""

    options: BuildOptions
    folder: Path  # that it is made in, unseen until it is published
    build_id: str
    signature: str
    shards: int
    left_out: dict[str, int]
    selection: Selection
    origin: str = ""  # what tells builds of the same sources
    teachers: frozenset[str] = frozenset()  # the works that its languages are learned from
    prefix: str = ""  # what stands before the paths of pages in patterns
    is_scope: bool = False  # it has the entries of some pages alone

    @property
    def termbase(self) -> Termbase:
        """The glossary of the build, loaded once in each process; raises GlossaryEditedError. It has the entries of
        all scopes; pages are searched and judged with the glossary of their own scope.
        """
        termbase = termbase_of(self.options)
        if not self.is_scope and termbase.fingerprint != read_signature(self.signature).glossary:
            folders = printable(", ".join(map(str, self.options.glossary))) or "the built-in entries"
            raise GlossaryEditedError(f"{folders}: entries were edited while the build was at work; run it again")
        return termbase

    def on_work(self, documents: Iterable[Document]) -> StagedBuild:
        """Return the build for a work: with the glossary of its scope."""
        return self._scope(scoped(self.options, [f"{self.prefix}{document.path}" for document in documents]))

    def scopes(self) -> Iterator[StagedBuild]:
        """Yield the build for works in no scope, and for those in each scope."""
        return map(self._scope, each_scope(self.options))

    def _scope(self, options: BuildOptions) -> StagedBuild:
        if options == self.options:
            return self
        _ = self.termbase  # fails where entries were edited
        return replace(self, options=options, is_scope=True)

    @property
    def lexicon_id(self) -> str:
        """The id of its lexicon; empty if no work has two languages."""
        return read_signature(self.signature).learned

    @property
    def lexicon_file(self) -> Path:
        """The file of its lexicon: staged with the build, or learned by it."""
        return self.folder / STAGED / "lexicon.zst"

    def shard_file(self, kind: str, number: int) -> Path:
        """Return the file that a shard passes to a later step."""
        return self.folder / STAGED / kind / f"{number:05d}.pickle"

    def shard_files(self, kind: str) -> Iterator[Path]:
        """Yield the files that all shards pass on, in shard order."""
        return (self.shard_file(kind, number) for number in range(self.shards))
