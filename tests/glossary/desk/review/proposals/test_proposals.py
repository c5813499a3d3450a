"""What decisions ask of the glossary: patches of entries, and what is not proposed."""

from __future__ import annotations

import random
import shutil
import subprocess
from difflib import SequenceMatcher
from pathlib import Path
from statistics import median

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from glossary import loading
from glossary.decisions.decision import Decision, Question, ReviewError
from glossary.desk.review.proposals import Proposals, glossary_layers, proposals
from glossary.desk.review.proposals.changes import EntryChange, changed
from glossary.desk.review.proposals.glossary_layers import GlossaryLayers, shelf
from glossary.loading import load
from glossary.termbase.termbase import GlossaryError

ROOT = Path(__file__).parents[5]
WHY = "used throughout the docs"
BY_MEI = "by Mei, 2026-11-22: used throughout the docs"


def decision(action: str, surface: str, words: str = "", /, **more) -> Decision:
    """A decision of Mei's on zh words of the concept `operator`, but for what is said otherwise."""
    said = {"concept": "operator", "lang": "zh", "who": "Mei", "why": WHY, "when": "2026-11-22T14:05:00Z", **more}
    question = Question("f1", "T101", said["concept"], said["lang"], "guide/zh.md", surface, ("m1",), 1.0)
    return Decision(question, action, said["who"], said["when"], said["why"], words, final=said.get("final", False))


def entry(lines: str, name: str = "operator") -> str:
    """An entry with these lines on its Chinese forms."""
    return (
        f'# Operators.\n\n[[concept]]\nid = "{name}"\ndomain = "compiler"\ndefinition = "A function on tensors."\n'
        f'en.good = "{name}"\nen.abbreviation = ["op"]\n{lines}\nja = "{name}の語"\n'
    )


ZH = 'zh = "算子"'
BAD = 'zh.good = "算子"\nzh.bad = ["操作员"]'


def on(folder: Path, *files: str) -> GlossaryLayers:
    """The glossary of a project's own folder with these files."""
    own = folder / "terms"
    own.mkdir(exist_ok=True)
    for number, text in enumerate(files):
        (own / f"own{number or ''}.toml").write_text(text, encoding="utf-8", newline="")
    return shelf(folder, [own], only=True)


def difference(made: Proposals) -> list[str]:
    """The lines that go and come in a patch."""
    lines = made.patch.decode().splitlines()
    return [line for line in lines if line[:1] in ("+", "-") and not line.startswith(("+++", "---"))]


def load_with(made: Proposals, folder: Path) -> None:
    """Puts the changed files in place and loads the glossary."""
    for path, content in made.files.items():
        (folder / path).parent.mkdir(exist_ok=True)
        (folder / path).write_bytes(content)
    load([folder / "terms"], only=True)


