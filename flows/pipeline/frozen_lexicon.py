"""The frozen lexicon: what a corpus's works teach about its languages, stored with the builds that use it.

Its file is OUT/lexicon/ID.zst, and OUT/lexicon/latest names the one in use. It is valid until more than a tenth
of the text that it would be learned from is new, so that a page is aligned the same whatever is edited
elsewhere.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import groupby
from pathlib import Path
from typing import NamedTuple
from zlib import crc32

import pyarrow as pa

from corpus.alignment import multilingual_groups
from corpus.languages import KNOWN
from corpus.records import Document
from corpus.storage import build_folders, store
from corpus.storage.signature import Signature, read_signature
from corpus.text.printable import printable
from flows.files.atomic_write import write
from flows.options.earlier_results import said_by

_CODEC = "zstd"


def compressed(data: bytes) -> bytes:
    """Return the data compressed."""
    packed: bytes = pa.Codec(_CODEC).compress(data, asbytes=True)
    return f"{len(data)}\n".encode() + packed


def decompressed(content: bytes) -> bytes:
    """Return the decompressed data."""
    size, _, packed = content.partition(b"\n")
    data: bytes = pa.Codec(_CODEC).decompress(packed, int(size), asbytes=True)
    return data


FOLDER, LATEST = "lexicon", "latest"
_VERSION, _ENDING = 1, ".zst"
_NEW = 0.1  # of the text in a language
_PARTS = ("code", "formats", *KNOWN, "scripts", "lexicon", "mask", "mask_patterns")
_UNREADABLE = (OSError, ValueError, KeyError, TypeError, pa.ArrowInvalid)


class FrozenLexiconError(ValueError):
    """A frozen lexicon that cannot be read; the message names file and remedy."""


class Head(NamedTuple):
    """What a lexicon was made from: its version, code, language pairs and lines."""

    version: int
    lexicon_id: str
    made_by: str  # the parts of a signature with which it changes
    pairs: Sequence[str]  # of languages, as zh-en
    lines: Mapping[str, Sequence[int]]  # language → checksums of the lines of its texts


class FrozenLexicon(NamedTuple):
    """An existing lexicon: its head, and its file."""

    head: Head
    content: bytes


def head_of(documents: Sequence[Document], signature: str) -> Head:
    """Return the head of what these documents, in table order, teach a build with this signature."""
    made_by, glossary = _made_by(signature), read_signature(signature).glossary
    made_of = (_VERSION, made_by, glossary, [said_by(document) for document in documents])
    lexicon_id = sha256(repr(made_of).encode("utf-8", "surrogatepass")).hexdigest()[:12]
    lines: defaultdict[str, set[int]] = defaultdict(set)
    for document in documents:
        lines[document.lang].update(checksum for checksum, _ in _lines(document))
    sorted_lines = {lang: sorted(lines[lang]) for lang in sorted(lines)}
    return Head(_VERSION, lexicon_id, made_by, sorted(_pairs(documents)), sorted_lines)


def with_head(head: Head, knowledge: bytes) -> bytes:
    """Return the file of a lexicon: its head and the learned knowledge, both as JSON."""
    return compressed(json.dumps(head).encode() + b"\n" + knowledge)


def knowledge_of(content: bytes) -> bytes:
    """Return the learned knowledge in the file of a lexicon."""
    return decompressed(content).partition(b"\n")[2]


def that_holds(out: Path, documents: Sequence[Document], signature: str) -> FrozenLexicon | None:
    """Return the lexicon of a folder unless it is outgrown; raises FrozenLexiconError if its file is damaged."""
    file = out / FOLDER / LATEST
    if not file.exists():
        return None
    try:
        content = file.read_bytes()
        head = Head(*json.loads(decompressed(content).partition(b"\n")[0]))
        fits = (head.version, head.made_by) == (_VERSION, _made_by(signature))
        return FrozenLexicon(head, content) if fits and not _is_outgrown(head, documents) else None
    except _UNREADABLE as error:
        remedy = f"remove {printable(out / FOLDER)}, or run `taiyaku lexicon train`"
        raise FrozenLexiconError(f"{printable(file)}: damaged, no lexicon can be read from it; {remedy}") from error


def _made_by(signature: str) -> str:
    """Return the parts of a signature on which learning depends, except the glossary."""
    return str(Signature({name: value for name, value in read_signature(signature).parts.items() if name in _PARTS}))


def _is_outgrown(head: Head, documents: Sequence[Document]) -> bool:
    """Return whether a lexicon lacks a language pair of these documents, or over a tenth of a language's text."""
    if not _pairs(documents) <= set(head.pairs):
        return True
    known = {lang: frozenset(lines) for lang, lines in head.lines.items()}
    sizes: defaultdict[str, list[int]] = defaultdict(lambda: [0, 0])
    for document in documents:
        for checksum, size in _lines(document):
            sizes[document.lang][checksum not in known.get(document.lang, ())] += size
    return any(new > _NEW * (old + new) for old, new in sizes.values())


def _pairs(documents: Sequence[Document]) -> set[str]:
    works = (list(versions) for _, versions in groupby(documents, key=lambda document: document.work))
    return {f"{page.lang}-{pivot.lang}" for versions in works for page, pivot in multilingual_groups.pairs(versions)}


def _lines(document: Document) -> Iterator[tuple[int, int]]:
    """Yield the checksum and the length of each line."""
    for line in document.text.encode("utf-8", "surrogatepass").split(b"\n"):
        yield crc32(line), len(line)


def keep(out: Path, lexicon_id: str, content: bytes) -> Path:
    """Store a lexicon with the builds and make it the latest; those that no build uses are removed."""
    folder, name = out / FOLDER, f"{lexicon_id}{_ENDING}"
    if (folder / LATEST).resolve() == (folder / name).resolve() and (folder / name).is_file():
        return folder / name
    store.make_shared(folder)
    write(folder / name, content)
    store.link(folder / LATEST, Path(name))
    builds: Iterable[str] = (build.build_id for build in build_folders.stored_builds(out))
    manifests = (store.read_manifest(out / "builds" / build_id) or {} for build_id in builds)
    needed = {f"{read_signature(manifest.get('signature')).learned}{_ENDING}" for manifest in manifests} | {name}
    for file in folder.glob(f"*{_ENDING}"):
        if file.name not in needed:
            file.unlink(missing_ok=True)
    return folder / name
