"""Marks of duplicates in builds: across shards, portions and builds that use earlier results."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from corpus import schema
from flows.options.flow_parameters import BuildOptions
from flows.pipeline.lifecycle import publish
from tests.flows.plain import rows_of, write

BODY = (
    "张量是任意维数的数组，算子在图形处理器上运行。编译器把算子融合成内核，从而减少内存访问。训练循环先计算损失，再计算梯度，"
    "最后由优化器更新参数。量化把权重存成八位整数，推理因此更快，占用的内存也更少。分布式训练把批次分给多个设备，再把梯度汇总起来。"
)
PAGES: dict[str, str | bytes] = {
    "a/zh.md": f"# 训练\n\n{BODY}\n",
    "b/zh.md": f"# 训练\n\n{BODY.replace('八位', '四位')}\n",
    "c/zh.md": "# 推理\n\n推理服务把请求放进队列。\n\n见第 12 页。\n",
    "c/ja.md": "# 推論\n\n推論サーバーは要求をキューに入れます。\n",
    "d/zh.md": f"# 训练\n\n{BODY}\n\n推理服务把请求放进队列。\n\n见第 3 页。\n",
    "e/ja.md": "# 推論\n\nまったく別の文です。\n",
}


@pytest.fixture(scope="module")
def build(tmp_path_factory: pytest.TempPathFactory) -> Path:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(schema, "_DOCUMENTS", 1)
        folder = tmp_path_factory.mktemp("duplicates")
        published = publish(BuildOptions(sources=(write(folder / "articles", PAGES),), out=folder / "out"))
    assert len(list((published / "parallel").glob("part-*"))) == 5
    return published


def test_near_copies_name_the_first_of_their_kind(build: Path):
    documents = rows_of(build, "documents")
    ids = {row["path"]: row["doc_id"] for row in documents}
    assert {row["path"]: row["duplicate_of"] for row in documents if row["duplicate_of"]} == {
        "b/zh.md": ids["a/zh.md"],
        "d/zh.md": ids["a/zh.md"],
    }


def test_units_that_repeat_those_of_other_works_are_flagged(build: Path):
    units = rows_of(build, "parallel")
    flagged = {(row["work"], row["zh"] or row["ja"]) for row in units if "duplicate" in row["flags"]}
    assert {("b", "训练"), ("d", "训练"), ("d", "见第 3 页。")} <= flagged
    assert not any(work in ("a", "c") for work, _ in flagged)
    assert ("e", "まったく別の文です。") not in flagged


def test_what_was_marked_before_makes_no_difference(build: Path, tmp_path: Path):
    """Another page comes before all others: the results of earlier builds are used, and the marks are made anew."""
    pages = {**PAGES, "0/zh.md": PAGES["a/zh.md"]}
    options = BuildOptions(sources=(write(tmp_path / "articles", pages),), out=tmp_path / "out")
    incremental = publish(options)
    full = publish(replace(options, out=tmp_path / "full", full=True))
    for table in ("documents", "parallel"):
        assert rows_of(incremental, table) == rows_of(full, table)
    documents = rows_of(incremental, "documents")
    ids = {row["path"]: row["doc_id"] for row in documents}
    assert {row["path"] for row in documents if row["duplicate_of"] == ids["0/zh.md"]} == {
        "a/zh.md",
        "b/zh.md",
        "d/zh.md",
    }
