"""What is mended, what is left alone, and when mending ends."""

from __future__ import annotations

import pytest

from glossary.findings import baseline
from glossary.findings.engine import check, judge_page
from glossary.rules.registry import BY_CODE
from tests.glossary.fixing.pages import fixed, mend
from tests.glossary.rules.cases import page_of

# --- what is mended: rule, language, before, after


@pytest.mark.parametrize(
    ("code", "lang", "before", "after"),
    [
        ("T101", "zh", "TorchVision 图书馆提供了预训练模型。", "TorchVision 库提供了预训练模型。"),
        ("T105", "zh", "用Pytorch训练，再用Pytorch推理。见PyTorch文档。", "用PyTorch训练，再用PyTorch推理。见PyTorch文档。"),
        ("T105", "zh", "用 pytroch 与 Pytorch。", "用 pytroch 与 PyTorch。"),
        ("T301", "zh", "调用 torch.use_determinstic_algorithms 即可。", "调用 torch.use_deterministic_algorithms 即可。"),
        ("T302", "zh", "参见torch.linalgtorch.special的文档。", "参见torch.linalg、torch.special的文档。"),
        ("T302", "ja", "torch.linalgtorch.specialを使います。", "torch.linalg、torch.specialを使います。"),
        ("T401", "ja", "サーバを使う。サーバーは速い。サーバーを見る。", "サーバーを使う。サーバーは速い。サーバーを見る。"),
        ("T402", "ja", "学習を行なった。推論を行う。次も行う。", "学習を行った。推論を行う。次も行う。"),
        ("T402", "ja", "学習を行なえば、推論を行う。次も行う。", "学習を行えば、推論を行う。次も行う。"),
        (
            "T403", "ja", "メモリ・プロファイラーを使う。メモリプロファイラーは速い。メモリプロファイラーを見る。",
            "メモリプロファイラーを使う。メモリプロファイラーは速い。メモリプロファイラーを見る。",
        ),
        ("T404", "zh", "效果显着，参数这里有显着变化。", "效果显著，参数这里有显著变化。"),
        ("T404", "ja", "学习率を设定してから始めます。", "学習率を設定してから始めます。"),
        ("T405", "zh", "首先导出模型,然后量化;最后测量。", "首先导出模型，然后量化；最后测量。"),
        ("T405", "zh", "首先导出模型, PyTorch 会量化它。", "首先导出模型，PyTorch 会量化它。"),
        ("T405", "zh", "共有２００个算子，其中 100 个在 3 类、4 类、5 类中。", "共有200个算子，其中 100 个在 3 类、4 类、5 类中。"),
        ("T405", "ja", "モデルを出力し,量子化する。次に、測る。", "モデルを出力し、量子化する。次に、測る。"),
        ("T406", "zh", "远程引用（RRef)可以传递。", "远程引用（RRef）可以传递。"),
        ("T406", "zh", '请按“确定"，再按"取消”。', "请按“确定”，再按“取消”。"),
        ("T405", "ja", "プリミティブ: `fork` と続き, 終わります。次へ、進む。", "プリミティブ：`fork` と続き、終わります。次へ、進む。"),
        ("T405", "zh", "先导出模型 。 再量化（ 可选 ）。", "先导出模型。再量化（可选）。"),
        ("T405", "ja", "ﾃﾝｿﾙを参照．次の表を見ます。終わりです。", "テンソルを参照。次の表を見ます。終わりです。"),
        ("T405", "zh", "价格是＄5，见 2．1 节。", "价格是＄5，见 2.1 节。"),
        ("T308", "zh", "从头开始\u200b\u200b编写。", "从头开始编写。"),
        ("T308", "zh", '# 用 `x` [¶](#a "链接")\n\n## 乙？ [#](#b)\n\n丙。', "# 用 `x`\n\n## 乙？\n\n丙。"),
        ("T101", "zh", "<A>\n<B>TorchVision 图书馆</B>\n</A>", "<A>\n<B>TorchVision 库</B>\n</A>"),
    ],
)  # fmt: skip
def test_is_fixed(code: str, lang: str, before: str, after: str):
    assert fixed(before, lang, rules=[code]) == after


