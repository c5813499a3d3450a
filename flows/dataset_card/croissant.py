"""Croissant: a machine-readable description of a build's tables for dataset search (the format of MLCommons, 1.1)."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

import pyarrow as pa

from corpus.schema import TABLES, meanings, schema_of, table_description
from flows.dataset_card.dataset_card import dataset_name
from flows.dataset_card.dataset_facts import DatasetFacts, licence_ids

FILE = "croissant.json"
_SITE = "https://pypi.org/project/taiyaku/"
_LICENCE_SITE = "https://spdx.org/licenses/"
_CONTEXT = {
    "@language": "en",
    "@vocab": "https://schema.org/",
    "arrayShape": "cr:arrayShape",
    "citeAs": "cr:citeAs",
    "column": "cr:column",
    "conformsTo": "dct:conformsTo",
    "containedIn": "cr:containedIn",
    "cr": "http://mlcommons.org/croissant/",
    "data": {"@id": "cr:data", "@type": "@json"},
    "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
    "dct": "http://purl.org/dc/terms/",
    "description": {"@container": "@language"},
    "equivalentProperty": "cr:equivalentProperty",
    "examples": {"@id": "cr:examples", "@type": "@json"},
    "extract": "cr:extract",
    "field": "cr:field",
    "fileObject": "cr:fileObject",
    "fileProperty": "cr:fileProperty",
    "fileSet": "cr:fileSet",
    "format": "cr:format",
    "includes": "cr:includes",
    "isArray": "cr:isArray",
    "isLiveDataset": "cr:isLiveDataset",
    "jsonPath": "cr:jsonPath",
    "key": "cr:key",
    "md5": "cr:md5",
    "name": {"@container": "@language"},
    "parentField": "cr:parentField",
    "path": "cr:path",
    "rai": "http://mlcommons.org/croissant/RAI/",
    "recordSet": "cr:recordSet",
    "references": "cr:references",
    "regex": "cr:regex",
    "repeated": "cr:repeated",
    "replace": "cr:replace",
    "samplingRate": "cr:samplingRate",
    "sc": "https://schema.org/",
    "separator": "cr:separator",
    "source": "cr:source",
    "subField": "cr:subField",
    "transform": "cr:transform",
}


def croissant(facts: DatasetFacts, published: str | None = None) -> str:
    """Return the description as JSON-LD; `published` is a date that only a published copy has."""
    licences = [
        f"{_LICENCE_SITE}{licence}" if licence not in ("other", "unknown") else licence
        for licence in licence_ids(facts.sets) or ["unknown"]
    ]
    content = {
        "@context": _CONTEXT,
        "@type": "sc:Dataset",
        "conformsTo": "http://mlcommons.org/croissant/1.1",
        "name": "taiyaku",
        "alternateName": dataset_name(facts),
        "description": "Articles and their translations, sentence by sentence, with every term tied to a curated "
        f"glossary, and with findings about their terminology. Build {facts.build_id}.",
        "url": _SITE,
        "citeAs": f"{dataset_name(facts)}, build {facts.build_id}, made by taiyaku",
        "license": licences if len(licences) > 1 else licences[0],
        "inLanguage": list(facts.documents),
        "version": f"1.0.0+{facts.build_id}",
        "creator": {"@type": "sc:Organization", "name": "The taiyaku authors", "url": _SITE},
        **({"datePublished": published} if published else {}),
        "distribution": [_files(name) for name in facts.tables],
        "recordSet": [_record_set(name) for name in facts.tables],
    }
    return json.dumps(content, ensure_ascii=False, indent=1) + "\n"


def _files(name: str) -> dict[str, Any]:
    return {
        "@type": "cr:FileSet",
        "@id": f"{name}-files",
        "name": f"{name}-files",
        "description": f"The parts of the table {name}, in order.",
        "encodingFormat": "application/x-parquet",
        "includes": f"{name}/part-*.parquet",
    }


def _record_set(name: str) -> dict[str, Any]:
    column_meanings = meanings(TABLES[name])
    return {
        "@type": "cr:RecordSet",
        "@id": name,
        "name": name,
        "description": table_description(name),
        "field": [_field(name, field, column_meanings[field.name]) for field in schema_of(name)],
    }


def _field(table: str, field: pa.Field, meaning: str) -> dict[str, Any]:
    """Return the field of a column: text, a number, a list of these, or a list of records."""
    place = f"{table}/{field.name}"
    inner, repeated = _list_of(field.type)
    common: dict[str, Any] = {"@type": "cr:Field", "@id": place, "name": field.name, "description": meaning, **repeated}
    if pa.types.is_struct(inner):
        return {**common, "subField": list(_sub_fields(table, field.name, place, inner))}
    return {**common, "dataType": _data_type(inner), "source": _source(table, field.name)}


def _sub_fields(table: str, column: str, place: str, struct: pa.StructType) -> Iterator[dict[str, Any]]:
    for number in range(struct.num_fields):
        member = struct.field(number)
        inner, repeated = _list_of(member.type)
        yield {
            "@type": "cr:Field",
            "@id": f"{place}/{member.name}",
            "name": member.name,
            **repeated,
            "dataType": _data_type(inner),
            "source": {**_source(table, column), "transform": {"jsonPath": member.name}},
        }


def _list_of(data_type: pa.DataType) -> tuple[pa.DataType, Mapping[str, Any]]:
    if pa.types.is_list(data_type):
        return data_type.value_type, {"isArray": True, "arrayShape": "-1"}
    return data_type, {}


def _source(table: str, column: str) -> dict[str, Any]:
    return {"fileSet": {"@id": f"{table}-files"}, "extract": {"column": column}}


def _data_type(data_type: pa.DataType) -> str:
    if pa.types.is_boolean(data_type):
        return "sc:Boolean"
    if pa.types.is_integer(data_type):
        return "cr:Int32"
    return "cr:Float32" if pa.types.is_floating(data_type) else "sc:Text"
