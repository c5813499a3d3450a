"""`taiyaku lsp` and `taiyaku mcp` where their libraries are not installed."""

from __future__ import annotations

import sys

import pytest

from tests.flows.command import called


@pytest.mark.parametrize(("command", "library", "named"), [("lsp", "lsprotocol", "pygls"), ("mcp", "mcp", "mcp")])
def test_missing_library_is_said_in_one_line(
    command: str, library: str, named: str, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    for module in [
        name for name in sys.modules if name.startswith(("flows.editing.lsp", "flows.assistants.mcp", library))
    ]:
        monkeypatch.delitem(sys.modules, module)
    monkeypatch.setitem(sys.modules, library, None)
    ran = called(capfd, command)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err == f'taiyaku: the library "{named}" is missing: install "taiyaku[{command}]"\n'
