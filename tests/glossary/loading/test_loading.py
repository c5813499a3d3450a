"""Loading: what the termbase holds, and the full text of every message."""

import re
from pathlib import Path

import pytest

from glossary import loading
from glossary.loading import built_in_folder, load, load_files
from glossary.termbase.entry_files import EntryFolder
from glossary.termbase.entry_schema import DOMAINS
from glossary.termbase.termbase import GlossaryError
from tests.glossary.small import ARRAY, TENSOR


def folder(path: Path, **files: str) -> Path:
    path.mkdir(exist_ok=True)
    for name, text in files.items():
        (path / f"{name}.toml").write_text(text, encoding="utf-8")
    return path


def message(path: Path, **files: str) -> str:
    """What is said of them, without the lines."""
    return re.sub(r"\.toml:\d+:", ".toml:", refusal(path, **files))


def refusal(path: Path, **files: str) -> str:
    with pytest.raises(GlossaryError) as error:
        load([folder(path, **files)], only=True)
    return str(error.value)


def test_built_in_entries_load_and_hold():
    termbase = load()
    assert len(termbase.concepts) > 100
    assert list(termbase.by_id) == sorted(termbase.by_id)
    assert termbase.preferred("tensor", "zh") == "张量"


def test_built_in_entries_say_why_a_form_is_not_wanted():
    unwanted = (
        (concept.id, form.form)
        for concept in load().concepts
        for form in concept.forms
        if form.status in ("wrong", "deprecated") and not form.why
    )
    assert list(unwanted) == []


def test_domains_of_built_in_entries_are_those_of_the_list(tmp_path):
    assert {concept.domain for concept in load().concepts} == set(DOMAINS)
    (concept,) = load([folder(tmp_path, x=TENSOR.replace('"tensors"', '"kitchen"'))], only=True).concepts
    assert concept.domain == "kitchen"


def test_later_folder_replaces_the_whole_concept(tmp_path):
    overriding = TENSOR.replace('"张量"', '"张量阵"')
    termbase = load([folder(tmp_path / "a", x=TENSOR + ARRAY), folder(tmp_path / "b", y=overriding)], only=True)
    assert termbase.preferred("tensor", "zh") == "张量阵"
    assert [concept.id for concept in termbase.concepts] == ["array", "tensor"]
    assert termbase.by_id["tensor"].source == "y.toml"


def test_fingerprint_is_of_the_content_not_of_its_layout(tmp_path):
    fingerprint = load([folder(tmp_path / "a", x=TENSOR + ARRAY)], only=True).fingerprint
    relaid = "# A comment.\n" + ARRAY + "\n\n" + TENSOR.replace("zh.preferred = ", "zh.preferred   =  ")
    assert load([folder(tmp_path / "b", y=relaid)], only=True).fingerprint == fingerprint
    other = TENSOR.replace("A multi", "An n") + ARRAY
    assert load([folder(tmp_path / "c", x=other)], only=True).fingerprint != fingerprint
    assert len(fingerprint) == 12


def test_long_and_short_ways_to_list_a_form_are_one(tmp_path):
    short = TENSOR + '[concept.zh]\npreferred = "张量"\nwrong = [{ form = "张两", why = "a slip" }]'
    long = TENSOR + '[concept.zh]\npreferred = "张量"\n[[concept.zh.wrong]]\nwhy = "a slip"\nform = "张两"'
    short, long = (text.replace('zh.preferred = "张量"\nja', "ja") for text in (short, long))
    prints = [load([folder(tmp_path / n, x=t)], only=True).fingerprint for n, t in (("a", short), ("b", long))]
    assert prints[0] == prints[1]


def test_kept_names_stand_in_every_language(tmp_path):
    text = '[[concept]]\nid = "pytorch"\ndomain = "d"\ndefinition = "A library."\nkeep = true\nen.preferred = "PyTorch"\nen.wrong = ["Pytorch"]\nzh.wrong = ["火炬"]'
    termbase = load([folder(tmp_path, x=text)], only=True)
    forms = [(form.lang, form.form, form.status) for form in termbase.concepts[0].forms]
    assert forms == [
        ("en", "PyTorch", "preferred"),
        ("en", "Pytorch", "wrong"),
        ("zh", "PyTorch", "preferred"),
        ("zh", "Pytorch", "wrong"),
        ("zh", "火炬", "wrong"),
        ("ja", "PyTorch", "preferred"),
        ("ja", "Pytorch", "wrong"),
    ]
    torch = termbase.form("pytorch", "zh", "火炬")
    assert torch is not None and torch.status == "wrong"
    assert termbase.form("pytorch", "ja", "火炬") is None


