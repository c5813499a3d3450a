"""Articles: which files are sources, what work and language each belongs to, and reading them as documents."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import replace

from corpus.formats import frontmatter
from corpus.languages import Language, detect
from corpus.layout import Placed
from corpus.reading import UnreadableError, decode
from corpus.records import Document, Entry

_TITLE_KEYS, _ORIGIN_KEYS, _LICENSE_KEYS = (
    ("title",),
    ("origin", "source", "original", "original_url", "url"),
    ("license", "licence"),
)
_OWN_COLUMNS = _TITLE_KEYS + _ORIGIN_KEYS + _LICENSE_KEYS


def read(file: Placed, max_bytes: int) -> Document:
    """The document of a source file: its text, or the reason why it is quarantined. Never raises on bad input."""
    data, reason = _bytes(file, max_bytes)
    sha256 = hashlib.sha256(data).hexdigest() if data is not None else ""
    blank = _document(file, sha256)
    if data is None or reason:
        return _quarantined(blank, reason or "")
    try:
        text, repaired = decode(data)
    except UnreadableError as error:
        return _quarantined(blank, str(error))
    language = file.language or detect(text)
    if language is None:
        return _quarantined(blank, "language: not recognised as zh, ja or en")
    matter = frontmatter.parse(text) if file.media_type == "text/markdown" else {}
    return replace(
        blank,
        lang=language.lang,
        locale=language.locale,
        text=text,
        chars=len(text),
        reason=repaired,
        title=_first(matter, _TITLE_KEYS),
        origin=_first(matter, _ORIGIN_KEYS),
        license=_first(matter, _LICENSE_KEYS),
        metadata=[Entry(key, matter[key]) for key in sorted(matter) if key.lower() not in _OWN_COLUMNS],
    )


def _bytes(file: Placed, max_bytes: int) -> tuple[bytes | None, str | None]:
    if file.problem:
        return None, file.problem
    try:
        size = file.path.stat().st_size
        if size > max_bytes:
            return None, f"too large: {size:,} bytes; the limit is {max_bytes:,} (max_mib)"
        return file.path.read_bytes(), None
    except OSError as error:
        return None, f"cannot be read: {error.strerror or error}"


def _document(file: Placed, sha256: str) -> Document:
    language = file.language or Language("", "")
    return Document(
        doc_id=hashlib.sha256(file.name.encode()).hexdigest()[:16],
        work=file.work,
        lang=language.lang,
        locale=language.locale,
        title=None,
        path=file.name,
        media_type=file.media_type,
        text="",
        sha256=sha256,
        chars=0,
        status="ok",
        reason=None,
        origin=None,
        license=None,
    )


def _quarantined(document: Document, reason: str) -> Document:
    return replace(document, status="quarantined", reason=reason)


def _first(matter: dict[str, str], keys: Iterable[str]) -> str | None:
    lowered = {key.lower(): value for key, value in matter.items()}
    return next((lowered[key] for key in keys if lowered.get(key)), None)


def sort_key(document: Document) -> tuple[str, str, str]:
    """The order of documents in every table."""
    return document.work, document.locale, document.path


def without_duplicates(documents: Sequence[Document]) -> list[Document]:
    """The documents in table order; of two with the same work and locale the later path is quarantined."""
    kept: dict[tuple[str, str], str] = {}
    result: list[Document] = []
    for document in sorted(documents, key=sort_key):
        key = (document.work, document.locale)
        if document.status != "ok":
            result.append(document)
        elif key in kept:
            reason = f"duplicate: {kept[key]} is already the {document.locale} version of {document.work}"
            result.append(_quarantined(replace(document, text="", chars=0), reason))
        else:
            kept[key] = document.path
            result.append(document)
    return result
