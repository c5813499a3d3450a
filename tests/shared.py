"""The data that stands beside the repository: real articles, a documentation repository and gold for parts of them."""

from pathlib import Path

import pytest

SHARED = Path(__file__).resolve().parents[2] / "shared"

# The pages of each documentation set that was given, by its name.
DOCUMENTATION = {
    "tf-docs": SHARED / "data/tf-docs/docs",
    "hf-course": SHARED / "data/hf-course/docs",
    "llm-docs": SHARED / "data/llm-docs",
}

needs_shared = pytest.mark.skipif(
    not (SHARED / "gold").is_dir(), reason=f"{SHARED} is not there: real articles and their gold"
)
