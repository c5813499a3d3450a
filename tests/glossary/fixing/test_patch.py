"""Patches as `git apply` and `patch` read them."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from glossary.fixing.patch import patch

LINES = [f"line {number}\n" for number in range(1, 31)]


def edited(*numbers: int, lines: list[str] = LINES) -> tuple[bytes, bytes]:
    """A file before and after some of its lines, counted from 1, were edited."""
    new = [line.replace("line", "行") if number in numbers else line for number, line in enumerate(lines, 1)]
    return "".join(lines).encode(), "".join(new).encode()


def test_few_lines_around_a_change_are_shown():
    assert patch("docs/a.md", *edited(5)).decode() == (
        "--- a/docs/a.md\n+++ b/docs/a.md\n@@ -2,7 +2,7 @@\n"
        " line 2\n line 3\n line 4\n-line 5\n+行 5\n line 6\n line 7\n line 8\n"
    )


def test_changes_far_apart_are_hunks_of_their_own():
    heads = [line for line in patch("a", *edited(1, 2, 8, 16)).decode().splitlines() if line.startswith("@@")]
    assert heads == ["@@ -1,11 +1,11 @@", "@@ -13,7 +13,7 @@"]


def test_nothing_is_said_of_what_is_the_same():
    assert patch("a", b"x\n", b"x\n") == b""


def test_open_end_is_reported():
    assert patch("a", b"x", b"y") == (
        b"--- a/a\n+++ b/a\n@@ -1 +1 @@\n-x\n\\ No newline at end of file\n+y\n\\ No newline at end of file\n"
    )


def test_lines_are_neither_added_nor_taken_out():
    with pytest.raises(ValueError, match="a: 1 lines before and 2 after; edits must keep the lines"):
        patch("a", b"x", b"x\n")


NAMES = ["docs/a.md", "a b.md", "新 页.md", 'quo"te.md', "tab\there.md", "back\\slash.md"]
TEXTS = st.lists(st.tuples(st.sampled_from(["a", "b", "", "漢\r", "\x0c"]), st.booleans()), min_size=1, max_size=40)


@pytest.mark.parametrize("tool", ["git apply -", "patch -p1"])
@given(TEXTS, st.booleans(), st.sampled_from(NAMES))
@settings(max_examples=25, deadline=None)
def test_tools_apply_it(tool: str, tmp_path_factory: pytest.TempPathFactory, lines, ends: bool, name: str):
    if shutil.which(tool.split(maxsplit=1)[0]) is None:
        pytest.skip(f"no {tool}")
    end = "\n" if ends else ""
    old = "\n".join(line for line, _ in lines) + end
    new = "\n".join(line + "改" * (changes and bool(line)) for line, changes in lines) + end
    folder = tmp_path_factory.mktemp("patch")
    file = folder / name
    file.parent.mkdir(exist_ok=True)
    file.write_bytes(old.encode())
    diff = patch(name, old.encode(), new.encode())
    if diff:
        subprocess.run(tool.split(), cwd=folder, input=diff, check=True, capture_output=True)
    assert file.read_bytes() == new.encode()


def test_git_applies_it_from_a_folder_below(tmp_path: Path):
    subprocess.run(["git", "init", "-q"], cwd=tmp_path, check=True)
    old, new = edited(3)
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "a.md").write_bytes(old)
    subprocess.run(["git", "apply", "-"], cwd=tmp_path / "docs", input=patch("a.md", old, new), check=True)
    assert (tmp_path / "docs" / "a.md").read_bytes() == new
