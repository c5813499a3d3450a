"""The lock of a folder of builds: one build at a time, on any number of machines, and a record of its holder.

On one machine the system holds the lock, and releases it however the process ends. Machines that share a folder may
not see each other's locks; so the holder also renews a lease. A build that finds a lease of another machine waits
for a sign of life, by its own clock of running time: clocks that differ or are set back change nothing.
"""

from __future__ import annotations

import json
import os
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path

import filelock

from corpus.moments import moment_of, moment_text
from corpus.storage import store
from corpus.text.printable import printable

LOCK, LEASE, HOLDER = ".lock", ".lease", ".holder.json"
_DURATION = 30.0  # seconds without a sign of life after which the lock of another machine is taken over; renewed in 10
_UNFINISHED = 1.0  # seconds that a lease without a word may take to be written; by hand, it takes microseconds

_leases: dict[str, filelock.SoftFileLease] = {}


class BuildBusyError(OSError):
    """Another build is writing to the same folder."""

    may_pass = True  # when it is tried again


@dataclass(frozen=True, slots=True)
class LockHolder:
    """The holder of a folder of builds."""

    host: str
    pid: int
    since: str  # UTC, as in 2026-11-27T03:00:00Z

    def __str__(self) -> str:
        age = age_text(self.age)
        return f"process {self.pid} on {printable(self.host)} since {self.since}" + (f", {age} ago" if age else "")

    @property
    def age(self) -> float:
        """Seconds since it took the folder, by this machine's clock; 0 if clocks do not agree."""
        try:
            since = moment_of(self.since)
        except ValueError:
            return 0.0
        return max(0.0, (datetime.now(UTC) - since).total_seconds())

    @property
    def is_gone(self) -> bool:
        """Return whether it is known to have been killed: a process of this machine that no longer exists."""
        return self.is_here and not self.is_alive

    @property
    def is_here(self) -> bool:
        """Return whether it runs on this machine."""
        return self.host == socket.gethostname()

    @property
    def is_alive(self) -> bool:
        """Return whether a process of this machine has its process id."""
        try:
            os.kill(self.pid, 0)
        except ProcessLookupError:
            return False
        except PermissionError:
            pass
        return True


@contextmanager
def lock(out: Path) -> Iterator[None]:
    """Hold the folder for one build, and remove what killed builds left; raises BuildBusyError or OutError."""
    store.check(out)
    out.mkdir(parents=True, exist_ok=True)
    try:
        with filelock.FileLock(out / LOCK, timeout=0), _leased(out):
            store.share(out / LOCK)
            store.remove_leftovers(out)
            this_process = LockHolder(socket.gethostname(), os.getpid(), moment_text())
            (out / HOLDER).write_text(json.dumps(asdict(this_process)) + "\n", encoding="utf-8")
            store.share(out / HOLDER)
            try:
                yield
            finally:
                with suppress(OSError):
                    (out / HOLDER).unlink(missing_ok=True)
    except filelock.Timeout:
        raise BuildBusyError(_busy_text(out)) from None


def ensure_held(out: Path) -> None:
    """Raise BuildBusyError if another machine took over, as after a sleep: nothing may be published over its build."""
    lease = _leases.get(os.path.realpath(out))
    if lease is not None and (lease.compromise is not None or not lease.is_lock_held_by_us):
        raise BuildBusyError(
            f"{printable(out)}: the lock was lost: this machine did not renew it for {_DURATION:.0f} seconds, and "
            "another build may be at work there; run it again"
        )


def holder(out: Path) -> LockHolder | None:
    """Return the holder of the folder, even if it was killed; None if the folder is free or that is unknown."""
    try:
        content = json.loads((out / HOLDER).read_text(encoding="utf-8"))
        return LockHolder(str(content["host"]), int(content["pid"]), str(content["since"]))
    except (OSError, ValueError, KeyError, TypeError):
        return None


def silence(out: Path) -> float:
    """Return the seconds since the folder's lease was renewed, by this machine's clock; 0 without a lease."""
    mark = _mark(out / LEASE)
    return max(0.0, time.time() - mark[1] / 1e9) if mark else 0.0


@contextmanager
def _leased(out: Path) -> Iterator[None]:
    """Hold the lease of the folder, which other machines can see; raises filelock.Timeout."""
    place = os.path.realpath(out)
    _remove_unfinished(out / LEASE)
    lease = filelock.SoftFileLease(out / LEASE, lease_duration=_DURATION, thread_local=False)
    lease.acquire(timeout=2 * _DURATION, poll_interval=0.2, cancel_check=_sign_of_life(out / LEASE))
    _leases[place] = lease
    try:
        yield
    finally:
        _leases.pop(place, None)
        lease.release()


def _remove_unfinished(marker: Path) -> None:
    """Remove a lease whose writer was killed before writing its name: filelock would take it as held forever."""
    first = _wordless_mark(marker)
    if first is None:
        return
    time.sleep(_UNFINISHED)
    if _wordless_mark(marker) == first:
        marker.unlink(missing_ok=True)


def _wordless_mark(marker: Path) -> tuple[int, int] | None:
    """Return inode and change time of an empty lease; None if there is none."""
    try:
        state = marker.lstat()
    except OSError:
        return None
    return None if state.st_size else (state.st_ino, state.st_ctime_ns)


def _sign_of_life(marker: Path) -> Callable[[], bool]:
    """Return a function that tests whether the lease has been renewed since this call."""
    first = _mark(marker)

    def renewed() -> bool:
        mark = _mark(marker)
        return bool(first and mark) and mark != first

    return renewed


def _mark(marker: Path) -> tuple[int, int] | None:
    try:
        state = marker.lstat()
    except OSError:
        return None
    return state.st_ino, state.st_mtime_ns


def _busy_text(out: Path) -> str:
    whose = holder(out)
    return (
        f"{printable(out)}: another build is writing there{f' ({whose})' if whose else ''}; wait for it, or give "
        "another --out"
    )


def age_text(seconds: float) -> str:
    """Return the age in words; empty below one second."""
    for unit, size in (("day", 86_400), ("hour", 3_600), ("minute", 60), ("second", 1)):
        count = int(seconds // size)
        if count >= 1:
            return f"{count} {unit}{'s' * (count > 1)}"
    return ""
