"""The word cutters as spaCy tokenizers, so that any spaCy pipeline can use them.

spacy.blank("zh", config={"nlp": {"tokenizer": {"@tokenizers": "taiyaku.zh.v1"}}})
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from spacy.language import Language
from spacy.tokens import Doc
from spacy.vocab import Vocab

from corpus.tokenizers import Words, tokenizer


class Tokenizer:
    """A spaCy tokenizer that cuts as taiyaku does; white space between words becomes tokens, as in spaCy's own."""

    def __init__(self, lang: str, vocab: Vocab) -> None:
        self._cut = tokenizer(lang)
        self._vocab = vocab

    def __call__(self, text: str) -> Doc:
        return doc_of(self._vocab, text, self._cut(text))

    # Nothing is learned, so there is nothing to store: spaCy asks for these when a pipeline is saved.
    def to_bytes(self, **_: Any) -> bytes:
        return b""

    def from_bytes(self, _: bytes, **__: Any) -> Tokenizer:
        return self

    def to_disk(self, _: Path | str, **__: Any) -> None:
        return None

    def from_disk(self, _: Path | str, **__: Any) -> Tokenizer:
        return self


def doc_of(vocab: Vocab, text: str, words: Words) -> Doc:
    """Return the Doc of a text cut into these words; `doc.text == text`."""
    surfaces: list[str] = []
    spaces: list[bool] = []
    position = 0
    for start, end in words:
        _gap(text[position:start], surfaces, spaces)
        surfaces.append(text[start:end])
        spaces.append(False)
        position = end
    _gap(text[position:], surfaces, spaces)
    return Doc(vocab, words=surfaces, spaces=spaces)


def _gap(gap: str, surfaces: list[str], spaces: list[bool]) -> None:
    """Add a gap: one space after a word belongs to it; any other white space is a token."""
    if gap.startswith(" ") and surfaces:
        spaces[-1] = True
        gap = gap[1:]
    if gap:
        surfaces.append(gap)
        spaces.append(False)


def _creator(lang: str) -> Callable[[Language], Tokenizer]:
    return lambda nlp: Tokenizer(lang, nlp.vocab)


def chinese() -> Callable[[Language], Tokenizer]:
    """Make the tokenizer that is registered as taiyaku.zh.v1."""
    return _creator("zh")


def japanese() -> Callable[[Language], Tokenizer]:
    """Make the tokenizer that is registered as taiyaku.ja.v1."""
    return _creator("ja")


def english() -> Callable[[Language], Tokenizer]:
    """Make the tokenizer that is registered as taiyaku.en.v1."""
    return _creator("en")
