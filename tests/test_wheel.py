"""The wheel by itself, in an empty folder: the command, the samples and the public functions work."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.flows.command import ROOT, environment

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of what git knows."""
    copy = tmp_path_factory.mktemp("source")
    names = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(["git", *names], cwd=ROOT, capture_output=True, check=True).stdout.decode().split("\0")
    for name in filter(None, listed):
        if (ROOT / name).is_file():
            (copy / name).parent.mkdir(parents=True, exist_ok=True)
            (copy / name).write_bytes((ROOT / name).read_bytes())
    return copy


@pytest.fixture(scope="module")
def wheel(source: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of the copy, built without the network."""
    made = tmp_path_factory.mktemp("dist")
    command = ["-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation", "--wheel-dir", made, source]
    ran = subprocess.run([sys.executable, *map(str, command)], capture_output=True, text=True, timeout=300)
    assert ran.returncode == 0, ran.stderr
    (found,) = made.glob("taiyaku-*.whl")
    return found


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel's own files in a folder, beside the libraries of the environment that tests run in."""
    folder = tmp_path_factory.mktemp("installed")
    command = ["-m", "pip", "install", "--quiet", "--no-deps", "--no-index", "--target", folder, wheel]
    ran = subprocess.run([sys.executable, *map(str, command)], capture_output=True, text=True, timeout=300)
    assert ran.returncode == 0, ran.stderr
    return folder


def run(installed: Path, home: Path, cwd: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    env = environment(home, PYTHONPATH=str(installed), PYTHONSAFEPATH="1", PYTHONIOENCODING="utf-8")
    command = [sys.executable, *arguments]
    return subprocess.run(command, cwd=cwd, env=env, capture_output=True, text=True, timeout=300)


def test_wheel_carries_what_a_run_needs(wheel: Path):
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    assert {"corpus/py.typed", "glossary/py.typed", "flows/py.typed"} <= names
    for pattern in (
        "glossary/entries/*.toml",
        "corpus/samples/*/*.md",
        "corpus/formats/**/*.toml",
        "corpus/**/*.py",
        "glossary/exchange/*.*",
        "glossary/inventory/*.t*",
        "glossary/report/*.toml",
        "glossary/report/web/**/*.*s",
        "glossary/report/web/**/*.toml",
        "glossary/report/web/*.j2",
        "glossary/rules/**/*.toml",
    ):
        there = {file.relative_to(ROOT).as_posix() for file in ROOT.glob(pattern)}
        assert there and there <= names, pattern
    assert [name for name in names if name.startswith(("tests", "outputs"))] == []


def test_command_builds_the_samples_in_an_empty_folder(installed: Path, prefect_home: Path, tmp_path: Path):
    ran = run(installed, prefect_home, tmp_path, str(installed / "bin" / "taiyaku"), "build", "--quiet")
    assert (ran.returncode, ran.stderr) == (0, "")
    assert [path.name for path in tmp_path.iterdir()] == ["outputs"]
    works = {path.name for path in (ROOT / "corpus" / "samples").iterdir() if path.is_dir()}
    code = (
        "import corpus, duckdb; print(corpus.__file__);"
        "print(*[row[0] for row in duckdb.execute(\"select distinct work from 'outputs/latest/documents/*.parquet'\").fetchall()])"
    )
    said = run(installed, prefect_home, tmp_path, "-c", code).stdout.splitlines()
    assert Path(said[0]).is_relative_to(installed)
    assert set(said[1].split()) == works


def test_public_functions_work_from_the_wheel(installed: Path, prefect_home: Path, tmp_path: Path):
    code = "import glossary; print(glossary.__file__); print(*[use.concept_id for use in glossary.find('新的张量库', 'zh')])"
    ran = run(installed, prefect_home, tmp_path, "-c", code)
    where, found = ran.stdout.splitlines()
    assert Path(where).is_relative_to(installed)
    assert found == "tensor library"


def test_package_index_would_take_wheel_and_source(source: Path, tmp_path: Path):
    made = [sys.executable, "-m", "hatchling", "build", "-d", str(tmp_path)]
    ran = subprocess.run(made, cwd=source, capture_output=True, text=True, timeout=300)
    assert ran.returncode == 0, ran.stderr
    distributions = sorted(map(str, tmp_path.iterdir()))
    assert [name.rpartition("-0.1.0")[2] for name in distributions] == ["-py3-none-any.whl", ".tar.gz"]
    checked = subprocess.run(
        [sys.executable, "-m", "twine", "check", "--strict", *distributions],
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert checked.returncode == 0, checked.stdout + checked.stderr
