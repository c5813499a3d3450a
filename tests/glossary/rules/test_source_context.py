"""Everyday words: found, aligned, and no matter of any rule."""

from __future__ import annotations

from dataclasses import replace

import pytest

from glossary.findings.engine import check
from glossary.rules.source_context import telling_mentions
from tests.glossary.rules.cases import found_by
from tests.glossary.rules.consistency.test_renderings import page

FILE = {
    "id": "file",
    "tier": "everyday",
    "en": {"preferred": "file"},
    "zh": {"preferred": "文件", "admitted": ["档案"], "wrong": ["文卷"]},
}
LOG_FILE = {"id": "log-file", "en": {"preferred": "log file"}, "zh": {"preferred": "日志文件"}}
LOG = {"id": "log", "en": {"preferred": "log"}, "zh": {"preferred": "日志"}}


def test_rules_do_not_see_an_everyday_word_but_its_wrong_forms():
    context = page("打开文件。档案已关闭。文卷丢失。", "zh", FILE)
    assert [mention.surface for mention in context.mentions] == ["文卷"]
    assert [finding.rule for finding in check(context)] == ["T101"]


def test_what_lies_in_an_everyday_word_alone_is_a_use_of_its_own():
    [outer] = page("打开日志文件。", "zh", LOG_FILE).mentions
    inner = replace(outer, concept_id="log", surface="日志", end=outer.start + 2, nested=True)
    assert [use.nested for use in telling_mentions([outer, inner], {"log-file"})] == [False]
    assert [use.nested for use in telling_mentions([outer, inner], {"file"})] == [False, True]


def test_without_everyday_words_nothing_changes():
    mentions = page("打开日志文件。", "zh", LOG_FILE, LOG).mentions
    assert tuple(telling_mentions(mentions, frozenset())) == mentions


@pytest.mark.parametrize("rule", ["T103", "T201", "T501"])
def test_built_in_everyday_words_raise_nothing(rule: str):
    case = {
        "lang": "zh",
        "source": "Open the file. The output is a value. Each file has a format.",
        "text": "打开 file。输出是一个值。每个档案都有格式。",
    }
    assert not [
        finding for finding in found_by(rule, case) if finding.concept_id in {"file", "output", "value", "format"}
    ]
