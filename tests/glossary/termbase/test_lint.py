"""What lint says of entries, by themselves and in a build's use, and where it is silent."""

from __future__ import annotations

from pathlib import Path

import pytest

from glossary import load
from glossary.termbase.lint import CHECKS, LAWS, Passage, Usage, lint
from glossary.termbase.termbase import GlossaryError
from tests.glossary.small import TENSOR, termbase

PROFILER = 'id = "profiler"\nzh.preferred = "分析器"\nzh.admitted = ["剖析器"]\nja.preferred = "プロファイラー"'


def said(*entries: str, usage: Usage | None = None) -> list[str]:
    return [f"{remark.code} {remark.place.concept_id}: {remark.message}" for remark in lint(termbase(*entries), usage)]


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        ('zh.preferred = "库"', "zh '库' (preferred) is one character; give it only_near or not_in"),
        ('ja.admitted = ["層"]', "ja '層' (admitted) is one character; give it only_near or not_in"),
        ('zh.wrong = ["图书馆"]', "zh '图书馆' (wrong) is an ordinary word; give it only_near or not_in"),
        ('zh.deprecated = ["培训"]', "zh '培训' (deprecated) is an ordinary word; give it only_near or not_in"),
        ('zh.preferred = "功能"', "zh '功能' (preferred) is an ordinary word; give it only_near or not_in"),
        ('ja.wrong = ["特徴"]', "ja '特徴' (wrong) is an ordinary word; give it only_near or not_in"),
    ],
)
def test_form_that_counts_in_any_context_is_reported(entry: str, message: str):
    assert said(f'id = "a"\n{entry}') == [f"T905 a: {message}"]


@pytest.mark.parametrize(
    "entry",
    [
        'zh.preferred = { form = "库", not_in = ["仓库"] }',
        'zh.wrong = [{ form = "图书馆", only_near = ["TorchVision"] }]',
        'zh.wrong = ["操作员"]',  # rare enough to be the fault that it looks like
        'zh.wrong = ["视觉变压器"]',
        'ja.wrong = ["労働者"]',
        'ja.preferred = "特徴"',
        'en.preferred = "op"',
        'zh.preferred = "张量"',
    ],
)
def test_form_with_context_words_or_of_its_own_kind_is_silent(entry: str):
    assert said(f'id = "a"\n{entry}') == []


def usage(text: str, *mentions: tuple[str, str, str], lang: str = "zh", times: int = 12) -> Usage:
    """A build in which this segment stands some times; mentions are concept, form and surface."""
    held = [(text.index(surface), text.index(surface) + len(surface), concept) for concept, _, surface in mentions]
    counts = {(concept, lang, form): times for concept, form, _ in mentions}
    return Usage(counts, [Passage(lang, text, held)] * times)


def test_preferred_form_that_is_never_used_is_reported():
    used = usage("用剖析器看", ("profiler", "剖析器", "剖析器"))
    assert said(PROFILER, usage=used) == [
        "T904 profiler: zh prefers '分析器', which is never used, while '剖析器' is 12 times; prefer that, or tell writers"
    ]


@pytest.mark.parametrize(
    "used",
    [
        usage("用分析器和剖析器", ("profiler", "分析器", "分析器"), ("profiler", "剖析器", "剖析器")),
        usage("用剖析器看", ("profiler", "剖析器", "剖析器"), times=4),
        usage("没有", times=20),
    ],
)
def test_preferred_form_is_not_reported_where_it_is_used_or_little_is_known(used: Usage):
    assert said(PROFILER, usage=used) == []


def test_form_that_always_lies_inside_a_longer_term_is_reported():
    longer = 'id = "qat"\nzh.preferred = "量化感知训练"'
    used = usage("用量化感知训练", ("qat", "量化感知训练", "量化感知训练"))
    assert said('id = "aware"\nzh.preferred = "感知训练"', longer, usage=used) == [
        "T906 aware: zh '感知训练' stands 12 times, always inside a longer term; leave it out"
    ]