@pytest.mark.parametrize(
    ("form", "case"),
    [("PyTorch", "exact"), ("GPU", "exact"), ("C++11", "exact"), ("Tensor Core", "any"), ("tensor", "any"), ("张量", "any"), ("GPU 内核", "exact"), ("torch.nn.Module", "any"), ("3D", "exact")],
)  # fmt: skip
def test_default_case(tmp_path, form, case):
    termbase = load(
        [folder(tmp_path, x=TENSOR.replace('en.preferred = "tensor"', f'en.preferred = "{form}"'))], only=True
    )
    (read,) = termbase.by_id["tensor"].in_language("en")
    assert read.case == case


def test_casing_may_be_said_of_a_form_a_language_or_a_concept(tmp_path):
    text = (
        '[[concept]]\nid = "a"\ndomain = "d"\ndefinition = "x"\ncase = "any"\nnote = "For people."\nen.preferred = "aB"\n'
        'zh.case = "exact"\nzh.preferred = "b"\nja.preferred = { form = "cD", case = "exact" }'
    )
    (concept,) = load([folder(tmp_path, x=text)], only=True).concepts
    assert [form.case for form in concept.forms] == ["any", "exact", "exact"]


BROKEN = [
    ('[[concept]]\nid = "tensor\n', "x.toml: not TOML: Illegal character '\\n' (at line 2, column 13); fix that line"),
    ("[[concept]\n", "x.toml: not TOML: Expected ']]' at the end of an array declaration (at line 1, column 10); fix that line"),
    ("[[concepts]]\nid = 'a'", "x.toml: unknown key 'concepts'; did you mean 'concept'?"),
    ("[concept]\nid = 'a'", "x.toml: concept is a table; begin each concept with [[concept]]"),
    (TENSOR.replace("id = ", "name = "), "x.toml: a concept has no id; write one of a-z, 0-9 and . _ + -, such as 'tensor-core'"),
    (TENSOR.replace('id = "tensor"', 'id = "A tensor"'), "x.toml: a concept has the id 'A tensor'; write one of a-z, 0-9 and . _ + -, such as 'tensor-core'"),
    (TENSOR + 'defintion = "x"', "x.toml: 'tensor': unknown key 'defintion'; did you mean 'definition'?"),
    (TENSOR + 'zzz = "x"', "x.toml: 'tensor': unknown key 'zzz'; known are id, domain, definition, reference, keep, choose, tier, identifier, case, severity, note, draft, en, zh, ja, examples"),
    (TENSOR + "zh.prefered = 'x'", "x.toml: 'tensor' zh: unknown key 'prefered'; did you mean 'preferred'?"),
    (TENSOR + "zh.wrong = [{ form = '张两', onlynear = ['x'] }]", "x.toml: 'tensor' zh wrong: unknown key 'onlynear'; did you mean 'only_near'?"),
    (TENSOR.replace('"tensors"', '"tensor"'), "x.toml: 'tensor': unknown domain 'tensor'; did you mean 'tensors'?"),
    (TENSOR.replace("domain", "# "), "x.toml: 'tensor': domain is missing; write domain = \"…\""),
    (TENSOR.replace("A multi-dimensional array.", " "), "x.toml: 'tensor': definition is empty; write definition = \"…\""),
    (TENSOR.replace('"A multi-dimensional array."', "3"), "x.toml: 'tensor': definition is a number; write a string"),
    (TENSOR + "keep = 'yes'", "x.toml: 'tensor': keep is a string; write true or false"),
    (TENSOR + "choose = 'all'", "x.toml: 'tensor': choose is 'all'; write 'one-per-article' or 'free'"),
    (TENSOR + "tier = 'base'", "x.toml: 'tensor': tier is 'base'; write 'core' or 'ml' or 'software'"),
    (TENSOR + "identifier = 'torch.Tensor'", "x.toml: 'tensor': identifier is a string; write a list, identifier = [\"…\"]"),
    (TENSOR + "identifier = ['']", "x.toml: 'tensor': identifier holds an empty string; write strings in it"),
    (TENSOR + "identifier = [3]", "x.toml: 'tensor': identifier holds a number; write strings in it"),
    (TENSOR + "examples = ['张量']", "x.toml: 'tensor': examples is a list; write a table"),
    (TENSOR + "examples.fr.match = ['tenseur']", "x.toml: 'tensor' examples: unknown key 'fr'; known are en, zh, ja"),
    (TENSOR + "examples.zh.matches = ['张量']", "x.toml: 'tensor' examples.zh: unknown key 'matches'; did you mean 'match'?"),
    (TENSOR.replace('"张量"', "['张量']"), "x.toml: 'tensor' zh: preferred is a list; write one form, and the others as admitted"),
    (TENSOR + "zh.admitted = '张两'", "x.toml: 'tensor' zh: admitted is a string; write a list, admitted = [\"…\"]"),
    (TENSOR + "zh.admitted = [3]", "x.toml: 'tensor' zh admitted: 3 is a number; write a string or a table { form = \"…\" }"),
    (TENSOR + "zh.wrong = [{ why = 'x' }]", "x.toml: 'tensor' zh wrong: form is missing; write form = \"…\""),
    (TENSOR + "zh.wrong = [{ form = '张两', case = 'all' }]", "x.toml: 'tensor' zh wrong '张两': case is 'all'; write 'exact' or 'any'"),
    (TENSOR + "zh.wrong = [{ form = '张两', part_of_speech = 'adverb' }]", "x.toml: 'tensor' zh wrong '张两': part_of_speech is 'adverb'; write 'noun' or 'verb'"),
    (TENSOR + "zh.wrong = [{ form = '张两', since = 2 }]", "x.toml: 'tensor' zh wrong '张两': since is a number; write a string"),
    (TENSOR + "zh.wrong = [{ form = '张两', not_in = ['张三'] }]", "x.toml: 'tensor' zh wrong '张两': not_in '张三' is no longer string with it inside; write one that is"),
    (TENSOR + "zh.admitted = [' 张两']", "x.toml: 'tensor' zh admitted ' 张两': space at an end or twice in a row; write '张两'"),
    (TENSOR + "zh.admitted = ['张\u200b两']", "x.toml: 'tensor' zh admitted: form '张<U+200B>两' holds U+200B ZERO WIDTH SPACE; remove it"),
    (TENSOR + "zh.admitted = ['张\ufe0f两']", "x.toml: 'tensor' zh admitted: form '张<U+FE0F>两' holds U+FE0F VARIATION SELECTOR-16; remove it"),
    (TENSOR + "zh.admitted = ['张\u202e两']", "x.toml: 'tensor' zh admitted: form '张<U+202E>两' holds U+202E RIGHT-TO-LEFT OVERRIDE; remove it"),
    (TENSOR.replace("A multi", "A\xa0multi"), "x.toml: 'tensor': definition 'A<U+00A0>multi-dimensional array.' holds U+00A0 NO-BREAK SPACE; write an ordinary space"),
    (TENSOR.replace('ja.preferred = "テンソル"', "ja.admitted = ['テンソル']"), "x.toml: 'tensor' has no preferred form in ja; write ja.preferred = \"…\", or keep = true where the English name is used"),
    (TENSOR.replace('en.preferred = "tensor"', "en = []"), "x.toml: 'tensor' has no preferred form in en; write en.preferred = \"…\""),
    (TENSOR + "zh.good = ['阵列']", "x.toml: 'tensor' zh: good and preferred; write the preferred form first in good"),
    (TENSOR + "zh.bad = '阵列'", "x.toml: 'tensor' zh: bad is a string; write a list, bad = [\"…\"]"),
    (TENSOR.replace("zh.preferred", "zh").replace('"张量"', "7"), "\n".join(["x.toml: 'tensor': zh is a number; write a table"] * 2)),
    (TENSOR.replace('zh.preferred = "张量"', "zh = ['张量', 7]"), "x.toml: 'tensor' zh admitted: 7 is a number; write a string or a table { form = \"…\" }"),
    (TENSOR + "examples.zh = ['张量', '!']", "x.toml: 'tensor' examples.zh: no_match holds an empty string; write strings in it"),
    (TENSOR + "examples.zh = ['!张量']", "x.toml: 'tensor': zh example '张量' must not match, but '张量' (preferred) is found; correct the example, or give the form not_in or only_near"),
    (TENSOR + "keep = true", "x.toml: 'tensor' zh prefers '张量' and keeps the English name; drop keep, or list it as admitted\nx.toml: 'tensor' ja prefers 'テンソル' and keeps the English name; drop keep, or list it as admitted"),
    (TENSOR + "zh.keep = true", "x.toml: 'tensor' zh prefers '张量' and keeps the English name; drop keep, or list it as admitted"),
    (TENSOR + "zh.wrong = ['张量']", "x.toml: 'tensor': zh '张量' is both preferred and wrong; keep one"),
    (TENSOR + "zh.admitted = ['张量']", "x.toml: 'tensor': zh '张量' is listed twice, as preferred and admitted; keep one"),
    (TENSOR + "zh.wrong = [{ form = '张两', use = '长量' }, '长量']", "x.toml: 'tensor': zh '张两' says use '长量', which is wrong; name an allowed form"),
    (TENSOR + TENSOR, "x.toml: 'tensor' stands twice; rename one, or merge them"),
    (TENSOR + ARRAY.replace("数组", "张量"), "x.toml: zh '张量' belongs to both 'array' and 'tensor'; keep one, or give one of them only_near"),
    (TENSOR + ARRAY.replace('"array"\nzh', '"Tensor"\nzh'), "x.toml: en 'tensor' belongs to both 'array' and 'tensor'; keep one, or give one of them only_near"),
    (TENSOR + "examples.zh.match = ['张力']", "x.toml: 'tensor': zh example '张力' must match, but nothing is found; correct the example, or add the form it has"),
    (TENSOR + "examples.zh.no_match = ['张量积']", "x.toml: 'tensor': zh example '张量积' must not match, but '张量' (preferred) is found; correct the example, or give the form not_in or only_near"),
    (TENSOR + "examples.zh.wrong = ['张力']", "x.toml: 'tensor': zh example '张力' must show an unwanted form, but nothing is found; correct the example, or list the form as wrong or deprecated"),
    (TENSOR + "examples.zh.wrong = ['张量']", "x.toml: 'tensor': zh example '张量' must show an unwanted form, but '张量' is preferred; correct the example, or list the form as wrong or deprecated"),
    ("", "{folder}: no [[concept]] or [[change]] in it; add entries (*.toml), or leave the folder out"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), BROKEN)
