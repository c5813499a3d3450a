"""Front matter: where it begins and ends, and what its entries are."""

from itertools import pairwise

import pytest

from corpus.formats.markdown import frontmatter
from tests.corpus.small import MARKDOWN, document, lawful

ENTRIES = [
    ("YAML", "---\ntitle: 模型\nauthor: A\n---\n正文", {"title": "模型", "author": "A"}),
    ("TOML", '+++\ntitle = "模型"\ndraft = true\n+++\n正文', {"title": "模型", "draft": "True"}),
    ("CRLF", "---\r\ntitle: 模型\r\n---\r\n正文", {"title": "模型"}),
    ("a byte order mark that was kept", "\ufeff---\ntitle: 模型\n---\n", {"title": "模型"}),
    ("a list", "---\ntags: [a, 模型]\n---\n", {"tags": "a, 模型"}),
    ("a mapping", "---\nauthor:\n  name: A\n  id: 3\n---\n", {"author": "name: A, id: 3"}),
    ("a date", "---\ndate: 2022-11-02\n---\n", {"date": "2022-11-02"}),
    ("an entry without a value", "---\ntitle:\n---\n", {"title": ""}),
    ("a key that is a number", "---\n1: a\n---\n", {"1": "a"}),
    ("a rule inside the text ends nothing", "---\ntitle: 模型\n---\n正文\n\n---\n", {"title": "模型"}),
    ("a page of front matter alone", "---\ntitle: 模型\n---", {"title": "模型"}),
    ("nothing between the fences", "---\n---\n正文", {}),
    ("no front matter", "# 模型\n\n正文", {}),
    ("front matter below the text", "正文\n\n---\ntitle: 模型\n---\n", {}),
    ("rules around prose", "---\n\n正文而已。\n\n---\n", {}),
    ("front matter that never ends", "---\ntitle: 模型\n\n正文", {}),
    ("broken YAML", "---\ntitle: [模型\n---\n", {}),
    ("a date that is none", "---\ndate: 2024-13-45\n---\n", {"date": "2024-13-45"}),
    ("a colon in a value", "---\ntitle: 张量: 入门\ntags: [a, b]\n---\n", {"title": "张量: 入门"}),
    ("no space behind the colon", "---\ntitle:张量\nauthor: A\n---\n", {"title": "张量", "author": "A"}),
    ("JSON", '{\n  "title": "张量",\n  "tags": ["a", "b"]\n}\n\n正文', {"title": "张量", "tags": "a, b"}),
    ("an end of three dots", "---\ntitle: 张量\n...\n正文", {"title": "张量"}),
    ("a folded value", "---\ntitle: >-\n  张量\n  入门\n---\n", {"title": "张量 入门"}),
    ("TOML of CRLF", '+++\r\ntitle = """\r\n张量"""\r\n+++\r\n', {"title": "张量"}),
    ("a heading between rules", "---\n\n# 标题\n\n---\n", {}),
    ("a note between rules", "---\n\n注意：正文而已。\n\n---\n", {}),
    ("broken TOML", "+++\ntitle = 模型\n+++\n", {}),
    ("a list instead of entries", "---\n- title: 模型\n---\n", {}),
    ("YAML that would run code", "---\na: !!python/object/apply:os.getcwd []\n---\n", {}),
]


@pytest.mark.parametrize(("fact", "text", "expected"), ENTRIES, ids=[case[0] for case in ENTRIES])
def test_entries(fact, text, expected):
    assert frontmatter.parse(text) == expected
    lawful(document(text, MARKDOWN))


def test_front_matter_ends_with_its_fence():
    text = "---\ntitle: 模型\n---\n正文\n"
    match = frontmatter.find(text)
    assert match is not None
    assert (match.group(), match["body"]) == ("---\ntitle: 模型\n---", "title: 模型\n")