CASES = {
    "a form becomes a list when another one is admitted": (
        ZH,
        [decision("admit", "运算符")],
        ['-zh = "算子"', f'+zh = ["算子", "运算符"]  # admitted {BY_MEI}'],
    ),
    "a form is admitted behind the others": (
        'zh = ["算子", "运算元"]',
        [decision("admit", "运算符")],
        ['-zh = ["算子", "运算元"]', f'+zh = ["算子", "运算元", "运算符"]  # admitted {BY_MEI}'],
    ),
    "a form is admitted on a line of its own where a remark stands beside another": (
        'zh = [\n  "算子",\n  "运算元",  # ours\n]',
        [decision("admit", "运算符")],
        [f'+  "运算符",  # admitted {BY_MEI}'],
    ),
    "a remark that stands there stays": (
        'zh = ["算子", "运算元"]  # in old texts',
        [decision("admit", "运算符")],
        [
            '-zh = ["算子", "运算元"]  # in old texts',
            f'+zh = ["算子", "运算元", "运算符"]  # in old texts  # admitted {BY_MEI}',
        ],
    ),
    "the words given are admitted, not those that were found": (
        'zh.good = "算子"\nzh.bad = ["操作员"]',
        [decision("admit", "操作员", "运算符")],
        ['-zh.good = "算子"', f'+zh.good = ["算子", "运算符"]  # admitted {BY_MEI}'],
    ),
    "a wrong form that is admitted leaves the list": (
        'zh.good = "算子"\nzh.bad = ["操作员", "算符"]',
        [decision("admit", "操作员")],
        [
            '-zh.good = "算子"',
            '-zh.bad = ["操作员", "算符"]',
            f'+zh.good = ["算子", "操作员"]  # admitted {BY_MEI}',
            '+zh.bad = ["算符"]',
        ],
    ),
    "a list goes with its only form": (
        'zh.good = "算子"\nzh.deprecated = ["操作员"]',
        [decision("admit", "操作员")],
        ['-zh.good = "算子"', '-zh.deprecated = ["操作员"]', f'+zh = ["算子", "操作员"]  # admitted {BY_MEI}'],
    ),
    "company goes along, what is said of a fault does not": (
        'zh.good = "算子"\nzh.bad = [\n  "算符",\n  { form = "操作员", why = "a person", use = "算子", only_near = ["张量"] },  # 2025\n]',
        [decision("admit", "操作员")],
        [
            '-zh.good = "算子"',
            "-zh.bad = [",
            '-  "算符",',
            '-  { form = "操作员", why = "a person", use = "算子", only_near = ["张量"] },  # 2025',
            "+zh.good = [",
            '+  "算子",',
            f'+  {{ form = "操作员", only_near = ["张量"] }},  # 2025  # admitted {BY_MEI}',
            '+zh.bad = ["算符"]',
        ],
    ),
    "another preferred form takes the place of the former one, which is admitted": (
        ZH,
        [decision("prefer", "运算符")],
        ['-zh = "算子"', f'+zh = ["运算符", "算子"]  # preferred {BY_MEI}'],
    ),
    "an admitted form that is preferred changes places with the former one": (
        'zh = [{ form = "算子", not_in = ["算子集"] }, { form = "运算符", region = "zh-TW" }]',
        [decision("prefer", "运算符")],
        [
            '-zh = [{ form = "算子", not_in = ["算子集"] }, { form = "运算符", region = "zh-TW" }]',
            f'+zh = [{{ form = "运算符", region = "zh-TW" }}, {{ form = "算子", not_in = ["算子集"] }}]  # preferred {BY_MEI}',
        ],
    ),
    "a wrong form may be preferred": (
        'zh.good = "算子"\nzh.bad = [{ form = "操作员", why = "a person" }]',
        [decision("prefer", "操作员")],
        [
            '-zh.good = "算子"',
            '-zh.bad = [{ form = "操作员", why = "a person" }]',
            f'+zh = ["操作员", "算子"]  # preferred {BY_MEI}',
        ],
    ),
    "a plain form becomes a table when it is passed over": (
        'zh.good = "算子"\nzh.bad = ["操作员"]',
        [decision("exclude", "操作员", "操作员培训")],
        ['-zh.bad = ["操作员"]', f'+zh.bad = [{{ form = "操作员", not_in = ["操作员培训"] }}]  # excluded {BY_MEI}'],
    ),
    "not_in goes behind what is there": (
        'zh.good = "算子"\nzh.bad = [{ form = "操作员", only_near = ["张量"], region = "zh-CN" }]',
        [decision("exclude", "操作员", "操作员培训")],
        [
            '-zh.bad = [{ form = "操作员", only_near = ["张量"], region = "zh-CN" }]',
            f'+zh.bad = [{{ form = "操作员", only_near = ["张量"], region = "zh-CN", not_in = ["操作员培训"] }}]  # excluded {BY_MEI}',
        ],
    ),
    "not_in gets one more": (
        'zh = { form = "算子", not_in = ["算子集"] }',
        [decision("exclude", "算子", "算子代数")],
        [
            '-zh = { form = "算子", not_in = ["算子集"] }',
            f'+zh = {{ form = "算子", not_in = ["算子集", "算子代数"] }}  # excluded {BY_MEI}',
        ],
    ),
    "a form that was found written otherwise is edited as it is listed": (
        'zh.good = "算子"\nzh.bad = ["操作 Tensor"]',
        [decision("exclude", "操作Tensor", "操作Tensor人")],
        [
            '-zh.bad = ["操作 Tensor"]',
            f'+zh.bad = [{{ form = "操作 Tensor", not_in = ["操作 Tensor人"] }}]  # excluded {BY_MEI}',
        ],
    ),
    "English in Chinese text is passed over where it is listed": (
        ZH,
        [decision("exclude", "operators", "operators manual")],
        [
            '-en.good = "operator"',
            f'+en.good = {{ form = "operator", not_in = ["operators manual"] }}  # excluded {BY_MEI}',
        ],
    ),
    "a wrong form makes a table of good and bad": (
        ZH,
        [decision("wrong", "操作符")],
        ['-zh = "算子"', '+zh.good = "算子"', f'+zh.bad = ["操作符"]  # listed as wrong {BY_MEI}'],
    ),
    "a wrong form joins the others": (
        'zh.good = "算子"\nzh.bad = ["操作员"]',
        [decision("wrong", "算符", "操作符")],
        ['-zh.bad = ["操作员"]', f'+zh.bad = ["操作员", "操作符"]  # listed as wrong {BY_MEI}'],
    ),
    "a wrong form is admitted no more": (
        'zh = ["算子", "运算元", { form = "操作符", region = "zh-CN" }]',
        [decision("wrong", "操作符")],
        [
            '-zh = ["算子", "运算元", { form = "操作符", region = "zh-CN" }]',
            '+zh.good = ["算子", "运算元"]',
            f'+zh.bad = [{{ form = "操作符", region = "zh-CN" }}]  # listed as wrong {BY_MEI}',
        ],
    ),
    "English in Chinese text is admitted as it is listed": (
        ZH,
        [decision("admit", "Operators")],
        ['-zh = "算子"', f'+zh = ["算子", "operator"]  # admitted {BY_MEI}'],
    ),
    "a kept name gets a table for its other forms": (
        "zh.keep = true",
        [decision("admit", "算子")],
        [f'+zh.admitted = ["算子"]  # admitted {BY_MEI}'],
    ),
    "words of several lines are one": (
        ZH,
        [decision("admit", "运算\n符", why="")],
        ['-zh = "算子"', '+zh = ["算子", "运算符"]  # admitted by Mei, 2026-11-22'],
    ),
    "many who ask are named together": (
        ZH,
        [
            decision("admit", "运算符", who=who, when=f"2026-11-{day}T00:00:00Z")
            for day, who in ((21, "Ken"), (23, "Mei"))
        ],
        ['-zh = "算子"', '+zh = ["算子", "运算符"]  # admitted by Ken and Mei, 2026-11-23: used throughout the docs'],
    ),
    "several changes of an entry go together": (
        'zh.good = "算子"\nzh.bad = ["操作员"]',
        [decision("admit", "运算符"), decision("exclude", "操作员", "操作员培训")],
        [
            '-zh.good = "算子"',
            '-zh.bad = ["操作员"]',
            f'+zh.good = ["算子", "运算符"]  # admitted {BY_MEI}',
            f'+zh.bad = [{{ form = "操作员", not_in = ["操作员培训"] }}]  # excluded {BY_MEI}',
        ],
    ),
}


