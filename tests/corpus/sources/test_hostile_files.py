"""Hostile files: what is no file, may not be read, changes, leads astray or has an odd name is told, never waited for or lost."""

import os
import random
import socket
import sys
import tracemalloc
from pathlib import Path

import pytest

from corpus.languages import Language
from corpus.sources.discovery import DiscoveredSources, PlacedFile, SourceError, find
from corpus.sources.documents import read
from corpus.text.printable import printable
from corpus.text.segments import segment
from tests.corpus.small import MARKDOWN, PLAIN, cpu_limit, document, lawful
from tests.hostile import common_folder, deadline, unprivileged

TEXT = "张量是多维数组。\n"
LIMIT = 1 << 20
only_unix = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no such files")
utf8_free = pytest.mark.skipif(sys.platform in ("darwin", "win32"), reason="file names are Unicode there")


def plant(folder: Path, *names: str) -> Path:
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(TEXT, encoding="utf-8")
    return folder


def reasons(sources: DiscoveredSources, limit: int = LIMIT) -> dict[str, str | None]:
    """What became of each file: None if it was read without trouble."""
    return {file.name: read(file, limit).reason for file in sources.files}


def names(sources: DiscoveredSources) -> list[str]:
    return [file.name for file in sources.files]


def placed(path: Path) -> PlacedFile:
    return PlacedFile(path, path.name, PLAIN, path.stem, Language("zh", "zh"))


# --- what is no file


@only_unix
def test_pipe_and_socket_among_the_sources_are_quarantined_and_not_waited_for(tmp_path, monkeypatch):
    plant(tmp_path, "zh/a.md")
    os.mkfifo(tmp_path / "zh/pipe.md")
    monkeypatch.chdir(tmp_path)
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind("zh/socket.md")
        with deadline(10):
            reasons_by_name = reasons(find([tmp_path / "zh"]))
    assert reasons_by_name == {
        "zh/a.md": None,
        "zh/pipe.md": "cannot be read: Is a named pipe",
        "zh/socket.md": "cannot be read: Is a socket",
    }


@only_unix
def test_pipe_named_as_source_is_quarantined(tmp_path):
    os.mkfifo(tmp_path / "pipe.md")
    with deadline(10):
        assert reasons(find([tmp_path / "pipe.md"])) == {"pipe.md": "cannot be read: Is a named pipe"}


@only_unix
def test_pipe_that_took_the_place_of_a_file_after_it_was_looked_at_is_not_waited_for(tmp_path, monkeypatch):
    plant(tmp_path, "file.md")
    os.mkfifo(tmp_path / "pipe.md")
    looked_at = os.stat(tmp_path / "file.md")
    monkeypatch.setattr(os, "stat", lambda _: looked_at)
    with deadline(10):
        assert read(placed(tmp_path / "pipe.md"), LIMIT).reason == "cannot be read: Is a named pipe"


@pytest.mark.skipif(not os.path.exists("/dev/zero"), reason="no such device")
def test_device_without_end_is_quarantined():
    with deadline(10):
        assert read(placed(Path("/dev/zero")), LIMIT).reason == "cannot be read: Is a device"


# --- what may not be read


@only_unix
def test_file_without_permission_is_quarantined_and_folder_without_is_counted():
    with common_folder() as folder:
        plant(folder, "in/a.md", "in/secret.md", "in/locked/b.md", "in/no-entry/c.md")
        (folder / "in/secret.md").chmod(0)
        (folder / "in/locked").chmod(0)
        (folder / "in/no-entry").chmod(0o444)  # may be listed, not entered
        with unprivileged():
            sources = find([folder / "in"])
            assert reasons(sources) == {
                "a.md": None,
                "no-entry/c.md": "cannot be read: Permission denied",
                "secret.md": "cannot be read: Permission denied",
            }
        assert sources.left_out == {"folder cannot be read: locked": 1}


@only_unix
def test_source_below_a_folder_without_permission_is_an_error_that_says_so():
    with common_folder() as folder:
        plant(folder, "locked/a.md")
        (folder / "locked").chmod(0)
        with unprivileged(), pytest.raises(SourceError) as error:
            find([folder / "locked/a.md"])
    assert str(error.value) == f"{folder}/locked/a.md: cannot be read: Permission denied; check the path"


@only_unix
def test_source_folder_without_permission_is_counted_as_the_root():
    with common_folder() as folder:
        plant(folder, "locked/a.md")
        (folder / "locked").chmod(0)
        with unprivileged():
            assert find([folder / "locked"]).left_out == {"folder cannot be read: .": 1}


# --- what changes


