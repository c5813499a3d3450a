"""`taiyaku stale`: stale pages and sentences of translations, by git."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from flows.files import git_repository
from tests.flows.command import called
from tests.flows.plain import write
from tests.flows.stale_repository import Clone, lagging
from tests.flows.test_catalogues import catalogue

Call = pytest.CaptureFixture[str]


@pytest.fixture(scope="module")
def clone(tmp_path_factory: pytest.TempPathFactory) -> Clone:
    """A clone whose translations lag; no test changes it."""
    return lagging(tmp_path_factory.mktemp("lagging"))


@pytest.fixture
def checkout(clone: Clone, monkeypatch: pytest.MonkeyPatch) -> Clone:
    """The clone, to call from."""
    monkeypatch.chdir(clone.folder)
    return clone


def languages(capfd: Call, *arguments: str | Path) -> dict[str, dict[str, Any]]:
    """The languages of the report in JSON."""
    ran = called(capfd, "stale", "--format", "json", *arguments)
    assert ran.status in (0, 1), ran.err
    return {language["locale"]: language for language in json.loads(ran.out)["languages"]}


def changes(language: dict[str, Any], clone: Clone) -> set[tuple[str, ...]]:
    """What is stale: path, kind, subject of the commit, old words, new words, and the translation beside."""
    subjects = {sha: subject for subject, sha in clone.commits.items()}
    return {
        (
            page["path"].removeprefix("docs/"),
            change["kind"],
            subjects[change["commit"]],
            change["old"],
            change["new"],
            change["translation"],
        )
        for page in language["translations"]
        for change in page["changes"]
    }


def test_every_stale_sentence_is_named_and_none_besides(checkout: Clone, capfd: Call):
    report = languages(capfd)
    folder = ("removed", "no folder", "Open the settings to choose another folder.", "")
    pictures = ("added", "pictures", "", "- Pictures are kept for one day.", "")
    assert changes(report["zh"], checkout) == {
        (
            "zh/cache.md",
            "changed",
            "40 pages",
            "The cache holds 30 pages by default.",
            "The cache holds 40 pages by default.",
            "缓存默认保存 30 个页面。",
        ),
        ("zh/cache.md", *pictures),
        ("zh/cache.md", *folder, "打开设置可以选择另一个文件夹。"),
        (
            "zh/queue.md",
            "changed",
            "32 places",
            "Jobs wait in a queue of 16 places.",
            "Jobs wait in a queue of 32 places.",
            "任务在有 16 个位置的队列中等待。",
        ),
        (
            "zh/queue.md",
            "changed",
            "10 seconds",
            "Failed jobs are tried again after 5 seconds.",
            "Failed jobs are tried again after 10 seconds.",
            "失败的任务会在 5 秒后重试。",
        ),
        (
            "zh/queue.md",
            "changed",
            "workers go on",
            "Stop all workers before you update the program.",
            "Keep the workers when you update the program.",
            "更新程序之前请停止所有工作进程。",
        ),
        (
            "zh/first.md",
            "changed",
            "rebased",
            "Start it in an empty folder.",
            "Start it in any folder.",
            "在空文件夹中启动它。",
        ),
    }
    assert changes(report["ja"], checkout) == {
        (
            "ja/cache.md",
            "changed",
            "9 users",
            "- At most 8 users share a cache.",
            "- At most 9 users share a cache.",
            "- 1 つのキャッシュを共有できるのは最大 8 人です。",
        ),
        ("ja/cache.md", *pictures),
        ("ja/cache.md", *folder, "設定を開くと別のフォルダーを選べます。"),
    }


def test_pages_by_state(checkout: Clone, capfd: Call):
    states = {
        locale: {page["path"]: (page["state"], page["original"]) for page in language["translations"]}
        for locale, language in languages(capfd).items()
    }
    assert states == {
        "zh": {
            "docs/en/news.md": ("missing", "docs/en/news.md"),
            "docs/zh/cache.md": ("stale", "docs/en/cache.md"),
            "docs/zh/first.md": ("stale", "docs/en/start.md"),
            "docs/zh/old.md": ("deleted", "docs/en/old.md"),
            "docs/zh/queue.md": ("stale", "docs/en/queue.md"),
        },
        "ja": {
            "docs/en/news.md": ("missing", "docs/en/news.md"),
            "docs/en/queue.md": ("missing", "docs/en/queue.md"),
            "docs/en/start.md": ("missing", "docs/en/start.md"),
            "docs/ja/cache.md": ("stale", "docs/en/cache.md"),
        },
    }


def test_commits_that_a_translation_has_seen(checkout: Clone, capfd: Call):
    subjects = {sha: subject for subject, sha in checkout.commits.items()}
    pages = {page["path"]: page for page in languages(capfd)["zh"]["translations"]}

    def named(path: str, field: str) -> list[str]:
        return [subjects[sha] for sha in pages[f"docs/zh/{path}"][field]]

    assert named("cache.md", "seen_commits") == ["9 users", "pages"]
    assert named("cache.md", "unseen_commits") == ["40 pages", "no folder", "pictures"]
    assert named("queue.md", "seen_commits") == ["pages"]
    assert subjects[pages["docs/zh/queue.md"]["seen"]] == "pages"
    assert subjects[pages["docs/zh/first.md"]["seen"]] == "start"


def test_text_lists_languages_and_the_pages_with_most_words(checkout: Clone, capfd: Call):
    ran = called(capfd, "stale", "--limit", "1")
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.splitlines()[:3] == [
        "language  pages  fresh  stale  missing  sentences  fresh  stale  missing  words to do",
        "ja            4      0      1        3         22      8      1       13           75",
        "zh            4      0      3        1         22     13      5        4           53",
    ]
    first = checkout.commits["workers go on"][:9]
    assert "docs/zh/queue.md: 3 changes, 24 words to do; has seen docs/en/queue.md of " in ran.out
    assert (
        f"  changed in {first} (2024-02-12) workers go on: line 7\n"
        "    - Stop all workers before you update the program.\n"
        "    + Keep the workers when you update the program.\n"
        "    zh 更新程序之前请停止所有工作进程。\n"
    ) in ran.out
    assert ran.out.endswith("zh: 4 more pages; --limit lists more, --format json all\n")


def test_markdown_is_a_list_of_tasks(checkout: Clone, capfd: Call):
    out = called(capfd, "stale", "docs/zh/first.md", "--format", "markdown").out
    assert "| zh | 1 | 0 | 1 | 0 | 3 | 2 | 1 | 0 | 5 |\n" in out
    assert "- [ ] **docs/zh/first.md**: 1 change, 5 words to do; has seen docs/en/start.md of " in out
    assert (
        "  ```diff\n  - Start it in an empty folder.\n  + Start it in any folder.\n  = 在空文件夹中启动它。\n  ```\n"
        in out
    )


def test_folders_are_counted_by_themselves(checkout: Clone, capfd: Call):
    for language in languages(capfd).values():
        figures = list(language["folders"].values())
        assert [*language["folders"]] == sorted(
            {page["original"].rpartition("/")[0] for page in language["translations"]}
        )
        for of in ("pages", "sentences", "words"):
            for name, count in language[of].items():
                assert sum(folder[of][name] for folder in figures) == count


def test_sources_choose_by_translation_and_by_original(checkout: Clone, capfd: Call):
    def paths(*sources: str) -> list[str]:
        return [page["path"] for language in languages(capfd, *sources).values() for page in language["translations"]]

    assert paths("docs/zh/cache.md") == ["docs/zh/cache.md"]
    assert paths("docs/en/cache.md") == ["docs/ja/cache.md", "docs/zh/cache.md"]
    assert paths("docs/ja", "docs/zh/old.md") == ["docs/ja/cache.md", "docs/zh/old.md"]


def test_since_counts_what_was_before_as_seen(checkout: Clone, capfd: Call):
    report = languages(capfd, "--since", checkout.commits["zh from an old checkout"])
    assert {change[2] for language in report.values() for change in changes(language, checkout)} == {
        "pictures",
        "no folder",
        "rebased",
    }
    assert [page["path"] for page in report["ja"]["translations"] if page["state"] == "missing"] == ["docs/en/news.md"]
    ran = called(capfd, "stale", "--since", "nowhere")
    assert (ran.status, ran.err) == (
        2,
        "taiyaku: nowhere: git has no commit of that name; fetch it with its history (actions/checkout: fetch-depth: 0), or give another with --since\n",
    )


def test_fail_and_badge(checkout: Clone, tmp_path: Path, capfd: Call):
    assert called(capfd, "stale").status == 0
    assert called(capfd, "stale", "--fail", "--badge", tmp_path / "badge.svg").status == 1
    assert "translated: ja 36 %, zh 59 %" in (tmp_path / "badge.svg").read_text("utf-8")
    assert called(capfd, "stale", "docs/en/news.md", "--fail").status == 0  # missing pages are not stale


# --- marks


MARKED = [
    ("---\ntitle: 入门\n---\n", "title: 入门\nsource_commit: {}\n", "translation:\n  outdated: {}\n---\n"),
    ("+++\ntitle = '入门'\n+++\n", 'source_commit = "{}"\n', "translation.outdated = {}\ntitle = '入门'\n+++\n"),
    (
        "---\nsourceCommit: '0000000'\ntranslation:\n  by: 译者\n---\n",
        "sourceCommit: '{}'\n",
        "  outdated: {}\n  by: 译者\n",
    ),
    ("", "<!-- source_commit: {}, source_sha256: ", " -->\n"),
    (
        "<!-- source_commit: 0000000, source_sha256: " + 64 * "0" + " -->\n\n",
        "<!-- source_commit: {}, source_sha256",
        " -->\n",
    ),
]


@pytest.mark.parametrize(("head", "commit", "flag"), MARKED)
def test_marks_are_written_and_believed(
    head: str, commit: str, flag: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: Call
):
    clone = Clone(tmp_path / "clone")
    monkeypatch.chdir(clone.folder)
    english = "# First steps\n\nInstall the program with pip. Start it in an empty folder.\n"
    chinese = f"{head}# 入门\n\n使用 pip 安装程序。在空文件夹中启动它。\n"
    sha = clone.commit("pages", {"en/start.md": english, "zh/start.md": chinese})
    ran = called(capfd, "stale", "--mark")
    assert (ran.status, ran.err) == (0, "1 page marked\n")
    text = (clone.folder / "zh/start.md").read_text("utf-8")
    assert commit.format(sha) in text and flag.format("false") in text and "在空文件夹中启动它。" in text
    assert called(capfd, "stale", "--mark").err == "0 pages marked\n"
    clone.commit("marks")
    clone.commit("any", {"en/start.md": english.replace("an empty folder", "any folder")})
    (clone.folder / "zh/start.md").write_text(text.replace("安装程序", "安装这个程序"), "utf-8")
    clone.commit("zh has another word")  # is no sign of having seen the change: the mark says what was seen
    [page] = languages(capfd)["zh"]["translations"]
    assert (page["state"], page["marked"], page["seen"]) == ("stale", True, sha)
    assert [change["new"] for change in page["changes"]] == ["Start it in any folder."]
    assert called(capfd, "stale", "--mark").err == "1 page marked\n"  # its last change could see all
    text = (clone.folder / "zh/start.md").read_text("utf-8")
    assert commit.format(clone.commits["any"]) in text and flag.format("false") in text


def test_hash_is_believed_where_the_commit_is_gone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: Call):
    clone = Clone(tmp_path / "clone")
    monkeypatch.chdir(clone.folder)
    english = "# Servers\n\nEvery server has a name.\n"
    sha = clone.commit("pages", {"en/a.md": english})
    clone.commit("new", {"en/a.md": english.replace("a name", "a number")})
    mark = f"source_commit: {40 * 'f'}\nsource_sha256: {hashlib.sha256(english.encode()).hexdigest()}\n"
    clone.commit("zh", {"zh/a.md": f"---\n{mark}---\n\n# 服务器\n\n每台服务器都有名称。\n"})
    [page] = languages(capfd)["zh"]["translations"]
    assert (page["seen"], page["marked"], len(page["changes"])) == (sha, True, 1)
    clone.commit("zh", {"zh/a.md": f"---\nsource_commit: {40 * 'f'}\n---\n\n# 服务器\n\n每台服务器都有名称。\n"})
    [page] = languages(capfd)["zh"]["translations"]
    assert (page["state"], page["marked"]) == ("fresh", False)  # nothing but the date of its commit tells


def test_translation_that_calls_itself_outdated_is_stale(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: Call):
    clone = Clone(tmp_path / "clone")
    monkeypatch.chdir(clone.folder)
    zh = "---\ntranslation: {outdated: true}\n---\n\n# 服务器\n"
    clone.commit("pages", {"en/a.md": "# Servers\n", "zh/a.md": zh})
    ran = called(capfd, "stale", "--fail")
    assert ran.status == 1 and "zh/a.md: marked as outdated; has seen en/a.md of " in ran.out


def test_page_without_a_place_for_a_mark_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: Call):
    clone = Clone(tmp_path / "clone")
    monkeypatch.chdir(clone.folder)
    clone.commit("pages", {"en/a.txt": "Every server has a name.\n", "zh/a.txt": "每台服务器都有名称。\n"})
    assert called(capfd, "stale", "--mark").err == (
        "zh/a.txt: not marked: pages of the format .txt have no place for a mark\n0 pages marked\n"
    )


# --- hostile clones


def test_no_repository_and_no_commits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: Call):
    write(tmp_path, {"en/a.md": "# Servers\n", "zh/a.md": "# 服务器\n"})
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    ran = called(capfd, "stale")
    assert ran.status == 2 and "not a git repository" in ran.err
    assert ran.err.endswith("; taiyaku stale needs a git repository\n") and len(ran.err.splitlines()) == 1
    clone = Clone(tmp_path)
    ran = called(capfd, "stale")
    assert (ran.status, ran.err) == (2, f"taiyaku: {tmp_path}: nothing is committed yet; commit the pages first\n")
    clone.git("commit", "--allow-empty", "-m", "nothing")
    ran = called(capfd, "stale")
    assert (ran.status, ran.err) == (2, f"taiyaku: {tmp_path}: no page is committed yet; commit the pages first\n")
    ran = called(capfd, "stale", "nowhere")
    assert ran.status == 2 and ran.err.endswith("/nowhere: no such file or folder; check the path\n")


def test_catalogues_say_what_is_stale_in_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: Call):
    clone = Clone(tmp_path)
    monkeypatch.chdir(tmp_path)
    pages = {"en/a.md": "# Servers\n", "zh/a.md": "# 服务器\n"}
    clone.commit("pages", {**pages, "locale/zh_CN/guide.po": catalogue(), "locale/zh_CN/end.po": catalogue("zh")})
    (tmp_path / "locale/zh_CN/end.po").write_text('msgid "Logs"\nmsgstr "日志"\n')
    report = languages(capfd, "locale")["zh-CN"]
    assert [page["state"] for page in report["translations"]] == ["fresh", "stale"]
    assert report["sentences"] == {"original": 10, "fresh": 8, "stale": 1, "missing": 1, "unknown": 0}
    ran = called(capfd, "stale", "locale/zh_CN", "--fail")
    assert ran.status == 1
    assert "locale/zh_CN/guide.po: 1 fuzzy and 1 untranslated of 9 units, 16 words to do\n" in ran.out
    assert "  fuzzy: line 31\n    + Read the log when a job fails.\n    zh-CN 任务完成以后" in ran.out
    assert "A page that no one" not in ran.out
    assert "fuzzy, line 31" in called(capfd, "stale", "locale", "--format", "markdown").out
    assert set(languages(capfd)) == {"zh", "zh-CN"}


def test_folder_without_translations(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: Call):
    clone = Clone(tmp_path)
    monkeypatch.chdir(tmp_path)
    clone.commit("pages", {"en/a.md": "# Servers\n"})
    ran = called(capfd, "stale", "en")
    assert (ran.status, ran.err) == (
        2,
        "taiyaku: en: no translations found; give a folder with pages in two languages\n",
    )


def test_shallow_clone_says_what_is_not_known(
    clone: Clone, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: Call
):
    clone.git("clone", "-q", "--depth", "3", f"file://{clone.folder}", str(tmp_path / "shallow"))
    monkeypatch.chdir(tmp_path / "shallow")
    ran = called(capfd, "stale", "--format", "json")
    report = json.loads(ran.out)
    boundary = clone.commits["news"]
    assert report["shallow"] and ran.err == (
        f"shallow clone: what pages were before {boundary[:9]} (2024-02-17), and what translations had seen, is not known; "
        "get the rest with `git fetch --unshallow`\n"
    )
    states = {page["path"]: page["state"] for page in report["languages"][1]["translations"]}
    assert states["docs/zh/queue.md"] == "unknown" and states["docs/zh/cache.md"] == "stale"


def test_detached_head_and_names_of_any_kind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: Call):
    clone = Clone(tmp_path / "a clone")
    monkeypatch.chdir(clone.folder)
    names = ["two words.md", "服务器.md", "line\nbreak.md", "-x.md", "tab\tand 'quote\".md"]
    clone.commit("en", {f"en/{name}": "# Servers\n\nUp to 4 servers.\n" for name in names})
    clone.commit("zh", {f"zh/{name}": "# 服务器\n\n最多 4 台服务器。\n" for name in names})
    clone.commit("5", {f"en/{name}": "# Servers\n\nUp to 5 servers.\n" for name in names})
    clone.git("checkout", "-q", "--detach")
    report = languages(capfd)["zh"]
    assert {page["path"]: page["state"] for page in report["translations"]} == {f"zh/{name}": "stale" for name in names}
    assert "zh/line\\nbreak.md: 1 change, 4 words to do" in called(capfd, "stale").out


def test_binary_page_is_named_and_an_earlier_one_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: Call
):
    clone = Clone(tmp_path / "clone")
    monkeypatch.chdir(clone.folder)
    clone.commit("binary", {"en/a.md": b"\x89PNG\r\n\x1a\n" + bytes(64), "en/b.md": b"\x89PNG\r\n\x1a\n" + bytes(64)})
    clone.commit("en", {"en/a.md": "# Servers\n\nUp to 4 servers.\n"})
    clone.commit("zh", {"zh/a.md": "# 服务器\n\n最多 4 台服务器。\n"})
    clone.commit("5", {"en/a.md": "# Servers\n\nUp to 5 servers.\n"})
    ran = called(capfd, "stale", "--format", "json")
    [page] = json.loads(ran.out)["languages"][0]["translations"]
    assert (page["state"], page["seen"]) == ("stale", clone.commits["en"])
    assert ran.err.startswith("en/b.md: not read: binary file")


def test_long_histories_are_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: Call):
    clone = Clone(tmp_path / "clone")
    monkeypatch.chdir(clone.folder)
    monkeypatch.setattr(git_repository, "MOST_COMMITS", 40)
    clone.commit("zh", {"zh/a.md": "# 服务器\n\n最多 4 台服务器。\n"})
    for number in range(45):
        clone.commit(f"en {number}", {"en/a.md": f"# Servers\n\nUp to {number} servers.\n"}, date="2024-01-01T00:00:00")
    ran = called(capfd, "stale", "--format", "json")
    [page] = json.loads(ran.out)["languages"][0]["translations"]
    assert page["state"] == "stale" and len(page["seen_commits"]) + len(page["unseen_commits"]) < 30
    assert ran.err.startswith("only 40 commits are read: what pages were before ")


def test_uncommitted_changes_count(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: Call):
    clone = Clone(tmp_path / "clone")
    monkeypatch.chdir(clone.folder)
    clone.commit("pages", {"en/a.md": "# Servers\n\nUp to 4 servers.\n", "zh/a.md": "# 服务器\n\n最多 4 台服务器。\n"})
    write(clone.folder, {"en/a.md": "# Servers\n\nUp to 5 servers.\n"})
    assert "changed in uncommitted changes: line 3" in called(capfd, "stale").out
    write(clone.folder, {"zh/a.md": "# 服务器\n\n最多 5 台服务器。\n"})
    assert languages(capfd)["zh"]["pages"]["fresh"] == 1


def test_pages_beside_each_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: Call):
    clone = Clone(tmp_path / "clone")
    monkeypatch.chdir(clone.folder)
    english = "# Servers\n\nEvery server of the cluster has a name that users see.\n"
    clone.commit(
        "pages", {"docs/a.md": english, "docs/a.zh.md": "# 服务器\n\n集群的每台服务器都有一个用户可见的名称。\n"}
    )
    clone.commit(
        "more", {"docs/b.md": english, "CONTRIBUTING.md": english, "docs/a.md": english.replace("name", "number")}
    )
    states = {page["path"]: page["state"] for page in languages(capfd)["zh"]["translations"]}
    assert states == {"docs/a.zh.md": "stale", "docs/b.md": "missing"}
