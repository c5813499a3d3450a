"""Schemas: made from the records, the same as the contract, and true to what is put in."""

from dataclasses import fields, replace

import pyarrow as pa
import pytest

from corpus.records import FormCount, MetadataEntry, Segment, Span, TranslationUnit, UnitTerm
from corpus.schema import TABLES, meanings, schema_of, table_description, to_table
from corpus.storage import parquet
from tests.corpus.small import document

# DESIGN §4, word for word: columns that readers of a build rely on.
CONTRACT = {
    "documents": "doc_id, work, lang, locale, title, path, media_type, text, sha256, chars, status, reason, origin, license, metadata, emails, phones, keys, duplicate_of",
    "segments": "segment_id, doc_id, work, lang, ordinal, kind, section, text_lang, start, end, text, tokens, token_starts, protected",
    "mentions": "mention_id, segment_id, doc_id, work, lang, concept_id, form, status, surface, start, end, zone, token_aligned, nested, confidence, compound_start, compound_end",
    "alignments": "alignment_id, work, src_doc, tgt_doc, src_lang, tgt_lang, src_segments, tgt_segments, src_spans, tgt_spans, kind, score, relation",
    "term_alignments": "term_alignment_id, alignment_id, work, lang, doc_id, source_doc_id, term, concept_id, source_start,"
    " source_end, source_surface, start, end, surface, relation, evidence, confidence",
    "renderings": "term, concept_id, lang, rendering, relation, uses, documents, works, share, confidence, example",
    "comparable": "zh_segment, ja_segment, zh, ja, concepts, score",
    "parallel": "unit_id, work, en, zh, ja, en_segments, zh_segments, ja_segments, kind, score, quality, flags, split, terms, pairs",
    "concepts": "concept_id, en, zh, ja, domain, en_mentions, en_documents, en_success, en_consistency, zh_mentions, zh_documents,"
    " zh_success, zh_consistency, ja_mentions, ja_documents, ja_success, ja_consistency, forms",
    # message_zh and message_ja are ours, compound_start and compound_end of mentions, what documents say behind their
    # metadata, and so is the table `scores`.
    "findings": "finding_id, rule, name, category, severity, confidence, scope, doc_id, work, lang, segment_id, start, end,"
    " surface, concept_id, message, message_zh, message_ja, expected, suggestion, occurrences, locations, inherited, state,"
    " suppressed_by, reason",
}

TYPES = [
    ("documents", "chars", pa.int32()),
    (
        "documents",
        "metadata",
        pa.list_(pa.struct([pa.field(name, pa.string(), nullable=False) for name in ("key", "value")])),
    ),
    ("documents", "text", pa.string()),
    ("segments", "ordinal", pa.int32()),
    ("segments", "tokens", pa.list_(pa.field("element", pa.string()))),
    ("segments", "token_starts", pa.list_(pa.field("element", pa.int32()))),
    ("mentions", "token_aligned", pa.bool_()),
    ("mentions", "confidence", pa.float32()),
    ("parallel", "score", pa.float32()),
    ("alignments", "src_segments", pa.list_(pa.field("element", pa.string()))),
    ("alignments", "score", pa.float32()),
    ("comparable", "score", pa.float32()),
    ("concepts", "zh_mentions", pa.int32()),
    ("findings", "confidence", pa.float32()),
    ("findings", "start", pa.int32()),
    ("findings", "inherited", pa.bool_()),
    ("findings", "state", pa.string()),
]


@pytest.mark.parametrize("table", CONTRACT)
def test_columns_are_those_of_the_contract(table):
    assert schema_of(table).names == CONTRACT[table].split(", ")


@pytest.mark.parametrize(
    ("table", "column", "expected"), TYPES, ids=[f"{table}.{column}" for table, column, _ in TYPES]
)
def test_type(table, column, expected):
    assert schema_of(table).field(column).type == expected


@pytest.mark.parametrize(
    ("table", "column", "inner"),
    [
        ("segments", "protected", {"start": "int32", "end": "int32", "kind": "string"}),
        ("alignments", "src_spans", {"start": "int32", "end": "int32"}),
        ("concepts", "forms", {"lang": "string", "form": "string", "status": "string", "count": "int32"}),
        (
            "findings",
            "locations",
            {
                "doc_id": "string", "start": "int32", "end": "int32", "surface": "string", "message": "string",
                "message_zh": "string", "message_ja": "string", "expected": "list<element: string>",
                "suggestion": "string", "confidence": "float",
            },
        ),
    ],
)  # fmt: skip
def test_struct(table, column, inner):
    struct = schema_of(table).field(column).type.value_type
    assert {field.name: str(field.type) for field in struct} == inner


