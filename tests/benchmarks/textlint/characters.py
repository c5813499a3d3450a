"""AutoCorrect and zhlint beside our rules of characters: where each wants another space or another character.

Both are under the licence MIT, and run as they are without settings. Neither says in a report which rule it is: a place
counts among spaces if white space alone is to change. `package.json` takes AutoCorrect's programs for macOS and Windows
from an earlier version, as those of this one were never published.
"""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from itertools import accumulate
from pathlib import Path
from typing import NamedTuple

from tests import npm
from tests.benchmarks.textlint.running import FOLDER, Ran, called, checked, path_below

RULES = "T4"  # what our rules of characters begin with
SPACES, OTHERS = "spaces", "other characters"
_REPORTED = re.compile(r"^(\S+):(\d+):(\d+) - (.+)$", re.MULTILINE)  # zhlint: file, line, offset in it, message


class Mark(NamedTuple):
    """A place that a tool complains of, and the kind of its complaint: of ours, the rule. Offsets are code points."""

    path: str
    start: int
    end: int
    kind: str


def taiyaku(root: Path, files: Sequence[Path]) -> Ran[Mark]:
    """Our rules of characters, in one process."""
    findings, seconds, cpu = checked(root, files, "--select", RULES, "--jobs", "1")
    places = [(finding["rule"], place) for finding in findings for place in finding["locations"]]
    marks = (Mark(path_below(root, place["path"]), place["start"], place["end"], rule) for rule, place in places)
    return Ran(seconds, cpu, dict.fromkeys(marks, 1.0))


def autocorrect(root: Path, files: Sequence[Path]) -> Ran[Mark]:
    """AutoCorrect in one thread."""
    program = str(npm.installed(FOLDER) / "autocorrect-node/cli.js")
    command = ["node", program, "--lint", "--format", "json", "--threads", "1", *map(str, files)]
    output, _, seconds, cpu = called(command, root)
    marks: dict[Mark, float] = {}
    for page in json.loads(output)["messages"]:
        assert not page["error"], page
        text = _text(root, path := path_below(root, page["filepath"]))
        starts = _line_starts(text)
        for line in page["lines"]:
            begin, end = starts[line["l"] - 1], starts[line["l"]]
            places = [match.start() for match in re.finditer(re.escape(line["old"]), text[begin:end])]
            start = begin + min(
                places, key=lambda at: abs(at - line["c"] + 1)
            )  # which counts from where it has trimmed
            marks |= dict.fromkeys(_changed(path, start, line["old"], line["new"]), 1.0)
    return Ran(seconds, cpu, marks)


def _changed(path: str, start: int, old: str, new: str) -> Iterator[Mark]:
    """What differs in a stretch of text; where nothing does, the space before it."""
    codes = SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    for code, before, after, new_before, new_after in codes:
        if code != "equal":
            changed = (old[before:after] + new[new_before:new_after]).strip()
            yield Mark(path, start + before, start + after, OTHERS if changed else SPACES)
    if old == new:
        yield Mark(path, start, start, SPACES)


def zhlint(root: Path, files: Sequence[Path]) -> Ran[Mark]:
    """zhlint, which reads the files of one pattern: all of them as alternatives."""
    names = [path_below(root, file) for file in files]
    program = str(npm.installed(FOLDER) / "zhlint/bin/index.js")
    output, errors, seconds, cpu = called(["node", program, f"{{{','.join(names)},}}"], root)
    assert output.count("[start]") == len(names), errors
    reported: dict[str, list[tuple[int, int, str]]] = defaultdict(list)
    for path, line, offset, message in _REPORTED.findall(errors):
        reported[path].append((int(line) - 1, int(offset), SPACES if "空格" in message else OTHERS))
    marks = {mark: 1.0 for path, places in reported.items() for mark in _marked(path, _text(root, path), places)}
    return Ran(seconds, cpu, marks)


def _marked(path: str, text: str, places: Iterable[tuple[int, int, str]]) -> Iterator[Mark]:
    """The places of a page, from lines and offsets in them that count UTF-16."""
    starts = _line_starts(text)
    units = [0, *accumulate(1 + (letter > "\uffff") for letter in text)]
    points = {unit: point for point, unit in enumerate(units)}
    for line, offset, kind in places:
        point = points[units[starts[line]] + offset]
        yield Mark(path, point, point, kind)


def _text(root: Path, path: str) -> str:
    return (root / path).read_bytes().decode("utf-8")


def _line_starts(text: str) -> list[int]:
    return [0, *accumulate(len(line) + 1 for line in text.split("\n"))]


# --- compared


def shared(ours: Iterable[Mark], theirs: Iterable[Mark]) -> tuple[Counter[str], Counter[str]]:
    """How many of our places another tool reports too, by rule; and of its places that we do not, how many by kind."""
    ours, theirs = list(ours), list(theirs)
    theirs_on, ours_on = _by_path(theirs), _by_path(ours)
    common = Counter(mark.kind for mark in ours if _touches(mark, theirs_on))
    alone = Counter(mark.kind for mark in theirs if not _touches(mark, ours_on))
    return common, alone


def _by_path(marks: Iterable[Mark]) -> Mapping[str, list[Mark]]:
    by_path: dict[str, list[Mark]] = defaultdict(list)
    for mark in marks:
        by_path[mark.path].append(mark)
    return by_path


def _touches(mark: Mark, others: Mapping[str, list[Mark]]) -> bool:
    """Whether a place has a letter or a border in common with another: between two letters stands what inserts."""
    return any(mark.start <= other.end and other.start <= mark.end for other in others.get(mark.path, ()))
