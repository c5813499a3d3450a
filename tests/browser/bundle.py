"""The modules of the report page's script made into the one file that a page holds: `python -m tests.browser.bundle`."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from glossary.desk.report import web
from tests import npm

FOLDER = Path(__file__).parent
PAGE = Path(web.__file__).with_name("page.js")
MODULES = PAGE.with_name("scripts")
# Tests look into a page by the names of its script: no function is put around it.
_BUNDLE = ["--bundle", "--format=esm", "--minify-whitespace", "--legal-comments=none"]
_LINES = ['--banner="use strict";']
STALE = "page.js is not what its modules make: run python -m tests.browser.bundle"


def bundled() -> str:
    """What esbuild makes of the modules: one script without comments, then set in lines again."""
    return _esbuild(_LINES, _esbuild([str(MODULES / "main.js"), *_BUNDLE]))


def _esbuild(options: list[str], text: str = "") -> str:
    order = [str(npm.installed(FOLDER) / ".bin/esbuild"), *options, "--charset=utf8", "--target=es2023"]
    return subprocess.run(order, input=text, stdout=subprocess.PIPE, check=True, encoding="utf-8", timeout=600).stdout


def main(*arguments: str) -> int:
    """Write the file; with `--check` 1 where it is not what the modules make."""
    if missing := npm.missing(FOLDER):
        print(f"The modules were not bundled: {missing}.")
        return 1
    if arguments != ("--check",):
        PAGE.write_text(bundled(), encoding="utf-8")
    elif PAGE.read_text(encoding="utf-8") != bundled():
        print(f"{STALE}.")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
