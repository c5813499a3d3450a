"""Layout: which files are sources, and what work and language their place gives them."""

import os
import sys
from pathlib import Path

import pytest

from corpus.formats import EXTENSIONS
from corpus.languages import Language
from corpus.sources.discovery import DiscoveredSources, SourceError, find
from corpus.sources.documents import read

ENGLISH, CHINESE, JAPANESE = Language("en", "en"), Language("zh", "zh"), Language("ja", "ja")


def plant(folder: Path, *names: str) -> Path:
    """Make files with these names."""
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("text\n", encoding="utf-8")
    return folder


def listed(sources: DiscoveredSources) -> list[tuple[str, str, str | None]]:
    """What cases write of a file: its name, its work, its locale."""
    return [(file.name, file.work, file.language.locale if file.language else None) for file in sources.files]


# --- the layouts of DESIGN §3: files below the folder that is the SOURCE

LAYOUTS = [
    ("language folder", [
        ("zh/guide/intro.md", "guide/intro", "zh"),
        ("ja/guide/intro.md", "guide/intro", "ja"),
    ]),
    ("language folder inside others", [
        ("content/zh/docs/a.md", "content/docs/a", "zh"),
        ("content/en/docs/a.md", "content/docs/a", "en"),
    ]),
    ("the outermost of two language folders counts", [("zh/en/a.md", "en/a", "zh")]),
    ("file named after its language", [
        ("pytorch-1.9/zh.txt", "pytorch-1.9", "zh"),
        ("pytorch-1.9/en.md", "pytorch-1.9", "en"),
    ]),
    ("file named after its language, deeper", [("blog/pytorch-1.9/ja.md", "blog/pytorch-1.9", "ja")]),
    ("language before the extension", [
        ("intro.zh-TW.md", "intro", "zh-TW"),
        ("guide/intro.en.md", "guide/intro", "en"),
    ]),
    ("a version number is no language", [("pytorch-1.9.md", "pytorch-1.9", None), ("release.1.ja.txt", "release.1", "ja")]),
    ("flat files are works of their own", [("000.txt", "000", None), ("001.txt", "001", None)]),
    ("flat files that differ only in extension stay apart", [("a.md", "a.md", None), ("a.txt", "a.txt", None)]),
    ("flat files that differ only in extension, in a folder", [("x/a.md", "x/a.md", None), ("x/a.txt", "x/a.txt", None), ("y/a.txt", "y/a", None)]),
    ("all formats", [("a.markdown", "a", None), ("b.md", "b", None), ("c.mdx", "c", None), ("d.txt", "d", None), ("e.html", "e", None), ("f.htm", "f", None)]),
    ("an extension in capitals", [("A.MD", "A", None), ("zh/B.TXT", "B", "zh")]),
    ("names with spaces, Han and emoji", [("zh/第 1 章.md", "第 1 章", "zh"), ("🎉.md", "🎉", None)]),
]  # fmt: skip


@pytest.mark.parametrize(("fact", "expected"), LAYOUTS, ids=[case[0] for case in LAYOUTS])
def test_layout(tmp_path, fact, expected):
    plant(tmp_path, *(name for name, _, _ in expected))
    assert sorted(listed(find([tmp_path], root=tmp_path))) == sorted(expected)


TAGS = [
    ("zh", "zh", "zh"), ("zh-CN", "zh", "zh-CN"), ("zh_CN", "zh", "zh-CN"), ("zh-Hans", "zh", "zh-Hans"), ("cn", "zh", "zh-CN"),
    ("zh-TW", "zh", "zh-TW"), ("zh-Hant-TW", "zh", "zh-Hant-TW"), ("ZH-cn", "zh", "zh-CN"), ("ja", "ja", "ja"),
    ("ja-JP", "ja", "ja-JP"), ("jp", "ja", "ja-JP"), ("en", "en", "en"), ("en-US", "en", "en-US"), ("en_us", "en", "en-US"),
]  # fmt: skip


