"""What a match depends on beside its own words: protected spans, headings, company."""

import pytest

from corpus.records import Span
from glossary.matching import Text
from glossary.termbase.read_concept import faults
from tests.glossary.small import matcher, shown, termbase

GLOSSARY = matcher(
    'id = "tensor"\nidentifier = ["torch.Tensor"]\nen.preferred = "tensor"\nzh.preferred = "张量"\nja.preferred = "テンソル"',
    'id = "torchvision"\nkeep = true\nidentifier = ["torchvision"]\nen.preferred = "TorchVision"',
    'id = "compile-mode"\nen.preferred = "torch.compile mode"\nzh.preferred = "torch.compile 模式"\nja.preferred = "コンパイルモード"',
    'id = "torch-compile"\nkeep = true\nen.preferred = "torch.compile"',
    'id = "graph"\nen.preferred = "graph"\nzh.preferred = { form = "图形", only_near = ["节点", "op", "GPU"] }\nja.preferred = "グラフ"',
)
PARTS = matcher(
    'id = "mask"\nen.preferred = { form = "mask", part_of_speech = "noun" }\nja.preferred = { form = "ラベル", part_of_speech = "noun" }',
    'id = "masking"\nen.preferred = { form = "mask", part_of_speech = "verb" }',
)


def spans(text: str, *parts: tuple[str, str]) -> list[Span]:
    return [Span(text.index(part), text.index(part) + len(part), kind) for part, kind in parts]


def zones(text: str, *parts: tuple[str, str]) -> list[tuple[str, str, str, str]]:
    mentions = GLOSSARY.find(text, "zh", spans(text, *parts))
    assert all(text[mention.start : mention.end] == mention.surface for mention in mentions)
    return [(mention.surface, mention.status, mention.zone, mention.form) for mention in mentions]


def test_nothing_is_found_inside_protected_spans():
    for kind in ("code", "url", "link", "math", "tag", "placeholder", "identifier"):
        assert zones("见 https://张量.org 张量库", ("https://张量.org", kind)) == [
            ("张量", "preferred", "prose", "张量")
        ]
        assert zones("见张量库", ("量库", kind)) == []


@pytest.mark.parametrize(
    ("text", "span", "kind", "expected"),
    [
        ("用 `torchvision` 吧", "`torchvision`", "code", ("torchvision", "admitted", "code", "torchvision")),
        ("用 ``torch.Tensor()`` 吧", "``torch.Tensor()``", "code", ("torch.Tensor", "admitted", "code", "torch.Tensor")),
        ("用 torch.compile 吧", "torch.compile", "identifier", ("torch.compile", "preferred", "identifier", "torch.compile")),
        ("用 torch.compile() 吧", "torch.compile()", "identifier", ("torch.compile", "preferred", "identifier", "torch.compile")),
        ("用 `张量` 吧", "`张量`", "code", ("张量", "preferred", "code", "张量")),
    ],
)  # fmt: skip
def test_whole_span_that_is_a_name_of_code(text, span, kind, expected):
    assert zones(text, (span, kind)) == [expected]


def test_name_of_code_that_is_part_of_a_longer_span_is_silent():
    assert zones("用 `import torchvision` 吧", ("`import torchvision`", "code")) == []
    assert zones("见 torchvision", ("torchvision", "url")) == []


def test_term_around_an_identifier():
    assert zones("用 torch.compile 模式", ("torch.compile", "identifier")) == [
        ("torch.compile 模式", "preferred", "prose", "torch.compile 模式"),
    ]


@pytest.mark.parametrize(
    ("span", "expected"),
    [
        ("torch.compiletorch.Tensor", ["torch.compile", "torch.Tensor"]),
        ("torch.compiletorch.other", ["torch.compile"]),
        ("torch.compiletorch.compiletorch.Tensor", ["torch.compile", "torch.compile", "torch.Tensor"]),
        ("@torch.compile", ["torch.compile"]),
        ("torch.compile()", ["torch.compile"]),
        ("torch.compile.inner", []),
        ("my.torch.compile", []),
        ("torch.compiled", []),
    ],
)
def test_names_in_one_span(span, expected):
    uses = zones(f"见 {span} 吧", (span, "identifier"))
    assert [surface for surface, *_ in uses] == expected


def test_inflected_name_of_code():
    assert zones("torch.compile-ed 模型", ("torch.compile", "identifier"))[0][0] == "torch.compile"


def test_zone_of_a_heading():
    assert [mention.zone for mention in GLOSSARY.find("张量", "zh", kind="heading")] == ["heading"]
    assert [mention.zone for mention in GLOSSARY.find("张量", "zh", kind="list_item")] == ["prose"]


