"""A reader as judge: how often a reader who saw requests alone said what the gold says, of `tests/gold/protocol.jsonl`.

    .venv/bin/python -m tests.gold.protocol
    .venv/bin/python -m tests.gold.protocol packets

The rows are findings of tf-docs that readers had judged (`rules-*`, `kept-*`), a hundred of each language drawn by chance
from those that builds of 96 of its pages still raise (120 of the first 37 pages, 80 of the others). Readers who knew
neither verdict nor file answered the requests that `review ask --dry-run` would print, in their order; `judge` is that
answer, with a reason of their own. `packets` builds these pages and counts the true rows of a packet of these findings, as
it is without suggestions, and with what the reader rejected asked last.
"""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from flows.files.build_reader import built
from flows.options.flow_parameters import BuildOptions
from flows.pipeline import lifecycle
from flows.reviewing.packets import PacketRequest, material_of
from glossary.desk.review.packets.packet import Bounds, packet, rows_of
from tests.benchmarks import results
from tests.gold.judged import FOLDER, rows_in
from tests.shared import DOCUMENTATION

ANSWERS = Path(__file__).with_name("protocol.jsonl")
_Place = tuple[str, str, int, int]


def _place(row: Mapping[str, Any]) -> _Place:
    return row["path"], row["rule"], row["start"], row["end"]


def gold() -> dict[_Place, bool]:
    """Whether each judged finding is true, by place."""
    files = (*FOLDER.glob("rules-*.jsonl"), *FOLDER.glob("kept-tf-docs*.jsonl"))
    return {_place(row): row["true_or_false"] == "true" for file in sorted(files) for row in rows_in(file)}


def table(answers: Iterable[Mapping[str, Any]]) -> str:
    """By language: how many agree with the gold, and how often an accept and a reject were right."""
    is_true = gold()
    judged = [(row["lang"], row["judge"] == "accept", is_true[_place(row)]) for row in answers]
    lines = []
    for lang in ("zh", "ja"):
        of_lang = [(verdict_said, true) for name, verdict_said, true in judged if name == lang]
        accepts, rejects = (
            [true for verdict_said, true in of_lang if verdict_said is verdict] for verdict in (True, False)
        )
        agreeing = sum(verdict_said is true for verdict_said, true in of_lang)
        rejected_false = len(rejects) - sum(rejects)
        lines.append(
            [
                lang,
                f"{agreeing} of {len(of_lang)}",
                f"{sum(accepts)} of {len(accepts)}",
                f"{rejected_false} of {len(rejects)}",
            ]
        )
    return results.table(["language", "agree", "accept right", "reject right"], lines)


def packets(answers: Sequence[Mapping[str, Any]]) -> str:
    """By language, and by decisions or minutes of a packet: how many of its rows are true, without and with a judge."""
    is_true, docs = gold(), DOCUMENTATION["tf-docs"]
    verdicts = {_place(row): row["judge"] == "accept" for row in answers}
    with TemporaryDirectory() as temporary:
        folder = Path(temporary)
        for path in {row["path"] for row in answers}:
            for name in (path, f"en/{path.partition('/')[2]}"):
                (folder / "docs" / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(docs / name, folder / "docs" / name)
        lifecycle.publish(BuildOptions(sources=(folder / "docs",), out=folder / "out"))
        build, lines = built(folder / "out/latest"), []
        places = {
            finding.finding_id: place
            for finding in build.findings
            for location in finding.locations
            if (place := (build.documents[location.doc_id].path, finding.rule, location.start, location.end))
            in verdicts
        }
        for lang in ("zh", "ja"):
            material = material_of(build, PacketRequest(lang, folder / "review", Path()))
            judged = [finding for finding in build.findings if finding.finding_id in places and finding.lang == lang]
            last = {
                row.question.finding_id: set(row.question.marks)
                for row in rows_of(judged, build.findings, material, lang)
                if not verdicts[places[row.question.finding_id]]
            }
            for minutes, limit in ((None, 30), (None, 50), (20, None)):
                shares = []
                for rejected in ({}, last):
                    bounds = Bounds(minutes, limit, 0, findings=frozenset(places), last=rejected)
                    asked = [row for row in packet(material, lang, "x-1", (), (), bounds).rows if not row.follows]
                    true = sum(is_true[places[row.question.finding_id]] for row in asked)
                    shares.append(f"{true} of {len(asked)}")
                lines.append([lang, f"{minutes} minutes" if minutes else f"{limit} decisions", *shares])
    return results.table(["language", "packet of", "true, without judge", "with"], lines)


if __name__ == "__main__":
    kept = [json.loads(line) for line in ANSWERS.read_text(encoding="utf-8").splitlines()]
    print(packets(kept) if sys.argv[1:] == ["packets"] else table(kept), end="")
