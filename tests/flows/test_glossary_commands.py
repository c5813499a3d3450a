"""`taiyaku glossary show`: what it prints where, its exit statuses, and what it leaves alone."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from selectolax.lexbor import LexborHTMLParser

from flows.options.flow_parameters import BuildOptions
from flows.pipeline.lifecycle import publish
from tests.flows.command import Ran, called, environment, python
from tests.flows.plain import write
from tests.glossary.small import FAULTY_TENSOR

ENTRIES = f"""{FAULTY_TENSOR}
[[concept]]
id = "array"
domain = "tensors"
definition = "Values in a row."
en.preferred = "array"
zh.preferred = "数组"
ja.preferred = "配列"
"""
ENTRY = """\
tensor  tensors
  A multi-dimensional array.

  en  preferred     tensor
  zh  preferred     张量
      wrong         张两
  ja  preferred     テンソル
"""
ARTICLES: dict[str, str | bytes] = {
    "a/zh.md": "# 张量\n\n这个张量很大。那个张两很小。\n",
    "a/ja.md": "このテンソルは大きい。\n",
}
ONLY = ["--glossary", "terms", "--glossary-only"]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder that a call is made in, with entries of its own."""
    monkeypatch.chdir(tmp_path)
    return write(tmp_path, {"terms/terms.toml": ENTRIES})


def build(out: str = "outputs") -> str:
    sources = write(Path("articles"), ARTICLES)
    return publish(BuildOptions(sources=(sources,), out=Path(out), glossary=(Path("terms"),), glossary_only=True)).name


def test_entry_and_uses_of_the_latest_build_go_to_standard_output(folder: Path, capfd: pytest.CaptureFixture[str]):
    uses = f"""
Uses in build {build()}
zh  3 uses in 1 document: 张量 2, 张两 1 (wrong)
  a/zh.md:1:3                                                 # | 张量 | 这个张量很大。那个张两很小。
  a/zh.md:3:3                                       # 张量 这个 | 张量 | 很大。那个张两很小。
  a/zh.md:3:10                        # 张量 这个张量很大。那个 | 张两 | 很小。
ja  1 use in 1 document: テンソル 1
  a/ja.md:1:3                                           この | テンソル | は大きい。
"""
    assert called(capfd, "glossary", "show", "テンソル", *ONLY) == Ran(0, ENTRY + uses, "")


def test_language_and_limit_narrow_the_uses_alone(folder: Path, capfd: pytest.CaptureFixture[str]):
    build()
    lines = called(capfd, "glossary", "show", "tensor", "--lang", "zh", "--limit", "1", *ONLY).out.splitlines()
    assert "\n".join(lines[:7]) + "\n" == ENTRY
    assert lines[9] == "zh  3 uses in 1 document: 张量 2, 张两 1 (wrong)"
    assert len(lines) == 11
    counted = called(capfd, "glossary", "show", "tensor", "--lang", "zh", "--limit", "0", *ONLY)
    assert counted.out.splitlines() == lines[:10]


def test_build_may_be_named_or_set(folder: Path, capfd: pytest.CaptureFixture[str]):
    build_id = build("elsewhere")
    write(folder, {"taiyaku.toml": '[build]\nout = "elsewhere"\n'})
    for arguments in (["--build", "elsewhere/latest"], ["--build", f"elsewhere/builds/{build_id}"], []):
        assert f"Uses in build {build_id}\n" in called(capfd, "glossary", "show", "tensor", *arguments, *ONLY).out


def test_no_build_is_reported_in_one_line_after_the_entry(folder: Path, capfd: pytest.CaptureFixture[str]):
    message = "{}: no build found, so no uses; run `taiyaku build`, or give one with --build\n"
    assert called(capfd, "glossary", "show", "tensor", *ONLY) == Ran(0, ENTRY, message.format("outputs/latest"))
    assert called(capfd, "glossary", "show", "tensor", "--build", "gone", *ONLY) == Ran(
        2, ENTRY, message.format("gone")
    )