def test_message(tmp_path, text, expected):
    assert message(tmp_path, x=text) == expected.replace("{folder}", str(tmp_path))


def test_every_faulty_entry_is_named_at_once(tmp_path):
    assert message(tmp_path, a=TENSOR + "x = 1", b=ARRAY + "y = 1").count("unknown key") == 2


def test_all_faults_are_told_at_once_with_their_lines(tmp_path):
    broken = (
        TENSOR.replace('"tensors"', '"tensor"').replace("zh.", "zzh.")
        + "en.admitted = 3\n"
        + ARRAY.replace("数组", "张量")
        + "ja.wrong = [{ form = '並び', not_in = ['x'] }]\n"
    )
    lines = refusal(tmp_path, x=broken, y=ARRAY + "examples.zh.match = ['数列']\n").splitlines()
    entry, second = broken.split("\n").index('id = "tensor"') + 1, broken.split("\n").index('id = "array"') + 1
    wrong = next(number for number, line in enumerate(broken.split("\n"), 1) if "並び" in line)
    assert [line.partition(": ")[0] for line in lines] == [f"x.toml:{entry}"] * 3 + [f"x.toml:{wrong}", "y.toml:9"]
    assert second < wrong
    problems = ("unknown key 'zzh'", "did you mean 'tensors'", "admitted is a number")
    assert all(any(words in line for line in lines[:3]) for words in problems)