def test_file_that_vanishes_after_it_was_listed_is_quarantined(tmp_path):
    sources = find([plant(tmp_path, "a.md", "b.md")])
    (tmp_path / "b.md").unlink()
    assert reasons(sources) == {"a.md": None, "b.md": "cannot be read: No such file or directory"}


def test_file_that_changed_after_it_was_listed_is_read_as_it_is_now(tmp_path):
    (file,) = find([plant(tmp_path, "a.md")]).files
    (tmp_path / "a.md").write_text("这是新的正文。\n", encoding="utf-8")
    assert read(file, LIMIT).text == "这是新的正文。\n"


def written_to_while_read(monkeypatch: pytest.MonkeyPatch, path: Path, times: int) -> None:
    """Somebody appends to the file while it is read, so many times."""
    fstat, calls = os.fstat, [0]

    def writing(descriptor: int) -> os.stat_result:
        calls[0] += 1
        if calls[0] % 2 == 0 and calls[0] // 2 <= times:  # each second look is the one after reading
            with open(path, "a", encoding="utf-8") as file:
                file.write("又一行。\n")
        return fstat(descriptor)

    monkeypatch.setattr(os, "fstat", writing)


def test_file_that_is_written_to_while_it_is_read_is_read_again(tmp_path, monkeypatch):
    path = plant(tmp_path, "a.md") / "a.md"
    written_to_while_read(monkeypatch, path, times=2)
    page = read(placed(path), LIMIT)
    assert (page.status, page.text) == ("ok", TEXT + "又一行。\n" * 2)


def test_file_that_never_rests_is_quarantined(tmp_path, monkeypatch):
    path = plant(tmp_path, "a.md") / "a.md"
    written_to_while_read(monkeypatch, path, times=99)
    page = read(placed(path), LIMIT)
    assert (page.status, page.text, page.sha256) == ("quarantined", "", "")
    assert page.reason == "changes while it is read; build again when it is at rest"


def test_file_over_the_limit_is_not_even_read(tmp_path):
    with open(tmp_path / "a.md", "wb") as file:
        file.truncate(10 << 30)  # a hole: it takes no space, but would take the memory
    tracemalloc.start()
    try:
        reason = read(placed(tmp_path / "a.md"), LIMIT).reason
        most = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert reason == "too large: 10,737,418,240 bytes; the limit is 1,048,576 (max_mib)"
    assert most < 1 << 20


# --- links


def test_named_folder_that_is_a_link_out_of_the_root_is_quarantined_and_not_followed(tmp_path):
    plant(tmp_path, "in/a/zh.md", "secret/b.md")
    (tmp_path / "in/link").symlink_to(tmp_path / "secret")
    sources = find([tmp_path / "in/a", tmp_path / "in/link"])
    assert reasons(sources) == {"a/zh.md": None, "link": "link: it leads out of the root; name what it points to"}


def test_links_that_loop_or_lead_nowhere_are_reported(tmp_path):
    plant(tmp_path, "in/a.md", "in/sub/b.md")
    for name, target in {
        "gone.md": "nowhere.md",
        "self.md": "self.md",
        "ping.md": "pong.md",
        "pong.md": "ping.md",
        "up": "..",
        "sub/round": "../sub",
        "out.md": "../elsewhere.md",
        "folder.md": "sub",
    }.items():
        (tmp_path / "in" / name).symlink_to(target)
    with deadline(10):
        sources = find([tmp_path / "in"])
        assert reasons(sources) == {
            "a.md": None,
            "gone.md": "cannot be read: No such file or directory",
            "ping.md": "cannot be read: Too many levels of symbolic links",
            "pong.md": "cannot be read: Too many levels of symbolic links",
            "self.md": "cannot be read: Too many levels of symbolic links",
            "sub/b.md": None,
        }
    assert sources.left_out == {"linked folder": 3, "link out of the root": 1}


# --- what taiyaku itself wrote


BUILD = ["manifest.json", "README.md", "report/summary.md", "documents/part-00000.parquet", "segments/x.parquet"]


def test_own_output_among_the_sources_is_neither_read_nor_counted(tmp_path):
    plant(tmp_path, "a.md", *(f"out/builds/0123456789ab/{name}" for name in BUILD), "out/notes.md")
    plant(
        tmp_path, "out/builds/half-removed/README.md", "builds/b.md", "out/packets/zh-0001/zh-0001.md", "packets/c.md"
    )
    (tmp_path / "out/latest").symlink_to("builds/0123456789ab")
    sources = find([tmp_path], out=tmp_path / "out")
    assert names(sources) == ["a.md", "builds/b.md", "out/notes.md", "packets/c.md"]
    assert sources.left_out == {}