@pytest.mark.parametrize(("tag", "lang", "locale"), TAGS, ids=[case[0] for case in TAGS])
def test_tag_in_all_three_places(tmp_path, tag, lang, locale):
    plant(tmp_path, f"{tag}/page.md", f"work/{tag}.md", f"note.{tag}.md")
    languages_by_work = {file.work: file.language for file in find([tmp_path], root=tmp_path).files}
    assert languages_by_work == dict.fromkeys(("page", "work", "note"), Language(lang, locale))


# --- the root


def test_folder_and_its_parts_give_the_same_works_and_paths(tmp_path):
    plant(tmp_path, "articles/a/zh.txt", "articles/a/en.md", "articles/b/zh.txt", "articles/b/en.md")
    whole = find([tmp_path / "articles"])
    parts = find([tmp_path / "articles/a", tmp_path / "articles/b"])
    assert listed(whole) == listed(parts) != []
    assert whole.root == parts.root == tmp_path / "articles"


ROOTS = [
    ("a language folder keeps its name", ["zh"], [("zh/guide/intro.md", "guide/intro", "zh")]),
    ("a work folder keeps its name", ["a"], [("a/en.md", "a", "en"), ("a/zh.txt", "a", "zh")]),
    ("a file in a work folder", ["a/zh.txt"], [("a/zh.txt", "a", "zh")]),
    ("a file in a language folder", ["zh/guide/intro.md"], [("intro.md", "intro", None)]),
    ("two language folders", ["zh", "ja"], [("ja/guide/intro.md", "guide/intro", "ja"), ("zh/guide/intro.md", "guide/intro", "zh")]),
    ("the same folder twice", ["a", "a"], [("a/en.md", "a", "en"), ("a/zh.txt", "a", "zh")]),
    ("a folder and a file in it", ["a", "a/zh.txt"], [("a/en.md", "a", "en"), ("a/zh.txt", "a", "zh")]),
    ("a folder with ..", ["zh/../a"], [("a/en.md", "a", "en"), ("a/zh.txt", "a", "zh")]),
]  # fmt: skip


@pytest.mark.parametrize(("fact", "sources", "expected"), ROOTS, ids=[case[0] for case in ROOTS])
def test_root_without_settings(tmp_path, fact, sources, expected):
    plant(tmp_path, "zh/guide/intro.md", "ja/guide/intro.md", "a/zh.txt", "a/en.md")
    assert listed(find([tmp_path / source for source in sources])) == expected


def test_root_of_settings_decides_names(tmp_path):
    plant(tmp_path, "docs/zh/intro.md")
    assert listed(find([tmp_path / "docs/zh"], root=tmp_path)) == [("docs/zh/intro.md", "docs/intro", "zh")]


def test_relative_source_is_taken_from_the_current_folder(tmp_path, monkeypatch):
    plant(tmp_path, "a/zh.txt")
    monkeypatch.chdir(tmp_path)
    assert listed(find([Path("a")])) == [("a/zh.txt", "a", "zh")]


def test_source_outside_the_root_is_refused(tmp_path):
    plant(tmp_path, "a/zh.txt", "b/zh.txt")
    with pytest.raises(SourceError) as error:
        find([tmp_path / "b"], root=tmp_path / "a")
    assert str(error.value) == (
        f"{tmp_path / 'b'} lies outside the root {tmp_path / 'a'}; change root in taiyaku.toml or leave the source out"
    )


def test_missing_source_is_refused(tmp_path):
    with pytest.raises(SourceError) as error:
        find([tmp_path / "nowhere"])
    assert str(error.value) == f"{tmp_path / 'nowhere'}: no such file or folder; check the path"


def test_empty_folder_has_no_files(tmp_path):
    assert find([tmp_path]) == DiscoveredSources(tmp_path, ())


# --- settings


def test_patterns_pair_folders_that_no_rule_would(tmp_path):
    plant(tmp_path, "docs/guide/intro.md", "i18n/zh-Hans/guide/intro.md", "i18n/zh-Hans/top.md", "other.md")
    works = [{"en": "docs/**", "zh": "i18n/zh-Hans/**"}]
    assert listed(find([tmp_path], root=tmp_path, works=works)) == [
        ("docs/guide/intro.md", "guide/intro", "en"),
        ("i18n/zh-Hans/guide/intro.md", "guide/intro", "zh"),
        ("i18n/zh-Hans/top.md", "top", "zh"),
        ("other.md", "other", None),
    ]


