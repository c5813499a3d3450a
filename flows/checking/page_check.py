"""Checking files: from sources to the findings of each page, in one process or several, without Prefect."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from functools import cache, partial
from pathlib import Path

from corpus.alignment.lexicon_io import Lexicons, lexicons
from corpus.formats import EXTENSIONS
from corpus.gc_pause import uncollected
from corpus.languages import TARGETS, Language
from corpus.limits import SECONDS, LimitError, limited
from corpus.records import Document, Finding
from corpus.sources import discovery
from corpus.sources.discovery import PlacedFile
from corpus.sources.documents import quarantined, read
from corpus.sources.originals import original_of
from corpus.tokenizers import Words, en_fast, tokenizer
from flows.checking.fixes import FixOptions, mended_page
from flows.pipeline import workers
from flows.progress import Progress, SilentProgress
from flows.termbase_cache import glossary
from glossary.annotation.annotate import annotated
from glossary.annotation.pipeline import matcher
from glossary.decisions.adjudication import NOTHING, Adjudication
from glossary.findings.contexts import original_with
from glossary.findings.decided import silenced
from glossary.findings.engine import check, selected_across
from glossary.findings.rule_selection import Selection
from glossary.report.check_report import CheckedPage
from glossary.rules.consistency.renderings import digest
from glossary.rules.context import RuleContext
from glossary.rules.digest import Digest
from glossary.termbase.termbase import Termbase

_WORTH = 1_500_000  # bytes of pages; a second process costs more than it saves below
_FileWithSource = tuple[PlacedFile, Path | None]  # a file to check, and its English version
_ALIGNED = 4  # times as much work is a page that is aligned with its original


@dataclass(frozen=True, slots=True)
class CheckRequest:
    """What is to be checked, and how."""

    sources: tuple[Path, ...]
    base: Path  # what paths count from, in patterns, fingerprints and the baseline
    root: Path | None = None
    exclude: tuple[str, ...] = ()
    works: tuple[dict[str, str], ...] = ()
    out: Path | None = None  # builds below it are no sources
    max_bytes: int = 16 << 20
    max_seconds: float = SECONDS  # of processor time for one page
    language: Language | None = None  # of all files, where the caller says so
    original: Path | None = None  # the English version of what came on standard input
    only_files: frozenset[Path] | None = None  # check these of the files that are found
    glossary: tuple[Path, ...] = ()
    glossary_only: bool = False
    lexicons: tuple[Path, ...] = ()
    selection: Selection = field(default_factory=Selection)
    decisions: Adjudication = NOTHING
    mending: FixOptions | None = None  # put right what is safe, in memory
    jobs: int = 0


def check_sources(demand: CheckRequest, progress: Progress | None = None) -> list[CheckedPage]:
    """The Chinese and Japanese pages of the sources with their findings, in order of paths; raises SourceError."""
    reporter = progress or SilentProgress()
    demand.selection.check()
    glossary(demand.glossary, demand.glossary_only)  # what is wrong with it shows now
    placed, originals = _files_to_check(demand)
    demand = replace(demand, decisions=demand.decisions.rebased({file.name for file in placed}))
    pages = [(file, _original(file, originals, demand)) for file in placed]
    sizes = [_size(file) * (_ALIGNED if original else 1) for file, original in pages]
    pieces = _pieces(pages, sizes)
    processes = min(len(pieces), demand.jobs or (os.cpu_count() or 1)) if sum(sizes) > _WORTH else 1
    reporter.step("Checking", len(placed))
    results: list[tuple[CheckedPage, Digest | None]] = []
    waiting = ThreadPoolExecutor(max(1, min(len(pieces), 8)))  # each thread waits for a process
    with workers.pool(processes) as run, waiting as threads:
        for piece, batch in zip(pieces, threads.map(partial(run, judge, demand), pieces), strict=True):
            results += batch
            for _ in piece:
                reporter.advance()
    return _with_corpus_findings(results, demand)


def _files_to_check(demand: CheckRequest) -> tuple[list[PlacedFile], dict[str, Path]]:
    """The files to check, under their names from the base, and the English versions among the sources by work."""
    files = discovery.find(demand.sources, demand.root, demand.exclude, demand.works, demand.out).files
    candidates = [
        file for file in files if demand.only_files is None or Path(os.path.realpath(file.path)) in demand.only_files
    ]
    checked = [file for file in candidates if file.language is None or file.language.lang in TARGETS or demand.language]
    originals = {file.work: file.path for file in reversed(files) if file.language and file.language.lang == "en"}
    return [_rename_from_base(file, demand) for file in checked], originals


def _size(file: PlacedFile) -> int:
    return file.path.stat().st_size if file.path.is_file() else 0


def _original(file: PlacedFile, originals: Mapping[str, Path], demand: CheckRequest) -> Path | None:
    """The English version: among the sources, as the caller says, or beside the file."""
    return originals.get(file.work) or demand.original or original_of(file.path)


def _rename_from_base(file: PlacedFile, demand: CheckRequest) -> PlacedFile:
    """The file under the name that it has from the base, whatever was named on the command line."""
    path = Path(os.path.abspath(file.path))
    name = path.relative_to(demand.base).as_posix() if path.is_relative_to(demand.base) else path.as_posix()
    readable = os.fsencode(name).decode("utf-8", "backslashreplace")  # a name need not be UTF-8
    return replace(file, name=readable, language=demand.language or file.language)


def _pieces(pages: Sequence[_FileWithSource], sizes: Sequence[int]) -> list[list[_FileWithSource]]:
    """The files in pieces of about the same size, enough for all processes to end together."""
    most = max(100_000, sum(sizes) // (8 * (os.cpu_count() or 1)))
    pieces: list[list[_FileWithSource]] = []
    room = 0
    for page, size in zip(pages, sizes, strict=True):
        if room < size or not pieces:
            pieces.append([])
            room = most
        pieces[-1].append(page)
        room -= size
    return pieces


@uncollected()
def judge(demand: CheckRequest, piece: Sequence[_FileWithSource]) -> list[tuple[CheckedPage, Digest | None]]:
    """The pages of some files, each by itself; beside a file its English version, if that is among the sources."""
    termbase = glossary(demand.glossary, demand.glossary_only)
    results: list[tuple[CheckedPage, Digest | None]] = []
    for file, original in piece:
        document = read(file, demand.max_bytes, demand.max_seconds)
        if document.status != "ok":
            results.append((CheckedPage(document, _display_path(file.path)), None))
        elif document.lang in TARGETS:
            results.append(_within_limits(file, document, _source(file, original, demand), termbase, demand))
    return results


def _within_limits(
    file: PlacedFile, document: Document, source: Document | None, termbase: Termbase, demand: CheckRequest
) -> tuple[CheckedPage, Digest | None]:
    """The page with its findings; without them, and with the reason, where it costs more than it may."""
    try:
        with limited(demand.max_seconds):
            checked, page = _check_page(file, document, source, termbase, demand)
            return checked, digest(page) if demand.selection.judges_together else None
    except LimitError as error:
        return CheckedPage(quarantined(document, str(error)), _display_path(file.path)), None


def _check_page(
    file: PlacedFile, document: Document, source: Document | None, termbase: Termbase, demand: CheckRequest
) -> tuple[CheckedPage, RuleContext]:
    page, rules = _page(document, termbase, source, demand), demand.selection.rules(document.path)
    if demand.mending is None:
        return CheckedPage(document, _display_path(file.path), check(page, rules), rules), page

    def again(other: Document) -> RuleContext:
        return _page(other, termbase, source, demand)

    return mended_page(file, page, _display_path(file.path), rules, demand.mending, demand.max_bytes, again)


def _page(document: Document, termbase: Termbase, source: Document | None, demand: CheckRequest) -> RuleContext:
    lexicon_loader = partial(_lexicons, demand.lexicons)
    segments, mentions = annotated(document, matcher(termbase), _cutter)
    original = None
    if source is not None and source.status == "ok":
        original = original_with(document, source, segments, mentions, matcher(termbase), _cutter, lexicon_loader)
    return RuleContext(document, tuple(segments), tuple(mentions), termbase, original, demand.decisions)


@cache
def _lexicons(folders: tuple[Path, ...]) -> Lexicons:
    return lexicons(folders)


def _cutter(lang: str) -> Callable[[str], Words]:
    """The tokenizers of a build, but for the sentences that were left in English: spaCy would take half of the time."""
    return en_fast.cut if lang == "en" else tokenizer(lang)


def _display_path(path: Path) -> str:
    """A path as the user finds it: from here where it lies below."""
    cwd = Path.cwd()
    return str(path.relative_to(cwd) if path.is_relative_to(cwd) else path)


def _source(file: PlacedFile, path: Path | None, demand: CheckRequest) -> Document | None:
    """The English original, where there is one."""
    if path is None:
        return None
    name = f"{file.name}\0en"  # no other document's, as the ids of segments begin with its hash
    form = EXTENSIONS.get(path.suffix.lower(), file.media_type)
    source = replace(file, path=path, name=name, media_type=form, language=Language("en", "en"))
    return read(source, demand.max_bytes, demand.max_seconds)


def _with_corpus_findings(
    results: Sequence[tuple[CheckedPage, Digest | None]], demand: CheckRequest
) -> list[CheckedPage]:
    """The pages with what they decide together, too."""
    documents = {page.document.doc_id: page.document for page, _ in results}
    digests = [page_digest for _, page_digest in results if page_digest is not None]
    termbase = glossary(demand.glossary, demand.glossary_only)
    more: dict[str, list[Finding]] = {}
    for finding in selected_across(digests, documents, termbase, demand.selection):
        more.setdefault(finding.doc_id, []).append(silenced(finding, demand.decisions, documents))
    return [
        replace(page, findings=(*page.findings, *more.get(page.document.doc_id, ())))
        for page, _ in sorted(results, key=lambda result: result[0].document.path)
    ]
