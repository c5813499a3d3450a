"""Series: a build's results, one value each for forms, renderings, rules and document sets; and its figures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import pyarrow as pa
import pyarrow.compute as pc

from corpus.grouping import grouped
from corpus.languages import TARGETS
from corpus.records import LANGUAGE_COLUMNS
from corpus.vocabularies import FINDING_SEVERITY, FindingState
from glossary.findings.judged_text import with_prose
from glossary.rules.calibration import DOUBTFUL

FORM, RENDERING, RULE, DOCUMENT_SET = "form", "rendering", "rule", "set"
KINDS: Mapping[str, str] = {
    FORM: "uses of a form of the glossary: `subject` is the concept, `measure` the status of the form",
    RENDERING: "how often a form stands for the English of a concept: `measure` is what it is to the glossary; an "
    "empty form is the term left out",
    RULE: "findings that stand, and their places, of a rule: `form` is the severity",
    DOCUMENT_SET: "figures of the documents below a folder in one language: `subject` is the folder",
}
KEY = ("kind", "subject", "lang", "form", "measure")
SERIES = pa.schema([*(pa.field(name, pa.string(), nullable=False) for name in KEY), pa.field("value", pa.float64())])

# The tables that series and figures are made of, and the columns of them.
READS: Mapping[str, list[str]] = {
    "documents": ["doc_id", "work", "lang", "status", "chars"],
    "segments": ["segment_id", "doc_id", "kind"],
    "alignments": ["src_doc", "tgt_lang", "src_segments", "relation"],
    "parallel": ["score"],
    "renderings": ["concept_id", "lang", "rendering", "relation", "uses"],
    "concepts": ["concept_id", *(f"{lang}_mentions" for lang in LANGUAGE_COLUMNS), "forms"],
    "findings": ["finding_id", "rule", "severity", "confidence", "lang", "occurrences", "state"],
    "scores": [
        "scope", "lang", "doc_id", "mentions", "success", "accuracy", "consistency", "findings", "penalty", "chars",
        "judged", "penalty_per_1000",
    ],
}  # fmt: skip
SeriesTables = Mapping[str, Iterable[pa.Table]]

_STANDING = pa.array([state.value for state in FindingState if state.stands])
_MAIN_SHARE = 0.9  # of the works: a folder that holds more of them is where the sets lie, not a set
_DIGITS = 6
_COUNTED = ("severity", "lang", "confidence")
_SCORES = ("success", "accuracy", "consistency", "penalty_per_1000")  # of languages


class SeriesKey(NamedTuple):
    """The key of a value: what it measures."""

    kind: str
    subject: str
    lang: str
    form: str
    measure: str


def build_series(tables: SeriesTables) -> pa.Table:
    """Return the series of a build (`SERIES`) from the parts of its tables (`READS`); values of 0 have no row."""
    rows = [*_forms(tables), *_renderings(tables), *_rules(tables), *_document_sets(tables)]
    values = [(*key, round(value, _DIGITS)) for key, value in rows if value]
    columns = [list(column) for column in zip(*values, strict=True)] or [[] for _ in SERIES]
    return pa.table(columns, schema=SERIES)


def standing_findings(findings: Iterable[pa.Table]) -> pa.Table:
    """Return the findings that are in the texts and not silenced."""
    return pa.concat_tables(part.filter(pc.is_in(part["state"], _STANDING)) for part in findings)


def build_figures(tables: SeriesTables) -> dict[str, float]:
    """Return the figures of a build: `documents`, `findings.critical`, `success.zh` …; only those with a value."""
    documents = pa.concat_tables(tables["documents"])
    read = documents.filter(pc.equal(documents["status"], "ok"))
    figures: dict[str, float] = {
        "documents": read.num_rows,
        "quarantined": documents.num_rows - read.num_rows,
        "characters": pc.sum(read["chars"]).as_py() or 0,
        "segments": sum(part.num_rows for part in tables["segments"]),
        "aligned_units": sum(part.num_rows - part["score"].null_count for part in tables["parallel"]),
    }
    langs = sorted(set(read["lang"].to_pylist()) - {""})
    for lang, group in {lang: read.filter(pc.equal(read["lang"], lang)) for lang in langs}.items():
        figures |= {f"documents.{lang}": group.num_rows, f"characters.{lang}": pc.sum(group["chars"]).as_py() or 0}
    mentions = {
        lang: sum(pc.sum(part[f"{lang}_mentions"]).as_py() or 0 for part in tables["concepts"])
        for lang in LANGUAGE_COLUMNS
    }
    figures |= {"mentions": sum(mentions.values())}
    figures |= {f"mentions.{lang}": count for lang, count in mentions.items() if f"documents.{lang}" in figures}
    counted = standing_findings(tables["findings"]).filter(pc.field("confidence") >= DOUBTFUL)
    sums: Counter[str] = Counter(dict.fromkeys(("", *FINDING_SEVERITY), 0))
    for severity, lang, confidence in zip(*(counted[name].to_pylist() for name in _COUNTED), strict=True):
        for part in ("", severity, lang):
            sums[part] += confidence
    figures |= {f"findings.{part}".rstrip("."): round(value, 1) for part, value in sums.items()}
    for score in _scores(tables, "language"):
        lang = score["lang"]
        names = _SCORES if lang in TARGETS else _SCORES[:1]  # English has no original, and is not checked
        figures |= {f"{name}.{lang}": score[name] for name in names if score[name] is not None}
    return {name: round(value, _DIGITS) for name, value in figures.items()}


def _scores(tables: SeriesTables, scope: str) -> list[dict[str, Any]]:
    rows = pa.concat_tables(part.filter(pc.equal(part["scope"], scope)) for part in tables["scores"])
    return list(rows.to_pylist())


def _forms(tables: SeriesTables) -> Iterator[tuple[SeriesKey, float]]:
    for part in tables["concepts"]:
        forms = pc.list_flatten(part["forms"])
        concepts = part["concept_id"].take(pc.list_parent_indices(part["forms"]))
        rows = pa.table([concepts, *(pc.struct_field(forms, name) for name in ("lang", "form", "status", "count"))],
                        ["concept", "lang", "form", "status", "count"])  # fmt: skip
        for row in rows.filter(pc.greater(rows["count"], 0)).to_pylist():
            yield SeriesKey(FORM, row["concept"], row["lang"], row["form"], row["status"]), row["count"]


def _renderings(tables: SeriesTables) -> Iterator[tuple[SeriesKey, float]]:
    uses: Counter[SeriesKey] = Counter()
    for part in tables["renderings"]:
        for row in part.filter(pc.is_valid(part["concept_id"])).to_pylist():
            key = SeriesKey(RENDERING, row["concept_id"], row["lang"], row["rendering"] or "", row["relation"])
            uses[key] += row["uses"]
    yield from uses.items()


def _rules(tables: SeriesTables) -> Iterator[tuple[SeriesKey, float]]:
    grouped = (
        standing_findings(tables["findings"])
        .group_by(["rule", "lang", "severity"])
        .aggregate([([], "count_all"), ("occurrences", "sum")])
    )
    for row in grouped.to_pylist():
        for measure, column in (("findings", "count_all"), ("places", "occurrences_sum")):
            yield SeriesKey(RULE, row["rule"], row["lang"], row["severity"], measure), row[column]


def _document_sets(tables: SeriesTables) -> Iterator[tuple[SeriesKey, float]]:
    documents = [row for part in tables["documents"] for row in part.filter(pc.equal(part["status"], "ok")).to_pylist()]
    set_of_work = document_sets({row["work"] for row in documents})
    segments = Counter(
        {
            row["doc_id"]: row["count_all"]
            for part in tables["segments"]
            for row in part.group_by("doc_id").aggregate([([], "count_all")]).to_pylist()
        }
    )
    aligned, whole = _aligned_segments(tables)
    scores = {score["doc_id"]: score for score in _scores(tables, "document")}
    groups = grouped(documents, lambda row: (set_of_work[row["work"]], row["lang"]))
    for (folder, lang), rows in groups.items():
        doc_ids = [row["doc_id"] for row in rows]
        group_scores = [scores[doc_id] for doc_id in doc_ids if doc_id in scores]
        values = {
            "documents": len(rows),
            "characters": sum(row["chars"] for row in rows),
            "segments": sum(segments[doc_id] for doc_id in doc_ids),
            "aligned": sum(aligned[doc_id] for doc_id in doc_ids) / (sum(whole[doc_id] for doc_id in doc_ids) or 1),
            "findings": sum(score["findings"] for score in group_scores),
            "penalty": sum(score["penalty"] for score in group_scores),
            "success": _mean(group_scores, "success"),
            "consistency": _mean(group_scores, "consistency"),
        }
        for measure, value in values.items():
            yield SeriesKey(DOCUMENT_SET, folder, lang, "", measure), value


def _aligned_segments(tables: SeriesTables) -> tuple[Counter[str], Counter[str]]:
    """Return, by translation, the number of prose segments with an English counterpart, and of all candidates."""
    aligned: Counter[str] = Counter()
    whole: Counter[str] = Counter()
    for part, segments in zip(tables["alignments"], tables["segments"], strict=True):
        with_english = with_prose(part.filter(pc.equal(part["tgt_lang"], "en")), segments)
        counted = pa.table({
            "doc_id": with_english["src_doc"],
            "lacks": pc.equal(with_english["relation"], "none"),
            "segments": with_english["prose"],
        })  # fmt: skip
        for row in counted.group_by(["doc_id", "lacks"]).aggregate([("segments", "sum")]).to_pylist():
            whole[row["doc_id"]] += row["segments_sum"]
            if not row["lacks"]:
                aligned[row["doc_id"]] += row["segments_sum"]
    return aligned, whole


def _mean(scores: Sequence[Mapping[str, Any]], name: str) -> float:
    """Return the mean of documents' scores, weighted by mentions; 0 if there are none."""
    weighted = [(score["mentions"], score[name]) for score in scores if score[name] is not None]
    return float(sum(count * value for count, value in weighted) / (sum(count for count, _ in weighted) or 1))


