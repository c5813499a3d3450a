"""Staleness of a repository's translations: each compared with the versions of its original in git."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from corpus.alignment.lexicon import Lexicons, lexicons
from corpus.formats import format_of
from corpus.gc_pause import uncollected
from corpus.languages import Language
from corpus.limits import LimitError, limited
from corpus.records import Document
from corpus.sources import discovery
from corpus.sources.discovery import PlacedFile, SourceError
from corpus.sources.documents import read, with_text_attributes, without_duplicates
from corpus.sources.work_and_language import place, split_extension
from corpus.staleness.page_versions import PageVersion
from corpus.staleness.seen_version import SeenVersion, StaleSentence, seen_version
from corpus.text.printable import path_from_here, printable
from flows.checking.original_versions import EVERYTHING, OriginalVersions
from flows.console.progress import SILENT, Progress
from flows.files.git_repository import Commit, History, commit_named, contents, git, ignored, read_history, top_of
from flows.options.flow_parameters import CheckOptions

COMMAND = "taiyaku stale"


@dataclass(frozen=True, slots=True)
class PageStaleness:
    """A translation with its original, or an original without a translation in a language."""

    state: str  # fresh, stale, missing; unknown: a shallow clone cannot tell; deleted: the original is no more
    file: Path  # the translation; where it is missing, the original
    original: str  # its path as the user finds it, or as git last had it
    last_seen: Commit | None = None  # the last whose version is in the translation as a whole; the one that deleted it
    sentences: int = 0  # of the original
    words: int = 0  # of the original
    changes: Sequence[StaleSentence] = ()
    commits: Sequence[Commit | None] = ()  # that made these changes, in the same order; None: it is not committed
    seen_commits: Sequence[Commit] = ()  # other commits that changed the original
    sha256: str = ""  # of the original as `last_seen` left it
    marked_outdated: bool = False  # by the translation itself
    is_marked: bool = False  # by its mark, that is, of a version that git has
    is_catalogue: bool = False  # its units that are fuzzy have changed, those without translation were added

    @property
    def path(self) -> str:
        """Return the path of the file as seen from the current folder."""
        return path_from_here(self.file)

    @property
    def words_to_do(self) -> int:
        """Return how many words of the original have to be translated."""
        return self.words if self.state == "missing" else sum(change.words for change in self.changes)

    def count(self, *kinds: str) -> int:
        """Return how many sentences of the original are stale in these ways."""
        return sum(change.kind in kinds and change.is_prose for change in self.changes)


@dataclass(slots=True)
class RepositoryStaleness:
    """The translations of a repository by language, and remarks on the whole."""

    head: str  # the commit that is checked out
    is_shallow: bool
    pages: dict[str, list[PageStaleness]] = field(default_factory=dict)  # by locale, each with its pages by path
    remarks: list[str] = field(default_factory=list)
    catalogues: Sequence[PlacedFile] = ()  # which say themselves what is stale in them


class _Page(NamedTuple):
    file: PlacedFile
    document: Document


def repository_staleness(
    options: CheckOptions, since: str = "", *, renews_marks: bool = False, progress: Progress = SILENT
) -> RepositoryStaleness:
    """Return what is stale among the sources, which lie in one repository; raises SourceError.

    With `since` what the original was at a revision counts as seen. Where marks are renewed, a translation may have
    seen more than its mark says.
    """
    sources = [Path(os.path.realpath(source)) for source in options.sources]
    top = Path(os.path.realpath(top_of(sources[0] if sources[0].is_dir() else sources[0].parent, COMMAND)))
    for source in sources:
        if not source.exists():
            raise SourceError(f"{printable(source)}: no such file or folder; check the path")
        if not source.is_relative_to(top):
            raise SourceError(f"{printable(source)}: not in the repository {printable(top)}; name it by itself")
    root = Path(os.path.realpath(options.root or top))
    root = root if root.is_relative_to(top) else top
    left_out = ignored(top)
    progress.step("Reading")
    discovered = discovery.find([root], root, options.exclude, options.works, options.out, progress.advance).files
    places = {file.name: file for file in discovered if left_out.isdisjoint((file.path, *file.path.parents))}
    history = read_history(top, sorted({f"*{split_extension(name)[1]}" for name in places}), COMMAND)
    result = RepositoryStaleness(history.head, history.is_shallow, remarks=history.remarks)
    catalogues = {file.path: file for file in places.values() if format_of(file.media_type).is_bilingual}
    result.catalogues = [
        file for path, file in catalogues.items() if any(path.is_relative_to(source) for source in sources)
    ]
    files = (file for file in places.values() if file.path not in catalogues)
    documents = [read(file, options.max_bytes, options.max_seconds) for file in files]
    documents = without_duplicates([with_text_attributes(page, options.text_attributes) for page in documents])
    result.remarks += [f"{printable(page.path)}: not read: {page.reason}" for page in documents if page.status != "ok"]
    pages = [_Page(places[page.path], page) for page in documents if page.status == "ok"]
    with contents(top) as blobs:
        versions = OriginalVersions(history, blobs, top, options)
        settled = _reachable(history, top, since)
        judge = _Judge(
            options, history, versions, lexicons(options.lexicons), top, root, sources, settled, renews_marks
        )
        judge.add_pages(pages, result, progress)
    return result


def _reachable(history: History, top: Path, revision: str) -> int:
    """Return the commits up to a revision, as bits; none if no revision is given."""
    if not revision:
        return 0
    commit = commit_named(top, revision, "--since")
    reachable = set(git(top, "rev-list", commit, user="--since").decode().split())
    return sum(1 << number for number, commit in enumerate(history.commits) if commit.sha in reachable)


@dataclass(frozen=True, slots=True)
class _Judge:
    """Judges the translations of a repository by its options and git history."""

    options: CheckOptions
    history: History
    versions: OriginalVersions
    lexicons: Lexicons
    top: Path
    root: Path
    sources: Sequence[Path]
    settled: int  # commits whose versions count as seen, as bits
    renews_marks: bool

    @property
    def original(self) -> str:
        """Return the language that pages are translated from."""
        return self.options.original or "en"

    @uncollected()
    def add_pages(self, pages: Sequence[_Page], result: RepositoryStaleness, progress: Progress) -> None:
        """Add the pages of every language to the result, with reasons for pages that were not compared."""
        originals = {page.document.work: page for page in reversed(pages) if page.document.lang == self.original}
        translations = [page for page in pages if page.document.lang != self.original]
        earlier, deleted = self._works_of_git(originals)
        names = {(page.document.locale, page.document.work) for page in translations}
        by_original: defaultdict[str, dict[str, _Page]] = defaultdict(dict)
        rows: defaultdict[str, list[PageStaleness]] = defaultdict(list)
        for page in translations:
            locale, work = page.document.locale, page.document.work
            current = work if work in originals else earlier.get(work, "")
            if current == work or (current and (locale, current) not in names):
                by_original[current][locale] = page
            elif work in deleted and self._is_asked(page):
                rows[locale].append(PageStaleness("deleted", page.file.path, *deleted[work]))
        folders = {
            (locale, originals[work].file.path.parent) for work, versions in by_original.items() for locale in versions
        }
        progress.step("Comparing", len(originals))
        for work, original in sorted(originals.items()):
            progress.advance()
            for locale in sorted({locale for locale, _ in names}):
                translation = by_original[work].get(locale)
                # Beside pages without a tag, one that has no neighbour in this language is not meant to be translated.
                is_listed = translation or original.file.language or (locale, original.file.path.parent) in folders
                if not is_listed or not any(page and self._is_asked(page) for page in (original, translation)):
                    continue
                try:
                    with limited(self.options.max_seconds):
                        rows[locale] += (
                            [self._compared(translation, original)] if translation else self._missing(original)
                        )
                except LimitError as error:
                    result.remarks.append(f"{printable(original.document.path)}: not compared with {locale}: {error}")
        result.pages = {locale: sorted(rows[locale], key=lambda row: row.path) for locale in sorted(rows)}

    def _is_asked(self, page: _Page) -> bool:
        return any(page.file.path.is_relative_to(source) for source in self.sources)

    def _works_of_git(self, originals: dict[str, _Page]) -> tuple[dict[str, str], dict[str, tuple[str, Commit]]]:
        """Return the works by earlier names of their originals, and those with a deleted original: path and commit."""
        earlier: dict[str, str] = {}
        for work, page in originals.items():
            for entry in self.versions.entries(page.file):
                earlier.setdefault(self._place(entry.path)[0], work)
        deleted: dict[str, tuple[str, Commit]] = {}
        for path, number in self.history.deleted.items():
            work, language = self._place(path)
            if language is None or language.lang == self.original:
                deleted.setdefault(work, (path, self.history.commits[number]))
        return earlier, deleted

    def _place(self, path: str) -> tuple[str, Language | None]:
        return place(os.path.relpath(self.top / path, self.root).replace(os.sep, "/"), self.root, self.options.works)

    def _missing(self, original: _Page) -> list[PageStaleness]:
        """Return a row for an original without a translation, unless one of its versions counts as seen."""
        if any(self.settled >> entry.commit & 1 for entry in self.versions.entries(original.file)):
            return []
        page = self.versions.current(original.file, original.document).page
        path = original.file.path
        return [PageStaleness("missing", path, path_from_here(path), None, len(page.prose), page.word_count)]

    def _compared(self, page: _Page, original: _Page) -> PageStaleness:
        commits = self.history.commits
        could_see = self.versions.could_see(page.file)
        versions = self.versions.versions(original.file, original.document, could_see, self.settled)
        mark = self.versions.mark_of(page.file)
        marked = self.versions.marked(versions, mark, original.file)
        is_marked = marked is not None and not self.renews_marks
        versions = marked or versions
        if is_marked:
            latest = len(versions) - 1
        elif could_see == EVERYTHING:
            latest = 0
        else:
            bits = (could_see >> version.commit & 1 if version.commit is not None else 0 for version in versions)
            latest = next((number for number, bit in enumerate(bits) if bit), len(versions) - 1)
        outcome = SeenVersion(0)
        if len(versions) > 1:
            texts = [version.text.page for version in versions]
            outcome = seen_version(texts, PageVersion(page.document), latest, self.lexicons, is_marked=is_marked)
        by_version = [commits[version.commit] if version.commit is not None else None for version in versions]
        if is_marked and by_version[-1] is None:
            by_version[-1] = Commit(mark.commit, "", "", 0)
        stale = {change.version for change in outcome.sentences}
        is_stale = outcome.sentences or (mark.outdated and not self.renews_marks)
        current = self.versions.current(original.file, original.document).page
        return PageStaleness(
            state="stale" if is_stale else "unknown" if self.history.is_shallow and marked is None else "fresh",
            file=page.file.path,
            original=path_from_here(original.file.path),
            last_seen=by_version[outcome.version],
            sentences=len(current.prose),
            words=current.word_count,
            changes=outcome.sentences,
            commits=[by_version[change.version] for change in outcome.sentences],
            seen_commits=[commit for number, commit in enumerate(by_version) if commit and number not in stale],
            sha256=versions[outcome.version].hashes[-1],
            marked_outdated=mark.outdated,
            is_marked=marked is not None,
        )
