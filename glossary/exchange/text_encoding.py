"""Encodings of text files from outside: UTF-8, or the one that a byte order mark names."""

from __future__ import annotations

import codecs

from corpus.errors import UnreadableError
from corpus.sources.decoding import decode

_MARKS = {  # UTF-32 first: it begins as UTF-16 does
    codecs.BOM_UTF8: "utf-8-sig",
    codecs.BOM_UTF32_LE: "utf-32",
    codecs.BOM_UTF32_BE: "utf-32",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
}


class EncodingError(ValueError):
    """A file in an unsupported encoding; the message says what was found, and begins with a verb."""


def encoding_of(data: bytes) -> str:
    """Return the encoding that the byte order mark names; UTF-8 if there is none."""
    return next((name for mark, name in _MARKS.items() if data.startswith(mark)), "utf-8")


def decode_text(data: bytes) -> str:
    """Return the text of a file in UTF-8, or in the encoding of its byte order mark. Raises EncodingError."""
    encoding = encoding_of(data)
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise EncodingError(f"is not {encoding.removesuffix('-sig').upper()} (line {line})") from error
    if "\0" in text[:4]:
        raise EncodingError("is UTF-16 without a byte order mark")
    return text


def decode_any(data: bytes) -> str:
    """Return the text as `decode_text` does, or else in a fitting older encoding. Raises EncodingError."""
    try:
        return decode_text(data).lstrip("\ufeff")
    except EncodingError as error:
        try:
            return decode(data).text
        except UnreadableError:
            raise error from None
