"""Renderings: what counts as one, what shows how a page writes a concept, and what makes a difference doubtful."""

from __future__ import annotations

import pickle
from dataclasses import replace
from typing import Any

import pytest

from glossary.annotation.annotate import annotated
from glossary.annotation.pipeline import matcher
from glossary.findings.engine import check
from glossary.loading import load
from glossary.rules.consistency._evidence_uses import parts, place_in
from glossary.rules.consistency.renderings import digest, rendering_groups, renderings
from glossary.rules.context import RuleContext
from glossary.rules.digest import Digest, sites
from glossary.rules.registry import BY_CODE
from glossary.rules.shared.ambiguous_forms import shared_forms
from glossary.rules.shared.form_similarity import bare, is_initialism, is_same_rendering, is_shortening
from tests.corpus.small import cpu_limit
from tests.glossary.rules.cases import document_of
from tests.glossary.small import termbase

ONE = [
    ("zh", "张量", "張量"),
    ("zh", "嵌入", "嵌入向量"),
    ("zh", "嵌套张量", "嵌套的张量"),
    ("zh", "梯度累积", "累积梯度"),
    ("zh", "🤗 Datasets", "Datasets 库"),
    ("zh", "fine-tuning", "finetune"),
    ("zh", "Mac Studio", "MacBook"),
    ("ja", "トークナイザー", "トークナイザ"),
    ("ja", "メモリ・プロファイラー", "メモリプロファイラ"),
    ("ja", "畳み込み", "畳込み"),
    ("ja", "勾配累積", "勾配の累積"),
    ("ja", "コンパイル", "コンパイレーション"),
    ("ja", "マップ", "マッピング"),
    ("ja", "モデル並列", "モデル並列処理"),
    ("ja", "Transformers ライブラリ", "🤗 Transformers"),
]
TWO = [
    ("zh", "推理", "推断"),
    ("zh", "批大小", "批量大小"),
    ("zh", "大模型", "大语言模型"),
    ("zh", "目标函数", "目的函数"),
    ("zh", "tensor", "张量"),
    ("zh", "embedding 表", "嵌入表"),
    ("ja", "リポジトリ", "レポジトリ"),
    ("ja", "学習ループ", "トレーニングループ"),
    ("ja", "シリアライズ", "シリアル化"),
    ("ja", "ハブ", "Hub"),
]


@pytest.mark.parametrize(("lang", "first", "second"), ONE)
def test_spellings_and_short_forms_are_one_rendering(lang: str, first: str, second: str):
    assert is_same_rendering(first, second, lang)
    assert is_same_rendering(second, first, lang)


@pytest.mark.parametrize(("lang", "first", "second"), TWO)
def test_other_words_are_another_rendering(lang: str, first: str, second: str):
    assert not is_same_rendering(first, second, lang)
    assert not is_same_rendering(second, first, lang)


def test_a_form_with_its_middle_left_out_is_shortened():
    assert is_shortening("大模型", "大语言模型", "zh")
    assert is_shortening("大语言模型", "大模型", "zh")
    assert not is_shortening("推理", "推断", "zh")
    assert not is_shortening("张量", "张量", "zh")


def test_bare_keeps_what_makes_another_word():
    assert bare("目的地", "zh") == "目的地"
    assert bare("もの", "ja") == "もの"
    assert bare("batches", "zh") == bare("batch", "zh")
    assert bare("s", "zh") == "s"


def test_initials_stand_for_the_full_name():
    concept = termbase(
        {"id": "lstm", "en": {"preferred": "LSTM", "admitted": ["long short-term memory"]}},
        {"id": "nvidia", "keep": True, "en": {"preferred": "NVIDIA"}},
        {"id": "frame", "keep": True, "en": {"preferred": "data frame", "admitted": ["DataFrame"]}},
        {"id": "op", "en": {"preferred": "operator", "abbreviation": ["op"]}},
    ).by_id
    assert is_initialism("LSTM", concept["lstm"])
    assert is_initialism("op", concept["op"])
    assert not is_initialism("NVIDIA", concept["nvidia"])
    assert not is_initialism("DataFrame", concept["frame"])


