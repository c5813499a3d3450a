"""Encodings: which older encoding a file that is not UTF-8 is written in, or why that is unknown.

Every candidate decodes the bytes strictly. Three things decide: how likely the result is in its script
(`corpus.sources.script_models`), what the page declares, and the language that its folder is named after.
A reading must beat every other one by a margin, and the hypothesis that the bytes are no text: better to
quarantine a file too many than to misread one.
"""

from __future__ import annotations

import codecs
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, partial
from math import fsum

from corpus import lazy_re as re
from corpus.languages import is_traditional
from corpus.sources.script_models import ASCII, CONTROL, HIGH, likelihood

_DECLARATION = re.compile(
    rb"""<meta[^>]{0,200}?charset\s*=\s*["']?\s*([\w.:-]+)"""
    rb"""|\A\s*<\?xml[^>]{0,200}?encoding\s*=\s*["']([\w.:-]+)"""
    rb"""|-\*-[^\n]{0,200}?coding:\s*([\w.:-]+)[^\n]{0,200}?-\*-""",
    re.IGNORECASE,
)
_ADDITIONS = re.compile(r"^(?:x-|cs|cn-|chinese-|japanese-)+|-(?:unix|dos|mac)$")
# The name of the codec that Python finds for a label, to the encoding: pages that say GB2312 mean all of GB18030.
_LABELS = {
    "UTF-8": ("utf-8",),
    "GB18030": ("gb2312", "gbk", "gb18030"),
    "Big5": ("big5", "big5hkscs", "cp950"),
    "Shift_JIS": ("shift_jis", "shift_jis_2004", "shift_jisx0213", "cp932", "windows-31j"),  # Python lacks the last
    "EUC-JP": ("euc_jp", "euc_jis_2004", "euc_jisx0213"),
    "EUC-KR": ("euc_kr", "cp949"),
    "KOI8-R": ("koi8-r",),
    "Windows-1251": ("cp1251",),
    "ISO-8859-5": ("iso8859-5",),
    "CP866": ("cp866",),
    "Windows-1252": ("cp1252", "iso8859-1"),
}
_FAMILIES = {label: encoding for encoding, labels in _LABELS.items() for label in labels}


def declared(data: bytes) -> str | None:
    """Return the encoding that a meta element, an XML declaration or an Emacs line names, if we know it."""
    match = _DECLARATION.search(data[:4096])
    if not match:
        return None
    label = next(group for group in match.groups() if group).decode("ascii", "replace").lower()
    label = _ADDITIONS.sub("", label)
    try:
        return _FAMILIES.get(label) or _FAMILIES.get(codecs.lookup(label).name)
    except LookupError:
        return None


MARGIN = 10.0  # nats that the first reading must be ahead of the next
_DECLARED, _HINT = 12.0, 6.0  # nats that a declared encoding, the language of the folder count
_NO_SHIFT_JIS = re.compile("[\x80\xa0\uf8f1-\uf8f3]")  # what Python makes of bytes that Shift_JIS has no use for
_SAMPLE = 6000  # bytes that are judged; strict decoding always sees the whole file


@dataclass(frozen=True, slots=True)
class Encoding:
    """An encoding, the codecs that read it (a later one knows more characters), and the script it is judged in."""

    name: str
    codecs: tuple[str, ...]
    script: str
    languages: tuple[str, ...] = ()  # folders in which it is expected
    is_read: bool = True


@dataclass(frozen=True, slots=True)
class EncodingCandidate:
    """A file as read in one encoding, and how likely that reading is; without a name, the file is no text."""

    name: str
    score: float
    text: str | None = None
    error: UnicodeDecodeError | None = None
    is_read: bool = False


_SCRIPTS = {"simplified": ("zh",), "traditional": ("zh-Hant",), "japanese": ("ja",), "western": ("en",)}
_UTF_8 = tuple(
    Encoding("UTF-8", ("utf_8",), script, languages) for script, languages in (*_SCRIPTS.items(), ("any", ()))
)
_WIDE = tuple(
    Encoding(f"UTF-{size}{order}E", (f"utf_{size}_{order}e",), script, languages)
    for size in (16, 32)
    for order in ("L", "B")
    for script, languages in _SCRIPTS.items()
)
_OLDER = (
    Encoding("GB18030", ("gb18030",), "simplified", ("zh",)),
    Encoding("GB18030", ("gb18030",), "traditional", ("zh-Hant",)),
    Encoding("Big5", ("big5hkscs",), "traditional", ("zh", "zh-Hant")),
    Encoding("Shift_JIS", ("cp932",), "japanese", ("ja",)),
    Encoding("EUC-JP", ("euc_jp", "euc_jis_2004"), "japanese", ("ja",)),
    # What follows is not read: it is known in order that it is not taken for one of those above.
    Encoding("EUC-KR", ("cp949",), "korean", is_read=False),
    Encoding("KOI8-R", ("koi8_r",), "russian", is_read=False),
    Encoding("Windows-1251", ("cp1251",), "russian", is_read=False),
    Encoding("ISO-8859-5", ("iso8859_5",), "russian", is_read=False),
    Encoding("CP866", ("cp866",), "russian", is_read=False),
    Encoding("Windows-1252", ("cp1252",), "western", ("en",), is_read=False),
)


