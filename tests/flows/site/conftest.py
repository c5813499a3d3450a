"""The site, made once for the tests of a process."""

from __future__ import annotations

import importlib.util
import os
from pathlib import Path

import pytest

from flows.docs.site.__main__ import main
from tests.conftest import SamplesBuild


@pytest.fixture(scope="session")
def site(samples_build: SamplesBuild, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the site; skips where MkDocs is not installed, but for CI."""
    if importlib.util.find_spec("material") is None and not os.environ.get("CI"):
        pytest.skip("no MkDocs Material here: it comes with the dependency group docs")
    folder = tmp_path_factory.mktemp("site-build")
    assert main(folder, samples_build.latest) == 0, "MkDocs warned of something, or failed: see above"
    return folder / "site"