@pytest.mark.parametrize(("lines", "decisions", "expected"), CASES.values(), ids=CASES.keys())
def test_what_changes_in_an_entry(tmp_path: Path, lines: str, decisions: list[Decision], expected: list[str]):
    made = proposals(decisions, on(tmp_path, entry(lines)))
    assert difference(made) == expected
    assert (made.conflicts, made.refused, made.problems) == ((), (), ())
    load_with(made, tmp_path)


@pytest.mark.parametrize(("lines", "decisions"), [case[:2] for case in CASES.values()], ids=CASES.keys())
def test_nothing_is_proposed_twice(tmp_path: Path, lines: str, decisions: list[Decision]):
    load_with(proposals(decisions, on(tmp_path, entry(lines))), tmp_path)
    again = proposals(decisions, on(tmp_path))
    assert again == Proposals(b"", {}, b"", ())


HEAD = '[[concept]]\nid = "operator"\ndomain = "compiler"\ndefinition = "A function on tensors."\n'
SHORT = HEAD + f'zh = ["算子", "运算符"]  # admitted {BY_MEI}\nja = "演算子"\n'
KEPT = HEAD + f'keep = true\nzh.admitted = ["运算符"]  # admitted {BY_MEI}\n'
WRITTEN = {
    "dotted keys": (HEAD + 'zh.preferred = "算子"\nja.preferred = "演算子"\n', SHORT),
    "those of a language apart": (HEAD + 'zh.preferred = "算子"\nja.preferred = "演算子"\nzh.admitted = []\n', SHORT),
    "a table on one line": (HEAD + 'zh = { preferred = "算子" }\nja = { preferred = "演算子" }\n', SHORT),
    "tables of their own": (HEAD + '\n[concept.zh]\npreferred = "算子"\n\n[concept.ja]\npreferred = "演算子"\n', SHORT),
    "a language that had no table": (HEAD + "keep = true\n", KEPT),
    "a table of examples": (
        HEAD + 'keep = true\n\n[concept.examples]\nen.match = ["operator"]\n',
        KEPT + 'examples.en = ["operator"]\n',
    ),
    "no line end": (HEAD + 'ja.preferred = "演算子"\nzh.preferred = "算子"', SHORT),
    "other line ends and a byte order mark": (
        "\ufeff" + (HEAD + 'ja = "演算子"\nzh = "算子"\n').replace("\n", "\r\n"),
        "\ufeff" + SHORT.replace("\n", "\r\n"),
    ),
}


@pytest.mark.parametrize(("text", "expected"), WRITTEN.values(), ids=WRITTEN.keys())
def test_an_edited_entry_has_the_short_form(tmp_path: Path, text: str, expected: str):
    made = proposals([decision("admit", "运算符")], on(tmp_path, text))
    assert list(made.files.values()) == [expected.encode()]
    load_with(made, tmp_path)


