"""Work steps: each work analysed, aligned and judged, each document within its cost limit; or reused results."""

from __future__ import annotations

import io
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import pyarrow as pa

from corpus.alignment import multilingual_groups
from corpus.alignment.aligner import PairModel
from corpus.alignment.lengths import LengthRatio
from corpus.alignment.lexicon import Lexicon
from corpus.limits import LimitError, limited
from corpus.records import Alignment, Document, TermAlignment, TranslationUnit
from corpus.schema import to_table
from flows.options.earlier_results import EarlierResults, digest_of, from_json, said_by, to_json
from flows.pipeline.frozen_lexicon import compressed, decompressed, knowledge_of
from flows.pipeline.staged_build import StagedBuild
from glossary.annotation.annotate import rows_of
from glossary.annotation.pipeline import matcher
from glossary.bitext.term_alignments import Aligners, aligners, term_alignments
from glossary.bitext.works import Knowledge, Work, aligned_rows, quarantine_document, works
from glossary.findings.contexts import pages_of
from glossary.findings.raised_page import RaisedPage, raised_page
from glossary.findings.rule_selection import Selection
from glossary.rules.consistency.renderings import digest
from glossary.rules.digest import Digest
from glossary.termbase.termbase import Termbase

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


ANALYSED, ALIGNED = ("documents", "segments", "mentions"), ("alignments", "parallel", "term_alignments")


@dataclass(slots=True)
class AnalysedWork:
    """The documents of a work and the rows that each document determines by itself."""

    documents: list[Document]
    key: str  # of its rows among the results that are kept
    digest: str  # of the rows themselves
    met: dict[str, bool]  # glossaries of earlier results: whether edits since can meet its texts
    fresh: Work | None = None

    def work(self, build: StagedBuild) -> Work:
        """Return the work ready for aligning; it is analysed again if only an earlier build's rows are known."""
        if self.fresh is None:
            self.fresh, _ = _analysis(build, self.documents)
        return self.fresh


def analysed_work(
    build: StagedBuild, earlier: EarlierResults, documents: list[Document]
) -> tuple[AnalysedWork, Tables]:
    """Return a work with its documents' rows, kept from earlier or made now."""
    key = earlier.key("analysis", [said_by(document) for document in documents])
    met: dict[str, bool] = {}
    content = earlier.find(key, lambda: [document.text for document in documents], met)
    if content is not None:
        return AnalysedWork(documents, key, digest_of(content), met), WorkResult.decoded(content).tables
    work, tables = _analysis(build, documents)
    content = WorkResult(tables, Outcome([], [])).encoded()
    if [document.status for document in work.documents] == [document.status for document in documents]:
        earlier.keep(key, content)  # another time a document may not take too long
    return AnalysedWork(documents, key, digest_of(content), met, work), tables


def _analysis(build: StagedBuild, documents: Sequence[Document]) -> tuple[Work, Tables]:
    rows = rows_of(documents, matcher(build.termbase), build.options.max_seconds)
    (work,) = works(rows["documents"], rows["segments"], rows["mentions"])
    return work, analysed_rows(work)


def analysed_rows(work: Work) -> Tables:
    """Return the rows that each document of a work determines by itself."""
    return _tables(ANALYSED, work)


def _tables(names: Iterable[str], rows: Any) -> Tables:
    return {name: to_table(name, getattr(rows, name)) for name in names}


def judged_work(build: StagedBuild, earlier: EarlierResults, analysed: AnalysedWork, learned: str) -> WorkResult:
    """Return the alignments and findings of a work, and its first tables if a document was quarantined for its cost."""
    taught_by = learned if multilingual_groups.pairs(analysed.documents) else ""
    selection = replace(build.selection, project_counts=())  # decisions are applied to what is raised
    key = earlier.key("judgement", analysed.key, analysed.digest, taught_by, selection)
    content = earlier.find(key, lambda: [document.text for document in analysed.documents], analysed.met)
    if content is not None:
        return WorkResult.decoded(content)
    work = analysed.work(build)
    knowledge, word_aligners = _taught(build.lexicon_file, learned, build.termbase)
    judge = Judge(knowledge, word_aligners, build.termbase, selection, build.options.max_seconds)
    judged = judge_work(work, judge)
    result = WorkResult(_tables(ALIGNED, judged), Outcome(judged.raised, judged.digests))
    if judged.work is not work:
        result = WorkResult({**result.tables, **analysed_rows(judged.work)}, result.outcome)
    content = result.encoded()
    if judged.work is work:
        earlier.keep(key, content)
    return replace(result, digest=digest_of(content))


@lru_cache(maxsize=1)
def _taught(file: Path, learned: str, termbase: Termbase) -> tuple[Knowledge, Aligners]:
    knowledge = read_knowledge(knowledge_of(file.read_bytes()))
    return knowledge, aligners(knowledge, termbase)


@dataclass(frozen=True, slots=True)
class JudgedWork:
    """A work with its beads, units and terms, and the findings of rules on its pages."""

    work: Work
    alignments: list[Alignment]
    parallel: list[TranslationUnit]
    term_alignments: list[TermAlignment]
    raised: list[RaisedPage]
    digests: list[Digest]


@dataclass(frozen=True, slots=True)
class Judge:
    """The knowledge, glossary and rules with which a work is aligned and judged."""

    learned: Knowledge
    aligners: Aligners
    termbase: Termbase
    selection: Selection
    seconds: float  # of processor time for each document


def judge_work(work: Work, judge: Judge) -> JudgedWork:
    """Return the work aligned and judged; a document that costs too much is quarantined and all is done again."""
    try:
        beads, units = aligned_rows([work], judge.learned.pairs, judge.termbase, judge.seconds)
        terms = term_alignments(work, beads, judge.aligners, judge.seconds)
        judged = JudgedWork(work, beads, units, terms, [], [])
        for page in pages_of([work], beads, judge.termbase, terms):
            with limited(judge.seconds, page.document.doc_id):
                rules = judge.selection.rules(page.document.path)
                judged.raised.append(raised_page(page, rules, judge.selection.most_places))
                judged.digests.append(digest(page))
    except LimitError as error:
        return judge_work(quarantine_document(work, error.doc_id, str(error)), judge)
    return judged
