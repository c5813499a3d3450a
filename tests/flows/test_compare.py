"""`taiyaku compare`: which builds it takes, what it prints where, and its exit statuses."""

from __future__ import annotations

import json
import shutil
import time
from pathlib import Path

import pytest

from corpus.storage import store
from flows.options.flow_parameters import BuildOptions
from flows.pipeline.lifecycle import publish
from tests.flows.command import called
from tests.flows.plain import write
from tests.glossary.small import FAULTY_TENSOR

EARLIER = "# 张量\n\n这个张量很大。那个张两很小。\n"
LATER = "# 张量\n\n这个张量很大。那个张量很小。\n\n图表很好，新的张两与旧的张两不同。\n"


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[str]]:
    """A folder with two builds below `outputs`: made once, for copies."""
    folder = write(tmp_path_factory.mktemp("built"), {"terms/terms.toml": FAULTY_TENSOR})
    names = []
    for number, text in enumerate((EARLIER, EARLIER.replace("张两", "张量"))):
        write(folder, {"articles/a/zh.md": text, "articles/b/zh.md": LATER if number else "# 张量\n\n张量。\n"})
        options = BuildOptions(
            sources=(folder / "articles",),
            out=folder / "outputs",
            glossary=(folder / "terms",),
            glossary_only=True,
        )
        names.append(publish(options).name)
    return folder, names


@pytest.fixture
def ids(built: tuple[Path, list[str]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Two builds below `outputs`, of which the later one has fixed a page and spoilt another."""
    monkeypatch.chdir(tmp_path)
    folder, names = built
    shutil.copytree(folder, tmp_path, symlinks=True, dirs_exist_ok=True)
    return names


def test_latest_build_is_compared_with_the_one_before_it(ids: list[str], capfd: pytest.CaptureFixture[str]):
    ran = called(capfd, "compare")
    assert ran.status == 0 and ran.err == ""
    assert ran.out.startswith(f"Compared {ids[0]} (20") and f" with {ids[1]} (20" in ran.out
    assert "Chinese got worse: " in ran.out
    assert "  b/zh.md:5:8 T101 major: “张两”" in ran.out
    assert "  a/zh.md T101 major: “张两”" in ran.out[ran.out.index("Fixed findings") :]


@pytest.mark.parametrize("names", [("previous", "latest"), ("{0}", "{1}"), ("outputs/builds/{0}", "outputs/latest")])
def test_builds_have_names_ids_and_folders(ids: list[str], capfd: pytest.CaptureFixture[str], names: tuple[str, str]):
    assert called(capfd, "compare", *(name.format(*ids) for name in names)).out == called(capfd, "compare").out


def test_comparison_is_there_at_once(ids: list[str], capfd: pytest.CaptureFixture[str]):
    """`make bench` compares two builds of 1,800 pages."""
    called(capfd, "compare")
    began = time.process_time()
    assert called(capfd, "compare").status == 0
    assert time.process_time() - began < 1


def test_order_is_that_of_the_arguments(ids: list[str], capfd: pytest.CaptureFixture[str]):
    assert called(capfd, "compare", *ids[::-1]).out.startswith(f"Compared {ids[1]}")


def test_without_a_history_the_build_before_is_found_by_its_date(ids: list[str], capfd: pytest.CaptureFixture[str]):
    before = called(capfd, "compare").out
    shutil.rmtree("outputs/history")
    manifest = Path("outputs/builds") / ids[0] / store.MANIFEST
    content = json.loads(manifest.read_text(encoding="utf-8"))
    manifest.write_text(json.dumps({**content, "created": "2020-01-01T00:00:00Z"}), encoding="utf-8")
    assert called(capfd, "compare").out.splitlines()[1:] == before.splitlines()[1:]


@pytest.mark.parametrize(
    ("severity", "confidence", "status"),
    [("critical", 0.8, 0), ("major", 0.8, 1), ("neutral", 0.8, 1), ("major", 1.0, 0)],
)
def test_new_findings_fail_where_they_are_not_to_pass(
    ids: list[str], capfd: pytest.CaptureFixture[str], severity: str, confidence: float, status: int
):
    Path("taiyaku.toml").write_text(f"[check]\nmin_confidence = {confidence}\n", encoding="utf-8")
    ran = called(capfd, "compare", "--fail-on-new", severity)
    assert ran.status == status
    assert bool(ran.err) == bool(status)


def test_markdown_links_to_the_sources_that_the_settings_name(ids: list[str], capfd: pytest.CaptureFixture[str]):
    Path("taiyaku.toml").write_text('[review]\nsource_link = "https://example.org/{path}#L{line}"\n', encoding="utf-8")
    ran = called(capfd, "compare", "--format", "markdown")
    assert ran.out.startswith("### Terminology: Chinese got worse\n")
    assert "[b/zh.md:5:8](https://example.org/b/zh.md#L5)" in ran.out
    assert ran.out.count("<details>") == ran.out.count("</details>") >= 2


def test_programs_read_json(ids: list[str], capfd: pytest.CaptureFixture[str]):
    content = json.loads(called(capfd, "compare", "--format", "json", "--limit", "0").out)
    assert content["after"]["build_id"] == ids[1]
    assert {(new["path"], new["line"]) for new in content["new"] if new["rule"] == "T101"} == {("b/zh.md", 5)}
    assert content["documents"]["edited"] == ["a/zh.md", "b/zh.md"]


def test_build_of_another_schema_is_refused(ids: list[str], capfd: pytest.CaptureFixture[str]):
    manifest = Path("outputs/builds") / ids[0] / store.MANIFEST
    text = manifest.read_text(encoding="utf-8")
    schema = text.split("|schema:")[1].split("|")[0]
    manifest.write_text(text.replace(f"|schema:{schema}|", "|schema:1|"), encoding="utf-8")
    ran = called(capfd, "compare")
    assert ran.status == 2 and ran.out == ""
    assert ran.err == (
        f"taiyaku: outputs/builds/{ids[0]}: its tables have schema 1, and this version of taiyaku compares schema "
        f"{schema}; rebuild it, or compare with the version that made it\n"
    )


def test_what_is_no_build_is_reported(ids: list[str], capfd: pytest.CaptureFixture[str]):
    ran = called(capfd, "compare", "nothing", "latest")
    assert ran.status == 2
    assert ran.err.startswith("taiyaku: nothing: no build, neither as a folder nor below outputs; builds there are ")


def test_build_before_that_was_removed_is_reported(ids: list[str], capfd: pytest.CaptureFixture[str]):
    shutil.rmtree(Path("outputs/builds") / ids[0])
    ran = called(capfd, "compare")
    assert (ran.status, ran.err) == (
        2,
        f"taiyaku: outputs: the previous build, {ids[0]}, was removed; raise [build] keep_last to keep more\n",
    )


def test_first_build_has_none_before_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
):
    monkeypatch.chdir(tmp_path)
    ran = called(capfd, "compare")
    assert (ran.status, ran.err) == (2, "taiyaku: outputs: no build before the latest one; name two builds\n")


def test_damaged_table_is_reported(ids: list[str], capfd: pytest.CaptureFixture[str]):
    (Path("outputs/builds") / ids[0] / "findings" / "part-00000.parquet").write_bytes(b"PAR1")
    ran = called(capfd, "compare")
    assert ran.status == 2 and "cannot be read: " in ran.err and ran.err.count("\n") == 1
