"""Coverage of originals: which originals have a page in each other language, by the folders that they lie in."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from corpus.languages import TARGETS
from glossary.desk.report.web.folders import folder_filter, folders
from glossary.desk.report.web.tables import ReportTables

_FOLDERS = 24  # that are listed apart
_LISTED = 100  # originals without a page that are listed of a language


@dataclass(frozen=True, slots=True)
class FolderCoverage:
    """The originals of a folder."""

    folder: str  # empty: all that have no row of their own
    filter: str  # what the page filters by
    originals: int
    translated: Mapping[str, int]  # language → how many of them have a page in it


@dataclass(frozen=True, slots=True)
class OriginalCoverage:
    """What of the originals was translated."""

    folders: Sequence[FolderCoverage]
    lacking: Mapping[str, Sequence[tuple[str, str]]]  # language → id and path of the first originals without a page
    lack: Mapping[str, int]  # language → how many originals have no page

    @property
    def originals(self) -> int:
        """The number of originals."""
        return sum(row.originals for row in self.folders)


def original_coverage(build: ReportTables) -> OriginalCoverage:
    """Return how much of the originals has a page in each language that has any; no folders without originals."""
    originals: dict[str, tuple[str, str]] = {}
    langs_by_work: defaultdict[str, set[str]] = defaultdict(set)
    for document in build.documents:
        langs_by_work[document["work"]].add(document["lang"])
        if document["lang"] not in TARGETS:
            originals.setdefault(document["work"], (document["doc_id"], document["path"]))
    langs = [lang for lang in build.languages if lang in TARGETS]
    folder_of = folders(originals, _FOLDERS)
    works_by_folder: defaultdict[str, list[str]] = defaultdict(list)
    for work in originals:
        works_by_folder[folder_of[work]].append(work)
    lacking = {lang: [originals[work] for work in originals if lang not in langs_by_work[work]] for lang in langs}
    return OriginalCoverage(
        [
            FolderCoverage(
                folder,
                folder_filter(folder, works_by_folder) if folder else "",
                len(works),
                {lang: sum(lang in langs_by_work[work] for work in works) for lang in langs},
            )
            for folder, works in sorted(works_by_folder.items(), key=lambda item: (not item[0], item[0]))
        ],
        {lang: sorted(pages, key=lambda page: page[1])[:_LISTED] for lang, pages in lacking.items()},
        {lang: len(pages) for lang, pages in lacking.items()},
    )
