"""The dataset card of a build: what a stranger who finds the folder, or loads it with `datasets`, has to know."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib.resources import files
from typing import Any

import pyarrow as pa
from jinja2 import Template

from corpus import lazy_re as re
from corpus.languages import NAMES, enumeration
from corpus.schema import TABLES, meanings, schema_of, table_description
from corpus.text.printable import printable
from flows.dataset_card.dataset_facts import TOP, DatasetFacts, DocumentSet, licence_ids
from flows.files.markdown_table import table
from glossary.desk.report.wording import counted

DEFAULT_TABLE = "parallel"
PLACE = "path/to/this/folder"  # in the snippets; who copies them puts the folder there
_MOST_SETS = 50  # rows of the table of licences
_SIZES = ((1_000, "n<1K"), (10_000, "1K<n<10K"), (100_000, "10K<n<100K"), (1_000_000, "100K<n<1M"))


def card(facts: DatasetFacts) -> str:
    """Return the card as Markdown with a YAML header for Hugging Face `datasets`; equal facts give the same card."""
    text = (files("flows.dataset_card") / "card.md.j2").read_text(encoding="utf-8")
    template = Template(text, trim_blocks=True, keep_trailing_newline=True)
    rendered: str = template.render(
        facts=facts,
        name=dataset_name(facts),
        licences=licence_ids(facts.sets) or ["unknown"],
        size=size_category(facts.rows.get(DEFAULT_TABLE, 0)),
        place=PLACE,
        first_table=DEFAULT_TABLE if DEFAULT_TABLE in facts.tables else next(iter(facts.tables), ""),
        row_counts=[(f"`{name}`", table_description(name), f"{count:,}") for name, count in facts.rows.items()],
        documents=[
            (NAMES.get(lang, lang), f"{count:,}", f"{facts.characters[lang]:,}")
            for lang, count in facts.documents.items()
        ],
        units=[_unit_row(langs, counts) for langs, counts in facts.units.items() if langs],
        sets=[_set_row(entry) for entry in facts.sets[:_MOST_SETS]],
        other_documents=sum(entry.documents for entry in facts.sets[_MOST_SETS:]),
        marked=[(text, f"{count:,}") for text, count in facts.marked.items()],
        table=table,
        counted=counted,
        quoted=lambda text: json.dumps(text, ensure_ascii=False),
        flow=_flow,
    )
    return rendered


def size_category(rows: int) -> str:
    """Return the size category of a data set with so many rows, as Hugging Face's cards name it."""
    return next((name for limit, name in _SIZES if rows < limit), "1M<n<10M" if rows < 10_000_000 else "n>10M")


def dataset_name(facts: DatasetFacts) -> str:
    """Return the name of the data set for people, by the build's languages."""
    languages = enumeration([NAMES.get(lang, lang) for lang in facts.documents], "and")
    return f"{languages} technical articles with checked terms".strip()


def _flow(words: Iterable[str]) -> str:
    return f"[{', '.join(json.dumps(word) if word in ('no', 'yes') else word for word in words)}]"


def _unit_row(langs: Sequence[str], counts: Mapping[str, int]) -> list[str]:
    names = " + ".join(NAMES[lang] for lang in langs) + (" alone" if len(langs) == 1 else "")
    return [names, *(f"{counts.get(split, 0):,}" for split in ("train", "dev", "test")), f"{sum(counts.values()):,}"]


def _set_row(entry: DocumentSet) -> list[str]:
    return [
        "in no folder" if entry.name == TOP else f"{_plain(entry.name)}/",
        _plain(entry.license) or "not stated",
        f"{entry.documents:,}",
        ", ".join(entry.hosts) or "not stated",
        _plain("; ".join(entry.attribution)) or "–",
    ]


def _plain(text: str, most: int = 100) -> str:
    """Return words of a source, cut and escaped so that they are no Markdown in the card."""
    line = printable(text if len(text) <= most else f"{text[:most]}…")
    return "".join(f"\\{char}" if char in "\\`*_[]<>&#!" else char for char in line)


FILE = "croissant.json"
_SITE = "https://pypi.org/project/taiyaku/"
_LICENCE_SITE = "https://spdx.org/licenses/"
_TERMS = (
    "arrayShape citeAs column containedIn equivalentProperty extract field fileObject fileProperty fileSet format "
    "includes isArray isLiveDataset jsonPath key md5 parentField path recordSet references regex repeated replace "
    "samplingRate separator source subField transform"
)
_CONTEXT: dict[str, Any] = {
    "@language": "en",
    "@vocab": "https://schema.org/",
    "conformsTo": "dct:conformsTo",
    "cr": "http://mlcommons.org/croissant/",
    "data": {"@id": "cr:data", "@type": "@json"},
    "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
    "dct": "http://purl.org/dc/terms/",
    "description": {"@container": "@language"},
    "examples": {"@id": "cr:examples", "@type": "@json"},
    "name": {"@container": "@language"},
    "rai": "http://mlcommons.org/croissant/RAI/",
    "sc": "https://schema.org/",
    **{term: f"cr:{term}" for term in re.findall(r"\w+", _TERMS)},
}


def croissant(facts: DatasetFacts, published: str | None = None) -> str:
    """Return the description as JSON-LD; `published` is a date that only a published copy has."""
    licences = [
        f"{_LICENCE_SITE}{licence}" if licence not in ("other", "unknown") else licence
        for licence in licence_ids(facts.sets) or ["unknown"]
    ]
    content = {
        "@context": dict(sorted(_CONTEXT.items())),
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
