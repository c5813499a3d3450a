"""Tutorials of sphinx-gallery: the gold page, the text that is made, and which files are none."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corpus.errors import UnreadableError
from corpus.formats import gallery
from tests.corpus.small import GALLERY, cpu_limit, document, lawful, seen_blocks

GOLD = Path(__file__).parents[2] / "gold" / "gallery"
CODE = ".. code-block:: python\n\n    "
MARK = "#" * 30


def seen(text: str) -> list[tuple[str, str]]:
    """The blocks of a page as a translator sees them; code as it is written."""
    return seen_blocks(text, GALLERY)


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_gold_page(line_end: str):
    source = (GOLD / "en.py").read_text(encoding="utf-8")
    rows = [tuple(json.loads(line)) for line in (GOLD / "en.jsonl").read_text(encoding="utf-8").splitlines()]
    assert seen(gallery.read(source.replace("\n", line_end))) == rows


TITLE = '"""\n标题\n====\n"""\n'
TEXTS = [
    ("a docstring alone", TITLE, "标题\n====\n"),
    ("text right behind the quotes", '"""标题\n====\n\n文。"""', "标题\n====\n\n文。\n"),
    ("other quotes, raw, a byte order mark", "\ufeffr'''\n标题\n====\n\n\\alpha\n'''", "标题\n====\n\n\\alpha\n"),
    ("escapes of Python", '"""\n标题\n====\n\na\\\\b \\"c\\" d\\\ne\n"""', '标题\n====\n\na\\b "c" de\n'),
    ("an indented docstring", '"""\n  标题\n  ====\n"""', "标题\n====\n"),
    ("comments above", "#!/usr/bin/env python3\n# 许可\n\n" + TITLE, "标题\n====\n"),
    ("code", TITLE + "\nif x:\n    y = 1\n", f"标题\n====\n\n{CODE}if x:\n        y = 1\n"),
    ("a comment is code", TITLE + "# 注释\nx = 1\n", f"标题\n====\n\n{CODE}# 注释\n    x = 1\n"),
    ("a block", TITLE + f"{MARK}\n# 甲\n#\n# - 乙\n#   丙\nx\n", f"标题\n====\n\n甲\n\n- 乙\n  丙\n\n{CODE}x\n"),
    ("each way to open a block", TITLE + f"# %%\n# 甲\n\n#%%\n# 乙\n\n{MARK} x\n#丙\n", "标题\n====\n\n甲\n\n乙\n\n丙\n"),
    ("what opens a block is not shown", TITLE + "# %% 名\n# 甲\n", "标题\n====\n\n甲\n"),
    ("an empty block divides code", TITLE + "x\n# %%\ny\n", f"标题\n====\n\n{CODE}x\n\n{CODE}y\n"),
    ("a block that follows at once", TITLE + f"{MARK}\n# 甲\n{MARK}\n# 乙\n", "标题\n====\n\n甲\n\n乙\n"),
    ("an indented line opens no block", TITLE + "if x:\n    # %%\n    y\n", f"标题\n====\n\n{CODE}if x:\n        # %%\n        y\n"),
    ("code that a text announces", TITLE + "# %%\n# 如下::\n\nx\n", f"标题\n====\n\n如下:\n\n{CODE}x\n"),
    ("code that colons alone announce", TITLE + "# %%\n# 如下\n#\n# ::\n\nx\n", f"标题\n====\n\n如下\n\n{CODE}x\n"),
    ("a text that begins indented", TITLE + "x\n# %%\n#    引文\n# 文\n", f"标题\n====\n\n{CODE}x\n\n..\n\n   引文\n文\n"),
    ("no docstring, a title in a block", "# %%\n# 标题\n# ====\n\nx\n", f"标题\n====\n\n{CODE}x\n"),
]  # fmt: skip


@pytest.mark.parametrize(("fact", "source", "text"), TEXTS, ids=[case[0] for case in TEXTS])
def test_text(fact: str, source: str, text: str):
    assert gallery.is_tutorial(source)
    assert gallery.read(source) == text
    lawful(document(text, GALLERY))


KINDS = [
    ("a title", '"""\n标题\n====\n"""', True),
    ("a title with a line above", '"""\n====\n标题\n====\n"""', True),
    ("a title behind labels", '"""\n.. _a:\n\n:orphan:\n\n标题\n====\n"""', True),
    ("a short title", '"""\nA\n-\n"""', True),
    ("a title further down, and blocks", '"""\n`甲 <a.html>`_ ||\n**乙**\n\n标题\n====\n"""\n# %%\n# 文。\n', True),
    ("a title further down alone", '"""Do it.\n\nUsage\n-----\n\nx\n"""\nx = 1\n', False),
    ("no title", '"""Do it."""\nx = 1\n', False),
    ("no docstring", "import os\n", False),
    ("a docstring that is never closed", '"""\n标题\n====\n', False),
    ("a string further down", 'import os\n"""\n标题\n====\n"""\n', False),
    ("an underline that is too short", '"""\n很长的标题\n---\n"""', False),
    ("cells without text", "# %%\nx = 1\n# %%\ny = 2\n", False),
    ("cells with comments", "# %%\n# Load the data.\nx = 1\n", False),
    ("a banner", f"{MARK}\n# Licence\n{MARK}\nx = 1\n", False),
    ("cells of Jupytext", "# %% [markdown]\n# # 标题\n\n# %%\nx = 1\n", False),
    ("nothing", "", False),
]


@pytest.mark.parametrize(("fact", "source", "is_tutorial"), KINDS, ids=[case[0] for case in KINDS])
def test_tutorials_are_distinguished_from_programs(fact: str, source: str, is_tutorial: bool):
    assert gallery.is_tutorial(source) is is_tutorial
    if not is_tutorial:
        with pytest.raises(UnreadableError, match="no tutorial"):
            gallery.read(source)


LINES = [
    '"""',
    "标题",
    "====",
    "# %%",
    MARK,
    "# 文。",
    "#",
    "#   a::",
    "# .. note::",
    "x = 1",
    "    y = 2",
    "",
    "# - 甲",
    "\\",
    "'''",
]


@given(st.lists(st.sampled_from(LINES), max_size=20).map("\n".join))
def test_any_file_is_read_or_refused(lines: str):
    text = gallery.read(TITLE + lines)
    lawful(document(text, GALLERY))
    try:
        lawful(document(gallery.read(lines), GALLERY))
    except UnreadableError:
        assert not gallery.is_tutorial(lines)


HOSTILE = {
    "comments": "#\n" * 200_000,
    "an open docstring": '"""' + "a\\" * 200_000,
    "blocks": TITLE + "# %%\n# 甲\n" * 20_000,
    "signs": '"""\n' + "=" * 200_000,
    "blank lines": '"""\n' + "\n" * 200_000 + '"""',
    "open quotes": "\n".join(['"""a'] * 50_001),
}


@pytest.mark.parametrize("source", HOSTILE.values(), ids=HOSTILE)
def test_hostile_file_takes_bounded_time(source: str):
    with cpu_limit(6):
        if gallery.is_tutorial(source):
            lawful(document(gallery.read(source), GALLERY))
