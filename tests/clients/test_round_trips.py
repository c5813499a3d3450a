"""A packet through each tool and back: what nobody decided stays undecided, and what somebody decided comes back."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import pytest
from lxml import etree

from corpus.records import Document, Finding
from glossary.desk.review.formats.read_file import read
from glossary.desk.review.formats.xliff.write_xliff import xliff_bytes
from glossary.desk.review.formats.xlsx.write_xlsx import xlsx_bytes
from glossary.desk.review.packets.packet import packet
from glossary.desk.review.packets.row import Packet
from glossary.exchange import tmx
from glossary.rules.messages import message
from tests.clients.omegat import project, translated
from tests.clients.test_toolkit import toolkit
from tests.glossary.desk.report.made import finding, places
from tests.glossary.desk.review.builds import bead, en, material, zh
from tests.glossary.desk.review.filled import filled
from tests.glossary.desk.review.formats.test_xlsx_clients import converted

pytestmark = pytest.mark.slow

ROWS, DECIDED = 40, 20
KINDS = (  # English and Chinese with a link, code, an address, characters that XML escapes, or none of these
    ("See [part {n}](part{n}.md) of the library.", "见图书馆的[第 {n} 部分](part{n}.md)。"),
    ("Call `load({n})` of the library, then **stop**.", "先调用图书馆的 `load({n})`，然后**停止**。"),
    ("The library {n} is at <https://a.example/{n}>.", "图书馆 {n} 位于 <https://a.example/{n}>。"),
    ("The library has {n} < 100 & more.", "这个图书馆有 {n} < 100 & 更多。"),
    ("Part {n} of the library is fast.", "图书馆的第 {n} 部分很快。"),
)
# Left in English on one page, translated on another: there OmegaT fills in what the packet's memory has.
LEFT = "Read [the guide](guide.md) and call `stop()` now."
FILL = "请阅读[指南](guide.md)，再调用 `stop()`。"
FILLED_UNIT = "请阅读指南，再调用 stop()。"


class Sent(NamedTuple):
    """A packet as it goes out."""

    packet: Packet
    xliff: bytes
    memory: bytes


@pytest.fixture(scope="module")
def sent() -> Sent:
    texts = [tuple(text.format(n=number) for text in KINDS[number % len(KINDS)]) for number in range(ROWS)]
    english, chinese = en(_page([source for source, _ in texts])), zh(_page([other for _, other in texts]))
    others = en(f"{LEFT}\n", "b/en.md", work="b"), zh(f"{FILL}\n", "b/zh.md", work="b")
    beads = [bead(chinese, [number], english, [number]) for number in range(ROWS + 1)]
    findings = [*_found(chinese, "图书馆", "T101"), *_found(chinese, LEFT, "T504")]
    build = material(english, chinese, *others, findings=findings, beads=[*beads, bead(others[1], [0], others[0], [0])])
    units = build.tables["parallel"].to_pylist()
    new = packet(build, "zh", "zh-0001")
    return Sent(
        new, xliff_bytes(new, tmx.translations(units, "en", "zh")), tmx.tmx_bytes(units, {"en": "en", "zh": "zh-CN"})
    )


def _page(sentences: list[str]) -> str:
    return "\n\n".join([*sentences, LEFT]) + "\n"


def _found(page: Document, surface: str, rule: str) -> list[Finding]:
    """A finding for each place of some words."""
    about = {"rule": rule, "concept_id": "library" if rule == "T101" else None}
    if rule == "T504":
        about["message"] = message("T504", "heading", {"surface": surface}, "en")
    return [finding(page, place, finding_id=f"{place[0]:016x}", **about) for place in places(page.text, surface)]


def decided(new: Packet) -> dict[str, str]:
    """The findings that a reviewer decides, every other one of those of the library, and the texts that these get."""
    questions = [row.question for row in new.rows if row.question.rule == "T101"]
    return {question.finding_id: question.target.replace("图书馆", "库") for question in questions[::2]}


def units(data: bytes) -> list[tuple[str, str, str]]:
    """Id, source and target of each unit."""
    elements = etree.fromstring(data).iter("{*}trans-unit")
    return [(str(unit.get("id")), _text(unit[0]), _text(unit[1])) for unit in elements]


def _text(part: etree._Element) -> str:
    return "".join(map(str, part.itertext()))


def accepted(data: bytes) -> dict[str, str]:
    """Finding → the text that it was accepted with; nothing else may have been decided, and nothing be damaged."""
    answers = read("packet.xlf", data)
    assert answers.problems == () and {answer.action for answer in answers.answers} <= {"accept"}
    return {answer.finding_id: answer.text for answer in answers.answers}


def test_toolkit_loses_nothing_and_invents_nothing(sent: Sent):
    store: Any = toolkit("xliff").xlifffile.parsestring(sent.xliff)
    assert units(bytes(store)) == units(sent.xliff) and len(units(sent.xliff)) == ROWS + 1
    assert accepted(bytes(store)) == {}
    decided_texts = decided(sent.packet)
    texts = {row.question.target: decided_texts.get(row.question.finding_id) for row in sent.packet.rows}
    for unit in store.units:
        unit.target = texts[unit.target] or unit.target  # it marks as translated what is saved as it was, too
    assert len(decided_texts) == DECIDED and accepted(bytes(store)) == decided_texts
    assert len(units(bytes(store))) == ROWS + 1


def test_omegat_with_the_packets_memory_loses_nothing_and_invents_nothing(sent: Sent, tmp_path: Path):
    untouched = through_omegat(sent, tmp_path / "untouched", {})
    before, after = units(sent.xliff), units(untouched)
    changed = [(old[2], new[2]) for old, new in zip(before, after, strict=True) if old != new]
    assert changed == [("Read the guide and call stop() now.", FILLED_UNIT)]  # although it has a link and code
    saved = untouched.replace(b"needs-review-translation", b"translated")  # as later versions and other tools leave it
    for back in (untouched, saved):
        assert accepted(back) == {}
        assert "1 unit was filled in from a memory: not taken" in read("packet.xlf", back).remarks[0]

    decided_texts = decided(sent.packet)
    work = {
        row.question.target: decided_texts[row.question.finding_id]
        for row in sent.packet.rows
        if row.question.finding_id in decided_texts
    }
    back = through_omegat(sent, tmp_path / "decided", work).replace(b"needs-review-translation", b"translated")
    assert (len(decided_texts), len(units(back))) == (DECIDED, ROWS + 1)
    assert accepted(back) == decided_texts


def through_omegat(sent: Sent, folder: Path, work: dict[str, str]) -> bytes:
    """The packet as OmegaT leaves it that has the packet's memory, and what a reviewer wrote in place of some texts."""
    project(folder, "zh-CN")
    (folder / "source/packet.xlf").write_bytes(sent.xliff)
    (folder / "tm/auto/packet.tmx").write_bytes(sent.memory)
    pairs = (tmx.TmxPair(str(number), texts, ()) for number, texts in enumerate(work.items()))
    (folder / "tm/auto/work.tmx").write_bytes(tmx.memory(pairs, ("en", "zh-CN")))
    return (translated(folder) / "packet.xlf").read_bytes()


def test_libreoffice_loses_nothing_and_invents_nothing(sent: Sent, tmp_path: Path):
    (tmp_path / "untouched").mkdir()
    untouched = converted(tmp_path / "untouched", xlsx_bytes(sent.packet), "xlsx").read_bytes()
    assert (read("packet.xlsx", untouched).answers, read("packet.xlsx", untouched).problems) == ((), ())
    decided_texts = decided(sent.packet)
    typed = {
        row.number: {"decision": "accept", "corrected": decided_texts[row.question.finding_id]}
        for row in sent.packet.rows
        if row.question.finding_id in decided_texts
    }
    (tmp_path / "decided").mkdir()
    back = converted(tmp_path / "decided", filled(typed, reviewer_name="Mei", of=sent.packet), "xlsx").read_bytes()
    answers = read("packet.xlsx", back)
    assert (len(decided_texts), answers.problems) == (DECIDED, ())
    assert {answer.finding_id: (answer.action, answer.text) for answer in answers.answers} == {
        finding_id: ("accept", text) for finding_id, text in decided_texts.items()
    }
