"""Build summary: what was built, what was left out and why, for people to read."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.resources import files
from pathlib import Path
from posixpath import dirname

import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc
from jinja2 import Template

from corpus.languages import NAMES, TARGETS
from corpus.storage import parquet
from corpus.text.printable import printable
from corpus.text.segments import PROSE
from flows.files.markdown_table import table
from flows.outcomes.difference import BuildDifference
from glossary.desk.report.web import ReportTables, SummaryTable
from glossary.desk.report.web import summary as listings
from glossary.desk.report.web.statistics import BuildStatistics, about
from glossary.findings.judged_text import with_prose

FIGURES = ("pages", "translated_pages", "missing_pages", "sentences", "translated_sentences", "missing_sentences")
ORIGINAL = "en"
SHOWN = 200  # quarantined files that a table lists; more make the page slow


def coverage_of(folder: Path) -> list[dict[str, str | int]]:
    """Return the figures of each language: of all folders (""), then of each folder that has originals. A sentence
    counts as translated if a sentence of the translation was aligned with it, or copies it.
    """
    documents = parquet.read_table(folder, "documents", ["doc_id", "work", "lang", "status"]).to_pylist()
    good = [row for row in documents if row["status"] == "ok"]
    originals = {row["doc_id"]: row["work"] for row in good if row["lang"] == ORIGINAL}
    works = {(row["lang"], row["work"]) for row in good}
    languages = [lang for lang in TARGETS if any(row["lang"] == lang for row in good)] if originals else []
    sentences, translated = _sentences(folder)
    rows: defaultdict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for doc_id, work in sorted(originals.items(), key=lambda item: item[1]):
        for lang in languages:
            is_there = (lang, work) in works
            count = translated[lang, doc_id] if is_there else 0
            values = (1, is_there, not is_there, sentences[doc_id], count, sentences[doc_id] - count)
            for key in ("", dirname(work) or "."):
                rows[lang, key].update(dict(zip(FIGURES, map(int, values), strict=True)))
    return [
        {"lang": lang, "folder": key, **{name: counts[name] for name in FIGURES}}
        for (lang, key), counts in sorted(rows.items())
    ]


def _sentences(folder: Path) -> tuple[Counter[str], Counter[tuple[str, str]]]:
    """Count the sentences of each original, and how many of them each language has."""
    all_sentences: Counter[str] = Counter()
    translated: Counter[tuple[str, str]] = Counter()
    shards = zip(
        parquet.TableParts(folder, "segments", ["segment_id", "doc_id", "lang", "kind"]),
        parquet.TableParts(folder, "alignments", ["src_lang", "tgt_doc", "tgt_lang", "tgt_segments", "relation"]),
        strict=True,
    )
    for segments, beads in shards:
        prose = segments.filter((pc.field("lang") == ORIGINAL) & pc.field("kind").isin(PROSE))
        all_sentences.update(prose["doc_id"].to_pylist())
        paired = beads.filter((pc.field("tgt_lang") == ORIGINAL) & (pc.field("relation") != "none")).combine_chunks()
        parents = pc.list_parent_indices(paired["tgt_segments"].combine_chunks())
        ids = pc.list_flatten(paired["tgt_segments"].combine_chunks())
        sides = pa.table(
            {"lang": paired["src_lang"].take(parents), "doc": paired["tgt_doc"].take(parents), "segment": ids}
        ).filter(pc.is_in(ids, value_set=prose["segment_id"].combine_chunks()))
        for row in sides.group_by(["lang", "doc", "segment"]).aggregate([]).to_pylist():
            translated[row["lang"], row["doc"]] += 1
    return all_sentences, translated


@dataclass(frozen=True, slots=True)
class Summary:
    """The figures of a build."""

    build_id: str
    signature: str
    rows: dict[str, int]
    languages: list[dict[str, object]]  # one per language: documents, characters, segments, mentions …
    works: dict[str, int]  # "en ja zh" → how many works have these languages
    aligned: list[dict[str, object]]  # one per language pair: documents, beads, how much of the source they hold
    quarantined: list[dict[str, str]]  # path, reason
    left_out: dict[str, int]  # reason → files
    concepts: list[dict[str, object]]  # the concepts met most often
    severities: dict[str, float]  # severity → findings that stand, as many as are thought to be true
    doubtful: int  # those that are not counted among them
    coverage: list[dict[str, str | int]]  # of the originals' pages and sentences, by language and folder
    findings: list[SummaryTable]  # the findings by language and by rule, and the decisions that matter most
    figures: dict[str, float] = field(default_factory=dict)  # by name, as alarms and metrics have them
    changes: BuildDifference | None = None  # since the build before of the same sources; no file of the build says it


def of_build(folder: Path, report: ReportTables, rows: Mapping[str, int]) -> Summary:
    """Return the summary of the tables in a build's folder; `report` has the tables of its report."""
    columns = ["doc_id", "work", "lang", "path", "status", "reason", "chars"]
    documents = _frame(parquet.read_table(folder, "documents", columns))
    good = documents[documents["status"] == "ok"]
    bad = documents[documents["status"] != "ok"]
    works = good.groupby("work")["lang"].agg(lambda langs: " ".join(sorted(set(langs))))
    statistics = BuildStatistics(report)
    return Summary(
        build_id=report.build_id,
        signature=report.signature,
        rows=dict(rows),
        languages=_languages(folder, good),
        works={str(key): int(count) for key, count in sorted(works.value_counts().items())},
        aligned=_alignment_rows(folder),
        quarantined=[{"path": str(p), "reason": str(r)} for p, r in zip(bad["path"], bad["reason"], strict=True)],
        left_out=dict(report.left_out),
        concepts=_concepts(folder),
        severities=statistics.severities,
        doubtful=statistics.doubtful,
        coverage=coverage_of(folder),
        findings=listings(report),
    )


