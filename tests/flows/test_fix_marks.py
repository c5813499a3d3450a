"""The marks of `check`: what is called fixable is what `--fix` fixes, what is called by hand is what it leaves."""

from __future__ import annotations

import re
import shutil
from collections import Counter
from pathlib import Path

import pytest

from tests.flows.command import called
from tests.flows.plain import write

SAMPLES = Path(__file__).resolve().parents[2] / "corpus/samples"
MARK = re.compile(r"^\S+?:(\d+):\d+ (T\d+) (.*) \[(.*?)\]$", re.MULTILINE)
PAGE = """\
# 库

TorchVision 图书馆提供了Pytorch模型,然后量化。`Pytorch` 与 [图书馆](图书馆.md "TorchVision 图书馆") 都在。

| 名称 | 说明 |
| --- | --- |
| `torch.zeros_liek` | TorchVision 图书馆（首先导出) |

首先导出,最后测量 .使用pytorch ,或 Tensorflow。

<CardGroup>
<Card title="来源代码" icon="code">来源代码</Card>
</CardGroup>
"""
CATALOGUE = """\
msgid ""
msgstr ""
"Language: zh_CN\\n"
"Content-Type: text/plain; charset=UTF-8\\n"

msgid "TorchVision is a library, with PyTorch models."
msgstr "TorchVision 是一个图书馆,有 Pytorch 模型。"

msgid "Call `torch.zeros_like` first, then export with PyTorch."
msgstr "先调用 `torch.zeros_liek`,再用 Pytorch 导出。"
"""
Call = pytest.CaptureFixture[str]


def marks(output: str) -> dict[str, Counter[tuple[str, str, str]]]:
    """Line, rule and message of what is called fixable, and of what is left to people."""
    kinds: dict[str, Counter[tuple[str, str, str]]] = {"fixable": Counter(), "by hand": Counter()}
    for line, rule, message, details in MARK.findall(output):
        for kind, places in kinds.items():
            places[line, rule, message] += kind in details
    return {kind: +places for kind, places in kinds.items()}


@pytest.mark.parametrize("arguments", [(), ("--select", "T405"), ("--all", "--min-confidence", "0.5")], ids=" ".join)
@pytest.mark.parametrize("source", ["samples", "page", "catalogue"])
def test_fix_fixes_what_is_called_fixable(
    source: str, arguments: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: Call
):
    monkeypatch.chdir(tmp_path)
    if source == "samples":
        shutil.copytree(SAMPLES / "release-notes-with-flaws", "docs/release-notes")
    elif source == "page":
        write(tmp_path, {"docs/zh/guide.md": PAGE})
    else:
        write(tmp_path, {"docs/zh.po": CATALOGUE})
    before = marks(called(capfd, "check", "docs", *arguments).out)
    assert marks(called(capfd, "check", "docs", *arguments).out) == before, "from the cache"
    called(capfd, "check", "docs", *arguments, "--fix")
    after = marks(called(capfd, "check", "docs", *arguments).out)
    assert after["fixable"] == Counter() and not before["fixable"] & after["by hand"]
    assert before["by hand"] <= after["by hand"]
    assert source != "page" or (before["fixable"] and (before["by hand"] or "T405" in arguments))


def test_a_page_that_cannot_be_written_again_has_nothing_fixable(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: Call
):
    monkeypatch.chdir(write(tmp_path, {"zh/guide.html": "<p>TorchVision 图书馆提供了 Pytorch 模型。</p>"}))
    ran = called(capfd, "check", "zh")
    assert "T101" in ran.out and not any(marks(ran.out).values()) and "--diff" not in ran.err