BY_HAND = {
    "its concepts are one list": (
        'concept = [{ id = "operator", domain = "compiler", definition = "A function.", en = { preferred = "operator" }, '
        'zh = { preferred = "算子" }, ja = { preferred = "演算子" } }]\n'
    ),
    "a text in it looks like an entry": entry(ZH).replace('"A function on tensors."', '"""\n[[concept]]\n"""'),
    "line ends of two kinds": entry(ZH).replace("\n", "\r\n", 3),
}


@pytest.mark.parametrize("text", BY_HAND.values(), ids=BY_HAND.keys())
def test_a_file_written_in_an_unusual_way_is_told(tmp_path: Path, text: str):
    made = proposals([decision("admit", "运算符")], on(tmp_path, text))
    assert (made.patch, made.files) == (b"", {})
    assert made.problems == (
        "'operator' zh: admit '运算符', says Mei: terms/own.toml cannot be edited from here; edit the entry by hand",
    )


KERNEL = entry('zh = ["核", "内核"]', "kernel").replace('"op"', '"krnl"')
EXAMPLES = (
    '\n[concept.examples]\nzh.wrong = ["PyTorch 的操作员"]\nzh.match = ["算子集合"]\nzh.no_match = ["运算符号"]\n'
)
REFUSED = {
    "a form that another concept of the domain has": (
        decision("admit", "内核"),
        "'operator' zh: admit '内核', says Mei: left out: own.toml: zh '内核' belongs to both 'kernel' and 'operator'; "
        "keep one, or give one of them only_near",
    ),
    "a form that an example shows to be wrong": (
        decision("admit", "操作员"),
        "'operator' zh: admit '操作员', says Mei: left out: own.toml: 'operator': zh example 'PyTorch 的操作员' must show an "
        "unwanted form, but '操作员' is admitted; correct the example, or list the form as wrong or deprecated",
    ),
    "a form that an example shows not to be one": (
        decision("admit", "运算符"),
        "'operator' zh: admit '运算符', says Mei: left out: own.toml: 'operator': zh example '运算符号' must not match, but "
        "'运算符' (admitted) is found; correct the example, or give the form not_in or only_near",
    ),
    "a longer string that an example has": (
        decision("exclude", "算子", "算子集合"),
        "'operator' zh: pass over '算子' within '算子集合', says Mei: left out: own.toml: 'operator': zh example '算子集合' "
        "must match, but nothing is found; correct the example, or add the form it has",
    ),
    "a form with invisible characters": (
        decision("admit", "运算\u200b元"),
        "'operator' zh: admit '运算\\u200b元', says Mei: left out: own.toml: 'operator' zh admitted: form "
        "'运算<U+200B>元' holds U+200B ZERO WIDTH SPACE; remove it",
    ),
}


@pytest.mark.parametrize(("asked", "line"), REFUSED.values(), ids=REFUSED.keys())
def test_what_the_glossary_would_not_load_with_is_left_out(tmp_path: Path, asked: Decision, line: str):
    here = on(tmp_path, entry(BAD) + EXAMPLES + "\n" + KERNEL)
    assert proposals([asked], here) == Proposals(b"", {}, b"", (), refused=(line,))
    both = proposals([asked, decision("admit", "算元")], here)
    assert (len(both.notes), both.refused) == (1, (line,))
    load_with(both, tmp_path)


def test_of_two_changes_that_do_not_go_together_one_is_made(tmp_path: Path):
    here = on(tmp_path, entry(ZH) + "\n" + KERNEL)
    made = proposals([decision("admit", "运算元", concept=name) for name in ("operator", "kernel")], here)
    assert [note.split(",")[0] for note in made.notes] == ["terms/own.toml: 'kernel' zh: admit '运算元'"]
    assert len(made.refused) == 1
    load_with(made, tmp_path)