OPERATOR: dict[str, Any] = {
    "id": "operator",
    "en": {"preferred": "operator"},
    "zh": {"preferred": "算子", "admitted": ["运算符"]},
    "ja": {"preferred": "演算子", "admitted": ["オペレーター"]},
}
CUSTOM: dict[str, Any] = {
    "id": "custom-operator",
    "en": {"preferred": "custom operator"},
    "zh": {"preferred": "自定义算子", "admitted": ["自定义运算符", "定制算子"]},
    "ja": {"preferred": "カスタム演算子", "admitted": ["カスタムオペレーター"]},
}
LEARNING: dict[str, Any] = {"id": "learning", "en": {"preferred": "learning"}, "zh": {"preferred": "学习"}}
MACHINE: dict[str, Any] = {"id": "machine", "en": {"preferred": "machine learning"}, "zh": {"preferred": "机器学习"}}


def test_a_compound_tells_how_its_part_is_written_where_the_writer_had_a_choice():
    compound_parts = parts(termbase(OPERATOR, CUSTOM, LEARNING, MACHINE), "zh")
    as_tuples = {key: [tuple(part) for part in part_list] for key, part_list in compound_parts.items()}
    assert as_tuples == {
        ("custom-operator", "自定义算子"): [("operator", "算子")],
        ("custom-operator", "自定义运算符"): [("operator", "运算符")],
    }


def test_a_part_is_found_as_the_page_spells_it():
    assert place_in("カスタムオペレータ", "オペレーター", "ja") == (4, 9)
    assert place_in("自定義運算符", "运算符", "zh") == (3, 6)
    assert place_in("自定义算子", "运算符", "zh") is None


def test_forms_of_two_concepts_are_shared():
    base = termbase(
        {"id": "accuracy", "domain": "a", "zh": {"preferred": "精度"}},
        {"id": "precision", "domain": "b", "zh": {"preferred": "精确率", "admitted": ["精度"]}},
        {"id": "old", "domain": "c", "zh": {"preferred": "旧", "deprecated": ["精确率"]}},
        {"id": "order", "domain": "d", "zh": {"preferred": "秩", "admitted": [{"form": "旧", "only_near": ["张量"]}]}},
    )
    assert shared_forms(base, "zh") == {"精度"}


def page(text: str, lang: str, *concepts: Any) -> RuleContext:
    base = termbase(*concepts) if concepts else load()
    document = document_of(text, lang)
    segments, mentions = annotated(document, matcher(base))
    return RuleContext(document, tuple(segments), tuple(mentions), base)


def test_renderings_have_every_place_and_what_stands_there():
    text = "# 算子\n\n算子很多。自定义运算符也很多。\n"
    page_renderings = renderings(page(text, "zh", OPERATOR, CUSTOM))
    rows = [
        (rendering.concept_id, rendering.form, rendering.count, rendering.headings, rendering.compounds)
        for rendering in page_renderings
    ]
    assert rows == [
        ("custom-operator", "自定义运算符", 1, 0, 0),
        ("operator", "算子", 2, 1, 0),
        ("operator", "运算符", 1, 0, 1),
    ]
    assert [text[start:end] for rendering in page_renderings for start, end in rendering.places] == [
        "自定义运算符",
        "算子",
        "算子",
        "运算符",
    ]


def test_a_digest_is_small_and_travels_between_processes():
    long = page("算子很多。" * 2000, "zh", OPERATOR)
    page_digest = digest(long)
    assert [(rendering.form, rendering.count, rendering.places) for rendering in page_digest.renderings] == [
        ("算子", 2000, ((0, 2),))
    ]
    assert len(pickle.dumps(page_digest)) < 1000
    assert pickle.loads(pickle.dumps(page_digest)) == page_digest


def test_the_leading_way_is_the_most_frequent_allowed_one_and_of_equals_the_preferred():
    concept = {"id": "x", "zh": {"preferred": "甲乙", "admitted": ["丙丁"], "deprecated": ["戊己"]}}

    def led(text: str) -> list[str]:
        return [group[0].form for group in rendering_groups(renderings(page(text, "zh", concept)), "zh")]

    assert led("用丙丁。用丙丁。用甲乙。") == ["丙丁", "甲乙"]
    assert led("用丙丁。用甲乙。") == ["甲乙", "丙丁"]
    assert led("用戊己。用戊己。用甲乙。") == ["甲乙", "戊己"]


