"""The page of findings: what stands on it, safe to open, the same each time."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import pytest
from selectolax.lexbor import LexborHTMLParser

from glossary.desk.report.web import page, summary
from glossary.desk.report.web.tables import units
from glossary.desk.report.web.volumes import embedded
from tests.glossary.desk.report.built import CLASP, bead, build, clasping, compared, crowded, noted, plain, term_link
from tests.glossary.desk.report.embedded import data_of, findings_of
from tests.glossary.desk.report.made import document, finding

# --- what stands on it


def test_findings_stand_in_the_order_of_the_queue():
    assert [row["id"][0] for row in findings_of(page(plain()))] == ["b", "a"]


def test_place_tells_words_sentence_line_and_column():
    (text,) = (data_of(page(plain()), "text-0")["pieces"][0][2],)
    (row,) = [row for row in findings_of(page(plain())) if row["id"][0] == "a"]
    spans = [
        (text[begin:stop], text[start:end], cut, line, col)
        for _, start, end, begin, stop, cut, line, col in row["places"]
    ]
    assert spans == [
        ("# 图书馆", "图书馆", 0, 1, 3),
        ("这个图书馆很快。", "图书馆", 0, 3, 3),
        ("新的图书馆更快。", "图书馆", 0, 3, 11),
    ]


def test_long_sentence_is_cut_on_both_sides():
    text = "长" * 200 + "图书馆" + "长" * 200 + "。"
    doc = document("a.md", text)
    (row,) = findings_of(page(build(doc, findings=[finding(doc, (200, 203))])))
    assert row["places"] == [[0, 200, 203, 110, 293, 3, 1, 201]]


def test_offsets_count_as_javascript_does():
    doc = document("a.md", "🤗🤗图书馆🤗。")
    text = page(build(doc, findings=[finding(doc, (2, 5))]))
    (row,) = findings_of(text)
    assert row["places"] == [[0, 4, 7, 0, 10, 0, 1, 3]]
    assert data_of(text, "text-0")["terms"][0][:2] == [4, 7]


@pytest.mark.parametrize(("text", "offsets"), [("ab", [0, 1, 2]), ("𠮷a𠮷", [0, 2, 3, 5]), ("", [0])])
def test_units_of_javascript(text: str, offsets: list[int]):
    assert [units(text)(number) for number in range(len(text) + 1)] == offsets
    assert offsets[-1] == len(text.encode("utf-16-le")) // 2


def test_figures_stand_by_language():
    rows = LexborHTMLParser(page(plain())).css("#overview table")[0].css("tbody tr")
    cells = [[cell.text(strip=True) for cell in row.css("th, td")] for row in rows]
    assert cells == [
        ["中文", "2", "33", "–", "5", "20.0%", "–", "80.0%", "about 2", "230.30"],
        ["日本語", "1", "11", "–", "1", "100.0%", "–", "100.0%", "0", "0.00"],
    ]


def test_uncertain_findings_are_counted_apart():
    doc = document("a.md", "图书馆图书馆")
    findings = [
        finding(doc, (0, 3), finding_id="a", confidence=0.8),
        finding(doc, (3, 6), finding_id="b", confidence=0.79),
    ]
    html = LexborHTMLParser(page(build(doc, findings=findings)))
    assert [node.text(strip=True) for node in html.css(".tiles .major a")] == ["about 2major", "1 uncertain"]
    assert [node.text(strip=True) for node in html.css(".rules .uncertain")] == ["1 uncertain"]
    assert [row["certainty"] for row in findings_of(page(build(doc, findings=findings)))] == [0.8, 0.79]


def test_places_have_the_english_that_they_are_aligned_with():
    doc = document("a/zh.md", "图书馆很快。图书馆很慢。新的图书馆。")
    english = document(
        "a/en.md", "The [library](https://example.org/a)\n  is **fast**. It is slow.", lang="en", locale="en"
    )
    beads = [
        bead(doc, "图书馆很快。", english, "The [library](https://example.org/a)\n  is **fast**."),
        bead(doc, "图书馆很慢。", english, "It is slow.", score=0.2),
        bead(doc, "新的图书馆。", english, "It is slow.", relation="copy"),
    ]
    findings = [finding(doc, (6, 9), (0, 3), (14, 17), finding_id="a"), finding(doc, (2, 5), finding_id="b")]
    text = page(build(doc, english, findings=findings, beads=beads))
    assert [row["originals"] for row in findings_of(text)] == [[0, 1, -1], [1]]
    assert data_of(text)["originals"] == ["It is slow.", "The library is fast."]
    assert data_of(text)["doubtful"] == [0]


def test_segment_that_hardly_stands_alone_has_what_stands_alone_beside_it_as_a_doubtful_original():
    doc = document("a/zh.md", "图书馆很快。图书馆很慢。图书馆很新。")
    english = document("a/en.md", "The library is fast. It is slow. It is new.", lang="en", locale="en")
    beads = [
        bead(doc, "", english, "The library is fast.", relation="none", score=0.1),
        bead(doc, "图书馆很快。", english, "", relation="none", score=0.1),
        bead(doc, "图书馆很慢。", english, "It is slow."),
        bead(doc, "", english, "It is new.", relation="none", score=0.9),
        bead(doc, "图书馆很新。", english, "", relation="none", score=0.1),
    ]
    text = page(build(doc, english, findings=[finding(doc, (0, 3), (6, 9), (12, 15))], beads=beads))
    assert [row["originals"] for row in findings_of(text)] == [[0, 1, -1]]
    assert (data_of(text)["originals"], data_of(text)["doubtful"]) == (["The library is fast.", "It is slow."], [0])


def test_long_original_is_cut_and_one_that_no_finding_needs_is_not_there():
    doc = document("a/zh.md", "图书馆很快。很慢。")
    english = document("a/en.md", f"{'very ' * 99}fast. It is slow.", lang="en", locale="en")
    beads = [bead(doc, "图书馆很快。", english, f"{'very ' * 99}fast."), bead(doc, "很慢。", english, "It is slow.")]
    (original,) = data_of(page(build(doc, english, findings=[finding(doc, (0, 3))], beads=beads)))["originals"]
    assert original.endswith("very…") and len(original) == 320


def test_documents_stand_with_their_findings_and_link_to_their_texts():
    rows = LexborHTMLParser(page(plain())).css("#document-table tbody tr")
    cells = [(row.css_first("a").text(), row.css("td")[7].text(strip=True)) for row in rows]  # type: ignore[union-attr]
    assert cells == [("a/zh.md", "1 minor"), ("b/zh.md", "1 major"), ("c/ja.md", "0")]
    assert [link.attributes["href"] for link in rows[0].css("a")] == ["#document?id=id%20of%20a/zh.md"]


def test_what_was_left_out_stands_with_its_reason():
    section = LexborHTMLParser(page(plain())).css_first("#left-out")
    assert section is not None
    cells = [[cell.text() for cell in row.css("td")] for row in section.css("tbody tr")]
    assert cells == [["d/zh.md", "no text in it"], ["extension .py", "12"]]


def test_states_stand_where_an_earlier_build_is_known():
    assert ">Since the earlier build<" not in page(plain())
    doc = document("a/zh.md", "图书馆")
    findings = [finding(doc, (0, 3), state="open"), finding(doc, state="fixed", finding_id="f")]
    text = page(build(doc, findings=findings))
    assert ">Since the earlier build<" in text
    assert [row["places"] for row in findings_of(text) if row["state"] == "fixed"] == [[]]


def test_states_are_counted_with_the_new_ones_by_rule_and_document_first():
    html = LexborHTMLParser(page(compared()))
    assert [" ".join(node.text().split()) for node in html.css(".states li > a")] == [
        "4 new", "1 open", "0 accepted", "1 suppressed", "1 fixed",
    ]  # fmt: skip
    links = [link.attributes["href"] for link in html.css(".columns a")]
    assert links[:2] == ["#findings?state=new&rule=T101", "#findings?state=new&rule=T201"]
    assert links[2:] == [f"#findings?state=new&document=id%20of%20{name}/zh.md" for name in "ab"]
    assert [node.text(strip=True) for node in html.css(".columns li")] == [
        "T101 wrong-rendering3", "T201 mixed-renderings1", "a/zh.md2", "b/zh.md2",
    ]  # fmt: skip


def test_build_that_was_compared_says_so_though_all_of_it_is_new():
    doc = document("a/zh.md", "图书馆")
    tables = replace(build(doc, findings=[finding(doc, (0, 3))]), signature="taiyaku:0|since:3f2a")
    assert [node.text() for node in LexborHTMLParser(page(tables)).css(".states b")] == ["1", "0", "0", "0", "0"]


def test_concept_has_what_the_glossary_says_of_it_where_the_build_knows():
    (concept,) = data_of(page(noted()))["concepts"]
    assert (concept["definition"], concept["reference"]) == ("Code that others call.", "https://example.org/library")
    assert data_of(page(plain()))["concepts"][0]["definition"] == ""


def test_concept_has_every_rendering_with_lines_of_the_texts():
    text = page(plain())
    (concept,) = data_of(text)["concepts"]
    assert (concept["id"], concept["findings"], concept["mentions"]) == ("library", 2, 6)
    assert concept["languages"]["zh"]["forms"] == [["库", "preferred", 1], ["图书馆", "wrong", 4]]
    chinese, japanese = (data_of(text, "lines")["library"][lang] for lang in ("zh", "ja"))
    assert [(surface, status, count, len(spots)) for surface, status, count, spots, *_ in chinese] == [
        ("图书馆", "wrong", 4, 4),
        ("库", "preferred", 1, 1),
    ]
    assert japanese[0][3] == [[2, 0, 5, 0, 11, 1, 1]]


def test_words_that_stand_for_a_concept_and_are_not_in_the_glossary_are_renderings_too():
    page_document = document("a.md", "这个书库。图书馆。")
    links = [
        term_link(page_document, "书库", concept_id="library"),
        term_link(page_document, "这个", concept_id="library", confidence=0.4),  # hardly stands for it
        term_link(page_document, "这个", concept_id=None),
    ]
    rows = data_of(page(build(page_document, terms=links)), "lines")["library"]["zh"]
    assert [(surface, status, count) for surface, status, count, *_ in rows] == [
        ("书库", "unlisted", 1),
        ("图书馆", "wrong", 1),
    ]


def test_lines_of_a_rendering_are_some():
    doc = document("a.md", "图书馆。" * 50)
    ((_, _, count, spots, *_),) = data_of(page(build(doc)), "lines")["library"]["zh"]
    assert (count, len(spots)) == (50, 20)


def test_page_without_findings_or_terms_says_so():
    text = page(build(document("a.md", "没有。")))
    assert "No rule found anything in these texts." in text and "No concept of the glossary was met." in text
    assert findings_of(text) == []


def test_without_scripts_the_gravest_are_listed():
    (listed,) = LexborHTMLParser(page(plain())).css("#findings noscript")
    assert [node.text(strip=True).split(":")[0] for node in listed.css("li")] == [
        "majorT101 wrong-rendering",
        "minorT101 wrong-rendering",
    ]
    assert "b/zh.md:1:7, 1 place" in listed.text() and "a/zh.md:1:3, 3 places" in listed.text()


def test_html_lines_are_marked_as_those_of_the_extracted_text():
    doc = document("a.html", "图书馆", media_type="text/html")
    (listed,) = LexborHTMLParser(page(build(doc, findings=[finding(doc, (0, 3))]))).css("#findings noscript .dim")
    assert listed.text() == "a.html:~1:1, 1 place"


# --- languages


@pytest.mark.slow
@pytest.mark.parametrize(
    ("locale", "tag"),
    [
        ("zh", "zh-Hans"),
        ("zh-CN", "zh-Hans"),
        ("zh-TW", "zh-Hant"),
        ("zh-Hant-HK", "zh-Hant"),
        ("ja-JP", "ja"),
        ("en-US", "en"),
    ],
)
def test_texts_say_their_language_and_script(locale: str, tag: str):
    text = page(build(document("a.md", "图书馆", lang=locale[:2], locale=locale, title="图书馆")))
    assert data_of(text)["documents"][0][5] == tag
    titles = LexborHTMLParser(text).css("#document-table tbody .dim")
    assert [title.attributes["lang"] for title in titles] == [tag]


# --- safe


def test_nothing_that_a_source_says_is_markup():
    text = page(clasping())
    html = LexborHTMLParser(text)
    assert html.css("[onerror], [src], iframe, object, embed, link, base, form[action]") == []
    assert len(html.css("script:not([type])")) == 1
    assert {node.attributes["type"] for node in html.css("script[type]")} == {"application/json"}
    assert {(node.attributes["href"] or "")[:1] for node in html.css("a[href]")} == {"#"}
    assert {row[7] for row in data_of(text)["documents"]} == {""}
    assert data_of(text, "text-1")["pieces"] == [[0, 1, f"图书馆{CLASP[1]}\n图书馆\u202e\u200b"]]


def test_embedded_json_ends_no_script_and_is_read_back():
    value = {"a": ["</script>", "<!--", "\u2028\u2029", "\ud800", '"\\']}
    script_text = str(embedded(value))
    assert not re.search("[<\u2028\u2029\ud800-\udfff]", script_text)
    assert json.loads(script_text) == value


def test_policy_lets_nothing_in_but_the_page_s_own_style_and_script():
    html = LexborHTMLParser(page(plain()))
    (policy,) = (node.attributes["content"] for node in html.css("meta[http-equiv=Content-Security-Policy]"))
    assert policy is not None
    assert re.sub(r"sha256-[\w+/]+=", "…", policy) == (
        "default-src 'none'; style-src '…'; script-src '…'; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'"
    )
    assert html.css("[style]") == [] and "innerHTML" not in page(plain())


def test_page_asks_nothing_of_the_network():
    assets = "".join(node.text() for node in LexborHTMLParser(page(plain())).css("style, script:not([type])"))
    assert re.findall(r"@import|url\(|fetch\(|XMLHttpRequest|import\(|https?:", assets) == []


@pytest.mark.slow
def test_hostile_paths_texts_and_messages_make_a_page():
    text = page(crowded())
    assert text.encode("utf-8").decode("utf-8") == text
    assert len(findings_of(text)) == 100
    visible = "".join(node.text() for node in LexborHTMLParser(text).css("#documents, noscript, nav"))
    assert not re.search("[\x1b\u202e]", visible)


# --- the same each time, and not without end


@pytest.mark.slow
def test_same_build_gives_the_same_page():
    assert page(plain()) == page(plain())


def test_where_there_are_too_many_the_gravest_stand_and_the_page_says_so():
    doc = document("a.md", "图书馆。" * 30)
    findings = [
        finding(doc, (4 * n, 4 * n + 3), finding_id=f"{n:02}", severity="major" if n == 7 else "minor")
        for n in range(30)
    ]
    text = page(build(doc, findings=findings), most=5)
    first, *rest = findings_of(text)
    assert (first["id"], len(rest)) == ("07", 4)
    assert "The 5 most severe of 30 findings are on this page" in text


def test_documents_without_findings_give_way():
    documents = [document(f"{name}.md", "图书馆") for name in "abcd"]
    text = page(build(*documents, findings=[finding(documents[2], (0, 3))]), most_documents=2)
    assert [node.text() for node in LexborHTMLParser(text).css("#document-table tbody a")] == ["a.md", "c.md"]
    assert "2 of 4 documents are on this page" in text


def test_text_that_has_no_room_stands_in_passages():
    long = "长" * 3000
    doc = document("a.md", f"{long}\n图书馆\n{long}")
    text = data_of(page(build(doc, findings=[finding(doc, (3001, 3004))]), room=100), "text-0")
    assert not text["whole"] and text["terms"] == []
    ((offset, line, piece),) = text["pieces"]
    assert (offset, line, piece[200:205]) == (2801, 1, "图书馆\n长") and len(piece) == 403


# --- the summary


def test_summary_tells_languages_rules_and_the_decisions_that_matter_most():
    chinese, japanese, languages, rules, decisions = summary(plain())
    assert chinese.caption == "Chinese fails the check, by 1 new finding: about 2 wrong terms."
    assert japanese.caption == "Japanese passes the check: nothing that costs points."
    counted = "Findings below are about as many as are thought to be true: each counts as much as it is sure."
    assert languages.caption == f"Findings by state: 2 new. {counted}"
    assert [list(row) for row in languages.rows] == [
        ["Chinese", "2", "–", "20.0%", "–", "80.0%", "230.30"],
        ["Japanese", "0", "–", "100.0%", "–", "100.0%", "0.00"],
    ]
    assert [list(row) for row in rules.rows] == [["T101 wrong-rendering", "2", "0", "1", "1", "0", "4", "7.6"]]
    [[rule, _, documents, places, first]] = decisions.rows
    assert (rule, documents, places, first) == ("T101 major", "2", "4", "b/zh.md:1:7")


def test_summary_without_findings_is_a_sentence():
    (section,) = summary(build(document("a.md", "没有。")))
    assert (section.caption, list(section.rows)) == ("None: no rule found anything in these texts.", [])
