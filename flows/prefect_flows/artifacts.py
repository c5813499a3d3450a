"""Artifacts: what runs show on Prefect's pages, each under a key of its project."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from prefect.artifacts import Artifact, acreate_markdown_artifact, acreate_table_artifact


async def show_table(rows: Sequence[dict[str, Any]], key: str, description: str, may_repeat: bool = True) -> None:
    """Publish rows as the latest of their key; with none, that there are none now, if the latest has some.

    Without `may_repeat`, rows that the latest has already are not published once more.
    """
    before = await _latest_rows(key)
    if rows and (may_repeat or list(rows) != before):
        await acreate_table_artifact(list(rows), key=key, description=description)
    elif before and not rows:
        await acreate_markdown_artifact("None.\n", key=key, description=description)


async def _latest_rows(key: str) -> list[dict[str, Any]]:
    """Return the rows of the latest artifact of this key, if it is a table."""
    latest = await Artifact.aget(key)
    if latest is None or latest.type != "table":
        return []
    rows: list[dict[str, Any]] = json.loads(str(latest.data))
    return rows