PROBLEMS = {
    "no concept": (
        decision("admit", "运算符", concept=""),
        "admit '运算符', says Mei: the finding speaks of no concept; edit the glossary by hand",
    ),
    "a concept that is gone": (
        decision("admit", "运算符", concept="gone"),
        "admit '运算符', says Mei: the glossary has no concept 'gone' any more; ask again with a new build",
    ),
    "another language": (
        decision("admit", "연산자", lang="ko"),
        "admit '연산자', says Mei: no language of the glossary: 'ko'; it has en, zh, ja",
    ),
    "no longer string": (
        decision("exclude", "算子"),
        "exclude '算子', says Mei: no longer string is given; say within which words '算子' means something else",
    ),
    "a string that is not longer": (
        decision("exclude", "算子", "算子"),
        "exclude '算子', says Mei: '算子' is no longer string with '算子' in it; give one that is",
    ),
    "a string without the form": (
        decision("exclude", "算子", "操作员培训"),
        "exclude '算子', says Mei: '操作员培训' is no longer string with '算子' in it; give one that is",
    ),
    "words that are no form": (
        decision("exclude", "张量", "张量积"),
        "exclude '张量', says Mei: '张量' is no form of the entry in zh; edit the entry by hand",
    ),
    "no words at all": (decision("admit", " "), "admit ' ', says Mei: no form is given; say which words are right"),
    "a passage": (
        decision("admit", "这里少了一个词。"),
        "admit '这里少了一个词。', says Mei: the finding is about a passage, not a term; say which words are right",
    ),
    "a long form": (
        decision("admit", "算", "算" * 101),
        "admit '算', says Mei: a form of 101 characters; give one of at most 100",
    ),
    "half a character": (
        decision("admit", "算", "\ud83d"),
        "admit '算', says Mei: a form that holds half a character (a lone surrogate); give it again",
    ),
    "a preferred form called wrong": (
        decision("wrong", "算子"),
        "wrong '算子', says Mei: '算子' is the preferred form in zh; prefer another one first",
    ),
    "nothing called wrong": (
        decision("wrong", " "),
        "wrong ' ', says Mei: no form is given; say which words are wrong",
    ),
    "a kept name": (
        decision("prefer", "张量核心", concept="core"),
        "prefer '张量核心', says Mei: the English name is kept in zh; take keep out of the entry by hand, or admit the form",
    ),
}
CORE = '\n[[concept]]\nid = "core"\ndomain = "x"\ndefinition = "A core."\nkeep = true\nen.preferred = "Tensor Core"\n'


@pytest.mark.parametrize(("asked", "line"), PROBLEMS.values(), ids=PROBLEMS.keys())
def test_decisions_without_a_change_are_told(tmp_path: Path, asked: Decision, line: str):
    made = proposals([asked, asked], on(tmp_path, entry(ZH) + CORE))
    assert made == Proposals(b"", {}, b"", (), problems=(f"f1 (guide/zh.md): {line}",))


SILENT = [
    decision("accept", "操作员"),
    decision("reject", "操作员"),
    decision("discuss", "操作员"),
    decision("admit", "算子"),
    decision("admit", "运算符"),
    decision("prefer", "运算符", "算子"),
    decision("exclude", "算子", "算子集"),
    decision("wrong", "操作员"),
    decision("admit", "Tensor Core", concept="core"),
]


@pytest.mark.parametrize("asked", SILENT, ids=lambda one: f"{one.action} {one.question.surface} {one.words}")
def test_what_the_glossary_has_already_is_not_proposed(tmp_path: Path, asked: Decision):
    lines = 'zh.good = [{ form = "算子", not_in = ["算子集"] }, "运算符"]\nzh.bad = ["操作员"]'
    assert proposals([asked], on(tmp_path, entry(lines) + CORE)) == Proposals(b"", {}, b"", ())


CONFLICTS = {
    "admitted and passed over": (
        [decision("admit", "操作员"), decision("exclude", "操作员", "操作员培训", who="Ken")],
        "'operator' zh: Mei to admit '操作员', Ken to pass over '操作员' within '操作员培训'; agree, and make one of these "
        "decisions final",
    ),
    "preferred and passed over": (
        [decision("prefer", "操作员", who="Ken"), decision("exclude", "操作员", "操作员培训")],
        "'operator' zh: Ken to prefer '操作员', Mei to pass over '操作员' within '操作员培训'; agree, and make one of these "
        "decisions final",
    ),
    "admitted and called wrong": (
        [decision("admit", "操作符"), decision("wrong", "操作符", who="Ken")],
        "'operator' zh: Mei to admit '操作符', Ken to list as wrong '操作符'; agree, and make one of these decisions final",
    ),
    "two preferred forms": (
        [
            decision("prefer", "运算符"),
            decision("prefer", "操作员", who="Ken"),
            decision("prefer", "操作员", who="Aoi"),
        ],
        "'operator' zh: Aoi and Ken to prefer '操作员', Mei to prefer '运算符'; agree, and make one of these decisions final",
    ),
}


@pytest.mark.parametrize(("decisions", "line"), CONFLICTS.values(), ids=CONFLICTS.keys())
def test_what_does_not_go_together_is_not_proposed(tmp_path: Path, decisions: list[Decision], line: str):
    here = on(tmp_path, entry(BAD))
    for order in (decisions, decisions[::-1]):
        assert proposals(order, here) == Proposals(b"", {}, b"", (), conflicts=(line,))
    assert len(proposals([*decisions, decision("admit", "算符")], here).notes) == 1


def test_a_final_decision_settles_it(tmp_path: Path):
    here = on(tmp_path, entry(BAD))
    final = decision("exclude", "操作员", "操作员培训", final=True)
    made = proposals([decision("admit", "操作员"), final], here)
    assert (made.conflicts, len(made.notes)) == ((), 1)
    assert "pass over" in made.notes[0]


