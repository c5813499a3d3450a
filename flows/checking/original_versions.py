"""Original versions: what git has of a translation's original, and which versions its last change could see."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from corpus import lazy_re as re
from corpus.formats import EXTENSIONS
from corpus.formats.markdown import frontmatter
from corpus.languages import Language
from corpus.records import Document
from corpus.sources.discovery import PlacedFile
from corpus.sources.documents import read_bytes, with_text_attributes
from corpus.sources.work_and_language import split_extension
from corpus.staleness.page_versions import Cuts, PageVersion
from corpus.staleness.seen_version import SourceMark, read_mark
from flows.files.git_repository import Contents, FileVersion, History
from flows.options.flow_parameters import CheckOptions

_BEFORE, _AFTER = 16, 8  # versions that a translation is compared with: before its last change, after it
_LOOKED_AT = 64  # versions of a translation among which its last change is looked for
_DATE = re.compile(r"\d{4}[^\dA-Za-z]{1,3}\d{1,2}[^\dA-Za-z]{1,3}\d{1,2}(?:T[\d:.]+(?:Z|[+-][\d:]+)?)?")
_MARK = re.compile(r"(?:source_?(?:commit|sha256)|outdated)\W+\w+", re.IGNORECASE)
_SEPARATORS = re.compile(r"[\W_]+")
EVERYTHING = -1  # all commits, as bits


class FileText:
    """A page as a file or a commit holds it; segmented only when needed."""

    def __init__(self, document: Document, data: bytes, cuts: Cuts) -> None:
        self.document, self._cuts = document, cuts
        self.sha256 = hashlib.sha256(data).hexdigest()
        matter, body = _parts(data)
        self.compared = " ".join((_DATE.sub("", matter) + body).split())

    @cached_property
    def page(self) -> PageVersion:
        """Return the page in segments."""
        return PageVersion(self.document, self._cuts)


@dataclass(slots=True)
class OriginalVersion:
    """A version of an original; commits that changed only dates in the front matter do not count as versions."""

    text: FileText
    commit: int | None  # the number of the one that made it; None: it is not committed
    hashes: tuple[str, ...]  # SHA-256 of the file, with all its dates


class OriginalVersions:
    """The versions of originals in a repository; those of the last page are kept."""

    def __init__(self, history: History, blobs: Contents, top: Path, options: CheckOptions) -> None:
        self._history, self._blobs, self._top, self._options = history, blobs, top, options
        self._file = Path()
        self._current: FileText | None = None
        self._kept: dict[str, FileText | None] = {}  # by blob
        self._cuts = Cuts()

    def entries(self, file: PlacedFile) -> Sequence[FileVersion]:
        """Return the versions of a file in its commits, newest first."""
        return self._history.versions.get(file.path.relative_to(self._top).as_posix(), ())

    def could_see(self, translation: PlacedFile) -> int:
        """Return the commits up to the last change of a translation's contents, as bits. All if the translation is not
        committed; none if git's history is cut and has no change of it.
        """
        entries = self.entries(translation)
        commits = 0 if self._history.is_cut and not entries else EVERYTHING
        data = translation.path.read_bytes()
        for entry in entries[:_LOOKED_AT]:
            committed = self._blobs.read(entry.blob) or b""
            if committed != data and _letters(committed) != _letters(data):
                break
            commits = self._history.commits[entry.commit].before
        return commits

    def current(self, file: PlacedFile, document: Document) -> FileText:
        """Return the current text of an original from its file."""
        if self._current is None or file.path != self._file:
            self._file, self._kept, self._cuts = file.path, {}, Cuts()
            self._current = FileText(document, file.path.read_bytes(), self._cuts)
        return self._current

    def mark_of(self, translation: PlacedFile) -> SourceMark:
        """Return the mark of a translation."""
        return read_mark(translation.path.read_bytes().decode("utf-8", "replace"))

    def versions(self, file: PlacedFile, document: Document, could_see: int, settled: int) -> list[OriginalVersion]:
        """Return the versions of an original, newest first, that a translation is compared with. `could_see` are the
        commits before the translation's last change, `settled` those whose versions count as seen.
        """
        current = self.current(file, document)
        file = replace(file, language=Language(document.lang, document.locale))
        entries = self.entries(file)
        before = [entry for entry in entries if could_see >> entry.commit & 1][:_BEFORE]
        after = [entry for entry in entries if not could_see >> entry.commit & 1]
        versions: list[OriginalVersion] = []
        for entry in (None, *after[:1], *after[1:][-_AFTER:], *before):
            text = self._committed(file, entry) if entry else current
            if text is None:
                continue
            commit = entry.commit if entry else None
            if versions and versions[-1].text.compared == text.compared:
                versions[-1].commit = commit
                versions[-1].hashes += (text.sha256,)
            else:
                versions.append(OriginalVersion(text, commit, (text.sha256,)))
            if entry and settled >> entry.commit & 1:
                break
        return versions

    def _committed(self, file: PlacedFile, entry: FileVersion) -> FileText | None:
        """Return the original as of a commit; None if it is not text there."""
        if entry.blob not in self._kept:
            data = self._blobs.read(entry.blob)
            self._kept[entry.blob] = self._readable(file, entry.path, data) if data is not None else None
        return self._kept[entry.blob]

    def _readable(self, file: PlacedFile, path: str, data: bytes) -> FileText | None:
        name = path if split_extension(path)[1] in EXTENSIONS else file.name
        placed = replace(file, name=name, media_type=EXTENSIONS[split_extension(name)[1]])
        document = read_bytes(placed, data)
        document = with_text_attributes(document, self._options.text_attributes)
        return FileText(document, data, self._cuts) if document.status == "ok" else None

    def marked(
        self, versions: Sequence[OriginalVersion], mark: SourceMark, file: PlacedFile
    ) -> list[OriginalVersion] | None:
        """Return the versions down to the one that a mark names; None where git does not have it."""
        for text in self._marked_texts(mark, file):
            number = next((i for i, version in enumerate(versions) if version.text.compared == text.compared), None)
            return (
                [*versions[: number + 1]]
                if number is not None
                else [versions[0], OriginalVersion(text, None, (text.sha256,))]
            )
        number = next((i for i, version in enumerate(versions) if mark.sha256 in version.hashes), None)
        return [*versions[: number + 1]] if number is not None else None

    def _marked_texts(self, mark: SourceMark, file: PlacedFile) -> Iterator[FileText]:
        for path in dict.fromkeys(entry.path for entry in self.entries(file)) if mark.commit else ():
            data = self._blobs.read(f"{mark.commit}:{path}")
            if data is not None and (text := self._readable(file, path, data)):
                yield text


def _parts(data: bytes) -> tuple[str, str]:
    """Return the front matter and the rest of a page."""
    text = data.decode("utf-8", "replace")
    matter = frontmatter.find(text)
    end = matter.end() if matter else 0
    return text[:end], text[end:]


def _letters(data: bytes) -> str:
    """Return the text by which a translation's contents are compared: no front matter, dates, marks or markup."""
    return _SEPARATORS.sub("", _MARK.sub("", _DATE.sub("", _parts(data)[1])))
