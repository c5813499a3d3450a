"""Showing a concept: how a term is looked up, and the whole output for an entry and for its uses."""

import pytest

from glossary.desk.report.concordance import ConcordancePage, ConcordanceUse, concordance, renderings, select_uses
from glossary.desk.report.wording import columns
from glossary.termbase.display import Line, UnknownTermError, entry, look_up
from tests.glossary.small import termbase

OPERATOR = """
id = "operator"
domain = "compiler"
definition = "A function on tensors that the framework knows by name."
reference = "https://pytorch.org/docs/stable/torch.html"
identifier = ["torch.ops"]
en.preferred = "operator"
en.abbreviation = ["op", "OPs"]
ja.preferred = "演算子"
ja.deprecated = [{ form = "作用素", until = "1.4", use = "演算子" }]

[zh]
preferred = { form = "算子", not_in = ["算子集"] }
admitted = ["运算符", { form = "運算子", region = "zh-TW" }]
wrong = [{ form = "操作员", why = "a person", only_near = ["PyTorch", "张量"] }, { form = "演算", case = "exact" }]
"""
GLOSSARY = termbase(
    OPERATOR,
    'id = "pytorch"\nkeep = true\nchoose = "free"\nen.preferred = "PyTorch"',
    'id = "backend"\nen.preferred = "backend"\nzh.preferred = "后端"',
    'id = "backward"\nen.preferred = "backward"\nzh.preferred = "反向"\nzh.wrong = ["后端"]',
    'id = "rear-end"\nen.preferred = "rear end"\nzh.preferred = "尾端"\nzh.admitted = ["后端"]',
    'id = "op"\nen.preferred = "optical product"',
    'id = "gradient-descent"\nen.preferred = "gradient descent"\nzh.preferred = "梯度下降"',
)


def plain(lines: list[Line]) -> str:
    return "\n".join("".join(text for text, _ in line) for line in lines)


# --- looking up


@pytest.mark.parametrize(
    ("term", "ids"),
    [
        ("operator", ["operator"]),
        ("Operators", ["operator"]),
        ("OPERATOR", ["operator"]),
        ("算子", ["operator"]),
        ("操作员", ["operator"]),
        ("作用素", ["operator"]),
        ("torch.ops", ["operator"]),
        ("Ｏｐｅｒａｔｏｒ", ["operator"]),
        ("gradient  descent", ["gradient-descent"]),
        ("gradient-descent", ["gradient-descent"]),
        ("pytorch", ["pytorch"]),
        ("op", ["op", "operator"]),  # an id comes first, whatever else it abbreviates
        ("后端", ["backend", "rear-end", "backward"]),  # preferred, admitted, wrong
    ],
)
def test_term_is_an_id_or_any_form_in_any_language(term: str, ids: list[str]):
    assert [concept.id for concept in look_up(GLOSSARY, term)] == ids


@pytest.mark.parametrize(
    ("term", "message"),
    [
        ("opertor", "no concept has the id or form 'opertor'; nearest: operator"),
        ("pytroch", "no concept has the id or form 'pytroch'; nearest: PyTorch"),
        ("梯度下架", "no concept has the id or form '梯度下架'; nearest: 梯度下降"),
        ("XYZ", "no concept has the id or form 'XYZ'; nothing is near it; look into the entries (*.toml)"),
        ("", "no concept has the id or form ''; nothing is near it; look into the entries (*.toml)"),
    ],
)
def test_unknown_term_names_the_nearest_forms(term: str, message: str):
    with pytest.raises(UnknownTermError) as error:
        look_up(GLOSSARY, term)
    assert str(error.value) == message


# --- the entry


def test_entry_has_every_form_with_its_status_and_remarks():
    assert plain(entry(GLOSSARY.by_id["operator"])) == (
        """\
operator  compiler
  A function on tensors that the framework knows by name.
  https://pytorch.org/docs/stable/torch.html
  in code: torch.ops

  en  preferred     operator
      abbreviation  op
                    OPs
  zh  preferred     算子 — not in 算子集
      admitted      运算符
                    運算子 — region zh-TW
      wrong         操作员 — a person; only near PyTorch, 张量
                    演算 — in this casing alone
  ja  preferred     演算子
      deprecated    作用素 — use 演算子; until 1.4"""
    )


