"""What the page on editors says to write: it parses, and names the command."""

from __future__ import annotations

import json
import re
from pathlib import Path

import tomli

PAGE = (Path(__file__).parents[3] / "flows" / "editing" / "README.md").read_text(encoding="utf-8")


def _blocks(lang: str) -> list[str]:
    return re.findall(rf"^```{lang}\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)


def test_settings_parse_and_start_the_servers():
    (helix,), (assistant,) = _blocks("toml"), _blocks("json")
    server = tomli.loads(helix)["language-server"]["taiyaku"]
    assert [server["command"], *server["args"]] == ["taiyaku", "lsp"]
    started = json.loads(assistant)["mcpServers"]["taiyaku"]
    assert [started["command"], *started["args"]] == ["taiyaku", "mcp"]
    assert all('"taiyaku"' in block and '"lsp"' in block for block in (*_blocks("lua"), *_blocks("elisp")))
