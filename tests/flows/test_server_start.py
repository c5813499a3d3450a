"""Prefect's own server: why it cannot start, in one line; two that start at once; and whom it serves."""

import os
import socket
import subprocess
import urllib.error
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

import pytest

from flows.prefect_flows import server
from tests.flows.command import PATIENCE
from tests.hostile import can_mount, common_folder, unprivileged

pytestmark = [pytest.mark.slow, pytest.mark.server]
REMEDY = "its files are in {home}: check permissions and space there, or name another folder in PREFECT_HOME"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder for Prefect's files that is not there yet."""
    for name in [variable for variable in os.environ if variable.startswith("PREFECT_")]:
        monkeypatch.delenv(name)
    folder = tmp_path / "home"
    monkeypatch.setenv("PREFECT_HOME", str(folder))
    monkeypatch.setenv("DO_NOT_TRACK", "1")
    return folder


def why() -> str:
    """What is said of a server that does not start."""
    with pytest.raises(server.ServerError) as error, server.starting() as ready:
        ready()
    return str(error.value)


def test_home_that_is_a_file_is_reported(home: Path, capfd: pytest.CaptureFixture[str]):
    home.write_text("", encoding="utf-8")
    assert why() == f"Prefect's server did not start: {home}: File exists; {REMEDY.format(home=home)}"
    assert capfd.readouterr().err == ""


@pytest.mark.skipif(not can_mount(), reason="a full disk has to be mounted")
def test_full_home_is_reported(home: Path, capfd: pytest.CaptureFixture[str]):
    home.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k", "none", home], check=True)
    try:
        assert why() == f"Prefect's server did not start: database or disk is full; {REMEDY.format(home=home)}"
    finally:
        subprocess.run(["umount", home], check=True)
    assert capfd.readouterr().err == ""


def test_home_that_cannot_be_written_to_is_reported():
    with common_folder() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setenv("PREFECT_HOME", str(folder))
        folder.chmod(0o555)
        with unprivileged():
            message = why()
    assert message == f"Prefect's server did not start: {folder}: Permission denied; {REMEDY.format(home=folder)}"


def test_taken_port_is_reported(home: Path, monkeypatch: pytest.MonkeyPatch):
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        port = listener.getsockname()[1]
        monkeypatch.setenv("PREFECT_SERVER_API_PORT", str(port))
        with pytest.raises(server.ServerError) as error, server.starting(whole=True):
            pass
    remedy = "name another, or none for any that is free"
    assert str(error.value) == f"PREFECT_SERVER_API_PORT={port}: Address already in use; {remedy}"


def status(access: server.ServerAccess, headers: dict[str, str]) -> int:
    """What the server answers to a question."""
    request = urllib.request.Request(
        f"{access.url}/flows/count", b"{}", {"Content-Type": "application/json", **headers}
    )
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        return error.code


def test_two_start_at_once_on_a_fresh_home_and_serve_their_owner_alone(home: Path):
    with ExitStack() as stack, ThreadPoolExecutor(2) as threads:
        ready = [stack.enter_context(server.starting()) for _ in range(2)]
        for access in threads.map(lambda wait: wait(), ready):
            assert status(access, {}) == 401
            assert status(access, {"Authorization": "Basic dGFpeWFrdTpndWVzcw=="}) == 401
    assert [file.name for file in home.iterdir() if file.stat().st_mode & 0o077] == []
