"""Prose in code: what of MDX pages stands in segments of code though no fence holds it.

It finds fences, tags and expressions with patterns of its own, so that it can judge the parser:

    python -m tests.benchmarks.prose_in_code FOLDER…
"""

import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import corpus

_FENCE = re.compile(r"^[ \t>]*(?:(?:[-*+]|\d+[.)])[ \t]+)*(?P<fence>`{3,}(?=[^`\n]*$)|~{3,})", re.MULTILINE)
_RAW = re.compile(r"<(pre|script|style|svg)\b.*?</\1\s*>|\$\$.*?\$\$|<!--.*?-->|\{/\*.*?\*/\}", re.DOTALL)
_TAG = re.compile(r"</?[A-Za-z][^<>]*>|</?>")
_SENTENCE = re.compile(r"(?:[A-Za-z]{2,}[ ,]+){3,}[A-Za-z]{2,}|[\u3041-\u30ff\u4e00-\u9fff]{4,}")


@dataclass
class Count:
    """Figures of some pages."""

    pages: int = 0
    characters: int = 0  # of prose in code
    sentences: int = 0
    prose: int = 0  # characters of segments of prose


def unfenced(text: str) -> Iterator[tuple[int, int]]:
    """The stretches of a page outside of fences, raw HTML, formulas and comments."""
    position = 0
    hidden: list[tuple[int, int]] = [match.span() for match in _RAW.finditer(text)]
    while opening := _FENCE.search(text, position):
        fence = opening["fence"]
        closing = re.compile(rf"^[ \t>]*{re.escape(fence)}{fence[0]}*[ \t]*$", re.MULTILINE)
        end = closing.search(text, opening.end())
        position = end.end() if end else len(text)
        hidden.append((opening.start(), position))
    position = 0
    for start, stop in sorted(hidden):
        if position < start:
            yield position, start
        position = max(position, stop)
    yield position, len(text)


def count(folder: Path) -> Count:
    """The figures of the MDX pages below a folder."""
    result = Count()
    for path in sorted(folder.rglob("*.mdx")):
        text = path.read_text(encoding="utf-8")
        outside = list(unfenced(text))
        result.pages += 1
        for segment in corpus.segment(corpus.read(path, folder.name)):
            if segment.kind in ("heading", "paragraph", "list_item", "table_cell"):
                result.prose += len(segment.text)
            if segment.kind != "code":
                continue
            for start, end in outside:
                piece = _TAG.sub("", text[max(start, segment.start) : min(end, segment.end)])
                if max(start, segment.start) < min(end, segment.end) and _SENTENCE.search(piece):
                    result.characters += len("".join(piece.split()))
                    result.sentences += len(_SENTENCE.findall(piece))
    return result


if __name__ == "__main__":
    for name in sys.argv[1:]:
        print(name, count(Path(name)))
