"""The login of Prefect's server: made once, and read by its owner alone."""

import os
import re
from pathlib import Path

import pytest

from flows.prefect_flows import server


def test_login_is_made_once_and_for_its_owner_alone(tmp_path: Path):
    word = server.stored_login(tmp_path / "home")
    assert re.fullmatch(r"taiyaku:[\w-]{32}", word)
    assert server.stored_login(tmp_path / "home") == word
    assert [(tmp_path / "home" / name).stat().st_mode & 0o777 for name in (server.NAME, ".")] == [0o600, 0o700]


def test_login_that_others_could_read_is_replaced(tmp_path: Path):
    word = server.stored_login(tmp_path)
    (tmp_path / server.NAME).chmod(0o644)
    replaced = server.stored_login(tmp_path)
    assert replaced != word and server.stored_login(tmp_path) == replaced
    assert (tmp_path / server.NAME).stat().st_mode & 0o777 == 0o600


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files away")
def test_login_that_another_user_has_put_there_is_not_used(tmp_path: Path):
    word = server.stored_login(tmp_path)
    os.chown(tmp_path / server.NAME, 65534, 65534)
    assert server.stored_login(tmp_path) != word


def test_two_logins_differ():
    assert server.fresh() != server.fresh()