def test_draft_is_checked_and_counts_for_nothing(tmp_path):
    termbase = load([folder(tmp_path / "a", x=TENSOR + ARRAY + "draft = true\n")], only=True)
    assert [concept.id for concept in termbase.concepts] == ["tensor"]
    assert "draft is a number; write true or false" in message(tmp_path / "b", x=TENSOR + "draft = 1\n")
    termbase = load([folder(tmp_path / "c", x=TENSOR), folder(tmp_path / "d", x=TENSOR + "draft = true\n")], only=True)
    assert termbase.by_id["tensor"].source == "x.toml"  # a draft does not take the place of an entry that counts


def test_message_names_the_other_file(tmp_path):
    assert message(tmp_path, a=TENSOR, b=ARRAY.replace("数组", "张量")) == (
        "a.toml: zh '张量' belongs to both 'array' (b.toml) and 'tensor'; keep one, or give one of them only_near"
    )
    assert (
        message(tmp_path, a=TENSOR, b=TENSOR)
        == "b.toml: 'tensor' stands twice, first in a.toml; rename one, or merge them"
    )


def test_company_or_another_domain_settles_a_shared_form(tmp_path):
    company = ARRAY.replace('"数组"', '{ form = "张量", only_near = ["数组"] }')
    other = ARRAY.replace("数组", "张量").replace('"tensors"', '"arrays"')
    for name, text in (("a", company), ("b", other)):
        assert load([folder(tmp_path / name, x=TENSOR + text)], only=True)


