"""Pictures of the report page for its guide and the site, made from the samples: `make screenshots` writes them anew."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from PIL import Image

from tests.browser.chromium import FOLDER, ready

PICTURES = Path(__file__).parents[2] / "glossary" / "desk" / "report" / "screenshots"
_SETTINGS = '[build]\nout = "out"\n'


def main() -> None:
    """Builds the samples in a folder of their own and takes pictures of what comes out, in 256 colours."""
    chromium = ready()
    PICTURES.mkdir(exist_ok=True)
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


if __name__ == "__main__":
    main()
