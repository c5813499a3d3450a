"""Prefect's server, started for one build if none is configured, and stopped with it however the build ends.

Prefect can start a server itself, but that one outlives a killed build, dies of a Ctrl-C before the build has
cleaned up, and obeys everybody on the machine. This one runs in its own session, watches the pipe that its
parent holds open, and serves only those who have its login.
"""

from __future__ import annotations

import asyncio
import errno
import os
import secrets
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from filelock import FileLock

from flows.console.import_path import shut_out_this_folder

# Prefect's own server is started in the background where none is configured: quiet, offline and patient.
_DEFAULTS = {
    "PREFECT_SERVER_ANALYTICS_ENABLED": "false",
    "DO_NOT_TRACK": "1",
    "PREFECT_CLI_PROMPT": "false",
}
NAME = "taiyaku-login"
_FOR_ONE_RUN = {"PREFECT__SERVER_EPHEMERAL": "1", "PREFECT_UI_ENABLED": "0"}  # no pages, and nothing that schedules
_PATIENCE = 120.0  # seconds: the first start makes Prefect's database, which takes long on a busy machine
_LOCK = ".taiyaku-start.lock"
LOGIN = NAME


class ServerError(OSError):
    """Prefect's server cannot be started or reached."""

    may_pass = True  # when it is tried again


@dataclass(frozen=True, slots=True)
class ServerAccess:
    """Where a server's API is, and the login that it requires."""

    url: str
    login: str


def is_configured() -> bool:
    """Return whether the user's environment or profile names a server."""
    if os.environ.get("PREFECT_API_URL"):
        return True
    profiles = Path(os.environ.get("PREFECT_PROFILES_PATH") or home() / "profiles.toml")
    shared = map(_may_name_prefect, (Path("pyproject.toml"), Path(".env")))
    if not any((profiles.exists(), Path("prefect.toml").exists(), *shared)):
        return False  # the usual case, known without loading Prefect, which takes seconds
    from prefect.settings import get_current_settings

    return get_current_settings().api.url is not None


def _may_name_prefect(file: Path) -> bool:
    """Return whether a settings file shared with other tools may contain Prefect settings."""
    try:
        return b"prefect" in file.read_bytes().lower()
    except OSError:
        return file.exists()


def home() -> Path:
    """Return the folder in which Prefect keeps its files."""
    return Path(os.environ.get("PREFECT_HOME") or Path.home() / ".prefect").expanduser()


@contextmanager
def starting(whole: bool = False) -> Iterator[Callable[[], ServerAccess]]:
    """Start a server while the block lasts; call the yielded function to wait for it and to learn how to reach its
    API. Only a `whole` server has pages and starts scheduled runs; it needs some seconds more.
    """
    _make_home()
    word = (os.environ.get("PREFECT_SERVER_API_AUTH_STRING") or stored_login(home())) if whole else fresh()
    with _listener(whole) as listener:
        access = ServerAccess(f"http://127.0.0.1:{listener.getsockname()[1]}/api", word)
        environment = {**os.environ, "PREFECT__SERVER_FINAL": "1", **({} if whole else _FOR_ONE_RUN)}
        environment |= {"PREFECT_UI_API_URL": access.url, "PREFECT_SERVER_API_AUTH_STRING": word}
        process = subprocess.Popen(
            [sys.executable, "-P", "-m", "flows.prefect_flows.server", str(listener.fileno())],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=True,
            pass_fds=[listener.fileno()],
            env=environment,
        )
    try:
        yield lambda: _await(access, process)
    finally:
        process.terminate()
        try:
            process.wait(5)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _make_home() -> None:
    """Create the folder, or report at once why it cannot be written to."""
    folder = home()
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise _not_started(_reason(error)) from None
    if not os.access(folder, os.W_OK | os.X_OK, effective_ids=os.access in os.supports_effective_ids):
        raise _not_started(f"{folder}: {os.strerror(errno.EACCES)}")


def _listener(whole: bool) -> socket.socket:
    """Return a loopback socket, bound before the server starts, so that no other process can answer in its place."""
    port = os.environ.get("PREFECT_SERVER_API_PORT", "") if whole else ""
    listener = socket.socket()
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind(("127.0.0.1", int(port or 0)))
        listener.listen()
    except (OSError, ValueError, OverflowError) as error:
        listener.close()
        why = error.strerror if isinstance(error, OSError) else "no number of a port"
        raise ServerError(
            f"PREFECT_SERVER_API_PORT={port}: {why}; name another, or none for any that is free"
        ) from None
    return listener