@pytest.mark.parametrize(
    ("text", "context", "expected"),
    [
        ("图形的节点", "", ["图形"]),
        ("图形", "节点和边", ["图形"]),
        ("图形", "", []),
        ("图形与 ops", "", ["图形"]),
        ("图形与 GPUs", "", ["图形"]),
        ("图形的 option", "", []),
        ("图形的 stop", "", []),
    ],
)
def test_context_words_decide_whether_a_form_counts(text, context, expected):
    assert shown(GLOSSARY.find(text, "zh", context=context)) == expected


def test_two_concepts_without_context_words_are_both_handed_over():
    glossary = matcher(
        'id = "a"\ndomain = "a"\nzh.preferred = "推断"',
        'id = "b"\ndomain = "b"\nzh.preferred = "推断"',
    )
    mentions = glossary.find("推断", "zh")
    assert [(mention.concept_id, mention.confidence) for mention in mentions] == [("a", 0.8), ("b", 0.8)]


def test_context_words_of_one_concept_decide_against_the_other():
    glossary = matcher(
        'id = "a"\ndomain = "a"\nzh.preferred = "推断"',
        'id = "b"\ndomain = "b"\nzh.preferred = { form = "推断", only_near = ["贝叶斯"] }',
    )
    assert [mention.concept_id for mention in glossary.find("贝叶斯推断", "zh")] == ["b"]
    assert [mention.concept_id for mention in glossary.find("模型推断", "zh")] == ["a"]


def test_form_as_written_wins_over_another_folded():
    glossary = matcher('id = "loader"\nen.preferred = "data loader"', 'id = "class"\nen.preferred = "DataLoader"')
    assert [mention.concept_id for mention in glossary.find("A Data Loader is", "en")] == ["loader"]
    assert [mention.concept_id for mention in glossary.find("A DataLoader is", "en")] == ["class"]


def test_english_that_one_concept_admits_is_not_left_over_of_another():
    glossary = matcher(
        'id = "issue"\nen.preferred = "issue"\nzh.preferred = "issue"',
        'id = "problem"\ndomain = "b"\nen.preferred = "issue"\nzh.preferred = "问题"',
    )
    assert [(mention.concept_id, mention.status) for mention in glossary.find("提一个 issue", "zh")] == [
        ("issue", "preferred")
    ]


def test_common_noun_between_backticks_is_the_name_of_an_argument():
    assert zones("把 `tensor` 传给它", ("`tensor`", "code")) == []


@pytest.mark.parametrize(
    ("foreign", "expected"),
    [
        (False, [("epochs", "admitted"), ("Torchvision", "variant"), ("Epoche", "wrong")]),
        (True, [("epochs", "source"), ("Torchvision", "variant"), ("Epoche", "wrong")]),
    ],
)
def test_terms_of_an_english_sentence_are_english(foreign, expected):
    glossary = matcher(
        'id = "epoch"\nen.preferred = "epoch"\nzh.preferred = "轮次"\nzh.admitted = ["epoch"]\nzh.wrong = ["Epoche"]\nja.preferred = "エポック"',
        'id = "torchvision"\nkeep = true\nen.preferred = "TorchVision"',
    )
    (mentions,) = glossary.find_all([Text("Ten epochs with Torchvision and Epoche.", foreign=foreign)], "zh")
    assert [(mention.surface, mention.status) for mention in mentions] == expected


def test_plural_that_is_a_longer_string_is_silent():
    glossary = matcher('id = "gru"\nkeep = true\nen.preferred = { form = "GRU", not_in = ["Grus"] }')
    assert shown(glossary.find("Joel Grus 的 GRU", "zh")) == ["GRU"]


@pytest.mark.parametrize(
    ("entry", "lang", "text", "count"),
    [
        ('zh.preferred = { form = "图形", not_in = ["CUDA 图形卡"] }', "zh", "CUDA图形卡", 0),
        ('zh.preferred = { form = "图形", not_in = ["CUDA图形卡"] }', "zh", "CUDA 图形卡", 0),
        ('zh.preferred = { form = "CUDA 图形", not_in = ["CUDA 图形卡"] }', "zh", "CUDA图形卡", 0),
        ('zh.preferred = { form = "CUDA 图形", not_in = ["CUDA 图形卡"] }', "zh", "CUDA图形", 1),
        ('zh.preferred = { form = "图形", only_near = ["GPU 上"] }', "zh", "GPU上的图形", 1),
        ('ja.preferred = { form = "クラスター", not_in = ["クラスタリング"] }', "ja", "クラスタリングとクラスタ", 1),
    ],
)
def test_context_words_and_longer_strings_hold_however_they_are_spaced(entry, lang, text, count):
    other = 'ja.preferred = "あ"' if lang == "zh" else 'zh.preferred = "乙"'
    glossary = matcher(f'id = "graph"\nen.preferred = "graph"\n{entry}\n{other}')
    assert len(glossary.find(text, lang, [])) == count


