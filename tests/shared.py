"""The data that stands beside the repository: real articles, a documentation repository and gold for parts of them."""

from pathlib import Path

import pytest

SHARED = Path(__file__).resolve().parents[2] / "shared"

needs_shared = pytest.mark.skipif(
    not (SHARED / "gold").is_dir(), reason=f"{SHARED} is not there: real articles and their gold"
)
