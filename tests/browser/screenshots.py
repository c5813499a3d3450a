"""Pictures of the report page and of an editor for their guides and the site, and the icon of the extension.

`make screenshots` writes them again.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from PIL import Image, ImageDraw

from flows.docs.terminal_pictures import PAGES, screen_picture
from tests.browser.chromium import FOLDER, ready

ROOT = Path(__file__).parents[2]
PICTURES = ROOT / "glossary" / "desk" / "report" / "screenshots"
EDITOR = ROOT / "flows" / "docs" / "site" / "pictures" / "editor.svg"
ICON = ROOT / "flows" / "editing" / "vscode" / "icon.png"
_SETTINGS = '[build]\nout = "out"\n'


def main() -> None:
    """Builds the samples in a folder of their own and takes pictures of what comes out, in 256 colours."""
    chromium = ready()
    PICTURES.mkdir(exist_ok=True)
    icon().save(ICON, optimize=True)
    if shutil.which("nvim"):
        EDITOR.write_text(editor(), encoding="utf-8")
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "taiyaku.toml").write_text(_SETTINGS, encoding="utf-8")
        taiyaku = Path(sys.executable).with_name("taiyaku")
        for command in (["build"], ["review", "packet", "--for", "zh", "--format", "html"]):
            subprocess.run([taiyaku, *command], cwd=folder, check=True)
        report = Path(folder) / "out" / "latest" / "report" / "index.html"
        packet = Path(folder) / "out" / "packets" / "zh-0001" / "zh-0001.html"
        environment = {**os.environ, "CHROMIUM": chromium}
        subprocess.run(
            ["node", "screenshots.mjs", report, packet, PICTURES], cwd=FOLDER, env=environment, check=True, timeout=300
        )
        for picture in PICTURES.glob("*.png"):
            with Image.open(picture) as image:
                image.convert("RGB").quantize(256, dither=Image.Dither.NONE).save(picture, optimize=True)


def editor() -> str:
    """The page of the first check in Neovim, which `picture.lua` reads from its screen."""
    script = ROOT / "tests" / "flows" / "editing" / "picture.lua"
    server = json.dumps([sys.executable, "-m", "flows.command_line.cli", "lsp"])
    environment = {**os.environ, "TAIYAKU": server, "PYTHONPATH": str(ROOT)}
    command = ["nvim", "--headless", "--clean", "zh/vision.md", "-S", str(script)]
    ran = subprocess.run(command, cwd=PAGES, env=environment, capture_output=True, text=True, check=True, timeout=120)
    return screen_picture(json.loads(ran.stdout.splitlines()[-1]), "zh")


def icon() -> Image.Image:
    """Two pages side by side, line for line; one line of the second is marked as wrong."""
    size, scale = 128, 8  # drawn large and made small, for smooth edges
    image = Image.new("RGBA", (size * scale, size * scale))
    draw = ImageDraw.Draw(image)

    def box(left: int, top: int, right: int, bottom: int, radius: int, colour: str) -> None:
        draw.rounded_rectangle([edge * scale for edge in (left, top, right, bottom)], radius * scale, colour)

    box(2, 2, 126, 126, 24, "#1c2329")
    for left, width, wrong in ((18, 42, None), (68, 42, 2)):
        box(left, 22, left + width, 106, 6, "#f4f6f8")
        for line, share in enumerate((0.9, 0.7, 0.85, 0.6)):
            top, right = 36 + line * 16, left + 6 + round((width - 12) * share)
            box(left + 6, top, right, top + 6, 3, "#d0452f" if line == wrong else "#8796a3")
            if line == wrong:
                box(left + 6, top + 9, right, top + 11, 1, "#d0452f")
    return image.resize((size, size), Image.Resampling.LANCZOS)


if __name__ == "__main__":
    main()