def test_own_output_in_the_source_folder_itself_is_not_read(tmp_path, monkeypatch):
    plant(tmp_path, "a.md", *(f"builds/0123456789ab/{name}" for name in BUILD))
    (tmp_path / "latest").symlink_to("builds/0123456789ab")
    monkeypatch.chdir(tmp_path)
    assert find([Path(".")], out=Path(".")) == DiscoveredSources(tmp_path, find([tmp_path / "a.md"]).files)


@pytest.mark.parametrize("source", [".", "elsewhere", "elsewhere/builds/0123456789ab"])
def test_build_in_another_output_folder_is_counted_and_not_read(tmp_path, source):
    plant(tmp_path, *(f"elsewhere/builds/0123456789ab/{name}" for name in BUILD))
    sources = find([tmp_path / source], out=tmp_path / "out")
    assert (names(sources), sources.left_out) == ([], {"build of taiyaku": 1})


# --- names


@utf8_free
def test_two_names_never_become_one(tmp_path):
    plain = [
        b"caf\xe9.md",
        b"caf\\xe9.md",
        b"caf\\\\xe9.md",
        b"caf\\\xe9.md",
        "café.md".encode(),
        b"caf\\.md",
        b"a\\x41.md",
    ]
    for name in plain:
        Path(os.fsdecode(os.path.join(os.fsencode(tmp_path), name))).write_text(TEXT, encoding="utf-8")
    sources = find([tmp_path])
    assert sorted(names(sources)) == sorted([
        "caf\\xe9.md", "caf\\\\xe9.md", "caf\\\\\\\\xe9.md", "caf\\\\\\xe9.md", "café.md", "caf\\.md", "a\\x41.md",
    ])  # fmt: skip
    assert len({read(file, LIMIT).doc_id for file in sources.files}) == len(plain)


ODD = [
    ("a\nb.md", "a\\nb.md"),
    ("tab\there.md", "tab\\there.md"),
    ("\x1b[31mred.md", "\\x1b[31mred.md"),
    ("abc\u202emd.txt", "abc\\u202emd.txt"),
    ("zero\u200bwidth.md", "zero\\u200bwidth.md"),
    ("\u2066a\u2069.md", "\\u2066a\\u2069.md"),
    ("c1\x9b2J.md", "c1\\x9b2J.md"),
    ("family👩\u200d👧.md", "family👩\u200d👧.md"),
    ("第 1 章.md", "第 1 章.md"),
    ("é combining e\u0301.md", "é combining e\u0301.md"),
]


@utf8_free
@pytest.mark.parametrize(("name", "printed"), ODD, ids=[printed for _, printed in ODD])
def test_odd_name_stays_in_the_table_and_is_spelled_out_where_it_is_printed(tmp_path, name, printed):
    (file,) = find([plant(tmp_path, name)]).files
    page = read(file, LIMIT)
    assert (page.status, page.path) == ("ok", name)
    assert printable(page.path) == printed


@utf8_free
def test_missing_source_with_an_odd_name_is_reported_in_one_line(tmp_path):
    with pytest.raises(SourceError) as error:
        find([tmp_path / "a\nb\x1b\udce9"])
    assert str(error.value) == f"{tmp_path}/a\\nb\\x1b\\xe9: no such file or folder; check the path"


def test_longest_names_and_a_deep_tree_are_read(tmp_path):
    deep = "/".join(["d" * 200] * 15)
    plant(tmp_path, "n" * 252 + ".md", f"{deep}/zh.md")
    assert reasons(find([tmp_path])) == {"n" * 252 + ".md": None, f"{deep}/zh.md": None}


