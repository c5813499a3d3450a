"""Broken glossaries, through the command line: file, concept and remedy of every fault, exit status 2, no build."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

import pytest

from flows.options import termbase_cache
from tests.flows.command import Ran, called
from tests.flows.plain import write
from tests.glossary.small import ARRAY, TENSOR
from tests.hostile import common_folder, deadline, unprivileged


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with an article, to call from."""
    termbase_cache.glossary.cache_clear()  # "terms" was another folder before
    monkeypatch.chdir(tmp_path)
    return write(tmp_path, {"good/a/zh.md": "张量是多维数组。\n"})


def refused(capfd: pytest.CaptureFixture[str], *messages: str, only: bool = True) -> bool:
    """Whether a build with the entries in `terms` is refused with these lines and nothing else."""
    with deadline(60):
        ran = called(capfd, "build", "good", "--glossary", "terms", *(["--glossary-only"] if only else []))
    messages_shown = re.sub(r"\.toml:\d+:", ".toml:", ran.err)  # the lines are tested with loading
    assert (ran.status, ran.out, messages_shown) == (2, "", "".join(f"taiyaku: {message}\n" for message in messages))
    return not Path("outputs").exists()


# Each law of DESIGN §5, then what TOML itself refuses.
LAWS = [
    ("one form for two concepts of a domain", TENSOR + ARRAY.replace("数组", "张量"), "x.toml: zh '张量' belongs to both 'array' and 'tensor'; keep one, or give one of them only_near"),
    ("allowed and wrong at once", TENSOR + "zh.wrong = ['张量']", "x.toml: 'tensor': zh '张量' is both preferred and wrong; keep one"),
    ("admitted and deprecated at once", TENSOR + "ja.admitted = ['行列']\nja.deprecated = ['行列']", "x.toml: 'tensor': ja '行列' is both admitted and deprecated; keep one"),
    ("no preferred form", TENSOR.replace('zh.preferred = "张量"', "zh.admitted = ['张量']"), 'x.toml: \'tensor\' has no preferred form in zh; write zh.preferred = "…", or keep = true where the English name is used'),
    ("unknown key of a concept", TENSOR + "domian = 'x'", "x.toml: 'tensor': unknown key 'domian'; did you mean 'domain'?"),
    ("unknown key of a language", TENSOR + "zh.admited = ['x']", "x.toml: 'tensor' zh: unknown key 'admited'; did you mean 'admitted'?"),
    ("unknown key of a form", TENSOR + "zh.wrong = [{ form = '张两', near = ['x'] }]", "x.toml: 'tensor' zh wrong: unknown key 'near'; did you mean 'only_near'?"),
    ("example that does not match", TENSOR + "examples.zh.match = ['张力']", "x.toml: 'tensor': zh example '张力' must match, but nothing is found; correct the example, or add the form it has"),
    ("example that matches", TENSOR + "examples.zh.no_match = ['张量积']", "x.toml: 'tensor': zh example '张量积' must not match, but '张量' (preferred) is found; correct the example, or give the form not_in or only_near"),
    ("example that is not wrong", TENSOR + "examples.zh.wrong = ['张量']", "x.toml: 'tensor': zh example '张量' must show an unwanted form, but '张量' is preferred; correct the example, or list the form as wrong or deprecated"),
    ("invisible character", TENSOR.replace("张量", "张\u200b量"), "x.toml: 'tensor' zh preferred: form '张<U+200B>量' holds U+200B ZERO WIDTH SPACE; remove it"),
    ("direction mark", TENSOR + 'zh.admitted = ["张\\u202e两"]', "x.toml: 'tensor' zh admitted: form '张<U+202E>两' holds U+202E RIGHT-TO-LEFT OVERRIDE; remove it"),
    ("control character", TENSOR + 'zh.admitted = ["张\\u001b[31m两"]', "x.toml: 'tensor' zh admitted: form '张<U+001B>[31m两' holds U+001B control character; remove it"),
    ("the same id twice", TENSOR + TENSOR, "x.toml: 'tensor' stands twice; rename one, or merge them"),
    ("no id", TENSOR.replace('id = "tensor"', ""), "x.toml: a concept has no id; write one of a-z, 0-9 and . _ + -, such as 'tensor-core'"),
    ("an id of a list", TENSOR.replace('id = "tensor"', "id = ['a']"), "x.toml: a concept has the id ['a']; write one of a-z, 0-9 and . _ + -, such as 'tensor-core'"),
    ("a value of the wrong type", TENSOR + "keep = 1", "x.toml: 'tensor': keep is a number; write true or false"),
    ("syntax", TENSOR + "zh.admitted = [", "x.toml: not TOML: Invalid value (at end of document); fix that line"),
    ("a key twice", TENSOR + "domain = 'x'\n", "x.toml: not TOML: Cannot overwrite a value (at line 9, column 13); fix that line"),
    ("nested without end", "x = " + "[" * 100_000, "x.toml: not TOML: nested too deep; fix it"),
    ("no entries", "# none yet", "terms: no [[concept]] or [[change]] in it; add entries (*.toml), or leave the folder out"),
    ("an empty file", "", "terms: no [[concept]] or [[change]] in it; add entries (*.toml), or leave the folder out"),
]  # fmt: skip


