"""Decoding a file's bytes into text, or giving the reason why they have none."""

from __future__ import annotations

import codecs
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass

from corpus import lazy_re as re
from corpus.errors import UnreadableError
from corpus.sources.encodings import MARGIN, encoders, readings, wide_readings

BOMS = (
    (codecs.BOM_UTF8, "UTF-8"),
    (codecs.BOM_UTF32_LE, "UTF-32LE"),
    (codecs.BOM_UTF32_BE, "UTF-32BE"),
    (codecs.BOM_UTF16_LE, "UTF-16LE"),
    (codecs.BOM_UTF16_BE, "UTF-16BE"),
)
_BINARY = (
    (b"\x89PNG\r\n\x1a\n", "a PNG image"),
    (b"\xff\xd8\xff", "a JPEG image"),
    (b"GIF8", "a GIF image"),
    (b"%PDF-", "a PDF document"),
    (b"PK\x03\x04", "a ZIP archive or an office document"),
    (b"\x1f\x8b\x08", "gzip data"),
    (b"BZh", "bzip2 data"),
    (b"\xfd7zXZ\0", "xz data"),
    (b"\x28\xb5\x2f\xfd", "zstd data"),
    (b"7z\xbc\xaf\x27\x1c", "a 7z archive"),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an old office document"),
    (b"\x7fELF", "a program"),
    (b"PAR1", "Parquet data"),
    (b"SQLite format 3\0", "an SQLite database"),
)
_CONTROLS = re.compile("[\x00-\x08\x0e-\x1a\x1c-\x1f]")  # but for line ends, form feeds and ESC
_JIS = (b"\x1b$B", b"\x1b$@")  # how ISO-2022-JP says that kanji follow
_BROKEN = re.compile("[\x00\ud800-\udfff]")
_REMEDY = "save it as UTF-8"


@dataclass(frozen=True, slots=True)
class Decoded:
    """The text of a file, the encoding it was read in, and what had to be repaired."""

    text: str
    encoding: str = "UTF-8"
    repaired: str | None = None


def decode(data: bytes, locale: str = "") -> Decoded:
    """Return the text of a file; raises UnreadableError. The path's `locale` helps to recognise old encodings."""
    if not data:
        raise UnreadableError("empty file")
    text, encoding = _decode(data, locale)
    text, repaired = _BROKEN.subn("\ufffd", text)
    if not text.strip():
        raise UnreadableError("nothing but white space")
    return Decoded(text, encoding, f"replaced {repaired} NUL or lone surrogate characters" if repaired else None)


def _decode(data: bytes, locale: str) -> tuple[str, str]:
    for bom, encoding in BOMS:
        if data.startswith(bom):
            return _decode_after_mark(data, len(bom), encoding), encoding
    try:
        text = data.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError as error:
        _refuse_binary(data)
        return _unmarked(data, locale, error)
    if 0 in data or data.startswith(b"%PDF-"):
        _refuse_binary(data)
    if data.isascii() and any(escape in data for escape in _JIS):
        return _decode_after_mark(data, 0, "ISO-2022-JP"), "ISO-2022-JP"
    if wide := _decode_wide(data, locale):
        return wide
    _refuse_nul(data)
    return text, "UTF-8"


def _decode_after_mark(data: bytes, start: int, encoding: str) -> str:
    try:
        return data[start:].decode(encoding, "surrogatepass" if start else "strict")
    except UnicodeDecodeError as error:
        raise UnreadableError(
            f"broken {encoding}: {_describe_fault(data, error, start)}; fix it or {_REMEDY}"
        ) from None


def _unmarked(data: bytes, locale: str, error: UnicodeDecodeError) -> tuple[str, str]:
    """Return the text and the encoding of a file that is not UTF-8; raises UnreadableError if none clearly fits."""
    fault = _describe_fault(data, error)
    if wide := _decode_wide(data, locale, is_short=len(data) < 100):
        return wide
    _refuse_nul(data)
    best, rival = readings(data, locale)[:2]
    if best.text is not None and best.is_read and best.score - rival.score >= MARGIN:
        _refuse_mixture(data, best.name)
        return best.text, best.name
    if best.error and best.name:
        raise UnreadableError(f"broken {best.name}: {_describe_fault(data, best.error)}; fix it or {_REMEDY}")
    if not best.name:
        raise UnreadableError(f"not UTF-8: {fault}, and no other encoding taiyaku reads fits; {_REMEDY}")
    if not best.is_read:
        raise UnreadableError(f"not UTF-8: {fault}; it looks like {best.name}, which taiyaku does not read; {_REMEDY}")
    raise UnreadableError(f"not UTF-8: {fault}; it may be {best.name}, but too little tells; {_REMEDY}")


def _decode_wide(data: bytes, locale: str, is_short: bool = False) -> tuple[str, str] | None:
    """Decode UTF-16 or UTF-32 without a byte order mark, which NULs and control characters usually reveal."""
    if len(data) % 2 or not (is_short or _CONTROLS.search(data.decode("latin-1"))):
        return None
    best, rival = wide_readings(data, locale)[:2]
    if best.text is None or not best.name.startswith(("UTF-16", "UTF-32")) or _CONTROLS.search(best.text):
        return None
    if best.score - rival.score < MARGIN:
        raise UnreadableError(f"it may be {best.name}, but too little tells; {_REMEDY}")
    return best.text, best.name


def _refuse_mixture(data: bytes, encoding: str) -> None:
    """Refuse a file of mixed encodings: a line with three or more Han or kana is not UTF-8 by chance."""
    start = 0
    for line in data.splitlines(keepends=True):
        text = line.decode("utf-8", "ignore")
        if sum(map("\u0800".__le__, text)) >= 3 and text.encode() == line:
            raise UnreadableError(f"mixed encodings: {encoding}, but UTF-8 in the line at byte {start:,}; {_REMEDY}")
        start += len(line)


def _refuse_binary(data: bytes) -> None:
    """Refuse files that begin like binary ones. Not for plain UTF-8: a page may begin with GIF89a or BZh."""
    for magic, description in _BINARY:
        if data.startswith(magic):
            raise UnreadableError(f"binary file: {description}; give taiyaku its text instead")


def _refuse_nul(data: bytes) -> None:
    if data.count(0) > max(8, len(data) // 100):
        raise UnreadableError("binary file: it holds NUL bytes")


def _describe_fault(data: bytes, error: UnicodeDecodeError, start: int = 0) -> str:
    offset = start + error.start
    return f"0x{data[offset]:02x} at byte {offset:,} ({error.reason})"


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
