"""Runners: what analyses the shards of a build."""

from typing import Literal, get_args

Runner = Literal["processes", "dask"]
RUNNERS: tuple[str, ...] = get_args(Runner)
