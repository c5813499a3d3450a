"""TBX that comes in: our own in both versions, and what other tools write; what it cannot hold is named."""

from __future__ import annotations

import pytest

from glossary import load
from glossary.exchange.imports.read_entries import read_entries
from glossary.exchange.tbx import tbx_bytes
from tests.glossary.exchange.imports.shown import read
from tests.glossary.exchange.operator import OPERATOR
from tests.glossary.exchange.reimported import loaded, refused
from tests.glossary.small import termbase

GLOSSARY = termbase(f"""{OPERATOR}
admitted = ["运算符", {{ form = "運算子", region = "zh-TW", only_near = ["張量"] }}]
wrong = [{{ form = "操作员", why = "a person", use = "算子" }}]
""")
LOST = "TBX holds no only_near, not_in, use, since, until, case, keep, choose, tier, identifier, note and examples"
FOREIGN = """<?xml version="1.0"?>
<martif type="TBX-Basic"><text><body>
<termEntry id="1"><langSet xml:lang="en-US"><descripGrp><descrip type="definition">A
 thing.</descrip></descripGrp><ntig><termGrp><term>thing</term></termGrp></ntig></langSet>
<langSet xml:lang="zh-CN"><tig><term>东西</term></tig><tig><term>物</term></tig></langSet>
<langSet xml:lang="zh-TW"><tig><term>物事</term><termNote type="administrativeStatus">preferredTerm-admn-sts</termNote></tig></langSet>
<langSet xml:lang="de"><tig><term>Ding</term></tig></langSet></termEntry>
<termEntry><langSet xml:lang="en"><tig><term>8 Bit!</term></tig></langSet><langSet xml:lang="zh"><tig><term>8 位</term></tig></langSet></termEntry>
<termEntry><langSet xml:lang="en"><tig><term>8-bit</term></tig></langSet><langSet xml:lang="zh"><tig><term>8 位</term></tig></langSet></termEntry>
</body></text></martif>"""


def shown(concept, lang):
    return [(form.form, form.status, form.region, form.why) for form in concept.in_language(lang)]


def test_version_3_brings_all_forms_back():
    entries = read_entries(tbx_bytes(GLOSSARY, "", 3))
    assert entries.notices == (LOST,)
    (concept,), (before,) = loaded(entries).concepts, GLOSSARY.concepts
    facts = ("id", "domain", "definition", "reference")
    assert [getattr(concept, fact) for fact in facts] == [getattr(before, fact) for fact in facts]
    for lang in ("en", "zh", "ja"):
        assert shown(concept, lang) == shown(before, lang)


def test_version_2_has_no_forms_to_avoid_and_no_third_language():
    entries = read_entries(tbx_bytes(GLOSSARY, "zh"))
    assert entries.notices == (
        LOST,
        "TBX version 2 has forms to avoid and those of one region in notes alone, which are not read; "
        "abbreviations are read as admitted forms, and references are missing",
        "the file has nothing in ja: the built-in entry of the same id counts, or else the English name; add forms",
    )
    (concept,) = loaded(entries).concepts
    assert shown(concept, "zh") == [("算子", "preferred", "", ""), ("运算符", "admitted", "", "")]
    assert concept.keep == {"ja"}


def test_what_other_tools_leave_open_is_settled_and_named():
    entries = read_entries(FOREIGN.encode())
    assert entries.notices == (
        "languages that the glossary does not have are not read: de",
        "forms in zh of two entries of a domain count for one only near its English name: 8 位",
        "the file has nothing in ja: the built-in entry of the same id counts, or else the English name; add forms",
    )
    concepts = loaded(entries).by_id
    assert list(concepts) == ["8-bit", "8-bit-2", "thing"]
    assert concepts["thing"].definition == "A thing."
    assert shown(concepts["thing"], "zh") == [
        ("东西", "preferred", "", ""),
        ("物", "admitted", "", ""),
        ("物事", "admitted", "zh-TW", ""),
    ]
    assert concepts["8-bit-2"].in_language("zh")[0].only_near == ("8-bit",)