def test_a_form_that_is_preferred_need_not_be_admitted(tmp_path: Path):
    made = proposals([decision("admit", "运算符"), decision("prefer", "运算符")], on(tmp_path, entry(ZH)))
    assert [note.split(",")[0] for note in made.notes] == ["terms/own.toml: 'operator' zh: prefer '运算符'"]


def test_a_note_says_who_asks_and_what_stood_there(tmp_path: Path):
    here = on(tmp_path, entry('zh.good = "算子"\nzh.bad = [{ form = "操作员", why = "a person" }]'))
    asked = [
        decision("admit", "操作员"),
        decision("admit", "操作员", who="Ken", when="2026-11-23T00:00:00Z", why=""),
        decision("accept", "操作员", who="Aoi"),
    ]
    assert proposals(asked, here).notes == (
        "terms/own.toml: 'operator' zh: admit '操作员', says Mei and Ken (2 decisions, 2026-11-23): "
        "used throughout the docs; Aoi took it for a fault; was wrong: a person",
    )


HOSTILE = [
    'a "quote"',
    "two\nlines\r\nand more",
    ']]\n[[concept]]\nid = "x"',
    "'''",
    '"""',
    "# not here\x00\x07\x1b[31m",
    "\u202e turned",
    "\\",
    "\ud800",
    "\u2028\x85",
    "x" * 5000,
    "{ form = 1 }, ",
]


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
@pytest.mark.parametrize("action", ["admit", "prefer", "exclude"])
def test_hostile_texts_break_nothing(tmp_path: Path, action: str, text: str):
    here = on(tmp_path, entry(BAD))
    remarked = proposals([decision(action, "操作员", "操作员培训", who=text, why=text, when=text)], here)
    assert len(remarked.notes) == 1
    added = [line for line in difference(remarked) if line.startswith("+") and "#" in line]
    assert len(added) == 1
    comment = added[0][added[0].index("# ") :]
    assert len(comment) <= 120
    assert comment.isprintable()
    said = proposals([decision(action, "操作员", f"操作员{text}")], here)
    assert len(said.notes) + len(said.refused) + len(said.problems) == 1
    for made in (remarked, said):
        assert all(line.isprintable() for line in (*made.notes, *made.refused, *made.problems))
        load_with(made, tmp_path)


PROOF = '\n[concept.examples]\nzh.wrong = ["PyTorch 的操作员"]\nzh.match = ["算子集合"]\n'
STYLES = [
    BAD,
    'zh.good = ["算子", "运算元"]  # ours\nzh.bad = [\n  { form = "操作员", why = "a # b" },\n  "算符"\n]',
    "zh.preferred = \"算子\"\nzh.wrong = ['操作员']",
    'zh = { preferred = { form = "算子" }, deprecated = [ "操作员", ] }',
]
WORDS = st.one_of(st.text(max_size=6), st.sampled_from(["操作员", "算子", "操作员培训", "算子集", "operator", "OP"]))


@pytest.mark.slow
@given(
    st.sampled_from([*map(entry, STYLES), *(entry(lines) + PROOF for lines in STYLES)]),
    st.lists(
        st.tuples(st.sampled_from(["admit", "prefer", "wrong", "exclude"]), WORDS, WORDS, st.text(max_size=9)),
        max_size=3,
    ),
)
@example(entry(STYLES[1]), [("admit", "算符", "", "]]"), ("exclude", "操作员", "操作员#", '"')])
@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_what_is_proposed_always_loads(tmp_path: Path, text: str, asked: list[tuple[str, str, str, str]]):
    here = on(tmp_path, text)
    decisions = [decision(action, surface, words, who=why, why=why) for action, surface, words, why in asked]
    made = proposals(decisions, here)
    load_with(made, tmp_path)
    assert bool(made.patch) == bool(made.notes)
    assert proposals(decisions[::-1], here) == made


def git_applied(patch: bytes, folder: Path) -> None:
    if shutil.which("git") is None:
        pytest.skip("no git")
    subprocess.run(["git", "apply", "-"], input=patch, cwd=folder, check=True, capture_output=True)


def test_git_applies_the_patch(tmp_path: Path):
    first = entry(BAD) + "".join("\n" + entry(ZH, f"c{number}").replace("算子", f"第{number}项") for number in range(9))
    here = on(tmp_path, first.replace('["op"]', "[]"), KERNEL.rstrip("\n"))
    asked = [
        decision("admit", "操作员"),
        decision("prefer", "丁", concept="c2"),
        decision("exclude", "第7项", "第7项目", concept="c7"),
        decision("admit", "カーネル", concept="kernel", lang="ja"),
    ]
    made = proposals(asked, here)
    assert len(made.notes) == len(asked)
    git_applied(made.patch, tmp_path)
    assert {path: (tmp_path / path).read_bytes() for path in made.files} == made.files
    load([tmp_path / "terms"], only=True)