def test_the_decision_stays_the_same_when_counts_change():
    ids = set()
    for text in ("算子。算子。运算符。", "算子。运算符。运算符。", "先有运算符，后有算子，又有运算符。"):
        [finding] = check(page(text, "zh", OPERATOR), [BY_CODE["T201"]])
        ids.add(finding.finding_id)
    assert len(ids) == 1


DOUBTFUL = [
    ("PyTorch 的训练需要大语言模型。大语言模型很大。大型语言模型更大。", "zh", "short for it"),
    ("推論は速いです。推論を GPU で行います。モデルでインファレンスする。", "ja", "a verb"),
    ("标签有十个。每张图都有标签。模型读取 labels 并预测标签。", "zh", "an English plural, as code has it"),
    ("谷歌公开了数据集，谷歌也公开了模型。PyTorch 能读取 Google 的数据集。", "zh", "a name in two scripts"),
    ("损失下降了。训练的损失很小。模型返回 loss 和梯度。请看 `loss` 的值。", "zh", "a name of code on the page"),
]


@pytest.mark.parametrize(("text", "lang", "why"), DOUBTFUL)
def test_natural_variation_is_reported_but_fails_nothing(text: str, lang: str, why: str):
    findings = check(page(text, lang), [BY_CODE["T201"]])
    assert findings, why
    assert all(finding.confidence < 0.8 for finding in findings), why


def test_messages_name_both_renderings_and_how_often_they_stand():
    [finding] = check(page("算子。算子。运算符。", "zh", OPERATOR), [BY_CODE["T201"]])
    assert finding.message == "This page writes operator as “算子” ×2 and as “运算符” ×1; keep to “算子”"
    assert finding.message_zh == "本页对 operator 用了两种译法：“算子”（2 处）和“运算符”（1 处），请统一为“算子”"
    assert finding.message_ja == (
        "このページでは operator の訳が「算子」（2 か所）と「运算符」（1 か所）で揺れています。「算子」にそろえてください"
    )


SITES = [
    (["zh/a/1.md", "zh/b/2.md"], [["zh/a/1.md", "zh/b/2.md"]]),
    (["docs/zh/a.md", "blog/zh/b.md"], [["blog/zh/b.md"], ["docs/zh/a.md"]]),
    (["repo/docs/zh/a.md", "repo/docs/zh/b.md"], [["repo/docs/zh/a.md", "repo/docs/zh/b.md"]]),
    (["pytorch-1.9/zh.txt", "pytorch-2.0/zh.txt"], [["pytorch-1.9/zh.txt", "pytorch-2.0/zh.txt"]]),
    (["x/a/zh.md", "y/b/zh.md", "y/c/zh.md"], [["x/a/zh.md"], ["y/b/zh.md", "y/c/zh.md"]]),
    (["2021/a.zh.md", "2022/b.zh.md"], [["2021/a.zh.md", "2022/b.zh.md"]]),
    (["a.zh.md"], [["a.zh.md"]]),
    ([], []),
]


@pytest.mark.parametrize(("paths", "expected"), SITES)
def test_documents_of_one_site(paths: list[str], expected: list[list[str]]):
    digests = [Digest(path, path, "zh", "zh-CN", path, ()) for path in reversed(paths)]
    site_digests = sites(digests).values()
    assert sorted([member.path for member in site_pages] for site_pages in site_digests) == expected


def test_taiwan_and_the_mainland_are_two_sites():
    mainland = Digest("1", "a", "zh", "zh-CN", "zh-CN/a.md", ())
    taiwan = replace(mainland, doc_id="2", locale="zh-TW", path="zh-TW/a.md")
    assert len(sites([mainland, taiwan])) == 2


@pytest.mark.slow
def test_a_long_page_takes_no_time():
    text = "算子很多。运算符（operator）也很多。" * 15_000
    long = page(text, "zh", OPERATOR)
    assert long.uses
    with cpu_limit(5):
        renderings(long)