def test_concept_without_uses_is_reported_in_one_line(folder: Path, capfd: pytest.CaptureFixture[str]):
    build_id = build()
    assert called(capfd, "glossary", "show", "数组", *ONLY).out.endswith(f"\n\nNo uses in build {build_id}.\n")
    ran = called(capfd, "glossary", "show", "tensor", "--lang", "en", *ONLY)
    assert ran == Ran(0, f"{ENTRY}\nNo uses in en in build {build_id}.\n", "")


def test_build_with_other_entries_is_reported(folder: Path, capfd: pytest.CaptureFixture[str]):
    build()
    write(folder, {"terms/terms.toml": ENTRIES.replace("Values in", "Values of")})
    ran = called(capfd, "glossary", "show", "tensor", *ONLY)
    assert ran.err == "outputs/latest: built with different glossary entries; run `taiyaku build` to update the uses\n"
    assert "张量 2" in ran.out


def test_page_shows_how_a_build_uses_each_form(folder: Path, capfd: pytest.CaptureFixture[str]):
    build_id = build()
    ran = called(capfd, "glossary", "export", "page.html", "--build", "outputs/latest", *ONLY)
    assert ran == Ran(0, "", "wrote page.html: 2 concepts\n")
    page = LexborHTMLParser(Path("page.html").read_text(encoding="utf-8"))
    assert f"uses in build {build_id}." in page.css("p.about")[0].text()
    forms = [node.text() for node in page.css("#tensor li > span")]
    uses = [node.text() for node in page.css("#tensor li > .uses")]
    assert list(zip(forms, uses, strict=True)) == [
        ("tensor", "unused"),
        ("张量", "2×"),
        ("张两", "1×"),
        ("テンソル", "1×"),
    ]
    assert [node.text() for node in page.css("#tensor h3 small")] == ["3 in 1 document", "1 in 1 document"]
    example = [node.text() for node in page.css(".example > small, .example > q, .example mark")]
    assert example == ["a/ja.md:1:3", "このテンソルは大きい。", "テンソル"]


@pytest.mark.parametrize(
    ("language", "root", "version"),
    [
        (("--for", "zh"), b"<martif", "TBX version 2, which OmegaT, translate-toolkit and Weblate read"),
        ((), b"<tbx", "TBX version 3 (ISO 30042:2019), for termbases that follow the standard; OmegaT 3.6, "
         "translate-toolkit and Weblate refuse it and read version 2: choose a language with --for"),
    ],
)  # fmt: skip
def test_export_says_which_version_of_tbx_it_is_and_who_reads_it(
    folder: Path, capfd: pytest.CaptureFixture[str], language: tuple[str, ...], root: bytes, version: str
):
    ran = called(capfd, "glossary", "export", "terms.tbx", "--format", "tbx", *language, *ONLY)
    assert ran == Ran(0, "", f"wrote terms.tbx: 2 concepts as {version}\n")
    assert root in Path("terms.tbx").read_bytes()


def test_page_of_a_build_with_other_entries_is_reported(folder: Path, capfd: pytest.CaptureFixture[str]):
    build()
    write(folder, {"terms/terms.toml": ENTRIES.replace("Values in", "Values of")})
    ran = called(capfd, "glossary", "export", "page.html", "--build", "outputs/latest", *ONLY)
    assert ran.status == 0
    assert ran.err.splitlines()[0] == (
        "outputs/latest: built with different glossary entries; run `taiyaku build` to update the uses"
    )


def test_page_of_a_build_that_is_damaged_is_refused_in_one_line(folder: Path, capfd: pytest.CaptureFixture[str]):
    build()
    shutil.rmtree(Path("outputs/latest").resolve() / "concepts")
    ran = called(capfd, "glossary", "export", "page.html", "--build", "outputs/latest", *ONLY)
    assert (ran.status, len(ran.err.splitlines())) == (2, 1)
    assert ran.err.endswith("; rebuild it\n")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["张粮"], "no concept has the id or form '张粮'; nearest: 张量, 张两"),
        (["tensro"], "no concept has the id or form 'tensro'; nearest: tensor"),
    ],
)
def test_unknown_term_ends_with_2_and_one_line(
    arguments: list[str], message: str, folder: Path, capfd: pytest.CaptureFixture[str]
):
    assert called(capfd, "glossary", "show", *arguments, *ONLY) == Ran(2, "", f"taiyaku: {message}\n")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["show"], "the following arguments are required: TERM"),
        (["show", "x", "--limit", "-1"], "argument --limit: '-1' is not a number of lines; give 0 or more"),
        (["show", "x", "--limit", "²"], "argument --limit: '²' is not a number of lines; give 0 or more"),
        (["show", "x", "--lang", "fr"], "argument --lang: invalid choice: 'fr'"),
        ([], "the following arguments are required: COMMAND"),
    ],
)
def test_option_at_fault_ends_with_2(arguments: list[str], message: str, capfd: pytest.CaptureFixture[str]):
    ran = called(capfd, "glossary", *arguments)
    assert (ran.status, ran.out) == (2, "")
    assert message in ran.err.splitlines()[-1]


