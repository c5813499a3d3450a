"""`[[change]]`: what a project sets in a built-in entry, and the full text of every refusal."""

from __future__ import annotations

from pathlib import Path

import pytest

from corpus.storage.cache_files import cache_folder
from glossary import loading
from glossary.loading import load
from glossary.termbase.display import entry
from glossary.termbase.lint import lint
from glossary.termbase.termbase import Concept, GlossaryError, Termbase

ENTRIES = """
[[concept]]
id = "knowledge-base"
domain = "nlp"
definition = "A store of facts that programs can look up."
reference = "https://example.org/kb"
en.preferred = "knowledge base"
zh.preferred = "知识库"
zh.wrong = [{ form = "知识基地", why = "a camp", use = "知识库", only_near = ["检索"] }]
ja.preferred = { form = "知識ベース", not_in = ["知識ベースボール"] }
ja.admitted = ["ナレッジベース"]
ja.wrong = ["知識基地"]
examples.zh.match = ["检索知识库"]
examples.zh.wrong = ["检索知识基地"]

[[concept]]
id = "workflow"
domain = "software"
definition = "Steps in their order."
keep = true
en.preferred = "Workflow"
en.abbreviation = ["WF"]
zh.wrong = ["工作流动"]
"""


@pytest.fixture(autouse=True)
def built_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two entries stand for all that come with taiyaku."""
    (tmp_path / "entries").mkdir()
    (tmp_path / "entries" / "nlp.toml").write_text(ENTRIES, encoding="utf-8")
    monkeypatch.setattr(loading, "files", lambda _: tmp_path)
    monkeypatch.setenv("TAIYAKU_CACHE", str(tmp_path / "cache"))


def loaded(tmp_path: Path, *files: str) -> Termbase:
    """The glossary with a project's folder for each of these files."""
    for number, text in enumerate(files):
        (tmp_path / f"terms{number}").mkdir(exist_ok=True)
        (tmp_path / f"terms{number}" / f"own{number}.toml").write_text(text, encoding="utf-8")
    return load([tmp_path / f"terms{number}" for number in range(len(files))])


def change(lines: str, concept_id: str = "knowledge-base") -> str:
    return f'\n[[change]]\nid = "{concept_id}"\n{lines}\n'


def forms(concept: Concept, lang: str) -> dict[str, str]:
    return {form.form: form.status for form in concept.in_language(lang)}


JA = {"知識ベース": "preferred", "ナレッジベース": "admitted", "知識基地": "wrong"}
KB = {"知识库": "preferred", "知识基地": "wrong"}


@pytest.mark.parametrize(
    ("lines", "lang", "expected"),
    [
        ('zh.admitted = ["知识集"]', "zh", {"知识库": "preferred", "知识集": "admitted", "知识基地": "wrong"}),
        ('ja.preferred = "ナレッジベース"', "ja", {"ナレッジベース": "preferred", "知識ベース": "admitted", "知識基地": "wrong"}),
        ('ja.preferred = "ナレッジ・ベース"', "ja", {"ナレッジ・ベース": "preferred", "知識ベース": "admitted", "ナレッジベース": "admitted", "知識基地": "wrong"}),
        ('ja.preferred = "ナレッジベース"\nja.deprecated = ["知識ベース"]', "ja", {"ナレッジベース": "preferred", "知識ベース": "deprecated", "知識基地": "wrong"}),
        ('zh.admitted = ["知识基地"]', "zh", {"知识库": "preferred", "知识基地": "admitted"}),
        ("keep = true", "zh", {"knowledge base": "preferred", "知识库": "admitted", "知识基地": "wrong"}),
        ("zh.keep = true", "ja", JA),
        ('definition = "Facts."', "ja", JA),
        ('ja.preferred = "ナレッジベース"', "zh", KB),
    ],
)  # fmt: skip
def test_rest_follows_from_the_built_in_entry(tmp_path: Path, lines: str, lang: str, expected: dict[str, str]):
    assert forms(loaded(tmp_path, change(lines)).by_id["knowledge-base"], lang) == expected


def test_kept_name_stays_admitted_where_a_form_takes_its_place(tmp_path: Path):
    workflow = loaded(tmp_path, change('zh.preferred = "工作流"', "workflow")).by_id["workflow"]
    assert forms(workflow, "zh") == {
        "工作流": "preferred", "Workflow": "admitted", "WF": "abbreviation", "工作流动": "wrong"
    }  # fmt: skip
    assert workflow.keep == {"ja"}


def test_english_that_a_language_admits_is_preferred_once_the_name_is_kept(tmp_path: Path):
    built_in = tmp_path / "entries" / "nlp.toml"
    built_in.write_text(ENTRIES.replace("zh.wrong = [{", 'zh.admitted = ["knowledge base"]\nzh.wrong = [{'))
    expected = {"knowledge base": "preferred", "知识库": "admitted", "知识基地": "wrong"}
    assert forms(loaded(tmp_path, change("zh.keep = true")).by_id["knowledge-base"], "zh") == expected


