"""Asks today's code what it makes of the places that were judged by hand: what is still found, and what is silent.

    .venv/bin/python -m tests.gold.replay BUILD…

BUILDs hold the pages that the judged rows name: hf-course and the articles. Rows of other pages are left out. A row
departs where a true finding is not found at its place any more, a false one is still there, a right mention is gone or
a wrong one stands. `departures.toml` lists those that do; it may only become shorter. This command writes it anew, and
names what it added.
"""

from __future__ import annotations

import json
import sys
import tomllib
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from corpus.storage import parquet
from glossary.loading import load
from glossary.termbase.termbase import UNWANTED
from tests.gold.judged import rows_in

FOLDER = Path(__file__).parent
DEPARTURES = FOLDER / "departures.toml"
FINDINGS, MENTIONS, ENTRIES = ("findings", "queue", "rules"), ("judged", "learned"), ("entries",)
_HEAD = """\
# Judged rows (`tests/gold/*.jsonl`, by file) that today's code answers otherwise. The list may only become shorter.
# Written by `python -m tests.gold.replay`.
"""

Span = tuple[int, int]


@dataclass(frozen=True)
class Today:
    """What today's code says of the pages of some builds."""

    paths: frozenset[str]
    findings: Mapping[tuple[str, str], Collection[Span]]  # by path and rule: places of findings that are new
    mentions: Mapping[str, Collection[tuple[int, int, str, bool]]]  # by path: start, end, concept_id, is unwanted


@dataclass(frozen=True)
class Replay:
    """The rows of one file that could be asked, by verdict, and the keys of those that depart."""

    file: str
    good: int  # true findings, right mentions or entries
    standing: int  # of them still there
    bad: int  # false findings, wrong mentions or entries
    gone: int  # of them no longer there
    departing: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.file}: {self.standing} of {self.good} good ones still there, {self.gone} of {self.bad} bad ones gone"


def today(builds: Iterable[Path]) -> Today:
    """What these builds say of their pages."""
    paths: set[str] = set()
    findings: defaultdict[tuple[str, str], set[Span]] = defaultdict(set)
    mentions: defaultdict[str, set[tuple[int, int, str, bool]]] = defaultdict(set)
    for build in builds:
        documents = parquet.read_table(build, "documents", ["doc_id", "path"]).to_pylist()
        path_of = {row["doc_id"]: row["path"] for row in documents}
        paths.update(path_of.values())
        for row in parquet.read_table(build, "findings", ["doc_id", "rule", "state", "locations"]).to_pylist():
            if row["state"] == "new":
                for location in row["locations"]:
                    path = path_of[location["doc_id"]]
                    findings[path, row["rule"]].add((location["start"], location["end"]))
        for row in parquet.read_table(build, "mentions").to_pylist():
            mentions[path_of[row["doc_id"]]].add(_mention(row))
    return Today(frozenset(paths), findings, mentions)


def files(kinds: Iterable[str]) -> list[Path]:
    """The judged files of these kinds."""
    return sorted(file for kind in kinds for file in FOLDER.glob(f"{kind}-*.jsonl"))


def replayed_findings(file: Path, current: Today) -> Replay:
    """Whether a finding of the same rule touches each judged place."""
    rows = [row for row in rows_in(file) if row["path"] in current.paths]
    answers = [
        (
            f"{row['path']}:{row['start']} {row['rule']}",
            row["true_or_false"] == "true",
            any(
                _touch((row["start"], row["end"]), span)
                for span in current.findings.get((row["path"], row["rule"]), ())
            ),
        )
        for row in rows
    ]
    return _replay(file, answers)


def replayed_mentions(file: Path, current: Today) -> Replay:
    """Whether the same words are a mention of the same concept, or, where that was right, part of a longer mention."""
    rows = [row for row in rows_in(file) if row["path"] in current.paths]
    answers = []
    for row in rows:
        is_right, mentions = row["right_or_wrong"] == "right", current.mentions[row["path"]]
        longer = is_right and any(_is_longer(mention, (row["start"], row["end"])) for mention in mentions)
        key = f"{row['path']}:{row['start']} {row['concept_id']}"
        answers.append((key, is_right, _mention(row) in mentions or longer))
    return _replay(file, answers)


def replayed_entries(file: Path) -> Replay:
    """Whether the forms of each judged entry are what they were when it was judged: preferred, allowed or unwanted."""
    concepts = {concept.id: concept for concept in load().concepts}
    answers = []
    for row in rows_in(file):
        lang = row["lang"]
        judged = {(form["form"], form["status"]) for form in row[lang]}
        concept = concepts.get(row["id"])
        forms = {(form.form, form.status) for form in concept.in_language(lang)} if concept else set()
        answers.append((row["id"], row["right_or_wrong"] == "right", judged <= forms))
    return _replay(file, answers)


def departures() -> dict[str, list[str]]:
    """The keys of the rows known to depart, by file."""
    return dict(tomllib.loads(DEPARTURES.read_text("utf-8"))) if DEPARTURES.exists() else {}


def _mention(row: Mapping[str, Any]) -> tuple[int, int, str, bool]:
    return row["start"], row["end"], row["concept_id"], row["status"] in UNWANTED


def _is_longer(mention: tuple[int, int, str, bool], span: Span) -> bool:
    """Whether a mention holds the span and more."""
    return mention[0] <= span[0] and span[1] <= mention[1] and mention[:2] != span


def _touch(left: Span, right: Span) -> bool:
    """Whether two spans share a character, or are the same empty one."""
    return (left[0] < right[1] and right[0] < left[1]) or left == right


def _replay(file: Path, answers: list[tuple[str, bool, bool]]) -> Replay:
    good = [(key, is_there) for key, is_good, is_there in answers if is_good]
    bad = [(key, is_there) for key, is_good, is_there in answers if not is_good]
    departing = sorted([key for key, is_there in good if not is_there] + [key for key, is_there in bad if is_there])
    standing, gone = sum(is_there for _, is_there in good), sum(not is_there for _, is_there in bad)
    return Replay(file.name, len(good), standing, len(bad), gone, tuple(departing))


def main(builds: Iterable[str]) -> int:
    """Write `departures.toml` and print the figures; names what is new in it."""
    current, before = today(map(Path, builds)), departures()
    replays = [replayed_findings(file, current) for file in files(FINDINGS)]
    replays += [replayed_mentions(file, current) for file in files(MENTIONS)]
    replays += [replayed_entries(file) for file in files(ENTRIES)]
    lines = [_HEAD]
    for replay in replays:
        print(replay)
        for key in sorted(set(replay.departing) - set(before.get(replay.file, []))):
            print(f"  new: {key}", file=sys.stderr)
        if replay.departing:
            keys = "".join(f"  {json.dumps(key, ensure_ascii=False)},\n" for key in replay.departing)
            lines.append(f'"{replay.file}" = [\n{keys}]\n')
    DEPARTURES.write_text("\n".join(lines), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
