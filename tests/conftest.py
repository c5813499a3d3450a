"""Fixtures of all tests: a build of the samples, made once by the real command line in a process of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

import pytest
from filelock import FileLock
from hypothesis import HealthCheck, settings

from tests.flows.command import ROOT, Ran, environment, taiyaku

# No deadline: the first example loads dictionaries, and a busy machine takes its time.
settings.register_profile("taiyaku", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("fast", settings.get_profile("taiyaku"), max_examples=10)
settings.load_profile("taiyaku")
SLOW_FIXTURES = {"slim_unidic", "build", "plain_build", "samples_build", "nasty_build", "any_build", "server"}
BEGIN_WITH = {"test_replay.py", "test_wheel.py", "test_build.py"}  # else one process is left with them at the end


@pytest.hookimpl(tryfirst=True)  # before tests are selected by their marks
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark as slow what needs a build of the command line, or a server; begin with the modules that take longest."""
    items.sort(key=lambda item: item.path.name not in BEGIN_WITH)
    for item in items:
        if SLOW_FIXTURES & set(getattr(item, "fixturenames", ())):
            item.add_marker("slow")


@dataclass(frozen=True)
class SamplesBuild:
    """The published build of the samples."""

    out: Path
    ran: Ran

    @property
    def latest(self) -> Path:
        return self.out / "latest"


def shared_folder(factory: pytest.TempPathFactory) -> Path:
    """A folder of this run, for all processes that share its tests."""
    return factory.getbasetemp().parent if "PYTEST_XDIST_WORKER" in os.environ else factory.getbasetemp()


@pytest.fixture(scope="session", autouse=True)
def cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Where loaded glossaries are kept while tests run, in this process and in those that it starts."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TAIYAKU_CACHE", str(shared_folder(tmp_path_factory) / "cache"))
        yield


@pytest.fixture(scope="session")
def wheel_source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of what git knows, to make a wheel of."""
    copy = tmp_path_factory.mktemp("source")
    names = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(["git", *names], cwd=ROOT, capture_output=True, check=True).stdout.decode().split("\0")
    for name in filter(None, listed):
        if (ROOT / name).is_file():
            (copy / name).parent.mkdir(parents=True, exist_ok=True)
            (copy / name).write_bytes((ROOT / name).read_bytes())
    return copy


@pytest.fixture(scope="session")
def wheel(wheel_source: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of the copy, built without the network."""
    return built_wheel(wheel_source, tmp_path_factory.mktemp("dist"))


@pytest.fixture(scope="session")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel's own files in a folder, beside the libraries of the environment that tests run in."""
    return unpacked(wheel, tmp_path_factory.mktemp("installed"))


@pytest.fixture(scope="session")
def slim_unidic(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package with the slim dictionary, made of unidic-lite and installed in a folder of its own."""
    wheel = built_wheel(ROOT / "packages/unidic", tmp_path_factory.mktemp("dist"))
    return unpacked(wheel, tmp_path_factory.mktemp("slim-unidic"))


def built_wheel(source: Path, dist: Path) -> Path:
    """The wheel of a folder."""
    pip("wheel", "--no-build-isolation", "--wheel-dir", dist, source)
    (path,) = dist.glob("*.whl")
    return path


def unpacked(wheel: Path, folder: Path) -> Path:
    """The folder, in which a wheel is now installed."""
    pip("install", "--no-index", "--target", folder, wheel)
    return folder


def pip(command: str, *arguments: str | Path) -> None:
    """Run pip without looking for what a package needs."""
    call = [sys.executable, "-m", "pip", command, "--quiet", "--no-deps", *map(str, arguments)]
    ran = subprocess.run(call, capture_output=True, text=True, timeout=300)
    assert ran.returncode == 0, ran.stderr


@pytest.fixture(scope="session")
def prefect_home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where Prefect keeps its files while tests run: never in the developer's own home."""
    return tmp_path_factory.mktemp("prefect")


@pytest.fixture
def run_taiyaku(prefect_home: Path, tmp_path: Path) -> Callable[..., Ran]:
    """Runs the command line in a process of its own, in an empty folder: `run_taiyaku("build", source)`."""
    return lambda *arguments: taiyaku(*arguments, env=environment(prefect_home), cwd=tmp_path)


@pytest.fixture(scope="session")
def samples_build(prefect_home: Path, tmp_path_factory: pytest.TempPathFactory) -> SamplesBuild:
    """A build of the samples as a newcomer makes it: no source, no server, no settings. Tests that run beside share it."""
    folder = shared_folder(tmp_path_factory) / "samples-build"
    answer = folder / "answer.json"
    with FileLock(folder.with_suffix(".lock")):
        if not answer.exists():
            folder.mkdir()
            ran = taiyaku("build", env=environment(prefect_home), cwd=folder)
            answer.write_text(json.dumps(asdict(ran)), encoding="utf-8")
    ran = Ran(**json.loads(answer.read_text(encoding="utf-8")))
    assert ran.status == 0, ran.err
    return SamplesBuild(folder / "outputs", ran)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print the figures that tests recorded with `record_property("figure", …)`."""
    reports = (report for group in terminalreporter.stats.values() for report in group if hasattr(report, "when"))
    figures = sorted(
        str(value)
        for report in reports
        if report.when == "call"
        for name, value in report.user_properties
        if name == "figure"
    )
    if figures:
        terminalreporter.section("figures")
        for figure in figures:
            terminalreporter.line(figure)
