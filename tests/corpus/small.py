"""Small documents for tests, and what every document's segments must obey."""

import re
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from corpus.formats import format_of
from corpus.records import Document, Segment
from corpus.text.plain_text import readable
from corpus.text.protected_spans import protected_spans
from corpus.text.segments import document_spans, segment, split_sentences

PLAIN, MARKDOWN, RST = "text/plain", "text/markdown", "text/x-rst"
NOTEBOOK, GALLERY = "application/x-ipynb+json", "text/x-python"

_QUIET = 0.03  # seconds of the processor that `_slower` takes on a quiet machine of 2026


def document(text: str, media_type: str = PLAIN, lang: str = "zh") -> Document:
    """A document that was read without trouble."""
    return Document(
        doc_id="doc",
        work="work",
        lang=lang,
        locale=lang,
        title=None,
        path="work/page",
        media_type=media_type,
        text=text,
        sha256="",
        chars=len(text),
        status="ok",
        reason=None,
        origin=None,
        license=None,
    )


def shown(text: str, media_type: str) -> list[tuple[str, str]]:
    """The blocks of a page as cases write them: kind and text."""
    return [(block.kind, text[block.start : block.end]) for block in format_of(media_type).blocks(text)]


def seen_blocks(text: str, media_type: str) -> list[tuple[str, str]]:
    """The blocks of a page as a translator sees them, headings with their level; code as it is written."""
    page = document(text, media_type)
    lawful(page)
    rows = []
    for block in format_of(media_type).blocks(text):
        block_text = text[block.start : block.end]
        if block.kind != "code":
            spans = document_spans(page, block.start, block.end)
            block_text = readable(text, block.start, block.end, spans, block.skip)
        if block.kind != "markup":
            rows.append((f"h{block.level}" if block.kind == "heading" else block.kind, block_text))
    return rows


def without_markup(text: str) -> list[tuple[str, str]]:
    """The blocks of a Markdown page that are not markup."""
    return [(kind, content) for kind, content in shown(text, MARKDOWN) if kind != "markup"]


def sentences(text: str, markup: bool = True) -> list[str]:
    """The sentences of a text that is one block."""
    return [text[a:b] for a, b in split_sentences(text, 0, len(text), protected_spans(text, 0, len(text), markup))]


def lawful(page: Document) -> list[Segment]:
    """The segments of a document, once they have been seen to obey the laws."""
    segments = segment(page)
    position = 0
    for ordinal, piece in enumerate(segments):
        assert piece.ordinal == ordinal
        assert position <= piece.start < piece.end <= len(page.text), (page.path, piece)
        assert page.text[piece.start : piece.end] == piece.text
        assert not piece.text[0].isspace() and not piece.text[-1].isspace(), (page.path, piece)
        assert not page.text[position : piece.start].strip(), (page.path, page.text[position : piece.start])
        position = piece.end
        inner = piece.start
        for span in piece.protected:
            assert inner <= span.start < span.end <= piece.end, (page.path, piece, span)
            inner = span.end
    assert not page.text[position:].strip(), (page.path, page.text[position:])
    return segments


@contextmanager
def cpu_limit(seconds: float) -> Iterator[None]:
    """Fail as soon as the block has taken this much of the processor's time, as a quiet machine would count it.

    It is for what would take minutes if its time grew faster than its input: name three times what a quiet machine takes.
    On a busy machine even a processor's seconds do less, as caches and cores are shared; so a known piece of work is
    timed before the block, and again when its time seems to be up.
    """
    slower = _slower()
    began = time.process_time()

    def look(*_: object) -> None:
        nonlocal slower
        spent = time.process_time() - began
        slower = max(slower, _slower())
        if spent > seconds * slower:
            pytest.fail(f"took {spent:.1f} s, more than {seconds} s: its time grows faster than the text")

    before = signal.signal(signal.SIGVTALRM, look)
    # Again and again: what is raised while Python collects garbage is lost.
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds * slower, seconds / 4)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def _slower() -> float:
    """How many times longer than on a quiet machine a known piece of work takes now; 1 at least."""
    began = time.process_time()
    text = "模型 <b>训练</b> " * 2_000
    parts = [(match.start(), match.group().strip()) for _ in range(4) for match in re.finditer(r"[^<>]+", text)]
    assert len({part for _, part in parts}) == 5
    return max(1.0, (time.process_time() - began) / _QUIET)
