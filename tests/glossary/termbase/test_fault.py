"""Faults: each kind carries code, file, line, concepts, language and form as fields, not only in its sentence."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import NamedTuple

import pytest

from glossary.desk.review.proposals.changes import EntryChange
from glossary.desk.review.proposals.glossary_layers import GlossaryLayers
from glossary.desk.review.proposals.patch_files import Entries, validate_changes
from glossary.loading import load
from glossary.termbase.fault import KINDS, Fault, Place
from glossary.termbase.lint import LAWS, Passage, Usage, lint, name, severity
from glossary.termbase.termbase import GlossaryError
from tests.glossary import small
from tests.glossary.small import ARRAY, TENSOR
from tests.hostile import common_folder, unprivileged


class Facts(NamedTuple):
    """What a fault carries."""

    code: str = "T907"
    file: str = "x.toml"
    concept: str = ""
    lang: str = ""
    form: str = ""
    line: int = 0
    other: str = ""


def facts(fault: Fault) -> Facts:
    concept, other = fault.concept_ids
    place = fault.place
    return Facts(fault.code, place.file, concept, place.lang, place.form, place.line, other)


def _written(text: str, expected: Facts, told: str) -> Facts:
    """What is expected, with the line on which the example, the form or the entry is written last; others name theirs."""
    if expected.line or not expected.concept:
        return expected
    entry = text.rindex(f'id = "{expected.concept}"')
    end = text.find("[[concept]]", entry) if "[[concept]]" in text[entry:] else len(text)
    place = max(text.rfind(mark, entry, end) for mark in (told or expected.form or "id", "id"))
    return expected._replace(line=text.count("\n", 0, max(place, entry)) + 1)


def refused(folder: Path, **files: str) -> Fault:
    """The one fault with which these files are refused."""
    for stem, text in files.items():
        (folder / f"{stem}.toml").write_text(text, encoding="utf-8")
    with pytest.raises(GlossaryError) as error:
        load([folder], only=True)
    (fault,) = error.value.faults
    assert str(fault) == str(error.value)
    return fault


TENSORS, ZH = Facts(concept="tensor"), Facts(concept="tensor", lang="zh")
SLIP = ZH._replace(form="张两")
# A glossary of one file, the kind of its fault, and what the fault carries.
OF_ENTRIES = [
    ('[[concept]]\nid = "tensor\n', "not-toml", Facts(line=2)),
    ("\n\nx = 1 2\n", "not-toml", Facts(line=3)),
    ("x = " + "[" * 100_000, "nested-too-deep", Facts()),
    ("[concept]\nid = 'a'", "not-concepts", Facts()),
    ("[[concepts]]\nid = 'a'", "misspelled-key", Facts()),
    (TENSOR.replace('id = "tensor"', ""), "no-id", Facts()),
    (TENSOR.replace('id = "tensor"', "id = 3"), "bad-id", Facts()),
    (TENSOR + "zzz = 1", "unknown-key", TENSORS),
    (TENSOR + "zh.prefered = 'x'", "misspelled-key", ZH),
    (TENSOR + "examples.zh.matches = ['x']", "misspelled-key", ZH),
    (TENSOR + "examples = 1", "not-a-table", TENSORS),
    (TENSOR + "zh.wrong = [{ form = '张两', since = 2 }]", "not-a-string", SLIP),
    (TENSOR.replace("domain", "# "), "missing-text", TENSORS),
    (TENSOR.replace('"tensors"', '"tensor"'), "misspelled-domain", TENSORS),
    (TENSOR + "zh.admitted = '张两'", "not-a-list", ZH),
    (TENSOR + "zh.wrong = [{ form = '张两', not_in = [3] }]", "not-strings", SLIP),
    (TENSOR + "zh.case = 'all'", "not-a-choice", ZH),
    (TENSOR + "zh.keep = 1", "not-a-flag", ZH),
    (TENSOR + "zh.admitted = ['张\u200b两']", "invisible-character", ZH._replace(code="T908", form="张\u200b两")),
    (
        TENSOR + "zh.wrong = [{ form = '张\u200b两' }]",
        "invisible-character",
        ZH._replace(code="T908", form="张\u200b两"),
    ),
    (TENSOR.replace("A m", "A\xa0m"), "invisible-character", TENSORS._replace(code="T908")),
    (TENSOR + TENSOR, "id-twice", TENSORS),
    (TENSOR.replace("en.preferred", "en.admitted = []\n#"), "no-preferred-form", TENSORS._replace(lang="en")),
    (TENSOR.replace('zh.preferred = "张量"', "zh.admitted = ['张量']"), "no-preferred-or-kept-form", ZH),
    (TENSOR + "zh.keep = true", "preferred-and-kept", ZH._replace(form="张量")),
    (TENSOR.replace('"张量"', "['张量']"), "several-preferred", ZH),
    (TENSOR + "zh.good = ['阵列']", "good-and-preferred", ZH),
    (TENSOR + "zh.admitted = [3]", "not-a-form", ZH),
    (TENSOR + "zh.admitted = [' 张两']", "untidy-space", ZH._replace(form=" 张两")),
    (TENSOR + "zh.wrong = [{ form = '张两', not_in = ['张三'] }]", "no-longer-string", SLIP),
    (
        TENSOR + ARRAY.replace("数组", "张量"),
        "shared-form",
        Facts("T901", "x.toml", "tensor", "zh", "张量", 0, "array"),
    ),
    (TENSOR + "zh.wrong = ['张量']", "allowed-and-unwanted", ZH._replace(code="T902", form="张量")),
    (TENSOR + "zh.admitted = ['张量']", "form-twice", ZH._replace(code="T902", form="张量")),
    (TENSOR + "zh.wrong = [{ form = '张两', use = '长量' }, '长量']", "unwanted-use", SLIP._replace(code="T902")),
    (TENSOR + "examples.zh.no_match = ['张量积']", "example-matches", ZH._replace(code="T903", form="张量")),
    (TENSOR + "examples.zh.match = ['张力']", "example-does-not-match", ZH._replace(code="T903")),
    (TENSOR + "examples.zh.wrong = ['张量']", "example-is-allowed", ZH._replace(code="T903", form="张量")),
    (TENSOR + "examples.zh.wrong = ['张力']", "example-shows-nothing", ZH._replace(code="T903")),
]


@pytest.mark.parametrize(("text", "kind", "carried"), OF_ENTRIES, ids=[case[1] for case in OF_ENTRIES])
def test_fault_of_an_entry(tmp_path: Path, text: str, kind: str, carried: Facts):
    fault = refused(tmp_path, x=text)
    assert (fault.kind, facts(fault)) == (kind, _written(text, carried, str(fault.details.get("text", ""))))


OF_TWO_FILES = [
    (TENSOR, "id-in-two-files", Facts(file="y.toml", concept="tensor")),
    (ARRAY.replace("数组", "张量"), "form-in-two-files", Facts("T901", "x.toml", "tensor", "zh", "张量", 0, "array")),
]


@pytest.mark.parametrize(("text", "kind", "carried"), OF_TWO_FILES, ids=[case[1] for case in OF_TWO_FILES])
def test_fault_of_two_files(tmp_path: Path, text: str, kind: str, carried: Facts):
    fault = refused(tmp_path, x=TENSOR, y=text)
    assert (fault.kind, facts(fault)) == (
        kind,
        _written(TENSOR if carried.file == "x.toml" else text, carried, str(fault.details.get("text", ""))),
    )
    assert fault.details["other_file"] in str(fault)


OF_FILES = (
    "no-folder-named",
    "no-entries",
    "no-table",
    "no-folder",
    "not-a-file",
    "unreadable-file",
    "not-utf-8",
)


def test_faults_of_folders_and_files(tmp_path: Path):
    folder = tmp_path / "terms"
    for prepare, kind, file, line in (
        (lambda: None, "no-folder", str(folder), 0),
        (folder.mkdir, "no-entries", str(folder), 0),
        ((folder / "x.toml").mkdir, "not-a-file", "x.toml", 0),
        ((folder / "x.toml").rmdir, "no-entries", str(folder), 0),
        (lambda: (folder / "x.toml").write_bytes(TENSOR.encode("gb18030")), "not-utf-8", "x.toml", 7),
    ):
        prepare()
        fault = refused(folder)
        assert (fault.kind, facts(fault)) == (kind, Facts(file=file, line=line))
    (folder / "terms.csv").write_text("a,b\n1,2\n", encoding="utf-8")
    with pytest.raises(GlossaryError) as error:
        load([folder / "terms.csv"])
    assert {fault.kind for fault in error.value.faults} == {"no-table"}
    with pytest.raises(GlossaryError) as error:
        load(only=True)
    assert [(fault.kind, facts(fault)) for fault in error.value.faults] == [("no-folder-named", Facts(file=""))]


def test_fault_of_a_file_without_permission():
    with common_folder() as common:
        (common / "x.toml").write_text(TENSOR, encoding="utf-8")
        (common / "x.toml").chmod(0)
        with unprivileged():
            fault = refused(common)
    assert (fault.kind, facts(fault)) == ("unreadable-file", Facts())


USED = Usage({("b", "zh", "剖析器"): 12}, [Passage("zh", "看长甲乙", [(1, 4, "c")])] * 12)
NEAR = Usage({("b", "zh", "长甲"): 12}, [Passage("zh", "看长甲乙", [(1, 3, "b")])])
OF_LINT = [
    ('zh.preferred = "库"', None, "too-general", "minor", Facts("T905", "test.toml", "b", "zh", "库")),
    ('zh.preferred = "分析器"\nzh.admitted = ["剖析器"]', USED, "unused-preferred", "neutral", Facts("T904", "test.toml", "b", "zh", "分析器")),
    ('zh.preferred = "乙乙"\nzh.wrong = ["丙丙丁"]', USED, "idle-forms", "neutral", Facts("T909", "test.toml", "b", "zh")),
    ('zh.wrong = [{ form = "看长", only_near = ["丙"] }]', USED, "idle-context", "neutral", Facts("T909", "test.toml", "b", "zh", "看长")),
    ('zh.preferred = { form = "甲乙", not_in = ["丁甲乙", "丙丁甲乙"] }', None, "needless-words", "neutral", Facts("T909", "test.toml", "b", "zh", "甲乙")),
    ('zh.wrong = [{ form = "长甲", only_near = ["丙", "乙"] }]', NEAR, "idle-words", "neutral", Facts("T909", "test.toml", "b", "zh", "长甲")),
    ('zh.preferred = "甲乙"', USED, "shadowed", "neutral", Facts("T906", "test.toml", "b", "zh", "甲乙")),
]  # fmt: skip


@pytest.mark.parametrize(("entry", "usage", "kind", "weight", "carried"), OF_LINT, ids=[case[2] for case in OF_LINT])
def test_fault_that_lint_tells(entry: str, usage: Usage | None, kind: str, weight: str, carried: Facts):
    (fault,) = lint(small.termbase(f'id = "b"\n{entry}'), usage)
    assert (fault.kind, severity(fault.code), facts(fault)) == (kind, weight, carried)
    assert str(fault) == f"test.toml: 'b': {fault.message}"


def entry(concept_id: str, zh: str) -> str:
    return f'id = "{concept_id}"\ndomain = "d"\ndefinition = "D."\nen.preferred = "{concept_id}"\nja.preferred = "ja {concept_id}"\n{zh}'


def test_faults_of_proposals():
    concepts = [
        entry("a", 'zh.preferred = "甲甲"\nzh.wrong = ["丙丙"]\nexamples.zh.wrong = ["丙丙"]'),
        entry("b", 'zh.preferred = "乙乙"'),
        entry("c", 'zh.preferred = "丁丁"'),
    ]
    texts = {concept[6]: f"[[concept]]\n{concept}\n" for concept in concepts}
    texts["c"] += '"no such key" = 1\n'
    asked = [
        EntryChange("a", "zh", "admit", "丙丙"),
        EntryChange("b", "zh", "admit", "甲甲"),
        EntryChange("b", "zh", "admit", "戊\u200b戊"),
        EntryChange("c", "zh", "admit", "己己"),
        EntryChange("a", "zh", "admit", "庚庚"),
    ]
    termbase = small.termbase(*concepts)
    entries = Entries(GlossaryLayers(termbase, (), ""), texts, dict.fromkeys(asked, "asked by Mei"))
    outcome = validate_changes(entries)
    assert outcome.accepted == asked[-1:]
    file = "test.toml"
    assert {change: (fault.kind, facts(fault)) for change, fault in outcome.refused.items()} == {
        asked[0]: ("example-is-allowed", Facts("T903", file, "a", "zh", "丙丙")),
        asked[1]: ("shared-form", Facts("T901", file, "b", "zh", "甲甲", 0, "a")),
        asked[2]: ("invisible-character", Facts("T908", file, "b", "zh", "戊\u200b戊")),
        asked[3]: ("unusual-entry", Facts("", file, "c")),
    }


def test_fault_of_an_entry_that_takes_anothers_place(tmp_path: Path):
    folders = [tmp_path / name for name in ("a", "b")]
    for folder in folders:
        folder.mkdir()
        (folder / f"{folder.name}.toml").write_text(TENSOR, encoding="utf-8")
    (fault,) = lint(load(folders, only=True))
    hint = "replaced-concept", "neutral", Facts("T910", "b.toml", "tensor")
    assert (fault.kind, severity(fault.code), facts(fault)) == hint


def test_every_kind_has_a_case():
    told = {case[1] for case in (*OF_ENTRIES, *OF_TWO_FILES)} | {case[2] for case in OF_LINT} | {*OF_FILES}
    of_changes = {"empty-change", "unknown-change", "changed-and-replaced", "contradictory-changes", "idle-change"}
    assert told | of_changes | {"unusual-entry", "replaced-concept"} == set(
        KINDS
    )  # of_changes: loading/test_changes.py


def test_every_code_of_a_kind_is_that_of_a_law_or_check():
    codes = {kind.code for kind in KINDS.values()} - {""}
    assert {code: severity(code) for code in codes if severity(code) == "blocking"}.keys() == LAWS.keys()
    assert all(name(code) for code in codes)


def test_error_goes_from_one_process_to_another_with_its_faults():
    fault = Place("x.toml", "tensor", "zh", "张量").fault("form-twice", earlier="preferred", status="admitted")
    error = GlossaryError(fault, Place("y.toml").fault("nested-too-deep"))
    copy = pickle.loads(pickle.dumps(error))
    assert (str(copy), copy.faults) == (str(error), error.faults)
    assert str(error) == (
        "x.toml: 'tensor': zh '张量' is listed twice, as preferred and admitted; keep one\n"
        "y.toml: not TOML: nested too deep; fix it"
    )
    assert copy.args == error.args == (str(error),)


def test_braces_in_an_entry_are_no_fields(tmp_path: Path):
    assert str(refused(tmp_path, x=TENSOR + "'{form}' = 1")).startswith("x.toml:3: 'tensor': unknown key '{form}'; ")
