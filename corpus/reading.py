"""Reading: from the bytes of a file to its text, or to the reason why it has none."""

from __future__ import annotations

import codecs
import re

_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_CONTROLS = re.compile("[\x00-\x08\x0e-\x1f]")
_BROKEN = re.compile("[\x00\ud800-\udfff]")


class UnreadableError(ValueError):
    """The file holds no text that taiyaku can read; the message is the reason of its quarantine."""


def decode(data: bytes) -> tuple[str, str | None]:
    """The text of a file, and what had to be repaired in it; raises UnreadableError."""
    if not data:
        raise UnreadableError("empty file")
    text = _decode(data)
    text, repaired = _BROKEN.subn("\ufffd", text)
    if not text.strip():
        raise UnreadableError("nothing but white space")
    return text, f"replaced {repaired} NUL or lone surrogate characters" if repaired else None


def _decode(data: bytes) -> str:
    for bom, marked in _BOMS:
        if data.startswith(bom):
            return _strict(data[len(bom) :], marked)
    if data.count(0) > len(data) // 10 and (encoding := _wide(data)):
        text = _strict(data, encoding)
        if not _CONTROLS.search(text):
            return text
    if data.count(0) > max(8, len(data) // 100):
        raise UnreadableError("binary file: it holds NUL bytes")
    return _strict(data, "utf-8")


def _wide(data: bytes) -> str | None:
    """UTF-16 without a byte order mark: the zero bytes of its ASCII characters stand on one side."""
    even, odd = data[::2].count(0), data[1::2].count(0)
    if len(data) % 2 == 0 and min(even, odd) * 20 < max(even, odd):
        return "utf-16-le" if odd > even else "utf-16-be"
    return None


def _strict(data: bytes, encoding: str) -> str:
    try:
        return data.decode(encoding, "surrogatepass")
    except UnicodeDecodeError as error:
        what = f"0x{data[error.start]:02x}" if error.start < len(data) else "the end"
        raise UnreadableError(f"not {encoding.upper()}: {what} at byte {error.start} ({error.reason})") from None
