"""Checking files: from sources to the findings of each page, in one process or several, without Prefect."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from functools import cache, lru_cache, partial
from pathlib import Path
from typing import NamedTuple

from corpus.alignment.lexicon_io import Lexicons, lexicons
from corpus.formats import EXTENSIONS, format_of
from corpus.gc_pause import uncollected
from corpus.languages import TARGETS, Language
from corpus.limits import LimitError, limited
from corpus.records import Document, Finding
from corpus.sources import discovery
from corpus.sources.discovery import PlacedFile
from corpus.sources.documents import quarantined, read, with_text_attributes
from corpus.sources.originals import original_of
from corpus.tokenizers import Words, en_fast, tokenizer
from flows.checking.check_request import CheckRequest, fixed_places, mended_page
from flows.console.progress import SILENT, Progress
from flows.options.earlier_results import EarlierResults, from_json, said_by, to_json
from flows.pipeline import workers
from glossary.annotation.annotate import annotated
from glossary.annotation.pipeline import matcher
from glossary.decisions.adjudication import Adjudication
from glossary.desk.report.check_report import CheckedPage, FixedPlace
from glossary.findings.contexts import SourcePage, original_with
from glossary.findings.decided import silenced
from glossary.findings.direction import EnglishPage, english_page, tempered, translated_works
from glossary.findings.engine import PageFindings, check, selected_across
from glossary.findings.engine import order as in_order
from glossary.findings.repeated_places import without_repeated_places
from glossary.findings.site_text import with_kept_english, without_site_text
from glossary.fixing.apply_fixes import FixRequest
from glossary.rules.consistency.renderings import digest
from glossary.rules.context import RuleContext
from glossary.rules.digest import Digest
from glossary.rules.usages import usage_file
from glossary.termbase.termbase import Termbase


class LocatedFinding(NamedTuple):
    """A finding with its page."""

    page: CheckedPage
    finding: Finding


_WORTH = 1_500_000  # bytes of pages; a second process costs more than it saves below
_FileWithSource = tuple[PlacedFile, Path | None]  # a file to check, and its English version
_ALIGNED = 4  # times as much work is a page that is aligned with its original


class _PageOutcome(NamedTuple):
    """What is kept of a page: its findings, what it hands on to rules that compare pages, what its original tells."""

    findings: list[Finding]
    digest: Digest | None
    english: EnglishPage | None


class _Fixes(NamedTuple):
    """What is kept of the fixes of a page."""

    places: tuple[FixedPlace, ...]


def check_sources(request: CheckRequest, progress: Progress = SILENT) -> list[CheckedPage]:
    """Return the Chinese and Japanese pages of the sources with their findings, by paths; raises SourceError."""
    request.selection.check()
    _ = request.termbase  # what is wrong with it shows now
    placed, originals = _files_to_check(request)
    request = replace(request, decisions=request.decisions.rebased({file.name for file in placed}))
    pages = [(file, _original(file, originals, request)) for file in placed]
    sizes = [_size(file) * (_ALIGNED if original else 1) for file, original in pages]
    pieces = _pieces(pages, sizes)
    processes = min(len(pieces), request.options.jobs or (os.cpu_count() or 1)) if sum(sizes) > _WORTH else 1
    progress.step("Checking", len(placed))
    results: list[tuple[CheckedPage, Digest | None]] = []
    # Entered first and so left last: what the threads wait for has to be ended before they are waited for.
    waiting = ThreadPoolExecutor(max(1, min(len(pieces), 8)))  # each thread waits for a process
    with waiting as threads, workers.pool(processes) as run:
        for piece, batch in zip(pieces, threads.map(partial(run, judge, request), pieces), strict=True):
            results += batch
            for _ in piece:
                progress.advance()
    return _with_corpus_findings(results, request)


def _files_to_check(request: CheckRequest) -> tuple[list[PlacedFile], dict[str, Path]]:
    """Return the files to check, under their names from the base, and English versions by work."""
    files = discovery.find(
        request.options.sources,
        request.options.root,
        request.options.exclude,
        request.options.works,
        request.options.out,
    ).files
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
    """Return the file in the language that the caller says: one that was named, or else one that shows no other."""
    if os.path.abspath(file.path) in named_paths:
        return replace(file, language=request.language)
    return replace(file, assumed=request.language) if file.language is None else file


def _size(file: PlacedFile) -> int:
    return file.path.stat().st_size if file.path.is_file() else 0


def _original(file: PlacedFile, originals: Mapping[str, Path], request: CheckRequest) -> Path | None:
    """Return the English version: in the file itself, among the sources, as the caller says, or beside the file."""
    if format_of(file.media_type).is_bilingual:
        return file.path
    return originals.get(file.work) or request.original or original_of(file.path)


def rename_from_base(file: PlacedFile, request: CheckRequest) -> PlacedFile:
    """Return the file under the name that it has from the base, whatever was named on the command line."""
    path = Path(os.path.abspath(file.path))
    name = path.relative_to(request.base).as_posix() if path.is_relative_to(request.base) else path.as_posix()
    readable = os.fsencode(name).decode("utf-8", "backslashreplace")  # a name need not be UTF-8
    return replace(file, name=readable)


def _pieces(pages: Sequence[_FileWithSource], sizes: Sequence[int]) -> list[list[_FileWithSource]]:
    """Return the files in pieces of about the same size, enough for all processes to end together."""
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
    """Return the pages of some files, each by itself; beside a file its English version, if among the sources."""
    results: list[tuple[CheckedPage, Digest | None]] = []
    earlier = EarlierResults(request.termbase, request.selection, request.decisions, request.options.max_seconds)
    for file, original in piece:
        document = _read(file, request)
        if document.status != "ok":
            results.append((CheckedPage(document, _display_path(file.path)), None))
        elif document.lang in TARGETS:
            source = original_document(file, original, request)
            page, page_digest = _known_or_judged(file, document, source, earlier, request)
            results.append((_with_fixes(page, file, earlier, request), page_digest))
    if results and request.mending is None:
        earlier.keep_glossary()
    return results


def _known_or_judged(
    file: PlacedFile, document: Document, source: Document | None, earlier: EarlierResults, request: CheckRequest
) -> tuple[CheckedPage, Digest | None]:
    """Return the page with its findings, as an earlier check left them or as it is judged now."""
    if request.mending is not None:  # the page is changed
        return _within_limits(file, document, source, request.termbase, request)
    compared = source and (said_by(source), lexicons_of(request.options.lexicons).fingerprint)
    key = earlier.key("page", said_by(document), compared)
    content = earlier.find(key, lambda: [text.text for text in (document, source) if text])
    if content is not None:
        outcome = from_json(_PageOutcome, content)
        rules = request.selection.rules(document.path)
        page = CheckedPage(document, _display_path(file.path), outcome.findings, rules, outcome.english)
        return page, outcome.digest if request.selection.judges_together else None
    page, page_digest = _within_limits(file, document, source, request.termbase, request)
    if page.was_read:
        earlier.keep(key, to_json(_PageOutcome(list(page.findings), page_digest, page.english)))
    return page, page_digest


def _with_fixes(page: CheckedPage, file: PlacedFile, earlier: EarlierResults, request: CheckRequest) -> CheckedPage:
    """Return the page with what `--fix` would fix, where that is asked for: the page is fixed in memory.

    It is judged again without its original, which takes a tenth of the time.
    """
    marking = request.marking
    if marking is None or not page.was_read:
        return page
    wish, judged = FixRequest(marking.threshold, marking.earlier), PageFindings(list(page.findings))
    edits = sorted(edit for edit in wish.edits(page.document, judged) if wish.is_sure(edit))
    if page.is_extracted or not edits:
        return replace(page, fixes=frozenset())
    key = earlier.key("fixes", said_by(page.document), edits, marking.threshold.confidence)
    content = earlier.find(key, lambda: [page.document.text])
    if content is None:
        page_of = partial(text_page, source=None, termbase=request.termbase, decisions=request.decisions)
        with suppress(LimitError), limited(request.options.max_seconds):
            alone = page_of(page.document)
            rules = [rule for rule in page.rules if rule.fixable]
            fixed, _ = mended_page(
                file, alone, page.shown_path, rules, marking, request.options.max_bytes, page_of, judged
            )
            page = replace(page, fixes=fixed_places(fixed))
        earlier.keep(key, to_json(_Fixes(tuple(sorted(page.fixes or ())))))
        return page
    return replace(page, fixes=frozenset(from_json(_Fixes, content).places))


def _within_limits(
    file: PlacedFile, document: Document, source: Document | None, termbase: Termbase, request: CheckRequest
) -> tuple[CheckedPage, Digest | None]:
    """Return the page with its findings; without them, and with the reason, where it costs more than it may."""
    try:
        with limited(request.options.max_seconds):
            checked, page = _check_page(file, document, source, termbase, request)
            if page.original:
                checked = replace(checked, english=english_page(page.original.document))
            return checked, digest(page) if request.selection.judges_together else None
    except LimitError as error:
        return CheckedPage(quarantined(document, str(error)), _display_path(file.path)), None


def _check_page(
    file: PlacedFile, document: Document, source: Document | None, termbase: Termbase, request: CheckRequest
) -> tuple[CheckedPage, RuleContext]:
    original = source_page(source, termbase)
    page, rules = _page(document, termbase, original, request), request.selection.rules(document.path)
    if request.mending is None:
        findings = check(page, rules, request.selection.most_places)
        return CheckedPage(document, _display_path(file.path), findings, rules), page

    def again(other: Document) -> RuleContext:
        return _page(other, termbase, original, request)

    return mended_page(file, page, _display_path(file.path), rules, request.mending, request.options.max_bytes, again)


def _page(document: Document, termbase: Termbase, source: SourcePage | None, request: CheckRequest) -> RuleContext:
    return text_page(document, source, termbase, request.decisions, request.options.lexicons)


def _display_path(path: Path) -> str:
    """Return a path as the user finds it: from here where it lies below."""
    cwd = Path.cwd()
    return str(path.relative_to(cwd) if path.is_relative_to(cwd) else path)


def original_document(file: PlacedFile, path: Path | None, request: CheckRequest) -> Document | None:
    """Return the English original, where there is one."""
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
    """Return the pages with what they decide together, too."""
    documents = {page.document.doc_id: page.document for page, _ in results}
    english = (page.english for page, _ in results if page.english)
    translated = translated_works(english, request.options.original)
    digests = [page_digest for _, page_digest in results if page_digest is not None]
    digests += pages_of_build(digests, request)
    termbase = request.termbase
    more: dict[str, list[Finding]] = {}
    for finding in selected_across(digests, documents, termbase, request.selection):
        more.setdefault(finding.doc_id, []).append(silenced(finding, request.decisions, documents))
    pages = [page for page, _ in sorted(results, key=lambda result: result[0].document.path)]
    findings: dict[str, list[Finding]] = {page.document.doc_id: [] for page in pages}
    standing = (finding for page in pages for finding in (*page.findings, *more.get(page.document.doc_id, ())))
    for finding in with_kept_english(without_repeated_places(without_site_text(tempered(standing, translated)))):
        findings[finding.doc_id].append(finding)
    return [replace(page, findings=sorted(findings[page.document.doc_id], key=in_order)) for page in pages]


def pages_of_build(digests: Sequence[Digest], request: CheckRequest) -> list[Digest]:
    """Return how the other pages of the last build render the terms of the pages that are checked, if there is one."""
    file = request.options.build / usage_file.FILE
    if not digests or not file.is_file():
        return []
    return usage_file.other_pages(_usage_lines(file, file.stat().st_mtime_ns), digests)


@lru_cache(maxsize=1)
def _usage_lines(file: Path, modified: int) -> str:
    """Return the text of a usage file, read once: an editor asks at each stop of the keyboard."""
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
    return [
        one for one in findings if not any(_is_same(one.page.document.path, path) for path in paths[_key(one.finding)])
    ]


def _key(finding: Finding) -> tuple[str, str | None, str]:
    return finding.rule, finding.concept_id, finding.surface


def _is_same(path: str, other: str) -> bool:
    return path == other or path.endswith(f"/{other}") or other.endswith(f"/{path}")


def text_page(
    document: Document,
    source: SourcePage | None,
    termbase: Termbase,
    decisions: Adjudication | None = None,
    lexicon_folders: tuple[Path, ...] = (),
) -> RuleContext:
    """Return the page of a document that was read, beside its English original where there is one.

    `lexicon_folders` hold lexicons beside the built-in ones.
    """
    segments, mentions = annotated(document, matcher(termbase), _cutter)
    lexicon_loader = partial(lexicons_of, lexicon_folders)
    original = original_with(document, source, segments, mentions, lexicon_loader) if source else None
    return RuleContext(document, tuple(segments), tuple(mentions), termbase, original, decisions)


def source_page(source: Document | None, termbase: Termbase) -> SourcePage | None:
    """Return the English original of pages, to be read once for all of them; None if there is none that can be read."""
    return SourcePage(source, matcher(termbase), _cutter) if source is not None and source.status == "ok" else None


@cache
def lexicons_of(folders: tuple[Path, ...]) -> Lexicons:
    """Return the built-in lexicons with those of folders, read once."""
    return lexicons(folders)


def _cutter(lang: str) -> Callable[[str], Words]:
    """Return the tokenizers of a build, but for the sentences left in English: spaCy takes half of the time."""
    return en_fast.cut if lang == "en" else tokenizer(lang)
