"""The samples: what a build reads when no source is named."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path


def folder() -> Path:
    """Return the folder of the articles that come with taiyaku."""
    return Path(str(files("corpus") / "samples"))
