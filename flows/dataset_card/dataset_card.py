"""The dataset card of a build: what a stranger who finds the folder, or loads it with `datasets`, has to know."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import pyarrow as pa

from corpus.languages import NAMES, enumeration
from corpus.schema import TABLES, meanings, schema_of, table_description
from corpus.text.printable import printable
from flows.dataset_card.dataset_facts import TOP, DatasetFacts, licence_ids
from flows.files.markdown_table import table
from glossary.desk.report.wording import counted

DEFAULT_TABLE = "parallel"
PLACE = "path/to/this/folder"  # in the snippets; who copies them puts the folder there
_MOST_SETS = 50  # rows of the table of licences
_TAGS = ("parallel-corpus", "terminology", "translation-quality", "technical-documentation", "croissant")
_SIZES = ((1_000, "n<1K"), (10_000, "1K<n<10K"), (100_000, "10K<n<100K"), (1_000_000, "100K<n<1M"))

_LOADING = """## How to load it

Put the folder that this card stands in, or its name on a hub, in place of `{place}`.

```python
from datasets import load_dataset

rows = load_dataset("{place}", "{table}", split="train")
print(rows)
```

```python
import duckdb

rows = duckdb.sql("SELECT * FROM '{place}/{table}/part-*.parquet'").to_arrow_table()
print(rows.num_rows)
```

```python
import polars

rows = polars.read_parquet("{place}/{table}/part-*.parquet")
print(rows)
```

```python
import pandas

rows = pandas.read_parquet("{place}/{table}", dtype_backend="pyarrow")
print(rows)
```

`croissant.json` describes the same tables and columns for readers of Croissant, such as `mlcroissant`. What `datasets`
calls the split "train" is the whole table: the column `split` says what to train on.
"""

_MAKING = """## How it was made

Files of text, Markdown, reStructuredText, HTML and notebooks were decoded, cut into segments and words, and paired by
work. Versions of a work were aligned sentence by sentence by rules, lengths and word pairs, without a language model.
Terms of the glossary were looked up in each version, and rules compared what stands there with what the glossary asks
for. `manifest.json` lists the inputs with their hashes; the same inputs give the same tables, byte for byte. Every
offset counts Unicode code points in `documents.text`, so that `text[start:end]` is the surface.
"""

_LIMITATIONS = """## Limitations

- Alignments and terms are the work of programs: `score`, `quality` and `confidence` say how sure they are, `flags` what
  is doubtful. Take units of high quality and without flags where errors are costly.
- A finding is a question to a translator, not a verdict; its `state` says what reviewers decided.
- The texts are technical and of few origins. What is usual in them is not usual in the language.
- A page that says nothing of its licence is not free to use for that reason. Ask its authors.
"""

_PERSONAL_DATA = """## Personal data

Bylines, contacts and other traces of persons are most often in `documents.metadata` and in segments of kind `metadata`
and `boilerplate`: leave these out where persons are of no interest, and remove what persons ask you to remove. Of
e-mail addresses, telephone numbers and secret keys, `documents.emails`, `phones` and `keys` say how many were met;
units in which one stands are flagged `personal-data`. Names are not looked for.

## Copies and repeats

`documents.duplicate_of` names the document that one is nearly a copy of; units that repeat others are flagged
`duplicate`.

"""


def card(facts: DatasetFacts) -> str:
    """Return the card as Markdown with a YAML header for Hugging Face `datasets`; equal facts give the same card."""
    return "\n".join(
        (
            _head(facts),
            _introduction(facts),
            _LOADING.format(place=PLACE, table=_first_table(facts)) if facts.tables else "",
            _languages(facts),
            _licences(facts),
            _personal_data(facts),
            _MAKING,
            _LIMITATIONS,
        )
    )


def size_category(rows: int) -> str:
    """Return the size category of a data set with so many rows, as Hugging Face's cards name it."""
    return next((name for limit, name in _SIZES if rows < limit), "1M<n<10M" if rows < 10_000_000 else "n>10M")


def dataset_name(facts: DatasetFacts) -> str:
    """Return the name of the data set for people, by the build's languages."""
    languages = enumeration([NAMES.get(lang, lang) for lang in facts.documents], "and")
    return f"{languages} technical articles with checked terms".strip()


