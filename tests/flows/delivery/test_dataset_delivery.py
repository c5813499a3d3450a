"""Data sets for Hugging Face: what a folder holds, what stays in it, and that it loads from its card and Croissant."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest
import yaml

from corpus.schema import TABLES, schema_of
from corpus.storage import store
from flows.delivery.deliveries import deliver, verify
from flows.delivery.delivery_result import Delivery
from tests.conftest import SamplesBuild
from tests.flows.card_snippets import LIBRARIES, output_of, snippet
from tests.flows.delivery.small_builds import small_build, small_files_only

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def dataset(samples_build: SamplesBuild, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The samples as a data set."""
    folder = tmp_path_factory.mktemp("hub") / "corpus"
    delivery = published(samples_build.latest, folder)
    assert delivery.state == "published"
    return folder


def published(build: Path, folder: Path, **options: bool) -> Delivery:
    delivery, *others = deliver(build, [f"hf:{folder}"], **options)
    assert others == []
    return delivery


def test_folder_holds_what_a_hub_shows_and_nothing_else(dataset: Path):
    names = {path.name for path in dataset.iterdir()}
    assert names == {*TABLES, "README.md", "croissant.json", "manifest.json", ".cache"}
    assert verify(f"hf:{dataset}").status == 0
    card = (dataset / "README.md").read_text(encoding="utf-8")
    assert [entry["config_name"] for entry in yaml.safe_load(card.split("---")[1])["configs"]] == list(TABLES)


@pytest.mark.parametrize("library", LIBRARIES)
def test_snippet_of_its_card_loads_the_table(library: str, dataset: Path, tmp_path: Path):
    rows = (store.read_manifest(dataset) or {})["rows"]["parallel"]
    assert str(rows) in output_of(snippet(dataset, library), tmp_path)


def test_second_time_is_unchanged(dataset: Path, samples_build: SamplesBuild):
    before = (dataset / "manifest.json").stat().st_mtime_ns
    assert published(samples_build.latest, dataset).state == "unchanged"
    assert (dataset / "manifest.json").stat().st_mtime_ns == before


def test_croissant_is_valid_without_errors_and_warnings(dataset: Path):
    import mlcroissant

    issues = mlcroissant.Dataset(jsonld=str(dataset / "croissant.json")).metadata.ctx.issues
    assert (list(issues.errors), list(issues.warnings)) == ([], [])


@pytest.mark.parametrize("table", TABLES)
def test_croissant_reads_the_records_that_the_tables_hold(table: str, dataset: Path):
    import mlcroissant

    described = mlcroissant.Dataset(jsonld=str(dataset / "croissant.json"))
    rows = pq.read_table(dataset / table).to_pylist()
    records = list(described.records(table))
    assert len(records) == len(rows)
    assert [plain(record, table) for record in records[:50]] == rows[:50]
    assert list(rows[0]) == schema_of(table).names


def plain(value: Any, prefix: str) -> Any:
    """A record of mlcroissant's as the tables have it: names without their path, text for bytes, plain numbers."""
    if isinstance(value, dict):
        return {key.rsplit("/", 1)[-1]: plain(inner, prefix) for key, inner in value.items()}
    if isinstance(value, list):
        return [plain(inner, prefix) for inner in value]
    if isinstance(value, bytes):
        return value.decode()
    return value.item() if hasattr(value, "item") else value


def test_what_else_stands_in_the_folder_stays(samples_build: SamplesBuild, tmp_path: Path):
    (tmp_path / ".git").mkdir()
    (tmp_path / ".git" / "config").write_text("[core]", encoding="utf-8")
    (tmp_path / "parallel").mkdir()
    (tmp_path / "parallel" / "part-00099.parquet").write_bytes(b"of an earlier build")
    assert published(samples_build.latest, tmp_path).state == "published"
    assert (tmp_path / ".git" / "config").read_text(encoding="utf-8") == "[core]"
    assert not (tmp_path / "parallel" / "part-00099.parquet").exists()


@pytest.mark.parametrize("content", [{"README.md": "# Mine\n"}, {"manifest.json": "{}"}, {"manifest.json": '{"a": 1}'}])
def test_folder_of_others_is_refused_and_stays(content: dict[str, str], samples_build: SamplesBuild, tmp_path: Path):
    for name, text in content.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    delivery = published(samples_build.latest, tmp_path)
    if content == {"manifest.json": "{}"}:
        assert delivery.state == "published"
    else:
        assert delivery.status == 2 and "give another folder" in delivery.line
        assert {path.name for path in tmp_path.iterdir()} - {".cache"} == set(content)


def test_failure_leaves_the_data_set_as_it_was(
    samples_build: SamplesBuild, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    published(samples_build.latest, tmp_path)
    manifest = json.loads((tmp_path / "manifest.json").read_text(encoding="utf-8"))
    (tmp_path / "README.md").write_text("made by\n[taiyaku](", encoding="utf-8")  # so that there is something to do

    def full_disk(*_: object) -> None:
        raise OSError(28, "No space left on device", str(tmp_path))

    monkeypatch.setattr("flows.delivery.dataset_delivery.shutil.copyfile", full_disk)
    delivery = published(samples_build.latest, tmp_path)
    assert delivery.status == 3 and "No space left on device" in delivery.line
    assert store.read_manifest(tmp_path) == manifest
    monkeypatch.undo()
    assert published(samples_build.latest, tmp_path).state == "published" and verify(f"hf:{tmp_path}").status == 0


def test_disk_of_the_target_that_is_full_is_named(samples_build: SamplesBuild, tmp_path: Path):
    with small_files_only():
        delivery = published(samples_build.latest, tmp_path)
    assert (
        delivery.status == 3 and delivery.line.startswith(f"{tmp_path}/.cache/") and "File too large" in delivery.line
    )
    assert str(samples_build.latest) not in delivery.line


def test_run_killed_in_mid_swap_is_repeated(samples_build: SamplesBuild, tmp_path: Path):
    published(samples_build.latest, tmp_path)
    (tmp_path / "manifest.json").unlink()
    (tmp_path / "parallel" / "part-00000.parquet").unlink()
    assert verify(f"hf:{tmp_path}").status == 2
    assert published(samples_build.latest, tmp_path).state == "published"
    assert verify(f"hf:{tmp_path}").status == 0


def test_build_without_tables_of_ours_is_refused(tmp_path: Path):
    delivery = published(small_build(tmp_path / "out", 1), tmp_path / "hub")
    assert delivery.status == 2 and "made by another version of taiyaku; rebuild it" in delivery.line
    assert not (tmp_path / "hub").exists()