@pytest.mark.slow
@pytest.mark.parametrize("lang", ["zh", "ja", ""])
def test_whole_glossary_loads_again(lang):
    glossary = load()
    copy = loaded(read_entries(tbx_bytes(glossary, lang, 2 if lang else 3)))
    assert [concept.id for concept in copy.concepts] == [concept.id for concept in glossary.concepts]
    for concept in glossary.concepts:
        for spoken in ("en", lang) if lang else ("en", "zh", "ja"):
            assert copy.preferred(concept.id, spoken) == glossary.preferred(concept.id, spoken)


DOCTYPE = '<!DOCTYPE martif PUBLIC "ISO 12200:1999A//DTD MARTIF core (DXFcdV04)//EN" "http://127.0.0.1:9/x.dtd">'
STATUS = '<termNote type="{}">{}</termNote>'


@pytest.mark.parametrize(
    ("notes", "concept"),
    [
        ("", "cat: 猫; keep"),
        (STATUS.format("administrativeStatus", "deprecatedTerm-admn-sts"), "cat: keep 猫=wrong; keep"),
        (STATUS.format("administrativeStatus", "supersededTerm-admn-sts"), "cat: keep 猫=deprecated; keep"),
        (STATUS.format("administrativeStatus", "not recommended"), "cat: keep 猫=deprecated; keep"),
        (STATUS.format("Usage status", "forbidden"), "cat: keep 猫=wrong; keep"),
        (STATUS.format("normativeAuthorization", "standardizedTerm"), "cat: 猫; keep"),
        ("<note>forbidden</note>", "cat: keep 猫=wrong; keep"),
    ],
)
def test_status_of_other_tools_is_read(notes: str, concept: str):
    tigs = f"<tig><term>猫</term>{notes}</tig>"
    assert read(f"{DOCTYPE}<martif><text><body>{entry(tigs)}</body></text></martif>") == [concept]


def entry(tigs: str, notes: str = "") -> str:
    english = '<langSet xml:lang="en-GB"><tig><term>cat</term></tig></langSet>'
    return f'<termEntry id="1">{notes}{english}<langSet xml:lang="zh_CN">{tigs}</langSet></termEntry>'


@pytest.mark.parametrize("notes", ["<note>do not translate</note>", '<descrip type="Translation needed">no</descrip>'])
def test_entry_says_that_its_name_stays(notes: str):
    assert read(f"<martif><text><body>{entry('', notes)}</body></text></martif>") == ["cat: keep; keep"]


@pytest.mark.parametrize("inside", ["", "<!ELEMENT a ANY>", '<!ENTITY a "b">', '<!ENTITY % p SYSTEM "p.dtd"> %p;'])
def test_declarations_in_the_file_are_refused(inside: str):
    for encoding in ("utf-8", "utf-16"):
        text = f'<?xml version="1.0" encoding="{encoding}"?><!DOCTYPE martif SYSTEM "a[>" [{inside}]><martif>{entry("")}</martif>'
        assert refused(text.encode(encoding)) == ["has a DTD (<!DOCTYPE …>), which may name anything; take it out"]


@pytest.mark.parametrize(
    ("data", "line"),
    [
        ("<martif><text>", "is no XML (Premature end of data in tag text line 1, line 1, column 15 (<string>, line 1)); is it whole, and saved in UTF-8?"),
        ('<!DOCTYPE x [<!ENTITY a "b">]><martif>&a;</martif>', "has a DTD (<!DOCTYPE …>), which may name anything; take it out"),
        ("<html><p>x</p></html>", "is XML of another kind (<html>); hand in TBX: <martif> or <tbx>"),
        ("<martif/>", "holds no entries; is it the file that was exported?"),
    ],
)  # fmt: skip
def test_file_that_is_no_tbx_is_refused_in_one_line(data, line):
    assert refused(data) == [line]