PATTERNS = [
    ("docs/**", "docs/a/b.md", "a/b"),
    ("docs/**", "docs2/a.md", None),
    ("docs/*.md", "docs/a.md", "a"),
    ("docs/*.md", "docs/a/b.md", None),
    ("**/source.md", "x/y/source.md", "x/y"),
    ("*/text-*.txt", "x/text-zh.txt", "x/zh"),
    ("a+b/**", "a+b/c.md", "c"),
]


@pytest.mark.parametrize(("pattern", "name", "work"), PATTERNS)
def test_pattern(tmp_path, pattern, name, work):
    plant(tmp_path, name)
    (file,) = find([tmp_path], root=tmp_path, works=[{"ja": pattern}]).files
    assert (file.work, file.language) == ((work, JAPANESE) if work else (str(Path(name).with_suffix("")), None))


EXCLUDED = [
    ("drafts/*", ["drafts/a.md", "drafts/x/b.md"]),
    ("*.txt", ["c.txt"]),
    ("zh/intro.md", ["zh/intro.md"]),
    ("nothing", []),
]


@pytest.mark.parametrize(("pattern", "gone"), EXCLUDED)
def test_excluded_files_are_left_out_and_counted(tmp_path, pattern, gone):
    names = ["c.txt", "drafts/a.md", "drafts/x/b.md", "zh/intro.md"]
    sources = find([plant(tmp_path, *names)], root=tmp_path, exclude=[pattern])
    assert [file.name for file in sources.files] == [name for name in names if name not in gone]
    assert sources.left_out == ({"excluded": len(gone)} if gone else {})


def test_excluded_file_named_as_source_is_read(tmp_path):
    plant(tmp_path, "drafts/a.md")
    assert [file.name for file in find([tmp_path / "drafts/a.md"], root=tmp_path, exclude=["drafts/*"]).files] == [
        "drafts/a.md"
    ]


# --- what is left out


def test_other_languages_beside_ours_are_counted(tmp_path):
    plant(tmp_path, "en/a.md", "zh/a.md", "ko/a.md", "pt-BR/a.md", "ko/b/c.md")
    sources = find([tmp_path], root=tmp_path)
    assert [file.name for file in sources.files] == ["en/a.md", "zh/a.md"]
    assert sources.left_out == {"language ko": 2, "language pt-BR": 1}


def test_folder_that_looks_like_a_tag_counts_where_no_language_stands_beside_it(tmp_path):
    plant(tmp_path, "it/a.md", "no/b.md")
    assert [file.work for file in find([tmp_path], root=tmp_path).files] == ["it/a", "no/b"]


def test_file_in_another_language_named_as_source_is_quarantined(tmp_path):
    plant(tmp_path, "en/a.md", "ko/a.md")
    sources = find([tmp_path / "en", tmp_path / "ko/a.md"], root=tmp_path)
    assert [(file.name, file.problem) for file in sources.files] == [
        ("en/a.md", None),
        ("ko/a.md", "language: ko is none of en, ja, zh"),
    ]


def test_other_formats_met_while_walking_are_counted(tmp_path):
    plant(tmp_path, "a.md", "b.png", "c.png", "Makefile", "d.PDF")
    sources = find([tmp_path])
    assert [file.name for file in sources.files] == ["a.md"]
    assert sources.left_out == {"format .png": 2, "format without extension": 1, "format .pdf": 1}


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("b.png", "format: .png is not one of {known}"),
        ("b.docx", "format: .docx is not read: check the XLIFF of your translation tool, or save it as HTML"),
        ("b.adoc", "format: .adoc is not read: check the catalogues that po4a makes of it"),
        ("Makefile", "format: no extension is not one of {known}"),
    ],
)
def test_other_format_named_as_source_is_quarantined(tmp_path, name, problem):
    plant(tmp_path, name)
    (file,) = find([tmp_path / name]).files
    document = read(file, 1 << 20)
    reason = problem.format(known=" ".join(EXTENSIONS))
    assert (document.status, document.reason, document.path) == ("quarantined", reason, name)