def test_entry_of_a_kept_name():
    assert plain(entry(GLOSSARY.by_id["pytorch"])) == (
        """\
pytorch  test
  For a test.
  keeps its English name in zh, ja
  its renderings may stand side by side

  en  preferred     PyTorch
  zh  preferred     PyTorch
  ja  preferred     PyTorch"""
    )


def test_pieces_of_the_entry_name_the_status_for_colours():
    roles = [(text, role) for line in entry(GLOSSARY.by_id["backward"]) for text, role in line if role != "dim"]
    assert roles == [
        ("backward", "concept"),
        ("  For a test.", ""),
        ("backward", "preferred"),
        ("反向", "preferred"),
        ("后端", "wrong"),
        ("ja of backward", "preferred"),
    ]


# --- the concordance

PAGES = {
    "a": ConcordancePage(
        "a/zh.md", "# 算子\n\n每个算子都有内核。PyTorch 的操作员很多，operator 也多。\r\n新的算子。\n"
    ),
    "b": ConcordancePage("b/zh.html", "一\n\t二 Operator\u200b\x1b[31m 三\n", extracted=True),
    "c": ConcordancePage("c/en.md", "An operator is a function.\rOperators are many."),
}


def use(page: str, surface: str, nth: int = 0, status: str = "preferred", lang: str = "zh") -> ConcordanceUse:
    text, start = PAGES[page].text, -1
    for _ in range(nth + 1):
        start = text.index(surface, start + 1)
    return ConcordanceUse(page, lang, surface, status, start, start + len(surface))


USES = [
    use("a", "算子"),
    use("a", "算子", 1),
    use("a", "操作员", status="wrong"),
    use("a", "operator", status="source"),
    use("a", "算子", 2),
    use("b", "Operator", status="source"),
    use("c", "operator", lang="en"),
    use("c", "Operators", lang="en"),
]


def test_concordance_is_aligned_with_wide_characters_as_two():
    assert plain(concordance(renderings(USES), PAGES, 10, 68)) == (
        """\
en  2 uses in 1 document: Operators 1, operator 1
  c/en.md:2:1  ator is a function. | Operators | are many.
  c/en.md:1:4                   An | operator  | is a function. Oper
zh  6 uses in 2 documents: 算子 3, operator 2 (source), 操作员 1 (wrong)
  a/zh.md:1:3                      # | 算子     | 每个算子都有内核。
  a/zh.md:3:3            # 算子 每个 | 算子     | 都有内核。PyTorch
  a/zh.md:4:3     erator 也多。 新的 | 算子     | 。
  a/zh.md:3:25    rch 的操作员很多， | operator | 也多。 新的算子。
  b/zh.html:~2:4               一 二 | Operator | [31m 三
  a/zh.md:3:19    有内核。PyTorch 的 | 操作员   | 很多，operator 也"""
    )


def test_limit_is_per_language_and_lets_rare_renderings_show():
    by_lang = renderings(USES)
    assert [use.surface for use in select_uses(by_lang["zh"], 3)] == ["算子", "operator", "操作员"]
    assert [use.surface for use in select_uses(by_lang["zh"], 4)] == ["算子", "算子", "operator", "操作员"]
    assert plain(concordance(by_lang, PAGES, 0, 80)) == (
        "en  2 uses in 1 document: Operators 1, operator 1\n"
        "zh  6 uses in 2 documents: 算子 3, operator 2 (source), 操作员 1 (wrong)"
    )


def test_languages_stand_in_their_order_and_renderings_by_frequency():
    by_lang = renderings([use("a", "算子", lang=lang) for lang in ("ja", "zh", "en")])
    assert list(by_lang) == ["en", "zh", "ja"]
    counted = [(rendering.surface, rendering.status, len(rendering.uses)) for rendering in renderings(USES)["zh"]]
    assert counted == [("算子", "preferred", 3), ("operator", "source", 2), ("操作员", "wrong", 1)]


def test_uses_stay_in_one_column_in_every_width():
    for width in (0, 40, 60, 97, 200):
        lines = plain(concordance(renderings(USES), PAGES, 10, width)).splitlines()
        bars = {columns(line[: line.index(" | ")]) for line in lines[4:]}
        assert len(bars) == 1
        assert width < 60 or max(map(columns, lines[4:])) <= width


def test_no_uses_give_no_lines():
    assert concordance(renderings([]), {}, 10, 80) == []