@pytest.mark.parametrize("text", ["サポート ベクター マシン", "サポート・ベクター・マシン", "サポートベクターマシン"])
def test_space_between_katakana_words_is_folded(text):
    glossary = matcher('id = "svm"\nen.preferred = "SVM"\nzh.preferred = "乙"\nja.preferred = "サポートベクターマシン"')
    (mention,) = glossary.find(f"これは {text} です", "ja", [])
    assert mention.surface == text


DOMAINS = matcher(
    'id = "gradient"\ndomain = "training"\nzh.preferred = "梯度"\nja.preferred = "勾配"',
    'id = "step"\ndomain = "training"\nzh.preferred = { form = "步", only_near = ["@training"] }',
    'id = "stride"\ndomain = "nn"\nzh.preferred = { form = "步幅", only_near = true }\nja.preferred = "ストライド"',
    'id = "convolution"\ndomain = "nn"\nen.preferred = "convolution"\nzh.preferred = "卷积"\nzh.wrong = [{ form = "卷机", only_near = true }]',
    'id = "property"\ndomain = "api"\nzh.preferred = { form = "属性", only_near = ["@property"] }',
)


@pytest.mark.parametrize(
    ("text", "heading", "expected"),
    [
        ("卷积的步幅", "", ["卷积", "步幅"]),
        ("他的步幅", "", []),
        ("他的步幅", "卷积", ["步幅"]),
        ("梯度与步幅", "", ["梯度"]),  # another domain
        ("convolution 的步幅", "", ["=convolution", "步幅"]),
        ("convolutional 的步幅", "", []),  # part of another word
        ("卷机与步幅", "", []),  # neither form that asks for its domain is evidence for the other
        ("属性与梯度", "", ["梯度"]),
        ("属性，如 @property", "", ["属性"]),  # no domain: the word itself
    ],
)
def test_domain_stands_for_the_forms_of_its_concepts(text, heading, expected):
    assert shown(DOMAINS.find(text, "zh", context=heading)) == expected


def test_domain_that_a_page_often_speaks_of_counts_in_all_of_it():
    texts = [Text("卷积。"), Text("卷积核。"), Text("看卷积。"), Text("步幅为 2。", context="别处")]
    assert shown(DOMAINS.find_on_page(texts, "zh")[-1]) == ["步幅"]
    assert shown(DOMAINS.find_on_page(texts[1:], "zh")[-1]) == []


def test_misspelled_domain_is_reported():
    concepts = termbase('id = "step"\nzh.preferred = { form = "步", only_near = ["@trainning", "@property"] }').concepts
    assert [fault.message for fault in faults(concepts)] == ["unknown domain '@trainning'; did you mean '@training'?"]


@pytest.mark.parametrize(
    ("text", "concepts"),
    [
        ("We mask the tokens.", ["masking"]), ("Layers that mask tokens", ["mask", "masking"]), ("Mask your data.", ["masking"]),
        ("It masks the loss.", ["masking"]), ("to mask padding", ["masking"]), ("You must *mask* padding", ["masking"]),
        ("The masks the team made", ["mask"]), ("Each mask is boolean.", ["mask"]), ("of masks", ["mask"]),
        ("from image to mask", ["mask", "masking"]), ("an attention mask", ["mask", "masking"]), ("Mask", ["mask", "masking"]),
    ],
)  # fmt: skip
def test_english_noun_does_not_count_as_a_verb_nor_the_reverse(text: str, concepts: list[str]):
    assert [use.concept_id for use in PARTS.find(text, "en")] == concepts


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("ラベルする", 0),
        ("ラベルされた画像", 0),
        ("ラベルしない", 0),
        ("ラベルをする", 1),
        ("ラベルしか無い", 1),
        ("ラベルです", 1),
    ],
)
def test_japanese_noun_does_not_count_before_suru(text: str, count: int):
    assert len(PARTS.find(text, "ja")) == count


def test_english_sentence_of_a_page_is_read_as_english():
    texts = [Text("We mask the tokens.", foreign=foreign) for foreign in (True, False)]
    mentions = PARTS.find_all(texts, "zh")
    assert [[use.concept_id for use in uses] for uses in mentions] == [["masking"], ["mask", "masking"]]
