"""A project's own table of terms, kept in Markdown: checks follow it, and findings name its lines."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from corpus.storage import parquet
from flows.options import termbase_cache
from flows.options.flow_parameters import BuildOptions
from flows.pipeline.lifecycle import publish
from tests.flows.command import called
from tests.flows.plain import write

GLOSSARY = """\
# Terms of the product

| English | Chinese | Notes |
| --- | --- | --- |
| workspace | 工作区 | not 工作空间 |
| knowledge base | 知识库 | not 知识基地 |
| prompt template | 提示词模板 | not 提示模板 |
| run log | 运行日志 | not 运行记录 |
| billing plan | 计费方案 | not 付费计划 |
| dataset card | 数据集卡片 | not 数据集卡 |
| rate limit | 速率限制 | not 限流 |
| service account | 服务账号 | not 服务账户 |
| access token | 访问令牌 | not 访问 token |
| job queue | 作业队列 | not 任务队列 |
| checkpoint | 检查点 | |
| learning rate | 学习速率 | |
| inference | 推断 | |
| embedding | 嵌入向量 | |
| tokenizer | 分词器 | |
| batch size | 批大小 | |
| loss function | 损失函数 | |
| pipeline | 流水线 | |
| fine-tuning | 微调 | |
| deployment | 部署 | |
| annotation queue | 标注队列 | |
| trace viewer | 轨迹查看器 | |
| model registry | 模型仓库 | |
| feature flag | 特性开关 | |
| playground | 试验场 | |
| evaluator | 评估器 | |
| guardrail | 护栏 | |
| retriever | 检索器 | |
| webhook | 网络钩子 | |
| sandbox | 沙箱 | |
"""
ENGLISH = """\
# Faults

Open the workspace before you start.

The knowledge base is read at night.

Choose a prompt template from the list.

The run log shows every step.

Your billing plan decides how many seats you have.

Write a dataset card for each upload.

The rate limit is sixty requests a minute.

Create a service account for the robot.

Store the access token in a safe place.

The job queue is empty now.

Save a checkpoint after each epoch.

Lower the learning rate when the loss rises.

Inference takes two seconds on this card.

Each word has an embedding of 300 numbers.

The tokenizer splits the sentence into pieces.

A larger batch size needs more memory.

Choose a loss function for the task.

The pipeline has four stages.

Fine-tuning takes an hour.

The deployment failed last night.

Send the row to the annotation queue.

Open the trace viewer to see the calls.

Push the model to the model registry.

Turn on the feature flag for testers.

Try it in the playground first.

The evaluator compares both answers.

A guardrail stops unsafe answers.

The retriever returns five passages.

The webhook is called after each run.

The code runs in a sandbox.
"""
CHINESE = """\
# 错误

开始之前请打开工作空间。

知识基地会在夜间读取。

从列表中选择一个提示模板。

运行记录会显示每一步。

付费计划决定您有多少个席位。

为每次上传编写数据集卡。

限流为每分钟六十个请求。

为机器人创建一个服务账户。

请把访问 token 存放在安全的地方。

任务队列现在是空的。

每个轮次之后保存一个存档点。

当损失上升时，降低学习率。

推理在这张显卡上需要两秒。

每个词都有一个由 300 个数字组成的词嵌入。

标记器把句子切成若干片段。

更大的批次尺寸需要更多内存。

为该任务选择一个代价函数。

该管道有四个阶段。

精调需要一个小时。

昨晚的发布失败了。

把这一行发送到注释队列。

打开跟踪查看工具即可看到各次调用。

把模型推送到模型注册表。

为测试人员打开功能标志。

请先在游乐场里试一试。

评价工具会比较两个答案。

防护栏会拦下不安全的回答。

召回器返回五个段落。

每次运行之后都会调用回调地址。

