"""Where taiyaku was installed from, and what brings another version or an extra there."""

from __future__ import annotations

import json
from importlib.metadata import Distribution
from pathlib import Path
from typing import Any

import pytest

from flows.console.extras import origin_of

GIT = {"url": "https://example.org/taiyaku.git", "vcs_info": {"vcs": "git", "commit_id": "0123456789abcdef0123"}}
WHEEL = {"url": "file:///dist/taiyaku-0.1.0-py3-none-any.whl", "archive_info": {}}
FOLDER = {"url": "file:///src/my%20taiyaku", "dir_info": {}}


class Package(Distribution):
    """An installed package with these files."""

    def __init__(self, direct_url: object, installer: str = "pip") -> None:
        self.files_of_it = {"INSTALLER": f"{installer}\n"}
        if direct_url is not None:
            self.files_of_it["direct_url.json"] = direct_url if isinstance(direct_url, str) else json.dumps(direct_url)

    def read_text(self, filename: str) -> str | None:
        return self.files_of_it.get(filename)

    def locate_file(self, path: Any) -> Any:
        raise NotImplementedError


@pytest.mark.parametrize(
    ("direct_url", "installer", "marks", "words", "upgrade", "extra", "repair"),
    [
        (None, "pip", "", "a package index, with pip", "`pip install --upgrade taiyaku`", "`pip install 'taiyaku[dask]'`",
         "run `pip install --upgrade 'taiyaku'`, with the extras that you use"),
        ("no JSON", "pip", "", "a package index, with pip", "`pip install --upgrade taiyaku`",
         "`pip install 'taiyaku[dask]'`", "run `pip install --upgrade 'taiyaku'`, with the extras that you use"),
        (None, "uv", "", "a package index, with uv", "`uv pip install --upgrade taiyaku`",
         "`uv pip install 'taiyaku[dask]'`", "run `uv pip install --upgrade 'taiyaku'`, with the extras that you use"),
        (None, "pip", "pipx_metadata.json", "a package index, with pipx", "`pipx upgrade taiyaku`",
         "`pipx install --force 'taiyaku[dask]'`", "run `pipx reinstall taiyaku`"),
        (None, "uv", "uv-receipt.toml", "a package index, with uv tool", "`uv tool upgrade taiyaku`",
         "`uv tool install --force 'taiyaku[dask]'`", "run `uv tool upgrade --reinstall taiyaku`"),
        (GIT, "pip", "", "git+https://example.org/taiyaku.git at 0123456789ab, with pip",
         "`pip install --force-reinstall --no-deps 'taiyaku @ git+https://example.org/taiyaku.git'`",
         "`pip install 'taiyaku[dask] @ git+https://example.org/taiyaku.git'`",
         "run `pip install --upgrade 'taiyaku @ git+https://example.org/taiyaku.git'`, with the extras that you use"),
        (GIT, "pip", "pipx_metadata.json", "git+https://example.org/taiyaku.git at 0123456789ab, with pipx",
         "`pipx upgrade taiyaku`", "`pipx install --force 'taiyaku[dask] @ git+https://example.org/taiyaku.git'`",
         "run `pipx reinstall taiyaku`"),
        (WHEEL, "pip", "", "the file file:///dist/taiyaku-0.1.0-py3-none-any.whl, with pip",
         "`pip install` with the newer file",
         "`pip install 'taiyaku[dask] @ file:///dist/taiyaku-0.1.0-py3-none-any.whl'`",
         "run `pip install --upgrade 'taiyaku @ file:///dist/taiyaku-0.1.0-py3-none-any.whl'`, with the extras that you use"),
        (FOLDER, "pip", "", "the folder /src/my taiyaku, as it was when it was installed, with pip",
         "`git pull` in /src/my taiyaku, then `pip install '/src/my taiyaku'`", "`pip install '/src/my taiyaku[dask]'`",
         "run `pip install --upgrade '/src/my taiyaku'`, with the extras that you use"),
    ],
)  # fmt: skip
def test_package_is_changed_by_what_installed_it(
    tmp_path: Path, direct_url: object, installer: str, marks: str, words: str, upgrade: str, extra: str, repair: str
):
    if marks:
        (tmp_path / marks).touch()
    origin = origin_of(Package(direct_url, installer), tmp_path / "lib" / "site-packages", tmp_path)
    assert (origin.words, origin.upgrade) == (words, upgrade)
    assert (origin.with_extra("dask"), origin.repair) == (extra, repair)


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A checkout with an environment of its own."""
    folder = tmp_path / "taiyaku"
    (folder / ".venv-3.13").mkdir(parents=True)
    (folder / "pyproject.toml").write_text('[project]\nname = "taiyaku"\n')
    return folder


def test_checkout_with_the_environment_of_make_is_changed_by_git_and_make(checkout: Path):
    (checkout / ".venv-3.13" / "project.stamp").touch()
    package = Package({"url": checkout.as_uri(), "dir_info": {"editable": True}})
    origin = origin_of(package, checkout, checkout / ".venv-3.13")
    assert (origin.words, origin.tool) == (f"the checkout {checkout}", "make")
    assert origin.upgrade == f"`git pull` in {checkout}, then `make corpus`"
    assert origin.with_extra("dask") == f"`.venv-3.13/bin/pip install -e '.[dask]'` in {checkout}"
    assert origin.repair == origin.relock("requirements.lock") == f"run `make corpus` in {checkout}"


def test_editable_installation_elsewhere_is_a_checkout(checkout: Path, tmp_path: Path):
    package = Package({"url": checkout.as_uri(), "dir_info": {"editable": True}})
    origin = origin_of(package, checkout, tmp_path)
    assert (origin.words, origin.tool) == (f"the checkout {checkout}", "pip")
    assert origin.upgrade == f"`git pull` in {checkout}, then `pip install -e .`"
    assert origin.with_extra("dask") == f"`pip install -e '.[dask]'` in {checkout}"
    assert origin.relock("a.lock") == f"run `pip install --no-deps -r a.lock` in {checkout}"


def test_checkout_that_runs_in_the_environment_of_another_is_called_so(checkout: Path, tmp_path: Path):
    package = Package({"url": (tmp_path / "other").as_uri(), "dir_info": {"editable": True}})
    words = origin_of(package, checkout, checkout / ".venv-3.13").words
    assert words == f"the checkout {checkout}; the environment has the one in {tmp_path / 'other'}"


def test_stray_settings_of_another_project_make_no_checkout(tmp_path: Path):
    (tmp_path / "pyproject.toml").write_text('[project]\nname = "other"\n')
    assert origin_of(Package(None), tmp_path, tmp_path).words == "a package index, with pip"


def test_secrets_of_an_address_are_not_shown(tmp_path: Path):
    package = Package({**GIT, "url": "https://mei:s3cr3tpw@example.org/taiyaku.git"})
    origin = origin_of(package, tmp_path, tmp_path)
    assert "s3cr3tpw" not in origin.words + origin.upgrade + origin.with_extra("s3") + origin.repair
