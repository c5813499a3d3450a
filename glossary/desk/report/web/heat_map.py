"""Heat maps: concepts by document or folder, and how much of the originals each folder has translated."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple
from urllib.parse import urlencode

import pandas as pd

from corpus.grouping import grouped
from corpus.languages import TARGETS
from corpus.records import Finding
from corpus.text.printable import printable
from glossary.desk.report.web.statistics import counts, points
from glossary.desk.report.web.tables import ReportTables, frame
from glossary.findings.scores import terms_of


def folders(works: Iterable[str], most: int) -> dict[str, str]:
    """Return the folder that each work is grouped by: as deep as possible with at most `most` folders.

    If even the outermost folders are more, those with the fewest works are merged under an empty name.
    """
    names = sorted(set(works))
    depth = max((work.count("/") for work in names), default=0)
    while depth > 1 and len({_folder(work, depth) for work in names}) > most:
        depth -= 1
    by_work = {work: _folder(work, depth) for work in names}
    sizes = Counter(by_work.values())
    # All of them, or the most frequent ones that leave room for one more.
    largest = sorted(sizes, key=lambda name: (-sizes[name], name))[: most - (len(sizes) > most)]
    return {work: folder if folder in largest else "" for work, folder in by_work.items()}


def first_folders(works: Iterable[str]) -> dict[str, str]:
    """Return each work's outermost folder that not all works share; "./" if it is in no folder."""
    names = sorted(set(works))
    deepest = max((work.count("/") for work in names), default=0)
    depth = next((depth for depth in range(1, deepest) if len({_folder(work, depth) for work in names}) > 1), deepest)
    return {work: _folder(work, depth) for work in names}


def folder_filter(folder: str, names: Collection[str]) -> str:
    """Return the page's filter for the works of a folder; "a/." if folders inside it are listed separately."""
    return folder + "." if any(name != folder and name.startswith(folder) for name in names) else folder


def folder_numbers(works: Iterable[str]) -> tuple[list[str], list[int]]:
    """Return the names of all folders of works, and the folder number of each work."""
    own_folders = [_folder(work, work.count("/")) for work in works]
    numbers = {name: number for number, name in enumerate(dict.fromkeys(own_folders))}
    return list(numbers), [numbers[name] for name in own_folders]


def _folder(work: str, depth: int) -> str:
    return "/".join([*(work.split("/")[:-1][:depth] or ["."]), ""])


_FOLDERS = 24  # that are listed apart
_LISTED = 100  # originals without a page that are listed of a language


@dataclass(frozen=True, slots=True)
class FolderCoverage:
    """How many originals a folder has, and how many are translated."""

    folder: str  # empty: all that have no row of their own
    filter: str  # what the page filters by
    originals: int
    translated: Mapping[str, int]  # language → how many of them have a page in it


@dataclass(frozen=True, slots=True)
class OriginalCoverage:
    """How much of the originals is translated."""

    folders: Sequence[FolderCoverage]
    lacking: Mapping[str, Sequence[tuple[str, str]]]  # language → id and path of the first originals without a page
    lack: Mapping[str, int]  # language → how many originals have no page

    @property
    def originals(self) -> int:
        """The number of originals."""
        return sum(row.originals for row in self.folders)


def original_coverage(build: ReportTables) -> OriginalCoverage:
    """Return how many originals have a page in each checked language; no folders if there are no originals."""
    originals: dict[str, tuple[str, str]] = {}
    langs_by_work: defaultdict[str, set[str]] = defaultdict(set)
    for document in build.documents:
        langs_by_work[document["work"]].add(document["lang"])
        if document["lang"] not in TARGETS:
            originals.setdefault(document["work"], (document["doc_id"], document["path"]))
    langs = [lang for lang in build.languages if lang in TARGETS]
    folder_of = folders(originals, _FOLDERS)
    works_by_folder = grouped(originals, lambda work: folder_of[work])
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


# How a concept is written, what is worst first, and the sign of each.
SIGNS = {"wrong": "×", "unlisted": "?", "deprecated": "△", "other": "○", "leading": "·"}
_FOREIGN = ("wrong", "unlisted", "deprecated")  # what the glossary does not want
# Those of other statuses differ by whether they are the leading one.
_MANNER_OF_STATUS = {"wrong": "wrong", "source": "wrong", "deprecated": "deprecated"}
_CONCEPTS, _COLUMNS = 24, 16
_KEYS = ["lang", "concept_id", "doc_id"]
_COUNTED = ["concept_id", "doc_id", "manner", "count"]


@dataclass(frozen=True, slots=True)
class HeatCell:
    """How a concept is written in a document or folder."""

    row: int
    column: int
    uses: Mapping[str, int]  # manner → uses; those that are not met are not in
    has_findings: bool  # whether a rule says something of the concept there

    @property
    def manner(self) -> str:
        """The worst manner that occurs."""
        return next(manner for manner in SIGNS if manner in self.uses)

    @property
    def count(self) -> int:
        """The number of uses in the worst manner."""
        return self.uses[self.manner]


class HeatColumn(NamedTuple):
    """A document, or a folder of them."""

    name: str  # its path; of a folder without the languages in it; empty: all that have no column of their own
    doc_id: str = ""
    folder: str = ""  # what the page filters by


