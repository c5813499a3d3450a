"""The word cutters as spaCy tokenizers, found by name without an import."""

import subprocess
import sys

import pytest
import spacy
from hypothesis import given
from hypothesis import strategies as st
from spacy.language import Language
from spacy.vocab import Vocab

from corpus.tokenizers import tokenizer
from corpus.tokenizers.spacy_components import Tokenizer, doc_of
from tests.corpus.text.test_sentences import PIECES

LANGS = ("zh", "ja", "en")
TEXTS = st.lists(st.one_of(st.sampled_from(PIECES), st.text(max_size=4)), max_size=15).map("".join)


def pipeline(lang: str) -> Language:
    return spacy.blank(
        lang if lang == "en" else "xx", config={"nlp": {"tokenizer": {"@tokenizers": f"taiyaku.{lang}.v1"}}}
    )


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_pipeline_of_the_language_takes_the_tokenizer(lang):
    nlp = spacy.blank(lang, config={"nlp": {"tokenizer": {"@tokenizers": f"taiyaku.{lang}.v1"}}})
    assert isinstance(nlp.tokenizer, Tokenizer)


TOKENS = [
    ("zh", "张量 PyTorch 库。", ["张量", "PyTorch", "库", "。"]),
    ("ja", "PyTorch を使う。", ["PyTorch", "を", "使う", "。"]),
    ("en", "It doesn't fit.", ["It", "does", "n't", "fit", "."]),
    ("zh", "训练\n\n模型", ["训练", "\n\n", "模型"]),
    ("zh", " 训练", [" ", "训练"]),
    ("zh", "训练  模型", ["训练", " ", "模型"]),
    ("zh", "", []),
    ("ja", " ", [" "]),
]


@pytest.mark.parametrize(("lang", "text", "tokens"), TOKENS)
def test_tokens(lang, text, tokens):
    doc = pipeline(lang)(text)
    assert [token.text for token in doc] == tokens
    assert doc.text == text


@pytest.mark.parametrize("lang", LANGS)
@given(text=TEXTS)
def test_doc_is_true_to_its_text(lang, text):
    doc = Tokenizer(lang, Vocab())(text)
    assert doc.text == text
    words = [(token.idx, token.idx + len(token)) for token in doc if not token.text.isspace()]
    assert words == tokenizer(lang)(text) or "\0" in text


@pytest.mark.parametrize("lang", LANGS)
def test_pipeline_is_stored_and_loaded(lang, tmp_path):
    text = "张量 tensor テンソル"
    nlp = pipeline(lang)
    nlp.to_disk(tmp_path / "model")
    loaded = spacy.load(tmp_path / "model")
    assert isinstance(loaded.tokenizer, Tokenizer)
    assert [token.text for token in loaded(text)] == [token.text for token in nlp(text)]


@pytest.mark.parametrize("lang", LANGS)
def test_pipeline_goes_through_bytes(lang):
    nlp = pipeline(lang)
    assert pipeline(lang).from_bytes(nlp.to_bytes())("张量")[0].text == nlp("张量")[0].text


@pytest.mark.slow
def test_tokenizers_are_found_without_importing_taiyaku():
    program = (
        "import spacy; nlp = spacy.blank('zh', config={'nlp': {'tokenizer': {'@tokenizers': 'taiyaku.zh.v1'}}});"
        "print([t.text for t in nlp('张量库')])"
    )
    ran = subprocess.run(
        [sys.executable, "-X", "utf8", "-c", program], capture_output=True, text=True, encoding="utf-8", check=True
    )
    assert ran.stdout.strip() == "['张量', '库']"


@pytest.mark.parametrize(
    ("text", "words", "tokens"),
    [
        ("ab cd", [(0, 2), (3, 5)], [("ab", " "), ("cd", "")]),
        ("abcd", [(0, 2), (2, 4)], [("ab", ""), ("cd", "")]),
        ("ab  cd", [(0, 2), (4, 6)], [("ab", " "), (" ", ""), ("cd", "")]),
        ("ab\ncd", [(0, 2), (3, 5)], [("ab", ""), ("\n", ""), ("cd", "")]),
        ("ab ", [(0, 2)], [("ab", " ")]),
        (" ", [], [(" ", "")]),
    ],
)
def test_one_space_belongs_to_the_word_before_it(text, words, tokens):
    assert [(token.text, token.whitespace_) for token in doc_of(Vocab(), text, words)] == tokens
