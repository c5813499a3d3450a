"""The scripts of the report page and the extension checked: types by TypeScript, style by ESLint, in `make lint`."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests import npm
from tests.browser import bundle

FOLDER = Path(__file__).parent
ROOT = FOLDER.parents[1]
_TOOLS = FOLDER / "node_modules" / ".bin"
_TSC: list[str | Path] = [_TOOLS / "tsc", "--project", FOLDER, "--pretty", "false"]
_ESLINT: list[str | Path] = [_TOOLS / "eslint", "--config", FOLDER / "eslint.config.mjs"]


def main() -> int:
    """0 where nothing is wrong, or where there is nothing to check it with, which is said."""
    if missing := npm.missing(FOLDER):
        print(f"The scripts were not checked: {missing}.")
        return 0
    runs = [_run(_TSC), _run([*_ESLINT, bundle.PAGE.parent, "tests", "flows/editing/vscode"])]
    print(*(run.stdout + run.stderr for run in runs), sep="", end="")
    wrong = bundle.main("--check") or any(run.returncode for run in runs)
    print(f"The scripts: {'there are faults' if wrong else 'all checks passed'}.")
    return int(wrong)


def _run(order: list[str | Path]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(order, cwd=ROOT, capture_output=True, encoding="utf-8", timeout=600)


if __name__ == "__main__":
    sys.exit(main())
