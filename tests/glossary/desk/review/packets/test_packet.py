"""The packet: which findings are asked about, and in which order."""

from __future__ import annotations

from dataclasses import replace

import pytest

from glossary.decisions.decision import Question
from glossary.desk.review.packets.packet import READS, Bounds, Material, packet
from glossary.desk.review.packets.row import SimilarUnit
from glossary.desk.review.packets.sent_log import SentPacket, read, sent_log_text, unsent
from glossary.findings.fingerprints import mark
from tests.glossary.desk.report.made import finding
from tests.glossary.desk.review.builds import bead, en, ja, material, reported, zh

TEXT = "图书馆很快。\n\n图书馆很慢。\n\n图书馆很大。\n\n图书馆很小。\n"


def _material() -> Material:
    a, b = zh(TEXT), ja("図書館です。")
    findings = [
        finding(a, (0, 3), finding_id="minor", concept_id="a", severity="minor"),
        finding(a, (8, 11), finding_id="neutral", concept_id="b", severity="neutral"),
        finding(a, (16, 19), finding_id="critical", concept_id="c", severity="critical"),
        finding(a, (24, 27), finding_id="open", concept_id="d", state="open"),
        finding(a, (24, 27), finding_id="major", concept_id="e"),
        reported(b, "図書館", finding_id="japanese"),
        *(finding(a, (0, 3), finding_id=state, state=state) for state in ("accepted", "suppressed")),
        finding(a, finding_id="fixed", state="fixed"),
    ]
    return material(a, b, findings=findings)


def _ids(material: Material, **options: object) -> list[str]:
    zh_packet = packet(material, "zh", "zh-0001", **options)  # type: ignore[arg-type]
    return [row.question.finding_id for row in zh_packet.rows]


def test_a_packet_says_what_it_was_made_from() -> None:
    zh_packet = packet(_material(), "zh", "zh-0007")
    assert (zh_packet.packet_id, zh_packet.build_id, zh_packet.signature, zh_packet.lang) == (
        "zh-0007",
        "3f2a9c11d0e4",
        "taiyaku:0|test",
        "zh",
    )


def test_undecided_findings_of_the_language_stand_in_order_of_worth() -> None:
    assert _ids(_material()) == ["critical", "major", "open", "minor", "neutral"]
    japanese = packet(_material(), "ja", "ja-0001")
    assert [(row.question.finding_id, row.question.target) for row in japanese.rows] == [("japanese", "図書館です。")]


def test_rows_are_numbered_from_one() -> None:
    assert [row.number for row in packet(_material(), "zh", "zh-0001", bounds=Bounds(decisions=3)).rows] == [1, 2, 3]


@pytest.mark.parametrize(("limit", "count"), [(None, 5), (0, 0), (2, 2), (100, 5)])
def test_a_limit_keeps_the_worthiest(limit: int | None, count: int) -> None:
    assert (
        _ids(_material(), bounds=Bounds(decisions=limit)) == ["critical", "major", "open", "minor", "neutral"][:count]
    )


def test_of_listed_findings_it_asks_what_is_new_and_counts_the_others() -> None:
    build_material, listed = (
        _material(),
        Bounds(findings={"minor", "neutral", "open", "accepted", "japanese", "elsewhere"}),
    )
    zh_packet = packet(build_material, "zh", "zh-0001", bounds=listed)
    assert ([row.question.finding_id for row in zh_packet.rows], zh_packet.asked_before) == (
        ["open", "minor", "neutral"],
        1,
    )
    sent = read(
        sent_log_text(packet(build_material, "zh", "zh-0001", bounds=Bounds(findings={"open"}))), "zh-0001.jsonl"
    )
    next_packet = packet(build_material, "zh", "zh-0002", [sent], bounds=listed)
    assert ([row.question.finding_id for row in next_packet.rows], next_packet.asked_before) == (
        ["minor", "neutral"],
        2,
    )
    assert packet(build_material, "zh", "zh-0002", [sent]).asked_before == 0


def test_the_next_packet_goes_on_where_the_last_one_ended() -> None:
    build_material = _material()
    first = read(sent_log_text(packet(build_material, "zh", "zh-0001", bounds=Bounds(decisions=2))), "zh-0001.jsonl")
    second = read(
        sent_log_text(packet(build_material, "zh", "zh-0002", [first], bounds=Bounds(decisions=2))), "zh-0002.jsonl"
    )
    assert [question.finding_id for question in second.questions] == ["open", "minor"]
    assert _ids(build_material, sent=[first, second]) == ["neutral"]


