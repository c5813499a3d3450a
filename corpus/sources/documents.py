"""Documents: source files read as text with their language, or quarantined with a reason."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from os import PathLike
from pathlib import Path
from urllib.parse import quote

from corpus.errors import UnreadableError
from corpus.formats import EXTENSIONS, TEXT_ATTRIBUTES, format_of, template_of
from corpus.languages import KNOWN, NAMES, Language, enumeration, is_traditional, missing_extra, parse_tag
from corpus.languages.detection import detect
from corpus.limits import SECONDS, LimitError, limited
from corpus.records import Document, MetadataEntry
from corpus.sources.decoding import decode
from corpus.sources.discovery import PlacedFile, SourceError, contents, find
from corpus.sources.work_and_language import glob
from corpus.text.printable import printable


def with_text_attributes(document: Document, names: Iterable[str]) -> Document:
    """Return the document with these attributes in its metadata, for segmentation, if its format has attributes."""
    listed = " ".join(sorted(set(names)))
    if not listed or not format_of(document.media_type).has_attributes:
        return document
    entries = {entry.key: entry for entry in document.metadata} | {
        TEXT_ATTRIBUTES: MetadataEntry(TEXT_ATTRIBUTES, listed)
    }
    return replace(document, metadata=[entries[key] for key in sorted(entries)])


_TITLE_KEYS = ("title",)
_ORIGIN_KEYS = ("origin", "source", "original", "original_url", "url")
_LICENSE_KEYS = ("license", "licence")
_LANGUAGE_KEYS = ("lang", "language", "locale")  # of front matter
_OWN_COLUMNS = _TITLE_KEYS + _ORIGIN_KEYS + _LICENSE_KEYS
UNRECOGNISED = "language: not recognised"  # begins the reason where a text is in none of ours, or too short to tell
_SHORT = 200  # characters; a longer text whose language is not detected is in none of ours


def read(file: PlacedFile, max_bytes: int, seconds: float = SECONDS) -> Document:
    """Return the document of a source file: its text, or why it is quarantined. Never raises on bad input."""
    data, reason = _bytes(file, max_bytes)
    if data is None:
        return quarantined(_document(file, ""), reason or "")
    try:
        with limited(seconds):
            return read_bytes(file, data)
    except LimitError as error:
        return quarantined(_document(file, hashlib.sha256(data).hexdigest()), str(error))


def read_bytes(file: PlacedFile, data: bytes) -> Document:
    """Return the document for the current or former bytes of a file: its text, or why it is quarantined."""
    blank = _document(file, hashlib.sha256(data).hexdigest())
    try:
        return _read_text(file, data, blank)
    except UnreadableError as error:
        return quarantined(blank, str(error))


def read_text(file: PlacedFile, text: str) -> Document:
    """Return the document for a text that a file has or will have, as from an editor or an assistant."""
    return read_bytes(file, text.encode("utf-8", "surrogatepass"))


def _read_text(file: PlacedFile, data: bytes, blank: Document) -> Document:
    decoded = decode(data, file.language.locale if file.language else "")
    content = format_of(file.media_type).content(decoded.text)
    if content.original and file.language and file.language.lang == "en":
        content = content.original
    text, matter = content.text, content.entries
    if not text.strip():
        raise UnreadableError("no unit of the catalogue is translated")
    tag = content.language or _first(matter, _LANGUAGE_KEYS) or ""
    language = file.language or _language(text, tag, file.assumed, is_reliable=content.original is not None)
    if language is None:
        codes = enumeration(sorted(KNOWN, reverse=True), "or")
        return quarantined(blank, f"{UNRECOGNISED} as {codes}; if it is one of them, say so in its path (page.zh.md)")
    if extra := missing_extra(language.lang):
        blank = replace(blank, lang=language.lang, locale=language.locale)
        return quarantined(blank, f"{NAMES[language.lang]} is not installed; install {extra}")
    # The entries that have no column of their own, and which encoding was read if it was not UTF-8.
    others = {key: value for key, value in matter.items() if key.lower() not in _OWN_COLUMNS}
    if decoded.encoding != "UTF-8":
        others["encoding"] = decoded.encoding
    return replace(
        blank,
        lang=language.lang,
        locale=language.locale,
        media_type=content.media_type or blank.media_type,
        text=text,
        chars=len(text),
        reason=decoded.repaired,
        title=_first(matter, _TITLE_KEYS),
        origin=_first(matter, _ORIGIN_KEYS),
        license=_first(matter, _LICENSE_KEYS),
        metadata=[MetadataEntry(key, others[key]) for key in sorted(others)],
    )


def with_source(document: Document, source: str) -> Document:
    """Return a document as its file says now; raises UnreadableError if that does not give the document's text."""
    current = read_again(document, source)
    if current.text != document.text:
        raise UnreadableError("what would be written could not be read again")
    return current


def read_again(document: Document, source: str) -> Document:
    """Return an extracted document as its file reads now."""
    content = format_of(document.media_type).content(source)
    entries = {entry.key: entry.value for entry in document.metadata} | dict(content.entries)
    metadata = [MetadataEntry(key, entries[key]) for key in sorted(entries)]
    return replace(document, text=content.text, chars=len(content.text), metadata=metadata)


def read_file(path: str | PathLike[str], lang: str, max_bytes: int) -> Document:
    """Return the document of one file; `lang` is a language tag, or empty to go by the place or the text."""
    if Path(path).is_dir():
        raise SourceError(f"{path}: a folder; name a file in it")
    file = next(iter(find([Path(path)]).files), None)
    language = parse_tag(lang) if lang else None
    if file is None:
        raise SourceError(f"{path}: no file that taiyaku reads; name one of {' '.join(EXTENSIONS)}")
    if lang and language is None:
        raise SourceError(f"{lang!r} is not a language tag of {enumeration(sorted(KNOWN), 'or')}")
    return read(replace(file, language=language or file.language), max_bytes)