@dataclass(frozen=True, slots=True)
class HeatMap:
    """The concepts that a language writes least consistently, and where."""

    lang: str
    concepts: Sequence[tuple[str, str]]  # id and English
    columns: Sequence[HeatColumn]
    cells: Sequence[HeatCell]

    def address(self, cell: HeatCell) -> str:
        """Return the address for a cell: its findings; if it has none, the document or the concept."""
        column, (concept_id, _) = self.columns[cell.column], self.concepts[cell.row]
        if not cell.has_findings or not (column.doc_id or column.folder):
            return f"#document?{urlencode({'id': column.doc_id})}" if column.doc_id else f"#concepts?id={concept_id}"
        filters = {"lang": self.lang, "concept": concept_id, "document": column.doc_id, "folder": column.folder}
        return f"#findings?{urlencode({name: value for name, value in filters.items() if value})}"


def heat_maps(build: ReportTables, standing: Iterable[Finding]) -> list[HeatMap]:
    """Return a map, of bounded size, for each checked language that writes any concept in several ways."""
    terms = terms_of(build.visible_mentions())
    terms = terms[terms["written"].notna()].astype(dict.fromkeys([*_KEYS, "status", "written"], object))
    sizes = terms.groupby(["lang", "concept_id", "written"], as_index=False).agg({"count": "sum"})
    by_size = sizes.sort_values(["count", "written"], ascending=[False, True])
    leading = by_size.drop_duplicates(["lang", "concept_id"]).assign(manner="leading").drop(columns="count")
    uses = terms.merge(leading, "left", ["lang", "concept_id", "written"])
    uses["manner"] = uses["status"].map(_MANNER_OF_STATUS).fillna(uses["manner"]).fillna("other")
    foreign = [frame(part, _KEYS).astype(object).assign(manner="unlisted", count=1) for part in build.foreign()]
    uses = pd.concat([uses, *foreign]).groupby([*_KEYS, "manner"], as_index=False).agg({"count": "sum"})
    spoken = [finding for finding in standing if finding.concept_id and counts(finding)]
    names = {concept["concept_id"]: concept["en"] for concept in build.concepts}
    maps = (_heat_map(lang, uses, names, build, spoken) for lang in build.languages if lang in TARGETS)
    return [heat_map for heat_map in maps if heat_map.cells]


def _heat_map(
    lang: str, uses: pd.DataFrame, names: Mapping[str, str], build: ReportTables, spoken: Iterable[Finding]
) -> HeatMap:
    """Return a language's map: concepts whose findings cost most, then those with unwanted renderings."""
    documents = {document["doc_id"]: document for document in build.documents if document["lang"] == lang}
    in_lang = uses[(uses["lang"] == lang) & uses["doc_id"].isin(documents) & uses["concept_id"].isin(names)]
    columns, column_of = _columns(documents)
    by_concept: defaultdict[str, Counter[str]] = defaultdict(Counter)
    by_cell: defaultdict[tuple[str, int], Counter[str]] = defaultdict(Counter)
    for concept_id, doc_id, manner, count in zip(*(in_lang[name] for name in _COUNTED), strict=True):
        by_concept[concept_id][manner] += int(count)
        by_cell[concept_id, column_of[doc_id]][manner] += int(count)
    faulty: defaultdict[str, Counter[int]] = defaultdict(Counter)
    costs: defaultdict[str, float] = defaultdict(float)
    for finding in spoken:
        if finding.doc_id in documents and finding.concept_id:
            faulty[finding.concept_id][column_of[finding.doc_id]] += 1
            costs[finding.concept_id] += points(finding)
    uneven = [concept_id for concept_id, manners in by_concept.items() if manners.keys() - {"leading"}]
    # Of what costs the same, what the glossary does not want comes first, then what is not the leading form.
    foreign = {name: sum(by_concept[name][manner] for manner in _FOREIGN) for name in uneven}
    shown_ids = sorted(
        uneven,
        key=lambda name: (-costs[name], -foreign[name], -by_concept[name]["other"], name),
    )[:_CONCEPTS]
    cells = [
        HeatCell(
            row,
            column,
            {manner: by_cell[concept_id, column][manner] for manner in SIGNS if manner in by_cell[concept_id, column]},
            column in faulty[concept_id],
        )
        for row, concept_id in enumerate(shown_ids)
        for column in range(len(columns))
        if (concept_id, column) in by_cell
    ]
    return HeatMap(lang, [(concept_id, names[concept_id]) for concept_id in shown_ids], columns, cells)


def _columns(documents: Mapping[str, Mapping[str, Any]]) -> tuple[list[HeatColumn], dict[str, int]]:
    """Return documents as columns, or their folders if there are too many, and each document's column."""
    if len(documents) <= _COLUMNS:
        in_order = sorted(documents.values(), key=lambda document: document["path"])
        columns = [HeatColumn(printable(document["path"]), doc_id=document["doc_id"]) for document in in_order]
        return columns, {document["doc_id"]: number for number, document in enumerate(in_order)}
    folder_of = folders((document["work"] for document in documents.values()), _COLUMNS)
    names = sorted(set(folder_of.values()), key=lambda name: (not name, name))
    columns = [HeatColumn(printable(name), folder=folder_filter(name, names) if name else "") for name in names]
    return columns, {doc_id: names.index(folder_of[document["work"]]) for doc_id, document in documents.items()}
