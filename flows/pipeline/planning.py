"""Planning: reads every source once, determines the build, and stages the documents in shards for the steps."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from itertools import accumulate, groupby
from pathlib import Path

from corpus.alignment import multilingual_groups
from corpus.alignment.lexicon import lexicons
from corpus.formats import EXTENSIONS
from corpus.languages import KNOWN
from corpus.limits import SECONDS, LimitError, limited
from corpus.personal_data.mask import masked
from corpus.records import Document
from corpus.schema import shards, to_table
from corpus.sources import discovery
from corpus.sources.documents import (
    StatedOrigin,
    quarantined,
    read,
    with_originals,
    with_own_works,
    with_stated_origin,
    with_text_attributes,
    without_duplicates,
)
from corpus.storage import parquet, store
from corpus.storage.signature import read_signature, signature
from corpus.text.printable import printable
from corpus.tokenizers import tokenizer
from flows.console.progress import SILENT, Progress
from flows.files.review_folder import decisions_in
from flows.options import termbase_cache
from flows.options.effective_options import rule_selection
from flows.options.flow_parameters import BuildOptions
from flows.pipeline import frozen_lexicon, losses
from flows.pipeline.staged_build import DECISIONS, STAGED, StagedBuild
from glossary.decisions import files
from glossary.decisions.adjudication import adjudicate
from glossary.decisions.decision import Decision
from glossary.desk.report.wording import counted
from glossary.findings import previous_build
from glossary.findings.decided import measured
from glossary.findings.rule_selection import Selection, prefix_of
from glossary.matching import han_conversion

_ENOUGH = 2_400_000  # characters of works in several languages
READING = "Reading"
_NAMED = 5  # sources that a message lists


class MaskError(ValueError):
    """An earlier build would publish text that is to be masked."""


@dataclass(frozen=True, slots=True)
class BuildPlan:
    """The planned build: the documents that were read, and the id that they, the glossary and the code determine."""

    build_id: str
    signature: str
    documents: tuple[Document, ...]
    left_out: dict[str, int]
    selection: Selection
    decisions: tuple[Decision, ...] = ()
    origin: str = ""  # what tells builds of the same sources
    teachers: frozenset[str] = frozenset()  # the works that its languages are learned from
    prefix: str = ""  # what stands before the paths of pages in patterns
    lexicon: bytes | None = None  # the file of the lexicon that it goes by; None: it learns one


def plan(options: BuildOptions, progress: Progress = SILENT) -> BuildPlan:
    """Read every source; raises Source-, Out-, Loss-, Mask- or GlossaryError if the call is at fault."""
    store.check(options.out)
    termbase_cache.glossary.cache_clear()  # entries may have been edited since the last build of this process
    termbase = termbase_cache.termbase_of(options)
    selection = rule_selection(options)
    selection.check()
    before = previous_build.fingerprint(options.since) if options.since else ""
    _refuse_unmasked(options)
    decisions = decisions_in(options.review)
    progress.step(READING)
    sources = discovery.find(
        options.sources, options.root, options.exclude, options.works, options.out, progress.advance
    )
    progress.step(READING, len(sources.files))
    read_documents = [_read_document(file, options, progress) for file in with_originals(sources.files)]
    documents = without_duplicates(with_own_works(read_documents))
    if not any(document.status == "ok" for document in documents):
        raise discovery.SourceError(_nothing_read(options, documents, sources.unreadable))
    origin = losses.fingerprint(sources.root, options.sources)
    losses.refuse(options.out, origin, losses.held_documents(documents), options.max_lost)
    if options.base:
        selection = selection.rebased(options.base.absolute(), sources.root)
    fingerprints = {"rules": selection.fingerprint, "since": before, "decisions": files.fingerprint(decisions)}
    fingerprints["mask"] = "+".join(sorted(set(options.mask)))
    fingerprints["mask_patterns"] = options.masking.patterns_fingerprint
    parts = {
        "glossary": termbase.fingerprint,
        "scripts": han_conversion.VERSION,
        "lexicon": lexicons(options.lexicons).fingerprint,
        **{name: fingerprint for name, fingerprint in fingerprints.items() if fingerprint},
    }
    line, teachers, lexicon = signature(**parts), teaching(documents), None
    if teachers:
        texts = [document for document in documents if document.work in teachers]
        lexicon = None if options.relearn else frozen_lexicon.that_holds(options.out, texts, line)
        head = lexicon.head if lexicon else frozen_lexicon.head_of(texts, line)
        line = signature(**parts, learned=head.lexicon_id)
    inputs = [(d.path, d.sha256, d.work, d.locale, d.status, d.reason or "") for d in documents]
    made_of: tuple[object, ...] = (line, inputs, options.source_link) if options.source_link else (line, inputs)
    if options.max_seconds != SECONDS:  # what is quarantined for its time is tried again with another limit
        made_of += (options.max_seconds,)
    if options.origins:
        made_of += (tuple(tuple(vars(entry).items()) for entry in options.origins),)
    if options.original:
        made_of += (options.original,)
    if options.text_attributes:
        made_of += (("text attributes", *sorted(set(options.text_attributes))),)
    if options.report != "always":
        made_of += (("report", options.report),)
    build_id = sha256(repr(made_of).encode()).hexdigest()[:12]
    selection = replace(selection, project_counts=tuple(sorted(measured(adjudicate(decisions)).items())))
    return BuildPlan(
        build_id=build_id,
        signature=line,
        documents=tuple(documents),
        left_out=dict(sorted(sources.left_out.items())),
        selection=selection,
        decisions=tuple(decisions),
        origin=origin,
        teachers=teachers,
        prefix=prefix_of(options.base.absolute(), sources.root) if options.base else "",
        lexicon=lexicon.content if lexicon else None,
    )


def stage(plan: BuildPlan, options: BuildOptions, folder: Path) -> StagedBuild:
    """Write the documents in shards of whole works, for the workers to read."""
    count = 0
    for count, shard in enumerate(shards(plan.documents), 1):
        parquet.write_part(folder / STAGED, "documents", count - 1, to_table("documents", shard), "")
    store.write_bytes(folder / STAGED / DECISIONS, files.ledger_text(plan.decisions).encode())
    build = staged(plan, options, folder, count)
    if plan.lexicon is not None:
        store.write_bytes(build.lexicon_file, plan.lexicon)
    return build


def staged(plan: BuildPlan, options: BuildOptions, folder: Path, shards: int) -> StagedBuild:
    """Return the staged build of documents that were already written in this number of shards."""
    return StagedBuild(
        options=options,
        folder=folder,
        build_id=plan.build_id,
        signature=plan.signature,
        shards=shards,
        left_out=plan.left_out,
        selection=plan.selection,
        origin=plan.origin,
        teachers=plan.teachers,
        prefix=plan.prefix,
    )


def warm(langs: Iterable[str]) -> None:
    """Load the tokenizers of these languages, so that the first document does not wait for them."""
    for lang in sorted(set(langs) & set(KNOWN)):
        tokenizer(lang)("")


def _read_document(file: discovery.PlacedFile, options: BuildOptions, progress: Progress) -> Document:
    document = read(file, options.max_bytes, options.max_seconds)
    try:
        with limited(options.max_seconds, document.doc_id):
            document = masked(document, options.masking)
    except LimitError as error:
        unread = replace(document, title=None, origin=None, license=None, metadata=[])  # which are not masked
        document = quarantined(unread, str(error))
    progress.advance()
    document = with_text_attributes(document, options.text_attributes)
    return with_stated_origin(document, [StatedOrigin(**vars(entry)) for entry in options.origins])


def _refuse_unmasked(options: BuildOptions) -> None:
    """Refuse an earlier build with other masking: findings fixed since then are reported with its text."""
    if options.since is None or not options.masking:
        return
    earlier = read_signature((store.read_manifest(options.since) or {}).get("signature"))
    unmasked: list[str] = sorted(set(options.mask) - set(earlier.masked))
    patterns = options.masking.patterns_fingerprint
    if patterns and earlier.mask_patterns != patterns:
        unmasked.append("mask_patterns")
    if unmasked:
        raise MaskError(
            f"{printable(options.since)}: made without [data] mask of {', '.join(unmasked)}, which this build masks; "
            "build once without --since"
        )


def _nothing_read(options: BuildOptions, documents: Sequence[Document], unreadable: Sequence[str]) -> str:
    names = printable(", ".join(map(str, options.sources[:_NAMED])))
    if len(options.sources) > _NAMED:
        names += f" and {len(options.sources) - _NAMED:,} more"
    if unreadable:
        return f"{names}: folder cannot be read: {unreadable[0]}; check its permissions"
    if not documents:
        return f"{names}: no articles found; taiyaku reads {' '.join(EXTENSIONS)}"
    first, count = documents[0], counted(len(documents), "file")
    return f"{names}: nothing could be read, {count} quarantined; {printable(first.path)}: {first.reason}"


def teaching(documents: Iterable[Document]) -> frozenset[str]:
    """Return the names of the works to learn from: those in several languages, or a large enough sample of them. The
    choice depends only on names and sizes, so that editing another work does not change what is learned.
    """
    works = ((work, list(versions)) for work, versions in groupby(documents, key=lambda document: document.work))
    several = [
        (work, sum(document.chars for document in versions))
        for work, versions in works
        if multilingual_groups.pairs(versions)
    ]
    drawn = sorted(several, key=lambda work: sha256(work[0].encode()).digest())
    sizes = accumulate(size for _, size in drawn)
    return frozenset(work for (work, size), until in zip(drawn, sizes, strict=True) if until - size < _ENOUGH)