def test_tree_that_is_too_deep_for_the_system_is_counted(tmp_path, monkeypatch):
    plant(tmp_path, "a.md")
    monkeypatch.chdir(tmp_path)
    for _ in range(20):  # beyond the 4096 bytes that a path may have
        os.mkdir("d" * 250)
        os.chdir("d" * 250)
    Path("b.md").write_text(TEXT, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    sources = find([tmp_path])
    assert reasons(sources)["a.md"] is None
    assert [reason.partition(":")[0] for reason in sources.left_out] == ["folder cannot be read"]


# --- very many files


@pytest.fixture
def crowd(tmp_path, monkeypatch):
    """A folder with as many imagined files as are asked for: to make real ones would take longer than to find them."""

    def imagine(count):
        tree: list[tuple[str, list[str], list[str]]] = [
            (f"{tmp_path}/{lang}/d{folder}", [], [f"f{number}.md" for number in range(100)])
            for lang in ("en", "ja", "zh", "fr")
            for folder in range(count // 400)
        ]
        monkeypatch.setattr(os, "walk", lambda *_, **__: iter(tree))
        monkeypatch.setattr(os.path, "islink", lambda _: False)
        return tmp_path

    return imagine


@pytest.mark.slow
def test_a_hundred_thousand_files_are_found_in_seconds(crowd):
    with cpu_limit(30):
        sources = find([crowd(100_000)])
    assert (len(sources.files), sources.left_out) == (75_000, {"language fr": 25_000})


@pytest.mark.slow
def test_memory_for_files_grows_no_faster_than_their_number(crowd):
    def most(count: int) -> int:
        folder = crowd(count)
        tracemalloc.start()
        try:
            find([folder])
            return tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()

    small, large = most(4_000), most(16_000)
    assert large < 5 * small
    assert large / 16_000 < 2_500  # bytes for each file


def test_every_file_that_is_met_is_reported_at_once(crowd):
    numbers: list[int] = []
    find([crowd(4_000)], on_file=lambda: numbers.append(1))
    assert len(numbers) == 4_000


def test_thousands_of_sources_named_one_by_one_have_a_common_root_at_once(tmp_path):
    plant(tmp_path, *(f"w{number}/zh.md" for number in range(2_000)))
    with cpu_limit(9):
        sources = find([tmp_path / f"w{number}" for number in range(2_000)])
    assert (sources.root, len(sources.files)) == (tmp_path, 2_000)


# --- pages that try the reader


N = 10_000
PAGES = [
    ("quotes within quotes", ">" * N + " 张量"),
    ("quotes and lists within each other", "> - " * N + "张量"),
    ("quotes that deepen", "\n".join(">" * depth + " 张量" for depth in range(1_000))),
    ("lists that deepen", "\n".join("  " * depth + "- 张量" for depth in range(1_000))),
    ("lists on one line", "- " * N + "张量"),
    ("headings and nothing else", "# 张量\n" * N),
    ("underlined headings", "张量\n===\n" * N),
    ("a fence without end", "```python\n" + "x = 1\n" * N),
    ("fences without end", "```\n~~~\n" * N + "```"),
    ("brackets within brackets", "[" * N + "张量" + "]" * N),
    ("links without end", "[张量](" * N),
    ("pictures without end", "![" * N),
    ("emphasis without end", "*张 **" * N),
    ("tags without end", "<div>" * N + "张量"),
    ("comments without end", "<!-- " * N),
    ("Japanese quotation marks within each other", "「" * N + "张量。" + "」" * N),
    ("brackets around sentences", "（张量。" * N + "）" * N),
    ("nothing but full stops", "。" * N),
    ("a table of one row after another", "|a|b|\n|-|-|\n" + "|张|量|\n" * N),
    ("front matter without end", "---\n" + "a: b\n" * N),
    ("front matter within front matter", "---\na: " + "[" * 2_000 + "\n---\n张量"),
    ("marks on one letter", "が" + "\u3099" * N),
    ("direction marks", "\u202e张\u202c" * N),
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("media_type", [PLAIN, MARKDOWN])
@pytest.mark.parametrize(("fact", "text"), PAGES, ids=[fact for fact, _ in PAGES])
def test_page_is_cut_lawfully_and_soon(fact, text, media_type):
    with cpu_limit(60):
        lawful(document(text, media_type))


@pytest.mark.slow
def test_page_of_a_hundred_thousand_headings_is_cut_soon():
    with cpu_limit(60):
        assert len(lawful(document("# 张量\n" * 100_000, MARKDOWN))) == 100_000


CONTROLS = "张\x07量\x1b[31m是\u202e多维\u202c数\u2066组\u2069\x7f。\u200f右\ufeff。\x85完"


def test_control_and_direction_characters_stay_in_the_text_and_offsets_hold(tmp_path):
    (tmp_path / "zh.md").write_text(CONTROLS, encoding="utf-8", newline="")
    (file,) = find([tmp_path / "zh.md"]).files
    page = read(file, LIMIT)
    assert (page.status, page.text) == ("ok", CONTROLS)
    assert "".join(part.text for part in segment(page)) == "".join(CONTROLS.split())
    lawful(page)


def test_any_bytes_are_a_document_or_a_reason(tmp_path):
    chance = random.Random(7)
    for number in range(300):
        path = tmp_path / f"{number}.md"
        path.write_bytes(chance.randbytes(chance.choice([1, 2, 3, 10, 200])))
        page = read(placed(path), LIMIT)
        assert (page.status == "ok") == bool(page.text), page
        assert page.status == "ok" or page.reason