def test_what_was_decided_is_not_asked_again() -> None:
    build_material = _material()
    decided = [
        row.question
        for row in packet(build_material, "zh", "zh-0001").rows
        if row.question.finding_id in ("major", "neutral")
    ]
    assert _ids(build_material, decided=decided) == ["critical", "open", "minor"]


def test_a_new_place_of_a_finding_is_asked_about_alone() -> None:
    a = zh(TEXT)
    before = packet(material(a, findings=[finding(a, (0, 3))]), "zh", "zh-0001")
    sent = SentPacket("zh-0001", "", "", "zh", tuple(row.question for row in before.rows))
    next_packet = packet(material(a, findings=[finding(a, (0, 3), (8, 11))]), "zh", "zh-0002", [sent])
    assert [(row.question.marks, row.occurrences) for row in next_packet.rows] == [((mark(a.text, 8, 11),), 1)]
    assert packet(material(a, findings=[finding(a, (0, 3))]), "zh", "zh-0002", [sent]).rows == ()


def test_an_edit_elsewhere_makes_nothing_new() -> None:
    a, b = zh(TEXT), zh(f"新的一行。\n\n{TEXT}")
    before = packet(material(a, findings=[reported(a, finding_id="f")]), "zh", "zh-0001")
    after = packet(material(b, findings=[reported(b, finding_id="f")]), "zh", "zh-0002")
    assert unsent([row.question for row in after.rows], [], [row.question for row in before.rows]) == {}


def test_rows_come_with_their_matches() -> None:
    a, translation = en("A library is fast."), zh("图书馆很快。")
    b, other = en("The library is fast.", "b/en.md", work="b"), zh("这个库很快。", "b/zh.md", work="b")
    beads = [bead(translation, [0], a, [0]), bead(other, [0], b, [0])]
    row = packet(
        material(a, translation, b, other, findings=[reported(translation)], beads=beads), "zh", "zh-0001"
    ).rows[0]
    assert row.match == SimilarUnit("The library is fast.", "这个库很快。", 0.85, "b", unlike=((0, 3),))
    assert row.match.pieces == ("", "The", " library is fast.")
    assert [(term.concept_id, term.preferred) for term in row.terms] == [("library", "库")]


def test_a_fault_of_the_other_language_packet_is_no_example() -> None:
    a, translation = en("A library is fast."), zh("图书馆很快。")
    b, other = en("The library is fast.", "b/en.md", work="b"), zh("这图书馆很快。", "b/zh.md", work="b")
    beads = [bead(translation, [0], a, [0]), bead(other, [0], b, [0])]
    findings = [reported(translation, finding_id="a"), reported(other, finding_id="b", concept_id="other")]
    rows = packet(
        material(a, translation, b, other, findings=findings, beads=beads), "zh", "zh-0001", bounds=Bounds(decisions=1)
    ).rows
    assert [row.match for row in rows] == [None]  # the other one is not in the packet, but it is faulty


@pytest.mark.parametrize(
    ("locales", "expected"),
    [(["zh"], "zh"), (["zh-TW", "zh-CN", "zh-CN"], "zh-CN"), (["zh-TW", "zh-CN"], "zh-CN"), ([], "zh")],
)
def test_the_tag_is_that_of_most_documents(locales: list[str], expected: str) -> None:
    documents = [zh("库。", f"{n}/zh.md", work=str(n), locale=locale) for n, locale in enumerate(locales)]
    bad = [zh("", f"bad{n}.md", work=f"bad{n}", locale="zh-HK", status="quarantined") for n in range(3)]
    assert packet(material(*documents, *bad), "zh", "zh-0001").locale == expected


def test_a_language_without_findings_makes_an_empty_packet() -> None:
    assert packet(_material(), "en", "en-0001").rows == ()
    assert packet(material(zh("库。")), "zh", "zh-0001").rows == ()


def test_the_columns_that_are_named_are_enough() -> None:
    build_material = _material()
    few = {
        table: build_material.tables[table].select(columns or build_material.tables[table].column_names)
        for table, columns in READS.items()
    }
    assert packet(replace(build_material, tables=few), "zh", "zh-0001") == packet(build_material, "zh", "zh-0001")


def test_the_same_build_gives_the_same_packet() -> None:
    assert packet(_material(), "zh", "zh-0001") == packet(_material(), "zh", "zh-0001")


def test_what_is_asked_is_whole() -> None:
    question: Question = packet(_material(), "zh", "zh-0001", bounds=Bounds(decisions=1)).rows[0].question
    assert (question.finding_id, question.target, question.path, question.sure) == (
        "critical",
        "图书馆很大。",
        "a/zh.md",
        1.0,
    )
