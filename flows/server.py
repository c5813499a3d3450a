"""Prefect's server, started for one build where none is configured, and ended with it whatever ends the build.

Prefect can start a server of its own, but one that outlives a killed build and dies of a Ctrl-C before the build
has cleaned up. This one runs in a session of its own and watches the pipe that its parent holds open.
"""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from flows.imports import shut_out_this_folder

_ENVIRONMENT = {"PREFECT__SERVER_FINAL": "1"}
_FOR_ONE_RUN = {"PREFECT__SERVER_EPHEMERAL": "1", "PREFECT_UI_ENABLED": "0"}  # no pages, and nothing that schedules
_PATIENCE = 120.0  # seconds: the first start makes Prefect's database, which takes long on a busy machine


def is_configured() -> bool:
    """Whether the user's environment or profile names a server."""
    if os.environ.get("PREFECT_API_URL"):
        return True
    home = Path(os.environ.get("PREFECT_HOME") or Path.home() / ".prefect")
    profiles = Path(os.environ.get("PREFECT_PROFILES_PATH") or home / "profiles.toml")
    if not any(place.exists() for place in (profiles, Path("prefect.toml"), Path("pyproject.toml"), Path(".env"))):
        return False  # the usual case, told without loading Prefect
    from prefect.settings import get_current_settings

    return get_current_settings().api.url is not None


@contextmanager
def starting(whole: bool = False) -> Iterator[Callable[[], str]]:
    """A server while the block lasts: call what is yielded to wait for it and to learn the address of its API.

    Only a `whole` one has pages and starts what is scheduled; it needs some seconds more.
    """
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-P", "-m", "flows.server", str(port)]
    address = f"http://127.0.0.1:{port}/api"
    environment = {**os.environ, **_ENVIRONMENT, **({} if whole else _FOR_ONE_RUN), "PREFECT_UI_API_URL": address}
    process = subprocess.Popen(command, stdin=subprocess.PIPE, start_new_session=True, env=environment)
    try:
        yield lambda: _await(address, process)
    finally:
        process.terminate()
        try:
            process.wait(5)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _await(address: str, process: subprocess.Popen[bytes]) -> str:
    until = time.monotonic() + _PATIENCE
    while time.monotonic() < until and process.poll() is None:
        try:
            with urllib.request.urlopen(f"{address}/health", timeout=2):
                return address
        except (urllib.error.URLError, OSError):
            time.sleep(0.05)
    raise OSError("Prefect's server did not start; see what `prefect server start` says (it writes to PREFECT_HOME)")


def serve(port: int) -> None:
    """Run the server until the parent is gone."""
    threading.Thread(target=_end_with_parent, daemon=True).start()
    shut_out_this_folder()
    import uvicorn

    uvicorn.run("prefect.server.api.server:create_app", factory=True, port=port, log_level="error", lifespan="on")


def _end_with_parent() -> None:
    sys.stdin.buffer.read()  # returns when the parent's end of the pipe is closed, however it ended
    os._exit(0)


if __name__ == "__main__":
    serve(int(sys.argv[1]))