def test_front_matter_hides_no_heading_below_it():
    text = "---\ntitle: 模型\n---\n# 训练\n"
    kinds = [(segment.kind, segment.text) for segment in lawful(document(text, MARKDOWN))]
    assert kinds == [
        ("markup", "---"),
        ("markup", "title:"),
        ("heading", "模型"),
        ("markup", "---"),
        ("heading", "# 训练"),
    ]


def test_anchors_that_multiply_make_no_gigabytes():
    lines = ["a: &a [x]"]
    for before, name in pairwise("abcdefgh"):
        lines.append(f"{name}: &{name} [{', '.join([f'*{before}'] * 9)}]")
    entries = frontmatter.parse("---\n" + "\n".join(lines) + "\n---\n")
    assert sum(map(len, entries.values())) < 1_000_000


@pytest.mark.slow
def test_lists_nested_deeply_are_no_crash():
    text = f"---\ntitle: {'[' * 5_000}\n---\n正文\n"
    assert frontmatter.parse(text) == {}


VALUES = [
    ("quoted", '---\ntitle: "A page"\n---\n', [("title", "heading", "A page")]),
    ("of one's own", "---\nsidebarTitle: A page\n---\n", [("sidebarTitle", "heading", "A page")]),
    ("a comment behind", "---\ntitle: A page # draft\n---\n", [("title", "heading", "A page")]),
    ("a name with a colon", "---\nog:description: A page\n---\n", [("og:description", "paragraph", "A page")]),
    ("over several lines", "---\nsummary: What it\n  says\n---\n", [("summary", "paragraph", "What it\n  says")]),
    ("quoted over several lines", '---\nsummary: "What \\"it\\"\n  says"\ndate: 1\n---\n',
     [("summary", "paragraph", 'What \\"it\\"\n  says')]),
    ("folded", "---\nsummary: >-\n  What it\n  says\ndate: 1\n---\n", [("summary", "paragraph", "\n  What it\n  says")]),
    ("nested", "---\nhero:\n  tagline: Fast enough\n  link: /a\n---\n", [("hero/tagline", "paragraph", "Fast enough")]),
    ("in a list", "---\nfeatures:\n- title: One\n  details: It is one\n- title: Two\n---\n",
     [("features/1/title", "heading", "One"), ("features/1/details", "paragraph", "It is one"), ("features/2/title", "heading", "Two")]),
    ("TOML", '+++\ntitle = "A page"\n[hero]\ntext = \'\'\'\nIt is\'\'\'\n+++\n', [("title", "heading", "A page"), ("hero/1/text", "paragraph", "\nIt is")]),
    ("JSON", '{\n  "title": "A page",\n  "draft": true\n}\n', [("title", "heading", "A page")]),
    ("sentences below any key", "---\nwarning: do not close the window\n---\n", [("warning", "paragraph", "do not close the window")]),
    ("none: data", "---\ndate: 2024-01-01\nslug: a-b\nicon: circle\nauthor: Ann B. of the other team\ntags: [a b, c d]\ndraft: true\n---\n", []),
    ("none: sums", '---\nhashes:\n  "Summary": 8ad93f0\n---\n', []),
    ("none: numbers", "---\ntitle: 2024\n---\n", []),
]  # fmt: skip


@pytest.mark.parametrize(("fact", "text", "expected"), VALUES, ids=[case[0] for case in VALUES])
def test_texts_with_their_keys(fact, text, expected):
    assert [(value.key, value.kind, text[value.start : value.end]) for value in frontmatter.texts(text)] == expected
    lawful(document(text, MARKDOWN))


def test_keys_are_markup():
    text = '---\ntitle: "A page"\ntags: [a, b]\nmodel:\n  batch: 3\n---\n'
    markup = [segment.text for segment in lawful(document(text, MARKDOWN, "en")) if segment.kind == "markup"]
    assert markup == ["---", 'title: "', '"', "tags:", "model:", "batch:", "---"]
