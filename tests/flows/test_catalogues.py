"""Catalogues of gettext: checked by unit beside their own originals, fixed in place, and built into the tables."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.flows.command import called, git
from tests.flows.plain import rows_of, write

HEADER = 'msgid ""\nmsgstr ""\n"Language: {lang}\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n'
UNITS = [
    ("The cache keeps 16 tensors; see :ref:`limits`.", ["缓存最多保留 16 个张", "量，详情参见 :ref:`limits`。"], ""),
    ("Use %s workers for ``--jobs``.", ["用 %s 个工作进程运行 ``--jobs``。"], ""),
    ("The optimizer updates the weights after each step.", ["优化器在每一步之后更新权重。"], ""),
    ("Save the model before you close the program.", ["关闭程序之前请保存模型。"], ""),
    ('The \\"scheduler\\" lowers the learning rate.', ['\\"调度器\\" 会降低学习率。'], ""),
    ("Read the log when a job fails.", ["任务完成以后可以删除 99 个日志。"], "#, fuzzy\n"),
    ("Saving the logs", ["保存日志"], ""),
    ("This step trains a Transformer model.", ["这一步训练一个 Tr", "ansformer 模型。"], ""),
    ("A page that no one has translated so far.", [""], ""),
]


def catalogue(lang: str = "zh_CN", **changes: str) -> str:
    """A catalogue of the units, with other words for some."""
    text = HEADER.format(lang=lang)
    for number, (source, lines, comment) in enumerate(UNITS):
        quoted = "\n".join(f'"{line}"' for line in lines)
        target = quoted if len(lines) == 1 else f'""\n{quoted}'
        text += f'\n#: ../guide.rst:{number}\n{comment}msgid "{source}"\nmsgstr {target}\n'
    for before, after in changes.items():
        text = text.replace(before, after)
    return text


def changed(before: str, after: str) -> str:
    text = catalogue()
    assert text.count(before) == 1
    return text.replace(before, after)


def findings(folder: Path, capfd: pytest.CaptureFixture[str], *more: str) -> list[dict[str, Any]]:
    report = json.loads(called(capfd, "check", folder, "--format", "json", *more).out)
    assert report["unread"] == []
    return [finding for finding in report["findings"] if finding["severity"] != "neutral"]


def test_a_faithful_catalogue_has_no_findings_and_its_units_are_counted(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
):
    write(tmp_path, {"locale/zh_CN/LC_MESSAGES/guide.po": catalogue()})
    assert findings(tmp_path, capfd) == []
    ran = called(capfd, "check", tmp_path)
    assert ran.status == 0
    assert "7 units of catalogues checked (not checked: 1 untranslated, 1 fuzzy)" in ran.err


@pytest.mark.parametrize(
    ("before", "after", "rule", "place"),
    [
        ("16 个张", "61 个张", "T303", "9:9"),
        (":ref:`limits`。", ":ref:`limit`。", "T305", "10:9"),
        ("用 %s 个", "用 %d 个", "T305", "14:11"),
        ("``--jobs``。", "``--job``。", "T305", "14:24"),
        ("用 %s 个", "用多个", "T312", "14:9"),
        ("保存日志", "保存日志 ", "T312", "35:12"),
        ("关闭程序之前请保存模型。", "Save the model before you close the program.", "T110", "22:9"),
        ("保存日志", "Saving the logs", "T504", "35:9"),
        ("优化器在", "优化器 ，在", "T405", "18:11"),
        ('个 Tr"\n"ansformer', '个变"\n"压器', "T104", "40:9"),
    ],
)
def test_what_differs_from_the_original_is_reported_by_line_and_column_of_the_file(
    before: str, after: str, rule: str, place: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
):
    write(tmp_path, {"zh/guide.po": changed(before, after)})
    places = [
        (finding["rule"], f"{location['line']}:{location['column']}")
        for finding in findings(tmp_path, capfd)
        for location in finding["locations"]
    ]
    assert places == [(rule, place)]


def test_a_place_that_goes_over_a_line_end_is_no_offer_to_replace(tmp_path: Path, capfd: pytest.CaptureFixture[str]):
    text = changed('个 Tr"\n"ansformer', '个变"\n"压器')
    write(tmp_path, {"zh/guide.po": text, "taiyaku.toml": ""})
    for form in ("sarif", "rdjsonl", "github", "gitlab", "text"):
        ran = called(capfd, "check", tmp_path / "zh", "--format", form)
        assert ran.status in (0, 1)
        assert '"fixes"' not in ran.out
        assert '"suggestions"' not in ran.out


def test_fixes_are_written_into_the_file_and_fit_a_patch(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
):
    text = bad = catalogue()
    for right, wrong in (("序之前请", "序之前，请"), ("步之后更", "步之后，更"), ("调度器", "调度器，")):
        text, bad = text.replace(right, wrong), bad.replace(right, wrong.replace("，", ","))
    write(tmp_path, {"zh/guide.po": bad.replace("\n", "\r\n").encode()})
    monkeypatch.chdir(tmp_path)
    git(tmp_path, "init", "-q")
    patch = called(capfd, "check", ".", "--diff", "--select", "T405").out
    assert called(capfd, "check", ".", "--fix", "--select", "T405").status == 0
    after = (tmp_path / "zh/guide.po").read_bytes()
    assert after.count(b"\r\n") == bad.count("\n")
    assert after.decode().replace("\r\n", "\n") == text
    write(tmp_path, {"zh/guide.po": bad.replace("\n", "\r\n").encode(), "a.patch": patch})
    git(tmp_path, "apply", "a.patch")
    assert (tmp_path / "zh/guide.po").read_bytes() == after


def test_spaces_at_the_edges_of_units_are_fixed(tmp_path: Path, capfd: pytest.CaptureFixture[str]):
    bad = (
        changed("保存日志", " 保存日志  ")
        .replace("优化器在", "　优化器在")
        .replace("关闭程序", " :ref:`limits` 关闭程序")
    )
    write(tmp_path, {"zh/guide.po": bad})
    called(capfd, "check", tmp_path, "--fix", "--select", "T312")
    assert (tmp_path / "zh/guide.po").read_text() == catalogue().replace("关闭程序", ":ref:`limits` 关闭程序")


@pytest.mark.parametrize(
    ("name", "files"),
    [
        ("zh/app.json", {"en": '{"a b": "Ready\\n", "c": "Done\\n"}', "zh": '{"a b": "就绪", "c": "完成\\n"}'}),
        ("zh/app.csv", {"zh": 'id,en,zh\na,"Ready\n",就绪\nc,"Done\n","完成\n"\n'}),
        ("zh/app.properties", {"en": "a=Ready\\n\nc=Done\\n\n", "zh": "a=就绪\nc=完成\\n\n"}),
    ],
)
def test_line_ends_of_units_are_compared_in_every_format(
    name: str, files: dict[str, str], tmp_path: Path, capfd: pytest.CaptureFixture[str]
):
    write(tmp_path, {name.replace("zh/", f"{lang}/"): text for lang, text in files.items()})
    called_findings = findings(tmp_path, capfd, "--select", "T312")
    assert [(finding["rule"], finding["surface"]) for finding in called_findings] == [("T312", "就绪")]


XLIFF = """<?xml version="1.0" encoding="UTF-8"?>
<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">
<file source-language="en" target-language="zh-CN" datatype="plaintext" original="a"><body>
<trans-unit id="1"><source>Press <x id="1"/> to see the <g id="2">settings</g>.</source><target>{}</target></trans-unit>
<trans-unit id="2"><source>A <mrk mtype="term">tensor</mrk> has a shape.</source><target>张量有形状。</target></trans-unit>
</body></file></xliff>
"""


@pytest.mark.parametrize(
    ("target", "lost"),
    [
        ('按<x id="1"/>查看<g id="2">设置</g>。', None),
        ('要看<g id="2">设置</g>，请按<x id="1"/>。', None),
        ('按此查看<g id="2">设置</g>。', '<x id="1"/>'),
        ('按<x id="1"/>查看设置。', '<g id="2">'),
    ],
)
def test_tags_inside_units_of_xliff_are_compared(
    target: str, lost: str | None, tmp_path: Path, capfd: pytest.CaptureFixture[str]
):
    write(tmp_path, {"app.xlf": XLIFF.format(target)})
    texts = [finding["text"] for finding in findings(tmp_path, capfd, "--select", "T312")]
    assert len(texts) == (lost is not None)
    assert all(f"The original has {lost}, which" in text for text in texts)


def test_tables_have_units_as_given_beads(tmp_path: Path, capfd: pytest.CaptureFixture[str]):
    japanese = catalogue("ja").replace(
        "优化器在每一步之后更新权重。", "オプティマイザーは各ステップの後に重みを更新します。"
    )
    other = HEADER.format(lang="ja") + '\nmsgid "Close the file."\nmsgstr "ファイルを閉じます。"\n'
    write(
        tmp_path,
        {
            "docs/zh/guide.po": catalogue(), "docs/ja/guide.po": japanese, "docs/zh/end.po": catalogue(),
            "docs/ja/end.po": other, "docs/zh/none.po": HEADER + 'msgid "a"\nmsgstr ""\n',
        },
    )  # fmt: skip
    assert called(capfd, "build", tmp_path / "docs", "--out", tmp_path / "out").status == 0
    build = tmp_path / "out/latest"
    documents = {row["path"]: row for row in rows_of(build, "documents")}
    assert {path: (row["work"], row["lang"], row["status"]) for path, row in documents.items()} == {
        "zh/guide.po": ("guide", "zh", "ok"),
        "ja/guide.po": ("guide", "ja", "ok"),
        "ja/guide.po#msgid": ("guide", "en", "ok"),
        "zh/end.po": ("zh/end.po", "zh", "ok"),
        "zh/end.po#msgid": ("zh/end.po", "en", "ok"),
        "ja/end.po": ("end", "ja", "ok"),
        "ja/end.po#msgid": ("end", "en", "ok"),
        "zh/none.po": ("none", "zh", "quarantined"),
        "zh/none.po#msgid": ("none", "en", "ok"),
    }
    attributes = {entry["key"]: entry["value"] for entry in documents["zh/guide.po"]["metadata"]}
    assert [attributes[name] for name in ("units", "untranslated_units", "fuzzy_units")] == ["7", "1", "1"]
    beads = [bead for bead in rows_of(build, "alignments") if bead["work"] == "guide" and bead["src_segments"]]
    assert {(bead["relation"], bead["score"]) for bead in beads} == {("given", 1.0)}
    assert len(beads) == 14
    units = [(row["en"], row["zh"], row["ja"]) for row in rows_of(build, "parallel")]
    optimizer = "The optimizer updates the weights after each step."
    assert (optimizer, "优化器在每一步之后更新权重。", "オプティマイザーは各ステップの後に重みを更新します。") in units
    assert ("Close the file.", None, "ファイルを閉じます。") in units
