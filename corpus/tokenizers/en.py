"""English words: spaCy's rule-based tokenizer, which needs no trained model."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from corpus import lazy_re as re
from corpus.tokenizers import Words, chunks

try:
    VERSION = f"spacy-{version('spacy')}"
except PackageNotFoundError:  # a check reads English and does not cut it
    VERSION = "none"


@cache
def _tokenizer() -> Any:
    """Return spaCy's English tokenizer without a pipeline, which would load every installed component."""
    from spacy.lang.en import English
    from spacy.tokenizer import Tokenizer
    from spacy.util import compile_infix_regex, compile_prefix_regex, compile_suffix_regex
    from spacy.vocab import create_vocab

    rules = English.Defaults
    return Tokenizer(
        create_vocab("en", rules),
        rules=rules.tokenizer_exceptions,
        prefix_search=compile_prefix_regex(rules.prefixes or ()).search,
        suffix_search=compile_suffix_regex(rules.suffixes or ()).search,
        infix_finditer=compile_infix_regex(rules.infixes or ()).finditer,
        token_match=rules.token_match,
        url_match=rules.url_match,
    )


# Its time grows with the square of a run without white space: a thousand brackets took it 0.08 s each time.
_LONG_RUN = re.compile(r"\S{201}")
_RUN = 200


def cut(text: str) -> Words:
    """Cut an English text into words."""
    words: Words = []
    for start, end in _pieces(text):
        for token in _tokenizer()(text[start:end]):
            if not token.is_space:
                words.append((start + token.idx, start + token.idx + len(token)))
    return words


def _pieces(text: str) -> Iterator[tuple[int, int]]:
    """Yield the bounds of pieces of a text, small ones in runs without white space too long for a word."""
    for start, end in chunks(text):
        if _LONG_RUN.search(text, start, end):
            yield from ((start + first, start + last) for first, last in chunks(text[start:end], _RUN))
        else:
            yield start, end
