"""The published tables as others read them: pyarrow, DuckDB, Polars, pandas and Hugging Face `datasets`."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pandas as pd
import pyarrow as pa
import pyarrow.dataset
import pyarrow.parquet as pq
import pytest

from corpus.schema import TABLES, schema_of
from flows.options.flow_parameters import BuildOptions
from flows.pipeline.lifecycle import publish
from tests.conftest import SamplesBuild
from tests.flows.plain import write


@pytest.fixture(scope="session", autouse=True)
def _offline(tmp_path_factory: pytest.TempPathFactory) -> None:
    """`datasets` reads its settings when it is imported: no network, and its cache in a folder of its own."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HF_HUB_OFFLINE", "1")
        patch.setenv("HF_DATASETS_OFFLINE", "1")
        patch.setenv("HF_HOME", str(tmp_path_factory.mktemp("hugging-face")))
        import datasets

        datasets.disable_progress_bars()


@pytest.fixture(scope="session")
def uneven_build(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A build in two shards, the first of which has not a single mention: its part of that table has no rows."""
    folder = tmp_path_factory.mktemp("uneven")
    pages: dict[str, str | bytes] = {"a/zh.md": "今天天气很好。\n", "b/zh.md": "张量是多维数组。\n"}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("corpus.schema._DOCUMENTS", 1)
        return publish(BuildOptions(sources=(write(folder / "in", pages),), out=folder / "out"))


@pytest.fixture(params=["samples", "uneven"])
def build(request: pytest.FixtureRequest, samples_build: SamplesBuild, uneven_build: Path) -> Path:
    return samples_build.latest if request.param == "samples" else uneven_build


@pytest.mark.slow
def test_uneven_build_has_an_empty_part(uneven_build: Path):
    rows = [pq.ParquetFile(part).metadata.num_rows for part in sorted((uneven_build / "mentions").iterdir())]
    assert rows[0] == 0 and rows[1] > 0


def manifest_rows(build: Path) -> dict[str, int]:
    rows: dict[str, int] = json.loads((build / "manifest.json").read_text(encoding="utf-8"))["rows"]
    return rows


def with_pyarrow(build: Path, table: str, _: Path) -> tuple[int, list[str]]:
    read = pyarrow.dataset.dataset(build / table, format="parquet").to_table()
    return read.num_rows, read.column_names


def with_duckdb(build: Path, table: str, _: Path) -> tuple[int, list[str]]:
    import duckdb

    read = duckdb.read_parquet(f"{build}/{table}/*.parquet")
    return len(read.fetchall()), read.columns


def with_polars(build: Path, table: str, _: Path) -> tuple[int, list[str]]:
    import polars as pl

    read = pl.read_parquet(f"{build}/{table}/part-*.parquet")
    return read.height, read.columns


def with_pandas(build: Path, table: str, _: Path) -> tuple[int, list[str]]:
    read = pd.read_parquet(build / table, dtype_backend="pyarrow")
    assert all(isinstance(dtype, pd.ArrowDtype) for dtype in read.dtypes)
    return len(read), list(read.columns)


def with_datasets_as_files(build: Path, table: str, cache: Path) -> tuple[int, list[str]]:
    from datasets import load_dataset

    files = f"{build.resolve()}/{table}/part-*.parquet"
    read = load_dataset("parquet", data_files=files, split="train", cache_dir=str(cache))
    return read.num_rows, read.column_names


def with_datasets_as_card(build: Path, table: str, cache: Path) -> tuple[int, list[str]]:
    from datasets import load_dataset

    read = load_dataset(str(build), table, split="train", cache_dir=str(cache))
    return read.num_rows, read.column_names


Reader = Callable[[Path, str, Path], tuple[int, list[str]]]
READERS: list[Reader] = [
    with_pyarrow,
    with_duckdb,
    with_polars,
    with_pandas,
    with_datasets_as_files,
    with_datasets_as_card,
]


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("reader", READERS, ids=lambda reader: reader.__name__)
def test_table_opens_whole(reader: Reader, table: str, build: Path, tmp_path: Path):
    rows = manifest_rows(build)[table]
    if rows or reader not in (with_datasets_as_files, with_datasets_as_card):
        assert reader(build, table, tmp_path) == (rows, schema_of(table).names)
    else:  # `datasets` opens nothing without rows: the card does not name it
        assert f"config_name: {table}\n" not in (build / "README.md").read_text(encoding="utf-8")


def test_parallel_is_what_datasets_opens_first(samples_build: SamplesBuild, tmp_path: Path):
    from datasets import load_dataset

    read = load_dataset(str(samples_build.latest), split="train", cache_dir=str(tmp_path))
    assert read.num_rows == manifest_rows(samples_build.latest)["parallel"]
    assert set(read[0]) == set(schema_of("parallel").names)


def test_every_reader_sees_the_same_values(samples_build: SamplesBuild, tmp_path: Path):
    import duckdb
    import polars as pl
    from datasets import load_dataset

    folder = samples_build.latest / "segments"
    expected: list[dict[str, Any]] = pq.read_table(folder).to_pylist()
    relation = duckdb.read_parquet(f"{folder}/*.parquet")
    assert [dict(zip(relation.columns, row, strict=True)) for row in relation.fetchall()] == expected
    assert pl.read_parquet(f"{folder}/*.parquet").to_dicts() == expected
    assert (
        load_dataset(str(samples_build.latest), "segments", split="train", cache_dir=str(tmp_path)).to_list()
        == expected
    )


@pytest.mark.parametrize("table", TABLES)
def test_schema_is_the_one_of_the_records(table: str, build: Path):
    for part in sorted((build / table).glob("*")):
        assert pq.read_schema(part).remove_metadata().equals(schema_of(table)), part


@pytest.mark.parametrize("table", TABLES)
def test_parts_carry_the_signature_and_nothing_of_pandas(table: str, build: Path):
    signature = json.loads((build / "manifest.json").read_text(encoding="utf-8"))["signature"]
    for part in sorted((build / table).glob("*")):
        assert pq.read_schema(part).metadata == {b"taiyaku": signature.encode()}


@pytest.mark.parametrize("table", TABLES)
def test_parts_are_zstd_with_plain_strings(table: str, build: Path):
    assert not [field.name for field in schema_of(table) if pa.types.is_dictionary(field.type)]
    for part in sorted((build / table).glob("*")):
        metadata = pq.ParquetFile(part).metadata
        groups = [metadata.row_group(number) for number in range(metadata.num_row_groups)]
        packed = {group.column(number).compression for group in groups for number in range(group.num_columns)}
        assert packed <= {"ZSTD"}
        assert all(group.num_rows <= 20_000 for group in groups)


def test_card_and_manifest_name_every_table_and_nothing_else(samples_build: SamplesBuild):
    import yaml

    card = (samples_build.latest / "README.md").read_text(encoding="utf-8")
    head = yaml.safe_load(card.split("---")[1])
    assert [config["config_name"] for config in head["configs"]] == list(TABLES)
    assert [config["config_name"] for config in head["configs"] if config.get("default")] == ["parallel"]
    assert list(manifest_rows(samples_build.latest)) == list(TABLES)
    for table, count in manifest_rows(samples_build.latest).items():
        assert f"| `{table}` |" in card and f"| {count:,} |" in card