def test_fields_of_a_form_are_set_one_by_one(tmp_path: Path):
    text = change(
        'reference = "https://example.org/other"\nzh.wrong = [{ form = "知识基地", only_near = ["问答"] }]\n'
        'ja.preferred = { form = "知識ベース", not_in = [] }\nidentifier = ["KnowledgeBase"]'
    )
    termbase = loaded(tmp_path, text)
    wrong, base = termbase.form("knowledge-base", "zh", "知识基地"), termbase.form("knowledge-base", "ja", "知識ベース")
    assert wrong and (wrong.why, wrong.use, wrong.only_near) == ("a camp", "知识库", ("问答",))
    assert base and base.not_in == ()
    concept = termbase.by_id["knowledge-base"]
    assert (concept.reference, concept.identifiers) == ("https://example.org/other", ("KnowledgeBase",))
    assert concept.changed == ("reference", "identifier", "zh.wrong", "ja.preferred")


def test_form_that_the_project_condemns_is_so_without_the_context_of_the_entry(tmp_path: Path):
    admitted = ENTRIES.replace("zh.wrong = [", "zh.admitted = [", 1).replace('why = "a camp", use = "知识库", ', "")
    (tmp_path / "entries" / "nlp.toml").write_text(admitted.replace('examples.zh.wrong = ["检索知识基地"]', ""))
    wrong = loaded(tmp_path, change('zh.deprecated = ["知识基地"]')).form("knowledge-base", "zh", "知识基地")
    assert wrong and (wrong.status, wrong.only_near) == ("deprecated", ())


def test_form_that_is_forgiven_keeps_its_context_but_not_its_fault(tmp_path: Path):
    form = loaded(tmp_path, change('zh.admitted = ["知识基地"]')).form("knowledge-base", "zh", "知识基地")
    assert form and (form.status, form.why, form.use, form.only_near) == ("admitted", "", "", ("检索",))


def test_example_of_the_built_in_entry_is_not_the_projects_to_correct(tmp_path: Path):
    assert loaded(tmp_path, change('zh.admitted = ["知识基地"]'))
    with pytest.raises(GlossaryError, match=r"own0\.toml:4: 'knowledge-base': zh example '知识地' must match"):
        loaded(tmp_path, change('examples.zh.match = ["知识地"]'))


def test_changes_of_several_files_go_together(tmp_path: Path):
    first, second = change('ja.preferred = "ナレッジベース"'), change('ja.deprecated = ["知識ベース"]\nchoose = "free"')
    for files in ((first, second), (first + second,), (first, first + second)):
        concept = loaded(tmp_path, *files).by_id["knowledge-base"]
        assert forms(concept, "ja") == {"ナレッジベース": "preferred", "知識ベース": "deprecated", "知識基地": "wrong"}
        assert concept.choose == "free"


def test_draft_is_checked_and_changes_nothing(tmp_path: Path):
    assert not loaded(tmp_path, change('draft = true\nzh.admitted = ["知识集"]')).by_id["knowledge-base"].changed
    with pytest.raises(GlossaryError, match="admitted is a string"):
        loaded(tmp_path, change('draft = true\nzh.admitted = "知识集"'))


WHOLE = '[[concept]]\nid = "knowledge-base"\ndomain = "nlp"\ndefinition = "x"\nkeep = true\nen.preferred = "KB"\n'
REFUSED = [
    ([change('ja.preferred = "x"', "knowlege-base")], "own0.toml:3: 'knowlege-base': no built-in entry has this id; did you mean 'knowledge-base'?"),
    ([change('ja.preferred = "x"', "q")], "own0.toml:3: 'q': no built-in entry has this id; write a whole [[concept]]"),
    ([change("")], "own0.toml:3: 'knowledge-base': changes nothing; write what is to differ, such as ja.preferred = \"…\", or remove it"),
    ([change("ja.admitted = []")], "own0.toml:3: 'knowledge-base': changes nothing; write what is to differ, such as ja.preferred = \"…\", or remove it"),
    ([WHOLE + change('ja.admitted = ["x"]')], "own0.toml:9: 'knowledge-base': [[change]] of an entry that own0.toml:2 replaces as a whole; edit that one, or remove one of the two"),
    ([change('ja.admitted = ["x"]'), WHOLE], "own0.toml:3: 'knowledge-base': [[change]] of an entry that own1.toml:2 replaces as a whole; edit that one, or remove one of the two"),
    ([change('ja.preferred = "x"'), change('ja.preferred = "y"')], "own1.toml:3: 'knowledge-base': ja.preferred is 'y' here and 'x' in own0.toml:3; keep one"),
    ([change('ja.wrong = ["x"]') + change('ja.admitted = ["x"]')], "own0.toml:7: 'knowledge-base': ja 'x' is 'admitted' here and 'wrong' in own0.toml:3; keep one"),
    ([change("keep = true"), change('zh.preferred = "x"')], "own1.toml:3: 'knowledge-base': zh.preferred is 'x' here and 'the English name' in own0.toml:3; keep one"),
    ([change('ja.wrong = ["x"]\nja.admitted = ["x"]')], "own0.toml:3: 'knowledge-base': ja 'x' is 'wrong' here and 'admitted' in own0.toml:3; keep one"),
    ([change('ja.wrong = ["知識ベース"]')], "own0.toml:3: 'knowledge-base' has no preferred form in ja; write ja.preferred = \"…\", or keep = true where the English name is used"),
    ([change('ja.prefered = "x"')], "own0.toml:3: 'knowledge-base' ja: unknown key 'prefered'; did you mean 'preferred'?"),
    ([change("ja.admitted = 'x'")], "own0.toml:3: 'knowledge-base' ja: admitted is a string; write a list, admitted = [\"…\"]"),
    ([change("definition = 3")], "own0.toml:3: 'knowledge-base': definition is a number; write a string"),
    (["[change]\nid = 'x'"], "own0.toml: change is a table; begin each change with [[change]]"),
    (["[[change]]\nja.keep = true"], "own0.toml: a concept has no id; write one of a-z, 0-9 and . _ + -, such as 'tensor-core'"),
]  # fmt: skip