def readings(data: bytes, locale: str = "") -> list[EncodingCandidate]:
    """Return a file's readings in UTF-8 and older encodings, likeliest first; `locale` is the tag of its place."""
    return _rank_encodings(data, _telling_lines(data), _UTF_8 + _OLDER, locale)


def wide_readings(data: bytes, locale: str = "") -> list[EncodingCandidate]:
    """Return the readings of a file that may also be UTF-16 or UTF-32 without a byte order mark, likeliest first."""
    return _rank_encodings(data, data[: _SAMPLE & ~3], _UTF_8 + _OLDER + _WIDE, locale)


def encoders(name: str) -> Iterator[Callable[[str], bytes]]:
    """Yield the encoders that may have produced a file that was read in this older encoding."""
    for codec in next((encoding.codecs for encoding in _OLDER if encoding.name == name and encoding.is_read), ()):
        signs = {ord(sign): code for code, sign in _windows_big5().items()} if codec == "big5hkscs" else {}
        yield partial(_encode_signs, codec, signs)


def _encode_signs(codec: str, signs: dict[int, int], text: str) -> bytes:
    return text.translate(signs).encode(codec)


def _rank_encodings(data: bytes, sample: bytes, encodings: Iterable[Encoding], locale: str) -> list[EncodingCandidate]:
    label = declared(data)
    candidates = [EncodingCandidate("", fsum(map(_unknown, sample)))]
    for encoding in encodings:
        prior = _DECLARED * (label == encoding.name) + _HINT * _is_expected(encoding, locale)
        decoder = codecs.getincrementaldecoder(encoding.codecs[-1])("replace")  # the sample may end inside a character
        score = likelihood(decoder.decode(sample), encoding.script) + prior
        try:
            candidates.append(EncodingCandidate(encoding.name, score, _strict(data, encoding), None, encoding.is_read))
        except UnicodeDecodeError as error:
            if encoding not in _WIDE:  # a wrong unit there hides two or four bytes: too cheap to be compared
                candidates.append(EncodingCandidate(encoding.name, score, None, error))
    return list(_distinct(sorted(candidates, key=lambda candidate: -candidate.score)))


def _unknown(byte: int) -> float:
    """Return the log-likelihood of a byte in a file that is no text."""
    return ASCII if 0x20 <= byte < 0x7F or byte in b"\t\n\r" else HIGH if byte > 0x7F else CONTROL


def _distinct(candidates: Iterable[EncodingCandidate]) -> Iterator[EncodingCandidate]:
    """Yield the readings without repeated texts: from a less fitting script, or kana that two encodings share."""
    keys: set[tuple[str, str]] = set()
    for candidate in candidates:
        key = ("text", candidate.text) if candidate.text is not None and candidate.is_read else ("name", candidate.name)
        if key not in keys:
            keys.add(key)
            yield candidate


def _telling_lines(data: bytes) -> bytes:
    """Return lines that are not pure ASCII, from all over the file; their line ends are unambiguous bytes."""
    lines = [line for line in data.splitlines(keepends=True) if not line.isascii()]
    return b"".join(lines[:: 1 + sum(map(len, lines)) // _SAMPLE])[:_SAMPLE]


def _strict(data: bytes, encoding: Encoding) -> str:
    """Return the text of the whole file; raises the error of the codec that knows the most characters."""
    *fewer, most = encoding.codecs
    for codec in fewer:
        with suppress(UnicodeDecodeError):
            return data.decode(codec)
    text = data.decode(most)
    if most == "cp932" and (match := _NO_SHIFT_JIS.search(text)):
        offset = len(text[: match.start()].encode(most))
        raise UnicodeDecodeError(most, data, offset, offset + 1, "illegal multibyte sequence")
    return text.translate(_windows_big5()) if most == "big5hkscs" else text


def _is_expected(encoding: Encoding, locale: str) -> bool:
    language = locale.partition("-")[0]
    if language == "zh" and is_traditional(locale):
        language = "zh-Hant"
    return language in encoding.languages


@cache
def _windows_big5() -> dict[int, str]:
    """Return the signs that Windows reads differently from HKSCS: the web reads Big5 as HKSCS, but with these."""
    signs: dict[int, str] = {}
    for pair in (bytes((row, cell)) for row in (0xA1, 0xA2) for cell in range(0x40, 0xFF)):
        sign, other = pair.decode("big5hkscs", "ignore"), pair.decode("cp950", "ignore")
        if len(sign) == len(other) == 1 and sign != other and sign.encode("big5hkscs") == pair:
            signs[ord(sign)] = other
    return signs
