"""Formats: from the text of a page to its blocks, one module per format."""

from __future__ import annotations

from collections.abc import Callable
from importlib.metadata import version

from corpus.formats import html, markdown, plaintext
from corpus.records import Block

# What the blocks of a page depend on beside our code, for the signature.
VERSION = "+".join(f"{name}-{version(name)}" for name in ("markdown-it-py", "mdit-py-plugins", "selectolax"))

# Media type of each extension taiyaku reads.
EXTENSIONS = {
    ".txt": "text/plain",
    ".md": "text/markdown",
    ".mdx": "text/markdown",
    ".markdown": "text/markdown",
    ".html": "text/html",
    ".htm": "text/html",
}

_READERS: dict[str, Callable[[str], list[Block]]] = {
    "text/plain": plaintext.blocks,
    "text/markdown": markdown.blocks,
    "text/html": html.blocks,
}


def blocks(text: str, media_type: str) -> list[Block]:
    """The blocks of a page, in order and disjoint, covering every character that is not white space."""
    return _READERS[media_type](text)
