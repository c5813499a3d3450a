"""`taiyaku glossary adopt`: a table of what a build says, struck out, and read back as entries that load."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from flows.options.flow_parameters import BuildOptions
from flows.options.termbase_cache import glossary
from flows.pipeline.lifecycle import publish
from glossary import loading
from tests.flows.command import Ran, called
from tests.flows.plain import write

ENTRIES = """
[[concept]]
id = "lighthouse"
domain = "boats"
definition = "A tower with a light."
en.preferred = "lighthouse"
zh.preferred = "航标塔"
zh.admitted = ["灯塔"]
ja.preferred = "灯台"
"""
SENTENCES = [
    ("Paint the lighthouse white.", "把灯塔漆成白色。", "灯台を白く塗る。"),
    ("The lighthouse is old.", "这座灯塔很旧。", "その灯台は古い。"),
    ("Ships see the lighthouse.", "船只看见灯塔。", "船が灯台を見る。"),
]
ARTICLES: dict[str, str | bytes] = {
    f"{lang}/coast.md": "\n\n".join(sentence[number] for sentence in SENTENCES) + "\n"
    for number, lang in enumerate(("en", "zh", "ja"))
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder of a project with a build; one entry stands for all that come with taiyaku."""
    write(tmp_path, {"lib/entries/boats.toml": ENTRIES})
    monkeypatch.setattr(loading, "files", lambda _: tmp_path / "lib")
    monkeypatch.chdir(tmp_path)
    glossary.cache_clear()
    publish(BuildOptions(sources=(write(Path("articles"), ARTICLES),), out=Path("outputs")))
    yield tmp_path
    glossary.cache_clear()


def adopted(capfd: pytest.CaptureFixture[str], *more: str) -> Ran:
    return called(capfd, "glossary", "adopt", *more)


def test_table_is_written_struck_out_and_read_back(folder: Path, capfd: pytest.CaptureFixture[str]):
    assert "lighthouse  lighthouse  zh 灯塔  (100% of 3 uses; 1 page" in adopted(capfd, "--min-uses", "3").out
    assert adopted(capfd, "--min-uses", "3", "--format", "csv", "--out", "a.csv").err == "wrote a.csv: 1 row\n"
    assert adopted(capfd, "--from", "a.csv") == Ran(
        0,
        "",
        "terms/adopted.toml: 1 entry added\nname terms in [glossary] dirs of taiyaku.toml\n",
    )
    assert Path("terms/adopted.toml").read_text("utf-8") == ('[[change]]\nid = "lighthouse"\nzh = "灯塔"\n')
    repeated = adopted(capfd, "--from", "a.csv", "--into", "terms", "--glossary", "terms")
    assert repeated == Ran(0, "", "terms/adopted.toml: 0 entries added, 1 row known already\n")
    assert adopted(capfd, "--min-uses", "3", "--glossary", "terms").out == ""


@pytest.mark.parametrize("exists", [False, True], ids=["absent", "empty"])
def test_folder_that_settings_name_may_have_no_entries_yet(
    exists: bool, folder: Path, capfd: pytest.CaptureFixture[str]
):
    write(folder, {"taiyaku.toml": '[glossary]\ndirs = ["terms"]\n'})
    if exists:
        (folder / "terms").mkdir()
    assert adopted(capfd, "--min-uses", "3", "--format", "csv", "--out", "a.csv").err == "wrote a.csv: 1 row\n"
    assert adopted(capfd, "--from", "a.csv") == Ran(0, "", "terms/adopted.toml: 1 entry added\n")


def test_settings_say_from_which_on(folder: Path, capfd: pytest.CaptureFixture[str]):
    nothing = "nothing to adopt: no form is as frequent, or the glossary has it already\n"
    assert adopted(capfd) == Ran(0, "", nothing)
    write(folder, {"taiyaku.toml": "[glossary]\nadopt_uses = 3\n"})
    assert adopted(capfd, "--format", "toml").out.startswith("# 灯塔: 3 uses on 1 page, 100%\n[[change]]\n")
    write(folder, {"taiyaku.toml": "[glossary]\nadopt_share = 0.2\n"})
    assert "glossary.adopt_share" in adopted(capfd).err


def test_bad_rows_are_named_and_the_rest_is_added(folder: Path, capfd: pytest.CaptureFixture[str]):
    write(
        folder,
        {
            "terms/own.toml": '[[change]]\nid = "lighthouse"\nja.preferred = "灯塔"\n',
            "a.csv": "accept,kind,id,english,lang,form\nyes,change,lighthouse,lighthouse,ja,燈台\n"
            "yes,new,keel,keel,zh,龙骨\nperhaps,new,keel,keel,ja,キール\n",
        },
    )
    ran = adopted(capfd, "--from", "a.csv", "--glossary", "terms")
    assert ran == Ran(
        2,
        "",
        "taiyaku: a.csv: row 4: accept is 'perhaps'; write yes or no, or leave it empty\n"
        "taiyaku: a.csv: row 2: left out: ja.preferred is '灯塔' here and '燈台' in adopted.toml:2; keep one\n"
        "terms/adopted.toml: 1 entry added\n",
    )
    assert loading.load([folder / "terms"]).preferred("keel", "zh") == "龙骨"


def test_what_cannot_be_read_is_refused(folder: Path, capfd: pytest.CaptureFixture[str]):
    assert adopted(capfd, "--into", "x") == Ran(2, "", "taiyaku: --into needs a table; give it with --from FILE\n")
    assert (
        adopted(capfd, "--from", "no.csv").err == "taiyaku: --from no.csv: cannot be read: No such file or directory\n"
    )
    assert adopted(capfd, "nowhere").status == 2
    Path("outputs/latest/usages.jsonl").unlink()
    assert adopted(capfd).err.endswith(": usages.jsonl cannot be read: No such file or directory; rebuild it\n")