def _frame(table: pa.Table) -> pd.DataFrame:
    return table.to_pandas(types_mapper=pd.ArrowDtype)  # type: ignore[no-any-return]


def _counts(folder: Path, table: str, columns: list[str]) -> pd.DataFrame:
    """Count the rows with the same values in these columns, as `rows`; parts are counted one at a time."""
    counted = [
        part.group_by(columns).aggregate([([], "count_all")]) for part in parquet.TableParts(folder, table, columns)
    ]
    summed = pa.concat_tables(counted).group_by(columns).aggregate([("count_all", "sum")])
    return _frame(summed.rename_columns({"count_all_sum": "rows"}))


def _languages(folder: Path, documents: pd.DataFrame) -> list[dict[str, object]]:
    segments, mentions = (
        _counts(folder, "segments", ["lang", "kind"]),
        _counts(folder, "mentions", ["lang", "concept_id"]),
    )
    counts = pd.DataFrame(
        {
            "documents": documents.groupby("lang").size(),
            "characters": documents.groupby("lang")["chars"].sum(),
            "segments": segments.groupby("lang")["rows"].sum(),
            "code": segments[segments["kind"] == "code"].groupby("lang")["rows"].sum(),
            "mentions": mentions.groupby("lang")["rows"].sum(),
            "concepts": mentions.groupby("lang").size(),
        }
    ).fillna(0)
    return [
        {"lang": str(lang), **{str(k): int(v) for k, v in row.items()}} for lang, row in counts.sort_index().iterrows()
    ]


def _alignment_rows(folder: Path) -> list[dict[str, object]]:
    """Return the alignment figures by language pair; the share is of the translation's prose with a counterpart."""
    columns = ["src_doc", "src_lang", "tgt_lang", "src_segments", "relation"]
    keys = ["src_lang", "tgt_lang", "src_doc", "relation"]
    shards = zip(
        parquet.TableParts(folder, "alignments", columns),
        parquet.TableParts(folder, "segments", ["segment_id", "kind"]),
        strict=True,
    )
    counted = [
        with_prose(beads, segments).group_by(keys).aggregate([([], "count_all"), ("prose", "sum")])
        for beads, segments in shards
    ]
    beads = _frame(pa.concat_tables(counted).rename_columns({"count_all": "beads", "prose_sum": "segments"}))
    both = beads["relation"] != "none"
    return [
        {
            "langs": f"{source}–{target}",
            "documents": int(group["src_doc"].nunique()),
            "beads": int(group.loc[both, "beads"].sum()),
            "copies": int(group.loc[group["relation"] == "copy", "beads"].sum()),
            "share": float(group.loc[both, "segments"].sum() / max(1, group["segments"].sum())),
        }
        for (source, target), group in beads.groupby(["src_lang", "tgt_lang"])
    ]


def _concepts(folder: Path, most: int = 15) -> list[dict[str, object]]:
    columns = ["concept_id", "en", "zh", "ja", "en_mentions", "zh_mentions", "ja_mentions"]
    frame = _frame(parquet.read_table(folder, "concepts", columns))
    frame["all"] = frame["en_mentions"] + frame["zh_mentions"] + frame["ja_mentions"]
    mentioned = frame[frame["all"] > 0].sort_values(["all", "concept_id"], ascending=[False, True])
    return [{str(k): v for k, v in row.items()} for row in mentioned.head(most).to_dict("records")]


