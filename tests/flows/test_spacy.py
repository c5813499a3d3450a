"""taiyaku in spaCy: its word cutters and its glossary in any pipeline, and a build as a DocBin."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import spacy
from spacy.language import Language
from spacy.tokens import DocBin

from glossary.annotation.docbin import docbin
from tests.conftest import SamplesBuild
from tests.flows.command import environment, python
from tests.flows.plain import rows_of

pytestmark = pytest.mark.slow


def pipeline(lang: str) -> Language:
    nlp = spacy.blank(lang, config={"nlp": {"tokenizer": {"@tokenizers": f"taiyaku.{lang}.v1"}}})
    nlp.add_pipe("taiyaku_terms")
    return nlp


@pytest.mark.parametrize(
    ("lang", "text", "terms"),
    [
        ("zh", "新的张量库", [("张量", "tensor", "preferred"), ("库", "library", "preferred")]),
        ("zh", "新的PyTorch库", [("PyTorch", "pytorch", "preferred"), ("库", "library", "preferred")]),
        ("ja", "新しいテンソルは", [("テンソル", "tensor", "preferred")]),
        ("en", "All tensors are here.", [("tensors", "tensor", "preferred")]),
        ("zh", "今天天气很好。", []),
        ("zh", "", []),
    ],
)
def test_pipeline_finds_terms(lang: str, text: str, terms: list[tuple[str, str, str]]):
    doc = pipeline(lang)(text)
    assert doc.text == text
    assert [(span.text, span.label_, span.kb_id_) for span in doc.spans["terms"]] == terms


def test_readme_example_works_where_nothing_of_taiyaku_is_imported(prefect_home: Path, tmp_path: Path):
    ask = """
import spacy
nlp = spacy.blank("zh", config={"nlp": {"tokenizer": {"@tokenizers": "taiyaku.zh.v1"}}})
nlp.add_pipe("taiyaku_terms")
doc = nlp("新的张量库")
print([(span.text, span.label_) for span in doc.spans["terms"]])
"""
    ran = python("-c", ask, env=environment(prefect_home, PYTHONIOENCODING="utf-8"), cwd=tmp_path)
    assert ran.out == "[('张量', 'tensor'), ('库', 'library')]\n", ran.err


def test_pipeline_is_saved_and_loaded(tmp_path: Path):
    pipeline("zh").to_disk(tmp_path / "model")
    doc = spacy.load(tmp_path / "model")("新的张量库")
    assert [span.text for span in doc.spans["terms"]] == ["张量", "库"]


@pytest.mark.parametrize("lang", ["en", "zh", "ja"])
def test_docbin_holds_each_segment_with_words_and_its_terms(lang: str, samples_build: SamplesBuild):
    build = samples_build.latest
    stored = DocBin().from_bytes(docbin(build, lang).to_bytes())
    docs = {doc.user_data["segment_id"]: doc for doc in stored.get_docs(spacy.blank("xx").vocab)}
    segments = {row["segment_id"]: row for row in rows_of(build, "segments") if row["lang"] == lang and row["tokens"]}
    assert docs.keys() == segments.keys() and docs
    for segment_id, doc in docs.items():
        assert doc.text == segments[segment_id]["text"]
        assert [token.text for token in doc if not token.is_space] == segments[segment_id]["tokens"]
    expected: dict[str, list[tuple[Any, ...]]] = {segment_id: [] for segment_id in docs}
    for mention in rows_of(build, "mentions"):
        if mention["segment_id"] in docs and not mention["nested"]:
            expected[mention["segment_id"]].append((mention["surface"], mention["concept_id"], mention["status"]))
    doc_terms = {
        segment_id: [(span.text, span.label_, span.kb_id_) for span in doc.spans["terms"]]
        for segment_id, doc in docs.items()
    }
    missing = {
        key: set(terms) - set(doc_terms[key]) for key, terms in expected.items() if set(terms) - set(doc_terms[key])
    }
    assert missing == {}


def test_docbin_terms_are_true_to_the_mentions(samples_build: SamplesBuild):
    mentions = {
        (mention["segment_id"], mention["concept_id"], mention["surface"])
        for mention in rows_of(samples_build.latest, "mentions")
    }
    for doc in docbin(samples_build.latest, "zh").get_docs(spacy.blank("zh").vocab):
        terms = {(doc.user_data["segment_id"], span.label_, span.text) for span in doc.spans["terms"]}
        assert terms <= mentions
