"""What the page on editors says to write: it parses, and names the command."""

from __future__ import annotations

import json
import re
from pathlib import Path

import tomli

from flows.command_line.argument_parser import parser

FOLDER = Path(__file__).parents[3] / "flows" / "editing"
PAGE = (FOLDER / "README.md").read_text(encoding="utf-8")


def _blocks(lang: str) -> list[str]:
    return re.findall(rf"^```{lang}\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)


def test_settings_parse_and_start_the_servers():
    (helix,), (_, assistant) = _blocks("toml"), _blocks("json")
    server = tomli.loads(helix)["language-server"]["taiyaku"]
    assert [server["command"], *server["args"]] == ["taiyaku", "lsp"]
    started = json.loads(assistant)["mcpServers"]["taiyaku"]
    assert [started["command"], *started["args"]] == ["taiyaku", "mcp"]
    assert all('"taiyaku"' in block and '"lsp"' in block for block in (*_blocks("lua"), *_blocks("elisp")))


def test_the_settings_of_vs_code_are_those_of_its_extension():
    manifest = json.loads((FOLDER / "vscode" / "package.json").read_text(encoding="utf-8"))
    properties = manifest["contributes"]["configuration"]["properties"]
    settings = json.loads(_blocks("json")[0])
    assert settings.keys() <= properties.keys()
    assert settings["taiyaku.command"][-1] == "lsp"
    pack, commands = manifest["scripts"]["package"], _blocks("sh")[0]
    assert (
        "--out dist/taiyaku.vsix" in pack and "npm run package\ncode --install-extension dist/taiyaku.vsix" in commands
    )
    assert parser().parse_args(["lsp", *settings["taiyaku.arguments"]]).glossary == [Path("terms")]
