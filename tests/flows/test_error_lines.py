"""What a failed command says, and the logs that it leaves."""

from __future__ import annotations

import errno
import os
import shutil
import tempfile
import time
from pathlib import Path

import pytest

from flows.console import error_lines
from tests.flows.delivery.small_builds import small_files_only

DAY = 86_400


@pytest.fixture
def logs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A temporary folder of its own."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    return tmp_path


def aged(file: Path, days: float) -> Path:
    file.write_text("Traceback")
    os.utime(file, (time.time() - days * DAY,) * 2)
    return file


def test_logs_of_two_weeks_ago_go_when_another_is_written(logs: Path):
    old, recent = aged(logs / "taiyaku-abcd1234.log", 15), aged(logs / "taiyaku-abcd1235.log", 13)
    line = error_lines.logged(RuntimeError("odd"))
    new = Path(line.rpartition("details in ")[2])
    assert line.startswith("RuntimeError: odd; details in ") and new.parent == logs
    assert not old.exists() and recent.exists() and new.exists()


def test_what_is_not_a_log_of_this_user_stays(logs: Path, monkeypatch: pytest.MonkeyPatch):
    other_names = [aged(logs / name, 99) for name in ("taiyaku-abcd1234.txt", "other-abcd1234.log", "taiyaku.log")]
    target = aged(logs / "precious", 99)
    link = logs / "taiyaku-abcdlink.log"
    link.symlink_to(target)
    os.utime(link, (0, 0), follow_symlinks=False)
    folder = logs / "taiyaku-folder01.log"
    folder.mkdir()
    os.utime(folder, (0, 0))
    error_lines.remove_old_logs()
    assert all(path.exists() for path in (*other_names, target, folder)) and link.is_symlink()
    foreign = aged(logs / "taiyaku-abcd1234.log", 99)
    with monkeypatch.context() as patched:
        patched.setattr(os, "getuid", lambda: os.stat(foreign).st_uid + 1)
        error_lines.remove_old_logs()
    assert foreign.exists()
    error_lines.remove_old_logs()
    assert not foreign.exists()


def test_temporary_folder_that_is_gone_is_no_fault(logs: Path):
    logs.rmdir()
    error_lines.remove_old_logs()
    assert "no details, as no log can be written: No such file or directory" in error_lines.logged(RuntimeError("odd"))


def test_full_disk_is_that_of_the_copy(tmp_path: Path):
    (tmp_path / "source").write_bytes(b"x" * 5000)
    with small_files_only(), pytest.raises(OSError, match="File too large") as raised:
        shutil.copyfile(tmp_path / "source", tmp_path / "copy")
    assert error_lines.describe_error(raised.value).startswith(f"{tmp_path}/copy: File too large; ")


def test_file_that_cannot_be_read_is_named():
    error = OSError(errno.EACCES, "Permission denied", "source", None, "copy")
    assert error_lines.describe_error(error) == "source: Permission denied; check its permissions"