def _await(access: ServerAccess, process: subprocess.Popen[bytes]) -> ServerAccess:
    until = time.monotonic() + _PATIENCE
    while time.monotonic() < until and process.poll() is None:
        try:
            with urllib.request.urlopen(f"{access.url}/health", timeout=5):  # noqa: S310 (our own server on loopback)
                return access
        except (urllib.error.URLError, OSError):
            time.sleep(0.05)
    if process.poll() is None:
        raise ServerError(f"Prefect's server did not start within {_PATIENCE:.0f} seconds; try again")
    raise _not_started(process.stdout.read().decode() if process.stdout else "")


def _not_started(why: str) -> ServerError:
    remedy = f"its files are in {home()}: check permissions and space there, or name another folder in PREFECT_HOME"
    return ServerError(f"Prefect's server did not start: {why.strip() or 'it was ended'}; {remedy}")


def serve(listener: int) -> None:
    """Run the server until the parent is gone; a failure to start goes to stdout, all else to stderr."""
    reason = os.dup(sys.stdout.fileno())
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    os.umask(0o077)  # its database tells of folders and texts
    threading.Thread(target=_end_with_parent, daemon=True).start()
    shut_out_this_folder()
    try:
        asyncio.run(_serve_api(socket.socket(fileno=listener)))
    except Exception as error:  # noqa: BLE001
        os.write(reason, _reason(error).encode(errors="backslashreplace"))
        os._exit(1)


async def _serve_api(listener: socket.socket) -> None:
    import uvicorn
    from prefect.server.api.server import create_app

    app = create_app()
    lifespan = app.router.lifespan_context(app)
    with FileLock(home() / _LOCK, timeout=_PATIENCE):  # two at once would make the tables of one database
        await lifespan.__aenter__()
    try:
        config = uvicorn.Config(app, log_level="error", lifespan="off")
        await uvicorn.Server(config).serve(sockets=[listener])
    finally:
        await lifespan.__aexit__(None, None, None)


def _reason(error: Exception) -> str:
    """Return the error's reason in one line; for database errors, the database's own message."""
    first = getattr(error, "orig", None) or error
    if isinstance(first, OSError) and first.strerror:
        return f"{os.fsdecode(first.filename)}: {first.strerror}" if first.filename else first.strerror
    return next(iter(str(first).splitlines()), "") or type(first).__name__


def _end_with_parent() -> None:
    while os.read(sys.stdin.fileno(), 1024):  # nothing comes until the parent's end of the pipe is closed
        pass
    os._exit(0)


if __name__ == "__main__":
    serve(int(sys.argv[1]))


def fresh() -> str:
    """Return a login that cannot be guessed, in Prefect's form: a name, a colon, a password."""
    return f"taiyaku:{secrets.token_urlsafe(24)}"


def stored_login(folder: Path) -> str:
    """Return the login stored in this folder: created on the first call, and replaced if others can read its file."""
    folder.mkdir(mode=0o700, exist_ok=True)
    with FileLock(folder / f".{NAME}.lock"):  # two that start at once have one login
        return _read_login(folder / NAME) or _write_login(folder / NAME)


def _read_login(file: Path) -> str:
    """Read the login in the file; empty if there is none or others can read it."""
    try:
        descriptor = os.open(file, os.O_RDONLY | os.O_NOFOLLOW)
    except FileNotFoundError:
        return ""
    with open(descriptor, encoding="utf-8") as opened:
        status = os.fstat(descriptor)
        alone = status.st_uid == os.geteuid() and not status.st_mode & 0o077
        return opened.read().strip() if alone else ""


def _write_login(file: Path) -> str:
    """Write a fresh login in one step and return it."""
    word = fresh()
    descriptor, temporary = tempfile.mkstemp(prefix=f".{NAME}-", dir=file.parent)  # its mode is 0600
    with open(descriptor, "w", encoding="utf-8") as opened:
        opened.write(f"{word}\n")
    os.replace(temporary, file)
    return word


def prepare(level: str = "CRITICAL") -> None:
    """Set Prefect's variables that the user has not set; `level` is that of its messages in the terminal. CRITICAL
    also silences Prefect's internal log, such as each event that a server did not accept; the command reports failures
    itself.
    """
    levels = {"PREFECT_LOGGING_HANDLERS_CONSOLE_LEVEL": level}
    if level == "CRITICAL":
        levels["PREFECT_INTERNAL_LOGGING_LEVEL"] = level
    for name, value in {**_DEFAULTS, **levels}.items():
        os.environ.setdefault(name, value)
