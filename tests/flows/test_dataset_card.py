"""The card of a build: its snippets run as they stand, and it says what the tables say."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from corpus.records import Document, TranslationUnit
from corpus.schema import TABLES, to_table
from corpus.storage import parquet, store
from flows.dataset_card.dataset_card import card, croissant, size_category
from flows.dataset_card.dataset_facts import DatasetFacts, DocumentSet, facts_of, licence_id, licence_ids
from tests.conftest import SamplesBuild
from tests.flows.card_snippets import LIBRARIES, output_of, snippet


@pytest.mark.parametrize("library", LIBRARIES)
def test_snippet_of_the_card_loads_the_table(library: str, samples_build: SamplesBuild, tmp_path: Path):
    rows = (store.read_manifest(samples_build.latest) or {})["rows"]["parallel"]
    assert str(rows) in output_of(snippet(samples_build.latest, library), tmp_path)


def test_build_holds_a_card_with_the_head_that_a_hub_reads(samples_build: SamplesBuild):
    head = yaml.safe_load((samples_build.latest / "README.md").read_text(encoding="utf-8").split("---")[1])
    assert head["language"] == ["en", "zh", "ja"] and head["license"] == "unknown"
    assert head["size_categories"] == ["n<1K"] and head["task_categories"] == ["translation", "token-classification"]
    assert head["pretty_name"] == "English, Chinese and Japanese technical articles with checked terms"
    assert [entry["config_name"] for entry in head["configs"] if entry.get("default")] == ["parallel"]


def document(path: str, lang: str, **values: str | None) -> Document:
    empty = {"title": None, "reason": None, "origin": None, "license": None, "status": "ok", **values}
    return Document(
        doc_id=path, work=path, lang=lang, locale=lang, path=path, media_type="text/plain", text="", sha256="", chars=7,
        **empty,  # type: ignore[arg-type]
    )  # fmt: skip


@pytest.fixture
def facts(tmp_path: Path) -> DatasetFacts:
    """The facts of a build of two document sets, with one file that could not be read."""
    documents = [
        document("docs/en/a.md", "en", license="Apache-2.0", origin="https://docs.example.org/a"),
        document("docs/zh/a.md", "zh", license="Apache-2.0", origin="https://docs.example.org/zh/a"),
        document("blog/ja/b.md", "ja", license="all rights | reserved <b>", origin="https://user:pw@blog.example/b"),
        document("c.txt", "zh"),
        document("d.bin", "", status="quarantined", reason="binary"),
    ]
    unit: dict[str, Any] = {"unit_id": "1", "work": "a", "en": "tensor", "zh": "张量", "ja": None, "en_segments": [], "zh_segments": [],
            "ja_segments": [], "kind": "1-1", "score": 1.0, "quality": 1.0, "flags": [], "split": "dev", "terms": []}  # fmt: skip
    parquet.write_part(tmp_path, "documents", 0, to_table("documents", documents), "x")
    parquet.write_part(tmp_path, "parallel", 0, to_table("parallel", [TranslationUnit(**unit)]), "x")
    return facts_of(tmp_path, "0123456789ab", "taiyaku:x", {"documents": 5, "parallel": 1, "scores": 0})


def test_facts_count_documents_by_language_licence_and_origin(facts: DatasetFacts):
    assert facts.documents == {"en": 1, "zh": 2, "ja": 1} and facts.characters["zh"] == 14 and facts.quarantined == 1
    assert facts.sets == (
        DocumentSet(".", "", 1, ()),
        DocumentSet("blog", "all rights | reserved <b>", 1, ("blog.example",)),
        DocumentSet("docs", "Apache-2.0", 2, ("docs.example.org",)),
    )
    assert facts.units == {("en", "zh"): {"dev": 1}}
    assert licence_ids(facts.sets) == ["apache-2.0", "other", "unknown"]


def test_card_says_so_and_words_of_pages_are_no_markup(facts: DatasetFacts):
    text = card(facts)
    head = yaml.safe_load(text.split("---")[1])
    assert head["license"] == ["apache-2.0", "other", "unknown"]
    assert [entry["config_name"] for entry in head["configs"]] == ["documents", "parallel"]
    assert "| docs/ | Apache-2.0 | 2 | docs.example.org |" in text
    assert "| in no folder | not stated | 1 | not stated |" in text
    assert "| blog/ | all rights \\| reserved \\<b\\> | 1 | blog.example |" in text and "pw" not in text
    assert "| English + Chinese | 0 | 1 | 0 | 1 |" in text
    assert "1 document could not be read" in text
    for heading in (
        "Licences and attribution",
        "Personal data",
        "How it was made",
        "Languages and splits",
        "Limitations",
    ):
        assert f"\n## {heading}\n" in text


def test_same_facts_give_the_same_card_and_description(facts: DatasetFacts):
    assert card(facts) == card(facts) and croissant(facts) == croissant(facts)
    assert "datePublished" not in croissant(facts) and '"datePublished": "2026-11-27"' in croissant(facts, "2026-11-27")


def test_description_names_every_column_of_every_table_that_has_rows(samples_build: SamplesBuild):
    text = (samples_build.latest / "croissant.json").read_text(encoding="utf-8")
    assert all(f'"@id": "{table}"' in text for table in TABLES)


@pytest.mark.parametrize(
    ("text", "identifier"),
    [
        ("Apache-2.0", "apache-2.0"),
        ("Apache License, Version 2.0", "apache-2.0"),
        ("MIT License", "mit"),
        ("CC BY-SA 4.0", "cc-by-sa-4.0"),
        ("https://creativecommons.org/licenses/by-nc/4.0/deed.ja", "cc-by-nc-4.0"),
        ("all rights reserved", None),
        ("", None),
    ],
)
def test_licence_of_a_page_is_recognised(text: str, identifier: str | None):
    assert licence_id(text) == identifier


@pytest.mark.parametrize(
    ("rows", "name"), [(0, "n<1K"), (1_000, "1K<n<10K"), (999_999, "100K<n<1M"), (10**6, "1M<n<10M"), (10**7, "n>10M")]
)
def test_size_is_given_in_the_words_of_hubs(rows: int, name: str):
    assert size_category(rows) == name
