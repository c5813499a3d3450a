"""Plain text: how well the blocks of scraped pages are found, and the single facts that this rests on."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from corpus.formats import plaintext
from corpus.records import Block
from tests.corpus.small import PLAIN, cpu_limit, document, lawful, shown

PAGES = sorted((Path(__file__).parents[2] / "gold" / "pages").glob("*.txt"))


# --- the pages of tests/gold/pages, scored against their hand-made answers


@dataclass(frozen=True)
class Score:
    """How well one page was read: F1 of four things."""

    blocks: float
    bounds: float
    ends: float
    code: float


# Just under the means of the day this was written; raise them when they rise.
FLOORS = Score(blocks=0.94, bounds=0.99, ends=0.99, code=0.99)


def f1(objects: set[object], gold: set[object]) -> float:
    return 2 * len(objects & gold) / (len(objects) + len(gold)) if objects or gold else 1.0


def ink(text: str, places: Iterable[tuple[int, int]]) -> set[object]:
    """The offsets of the characters in these places that are not white space."""
    return {number for start, end in places for number in range(start, end) if not text[number].isspace()}


def score(text: str, gold: list[dict[str, Any]]) -> Score:
    blocks: list[Block] = plaintext.blocks(text)
    ends: set[object] = {end for row in gold for _, end in row.get("sentences") or [(row["start"], row["end"])]}
    return Score(
        blocks=f1({(b.start, b.end, b.kind) for b in blocks}, {(g["start"], g["end"], g["kind"]) for g in gold}),
        bounds=f1({(b.start, b.end) for b in blocks}, {(g["start"], g["end"]) for g in gold}),
        ends=f1({segment.end for segment in lawful(document(text))}, ends),
        code=f1(
            ink(text, [(b.start, b.end) for b in blocks if b.kind == "code"]),
            ink(text, [(g["start"], g["end"]) for g in gold if g["kind"] == "code"]),
        ),
    )


@pytest.fixture(scope="module")
def scores() -> dict[str, Score]:
    """The score of each gold page."""
    result = {}
    for path in PAGES:
        gold = [json.loads(line) for line in path.with_suffix(".jsonl").read_text("utf-8").splitlines()]
        result[path.stem] = score(path.read_bytes().decode("utf-8"), gold)
    return result


@pytest.mark.parametrize("metric", ["blocks", "bounds", "ends", "code"])
def test_gold_pages_are_read_as_well_as_before(scores, metric):
    values = {page: getattr(page_score, metric) for page, page_score in scores.items()}
    mean = sum(values.values()) / len(values)
    worst = "\n".join(f"  {value:.3f} {page}" for page, value in sorted(values.items(), key=lambda item: item[1]))
    assert mean >= getattr(FLOORS, metric), f"mean {metric} F1 {mean:.4f}:\n{worst}"


def test_gold_pages_are_true_to_their_text():
    assert len(PAGES) >= 14
    for path in PAGES:
        text = path.read_bytes().decode("utf-8")
        for line in path.with_suffix(".jsonl").read_text("utf-8").splitlines():
            row = json.loads(line)
            assert text[row["start"] : row["end"]].startswith(row["text"]), (path.name, row)


# --- single facts. Each page is a head, what the fact is about, and a tail, so that it stands in mid-article.

HEAD = "PyTorch 新版本发布\n\n这一版改进了编译器，训练速度比上一版快了许多，内存占用也有明显下降。\n\n"
TAIL = "\n\n升级之前请先阅读迁移说明，确认自己的代码没有用到已经移除的接口，然后再安装新版本。\n"
JA_HEAD = "PyTorch の新しいリリース\n\nこの版ではコンパイラを改良し、学習の速度が以前よりずっと上がりました。\n\n"
JA_TAIL = "\n\n更新する前に移行の手引きを読み、削除された機能を使っていないことを確かめてください。\n"
EN_HEAD = "A New PyTorch Release\n\nThis release improves the compiler, and training is much faster than it was before it.\n\n"
EN_TAIL = "\n\nBefore you upgrade, read the migration guide and make sure that nothing you use has been removed.\n"

MIDDLE = [
    ("bullet alone on its line takes the next line", "•\n支持动态形状。\n•\n支持更多算子。",
     [("list_item", "•\n支持动态形状。"), ("list_item", "•\n支持更多算子。")]),
    ("number alone on its line takes the next line", "1.\n安装依赖。\n2.\n运行脚本。",
     [("list_item", "1.\n安装依赖。"), ("list_item", "2.\n运行脚本。")]),
    ("bullets glued to their text", "•支持动态形状。\n•支持更多算子。",
     [("list_item", "•支持动态形状。"), ("list_item", "•支持更多算子。")]),
    ("items that end in a semicolon", "- 支持动态形状；\n- 支持更多算子；",
     [("list_item", "- 支持动态形状；"), ("list_item", "- 支持更多算子；")]),
    ("circled numbers", "①安装依赖\n②运行脚本", [("list_item", "①安装依赖"), ("list_item", "②运行脚本")]),
    ("all numbered 1.", "1. 安装依赖。\n1. 运行脚本。", [("list_item", "1. 安装依赖。"), ("list_item", "1. 运行脚本。")]),
    ("a full stop alone on its line belongs to the line before it", "新的接口是\ntorch.compile\n。",
     [("paragraph", "新的接口是\ntorch.compile\n。")]),
    ("a short line between paragraphs is a heading", "动态形状\n\n编译器现在可以处理形状会变化的输入，不再需要为每个形状各编译一次。",
     [("heading", "动态形状"), ("paragraph", "编译器现在可以处理形状会变化的输入，不再需要为每个形状各编译一次。")]),
    ("a label in brackets before a title", "[Beta] 分布式检查点\n\n现在可以在不同数量的进程之间保存和加载模型，训练中断之后很容易继续。",
     [("heading", "[Beta] 分布式检查点"), ("paragraph", "现在可以在不同数量的进程之间保存和加载模型，训练中断之后很容易继续。")]),
    ("a title with a hash", "## 动态形状\n\n编译器现在可以处理形状会变化的输入，不再需要为每个形状各编译一次。",
     [("heading", "## 动态形状"), ("paragraph", "编译器现在可以处理形状会变化的输入，不再需要为每个形状各编译一次。")]),
    ("a short question above its answer is a heading", "为什么要用编译器？\n\n因为逐个启动算子会浪费许多时间，把它们合成一个内核就快得多了。",
     [("heading", "为什么要用编译器？"), ("paragraph", "因为逐个启动算子会浪费许多时间，把它们合成一个内核就快得多了。")]),
    ("code with its import", "示例如下：\n\nimport torch\n\nx = torch.ones(3)\nprint(x)",
     [("paragraph", "示例如下："), ("code", "import torch\n\nx = torch.ones(3)\nprint(x)")]),
    ("a comment at the head of a block is code", "示例如下：\n\n# 创建一个张量\nx = torch.ones(3)",
     [("paragraph", "示例如下："), ("code", "# 创建一个张量\nx = torch.ones(3)")]),
    ("a comment inside a block is code", "示例如下：\n\nx = torch.ones(3)\n# 移到显卡上\nx = x.cuda()",
     [("paragraph", "示例如下："), ("code", "x = torch.ones(3)\n# 移到显卡上\nx = x.cuda()")]),
    ("console output belongs to its code", "示例如下：\n\n>>> x = torch.ones(3)\n>>> print(x)\ntensor([1., 1., 1.])",
     [("paragraph", "示例如下："), ("code", ">>> x = torch.ones(3)\n>>> print(x)\ntensor([1., 1., 1.])")]),
    ("a traceback with an English sentence is code",
     '报错如下：\n\nTraceback (most recent call last):\n  File "a.py", line 3, in <module>\nRuntimeError: Expected all tensors to be on the same device.',
     [("paragraph", "报错如下："),
      ("code", 'Traceback (most recent call last):\n  File "a.py", line 3, in <module>\nRuntimeError: Expected all tensors to be on the same device.')]),
    ("a shell command is code", "安装命令：\n\npip install torch torchvision\n\n安装完成之后可以打印版本号，确认装上的确实是新版本而不是旧版本。",
     [("paragraph", "安装命令："), ("code", "pip install torch torchvision"),
      ("paragraph", "安装完成之后可以打印版本号，确认装上的确实是新版本而不是旧版本。")]),
    ("a command with a prompt is code", "安装命令：\n\n$ pip install torch", [("paragraph", "安装命令："), ("code", "$ pip install torch")]),
    ("configuration is code", "配置如下：\n\ntrainer:\n  epochs: 3\n  lr: 0.001", [("paragraph", "配置如下："), ("code", "trainer:\n  epochs: 3\n  lr: 0.001")]),
    ("C++ is code", "示例如下：\n\n#include <torch/torch.h>\n\nint main() {\n  return 0;\n}",
     [("paragraph", "示例如下："), ("code", "#include <torch/torch.h>\n\nint main() {\n  return 0;\n}")]),
    ("prose that names a function is no code", "调用 model.eval() 之后，批归一化会使用训练时累积的统计量，随机失活也不再起作用。",
     [("paragraph", "调用 model.eval() 之后，批归一化会使用训练时累积的统计量，随机失活也不再起作用。")]),
    ("an English sentence in a Chinese page is a paragraph", "The new compiler is faster than the old one, and it needs less memory to run.",
     [("paragraph", "The new compiler is faster than the old one, and it needs less memory to run.")]),
    ("the tags line is boilerplate", "标签：PyTorch 编译器", [("boilerplate", "标签：PyTorch 编译器")]),
    ("sharing is boilerplate", "分享到微博", [("boilerplate", "分享到微博")]),
    ("a copyright line is boilerplate", "版权归作者所有，转载请注明出处", [("boilerplate", "版权归作者所有，转载请注明出处")]),
]  # fmt: skip


@pytest.mark.parametrize(("fact", "text", "expected"), MIDDLE, ids=[case[0] for case in MIDDLE])
def test_in_mid_article(fact, text, expected):
    assert shown(HEAD + text + TAIL, PLAIN)[2:-1] == expected


JAPANESE = [
    ("bullet alone on its line", "・\n動的な形状に対応しました。\n・\n演算子が増えました。",
     [("list_item", "・\n動的な形状に対応しました。"), ("list_item", "・\n演算子が増えました。")]),
    ("a bullet glued to its text", "・動的な形状に対応\n・演算子の追加", [("list_item", "・動的な形状に対応"), ("list_item", "・演算子の追加")]),
    ("an identifier alone on its line inside a sentence", "この関数は\ntorch.compile\nを呼び出します。", [("paragraph", "この関数は\ntorch.compile\nを呼び出します。")]),
    ("a numbered title", "第3章 動的な形状\n\nコンパイラは形状が変わる入力も扱えるようになり、形状ごとのコンパイルは要りません。",
     [("heading", "第3章 動的な形状"), ("paragraph", "コンパイラは形状が変わる入力も扱えるようになり、形状ごとのコンパイルは要りません。")]),
    ("a comment in Japanese at the head of code", "例を示します。\n\n# テンソルを作る\nx = torch.ones(3)",
     [("paragraph", "例を示します。"), ("code", "# テンソルを作る\nx = torch.ones(3)")]),
    ("a share button", "この記事をシェア", [("boilerplate", "この記事をシェア")]),
]  # fmt: skip


@pytest.mark.parametrize(("fact", "text", "expected"), JAPANESE, ids=[case[0] for case in JAPANESE])
def test_in_mid_article_japanese(fact, text, expected):
    assert shown(JA_HEAD + text + JA_TAIL, PLAIN)[2:-1] == expected


ENGLISH = [
    ("a list", "- It supports dynamic shapes.\n- It supports more operators.",
     [("list_item", "- It supports dynamic shapes."), ("list_item", "- It supports more operators.")]),
    ("a heading", "Dynamic Shapes\n\nThe compiler now takes inputs whose shapes change, without one compilation for each.",
     [("heading", "Dynamic Shapes"), ("paragraph", "The compiler now takes inputs whose shapes change, without one compilation for each.")]),
    ("a sentence that begins with a keyword of Python is prose", "For each batch, the loader moves the tensors to the device and waits for them.",
     [("paragraph", "For each batch, the loader moves the tensors to the device and waits for them.")]),
    ("code", "Here is an example:\n\nimport torch\nx = torch.ones(3)", [("paragraph", "Here is an example:"), ("code", "import torch\nx = torch.ones(3)")]),
    ("sharing", "Share this post", [("boilerplate", "Share this post")]),
]  # fmt: skip


@pytest.mark.parametrize(("fact", "text", "expected"), ENGLISH, ids=[case[0] for case in ENGLISH])
def test_in_mid_article_english(fact, text, expected):
    assert shown(EN_HEAD + text + EN_TAIL, PLAIN)[2:-1] == expected


BODY = "这一版改进了编译器，训练速度比上一版快了许多，内存占用也有明显下降。"

HEADS = [
    ("the first line is the title", f"PyTorch 新版本发布\n\n{BODY}\n\n{BODY}", ["heading", "paragraph", "paragraph"]),
    ("a title that ends in ! is a title", f"PyTorch 新版本来了！\n\n{BODY}\n\n{BODY}", ["heading", "paragraph", "paragraph"]),
    ("a byline and a date", f"PyTorch 新版本发布\n\n作者：林小路\n2022年11月2日\n\n{BODY}\n\n{BODY}", ["heading", "metadata", "metadata", "paragraph", "paragraph"]),
    ("a link to the original", f"PyTorch 新版本发布\n\n原文链接：https://pytorch.org/blog/\n\n{BODY}\n\n{BODY}", ["heading", "metadata", "paragraph", "paragraph"]),
    ("a note on the translation", f"PyTorch 新版本发布\n\n本文翻译自项目团队的英文博客。\n\n{BODY}\n\n{BODY}", ["heading", "metadata", "paragraph", "paragraph"]),
    ("navigation above the title", f"首页 文档 博客 登录\n\nPyTorch 新版本发布\n\n{BODY}\n\n{BODY}", ["boilerplate", "heading", "paragraph", "paragraph"]),
    ("breadcrumbs above the title", f"首页 > 博客 > 版本发布\n\nPyTorch 新版本发布\n\n{BODY}\n\n{BODY}", ["boilerplate", "heading", "paragraph", "paragraph"]),
]  # fmt: skip


@pytest.mark.parametrize(("fact", "text", "kinds"), HEADS, ids=[case[0] for case in HEADS])
def test_head_of_a_page(fact, text, kinds):
    assert [kind for kind, _ in shown(text, PLAIN)] == kinds


ARTICLE = f"PyTorch 新版本发布\n\n{BODY}\n\n{BODY}\n\n{BODY}\n\n{BODY}\n\n"

TAILS = [
    ("related articles are the site's", "相关阅读\n\n如何编译模型\n分布式训练入门\n", ["boilerplate"] * 3),
    ("comments are the site's", "3 条评论\n\n写得很好，我照着做成功了，谢谢作者分享这么详细的经验。\n", ["boilerplate"] * 2),
    ("recommended articles", "猜你喜欢\n如何编译模型\n", ["boilerplate"] * 2),
    ("previous and next", "上一篇：旧版本发布\n下一篇：编译器详解\n", ["boilerplate"] * 2),
    ("Japanese related articles", "関連記事\n\nコンパイラの使い方\n", ["boilerplate"] * 2),
    ("a paragraph that ends the article", f"{BODY}\n", ["paragraph"]),
]  # fmt: skip


@pytest.mark.parametrize(("fact", "text", "kinds"), TAILS, ids=[case[0] for case in TAILS])
def test_tail_of_a_page(fact, text, kinds):
    read_kinds = [kind for kind, _ in shown(ARTICLE + text, PLAIN)]
    assert read_kinds == ["heading", *["paragraph"] * 4, *kinds]


def test_sidebar_line_in_the_first_half_opens_nothing():
    text = f"PyTorch 新版本发布\n\n相关阅读\n\n{BODY}\n\n{BODY}\n\n{BODY}\n\n{BODY}\n"
    assert [kind for kind, _ in shown(text, PLAIN)][-4:] == ["paragraph"] * 4


def test_wrapped_page_is_joined_into_paragraphs():
    line = "これは四十字ほどで折り返された文章で、行の終わりは文の終わりではなく、"
    paragraph = f"{line}\n{line}\n{line}\n次の行へ続きます。"
    assert shown(f"{paragraph}\n\n{paragraph}\n", PLAIN) == [("paragraph", paragraph)] * 2


def test_page_without_blank_lines_has_one_paragraph_a_line():
    text = "\n".join([BODY] * 6)
    assert shown(text, PLAIN) == [("paragraph", BODY)] * 6


@pytest.mark.parametrize("line_end", ["\r\n", "\r"], ids=["CRLF", "CR"])
def test_line_ends_of_other_systems_change_nothing(line_end):
    text = HEAD + "•\n支持动态形状。\n\n# 创建一个张量\nx = torch.ones(3)" + TAIL
    other = shown(text.replace("\n", line_end), PLAIN)
    assert [(kind, content.replace(line_end, "\n")) for kind, content in other] == shown(text, PLAIN)


def test_blank_page_has_no_blocks():
    assert plaintext.blocks(" \n\u3000\n\t") == []


HOSTILE = {
    "bullets": "•\n" * 20_000,
    "numbers": "1.\n" * 20_000,
    "code": "x = 1\n" * 20_000,
    "code with blank lines": "x = 1\n\n" * 20_000,
    "comments": "# 注释\n" * 20_000,
    "comments with blank lines": "# 注释\n\n" * 20_000,
    "open brackets": "x = (\n" * 20_000,
    "configuration": "  a: b\n" * 20_000,
    "headings": "标题\n\n" * 20_000,
    "boilerplate": "分享\n" * 20_000,
    "sidebars": "相关阅读\n" * 20_000,
    "a line of words": "word " * 40_000,
    "a line of numbers": "1 " * 40_000 + "x",
    "a line of spaces": "张" + " " * 200_000 + "量",
    "a line of dashes": "-" * 50_000,
    "a line of arrows": "a > " * 50_000,
    "a line of quotes": "\"'" * 50_000,
    "a line of Han": "张量" * 100_000,
    "blank lines": "\n" * 200_000 + "张",
}


@pytest.mark.slow
@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_hostile_page_takes_time_in_proportion_to_its_length(text):
    with cpu_limit(9):
        lawful(document(text))


WRAPPED = [
    (
        "two short paragraphs of Chinese",
        "缓存保存此前所有词元的键和值，因此生成下一个词元时不必重新计算，\n速度会快很多。它的大小随着提示词的长度增长，在请求结束的时候才会\n被释放。",
        "如果显存不够，可以把缓存放到内存里，但是每一步都要搬运数据，所以\n会慢一些。",
    ),
    (
        "two short paragraphs of Japanese",
        "キャッシュは以前のすべてのトークンのキーと値を保存するので、次\nのトークンを生成するときに再計算する必要がありません。プロンプト\nが長くなるほど大きくなり、リクエストが終わると解放されます。",
        "メモリが足りないときは、キャッシュをメインメモリに置くことも\nできますが、少し遅くなります。",
    ),
    (
        "lines of sixty characters",
        "缓存保存此前所有词元的键和值，因此生成下一个词元时不必重新计算，速度会快很多，而且它的大小随着提示词的长度增长，在请求\n结束的时候才会被释放。如果显存不够，可以把缓存放到内存里，但是每一步都要搬运数据，所以会慢一些，这时候可以考虑换一块更大\n的显卡。",
        "不过这样做的人并不多。",
    ),
]


@pytest.mark.parametrize(("fact", "first", "second"), WRAPPED, ids=[case[0] for case in WRAPPED])
def test_hard_wrapped_lines_are_joined(fact: str, first: str, second: str):
    text = f"缓存的使用\n\n{first}\n\n{second}\n"
    assert [content for _, content in shown(text, PLAIN)] == ["缓存的使用", first, second]


def test_titles_in_a_row_are_not_joined():
    titles = [
        "如何在单台机器上编译并运行一个模型",
        "如何在多台机器上训练并保存一个模型",
        "如何在手机上量化并部署一个语言模型",
    ]
    text = f"{BODY}\n\n" + "\n".join(titles) + f"\n\n{BODY}\n"
    assert [content for _, content in shown(text, PLAIN)][1:4] == titles