代码在沙盒中运行。
"""
SETTINGS = '[glossary]\nmarkdown = ["guides/terms.md"]\n'


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a project with a table of thirty terms, and pages with thirty faults of them."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TAIYAKU_CACHE", str(tmp_path / "cache"))
    termbase_cache.glossary.cache_clear()  # "terms" was another folder before
    write(tmp_path, {"guides/terms.md": GLOSSARY, "taiyaku.toml": SETTINGS})
    return write(tmp_path, {"docs/en/a.md": ENGLISH, "docs/zh/a.md": CHINESE})


def findings(capfd: pytest.CaptureFixture[str], *arguments: str) -> Sequence[dict[str, Any]]:
    """What a check of the pages reports, without what it only asks."""
    read = json.loads(called(capfd, "check", "docs", "--format", "json", *arguments).out)
    rows = read if isinstance(read, list) else read["findings"]
    return [row for row in rows if row["severity"] != "neutral"]


def test_each_planted_fault_is_reported_with_the_line_of_its_term(folder: Path, capfd: pytest.CaptureFixture[str]):
    rows = findings(capfd)
    names = {line.split("|")[1].strip(): number for number, line in enumerate(GLOSSARY.splitlines(), 1) if "|" in line}
    lines = [names[name] for name in list(names)[2:]]
    reported = {row["message"].rpartition("(guides/terms.md:")[2].rstrip(")") for row in rows}
    assert len(lines) == 30
    assert reported == set(map(str, lines))
    assert {row["severity"] for row in rows} == {"major"}
    assert sum(row["confidence"] >= 0.8 for row in rows) >= 20


def test_page_that_follows_the_table_has_no_findings(folder: Path, capfd: pytest.CaptureFixture[str]):
    write(folder, {"docs/en/a.md": "# Start\n\nOpen the workspace, then lower the learning rate.\n"})
    write(folder, {"docs/zh/a.md": "# 开始\n\n打开工作区，然后降低学习速率。\n"})
    assert findings(capfd) == []


def test_table_of_any_kind_is_laid_over_the_entries(folder: Path, capfd: pytest.CaptureFixture[str]):
    write(folder, {"terms.csv": "en,zh-CN,ja\ninference,推断,推論\n", "taiyaku.toml": ""})
    messages = [row["message"] for row in findings(capfd, "--glossary", "terms.csv") if row["surface"] == "推理"]
    assert messages == ["“推理” is not your glossary's word for inference; write 推断 (terms.csv:2)"]


def test_built_in_words_that_a_table_leaves_out_are_never_replaced(folder: Path, capfd: pytest.CaptureFixture[str]):
    table = "en,zh-CN,ja\ncheckpoint,检查点,チェックポイント\ninference,推断,推論\n"
    english = (
        "# Start\n\nThe Load Checkpoint node reads models/checkpoints. Inference is fast.\n\nSave the checkpoint.\n"
    )
    chinese = "# 开始\n\nLoad Checkpoint 节点读取 models/checkpoints。推理很快。\n\n保存这个 checkpoint 文件。\n"
    write(folder, {"terms.csv": table, "taiyaku.toml": "", "docs/en/a.md": english, "docs/zh/a.md": chinese})
    rows = findings(capfd, "--glossary", "terms.csv")
    assert [(row["surface"], row["suggestion"]) for row in rows] == [("推理", None), ("checkpoint", None)]


def test_rows_that_are_no_entries_are_named_and_the_others_count(
    folder: Path, capfd: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
):
    write(folder, {"guides/terms.md": "| English | Chinese |\n| --- | --- |\n| inference | 推断 |\n| | 空的 |\n"})
    called(capfd, "glossary", "lint")
    assert "guides/terms.md: line 4: no English form" in caplog.text
    assert "inference" in {row["concept_id"] for row in findings(capfd)}


def test_severity_of_an_entry_is_that_of_its_findings(folder: Path, capfd: pytest.CaptureFixture[str]):
    entry = '[[concept]]\nid = "inference"\ndomain = "product"\nseverity = "critical"\n'
    write(folder, {"terms/a.toml": f'{entry}en.preferred = "inference"\nzh.preferred = "推断"\n', "taiyaku.toml": ""})
    rows = findings(capfd, "--glossary", "terms")
    assert {row["severity"] for row in rows if row["concept_id"] == "inference"} == {"critical"}


def severities(capfd: pytest.CaptureFixture[str], concept: str) -> set[tuple[str, str]]:
    """The rules that report a concept, with their severities."""
    return {(row["rule"], row["severity"]) for row in findings(capfd) if row["concept_id"] == concept}


ENTRIES = """
[[concept]]
id = "knowledge-base"
domain = "product"
en.preferred = "knowledge base"
zh.preferred = "知识库"
zh.wrong = ["知识基地"]

[[concept]]
id = "run-log"
domain = "product"
severity = "major"
en.preferred = "run log"
zh.preferred = "运行日志"
zh.deprecated = ["运行记录"]

[[change]]
id = "operator"
definition = "A function on tensors."
"""
PAGE = "# 错误\n\n知识基地会在夜间读取。\n\n运行记录列出每个步骤。\n\nPyTorch 的操作员处理张量。\n"


def test_setting_says_how_severe_the_project_s_own_unwanted_forms_are(folder: Path, capfd: pytest.CaptureFixture[str]):
    """What was kept of the page before the setting was edited does not hold any more."""
    write(folder, {"terms/a.toml": ENTRIES, "docs/zh/a.md": PAGE, "taiyaku.toml": '[glossary]\ndirs = ["terms"]\n'})
    (folder / "docs/en/a.md").unlink()
    assert severities(capfd, "knowledge-base") == {("T101", "major")}
    built_in = severities(capfd, "operator")
    for severity in ("critical", "minor"):
        write(folder, {"taiyaku.toml": f'[glossary]\ndirs = ["terms"]\nseverity = "{severity}"\n'})
        assert severities(capfd, "knowledge-base") == {("T101", severity)}
        assert severities(capfd, "run-log") == {("T102", "major")}  # its entry says so
        assert severities(capfd, "operator") == built_in == {("T101", "major")}


def test_builds_go_by_the_severity_of_the_settings(folder: Path):
    write(folder, {"terms/a.toml": ENTRIES, "docs/zh/a.md": PAGE})
    options = BuildOptions(sources=(folder / "docs",), out=folder / "out", glossary=(folder / "terms",))
    builds = [publish(replace(options, severity=severity)) for severity in ("major", "critical")]
    rows = [row for build in builds for row in parquet.read_table(build, "findings").to_pylist()]
    reported = {(row["concept_id"], row["severity"]) for row in rows if row["rule"] in ("T101", "T102")}
    assert reported == {
        ("knowledge-base", "major"), ("knowledge-base", "critical"), ("run-log", "major"), ("operator", "major"),
    }  # fmt: skip
    assert len(set(builds)) == 2
