"""OmegaT with what we write for it: our memory translates a page, our glossaries are read, a packet comes back."""

from __future__ import annotations

from pathlib import Path

import pytest
from lxml import etree

from glossary.desk.review.formats.xliff.read_xliff import read
from glossary.desk.review.formats.xliff.write_xliff import xliff_bytes
from glossary.exchange import tbx, tmx, tool_tables
from glossary.loading import load
from glossary.termbase.termbase import UNWANTED, Termbase
from tests.clients.omegat import glossaries, project, translated
from tests.glossary.desk.review.packet_files import packet
from tests.glossary.units import unit

pytestmark = pytest.mark.slow

UNITS = [
    unit(
        1,
        "A tensor holds <b>numbers</b> & no text.",
        "张量存放 <b>数</b> & 不存文字。",
        "テンソルは <b>数</b> & を持ちます。",
    ),
    unit(2, "Use torch.nn 1.12 for this 😀.", "用 torch.nn 1.12 来做 😀。", "これには torch.nn 1.12 を使います 😀。"),
    unit(3, "“Views” share memory.", "“视图”共享内存。", "「ビュー」はメモリを共有します。"),
]
TAGS = {"zh": "zh-CN", "ja": "ja"}


@pytest.mark.parametrize(("lang", "tag"), [("zh", "zh-CN"), ("zh", "zh"), ("ja", "ja")])
def test_memory_translates_a_page(lang: str, tag: str, tmp_path: Path):
    folder = project(tmp_path, TAGS[lang])
    (folder / "source" / "page.txt").write_text("\n\n".join(unit["en"] for unit in UNITS), encoding="utf-8")
    (folder / "tm" / "auto" / "ours.tmx").write_bytes(tmx.tmx_bytes(UNITS, {"en": "en", lang: tag}))
    assert (translated(folder) / "page.txt").read_text(encoding="utf-8") == "\n\n".join(unit[lang] for unit in UNITS)


@pytest.mark.parametrize("lang", ["zh", "ja"])
def test_glossaries_are_read_whole_and_offer_no_unwanted_form(lang: str, tmp_path: Path):
    termbase, lines = load(), tool_tables.tab_lines(load(), lang).encode()
    written_as = {
        "ours.utf8": lines,
        "ours.txt": lines,
        "ours.tbx": tbx.tbx_bytes(termbase, lang),
        "standard.tbx": tbx.tbx_bytes(termbase, lang, version=3),
    }
    files = [tmp_path / name for name in written_as]
    for path in files:
        path.write_bytes(written_as[path.name])
    folder = project(tmp_path / "project", TAGS[lang])
    entries_by_file = glossaries(folder, TAGS[lang], files)
    assert entries_by_file.pop("standard.tbx").startswith("refused")  # that is why there is a version 2
    assert set(entries_by_file) == {"ours.utf8", "ours.txt", "ours.tbx"}
    for name, entries in entries_by_file.items():
        offered = {(english, rendering) for english, rendering, _ in entries}
        preferred = {
            (termbase.preferred(concept.id, "en"), termbase.preferred(concept.id, lang))
            for concept in termbase.concepts
        }
        assert preferred <= offered, name
        assert not offered & unwanted(termbase, lang), name
    assert len(entries_by_file["ours.utf8"]) == lines.count(b"\n")


def unwanted(termbase: Termbase, lang: str) -> set[tuple[str, str]]:
    """What no tool shall offer: English with a form that is out of use or mistaken, and right for no other concept."""
    bad: set[tuple[str, str]] = set()
    good: set[tuple[str, str]] = set()
    for concept in termbase.concepts:
        english = [form.form for form in concept.in_language("en") if form.status not in UNWANTED]
        for form in concept.in_language(lang):
            (bad if form.status in UNWANTED else good).update((english_form, form.form) for english_form in english)
    return bad - good


def test_comment_says_what_a_term_means_and_what_not_to_write(tmp_path: Path):
    path = tmp_path / "ours.utf8"
    path.write_text(tool_tables.tab_lines(load(), "zh"), encoding="utf-8")
    entries = glossaries(project(tmp_path / "project", "zh-CN"), "zh-CN", [path])["ours.utf8"]
    comments = {rendering: comment for english, rendering, comment in entries if english == "operator"}
    assert comments["算子"].startswith("[compiler] ") and "not: 操作员" in comments["算子"]
    assert comments["运算符"] == "admitted"


def test_packet_comes_back_with_nothing_but_its_targets_changed(tmp_path: Path):
    # OmegaT 3.6 takes the target of a bilingual file for the text to work on: each change is from it to another.
    folder, sent = project(tmp_path, "zh-CN"), packet(3)
    (folder / "source" / "packet.xlf").write_bytes(xliff_bytes(sent))
    before = sent.rows[0].question.target
    after = before.replace("操作员", "算子")
    (folder / "tm" / "auto" / "work.tmx").write_bytes(
        tmx.tmx_bytes([unit(1, before, after)], {"en": "en", "zh": "zh-CN"})
    )
    back = (translated(folder) / "packet.xlf").read_bytes()
    answers = read(back)  # its state is what it was: nobody can tell whether a memory or a person changed it
    assert (answers.answers, answers.problems) == ((), ())
    assert [remark.split(":")[0] for remark in answers.remarks] == [
        "1 unit was changed, or filled in from a memory, and still to be reviewed"
    ]
    reviewed = read(back.replace(b"needs-review-translation", b"translated"))  # once a reviewer says so
    assert [(answer.finding_id, answer.action, answer.text) for answer in reviewed.answers] == [
        (sent.rows[0].question.finding_id, "accept", after)
    ]
    assert canonical(back.replace(f">{after}<".encode(), f">{before}<".encode())) == canonical(xliff_bytes(sent))


def canonical(data: bytes) -> bytes:
    return etree.tostring(etree.fromstring(data), method="c14n")
