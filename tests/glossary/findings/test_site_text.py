"""What recurs on many pages is the site's: one neutral finding for its links, none for its sentences."""

from __future__ import annotations

from corpus.records import MESSAGE_COLUMNS, Finding
from glossary.findings.site_text import without_site_text
from glossary.rules.messages import message
from tests.glossary.desk.report.made import document, finding

NOTICE = "本文由机器翻译。"
TEXT = f"{NOTICE}详见[表单](https://a.example/zh-7)。"
START = TEXT.index("https")
FORM = (START, TEXT.index(")"))


def of_rule(page: str, code: str, message_id: str, place: tuple[int, int], **words: str) -> Finding:
    doc = document(page, TEXT)
    values = {"surface": TEXT[place[0] : place[1]], **words}
    messages = {column: message(code, message_id, values, lang) for lang, column in MESSAGE_COLUMNS.items()}
    return finding(doc, place, rule=code, concept_id=None, suggestion=None, **messages)


def notices(*pages: str) -> list[Finding]:
    return [of_rule(page, "T505", "added", (0, len(NOTICE))) for page in pages]


def links(*pages: str, source: str = "https://a.example/en-2") -> list[Finding]:
    return [of_rule(page, "T305", "address", FORM, source=source) for page in pages]


def test_sentence_that_three_pages_add_is_the_sites():
    assert without_site_text(notices("zh/a.md", "zh/b.md", "zh/c.md")) == []
    assert without_site_text(notices("zh/a.md", "zh/b.md")) == notices("zh/a.md", "zh/b.md")


def test_links_that_recur_are_one_neutral_finding():
    (joined,) = without_site_text(links("zh/c.md", "zh/a.md", "zh/b.md"))
    assert (joined.severity, joined.occurrences, joined.doc_id) == ("neutral", 3, "id of zh/a.md")
    assert [place.doc_id for place in joined.locations] == ["id of zh/a.md", "id of zh/b.md", "id of zh/c.md"]
    assert "site's own" in joined.message
    assert {place.message for place in joined.locations} == {joined.message}


def test_several_links_of_a_site_are_one_finding_together():
    of_two = [*links("zh/a.md", "zh/b.md", "zh/c.md"), *links("zh/d.md", "zh/e.md", "zh/f.md", source="/en/other")]
    (joined,) = without_site_text(of_two)
    assert joined.occurrences == 6


def test_another_link_of_the_original_is_no_recurrence():
    differing = [links(f"zh/{number}.md", source=f"/en/{number}")[0] for number in range(4)]
    assert without_site_text(differing) == differing


def test_links_that_differ_in_one_same_part_of_their_path_are_one_decision():
    differing = []
    for number in range(3):
        text = f"见[模型](https://a.example/resolve/{number}.bin)。"
        page = document(f"zh/{number}.md", text)
        place = (text.index("https"), text.index(")"))
        source = f"https://a.example/blob/{number}.bin"
        words = message("T305", "address", {"surface": text[slice(*place)], "source": source}, "en")
        differing.append(finding(page, place, rule="T305", suggestion=None, message=words, expected=(source,)))
    (joined,) = without_site_text(differing)
    assert (joined.severity, joined.occurrences) == ("neutral", 3)
    assert without_site_text(differing[:2]) == differing[:2]


def test_a_name_of_code_that_is_wrong_on_many_pages_stays_a_fault_of_each():
    names = [of_rule(f"zh/{number}.md", "T305", "", FORM, source="other") for number in range(4)]
    assert without_site_text(names) == names


def titles(*names: str, words: str = "Kettle Built-in Node Documentation") -> list[Finding]:
    pages = [document(f"zh/{name}.md", f"# {name} - {words}\n\n说明。") for name in names]
    return [
        finding(
            page,
            (2, page.text.index("\n")),
            rule="T504",
            concept_id=None,
            suggestion=None,
            message=f"untranslated {page.path}",
        )
        for page in pages
    ]


def test_titles_of_one_template_are_one_decision_with_a_message_for_each_place():
    (joined,) = without_site_text(titles("Blur", "Crop", "Add"))
    assert (joined.severity, joined.occurrences, joined.doc_id) == (titles("Add")[0].severity, 3, "id of zh/Add.md")
    assert [place.surface.split(" - ")[0] for place in joined.locations] == ["Add", "Blur", "Crop"]
    assert [place.message for place in joined.locations] == [
        f"untranslated zh/{name}.md" for name in ("Add", "Blur", "Crop")
    ]
    assert without_site_text(titles("Blur", "Crop")) == titles("Blur", "Crop")
    assert len(without_site_text([*titles("Blur", "Crop"), *titles("Add", words="Another Manual")])) == 3


def test_what_other_rules_found_stays():
    others = [finding(document(f"zh/{number}.md", TEXT), (0, 2)) for number in range(4)]
    assert without_site_text(others) == others