PROGRAMS = {
    "conf.py": "# Configuration of Sphinx.\nproject = 'Docs'\n",
    "tool.py": '"""Do things.\n\nUsage\n-----\n\ntool.py FILE\n"""\n',
    "banner.py": "#" * 40 + "\n# Copyright\n" + "#" * 40 + "\nimport os\n",
    "cells.py": "# %%\nimport os\n# %%\nprint(os.name)\n",
    "empty.py": "",
    "zh/script.py": "print(1)\n",
}


def test_programs_in_python_are_no_articles(tmp_path):
    plant(tmp_path, *PROGRAMS, "zh/a.md", "zh/lesson.py")
    for name, source in PROGRAMS.items():
        (tmp_path / name).write_text(source, encoding="utf-8")
    (tmp_path / "zh/lesson.py").write_text('"""\n课程\n====\n"""\n', encoding="utf-8")
    sources = find([tmp_path])
    assert listed(sources) == [("zh/a.md", "a", "zh"), ("zh/lesson.py", "lesson", "zh")]
    assert sources.left_out == {"no article .py": len(PROGRAMS)}


def test_program_named_as_source_is_quarantined(tmp_path):
    (tmp_path / "tool.py").write_text(PROGRAMS["tool.py"], encoding="utf-8")
    (file,) = find([tmp_path / "tool.py"]).files
    reason = "no tutorial: neither its docstring nor a block of comments (# %%) has a title"
    assert (read(file, 1 << 20).status, read(file, 1 << 20).reason) == ("quarantined", reason)


