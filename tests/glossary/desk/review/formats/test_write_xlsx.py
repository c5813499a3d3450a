"""The packet as a spreadsheet: what reviewers see, and what no text can do to it."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openpyxl import Workbook, load_workbook
from openpyxl.cell.rich_text import CellRichText, TextBlock
from openpyxl.worksheet.worksheet import Worksheet

from glossary.decisions.decision import ACTIONS
from glossary.desk.review.formats.xlsx.cells import plain, runs
from glossary.desk.review.formats.xlsx.read_columns import NEEDED, TYPED, bilingual_label, words
from glossary.desk.review.formats.xlsx.write_xlsx import COLUMNS, xlsx_bytes
from glossary.desk.review.packets.row import Opinion, Packet, PacketRow, Stretch
from glossary.exchange.spreadsheets.workbook import LONGEST_CELL
from tests.glossary.desk.review.filled import FIRST, cell
from tests.glossary.desk.review.packet_files import changed, packet

LANGUAGES = ("zh", "ja")


def book(of: Packet, rich: bool = False) -> Workbook:
    return load_workbook(BytesIO(xlsx_bytes(of)), rich_text=rich)


def findings(of: Packet, rich: bool = False) -> Worksheet:
    sheet = book(of, rich)["Findings"]
    assert isinstance(sheet, Worksheet)
    return sheet


def shown(sheet: Worksheet, key: str, number: int) -> str:
    return str(cell(sheet, key, number).value or "")


def of_target(text: str, marks: tuple[Stretch, ...] = ()) -> Packet:
    """A packet whose first row has this text."""

    def change(row: PacketRow) -> PacketRow:
        return replace(row, question=replace(row.question, target=text), marks=marks)

    return changed(packet(2), 1, change)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_same_packet_is_same_bytes(lang):
    assert xlsx_bytes(packet(7, lang)) == xlsx_bytes(packet(7, lang))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_rows_stand_as_given_with_their_ids(lang):
    sent = packet(7, lang)
    sheet = findings(sent)
    for row in sent.rows:
        assert cell(sheet, "number", row.number).value == row.number
        assert shown(sheet, "finding_id", row.number) == row.question.finding_id
        assert shown(sheet, "target", row.number) == row.question.target
        assert shown(sheet, "source", row.number) == row.question.source
        assert shown(sheet, "message", row.number) == row.message
    assert sheet.max_row == FIRST + len(sent.rows) - 1


def test_nothing_is_decided_or_typed_beforehand():
    sheet = findings(packet(6))
    assert {shown(sheet, key, number) for key in ("decision", *TYPED) for number in range(1, 7)} == {""}


def test_suggestion_stands_beside_and_other_forms_apart():
    sheet = findings(packet(3))
    assert [shown(sheet, "suggested", number) for number in (1, 2, 3)] == ["算子", "算子", "编译器"]
    assert [shown(sheet, "others", number) for number in (1, 2, 3)] == ["运算符", "", ""]


def test_opinions_of_assistants_stand_beside_in_columns_that_are_hidden_without_any():
    opinions = (Opinion("gpt", "reject", "", "=an example", 0.934), Opinion("local", "accept", "算子", "", None))
    sheet = findings(changed(packet(3), 1, lambda row: replace(row, opinions=opinions)))
    assert shown(sheet, "assistants", 1) == "gpt: reject, =an example (93% right)\nlocal: accept “算子” (not measured)"
    assert [shown(sheet, "agreement", number) for number in (1, 2, 3)] == ["split", "", ""]
    letters = [cell(findings(packet(3)), key, 1).column_letter for key in ("agreement", "assistants")]
    assert [findings(packet(3)).column_dimensions[letter].hidden for letter in letters[:1]] == [True]
    assert not sheet.column_dimensions[letters[0]].hidden


def test_keys_stand_in_a_hidden_first_row_and_names_in_both_languages_below():
    sheet = findings(packet(3, "ja"))
    assert [head.value for head in sheet[1]] == [column.key for column in COLUMNS]
    assert sheet.row_dimensions[1].hidden
    assert not sheet.row_dimensions[2].hidden
    assert sheet["B2"].value == "Decision\n判定"


def test_header_and_decision_stay_in_view_and_rows_can_be_filtered():
    sheet = findings(packet(4))
    assert sheet.freeze_panes == "C3"
    assert sheet.auto_filter.ref == "A2:Y6"


def test_pages_are_landscape_and_repeat_the_header():
    sheet = findings(packet(4))
    assert sheet.page_setup.orientation == "landscape"
    assert sheet.print_title_rows == "$2:$2"
    assert sheet.page_setup.fitToHeight == 0


@pytest.mark.parametrize("lang", LANGUAGES)
def test_decisions_are_chosen_from_a_list_with_help(lang):
    sheet = findings(packet(4, lang))
    (rule,) = sheet.data_validations.dataValidation
    listed = str(rule.formula1).strip('"').split(",")
    assert [choice.split(" ")[0] for choice in listed] == list(ACTIONS)
    assert [choice.split(" ")[1] for choice in listed] == [word[lang] for word in words("actions").values()]
    assert (str(rule.sqref), rule.type) == ("B3:B6", "list")
    assert rule.promptTitle and rule.prompt and rule.errorTitle and rule.error


def test_decided_rows_are_dimmed():
    (rule,) = findings(packet(4)).conditional_formatting
    assert [condition.formula for condition in rule.rules] == [["LEN($B3)>0"]]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_marked_words_are_red_and_bold_wherever_they_stand(lang):
    sent = packet(3, lang)
    sheet = findings(sent, rich=True)
    for row in sent.rows:
        assert red(sheet, row.number) == [row.question.target[start:end] for start, end in row.marks]


def red(sheet: Worksheet, number: int) -> list[str]:
    """The runs of a text that are red and bold."""
    value = cell(sheet, "target", number).value
    assert isinstance(value, CellRichText)
    blocks = [block for block in value if isinstance(block, TextBlock)]
    return [block.text for block in blocks if block.font.b and block.font.color and block.font.color.rgb == "FFC00000"]


def test_text_that_is_all_marked_is_red():
    target_cell = cell(findings(of_target("演算", ((0, 2),))), "target", 1)
    assert (target_cell.value, target_cell.font.b, target_cell.font.color and target_cell.font.color.rgb) == (
        "演算",
        True,
        "FFC00000",
    )


@pytest.mark.parametrize(("lang", "font"), [("zh", "Microsoft YaHei"), ("ja", "Yu Gothic")])
def test_font_suits_the_language(lang, font):
    assert cell(findings(packet(1, lang)), "target", 1).font.name == font


@pytest.mark.parametrize("locale", ["zh-TW", "zh-Hant", "zh-Hant-HK"])
def test_traditional_text_has_a_traditional_font(locale):
    assert cell(findings(replace(packet(1), locale=locale)), "target", 1).font.name == "Microsoft JhengHei"


def test_a_note_tells_what_is_put_at_places_with_other_words():
    sheet = findings(changed(packet(2), 1, lambda row: replace(row, elsewhere=((":", "："), (".", "。")))))
    note = cell(sheet, "suggested", 1).comment
    assert note and note.text == ": → ：\n. → 。"
    assert cell(sheet, "suggested", 2).comment is None


def test_notes_hold_definitions_and_terms():
    sheet = findings(packet(2))
    definition, terms = cell(sheet, "message", 1).comment, cell(sheet, "source", 1).comment
    assert definition and definition.text == "operator: What operator means, in English."
    assert terms and terms.text == "operator → 算子\ntensor → 张量"
    assert cell(sheet, "message", 2).comment is None


@pytest.mark.parametrize(
    "text", ["=1+1", "+1", "-1", "@x", "=HYPERLINK(1)", "https://a.b", "{=1}", "1.50", "1e5", " 张 量\n"]
)
def test_text_stays_text(text):
    target_cell = cell(findings(of_target(text)), "target", 1)
    assert (target_cell.value, target_cell.data_type, target_cell.hyperlink) == (text, "s", None)


def test_typing_what_begins_with_an_equals_sign_makes_no_formula():
    sheet = findings(packet(1))
    assert {cell(sheet, key, 1).number_format for key in TYPED} == {"@"}


@pytest.mark.parametrize(
    "text", ["<r>x</r>", "<r><t>x</t></r>", "<r>&</r>", "<r></r>", "]]>", "&lt;", "_x0041_", "<!--"]
)
@pytest.mark.parametrize("marks", [(), ((1, 3),), ((0, 99),)])
def test_text_that_looks_like_markup_is_shown_as_it_is(text, marks):
    assert shown(findings(of_target(text, marks)), "target", 1) == text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a\x00b\x1fc", "abc"),
        ("a\r\nb\tc", "a\nb\tc"),
        ("\ud800a\udfff", "a"),
        ("\ufffea\uffff", "a"),
        ("x" * (LONGEST_CELL + 1), "x" * (LONGEST_CELL - 1) + "…"),
        ("x" * LONGEST_CELL, "x" * LONGEST_CELL),
        ("😀" * LONGEST_CELL, "😀" * (LONGEST_CELL // 2) + "…"),
    ],
)
def test_what_no_cell_can_hold_is_left_out(text, expected):
    assert plain(text) == expected
    assert shown(findings(of_target(text)), "target", 1) == expected


def test_marks_beyond_the_cut_are_left_out():
    assert runs("x" * LONGEST_CELL + "yy", ((LONGEST_CELL, LONGEST_CELL + 2),)) == [
        ("x" * (LONGEST_CELL - 1), False),
        ("…", False),
    ]


def test_marks_that_overlap_or_are_empty_part_no_text():
    assert runs("abcdef", ((1, 3), (2, 4), (5, 5), (5, 99))) == [
        ("a", False),
        ("bc", True),
        ("d", True),
        ("e", False),
        ("f", True),
    ]


@pytest.mark.slow
@given(
    st.text(max_size=40),
    st.lists(st.tuples(st.integers(0, 40), st.integers(0, 40)).map(lambda two: (min(two), max(two))), max_size=4),
)
def test_any_text_comes_back_as_it_was(text, marks):
    sent = of_target(text, tuple(marks))
    assert shown(findings(sent), "target", 1) == plain(text)
    assert "".join(run for run, _ in runs(text, marks)) == plain(text)


def test_packet_without_rows_is_a_sheet_without_rows():
    assert findings(packet(0)).max_row == 2


@pytest.mark.parametrize("lang", LANGUAGES)
def test_second_sheet_says_which_packet_it_is_and_what_decisions_mean(lang):
    sheet = book(packet(1, lang))["How to"]
    facts = {row[0]: row[2] for row in sheet.iter_rows(values_only=True) if row[0]}
    assert facts == {
        "reviewer": None,
        "packet": f"{lang}-0001",
        "build": "0123456789ab",
        "made_by": "taiyaku:0.1.0|schema:1",
    }
    texts = [str(row[2]) for row in sheet.iter_rows(values_only=True)]
    assert all(bilingual_label(meaning, lang, "\n") in texts for meaning in words("meanings").values())


def test_each_decision_has_a_word_and_a_meaning_in_each_language():
    assert list(words("actions")) == list(words("meanings")) == list(ACTIONS)
    assert {tuple(word) for table in ("actions", "meanings") for word in words(table).values()} == {("en", "zh", "ja")}


def test_columns_that_are_read_back_are_written():
    assert {*NEEDED, *TYPED} <= {column.key for column in COLUMNS}
    assert [column.key for column in COLUMNS] == list(words("columns"))


@pytest.mark.parametrize("table", ["columns", "facts", "actions"])
def test_no_name_means_two_things(table):
    name_keys = [
        (name, key) for key, labels in words(table).items() for name in {key, *map(str.casefold, labels.values())}
    ]
    names = [name for name, _ in name_keys]
    assert len(names) == len(set(names))
