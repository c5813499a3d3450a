"""Company farther away: in the section of a form, or often on its page."""

import pytest

from glossary.matching import Text
from tests.glossary.small import matcher

GLOSSARY = matcher(
    'id = "stride"\nen.preferred = { form = "stride", only_near = ["convolution"] }\n'
    'zh.preferred = { form = "步幅", only_near = ["卷积", "GPU 核"], not_in = ["步幅很大"] }\nja.preferred = "ストライド"\n'
    'zh.wrong = [{ form = "大步", only_near = ["卷积"], why = "a long step" }]',
    'id = "backward"\nen.preferred = "backward"\nzh.preferred = "反向"\n'
    'zh.admitted = [{ form = "后端", only_near = ["卷积"] }]\nja.preferred = "逆"',
    'id = "backend"\ndomain = "other"\nen.preferred = "backend"\nzh.preferred = "后端"\nja.preferred = "バックエンド"',
)


def found(lang: str, *texts: str, contexts: tuple[str, ...] = ()) -> list[list[tuple[str, float]]]:
    headings = contexts or ("",) * len(texts)
    page = [Text(text, context=heading) for text, heading in zip(texts, headings, strict=True)]
    return [[(use.surface, round(use.confidence, 3)) for use in uses] for uses in GLOSSARY.find_on_page(page, lang)]


@pytest.mark.parametrize(
    ("texts", "contexts", "expected"),
    [
        (("步幅为二。",), ("",), [[]]),
        (("步幅为二的卷积。",), ("",), [[("步幅", 1.0)]]),
        (("这是卷积。", "步幅为二。"), ("一", "一"), [[], [("步幅", 0.9)]]),
        (("这是卷积。", "步幅为二。"), ("一", "二"), [[], []]),  # another section, and not often
        (("卷积。", "卷积！", "卷积？", "步幅为二。"), ("一", "一", "一", "二"), [[], [], [], [("步幅", 0.9)]]),
        (("卷积卷积卷积。", "步幅为二。"), ("一", "二"), [[], []]),  # three times in one segment is not often
        (("GPU核。", "步幅为二。"), ("一", "一"), [[], [("步幅", 0.9)]]),  # spaced as it likes
        (("这是卷积。", "步幅很大。"), ("一", "一"), [[], []]),  # within a longer string
        (("这是卷积。", "大步前进。"), ("一", "一"), [[], []]),  # an unwanted form: no verdict by company afar
    ],
)
def test_context_words_count_in_the_section_or_often_on_the_page(texts, contexts, expected):
    assert found("zh", *texts, contexts=contexts) == expected


def test_latin_context_word_is_a_whole_word():
    assert found("en", "Convolutions.", "The stride.", contexts=("a", "a")) == [[], [("stride", 0.9)]]
    assert found("en", "A deconvolution.", "The stride.", contexts=("a", "a")) == [[], []]


def test_context_words_afar_do_not_take_a_form_from_a_concept_that_needs_none():
    uses = GLOSSARY.find_on_page([Text("卷积。"), Text("卷积！"), Text("卷积？"), Text("换一个后端。")], "zh")
    assert [mention.concept_id for mention in uses[-1]] == ["backend"]


def test_texts_that_are_no_page_are_no_context_of_each_other():
    assert GLOSSARY.find_all([Text("这是卷积。"), Text("步幅为二。")], "zh") == [[], []]
