"""Adopting: which forms of a corpus are proposed, as a table that is struck out and read back, and as entries."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from glossary.desk.mining.adopt import Adoption, AdoptionBounds, adoptions
from glossary.desk.mining.adopt_table import (
    AcceptedRow,
    accepted_rows,
    adoption_sheet,
    adoption_text,
    adoption_toml,
    is_known,
    loadable,
    read_adoptions,
)
from glossary.desk.mining.cues import Cues, PhraseRenderings
from glossary.desk.mining.english_phrases import Phrase, PhraseUse
from glossary.desk.mining.mine import CandidateKind, TermCandidate
from glossary.desk.mining.sheet import DecisionError
from glossary.loading import load_files
from glossary.rules.digest import Digest, PageUsage
from glossary.termbase.entry_files import EntryFolder

BUILT_IN = """
[[concept]]
id = "hull"
domain = "boats"
definition = "The body of a boat."
en.preferred = "hull"
en.abbreviation = ["HL"]
zh.preferred = "船壳"
zh.admitted = ["船体"]
zh.wrong = ["豆荚"]
ja.preferred = "船体"

[[concept]]
id = "keel"
domain = "boats"
definition = "The spine of a hull."
en.preferred = "keel"
zh.preferred = "龙骨"
ja.preferred = "キール"
"""
FOLDER = EntryFolder("entries", (("boats.toml", BUILT_IN.encode()),))
TERMBASE = load_files(FOLDER, built_in=1)
BOUNDS = AdoptionBounds(10, 0.8)


def usage(term: str, surface: str, count: int, concept: str = "", relation: str = "unlisted", **more: str) -> PageUsage:
    kind, english = more.get("kind", "term"), more.get("english", term)
    return PageUsage(kind, concept, term, english, surface, relation, ((0, 0),) * count, 0.9, 0, 0, 0, 0)


def page(lang: str, *usages: PageUsage, work: str = "guide") -> Digest:
    return Digest(f"{lang}/{work}.md", work, lang, lang, f"{lang}/{work}.md", (), usages)


def units(*sentences: tuple[str, str, str]) -> list[dict[str, str]]:
    return [{"work": "guide", "en": en, "zh": zh, "ja": ja} for en, zh, ja in sentences]


HULL = units(
    *((f"{word} hull {word}", f"{word} 船体 船身 {word}", f"{word} 船体 {word}") for word in ("red", "wet", "our"))
)


def candidate(term: str, probability: float = 0.9, kind: CandidateKind = "term") -> TermCandidate:
    new = term if kind == "term" else ""
    phrase = Phrase(term, term, new, (PhraseUse("d", 0, len(term), "", "", "paragraph"),), 3.0)
    renderings = {lang: PhraseRenderings((), 0, 0) for lang in ("zh", "ja")}
    return TermCandidate(kind, phrase, renderings, Cues(*([0.0] * len(Cues._fields))), probability, ())


def kinds(
    *pages: Digest, candidates: tuple[TermCandidate, ...] = (), sentences: list[dict[str, str]] = HULL
) -> list[tuple[str, ...]]:
    rows = adoptions(pages, sentences, candidates, TERMBASE, BOUNDS)
    return [(row.kind, row.id, row.lang, row.form) for row in rows]


@pytest.mark.parametrize(
    ("usages", "expected"),
    [
        ((usage("hull", "船体", 10, "hull", "admitted"),), [("change", "hull", "zh", "船体")]),
        ((usage("hull", "船体", 9, "hull", "admitted"),), []),
        ((usage("hull", "船体", 9, "hull", "admitted"), usage("hull", "船壳", 3, "hull", "preferred")), []),
        ((usage("hull", "船壳", 30, "hull", "preferred"),), []),
        ((usage("hull", "hull", 10, "hull", "source"),), [("keep", "hull", "zh", "hull")]),
        ((usage("HL", "HL", 10, "hull", "source"),), [("acronym", "hull", "zh", "HL")]),
        ((usage("HL", "船体", 10, "hull", "admitted"),), []),
        ((usage("hull", "豆荚", 10, "hull", "wrong"),), [("sense", "hull", "zh", "豆荚")]),
        ((usage("hull", "龙骨", 10, "hull", "other"),), [("sense", "hull", "zh", "龙骨")]),
        ((usage("skin", "船体", 10, "hull", "admitted"),), []),
        ((usage("hull", "Hull", 10, "hull", "source"),), [("sense", "hull", "zh", "hull")]),
        ((usage("hull", "船身", 10, "hull"),), [("change", "hull", "zh", "船身")]),
    ],
    ids=["another form", "few uses", "small share", "preferred", "English", "acronym", "its rendering", "unwanted",
         "form of another", "another word", "a name", "a form the entry lacks"],
)  # fmt: skip
def test_change_is_proposed_where_a_corpus_says_one_other_form(
    usages: tuple[PageUsage, ...], expected: list[tuple[str, ...]]
):
    assert kinds(page("zh", *usages)) == expected


MAST = units(
    ("A mast leans.", "桅杆倾斜。", "マストが傾く。"),
    ("Two masts here", "两根桅杆", "二本のマスト"),
    ("Paint every mast.", "给每根桅杆上漆。", "マストを塗る。"),
)


def mast(zh: str = "桅杆", ja: str = "マスト", term: str = "mast") -> list[Digest]:
    return [
        page(lang, usage(term, form, 6), work=work)
        for lang, form in (("zh", zh), ("ja", ja))
        for work in ("guide", "log")
    ]


def test_likely_candidate_that_both_languages_say_in_one_form_is_a_new_entry():
    new = [("new", "mast", "ja", "マスト"), ("new", "mast", "zh", "桅杆")]
    assert kinds(*mast(), candidates=(candidate("mast"),), sentences=MAST) == new
    assert kinds(*mast(), candidates=(candidate("mast", 0.3),), sentences=MAST) == []
    phrase = [("phrase", *row[1:]) for row in new]
    assert kinds(*mast(), candidates=(candidate("mast", 0.3, "phrase"),), sentences=MAST) == phrase
    assert kinds(*mast(), candidates=(candidate("mast", 0.9, "silent"),), sentences=MAST) == []
    assert kinds(*mast()[:2], page("ja", usage("mast", "マスト", 6), usage("mast", "帆柱", 6)), candidates=(candidate("mast"),), sentences=MAST) == []  # fmt: skip


def test_word_that_a_link_has_cut_is_written_in_full():
    assert ("new", "mast", "ja", "マスト") in kinds(*mast(ja="マス"), candidates=(candidate("mast"),), sentences=MAST)


def test_term_of_one_page_and_title_are_no_entries():
    candidates = (candidate("mast"), candidate("how to paint masts"))
    assert kinds(*mast()[::2], *mast()[::2], candidates=candidates, sentences=MAST) == []
    titles = units(*((f"{word} how to paint masts", "桅杆", "マスト") for word in ("A", "B", "C")))
    assert kinds(*mast(term="how to paint masts"), candidates=candidates, sentences=titles) == []


def test_part_of_a_longer_term_is_no_entry():
    sentences = units(*((f"{word} mast head", "桅杆", "マスト") for word in ("The", "A", "One", "My")))
    assert kinds(*mast(), candidates=(candidate("mast"),), sentences=sentences) == []


def test_everyday_word_and_what_is_no_noun_are_none():
    for term in ("open", "leaning"):
        sentences = units(*((f"{word} {term}.", "桅杆", "マスト") for word in ("The", "A", "One", "My")))
        assert kinds(*mast(term=term), candidates=(candidate(term),), sentences=sentences) == []


def test_name_stays_english_and_a_label_needs_no_candidate():
    sentences = units(*((f"{word} Mastodon {word}", "Mastodon", "Mastodon") for word in ("of", "to", "by")))
    pages = [page(lang, usage("mastodon", "Mastodon", 11, "", "source", english="Mastodon", kind=kind)) for lang, kind in (("zh", "label"), ("ja", "label"))]  # fmt: skip
    rows = adoptions(pages, sentences, (), TERMBASE, BOUNDS)
    assert [(row.kind, row.id, row.lang, row.form, row.note) for row in rows] == [
        ("keep", "mastodon", "ja", "Mastodon", "label"),
        ("keep", "mastodon", "zh", "Mastodon", "label"),
    ]


def test_what_the_project_says_stands():
    project = EntryFolder("own", (("own.toml", '[[change]]\nid = "hull"\nzh.preferred = "舟身"\n'.encode()),))
    pages = (page("zh", usage("hull", "船体", 10, "hull", "admitted")),)
    assert adoptions(pages, HULL, (), load_files(FOLDER, project, built_in=1), BOUNDS) == []
    assert adoptions(pages, HULL, (), load_files(FOLDER), BOUNDS) == []  # entries of the project's own


def test_form_is_proposed_for_one_concept_alone():
    keel = usage("keel", "船体", 12, "keel", "unlisted")
    assert kinds(page("zh", usage("hull", "船体", 40, "hull", "admitted"), keel)) == [
        ("change", "hull", "zh", "船体"),
        ("sense", "keel", "zh", "船体"),
    ]


def test_other_language_and_an_example_are_shown():
    pages = (
        page("zh", usage("hull", "船体", 17, "hull", "admitted"), usage("hull", "船身", 3, "hull")),
        page("ja", usage("hull", "船体", 12, "hull", "preferred")),
    )
    (row,) = adoptions(pages, HULL, (), TERMBASE, BOUNDS)
    assert row == Adoption(
        "change", "hull", "hull", "zh", "船体", 17, 0.85, 1, "船身 ×3", "yes", "our hull our", "our 船体 船身 our",
        "instead of 船壳; admitted so far",
    )  # fmt: skip


ROWS = [
    Adoption(
        "change", "hull", "hull", "zh", "船体", 17, 0.85, 3, "船身 ×3", "yes", "a hull", "船体", "instead of 船壳"
    ),
    Adoption("new", "mast", "mast", "zh", "桅杆", 12, 1.0, 2, "", "", "a mast", "桅杆", ""),
    Adoption("sense", "keel", "keel", "ja", "船体", 12, 1.0, 2, "", "no", "=keel", "船体", "preferred form of hull"),
]


def test_table_is_struck_out_and_read_back():
    sheet = adoption_sheet(ROWS).decode("utf-8-sig")
    assert sheet.split("\r\n")[0] == "accept,kind,id,english,lang,form,uses,share,pages,other_forms,other_language_agrees,example_source,example_target,note"  # fmt: skip
    rows, problems = read_adoptions(sheet.encode(), "a.csv")
    assert [row[:6] for row in rows] == [row[:6] for row in accepted_rows(ROWS)] and problems == []
    struck = sheet.replace("yes,change", "no,change").replace("\r\n,sense", "\r\nx,sense")
    rows, problems = read_adoptions(struck.encode("utf-16"), "a.csv")
    assert [(row.number, row.id) for row in rows] == [(3, "mast"), (4, "keel")] and problems == []


@pytest.mark.parametrize(
    ("row", "problem"),
    [
        ("maybe,new,a,a,zh,b", "accept is 'maybe'; write yes or no, or leave it empty"),
        ("yes,news,a,a,zh,b", "kind is 'news'; write change, new, keep, acronym, phrase, sense"),
        ("yes,new,A b,a,zh,b", "id is 'A b'; write one of a-z, 0-9 and . _ + -"),
        ("yes,new,a,a,fr,b", "lang is 'fr'; write ja or zh"),
        ("yes,new,a,a,zh,", "form is empty; fill it in, or write no under accept"),
    ],
)
def test_row_that_cannot_be_used_is_named_and_the_rest_is_kept(row: str, problem: str):
    table = f"accept,kind,id,english,lang,form\n{row}\nyes,new,mast,mast,zh,桅杆\n"
    rows, problems = read_adoptions(table.encode(), "a.csv")
    assert ([row.id for row in rows], problems) == (["mast"], [f"a.csv: row 2: {problem}"])


def test_table_of_another_kind_is_refused():
    with pytest.raises(DecisionError) as error:
        read_adoptions(b"decision,key\nyes,a\n", "a.csv")
    assert str(error.value) == (
        "a.csv: no column accept or kind or id or english or lang or form; take a file of `glossary adopt --format csv`"
    )


def test_text_lists_kinds_apart():
    assert adoption_text(ROWS).splitlines()[:4] == [
        "Built-in entries of which the corpus says another form:",
        "  hull  hull  zh 船体  (85% of 20 uses, else 船身 ×3; 3 pages; the other language agrees)",
        "      instead of 船壳",
        "      a hull | 船体",
    ]
    assert "\nUnwanted forms, and forms of another concept: likely another sense" in adoption_text(ROWS)


def row(kind: str, concept: str, english: str, lang: str, form: str) -> AcceptedRow:
    return AcceptedRow(2, kind, concept, english, lang, form)


def load(texts: Mapping[str, str]):
    project = EntryFolder("own", (("adopted.toml", "\n".join(texts.values()).encode()),))
    return load_files(FOLDER, project, built_in=1)


def test_accepted_rows_load():
    rows = [
        row("change", "hull", "hull", "zh", "船体"),
        row("keep", "hull", "hull", "ja", "hull"),
        row("acronym", "keel", "KL", "zh", "KL"),
        row("new", "mast", "mast", "zh", "桅杆"),
        row("keep", "mastodon", "Mastodon", "zh", "Mastodon"),
    ]
    assert not any(is_known(row, TERMBASE) for row in rows)
    texts = adoption_toml(rows, TERMBASE)
    termbase = load(texts)
    assert (termbase.preferred("hull", "zh"), termbase.preferred("hull", "ja")) == ("船体", "hull")
    assert (termbase.preferred("mast", "zh"), termbase.preferred("mast", "ja")) == ("桅杆", "mast")
    assert termbase.by_id["mastodon"].keep == {"zh", "ja"}
    assert 'case = "exact"' in texts["mastodon"]
    assert texts["keel"] == '[[change]]\nid = "keel"\nzh.abbreviation = ["KL"]\n'
    assert all(is_known(row, termbase) for row in rows)


def test_row_with_which_the_glossary_does_not_load_is_left_out():
    rows = [row("change", "keel", "keel", "zh", "船壳"), row("new", "mast", "mast", "zh", "桅杆")]
    entries = loadable(rows, TERMBASE, load, "a.csv")
    assert list(entries.texts) == ["mast"]
    assert entries.problems == (
        "a.csv: row 2: left out: zh '船壳' belongs to both 'hull' (boats.toml) and 'keel'; keep one, or give one of "
        "them only_near",
    )
