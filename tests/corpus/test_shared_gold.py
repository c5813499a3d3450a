"""Gold of the real articles: blocks and sentence ends are found exactly."""

import json
from typing import Any

import pytest

from corpus.formats import plaintext
from tests.corpus.small import MARKDOWN, PLAIN, document, lawful
from tests.shared import SHARED, needs_shared

pytestmark = needs_shared

FRONT_MATTER = {"src": 0, "tgt": 5}  # beads


def text_of(name: str) -> str:
    return (SHARED / "articles" / name).read_bytes().decode("utf-8")


def gold(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (SHARED / "gold" / name).read_text("utf-8").splitlines()]


@pytest.mark.parametrize(("article", "lang"), [("pytorch-1.4", "zh"), ("pytorch-1.6", "ja")])
def test_blocks(article, lang):
    expected = [(row["start"], row["end"], row["kind"]) for row in gold(f"{article}.{lang}.blocks.jsonl")]
    extent = max(end for _, end, _ in expected)
    blocks = plaintext.blocks(text_of(f"{article}/{lang}.txt"))
    assert [(block.start, block.end, block.kind) for block in blocks if block.start < extent] == expected


@pytest.mark.parametrize(("side", "file", "media_type"), [("src", "zh.txt", PLAIN), ("tgt", "en.md", MARKDOWN)])
def test_segments_are_those_of_the_beads(side, file, media_type):
    beads = gold("pytorch-1.4.zh-en.beads.jsonl")
    expected = sorted((start, end) for bead in beads for start, end in bead[side])
    extent = max(end for _, end in expected)
    segments = lawful(document(text_of(f"pytorch-1.4/{file}"), media_type))
    first = expected[FRONT_MATTER[side]][0]  # the gold has a key of front matter and its value in one
    assert [(segment.start, segment.end) for segment in segments if first <= segment.start < extent] == expected[
        FRONT_MATTER[side] :
    ]