@pytest.mark.parametrize(
    ("code", "lang", "text", "why"),
    [
        ("T105", "zh", "用Pytorch训练，再用Pytorch推理。", "the page spells the name so throughout"),
        ("T404", "zh", "裡Lamp 是一个库，请先安装 裡Lamp。", "and this one, too"),
        ("T101", "zh", "```\n# TorchVision 图书馆\n```", "comments are in code"),
        ("T301", "zh", "调用 `torch.use_determinstic_algorithms` 即可。", "inline code"),
        ("T302", "zh", "参见 `torch.linalgtorch.special` 的文档。", "inline code"),
        ("T101", "zh", '<A>\n<B t={"TorchVision 图书馆"} title="TorchVision 图书馆"/>\n</A>', "values of attributes"),
        ("T302", "zh", "用 PyTorchTensorFlow 训练。", "two products may be one name, or have a slash"),
        ("T404", "ja", "这样的复杂な処理です。", "what is no word of Japanese does not become one"),
        ("T405", "zh", "现在 模型已经导出 然后量化。", "where a space stands a comma may be missing"),
        ("T405", "zh", "太好了!!!!然后量化。", "one of a row of marks"),
        ("T405", "zh", "先问 Any questions?（见下文）。", "the mark of an English question"),
        ("T405", "zh", "用 NumPy, Pandas,以及其他库。", "the commas of a list of Latin words stay alike"),
        ("T405", "zh", "调用 forward(输入)，得到（输出）、（损失）、（梯度）、（权重）、（偏置）。", "a call"),
        ("T105", "zh", "> 参见 [[Pytorch]]。", "a wiki link's target"),
        ("T404", "zh", "昇思MindSpore 是框架。用昇思训练这个模型，说明请见文档。", "a name that its owners write so"),
        ("T103", "ja", "tensor-レベルの情報を見ます。", "no name is kept of what a hyphen makes half of a word"),
        ("T403", "ja", "コード スタイルとコード スタイルとコードスタイル。", "no space is written between kana"),
        ("T405", "ja", "これは ここ に書いてあります。", "where a space stands a comma may be missing"),
        ("T405", "zh", "| 名称 | 说明。 |\n| --- | --- |\n| 甲 | 乙。 |\n", "the padding of cells"),
    ],
)
def test_is_left_alone(code: str, lang: str, text: str, why: str):
    assert fixed(text, lang, rules=[code]) == text, why


def test_every_place_of_a_decision_is_fixed():
    result = mend("首先导出模型,然后量化,最后测量。\n\n再导出一次,就够了。")
    assert result.page.document.text.count("，") == 3
    assert [edit.rule for edit in result.edits] == ["T405"] * 3 and not result.findings


def test_what_is_found_beside_a_fixed_word_is_fixed_too():
    text = "用 PyTorch 训练。用 CUDA 推理。用 Linux 部署。用 Python 编写。用 Pytorch训练。再用 NumPy 计算。"
    assert fixed(text, confidence=0.7) == text.replace("Pytorch训练", "PyTorch 训练")


# --- which findings count


def test_less_sure_remedies_are_counted_and_left():
    text = "用 PyTorch 训练，首先导出模型,然后量化。"
    assert fixed(text, confidence=0.99) == text
    assert mend(text, confidence=0.99).unsure == 1


def test_suppressed_findings_are_left():
    text = "<!-- taiyaku-ignore T101: 馆名 -->\n\nTorchVision 图书馆提供模型。\n\n首先导出,然后量化。\n"
    assert fixed(text) == text.replace(",", "，")


def test_findings_of_the_baseline_are_left():
    page = page_of("TorchVision 图书馆提供模型。\n", "zh")
    entries = baseline.entries(page.document.path, check(page), lambda _: page.document.text)
    earlier = baseline.earlier(entries)
    assert fixed(page.text, earlier=earlier) == page.text
    more = page.text + "\n首先导出,然后量化。\n"
    assert fixed(more, earlier=earlier) == more.replace(",", "，")


def test_slips_of_the_original_are_left():
    page = page_of("用 Pytorch 训练。", "zh", source="Train with Pytorch.")
    assert [finding.inherited for finding in check(page, [BY_CODE["T105"]])] == [True]
    assert [location.suggestion for finding in check(page, [BY_CODE["T105"]]) for location in finding.locations] == [
        "PyTorch"
    ]
    from glossary.fixing.apply_fixes import FixRequest

    assert FixRequest().edits(page.document, judge_page(page, [BY_CODE["T105"]])) == []


def test_words_that_cannot_be_written_are_left_and_reported():
    result = mend("首先导出模型,然后量化。", can_write=lambda words: "，" not in words)
    assert result.page.document.text == "首先导出模型,然后量化。" and result.unwritable == ("，",)


# --- markup stays


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("# 模型,量化\n\n见[上文](#模型量化)。", "a full-width comma changes no anchor"),
        (
            "1. 甲\n\n用 2 个、3 个、4 个、5 个、6 个、7 个、8 个、9 个。\n\n１. 乙",
            "a number with its dot would begin a list",
        ),
    ],
)
def test_markup_does_not_change(text: str, why: str):
    import markdown_it

    before, after = (
        [token.type for token in markdown_it.MarkdownIt().parse(source)]
        for source in (text, fixed(text, rules=["T405"]))
    )
    assert before == after, why


def test_anchor_that_the_page_links_to_stays():
    text = "# TorchVision 图书馆\n\nTorchVision 图书馆。见[上文](#torchvision-图书馆)。"
    assert fixed(text, rules=["T101"]) == text.replace("\n\nTorchVision 图书馆", "\n\nTorchVision 库")
    assert "图书馆" not in fixed(text.replace("(#torchvision-图书馆)", "(a.md)"), rules=["T101"])


def test_label_of_a_link_stays():
    text = "见 [TorchVision 图书馆]。\n\n[TorchVision 图书馆]: https://example.org/"
    assert fixed(text, rules=["T101"]) == text


def test_plain_text_has_no_markup():
    assert fixed("[TorchVision 图书馆]: 提供模型。", form="txt", rules=["T101"]) == "[TorchVision 库]: 提供模型。"
