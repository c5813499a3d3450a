"""What of the original the words of a page stand for, by term alignment."""

from __future__ import annotations

import pytest

from glossary.rules.shared.linked_terms import linked_uses, source_name_at, source_term_at
from tests.glossary.rules.cases import page_of


def test_the_term_that_words_stand_for_is_found_at_their_place():
    page = page_of("张量保存为检查点。", "zh", source="The tensor is saved as a checkpoint.")
    start = page.text.index("检查点")
    term = source_term_at(page, start, start + 3)
    assert term is not None and (term.term, term.concept_id) == ("checkpoint", "checkpoint")
    assert source_term_at(page, page.text.index("。"), len(page.text)) is None


def test_a_page_without_original_has_no_links():
    page = page_of("张量保存为检查点。", "zh")
    assert source_term_at(page, 0, 2) is None
    assert linked_uses(page) == ()
    assert source_name_at(page, page.uses[0]) == ()


@pytest.mark.parametrize(
    ("text", "source", "name"),
    [
        ("我们划分训练集。", "We split the training set.", ("train", "set")),
        ("我们划分训练集。", "We split the training dataset.", ("train", "dataset")),
        ("我们划分训练集。", "We walk the dog.", ()),
    ],
)
def test_the_english_name_of_a_use_is_found(text: str, source: str, name: tuple[str, ...]):
    page = page_of(text, "zh", source=source)
    use = next(use for use in page.uses if use.concept_id == "training-set")
    assert source_name_at(page, use) == name


def test_words_that_stand_for_something_else_say_so():
    page = page_of("使用词向量。", "zh", source="We use word vectors.")
    use = next(use for use in page.uses if use.concept_id == "word-embedding")
    assert source_name_at(page, use) is None


def test_of_a_link_to_a_part_of_a_name_nothing_is_known():
    page = page_of("実行時に推論します。", "ja", source="It infers while you run it.")
    use = next(use for use in page.uses if use.concept_id == "runtime")
    assert source_name_at(page, use) == ()


def test_a_form_without_its_context_words_counts_where_the_english_has_the_concept():
    page = page_of("検証データを選びます。", "ja", source="Choose the validation set.")
    assert not any(use.surface == "検証データ" for use in page.uses)
    assert [(use.surface, use.concept_id, use.status) for use in linked_uses(page)] == [
        ("検証データ", "validation-set", "admitted")
    ]