@pytest.mark.parametrize(("fact", "text", "message"), LAWS, ids=[case[0] for case in LAWS])
def test_broken_law_is_told_with_file_concept_and_remedy(
    fact: str, text: str, message: str, folder: Path, capfd: pytest.CaptureFixture[str]
):
    write(folder, {"terms/x.toml": text})
    assert refused(capfd, message)


def test_every_faulty_concept_has_a_line_of_its_own(folder: Path, capfd: pytest.CaptureFixture[str]):
    write(folder, {"terms/a.toml": TENSOR + "keep = 1", "terms/b.toml": ARRAY + "zzz.a = 1"})
    known = "id, domain, definition, reference, keep, choose, tier, identifier, case, severity, note, draft, en, zh, ja, examples"
    assert refused(
        capfd,
        "a.toml: 'tensor': keep is a number; write true or false",
        f"b.toml: 'array': unknown key 'zzz'; known are {known}",
    )


def test_same_id_in_two_files_names_both(folder: Path, capfd: pytest.CaptureFixture[str]):
    write(folder, {"terms/a.toml": TENSOR, "terms/b.toml": TENSOR})
    assert refused(capfd, "b.toml: 'tensor' stands twice, first in a.toml; rename one, or merge them")


def test_entry_that_contradicts_a_built_in_one_names_both_files(folder: Path, capfd: pytest.CaptureFixture[str]):
    mine = TENSOR.replace('"tensor"\ndomain', '"my-tensor"\ndomain').replace('"テンソル"', '"わたしのテンソル"')
    write(folder, {"terms/mine.toml": mine.replace('en.preferred = "tensor"', 'en.preferred = "my tensor"')})
    ran = called(capfd, "build", "good", "--glossary", "terms")
    message = "zh '张量' belongs to both 'my-tensor' (mine.toml) and 'tensor'; keep one, or give one of them only_near"
    assert ran == Ran(2, "", f"taiyaku: tensors.toml:9: {message}\n")


def test_file_that_is_not_utf8_is_told_with_its_line(folder: Path, capfd: pytest.CaptureFixture[str]):
    write(folder, {"terms/x.toml": TENSOR.encode("gb18030")})
    assert refused(capfd, "x.toml: not UTF-8 (byte 128, line 7); save it as UTF-8")


@pytest.mark.slow
def test_folder_without_entries_laid_over_the_built_in_ones_is_told_however_often(
    folder: Path, capfd: pytest.CaptureFixture[str]
):
    from glossary.loading import load

    load()  # what is kept of the built-in entries alone must not stand for both
    write(folder, {"terms/readme.txt": "no entries here"})
    message = "terms: no [[concept]] or [[change]] in it; add entries (*.toml), or leave the folder out"
    assert refused(capfd, message, only=False) and refused(capfd, message, only=False)


def test_glossary_that_is_missing_or_no_table_is_refused(folder: Path, capfd: pytest.CaptureFixture[str]):
    assert refused(capfd, "terms: no such folder or file; name a folder of *.toml entries, or a table of terms")
    write(folder, {"terms": TENSOR})
    assert refused(capfd, "terms: holds entries as they are loaded; put it into a folder and name that with --glossary")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no such files")
@pytest.mark.parametrize("make", [os.mkdir, os.mkfifo, lambda path: os.symlink("nowhere", path)])
def test_what_is_no_file_is_told_and_not_waited_for(make, folder: Path, capfd: pytest.CaptureFixture[str]):
    write(folder, {"terms/x.toml": TENSOR})
    make("terms/y.toml")
    assert refused(capfd, "y.toml: no file that can be read; move it out of the folder")


@pytest.mark.skipif(sys.platform in ("darwin", "win32"), reason="file names are Unicode there")
def test_odd_name_of_a_file_is_spelled_out(folder: Path, capfd: pytest.CaptureFixture[str]):
    write(folder, {"terms/a\n\x1b\udce9.toml": "x = 1"})
    assert refused(capfd, "a\\n\\x1b\\xe9.toml: unknown key 'x'; known are concept, change")
    write(folder, {"terms/a\n\x1b\udce9.toml": TENSOR})
    assert called(capfd, "glossary", "show", "tensor", "--glossary", "terms", "--glossary-only").status == 0


def test_entries_without_permission_are_told(folder: Path, capfd: pytest.CaptureFixture[str]):
    from glossary.loading import load
    from glossary.termbase.termbase import GlossaryError

    with common_folder() as common:
        write(common, {"terms/x.toml": TENSOR})
        (common / "terms/x.toml").chmod(0)
        with unprivileged(), pytest.raises(GlossaryError) as error:
            load([common / "terms"], only=True)
    assert str(error.value) == "x.toml: cannot be read: Permission denied; check its permissions"
