"""Texts: what reviewers accepted as a patch of the source files, and a list of what no patch can do."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from corpus.printable import printable
from corpus.records import Document
from corpus.rewriting import RewritingError, form_of, rewritten
from flows.reviewing.built import Built
from glossary.fixing.edits import applied
from glossary.fixing.patch import patch
from glossary.report.places import Lines, where
from glossary.review.corrections import Corrected, Wish, corrected, wishes
from glossary.review.settling import Settled


@dataclass(frozen=True, slots=True)
class Texts:
    """What is to be changed in the texts of a build."""

    patch: bytes  # empty: nothing can be changed by a patch
    folder: Path | None  # where it is to be applied; None: where the paths of the build count from
    made: tuple[Corrected, ...]  # the documents that it changes
    by_hand: tuple[str, ...]  # a line for each change that the patch leaves out


def texts(build: Built, done: Settled, root: Path, roots: Iterable[Path]) -> Texts:
    """The patch for the source files of a build, as they lie below one of the roots; else for its paths as they are."""
    found = corrected(wishes(build.findings, done, build.documents), build.documents)
    top = _top([one.document for one in found], root, roots)
    patched = [(one, _patch(one, top, root)) for one in found]
    made = [one for one, changes in patched if changes]
    left = [line for one, changes in patched for line in _by_hand(one, bool(changes))]
    folder = root if top and top.is_relative_to(root) else top
    return Texts(b"".join(changes for _, changes in patched), folder, tuple(made), tuple(left))


def _top(documents: Sequence[Document], root: Path, roots: Iterable[Path]) -> Path | None:
    """The folder that the paths of documents count from: the first that has them all as they were read."""
    absolute = [Path(os.path.abspath(one)) for one in (*roots, root)]
    candidates = dict.fromkeys(above for one in absolute for above in (one, *one.parents))
    return next((one for one in candidates if all(map(lambda each: _is_there(one, each), documents))), None)


def _is_there(top: Path, document: Document) -> bool:
    return _bytes(top, document) is not None


def _bytes(top: Path, document: Document) -> bytes | None:
    """The bytes of a document's file, if they are those that were read."""
    try:
        data = (top / document.path).read_bytes()
    except OSError:
        return None
    return data if sha256(data).hexdigest() == document.sha256 else None


def _patch(one: Corrected, top: Path | None, root: Path) -> bytes:
    """The patch of a file; empty where nothing is to be edited, or its bytes are not known to hold its text so."""
    document = one.document
    before = _bytes(top, document) if top else document.text.encode("utf-8", "surrogatepass")
    if not one.edits or before is None or sha256(before).hexdigest() != document.sha256:
        return b""
    try:
        form = form_of(before, document.text, document.locale)
        after = rewritten(form, applied(document.text, one.edits), document.locale)
    except RewritingError:
        return b""
    place = top / document.path if top else Path(document.path)
    named = place.relative_to(root).as_posix() if place.is_relative_to(root) else document.path
    return patch(named, before, after)


def _by_hand(one: Corrected, patched: bool) -> Iterator[str]:
    """A line for each change that no patch makes."""
    lines = Lines(one.document.text)
    extracted = one.document.media_type == "text/html"
    for wish in one.left if patched else one.asked:
        place = where(one.document.path, lines.position(wish.at.start), extracted)
        yield printable(f"{place}: {_wanted(wish)} ({wish.decision.who}, {wish.decision.when[:10]})")


def _wanted(one: Wish) -> str:
    said = one.decision
    return f"“{said.asked.target}” → “{said.text}”" if said.text else f"“{said.asked.surface}” → “{one.words}”"