def _first_table(facts: DatasetFacts) -> str:
    return DEFAULT_TABLE if DEFAULT_TABLE in facts.tables else facts.tables[0]


def _head(facts: DatasetFacts) -> str:
    licences = licence_ids(facts.sets) or ["unknown"]
    lines = [
        "---",
        f"pretty_name: {json.dumps(dataset_name(facts), ensure_ascii=False)}",
        f"language: {_flow(facts.documents)}",
        f"license: {licences[0] if len(licences) == 1 else _flow(licences)}",
        *(["multilinguality: [translation]"] if len(facts.documents) > 1 else []),
        f"size_categories: [{json.dumps(size_category(facts.rows.get(DEFAULT_TABLE, 0)))}]",
        "task_categories: [translation, token-classification]",
        f"tags: {_flow(_TAGS)}",
    ]
    if facts.tables:  # `datasets` opens no table without rows
        lines.append("configs:")
    for name in facts.tables:
        lines += [f"- config_name: {name}", f"  data_files: {name}/part-*.parquet"]
        lines += ["  default: true"] if name == _first_table(facts) else []
    return "\n".join([*lines, "---", ""])


def _flow(words: Iterable[str]) -> str:
    return f"[{', '.join(json.dumps(word) if word in ('no', 'yes') else word for word in words)}]"


def _introduction(facts: DatasetFacts) -> str:
    rows = [(f"`{name}`", table_description(name), f"{facts.rows.get(name, 0):,}") for name in facts.rows]
    return f"""# {dataset_name(facts)}

Articles and their translations, sentence by sentence, with every term tied to a curated glossary of PyTorch, and with
what a terminologist would ask about them. Build `{facts.build_id}`, made by
[taiyaku](https://pypi.org/project/taiyaku/):

`{facts.signature}`

## What is in it

{table(("table", "one row is", "rows"), rows)}"""


def _languages(facts: DatasetFacts) -> str:
    documents = [
        (NAMES.get(lang, lang), f"{count:,}", f"{facts.characters[lang]:,}") for lang, count in facts.documents.items()
    ]
    splits = ("train", "dev", "test")
    units = [
        (
            " + ".join(NAMES[lang] for lang in langs) + (" alone" if len(langs) == 1 else ""),
            *(f"{counts.get(split, 0):,}" for split in splits),
            f"{sum(counts.values()):,}",
        )
        for langs, counts in facts.units.items()
        if langs
    ]
    unread = counted(facts.quarantined, "document")
    quarantined = f"\n{unread} could not be read: see `documents.reason`.\n" if facts.quarantined else ""
    return f"""## Languages and splits

{table(("language", "documents", "characters"), documents)}{quarantined}
The rows of `parallel` by the languages that they have, and by split:

{table(("languages", *splits, "all"), units)}
The split is a function of the work alone: all versions and all sentences of a work are in one split, and stay there
from build to build.
"""


def _licences(facts: DatasetFacts) -> str:
    rows = [
        (
            "in no folder" if entry.name == TOP else f"{_plain(entry.name)}/",
            _plain(entry.license) or "not stated",
            f"{entry.documents:,}",
            ", ".join(entry.hosts) or "not stated",
            _plain("; ".join(entry.attribution)) or "–",
        )
        for entry in facts.sets[:_MOST_SETS]
    ]
    rest = facts.sets[_MOST_SETS:]
    more = f"\n… and {counted(sum(entry.documents for entry in rest), 'document')} of other folders.\n" if rest else ""
    return f"""## Licences and attribution

The texts belong to their authors. `documents.license` and `documents.origin` say for each document what its page says
of itself, and `documents.path` which file it was: name the origin, and keep to the licence, of what you use.

{table(("works", "licence as stated", "documents", "taken from", "attribution"), rows)}{more}"""


def _personal_data(facts: DatasetFacts) -> str:
    rows = [(text, f"{count:,}") for text, count in facts.marked.items()]
    return _PERSONAL_DATA + (table(("marked", "number"), rows) if rows else "")


def _plain(text: str, most: int = 100) -> str:
    """Return words of a source, cut and escaped so that they are no Markdown in the card."""
    line = printable(text if len(text) <= most else f"{text[:most]}…")
    return "".join(f"\\{char}" if char in "\\`*_[]<>&#!" else char for char in line)


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