@pytest.mark.parametrize(("files", "expected"), REFUSED)
def test_message(tmp_path: Path, files: list[str], expected: str):
    with pytest.raises(GlossaryError) as error:
        loaded(tmp_path, *files)
    assert str(error.value) == expected


def test_files_of_one_name_are_named_by_their_folders(tmp_path: Path):
    for name, form in (("a", "x"), ("b", "y")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "own.toml").write_text(change(f'ja.preferred = "{form}"'), encoding="utf-8")
    with pytest.raises(GlossaryError) as error:
        load([tmp_path / "a", tmp_path / "b"])
    first, second = (f"{tmp_path}/{name}/own.toml:3" for name in "ab")
    assert str(error.value) == f"{second}: 'knowledge-base': ja.preferred is 'y' here and 'x' in {first}; keep one"


def test_alone_there_is_nothing_to_change(tmp_path: Path):
    (tmp_path / "own.toml").write_text(change("keep = true"), encoding="utf-8")
    with pytest.raises(GlossaryError, match="no built-in entry has this id; write a whole"):
        load([tmp_path], only=True)


def test_changed_glossary_is_kept_and_read_again_when_the_change_is_edited(tmp_path: Path):
    first = loaded(tmp_path, change('ja.preferred = "ナレッジベース"'))
    assert loaded(tmp_path, change('ja.preferred = "ナレッジベース"')).fingerprint == first.fingerprint
    assert len(list(cache_folder("glossaries").iterdir())) == 1
    edited = loaded(tmp_path, change('ja.preferred = "ナレッジ"'))
    assert edited.preferred("knowledge-base", "ja") == "ナレッジ" and edited.fingerprint != first.fingerprint
    assert len(list(cache_folder("glossaries").iterdir())) == 2


def test_show_says_that_the_project_changed_it(tmp_path: Path):
    termbase = loaded(tmp_path, change('ja.preferred = "ナレッジベース"'))
    lines = ["".join(text for text, _ in line) for line in entry(termbase.by_id["knowledge-base"])]
    assert lines[2] == "  changed by the project in own0.toml: ja.preferred; the rest is nlp.toml's"


def test_only_what_the_change_sets_is_the_projects_own(tmp_path: Path):
    concept = loaded(tmp_path, change('ja.deprecated = ["ナレッジベース"]')).by_id["knowledge-base"]
    assert [form.form for form in concept.forms if concept.is_project_form(form)] == ["ナレッジベース"]


def test_lint_hints_at_a_change_that_is_not_needed_and_at_a_copy_that_could_be_one(tmp_path: Path):
    hints = [
        str(fault)
        for fault in lint(loaded(tmp_path, change('ja.admitted = ["ナレッジベース"]')))
        if fault.code == "T910"
    ]
    assert hints == ["own0.toml: 'knowledge-base': the entry in nlp.toml says so already; remove the [[change]]"]
    assert not [fault for fault in lint(loaded(tmp_path, change('ja.admitted = ["x"]'))) if fault.code == "T910"]
    (hint,) = (fault for fault in lint(loaded(tmp_path, WHOLE)) if fault.code == "T910")
    assert hint.message.endswith("ja '知識基地'; a [[change]] keeps what it does not name")


def test_entry_of_a_project_takes_the_languages_that_it_leaves_out_from_the_entry_that_it_replaces(tmp_path: Path):
    entry = '[[concept]]\nid = "{0}"\ndomain = "x"\nen.preferred = "{0}"\nzh.preferred = "{1}"\n'
    termbase = loaded(tmp_path, entry.format("knowledge-base", "知库") + entry.format("zork", "左克"))
    assert termbase.preferred("knowledge-base", "ja") == "知識ベース"
    assert termbase.by_id["zork"].keep == {"ja"}


def test_a_change_is_law_in_the_languages_that_it_names(tmp_path: Path):
    concept = loaded(tmp_path, change('zh.preferred = "知识库系统"')).by_id["knowledge-base"]
    assert concept.is_law("zh") and not concept.is_law("ja")
    assert loaded(tmp_path, change("keep = true")).by_id["knowledge-base"].is_law("ja")