def test_folder_of_programs_named_after_languages_is_no_work(tmp_path):
    plant(tmp_path, "languages/zh.py", "languages/en.py", "languages/a.md")
    assert [file.name for file in find([tmp_path / "languages"]).files] == ["a.md"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_pipe_that_is_called_a_program_is_not_waited_for(tmp_path):
    plant(tmp_path, "a.md")
    os.mkfifo(tmp_path / "b.py")
    assert find([tmp_path]).left_out == {"no article .py": 1}


def test_hidden_files_and_folders_are_passed_over(tmp_path):
    plant(tmp_path, "a.md", ".b.md", ".git/c.md", "node_modules/d.md", "x/.e/f.md")
    assert [file.name for file in find([tmp_path]).files] == ["a.md"]


def test_source_inside_a_hidden_folder_is_read(tmp_path):
    plant(tmp_path, ".cache/articles/a.md")
    assert [file.name for file in find([tmp_path / ".cache/articles"]).files] == ["a.md"]


# --- links


def test_link_that_leads_out_of_the_root_is_counted(tmp_path):
    plant(tmp_path, "in/a.md", "out/secret.md")
    (tmp_path / "in/b.md").symlink_to(tmp_path / "out/secret.md")
    sources = find([tmp_path / "in"], root=tmp_path / "in")
    assert [file.name for file in sources.files] == ["a.md"]
    assert sources.left_out == {"link out of the root": 1}


def test_link_to_a_folder_with_a_like_name_leads_out(tmp_path):
    plant(tmp_path, "in/a.md", "in-secret/b.md")
    (tmp_path / "in/b.md").symlink_to(tmp_path / "in-secret/b.md")
    assert [file.name for file in find([tmp_path / "in"], root=tmp_path / "in").files] == ["a.md"]


def test_link_inside_the_root_is_followed(tmp_path):
    plant(tmp_path, "a/en.md", "b/zh.md")
    (tmp_path / "b/en.md").symlink_to(tmp_path / "a/en.md")
    assert [file.name for file in find([tmp_path], root=tmp_path).files] == ["a/en.md", "b/en.md", "b/zh.md"]


def test_loop_of_links_ends(tmp_path):
    plant(tmp_path, "a/en.md")
    (tmp_path / "a/loop").symlink_to(tmp_path)
    (tmp_path / "a/self.md").symlink_to(tmp_path / "a/self.md")
    sources = find([tmp_path], root=tmp_path)
    assert sources.left_out["linked folder"] == 1
    assert "a/en.md" in [file.name for file in sources.files]
    assert {read(file, 1 << 20).status for file in sources.files if file.name == "a/self.md"} <= {"quarantined"}


def test_link_to_nothing_is_quarantined(tmp_path):
    (tmp_path / "a.md").symlink_to(tmp_path / "gone.md")
    (file,) = find([tmp_path]).files
    assert read(file, 1 << 20).reason == "cannot be read: No such file or directory"


def test_named_link_out_of_the_root_is_not_followed(tmp_path):
    plant(tmp_path, "in/a.md", "out/secret.md")
    (tmp_path / "in/b.md").symlink_to(tmp_path / "out/secret.md")
    sources = find([tmp_path / "in/b.md"], root=tmp_path / "in")
    texts = [read(file, 1 << 20).text for file in sources.files]
    assert not any(texts), "a link that leads out of the root was read"


def test_root_below_a_linked_folder_keeps_links_inside_it(tmp_path):
    plant(tmp_path, "real/a.md")
    (tmp_path / "real/b.md").symlink_to("a.md")
    (tmp_path / "link").symlink_to("real")
    assert [file.name for file in find([tmp_path / "link"]).files] == ["a.md", "b.md"]


# --- names and kinds of files


@pytest.mark.skipif(sys.platform in ("darwin", "win32"), reason="file names are Unicode there")
def test_name_that_is_not_utf8_is_escaped(tmp_path):
    path = os.fsencode(tmp_path) + b"/caf\xe9.md"
    with open(path, "wb") as file:
        file.write("一些中文的文字".encode())
    (placed,) = find([tmp_path]).files
    assert (placed.name, placed.work) == ("caf\\xe9.md", "caf\\xe9")
    document = read(placed, 1 << 20)
    assert (document.status, document.text) == ("ok", "一些中文的文字")
    document.path.encode("utf-8")


def test_pipe_does_not_hang_the_walk(tmp_path):
    plant(tmp_path, "a.md")
    os.mkfifo(tmp_path / "b.md")
    assert "a.md" in [file.name for file in find([tmp_path]).files]


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may read everything")
def test_folder_that_cannot_be_read_is_counted(tmp_path):
    plant(tmp_path, "a.md", "locked/b.md")
    (tmp_path / "locked").chmod(0)
    try:
        sources = find([tmp_path])
    finally:
        (tmp_path / "locked").chmod(0o700)
    assert (sources.left_out, sources.unreadable) == ({"folder cannot be read: locked": 1}, ("locked",))


def test_files_come_in_the_order_of_their_names(tmp_path):
    plant(tmp_path, "b.md", "a/z.md", "a.md", "C.md")
    names = [file.name for file in find([tmp_path]).files]
    assert names == sorted(names)
    assert names == [
        file.name for file in find([tmp_path / "b.md", tmp_path / "a", tmp_path / "C.md", tmp_path / "a.md"]).files
    ]


def test_texts_by_key_are_sources_where_their_path_names_a_language(tmp_path: Path):
    sources = {
        "locales/zh/app.json": '{"a": "一"}', "locales/en/app.json": '{"a": "one"}', "locales/zh/size.json": '{"a": 1}',
        "package.json": '{"name": "x"}', "app_ja.arb": '{"a": "一"}', "m_zh_CN.properties": "a=一\n",
        "config/zh-TW.yml": "a: 一\n", "settings.yml": "a: b\n", "zh/t.csv": "en,zh\none,一\n", "zh/sizes.csv": "a,b\n1,2\n",
    }  # fmt: skip
    for name, text in sources.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    discovered = find([tmp_path])
    assert {(file.name, file.work, file.language.locale if file.language else "") for file in discovered.files} == {
        ("locales/zh/app.json", "locales/app", "zh"),
        ("locales/en/app.json", "locales/app", "en"),
        ("app_ja.arb", "app", "ja"),
        ("m_zh_CN.properties", "m", "zh-CN"),
        ("config/zh-TW.yml", "config", "zh-TW"),
        ("zh/t.csv", "t", "zh"),
    }
    assert discovered.left_out == {"no article .json": 2, "no article .yml": 1, "no article .csv": 1}
