"""The scripts of the report page and the extension checked: types by TypeScript, style by ESLint, in `make lint`."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from glossary.desk.report import web
from tests import npm

FOLDER = Path(__file__).parent
ROOT = FOLDER.parents[1]
SCRIPTS = [Path(web.__file__).with_name("scripts") / f"{name}.js" for name in web.SCRIPTS]
_TOOLS = FOLDER / "node_modules" / ".bin"
_TSC: list[str | Path] = [_TOOLS / "tsc", "--project", FOLDER, "--pretty", "false"]
_ESLINT: list[str | Path] = [_TOOLS / "eslint", "--config", FOLDER / "eslint.config.mjs"]
_AS_ONE: list[str | Path] = ["--format", "json", "--stdin", "--stdin-filename", ROOT / "page.js"]


def main() -> int:
    """0 where nothing is wrong, or where there is nothing to check it with, which is said."""
    if missing := npm.missing(FOLDER):
        print(f"The scripts were not checked: {missing}.")
        return 0
    runs = [_run(_TSC), _run([*_ESLINT, "tests", "flows/editing/vscode"])]
    page = _style()
    print(*(run.stdout + run.stderr for run in runs), *(f"{fault}\n" for fault in page), sep="", end="")
    wrong = bool(page or any(run.returncode for run in runs))
    print(f"The scripts: {'there are faults' if wrong else 'all checks passed'}.")
    return int(wrong)


def _style() -> list[str]:
    """What ESLint says of the scripts as one, which they are in a page; each with file, line and column."""
    texts = [file.read_text(encoding="utf-8") for file in SCRIPTS]
    run = _run([*_ESLINT, *_AS_ONE], web.joined(texts))
    if not run.stdout:
        return [run.stderr]
    faults = []
    for fault in json.loads(run.stdout)[0]["messages"]:
        number, line = located(fault["line"], texts)
        place = f"{SCRIPTS[number].relative_to(ROOT)}:{line}:{fault['column']}"
        faults.append(f"{place}: {fault['message']} ({fault['ruleId']})")
    return faults


def located(line: int, texts: Sequence[str]) -> tuple[int, int]:
    """Which of the texts a line of the joined ones belongs to, and its number there."""
    line -= web.joined([""]).count("\n")
    for number, text in enumerate(texts):
        lines = text.count("\n") + 1
        if line <= lines:
            return number, line
        line -= lines
    raise ValueError("a line behind the last")


def _run(order: list[str | Path], text: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(order, cwd=ROOT, input=text, capture_output=True, encoding="utf-8", timeout=600)


if __name__ == "__main__":
    sys.exit(main())
