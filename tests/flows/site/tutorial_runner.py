"""The tutorials as a reader does them: files that they give are written, commands run in order, answers compared."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

import yaml

from flows.docs.site.assembling import HOME, page_names
from tests.flows.command import PATIENCE, environment

_BLOCK = re.compile(r'^```(\w+)(?: title="([^"]+)")?\n(.*?)^```$', re.MULTILINE | re.DOTALL)
_TABLE = re.compile(r"^<!-- decisions of (\w+) in ([\w-]+) -->\n\n((?:\|.*\n)+)", re.MULTILINE)
_INSTALLS = ("pipx install ", "pip install ", "uvx ", "uv tool install ")
PROGRESS = re.compile(r"^\w[\w, ]*: [\d,]+ of [\d,]+\n", re.MULTILINE)
# What a reader sees: taiyaku on a terminal.
_ON_TERMINAL = "import sys; sys.stdout.isatty = lambda: True; from flows.command_line.cli import main; sys.exit(main())"
_CHANGING = (
    (re.compile(r"\b[0-9a-f]{12}\b"), "BUILD"),
    (re.compile(r"\b\d{4}-\d\d-\d\d(?:T[\d:]+Z)?"), "DATE"),
    (re.compile(r"\b\d+(?:\.\d+)? (?:s|min|KiB|MiB)\b"), "SOME"),
)


# Pages beside the tutorials whose commands are about the tutorial's files; read last.
_FURTHER = {"en": ("how-it-decides/sentences.md", "how-it-decides/term-alignment.md")}


class Step(NamedTuple):
    """A block of a page: its language, the file that it is (else empty), its text, and where the text stands."""

    kind: str
    file: str
    text: str
    start: int


def parts(lang: str) -> list[Path]:
    """The parts of the tutorial in a language, in the order of the navigation."""
    nav = yaml.safe_load((HOME / lang / "mkdocs.yml").read_text("utf-8"))["nav"]
    return [HOME / lang / place for place in page_names(nav) if place.startswith("tutorial/") and "index" not in place]


def read_in_order(lang: str) -> list[Path]:
    """The parts of the tutorial, and the other pages that go on with its files."""
    return [*parts(lang), *(HOME / lang / place for place in _FURTHER.get(lang, ()))]


def steps(text: str) -> list[Step]:
    """The blocks and tables of decisions of a page, in order."""
    blocks = [Step(match[1], match[2] or "", match[3], match.start(3)) for match in _BLOCK.finditer(text)]
    tables = [Step("decisions", f"{m[1]} {m[2]}", m[3], m.start(3)) for m in _TABLE.finditer(text)]
    return sorted([*blocks, *tables], key=lambda step: step.start)


def commands(page: Path) -> list[str]:
    """The commands of a page, in order."""
    blocks = (step.text for step in steps(page.read_text("utf-8")) if step.kind == "sh")
    return [line.split("  #")[0].strip() for block in blocks for line in block.replace("\\\n", " ").splitlines()]


def is_installing(command: str) -> bool:
    """Whether it brings software from the network, and is not run by tests."""
    return command.startswith(_INSTALLS)


def without_progress(output: str) -> str:
    """An output without the lines that only what takes long prints."""
    return PROGRESS.sub("", output)


def plain(output: str) -> str:
    """An output without what differs from run to run."""
    for pattern, name in _CHANGING:
        output = pattern.sub(name, output)
    return "\n".join(line.rstrip() for line in output.strip().splitlines())


@dataclass
class Reader:
    """Somebody who goes through the parts in a folder; `differing` has what was shown and what came out."""

    folder: Path
    home: Path
    differing: list[tuple[str, str, str]] = field(default_factory=list)

    def read(self, page: Path) -> str:
        """Do a part; returns its text with the answers that came, so that ids are the same throughout."""
        text = page.read_text("utf-8")
        output, answers = "", []
        for step in steps(text):
            if step.file and step.kind == "decisions":
                self._decide(step)
            elif step.file:
                (self.folder / step.file).parent.mkdir(parents=True, exist_ok=True)
                (self.folder / step.file).write_text(step.text, encoding="utf-8")
            elif step.kind == "sh":
                output = self._run(step.text)
            elif step.kind in ("text", "diff"):
                answers.append((step, output))
                if plain(output) != plain(step.text):
                    self.differing.append((page.name, plain(step.text), plain(output)))
        for step, answer in reversed(answers):
            text = text[: step.start] + answer.strip("\n") + "\n" + text[step.start + len(step.text) :]
        return text

    def _run(self, script: str) -> str:
        lines = [line for line in script.splitlines() if not is_installing(line)]
        if not lines:
            return ""
        programs = self.home / "bin"
        programs.mkdir(exist_ok=True)
        for name, call in (("taiyaku", f"-c {shlex.quote(_ON_TERMINAL)}"), ("python", "")):
            (programs / name).write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} {call} "$@"\n')
            (programs / name).chmod(0o755)
        env = environment(
            self.home, PATH=f"{programs}:{os.environ['PATH']}", PYTHONUNBUFFERED="1", COLUMNS="120", NO_COLOR="1"
        )
        ran = subprocess.run(
            ["bash", "-c", "\n".join(lines)],
            cwd=self.folder, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=PATIENCE,
        )  # fmt: skip
        assert ran.returncode in {0, 1}, f"{script}\n{ran.stdout}"
        return without_progress(ran.stdout)

    def _decide(self, step: Step) -> None:
        """What the page of a packet exports when somebody decides so: a row has words, a decision, other words."""
        reviewer, packet = step.file.split()
        head, *questions = map(
            json.loads, (self.folder / f"review/packets/{packet}.jsonl").read_text("utf-8").splitlines()
        )
        ids = {finding["surface"]: finding["finding_id"] for finding in questions}
        rows = [[cell.strip(" `") for cell in row.strip("|\n").split("|")] for row in step.text.splitlines()[2:]]
        moment = "2026-11-28T10:00:00Z"
        answers = [
            {"finding": ids[row[0]], "action": row[1], "words": row[2], "when": moment, "why": row[3]} for row in rows
        ]
        answers = [{key: value for key, value in answer.items() if value} for answer in answers]
        file = {
            "format": "taiyaku-decisions",
            "version": 1,
            "build": head["build"],
            "who": reviewer,
            "exported": moment,
        }
        name = self.folder / f"taiyaku-decisions-{head['build']}-{reviewer}.json"
        name.write_text(json.dumps({**file, "decisions": answers}, ensure_ascii=False), encoding="utf-8")


def main() -> None:
    """Do the tutorials and write the answers that came into their pages."""
    import tempfile

    for lang in sys.argv[1:] or ("en", "zh", "ja"):
        with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as home:
            reader = Reader(Path(folder), Path(home))
            for page in read_in_order(lang):
                page.write_text(reader.read(page), encoding="utf-8")
            for name, _, answer in reader.differing:
                print(f"{lang}/{name}: {answer.splitlines()[:1]}")


if __name__ == "__main__":
    main()
