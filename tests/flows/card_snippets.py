"""The snippets of a data set's card, run as they stand but for the folder."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

from flows.dataset_card.dataset_card import PLACE

LIBRARIES = ("datasets", "duckdb", "polars", "pandas")


def snippet(folder: Path, library: str) -> str:
    """The snippet of a card that begins with a library's import, with the folder put in."""
    card = (folder / "README.md").read_text(encoding="utf-8")
    snippets = re.findall(r"```python\n(.*?)```", card, re.DOTALL)
    assert len(snippets) == len(LIBRARIES)
    chosen: str
    (chosen,) = [text for text in snippets if re.match(rf"(?:from|import) {library}\b", text)]
    assert PLACE in chosen
    return chosen.replace(PLACE, str(folder.resolve()))


def output_of(program: str, cache: Path) -> str:
    """What a program prints, in a process of its own and without network."""
    env = {**os.environ, "HF_HUB_OFFLINE": "1", "HF_DATASETS_OFFLINE": "1", "HF_HOME": str(cache)}
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, env=env, cwd=cache)
    assert ended.returncode == 0, ended.stderr
    return ended.stdout