BUILT_IN = (
    entry('zh.good = ["算子", { form = "运算符", not_in = ["运算符号"] }]\nzh.bad = ["操作员"]')
    + "\n# On kernels.\n"
    + KERNEL
)


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a project; two entries stand for those of the installed package."""
    entries = tmp_path / "lib" / "entries"
    entries.mkdir(parents=True)
    (entries / "own.toml").write_text(BUILT_IN, encoding="utf-8")
    for module in (glossary_layers, loading):
        monkeypatch.setattr(module, "files", lambda _: tmp_path / "lib")
    (tmp_path / "project").mkdir()
    return tmp_path / "project"


def applied(asked: list[Decision], project: Path) -> str:
    """The text of the project's file once the patch of decisions is applied."""
    folders = [project / "terms"] if (project / "terms").is_dir() else []
    made = proposals(asked, shelf(project, folders))
    assert (list(made.files), made.refused, made.problems) == (["terms/reviewed.toml"], (), ())
    git_applied(made.patch, project)
    return (project / "terms" / "reviewed.toml").read_text(encoding="utf-8")


def statuses(project: Path) -> dict[str, str]:
    concept = load([project / "terms"]).by_id["operator"]
    return {form.form: form.status for form in concept.in_language("zh")}


@pytest.mark.parametrize(
    ("asked", "lines", "expected"),
    [
        (decision("admit", "运算元"), [f'zh.admitted = ["运算元"]  # admitted {BY_MEI}'], {"运算元": "admitted", "算子": "preferred"}),
        (decision("admit", "操作员"), [f'zh.admitted = ["操作员"]  # admitted {BY_MEI}'], {"操作员": "admitted"}),
        (decision("prefer", "运算元"), [f'zh = "运算元"  # preferred {BY_MEI}'], {"运算元": "preferred", "算子": "admitted"}),
        (decision("wrong", "运算符"), [f'zh.bad = ["运算符"]  # listed as wrong {BY_MEI}'], {"运算符": "wrong"}),
        (decision("exclude", "算子", "算子集"), [f'zh = {{ form = "算子", not_in = ["算子集"] }}  # excluded {BY_MEI}'], {"算子": "preferred"}),
        (decision("exclude", "运算符", "运算符集"), [f'zh.admitted = [{{ form = "运算符", not_in = ["运算符号", "运算符集"] }}]  # excluded {BY_MEI}'], {"运算符": "admitted"}),
    ],
)  # fmt: skip
def test_built_in_entry_is_changed_not_copied(
    installed: Path, asked: Decision, lines: list[str], expected: dict[str, str]
):
    text = applied([asked], installed)
    assert text.split("\n")[2:-1] == ["", "[[change]]", 'id = "operator"', *lines]
    assert {form: status for form, status in statuses(installed).items() if form in expected} == expected
    assert proposals([asked], shelf(installed, [installed / "terms"])).patch == b""


def test_change_of_a_built_in_entry_grows(installed: Path):
    asked = [decision("admit", "运算元"), decision("prefer", "算元"), decision("admit", "核心", concept="kernel")]
    for number in range(3):
        applied(asked[: number + 1], installed)
    later = {"when": "2026-11-24T14:05:00Z"}
    text = applied([decision("wrong", "运算元", **later), decision("prefer", "算符", **later)], installed)
    assert text.count("\n[[change]]\n") == 2
    assert {**statuses(installed), "op": ""} == {
        "算符": "preferred", "算子": "admitted", "算元": "admitted", "运算符": "admitted", "运算元": "wrong",
        "操作员": "wrong", "op": "",
    }  # fmt: skip


def test_changes_of_one_entry_in_two_files_must_agree(installed: Path):
    (installed / "terms").mkdir()
    (installed / "terms" / "own.toml").write_text('[[change]]\nid = "operator"\nzh.wrong = ["运算元"]\n')
    (installed / "terms" / "reviewed.toml").write_text('[[change]]\nid = "operator"\nzh.admitted = ["算元"]\n')
    made = proposals([decision("admit", "运算元")], shelf(installed, [installed / "terms"]))
    assert made.patch == b"" and "zh '运算元' is 'admitted' here and 'wrong' in own.toml" in made.refused[0]


def test_what_is_built_in_is_also_proposed_in_place(installed: Path, tmp_path: Path):
    made = proposals([decision("admit", "运算元")], shelf(installed))
    assert made.new_folder == "terms"
    place = installed / "glossary" / "entries"
    place.mkdir(parents=True)
    (place / "own.toml").write_text(BUILT_IN, encoding="utf-8")
    git_applied(made.upstream, installed)
    assert "运算元" in {form.form for form in load([place], only=True).by_id["operator"].forms}


