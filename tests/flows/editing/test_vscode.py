"""The extension of VS Code: what is packed, what it says without the server, and its protocol library as a client."""

from __future__ import annotations

import json
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest
import tomli

from tests import npm
from tests.flows.command import ROOT, environment
from tests.flows.plain import write

EXTENSION = ROOT / "flows" / "editing" / "vscode"
HERE = Path(__file__).parent
ZH = "# 张量\n\n𠮷这个图书馆把每个算子注册一次。\n"

pytestmark = pytest.mark.slow


def _node(script: str, *arguments: str | Path, env: dict[str, str] | None = None) -> Any:
    ran = subprocess.run(
        ["node", script, *map(str, arguments)], cwd=HERE, capture_output=True, text=True, timeout=300, env=env
    )
    assert ran.returncode == 0, ran.stderr
    return json.loads(ran.stdout)


@pytest.fixture(scope="module")
def packed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The extension as it is handed out, unpacked."""
    npm.installed(EXTENSION)
    ran = subprocess.run(["npm", "run", "package"], cwd=EXTENSION, capture_output=True, text=True, timeout=300)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    folder = tmp_path_factory.mktemp("vsix")
    with zipfile.ZipFile(EXTENSION / "dist" / "taiyaku.vsix") as archive:
        archive.extractall(folder)
    return folder


def test_it_is_packed_with_what_it_needs_and_no_more(packed: Path):
    files = {file.relative_to(packed).as_posix() for file in packed.rglob("*") if file.is_file()}
    assert files == {
        "[Content_Types].xml",
        "extension.vsixmanifest",
        *(f"extension/{name}" for name in ("package.json", "readme.md", "LICENSE.txt", "icon.png")),
        *(f"extension/dist/{name}" for name in ("extension.js", "NOTICES.txt")),
    }
    assert (packed / "extension/dist/extension.js").stat().st_size < 1_000_000
    assert (packed / "extension/LICENSE.txt").read_text() == (ROOT / "LICENSE").read_text()
    assert "vscode-languageclient" in (packed / "extension/dist/NOTICES.txt").read_text()
    assert 'Id="taiyaku"' in (packed / "extension.vsixmanifest").read_text()
    assert (packed / "extension/icon.png").read_bytes()[16:24] == bytes([0, 0, 0, 128]) * 2  # width and height


def test_its_settings_start_the_server_and_its_page_names_them(packed: Path):
    manifest = json.loads((packed / "extension/package.json").read_text())
    settings = manifest["contributes"]["configuration"]["properties"]
    assert settings["taiyaku.command"]["default"] == ["taiyaku", "lsp"]
    page = (packed / "extension/readme.md").read_text()
    assert all(f"`{name}`" in page for name in settings)
    assert (packed / "extension" / manifest["main"]).is_file()
    project = tomli.loads((ROOT / "pyproject.toml").read_text())
    assert manifest["version"] == project["project"]["version"]
    assert "flows/editing/vscode" in project["tool"]["hatch"]["build"]["targets"]["wheel"]["exclude"]


def test_without_the_command_it_says_how_to_install_it(packed: Path):
    (dialog,) = _node("without_command.cjs", packed / "extension/dist/extension.js", "no-such-command")
    assert "“no-such-command” is not installed" in dialog["message"]
    assert "pipx install taiyaku" in dialog["message"]
    assert dialog["buttons"] == ["Copy the command", "Open settings"]


def test_what_the_server_says_before_it_ends_is_shown(packed: Path, tmp_path: Path):
    command = tmp_path / "taiyaku"
    command.write_text("#!/bin/sh\necho 'the library is missing' >&2\nexit 2\n")
    command.chmod(0o755)
    dialogs = _node("without_command.cjs", packed / "extension/dist/extension.js", command)
    assert any("the library is missing" in message["message"] for message in dialogs)


def test_its_protocol_library_gets_findings_and_notes(tmp_path: Path):
    packages = npm.installed(EXTENSION).parent
    write(tmp_path, {"docs/en/a.md": "# Tensors\n\nThe library registers each operator once.\n", "docs/zh/a.md": ZH})
    server = [sys.executable, "-m", "flows.command_line.cli", "lsp"]
    heard = _node("second_client.mjs", packages, tmp_path / "docs/zh/a.md", *server, env=environment(tmp_path / "home"))
    opened, mended = heard["told"]
    assert [(finding["code"], finding["range"]["start"]) for finding in opened["diagnostics"]] == [
        ("T101", {"line": 2, "character": 4})
    ]
    assert (opened["version"], mended["version"], mended["diagnostics"]) == (1, 2, [])
    assert "**operator**" in heard["hover"]["contents"]["value"]
    assert (heard["sync"], heard["status"]) == (2, 0)
