"""Takes judged findings into the project: what is kept of them, their counts, and the model of confidence.

    .venv/bin/python -m tests.gold.judged [FILE…]

Each FILE, drawn by `sample_findings --way each` and judged, is kept in this folder without the words of its pages, which
are not ours. Then `glossary/rules/judged.toml` and `glossary/rules/confidence.toml` are written from all that is kept, and
how well such a model does on pages, and on sets, that it was not fitted on is printed.
"""

from __future__ import annotations

import json
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from math import fsum
from pathlib import Path
from typing import Any

from corpus.languages import TARGETS
from glossary.rules.calibration import PLAIN
from glossary.rules.registry import RETIRED
from tests.gold import confidence_model

FOLDER = Path(__file__).parent
COUNTS = FOLDER.parents[1] / "glossary/rules/judged.toml"
MODEL = FOLDER.parents[1] / "glossary/rules/confidence.toml"
KEPT = (
    "path",
    "lang",
    "start",
    "end",
    "rule",
    "severity",
    "concept_id",
    "occurrences",
    "inherited",
    "confidence",
    "message_id",
    "sure",
    "signs",
    "translated",  # the English was made from the page
    "mended",  # a false one that the rule does not raise any more, as it was mended by it
)
BUILT_ON = (1, 2, 4, 5, 7)  # draws from texts that rules had been built on
_ENOUGH = 20  # judgements elsewhere, from which on the others do not count
_SHORT = 12  # code points of words that are kept: longer ones may be sentences
_HEAD = """\
# Findings that readers have judged (`tests/gold/rules-*.jsonl`), by rule and language, and by message where that was
# kept; `expected` is how many would be true were the rule always right where it is sure. Texts that a rule was built on
# count only where there are few others. By band of confidence `expected` is what a model claims that was fitted on
# other pages. Written by `python -m tests.gold.judged`.
"""


def rows_in(file: Path) -> list[dict[str, Any]]:
    """The rows of a file."""
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


def kept(row: Mapping[str, Any]) -> dict[str, Any]:
    """What is kept of a judged row."""
    words = {"surface": row["surface"]} if len(row["surface"]) <= _SHORT else {}
    return {
        **{name: row[name] for name in KEPT if name in row},
        **words,
        "true_or_false": row["true_or_false"],
        "why": row["why"],
    }


def files() -> list[Path]:
    """The judged files that are kept here."""
    return sorted(FOLDER.glob("rules-*.jsonl"))


def counted() -> list[dict[str, Any]]:
    """The rows that count: of a place that was judged again the last judgement, and of a rule that was judged enough on
    texts that it was not built on, those alone.
    """
    numbered = sorted(((int(file.stem.rpartition("-")[2]), file) for file in files()), key=lambda pair: pair[0])
    last: dict[tuple[str, int, str], dict[str, Any]] = {}
    for number, file in numbered:
        for row in rows_in(file):
            last[row["path"], row["start"], row["rule"]] = {**row, "draw": file.stem, "built_on": number in BUILT_ON}
    elsewhere = Counter(row["rule"] for row in last.values() if not row["built_on"])
    return [row for row in last.values() if not row["built_on"] or elsewhere[row["rule"]] < _ENOUGH]


def counts(rows: Iterable[Mapping[str, Any]]) -> str:
    """The text of `judged.toml` for these rows."""
    by_lang, by_kind, by_band = (defaultdict[tuple[str, str], list[Mapping[str, Any]]](list) for _ in range(3))
    rows = list(rows)
    for row, claimed in zip(rows, confidence_model.claims(rows), strict=True):
        if row.get("mended") or row["rule"] in RETIRED:
            continue
        by_lang[row["rule"], row["lang"]].append(row)
        by_band[row["rule"], confidence_model.band_of(claimed)].append({**row, "sure": claimed})
        if "message_id" in row:
            by_kind[row["rule"], row["message_id"] or PLAIN].append(row)
    lines = [_HEAD]
    for code in sorted({code for code, _ in by_lang}):
        lines += [
            f"[{code}]\n",
            *(_line(lang, lang_rows) for lang in TARGETS if (lang_rows := by_lang.get((code, lang)))),
        ]
        if kinds := sorted(kind for rule, kind in by_kind if rule == code):
            lines += [f"\n[{code}.kinds]\n", *(_line(kind, by_kind[code, kind]) for kind in kinds)]
        bands = (band for band in confidence_model.BANDS if (code, band) in by_band)
        lines += [f"\n[{code}.bands]\n", *(_line(band, by_band[code, band]) for band in bands)]
        lines.append("\n")
    return "".join(lines).rstrip() + "\n"


def _line(name: str, rows: Sequence[Mapping[str, Any]]) -> str:
    true, expected = sum(row["true_or_false"] == "true" for row in rows), round(fsum(row["sure"] for row in rows), 2)
    return f"{name} = {{ findings = {len(rows)}, true = {true}, expected = {expected} }}\n"


def main(names: Iterable[str]) -> int:
    """Keep the judged files and write the counts; returns 2 where a row lacks its verdict."""
    for name in names:
        rows = rows_in(Path(name))
        if open_rows := [number for number, row in enumerate(rows, 1) if row["true_or_false"] not in ("true", "false")]:
            print(f"{name}: not judged yet: lines {open_rows[:10]}; judge them first", file=sys.stderr)
            return 2
        lines = (json.dumps(kept(row), ensure_ascii=False) + "\n" for row in rows)
        (FOLDER / Path(name).name).write_text("".join(lines), encoding="utf-8")
    rows = counted()
    COUNTS.write_text(counts(rows), encoding="utf-8")
    MODEL.write_text(confidence_model.text(confidence_model.fitted(rows)), encoding="utf-8")
    print(confidence_model.held_out(rows))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