def test_an_overlay_grows(tmp_path: Path):
    project, elsewhere = tmp_path / "project", tmp_path / "elsewhere"
    project.mkdir()
    elsewhere.mkdir()
    (elsewhere / "own.toml").write_text(entry(ZH) + "\n# On kernels.\n" + KERNEL, encoding="utf-8")
    for surface, concept in (("运算元", "operator"), ("核心", "kernel"), ("算元", "operator")):
        made = proposals([decision("admit", surface, concept=concept)], shelf(project, [elsewhere], only=True))
        git_applied(made.patch, project)
    folders = [elsewhere, project / "terms"]
    by_id = load(folders, only=True).by_id
    assert {"运算元", "算元", "核心"} <= {form.form for own in by_id.values() for form in own.forms}
    assert proposals([decision("admit", "运算元")], shelf(project, folders, only=True)).patch == b""
    assert proposals([decision("admit", "算素")], shelf(project, folders, only=True)).new_folder == ""


@pytest.mark.slow
def test_a_work_tree_of_this_project_is_edited_in_place():
    root = ROOT
    made = proposals([decision("admit", "运算元")], shelf(root))
    assert (list(made.files), made.upstream, made.new_folder) == (["glossary/entries/compiler.toml"], b"", "")


def test_a_folder_elsewhere_that_lies_over_the_overlay_is_told(tmp_path: Path):
    project, elsewhere = tmp_path / "project", tmp_path / "elsewhere"
    for folder, text in ((project / "terms", KERNEL), (elsewhere, entry(ZH))):
        folder.mkdir(parents=True)
        (folder / "own.toml").write_text(text)
    over = shelf(project, [project / "terms", elsewhere], only=True)
    assert "cannot be edited from here" in proposals([decision("admit", "运算元")], over).problems[0]
    under = proposals([decision("admit", "运算元")], shelf(project, [elsewhere, project / "terms"], only=True))
    assert list(under.files) == ["terms/reviewed.toml"]


def test_an_overlay_elsewhere_is_refused(tmp_path: Path):
    with pytest.raises(ReviewError, match=r"other: lies outside .*project; name a folder within it"):
        shelf(tmp_path / "project", overlay=tmp_path / "other")


def test_a_glossary_that_does_not_load_is_told(tmp_path: Path):
    with pytest.raises(GlossaryError, match="has no preferred form in zh"):
        on(tmp_path, entry("zh = []"))


@pytest.fixture(scope="module")
def built_in() -> GlossaryLayers:
    return shelf(ROOT)


@pytest.mark.slow
@pytest.mark.parametrize(("action", "most"), [("admit", 4), ("prefer", 4), ("exclude", 1)])
def test_few_lines_change_in_built_in_entries(built_in: GlossaryLayers, tmp_path: Path, action: str, most: int):
    """Twenty entries, a wrong form of theirs in zh and one in ja; a list that fits no line any more gets several."""
    asked = [
        one for one in _asked(built_in, action) if one.question.lang not in _kept(built_in, one) or action != "prefer"
    ]
    made = proposals(asked, built_in)
    assert len(made.notes) + len(made.refused) == len(asked)
    assert len(made.notes) > len(asked) / 2
    # Who wrote the entry gave proof that the form is wrong: that is for a person to weigh.
    assert [line for line in made.refused if "must show an unwanted form" not in line] == []
    assert median(_changed_lines(built_in, one) for one in asked) <= most
    entries = tmp_path / "glossary" / "entries"
    shutil.copytree(ROOT / "glossary" / "entries", entries)
    git_applied(made.patch, tmp_path)
    load([entries], only=True)


def _changed_lines(built_in: GlossaryLayers, one: Decision) -> int:
    """Lines of its entry that a decision edits, adds or takes out."""
    question = one.question
    before = built_in.texts([question.concept_id])[question.concept_id]
    after = changed(
        before, EntryChange(question.concept_id, question.lang, one.action, question.surface, one.words), "by Mei"
    )
    found = SequenceMatcher(None, before.split("\n"), after.split("\n"), autojunk=False).get_opcodes()
    return sum(max(two - one, four - three) for tag, one, two, three, four in found if tag != "equal")


def _asked(built_in: GlossaryLayers, action: str) -> list[Decision]:
    choice = random.Random(7)
    wrong = {
        concept.id: {
            lang: [own.form for own in concept.in_language(lang) if own.status == "wrong"] for lang in ("zh", "ja")
        }
        for concept in built_in.termbase.concepts
    }
    picked = choice.sample([name for name, own in wrong.items() if all(own.values())], 20)
    forms = [(name, lang, choice.choice(wrong[name][lang])) for name in picked for lang in ("zh", "ja")]
    words = "某" if action == "exclude" else ""
    return [
        decision(action, form, form + words if words else "", concept=name, lang=lang) for name, lang, form in forms
    ]


def _kept(built_in: GlossaryLayers, one: Decision) -> frozenset[str]:
    return built_in.termbase.by_id[one.question.concept_id].keep