@pytest.mark.parametrize(
    ("text", "times"),
    [("用量化感知训练，感知训练", 12), ("用量化感知训练", 9), ("没有", 12)],
)
def test_form_that_also_stands_by_itself_is_silent(text: str, times: int):
    longer = 'id = "qat"\nzh.preferred = "量化感知训练"'
    mentions = [("qat", "量化感知训练", "量化感知训练")] if "量化" in text else []
    assert said('id = "aware"\nzh.preferred = "感知训练"', longer, usage=usage(text, *mentions, times=times)) == []


def test_spelling_of_the_same_concept_is_no_shadow():
    entry = 'id = "worker"\nja.preferred = "ワーカー"\nja.admitted = ["ワーカ"]'
    assert said(entry, usage=usage("このワーカーは", ("worker", "ワーカー", "ワーカー"), lang="ja")) == []


LIBRARY = (
    'id = "library"\nzh.preferred = "程序库"\nzh.wrong = [{ form = "图书馆", only_near = ["TorchVision", "导入"] }]'
)


def test_unwanted_form_that_is_nowhere_in_a_build_is_reported():
    used = usage("用程序库", ("library", "程序库", "程序库"))
    assert said(LIBRARY, usage=used) == ["T909 library: zh '图书馆': unwanted, and nowhere in the build"]


def test_context_words_that_never_stand_with_a_form_are_reported():
    used = usage("去图书馆看书，再导航", times=3)
    assert said(LIBRARY, usage=used) == [
        "T909 library: zh '图书馆' stands in 3 segments, never with its context words; is only_near too narrow?"
    ]


def test_context_words_that_a_build_has_nowhere_are_reported():
    used = usage("导入图书馆", ("library", "图书馆", "图书馆"))
    assert said(LIBRARY, usage=used) == [
        "T909 library: zh '图书馆': of its context words, 'TorchVision' stand nowhere in the build"
    ]


def test_language_that_a_build_has_not_is_not_reported():
    assert said(LIBRARY, usage=usage("テンソルを使う", lang="ja")) == []


def test_entry_that_takes_anothers_place_says_so_and_what_is_lost(tmp_path: Path):
    folders = [tmp_path / "a", tmp_path / "b"]
    for folder, entry in zip(folders, (TENSOR, TENSOR.replace("张量", "张量体")), strict=True):
        folder.mkdir()
        (folder / f"{folder.name}.toml").write_text(entry, encoding="utf-8")
    assert [str(fault) for fault in lint(load(folders, only=True))] == [
        "b.toml: 'tensor': takes the place of the entry in a.toml, without zh '张量'"
    ]
    assert lint(load(folders[:1], only=True)) == []


@pytest.mark.parametrize(
    ("entries", "code"),
    [
        (['id = "a"\nzh.preferred = "甲乙"', 'id = "b"\nzh.preferred = "甲乙"'], "T901"),
        (['id = "a"\nzh.preferred = "甲乙"\nzh.wrong = ["甲乙"]'], "T902"),
        (['id = "a"\nexamples.zh.match = ["没有"]'], "T903"),
        (['id = "a"\nzh.prefered = "甲乙"'], "T907"),
        (['id = "a"\nzh.preferred = "甲\\u200b乙"'], "T908"),
    ],
)
def test_what_loading_refuses_bears_its_code(entries: list[str], code: str, tmp_path):
    filled = 'domain = "d"\ndefinition = "D."\nen.preferred = "en {0}"\nja.preferred = "ja {0}"\n'
    tables = [
        f"[[concept]]\n{filled.format(number)}{entry}\n" + ("" if "zh.preferred" in entry else 'zh.preferred = "甲"\n')
        for number, entry in enumerate(entries)
    ]
    (tmp_path / "a.toml").write_text("\n".join(tables), encoding="utf-8")
    with pytest.raises(GlossaryError) as raised:
        load([tmp_path], only=True)
    assert {fault.code for fault in raised.value.faults} == {code}
    assert "\n".join(map(str, raised.value.faults)) == str(raised.value)


def test_our_own_entries_pass():
    assert said() == []
    assert [str(fault) for fault in lint(load())] == []


def test_every_check_has_a_code_of_its_own_and_says_why():
    codes = [*LAWS, *(check.code for check in CHECKS)]
    assert len(codes) == len(set(codes)) == 10
    for check in CHECKS:
        docstring = check.find.__doc__ or ""
        assert all(f"\n    {part}:" in docstring for part in ("Why", "Bad", "Good"))
