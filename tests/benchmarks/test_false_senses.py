"""How many words in a wrong sense are found where the original says what is meant: writes RESULTS.md."""

from __future__ import annotations

import json
from collections import Counter
from hashlib import sha1
from pathlib import Path
from typing import Any

import pytest

from corpus.languages import TARGETS
from tests.benchmarks import results
from tests.benchmarks.term_alignment.faults import LIKELY, MUTE
from tests.flows.command import ROOT, called

TITLE = "Findings: words in a wrong sense"
_ON_A_PAGE = 12
_SURE = 0.8
_SILENT = (*MUTE, "T507")  # it doubts the sentence
_HEAD = ["language", "half", "words", "any finding", f"{LIKELY} or more", f"{_SURE} or more"]
_NOTE = """
Sentences of documentation with a technical word in its everyday sense, or in that of another field, as machines translate it
(図書館 for library, 薄片状のテスト for flaky test), written for this by readers who saw neither glossary nor rules
(`tests/gold/false-senses-*.jsonl`). Pages of {page} such sentences on as many topics, checked with their originals: harder than real
pages, which speak of one thing. A finding that touches the word counts. Of `kept` terms (the SHA-1 of the term begins with c to f)
no entry may be written; the table of T502 was written by one who had seen the other half alone.
"""


@pytest.mark.bench
def test_words_in_a_wrong_sense_are_found(tmp_path: Path, capfd: pytest.CaptureFixture[str]):
    rows = []
    for lang in TARGETS:
        lines = (ROOT / f"tests/gold/false-senses-{lang}.jsonl").read_text(encoding="utf-8").splitlines()
        counts = _counts([json.loads(line) for line in lines], lang, tmp_path / lang, capfd)
        for half in ("dev", "kept"):
            figures = [counts[half, name] for name in ("all", "any", "likely", "sure")]
            rows.append([lang, half, *map(str, figures)])
    body = results.table(_HEAD, rows) + _NOTE.format(page=_ON_A_PAGE)
    results.record(TITLE, body)
    print(f"\n{body}")
    assert all(int(row[3]) > 0 for row in rows)


def _counts(
    sentences: list[dict[str, str]], lang: str, folder: Path, capfd: pytest.CaptureFixture[str]
) -> Counter[tuple[str, str]]:
    """How many words of each half there are, and have findings of some confidence."""
    pages = [sentences[first : first + _ON_A_PAGE] for first in range(0, len(sentences), _ON_A_PAGE)]
    for number, page in enumerate(pages):
        for version, key in (("en", "source"), (lang, "text")):
            file = folder / version / f"{number:02d}.md"
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(f"# {number}\n\n" + "\n\n".join(row[key] for row in page) + "\n", encoding="utf-8")
    report = json.loads(called(capfd, "check", folder / lang, "--format", "json", "--all").out)
    counts: Counter[tuple[str, str]] = Counter()
    for number, page in enumerate(pages):
        name = f"{number:02d}.md"
        findings = [row for row in report["findings"] if row["path"].endswith(name) and row["rule"] not in _SILENT]
        text = (folder / lang / name).read_text(encoding="utf-8")
        for row in page:
            best = _best(findings, text.index(row["text"]) + row["text"].index(row["wrong"]), len(row["wrong"]))
            half = "kept" if sha1(row["term"].encode()).hexdigest()[0] in "cdef" else "dev"
            reached = {"all": True, "any": best > 0, "likely": best >= LIKELY, "sure": best >= _SURE}
            counts.update((half, name) for name, is_so in reached.items() if is_so)
    return counts


def _best(findings: list[dict[str, Any]], start: int, length: int) -> float:
    """The confidence of the surest finding that touches a place; 0 without one."""
    return max(
        (
            row["confidence"]
            for row in findings
            for place in (row, *row.get("locations", ()))
            if place["start"] is not None and place["start"] < start + length and start < place["end"]
        ),
        default=0.0,
    )