def document_sets(works: Iterable[str]) -> dict[str, str]:
    """Return the document set of each work: its first folder, empty if it is in none. A folder that holds nearly all
    works, such as `docs`, contains the sets: they are then the folders in it.
    """
    folders = {work: work.split("/")[:-1] for work in works}
    main: list[str] = []
    while True:
        depth = len(main)
        inner = Counter(parts[depth] for parts in folders.values() if parts[:depth] == main and len(parts) > depth)
        name, count = min(inner.items(), key=lambda item: (-item[1], item[0]), default=("", 0))
        if count <= _MAIN_SHARE * len(folders) or count < 2:
            break
        main.append(name)
    depth = len(main)
    return {
        work: "/".join(parts[: depth + 1] if parts[:depth] == main else parts[:1]) for work, parts in folders.items()
    }


# One row is a value that a build gave a series, by the number of the build in the history; null: the series ended.
CHANGES = pa.schema([pa.field("number", pa.int32(), nullable=False), *SERIES])


def state_after(changes: pa.Table) -> pa.Table:
    """Return the series (`SERIES`) after these changes, which are in order of builds."""
    last = changes.group_by(list(KEY), use_threads=False).aggregate(
        [("value", "last", pc.ScalarAggregateOptions(skip_nulls=False, min_count=0))]
    )
    state = last.rename_columns({"value_last": "value"}).select(SERIES.names)
    return state.filter(pc.is_valid(state["value"])).cast(SERIES)


