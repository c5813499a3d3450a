"""Checking files: from sources to the findings of each page, in one process or several, without Prefect."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import cache, lru_cache, partial
from pathlib import Path
from typing import NamedTuple

from corpus.alignment.lexicon import Lexicons, lexicons
from corpus.formats import EXTENSIONS, format_of
from corpus.gc_pause import uncollected
from corpus.grouping import grouped
from corpus.languages import TARGETS, Language
from corpus.limits import LimitError, limited
from corpus.records import Document, Finding
from corpus.sources.discovery import DiscoveredSources, PlacedFile
from corpus.sources.documents import quarantined, read, with_text_attributes
from corpus.sources.work_and_language import original_of
from corpus.text.printable import path_from_here
from corpus.text.segments import segment
from corpus.tokenizers import Words, en_fast, tokenizer
from flows.checking.check_request import CheckRequest, mended_page, unfixed_page
from flows.console.progress import SILENT, Progress
from flows.options.earlier_results import EarlierResults, from_json, said_by, to_json
from flows.pipeline import workers
from glossary.annotation.annotate import with_words
from glossary.annotation.pipeline import matcher
from glossary.decisions.adjudication import Adjudication
from glossary.desk.report.check_report import CheckedPage
from glossary.findings.contexts import SourcePage, original_with
from glossary.findings.decided import silenced
from glossary.findings.direction import EnglishPage, english_page, tempered, translated_works
from glossary.findings.engine import RaisedTogether, page_findings, selected_across
from glossary.findings.engine import order as in_order
from glossary.findings.raised_page import RaisedPage, compares, raised_page
from glossary.findings.repeated_places import without_repeated_places
from glossary.findings.site_text import with_kept_english, without_site_text
from glossary.fixing.apply_fixes import FixRequest
from glossary.fixing.edits import MENDED, Edit
from glossary.fixing.protected_regions import guarded
from glossary.rules.consistency.renderings import digest
from glossary.rules.context import RuleContext, UnreadPage
from glossary.rules.digest import Digest
from glossary.rules.rule import Rule
from glossary.rules.usages import usage_file
from glossary.termbase.termbase import Termbase


class LocatedFinding(NamedTuple):
    """A finding with its page."""

    page: CheckedPage
    finding: Finding


_WORTH = 1_500_000  # bytes of pages; a second process costs more than it saves below
_FileWithSource = tuple[PlacedFile, Path | None]  # a file to check, and its English version
_MISSES = 8  # pages that are not kept, from which on others are not looked for before processes are started
_ALIGNED = 4  # times as much work is a page that is aligned with its original


class _KeptPage(NamedTuple):
    """The cached record of a page: its rule results, its digest for rules that compare pages, facts of its original."""

    raised: RaisedPage
    digest: Digest | None = None
    english: EnglishPage | None = None
    guarded: tuple[tuple[int, int], ...] = ()  # places whose remedy would change code or markup


def check_sources(
    request: CheckRequest, progress: Progress = SILENT, sources: DiscoveredSources | None = None
) -> list[CheckedPage]:
    """Return the Chinese and Japanese pages of the sources with their findings, by paths; raises SourceError."""
    request.selection.check()
    _ = request.termbase  # what is wrong with it shows now
    placed, originals = _files_to_check(request, (sources or request.find_sources()).files)
    request = replace(request, decisions=request.decisions.rebased({file.name for file in placed}))
    pages = [(file, _original(file, originals, request)) for file in placed]
    progress.step("Checking", len(placed))
    results, unknown = _known_pages(pages, request)
    for _ in range(len(pages) - len(unknown)):
        progress.advance()
    sizes = [
        file.path.stat().st_size * (_ALIGNED if original else 1) if file.path.is_file() else 0
        for file, original in unknown
    ]
    pieces = _pieces(unknown, sizes)
    processes = min(len(pieces), request.options.jobs or (os.cpu_count() or 1)) if sum(sizes) > _WORTH else 1
    # Entered first and so left last: what the threads wait for has to be ended before they are waited for.
    waiting = ThreadPoolExecutor(max(1, min(len(pieces), 8)))  # each thread waits for a process
    with waiting as threads, workers.pool(processes) as run:
        for piece, batch in zip(pieces, threads.map(partial(run, judge, request), pieces), strict=True):
            results += batch
            for _ in piece:
                progress.advance()
    places = {file.name: number for number, file in enumerate(placed)}
    return _with_corpus_findings(sorted(results, key=lambda result: places[result[0].document.path]), request)


def _files_to_check(request: CheckRequest, files: Sequence[PlacedFile]) -> tuple[list[PlacedFile], dict[str, Path]]:
    """Return the files to check, named from the base, and the English versions by work."""
    named_paths = frozenset(map(os.path.abspath, request.options.sources)) if request.language else frozenset()
    candidates = [_in_language(file, named_paths, request) for file in files if _is_asked(file, request)]
    checked = [file for file in candidates if file.language is None or file.language.lang in TARGETS]
    originals = {file.work: file.path for file in reversed(files) if file.language and file.language.lang == "en"}
    return [rename_from_base(file, request) for file in checked], originals


def _is_asked(file: PlacedFile, request: CheckRequest) -> bool:
    path = Path(os.path.realpath(file.path))
    if not request.ignored.isdisjoint((path, *path.parents)):
        return False
    return request.only_files is None or path in request.only_files


def _in_language(file: PlacedFile, named_paths: Collection[str], request: CheckRequest) -> PlacedFile:
    """Return the file in the requested language: always if it was named, else only if it shows no other language."""
    if os.path.abspath(file.path) in named_paths:
        return replace(file, language=request.language)
    return replace(file, assumed=request.language) if file.language is None else file


def _original(file: PlacedFile, originals: Mapping[str, Path], request: CheckRequest) -> Path | None:
    """Return the path of the English version: in the file itself, among the sources, as requested, or next to it."""
    if format_of(file.media_type).is_bilingual:
        return file.path
    return originals.get(file.work) or request.original or original_of(file.path)


def rename_from_base(file: PlacedFile, request: CheckRequest) -> PlacedFile:
    """Return the file under its name from the base, whatever was given on the command line."""
    path = Path(os.path.abspath(file.path))
    name = path.relative_to(request.base).as_posix() if path.is_relative_to(request.base) else path.as_posix()
    readable = os.fsencode(name).decode("utf-8", "backslashreplace")  # a name need not be UTF-8
    return replace(file, name=readable)


def _pieces(pages: Sequence[_FileWithSource], sizes: Sequence[int]) -> list[list[_FileWithSource]]:
    """Return the files in pieces of similar size, enough for all processes to finish at about the same time."""
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
def judge(request: CheckRequest, piece: Sequence[_FileWithSource]) -> list[tuple[CheckedPage, Digest | None]]:
    """Return the pages of some files, each judged by itself, with its English version if that is among the sources."""
    return [result for page in piece for result in _judged_or_known(page, request) or ()]


def _earlier(request: CheckRequest) -> EarlierResults:
    return EarlierResults(request.termbase, request.selection.most_places, request.options.max_seconds)


def _known_pages(
    pages: Sequence[_FileWithSource], request: CheckRequest
) -> tuple[list[tuple[CheckedPage, Digest | None]], list[_FileWithSource]]:
    """Return the pages that an earlier check has cached, and the remaining files, which need processes. Once most are
    found not to be cached, the rest is not looked up here.
    """
    results: list[tuple[CheckedPage, Digest | None]] = []
    unknown: list[_FileWithSource] = []
    for number, page in enumerate(pages):
        if len(unknown) > _MISSES + number // 2:
            return results, [*unknown, *pages[number:]]
        page_results = _judged_or_known(page, request, judges=False)
        if page_results is None:
            unknown.append(page)
        else:
            results += page_results
    return results, unknown


def _judged_or_known(
    page: _FileWithSource, request: CheckRequest, judges: bool = True
) -> list[tuple[CheckedPage, Digest | None]] | None:
    """Return the page of a file with its findings. If it cannot be read or exceeds a limit, it has the reason instead.
    None if it must be judged but `judges` is False. Selection, decisions and measured confidences are applied to
    cached results.
    """
    file, document = page[0], _read(page[0], request)
    request = request.on_page(document.path)
    rules, shown_path = request.selection.rules(document.path), path_from_here(file.path)
    if document.status != "ok":
        return [(CheckedPage(document, shown_path), None)]
    if document.lang not in TARGETS:
        return []
    source = original_document(file, page[1], request)
    try:
        with limited(request.options.max_seconds):
            if request.mending is not None:
                return _fixed(file, document, source, rules, request, request.mending, judges)
            record = _kept_page(document, source, rules, request, judges)
    except LimitError as error:
        return [(CheckedPage(quarantined(document, str(error)), shown_path), None)]
    if record is None:
        return None
    findings = page_findings(document, record.raised, rules, request.decisions).findings
    page_digest = record.digest if request.selection.judges_together else None
    page_guarded = frozenset(record.guarded)
    return [
        (CheckedPage(document, shown_path, findings, rules, record.english, guarded_places=page_guarded), page_digest)
    ]


def _kept_page(
    document: Document,
    source: Document | None,
    rules: Sequence[Rule],
    request: CheckRequest,
    judges: bool,
) -> _KeptPage | None:
    """Return the cached record of a page, completed by the rules that it lacks; None if that needs judging but
    `judges` is False.
    """
    earlier = _earlier(request)
    compared = source and (said_by(source), lexicons_of(request.options.lexicons).fingerprint)
    key = earlier.key("page", said_by(document), compared)
    content = earlier.find(key, lambda: [text.text for text in (document, source) if text], {})
    record = _KeptPage(RaisedPage()) if content is None else from_json(_KeptPage, content)
    lacking, needs_digest = record.raised.lacks(rules), request.selection.judges_together and record.digest is None
    if content is not None and lacking == [] and not needs_digest:
        return record
    if not judges:
        return None
    original = source_page(source, request.termbase)
    page = text_page(document, original, request.termbase, lexicon_folders=request.options.lexicons)
    raised = raised_page(page, rules if lacking is None else lacking, request.selection.most_places, compares(rules))
    whole = _KeptPage(
        raised if lacking is None else record.raised.joined(raised),
        digest(page) if needs_digest else record.digest,
        english_page(page.original.document) if page.original else None,
        (*record.guarded, *_guarded(page, raised)),
    )
    if lacking is not None or record.raised.original == "unknown":
        earlier.keep(key, to_json(whole))
        earlier.keep_glossary()
    return whole


def _guarded(page: RuleContext, raised: RaisedPage) -> list[tuple[int, int]]:
    """Return the places on a page whose remedy would change code or markup."""
    edits = [
        Edit(place.location.start, place.location.end, place.location.suggestion, code, "", 1.0)
        for code in raised.violations.keys() & MENDED
        for violation in raised.violations[code]
        for place in violation.places
        if place.location.suggestion is not None and place.location.doc_id == page.document.doc_id
    ]
    left = guarded(page.document, page.blocks, edits) if edits else []
    return sorted({(edit.start, edit.end) for edit in left})


def _fixed(
    file: PlacedFile,
    document: Document,
    source: Document | None,
    rules: Sequence[Rule],
    request: CheckRequest,
    mending: FixRequest,
    judges: bool,
) -> list[tuple[CheckedPage, Digest | None]] | None:
    """Return the page after fixes; unchanged if its cached record is complete and has nothing to fix. None if it must
    be judged but `judges` is False.
    """
    shown_path, max_bytes = path_from_here(file.path), request.options.max_bytes
    record = _kept_page(document, source, rules, request, judges=False)
    if record is not None and not record.raised.unlisted:
        kept_findings = page_findings(document, record.raised, rules, request.decisions)
        unfixed, is_fixable = unfixed_page(file, document, shown_path, kept_findings, rules, mending)
        if not is_fixable:
            page_digest = record.digest if request.selection.judges_together else None
            return [(replace(unfixed, english=record.english), page_digest)]
    if not judges:
        return None
    original = source_page(source, request.termbase)

    def page_of(other: Document) -> RuleContext:
        return text_page(other, original, request.termbase, request.decisions, request.options.lexicons)

    fixed, page = mended_page(file, page_of(document), shown_path, rules, mending, max_bytes, page_of)
    english = english_page(page.original.document) if page.original else None
    return [(replace(fixed, english=english), digest(page) if request.selection.judges_together else None)]


def original_document(file: PlacedFile, path: Path | None, request: CheckRequest) -> Document | None:
    """Return the English original, or None if there is none."""
    if path is None:
        return None
    name = f"{file.name}\0en"  # no other document's, as the ids of segments begin with its hash
    form = EXTENSIONS.get(path.suffix.lower(), file.media_type)
    source = replace(file, path=path, name=name, media_type=form, language=Language("en", "en"))
    return _read(source, request)


def _read(file: PlacedFile, request: CheckRequest) -> Document:
    document = read(file, request.options.max_bytes, request.options.max_seconds)
    return with_text_attributes(document, request.options.text_attributes)


def _with_corpus_findings(
    results: Sequence[tuple[CheckedPage, Digest | None]], request: CheckRequest
) -> list[CheckedPage]:
    """Return the pages, including findings that come from comparing pages."""
    documents = {page.document.doc_id: page.document for page, _ in results}
    english = (page.english for page, _ in results if page.english)
    translated = translated_works(english, request.options.original)
    page_digests = [page_digest for _, page_digest in results if page_digest is not None]
    earlier = _earlier(request)
    texts = [(doc_id, document.path, document.sha256, document.text) for doc_id, document in documents.items()]
    more: dict[str, list[Finding]] = {}
    for digests in grouped(page_digests, lambda page: request.on_page(page.path).options.glossary).values():
        scope = request.on_page(digests[0].path)
        digests += pages_of_build(digests, request)
        key = earlier.key("across", scope.termbase.fingerprint, texts, digests)
        recall = partial(earlier.recalled, key, RaisedTogether)
        for finding in selected_across(digests, documents, scope.termbase, scope.selection, recall):
            more.setdefault(finding.doc_id, []).append(silenced(finding, request.decisions, documents))
    pages = [page for page, _ in sorted(results, key=lambda result: result[0].document.path)]
    findings: dict[str, list[Finding]] = {page.document.doc_id: [] for page in pages}
    standing = (finding for page in pages for finding in (*page.findings, *more.get(page.document.doc_id, ())))
    for finding in with_kept_english(without_repeated_places(without_site_text(tempered(standing, translated)))):
        findings[finding.doc_id].append(finding)
    return [replace(page, findings=sorted(findings[page.document.doc_id], key=in_order)) for page in pages]


def pages_of_build(digests: Sequence[Digest], request: CheckRequest) -> list[Digest]:
    """Return how the other pages of the last build, in the same scope, render the terms of the checked pages. Empty
    without a build.
    """
    file = request.options.build / usage_file.FILE
    if not digests or not file.is_file():
        return []
    others = usage_file.other_pages(_usage_lines(file, file.stat().st_mtime_ns), digests)
    folders = request.on_page(digests[0].path).options.glossary
    return [page for page in others if request.on_page(page.path).options.glossary == folders]


@lru_cache(maxsize=1)
def _usage_lines(file: Path, modified: int) -> str:
    """Return the text of a usage file, cached: an editor asks at every pause in typing."""
    return file.read_text(encoding="utf-8")


def located(pages: Iterable[CheckedPage]) -> Iterator[LocatedFinding]:
    """Yield the findings of pages, in order."""
    return (LocatedFinding(page, finding) for page in pages for finding in page.findings)


def new_findings(findings: Iterable[LocatedFinding], before: Iterable[LocatedFinding]) -> list[LocatedFinding]:
    """Return those of `findings` that `before` has not: the same rule, concept and words on the same page.

    A page is the same where one path is the end of the other.
    """
    paths: defaultdict[tuple[str, str | None, str], set[str]] = defaultdict(set)
    for page, finding in before:
        paths[_key(finding)].add(page.document.path)
    is_same = usage_file.is_same_page
    return [
        one for one in findings if not any(is_same(one.page.document.path, path) for path in paths[_key(one.finding)])
    ]


def _key(finding: Finding) -> tuple[str, str | None, str]:
    return finding.rule, finding.concept_id, finding.surface


def text_page(
    document: Document,
    source: SourcePage | None,
    termbase: Termbase,
    decisions: Adjudication | None = None,
    lexicon_folders: tuple[Path, ...] = (),
) -> RuleContext:
    """Return the rule context of a document, with its English original if there is one. `lexicon_folders` hold
    lexicons beside the built-in ones.
    """
    blocks = segment(document)
    read = cache(lambda: with_words(blocks, matcher(termbase), _cutter))
    original = original_with(document, source, read, partial(lexicons_of, lexicon_folders)) if source else None
    return UnreadPage(document, blocks, read, termbase, original, decisions)


def source_page(source: Document | None, termbase: Termbase) -> SourcePage | None:
    """Return the English original, to be read once for all its pages; None if there is none or it is unreadable."""
    return (
        SourcePage(source, partial(matcher, termbase), _cutter)
        if source is not None and source.status == "ok"
        else None
    )


@cache
def lexicons_of(folders: tuple[Path, ...]) -> Lexicons:
    """Return the built-in lexicons with those of folders, read once."""
    return lexicons(folders)


def _cutter(lang: str) -> Callable[[str], Words]:
    """Return the tokenizer of a build, but a faster one for sentences left in English: spaCy takes half the time."""
    return en_fast.cut if lang == "en" else tokenizer(lang)