@pytest.mark.parametrize(
    ("table", "nullable"),
    [
        ("documents", ["title", "reason", "origin", "license", "emails", "phones", "keys", "duplicate_of"]),
        ("segments", ["section"]),
        ("mentions", ["compound_start", "compound_end"]),
        ("alignments", []),
        ("term_alignments", ["concept_id", "start", "end", "surface"]),
        ("renderings", ["concept_id", "rendering"]),
        ("comparable", []),
        ("parallel", ["en", "zh", "ja", "score", "quality"]),
        (
            "scores",
            [
                "lang",
                "doc_id",
                "concept_id",
                "success",
                "accuracy",
                "consistency",
                "chars",
                "judged",
                "penalty_per_1000",
            ],
        ),
        ("findings", ["segment_id", "start", "end", "concept_id", "suggestion", "suppressed_by", "reason"]),
        ("concepts", [f"{lang}_{measure}" for lang in ("en", "zh", "ja") for measure in ("success", "consistency")]),
    ],
)
def test_only_what_may_be_missing_is_nullable(table, nullable):
    assert [field.name for field in schema_of(table) if field.nullable] == nullable


@pytest.mark.parametrize("table", TABLES)
def test_every_column_has_its_meaning(table):
    column_meanings = meanings(TABLES[table])
    assert list(column_meanings) == schema_of(table).names
    assert all(column_meanings.values())
    assert table_description(table)


def segment(ordinal: int, tokens: list[str], spans: list[Span]) -> Segment:
    return Segment(
        f"d-{ordinal}",
        "d",
        "w",
        "zh",
        ordinal,
        "paragraph",
        None,
        "zh",
        0,
        2,
        "张量",
        tokens,
        list(range(len(tokens))),
        spans,
    )


def test_segments_come_back_as_they_went_in():
    rows = [
        segment(0, ["张量"], [Span(0, 1, "code"), Span(1, 2, "url")]),
        segment(1, [], []),
        segment(2, ["张", "量"], [Span(0, 2, "math")]),
    ]
    table = to_table("segments", rows)
    table.validate(full=True)
    back = [Segment(**{**row, "protected": [Span(**span) for span in row["protected"]]}) for row in table.to_pylist()]
    assert back == rows


def test_units_come_back_with_lists_inside_their_terms():
    term = UnitTerm("tensor", "tensor", "张量", "テンソル", ["tensors"], [], ["テンソル", "Tensor"])
    unit = TranslationUnit(
        "u", "w", None, "张量", None, [], ["s"], [], "0-1-0", None, 0.5, ["short"], "train", [term], []
    )
    rows = [unit, replace(unit, unit_id="v", terms=[]), replace(unit, unit_id="x", terms=[term, term])]
    table = to_table("parallel", rows)
    table.validate(full=True)
    back = [
        TranslationUnit(**{**row, "terms": [UnitTerm(**term) for term in row["terms"]]}) for row in table.to_pylist()
    ]
    assert back == rows


def test_metadata_is_a_list_of_entries_as_datasets_knows_no_maps():
    rows = [replace(document("a"), metadata=[MetadataEntry("a", "1"), MetadataEntry("b", "2")])]
    assert to_table("documents", rows)["metadata"].to_pylist() == [
        [{"key": "a", "value": "1"}, {"key": "b", "value": "2"}]
    ]


@pytest.mark.parametrize("table", TABLES)
def test_table_without_rows_has_the_schema(table):
    empty = to_table(table, [])
    assert empty.num_rows == 0
    assert empty.schema == schema_of(table)


def test_value_of_the_wrong_type_is_refused():
    with pytest.raises((pa.ArrowInvalid, pa.ArrowTypeError)):
        to_table("documents", [replace(document("a"), chars="many")])  # type: ignore[arg-type]


def test_value_that_does_not_fit_is_refused():
    with pytest.raises((pa.ArrowInvalid, OverflowError)):
        to_table("documents", [replace(document("a"), chars=2**31)])


def test_missing_value_where_there_must_be_one_is_not_written(tmp_path):
    table = to_table("documents", [replace(document("a"), work=None)])  # type: ignore[arg-type]
    with pytest.raises(pa.ArrowInvalid, match="'work' is declared non-nullable but contains nulls"):
        parquet.write_part(tmp_path, "documents", 0, table, "sig")


def test_form_counts_know_their_columns():
    assert [field.name for field in fields(FormCount)] == ["lang", "form", "status", "count"]