def test_form_right_for_one_concept_and_wrong_for_another_is_no_conflict(tmp_path):
    assert load([folder(tmp_path, x=TENSOR + ARRAY + "zh.wrong = ['张量']")], only=True)


def test_folder_that_is_missing_or_empty(tmp_path):
    with pytest.raises(GlossaryError) as error:
        load([tmp_path / "none"])
    assert (
        str(error.value)
        == f"{tmp_path / 'none'}: no such folder or file; name a folder of *.toml entries, or a table of terms"
    )
    with pytest.raises(GlossaryError) as error:
        load([tmp_path], only=True)
    assert (
        str(error.value)
        == f"{tmp_path}: no [[concept]] or [[change]] in it; add entries (*.toml), or leave the folder out"
    )
    with pytest.raises(GlossaryError) as error:
        load(only=True)
    assert str(error.value) == "no folder of entries was given to use alone; name one with --glossary DIR"


def test_file_that_is_not_utf8(tmp_path):
    (tmp_path / "x.toml").write_bytes(TENSOR.encode("gb18030", "replace"))
    with pytest.raises(GlossaryError, match=r"^x\.toml: not UTF-8 \(byte \d+, line \d+\); save it as UTF-8$"):
        load([tmp_path], only=True)


def test_byte_order_mark_and_windows_line_ends_are_no_fault(tmp_path):
    (tmp_path / "x.toml").write_bytes(b"\xef\xbb\xbf" + TENSOR.replace("\n", "\r\n").encode())
    assert load([tmp_path], only=True).concepts[0].definition == "A multi-dimensional array."


_OPERATOR = 'en.preferred = "operator"\nzh.preferred = "运算单元"\n'


@pytest.mark.slow
def test_folder_over_the_kept_built_in_entries_is_as_over_their_files(monkeypatch: pytest.MonkeyPatch):
    project = EntryFolder(
        "ours",
        (
            ("a.toml", '[[change]]\nid = "tensor"\nzh.admitted = ["张力"]\n'.encode()),
            ("b.toml", f'[[concept]]\nid = "operator"\ndomain = "tensors"\n{_OPERATOR}'.encode()),
        ),
    )
    over_kept = load_files(built_in_folder(), project, built_in=1)
    monkeypatch.setattr(loading, "are_proved", lambda folders: False)
    over_files = load_files(built_in_folder(), project, built_in=1)
    assert over_kept.concepts == over_files.concepts and over_kept.fingerprint == over_files.fingerprint
    assert (over_kept.preferred("operator", "zh"), over_kept.preferred("operator", "ja")) == ("运算单元", "演算子")


def test_example_of_a_projects_entry_is_tried_over_the_built_in_entries():
    faulty = b'[[change]]\nid = "tensor"\n[change.examples]\nzh.match = ["nothing"]\n'
    with pytest.raises(GlossaryError, match="example"):
        load_files(built_in_folder(), EntryFolder("ours", (("a.toml", faulty),)), built_in=1)