def changes_between(before: pa.Table, after: pa.Table, number: int) -> pa.Table:
    """Return the changes (`CHANGES`) that a build makes, given the series before and its own, sorted by key."""
    sides = pa.concat_tables([_sided(before, "old"), _sided(after, "new")])
    joined = sides.group_by(list(KEY)).aggregate([("old", "max"), ("new", "max")])
    old, new = joined["old_max"], joined["new_max"]
    differ = pc.or_kleene(pc.xor(pc.is_valid(old), pc.is_valid(new)), pc.fill_null(pc.not_equal(old, new), False))
    changed = joined.filter(differ).sort_by([(name, "ascending") for name in KEY])
    numbers = pa.array([number] * changed.num_rows, pa.int32())
    return pa.table([numbers, *(changed[name] for name in KEY), changed["new_max"]], schema=CHANGES)


def _sided(series: pa.Table, side: str) -> pa.Table:
    empty = pa.nulls(series.num_rows, pa.float64())
    values = {"old": empty, "new": empty, side: series["value"]}
    return pa.table({**{name: series[name] for name in KEY}, **values})


def folded(tables: Sequence[pa.Table]) -> pa.Table:
    """Return the changes of many builds as one table, sorted by series and then in order of builds."""
    return pa.concat_tables(tables).sort_by([*((name, "ascending") for name in KEY), ("number", "ascending")])


def in_order(tables: Sequence[pa.Table]) -> pa.Table:
    """Return the changes of many builds as one table in the order of builds."""
    return pa.concat_tables([CHANGES.empty_table(), *tables]).sort_by("number")


def courses(changes: pa.Table, numbers: Sequence[int]) -> dict[SeriesKey, list[float]]:
    """Return the values of each series, one for each of these builds in order; 0 if a build lacks it."""
    places = {number: place for place, number in enumerate(numbers)}
    points: dict[SeriesKey, list[float | None]] = {}
    for number, *key, value in zip(*(changes[name].to_pylist() for name in CHANGES.names), strict=True):
        course = points.setdefault(SeriesKey(*key), [None] * len(numbers))
        course[places[number]] = value or 0.0
    return {key: _filled(course) for key, course in points.items()}


def _filled(course: Sequence[float | None]) -> list[float]:
    """Return the course with gaps filled: a value holds until the next one; 0 before the first."""
    filled: list[float] = []
    for value in course:
        filled.append(value if value is not None else filled[-1] if filled else 0.0)
    return filled
