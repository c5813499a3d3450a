"""What tests of builds share: articles to build, the rows of a build."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pyarrow.parquet as pq

from corpus.storage import parquet
from flows.options.flow_parameters import BuildOptions
from flows.pipeline import lifecycle


def rows_of(build: Path, table: str) -> list[dict[str, Any]]:
    """All rows of a table of a build."""
    rows: list[dict[str, Any]] = parquet.read_table(build, table).to_pylist()
    return rows


def without_column(build: Path, table: str, name: str) -> None:
    """Leave a column out of a table of a build, as one that was made before the column came."""
    for part in parquet.parts(build, table):
        pq.write_table(pq.read_table(part).drop_columns([name]), part)


def built_project(folder: Path, files: dict[str, str | bytes], sources: str, out: str = "out") -> Path:
    """A folder with these files, and a build of those below one of its folders."""
    lifecycle.publish(BuildOptions(sources=(write(folder, files) / sources,), out=folder / out))
    return folder


_SENTENCES = {
    "en": "# Tensors {0}\n\nA tensor is an array of any number of dimensions. Operators run on GPUs.\n\n",
    "zh": "# 张量 {0}\n\n张量是任意维数的数组。算子在 GPU 上运行。\n\n",
    "ja": "# テンソル {0}\n\nテンソルは任意の次元数の配列です。演算子は GPU 上で動きます。\n\n",
}


def numbered_works(count: int, *langs: str) -> dict[str, str | bytes]:
    """The pages of so many works on tensors, in each of these languages, by path."""
    return {
        f"work-{number:02d}/{lang}.md": _SENTENCES[lang].format(number) * 3 for number in range(count) for lang in langs
    }


def write(folder: Path, files: dict[str, str | bytes]) -> Path:
    """A folder with these files."""
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
    return folder