def readable_file(path: Path, max_bytes: int) -> Document:
    """Return the document of one file; raises SourceError with the reason if it cannot be read."""
    document = read_file(path, "", max_bytes)
    if document.status != "ok":
        raise SourceError(f"{printable(path)}: {document.reason}")
    return document


def _language(text: str, tag: str, assumed: Language | None = None, *, is_reliable: bool = False) -> Language | None:
    """Return the language of the text; the page's tag settles the variety, and the language of a short text. Without
    such a tag, `assumed` does the same. Templates tag every page as English, and Traditional Chinese as `zh-CN`. So
    the tag does not overrule the text, unless it is reliable, as in a catalogue, and not English.
    """
    detected, declared = detect(text), parse_tag(tag)
    if is_reliable and declared and declared.lang not in ("en", detected.lang if detected else ""):
        return declared
    if declared is None and assumed and (detected is None or detected.lang == assumed.lang):
        return assumed
    if declared is None or (detected is None and len(text) > _SHORT):
        return detected
    if detected is None:
        return declared
    same = detected.lang == declared.lang and is_traditional(detected.locale) == is_traditional(declared.locale)
    return declared if same and "-" in declared.locale else detected


def _bytes(file: PlacedFile, max_bytes: int) -> tuple[bytes | None, str | None]:
    if file.problem:
        return None, file.problem
    try:
        return contents(file.path, max_bytes), None
    except UnreadableError as error:
        return None, str(error)
    except (OSError, ValueError) as error:
        return None, f"cannot be read: {getattr(error, 'strerror', None) or error}"


def _document(file: PlacedFile, sha256: str) -> Document:
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


def quarantined(document: Document, reason: str) -> Document:
    """Return the document without its text, quarantined for this reason."""
    return replace(document, status="quarantined", reason=reason, text="", chars=0)


def _first(matter: Mapping[str, str], keys: Iterable[str]) -> str | None:
    lowered = {key.lower(): value for key, value in matter.items()}
    return next((lowered[key] for key in keys if lowered.get(key)), None)


_MSGID = "#msgid"  # ends the path of what a file with its own original says in English


def with_originals(files: Iterable[PlacedFile]) -> Iterator[PlacedFile]:
    """Yield the files; one that also holds its English original is followed by itself as that original."""
    for file in files:
        yield file
        is_english = file.language is not None and file.language.lang == "en"
        if format_of(file.media_type).is_bilingual and not (is_english or file.problem):
            yield replace(file, name=f"{file.name}{_MSGID}", language=Language("en", "en"))


def with_own_works(documents: Iterable[Document]) -> list[Document]:
    """Return the documents; catalogues share a work only if their originals are the same. Any other catalogue is a
    work by itself, under its path. An original that is already there, or cannot be read, is left out.
    """
    listed = sorted(documents, key=lambda document: (template_of(document) != "", document.path))
    english = {document.work: template_of(document) for document in reversed(listed) if document.lang == "en"}
    result: dict[tuple[str, ...], Document] = {}
    for document in listed:
        template, path = template_of(document), document.path.removesuffix(_MSGID)
        if template and template != english.get(document.work, template):
            document = replace(document, work=path)
        if document.path == path:
            result[document.path,] = document
        elif template:
            result.setdefault((document.work, template), document)
    return list(result.values())


def sort_key(document: Document) -> tuple[str, str, str]:
    """Return the sort key of a document, which orders it in every table."""
    return document.work, document.locale, document.path


def without_duplicates(documents: Sequence[Document]) -> list[Document]:
    """Return the documents in table order; if two share work and locale, the later path is quarantined."""
    paths: dict[tuple[str, str], str] = {}
    result: list[Document] = []
    for document in sorted(documents, key=sort_key):
        key = (document.work, document.locale)
        if document.status != "ok":
            result.append(document)
        elif key in paths:
            reason = f"duplicate: {paths[key]} is already the {document.locale} version of {document.work}"
            result.append(quarantined(document, reason))
        else:
            paths[key] = document.path
            result.append(document)
    return result


ATTRIBUTION = "attribution"  # the entry of `metadata` that says whom the licence wants named


@dataclass(frozen=True, slots=True)
class StatedOrigin:
    """A statement about the pages whose paths match a pattern; empty fields state nothing."""

    path: str  # with ** for any folders and files, * for any part of a name
    license: str = ""
    origin: str = ""  # an address; {path} in it stands for the path of the page
    attribution: str = ""


def with_stated_origin(document: Document, stated: Iterable[StatedOrigin]) -> Document:
    """Return the document with the first licence, origin and attribution stated for its path, where it has none."""
    matching = [entry for entry in stated if glob(entry.path).fullmatch(document.path)]
    if not matching:
        return document
    attribution = _first_stated(entry.attribution for entry in matching)
    entries = list(document.metadata)
    if attribution and not any(entry.key.lower() == ATTRIBUTION for entry in entries):
        entries.append(MetadataEntry(ATTRIBUTION, attribution))
    return replace(
        document,
        license=document.license or _first_stated(entry.license for entry in matching),
        origin=document.origin
        or _first_stated(entry.origin.replace("{path}", quote(document.path)) for entry in matching),
        metadata=sorted(entries, key=lambda entry: entry.key),
    )


def _first_stated(values: Iterable[str]) -> str | None:
    return next(filter(None, values), None)
