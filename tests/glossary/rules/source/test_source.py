"""What a page says of its original: which terms a translation lacks, and what its words stand for."""

from __future__ import annotations

import pytest

from glossary.rules.shared.aligned_forms import aligned_unwanted_forms
from glossary.rules.shared.source_concepts import is_spoken_of, may_be_spoken_of, rendering_factor
from glossary.rules.shared.source_pairs import is_code, missing_concepts, speaks_of, unit_at, units
from glossary.rules.source._alignment_gaps import gaps, is_free
from glossary.rules.source._misrendered_terms import misrendered_terms
from tests.glossary.rules.cases import page_of

ENGLISH = "The tensor is saved as a checkpoint."


@pytest.mark.parametrize(
    ("lang", "text", "source", "concepts"),
    [
        ("zh", "张量保存为检查点。", ENGLISH, []),
        ("zh", "张量会被保存。", ENGLISH, ["checkpoint"]),
        ("ja", "テンソルは保存されます。", ENGLISH, ["checkpoint"]),
        ("zh", "存盘即可。", ENGLISH, ["checkpoint", "tensor"]),
        ("zh", "tensor 保存为检查点。", ENGLISH, []),
        ("zh", "张量（tensor）保存为检查站（checkpoint）。", ENGLISH, ["checkpoint"]),
        ("zh", "计算图形很大。", "The computation graph is large.", ["computation-graph"]),
        ("zh", "这里用 xlm-mlm-100-1280。", "This uses masked language modeling.", ["masked-language-modeling"]),
        ("zh", "这里用 MLM 训练。", "This uses masked language modeling.", []),
        (
            "ja",
            "これは [ここ](https://example.org/tasks/summarization) にあります。",
            "Summarization is here.",
            ["summarization"],
        ),
        ("ja", "ここに `summarization` があります。", "Summarization is here.", ["summarization"]),
        ("ja", "ここに要約があります。", "Summarization is here.", []),
        ("zh", "存到 https://example.org/checkpoint 里。", "Save the checkpoint.", ["checkpoint"]),
        ("zh", "这称为 `迁移学习（transfer learning）` 。", "This is called transfer learning.", []),
    ],
)
def test_terms_without_rendering_are_missing(lang: str, text: str, source: str, concepts: list[str]):
    assert sorted(concept.concept_id for concept in missing_concepts(page_of(text, lang, source=source))) == concepts


def test_a_page_without_original_lacks_nothing():
    page = page_of("张量会被保存。", "zh")
    assert (
        units(page),
        missing_concepts(page),
        misrendered_terms(page),
        aligned_unwanted_forms(page),
        unit_at(page, 0),
    ) == (
        (),
        (),
        (),
        (),
        None,
    )
    assert is_free(page) and not list(gaps(page))


def test_the_original_speaks_of_a_concept_in_any_form():
    page = page_of("以后再说。", "zh", source="It was quantized by hand. Call `encoder.run`.")
    unit = units(page_of("手工量化。", "zh", source="It was quantized by hand."))[0]
    assert speaks_of(unit, page.termbase, "quantization")
    assert not speaks_of(unit, page.termbase, "tensor")


def test_words_between_code_marks_alone_are_code():
    unit = units(page_of("放入新的 Dataset 中。", "zh", source="Put it into a new `Dataset`."))[0]
    assert is_code(unit, "Dataset")
    assert not is_code(unit, "new")
    assert not is_code(unit, "tensor")


@pytest.mark.parametrize(
    ("source", "concept", "spoken", "perhaps"),
    [
        ("The tensor is here.", "tensor", True, True),
        ("It was quantized by hand.", "quantization", True, True),  # all words of a name
        ("Each image is cut. Then the patch is used.", "image-patch", False, True),  # not in one sentence
        ("Apply the patch.", "image-patch", False, True),  # a name that asks for company
        ("Call `nn.Embedding` first.", "embedding", False, False),  # a name of code
        ("Nothing of the kind.", "tensor", False, False),
    ],
)
def test_the_original_as_a_whole_speaks_of_a_concept(source: str, concept: str, spoken: bool, perhaps: bool):
    page = page_of("以后再说。", "zh", source=source)
    assert is_spoken_of(page, concept) is spoken
    assert may_be_spoken_of(page, concept) is perhaps


def test_what_the_original_does_not_speak_of_is_hardly_rendered():
    page = page_of("打补丁。走了。", "zh", source="Apply the patch. They left.")
    assert rendering_factor(page, "image-patch", [0]) == 0.6  # the word is there, perhaps in another sense
    assert rendering_factor(page, "image-patch", [4]) == 0
    assert rendering_factor(page, "image-patch", [0, 4]) == 0.6
    assert rendering_factor(page_of("打补丁。", "zh"), "image-patch", [0]) == 1


def test_no_alignment_is_asked_for_where_the_original_speaks_of_a_concept():
    page = page_of("张量会被保存。", "zh", source=ENGLISH)
    assert rendering_factor(page, "tensor", [0]) == 1
    assert page.original is not None and "pairs" not in vars(page.original)
