"""Encoding roundtrip: how a file encodes its text, proven on the file, so that a new text can be written."""

from __future__ import annotations

import codecs
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass

from corpus.errors import UnreadableError
from corpus.sources.decoding import BOMS, decode
from corpus.sources.encodings import encoders


class RewritingError(ValueError):
    """A file that cannot be written with another text; the message says why."""


@dataclass(frozen=True, slots=True)
class EncodedForm:
    """The way a file encodes its text: the encoding, with or without a byte order mark."""

    encoding: str
    encode: Callable[[str], bytes]

    def can_hold(self, words: str) -> bool:
        """Return whether the encoding has all characters of these words."""
        with suppress(UnicodeEncodeError):
            return bool(self.encode(words) or not words)
        return False


def form_of(data: bytes, text: str, locale: str = "") -> EncodedForm:
    """Return the encoded form of a file that was read as this text; raises RewritingError if it is uncertain."""
    try:
        decoded = decode(data, locale)
    except UnreadableError as error:
        raise RewritingError(str(error)) from None
    if decoded.text != text:
        raise RewritingError("it has changed since it was read")
    if decoded.repaired:
        raise RewritingError(f"not all of it could be read ({decoded.repaired})")
    for encode in _candidates(data, decoded.encoding):
        with suppress(UnicodeError):
            if encode(text) == data:
                return EncodedForm(decoded.encoding, encode)
    raise RewritingError(f"written again as {decoded.encoding}, its bytes would not be the same")


def rewritten(form: EncodedForm, text: str, locale: str = "") -> bytes:
    """Return the bytes for a new text of a file; raises RewritingError if they would not be read as that text."""
    try:
        data = form.encode(text)
        if decode(data, locale).text == text:
            return data
    except (UnicodeEncodeError, UnreadableError):
        pass
    raise RewritingError(f"what would be written as {form.encoding} could not be read again")


def _candidates(data: bytes, encoding: str) -> Iterator[Callable[[str], bytes]]:
    mark = next((bom for bom, name in BOMS if name == encoding and data.startswith(bom)), b"")
    if candidates := list(encoders(encoding)):
        yield from candidates
    else:
        codec = codecs.lookup(encoding).name
        yield lambda text: mark + text.encode(codec)
