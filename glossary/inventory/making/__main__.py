"""`python -m glossary.inventory.making` writes the data file of the torch that is installed beside this Python.

python3.11 -m venv /tmp/torch && /tmp/torch/bin/pip install torch==2.13.0 numpy tomli
/tmp/torch/bin/python -m glossary.inventory.making        # from the root of the checkout
"""

from __future__ import annotations

import platform
import sys
from importlib.metadata import version
from pathlib import Path

from glossary.inventory.making.torch_modules import walk
from glossary.inventory.making.writing import text
from glossary.inventory.reading import former_names

FOLDER = Path(__file__).resolve().parents[1]


def main() -> int:
    """Write `torch-<release>.txt` beside the reader; returns the exit status."""
    build = version("torch")
    release = build.partition("+")[0]
    python = ".".join(platform.python_version_tuple()[:2])
    former = former_names("former.toml", (FOLDER / "former.toml").read_text(encoding="utf-8"))
    modules = walk(name for name, entry in former.items() if entry.removed)
    content = text(modules, release, build, python, f"{sys.platform} {platform.machine()}")
    file = FOLDER / f"torch-{release}.txt"
    file.write_text(content, encoding="utf-8", newline="\n")
    print(f"wrote {file.name}: {len(content) / 1024:.0f} KiB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