@pytest.mark.slow
def test_showing_imports_no_prefect_and_its_help_nothing_heavy(folder: Path, prefect_home: Path):
    ask = """
import sys
from flows.command_line.cli import main
try:
    main({arguments!r})
except SystemExit:
    pass
print("LOADED", [name for name in {names!r} if name in sys.modules])
"""
    for arguments, names in [
        (["glossary", "show", "tensor", *ONLY], ("prefect", "spacy", "jieba", "fugashi")),
        (["glossary", "show", "--help"], ("prefect", "pyarrow", "pydantic", "glossary", "rich")),
    ]:
        code = ask.format(arguments=arguments, names=names)
        assert python("-c", code, env=environment(prefect_home), cwd=folder).out.endswith("LOADED []\n")


def test_terminal_gets_colour(folder: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("NO_COLOR", raising=False)
    out = called(capfd, "glossary", "show", "tensor", *ONLY).out
    assert "\x1b[1mtensor\x1b[0m" in out and "\x1b[31m张两\x1b[0m" in out


ENGLISH: dict[str, str | bytes] = {
    "ring/en.md": "# Queues\n\nThe ring buffer is a tensor. A ring buffer is fast. Our ring buffer grows.\n",
    "ring/zh.md": "# 队列\n\n环形缓冲区是张量。环形缓冲区很快。我们的环形缓冲区会变大。\n",
}


def candidates(capfd: pytest.CaptureFixture[str], *more: str) -> Ran:
    return called(capfd, "glossary", "candidates", *ONLY, *more)


def test_candidates_are_listed_written_and_decided(folder: Path, capfd: pytest.CaptureFixture[str]):
    sources = write(Path("pair"), ENGLISH)
    publish(BuildOptions(sources=(sources,), out=Path("outputs"), glossary=(Path("terms"),), glossary_only=True))
    listed = candidates(capfd)
    assert listed.status == 0
    assert "ring buffer  (3 uses in 1 documents)" in listed.out
    assert "The [ring buffer] is a tensor" in " ".join(listed.out.split()) or "[ring buffer]" in listed.out
    assert "tensor  (" not in listed.out
    ran = candidates(capfd, "--format", "csv", "--out", "c.csv")
    assert (ran.status, ran.out) == (0, "")
    table = Path("c.csv").read_text(encoding="utf-8-sig")
    Path("c.csv").write_text(table.replace("\n,term,ring buffer", "\nreject,term,ring buffer"), encoding="utf-8")
    assert "ring buffer  (" not in candidates(capfd, "--decided", "c.csv").out
    for form, mark in (("html", "<!doctype html>"), ("toml", "draft = true")):
        assert mark in candidates(capfd, "--format", form).out


def test_candidates_of_no_build_or_of_a_bad_table_are_refused(folder: Path, capfd: pytest.CaptureFixture[str]):
    assert candidates(capfd, "nowhere").status == 2
    build()
    Path("bad.csv").write_text("decision,key\nperhaps,x\n", encoding="utf-8")
    ran = candidates(capfd, "--decided", "bad.csv")
    assert ran == Ran(
        2, "", "taiyaku: bad.csv: row 2: decision is 'perhaps'; write accept or reject, or leave it empty\n"
    )
    ran = candidates(capfd, "--decided", "none.csv")
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith("taiyaku: --decided none.csv: cannot be read")