def markdown(summary: Summary) -> str:
    """Return the summary as the report's page and Prefect's artifact."""
    text = (files("flows.dataset_card") / "summary.md.j2").read_text(encoding="utf-8")
    template = Template(text, trim_blocks=True, keep_trailing_newline=True)
    counts = ["documents", "characters", "segments", "code", "mentions", "concepts"]
    rendered: str = template.render(
        summary=summary,
        table=_table,
        counts=counts,
        languages=[
            [NAMES.get(str(row["lang"]), row["lang"]), *(f"{row[name]:,}" for name in counts)]
            for row in summary.languages
        ],
        works=_works(summary.works),
        aligned=[
            [pair["langs"], *(f"{pair[c]:,}" for c in ("documents", "beads", "copies")), f"{pair['share']:.0%}"]
            for pair in summary.aligned
        ],
        rows=", ".join(f"{name} {count:,}" for name, count in summary.rows.items()),
        figures=[name.replace("_", " ") for name in FIGURES],
        coverage=[
            [row["lang"], row["folder"] or "all", *(f"{row[name]:,}" for name in FIGURES)]
            for row in summary.coverage[:SHOWN]
        ],
        more_folders=len(summary.coverage) - SHOWN,
        quarantined=[[document["path"], document["reason"]] for document in summary.quarantined[:SHOWN]],
        more_quarantined=len(summary.quarantined) - SHOWN,
        left_out=reason_list(summary.left_out) if summary.left_out else "",
        concepts=[
            [concept[name] for name in ("en", "zh", "ja", "en_mentions", "zh_mentions", "ja_mentions")]
            for concept in summary.concepts
        ],
    )
    return rendered


def reason_list(left_out: Mapping[str, int], most: int = SHOWN) -> str:
    """Return reasons with counts; only the most frequent `most` if there are more."""
    counts = dict(sorted(left_out.items(), key=lambda item: -item[1])[:most]) if len(left_out) > most else left_out
    text = ", ".join(f"{printable(reason)} ({count:,})" for reason, count in counts.items())
    rest = len(left_out) - len(counts)
    return f"{text} and {rest:,} more reasons: see manifest.json" if rest else text


def _works(works: Mapping[str, int]) -> str:
    return ", ".join(f"{langs.replace(' ', '+')} {count:,}" for langs, count in works.items()) or "none"


def _table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Return a table of words from sources, made printable and safe as HTML."""
    return table(head, [[printable(value).replace("<", "&lt;") for value in row] for row in rows]).rstrip("\n")


def lines(summary: Summary, latest: Path) -> list[str]:
    """Return the end of `taiyaku build`: what was built, what was left out and why, where to look."""
    output = [f"Built {summary.build_id}:"]
    for row in summary.languages:
        output.append(
            f"  {NAMES.get(str(row['lang']), row['lang']):<9} {row['documents']:>6,} documents"
            f" {row['segments']:>8,} segments {row['mentions']:>8,} mentions of {row['concepts']:,} concepts"
        )
    output.append(f"  Works: {_works(summary.works)}")
    output += [
        f"  Aligned {pair['langs']}: {pair['beads']:,} beads, {pair['share']:.0%} of the prose segments"
        for pair in summary.aligned
    ]
    if summary.quarantined:
        output.append(f"Quarantined: {len(summary.quarantined):,}")
        output += [printable(f"  {document['path']}: {document['reason']}") for document in summary.quarantined[:5]]
        if len(summary.quarantined) > 5:
            output.append(f"  … and {len(summary.quarantined) - 5:,} more in the report")
    if summary.left_out:
        output.append(f"Not read: {reason_list(summary.left_out, 12)}")
    counts = [f"about {about(count):,} {severity}" for severity, count in summary.severities.items() if count]
    doubtful = f"; {summary.doubtful:,} doubtful" if summary.doubtful else ""
    output.append(f"  Findings: {', '.join(counts) or 'none'}{doubtful}")
    output.append(f"Look at {printable(page_of(latest))}; the tables are {printable(latest)}/*/part-*.parquet")
    return output


def page_of(build: Path) -> Path:
    """Return the path of a build's report page, or of its summary if it has no page."""
    page = build / "report" / "index.html"
    return page if page.exists() else page.with_name("summary.md")
